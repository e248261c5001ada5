"""Write the table for the shells' completion and the man page: `python -m scripts.commands`."""

from __future__ import annotations

import json
import re
import tomllib
import typing
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import parley.desktop.shell.headless  # noqa: F401  # which adds commands
from parley.core.authoring import kinds, starting
from parley.core.cli import program
from parley.core.cli.completing import FOLDERS, TABLE
from parley.core.cli.manners import EXITS
from parley.core.engine.run_request import hints, request_specs
from parley.core.export.registry import EXPORTS
from parley.core.turn_taking.policies import POLICIES

RESOURCES = Path(__file__).resolve().parents[1] / "resources"
COMPLETION = RESOURCES.joinpath(*TABLE)
MAN = RESOURCES / "man" / "parley.1"

OF_NAMES = {
    "run": "runs", "runs": "runs", "cast": "casts", "format": "formats", "setting": "stories", "plan": "plans",
    "member": "members", "members": "members", "partner": "", "theme": "light|dark|contrast", "lang": "en|de",
    "language": "en|de",
}  # fmt: skip
"""What the values of parameters are, by the parameter's name, where no model and no type says it."""
OF_COMMANDS = {
    ("schedule show", "name"): "schedules",
    ("schedule run", "name"): "schedules",
    ("experiment show", "name"): "experiments",
    ("experiment export", "name"): "experiments",
    ("schema", "kind"): "|".join(kinds.names()),
    ("check", "kind"): "|".join(kinds.names()),
    ("new", "kind"): "|".join(starting.kinds()),
    ("export", "to"): "|".join(EXPORTS.shipped),
}
"""The same for parameters of one command."""


def table(command: Any, path: str = "") -> dict[str, Any]:
    """A command's options and arguments, each with what its values are, and its commands."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    found: dict[str, Any] = {
        "help": _first(command.help),
        "options": {
            name: [None if option.is_flag or option.count else values(path, option), _first(option.help)]
            for option in _options(command)
            for name in (*option.opts, *option.secondary_opts)
        },
        "arguments": [values(path, each) for each in arguments],
    }
    if any(each.nargs < 0 for each in arguments):
        found["many"] = True
    if cast := next((each.default for each in command.params if each.name == "cast" and each.default), ""):
        found["cast"] = cast
    if commands := _commands(command):
        found["commands"] = {name: table(each, f"{path} {name}".strip()) for name, each in commands.items()}
    return found


def values(path: str, parameter: Any) -> str:
    """What the values of a parameter are: a folder of the home, `a|b|c`, or nothing that is known."""
    if (path, parameter.name) in OF_COMMANDS:
        return OF_COMMANDS[path, parameter.name]
    annotation = parameter.type_descriptor.annotation
    if typing.get_origin(annotation) is typing.Literal:
        return "|".join(typing.get_args(annotation))
    return OF_NAMES.get(parameter.name, _choices().get(parameter.name, "")) if annotation is not Path else ""


@cache
def _choices() -> dict[str, str]:
    """What models say of their fields' values, by the field."""
    named = {"policies": "|".join(POLICIES.shipped), "settings": "stories"}
    found: dict[str, str] = {}
    for spec in request_specs().values():
        for name, info in spec.options().model_fields.items():
            said = hints(info).get("choices")
            if isinstance(said, list | tuple):
                found.setdefault(name, "|".join(str(each) for each in said))
            elif said:
                found.setdefault(name, named.get(said, said if said in FOLDERS else ""))
    return found


def man() -> str:
    """The man page, made of the help."""
    command = program.built()
    parts = [
        # Without a date: the same program, the same page.
        f'.TH PARLEY 1 "" "Parley {_version()}" "Parley"',
        ".SH NAME",
        f"parley \\- {_roff(_lower(_first(command.help)))}",
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


def _version() -> str:
    project = tomllib.loads((RESOURCES.parent / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _sections(command: Any, path: str) -> Iterator[str]:
    for name, each in _commands(command).items():
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
                yield f".TP\n.I {_roff(each.name.upper())}\n{_roff(_first(each.help))}"
        elif not each.hidden:
            names = ", ".join(f"\\fB{_roff(name)}\\fR" for name in (*each.opts, *each.secondary_opts))
            value = "" if each.is_flag or each.count else f" \\fI{_roff(each.name.upper())}\\fR"
            yield f".TP\n{names}{value}\n{_roff(_first(each.help)) or 'See above.'}"


def _shared_names() -> frozenset[str]:
    return frozenset({"verbose", "quiet", "no_color", "home"})


def _options(command: Any) -> list[Any]:
    return [each for each in command.params if each.param_type_name == "option" and not each.hidden]


def _commands(command: Any) -> dict[str, Any]:
    return {name: each for name, each in sorted(getattr(command, "commands", {}).items()) if not each.hidden}


def _first(text: str | None) -> str:
    """The first paragraph of a help, on one line."""
    return " ".join((text or "").split("\n\n")[0].split())


def _roff(text: str) -> str:
    """A text as roff has it: no letter of it is an instruction."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", escaped).replace("…", "...").replace("×", "x")


def made() -> dict[Path, str]:
    """All that is made, by file."""
    completion = json.dumps(table(program.built()), ensure_ascii=False, indent=1) + "\n"
    return {COMPLETION: completion, MAN: man()}


def main() -> None:
    """Write it."""
    for path, text in made().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
