"""From what somebody asks for to the configuration of a roundtable."""

from __future__ import annotations

from parley.core.base.clock import SeededRandom
from parley.core.engine.composing import (
    carried_affinities,
    chosen_members,
    get_greeting_of,
    get_language_of,
    get_limits_of,
    get_memories_of,
    said_topic,
    seeded,
)
from parley.core.engine.composition import Composing
from parley.core.log.config import RunConfig
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.turn_taking.policies import POLICIES


def compose(request: RoundtableRequest, composing: Composing) -> RunConfig:
    """Return the configuration of a roundtable, as yet without an id. Raises `UsageError` and its kin."""
    cast, form = composing.library.cast(request.cast), composing.library.format(request.format)
    room = composing.library.plan(cast.plan).room_for(form.room)
    POLICIES[request.policy]  # raises `UnknownName`
    language = get_language_of(request.language, cast.language)
    seed = seeded(request.seed)
    rng = SeededRandom(seed)
    members = chosen_members(cast, form, request.members, rng)
    topic = said_topic(request.topic)
    if not topic:
        # A cast's own topics are in its own language; a format's are in both.
        offered = list(cast.topics) if language == cast.language and cast.topics else []
        offered = offered or [each.text(language) for each in form.topics] or [form.purpose.text(language)]
        topic = rng.generator(0, "topic").choice(offered)  # its own generator: no other draw depends on it
    usual_cap = composing.settings.talk.cap if composing.settings.talk.cap >= 0 else form.cap
    config = RunConfig(
        id="",
        cast_id=cast.id,
        cast_name=cast.name,
        world=composing.library.find_world(cast.id),
        members=members,
        format=form.model_copy(update={"kind": ""}),  # as it is read back: `kind` is in no log
        topic=topic,
        title=form.name.text(language),
        place=room.id,
        place_name=room.title(request.language or cast.language),
        plan=cast.plan,
        language=language,
        seed=seed,
        turns=request.turns if request.turns is not None else rng.generator(0, "turns").randint(*form.turns),
        policy=request.policy,
        voice=composing.voice(language),
        cap=request.cap if request.cap is not None else usual_cap,
        temperature=form.temperature,
        limits=request.limits or get_limits_of(composing.settings),
        simulated=request.simulated,
        lore=cast.lore,
    )
    carried = composing.carried(request, config)
    affinities = carried_affinities(cast, members, carried.changes)
    told = {"affinities": affinities, "memories": get_memories_of(config, carried)}  # carried over from earlier runs
    return config.model_copy(update=told | {"greeting": get_greeting_of(config, request.greeting)})
