"""Who may write a run's log: the lock that its writer holds, and how a log is taken from a writer that stands still."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
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

        self._log, self._path = log, lock
        self._lock = FileLock(lock, timeout=0, thread_local=False)
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            lock.touch()
            self._file = identity(lock)
            self._lock.acquire()
        except Timeout:
            raise locked(log) from None
        except OSError as error:
            raise LogError(log, "its lock {lock} cannot be taken ({why}).", lock=lock, why=os_reason(error)) from None

    def is_held(self) -> bool:
        """Whether no other process has taken the log over since."""
        return identity(self._path) == self._file

    def ensure_not_taken(self) -> None:
        """As `ensure_held`, but that the lock may be gone: with its whole folder, and then nobody has taken it."""
        if identity(self._path) not in {None, self._file}:
            raise locked(self._log)

    def ensure_held(self) -> None:
        """Raises `LogLockedError` where another process has taken the log over meanwhile."""
        if not self.is_held():
            raise locked(self._log)

    def release(self) -> None:
        """Give it back. Idempotent."""
        self._lock.release()


def take_over(path: Path, lock: Path) -> RunLock:
    """Take a log from a process that holds it and stands still: the run goes on in a new file of the same name.

    What that process writes when it is let go on reaches the old file alone, which nobody sees any more. The caller
    must know that it may do so, and has the lock from now on: were it given back in between, that process could take
    it, too. Raises `LogLockedError` where the system does not let a file be taken that is open
    (Windows), `LogError` where nothing can be written.
    """
    fresh = path.with_name(f"{path.name}.{os.getpid()}.taken")
    held: RunLock | None = None
    try:
        # First the lock: whoever opens the log from here on and holds the old one finds out.
        lock.unlink(missing_ok=True)
        held = RunLock(path, lock)
        if path.exists():
            shutil.copyfile(path, fresh)
            # This process may have stood still itself.
            held.ensure_held()
            fresh.replace(path)
    except BaseException as error:
        if held is not None:
            held.release()
        if isinstance(error, PermissionError):
            raise locked(path) from None
        if isinstance(error, OSError):
            raise unwritable(path, error) from None
        raise
    else:
        return held
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def tidy(path: Path) -> None:
    """Take away what processes have left that were killed while they took this log; its lock must be held."""
    for left in path.parent.glob(f"{glob.escape(path.name)}.*.taken"):
        with contextlib.suppress(OSError):
            left.unlink()


def identity(path: Path) -> tuple[int, int] | None:
    """Which file stands there; None where it is gone."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def locked(path: Path) -> LogLockedError:
    """That somebody else writes the log."""
    return LogLockedError(
        path, "this run is being written by another Parley.", hint="Close it there first, or fork the run."
    )


def unwritable(path: Path, error: OSError) -> LogError:
    """Why a log cannot be written."""
    if is_full(error):
        return LogFullError(
            path,
            "the disk is full: the last event could not be written.",
            hint="Free some space, then resume; everything said before is safe.",
        )
    return LogError(path, "the log cannot be written ({why}).", why=os_reason(error))
