"""Summaries: what a member is sent in place of what they are sent no more, written by their own voice.

What a mode knows to have happened in it stands first, in the words of its rules, whatever the voice makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from parley.core.base import forms
from parley.core.base.errors import VoiceError
from parley.core.base.line import capped, clean
from parley.core.base.sentences import Sentence
from parley.core.engine import context_window as room
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import ContextCut, SummaryAsked
from parley.core.perspective.weight import sum_tokens

MOST = 1_000
"""Tokens, as we estimate them, that a summary has at most."""
SHARE = 6
"""It has at most this part of the room, so that words still get the most of it."""
LEAST = 40
"""Below so many tokens nothing can be summed up."""
LATER = ("auth", "credit", "unavailable")
"""Failures that the turn itself will meet, too, and tell of: nothing is cut before somebody has seen to them."""

_REASONS = {
    "small": "the voice is too small to sum up",
    "failed": "the voice could not sum up: {why}",
    "empty": "the voice's summary was empty",
    "no room": "there is no room for a summary",
    "refused": "the voice would not take what it was sent",
}


_BROKEN = re.compile(r'"summary"\s*:\s*"((?:[^"\\]|\\.)*)', re.DOTALL)
"""A form that was broken off at its longest: as far as it goes it was paid for."""
_END = re.compile(r"[.!?…][\"'”’»“)\]]*(?=\s|$)")  # a mark with what closes behind it, before a blank or the end


class _Answer(msgspec.Struct):
    summary: str


def reason(key: str, why: str = "") -> str:
    """Return why something is dropped that was to be summed up."""
    return Sentence.of(_REASONS[key], {"why": why} if why else {})


def asked(stage: Stage, member: str, bound: int, *boundaries: room.Boundary) -> bool:
    """Write down what of `member`'s history is to be summed up next; return False where nothing is."""
    view, space = stage.perspective(member), find_space_in(bound)
    # At most what fits: its own voice is sent all that is to be summed up, with the earlier summary.
    found = room.find_cut(view, bound, *boundaries, reserve=space, most=max(1, bound - view.summed))
    if found is None:
        return False
    stage.append(
        SummaryAsked(
            at=stage.clock.now(), member=member, before=found.before, dropped=found.dropped, budget=bound, room=space
        )
    )
    return True


def find_space_in(bound: int) -> int:
    """Return the tokens that a summary may have; below `LEAST` there is to be none."""
    return min(MOST, bound // SHARE)


def is_due(stage: Stage) -> bool:
    """Return whether a summary that was asked for is still to come; not of somebody who has been muted since."""
    asked_for = stage.state.summing
    if asked_for is None or not stage.config.has(asked_for.member):
        return False
    return asked_for.member not in stage.state.muted or "summary" in stage.state.pending  # pending: paid for already


async def gone_on(stage: Stage) -> bool:
    """Go on with a summary that was asked for; return True where that was this step's work.

    A step of its own: the director may pause before the turn, and what a summary costs counts before it.
    """
    if not is_due(stage):
        return False
    try:
        await summed_up(stage)
    except VoiceError:
        return False  # The turn itself will fail alike, and report it
    return True


async def summed_up(stage: Stage) -> None:
    """Have the summary written that was asked for, and cut; what cannot be summed up is dropped, with the reason.

    Raises `VoiceError` where the turn would fail alike: then nothing is cut.
    """
    asked_for = stage.state.summing
    assert asked_for is not None
    happened = _keep_newest_happenings(stage.behaviour.recount_events(stage.state, asked_for), asked_for.room * 2 // 3)
    summary, note = await _write_summary(
        stage, asked_for, asked_for.room - sum_tokens(happened) if happened else asked_for.room
    )
    if happened and not summary and note == reason("empty"):
        note = ""  # What happened is all there is to say
    told = " ".join(part for part in (happened, summary) if part)
    stage.append(
        ContextCut(
            at=stage.clock.now(),
            member=asked_for.member,
            before=asked_for.before,
            dropped=asked_for.dropped,
            budget=asked_for.budget,
            # An earlier one still says what went before the gap.
            summary=told or stage.state.summaries.get(asked_for.member, ""),
            note=note,
        )
    )


def _keep_newest_happenings(happened: Sequence[str], most: int) -> str:
    """Return as much of what happened as `most` tokens are, the newest of it."""
    kept: list[str] = []
    for each in reversed(happened):
        if sum_tokens(" ".join([each, *kept])) > most:
            break
        kept.insert(0, each)
    return " ".join(kept)


async def _write_summary(stage: Stage, asked_for: SummaryAsked, most: int) -> tuple[str, str]:
    """Return the summary in at most so many tokens, or why there is none."""
    try:
        reply = await stage.sum_up(asked_for)
    except VoiceError as error:
        if error.kind in LATER:
            raise
        return "", reason("failed", error.sentence)
    summary = _trim_to_tokens(clean(_read_summary(reply.text), *stage.list_names(asked_for.member)).text, most)
    return summary, "" if summary else reason("empty")


def _read_summary(answer: str) -> str:
    """Return the summary in an answer, also where that is broken off or no form at all; empty where there is none."""
    try:
        return forms.read(answer, _Answer).summary
    except msgspec.DecodeError:
        broken = _BROKEN.search(answer)
    if broken is None:
        # A model that fills in no forms may well have written what was asked for.
        return "" if answer.lstrip().startswith(("{", "```")) else answer
    try:
        return msgspec.json.decode(f'"{broken[1]}"', type=str)
    except msgspec.DecodeError:
        return broken[1]


def _trim_to_tokens(text: str, most: int) -> str:
    """Return as much of the text as `most` tokens are, to the end of a sentence."""
    while text and sum_tokens(text) > most:
        shorter = capped(text, max(1, min(len(text) - 1, len(text) * most // sum_tokens(text))))
        text = shorter if len(shorter) < len(text) else text[:-1]  # a character less, or the loop would not end
    ends = [found.end() for found in _END.finditer(text)]
    # What breaks off in a sentence ends with the one before it, unless that were to lose half of it all.
    return text[: ends[-1]] if ends and ends[-1] * 2 >= len(text) else text
