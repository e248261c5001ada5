"""The queue in the whole window: a run for later, the worker of the window, what others append, what waits for a
person."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from PySide6.QtWidgets import QDialog, QLabel

from parley.core.home import Home
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.queue.claims import Claims
from parley.core.queue.events import JobParked
from parley.core.queue.queue import Queue
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.shell.asking import LeaveDialog
from tests.widget.real_window import PATIENCE, Desk


def _request(topic: str, **others: object) -> RoundtableRequest:
    return RoundtableRequest(topic=topic, turns=3, seed=1, simulated=True, voice="rehearsal", **others)  # type: ignore[arg-type]


@pytest.mark.slow
async def test_a_queue_is_filled_worked_and_steered(desk: Desk, home: Home) -> None:
    window, commands = desk.window, desk.desktop.commands
    window.show_dock("queue")
    view = window.view("queue")
    await desk.until(lambda: "played later" in view.empty.text(), "it was looked at")
    # A run for later, from the new-run dialog.
    desk.click(view.new)
    dialog = await desk.dialog(NewRunDialog)
    desk.click(dialog.later)
    await desk.until(lambda: len(view.model.rows) == 1, "it is listed")
    queue = Queue(home)
    (later,) = queue.jobs()
    assert later.asked_by == "window"
    await desk.until(lambda: any("is in the queue" in sentence for sentence in desk.notices()), "it is told")
    await desk.until(lambda: queue.job(later.id).state == "finished", "a worker has begun by itself")
    desk.click(view.start)
    await desk.until(lambda: commands.rooms["queue"].worker is None, "the worker is stopped by hand")
    # Nobody wants it any more.
    unwanted = queue.enqueue(_request("Nobody wants this"))
    await desk.until(lambda: view.model.row_of(unwanted.id) >= 0, "it is listed")
    view.select({unwanted.id})
    desk.action("queue_cancel").trigger()
    await desk.until(lambda: view.selected()[0].state == "cancelled", "it is cancelled")
    assert not desk.action("queue_cancel").isEnabled()
    assert desk.action("queue_retry").isEnabled()
    assert commands.rooms["queue"].worker is None, "who has stopped it says when it begins again"
    # What others append is listed by itself; the worker plays it, and what cannot be played waits for a person.
    good = queue.enqueue(_request("The demo slipped"), key="nightly", asked_by="terminal")
    bad = queue.enqueue(_request("Nobody comes", cast="no-such-cast"), key="broken")
    await desk.until(lambda: view.model.row_of(bad.id) >= 0, "it is listed")
    desk.click(view.start)
    await desk.until(lambda: queue.job(good.id).state == "finished", "it is played")
    await desk.until(lambda: queue.job(bad.id).state == "parked", "it is parked")
    await desk.until(lambda: any("“broken” is parked" in sentence for sentence in desk.notices()), "it is told")
    await desk.until(lambda: view.model.rows[0].id == bad.id, "it stands first")
    desk.click(view.start)
    await desk.until(lambda: commands.rooms["queue"].worker is None, "the worker has stopped")
    assert "1 finished" in view.working.whole()
    # Its run is opened by its row.
    view.select({good.id})
    desk.action("queue_open_run").trigger()
    await desk.until(lambda: desk.state.run == queue.job(good.id).run, "its run is shown")
    await desk.until(lambda: desk.turns == 3, "it has all its turns")


async def test_the_window_lives_while_another_process_holds_the_queue(
    desk: Desk, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parley.core.log.journal.PATIENCE", 1.0)
    window = desk.window
    queue = Queue(home)
    job = queue.enqueue(_request("The demo slipped"))
    window.show_dock("queue")
    view = window.view("queue")
    await desk.until(lambda: view.model.row_of(job.id) >= 0, "it is listed")
    view.select({job.id})
    looks = 0

    def told() -> bool:
        nonlocal looks
        looks += 1
        return any("does not let go" in sentence for sentence in desk.notices())

    with queue.journal.hold_lock():
        desk.action("queue_cancel").trigger()
        await desk.until(told, "it is told")
    # The lock is waited for elsewhere: else this would have been looked for once before and once after.
    assert looks > 3
    desk.action("queue_cancel").trigger()
    await desk.until(lambda: queue.job(job.id).state == "cancelled", "it is cancelled after all")


@pytest.mark.slow
async def test_a_worker_that_is_killed_is_told_and_begun_again(desk: Desk, home: Home) -> None:
    queue, commands = Queue(home), desk.desktop.commands.rooms["queue"]
    desk.window.show_dock("queue")
    desk.click(desk.window.view("queue").start)
    await desk.until(lambda: commands.worker is not None and not commands.worker.figure().starting, "it works")
    assert commands.worker is not None
    os.kill(commands.worker.pid, signal.SIGKILL)
    await desk.until(lambda: commands.worker is None, "it is gone")
    assert any("it was killed" in sentence for sentence in desk.notices())
    (again,) = desk.notice().buttons
    again.pressed()
    job = queue.enqueue(_request("The demo slipped"))
    await desk.until(lambda: queue.job(job.id).state == "finished", "it works again")


@pytest.mark.slow
def test_a_worker_ends_with_whoever_steers_it(home: Home) -> None:
    command = [sys.executable, "-m", "parley.core.cli", "worker", "--steered", "--home", str(home.path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert b"figures" in process.stdout.readline()
        # As the system does it for a window that is killed.
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


async def test_a_job_that_waits_for_leave_gets_it_where_somebody_gives_it(desk: Desk, home: Home) -> None:
    queue = Queue(home)
    job = queue.enqueue(_request("Who answers?"))
    other = queue.enqueue(_request("Nobody asks"))
    claims = Claims(queue, "elsewhere")
    for host in ("models.example", "others.example"):
        claim = claims.take()
        assert claim is not None
        claims.say(claim, JobParked, reason="It would talk to a server that is not yours.", hosts=(host,))
    desk.window.show_dock("queue")
    view = desk.window.view("queue")
    await desk.until(lambda: view.model.row_of(job.id) >= 0, "it is listed")
    for accepted in (False, True):
        view.select({job.id})
        dialog = await desk.open("queue_retry", LeaveDialog)
        assert "A job of the queue" in texts(dialog)
        assert "models.example" in texts(dialog)
        assert "others.example" not in texts(dialog)
        (dialog.accept if accepted else dialog.reject)()
        if accepted:
            await desk.until(lambda: queue.job(job.id).state == "waiting", "it is tried again")
        else:
            await desk.idle()
            assert queue.job(job.id).state == "parked"
    assert queue.job(job.id).allowed == ("models.example",)
    # Leave for one is none for another, nor for good.
    assert (queue.job(other.id).state, queue.job(other.id).allowed) == ("parked", ())
    assert not desk.studio.settings.voices.allowed_hosts


def texts(dialog: QDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))
