"""Write the man page: `python -m scripts.commands`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import parley.desktop.shell.headless  # noqa: F401  # which adds commands
from parley.core.cli import program
from scripts.exit_codes import EXITS

RESOURCES = Path(__file__).resolve().parents[1] / "resources"
MAN = RESOURCES / "man" / "parley.1"


def man() -> str:
    """Return the man page, made of the help."""
    command = program.make_cli()
    parts = [
        # Without a date: the same program, the same page.
        f'.TH PARLEY 1 "" "Parley {_version()}" "Parley"',
        ".SH NAME",
        f"parley \\- {_roff(_lower(first(command.help)))}",
        ".SH SYNOPSIS",
        ".B parley\n[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR] [\\fIARGUMENTS\\fR]",
        ".SH DESCRIPTION",
        "Without a command the window opens. All commands work without one, and without a display.",
        ".SH OPTIONS",
        *_rows(command),
        ".SH COMMANDS",
        *_sections(command, "parley"),
        ".SH EXIT STATUS",
        *(f".TP\n.B {code.value}\n{_roff(text)}." for code, text in EXITS.items()),
        ".SH ENVIRONMENT",
        ".TP\n.B PARLEY_HOME\nWhere all data lives, as \\fB\\-\\-home\\fR says it.",
        ".TP\n.B PARLEY_NO_KEYRING\nSet to 1, the keyring is left alone.",
        ".TP\n.B ANTHROPIC_API_KEY\nA key for Claude, where none is in the keyring.",
        ".TP\n.B NO_COLOR\nSet to anything, nothing is coloured.",
    ]
    return "\n".join(parts) + "\n"


def commands_of(command: Any) -> dict[str, Any]:
    """Return the commands of a group that are shown, by name."""
    return {name: each for name, each in sorted(getattr(command, "commands", {}).items()) if not each.hidden}


def first(text: str | None) -> str:
    """Return the first paragraph of a help, on one line."""
    return " ".join((text or "").split("\n\n")[0].split())


def _version() -> str:
    project = tomllib.loads((RESOURCES.parent / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _sections(command: Any, path: str) -> Iterator[str]:
    for name, each in commands_of(command).items():
        whole = f"{path} {name}"
        takes = " ".join(
            f"[\\fI{_roff(one.name.upper())}\\fR]" if not one.required else f"\\fI{_roff(one.name.upper())}\\fR"
            for one in each.params
            if one.param_type_name == "argument"
        )
        yield f".SS {_roff(whole)} {takes}".rstrip()
        yield _roff(" ".join((each.help or "").split()))
        yield from _rows(each)
        yield from _sections(each, whole)


def _rows(command: Any) -> Iterator[str]:
    everywhere = command.name is not None and command.name != "parley"
    for each in command.params:
        if everywhere and each.name in _shared_names() and each.name != "home":
            continue
        if each.param_type_name == "argument":
            if each.help:
                yield f".TP\n.I {_roff(each.name.upper())}\n{_roff(first(each.help))}"
        elif not each.hidden:
            names = ", ".join(f"\\fB{_roff(name)}\\fR" for name in (*each.opts, *each.secondary_opts))
            value = "" if each.is_flag or each.count else f" \\fI{_roff(each.name.upper())}\\fR"
            yield f".TP\n{names}{value}\n{_roff(first(each.help)) or 'See above.'}"


def _shared_names() -> frozenset[str]:
    return frozenset({"verbose", "quiet", "no_color", "home"})


def _roff(text: str) -> str:
    """Return a text as roff has it: no letter of it is an instruction."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", escaped).replace("…", "...").replace("×", "x")


def made() -> dict[Path, str]:
    """Return all that is made, by file."""
    return {MAN: man()}


def main() -> None:
    """Write it."""
    for path, text in made().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
