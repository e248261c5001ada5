"""A scene opens: how important it is, how it is played, who goes where and who looks on."""

from __future__ import annotations

from datetime import date, timedelta

from msgspec import structs

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import VoiceError
from parley.core.engine.stage import Stage
from parley.core.log.config import RunConfig
from parley.core.log.state import State
from parley.core.modes.office.config import WEEKDAYS, Agenda, OfficeConfig, Slot
from parley.core.modes.office.events import Exchange, Placed, SceneCandidate, SceneRanked, SceneStarted
from parley.core.modes.office.scene_ranking import GATHERING
from parley.core.modes.office.state import ALONE, OfficeState, owed_to
from parley.core.modes.office.words import fill_sentence
from parley.core.modes.office.written.scripts import choose_script, lines_of
from parley.core.office.proximity import gather

STRONG_GROUNDS = 2.0
"""The sum of weighted threads, relationship, silence and plans at which a scene is as important as it can be."""

OWED = 1.2
"""What it adds to these grounds that a question or promise is taken up: such a talk is one that matters."""


def open_scene(stage: Stage, ranked: SceneRanked) -> SceneStarted:
    """Return the chosen candidate as a scene: everybody on their way."""
    state, config = stage.state, stage.config
    office, office_config = state[OfficeState], config[OfficeConfig]
    chosen = ranked.candidates[ranked.chosen]
    number = office.next_scene
    importance = _compute_importance(config, chosen)
    exchange, reason = _exchange(state, chosen, importance)
    places = _assign_places(state, stage.rng(), chosen)
    now = dict(office.places) | {place.member: place for place in places}  # who only passes by is in `places` as well
    beside = [
        member.id
        for member in config.members
        if chosen.room and member.id not in chosen.members and now[member.id].room == chosen.room
    ]
    slot = next_slot(office_config, office)
    # A scene that was called, or that came of what was put in, uses no slot and has no length of its own.
    minutes = slot.minutes if slot and ranked.method not in {"director", "event"} else 20
    thread = office.get_memory(chosen.thread) if chosen.thread and office.has_memory(chosen.thread) else None
    started = SceneStarted(
        at=stage.clock.now(),
        scene=number,
        day=office.day,
        clock=ranked.clock,
        scene_type=chosen.scene_type,
        kind=chosen.kind,
        room=chosen.room,
        members=chosen.members,
        bystanders=tuple(beside),
        topic=chosen.topic,
        importance=importance,
        exchange=exchange,
        reason=reason,
        minutes=minutes,
        places=places,
        host=_choose_host(state, stage.rng(), chosen),
        thread=thread.id if thread else "",
        owes=thread.member if thread else "",
        owed=thread.open if thread else "",
        cause=office.planned[0][0].text if ranked.method == "event" else "",  # `planned` shrinks when this is folded
    )
    if all(_is_staged(stage, member) for member in chosen.members):  # a model's words would not fit written ones
        started = structs.replace(started, written=choose_script(state, stage.rng(), started))
        if started.kind == "dnd" and (lines := lines_of(config, started)):
            # Who tells a written evening leads it.
            started = structs.replace(started, host=lines[0].by)
    return started


def _is_staged(stage: Stage, member: str) -> bool:
    """Return whether the member has nobody's words but written ones."""
    try:
        return stage.capabilities(member).staged
    except VoiceError:
        return False


def _compute_importance(config: RunConfig, chosen: SceneCandidate) -> float:
    """Return it between the bounds of its kind, by how strong the grounds are that lie in the people."""
    low, high = config[OfficeConfig].agenda.rules(chosen.kind).importance
    terms = chosen.terms
    grounds = terms.threads + terms.relationship + terms.silence + terms.plans + OWED * bool(chosen.thread)
    return round(low + (high - low) * max(0.0, min(1.0, grounds / STRONG_GROUNDS)), 1)


def _exchange(state: State, chosen: SceneCandidate, importance: float) -> tuple[Exchange, str]:
    config, office = state.setup, state.setup[OfficeConfig]
    asked = state[OfficeState].requested[0].exchange if state[OfficeState].requested else ""
    forced = asked or (office.scene.exchange if office.scene else "") or office.exchange
    if chosen.scene_type in ALONE:
        return "round", fill_sentence(config, "round")
    if forced in {"weave", "sequential"}:
        return ("weave" if forced == "weave" else "sequential"), fill_sentence(config, f"{forced}_forced")
    if chosen.scene_type == "meeting":
        return "sequential", fill_sentence(config, "meeting")
    if chosen.scene_type == "event":
        return "weave", fill_sentence(config, "event")
    threshold = office.agenda.threshold
    if importance >= threshold:
        return "sequential", fill_sentence(config, "pivotal", importance=importance, threshold=threshold)
    return "weave", fill_sentence(config, "light", importance=importance, threshold=threshold)


