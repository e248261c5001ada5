"""The parts of a beat: what everybody in the scene is asked for at once, and the memories that come to their minds.

What somebody can know of another is what they see, what they were told, what lies open between the two. All of it
follows from the log, and only from what this member witnessed: never from words that they did not hear, and never from
thoughts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from msgspec import structs

from parley.core.base.errors import RunError, VoiceError
from parley.core.base.line import capped
from parley.core.base.prompts import prompt
from parley.core.base.sums import sum_all
from parley.core.cast.affinity import compute_tension
from parley.core.engine.requests import DIRECTION_TOKENS, get_chance_of, get_temperature_of
from parley.core.engine.stage import Stage
from parley.core.log.config import RunConfig
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.events.turn import Move, Recalled, VoiceReplied
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import State, Turn
from parley.core.log.whispers import yield_waiting
from parley.core.modes.office.config import OfficeConfig, get_room_title
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.memory.retrieval import Memories
from parley.core.modes.office.state import ALONE, CONVERSATIONS, OfficeState, Scene, days_since, owed_to
from parley.core.modes.office.words import word
from parley.core.perspective.lore import add_lore as came
from parley.core.perspective.move_text import direct_move
from parley.core.perspective.perspective import Perspective, perspective
from parley.core.turn_taking.moves import injected_for
from parley.core.voices.base import Request

SAID = 160
"""Characters of a line that somebody is reminded of."""
MOST_OPEN = 3
"""Open questions and promises between two that somebody is reminded of, the oldest first."""
FAR_BACK = 120
"""Scenes that are looked through for when somebody told their task."""


@dataclass(frozen=True, slots=True)
class Open:
    """A question or promise between two. `mine`: it is `me` who owes."""

    kind: str
    mine: bool
    when: str
    said: str


@dataclass(frozen=True, slots=True)
class Known:
    """What one knows of another: their `task` and how (`seen` or `told`; empty: not known), whether it is `done`, their
    `mood` as one sees it, `last` (when and where, and who said what) and what is `open`. Empty: nothing."""

    name: str
    task: str = ""
    how: str = ""
    done: bool = False
    mood: str = ""
    met: str = ""
    last: tuple[tuple[str, str], ...] = ()
    open: tuple[Open, ...] = ()


def build_known(state: State, me: str, other: str, *, brief: bool = False) -> Known:
    """Return what `me` can know of `other` in the scene under way; `brief`: without what was said and how they seem."""
    office, config = state[OfficeState], state.setup
    scene = office.here.started
    seen = sees_task(config, scene, me, other)
    task, how = (office.tasks.get(other, ""), "seen") if seen else (told_task(state, me, other), "told")
    met, last = ("", ()) if brief else last_exchange(state, me, other)
    return Known(
        name=state.name_of(other),
        task=task,
        how=how if task else "",
        done=bool(task) and office.finished.get(other) == task,
        mood="" if brief else seen_mood(office, other),
        met=met,
        last=last,
        open=open_between(state, me, other),
    )


def sees_task(config: RunConfig, scene: SceneStarted, me: str, other: str) -> bool:
    """Return whether `me` sees what `other` is at: their desks are in one room, or the scene is at work in theirs."""
    desks = config[OfficeConfig].desks
    theirs, mine = (desks.get(one, "").partition("/")[0] for one in (other, me))
    return bool(theirs) and (theirs == mine or (scene.kind == "work" and scene.room == theirs))


def told_task(state: State, me: str, other: str) -> str:
    """Return what `other` said last within `me`'s hearing that they work on; empty where they said nothing of it."""
    for scene in islice(reversed(state[OfficeState].scenes), FAR_BACK):
        task = next((each.task for each in scene.ended.tasks if each.member == other), "")
        if task and any(turn.member == other and heard(turn, me) for turn in _slice_scene_turns(state, scene)):
            return task if me in scene.started.members else ""  # an empty `heard_by` means the scene's members
    return ""


def seen_mood(office: OfficeState, other: str) -> str:
    """Return how `other` left their last scene of the day."""
    for scene in reversed(office.scenes):
        if scene.started.day != office.day:  # moods are not carried over night
            return ""
        if mood := next((each.mood for each in scene.ended.moods if each.member == other), ""):
            return mood
    return ""


