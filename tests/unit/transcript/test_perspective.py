from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import VoiceFault
from parley.core.log.behaviour import Behaviour
from parley.core.log.events.run import RunForked, TopicInjected
from parley.core.log.events.turn import CallAnswered, TurnEnded, TurnRetried, TurnStarted
from parley.core.log.fold import apply, fold
from parley.core.log.state import DIRECTOR, Entry, State
from parley.core.perspective.perspective import Block, Witness, perspective
from parley.core.perspective.weight import BLOCK, sum_tokens
from tests.scripted_voices import Actor, begun, fault, to_the_end
from tests.standup_events import sample_config, sample_events

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


def blocks(state: State, member: str) -> list[tuple[str, str]]:
    """All blocks with their message's role, the premise first."""
    return [(message.role, block.text) for message in perspective(state, member).messages() for block in message.blocks]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_perspective_only_grows_at_its_end(lang: Any) -> None:
    events = sample_events(12, lang)
    members = [member.id for member in sample_config(12, lang).members]
    state = State()
    before: dict[str, list[tuple[str, str]]] = {}
    for event in events:
        apply(state, event)
        if isinstance(event, TurnRetried):
            before = {}
            continue
        for member in members:
            now = blocks(state, member)
            assert now[: len(before.get(member, []))] == before.get(member, [])
            before[member] = now


def test_a_retried_turn_is_gone_and_earlier_moments_stand() -> None:
    events = sample_events(12)
    retry = next(i for i, event in enumerate(events) if isinstance(event, TurnRetried) and event.turn == 7)
    state = fold(events[:retry])
    witness = Witness(state.setup, state.setup.member("boss"))
    then = witness.get_at(state)
    taken_back = state.turns[-1].text
    shown = [block.text for block in then.witnessed()]
    fold(events[retry:], state)
    now = witness.get_at(state)
    assert shown == [block.text for block in then.witnessed()]
    assert any(taken_back in text for text in shown)
    assert not any(taken_back in block.text for block in list(now.witnessed())[: len(shown)])
    fresh = perspective(state, "boss")
    assert list(fresh.witnessed()) == list(now.witnessed())


def test_a_line_that_is_spoken_anew_is_seen_anew() -> None:
    state = fold(sample_events(3, ended=False))
    witness = Witness(state.setup, state.setup.member("boss"))
    then = witness.get_at(state)
    # Nobody looks between the two: there are as many blocks as before.
    last = state.turns[-1]
    again = TurnEnded(at=AT, turn=last.number, member=last.member, text="Otherwise.")
    fold([TurnRetried(at=AT, turn=last.number), again], state)
    now = witness.get_at(state)
    assert (now.count, now.witnessed()[-1].said) == (then.count, "Otherwise.")
    assert then.witnessed()[-1].said == last.text


def test_a_call_and_its_result_cost_what_they_are() -> None:
    answer = CallAnswered(
        at=AT, turn=1, member="boss", call="c1", name="look", arguments={"at": "door"}, text="A door."
    )
    calls, results = Block(1, "assistant", "boss", "", "", (answer,)), Block(1, "user", "", "", "", (answer,))
    assert (calls.cost, results.cost) == (sum_tokens('look{"at":"door"}') + BLOCK, sum_tokens("A door.") + BLOCK)
    assert Block(1, "user", "boss", "Boss", "Yes.").cost == sum_tokens("Boss: Yes.") + BLOCK


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_a_speaker_did_stands_in_the_line_and_is_told_apart_by_its_turn(number: int) -> None:
    state = fold(sample_events(1, ended=False)[:2])
    for turn in (1, 2, 3):
        acts = ("nods",) if turn == number else ()
        fold([TurnEnded(at=AT, turn=turn, member="boss", text="Yes.", acts=acts)], state)
    said = [block.said for block in perspective(state, "writer").witnessed()]
    assert said == ["*nods* Yes." if turn == number else "Yes." for turn in (1, 2, 3)]


