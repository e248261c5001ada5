"""The day's budget of a worker: what a call may cost is put aside before it is made.

What was spent, by this worker and by others, stands in the runs' logs. What is put aside is known to this worker alone:
several workers together may spend more than the budget by what their calls of that moment cost.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from parley.core.voices.budget import BudgetUsedUp


class Accounts:
    """The day's budget, for one worker. `spent` says what the home's runs cost today; `limit` is the budget.

    `refused` is the day on which a call was refused last.
    """

    def __init__(self, limit: Callable[[], float], spent: Callable[[], float]) -> None:
        self._limit = limit
        self._spent = spent
        self._aside: dict[object, float] = {}
        self.refused: str = ""

    def reserve(self, most: float) -> Callable[[], None] | None:
        """As `Budget.reserve` says."""
        limit = self._limit()
        if not limit:
            return lambda: None
        left = limit - self._spent()
        if most > left:
            self.refused = today()
            raise BudgetUsedUp(limit, max(0.0, left), most)
        if sum(self._aside.values()) + most > left:
            return None
        call = object()
        self._aside[call] = most
        return lambda: self._settle(call)

    def _settle(self, call: object) -> None:
        self._aside.pop(call, None)


def today() -> str:
    """The day here."""
    return datetime.now(UTC).astimezone().date().isoformat()
