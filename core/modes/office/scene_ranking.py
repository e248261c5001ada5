"""Which scene could be next, and what speaks for it: every term is logged and shown."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import combinations

from msgspec import structs

from parley.core.base.clock import SeededRandom
from parley.core.base.sentences import join_all
from parley.core.base.sums import sum_all
from parley.core.cast.affinity import Pair, pair
from parley.core.log.events.base import Message
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig, Slot
from parley.core.modes.office.contributing import may_know
from parley.core.modes.office.events import SceneCandidate, SceneKind, SceneRequested, SceneTerms, SceneType
from parley.core.modes.office.state import CONVERSATIONS, OfficeState, days_since
from parley.core.modes.office.words import fill_sentence, word
from parley.core.modes.office.written.meetings import get_meetings_of
from parley.core.office.proximity import score_near

MOST_PAIRS = 600
"""Pairs that are looked at; a larger cast is sampled."""
MOST_SHOWN = 8
"""Candidates that are logged."""
TRIOS = 3
"""Of how many of the best pairs a third one is tried."""
REST = 3
"""Days, of the office's, in which a thread that was taken up and left open brings no other scene about."""
TOPICAL = 0.3
"""Chance that a talk in passing is about one of the office's topics."""
FRESH = 5
"""So many topics must be new for one to be talked of in passing."""
LONG_AGO = 8
"""Scenes after which two have not talked for as long as can be."""
ENOUGH_THREADS = 2
AGED, MOST_AGED = 0.25, 2.0
"""What a day adds to the weight of an open question or promise, and what one weighs at most."""
MOST_WORKING = 4
MOST_MEETING = 12
WEEKDAY_NAMES = tuple(
    re.compile(rf"\b(?:{names})\b", re.IGNORECASE)
    for names in (
        "monday|montag",
        "tuesday|dienstag",
        "wednesday|mittwoch",
        "thursday|donnerstag",
        "friday|freitag",
        "saturday|samstag",
        "sunday|sonntag",
    )
)
"""By which a promise says until when."""
GATHERING = ("kitchen", "hallway", "lounge", "library")
"""Where people run into each other, if the plan has it."""


class Ground:
    """What the ranking looks at; `able` are those who may be sent into a scene, in cast order."""

    def __init__(self, state: State, rng: SeededRandom, slot: Slot) -> None:
        self.state, self.rng, self.slot = state, rng, slot
        self.config, self.office = state.setup, state[OfficeState]
        office = self.config[OfficeConfig]
        self.agenda, self.weights, self.plan = office.agenda, office.agenda.weights, office.floor
        self.able = [member.id for member in self.config.members if member.id not in state.muted]

    def fresh(self) -> list[str]:
        """Return the office's topics that no scene has had yet."""
        had = {each.started.topic for each in self.office.scenes}
        topics = self.config[OfficeConfig].topics or (self.config.topic,)
        return [topic for topic in topics if topic and topic not in had and topic != self.config.topic]

    def draw_chance(self, purpose: str) -> float:
        """Return a draw of this scene's, in 0 to 1."""
        return self.rng.draw_float(self.office.next_scene, f"scene:{purpose}")


def ranked(state: State, rng: SeededRandom, slot: Slot) -> list[SceneCandidate]:
    """Return the scenes that the slot allows, best first; a conversation too many in a row gives way to work."""
    ground = Ground(state, rng, slot)
    # To talk it takes two.
    talk = len(ground.able) > 1 and ground.office.streak < ground.agenda.streak
    types: list[SceneType] = [each for each in slot.types if talk or each not in CONVERSATIONS]
    found: list[SceneCandidate] = []
    for each in types or ["work"]:  # only talks are due, and none may be held
        if each == "encounter":
            found.extend(build_encounters(ground))
        else:
            found.append(build_gathering(ground, each))
    found.sort(key=lambda candidate: (-candidate.terms.score, candidate.members))  # ties too: same seed, same day
    return found[:MOST_SHOWN]


