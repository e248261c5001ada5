from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from parley.core.base import clock as clock_file
from parley.core.base.clock import REHEARSAL_EPOCH, SeededRandom, SimulatedClock, SystemClock


def test_a_simulated_clock_moves_only_when_somebody_sleeps() -> None:
    clock = SimulatedClock()
    assert clock.now() == clock.now() == REHEARSAL_EPOCH
    asyncio.run(clock.sleep(1.23456))
    assert clock.now() == REHEARSAL_EPOCH + timedelta(seconds=1.235)


def test_the_system_clock_never_goes_backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = [datetime(2026, 1, 5, 9, minute, tzinfo=UTC) for minute in (10, 5, 20)]

    class Jumping(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return moments.pop(0)

    clock = SystemClock()
    monkeypatch.setattr(clock_file, "datetime", Jumping)
    assert [clock.now().minute for _ in range(3)] == [10, 10, 20]


def test_draws_are_a_function_of_seed_turn_and_purpose() -> None:
    assert SeededRandom(7).draw_float(3, "speaker") == SeededRandom(7).draw_float(3, "speaker")
    others = {
        SeededRandom(seed).draw_float(turn, purpose)
        for seed in (7, 8, -1)
        for turn in (3, 4)
        for purpose in ("speaker", "stance")
    }
    assert len(others) == 12
    draws = SeededRandom(7)
    draws.generator(3, "x").random()
    assert draws.generator(3, "x").random() == draws.generator(3, "x").random()
    # These very numbers stand in logs that are out there.
    assert SeededRandom(7).draw_float(3, "speaker") == 0.2824960690597619
    assert SeededRandom(7).generator(3, "x").random() == 0.17301017283018627