def last_exchange(state: State, me: str, other: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return when and where the two last spoke with each other, and the last words of each that both heard."""
    office = state[OfficeState]
    for scene in islice(reversed(office.scenes), FAR_BACK):  # bounded, for it runs for each pair in each beat
        started = scene.started
        if started.scene_type not in CONVERSATIONS or not {me, other} <= {*started.members}:
            continue
        ours = [
            turn for turn in _slice_scene_turns(state, scene) if turn.text and heard(turn, me) and heard(turn, other)
        ]
        two = [(one, answer) for one, answer in pairwise(ours) if {one.member, answer.member} == {me, other}]
        if two:
            moment = f"{office.date_of(started.day)}T{started.clock}"
            where = get_room_title(state.setup, started.room)
            lines = tuple(
                (word(state.setup, "you") if turn.member == me else state.name_of(turn.member), capped(turn.text, SAID))
                for turn in two[-1]
            )
            return ", ".join(filter(None, (age(state, moment), where))), lines  # a scene at the desks has no room
    return "", ()


def open_between(state: State, me: str, other: str) -> tuple[Open, ...]:
    """Return what is open between the two besides what brought them together, the oldest first."""
    office = state[OfficeState]
    found = [
        thread
        for thread in office.list_threads((me, other))
        if thread.id != office.here.started.thread and may_know(state, thread, (me, other))
    ]
    return tuple(recall_thread(state, thread, me) for thread in found[:MOST_OPEN])


def may_know(state: State, thread: MemoryRecord, members: Sequence[str]) -> bool:
    """Return whether all of them know of it: it lies between them, or they were in the scene in which it came up."""
    if not thread.said:  # written by an earlier version, which kept no words
        return False
    own = {thread.member, owed_to(thread)}
    scenes = state[OfficeState].scenes
    there = {*scenes[thread.scene - 1].started.members} if 0 < thread.scene <= len(scenes) else own
    return all(member in own or member in there for member in members)


def recall_thread(state: State, thread: MemoryRecord, me: str) -> Open:
    """Return a thread as `me` is reminded of it."""
    return Open(thread.open, thread.member == me, age(state, thread.moment), capped(thread.said, SAID))


def age(state: State, moment: str) -> str:
    """Return when something was, as one says it: "today at 10:20", "yesterday", "3 days ago"."""
    days = days_since(state[OfficeState], moment)
    if days == 0:
        return word(state.setup, "today_at", clock=moment[11:16] or state[OfficeState].clock)
    return word(state.setup, "yesterday") if days == 1 else word(state.setup, "days_ago", days=days)


def heard(turn: Turn, member: str) -> bool:
    """Return whether `member` heard a line, or said it."""
    return not turn.ended.heard_by or member == turn.member or member in turn.ended.heard_by


def _slice_scene_turns(state: State, scene: Scene) -> Sequence[Turn]:
    return state.turns[scene.first - 1 : scene.last]


def build_contribution_request(state: State, view: Perspective, member: str) -> Request:
    """Return what the voice of `member` is asked for the beat under way: the same whoever of the others replied
    already.
    """
    config, scene = state.setup, state[OfficeState].here
    _seq, asked = scene.asked[member]
    rules = config[OfficeConfig].agenda.rules(scene.started.kind)
    others = [other for other in scene.started.members if other != member]
    affinities = [state.get_affinity_of(member, other) for other in others]
    mood = 1.0 - 2.0 * compute_tension(sum_all(affinities) / len(affinities)) if affinities else 0.0  # −1 to 1
    return Request(
        perspective=view,
        direction=came(
            config, member, get_behaviour_of(config).direction(state, asked.direction, asked.recalled), asked.lore
        ),
        temperature=get_temperature_of(state, member, rules.temperature),
        # Some lines at once, of which the weave makes as many turns.
        max_tokens=min(1_500, DIRECTION_TOKENS + 2 * (rules.cap or 300)),
        purpose="contribution",
        turn=asked.turn,
        mood=round(mood, 4),
        chance=get_chance_of(config.seed, asked.turn, f"{member}:{asked.scene}:{asked.beat}:{asked.attempt}"),
        # What was put in comes before what the scene is about, and before what is written for it.
        scene=structs.replace(scene.started, cause=get_cause(state, member)),
        beat=asked.beat,
    )


def get_cause(state: State, member: str) -> str:
    """Return what was put in that a member has to do with in the scene under way: alone, where it is their task."""
    office = state[OfficeState]
    cause = office.here.started.cause
    alone = office.here.started.scene_type in ALONE
    return cause or office.find_diversion(member) if alone else injected_for(state, member) or cause


async def gather_parts(stage: Stage) -> None:
    """Have everybody who was asked for their part of a beat and has not replied speak at once; as `Stage.ask_all`."""
    scene = stage.state[OfficeState].here
    due = [one for one in scene.asked if one not in scene.contributions]
    # All requests are made before the first is sent: none depends on who has replied by then.
    await stage.ask_all({one: build_contribution_request(stage.state, stage.perspective(one), one) for one in due})


def sent_for(at: Callable[[int], State], said: Turn) -> tuple[State, Request, VoiceReplied | None]:
    """Return what was sent for the contribution that a woven line was taken from, and the state before it.

    Raises `RunError` where nothing was.
    """
    scene = at(said.seq)[OfficeState].scene
    asked = scene.asked.get(said.member) if scene else None
    if scene is None or asked is None:
        raise RunError("Nothing was sent for turn {number}.", number=said.number)
    # All were asked before anybody replied, and what one says changes nothing for the others.
    before = at(asked[0] + 1)  # right behind its own question
    request = build_contribution_request(before, perspective(before, said.member), said.member)
    return before, request, scene.contributions.get(said.member)


def direction(stage: Stage, member: str, move: Move | None = None) -> str:
    """Return the stage direction of the member's part in the scene under way, with the `move` of a turn."""
    state, config = stage.state, stage.config
    office = state[OfficeState]
    scene = office.here.started
    me = config.member(member)
    others = [other for other in scene.members if other != member and config.has(other)]
    task = office.tasks.get(member, "")
    return prompt(
        "scenes_direction",
        config.language,
        scene=scene,
        me=me,
        room=get_room_title(config, scene.room),
        others=[state.name_of(other) for other in others],
        known=[build_known(state, member, other, brief=scene.scene_type == "meeting") for other in others]
        if _is_meeting_scene(scene)
        else [],
        visited=bool(scene.room) and config[OfficeConfig].get_desk(member)[0] == scene.room,
        thread=_describe_scene_cause(state, member),
        bystanders=[state.name_of(other) for other in scene.bystanders if config.has(other)],
        task=task,
        done=bool(task) and office.finished.get(member) == task,
        character=me.character,
        host=scene.host == member,
        cause=get_cause(state, member) if scene.exchange != "sequential" else "",  # else the turn's move carries it
        move=direct_move(state, move, stage.rng().draw_float(state.next_turn, "direction")) if move is not None else "",
        together=scene.exchange != "sequential",
        several=scene.exchange == "weave",
        whispered=_list_earlier_whispers(state, member),
        brief=scene.scene_type in ALONE and _is_led(stage, member),
    )


def _is_led(stage: Stage, member: str) -> bool:
    """Return whether the member's voice is a small one, which is asked for one thing and repeats a longer direction."""
    try:
        return stage.capabilities(member).led
    except VoiceError:
        return False  # It is told when the voice is asked


def _list_earlier_whispers(state: State, member: str) -> list[str]:
    """Return what the director whispered to the member before this scene, which they have not spoken since."""
    begun = state[OfficeState].here.seq
    return [entry.text for entry, hearer in yield_waiting(state) if hearer == member and entry.seq < begun]


def _is_meeting_scene(scene: SceneStarted) -> bool:
    """Return whether people speak with each other as themselves."""
    return scene.scene_type in CONVERSATIONS and scene.kind != "dnd"


def _describe_scene_cause(state: State, member: str) -> dict[str, object] | None:
    """Return the open question or promise that brought the scene about, as the member knows it."""
    office = state[OfficeState]
    thread = office.here.started.thread
    if not thread or not office.has_memory(thread) or thread in office.settled:
        return None
    record = office.get_memory(thread)
    pair = record.member, owed_to(record)
    if member not in pair:  # it lies between two: a third need not know of it
        return None
    found = recall_thread(state, record, member)
    return {
        "kind": found.kind,
        "mine": found.mine,
        "when": found.when,
        "said": found.said,
        "other": state.name_of(pair[0] if pair[1] == member else pair[1]),
    }


def recalled(stage: Stage, member: str) -> tuple[Recalled, ...]:
    """Return the memories that come to the member's mind, about the topic and the people of the scene, the strongest
    first.
    """
    office, config = stage.state[OfficeState], stage.config
    others = [other for other in office.here.started.members if other != member]
    names = [stage.state.name_of(other) for other in others[:6]]
    about = " ".join([office.here.started.topic, office.tasks.get(member, ""), *names])
    memories = stage.caches.get(Memories)
    if not isinstance(memories, Memories) or len(memories) > len(office.memories):  # some were taken back: build anew
        memories = stage.caches[Memories] = Memories(config.language)
    memories.extend(office.memories[len(memories) :])
    return memories.find_memories(member, about, now=office.moment, recall=config[OfficeConfig].recall, people=others)