def _assign_places(state: State, rng: SeededRandom, chosen: SceneCandidate) -> tuple[Placed, ...]:
    """Return all who change theirs: those in the scene come, the others go back to their desks, or stay on a while."""
    config, office = state.setup, state[OfficeState]
    office_config = config[OfficeConfig]
    wanted: dict[str, tuple[str, str]] = {}
    for member in config.members:
        here = office.places[member.id]
        room, seat = office_config.get_desk(member.id)
        lingers = rng.draw_float(office.next_scene, f"scene:linger:{member.id}") < office_config.agenda.linger
        if not lingers or here.room in {"", room} or not office.scenes:  # before the first scene nobody lingers
            wanted[member.id] = room, seat
        else:
            wanted[member.id] = here.room, here.seat
    if chosen.room:
        wanted |= _choose_passers(state, rng, chosen, wanted)
        taken = [wanted[one][1] for one in wanted if one not in chosen.members and wanted[one][0] == chosen.room]
        wanted |= gather(office_config.floor, chosen.room, chosen.members, office_config.desks, taken)
    else:
        wanted |= {one: office_config.get_desk(one) for one in chosen.members}
    return tuple(
        Placed(member=member, room=room, seat=seat)
        for member, (room, seat) in wanted.items()
        if (office.places[member].room, office.places[member].seat) != (room, seat)  # only changes are logged
    )


def _choose_passers(
    state: State, rng: SeededRandom, chosen: SceneCandidate, wanted: dict[str, tuple[str, str]]
) -> dict[str, tuple[str, str]]:
    """Return who happens to be there when others run into each other, and will see but not hear."""
    if chosen.scene_type != "encounter" or chosen.room not in GATHERING:
        return {}
    office, scene = state.setup[OfficeConfig], state[OfficeState].next_scene
    passing = [
        one
        for one, (room, _seat) in wanted.items()
        if one not in chosen.members
        and room != chosen.room
        and rng.draw_float(scene, f"scene:passing:{one}") < office.agenda.passing
    ]
    return gather(office.floor, chosen.room, passing, office.desks)


def _choose_host(state: State, rng: SeededRandom, chosen: SceneCandidate) -> str:
    """Return who opens and leads: the coordinator, at the D&D table the dungeon master, else one of the two."""
    members = {member.id: member for member in state.setup.members if member.id in chosen.members}
    if chosen.scene_type in ALONE:
        return ""
    if chosen.kind == "dnd":
        # Whoever plays no character leads the game as its dungeon master.
        free = [one for one, member in members.items() if member.character is None]
        return (free or _draw_order(list(members), rng, state[OfficeState].next_scene))[0]
    office = state[OfficeState]
    waiting = office.get_memory(chosen.thread) if office.has_memory(chosen.thread) else None
    if waiting is not None and (owed := owed_to(waiting)) in members:
        return owed  # Who waits for an answer, or for what was promised, brings it up
    leads = [one for one, member in members.items() if member.coordinator]
    if chosen.scene_type == "meeting" and leads:
        return leads[0]
    return _draw_order(list(members), rng, state[OfficeState].next_scene)[0]


def _draw_order(members: list[str], rng: SeededRandom, scene: int) -> list[str]:
    place = int(rng.draw_float(scene, "scene:host") * len(members))
    return members[place:] + members[:place]


LAST_HOUR = "23:00"
"""Nothing begins later than this."""


def date_of(office: OfficeConfig, day: int) -> date:
    """Return the date of the `day`th day, from 1: days on which the agenda has nothing are left out."""
    found = date.fromisoformat(office.first_day)
    count = 0
    for _ in range(7 * day + 7):  # bounded, for an agenda may have no slot on any day
        if list_slots(office.agenda, found):
            count += 1
            if count == day:
                return found
        found += timedelta(days=1)
    return found


def list_slots(agenda: Agenda, day: date) -> list[Slot]:
    """Return the slots of a date, in order."""
    name = WEEKDAYS[day.weekday()]
    return [slot for slot in agenda.slots if name in slot.days]


def next_slot(office_config: OfficeConfig, office: OfficeState) -> Slot | None:
    """Return the slot that is next today; None where the day is done."""
    if office.closed or not office.date:  # before the first day there is no date
        return None
    slots = list_slots(office_config.agenda, date.fromisoformat(office.date))
    return slots[office.slot] if office.slot < len(slots) and office.clock < LAST_HOUR else None
