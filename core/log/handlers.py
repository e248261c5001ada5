"""How the events of every mode change the state."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import takewhile
from typing import Any, TypeVar

from parley.core.base.sentences import Sentence
from parley.core.cast.affinity import pair
from parley.core.cast.member import VoiceSpec
from parley.core.log.authors import SAID, author_of_reply, get_author_of
from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events import distilled, run, turn
from parley.core.log.events.base import Event
from parley.core.log.played import find_mode, get_behaviour_of
from parley.core.log.state import REPORTER, Entry, OpenTurn, Parts, State, Turn

E = TypeVar("E", bound=Event)
HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {}
"""One handler an event; a mode's slices have their own beside it."""


def register_handler(event: type[E]) -> Callable[[Callable[[State, E], None]], Callable[[State, E], None]]:
    """Have the decorated function fold events of that type."""

    def register(handler: Callable[[State, E], None]) -> Callable[[State, E], None]:
        HANDLERS[event] = handler
        return handler

    return register


_ANSWERED = frozenset({"empty", "refused", "invalid"})
"""Failures of a voice that did answer: with the same chances it would answer the same."""


def _configure(state: State, config: RunConfig) -> None:
    state.config = config
    # Those whom a fork left behind keep their names: what they said still stands.
    names = {member.id: member.name for member in config.members}
    if len(names) < len(config.members):
        raise ValueError("two members have the same id")
    state.names = {**state.names, **names}
    state.run = config.id
    state.policy = config.policy
    state.voices = {member.id: member.voice for member in config.members if member.voice}
    state.voices[""] = config.voice  # the run's own voice: no member has an empty id


@register_handler(run.RunStarted)
def _run_started(state: State, event: run.RunStarted) -> None:
    if state.config is not None:
        # Two logs in one file: what the first did would count for the second, or for none.
        raise ValueError("a run begins only once")
    spec = find_mode(str(event.config.get("mode", "roundtable")))
    config = RunConfig.model_validate(event.config)
    _configure(state, config)
    state.started_at = event.at
    state.foreign = bool(config.imported)
    state.affinity = {pair(each.a, each.b): each.affinity for each in config.affinities}
    _require_section(config)
    state.slices = {kind: kind.begin(config) for kind in spec.slices}


def _require_section(config: RunConfig) -> None:
    spec = find_mode(config.mode)
    if spec.config is not None and config.find(spec.config) is None:
        raise ValueError(
            Sentence("a run of the mode '{mode}' needs the section '{section}'", mode=config.mode, section=spec.section)
        )


@register_handler(run.RunForked)
def _run_forked(state: State, event: run.RunForked) -> None:
    config = state.setup
    data = config.as_json() | event.overrides | {"id": event.run}  # the id last: no override may change it
    voices, policy = state.voices, state.policy
    changed = RunConfig.model_validate(data)
    if changed.mode != config.mode:
        raise ValueError(Sentence("a fork stays of its run's mode: '{mode}'", mode=config.mode))
    _require_section(changed)
    _configure(state, changed)
    # What the director had changed before the fork stays, unless the fork says otherwise.
    if "voice" not in event.overrides and "members" not in event.overrides:
        state.voices = voices
    if "policy" not in event.overrides:
        state.policy = policy
    state.parent, state.parent_turn = event.parent, event.at_turn
    # A branch that was imported with its run says so; any other fork goes on here.
    state.foreign = bool(event.overrides.get("imported"))
    state.muted = frozenset(member for member in state.muted if state.setup.has(member))
    state.status, state.reason, state.detail = "paused", "", ""
    state.pending, state.summing = {}, None
    state.own_cost, state.own_tokens, state.playing_seconds = 0.0, 0, 0.0
    for part in state.slices.values():
        part.follow_fork(state, event, config)


@register_handler(run.RunContinued)
def _run_continued(state: State, event: run.RunContinued) -> None:
    state.status, state.reason, state.detail = "playing", event.how, ""
    if state.open is not None and state.open.next_seq >= 0:
        # It stood between two replies: what was put in meanwhile is asked with.
        state.open.next_seq = state.seq + 1


@register_handler(run.RunPaused)
def _run_paused(state: State, event: run.RunPaused) -> None:
    state.status, state.reason, state.detail = "paused", event.reason, get_text_of(event)
    if event.reason == "breakpoint":
        state.held_turn, state.held_by = state.next_turn, event.breakpoint
        if state.open is not None and state.open.reply is not None:
            state.open.held = True


@register_handler(run.RunResumed)
def _run_resumed(state: State, event: run.RunResumed) -> None:
    if state.status != "ended":
        state.status, state.reason = "paused", "interrupted"


@register_handler(run.RunEnded)
def _run_ended(state: State, event: run.RunEnded) -> None:
    state.status, state.reason, state.detail = "ended", event.reason, get_text_of(event)
    state.selected = None


