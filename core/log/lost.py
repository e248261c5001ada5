"""A log that another program deleted, replaced or changed while it was written: what is told, and what can be kept."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from parley.core.base.errors import LogLostError
from parley.core.base.files import free_path
from parley.core.base.sentences import Sentence, os_reason


def lost(
    path: Path, file: int, identity: tuple[int, int] | None, found: os.stat_result | None, size: int
) -> LogLostError:
    """Return what happened to the log at `path`, which was opened as `file`, was that file and had `size` bytes;
    `found` is what stands there now.

    Where that is another file or none, what was opened still has all that was written: it is copied beside it.
    """
    if found is not None and (found.st_dev, found.st_ino) == identity:
        return LogLostError(
            path,
            "another program changed the log while the run was being written: it has {found} bytes, not {size}.",
            found=found.st_size,
            size=size,
            hint="The run was stopped. Put a copy of the file in its place if there is one; else resume it, and it "
            "goes on from what can still be read.",
        )
    hint = _kept(path, file)
    if found is None:
        return LogLostError(path, "another program deleted the log while the run was being written.", hint=hint)
    return LogLostError(path, "another program put another file in the log's place while it was written.", hint=hint)


def _kept(path: Path, file: int) -> Sentence:
    """Copy what the opened file has to a file of its own; the sentence says where that is, or why it cannot be."""
    copy = free_path(path.with_stem(path.stem + ".recovered"))
    try:
        # The folder may be gone as well.
        copy.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.dup(file), "rb") as source, copy.open("xb") as target:
            source.seek(0)
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
    except OSError as error:
        return Sentence("The run was stopped. What it had said could not be kept ({why}).", why=os_reason(error))
    return Sentence(
        "The run was stopped. All that it had said is kept in {copy}: move that to where the log was to go on.",
        copy=str(copy),
    )
