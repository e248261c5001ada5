"""Which turn a retry takes again: what the log says of the last one, and of the one that comes."""

from __future__ import annotations

from core.base.errors import RunError
from core.base.sentences import Sentence
from core.cast.member import PLAYER
from core.log.state import State, Turn
from core.modes.office.state import OfficeState
from core.modes.story.state import StoryState


def to_take_back(state: State, turn: int = 0) -> Turn | None:
    """The last turn, which is said to be taken back; None where the coming one is only to be spoken (again).

    That one comes first where it failed, was broken off or was taken back already, unless `turn` names the last one.
    Raises `RunError` where there is nothing to take again.
    """
    if turn in {0, state.next_turn} and _begun(state):
        return None
    if not state.turns:
        raise RunError("Nobody has spoken yet.")
    last, begun = state.turns[-1], state.open
    if turn not in {0, last.number}:
        raise RunError("Turn {turn} is not the last one.", turn=turn, hint="Fork before it instead.")
    if begun is not None and (begun.failed is None or begun.answers):
        raise RunError("Turn {turn} is under way.", turn=begun.started.turn, hint="Play until it is whole, then retry.")
    if fixed := _fixed(state, last):
        why, instead = fixed
        raise RunError(why, hint=instead)
    return last


def taken_again(state: State) -> int:
    """The number of the turn that a retry takes. Raises `RunError` where there is none."""
    last = to_take_back(state)
    return last.number if last is not None else state.next_turn


def _begun(state: State) -> bool:
    """Whether the coming turn, or a part of the beat under way, was begun: whoever has not replied is asked again."""
    scene = state[OfficeState].scene if state.find(OfficeState) is not None else None
    beat = scene is not None and scene.wove < scene.beat
    return state.open is not None or state.begun == state.next_turn or beat


def _fixed(state: State, last: Turn) -> tuple[str, str] | None:
    """Why the last turn cannot be taken again, and what to do instead; None where it can be."""
    number, name = last.number, state.name_of(last.member)
    if last.ended.author in ("director", "user"):
        return (
            Sentence("Turn {number} was written by hand.", number=number),
            Sentence("Edit the line, or fork before it."),
        )
    if last.started is None:
        return Sentence(
            "Turn {number} was woven with others into one scene.", number=number
        ), "Fork at an earlier turn instead."
    if state.find(StoryState) is not None and (last.answers or last.member == PLAYER):
        return (
            Sentence("Turn {number} changed the story.", number=number),
            Sentence("Fork at the turn before it instead."),
        )
    if state.find(StoryState) is not None and not _still_goes_on(state[StoryState], last):
        return Sentence(
            "The story has gone on since turn {number}.", number=number
        ), "Fork at the turn before it instead."
    office = state.find(OfficeState)
    if office is not None and (office.scene is None or number < office.scene.first):
        return (
            Sentence("The scene of turn {number} is over.", number=number),
            Sentence("Fork at an earlier turn instead."),
        )
    if last.member in state.muted:
        return (
            Sentence("{name}, who took turn {number}, is muted.", name=name, number=number),
            Sentence("Bring them back first."),
        )
    if state.find(StoryState) is None and not state.setup.has(last.member):
        return Sentence(
            "{name}, who took turn {number}, is not here any more.", name=name, number=number
        ), "Play on, or fork at the turn before it."
    return None


def _still_goes_on(tale: StoryState, last: Turn) -> bool:
    """Whether the story is where it was when its last line was begun: then the line can be spoken again."""
    if tale.phase == "creation":
        return last.member == tale.host
    routed = tale.routed
    if routed is None or routed.story_turn < tale.turn:
        return False
    return (routed.phase == "epilogue") == (tale.phase == "epilogue") and (
        routed.phase != "dialogue" or bool(tale.partner)
    )