@register_handler(run.BreakpointSet)
def _apply_breakpoint_set(state: State, event: run.BreakpointSet) -> None:
    state.breakpoints[event.id] = event


@register_handler(run.BreakpointCleared)
def _apply_breakpoint_cleared(state: State, event: run.BreakpointCleared) -> None:
    state.breakpoints.pop(event.id, None)


@register_handler(run.TopicInjected)
def _apply_topic_injected(state: State, event: run.TopicInjected) -> None:
    state.entries.append(
        Entry("topic", state.seq, state.next_turn, "", event.text, event.to, (), event.hidden, event.name)
    )


@register_handler(run.FloorGiven)
def _apply_floor_given(state: State, event: run.FloorGiven) -> None:
    state.floor = event.member
    state.selected = None  # it was drawn before the director gave the floor


@register_handler(run.MemberMuted)
def _apply_member_muted(state: State, event: run.MemberMuted) -> None:
    state.muted |= {event.member}  # a new frozenset: copies of the state share the old one
    if state.floor == event.member:
        state.floor = ""
    if state.selected and state.selected.member == event.member:
        state.selected = None


@register_handler(run.MemberUnmuted)
def _apply_member_unmuted(state: State, event: run.MemberUnmuted) -> None:
    state.muted -= {event.member}


@register_handler(run.VoiceChanged)
def _voice_changed(state: State, event: run.VoiceChanged) -> None:
    state.voices[event.member] = VoiceSpec.model_validate(event.voice)


@register_handler(run.PolicyChanged)
def _apply_policy_changed(state: State, event: run.PolicyChanged) -> None:
    state.policy = event.policy
    state.selected = None  # it was drawn by the policy that was replaced


@register_handler(turn.SpeakerSelected)
def _apply_speaker_selected(state: State, event: turn.SpeakerSelected) -> None:
    state.selected = event
    state.pending.pop("selection", None)
    state.pending.pop("closing", None)
    if state.floor == event.member:
        state.floor = ""


@register_handler(turn.TurnStarted)
def _turn_started(state: State, event: turn.TurnStarted) -> None:
    # A selection that waits while the director takes the turn is not the reason for that turn.
    why = state.selected if event.kind != "director" else None
    if event.kind not in {"director", "player"}:
        state.begun = event.turn
    state.open = OpenTurn(event, state.seq, why, asked_seq=state.seq + 1)


@register_handler(turn.VoiceReplied)
def _voice_replied(state: State, event: turn.VoiceReplied) -> None:
    state.calls += 1
    _spend(state, event.usage, event.cost)
    if event.purpose in SAID:
        state.last_authors[event.member] = author_of_reply(event)
    if event.purpose == turn.ALTERNATIVE:
        # A log by hand may name any turn, and somebody else: those are no ways to say a line.
        if [event.member] == [said.member for said in state.turns[max(0, event.turn - 1) : event.turn]]:
            state.alternatives[event.turn] = (*state.alternatives.get(event.turn, ()), event)
    elif event.purpose != "turn":
        state.pending[event.purpose] = event
    elif state.open is not None:
        state.open.reply, state.open.failed = event, None
        state.open.answered, state.open.held = 0, False
        state.open.rounds += 1
        if state.open.next_seq >= 0:
            state.open.asked_seq, state.open.next_seq = state.open.next_seq, -1
        elif state.open.rounds > 1:
            state.open.asked_seq = state.seq  # It had only thought, and was asked once more


@register_handler(turn.TurnEnded)
def _turn_ended(state: State, event: turn.TurnEnded) -> None:
    open_turn = state.open
    if open_turn is not None and open_turn.started.member != event.member:
        open_turn = None  # What led to this line was lost with the lines of a damaged log
    answers = open_turn.answers if open_turn else ()
    if open_turn and open_turn.started.attempt:
        # What was called before the turn was taken back was called all the same.
        since = [*takewhile(lambda entry: entry.turn >= event.turn, reversed(state.entries))]  # ordered by turn
        calls = (call for entry in since[::-1] if entry.speaker == event.member for call in entry.calls)
        answers = tuple(call for call in calls if isinstance(call, turn.ToolUsed)) or answers
    parts = Parts(
        open_turn.seq if open_turn else state.seq,
        open_turn.started if open_turn else None,
        open_turn.selected if open_turn else None,
        open_turn.reply if open_turn else None,
        event,
        open_turn.asked_seq if open_turn else -1,
        answers,
    )
    author = get_author_of(state, event, parts.reply)
    state.authors[author] = state.authors.get(author, 0) + 1
    member = sys.intern(event.member)  # Every event has a copy of the id: one is enough
    state.turns.append(Turn(event.turn, member, event.text, state.seq, parts, author))
    state.entries.append(Entry("line", state.seq, event.turn, member, event.text, event.heard_by, (), event.hidden))
    state.spoken[event.member] = state.spoken.get(event.member, 0) + 1
    state.words[event.member] = state.words.get(event.member, 0) + len(event.text.split())
    state.open = state.selected = None
    state.pending.pop("selection", None)
    state.pending.pop("closing", None)
    state.attempt = 0


