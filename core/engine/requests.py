"""What voices are asked: each request is a function of the log up to its moment, and of nothing else."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from core.base import forms
from core.base.line import capped
from core.base.packaged import prompt
from core.cast.affinity import tension
from core.cast.member import PLAYER
from core.log.config import RunConfig
from core.log.events.turn import Purpose, Recalled, SummaryAsked, TurnStarted
from core.log.state import DIRECTOR, Entry, State
from core.modes.duologue.config import DuologueConfig
from core.modes.duologue.topology import BACK, heard_by
from core.modes.office.config import OfficeConfig
from core.modes.office.events import SceneStarted
from core.modes.office.state import OfficeState
from core.modes.story.moment import moment
from core.modes.story.rules.setting import AGENTS
from core.modes.story.rules.tools import FORMS
from core.modes.story.state import StoryState, audience
from core.perspective.material import Piece
from core.perspective.perspective import Block, Perspective, Witness
from core.voices.base import Request, Tool

DIRECTION_TOKENS = 40
MARKS = {
    "en": {"assistant": "You", "user": "The other", "ask": "Write the notes now."},
    "de": {"assistant": "Du", "user": "Dein Gegenüber", "ask": "Schreib jetzt die Notizen."},
}
"""What stands for a name where a member knows none, and the question for a summary."""
TOKENS_A_WORD = 3
"""As we estimate tokens; rather too many, so that a summary stays within its room."""
SHORTEST_SHOWN = 80
"""Characters of a piece that is summed up, at least."""
STORY_TOKENS = 600
"""For a line of a story and its tool calls: the longest is an epilogue."""


def turn_request(config: RunConfig, perspective: Perspective, started: TurnStarted, state: State) -> Request:
    """What the voice of `started.member` is asked: a function of the log up to its `turn.started`."""
    spec = state.voice_of(started.member)
    last = state.last_speaker
    world = state.find(OfficeState)
    scene = world.scene.started if world and world.scene else None
    mood = 0.0
    if last and last not in {started.member, DIRECTOR} and (scene is None or last in scene.members):
        mood = 1.0 - 2.0 * tension(state.affinity_of(started.member, last))
    if (
        state.find(StoryState) is not None
        and started.member not in {last, DIRECTOR}
        and started.member in state[StoryState].people
    ):
        mood = state[StoryState].people[started.member].trust / 100
    # A token is about four characters; half as much again for a thought, and air for other alphabets.
    room = max(60, config.cap) if config.cap else 1_200 if state.find(StoryState) is None else STORY_TOKENS
    tools = [FORMS[name] for name in started.tools if name in FORMS]
    return Request(
        perspective=perspective,
        direction=_reminded(state, started.direction, started.recalled),
        warmth=spec.warmth if spec.warmth is not None else _warmth(config, scene),
        max_tokens=min(1_500, DIRECTION_TOKENS + room),
        tools=tuple([Tool(form.name, form.description, form.schema) for form in tools]),
        kind=started.kind,
        turn=started.turn,
        turns=config.turns,
        mood=round(mood, 4),
        chance=_chance(config.seed, started.turn, _call(state, started)),
        scene=scene,
        material=moment(state, started.member) if state.find(StoryState) is not None else (),
    )


def _call(state: State, started: TurnStarted) -> str:
    """What tells one call of a run from another: a voice that called tools is asked once more in the same turn."""
    again = state.open.rounds if state.open and state.open.started.turn == started.turn else 0
    return f"{started.member}:{started.attempt}" + (f":{again}" if again else "")


def contribution_request(state: State, perspective: Perspective, member: str) -> Request:
    """What the voice of `member` is asked for the beat under way: the same whoever of the others replied already."""
    config, scene = state.setup, state[OfficeState].scene
    assert scene is not None
    _seq, asked = scene.asked[member]
    spec = state.voice_of(member)
    others = [other for other in scene.started.members if other != member]
    stands = [state.affinity_of(member, other) for other in others]
    mood = 1.0 - 2.0 * tension(sum(stands) / len(stands)) if stands else 0.0
    cap = config[OfficeConfig].agenda.rules(scene.started.kind).cap or 300
    return Request(
        perspective=perspective,
        direction=_reminded(state, asked.direction, asked.recalled),
        warmth=spec.warmth if spec.warmth is not None else _warmth(config, scene.started),
        # Some lines at once, of which the weave makes as many turns.
        max_tokens=min(1_500, DIRECTION_TOKENS + 2 * cap),
        purpose="contribution",
        turn=asked.turn,
        mood=round(mood, 4),
        chance=_chance(config.seed, asked.turn, f"{member}:{asked.scene}:{asked.beat}:{asked.attempt}"),
        scene=scene.started,
        beat=asked.beat,
    )


def _warmth(config: RunConfig, scene: SceneStarted | None) -> float:
    return config[OfficeConfig].agenda.rules(scene.kind).warmth if scene else config.warmth


def _reminded(state: State, direction: str, recalled: tuple[Recalled, ...]) -> str:
    """The direction behind the memories that came to mind: they change every turn and are not kept."""
    if not recalled or state.find(OfficeState) is None:
        return direction
    # A log that somebody wrote by hand may name memories that nobody has.
    memories = [
        state[OfficeState].memory(each.memory) for each in recalled if state[OfficeState].has_memory(each.memory)
    ]
    return prompt("scenes_recalled", state.setup.language, memories=memories, direction=direction)


def hearers(state: State, speaker: str) -> tuple[str, ...]:
    """Who hears what `speaker` says now; empty: everybody.

    In a scene those in it; of them, where everybody is at their own desk, those in the speaker's room, and in a
    reflection nobody else. Between two scenes those in the speaker's room. The director is heard by all of these.
    In a story the tellers, or the two who talk with the Jester.
    """
    world, talk = state.find(OfficeState), state.setup.find(DuologueConfig)
    if talk is not None:
        # Only the hub of a star looks back at whom it spoke with.
        said = lately(state) if talk.router.kind == "star" else ()
        return heard_by(talk.router, list(state.setup.names), speaker, said, state.muted)
    if state.find(StoryState) is not None:
        # Who tells the story is not heard in a talk that they have just begun.
        return (PLAYER, *AGENTS) if speaker in {"narrator", "keeper"} else audience(state[StoryState])
    if world is None:
        return ()
    if world.scene is None:
        room = world.places[speaker].room if speaker in world.places else ""
        return tuple(world.present(room)) if room else ()
    scene = world.scene.started
    if speaker not in scene.members:
        return scene.members
    if scene.scene_type == "reflection":
        return (speaker,)
    if scene.room:
        return scene.members
    return tuple(
        one for one in scene.members if one in world.places and world.places[one].room == world.places[speaker].room
    )


def lately(state: State) -> list[tuple[str, str]]:
    """The turns that a topology looks at, as (who, what)."""
    return [(turn.member, turn.text) for turn in state.turns[-BACK * len(state.setup.members) :]]


@dataclass(frozen=True)
class Question:
    """What a voice is asked that is no turn.

    `task` stands in place of the persona, `direction` goes last, the answer fits `schema`; `material` is what it is
    about, and `since` the first entry (by seq) that the voice is shown.
    """

    task: str
    direction: str
    schema: Mapping[str, Any]
    max_tokens: int = 1_000
    material: tuple[Piece, ...] = ()
    since: int = 0


def task_request(state: State, purpose: Purpose, question: Question, member: str = "") -> Request:
    """A question about the whole run, or from `since` on, put to its default voice or to that of `member`."""
    config = state.setup
    scene = state[OfficeState].scene if state.find(OfficeState) else None
    # What the narrator had to let go of for want of room, nobody else is shown as a whole either.
    return Request(
        perspective=overview(state, max(question.since, state.cuts.get("narrator", 0))),
        direction=question.direction,
        warmth=0.2,
        max_tokens=question.max_tokens,
        schema=question.schema,
        purpose=purpose,
        turn=state.next_turn,
        turns=config.turns,
        chance=_chance(config.seed, state.next_turn, _occasion(state, purpose, member)),
        task=question.task,
        scene=scene.started if scene else None,
        beat=scene.beat if scene else 0,
        material=question.material,
    )


def summary_request(state: State, perspective: Perspective, asked: SummaryAsked) -> Request:
    """What the voice of a member is asked for what it will be sent no more, as that member saw it and nothing else.

    A summary of what went before goes with it. Whose words are whose is marked by names, or where none is known to the
    member by what stands for one: a line of one's own is none to go on from here.
    """
    config, mine = state.setup, MARKS[state.setup.language]
    end = bisect_left(perspective.blocks, asked.before, key=_seq)
    spoken = perspective.blocks[perspective.start : end]
    longest = max(SHORTEST_SHOWN, 2 * asked.budget // max(1, len(spoken)))
    # Only where a single exchange is longer than all that a voice takes anything is cut off.
    whole = sum(block.cost for block in spoken) <= asked.budget
    shown = [
        Block(
            block.seq, "user", block.speaker, _mark(block, mine), block.said if whole else capped(block.said, longest)
        )
        for block in spoken
    ]
    task = prompt(
        "recap_task", config.language, me=perspective.me.name, mine=mine["assistant"], words=asked.room // TOKENS_A_WORD
    )
    return Request(
        perspective=msgspec.structs.replace(perspective, blocks=shown, count=len(shown), start=0, tail=(), sums=[0]),
        direction=mine["ask"],
        warmth=0.2,
        max_tokens=asked.room + DIRECTION_TOKENS,
        schema=forms.record({"summary": {**forms.TEXT, "minLength": 1, "maxLength": asked.room * 2}}),
        purpose="summary",
        turn=state.next_turn,
        turns=config.turns,
        # By how much of it there is, never by where in the file it stands: interruptions shift that.
        chance=_chance(config.seed, state.next_turn, f"summary:{asked.member}:{end}"),
        task=task,
    )


def _mark(block: Block, words: Mapping[str, str]) -> str:
    if block.role == "assistant":
        return words["assistant"]
    return block.name or (words["user"] if block.speaker else "")


def _seq(block: Block) -> int:
    return block.seq


def _occasion(state: State, purpose: Purpose, member: str) -> str:
    """What tells one question at a turn from another: many are asked between two turns of an office's day."""
    if state.find(StoryState) is not None:
        return f"{purpose}:{member}:{state[StoryState].turn}"
    if state.find(OfficeState) is None:
        return purpose
    scene = state[OfficeState].scene
    tries = f"{scene.beat}:{len(scene.refusals)}" if scene else ""
    return f"{purpose}:{member}:{state[OfficeState].next_scene}:{tries}"


def overview(state: State, since: int = 0) -> Perspective:
    """The run as nobody in particular sees it: every public line as `user`, whispers left out.

    In the office the game master hears all lines; it is shown what came from `since` (a seq) on.
    """
    config = state.setup
    me = config.members[0].model_copy(update={"id": "_scribe", "name": "Scribe"})
    whole = Witness(config, me)
    public: list[Entry]
    if state.find(StoryState) is not None:
        told = [entry for entry in state.entries if entry.seq >= since and entry.kind in {"line", "event"}]
        public = [msgspec.structs.replace(entry, heard_by=()) for entry in told]
    elif state.find(OfficeState) is None:
        public = [entry for entry in state.entries if entry.seq >= since and not entry.heard_by]
    else:
        heard = [entry for entry in state.entries if entry.seq >= since and entry.kind in {"scene", "line"}]
        public = [msgspec.structs.replace(entry, heard_by=()) for entry in heard]
    return whole.moment(State(config=config, names=state.names, entries=public, revision=state.revision))


def _chance(seed: int, turn: int, purpose: str) -> int:
    digest = hashlib.blake2b(f"voice:{seed}:{turn}:{purpose}".encode(), digest_size=4).digest()
    return int.from_bytes(digest)
