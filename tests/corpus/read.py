"""The corpus: its logs, what is expected of each, and what the program makes of each now.

`logs.tar.xz` has the logs, `expected.jsonl.xz` a line for each, `states.jsonl.xz` the reports of states themselves, so
that it can be shown what differs.

They were made once, by the program as it was at commit d6980d5, and are never made anew: what a later program makes
would prove nothing. What made them is in the history (06f0cd9: make.py and recipes.py of this folder).

What the program says today is another matter, and changes on purpose: `anew.json` has digests of what comes of the same
recipes now. Whoever changes what is said looks at some of it, and then has them written: `python -m scripts.corpus`
does that, and checks or writes out what there is of some logs.
"""

from __future__ import annotations

import difflib
import itertools
import json
import lzma
import re
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tests.corpus import program
from tests.corpus.program import Opened, canonical, digest

FOLDER = Path(__file__).parent
LOGS, EXPECTED, STATES = "logs.tar.xz", "expected.jsonl.xz", "states.jsonl.xz"
ANEW = "anew.json"
LOOKS = 5
"""Turns at which a state is looked at."""
MOST_SHOWN = 60
"""Lines of a difference."""
LONGEST = 400
"""Characters of a line of one."""


@dataclass(frozen=True)
class Log:
    """A log of the corpus: its name, the name of its file, what kinds it is of, and how it was made.

    `refused` are the numbers of the steps that the program refused, or the exit code of the command; `beside` the other
    logs that came of the same recipe; `found` what the program found in it, by section.
    """

    name: str
    file: str
    kinds: tuple[str, ...]
    recipe: Mapping[str, Any]
    refused: tuple[int, ...]
    beside: tuple[str, ...]
    data: bytes

    found: Mapping[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def again(self) -> bool:
        """Whether a command or a director made it: a log that was only cut has nothing to run."""
        return "args" in self.recipe or "steps" in self.recipe


@contextmanager
def opened(log: Log) -> Iterator[Opened]:
    """The log, read by the program in a home of its own."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "given" / log.file
        path.parent.mkdir()
        path.write_bytes(log.data)
        yield Opened(path, Path(place))


def looks(turns: int) -> list[int]:
    """The turns at which states are looked at: the start, the end, and between."""
    return sorted({turns * part // (LOOKS - 1) for part in range(LOOKS)})


LOGBOOKS = ("md original", "md both", "html both", "html de", "html en")
"""Forms and languages in which logbooks are looked at."""

PARTS: dict[str, Callable[[Opened], Iterable[str]]] = {
    "states": lambda of: map(str, looks(of.turns)),
    "exports": lambda of: program.export_names(),
    "logbooks": lambda of: LOGBOOKS if of.has_scenes else (),
    "measures": lambda of: ("all",),
    "requests": lambda of: map(str, range(1, of.turns + 1)),
}
"""What is looked at in each section."""

LOOK: dict[str, Callable[[Opened, str], Any]] = {
    "states": lambda of, turn: digest(canonical(of.state(int(turn)))),
    "exports": lambda of, name: digest(of.export(name)),
    "logbooks": lambda of, form: digest(of.logbook(*form.split())),
    "measures": lambda of, _all: of.measures(),
    "requests": lambda of, turn: of.request(int(turn)),
}
"""How it is looked at: what a state's report, an export and a logbook are is told by digests."""
SECTIONS = tuple(PARTS)
_HASH = re.compile(f"{program.AS_SENT}|[0-9a-f]{{32}}")


# The files ------------------------------------------------------------------------------------------------------------


@cache
def logs() -> dict[str, Log]:
    """All logs with what is expected of them, by name, in the order of the files."""
    with lzma.open(FOLDER / LOGS) as packed, tarfile.open(fileobj=packed, mode="r|") as tar:
        contents = {member.name: file.read() for member in tar if (file := tar.extractfile(member)) is not None}
    found: dict[str, Log] = {}
    for row in _rows(EXPECTED):
        name = row["name"]
        data = contents[f"{name}.jsonl"]
        if digest(data) != row["digest"]:
            raise ValueError(f"{name} is not the log that its expectations are of")
        found[name] = Log(
            name, row["file"], tuple(row["kinds"]), row["recipe"], tuple(row["refused"]), tuple(row["beside"]), data,
            row["found"],
        )  # fmt: skip
    return found


def reports(name: str) -> dict[str, Any]:
    """The reports of a log's states, by turn, as they are expected."""
    return next(row["states"] for row in _rows(STATES) if row["name"] == name)  # type: ignore[no-any-return]


def _rows(file: str) -> Iterator[dict[str, Any]]:
    with lzma.open(FOLDER / file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


# Comparing ------------------------------------------------------------------------------------------------------------


def differences(log: Log, sections: Sequence[str], *, only: Callable[[str, str], bool] | None = None) -> list[str]:
    """What the program finds otherwise than expected in a log, as texts that name log, section and part.

    `only` says which parts of a section are looked at.
    """
    said: list[str] = []
    with opened(log) as of:
        for section in sections:
            parts = [part for part in PARTS[section](of) if only is None or only(section, part)]
            found = {part: LOOK[section](of, part) for part in parts}
            wanted = {part: value for part, value in log.found[section].items() if only is None or only(section, part)}
            if section == "requests":
                found, wanted = sent(found), sent(wanted)
            if found == wanted:
                continue
            for part in sorted({*found, *wanted}, key=lambda part: (len(part), part)):
                if found.get(part) != wanted.get(part):
                    was, now = wanted.get(part), found.get(part)
                    if section == "states":
                        was, now = reports(log.name).get(part), of.state(int(part)) if now else None
                    said.append(f"{log.name}: {section} {part}\n{shown(was, now)}")
    return said


def sent(requests: Mapping[str, Any]) -> dict[str, Any]:
    """Requests but for their words, which change on purpose: that there was one, else the sentence why not."""
    return {turn: bool(_HASH.fullmatch(told)) or told for turn, told in requests.items()}


def shown(was: Any, now: Any) -> str:
    """A difference in a few lines."""
    if not isinstance(was, dict | list) or not isinstance(now, dict | list):
        return f"  was {was}\n  is  {now}"
    texts = [json.dumps(each, ensure_ascii=False, indent=1, sort_keys=True).splitlines() for each in (was, now)]
    return cut(difflib.unified_diff(*texts, "expected", "found", lineterm="", n=1))


def cut(lines: Iterable[str]) -> str:
    """The first lines, indented, and none too long."""
    given = [f"  {line[:LONGEST]}" for line in itertools.islice(lines, MOST_SHOWN + 1)]
    return "\n".join(given[:MOST_SHOWN] + ["  …"] * (len(given) > MOST_SHOWN))


def made_anew(log: Log) -> dict[str, str]:
    """Digests of the logs, by place, that come of a log's recipe now; and the steps that were refused, or the exit
    code, as `refused`."""
    known = logs()
    before = {name: (known[name].file, known[name].data) for name in needed(log)}
    with tempfile.TemporaryDirectory() as place:
        new, refused = program.made(log.recipe, before, Path(place) / "home")
    found = {str(number): digest(new[file]) for number, file in enumerate(sorted(new))}
    return found | {"refused": ",".join(map(str, refused))}


@cache
def anew() -> dict[str, dict[str, str]]:
    """What came of each recipe when somebody last looked at it and found it right."""
    known: dict[str, dict[str, str]] = json.loads((FOLDER / ANEW).read_text("utf-8"))
    return known


def made_otherwise(log: Log) -> list[str]:
    """What comes of a log's recipe otherwise than it did last."""
    wanted, found = anew().get(log.name), made_anew(log)
    return [] if found == wanted else [f"{log.name}: made anew\n{shown(wanted, found)}"]


def needed(log: Log) -> list[str]:
    """The logs that a recipe begins with."""
    start = log.recipe.get("start")
    return [*log.recipe.get("others", ()), *([start] if start else [])]