@register_handler(turn.TurnFailed)
def _turn_failed(state: State, event: turn.TurnFailed) -> None:
    _spend(state, event.usage, event.cost)
    if state.open is not None:
        state.open.failed = event
        state.open.reply = None


@register_handler(turn.CallFailed)
def _call_failed(state: State, event: turn.CallFailed) -> None:
    _spend(state, event.usage, event.cost)


@register_handler(turn.TurnAbandoned)
def _turn_abandoned(state: State, event: turn.TurnAbandoned) -> None:
    state.open = None


@register_handler(turn.TurnRetried)
def _turn_retried(state: State, event: turn.TurnRetried) -> None:
    attempt = (state.open.started.attempt if state.open else state.attempt) + 1
    if state.open is not None:
        if state.open.failed is not None and state.open.failed.kind not in _ANSWERED:
            attempt -= 1  # A call that failed said nothing: the same chances are taken again
        state.open = None
    elif state.turns and state.turns[-1].number == event.turn:
        gone = state.turns.pop()
        state.bookmarks -= {gone.number}  # It was this line that was marked
        state.alternatives.pop(gone.number, None)
        state.entries = [entry for entry in state.entries if entry.seq != gone.seq]
        state.spoken[gone.member] -= 1
        state.words[gone.member] -= len(gone.text.split())
        state.authors[gone.author] -= 1
        if not state.authors[gone.author]:
            del state.authors[gone.author]
        attempt = (gone.started.attempt if gone.started else 0) + 1
        if state.selected is not None and state.selected.policy == "director":
            # Whoever was given the floor for the turn after it still has it then.
            state.floor = state.selected.member
        state.selected = gone.selected  # the same speaker: only the words are drawn anew
        # The director asked for just this turn: no breakpoint stands before it.
        state.held_turn = gone.number
        state.revision += 1
        for part in state.slices.values():
            part.taken_back(state, gone)
    state.attempt = attempt
    state.begun = state.next_turn


@register_handler(turn.TurnBookmarked)
def _turn_bookmarked(state: State, event: turn.TurnBookmarked) -> None:
    state.bookmarks = state.bookmarks | {event.turn} if event.on else state.bookmarks - {event.turn}


@register_handler(turn.ToolsOffered)
def _apply_tools_offered(state: State, event: turn.ToolsOffered) -> None:
    state.offered[event.member] = event.tools


@register_handler(turn.ToolUsed)
def _apply_tool_used(state: State, event: turn.ToolUsed) -> None:
    heard = get_behaviour_of(state.setup).find_hearers(state, event.member) or tuple(state.setup.names)
    others = tuple(member for member in heard if member != event.member)
    if event.report and others:
        # Whoever made the call knows more of it.
        told = Entry("event", state.seq, state.next_turn, "", event.report, others, name=REPORTER)
        state.entries.append(told)
    take_answer(state, event)


def take_answer(state: State, event: turn.CallAnswered) -> None:
    """Note the answer to a call of the reply in flight; with the last one the voice knows all of them."""
    open_turn = state.open
    if open_turn is None or open_turn.reply is None:
        return
    open_turn.answers = (*open_turn.answers, event)
    open_turn.answered += 1
    if not open_turn.unanswered:
        calls = open_turn.answers[-open_turn.answered :]
        state.entries.append(Entry("calls", state.seq, state.next_turn, event.member, "", (event.member,), calls))
        open_turn.next_seq = state.seq + 1


@register_handler(turn.PointsNoted)
def _apply_points_noted(state: State, event: turn.PointsNoted) -> None:
    state.pending.pop("points", None)
    state.points = event


@register_handler(distilled.RunDistilled)
def _run_distilled(state: State, event: distilled.RunDistilled) -> None:
    state.pending.pop("distillation", None)
    state.distilled = event
    for drift in event.drifts:
        state.affinity[pair(drift.a, drift.b)] = drift.after


@register_handler(turn.ContextCut)
def _apply_context_cut(state: State, event: turn.ContextCut) -> None:
    state.cuts[event.member] = event.before
    state.summaries.pop(event.member, None)
    if event.summary:
        state.summaries[event.member] = event.summary
    if state.summing is not None and state.summing.member == event.member:
        state.summing = None
        state.pending.pop("summary", None)


@register_handler(turn.SummaryAsked)
def _apply_summary_asked(state: State, event: turn.SummaryAsked) -> None:
    state.summing = event
    # What was replied to another question is no answer to this one.
    state.pending.pop("summary", None)


def _spend(state: State, usage: turn.Usage, cost: float) -> None:
    state.usage += usage
    state.cost += cost
    state.own_cost += cost
    state.own_tokens += usage.total