def build_requested(state: State, rng: SeededRandom, asked: SceneRequested) -> list[SceneCandidate]:
    """Return what the director asked for, with what was left open filled in."""
    slot = Slot(at="00:00", types=(asked.scene_type,), kind=asked.kind, room=asked.room, fixed=True)
    ground = Ground(state, rng, slot)
    if asked.scene_type == "encounter" and not asked.members:
        best = sorted(build_encounters(ground), key=lambda each: (-each.terms.score, each.members))[:MOST_SHOWN]
    else:
        best = [build_gathering(ground, asked.scene_type)]
    found: list[SceneCandidate] = []
    for each in best:
        members = asked.members or each.members
        kind: SceneKind = asked.kind or each.kind
        room = asked.room or each.room
        if asked.scene_type == "encounter" and not asked.room:
            room = meeting_place(ground, members, kind)
        thread = None if asked.topic or asked.scene_type != "encounter" else thread_for(ground, members)
        meets = asked.scene_type == "encounter"
        topic = asked.topic or (topic_for(ground, members, kind, thread) if meets else each.topic)
        # The hour asked for nothing: the director did.
        terms, why = structs.replace(each.terms, schedule=0.0), fill_sentence(ground.config, "asked")
        candidate = structs.replace(
            each, kind=kind, members=members, room=room, topic=topic, terms=terms, why=str(why),
            message=Message.of(why), thread=thread.id if thread else "",
        )  # fmt: skip
        found.append(candidate)
    return found


def build_encounters(ground: Ground) -> list[SceneCandidate]:
    """Return the best scenes in which two or three run into each other."""
    able = ground.able
    pairs = list(combinations(able, 2))
    if len(pairs) > MOST_PAIRS:  # from 36 members on
        pairs = ground.rng.generator(ground.office.next_scene, "scene:pairs").sample(pairs, MOST_PAIRS)
    open_between = _weigh_open_threads(ground.state)
    named = _find_planned_pairs(ground)
    terms = {two: _compute_terms(ground, two, open_between, named) for two in pairs}
    best = sorted(pairs, key=lambda two: (-terms[two].score, two))
    found = [_build_encounter(ground, two, terms[two]) for two in best[:MOST_SHOWN]]
    for two in best[:TRIOS]:
        thirds = [one for one in able if one not in two]
        if len(thirds) < 1 or ground.draw_chance(f"trio:{two}") > 0.5:
            continue
        third = max(thirds, key=lambda one: (_sum_scores_with(terms, two, one), one))
        three = tuple(one for one in able if one in {*two, third})
        if any(candidate.members == three for candidate in found):
            continue
        each = [terms[mates] for mates in combinations(three, 2) if mates in terms]
        found.append(_build_encounter(ground, three, _mean(each)))
    return found


def _sum_scores_with(terms: Mapping[tuple[str, str], SceneTerms], two: Sequence[str], third: str) -> float:
    return sum_all(
        float(terms[mates].score) for one in two for mates in ((one, third), (third, one)) if mates in terms
    )  # fmt: skip


def _mean(terms: Sequence[SceneTerms]) -> SceneTerms:
    names = SceneTerms.__struct_fields__
    return SceneTerms(**{name: round(sum_all(getattr(each, name) for each in terms) / len(terms), 4) for name in names})


def _compute_terms(
    ground: Ground, two: tuple[str, str], threads: Mapping[Pair, float], named: frozenset[Pair]
) -> SceneTerms:
    office, weights = ground.office, ground.weights
    places = [(office.places[one].room, office.places[one].seat) for one in two]
    near = score_near(ground.plan, *places)
    stands = abs(ground.state.get_affinity_of(*two) - 0.5) * 2  # close and tense pairs alike; lukewarm ones count less
    return SceneTerms(
        proximity=round(weights.proximity * near, 4),
        threads=round(weights.threads * min(1.0, threads.get(pair(*two), 0.0) / ENOUGH_THREADS), 4),
        relationship=round(weights.relationship * stands, 4),
        silence=round(weights.silence * _compute_silence(office, two), 4),
        plans=round(weights.plans * (pair(*two) in named), 4),
        pacing=_compute_pacing(ground, "encounter"),
        schedule=_schedule(ground, "encounter"),
        jitter=round(weights.jitter * ground.draw_chance(f"{two[0]}:{two[1]}"), 4),
    )


