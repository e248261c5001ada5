"""From what somebody asks for to a run's whole configuration."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from pydantic import ValidationError

from core.base.clock import SeededRandom
from core.base.errors import UnknownName, UsageError
from core.base.line import printable
from core.base.sentences import Sentence
from core.cast.affinity import HIGHEST, LOWEST, Pair, pair
from core.cast.cast import Cast
from core.cast.member import Member, VoiceSpec
from core.engine.director import LONGEST_TOPIC
from core.engine.run_request import possible_seed, possible_turns
from core.formats import Format
from core.home import Home
from core.log.config import CarriedAffinity, CarriedMemory, CarriedRecord, Limits, RunConfig
from core.log.state import State
from core.modes.office.config import OfficeConfig
from core.modes.roundtable.request import RoundtableRequest
from core.modes.story.config import StoryConfig
from core.settings import Settings
from core.studio import runs
from core.turn_taking.policies import POLICIES

"""Characters of a topic, and of a line that the director writes."""
FEWEST_MEMBERS, MOST_MEMBERS = 2, 30
"""Of a roundtable."""
MOST_MEMORIES = 12
"""Memories that a member is reminded of when a run begins."""


@dataclass(frozen=True)
class Carried:
    """What earlier runs of the cast left: how affinities changed in all, and memories."""

    changes: dict[Pair, float] = field(default_factory=dict)
    memories: tuple[CarriedMemory, ...] = ()
    records: tuple[CarriedRecord, ...] = ()


def compose(
    wish: RoundtableRequest, cast: Cast, form: Format, settings: Settings, voice: VoiceSpec, place: tuple[str, str]
) -> RunConfig:
    """The configuration without what is carried over, and as yet without an id. `place` is a room's id and name.

    Raises `UsageError` where members, topic, turns or policy do not fit, each with its sentence.
    """
    POLICIES[wish.policy]
    language = wish.language or cast.language
    if language not in ("en", "de"):
        raise UnknownName("language", language, ["en", "de"])
    seed = seeded(wish.seed)
    draws = SeededRandom(seed)
    members = chosen_members(cast, form, wish.members, draws)
    topic = said_topic(wish.topic)
    if not topic:
        # A cast's own topics are in its own language; a format's are in both.
        offered = list(cast.topics) if language == cast.language and cast.topics else []
        offered = offered or [each.text(language) for each in form.topics] or [form.purpose.text(language)]
        topic = draws.generator(0, "topic").choice(offered)
    turns = wish.turns if wish.turns is not None else draws.generator(0, "turns").randint(*form.turns)
    cap = wish.cap if wish.cap is not None else settings.talk.cap if settings.talk.cap >= 0 else form.cap
    limits = wish.limits or limits_of(settings)
    config = RunConfig(
        id="",
        cast_id=cast.id,
        cast_name=cast.name,
        members=members,
        format=form,
        topic=topic,
        title=form.name.text(language),
        place=place[0],
        place_name=place[1],
        plan=cast.plan,
        language="de" if language == "de" else "en",
        seed=seed,
        turns=turns,
        policy=wish.policy,
        voice=voice,
        cap=cap,
        warmth=form.warmth,
        limits=limits,
        simulated=wish.simulated,
    )
    if config.simulated and not config.rehearsed():
        return config.model_copy(update={"simulated": False})
    return config


def seeded(wanted: int | None) -> int:
    """The seed that was asked for, else one by chance."""
    return secrets.randbelow(1_000_000) if wanted is None else wanted


def with_carried(config: RunConfig, cast: Cast, carried: Carried) -> RunConfig:
    """The configuration with what earlier runs left, and the id that follows from both."""
    ids = {member.id for member in config.members}
    memories = tuple(
        memory for member in config.members for memory in strongest(carried.memories, member.id) if member.id in ids
    )
    update: dict[str, Any] = {"affinities": carried_affinities(cast, config.members, carried.changes)}
    if config.find(OfficeConfig) is None:
        update["memories"] = memories
    else:
        # What a roundtable distilled is remembered in the office too.
        told = tuple(
            CarriedRecord(
                member=memory.member,
                type="reflection",
                text=memory.text,
                importance=max(1, round(memory.confidence * 10)),
                run=memory.run,
            )
            for memory in memories
        )
        kept = tuple(record for record in carried.records if record.member in ids)
        update["scenes"] = config[OfficeConfig].model_copy(update={"records": told + kept})
    config = config.model_copy(update=update)
    if config.simulated:
        return config.model_copy(update={"id": digest(config)})
    return config.model_copy(update={"id": new_id()})


def new_id() -> str:
    """The id of a run that nobody can foresee."""
    return secrets.token_hex(5)


def digest(config: RunConfig) -> str:
    """Ten hexadecimal digits of the configuration without its id."""
    body: dict[str, Any] = config.as_json() | {"id": ""}
    return hashlib.blake2b(msgspec.json.encode(body, order="sorted"), digest_size=5).hexdigest()


def strongest(memories: Sequence[CarriedMemory], member: str) -> list[CarriedMemory]:
    """The member's `MOST_MEMORIES` surest memories, oldest first: all of them would crowd the prompt."""
    mine = [(i, memory) for i, memory in enumerate(memories) if memory.member == member]
    kept = sorted(mine, key=lambda each: (-each[1].confidence, -each[0]))[:MOST_MEMORIES]
    return [memory for _i, memory in sorted(kept, key=lambda each: each[0])]


