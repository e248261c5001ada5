"""What all runs are put together from: language, seed, id, memories, topic, members, a greeting and limits."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.line import drop_control
from parley.core.base.old_names import restore_old_names
from parley.core.base.sentences import Sentence
from parley.core.cast.affinity import HIGHEST, LOWEST, Pair, pair
from parley.core.cast.cast import Cast
from parley.core.cast.member import Member
from parley.core.engine.composition import Carried
from parley.core.engine.director import LONGEST_TOPIC
from parley.core.formats import Format
from parley.core.log.config import CarriedAffinity, CarriedMemory, Greeting, Limits, RunConfig
from parley.core.log.modes import MODES
from parley.core.log.persona import fill_macros
from parley.core.settings import Settings

FEWEST_MEMBERS, MOST_MEMBERS = 2, 30
"""Of a roundtable."""
MOST_MEMORIES = 12
"""Memories that a member is reminded of when a run begins."""
LANGUAGES = ("en", "de")


def get_language_of(wanted: str, usual: str) -> Literal["en", "de"]:
    """Return the language that was asked for, else the usual one. Raises `UnknownName`."""
    language = wanted or usual
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    return "de" if language == "de" else "en"  # spelled out: mypy narrows no str to a Literal


def on_its_clock(config: RunConfig) -> RunConfig:
    """Return the same on a real clock where one of its voices is no rehearsal."""
    if config.simulated and not config.is_rehearsed():
        return config.model_copy(update={"simulated": False})
    return config


def with_id(config: RunConfig) -> RunConfig:
    """Return the whole configuration: with an id that follows from the rest where it is simulated, else by chance."""
    return config.model_copy(update={"id": digest(config) if config.simulated else new_id()})


def get_memories_of(config: RunConfig, carried: Carried) -> tuple[CarriedMemory, ...]:
    """Return what the members are reminded of."""
    return tuple(memory for member in config.members for memory in find_strongest(carried.memories, member.id))


def seeded(wanted: int | None) -> int:
    """Return the seed that was asked for, else one by chance."""
    return secrets.randbelow(1_000_000) if wanted is None else wanted


def new_id() -> str:
    """Return the id of a run that nobody can foresee."""
    return secrets.token_hex(5)


def digest(config: RunConfig) -> str:
    """Return ten hexadecimal digits of the configuration without its id."""
    body: dict[str, Any] = restore_old_names(config.as_json() | {"id": ""})  # ids of earlier versions stay the same
    return hashlib.blake2b(msgspec.json.encode(body, order="sorted"), digest_size=5).hexdigest()


def find_strongest(memories: Sequence[CarriedMemory], member: str) -> list[CarriedMemory]:
    """Return the member's `MOST_MEMORIES` surest memories, oldest first: all of them would crowd the prompt."""
    mine = [(i, memory) for i, memory in enumerate(memories) if memory.member == member]
    kept = sorted(mine, key=lambda each: (-each[1].confidence, -each[0]))[:MOST_MEMORIES]  # of equally sure the newer
    return [memory for _i, memory in sorted(kept, key=lambda each: each[0])]


def request_fingerprint(config: RunConfig) -> dict[str, Any]:
    """Return what was asked for: the configuration without its id and without what earlier runs left."""
    asked = config.as_json() | {"id": "", "affinities": [], "memories": []}
    spec = MODES[config.mode]
    if spec.section in asked:
        section = asked[spec.section]
        asked[spec.section] = {name: value for name, value in section.items() if name not in spec.carried}
    return asked


def carried_affinities(
    cast: Cast, members: Sequence[Member], changes: dict[Pair, float]
) -> tuple[CarriedAffinity, ...]:
    """Return where each pair of `members` stands: as the cast says, and what earlier runs changed."""
    homes = cast.affinities()
    stands = {two: round(max(LOWEST, min(HIGHEST, value + changes.get(two, 0.0))), 4) for two, value in homes.items()}
    return tuple(
        CarriedAffinity(
            a=two[0], b=two[1], affinity=stands[two], home=homes[two] if stands[two] != homes[two] else None
        )
        for i, one in enumerate(members)
        for other in members[i + 1 :]
        if (two := pair(one.id, other.id)) in stands
    )