def _compute_silence(office: OfficeState, two: tuple[str, str]) -> float:
    """Return 1 for two who have not met for long, each and together; −1 for two who have just met each other.

    Half of it is how long ago the two met, half how long ago each of them met anybody, in scenes, up to `LONG_AGO`.
    """
    ago = {"both": LONG_AGO, two[0]: LONG_AGO, two[1]: LONG_AGO}
    for back, scene in enumerate(reversed(office.scenes[-LONG_AGO:])):
        if scene.started.scene_type == "encounter":
            met = [one for one in two if one in scene.started.members]
            for one in [*met, "both"] if len(met) == 2 else met:
                ago[one] = min(ago[one], back)
    alone = (ago[two[0]] + ago[two[1]]) / 2
    return (ago["both"] + alone) / LONG_AGO - 1.0


def _compute_pacing(ground: Ground, scene_type: SceneType) -> float:
    limit = ground.agenda.streak
    tired = min(1.0, ground.office.streak / limit)  # makes 1 to −1 for a talk, −1 to 1 for a quiet scene
    return round(ground.weights.pacing * (1.0 - 2.0 * tired if scene_type in CONVERSATIONS else 2.0 * tired - 1.0), 4)


def _schedule(ground: Ground, scene_type: SceneType) -> float:
    types = ground.slot.types
    asked = 1.0 if types[0] == scene_type else 0.4 if scene_type in types else 0.0  # a slot is for its first type
    return round(ground.weights.schedule * asked, 4)


def _weigh_open_threads(state: State) -> Mapping[Pair, float]:
    """Return what is open between two: more of it the older it is, up to `MOST_AGED` for each."""
    office = state[OfficeState]
    found: defaultdict[Pair, float] = defaultdict(float)
    resting = _find_resting_threads(office)
    for memory in office.list_threads():
        if memory.id in resting:
            continue
        weight = min(MOST_AGED, 1.0 + AGED * days_since(office, memory.moment)) if memory.said else 1.0
        for other in memory.about[:1] if memory.said else memory.about:  # older logs name all who talked
            if other != memory.member:
                found[pair(memory.member, other)] += weight
    return found


def _find_planned_pairs(ground: Ground) -> frozenset[Pair]:
    """Return the pairs of whom one has a plan for today that names the other."""
    names = {member.id: re.compile(rf"(?<!\w){re.escape(member.name)}(?!\w)") for member in ground.config.members}
    plans = [memory for memory in ground.office.memories if memory.type == "plan" and memory.day == ground.office.day]
    return frozenset(
        pair(plan.member, other)
        for plan in plans
        for other, name in names.items()
        if other != plan.member and name.search(plan.text)
    )


def _build_encounter(ground: Ground, members: tuple[str, ...], terms: SceneTerms) -> SceneCandidate:
    kind: SceneKind = "work" if _determine_encounter_kind(ground, members) == "work" else "casual"
    room, why = meeting_place(ground, members, kind), _describe_reasons(ground, members, terms)
    thread = thread_for(ground, members)
    return SceneCandidate(
        scene_type="encounter", kind=kind, room=room, members=members, topic=topic_for(ground, members, kind, thread),
        terms=terms, why=str(why), message=Message.of(why), thread=thread.id if thread else "",
    )  # fmt: skip


def _determine_encounter_kind(ground: Ground, members: Sequence[str]) -> str:
    if ground.slot.kind:
        return ground.slot.kind
    one = choose_visited(ground, members)  # Nobody is asked about what they have finished
    finished = one in ground.office.finished and ground.office.finished[one] == ground.office.tasks.get(one)
    return "work" if ground.draw_chance(f"kind:{'+'.join(members)}") < 0.5 and not finished else "casual"


