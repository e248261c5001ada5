"""Events become Qt once a frame, in order, and a window that stops drawing stops the engine."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunContinued
from parley.core.log.events.turn import TurnAbandoned, TurnEnded, TurnFailed, TurnStarted, VoiceReplied
from parley.core.modes.office.events import ContributionAsked
from parley.core.voices.base import Delta, Waiting
from parley.desktop.bridge import BOUND, Batch, Bridge


@pytest.fixture
def bridge(qapp: QApplication) -> Bridge:
    return Bridge("abc")


@pytest.fixture
def batches(bridge: Bridge) -> list[Batch]:
    found: list[Batch] = []
    bridge.happened.connect(found.append)
    return found


def test_what_happens_within_a_frame_comes_at_once_and_in_order(
    bridge: Bridge, batches: list[Batch], qtbot: QtBot
) -> None:
    events = [RunContinued(at=REHEARSAL_EPOCH, how="play") for _ in range(5)]
    with qtbot.waitSignal(bridge.happened):
        for seq, event in enumerate(events):
            bridge.tap(seq, event)
        assert bridge.held == 5
        bridge.watcher.on_delta("boss", Delta(" Where"))
        bridge.watcher.on_delta("boss", Delta(" are we?"))
    assert (len(batches), [seq for seq, _ in batches[0].events]) == (1, [0, 1, 2, 3, 4])
    assert (batches[0].streaming, batches[0].run) == ({"boss": "Where are we?"}, "abc")


@pytest.mark.parametrize(
    "event",
    [
        TurnEnded(at=REHEARSAL_EPOCH, turn=1, member="boss", text="Done."),
        TurnFailed(at=REHEARSAL_EPOCH, turn=1, member="boss", kind="connection", sentence="No line."),
        TurnAbandoned(at=REHEARSAL_EPOCH, turn=1, member="boss", reason="paused"),
        ContributionAsked(at=REHEARSAL_EPOCH, scene=1, beat=2, turn=1, member="boss"),
        VoiceReplied(at=REHEARSAL_EPOCH, turn=1, member="boss", purpose="contribution"),
        TurnStarted(at=REHEARSAL_EPOCH, turn=1, member="boss"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_was_streamed_before_is_not_the_beginning_of_what_comes(
    bridge: Bridge, batches: list[Batch], event: Event
) -> None:
    bridge.watcher.on_delta("boss", Delta("My part."))
    bridge.watcher.on_delta("writer", Delta("I"))
    bridge.tap(3, event)
    bridge.flush()
    bridge.watcher.on_delta("boss", Delta("Onc"))
    bridge.watcher.on_delta("boss", Delta("Twice", restart=True))
    bridge.flush()
    assert [batch.streaming for batch in batches] == [{"writer": "I"}, {"writer": "I", "boss": "Twice"}]


def test_patience_is_told_and_then_forgotten(bridge: Bridge, batches: list[Batch]) -> None:
    bridge.watcher.on_waiting("boss", Waiting(12.4, "the server is overloaded"))
    bridge.flush()
    bridge.watcher.on_delta("boss", Delta("Well"))
    bridge.flush()
    assert [batch.waiting for batch in batches] == ["12 s: the server is overloaded", ""]


async def test_an_engine_waits_for_a_window_that_does_not_draw(bridge: Bridge) -> None:
    for seq in range(BOUND - 1):
        bridge.tap(seq, RunContinued(at=REHEARSAL_EPOCH, how="play"))
    await bridge.room()
    bridge.tap(BOUND, RunContinued(at=REHEARSAL_EPOCH, how="play"))
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(bridge.room())
        await asyncio.sleep(0)
        assert not waiting.done()
        bridge.flush()
        await asyncio.sleep(0)
        assert waiting.done()
