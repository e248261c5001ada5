"""What a mode is: a planner without private state."""

from __future__ import annotations

from parley.core.engine.director import Director
from parley.core.engine.stage import Stage
from parley.core.log.events.run import EndReason, PauseReason, RunEnded
from parley.core.log.events.turn import TurnRetried


class Mode:
    """One kind of conversation. A mode keeps nothing between two steps: all it knows is `stage.state`."""

    director: type[Director] = Director
    """What the director may do in runs of the mode."""

    async def step(self, stage: Stage) -> None:
        """Take the next turn, or end the run.

        Raises `TurnFailure` where a turn failed and `FloorNeeded` where the director has to choose first.
        """
        raise NotImplementedError

    async def finish(self, stage: Stage, reason: EndReason, detail: str) -> None:
        """Leave things behind and end the run; also for a reason from outside the talk."""
        stage.append(RunEnded(at=stage.clock.now(), reason=reason, detail=detail))


class FloorNeeded(Exception):
    """Nobody can speak before the director says who; its text, if any, says what to do."""

    reason: PauseReason = "floor"

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence


async def resume_open_turn(stage: Stage) -> bool:
    """Go on with a turn that was left open: a committed reply is used, a failed turn is taken again.

    True where that was this step's turn.
    """
    state = stage.state
    if state.open is None:
        return False
    if state.open.failed is not None:
        stage.append(TurnRetried(at=stage.clock.now(), turn=state.next_turn))
        return False
    if state.open.reply is None:
        return False  # the run loop abandons such a turn before each step
    # The reply was paid for before the crash: it is used, not asked for again.
    started = state.open.started
    await stage.speak(started.member, kind=started.kind, direction=started.direction)
    return True
