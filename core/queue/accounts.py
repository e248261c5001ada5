"""The day's budget over all workers of a home: what a call may cost is put aside before it is made.

What was spent stands in the runs' logs. What is put aside stands in `queue/calls.jsonl`, and counts as long as its
worker holds its lock: a killed one's falls by itself.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from parley.core.base.errors import LogError, LogLockedError, VoiceError
from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.core.log.events.base import Event, Money, Word
from parley.core.log.journal import IN_A_LOOP, Journal
from parley.core.queue.events import Name

if TYPE_CHECKING:
    from filelock import FileLock


class BudgetUsedUp(VoiceError):
    """The call might cost more than the day's budget has left: nothing was sent."""

    def __init__(self, limit: float, left: float, most: float) -> None:
        told = Sentence(
            "The day's budget of {limit:money} has {left:money} left, and the next call may cost {most:money}.",
            limit=limit,
            left=left,
            most=most,
        )
        super().__init__("credit", told, hint=Sentence("Go on tomorrow, or raise the budget in the settings."))


class CallReserved(Event, frozen=True, kw_only=True, tag="call.reserved"):
    """Before a call: what it costs at most, in US dollars."""

    call: Word
    worker: Name
    most: Money


class CallSettled(Event, frozen=True, kw_only=True, tag="call.settled"):
    """After it: what it did cost stands in its run's log."""

    call: Word


KEPT_BYTES = 1_000_000
"""A longer log is begun anew where nothing is put aside: it says nothing that anybody needs."""


class Accounts:
    """The day's budget, for one worker. `spent` says what the home's runs cost today; `limit` is the budget.

    `refused` is the day on which a call was refused last.
    """

    def __init__(self, home: Home, worker: str, limit: Callable[[], float], spent: Callable[[], float]) -> None:
        self._home = home
        self._worker = worker
        self._limit = limit
        self._spent = spent
        self._journal: Journal[CallReserved | CallSettled] = Journal(
            home.queue.with_name("calls.jsonl"), home.lock("accounts"), "accounts", (CallReserved, CallSettled)
        )
        self._journal.patience = IN_A_LOOP  # calls are reserved on the event loop, which is blocked meanwhile
        self._open: dict[str, CallReserved] = {}
        self._lock: FileLock | None = None
        self.refused: str = ""

    def reserve_cost(self, most: float) -> Callable[[], None] | None:
        """Do as `Budget.reserve_cost` says. Raises `LogError` where it cannot be written down."""
        limit = self._limit()
        if not limit:
            return lambda: None  # without a budget there is neither journal nor lock
        self._hold_lock()
        try:
            return self._put_aside(limit, most)
        except LogLockedError:
            # Who holds it may be slow, or stand still: asked again.
            return None

    def _put_aside(self, limit: float, most: float) -> Callable[[], None] | None:
        with self._journal.hold_lock():
            self._read_journal()
            left = limit - self._spent()  # read under the lock, so that no other worker reserves the same money
            if most > left:  # even if all that is put aside came back
                self.refused = get_today()  # by this the executor tells it from a provider's "credit"
                raise BudgetUsedUp(limit, max(0.0, left), most)
            if sum(each.most for each in self._open.values()) + most > left:
                self._drop_dead()  # only where it matters: each probe takes another worker's lock
            if sum(each.most for each in self._open.values()) + most > left:
                return None  # enough may come back from calls under way: the caller asks again
            if not self._open and self._journal.size > KEPT_BYTES:
                self._journal.restart()
            call = secrets.token_hex(6)
            # Not synced: what cuts the power ends this worker too, and with it its reservations.
            self._journal.append(CallReserved(at=datetime.now(UTC), call=call, worker=self._worker, most=most))
        return partial(self._settle_call, call)

    def _settle_call(self, call: str) -> None:
        try:
            with self._journal.hold_lock():
                self._journal.append(CallSettled(at=datetime.now(UTC), call=call))
        except LogError:
            # It stays put aside until this worker ends, which is on the safe side.
            return

    def _read_journal(self) -> None:
        if self._journal.replaced:
            self._open.clear()  # another worker began the log anew, while nothing was put aside
        for event in self._journal.read():
            if isinstance(event, CallReserved):
                self._open[event.call] = event
            else:
                self._open.pop(event.call, None)

    def _drop_dead(self) -> None:
        """Leave out what killed workers had put aside."""
        workers = {each.worker for each in self._open.values()} - {self._worker}
        dead = {worker for worker in workers if not self._is_worker_alive(worker)}
        for call, each in list(self._open.items()):
            if each.worker in dead:
                self._journal.append(CallSettled(at=datetime.now(UTC), call=call))
                del self._open[call]

    def _is_worker_alive(self, worker: str) -> bool:
        from filelock import FileLock, Timeout

        try:
            with FileLock(self._home.lock(f"worker-{worker}"), timeout=0):
                return False  # the lock was free, so its worker has ended
        except (Timeout, OSError):
            return True  # in doubt alive: what it put aside still counts

    def _hold_lock(self) -> None:
        """Hold this worker's lock from the first call on."""
        if self._lock is None:
            from filelock import FileLock

            self._lock = FileLock(self._home.lock(f"worker-{self._worker}"), timeout=0)
            self._lock.acquire()
            # The first look at a large home takes a while: not while others wait.
            self._spent()

    def close(self) -> None:
        """Give the lock back: what is put aside falls. Idempotent."""
        if self._lock is not None:
            self._lock.release()  # before the file goes: Windows deletes none that is open
            self._home.lock(f"worker-{self._worker}").unlink(missing_ok=True)
            self._lock = None


def get_today() -> str:
    """Return the day here."""
    return datetime.now(UTC).astimezone().date().isoformat()  # of the machine's zone, as the day's spending is summed
