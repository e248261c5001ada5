"""A run through one member's eyes: what they heard, what they missed, what they remember; in the terminal too."""

from __future__ import annotations

import pytest

from parley.core.cli import main
from parley.core.home import Home
from parley.core.log.codec import decode, encode
from parley.core.log.played import get_behaviour_of
from parley.core.log.replay import Replay
from parley.core.log.state import Entry
from parley.core.perspective.lens import Lens
from parley.core.perspective.perspective import perspective
from tests.day_events import a_day
from tests.hostile_logs import rows, written
from tests.standup_events import sample_events


def test_a_member_sees_what_they_heard_at_every_turn_and_nothing_else() -> None:
    story = [decode(line) for line in written(rows("story-seed-1")).splitlines()]
    for events in (a_day("en"), sample_events(), story):
        replay = Replay(events)
        for turn in range(0, replay.turns + 1, 5):
            state = replay.state_at_turn(turn)
            for member in state.setup.members:
                seen, sent = Lens(state, member.id), perspective(state, member.id)
                told = {block.seq for block in sent.blocks[: sent.count] if not block.calls}
                for entry in state.entries:
                    if entry.kind != "calls":
                        hears = not entry.heard_by or member.id in {*entry.heard_by, entry.speaker}
                        assert seen.witnessed(entry) == (hears and not entry.hidden), entry
                        assert seen.witnessed(entry) == (entry.seq in told), entry
                    else:
                        assert seen.witnessed(entry) == (entry.speaker == member.id), entry


def test_who_hears_a_line_is_known_before_it_is_said() -> None:
    for events in (a_day("en"), sample_events()):
        replay = Replay(events)
        for turn in replay.live.turns:
            state = replay.find_state_at(turn.seq)
            hearers = {*turn.ended.heard_by, turn.member} if turn.ended.heard_by else set(state.names)
            heard = get_behaviour_of(state.setup).find_hearers(state, turn.member)
            if turn.started is not None and turn.started.kind != "director":
                assert ({*heard, turn.member} if heard else set(state.names)) == hearers, turn.number


def test_what_fades_stands_before_a_members_own_cut() -> None:
    state = Replay(sample_events()).live
    state.cuts["boss"], state.summaries["boss"] = 5, "They met."
    boss, writer = Lens(state, "boss"), Lens(state, "writer")
    assert [boss.is_faded(4), boss.is_faded(5), writer.is_faded(0)] == [True, False, False]
    assert (boss.summary, writer.summary) == ("They met.", "")


def test_tool_calls_and_what_was_seen_reached_only_whose_they_are() -> None:
    state = Replay(sample_events()).live
    seen, calls = Lens(state, "boss"), [Entry("calls", 99, 1, member, "") for member in ("boss", "writer")]
    assert [seen.witnessed(entry) for entry in (*calls, state.entries[1])] == [True, False, True]
    around = [Entry("observation", seq, 1, "", "Two talk.", (one,)) for seq, one in ((100, "boss"), (101, "writer"))]
    assert [seen.witnessed(entry) for entry in around] == [True, False]


def test_the_terminal_shows_it(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    home.prepare()
    events = a_day("en", run_id="lived")
    (home.runs / "2026-01-08-scenes-lived.jsonl").write_bytes(b"".join(encode(event) + b"\n" for event in events))
    replay = Replay(events)
    state = replay.live
    missed, member = next(
        (turn, each)
        for turn in state.turns
        for each in state.setup.members
        if turn.ended.thoughts and turn.ended.heard_by and each.id not in {*turn.ended.heard_by, turn.member}
    )
    asked = ["show", "lived", "--home", str(home.path), "--as"]
    assert main([*asked, member.name.lower()]) == 0
    shown = capsys.readouterr().out
    assert f"{missed.number:>4} {state.name_of(missed.member)} (missed): {missed.ended.written}" in shown
    assert missed.ended.thoughts[0] not in shown
    own = [turn.ended.thoughts for turn in state.turns if turn.member == member.id and turn.ended.thoughts]
    assert all(thought in shown for thoughts in own for thought in thoughts)
    memories = Lens(state, member.id).memories
    assert memories
    assert all(memory.text.splitlines()[0] in shown.split("remembers:")[1] for memory in memories)
    # At an earlier turn they remember less.
    assert main([*asked, member.id, "--turn", "1"]) == 0
    assert capsys.readouterr().out.count("     - ") < len(memories)
    # What they saw of a talk that they did not hear is theirs alone.
    entry = next(entry for entry in state.entries if entry.kind == "observation")
    for each in state.setup.members:
        assert main([*asked, each.id]) == 0
        assert (f"     ~ {entry.text}" in capsys.readouterr().out) == (each.id in entry.heard_by)
    assert main([*asked, "Nobody"]) == 2
    assert "There is no member called 'Nobody'" in capsys.readouterr().err