def test_tool_calls_of_the_turn_in_flight_are_shown_to_who_made_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Behaviour, "keeps_calls", lambda self, member: False)
    state = fold(sample_events(2, ended=False))
    seq, turn = state.seq, state.next_turn
    # Whoever had the turn before failed behind a call; the turn is somebody else's now.
    for at, member in enumerate(("boss", "writer")):
        call = CallAnswered(at=AT, turn=turn, member=member, call="c", name="look", text="A door.")
        state.entries.append(Entry("calls", seq + at, turn, member, "", calls=(call,)))
    fold([TurnStarted(at=AT, turn=turn, member="writer")], state)
    assert perspective(state, "writer").tail == (
        Block(seq + 1, "assistant", "writer", "", "", (call,)), Block(seq + 1, "user", "", "", "", (call,)),
    )  # fmt: skip
    assert perspective(state, "boss").tail == ()


def test_a_growing_witness_and_a_fresh_one_see_the_same() -> None:
    state = State()
    witness: Witness | None = None
    for event in sample_events(12):
        apply(state, event)
        witness = witness or Witness(state.setup, state.setup.member("writer"))
        grown, fresh = witness.get_at(state), perspective(state, "writer")
        assert list(grown.witnessed()) == list(fresh.witnessed())
        assert list(grown.witnessed(2)) == list(fresh.witnessed())[-2:]


def test_a_moment_is_built_once_and_anew_when_something_was_heard() -> None:
    events = sample_events(12)
    state = fold(events[:20])
    witness = Witness(state.setup, state.setup.member("boss"))
    then = witness.get_at(state)
    assert witness.get_at(state) is then
    fold(events[20:], state)
    now = witness.get_at(state)
    assert (now is not then, now.count > then.count, witness.get_at(state) is now) == (True, True, True)
    state.cuts["boss"], state.summaries["boss"] = state.turns[2].seq, "They met."
    cut = witness.get_at(state)
    assert (cut.start > 0, cut.summary, cut.count) == (True, "They met.", now.count)
    assert (now.start, now.summary) == (0, "")


def test_who_left_with_a_fork_keeps_their_name_in_what_was_heard() -> None:
    members = [member.model_dump(mode="json") for member in sample_config().members if member.id != "boss"]
    events = sample_events(3, ended=False)
    state = fold([*events, RunForked(at=AT, run="x", parent="y", at_seq=9, at_turn=3, overrides={"members": members})])
    assert ("user", "Boss: " + state.turns[0].text) in blocks(state, "writer")
    assert perspective(state, "writer").tells_temperature is True
    with pytest.raises(KeyError):
        perspective(state, "boss")


def test_a_line_of_the_director_is_anothers_line() -> None:
    state = fold(sample_events(1, ended=False))
    fold([TurnStarted(at=AT, turn=2, member=DIRECTOR), TurnEnded(at=AT, turn=2, member=DIRECTOR, text="Hm.")], state)
    fold([TopicInjected(at=AT, text="New."), TopicInjected(at=AT, text="It rains.", name="Narrator")], state)
    assert blocks(state, "writer")[-3:] == [
        ("user", "Director: Hm."), ("user", "Director (to everybody): New."), ("user", "Narrator: It rains."),
    ]  # fmt: skip
    assert perspective(state, "writer").witnessed()[-1].speaker == ""
    spoken_as = TurnEnded(at=AT, turn=3, member="writer", text="My words.", author="director")
    assert blocks(fold([spoken_as], state), "writer")[-1] == ("assistant", "My words.")


FAULTS: list[VoiceFault] = [
    "auth", "credit", "rate_limited", "overloaded", "server", "connection", "timeout", "dropped",
    "bad_request", "context_full", "empty", "refused", "invalid", "unavailable",
]  # fmt: skip


async def test_no_error_text_is_ever_sent_to_a_voice(tmp_path: Path) -> None:
    acts = [part for kind in FAULTS for part in (fault(kind, partial="SECRET-FAULT half"), "Back again.")]
    actor = Actor(*acts)
    run = begun(tmp_path / "a.jsonl", actor, sample_config(len(FAULTS)))
    while run.state.status != "ended":
        await to_the_end(run)
    await run.close()
    assert len(actor.bodies) == 2 * len(FAULTS) + 1
    assert "SECRET-FAULT" not in repr(actor.bodies)
    assert "SECRET-FAULT" in (tmp_path / "a.jsonl").read_text()
