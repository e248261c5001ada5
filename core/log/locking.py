"""Who may write a run's log: the lock that its writer holds."""

from __future__ import annotations

from pathlib import Path

from parley.core.base.errors import LogError, LogFullError, LogLockedError
from parley.core.base.files import is_full
from parley.core.base.sentences import os_reason


class RunLock:
    """The lock of one run's log, held from now on. The system takes it back from a process that is killed.

    Raises `LogLockedError` where another process holds it, `LogError` where it cannot be taken.
    """

    def __init__(self, log: Path, lock: Path) -> None:
        from filelock import FileLock, Timeout

        self._lock = FileLock(lock, timeout=0, thread_local=False)  # taken in a worker's thread, given back in any
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            lock.touch()
            self._lock.acquire()
        except Timeout:
            raise make_lock_error(log) from None
        except OSError as error:
            raise LogError(log, "its lock {lock} cannot be taken ({why}).", lock=lock, why=os_reason(error)) from None

    def release(self) -> None:
        """Give it back. Idempotent."""
        self._lock.release()


def identify_file(path: Path) -> tuple[int, int] | None:
    """Return which file stands there; None where it is gone."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def make_lock_error(path: Path) -> LogLockedError:
    """Return the error that somebody else writes the log."""
    return LogLockedError(
        path, "this run is being written by another Parley.", hint="Close it there first, or fork the run."
    )


def make_write_error(path: Path, error: OSError) -> LogError:
    """Return the error that says why a log cannot be written."""
    if is_full(error):
        return LogFullError(
            path,
            "the disk is full: the last event could not be written.",
            hint="Free some space, then resume; everything said before is safe.",
        )
    return LogError(path, "the log cannot be written ({why}).", why=os_reason(error))
