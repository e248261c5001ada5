"""The ways in which a line was said: the words that stand, and those that a voice was asked for besides."""

from __future__ import annotations

from parley.core.base.line import Line, clean
from parley.core.log.authors import author_of_reply, is_stage_direction
from parley.core.log.events.turn import Swipe, VoiceReplied
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import State, Turn


def get_line_of(state: State, reply: VoiceReplied) -> Line:
    """Return the line in a reply, as long as it may be now."""
    if is_stage_direction(reply):
        return Line(reply.text)  # It is no speech: nothing of it is cleaned, and nothing cut
    config, behaviour = state.setup, get_behaviour_of(state.setup)
    now = behaviour.get_moment(state).cap
    # A line that a person wrote is as long as they made it: half of it would be none of theirs.
    cap = 0 if author_of_reply(reply).kind == "writer" else config.cap if now < 0 else now
    return clean(reply.text, *config.called[reply.member], cap=cap, acts=behaviour.acts)


def list_ways(state: State, turn: Turn) -> tuple[Swipe, ...]:
    """Return the ways of a turn, the earliest first; the one that stands is at the place `turn.ended.swipe`. Empty
    where there is that one alone.
    """
    drawn, swipes = state.alternatives.get(turn.number, ()), turn.ended.swipes
    return (*(swipes or (get_own_way(turn),)), *(_build_way(state, each) for each in drawn)) if drawn else swipes


def get_own_way(turn: Turn) -> Swipe:
    """Return the words that stand."""
    said, reply = turn.ended, turn.reply
    provider, model = (reply.provider, reply.model) if reply else ("", "")
    return Swipe(
        text=turn.written, at=said.at, provider=provider, model=model, thoughts=said.thoughts, words_by=turn.author
    )


def _build_way(state: State, reply: VoiceReplied) -> Swipe:
    line, by = get_line_of(state, reply), author_of_reply(reply)
    text = " ".join([*(f"*{act}*" for act in line.acts), line.text]).strip()
    return Swipe(
        text=text, at=reply.at, provider=reply.provider, model=reply.model, thoughts=line.thoughts, words_by=by
    )
