"""The day's budget for the calls of a worker: what a call may cost is put aside before it is made."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from parley.core.voices.budget import BudgetUsedUp


class Accounts:
    """The day's budget, for one worker. `spent` says what the home's runs cost today; `limit` is the budget.

    Calls of other workers count once they stand in their logs. `refused` is the day on which a call was refused last.
    """

    def __init__(self, limit: Callable[[], float], spent: Callable[[], float]) -> None:
        self._limit = limit
        self._spent = spent
        self._under_way: dict[object, float] = {}
        self.refused: str = ""

    def reserve(self, most: float) -> Callable[[], None] | None:
        """As `Budget.reserve` says."""
        limit, call = self._limit(), object()
        if limit:
            left = limit - self._spent()
            if most > left:
                self.refused = today()
                raise BudgetUsedUp(limit, max(0.0, left), most)
            if sum(self._under_way.values()) + most > left:
                return None
            self._under_way[call] = most

        def give_back() -> None:
            self._under_way.pop(call, None)

        return give_back


def today() -> str:
    """Return the day here."""
    return datetime.now(UTC).astimezone().date().isoformat()
