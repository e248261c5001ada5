"""From what somebody asks for to the configuration of a scene or of days in an office."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Literal

from core.base.clock import SeededRandom
from core.base.errors import UnknownName, UsageError
from core.base.sentences import Sentence
from core.cast.cast import Cast
from core.cast.member import Member, VoiceSpec
from core.log.config import CarriedRecord, RunConfig
from core.modes.office import agenda as agendas
from core.modes.office.agenda import WEEKDAYS, Agenda, Recall
from core.modes.office.config import LAST_DAY, OfficeConfig, SceneWish
from core.modes.office.request import EXCHANGES, HOUR, KINDS, TYPES, DayRequest, SceneRequest
from core.modes.office.words import scene_title
from core.office.plan import Plan
from core.office.proximity import assign_desks
from core.settings import Settings
from core.studio.compose import limits_of, named_members, said_topic, seeded

THURSDAY = WEEKDAYS.index("thu")


def compose_day(
    wish: DayRequest, cast: Cast, plan: Plan, settings: Settings, voice: VoiceSpec, today: date
) -> RunConfig:
    """The configuration of days from `today` on, without what earlier runs left. Raises `UsageError` and its kin."""
    _known("exchange", wish.exchange, EXCHANGES)
    agenda = agendas.load()
    members = named_members(cast, wish.members) if wish.members else cast.coloured()
    if len(members) < 2:
        raise UsageError(
            "A day in the office needs at least two members; the cast '{name}' gives {count}.",
            name=cast.id,
            count=len(members),
            hint="Choose another cast (parley casts), or name more members.",
        )
    start = first_day(wish.first_day, wish.days, today)
    office = OfficeConfig.model_validate(
        {
            "agenda": agenda,
            "floor": plan,
            "first_day": start.isoformat(),
            "days": wish.days,
            "exchange": wish.exchange,
            "autopilot": wish.autopilot,
            "recall": _recall(settings),
            "topics": _topics(cast, wish.language),
        }
    )
    return _config(wish, agenda.day, cast, plan, members, office, settings, voice)


def compose_scene(
    wish: SceneRequest, cast: Cast, plan: Plan, settings: Settings, voice: VoiceSpec, today: date
) -> RunConfig:
    """The configuration of one scene, `today`, without what earlier runs left. Raises `UsageError` and its kin."""
    if wish.scene_type not in TYPES:
        raise UnknownName("scene type", wish.scene_type, TYPES)
    _known("kind", wish.kind, KINDS)
    _known("exchange", wish.exchange, EXCHANGES)
    room = named_room(plan, wish.room) if wish.room else ""
    everybody = cast.coloured()
    taking = tuple(member.id for member in named_members(cast, wish.members)) if wish.members else ()
    if len(taking) == 1 or len(everybody) < 2:
        raise UsageError(
            "A scene needs at least two members; one was named."
            if taking
            else Sentence(
                "A scene needs at least two members; the cast '{name}' has {count}.", name=cast.id, count=len(everybody)
            ),
            hint="Name another one with --members." if taking else "Choose another cast (parley casts).",
        )
    if wish.scene_type == "encounter" and len(taking) > 3:
        raise UsageError(
            "An encounter is of two or three; {count} were named.",
            count=len(taking),
            hint="Take --type meeting for more.",
        )
    if wish.clock:
        _clock(wish.clock)
    agenda = agendas.load()
    start = today
    if wish.kind == "dnd" or wish.scene_type == "event":
        start = next_weekday(start, THURSDAY)
    asked = SceneWish.model_validate(
        {
            "scene_type": wish.scene_type,
            "kind": wish.kind,
            "members": taking,
            "room": room,
            "topic": said_topic(wish.topic),
            "exchange": wish.exchange,
            "clock": wish.clock or _hour(agenda, wish.scene_type),
        }
    )
    office = OfficeConfig(
        agenda=agenda,
        floor=plan,
        first_day=start.isoformat(),
        scene=asked,
        recall=_recall(settings),
        topics=_topics(cast, wish.language),
    )
    return _config(wish, agenda.scene, cast, plan, everybody, office, settings, voice)


def _config(
    wish: DayRequest | SceneRequest,
    form: Any,
    cast: Cast,
    plan: Plan,
    members: tuple[Member, ...],
    office: OfficeConfig,
    settings: Settings,
    voice: VoiceSpec,
) -> RunConfig:
    language = wish.language or cast.language
    if language not in ("en", "de"):
        raise UnknownName("language", language, ["en", "de"])
    seed = seeded(wish.seed)
    topic = said_topic(wish.topic)
    if not topic and office.topics and office.scene is None:
        topic = SeededRandom(seed).generator(0, "topic").choice(list(office.topics))
    desks, given = assign_desks(plan, {member.id: member.desk for member in members})
    names = {member.id: member.name for member in members}
    notes = tuple(_seated(names[one], desks[one], plan, language) for one in given)
    office = office.model_copy(
        update={"desks": desks, "notes": notes, "translate": _translation(wish.translate, language)}
    )
    config = RunConfig(
        id="",
        mode="scenes",
        cast_id=cast.id,
        cast_name=cast.name,
        members=members,
        format=form,
        topic=topic,
        title=scene_title(office.scene.scene_type, language) if office.scene else form.name.text(language),
        plan=plan.id,
        language="de" if language == "de" else "en",
        seed=seed,
        turns=0,
        voice=voice,
        cap=settings.talk.cap if settings.talk.cap >= 0 else form.cap,
        warmth=form.warmth,
        limits=wish.limits or limits_of(settings),
        scenes=office,
        simulated=wish.simulated,
    )
    if config.simulated and not config.rehearsed():
        return config.model_copy(update={"simulated": False})
    return config


def first_day(wanted: str, days: int, today: date) -> date:
    """The date of the first day.

    Where nobody says, the days end on a Thursday if they are fewer than four, and begin on a Monday otherwise: a week
    in the office without its evening of D&D is only half of one.
    """
    if not wanted:
        return next_weekday(today, max(0, THURSDAY + 1 - days))
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
    if found > LAST_DAY:
        raise UsageError("{found} is too late to begin; the last day is {last_day}.", found=found, last_day=LAST_DAY)
    return found


def next_weekday(start: date, number: int) -> date:
    """The first day from `start` on with that number in the week; Monday is 0."""
    return start + timedelta(days=(number - start.weekday()) % 7)


def named_room(plan: Plan, wanted: str) -> str:
    """The id of a room that is named by id or by its name in either language. Raises `UnknownName`."""
    for room in plan.rooms:
        if wanted.strip().casefold() in {room.id, room.name.casefold(), room.name_de.casefold()}:
            return room.id
    raise UnknownName(
        Sentence("room of the plan '{name}'", name=plan.id), wanted.strip(), [room.id for room in plan.rooms]
    )


def _known(what: str, name: str, names: Sequence[str]) -> None:
    if name and name not in names:
        raise UnknownName(what, name, names)


def _clock(text: str) -> None:
    if not HOUR.fullmatch(text):
        raise UsageError("'{text}' is no hour.", text=text[:20], hint="Write it as 09:30.")


def _hour(agenda: Agenda, scene_type: str) -> str:
    return next((slot.at for slot in agenda.slots if slot.types[0] == scene_type), "10:00")


def _recall(settings: Settings) -> Recall:
    memory = settings.memory
    return Recall(**{name: getattr(memory, name) for name in Recall.model_fields})


def _topics(cast: Cast, language: str) -> tuple[str, ...]:
    # A cast's topics are in its own language.
    return cast.topics if language in ("", cast.language) else ()


def _translation(wanted: str, language: str) -> Literal["", "en", "de"]:
    if wanted not in ("auto", "", "en", "de"):
        raise UnknownName("language to translate into", wanted, ["auto", "en", "de"])
    if wanted == "auto":
        wanted = "en" if language != "en" else ""
    if wanted == language:
        return ""
    return "en" if wanted == "en" else "de" if wanted == "de" else ""


def _seated(name: str, desk: str, plan: Plan, language: str) -> str:
    room = plan.room(desk.partition("/")[0]).title(language)
    if language == "de":
        return f"{name} hatte keinen Platz auf diesem Plan und bekam einen freien: {room}."
    return f"{name} had no desk on this plan and was given a free place: {room}."


def after(records: Sequence[CarriedRecord], today: date) -> date:
    """The day after all that is remembered; `today` where nothing is, and where that is the end of all days."""
    newest = max((record.moment[:10] for record in records), default="")
    try:
        found = date.fromisoformat(newest) + timedelta(days=1)
    except (ValueError, OverflowError):
        return today
    return max(today, found) if found <= LAST_DAY else today
