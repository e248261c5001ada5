"""`parley import`: what files, folders and archives hold is looked at, or brought into the home."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from parley.core.base.errors import ParleyError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cli.common import (
    HomeOption,
    JsonOption,
    counted,
    in_words,
    print_json,
    progress,
    reader,
    say,
    studio_of,
    tell,
)
from parley.core.home import named
from parley.core.importing.tables import ROLES
from parley.core.studio.importing import Imported, bring_in, nothing_in
from parley.core.studio.looking import Looked, Skipped, look

SHOWN = 40
"""Files that are left out that are told one by one."""
LONGEST = 90
"""Characters of a line that a preview shows."""


def import_run(
    files: Annotated[
        list[Path],
        typer.Argument(help="Files, folders or archives (zip, tar) with talks of other programs, or runs of Parley."),
    ],
    preview: Annotated[bool, typer.Option("--preview", help="Only say what is there; nothing is written.")] = False,
    only: Annotated[
        str,
        typer.Option(
            "--only", help="Of the conversations, by their numbers in the preview: 1,4-6.", show_default=False
        ),
    ] = "",
    mode: Annotated[
        str,
        typer.Option("--mode", help="What they become, of the modes that the preview names.", show_default=False),
    ] = "",
    columns: Annotated[
        str,
        typer.Option(
            "--columns",
            help="Of a table, which column is what, by heading or number: speaker=who,text=2,time=-. "
            f"Kinds: {', '.join(ROLES)}.",
            show_default=False,
        ),
    ] = "",
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring in runs of other programs; what cannot be read is told, the rest kept."""
    studio = studio_of(home)
    asked = _parse_column_roles(columns)
    with progress("Looking"):
        looks = [look(studio.home, [named(path)], asked) for path in files]
    whole = Looked(
        [each for one in looks for each in one.found],
        [each for one in looks for each in one.skipped],
    )
    numbers = _parse_talk_numbers(only, len(whole.found))
    if preview:
        _show(whole, numbers, as_json=as_json)
        if not whole.found:
            raise nothing_in(files[0], whole)
        return
    faults = [nothing_in(path, one) for path, one in zip(files, looks, strict=True) if not one.found]
    chosen = [(each, mode) for number, each in enumerate(whole.found, 1) if number in numbers]
    with progress("Importing") as update:
        shown = bring_in(studio.home, chosen, faults, lambda done: update(done, len(chosen)))
    _report_imported(shown, whole.skipped if len(whole.skipped) > len(faults) else (), as_json=as_json)
    _end(faults, len(files), shown)


def _parse_column_roles(said: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in filter(None, (each.strip() for each in said.split(","))):
        role, equals, name = part.partition("=")
        if not equals or not name.strip():
            raise UsageError(
                "'{part}' does not say which column is what.", part=part[:60],
                hint="Write KIND=COLUMN, such as speaker=who, with commas between.",
            )  # fmt: skip
        found[role.strip()] = name.strip()
    return found


def _parse_talk_numbers(said: str, count: int) -> set[int]:
    """Return the numbers that are named; all where none is. Raises `UsageError`."""
    found: set[int] = set()
    for part in filter(None, (each.strip() for each in said.split(","))):
        span = re.fullmatch(r"(\d{1,7})(?:-(\d{1,7}))?", part)
        first, last = (int(span[1]), int(span[2] or span[1])) if span else (0, 0)
        if not 1 <= first <= last <= count:
            raise UsageError(
                "'{part}' names no conversation; there are {count}.", part=part[:40], count=count,
                hint="See --preview.",
            )  # fmt: skip
        found |= set(range(first, last + 1))
    return found or set(range(1, count + 1))


def _show(looked: Looked, numbers: set[int], *, as_json: bool) -> None:
    if as_json:
        found = [
            {
                "number": number, "file": each.file, "kind": each.kind.en, "title": each.title,
                "modes": list(each.modes), "turns": each.turns, "here": each.here, "warnings": list(each.warnings),
            }
            for number, each in enumerate(looked.found, 1)
            if number in numbers
        ]  # fmt: skip
        print_json({"conversations": found, "skipped": [{"file": one.file, "why": one.why} for one in looked.skipped]})
        return
    for number, each in enumerate(looked.found, 1):
        if number in numbers:
            here = " (imported before)" if each.here else ""
            say(f"{number:>4}  {_shorten_text(each.title)}{here}")
            lines, modes = counted(each.turns, "line"), " or ".join(each.modes)
            say(f"      {each.kind.text(reader())}, {each.file}: {lines}; becomes {modes}")
    for skipped in looked.skipped[:SHOWN]:
        tell(Sentence("{file}: left out; {why}", file=skipped.file, why=_wrap_as_sentence(skipped.why)))


def _report_imported(shown: Sequence[Imported], skipped: Sequence[Skipped], *, as_json: bool) -> None:
    if as_json:
        print_json(
            [{"id": run.id, "mode": run.mode, "turns": run.turns, "warnings": list(run.warnings)} for run in shown]
        )
    else:
        for run in shown:
            say(f"{run.id}  {run.mode}, {counted(run.turns, 'turn')}: {run.path}")
            for warning in run.warnings:
                tell(f"  {in_words(warning)}")
    for each in skipped[:SHOWN] if shown else ():
        tell(Sentence("{file}: left out; {why}", file=each.file, why=_wrap_as_sentence(each.why)))


def _end(faults: list[ParleyError], files: int, shown: Sequence[Imported]) -> None:
    """Tell what went wrong; with nothing imported the last fault is the command's."""
    if not faults:
        return
    if shown:
        template = "{count} of {count_2} files could not be imported; the others were."
        last = ParleyError(template, count=len(faults), count_2=max(files, len(faults)))
    else:
        last = faults.pop()
    for other in faults:
        tell(f"parley: {other}")
    raise last


def _shorten_text(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _wrap_as_sentence(text: str) -> Sentence:
    return text if isinstance(text, Sentence) else Sentence.stored(text, text, {})
