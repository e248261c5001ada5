"""What forks of a run in the office may have otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.base.errors import UsageError
from core.engine.forking import ForkSpec
from core.log.config import RunConfig
from core.modes.office.config import OfficeConfig


def _check(_before: RunConfig, after: RunConfig, changes: Mapping[str, Any]) -> None:
    """Raises `UsageError` where fewer than two go on, or somebody who has no place in the office."""
    if "members" in changes:
        if len(after.members) < 2:
            raise UsageError("In the office at least two go on.", hint="Name another one with --members.")
        for member in after.members:
            if member.id not in after[OfficeConfig].desks:
                raise UsageError(
                    "'{member}' has no place in this office.", member=member.id, hint="Name those who were there."
                )
    if after.turns:
        raise UsageError("A run of scenes ends with its days, not after so many turns.", hint="Leave --turns out.")


FORK = ForkSpec(check=_check)
