"""Runs that nobody watches: gone on with from wherever their logs stand, and what helps where they stop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from parley.core.base.errors import LogError, ParleyError, RunError
from parley.core.base.files import open_file
from parley.core.base.sentences import Sentence
from parley.core.engine.run import Run
from parley.core.log.config import RunConfig
from parley.core.log.locking import RunLock
from parley.core.log.state import State
from parley.core.studio.studio import Studio, Watching

HOPELESS = frozenset({"auth", "credit", "unavailable"})
"""Kinds of failures that come again, and that every other run would meet too."""


def has_begun(path: Path) -> bool:
    """Return whether a log has its first line whole: from there on it can be resumed."""
    try:
        with open_file(path) as file:
            return file.readline().endswith(b"\n")
    except OSError:
        return False


def begin_or_resume(
    studio: Studio,
    path: Path | None,
    compose: Callable[[], RunConfig],
    watching: Watching,
    lock: RunLock | None = None,
) -> Run:
    """Return the run in that log from where it stands; a new one where there is none. `lock` is the run's where it is
    held already. Raises what either raises.
    """
    if path is not None and has_begun(path):
        return studio.resume(str(path), watching, lock=lock)
    if path is not None:
        path.unlink(missing_ok=True)  # Killed before its first line was whole
    # Composing takes its time: whoever stood still meanwhile is not to put a run over another's.
    return studio.start(compose(), watching, over=False, lock=lock)


def first_of(faults: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return what is to be told of several that went wrong together: a sentence where there is one."""
    leaves = [first_of(each) if isinstance(each, BaseExceptionGroup) else each for each in faults.exceptions]
    for kind in (LogError, ParleyError):
        for each in leaves:
            if isinstance(each, kind):
                return each
    return leaves[0]


def explain_stop(state: State) -> ParleyError:
    """Return why a run did not come to its end."""
    failed = Sentence("A turn failed." if state.reason == "failure" else "It was paused.")
    detail = state.detail or (Sentence("Nobody may speak.") if state.reason == "floor" else failed)
    command = "play" if state.reason == "player" else "resume"
    if state.reason == "unwritten":
        hint = Sentence(
            "Say who goes on (embedded, anthropic, rehearsal …): parley resume {run} --then VOICE, or then=VOICE.",
            run=state.run,
        )
        return RunError(
            "The run stands at turn {next_turn}: {detail}", next_turn=state.next_turn, detail=detail, hint=hint
        )
    hint = Sentence("Go on with: parley {command} {run}", command=command, run=state.run)
    template = "The run stands at turn {next_turn}: {detail}"
    return RunError(template, next_turn=state.next_turn, detail=detail, hint=hint)
