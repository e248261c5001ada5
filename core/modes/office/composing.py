"""From what somebody asks for to the configuration of a scene or of days in an office."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Literal

from parley.core.base.clock import LAST_DAY, SeededRandom
from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cast.cast import Cast
from parley.core.cast.member import Member
from parley.core.engine.composing import (
    carried_affinities,
    get_language_of,
    get_limits_of,
    get_memories_of,
    named_members,
    said_topic,
    seeded,
)
from parley.core.engine.composition import Composing
from parley.core.engine.forking import ForkSpec
from parley.core.engine.run_request import check_day
from parley.core.formats import Format
from parley.core.log.config import CarriedRecord, RunConfig
from parley.core.modes.office.config import WEEKDAYS, OfficeConfig, Recall, SceneWish, load_agenda
from parley.core.modes.office.request import EXCHANGES, HOUR, KINDS, TYPES, DayRequest, OfficeRequest, SceneRequest
from parley.core.modes.office.words import get_scene_title
from parley.core.office.plan import Plan
from parley.core.office.proximity import assign_desks

THURSDAY = WEEKDAYS.index("thu")


def compose_day(request: DayRequest, composing: Composing) -> RunConfig:
    """Return the configuration of days in an office, as yet without an id. Raises `UsageError` and its kin."""
    cast, plan = _cast_and_plan(request, composing)
    _check_name_known("exchange", request.exchange, EXCHANGES)
    members = named_members(cast, request.members) if request.members else cast.assign_colours()
    agenda = load_agenda().played_by(sum(member.character is not None for member in members))
    if len(members) < 2:
        raise UsageError(
            "A day in the office needs at least two members; the cast '{name}' gives {count}.",
            name=cast.id,
            count=len(members),
            hint="Choose another cast (parley casts), or name more members.",
        )
    if request.streak is not None:
        agenda = agenda.model_copy(update={"streak": request.streak})
    wish = {"days": request.days, "exchange": request.exchange, "autopilot": request.autopilot}
    office = OfficeConfig.model_validate({"agenda": agenda, "floor": plan, **wish})
    config = _build_config(request, composing, cast, members, agenda.day, office)
    return _add_memories_to_config(
        config, request, composing, cast, lambda day: first_day(request.first_day, request.days, day)
    )


def compose_scene(request: SceneRequest, composing: Composing) -> RunConfig:
    """Return the configuration of one scene, as yet without an id. Raises `UsageError` and its kin."""
    cast, plan = _cast_and_plan(request, composing)
    scene_type, kind = request.scene_type.casefold(), request.kind.casefold()
    if scene_type not in TYPES:
        raise UnknownName("scene type", scene_type, TYPES)
    _check_name_known("kind", kind, KINDS)
    _check_name_known("exchange", request.exchange, EXCHANGES)
    room = named_room(plan, request.room) if request.room else ""
    everybody = cast.assign_colours()  # all are in the house: who is not in the scene may see it
    taking = tuple(member.id for member in named_members(cast, request.members)) if request.members else ()
    if len(taking) == 1 or len(everybody) < 2:
        raise UsageError(
            "A scene needs at least two members; one was named."
            if taking
            else Sentence(
                "A scene needs at least two members; the cast '{name}' has {count}.", name=cast.id, count=len(everybody)
            ),
            hint="Name another one with --members." if taking else "Choose another cast (parley casts).",
        )
    if scene_type == "encounter" and len(taking) > 3:
        raise UsageError(
            "An encounter is of two or three; {count} were named.",
            count=len(taking),
            hint="Take --type meeting for more.",
        )
    if request.clock and not HOUR.fullmatch(request.clock):
        raise UsageError("'{text}' is no hour.", text=request.clock[:20], hint="Write it as 09:30.")
    agenda = load_agenda().played_by(sum(member.character is not None for member in everybody))
    usual = next((slot.at for slot in agenda.slots if slot.types[0] == scene_type), "10:00")
    wish = {"scene_type": scene_type, "kind": kind, "members": taking, "room": room, "exchange": request.exchange}
    wish |= {"topic": said_topic(request.topic), "clock": request.clock or usual}
    office = OfficeConfig(agenda=agenda, floor=plan, scene=SceneWish.model_validate(wish))
    config = _build_config(request, composing, cast, everybody, agenda.scene, office)
    evening = kind == "dnd" or scene_type == "event"
    return _add_memories_to_config(
        config, request, composing, cast, lambda day: next_weekday(day, THURSDAY) if evening else day
    )


def _cast_and_plan(request: OfficeRequest, composing: Composing) -> tuple[Cast, Plan]:
    cast = composing.library.cast(request.cast)
    return cast, composing.library.plan(request.plan or cast.plan)


def _build_config(
    request: OfficeRequest,
    composing: Composing,
    cast: Cast,
    members: tuple[Member, ...],
    form: Format,
    office: OfficeConfig,
) -> RunConfig:
    """Return the configuration, but for what is remembered and the date that follows from that."""
    language = get_language_of(request.language, cast.language)
    seed = seeded(request.seed)
    topic = said_topic(request.topic)
    # A cast's topics are in its own language.
    topics = cast.topics if request.language in ("", cast.language) else ()
    if not topic and topics and office.scene is None:  # a scene without one is about what lies between those in it
        topic = SeededRandom(seed).generator(0, "topic").choice(list(topics))
    desks, given = assign_desks(office.floor, {member.id: member.desk for member in members})
    names = {member.id: member.name for member in members}
    recall = {name: getattr(composing.settings.memory, name) for name in Recall.model_fields}
    office = office.model_copy(
        update={
            "recall": Recall(**recall),
            "topics": topics,
            "desks": desks,
            "notes": tuple(_describe_seating(names[one], desks[one], office.floor, language) for one in given),
            "translate": _resolve_translation(request.translate, language),
        }
    )
    talk = composing.settings.talk
    return RunConfig(
        id="",
        mode="scenes",
        cast_id=cast.id,
        cast_name=cast.name,
        members=members,
        lore=cast.lore,
        world=composing.library.find_world(cast.id),
        format=form,
        topic=topic,
        title=get_scene_title(office.scene.scene_type, language) if office.scene else form.name.text(language),
        plan=office.floor.id,
        language=language,
        seed=seed,
        turns=0,  # it ends with its days
        voice=composing.voice(language),
        cap=talk.cap if talk.cap >= 0 else form.cap,
        temperature=form.temperature,
        limits=request.limits or get_limits_of(composing.settings),
        scenes=office,
        simulated=request.simulated,
    )


def _add_memories_to_config(
    config: RunConfig, request: OfficeRequest, composing: Composing, cast: Cast, begins: Callable[[date], date]
) -> RunConfig:
    """Return the configuration with what earlier runs left, begun behind all that is remembered."""
    carried = composing.carried(request, config)
    # What a roundtable distilled is remembered in the office too.
    distilled = tuple(
        CarriedRecord(
            member=memory.member,
            type="reflection",
            text=memory.text,
            importance=max(1, round(memory.confidence * 10)),
            run=memory.run,
        )
        for memory in get_memories_of(config, carried)
    )
    kept = tuple(record for record in carried.records if config.has(record.member))
    begun = begins(find_day_after(carried.records, composing.today))  # so that no memory lies in the future
    office = config[OfficeConfig].model_copy(update={"first_day": begun.isoformat(), "records": distilled + kept})
    affinities = carried_affinities(cast, config.members, carried.changes)
    return config.model_copy(update={"affinities": affinities, "scenes": office})


def first_day(wanted: str, days: int, today: date) -> date:
    """Return the date of the first day.

    Where nobody says, the days end on a Thursday if they are fewer than four, and begin on a Monday otherwise: a week
    in the office without its evening of D&D is only half of one.
    """
    if not wanted:
        return next_weekday(today, max(0, THURSDAY + 1 - days))  # a single day is a Thursday, two begin on a Wednesday
    names: list[str] = [*WEEKDAYS]
    if wanted.casefold() in names:
        return next_weekday(today, names.index(wanted.casefold()))
    try:
        found = date.fromisoformat(wanted)
    except ValueError:
        raise UsageError(
            "'{wanted}' is no day.",
            wanted=wanted[:40],
            hint=Sentence("Write a date such as 2026-01-08, or one of {names}.", names=", ".join(WEEKDAYS)),
        ) from None
    check_day(found)
    return found


def next_weekday(start: date, number: int) -> date:
    """Return the first day from `start` on with that number in the week; Monday is 0."""
    return start + timedelta(days=(number - start.weekday()) % 7)


def named_room(plan: Plan, wanted: str) -> str:
    """Return the id of a room that is named by id or by its name in either language. Raises `UnknownName`."""
    for room in plan.rooms:
        if wanted.strip().casefold() in {room.id, room.name.casefold(), room.name_de.casefold()}:
            return room.id
    raise UnknownName(
        Sentence("room of the plan '{name}'", name=plan.id), wanted.strip(), [room.id for room in plan.rooms]
    )


def _check_name_known(what: str, name: str, names: Sequence[str]) -> None:
    if name and name not in names:
        raise UnknownName(what, name, names)


def _resolve_translation(wanted: str, language: str) -> Literal["", "en", "de"]:
    if wanted not in ("auto", "", "en", "de"):
        raise UnknownName("language to translate into", wanted, ["auto", "en", "de"])
    into: dict[str, Literal["en", "de"]] = {"auto": "en", "en": "en", "de": "de"}
    return "" if wanted not in into or into[wanted] == language else into[wanted]


def _describe_seating(name: str, desk: str, plan: Plan, language: str) -> str:
    room = plan.room(desk.partition("/")[0]).title(language)
    if language == "de":
        return f"{name} hatte keinen Platz auf diesem Plan und bekam einen freien: {room}."
    return f"{name} had no desk on this plan and was given a free place: {room}."


def find_day_after(records: Sequence[CarriedRecord], today: date) -> date:
    """Return the day after all that is remembered; `today` where nothing is, and where that is the end of all days."""
    newest = max((record.moment[:10] for record in records), default="")  # ISO 8601 sorts as text
    try:
        found = date.fromisoformat(newest) + timedelta(days=1)
    except (ValueError, OverflowError):  # a moment that no calendar has, or the last of all days
        return today
    return max(today, found) if found <= LAST_DAY else today


def _check_changes(_before: RunConfig, after: RunConfig, changes: Mapping[str, Any]) -> None:
    """Raise `UsageError` where fewer than two go on, or somebody who has no place in the office."""
    if "members" in changes:
        if len(after.members) < 2:
            raise UsageError("In the office at least two go on.", hint="Name another one with --members.")
        for member in after.members:
            if member.id not in after[OfficeConfig].desks:  # desks are assigned once, when a run is composed
                raise UsageError(
                    "'{member}' has no place in this office.", member=member.id, hint="Name those who were there."
                )
    if after.turns:
        raise UsageError("A run of scenes ends with its days, not after so many turns.", hint="Leave --turns out.")


FORK = ForkSpec(check=_check_changes)
