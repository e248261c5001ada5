"""What is asked of an office: who is in the scene, who hears whom, what may be taken again, what a voice is sent.

Also how affinities moved, and whose feeling it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from parley.core.base.prompts import prompt
from parley.core.base.sentences import Sentence
from parley.core.log.behaviour import (
    ROOM,
    WHOLE,
    Behaviour,
    Moment,
    Refusal,
    Remembered,
    RequestParts,
    find_refusal,
    mood_towards,
)
from parley.core.log.events.base import Event
from parley.core.log.events.distilled import Drift
from parley.core.log.events.turn import Recalled, TurnStarted
from parley.core.log.material import Piece
from parley.core.log.modes import Move, Moved
from parley.core.log.state import Entry, State, Turn
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import DayStarted, SceneEnded
from parley.core.modes.office.state import OfficeState


class OfficeBehaviour(Behaviour):
    """Between two scenes nothing is under way."""

    prompts = "scenes"
    acts = True

    def get_moment(self, state: State) -> Moment:
        """Return the scene under way."""
        scene = state[OfficeState].scene
        if scene is None:
            return WHOLE
        rules = state.setup[OfficeConfig].agenda.rules(scene.started.kind)
        run = state.setup.cap
        return Moment(
            scene.started.scene,
            scene.started,
            scene.beat,
            scene.first,
            scene.started.members,
            min(run, rules.cap or run),  # a cap of 0 in the rules means the run's; 0 in the run means none
        )

    def find_hearers(self, state: State, speaker: str) -> tuple[str, ...]:
        """In a scene those in it; of them, where everybody is at their own desk, those in the speaker's room, and in a
        reflection nobody else. Between two scenes those in the speaker's room. The director is heard by all of these.
        """
        office = state[OfficeState]
        if office.scene is None:
            room = office.places[speaker].room if speaker in office.places else ""
            return tuple(office.present(room)) if room else ()
        scene = office.scene.started
        if speaker not in scene.members:  # the director, or somebody at another place
            return scene.members
        if scene.scene_type == "reflection":
            return (speaker,)
        if scene.room:
            return scene.members
        here = office.places[speaker].room
        return tuple(one for one in scene.members if one in office.places and office.places[one].room == here)

    def heard_later(self, state: State) -> str:
        """Return that their words are drawn already, where all speak at once: those left are only told one by one.
        Empty otherwise.
        """
        scene = state[OfficeState].scene
        if scene is None or not scene.asked or len(scene.contributions) != len(scene.asked):
            return ""
        if scene.woven and scene.said == len(scene.woven):  # the next beat is not asked for yet
            return ""
        return Sentence("All have drawn their words here already; they hear it before they speak again.")

    def asked_since(self, state: State) -> Mapping[str, int]:
        """Return since when those have been asked who were asked at once and have lines left to say."""
        scene = state[OfficeState].scene
        if scene is None or (scene.woven and scene.said == len(scene.woven)):
            return super().asked_since(state)
        return {member: seq for member, (seq, _asked) in scene.asked.items()}

    def floor_refused(self, state: State, member: str) -> Refusal | None:
        """Refuse who is not in the scene, and everybody where they do not speak one after the other."""
        scene = state[OfficeState].scene
        if scene is None:
            return None
        if member not in scene.started.members:
            return Refusal(
                Sentence("{name} is not in this scene.", name=state.name_of(member)),
                "Wait for the next one, or call one with them.",
            )
        if scene.started.exchange != "sequential":
            return Refusal("In this scene nobody has the floor: all speak at once.", "Take the turn yourself.")
        return None

    def retry_refused(self, state: State, last: Turn) -> Refusal | None:
        """Refuse a line that is not of the scene under way."""
        scene = state[OfficeState].scene
        if scene is None or last.number < scene.first:
            return Refusal(
                Sentence("The scene of turn {number} is over.", number=last.number), "Fork at an earlier turn instead."
            )
        return find_refusal(state, last)

    def has_request(self, state: State) -> bool:
        """Return whether a beat is not woven yet: whoever has not given their part of it is asked again."""
        scene = state[OfficeState].scene
        return scene is not None and scene.wove < scene.beat

    def request_parts(self, state: State, started: TurnStarted) -> RequestParts:
        """Return the scene's own temperature, and a mood toward those in it alone."""
        scene, last = state[OfficeState].scene, state.last_speaker
        if scene is None:
            return RequestParts(mood_towards(state, started.member, last))
        # The last speaker may be one of an earlier scene: no reason for a mood in this one.
        mood = mood_towards(state, started.member, last) if last in scene.started.members else 0.0
        return RequestParts(mood, state.setup[OfficeConfig].agenda.rules(scene.started.kind).temperature, ROOM)

    def direction(self, state: State, direction: str, recalled: tuple[Recalled, ...]) -> str:
        """Return the direction behind the memories that came to mind: they change every turn and are not kept."""
        if not recalled:
            return direction
        office = state[OfficeState]
        # A log that somebody wrote by hand may name memories that nobody has.
        memories = [office.get_memory(each.memory) for each in recalled if office.has_memory(each.memory)]
        return prompt("scenes_recalled", state.setup.language, memories=memories, direction=direction)

    def drawn_since(self, at: Callable[[int], State], said: Turn) -> int | None:
        """Return, for a woven line, when the first was asked for their part of the beat."""
        scene = at(said.seq)[OfficeState].scene
        return min((seq for seq, _asked in scene.asked.values()), default=None) if scene is not None else None

    def get_occasion(self, state: State, purpose: str, member: str) -> str:
        """Return the scene and the try beside the question: many are asked between two turns of a day."""
        scene = state[OfficeState].scene
        tries = f"{scene.beat}:{len(scene.refusals)}" if scene else ""  # so that a weave asked for again is another one
        return f"{purpose}:{member}:{state[OfficeState].next_scene}:{tries}"

    def get_overview(self, state: State, since: int) -> Sequence[Entry]:
        """Return all lines and openings of scenes: the game master hears also what is said to a few."""
        return [entry for entry in state.entries if entry.seq >= since and entry.kind in {"scene", "line"}]

    def known_to(self, state: State, member: str) -> Iterable[Piece]:
        """Return their task and what of it is done, their mood, and what they remember, the newest last."""
        office = state[OfficeState]
        known = (("task", office.tasks), ("finished", office.finished), ("mood", office.moods))
        for name, of_members in known:
            if text := of_members.get(member):
                yield Piece(name, member, text)
        for memory in office.get_memories_of(member):
            yield Piece("memory", member, memory.text)

    def remembers(self, state: State, member: str) -> Iterable[Remembered]:
        """Yield what they witnessed, thought about and planned."""
        yield from super().remembers(state, member)
        scenes = state[OfficeState].scenes
        for memory in state[OfficeState].get_memories_of(member):
            # What has no turns of its own came up when its scene was over.
            of_scene = scenes[memory.scene - 1].last if 0 < memory.scene <= len(scenes) else 0
            turn = memory.turns[1] if memory.turns else of_scene
            yield Remembered("record", memory.type, memory.text, turn, memory.run, memory.moment)


BEHAVIOUR = OfficeBehaviour()


def find_moves(event: Event) -> Moved | None:
    """Return what a night or a scene changed; None for any other event."""
    if isinstance(event, DayStarted):
        return Moved(tuple(Move(each.a, each.b, each.before, each.after) for each in event.drifts), morning=True)
    if isinstance(event, SceneEnded) and event.drifts:
        return Moved(tuple(_explain_drift_after_scene(event, drift) for drift in event.drifts))
    return None


def _explain_drift_after_scene(event: SceneEnded, drift: Drift) -> Move:
    """Return a drift with those whose own feeling shifted its way; where that is one alone, for their reason."""
    valence = "positive" if drift.after > drift.before else "negative"
    two = {drift.a, drift.b}
    felt = [shift for shift in event.shifts if {shift.member, shift.other} == two and shift.valence == valence]
    reason = (felt[0].reason if len(felt) == 1 else "") or drift.reason
    return Move(drift.a, drift.b, drift.before, drift.after, reason, tuple(shift.member for shift in felt))
