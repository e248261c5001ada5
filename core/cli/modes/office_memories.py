"""`parley memories`: what a member of an office remembers, and what comes to mind about something."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from core.base.errors import UnknownName, UsageError
from core.base.sentences import Sentence
from core.cli.common import HomeOption, JsonOption, print_json, say, studio_of, tell
from core.log.events.distilled import MemoryRecord
from core.log.state import State
from core.modes.office.agenda import Recall
from core.modes.office.config import OfficeConfig
from core.modes.office.memory.retrieval import Memories, Scored
from core.modes.office.state import OfficeState
from core.studio.studio import Studio

if TYPE_CHECKING:
    from core.log.sql import Projection, Remembered

MemberArgument = Annotated[str, typer.Argument(help="A member's id or name.", show_default=False)]
Line = tuple[int, str, str]
"""Turn, member and text."""


@dataclass(frozen=True)
class Told:
    """A memory, the run it is of, and how to find the talk behind it."""

    record: MemoryRecord
    run: str
    exchange: Callable[[], list[Line]]


@dataclass(frozen=True)
class Office:
    """Where memories are looked for: who there is (ids and names), what they remember (newest first), how it is
    recalled, and what time it is."""

    people: Sequence[tuple[str, str]]
    told: Callable[[set[str]], list[Told]]
    recall: Recall
    language: str = ""
    now: str = ""


def memories(
    member: MemberArgument,
    about: Annotated[str, typer.Option("--about", help="What comes to mind about this, with scores.")] = "",
    run: Annotated[str, typer.Option("--run", help="Of this run alone: id, beginning of one, or file.")] = "",
    cast: Annotated[str, typer.Option("--cast", help="Of the runs of this cast alone, by its id.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, max=100_000, help="At most so many.")] = 20,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """What a member of an office remembers, the newest first; with --about, what comes to mind, the best first."""
    studio = studio_of(home)
    office = _of_run(studio, run) if run else _of_all(studio, cast)
    ids = _named(member, office.people)
    told = list({(each.run, each.record.id): each for each in reversed(office.told(ids))}.values())
    scored = _recalled(told, about, office, limit) if about.strip() else None
    shown = told[::-1][:limit] if scored is None else [each for each, _scores in scored]
    scores = [each for _told, each in scored] if scored is not None else [None] * len(shown)
    if as_json:
        print_json([_as_json(each, score) for each, score in zip(shown, scores, strict=True)])
    else:
        for each, score in zip(shown, scores, strict=True):
            say(_as_line(each, score))
    if not shown:
        tell(f"{member} remembers nothing yet.")


def _of_run(studio: Studio, ref: str) -> Office:
    opened = studio.open(ref)
    for sentence in opened.damage.sentences():
        tell(sentence)
    state = opened.state
    world, config = state.find(OfficeState), state.setup
    if world is None:
        raise UsageError(
            "The run {run} is a {mode}, whose members have no memories of an office.",
            run=state.run,
            mode=config.mode,
            hint=Sentence("What it left behind: parley state {run} --json", run=state.run),
        )

    def told(ids: set[str]) -> list[Told]:
        mine = [record for record in world.memories if record.member in ids]
        return [Told(record, record.run or state.run, partial(_heard, state, record)) for record in reversed(mine)]

    people = [(one.id, one.name) for one in config.members]
    return Office(people, told, config[OfficeConfig].recall, config.language, world.moment)


def _heard(state: State, record: MemoryRecord) -> list[Line]:
    if record.type != "conversation" or record.turns is None:
        return []
    first, last = record.turns
    return [
        (turn.number, turn.member, turn.text)
        for turn in state.turns[first - 1 : last]
        if not turn.ended.heard_by or record.member in (turn.member, *turn.ended.heard_by)
    ]


def _of_all(studio: Studio, cast: str) -> Office:
    projection = studio.projection
    people = projection.people(cast)
    if not people:
        of = f" of the cast '{cast[:60]}'" if cast else ""
        raise UsageError(
            "Nobody remembers anything yet: there is no run of scenes{of}.",
            of=of,
            hint="Play a day first: parley run day",
        )

    def told(ids: set[str]) -> list[Told]:
        found = projection.remembered(sorted(ids), cast=cast)
        return [Told(each.record, each.run, partial(_kept, projection, each)) for each in found]

    chosen = studio.settings.memory
    newest = next(iter(projection.runs(mode="scenes", cast=cast, limit=1)), None)
    return Office(people, told, Recall.model_validate(chosen.model_dump()), newest.language if newest else "")


def _kept(projection: Projection, memory: Remembered) -> list[Line]:
    return [(line.turn, line.member, line.text) for line in projection.exchange(memory)]


def _named(wanted: str, people: Sequence[tuple[str, str]]) -> set[str]:
    """The ids of whoever is called so: by id, by whole name, or by a part of it that no other name has."""
    folded = wanted.strip().casefold()
    found = {one for one, name in people if folded in (one.casefold(), name.casefold())}
    found = found or {one for one, name in people if folded in name.casefold().split()}
    if not found:
        raise UnknownName("member", wanted.strip(), sorted({name for _one, name in people}))
    if len(found) > 1 and len({name for one, name in people if one in found}) > 1:
        raise UsageError(
            "'{wanted}' may be any of {names}.",
            wanted=wanted.strip()[:60],
            names=", ".join(sorted(found)),
            hint="Give the id.",
        )
    return found


def _recalled(told: Sequence[Told], about: str, office: Office, limit: int) -> list[tuple[Told, Scored]]:
    """The best of all; whoever is named in `about` counts as a person it is about."""
    # By the object: ids are of a run, and several runs may have the same.
    by_record = {id(each.record): each for each in told}
    index = Memories(office.language or "en")
    index.extend([each.record for each in told])
    words = set(re.findall(r"[^\W_]+", about.casefold()))
    people = [one for one, name in office.people if words & {one.casefold(), *_called(name)}]
    found = [
        score
        for one in sorted({each.record.member for each in told})
        for score in index.recall(one, about, now=office.now, recall=office.recall, people=people, most=limit)
    ]
    found.sort(key=lambda score: -score.score)
    return [(by_record[id(score.memory)], score) for score in found[:limit]]


def _called(name: str) -> set[str]:
    """The parts of a name that somebody may be called by: "von" is none."""
    return {part.casefold() for part in name.split() if part[:1].isupper()}


def _as_json(told: Told, scored: Scored | None) -> dict[str, Any]:
    record = told.record
    exchange = [{"turn": turn, "member": member, "text": said} for turn, member, said in told.exchange()]
    scores = {"recency": scored.recency, "relevance": scored.relevance} if scored else {}
    if scored:
        scores |= {"importance": scored.importance, "score": scored.score}
    return {
        "id": record.id,
        "run": told.run,
        "member": record.member,
        "type": record.type,
        "text": record.text,
        "importance": record.importance,
        "day": record.day,
        "scene": record.scene,
        "moment": record.moment,
        "tags": list(record.tags),
        "evidence": list(record.evidence),
        "depth": record.depth,
        "about": list(record.about),
        "open": record.open,
        "metadata": {"turns": list(record.turns) if record.turns else None, "exchange": exchange},
    } | ({"scores": scores} if scored else {})


def _as_line(told: Told, scored: Scored | None) -> str:
    record = told.record
    scores = (
        f"{scored.score:.2f} (recency {scored.recency:.2f}, relevance {scored.relevance:.2f}, "
        f"importance {scored.importance:.2f})  "
        if scored
        else ""
    )
    moment = record.moment.replace("T", " ") or "earlier"
    return f"{moment:<16}  {record.type:<12} {record.importance:>2}/10  {scores}{record.text}"
