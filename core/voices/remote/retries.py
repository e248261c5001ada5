"""Second tries, in sight: what another try may mend is tried again, and the wait is shown."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from parley.core.base.clock import Clock, SeededRandom
from parley.core.voices.base import Delta, Reply, Waiting
from parley.core.voices.remote.call import RemoteCall
from parley.core.voices.remote.faults import Fault

FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
"""Seconds. A server that asks for more is not waited for: the run pauses, and the director decides."""


C = TypeVar("C", bound=RemoteCall[Any])


@dataclass
class Tries(Generic[C]):
    """One line and as many calls as it takes: at most `retries` more, after waits on `clock` scattered by `chance`.

    `call` makes a call, `reply` the reply of one that came whole (or raises a `Fault`), `fault_of` says what an error
    stands for (None: it is ours), `failed` gives a fault what came of its call. `mended`: what was wrong with a call
    was the way of asking, and the next one asks otherwise; it says why, for whoever waits.
    """

    call: Callable[[], C]
    reply: Callable[[C], Reply]
    fault_of: Callable[[Exception], Fault | None]
    failed: Callable[[Fault, C], Fault]
    retries: int
    clock: Clock
    chance: int
    mended: Callable[[Fault, C], str] = lambda _fault, _call: ""

    async def speak(self) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        """Yield deltas, waits, and one reply. Raises `Fault`."""
        draws, attempt = SeededRandom(self.chance), 0  # seeded, so that waits on a simulated clock come again
        while True:
            call = self.call()
            try:
                async with aclosing(call.stream_text()) as deltas:
                    async for delta in deltas:
                        yield delta
                reply = self.reply(call)
            except Exception as error:  # CancelledError is no Exception: it goes through
                fault = self.fault_of(error)
                if fault is None:
                    raise
            else:
                yield reply
                return
            if why := self.mended(fault, call):
                if call.spoke:
                    yield Delta("", restart=True)  # what was shown of the first answer is void
                yield Waiting(0.0, why, fault=fault.kind, spent=call.spent)
                continue  # not counted in `attempt`: the question was wrong, not the server
            if call.spoke or not fault.again or attempt >= self.retries or fault.retry_after > LONGEST_WAIT:
                # Not chained: what the SDK raised holds the request with its headers.
                raise self.failed(fault, call) from None
            wait = fault.retry_after or compute_wait(attempt, draws.draw_float(attempt, "retry"))
            attempt += 1
            yield Waiting(wait, fault.why, fault=fault.kind, spent=call.spent)
            await self.clock.sleep(wait)


def compute_wait(attempt: int, chance: float) -> float:
    """Return the seconds before the next try: doubling, and scattered, so that many calls do not come back at once."""
    return round(min(LONGEST_WAIT, FIRST_WAIT * 2.0**attempt) * (0.75 + 0.25 * chance), 3)
