"""What comes after what in a story, also where a run was killed between two events."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from core.log.events.base import Event
from core.log.events.turn import TurnEnded
from core.modes.story.director import StoryDirector
from core.modes.story.events import DialogueSummarised, PhaseChanged, PlayerDid, StoryRouted
from core.voices.base import Capabilities
from tests.fight_states import story
from tests.scripted_voices import Actor, begun, recorded, to_the_end


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
