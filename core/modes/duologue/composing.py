"""From what somebody asks for to the configuration of a duologue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from parley.core.base.definition import read_toml
from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.line import drop_control
from parley.core.base.sentences import Sentence
from parley.core.cast.cast import Cast
from parley.core.cast.colours import fill_gaps
from parley.core.cast.member import PLAYER, RESERVED, Member, VoiceSpec, make_slug
from parley.core.engine.composing import get_greeting_of, get_language_of, get_limits_of, said_topic, seeded
from parley.core.engine.composition import Composing
from parley.core.engine.run_request import MOST_TURNS
from parley.core.engine.voice_names import meant_by
from parley.core.formats import Format, Localised
from parley.core.home import Definitions, parse_path
from parley.core.log.config import RunConfig
from parley.core.measures.convergence import CALCULATORS, PROFILES
from parley.core.modes.duologue.config import Awareness, DuologueConfig, Side, Stop, load_awareness
from parley.core.modes.duologue.request import TURNS, WHEN_FULL, DuologueRequest, SideRequest, check_threshold
from parley.core.modes.duologue.topology import KINDS, MOST, Router

LONGEST_NAME = 80
OPENINGS = {
    "en": "Hello. I would like to know what you think about most when nobody asks you anything.",
    "de": "Hallo. Ich wüsste gern, worüber du am meisten nachdenkst, wenn dich niemand etwas fragt.",
}
MEETING = {"en": "You meet.", "de": "Ihr begegnet euch."}
"""What all are sent first where somebody begins with a greeting and nothing else was asked for."""
FORMAT = Format(
    id="duologue",
    name=Localised(en="Duologue", de="Duolog"),
    purpose=Localised(en="To see how the two talk with each other.", de="Zu sehen, wie die beiden miteinander reden."),
    members=(2, 30),
    turns=(1, MOST_TURNS),
    temperature=0.7,
    opening=Localised(en="Answer the opening prompt.", de="Antworte auf die Eröffnung."),
    closing=Localised(en="Come to an end.", de="Komm zu einem Ende."),
    distils=(),
    cap=0,
    room="",
)

FILES = (
    Definitions("level of awareness", "", Awareness, "awareness"),
    Definitions("topology", "", Router, "router"),
)
"""What people write for duologues beside casts."""


def compose(request: DuologueRequest, composing: Composing) -> RunConfig:
    """Return the configuration of a duologue, as yet without an id; it remembers nothing of earlier ones.

    Raises `UsageError` and its kin.
    """
    cast = composing.library.cast(request.cast) if request.cast else None
    window = "de" if composing.settings.look.language == "de" else "en"
    language = get_language_of(request.language, cast.language if cast else window)
    voice = composing.voice(language)
    members = _build_members(request, cast, voice)
    ids = [member.id for member in members]
    router = get_router_of(request.router, request.hub, members)
    if request.voice is None and not router.voice:  # the run's own voice does the routing
        voice = _choose_shared_voice(members, voice)
    opening = said_topic(request.opening) or (MEETING if request.greeting else OPENINGS)[language]
    levels = [get_awareness_of(side.awareness or request.awareness) for side in request.sides]
    talk = DuologueConfig(
        opening=opening,
        router=router,
        sides={
            one: Side(awareness=level, system=drop_control(side.system).strip())
            for one, level, side in zip(ids, levels, request.sides, strict=True)
        },
        choose_names=request.choose_names,
        stop=stop_of(request.stop_at, request.stop_profile, request.stop_by, request.on_convergence),
        context=request.context,
        when_full=when_full_of(request.when_full),
        framed=False,
        warm=request.temperature is not None,
    )
    for level in levels:
        if fault := level.find_fault(ids):
            raise UsageError(fault, hint=Sentence("Write a, b or one of these: {names}.", names=", ".join(ids)[:200]))
    config = RunConfig(
        id="",
        mode="duologue",
        cast_id=cast.id if cast else "duologue",
        cast_name=cast.name if cast else "",
        members=members,
        format=FORMAT,
        topic=opening,
        title=FORMAT.name.text(language),
        language=language,
        seed=seeded(request.seed),
        turns=TURNS if request.turns is None else request.turns,
        voice=voice,
        cap=max(0, request.cap or 0),
        temperature=FORMAT.temperature if request.temperature is None else request.temperature,
        limits=request.limits or get_limits_of(composing.settings),
        duologue=talk,
        simulated=request.simulated,
        lore=cast.lore if cast else (),
    )
    return config.model_copy(update={"greeting": get_greeting_of(config, request.greeting)})


def _build_members(request: DuologueRequest, cast: Cast | None, usual: VoiceSpec) -> tuple[Member, ...]:
    if len(request.sides) < 2:
        raise UsageError("A duologue needs two sides.", hint="Name them: -a NAME -b NAME.")
    if len(request.sides) > MOST:
        raise UsageError("A talk is among 2 to {most}; there are {count}.", most=MOST, count=len(request.sides))
    found: list[Member] = []
    for side in request.sides:
        member = _apply_temperature(_compose_member(side, cast), side.temperature, usual)
        taken = [each.id for each in found]
        if member.id in taken or member.id in (RESERVED, PLAYER):
            base = member.id[:36]  # the same model twice is what is studied most
            number = next(n for n in range(2, 99) if f"{base}-{n}" not in taken)  # there are at most thirty sides
            name = f"{member.name[: LONGEST_NAME - 3]} {number}"
            member = member.model_copy(update={"id": f"{base}-{number}", "name": name})
        found.append(member)
    colours = fill_gaps([member.colour for member in found])
    return tuple(
        member if member.colour else member.model_copy(update={"colour": colour})
        for member, colour in zip(found, colours, strict=True)
    )


def _choose_shared_voice(members: Sequence[Member], usual: VoiceSpec) -> VoiceSpec:
    """Return the run's voice: the usual one, or, where nobody speaks through that, the first side's."""
    if any(member.voice is None for member in members) or not (first := members[0].voice):
        return usual
    return first.model_copy(update={"temperature": None})  # it was asked for on that side only


def _compose_member(side: SideRequest, cast: Cast | None) -> Member:
    name = " ".join(drop_control(side.name).split())
    if not name:
        raise UsageError("A side has no name.", hint="Name both: -a NAME -b NAME.")
    if cast is not None:
        for one in cast.assign_colours():
            if name.casefold() in {one.id, one.name.casefold()}:
                return one.model_copy(update={"voice": side.voice}) if side.voice else one
        raise UnknownName(Sentence("member of '{name}'", name=cast.id), name, [one.id for one in cast.members])
    meant = meant_by(name)
    spec = side.voice or meant
    if ":" in name and meant and spec and (meant.provider, meant.model) != (spec.provider, spec.model):
        raise UsageError(
            "The side '{name}' would speak through {voice}, and every export would say otherwise.",
            hint="Name the side otherwise.",
            name=name[:60],
            voice=spec.label,
        )
    try:
        return Member(id=make_slug(name), name=name[:LONGEST_NAME].strip(), voice=spec)
    except ValidationError as error:
        why = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
        raise UsageError("'{name}' cannot be a side's name: {why}.", name=name[:60], why=why) from None


def _apply_temperature(member: Member, temperature: float | None, usual: VoiceSpec) -> Member:
    if temperature is None:
        return member
    return member.model_copy(update={"voice": (member.voice or usual).model_copy(update={"temperature": temperature})})


def get_router_of(wanted: str | Mapping[str, Any], hub: str, members: Sequence[Member]) -> Router:
    """Return the topology: a kind (empty: the usual one), a TOML file, or what would stand in one; it may name members
    by id or by name. Raises `UsageError` and its kin where it does not fit the members.
    """
    kind = wanted or ("alternation" if len(members) == 2 else "round_table")
    if not isinstance(kind, str):
        try:
            router = Router.model_validate(kind)
        except ValidationError as error:
            why = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
            raise UsageError("This topology cannot be: {why}.", why=why) from None
    elif kind.endswith(".toml"):
        router = read_toml(parse_path(kind), Router)
    elif kind == "content":
        raise UsageError(
            "Content-based routing needs its rules.", hint="Write them into a TOML file: --router FILE.toml"
        )
    elif kind in KINDS:
        router = Router.model_validate({"kind": kind})
    else:
        raise UnknownName("router", kind, KINDS)
    router = _by_id(router.model_copy(update={"hub": hub}) if hub else router, members)
    if fault := router.find_fault([member.id for member in members]):
        raise UsageError(fault)
    return router


def _by_id(router: Router, members: Sequence[Member]) -> Router:
    """Return the router with everybody named by id."""
    ids = {name: member.id for member in members for name in (make_slug(member.name), member.name.casefold())}
    ids |= {member.id: member.id for member in members}  # last: ids override names

    def find_id(name: str) -> str:
        return ids.get(name) or ids.get(name.strip().casefold()) or ids.get(make_slug(name)) or name if name else ""

    rules = tuple(rule.model_copy(update={"to": find_id(rule.to)}) for rule in router.rules)
    return router.model_copy(update={"hub": find_id(router.hub), "rules": rules})


def get_awareness_of(name: str) -> Awareness:
    """Return a level by its name, or by a TOML file's path. Raises `UnknownName`, `DefinitionError`, `FileError`."""
    if name.endswith(".toml"):
        return read_toml(parse_path(name), Awareness)
    return load_awareness(name)


def when_full_of(name: str) -> Literal["drop", "summarise"]:
    """Return what is done with the history that a side is no longer sent. Raises `UnknownName`."""
    if name not in WHEN_FULL:
        raise UnknownName("way to make room", name, WHEN_FULL)
    return "drop" if name == "drop" else "summarise"


def stop_of(threshold: float | None, profile: str, calculator: str, action: str) -> Stop | None:
    """Return where the talk stops or pauses; None without a threshold. Raises `UsageError` and its kin."""
    for what, name, known in (
        ("convergence profile", profile, list(PROFILES)),
        ("convergence calculator", calculator, list(CALCULATORS)),
        ("way to act on convergence", action, ["stop", "pause"]),
    ):
        if name not in known:
            raise UnknownName(what, name, known)
    if threshold is None:
        return None
    check_threshold(threshold)
    return Stop.model_validate(
        {
            "threshold": threshold,
            "profile": profile,
            "calculator": calculator,
            "action": action,
        }
    )
