"""What the director puts in changes the day: scenes are ranked anew, hours of the agenda give way, tasks change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from msgspec import Struct, structs

from parley.core.base import forms
from parley.core.base.clock import SeededRandom
from parley.core.base.labels import label
from parley.core.base.line import capped
from parley.core.base.prompts import prompt
from parley.core.base.stems import stems
from parley.core.log.events.base import Event, Message
from parley.core.log.modes import Happened
from parley.core.log.state import State
from parley.core.log.whispers import is_put_in
from parley.core.modes.office.config import OfficeConfig, Slot
from parley.core.modes.office.events import DayReplanned, Planned, SceneCandidate, Task
from parley.core.modes.office.opening import LAST_HOUR, list_slots
from parley.core.modes.office.scene_ranking import Ground, build_encounters, build_gathering
from parley.core.modes.office.state import OfficeState
from parley.core.modes.office.words import fill_sentence, get_words, word

MOST_CAME, MOST_VOTED = 2, 3
"""Scenes that rules have come for one thing that was put in, and that a voice may."""
MOST_PLANNED = 6
"""Scenes that may wait at a time: a day has room for no more."""
MOST_ENCOUNTERS, MOST_LEADS = 3, 2
LONGEST_TASK = 90
AT = re.compile(r"\b(?:at|by|from|until|um|ab|bis|gegen)\s+([0-9]{1,2}|[^\W\d]+)(?:[:.]([0-5][0-9]))?\b", re.IGNORECASE)
"""By which something that is put in names its hour."""


class Change(NamedTuple):
    """What is to come of something: which of the ranked scenes, and whose task is another one."""

    places: Sequence[int]
    tasks: tuple[Task, ...]
    reason: str = ""
    method: Literal["voice", "rules"] = "rules"


def find_put_in(state: State) -> str:
    """Return what was put in first for all since the last scene began that the day is not planned for; empty: none."""
    office, found = state[OfficeState], ""
    known = {event.text for event in office.replans_of(office.day)}  # the same text twice a day changes nothing
    if not office.running or office.closed or state.setup[OfficeConfig].scene is not None:  # no day that could change
        return ""
    for entry in takewhile(lambda entry: entry.kind != "scene", reversed(state.entries)):
        if is_put_in(entry) and not entry.heard_by and entry.text not in known:
            found = entry.text  # walked backwards: the earliest one remains
    return found


def rank_scenes(state: State, rng: SeededRandom, text: str) -> list[SceneCandidate]:
    """Return the scenes that what was put in can bring about, best first: all gather, some settle it, or see to it."""
    ground = Ground(state, rng, Slot(at="00:00", types=("meeting", "encounter", "work")))  # not a slot of the agenda
    touched = {one: _compute_concern(state, one, text) for one in ground.able}
    order = sorted(ground.able, key=lambda one: (-touched[one], ground.draw_chance(f"lead:{text}:{one}")))
    leads = tuple(one for one in ground.able if one in order[:MOST_LEADS])
    found = [structs.replace(build_gathering(ground, "work"), members=leads)]
    if len(ground.able) > 1:
        found += [build_gathering(ground, "meeting"), *build_encounters(ground)[:MOST_ENCOUNTERS]]
    # So much talk has come of things that now somebody is to do something, where nobody is waited for.
    quiet = ground.weights.pacing * bool(ground.office.planned and not _find_hour(state, text))
    for at, each in enumerate(found):
        concern = sum(touched[one] for one in each.members) / max(1, len(each.members))
        pacing = (quiet if each.scene_type == "work" else -quiet) or each.terms.pacing
        terms = structs.replace(each.terms, plans=round(ground.weights.plans * concern, 4), pacing=pacing)
        why = fill_sentence(ground.config, f"event_{each.scene_type}")
        found[at] = structs.replace(each, topic=text, terms=terms, why=str(why), message=Message.of(why), thread="")
    return sorted(found, key=lambda each: (-each.terms.score, each.members))


def _compute_concern(state: State, member: str, text: str) -> float:
    """Return how much it touches a member, 0 to 1: their name in it, or words of their role and their task."""
    me, language = state.setup.member(member), state.setup.language
    if re.search(rf"(?<!\w){re.escape(me.name)}(?!\w)", text):
        return 1.0
    own = {*stems(f"{me.role} {state[OfficeState].tasks.get(member, '')}", language)}
    return min(1.0, 0.5 * len(own & {*stems(text, language)}) + 0.25 * me.coordinator)


def choose_by_rules(state: State, text: str, found: Sequence[SceneCandidate]) -> Change:
    """Choose the best scene of each type; who sees to it has it as their task."""
    best = {each.scene_type: place for place, each in reversed([*enumerate(found)])}  # reversed: the best of each stays
    places = sorted(best.values())[:MOST_CAME]
    leads = found[best["work"]].members[: None if best["work"] in places else 1]  # without such a scene one sees to it
    task = word(state.setup, "sees_to", text=capped(text, LONGEST_TASK))
    return Change(places, tuple(Task(member=one, task=task) for one in leads))


class _Answer(Struct):
    scenes: list[int]
    tasks: list[Task]
    reason: str = ""


def schema(state: State, found: Sequence[SceneCandidate]) -> dict[str, Any]:
    """Return the JSON schema of what the game master's voice is asked for."""
    numbers = {**forms.INTEGER, "enum": [*range(len(found))]}
    task = forms.record({"member": forms.one_of([*state.setup.names]), "task": forms.TEXT})
    scenes = forms.list_of(numbers, maxItems=MOST_VOTED)
    return forms.record({"scenes": scenes, "tasks": forms.list_of(task), "reason": forms.TEXT})


