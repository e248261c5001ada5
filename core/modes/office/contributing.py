"""The parts of a beat: what everybody in the scene is asked for at once, and the memories that come to their minds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parley.core.base.errors import RunError
from parley.core.base.prompts import prompt
from parley.core.base.sums import added
from parley.core.cast.affinity import tension
from parley.core.engine.requests import DIRECTION_TOKENS, get_chance_of, get_temperature_of
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import Move, Recalled, VoiceReplied
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import State, Turn
from parley.core.log.whispers import waiting
from parley.core.modes.office.config import OfficeConfig, get_room_title
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.knowing import known, told
from parley.core.modes.office.memory.retrieval import Memories, to_recalled
from parley.core.modes.office.state import CONVERSATIONS, OfficeState, owed_to
from parley.core.perspective.lore import told as came
from parley.core.perspective.move_text import direct_move
from parley.core.perspective.perspective import Perspective, perspective
from parley.core.voices.base import Request


def build_contribution_request(state: State, view: Perspective, member: str) -> Request:
    """Return what the voice of `member` is asked for the beat under way: the same whoever of the others replied
    already.
    """
    config, scene = state.setup, state[OfficeState].here
    _seq, asked = scene.asked[member]
    rules = config[OfficeConfig].agenda.rules(scene.started.kind)
    others = [other for other in scene.started.members if other != member]
    affinities = [state.get_affinity_of(member, other) for other in others]
    mood = 1.0 - 2.0 * tension(added(affinities) / len(affinities)) if affinities else 0.0
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
        scene=scene.started,
        beat=asked.beat,
    )


async def contribute(stage: Stage) -> None:
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
    before = at(asked[0] + 1)
    request = build_contribution_request(before, perspective(before, said.member), said.member)
    return before, request, scene.contributions.get(said.member)


def recall(stage: Stage, member: str, about: str, people: Sequence[str]) -> tuple[Recalled, ...]:
    """Return the memories that come to the member's mind, the strongest first."""
    office, config = stage.state[OfficeState], stage.config
    memories = stage.caches.get(Memories)
    if not isinstance(memories, Memories) or len(memories) > len(office.memories):
        memories = stage.caches[Memories] = Memories(config.language)
    memories.extend(office.memories[len(memories) :])
    found = memories.recall(member, about, now=office.moment, recall=config[OfficeConfig].recall, people=people)
    return to_recalled(found)


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
        known=[known(state, member, other, brief=scene.scene_type == "meeting") for other in others]
        if _is_meeting_scene(scene)
        else [],
        visited=bool(scene.room) and config[OfficeConfig].desk(member)[0] == scene.room,
        thread=_describe_scene_cause(state, member),
        bystanders=[state.name_of(other) for other in scene.bystanders if config.has(other)],
        task=task,
        done=bool(task) and office.finished.get(member) == task,
        character=me.character,
        host=scene.host == member,
        move=direct_move(state, move, stage.rng().uniform(state.next_turn, "direction")) if move is not None else "",
        together=scene.exchange != "sequential",
        several=scene.exchange == "weave",
        whispered=_list_earlier_whispers(state, member),
    )


def _list_earlier_whispers(state: State, member: str) -> list[str]:
    """Return what the director whispered to the member before this scene, which they have not spoken since."""
    begun = state[OfficeState].here.seq
    return [entry.text for entry, hearer in waiting(state) if hearer == member and entry.seq < begun]


def _is_meeting_scene(scene: SceneStarted) -> bool:
    """Return whether people speak with each other as themselves."""
    return scene.scene_type in CONVERSATIONS and scene.kind != "dnd"


def _describe_scene_cause(state: State, member: str) -> dict[str, object] | None:
    """Return the open question or promise that brought the scene about, as the member knows it."""
    office = state[OfficeState]
    thread = office.here.started.thread
    if not thread or not office.has_memory(thread) or thread in office.settled:
        return None
    record = office.memory(thread)
    pair = record.member, owed_to(record)
    if member not in pair:
        return None
    found = told(state, record, member)
    return {
        "kind": found.kind,
        "mine": found.mine,
        "when": found.when,
        "said": found.said,
        "other": state.name_of(pair[0] if pair[1] == member else pair[1]),
    }


def recalled(stage: Stage, member: str) -> tuple[Recalled, ...]:
    """Return the memories that come to the member's mind: about the topic and the people of the scene."""
    scene = stage.state[OfficeState].here
    others = [other for other in scene.started.members if other != member]
    names = [stage.state.name_of(other) for other in others[:6]]
    about = " ".join([scene.started.topic, stage.state[OfficeState].tasks.get(member, ""), *names])
    return recall(stage, member, about, others)