def meeting_place(ground: Ground, members: Sequence[str], kind: str) -> str:
    """Return where they run into each other: as the slot says, at a desk for work, else where it is near for all."""
    plan, office = ground.plan, ground.office
    if kind != "work" and ground.slot.room in plan.by_id:
        return ground.slot.room
    if kind == "work":
        one = choose_visited(ground, members)
        return ground.config[OfficeConfig].desks.get(one, "").partition("/")[0] or office.places[one].room
    rooms = [name for name in GATHERING if name in plan.by_id]
    rooms = rooms or [room.id for room in plan.rooms if room.ring or room.corridor] or [plan.rooms[0].id]

    def score_room(room: str) -> float:
        found = sum(score_near(plan, (office.places[one].room, office.places[one].seat), (room, "")) for one in members)
        return found + 0.5 * ground.draw_chance(f"room:{room}:{'+'.join(members)}")

    return max(rooms, key=lambda room: (score_room(room), room))  # of equal ones by id: a seed gives the same day


def choose_visited(ground: Ground, members: Sequence[str]) -> str:
    """Return at whose desk they meet for work."""
    # The same draw whenever it is asked of this scene: its room, kind and topic have to agree.
    return members[int(ground.draw_chance(f"visited:{'+'.join(members)}") * len(members))]


def _find_resting_threads(office: OfficeState) -> set[str]:
    """Return the threads that were taken up lately and put off: nobody asks about them again the next day."""
    found = {each.id for each in office.list_threads() if each.open == "promise" and not _is_promise_due(office, each)}
    for scene in reversed(office.scenes):
        if scene.started.day <= office.day - REST:
            break  # scenes are in the order of days
        found.add(scene.started.thread)
    return found


def _is_promise_due(office: OfficeState, promise: MemoryRecord) -> bool:  # "on Monday" said on a Monday: in a week
    """Return whether the day of the week that a promise names has come; one that names none is due at once."""
    named = next((at for at, day in enumerate(WEEKDAY_NAMES) if day.search(promise.said)), None)
    try:
        given, today = date.fromisoformat(promise.moment[:10]), date.fromisoformat(office.date)
    except ValueError:
        return True
    return named is None or today >= given + timedelta(days=(named - given.weekday()) % 7 or 7)


def thread_for(ground: Ground, members: Sequence[str]) -> MemoryRecord | None:
    """Return the oldest question or promise between two of them that all of them know of and that is not put off."""
    resting = _find_resting_threads(ground.office)
    threads = [each for each in ground.office.list_threads(members) if each.id not in resting]
    return next((each for each in threads if may_know(ground.state, each, members)), None)


def topic_for(ground: Ground, members: Sequence[str], kind: str, thread: MemoryRecord | None) -> str:
    """Return what it is about: what is open between them, or one of the office's topics; at a desk the task
    there, over coffee mostly nothing."""
    if thread is not None:
        return thread.said.rstrip(".…! ")  # without its final sign: it becomes a part of a sentence
    threads = [each for each in ground.office.list_threads(members) if not each.said]
    if threads and threads[0].tags:
        return ", ".join(threads[0].tags[:2])
    owner = choose_visited(ground, members)
    if kind == "work" and (task := ground.office.tasks.get(owner)):
        return word(ground.config, "works_on", who=ground.state.name_of(owner), task=task)
    # What a meeting is written about is kept for it.
    written = {each.topic for each in get_meetings_of(ground.config.cast_id, ground.config.language).meetings}
    topics = [topic for topic in ground.fresh() if topic not in written]
    drawn = ground.draw_chance(f"topic:{'+'.join(members)}")
    # The meetings of a week are to have some left.
    return topics[int(drawn / TOPICAL * len(topics))] if drawn < TOPICAL and len(topics) >= FRESH else ""


def _describe_reasons(ground: Ground, members: Sequence[str], terms: SceneTerms) -> str:
    """Return the two strongest grounds in words."""
    tense = ground.state.get_affinity_of(members[0], members[1]) < 0.5
    words = {
        "nearness": terms.proximity,
        "threads": terms.threads,
        "relationship_tense" if tense else "relationship_warm": terms.relationship,
        "silence": terms.silence,
        "plans": terms.plans,
    }
    strong = sorted((name for name, value in words.items() if value > 0.2), key=lambda name: -words[name])[:2]
    return join_all(*(fill_sentence(ground.config, name) for name in strong))


