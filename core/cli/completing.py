"""What a shell is answered when somebody presses Tab: commands and options from a table, names from the home.

The program itself is not loaded for that, which would take a second: `resources/cli/commands.json` holds its commands
and options (`python -m scripts.commands`). What packages add stands in a table of the home, which a command writes once
that has met them (`core/cli/table.py`); it holds as long as nothing is installed or removed. Shells ask as Typer's
scripts do, which `parley --install-completion` puts in place.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parley.core.base.errors import ParleyError
from parley.core.base.files import opened
from parley.core.base.packaged import names, packaged
from parley.core.home import Home

if TYPE_CHECKING:
    from parley.core.base.registry import Registry

TABLE = ("cli", "commands.json")
MOST = 200
"""Names that are offered at most; of runs the latest."""
LONGEST = 4_000_000
"""Bytes of a first line, or of a cast, that are read to offer who is in it."""
_SAFE = re.compile(r"[\w.-]{1,80}", re.ASCII)
_WORD = re.compile(r"[\w.,:/+=-]{1,200}")
"""What no shell takes for anything but a word."""
_STRANGE = re.compile(r"[^\w ,.;()/-]")
FOLDERS = ("casts", "formats", "plans", "stories", "schedules")

_UNKNOWN: dict[str, Any] = {"options": {}, "arguments": []}

Offer = tuple[str, str]
"""A word and what it is."""


def complete(environ: Mapping[str, str]) -> int:
    """Print what the command line of a shell could go on with; returns the exit code that the shell looks at."""
    shell = environ.get("_PARLEY_COMPLETE", "").removeprefix("complete_")
    before, begun = _typed(shell, environ)
    try:
        found = offers(before, begun)
    except (ParleyError, OSError, ValueError, KeyError, TypeError, RecursionError):
        # Nobody who presses Tab wants to read a sentence.
        found = []
    if shell == "fish" and environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        return 0 if found else 1
    if text := _FORMS.get(shell, _plain)(found):
        print(text)
    return 0


def offers(before: Sequence[str], begun: str) -> list[Offer]:
    """How the word that is `begun` behind these words could go on; nothing where it may be any text or file."""
    line = _Line()
    for word in before:
        line.take(word)
    # A list of names goes on behind its last comma.
    first, comma, last = begun.rpartition(",")
    kept = f"{first}{comma}" if comma and not line.waits_for_command else ""
    fitting = ((word, about) for word, about in line.next(begun) if word.startswith(last if kept else begun))
    return [(f"{kept}{word}", about) for word, about in dict(fitting).items() if _WORD.fullmatch(word)][:MOST]


def table_of(home: Home) -> tuple[Path, str]:
    """Where the table of this installation is, and what stands in it as long as nothing is installed or removed."""
    import hashlib
    import sys

    folders = [Path(each) for each in dict.fromkeys(sys.path) if each.endswith(("site-packages", "dist-packages"))]
    when = [f"{each}:{each.stat().st_mtime_ns}" for each in folders if each.is_dir()]
    stamp = hashlib.blake2b("\n".join([sys.prefix, *when]).encode(), digest_size=8).hexdigest()
    return home.path / "completion.json", stamp


def packages_add(*, look: bool = False) -> bool:
    """Whether packages add modes, policies or exports: as far as a command has looked for them, or with `look`."""
    from parley.core.export.registry import EXPORTS
    from parley.core.log.modes import MODES
    from parley.core.turn_taking.policies import POLICIES

    looked: list[Registry[Any]] = [each for each in (MODES, POLICIES, EXPORTS) if look or each.searched]
    return any(set(each.names()) - set(each.shipped) for each in looked)


def _added() -> dict[str, Any] | None:
    """The table with what packages add; None where there is none that is current."""
    try:
        path, stamp = table_of(Home.find())
        if path.stat().st_size > LONGEST:
            return None
        found = json.loads(path.read_text("utf-8"))
        table = found["table"] if found["stamp"] == stamp else None
    except (OSError, ValueError, KeyError, TypeError, ParleyError):
        return None
    return table if isinstance(table, dict) else None


@dataclass
class _Line:
    """A command line as far as it is written."""

    node: dict[str, Any] = field(default_factory=lambda: _added() or json.loads(packaged(*TABLE).read_text("utf-8")))
    option: str = ""
    given: dict[str, str] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)

    def take(self, word: str) -> None:
        """One more word."""
        options = self.node["options"]
        if self.option:
            self.given[self.option], self.option = word, ""
        elif word in options:
            self.option = word if options[word][0] is not None else ""
        elif word.startswith("-"):
            name, _, value = word.partition("=")
            self.given[name] = value
        elif commands := self.node.get("commands"):
            # Of a command that is not in the table nothing is known.
            self.node = commands.get(word, _UNKNOWN)
        else:
            self.arguments.append(word)

    @property
    def waits_for_command(self) -> bool:
        """Whether the name of a command comes next."""
        return not self.option and bool(self.node.get("commands"))

    def next(self, begun: str) -> Iterable[Offer]:
        """What may come next."""
        options = self.node["options"]
        if self.option:
            return self._values(options[self.option][0])
        if begun.startswith("-"):
            return [(name, about) for name, (_kind, about) in options.items() if name.startswith("--")]
        if self.waits_for_command:
            return [(name, each["help"]) for name, each in self.node["commands"].items()]
        takes = self.node["arguments"]
        place = len(self.arguments)
        if not takes or (place >= len(takes) and not self.node.get("many")):
            return []
        return self._values(takes[min(place, len(takes) - 1)])

    def _values(self, kind: str) -> Iterable[Offer]:
        if "|" in kind:
            return [(word, "") for word in kind.split("|")]
        if kind in FOLDERS:
            own = self.home.path / kind
            return _safe([*names(kind), *(path.stem for path in own.glob("*.toml"))])
        if kind == "experiments":
            return _safe(path.name for path in self.home.experiments.glob("*") if path.is_dir())
        if kind == "runs":
            return self._runs()
        return self._members() if kind == "members" else []

    @cached_property
    def home(self) -> Home:
        """The home that the line names, or would have."""
        return Home.find(self.given.get("--home"))

    def _runs(self) -> Iterator[Offer]:
        for path in sorted(self.home.runs.glob("*.jsonl"), reverse=True)[:MOST]:
            about, _, run = path.stem.rpartition("-")
            if _SAFE.fullmatch(run):
                yield run, about

    def _members(self) -> Iterable[Offer]:
        """Who is in the run that is named, else in the cast."""
        people = self._of_run() if "runs" in self.node["arguments"] else self._of_cast()
        pairs = [(str(each.get("id")), str(each.get("name", ""))) for each in people]
        return [(name, about) for name, about in pairs if _SAFE.fullmatch(name)]

    def _of_run(self) -> list[dict[str, Any]]:
        wanted = self.arguments[0] if self.arguments else ""
        beside = [Path(wanted)] if wanted.endswith(".jsonl") else self.home.runs.glob(f"*-{_plain_name(wanted)}*.jsonl")
        path = next(iter(sorted(beside)), None)
        if path is None:
            return []
        with opened(path) as file:
            people: list[dict[str, Any]] = json.loads(file.readline(LONGEST))["config"]["members"]
            return people

    def _of_cast(self) -> list[dict[str, Any]]:
        import tomllib

        name = self.given.get("--cast") or self.node.get("cast", "startup")
        own = Path(name) if name.endswith(".toml") else self.home.casts / f"{_plain_name(name)}.toml"
        path = own if own.is_file() else Path(str(packaged("casts", f"{_plain_name(name)}.toml")))
        if path.stat().st_size > LONGEST:
            return []
        people: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["members"]
        return people


def _plain_name(word: str) -> str:
    """A word that leads out of no folder and matches itself alone."""
    return word if _SAFE.fullmatch(word) and not word.startswith(".") else "-"


def _safe(found: Iterable[str]) -> list[Offer]:
    return [(name, "") for name in sorted(set(found)) if _SAFE.fullmatch(name)]


# Shells -----------------------------------------------------------------------------------------------------------


def _typed(shell: str, environ: Mapping[str, str]) -> tuple[list[str], str]:
    """The words before the one that is begun, without the program's name, and that one."""
    if shell == "bash":
        words = environ.get("COMP_WORDS", "").split("\n")
        place = environ.get("COMP_CWORD", "")
        at = int(place) if place.isdecimal() else len(words)
        return words[1:at], words[at] if at < len(words) else ""
    text = environ.get("_TYPER_COMPLETE_ARGS", "")
    try:
        words = shlex.split(text)[1:]
    except ValueError:
        # Within quotes that are still open.
        words = text.split()[1:]
    if shell in ("powershell", "pwsh"):
        begun = environ.get("_TYPER_COMPLETE_WORD_TO_COMPLETE", "")
        return words[:-1] if begun and words[-1:] == [begun] else words, begun
    if words and not text.endswith(" "):
        return words[:-1], words[-1]
    return words, ""


def _plain(found: Sequence[Offer]) -> str:
    return "\n".join(word for word, _about in found)


def _zsh(found: Sequence[Offer]) -> str:
    if not found:
        return "_files"
    # It is evaluated: what stands in a table or is a safe name is all that comes in here.
    words = "\n".join(f'"{word}":"{_STRANGE.sub("", about)}"' if about else f'"{word}"' for word, about in found)
    return f"_arguments '*: :(({words}))'"


def _fish(found: Sequence[Offer]) -> str:
    return "\n".join(f"{word}\t{_STRANGE.sub('', about)}" if about else word for word, about in found)


def _powershell(found: Sequence[Offer]) -> str:
    return "\n".join(f"{word}:::{_STRANGE.sub('', about) or ' '}" for word, about in found)


_FORMS: dict[str, Callable[[Sequence[Offer]], str]] = {
    "zsh": _zsh, "fish": _fish, "powershell": _powershell, "pwsh": _powershell,
}  # fmt: skip


def script(shell: str) -> str:
    """What a shell has to read to complete Parley's commands."""
    from typer._completion_shared import get_completion_script

    text: str = get_completion_script(prog_name="parley", complete_var="_PARLEY_COMPLETE", shell=shell)
    return text + "\n"
