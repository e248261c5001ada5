"""Where a cluster is: the address of its scheduler, or local:N for N worker processes of this machine."""

from __future__ import annotations

import re

from parley.core.base.errors import UsageError

MOST_LOCAL = 64
_LOCAL = re.compile(r"local:(\d{1,4000})", re.ASCII)  # int() takes 4,300 digits at most
_ADDRESS = re.compile(r"(\w+://)?[^\s/]+:\d+")


def local_processes(where: str) -> int:
    """Return the N of local:N, 0 for the address of a scheduler. Raises `UsageError` for what is neither."""
    local = _LOCAL.fullmatch(where)
    if local and not 1 <= int(local[1]) <= MOST_LOCAL:
        raise UsageError("local:N needs a number of processes from 1 to {most}.", most=MOST_LOCAL)
    if not local and not _ADDRESS.fullmatch(where):
        raise UsageError(
            "'{where}' is no scheduler.", where=where[:80], hint="Write tcp://HOST:PORT, or local:N for this machine."
        )
    return int(local[1]) if local else 0