def build_gathering(ground: Ground, scene_type: SceneType) -> SceneCandidate:
    """Return a scene of many: arrival, meeting, work, event, reflection."""
    able, office, weights = ground.able, ground.office, ground.weights
    kind: SceneKind = "casual"
    room, members = "", tuple(able)
    topic = ""
    if scene_type == "meeting":
        kind, members = "meeting", _choose_invited(ground)
        room = ground.plan.room_for(ground.slot.room or "conference").id
        topic = _choose_meeting_topic(ground, members)
    elif scene_type == "work":
        kind, members = "work", _choose_working(ground)
    elif scene_type == "event":
        evenings = (slot.kind for slot in ground.agenda.slots if "event" in slot.types)
        kind = next((each for each in (ground.slot.kind, *evenings) if each), "dnd")
        room = ground.plan.room_for(ground.slot.room or "lounge").id
        topic = word(ground.config, "dnd") if kind == "dnd" else ""
    elif scene_type == "arrival":
        room = ground.slot.room if ground.slot.room in ground.plan.by_id else ground.plan.room_for("hallway").id
    planned = sum(bool(office.tasks.get(one)) for one in members) / max(1, len(members))
    owed = min(1.0, len(office.list_threads(members)) / 5)
    terms = SceneTerms(
        threads=round(weights.threads * owed, 4) if scene_type == "meeting" else 0,
        plans=round(weights.plans * planned, 4) if scene_type == "work" else 0,
        pacing=_compute_pacing(ground, scene_type),
        schedule=_schedule(ground, scene_type),
        jitter=round(weights.jitter * ground.draw_chance(scene_type), 4),
    )
    why = fill_sentence(ground.config, "schedule" if terms.schedule else "pacing_quiet")
    return SceneCandidate(
        scene_type=scene_type, kind=kind, room=room, members=members, topic=topic, terms=terms, why=str(why),
        message=Message.of(why),
    )  # fmt: skip


def _choose_meeting_topic(ground: Ground, members: Sequence[str]) -> str:
    """Return the run's topic in its first meeting, then the office's, each once before one comes again; of these before
    others what is written for those who are there.
    """
    config, office = ground.config, ground.office
    had = Counter(each.started.topic for each in office.scenes)
    if config.topic and not any(each.started.scene_type == "meeting" for each in office.scenes):
        return config.topic
    topics = config[OfficeConfig].topics or (config.topic or word(config, "stand_up"),)
    written = get_meetings_of(config.cast_id, config.language).meetings
    here = {each.topic for each in written if each.speakers <= {*members}}
    least = min(had[topic] for topic in topics)
    topics = tuple(topic for topic in topics if had[topic] == least)
    topics = tuple(topic for topic in topics if topic in here) or topics
    return topics[int(ground.draw_chance("meeting:topic") * len(topics))]


def _choose_invited(ground: Ground) -> tuple[str, ...]:
    """Choose everybody, or in a large cast the coordinator and those with the most open threads."""
    able = ground.able
    if len(able) <= MOST_MEETING:
        return tuple(able)
    threads = Counter(memory.member for memory in ground.office.list_threads())
    leads = {member.id for member in ground.config.members if member.coordinator}
    order = sorted(able, key=lambda one: (one not in leads, -threads[one], ground.draw_chance(f"invited:{one}")))
    return tuple(one for one in able if one in order[:MOST_MEETING])


def _choose_working(ground: Ground) -> tuple[str, ...]:
    """Choose up to four who are seen at work: those who were in the last conversation last."""
    able, office = ground.able, ground.office
    lately = set(office.scenes[-1].started.members) if office.scenes else set()
    order = sorted(able, key=lambda one: (one in lately, ground.draw_chance(f"work:{one}")))
    return tuple(one for one in able if one in order[:MOST_WORKING])
