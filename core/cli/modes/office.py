"""`parley logbook`, a day in the office as a book; `memories`, what a member remembers, or what comes to mind."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from msgspec.structs import asdict

from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cli.common import (
    HomeOption,
    JsonOption,
    RunArgument,
    not_over,
    opened_in,
    print_json,
    progress,
    say,
    studio_of,
    tell,
)
from parley.core.cli.remembering import kept_by, show
from parley.core.log.events.distilled import MemoryRecord
from parley.core.modes.office.agenda import Recall
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.memory.retrieval import Memories, Scored
from parley.core.modes.office.report import exchange
from parley.core.modes.office.state import OfficeState
from parley.core.studio.studio import Studio

WhoArgument = Annotated[
    str,
    typer.Argument(
        help="With --run a member's id or name; else a cast, or a run: all members, from which runs.",
        show_default=False,
    ),
]


class Told(NamedTuple):
    """A memory, the run it is of, and how to find the talk behind it: turns, members and texts."""

    record: MemoryRecord
    run: str
    exchange: Callable[[], list[dict[str, Any]]]


class Office(NamedTuple):
    """Where memories are looked for: who there is (ids and names), what they remember (newest first), how it is
    recalled, and what time it is."""

    people: Sequence[tuple[str, str]]
    told: Callable[[set[str]], list[Told]]
    recall: Recall
    language: str = ""
    now: str = ""


def memories(
    who: WhoArgument,
    about: Annotated[str, typer.Option("--about", help="With --run: what comes to mind about this, with scores.")] = "",
    run: Annotated[str, typer.Option("--run", help="Of a member in this run: id, beginning of one, or file.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, max=100_000, help="At most so many.")] = 20,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Of a cast, what its next run remembers; of a run, what its members do. With --run, what a member of an office
    remembers, the newest first; with --about, what comes to mind, the best first."""
    studio = studio_of(home)
    if not run:
        if about.strip():
            raise UsageError("What comes to mind is asked of one run.", hint="Name it with --run.")
        if (kept := kept_by(studio, who)) is None:
            raise UnknownName("cast or run", who, studio.library.cast_names())
        show(kept, limit, as_json=as_json)
        return
    office = _load_office(studio, run)
    told = office.told(_match_people(who, office.people))
    shown: list[tuple[Told, Scored | None]] = [(each, None) for each in told[:limit]]
    if about.strip():
        shown = _recall_memories(told[::-1], about, office, limit)
    if as_json:
        print_json([_build_memory_record(each, scored) for each, scored in shown])
    else:
        for each, scored in shown:
            say(_format_memory_line(each.record, scored))
    if not shown:
        tell(f"{who} remembers nothing yet.")


def _load_office(studio: Studio, ref: str) -> Office:
    state = opened_in(studio, ref).state
    world, config = state.find(OfficeState), state.setup
    if world is None:
        hint = Sentence("What it left behind: parley state {run} --json", run=state.run)
        template = "The run {run} is a {mode}, whose members have no memories of an office."
        raise UsageError(template, run=state.run, mode=config.mode, hint=hint)

    def told(ids: set[str]) -> list[Told]:
        mine = [record for record in reversed(world.memories) if record.member in ids]
        return [Told(record, record.run or state.run, partial(exchange, state, record)) for record in mine]

    people = [(one.id, one.name) for one in config.members]
    return Office(people, told, config[OfficeConfig].recall, config.language, world.moment)


def _match_people(wanted: str, people: Sequence[tuple[str, str]]) -> set[str]:
    """Return the ids of whoever is called so: by id, by whole name, or by a part of it that no other name has."""
    folded = wanted.strip().casefold()
    found = {one for one, name in people if folded in (one.casefold(), name.casefold())}
    found = found or {one for one, name in people if folded in name.casefold().split()}
    if not found:
        raise UnknownName("member", wanted.strip(), sorted({name for _one, name in people}))
    if len(found) > 1 and len({name for one, name in people if one in found}) > 1:
        names = ", ".join(sorted(found))
        hint = "Give the id."
        raise UsageError("'{wanted}' may be any of {names}.", wanted=wanted.strip()[:60], names=names, hint=hint)
    return found


def _recall_memories(told: Sequence[Told], about: str, office: Office, limit: int) -> list[tuple[Told, Scored | None]]:
    """Return the best of all; whoever is named in `about` counts as a person it is about."""
    # By the object: ids are of a run, and several runs may have the same.
    by_record = {id(each.record): each for each in told}
    index = Memories(office.language or "en")
    index.extend([each.record for each in told])
    words = set(re.findall(r"[^\W_]+", about.casefold()))
    # Parts of a name that somebody may be called by: "von" is none.
    named = ((one, [one, *(part for part in name.split() if part[:1].isupper())]) for one, name in office.people)
    people = [one for one, called in named if words & set(map(str.casefold, called))]
    found = [
        score
        for one in sorted({each.record.member for each in told})
        for score in index.recall(one, about, now=office.now, recall=office.recall, people=people, most=limit)
    ]
    found.sort(key=lambda score: -score.score)
    return [(by_record[id(score.memory)], score) for score in found[:limit]]


def _build_memory_record(told: Told, scored: Scored | None) -> dict[str, Any]:
    found = {"id": told.record.id, "run": told.run} | asdict(told.record)
    if not told.record.said:
        del found["said"]
    metadata = {"turns": found.pop("turns"), "exchange": told.exchange()}
    names = ("recency", "relevance", "importance", "score") if scored else ()
    scores = {"scores": {name: getattr(scored, name) for name in names}} if scored else {}
    return found | {"run": told.run, "metadata": metadata} | scores


def _format_memory_line(record: MemoryRecord, scored: Scored | None) -> str:
    scores = ""
    if scored:
        parts = f"recency {scored.recency:.2f}, relevance {scored.relevance:.2f}, importance {scored.importance:.2f}"
        scores = f"{scored.score:.2f} ({parts})  "
    moment = record.moment.replace("T", " ") or "earlier"
    return f"{moment:<16}  {record.type:<12} {record.importance:>2}/10  {scores}{record.text}"


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
    from parley.core.modes.office.logbook.writing import FORMATS, write

    ending = out.suffix.lower().removeprefix(".")
    # Without a word on it the file's name decides; where that says nothing, Markdown is what anybody can read.
    form = to or (ending if ending in FORMATS else "md")
    opened = opened_in(studio_of(home), run)
    not_over(opened.path, out)
    with progress("Writing the logbook") as update:
        state, events = opened.state, opened.replay.events
        write(
            state, events, out, form, lang=lang, thoughts=thoughts, progress=lambda part: update(part, 1.0),
            name=opened.name,
        )  # fmt: skip
    tell(f"Written: {out}")
