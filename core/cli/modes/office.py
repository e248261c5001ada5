"""`parley logbook`, a day in the office as a book; `memories`, what members remember."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from parley.core.base.errors import NoSuchRun, UnknownName
from parley.core.cast.cast import Cast
from parley.core.cast.providers import simulated
from parley.core.cli.common import (
    HomeOption,
    JsonOption,
    RunArgument,
    get_studio_of,
    not_over,
    opened_in,
    print_json,
    say,
    show_progress,
    tell,
)
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import State
from parley.core.studio.remembering import stays_apart
from parley.core.studio.studio import Studio
from parley.core.voices.pool import default_voice

WhoArgument = Annotated[
    str, typer.Argument(help="A cast, or a run: id, beginning of one, or file.", show_default=False)
]


def memories(
    who: WhoArgument,
    limit: Annotated[int, typer.Option("--limit", min=1, max=100_000, help="At most so many of each member.")] = 20,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Of a cast, what its next run remembers; of a run, what its members do."""
    studio = get_studio_of(home)
    if (kept := kept_by(studio, who)) is None:
        raise UnknownName("cast or run", who, studio.library.cast_names())
    show_newest(kept, limit, as_json=as_json)


def logbook(
    run: RunArgument,
    out: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
    to: Annotated[str, typer.Option("--to", help="md or html; else what the file's name ends in.")] = "",
    lang: Annotated[str, typer.Option("--lang", help="original, de, en, or both: each line and its translation.")] = (
        "original"
    ),
    thoughts: Annotated[bool, typer.Option(help="With what members only thought.")] = True,
    home: HomeOption = None,
) -> None:
    """Write the logbook of a run of scenes: a page a scene."""
    from parley.core.modes.office.logbook.documents import FORMATS, write_logbook

    ending = out.suffix.lower().removeprefix(".")
    # Without a word on it the file's name decides; where that says nothing, Markdown is what anybody can read.
    form = to or (ending if ending in FORMATS else "md")
    opened = opened_in(get_studio_of(home), run)
    not_over(opened.path, out)  # `-o` may name the run's own log
    with show_progress("Writing the logbook") as update:
        state, events = opened.state, opened.replay.events
        write_logbook(
            state, events, out, form, lang=lang, thoughts=thoughts, progress=lambda part: update(part, 1.0),
            name=opened.name,
        )  # fmt: skip
    tell(f"Written: {out}")


@dataclass(frozen=True)
class Kept:
    """What a member remembers, the run it is from, and when it came up: in the office's time, else when that run
    began."""

    member: str
    name: str
    type: str
    text: str
    run: str
    run_name: str = ""
    when: str = ""


def kept_by(studio: Studio, named: str) -> list[Kept] | None:
    """Return what the next run of a cast, or a run, has its members remember, the oldest first; None where it is
    neither.
    """
    try:
        return _date_memories(studio, _iterate_cast_memories(studio, studio.library.cast(named)))
    except UnknownName:
        pass  # no cast has this name: it may be a run's
    try:
        return _date_memories(studio, _iterate_run_memories(studio.open(named).state))
    except NoSuchRun:
        return None


def show_newest(kept: list[Kept], limit: int, *, as_json: bool) -> None:
    """Print the newest `limit` memories of each member, member after member."""
    of_member: dict[str, list[Kept]] = defaultdict(list)
    for each in kept:
        of_member[each.member].append(each)
    shown = [each for mine in of_member.values() for each in mine[-limit:]]
    if as_json:
        print_json([asdict(each) for each in shown])
    for mine in () if as_json else of_member.values():
        say(f"{mine[0].name} ({mine[0].member})")
        for each in mine[-limit:]:
            say(f"  {each.when.replace('T', ' ')[:16]:<16}  {each.type:<12} {each.text}")
            say(f"  {'':<16}  {'':<12} from {each.run_name or 'a run that is here no more'} ({each.run})")
    if not shown:
        tell("Nobody remembers anything of earlier runs.")  # on stderr: --json has printed an empty list on stdout


def _iterate_cast_memories(studio: Studio, cast: Cast) -> Iterable[Kept]:
    rehearsed = simulated(default_voice(studio.home, studio.settings).provider)
    found = studio.projection.carried(
        cast.id,
        [member.id for member in cast.members],
        exclude=lambda row: stays_apart(row, rehearsed=rehearsed),  # so does the next run by default
    )
    for member in cast.members:
        for memory in found.memories:
            if memory.member == member.id:
                yield Kept(member.id, member.name, memory.kind, memory.text, memory.run)
        for record in found.records:
            if record.member == member.id:
                yield Kept(member.id, member.name, record.type, record.text, record.run, when=record.moment)


def _iterate_run_memories(state: State) -> Iterable[Kept]:
    behaviour = get_behaviour_of(state.setup)
    for member in state.setup.members:
        for each in behaviour.remembers(state, member.id):
            run = each.run or state.run
            yield Kept(member.id, member.name, each.kind, each.text, run, when=each.moment)


def _date_memories(studio: Studio, kept: Iterable[Kept]) -> list[Kept]:
    """Return the memories with what their runs are called and, where they have no moment, when those began."""
    found = list(kept)
    runs = {each.run for each in found}
    began = {row.id: row.started for row in studio.projection.runs(ids=runs)} if runs else {}
    names = studio.names_of(runs) if runs else {}
    return [
        replace(each, run_name=names.get(each.run, ""), when=each.when or began.get(each.run, "")) for each in found
    ]
