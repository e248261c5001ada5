"""Seed, kill and cancel: a rehearsed run follows from what was asked for, whatever happens on the way."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunContinued, RunEnded, RunPaused, RunResumed
from parley.core.log.events.turn import ContextCut, SummaryAsked, TurnAbandoned, TurnStarted, VoiceReplied
from parley.core.settings import Settings
from parley.core.studio.studio import Studio
from tests.contract.conftest import Played
from tests.contract.kinds import KINDS, ONE_A_MODE, request
from tests.scripted_voices import finished, to_the_end


def places(events: Sequence[Event]) -> list[int]:
    """How many events are there where a run is stopped: behind every kind of event, and reply to every kind of call;
    of what comes more than once, behind the one in the middle. Not behind the end."""
    seen: dict[tuple[type[Event], str], list[int]] = {}
    for count, event in enumerate(events[:-1], 1):
        seen.setdefault((type(event), getattr(event, "purpose", "")), []).append(count)
    return sorted(counts[len(counts) // 2] for counts in seen.values())


def undisturbed(path: Path) -> list[Event]:
    """The log's events without what records an interruption and without turns begun a second time.

    A cut says from which event on a side is sent the talk: here counted without those that are left out.
    """
    kept: list[Event] = []
    places: list[int] = []
    started: set[tuple[int, int]] = set()
    for event in log_file.read(path).events:
        places.append(len(kept))
        if isinstance(event, RunResumed | RunPaused | RunContinued | TurnAbandoned):
            continue
        if isinstance(event, TurnStarted):
            if (event.turn, event.attempt) in started:
                continue
            started.add((event.turn, event.attempt))
        if isinstance(event, ContextCut | SummaryAsked):
            kept.append(msgspec.structs.replace(event, before=places[event.before]))
        else:
            kept.append(event)
    return kept


@pytest.mark.parametrize("kind", ONE_A_MODE)
def test_a_seed_gives_the_same_log_byte_for_byte_and_another_one_another(played: Played, kind: str) -> None:
    first = played(kind).read_bytes()
    assert played(kind).read_bytes() == first
    assert played(kind, seed=12).read_bytes() != first


@pytest.mark.parametrize("kind", KINDS)
async def test_killed_behind_any_event_it_goes_on_alike(played: Played, tmp_path: Path, kind: str) -> None:
    path = await asyncio.to_thread(played, kind)
    whole = path.read_bytes().splitlines(keepends=True)
    wanted, stops = undisturbed(path), places(log_file.read(path).events)
    assert isinstance(wanted[-1], RunEnded)
    calls = sum(isinstance(event, VoiceReplied) for event in wanted)
    if kind == "duologue":
        assert sum(isinstance(event, SummaryAsked) for event in wanted) > 2

    studio = Studio(Home(tmp_path / "killed"), Settings())
    for count in stops:
        path.write_bytes(b"".join(whole[:count]))
        again = studio.resume(str(path))
        await finished(again)
        found = undisturbed(path)
        assert found == wanted, count
        assert sum(isinstance(event, VoiceReplied) for event in found) == calls
    await studio.close()


def timeless(path: Path) -> list[Event]:
    """The same without moments: a call that is cut off takes its time all the same."""
    kept = undisturbed(path)
    return [msgspec.structs.replace(event, at=kept[0].at) for event in kept]


@pytest.mark.parametrize("kind", ["roundtable", "meeting", "story", "duologue", "quiz"])
async def test_cut_off_behind_any_event_it_goes_on_alike(studio: Studio, kind: str) -> None:
    stops: list[int] = []

    async def played(cut_behind: int) -> list[Event]:
        run = studio.start(studio.compose(request(kind)))
        loop = asyncio.get_running_loop()

        def cut(seq: int, _event: Event) -> None:
            if seq == cut_behind:
                # Not in the middle of an append.
                loop.call_soon(functools.partial(run.pause, cancel=True))

        run.stage.log.taps.append(cut)
        while run.state.status != "ended":
            await to_the_end(run)
        await run.close()
        found = timeless(run.stage.log.path)
        stops[:] = stops or places(log_file.read(run.stage.log.path).events)
        run.stage.log.path.unlink()
        return found

    wanted = await played(-1)
    for count in stops:
        assert await played(count - 1) == wanted, count
    await studio.close()
