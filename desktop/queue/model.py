"""The queue as the dock shows it: from the fold of its log, of which every look reads what is new."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from parley.core.base.errors import ParleyError, RunError, UnknownName
from parley.core.base.files import read_bytes
from parley.core.base.sentences import Sentence
from parley.core.engine.run_request import request_specs
from parley.core.home import Home
from parley.core.queue.claims import seems_gone
from parley.core.queue.files import log_of
from parley.core.queue.jobs import Job
from parley.core.queue.queue import Queue
from parley.desktop.queue.figures import JobFigure, QueueFigure
from parley.desktop.widgets.language import current, said

BY = "window"
"""Who asks, where a job is enqueued here."""
GONE = Sentence("Its worker is gone; the next one goes on with it.")
TURN = b'{"type":"turn.ended"'  # lines of a log have their type first: counting needs no decoding
ABOUT = ("topic", "format", "setting", "concept", "cast")
"""Fields of a request that say what a run is about, the first one that was asked for."""


class QueueModel:
    """The queue of a home. Its methods take as long as the disk does, and are called in a thread, one at a time."""

    def __init__(self, home: Home) -> None:
        self.queue = Queue(home)
        self._figures: dict[str, tuple[Job, JobFigure]] = {}

    def read_queue(self) -> QueueFigure:
        """Return the queue as it stands now; where it cannot be read, why."""
        if not self.queue.journal.path.exists():  # looking creates no files
            self._figures.clear()
            return QueueFigure(known=True)
        try:
            jobs = self.queue.refresh().all
        except ParleyError as error:
            return QueueFigure(fault=said(error), known=True)
        shown = tuple(self._build_figure(job) for job in jobs.values())
        fault = said(self.queue.faults[-1]) if self.queue.faults else ""
        return QueueFigure(shown, fault, known=True)

    def _build_figure(self, job: Job) -> JobFigure:
        known, what = self._figures.get(job.id), get_title_of(job)
        if known is not None and known[0] is job and job.state != "running":  # the fold replaces a job that changes
            return known[1]
        turns, reason = job.turns, said(job.reason)
        if job.state == "running":
            turns = self._count_spoken_turns(job.run)
            reason = said(GONE) if seems_gone(self.queue.home, job) else ""
            if known is not None and known[0] is job:
                before = known[1]
                if (before.turns, before.reason) == (turns, reason):
                    return before  # the same figure: nothing is painted anew
        figure = JobFigure(
            id=job.id, what=what, kind=get_kind_of(job), state=job.state,
            number=job.number, priority=job.priority, tries=job.fence, run=job.run if job.fence else "",
            reason=reason, turns=turns, due=job.due, changed=job.changed,
        )  # fmt: skip
        self._figures[job.id] = job, figure
        return figure

    def _count_spoken_turns(self, run: str) -> int:
        """Return the turns that a run under way has so far; 0 where its log cannot be read."""
        path = log_of(self.queue.home, run)
        with suppress(OSError):
            return read_bytes(path).count(TURN) if path is not None else 0
        return 0

    def cancel(self, ids: Iterable[str]) -> int:
        """Have jobs not be begun, and return how many that were. Raises `LogError`."""
        return sum(self._try_job_change(partial(self.queue.cancel, id_, by=BY)) for id_ in ids)

    def retry(self, ids: Iterable[str], *, leave: bool = False) -> int:
        """Have jobs tried again, with `leave` to talk to the servers that they wait for; return how many. Raises
        `LogError`."""
        hosts = self.map_hosts(ids) if leave else {}
        return sum(
            self._try_job_change(partial(self.queue.retry, id_, by=BY, allowed=hosts.get(id_, ()))) for id_ in ids
        )

    def _try_job_change(self, do: Callable[[], object]) -> bool:
        """Do something with a job; False where it came to another state meanwhile."""
        try:
            do()
        except (RunError, UnknownName):  # over, or gone, since the dock was painted
            return False
        return True

    def map_hosts(self, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return the servers of others that jobs wait for leave to talk to, of each that does."""
        jobs = self.queue.refresh().all
        return {id_: jobs[id_].hosts for id_ in ids if id_ in jobs and jobs[id_].hosts}


def get_title_of(job: Job) -> str:
    """Return what a job is called: its key, else what it is about, else its kind of run."""
    if job.key:
        return job.key
    about = (job.asked.get(name) for name in ABOUT)
    return next((str(each) for each in about if isinstance(each, str) and each), "") or get_kind_of(job)


def get_kind_of(job: Job) -> str:
    """Return the title of its kind of run."""
    spec = request_specs().get(job.kind)
    return spec.title.text(current()) if spec else job.kind
