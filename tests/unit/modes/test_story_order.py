"""What comes after what in a story, also where a run was killed between two events."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from core.cast.member import VoiceSpec
from core.home import Home
from core.log.codec import decode
from core.log.events.base import Event
from core.log.events.run import RunContinued, RunEnded, RunResumed
from core.log.events.turn import TurnAbandoned, TurnEnded, TurnStarted
from core.modes.story.director import StoryDirector
from core.modes.story.events import DialogueSummarised, PhaseChanged, PlayerDid, StoryRouted
from core.modes.story.request import DialogueRequest, StoryRequest
from core.studio.studio import Studio
from core.voices.base import Capabilities
from tests.actors import Actor, begun, recorded, to_the_end
from tests.fights import story


class Plain(Actor):
    """A voice that fills in no forms and calls no tools: the rules read the player's words."""

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities()


def shape(events: list[Event]) -> list[str]:
    """What happened, in short: lines by their speaker, the rest by its kind."""
    told: list[str] = []
    for event in events:
        match event:
            case TurnEnded():
                told.append(event.member)
            case StoryRouted():
                told.append(f"routed {event.phase}")
            case PhaseChanged():
                told.append(f"phase {event.phase}")
            case PlayerDid():
                told.append(f"did {event.what}")
            case DialogueSummarised():
                told.append("summary")
            case _:
                pass
    return told


def played(path: Path, script: tuple[str, ...], **changed: Any) -> list[Event]:
    state = story(script=script, concept="smith", **changed)
    run = begun(path, Plain(), state.setup)
    seen = recorded(run)
    asyncio.run(to_the_end(run))
    return seen


def test_whoever_is_bidden_goodbye_says_goodbye_before_it_is_summarised(tmp_path: Path) -> None:
    told = shape(played(tmp_path / "run.jsonl", ("Goodbye",), partner="marta"))
    assert told == [
        "phase exploration", "did talk", "routed dialogue", "marta",
        "player", "did part", "routed dialogue", "marta", "summary",
        "phase epilogue", "routed epilogue", "narrator",
    ]  # fmt: skip


def test_a_click_on_goodbye_is_answered_too(tmp_path: Path) -> None:
    async def clicks() -> list[Event]:
        run = begun(tmp_path / "run.jsonl", Plain(), story(concept="smith", partner="marta", length=9).setup)
        await to_the_end(run)
        seen = recorded(run)
        await StoryDirector.of(run).do("part")
        await run.live(until_paused=True)
        return seen

    assert shape(asyncio.run(clicks())) == ["player", "did part", "routed dialogue", "marta", "summary"]


def undisturbed(data: bytes) -> list[bytes]:
    """The log's lines without those that record an interruption, and without turns begun a second time."""
    kept: list[bytes] = []
    started: set[tuple[int, int]] = set()
    for line in data.splitlines():
        event = decode(line)
        if isinstance(event, RunResumed | RunContinued | TurnAbandoned):
            continue
        if isinstance(event, TurnStarted):
            if (event.turn, event.attempt) in started:
                continue
            started.add((event.turn, event.attempt))
        kept.append(line)
    return kept


@pytest.mark.parametrize(
    ("partner", "script"),
    [("", ("Go to the alder carr", "I attack the moor dog", "Go to the taproom")), ("marta", ("Hello", "Goodbye"))],
)
def test_a_run_that_was_killed_after_any_event_tells_the_same(
    home: Home, partner: str, script: tuple[str, ...]
) -> None:
    rehearsal = VoiceSpec(provider="rehearsal")
    common: dict[str, Any] = {"setting": "ferry", "concept": "raftsman", "script": script, "seed": 4}
    common |= {"voice": rehearsal, "simulated": True}
    wish = DialogueRequest(partner=partner, **common) if partner else StoryRequest(**common)

    async def main() -> None:
        studio = Studio(home)
        run = studio.start(studio.compose(wish))
        await to_the_end(run)
        await run.close()
        path = run.stage.log.path
        whole = path.read_bytes()
        assert isinstance(decode(whole.splitlines()[-1]), RunEnded)
        lines = whole.splitlines(keepends=True)
        for count in range(1, len(lines)):
            path.write_bytes(b"".join(lines[:count]))
            again = studio.resume(run.state.run)
            await to_the_end(again)
            await again.close()
            assert undisturbed(path.read_bytes()) == undisturbed(whole), count
        await studio.close()

    asyncio.run(main())
