"""A voice that makes no call which the day's budget might not pay for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Protocol

import msgspec

from parley.core.voices.base import Delta, Payload, Price, Reply, Request, Voice, Waiting, Wrapping

BYTES_A_TOKEN = 2.0
"""Of what is sent, at least: English has about four, German three, so that an estimate is rather too high."""
POLL = 0.25
"""Seconds between two looks whether other calls have left any of the budget."""


class Budget(Protocol):
    """What all calls of a day may cost, over all processes of a home."""

    def reserve_cost(self, most: float) -> Callable[[], None] | None:
        """Put aside what a call costs at most, in US dollars, and return what gives it back.

        None where there would be enough if no other call were under way. Raises `VoiceError` where there is not.
        """
        ...


class Budgeted(Wrapping):
    """A voice each of whose calls has what it may cost put aside before it is made."""

    def __init__(self, voice: Voice, budget: Budget) -> None:
        super().__init__(voice)
        self._budget = budget

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        """Speak as the voice within does, once there is money for it. Raises `VoiceError`."""
        price = self.capabilities.price
        if price == Price():
            async for part in self._voice.speak(request):
                yield part
            return
        most = highest_cost(price, self._voice.payload(request), request.max_tokens)
        while (give_back := self._budget.reserve_cost(most)) is None:
            yield Waiting(POLL, "other calls may use up the day's budget")
            await asyncio.sleep(POLL)
        parts = self._voice.speak(request)
        try:
            async for part in parts:
                yield part
        finally:
            try:
                if close := getattr(parts, "aclose", None):
                    await close()
            finally:
                # The run's log has what it cost before the loop gets there: one of the two always counts.
                asyncio.get_running_loop().call_soon(give_back)


def highest_cost(price: Price, payload: Payload, max_tokens: int) -> float:
    """Return what a call costs at most, in US dollars: nothing is read from a cache, and as much is said as may be."""
    sent = len(msgspec.json.encode(payload.body)) / BYTES_A_TOKEN
    asked = [payload.body.get(name) for name in ("max_tokens", "max_completion_tokens")]  # thinking room included
    said = max([max_tokens, *(most for most in asked if isinstance(most, int))])
    factor = price.long_factor if price.long_over and sent > price.long_over else 1.0
    return (sent * max(price.input, price.cache_write) + said * price.output) * factor / 1_000_000
