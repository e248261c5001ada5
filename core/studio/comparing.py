"""Two runs side by side: what they share, what was set or done otherwise, and how each went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from parley.core.cast.member import VoiceSpec
from parley.core.engine.mode_spec import MODES
from parley.core.log.events.base import Event
from parley.core.log.events.run import (
    AutopilotSet,
    FloorGiven,
    MemberMuted,
    MemberUnmuted,
    PolicyChanged,
    TopicInjected,
    VoiceChanged,
)
from parley.core.log.events.turn import TurnEnded, TurnRetried
from parley.core.log.replay import Replay
from parley.core.log.state import State, Turn
from parley.core.measures.convergence import CALCULATORS


@dataclass(frozen=True)
class Setting:
    """One setting of two runs, of a `member` where there is one; empty where a run has none.

    `what` is its name: run, member or voice settings as `RunConfig` calls them; of outcomes spoken, words, tokens,
    cost, convergence and ending.
    """

    what: str
    one: str
    other: str
    member: str = ""

    @property
    def differs(self) -> bool:
        """Whether it is another one in each."""
        return self.one != self.other


def shared_turns(one: Sequence[Turn], other: Sequence[Turn]) -> int:
    """Return how many turns both begin with: the same words of the same members, after the same calls."""
    pairs = zip(map(_get_content, one), map(_get_content, other), strict=False)
    return next((at for at, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


def _get_content(turn: Turn) -> tuple[object, ...]:
    return turn.member, turn.text, [(call.name, call.arguments, call.text) for call in turn.answers]


MOST_ALIGNED = 1_500
"""Turns after the shared ones in which the same lines are looked for at other places, at most."""


def pair_up(one: Sequence[Turn], other: Sequence[Turn]) -> list[tuple[int, int]]:
    """Return which turns of two runs stand side by side, as indices; −1 where the other has none.

    Turns of the same member with the same words belong together wherever they stand; what lies between is paired in
    its order.
    """
    same = shared_turns(one, other)
    found = [(at, at) for at in range(same)]
    left, right = one[same:], other[same:]
    if max(len(left), len(right)) > MOST_ALIGNED:  # what follows takes quadratic time
        blocks = [(0, len(left), 0, len(right))]
    else:
        mine, yours = ([(turn.member, turn.text) for turn in turns] for turns in (left, right))
        matcher = SequenceMatcher(None, mine, yours, autojunk=False)  # from 200 lines on True drops lines that recur
        blocks = [(a, b, c, d) for _kind, a, b, c, d in matcher.get_opcodes()]
    for a, b, c, d in blocks:
        for step in range(max(b - a, d - c)):
            at, beside = a + step, c + step
            found.append((same + at if at < b else -1, same + beside if beside < d else -1))
    return found


def settings(one: State, other: State) -> list[Setting]:
    """Return all settings of two runs, the run's own first, then each member's."""
    found = _compare_settings(_collect_run_settings(one), _collect_run_settings(other))
    for member in dict.fromkeys(member.id for state in (one, other) for member in state.setup.members):
        found += _compare_settings(
            _collect_member_settings(one, member), _collect_member_settings(other, member), member
        )
    return found


def _compare_settings(one: dict[str, str], other: dict[str, str], member: str = "") -> list[Setting]:
    names = dict.fromkeys((*(one if len(one) >= len(other) else other), *one, *other))
    found = (Setting(name, one.get(name, ""), other.get(name, ""), member) for name in names)
    return [each for each in found if each.one or each.other]


def pair_ends(one: State, other: State) -> list[Setting]:
    """Return how each of them went until now."""
    found = [Setting(what, of(one), of(other)) for what, of in _OUTCOMES.items()]
    return [each for each in found if each.one or each.other]


# What is set --------------------------------------------------------------------------------------------------------


def _collect_run_settings(state: State) -> dict[str, str]:
    config = state.setup
    return {
        "mode": config.mode,
        "topic": config.topic,
        "language": config.language,
        "turns": str(config.turns or ""),
        "seed": str(config.seed),
        "voice": "" if state.foreign else state.get_voice_of("").label,
        **_collect_mode_settings(state, ""),
    }


def _collect_member_settings(state: State, member: str) -> dict[str, str]:
    if not state.setup.has(member):
        return {}
    temperature = state.get_voice_of(member).temperature
    return {
        "name": state.name_of(member),
        "voice": state.get_voice_label(member),
        "temperature": "" if temperature is None else f"{temperature:g}",
        **_collect_mode_settings(state, member),
    }


def _collect_mode_settings(state: State, member: str) -> dict[str, str]:
    compared = MODES[state.setup.mode].compared
    if compared is not None:
        return compared()(state, member)
    return {} if member else {"policy": state.policy}


# How it went --------------------------------------------------------------------------------------------------------


def _format_convergence(state: State) -> str:
    """Return the convergence of the last window, by the usual calculator, where two talked; else empty."""
    if len(state.setup.members) != 2:
        return ""
    a, b = (member.id for member in state.setup.members)
    messages = [(turn.member, turn.text) for turn in state.turns if turn.member in (a, b)]
    score = CALCULATORS["parley"](messages, a, b, "balanced")
    return f"{score.score:.3f}" if score.per_side else ""


_OUTCOMES: dict[str, Callable[[State], str]] = {
    "spoken": lambda state: str(len(state.turns)),
    "words": lambda state: str(sum(state.words.values())),
    "tokens": lambda state: str(state.own_tokens or ""),
    "cost": lambda state: f"{state.own_cost:.9f}" if state.own_cost else "",
    "convergence": _format_convergence,
    "ending": lambda state: state.detail if state.status == "ended" else state.status,
}


# The director's hand ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Act:
    """What the director did while turn `turn` was the next one, to or for the `members`; `text` says more of it.

    `what` is one of "injected", "whispered", "floor", "muted", "unmuted", "voice", "policy", "written", "edited",
    "retried", "autopilot", or a word of the mode's (`Event.get_deed`).
    """

    turn: int
    what: str
    members: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Hand:
    """An act of the director, and in which of two runs it was done."""

    act: Act
    one: bool
    other: bool

    @property
    def differs(self) -> bool:
        """Whether only one of them has it."""
        return self.one != self.other


def get_acts(one: Replay, other: Replay) -> list[Hand]:
    """Return what the director did in two runs, up to and with the turn at which they part."""
    until = shared_turns(one.live.turns, other.live.turns) + 1
    left, right = (Counter(_iterate_acts(each.events, until)) for each in (one, other))
    found = [Hand(act, True, True) for act in (left & right).elements()]
    found += [Hand(act, True, False) for act in (left - right).elements()]
    found += [Hand(act, False, True) for act in (right - left).elements()]
    return sorted(found, key=lambda hand: hand.act.turn)


def _iterate_acts(events: Iterable[Event], until: int) -> Iterator[Act]:
    """Yield the acts in a log, as long as turn `until` or an earlier one is the next."""
    turn = 1
    for event in events:
        act = act_of(event, turn)
        if act is not None and act.turn <= until:
            yield act
        if isinstance(event, TurnEnded):
            turn = event.turn + 1
        elif isinstance(event, TurnRetried):
            turn = event.turn


def act_of(event: Event, turn: int) -> Act | None:
    """Return what the director did with this event while `turn` was the next one; None where it is no act."""
    match event:
        case TopicInjected(text=text, to=to):
            return Act(turn, "whispered" if to else "injected", to, text)
        case FloorGiven(member=member):
            return Act(turn, "floor", (member,))
        case MemberMuted(member=member):
            return Act(turn, "muted", (member,))
        case MemberUnmuted(member=member):
            return Act(turn, "unmuted", (member,))
        case VoiceChanged(member=member, voice=voice):
            return Act(turn, "voice", (member,) if member else (), _format_voice(voice))
        case PolicyChanged(policy=policy):
            return Act(turn, "policy", (), policy)
        case TurnEnded(edited=True, member=member, text=text):  # first: an edited line is also the director's
            return Act(event.turn, "edited", (member,), text)
        case TurnEnded(author="director", member=member, text=text):
            return Act(event.turn, "written", (member,), text)
        case TurnRetried():
            return Act(event.turn, "retried")
        case AutopilotSet(on=on):
            return Act(turn, "autopilot", (), "yes" if on else "no")
    deed = event.get_deed()
    return Act(turn, *deed) if deed else None


def _format_voice(voice: Mapping[str, Any]) -> str:
    spec = VoiceSpec.model_validate(voice)
    return spec.label if spec.temperature is None else f"{spec.label}, {spec.temperature:g}"
