"""A rehearsed run that was killed behind any of its events goes on as if nothing had been: chance hangs on no place."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.cast.member import VoiceSpec
from core.home import Home
from core.log import log as log_file
from core.log.events.base import Event
from core.log.events.run import RunContinued, RunEnded, RunPaused, RunResumed
from core.log.events.turn import ContextCut, SummaryAsked, TurnAbandoned, TurnStarted, VoiceReplied
from core.modes.duologue.config import DuologueConfig
from core.modes.duologue.request import DuologueRequest, SideRequest
from core.modes.office.request import DayRequest, SceneRequest
from core.modes.roundtable.request import RoundtableRequest
from core.modes.story.request import DialogueRequest, StoryRequest
from core.settings import Settings
from core.studio.studio import Studio
from tests.actors import to_the_end

COMMON: dict[str, Any] = {"voice": VoiceSpec(provider="rehearsal"), "simulated": True, "seed": 11}
SIDES = [SideRequest("Ada"), SideRequest("Bo"), SideRequest("Cy")]


def duologue(studio: Studio, sides: int = 2, turns: int = 16, **wish: Any) -> Any:
    """A talk that has too little room from the third exchange on."""
    return studio.compose(DuologueRequest(sides=SIDES[:sides], turns=turns, context=260, **COMMON, **wish))


KINDS: dict[str, Callable[[Studio], Any]] = {
    "roundtable": lambda studio: studio.compose(RoundtableRequest(cast="startup", turns=10, **COMMON)),
    "meeting": lambda studio: studio.compose(
        SceneRequest(cast="studio-de", scene_type="meeting", exchange="weave", translate="en", **COMMON)
    ),
    "talk": lambda studio: studio.compose(
        SceneRequest(cast="studio-de", members=("holger", "svea"), exchange="sequential", **COMMON)
    ),
    "day": lambda studio: studio.compose(DayRequest(cast="studio-de", **COMMON)),
    "story": lambda studio: studio.compose(
        StoryRequest(setting="ferry", concept="raftsman", script=("Go to the alder carr", "I attack the dog"), **COMMON)
    ),
    "dialogue": lambda studio: studio.compose(
        DialogueRequest(setting="ferry", concept="raftsman", partner="marta", script=("Hello", "Goodbye"), **COMMON)
    ),
    "drop": lambda studio: duologue(studio, when_full="drop"),
    "summarise": lambda studio: duologue(studio, when_full="summarise", turns=24),
    "broadcast": lambda studio: duologue(studio, 3, when_full="summarise", router="broadcast"),
    "star": lambda studio: duologue(studio, 3, when_full="summarise", router="star", choose_names=True),
    "panel": lambda studio: duologue(studio, 3, when_full="drop", router="panel", awareness="high"),
}


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


@pytest.mark.parametrize("kind", KINDS)
def test_killed_behind_any_event_it_goes_on_alike(tmp_path: Path, kind: str) -> None:
    async def main() -> None:
        studio = Studio(Home(tmp_path), Settings())
        run = studio.start(KINDS[kind](studio))
        await to_the_end(run)
        await run.close()
        path = run.stage.log.path
        whole = path.read_bytes().splitlines(keepends=True)
        wanted = undisturbed(path)
        assert isinstance(wanted[-1], RunEnded)
        if "summarise" in str(run.state.setup.find(DuologueConfig)):
            assert sum(isinstance(event, SummaryAsked) for event in wanted) > 2
        calls = sum(isinstance(event, VoiceReplied) for event in wanted)
        # Of what is long, not every place.
        stride = max(1, len(whole) // (25 if kind == "day" else 60))
        for count in range(1, len(whole), stride):
            path.write_bytes(b"".join(whole[:count]))
            again = studio.resume(str(path))
            await to_the_end(again)
            await again.close()
            found = undisturbed(path)
            assert found == wanted, count
            assert sum(isinstance(event, VoiceReplied) for event in found) == calls
        await studio.close()

    asyncio.run(main())


def timeless(path: Path) -> list[Event]:
    """The same without moments: a call that is cut off takes its time all the same."""
    kept = undisturbed(path)
    return [msgspec.structs.replace(event, at=kept[0].at) for event in kept]


@pytest.mark.parametrize("kind", ["roundtable", "meeting", "story", "summarise"])
def test_cut_off_behind_any_event_it_goes_on_alike(tmp_path: Path, kind: str) -> None:
    async def played(studio: Studio, cut_behind: int) -> list[Event]:
        run = studio.start(KINDS[kind](studio))
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
        run.stage.log.path.unlink()
        return found

    async def main() -> None:
        studio = Studio(Home(tmp_path), Settings())
        wanted = await played(studio, -1)
        for seq in range(1, len(wanted), max(1, len(wanted) // 25)):
            assert await played(studio, seq) == wanted, seq
        await studio.close()

    asyncio.run(main())