def request_fingerprint(config: RunConfig) -> dict[str, Any]:
    """What was asked for: the configuration without its id and without what earlier runs left."""
    asked = config.as_json() | {"id": "", "affinities": [], "memories": []}
    if config.find(OfficeConfig) is not None:
        # The day follows from what is remembered.
        left = {"records", "first_day"}
        asked["scenes"] = {name: value for name, value in asked["scenes"].items() if name not in left}
    return asked


def overridden(config: RunConfig, changes: dict[str, Any], run: str) -> RunConfig:
    """The configuration of a fork. Raises `UsageError` for a field that does not exist or cannot have that value."""
    if isinstance(changes.get("seed"), int):
        possible_seed(changes["seed"])
    try:
        changed = RunConfig.model_validate(config.as_json() | changes | {"id": run})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(
            "A fork cannot have {where} = {get}: {first}.",
            where=where,
            get=f"{first.get('input')!r:.60}",
            first=first["msg"],
        ) from None
    POLICIES[changed.policy]
    if "members" in changes:
        ids = [member.id for member in changed.members]
        for member in ids:
            if ids.count(member) > 1:
                raise UsageError("'{member}' is named twice.", member=member, hint="Name every member once.")
        if changed.find(StoryConfig) is not None:
            _cast_whole(ids, config)
        elif changed.find(OfficeConfig) is None:
            possible_members(len(ids))
        else:
            _seated(ids, changed[OfficeConfig].desks)
    if changed.mode == "scenes" and changed.turns:
        raise UsageError("A run of scenes ends with its days, not after so many turns.", hint="Leave --turns out.")
    if changed.find(StoryConfig) is not None and changed.turns:
        raise UsageError("A story has its length, not so many turns.", hint="Set the story's length instead.")
    if changed.mode in ("roundtable", "duologue"):
        possible_turns(changed.turns)
    return changed


def _seated(ids: Sequence[str], desks: Mapping[str, str]) -> None:
    """Raises `UsageError` where fewer than two go on in the office, or somebody who has no place in it."""
    if len(ids) < 2:
        raise UsageError("In the office at least two go on.", hint="Name another one with --members.")
    for member in ids:
        if member not in desks:
            raise UsageError(
                "'{member}' has no place in this office.", member=member, hint="Name those who were there."
            )


def _cast_whole(ids: Sequence[str], config: RunConfig) -> None:
    """Raises `UsageError` where somebody is left out without whom the story cannot be told."""
    for member in config.members:
        if member.id not in ids:
            raise UsageError("The story cannot do without '{name}'.", name=member.id, hint="Leave --members out.")


def fork_id(parent: State, turn: int, changes: dict[str, Any], edit: str, home: Home, *, simulated: bool) -> str:
    """An id for a fork: a digest where the run is simulated (numbered where it is taken), else by chance."""
    if not simulated:
        return new_id()
    for number in range(1_000):
        seed = msgspec.json.encode([parent.run, turn, changes, edit, number], order="sorted")
        found = hashlib.blake2b(seed, digest_size=5).hexdigest()
        taken = [path for path in runs.all_files(home) if runs.id_of(path) == found]
        if not taken or runs.pristine(taken[0]):
            return found
    return new_id()


