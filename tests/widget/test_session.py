"""One window's run: read at first, live when it is touched, given back when it is left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from parley.core.cast.member import VoiceSpec
from parley.core.log import log as log_file
from parley.core.log.events.run import RunPaused
from parley.core.log.events.turn import TurnEnded
from parley.core.log.log import Log
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.studio import Studio
from parley.core.studio.trash import list_trashed
from parley.core.voices.base import Request
from parley.core.voices.pool import Pool
from parley.desktop.library.figures import ListedRun
from parley.desktop.shell.asking import PauseDialog
from tests.scripted_voices import Actor, fault
from tests.widget.real_window import Desk

pytestmark = pytest.mark.window(empty=True)
CHAT = (
    '{"user_name": "You", "character_name": "Ada", "chat_metadata": {}}\n'
    '{"name": "Ada", "is_user": false, "mes": "The kettle is on."}\n'
    '{"name": "You", "is_user": true, "mes": "Thank you."}\n'
)


def use(monkeypatch: pytest.MonkeyPatch, actor: Actor) -> None:
    monkeypatch.setattr(Pool, "voice", lambda self, spec: actor)


def log_of(desk: Desk) -> Path:
    path = desk.desktop.model.path
    assert path is not None
    return path


async def test_a_run_is_read_until_it_is_touched(desk: Desk) -> None:
    await desk.begin(turns=4)
    path, session = log_of(desk), desk.desktop.session
    await session.close()
    before = path.read_bytes()
    await session.open(desk.state.run)
    desk.desktop.model.show(0)
    assert session.run is None
    assert path.read_bytes() == before
    session.step_turn()
    await desk.until(lambda: desk.turns == 1, "a turn is taken")
    assert session.run is not None
    await session.close()
    assert path.read_bytes().startswith(before)


async def test_a_run_that_ended_is_given_back_and_can_still_be_marked(desk: Desk) -> None:
    await desk.played()
    await desk.desktop.session.bookmark(2)
    await desk.idle()
    assert (desk.state.bookmarks, desk.state.status) == ({2}, "ended")
    assert desk.desktop.session.run is None
    lock = desk.studio.home.lock(desk.state.run)
    Log.open(log_of(desk), lock=lock)[0].close()


@pytest.mark.slow
async def test_a_run_that_another_parley_writes_can_be_read_but_not_touched(desk: Desk) -> None:
    await desk.begin(turns=4)
    path = log_of(desk)
    await desk.desktop.session.close()
    other = Log.open(path, lock=desk.studio.home.lock(desk.state.run))[0]
    try:
        desk.action("play_pause").trigger()
        await desk.until(desk.notices, "a sentence says so")
        assert "another Parley" in desk.notices()[0]
        assert desk.notice().kind == "error"
        assert desk.desktop.model.loaded
    finally:
        other.close()
    desk.action("step").trigger()
    await desk.until(lambda: desk.turns == 1, "now it can be had")


async def test_what_another_parley_wrote_meanwhile_is_read_first(desk: Desk) -> None:
    await desk.begin(turns=4)
    await desk.desktop.session.close()
    other = Studio(desk.studio.home)
    run = other.resume(str(log_of(desk)))
    run.step()
    run.pause()
    await run.director.speak_as("boss", "Said elsewhere.")
    await run.close()
    await other.close()
    assert desk.turns == 0
    desk.action("step").trigger()
    await desk.until(lambda: desk.turns == 2, "both turns are shown")
    assert desk.state.turns[0].text == "Said elsewhere."
    assert len(desk.desktop.model.replay.events) == len(log_file.read(log_of(desk)).events)


@pytest.mark.slow
async def test_a_failed_call_is_a_notice_that_retries(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    actor = Actor(fault("connection", "The server cannot be reached."), "Now I can.")
    use(monkeypatch, actor)
    await desk.begin(turns=4)
    desk.action("step").trigger()
    await desk.until(desk.notices, "a notice is shown")
    notice = desk.notice()
    assert "cannot be reached" in notice.sentence
    assert (desk.state.status, [row.kind for row in desk.window.transcript.model().rows]) == ("paused", ["failed"])
    notice.buttons[0].pressed()
    await desk.until(lambda: desk.turns == 1, "the turn was taken again")
    assert [(row.kind, row.text) for row in desk.window.transcript.model().rows] == [("opening", "Now I can.")]


async def test_a_log_that_is_deleted_is_told_and_no_more_is_paid(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def deleting(_request: Request) -> str:
        log_of(desk).unlink()
        return "Who took it?"

    actor = Actor("One.", deleting)
    use(monkeypatch, actor)
    await desk.begin(play=True, turns=6)
    await desk.until(desk.notices, "a notice is shown")
    await desk.idle()
    (told,) = desk.notices()
    assert "deleted the log" in told
    assert ".recovered.jsonl" in told
    assert len(actor.requests) == 2
    assert desk.desktop.session.run is None
    # What was said is still shown.
    assert desk.turns == 2


async def test_closing_in_the_middle_of_a_line_stops_the_spending(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    actor = Actor(stall_at={1})
    use(monkeypatch, actor)
    await desk.begin(play=True, turns=6)
    await desk.until(actor.stalled.is_set, "the second line is being said")
    path = log_of(desk)
    await desk.desktop.close()
    assert desk.desktop.session.run is None
    assert len(actor.requests) == 2
    recording = log_file.read(path)
    assert recording.damage == log_file.Damage()
    assert [event.turn for event in recording.events if isinstance(event, TurnEnded)] == [1]
    assert isinstance(recording.events[-1], RunPaused)


async def test_the_stream_is_shown_while_it_comes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    actor = Actor("A line that takes its time.", stall_at={0})
    use(monkeypatch, actor)
    await desk.begin(turns=4)
    desk.action("step").trigger()
    await desk.until(actor.stalled.is_set, "the line is being said")
    await desk.until(lambda: desk.window.floor.figure.line == "Half a li", "the window has seen it")
    assert desk.window.floor.figure.streaming
    assert desk.window.transcript.model().live is not None
    desk.desktop.model.show(None)
    actor.go_on.set()
    await desk.until(lambda: desk.turns == 1, "the line is whole")
    assert desk.window.transcript.model().live is None
    await desk.until(lambda: not desk.window.floor.figure.streaming, "the plan has seen it")


@pytest.mark.slow
async def test_a_damaged_log_opens_and_says_so(desk: Desk) -> None:
    await desk.played()
    path = log_of(desk)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], b'{"type":"nonsense"}\n', *lines[4:-1], lines[-1][:20]]))
    await desk.desktop.session.open(str(path))
    told = " ".join(desk.notices())
    assert "Line 5" in told
    assert desk.turns == 6


@pytest.mark.slow
async def test_a_log_that_was_cut_short_is_paused_not_live(desk: Desk) -> None:
    await desk.played()
    path = log_of(desk)
    lines = path.read_bytes().splitlines(keepends=True)
    cut = next(i for i, line in enumerate(lines) if b'"turn.ended"' in line) + 3
    other = path.with_name("2026-01-05-roundtable-cut.jsonl")
    other.write_bytes(b"".join(lines[:cut]))
    await desk.desktop.session.open(str(other))
    assert desk.state.status == "playing"
    assert "live" not in desk.window.timeline.live.text()
    assert not desk.window.floor.figure.streaming


@pytest.mark.window(empty=False)
@pytest.mark.parametrize("large", [100_000, 0])
async def test_a_missing_and_a_strange_file_are_a_sentence(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: int
) -> None:
    monkeypatch.setattr("parley.desktop.shell.session.LARGE_RUN", large)
    strange = tmp_path / "strange.jsonl"
    strange.write_text("hello\n")
    shown = desk.state.run
    for name in (str(tmp_path / "gone.jsonl"), str(strange), "no-such-run"):
        desk.desktop.session.start_task(desk.desktop.session.open(name))
        await desk.idle()
        assert desk.notice().kind == "error"
    assert desk.state.run == shown


@pytest.mark.slow
async def test_a_deleted_run_can_be_had_back(desk: Desk) -> None:
    await desk.played()
    path, run, tidying = log_of(desk), desk.state.run, desk.desktop.library.tidying
    await tidying.delete([run])
    assert (path.exists(), desk.desktop.model.loaded) == (False, False)
    assert not desk.window.floor.figure.places
    desk.notice().buttons[0].pressed()
    await desk.until(lambda: desk.desktop.model.loaded, "it is back")
    await desk.idle()
    assert desk.state.run == run
    await tidying.delete([run])
    library = desk.window.library
    library.arrange(replace(library.arrangement, place="trash"))
    assert [row.run.title for row in library._listing.rows if isinstance(row, ListedRun)] != []
    await tidying.erase(())
    box = await desk.dialog(QMessageBox)
    next(each for each in box.buttons() if each.text() == "Delete").click()
    await desk.until(lambda: not list(desk.studio.home.trash.iterdir()), "it is gone for good")
    await desk.idle()
    assert not path.exists()


@pytest.mark.window(empty=False)
async def test_a_voice_that_is_not_here_is_a_sentence_before_anything_is_left(desk: Desk) -> None:
    wish = RoundtableRequest(voice=VoiceSpec(provider="embedded", model="smollm2-135m"), turns=4)
    desk.desktop.session.start_task(desk.desktop.session.start(desk.studio.compose(wish)))
    await desk.idle()
    assert desk.notice().kind == "error"
    assert "smollm2-135m" in desk.notice().sentence


async def playing(desk: Desk) -> str:
    """A run that plays at a reading pace: its id."""
    await desk.begin(turns=12)
    desk.desktop.session.set_speed(0.25)
    desk.desktop.session.play()
    await desk.until(lambda: desk.turns >= 1, "somebody speaks")
    return desk.state.run


async def answer(desk: Desk, *, leave: bool) -> None:
    """Answer the question whether the run that plays may be paused."""
    dialog = await desk.dialog(PauseDialog)
    desk.click(dialog.leave if leave else dialog.stay)
    await desk.until(lambda: desk.find(PauseDialog) is None, "the question has gone")
    await desk.idle()


@pytest.mark.window(empty=False)
@pytest.mark.parametrize("way", ["library", "file", "new", "again", "import"])
@pytest.mark.slow
async def test_another_run_is_not_opened_over_one_that_plays_unasked(desk: Desk, tmp_path: Path, way: str) -> None:
    desktop, session = desk.desktop, desk.desktop.session
    sample = desk.state.run
    foreign = tmp_path / "chat.jsonl"
    foreign.write_text(CHAT, "utf-8")
    first = await playing(desk)
    ways: dict[str, Callable[[], object]] = {
        "library": lambda: desk.window.library.run_opened.emit(sample),
        "file": lambda: session.start_task(session.open(str(desk.studio.open(sample).path))),
        "new": lambda: session.start_task(session.start(desk.config(topic="Another"))),
        "again": desk.action("play_again").trigger,
        "import": lambda: desktop.commands.rooms["importing"].start([foreign]),
    }
    ways[way]()
    await answer(desk, leave=False)
    assert (desk.state.run, session.playing, desk.window.library._open_run) == (first, True, first)
    ways[way]()
    await answer(desk, leave=True)
    await desk.until(lambda: desk.state.run != first, "the other is open")
    assert desk.studio.open(first).state.status == "paused"


async def test_what_opens_by_itself_does_not_take_the_place_of_a_run_that_somebody_began(
    desk: Desk, tmp_path: Path
) -> None:
    await desk.played()
    session, model, name = desk.desktop.session, desk.desktop.model, desk.state.run
    other = tmp_path / "other.jsonl"
    other.write_bytes(desk.studio.open(name).path.read_bytes())
    # Nothing is open as it is asked for; what somebody clicks meanwhile has the lock.
    model.replay.live.config, kept = None, model.replay.live.config
    async with session._opening:
        opening = asyncio.ensure_future(session.open(str(other), only_first=True))
        await asyncio.sleep(0.05)
        model.replay.live.config = kept
    assert not await opening
    assert model.state.run == name


async def test_the_open_run_is_opened_again_without_a_question(desk: Desk) -> None:
    first = await playing(desk)
    desk.window.library.hit_chosen.emit(first, 1)
    await desk.idle()
    assert desk.find(PauseDialog) is None
    assert (desk.desktop.session.playing, desk.desktop.model.shown) == (True, 1)


@pytest.mark.slow
async def test_the_window_does_not_close_over_a_run_that_plays_unasked(desk: Desk) -> None:
    await playing(desk)
    desk.window.close()
    await answer(desk, leave=False)
    assert desk.window.isVisible()
    assert desk.desktop.session.playing
    dialog = await desk.open("quit", PauseDialog)
    desk.click(dialog.leave)
    await desk.until(desk.desktop.closed.done, "the window has gone")


@pytest.mark.slow
async def test_a_signal_closes_the_window_unasked(desk: Desk) -> None:
    await playing(desk)
    desk.window.end_wanted.emit()
    await desk.until(desk.desktop.closed.done, "the window has gone")
    assert desk.find(PauseDialog) is None


@pytest.mark.parametrize("put_in", ["", "What about Friday?"])
@pytest.mark.slow
async def test_a_run_that_fails_before_its_first_turn_is_taken_away_when_it_is_left(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, put_in: str
) -> None:
    await desk.played(turns=2)
    kept, session = desk.state.run, desk.desktop.session
    actor = Actor(fault("auth", "The key was refused."))
    use(monkeypatch, actor)
    await desk.begin(turns=4)
    if put_in:
        session.inject(put_in)
    desk.action("play_pause").trigger()
    await desk.until(lambda: desk.state.reason == "failure", "the first turn fails")
    failed, shown = desk.state.run, desk.desktop.model
    await session.open(kept)
    await desk.until(lambda: shown.loaded and desk.state.run == kept, "the other run is shown")
    await desk.idle()
    # Whatever somebody has put in is not lost.
    assert (failed in {row.id for row in desk.studio.projection.runs()}) is bool(put_in)
    assert [each.run for each in list_trashed(desk.studio.home, desk.studio.marks)] == ([] if put_in else [failed])
    assert any("failed before its first turn" in sentence for sentence in desk.notices()) is not bool(put_in)


@pytest.mark.slow
async def test_a_run_that_failed_before_its_first_turn_is_mended_as_long_as_it_is_open(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Actor(fault("auth", "The key was refused.")))
    await desk.begin(play=True, turns=4)
    await desk.until(lambda: desk.state.reason == "failure", "the first turn fails")
    await desk.desktop.session.close()
    desk.action("play_pause").trigger()
    await desk.ended()
    assert (desk.turns, list(desk.studio.home.trash.glob("*"))) == (4, [])