def said_topic(text: str) -> str:
    """Return the topic on one line. Raises `UsageError` where it is too long."""
    topic = " ".join(drop_control(text).split())
    if len(topic) > LONGEST_TOPIC:
        raise UsageError(
            "The topic has {count:,} characters; at most {longest_topic:,} are possible.",
            count=len(topic),
            longest_topic=LONGEST_TOPIC,
            hint="Shorten it; what members should know at length belongs into their persona.",
        )
    return topic


def check_members(count: int) -> None:
    """Raise `UsageError` where so many cannot sit at a table.

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


def get_greeting_of(config: RunConfig, wanted: str, *, several: bool | None = None) -> Greeting | None:
    """Return who begins with a line that they brought along: `wanted` names a member, and behind a colon which of their
    greetings (from 1; else the first); None where nobody is named.

    In a talk of `several` (else: of more than two) those for groups come first. Raises `UsageError` and its kin.
    """
    name, _, number = wanted.strip().rpartition(":") if ":" in wanted else (wanted.strip(), "", "1")
    if not wanted.strip():
        return None
    several = len(config.members) > 2 if several is None else several
    member = next((one for one in config.members if name.strip().casefold() in {one.id, one.name.casefold()}), None)
    if member is None:
        able = [one.id for one in config.members if get_greetings_of(one, several=several)]
        raise UnknownName("member who can begin with a greeting", name.strip(), able)
    texts = get_greetings_of(member, several=several)
    if not texts:
        raise UsageError(
            "{name} brought no greeting along.", name=member.name, hint="Only members from character cards have some."
        )
    if not number.strip().isdecimal() or not 1 <= int(number[:6]) <= len(texts):  # int() takes 4,300 digits at most
        raise UsageError(
            "{name} has {count} {count:greeting|greetings}, and no '{number}'.",
            name=member.name, count=len(texts), number=number[:20],
        )  # fmt: skip
    told = tuple(fill_macros(config, member, text) for text in texts)
    return Greeting(member=member.id, texts=told, chosen=int(number) - 1)


def get_greetings_of(member: Member, *, several: bool) -> tuple[str, ...]:
    """Return what a member may begin a talk with, macros and all."""
    if member.card is None:
        return ()
    return (*(member.card.group_greetings if several else ()), *member.card.greetings)


def get_limits_of(settings: Settings) -> Limits:
    """Return the limits of a run, as set."""
    budget = settings.budget
    return Limits(turns=budget.turns, tokens=budget.tokens, cost=budget.cost, seconds=budget.minutes * 60)


def chosen_members(cast: Cast, form: Format, wanted: Sequence[str], rng: SeededRandom) -> tuple[Member, ...]:
    """Return those who were named, by id or name, in the order of the cast; else the coordinator and a seeded choice.

    What is drawn is as many as the format usually has. Raises `UsageError` where somebody is unknown or named twice, or
    where there are too few or too many.
    """
    everybody = cast.assign_colours()
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
        rng.generator(0, "members").shuffle(others)  # a generator for each purpose: a draw more here shifts no other
        if form.opener == "coordinator":
            order = leads + others  # cut at the size below, it still has whoever opens
        else:
            order = others + leads
            rng.generator(0, "order").shuffle(order)
        size = len(order) if len(order) <= high else rng.generator(0, "size").randint(low, high)
        present = set(order[:size])
        return tuple(member for member in everybody if member.id in present)
    found = named_members(cast, wanted)
    check_members(len(found))
    return found


def named_members(cast: Cast, wanted: Sequence[str]) -> tuple[Member, ...]:
    """Return those who are named, by id or name, in the order of the cast. Raises `UnknownName`, `UsageError`."""
    everybody = cast.assign_colours()
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