def carried_affinities(
    cast: Cast, members: Sequence[Member], changes: dict[Pair, float]
) -> tuple[CarriedAffinity, ...]:
    """Where each pair of `members` stands: as the cast says, and what earlier runs changed."""
    stands = {
        two: round(max(LOWEST, min(HIGHEST, value + changes.get(two, 0.0))), 4)
        for two, value in cast.affinities().items()
    }
    return tuple(
        CarriedAffinity(a=two[0], b=two[1], affinity=stands[two])
        for i, one in enumerate(members)
        for other in members[i + 1 :]
        if (two := pair(one.id, other.id)) in stands
    )


def said_topic(text: str) -> str:
    """The topic on one line. Raises `UsageError` where it is too long."""
    topic = " ".join(printable(text).split())
    if len(topic) > LONGEST_TOPIC:
        raise UsageError(
            "The topic has {count:,} characters; at most {longest_topic:,} are possible.",
            count=len(topic),
            longest_topic=LONGEST_TOPIC,
            hint="Shorten it; what members should know at length belongs into their persona.",
        )
    return topic


def possible_members(count: int) -> None:
    """Raises `UsageError` where so many cannot sit at a table.

    A format's own numbers are advice: what is drawn stays within them, and who names the members may name others.
    """
    if not FEWEST_MEMBERS <= count <= MOST_MEMBERS:
        raise UsageError(
            "A talk has {low} to {high} members, and not {count}.",
            count=count,
            low=FEWEST_MEMBERS,
            high=MOST_MEMBERS,
            hint="Name others with --members.",
        )


def limits_of(settings: Settings) -> Limits:
    """The limits of a run, as set."""
    budget = settings.budget
    return Limits(turns=budget.turns, tokens=budget.tokens, cost=budget.cost, seconds=budget.minutes * 60)


def chosen_members(cast: Cast, form: Format, wanted: Sequence[str], draws: SeededRandom) -> tuple[Member, ...]:
    """Those who were named, by id or name, in the order of the cast; else the coordinator and a seeded choice.

    What is drawn is as many as the format usually has. Raises `UsageError` where somebody is unknown or named twice, or
    where there are too few or too many.
    """
    everybody = cast.coloured()
    low, high = form.members
    if not wanted:
        if len(everybody) < low:
            raise UsageError(
                "The format '{name}' usually has {low} to {high} members; the cast '{name_2}' has {count}.",
                name=form.id,
                low=low,
                high=high,
                name_2=cast.id,
                count=len(everybody),
                hint="Name members to hold it all the same, or choose another format (parley formats).",
            )
        leads = [member.id for member in everybody if member.coordinator][:1]
        others = [member.id for member in everybody if member.id not in leads]
        draws.generator(0, "members").shuffle(others)
        if form.opener == "coordinator":
            order = leads + others
        else:
            order = others + leads
            draws.generator(0, "order").shuffle(order)
        size = len(order) if len(order) <= high else draws.generator(0, "size").randint(low, high)
        present = set(order[:size])
        return tuple(member for member in everybody if member.id in present)
    found = named_members(cast, wanted)
    possible_members(len(found))
    return found


def named_members(cast: Cast, wanted: Sequence[str]) -> tuple[Member, ...]:
    """Those who are named, by id or name, in the order of the cast. Raises `UnknownName`, `UsageError`."""
    everybody = cast.coloured()
    by_name = {member.id: member.id for member in everybody} | {
        member.name.casefold(): member.id for member in everybody
    }
    ids: list[str] = []
    for name in wanted:
        found = by_name.get(name.strip()) or by_name.get(name.strip().casefold())
        if found is None:
            raise UnknownName(
                Sentence("member of '{name}'", name=cast.id), name.strip(), [member.id for member in everybody]
            )
        if found in ids:
            raise UsageError("'{name}' is named twice.", name=name.strip(), hint="Name every member once.")
        ids.append(found)
    return tuple(member for member in everybody if member.id in ids)
