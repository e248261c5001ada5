"""The queue in the window: what is listed, what is done to jobs, and the worker that the window has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.desktop.child import Child, ChildLost
from parley.desktop.queue.figures import JobFigure, QueueFigure, WorkerFigure
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.widgets.language import said
from parley.desktop.widgets.plain import one_line

if TYPE_CHECKING:
    # Imported when they are needed: the window is painted sooner.
    from parley.core.engine.run_request import RunRequest
    from parley.core.queue.jobs import Job
    from parley.desktop.queue.model import QueueModel

LOOK_MS = 400
"""Between two looks at the queue, while the dock can be seen."""


class WindowWorker(Child):
    """Works until it is stopped.

    Signals: `progressed(WorkerFigure)`, a few times a second; `job_over()`, after a job of it has come to an end, for
    good or not.
    """

    progressed = Signal(object)
    job_over = Signal()

    def __init__(self, home: Home, parent: QObject, *, allowed: Iterable[str] = ()) -> None:
        super().__init__(home, ["worker"], parent, allowed=allowed)
        self._figure = WorkerFigure(running=True, starting=True)
        self._over = 0

    def stop(self, *, cancel: bool = False) -> None:
        """As `Child.stop`."""
        super().stop(cancel=cancel)
        self._emit_figure(replace(self._figure, stopping=True))

    def figure(self) -> WorkerFigure:
        """Return what it does."""
        return self._figure

    def on_told(self, sentence: Sentence) -> None:
        """As `Child.on_told`."""
        self._emit_figure(replace(self._figure, told=said(sentence)))

    def on_figures(self, figures: dict[str, Any]) -> None:
        """As `Child.on_figures`."""
        self._emit_figure(
            replace(
                self._figure, starting=False, live=figures["live"], finished=figures["finished"],
                turns=figures["turns"], cost=figures["cost"],
            )
        )  # fmt: skip
        over = figures["finished"] + figures["failed"] + figures["parked"]
        if over != self._over:
            self._over = over
            self.job_over.emit()

    def _emit_figure(self, figure: WorkerFigure) -> None:
        if figure != self._figure:
            self._figure = figure
            self.progressed.emit(figure)


class QueueCommands(RoomCommands):
    """What the dock shows, and what it asks for. Signals come from the view; one look is under way at a time.

    Attributes: `worker`, that of this window, None while there is none.
    """

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window = here.window
        self._session = here.session
        self._setup = here.setup
        self._changed = here.tell_conditions
        self._view: Any = None
        self._model: QueueModel | None = None
        self._shown = QueueFigure()
        self._held: frozenset[str] = frozenset()
        self._looking = asyncio.Lock()  # the model's fold is for one thread at a time
        self._since = datetime.now(UTC)  # what was parked before this window came is no news
        self._told: set[tuple[str, int]] = set()  # with the try: a job that is parked once more is told once more
        self.worker: WindowWorker | None = None
        self._stopped_by_hand = False
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look_soon)

    def connect_views(self) -> None:
        """Connect the dock, and the dialog in which a run is put into the queue."""
        self._window.panels["queue"].when_made(self.connect_view)
        self._setup.runs.enqueue = self.enqueue
        self._setup.runs.enqueued.connect(self.on_enqueued)

    def connect_view(self, view: Any) -> None:
        """Connect the dock once it exists."""
        self._view = view
        view.use_actions(self._window.actions_by_id)
        view.seen.connect(self._on_seen)
        view.selection_changed.connect(self._on_selected)
        view.opened.connect(self._open)
        view.cancelled.connect(lambda: self._start(self.cancel()))
        view.worker_wanted.connect(self.toggle_worker)
        view.new_wanted.connect(self._window.actions_by_id["new_run"].trigger)
        if view.isVisible():  # its showEvent may have come before the signals were connected
            self._on_seen(seen=True)

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {
            "queue_open_run": lambda: self._start(self.open_run()),
            "queue_retry": lambda: self._start(self.retry()),
            "queue_cancel": lambda: self._start(self.cancel()),
            "queue_worker": self.toggle_worker,
        }

    def get_conditions(self) -> frozenset[str]:
        """Return the conditions of the action table that hold for the selected jobs."""
        return self._held

    def _get_selected_jobs(self) -> list[JobFigure]:
        return self._view.selected() if self._view is not None else []

    def _on_selected(self) -> None:
        jobs = self._get_selected_jobs()
        one = len(jobs) == 1
        holds = {
            "job_run": one and bool(jobs[0].run),
            "job_cancellable": any(job.cancellable for job in jobs),
            "job_retryable": any(job.retryable for job in jobs),
        }
        held = frozenset(name for name, true in holds.items() if true)
        if held != self._held:
            self._held = held
            self._changed()

    def _start(self, coroutine: Any) -> None:
        self._session.start_task(coroutine)

    # Looking ------------------------------------------------------------------------------------------------------

    def _on_seen(self, seen: bool) -> None:
        if seen:
            self._look_soon()
            self._timer.start()
        else:
            self._timer.stop()

    def _look_soon(self) -> None:
        if not self._looking.locked():
            self._start(self.check_room())

    async def _run_with_model(self, do: Callable[[QueueModel], Any]) -> Any:
        """Do something with the queue in a thread, after what is being done already."""
        async with self._looking:
            return await asyncio.to_thread(self._call_queue, do)

    def _call_queue(self, do: Callable[[QueueModel], Any]) -> Any:
        if self._model is None:  # made in the thread, for its imports are slow
            from parley.desktop.queue.model import QueueModel

            self._model = QueueModel(self._session.studio.home)
        return do(self._model)

    async def check_room(self) -> None:
        """Read what is new in the queue, show it, and tell of jobs that wait for a person now."""
        figure: QueueFigure = await self._run_with_model(lambda model: model.read_queue())
        if self._view is not None and self._view.isVisible() and figure != self._shown:
            self._shown = figure
            self._view.show_figure(figure)
        self._tell_parked(figure)

    async def follow_home(self) -> None:
        """Read what another process has written."""
        await self.check_room()

    def _tell_parked(self, figure: QueueFigure) -> None:
        fresh = [
            job for job in figure.jobs
            if job.state == "parked" and (job.id, job.tries) not in self._told
            and job.changed is not None and job.changed >= self._since
        ]  # fmt: skip
        if not fresh:
            return
        self._told |= {(job.id, job.tries) for job in fresh}
        if len(fresh) == 1:
            told, hint = self.tr("The job “{0}” is parked.").format(one_line(fresh[0].what, 60)), fresh[0].reason
        else:
            number = self._window.locale().toString(len(fresh))
            told, hint = self.tr("{0} jobs are parked.").format(number), fresh[-1].reason
        ids = {job.id for job in fresh}
        show = NoticeButton(self.tr("Show"), lambda: self.show_jobs(ids))
        again = NoticeButton(self.tr("Try again"), lambda: self._start(self.retry(ids)))
        self._window.tell(Notice(told, hint=hint, kind="warning", key="parked", buttons=(show, again)))
        QApplication.alert(self._window)

    def show_jobs(self, ids: set[str]) -> None:
        """Bring the dock into sight, and select some jobs."""
        self._window.show_dock("queue")
        self._window.view("queue").select(ids)

    # What is done to jobs -----------------------------------------------------------------------------------------

    def _open(self, id_: str) -> None:
        job = next((job for job in self._shown.jobs if job.id == id_), None)
        if job is not None and job.run:
            self._start(self._session.open(job.run))

    async def open_run(self) -> None:
        """Show the run of the selected job."""
        for job in self._get_selected_jobs()[:1]:
            if job.run:
                await self._session.open(job.run)

    async def cancel(self) -> None:
        """Have the selected jobs not be begun; that can be taken back."""
        ids = {job.id for job in self._get_selected_jobs() if job.cancellable}
        if not ids:
            return
        count = await self._run_with_model(lambda model: model.cancel(ids))
        await self.check_room()
        if count:
            number = self._window.locale().toString(count)
            many = self.tr("{0} jobs were cancelled.").format(number)
            told = self.tr("The job was cancelled.") if count == 1 else many
            back = NoticeButton(self.tr("Put back"), lambda: self._start(self.retry(ids)))
            self._window.tell(Notice(told, key="queue", buttons=(back,)))

    async def retry(self, ids: set[str] | None = None) -> None:
        """Have jobs tried again, or at once; without `ids`, those that are selected. Where some wait for leave to talk
        to a server of somebody else, that is asked about: without it they stay as they are."""
        wanted = ids if ids is not None else {job.id for job in self._get_selected_jobs() if job.retryable}
        waiting: dict[str, tuple[str, ...]] = await self._run_with_model(lambda model: model.map_hosts(wanted))
        leave = bool(waiting) and await self._ask_leave(waiting)
        wanted = wanted if leave else wanted - set(waiting)  # the others are tried all the same
        if not wanted:
            return
        count = await self._run_with_model(lambda model: model.retry(wanted, leave=leave))
        self._window.notices.close_key("parked")
        await self.check_room()
        if count and self.worker is None:  # a worker here takes them by itself
            number = self._window.locale().toString(count)
            told = self.tr("The job waits again.") if count == 1 else self.tr("{0} jobs wait again.").format(number)
            self._window.tell(Notice(told, key="queue", buttons=self._begin_worker()))

    async def _ask_leave(self, waiting: dict[str, tuple[str, ...]]) -> bool:
        from parley.core.base.errors import HostNotAllowed

        named_by = self.tr("A job of the queue") if len(waiting) == 1 else self.tr("Jobs of the queue")
        ask = self._session.ask_leave
        return ask is not None and await ask(HostNotAllowed(chain.from_iterable(waiting.values()), named_by))

    def _begin_worker(self) -> tuple[NoticeButton, ...]:
        """Start a worker for what was asked for here; where somebody has stopped it, return the button that does."""
        if self.worker is None and not self._stopped_by_hand:
            self.toggle_worker()
            return ()
        return () if self.worker is not None else (NoticeButton(self.tr("Start a worker"), self.toggle_worker),)

    def enqueue(self, request: RunRequest) -> Job:
        """Put a request into the queue and return its job; called in a thread. Raises `ParleyError` where it could
        not be begun."""
        from parley.core.queue.files import anchor_paths
        from parley.core.queue.queue import Queue

        studio = self._session.studio
        request = anchor_paths(request, Path.cwd())  # a worker has another working folder
        studio.compose(request)  # only to refuse what could not begin: a job is composed when it does
        return Queue(studio.home).enqueue(request, asked_by="window")

    def on_enqueued(self, job: Job) -> None:
        """Tell that a run was queued from the new-run dialog."""
        from parley.desktop.queue.model import get_title_of

        told = self.tr("“{0}” is in the queue.").format(one_line(get_title_of(job), 60))
        show = NoticeButton(self.tr("Show"), lambda: self.show_jobs({job.id}))
        self._window.tell(Notice(told, key="queue", buttons=(show, *self._begin_worker())))
        self._look_soon()

    # The worker ---------------------------------------------------------------------------------------------------

    def toggle_worker(self) -> None:
        """Start a worker, or have it end when the replies under way are whole; asked again, drop them."""
        self._stopped_by_hand = self.worker is not None
        if self.worker is None:
            self._start(self.run_worker())
        else:
            self.worker.stop(cancel=self.worker.stopping)

    async def run_worker(self) -> None:
        """Work until it is stopped. Raises what ended it."""

        if self.worker is not None:
            return
        studio = self._session.studio
        self.worker = worker = WindowWorker(studio.home, self, allowed=studio.allowed)
        worker.progressed.connect(self._show_worker)
        worker.job_over.connect(self._look_soon)
        self._show_worker(worker.figure())
        try:
            await worker.live()
        except ChildLost as lost:
            again = NoticeButton(self.tr("Start again"), lambda: self._start(self.run_worker()))
            hint = self.tr("What it had begun is gone on with from where its logs stand.")
            notice = Notice(said(lost.sentence), hint=hint, kind="error", key="worker", buttons=(again,))
            self._window.tell(notice)
        finally:
            self.worker = None
            self._show_worker(replace(worker.figure(), running=False, starting=False, stopping=False, live=0))
            worker.deleteLater()
            self._session.library_changed.emit()

    def _show_worker(self, figure: WorkerFigure) -> None:
        if (action := self._window.actions_by_id.get("queue_worker")) is not None:
            action.setChecked(figure.running)
        if self._view is not None:
            self._view.show_worker(figure)

    async def close(self) -> None:
        """Stop the worker; replies under way have a moment to come to their end."""
        self._timer.stop()
        if self.worker is not None:
            await self.worker.end()