def read_choice(state: State, found: Sequence[SceneCandidate], answer: str) -> Change:
    """Return the voice's choice, without strangers and excess. Raises `msgspec.DecodeError`."""
    told = forms.read(answer, _Answer)
    places = [place for place in dict.fromkeys(told.scenes) if 0 <= place < len(found)]  # servers may ignore schemas
    tasks = {each.member: capped(" ".join(each.task.split()), LONGEST_TASK) for each in told.tasks}
    known = tuple(Task(member=one, task=task) for one, task in tasks.items() if task and state.setup.has(one))
    return Change(places[:MOST_VOTED], known, capped(" ".join(told.reason.split()), 200), "voice")


def adapt_plan(state: State, text: str, found: Sequence[SceneCandidate], change: Change, **values: Any) -> DayReplanned:
    """Return the day as it goes on: what has an hour of its own is waited for, and the nearest hours give way."""
    office = state[OfficeState]
    places = change.places[: max(0, MOST_PLANNED - len(office.planned))]  # scenes that wait already are kept
    hour = _find_hour(state, text)
    meets = next((place for place in places if found[place].scene_type == "meeting"), (*places, -1)[0])
    types = [(place, found[place].scene_type) for place in places]
    came = [Planned(place=at, clock=hour if at == meets else "", scene_type=each) for at, each in types]
    return DayReplanned(
        **values, day=office.day, text=text, candidates=tuple(found), tasks=change.tasks, method=change.method,
        came=tuple(sorted(came, key=lambda each: each.clock)), gone=_choose_gone(state, came),
    )  # fmt: skip


def _find_hour(state: State, text: str) -> str:
    """Return the hour of this day that a text names, still to come; empty where it names none."""
    hours = get_words(state.setup, "hours")
    for told, minutes in AT.findall(text.casefold()):
        number = int(told) if told.isdecimal() else hours.index(told) + 1 if told in hours else 0  # 0: not an hour
        # In an office two is in the afternoon.
        clock = f"{number + 12 if number < 8 else number:02}:{minutes or '00'}"
        if number and state[OfficeState].clock < clock < LAST_HOUR:
            return clock
    return ""


def _choose_gone(state: State, came: Sequence[Planned]) -> tuple[Planned, ...]:
    """Return what gives way: for each scene the nearest hour of the agenda that is still to come and not fixed."""
    office, config = state[OfficeState], state.setup[OfficeConfig]
    taken = {each.place for event in office.replans_of(office.day) for each in event.gone}
    slots = enumerate(list_slots(config.agenda, date.fromisoformat(office.date)))
    left = [(at, slot) for at, slot in slots if at >= office.slot and at not in taken and not slot.fixed]
    gone = []
    for clock in [each.clock or office.clock for each in came][: len(left)]:
        nearest = min(left, key=lambda each: abs(_parse_minutes(each[1].at) - _parse_minutes(clock)))
        left.remove(nearest)  # each slot gives way once
        gone.append(Planned(place=nearest[0], clock=nearest[1].at, scene_type=nearest[1].types[0]))
    return tuple(sorted(gone, key=lambda each: each.place))


def _parse_minutes(clock: str) -> int:
    return 60 * int(clock[:2]) + int(clock[3:])


def get_due(office: OfficeState, slot: Slot | None) -> tuple[DayReplanned, Planned] | None:
    """Return the planned scene whose time has come before that of the next `slot`; None where there is none."""
    begun = bool(office.scenes) and office.scenes[-1].started.day == office.day  # people have to arrive first
    if not office.planned or office.closed or office.clock >= LAST_HOUR or not (begun or slot is None):
        return None
    return office.planned[0] if slot is None or office.planned[0][1].clock <= max(slot.at, office.clock) else None


def tell_replanned(state: State, event: Event, language: str) -> Iterator[Happened]:
    """Yield what readers are shown of a day that was planned anew: what came, what went, whose task is another."""
    if isinstance(event, DayReplanned):
        told = {"names": state.name_of, "type": lambda name: label("scene_type", name, language)}
        text = " ".join(prompt("replanned", language, event=event, **told).split())
        yield Happened("event", label("office", "replanned", language), text)
