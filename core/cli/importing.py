"""`parley import`: what files, folders and archives hold is looked at, or brought into the home."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from parley.core.base.errors import ParleyError, UsageError, convert_to_sentence
from parley.core.base.sentences import Sentence
from parley.core.cli.common import (
    HomeOption,
    JsonOption,
    counted,
    get_studio_of,
    in_words,
    print_json,
    say,
    show_progress,
    tell,
)
from parley.core.engine.composing import get_language_of
from parley.core.home import parse_path
from parley.core.importing.tables import ROLES
from parley.core.studio import cards
from parley.core.studio.importing import Imported, bring_in, nothing_in
from parley.core.studio.looking import Skipped, scan_paths
from parley.core.studio.studio import Studio

SHOWN = 40
"""Files that are left out that are told one by one."""


def import_run(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Files, folders or archives (zip) with talks of other programs, or runs of Parley; character "
            "cards (JSON, PNG, CHARX) and lore books."
        ),
    ],
    only: Annotated[
        str,
        typer.Option("--only", help="Of the conversations those whose titles have this in them.", show_default=False),
    ] = "",
    mode: Annotated[
        str,
        typer.Option("--mode", help="What they become: duologue, roundtable, dialogue.", show_default=False),
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
    into: Annotated[str, typer.Option("--into", help="The cast that cards go into; without, a new one.")] = "",
    language: Annotated[str, typer.Option("--lang", help="Of a new cast: en or de.")] = "en",
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring in runs of other programs, and character cards into a cast; what cannot be read is told, the rest kept."""
    studio = get_studio_of(home)
    asked = _parse_column_roles(columns)
    paths = [parse_path(path) for path in files]
    of_cards = [path for path in paths if cards.is_meant(path)]
    files = [path for path in paths if path not in of_cards]
    if not files:
        _report_cards(_take_cards(studio, of_cards, into, language), as_json=as_json)
        return
    with show_progress("Looking"):
        looks = [scan_paths(studio.home, [path], asked) for path in files]  # one by one: each file has its own fault
    skipped = [each for one in looks for each in one.skipped]
    found = [each for one in looks for each in one.found]
    faults = [nothing_in(path, one) for path, one in zip(files, looks, strict=True) if not one.found]
    chosen = [(each, mode) for each in found if only.casefold() in each.title.casefold()]
    taken: cards.TakenCards | None = None
    try:
        taken = _take_cards(studio, of_cards, into, language) if of_cards else None
    except ParleyError as fault:  # the talks are imported all the same
        faults.append(fault)
    if found and not chosen:
        raise UsageError("No conversation has '{words}' in its title.", words=only[:60])
    with show_progress("Importing") as update:
        shown = bring_in(studio.home, chosen, faults, lambda done: update(done, len(chosen)))
    _report_imported(shown, skipped if len(skipped) > len(faults) else (), taken, as_json=as_json)
    _end_import(faults, len(paths), [*shown, *([taken] if taken is not None else [])])


def _parse_column_roles(said: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in filter(None, (each.strip() for each in said.split(","))):
        role, equals, name = part.partition("=")  # at the first: a column's heading may have one too
        if not equals or not name.strip():
            raise UsageError(
                "'{part}' does not say which column is what.", part=part[:60],
                hint="Write KIND=COLUMN, such as speaker=who, with commas between.",
            )  # fmt: skip
        found[role.strip()] = name.strip()
    return found


def _take_cards(studio: Studio, files: Sequence[Path], into: str, language: str) -> cards.TakenCards:
    """Take character cards and lore books into a cast. Raises `FileError`, `UsageError`; then nothing is written."""
    speaks = get_language_of(language, "en")
    return cards.import_cards(studio.home, studio.library, [cards.read_card(path) for path in files], into, speaks)


def _report_cards(taken: cards.TakenCards, *, as_json: bool) -> None:
    """Tell who and which books came into which cast."""
    if as_json:
        print_json(_describe_cards(taken))
        return
    names = {member.id: member.name for member in taken.cast.members}
    for id_ in taken.members:
        say(f"{taken.cast.id}/{id_}  {names[id_]}")
    for book in taken.cast.lore[len(taken.cast.lore) - taken.books :]:  # new books stand last
        say(f"{taken.cast.id}  {book.name}: {len(book.entries)}")
    for warning in taken.warnings:
        tell(warning)


def _describe_cards(taken: cards.TakenCards) -> dict[str, Any]:
    return {
        "cast": taken.cast.id, "members": list(taken.members), "books": taken.books, "warnings": list(taken.warnings),
    }  # fmt: skip


def _report_imported(
    shown: Sequence[Imported], skipped: Sequence[Skipped], taken: cards.TakenCards | None, *, as_json: bool
) -> None:
    if as_json:
        runs = [{"id": run.id, "mode": run.mode, "turns": run.turns, "warnings": list(run.warnings)} for run in shown]
        print_json([*runs, *([_describe_cards(taken)] if taken is not None else [])])
    else:
        if taken is not None:
            _report_cards(taken, as_json=False)
        for run in shown:
            say(f"{run.id}  {run.mode}, {counted(run.turns, 'turn')}: {run.path}")
            for warning in run.warnings:
                tell(f"  {in_words(warning)}")
    for each in skipped[:SHOWN] if shown else ():  # with nothing imported the faults say why
        tell(Sentence("{file}: left out; {why}", file=each.file, why=convert_to_sentence(each.why)))


def _end_import(faults: list[ParleyError], files: int, shown: Sequence[object]) -> None:
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
