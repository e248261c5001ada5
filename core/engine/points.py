"""What a move is about, for a voice that circles when left to itself."""

from __future__ import annotations

from parley.core.base.errors import VoiceError
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import Move, PointsNoted
from parley.core.turn_taking.points import add_point, read_points, subject_of, wants_point

LIST_TOKENS = 500


async def give_point(stage: Stage, member: str, move: Move, first: int = 1) -> Move:
    """Return the move with what it is about, where the member's voice is led; the talk began at turn `first`.

    The voice notes its talking points once a topic, before the first move that wants one: an opening does not wait.
    Where that fails the move goes without: what is wrong is told when the voice is to speak.
    """
    if not wants_point(move) or not stage.capabilities(member).led:
        return move
    state, topic = stage.state, subject_of(stage.state, first)
    if topic and (state.points is None or state.points.topic != topic):
        question = Question(task="", direction=topic, schema=None, max_tokens=LIST_TOKENS)
        try:
            reply = await stage.ask("points", question, member=member)
        except VoiceError:
            return move
        points = read_points(reply.text)
        stage.append(PointsNoted(at=stage.clock.now(), turn=state.next_turn, topic=topic, points=points))
    return add_point(move, state, stage.rng())
