"""A day in the office in the window's model, for the tests of what the views show of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from parley.core.log.events.base import Event
from parley.core.log.events.turn import VoiceReplied
from parley.core.log.reader import Damage
from parley.core.log.replay import Replay
from parley.core.modes.office.events import ContributionAsked
from parley.core.modes.office.state import OfficeState, Scene
from parley.core.office.plan import load_plan
from parley.core.studio.reading import Opened
from parley.desktop.bridge import Batch
from parley.desktop.run.model import RunModel
from tests.day_events import a_day


def model_of(events: Sequence[Event]) -> RunModel:
    """A model that shows the run of `events`."""
    model = RunModel()
    model.language = "de"
    model.open(Opened(Path("day.jsonl"), Replay(list(events)), Damage()), load_plan("small"))
    return model


def day() -> RunModel:
    """A whole day, over and translated."""
    return model_of(a_day("de"))


def scene(model: RunModel, which: Callable[[Scene], bool]) -> Scene:
    """The first finished scene for which `which` holds."""
    return next(each for each in model.replay.live[OfficeState].scenes if which(each))


def table() -> Callable[[Scene], bool]:
    """Picks the D&D night."""
    return lambda each: each.started.kind == "dnd"


def thinking(kind: str = "dnd") -> tuple[RunModel, list[str]]:
    """A model at the moment when all were asked for their part of a scene's first beat and the first has replied."""
    events = a_day("de")
    model = model_of(events)
    number = scene(model, lambda each: each.started.kind == kind and each.started.exchange == "weave").started.scene
    asked = [
        at for at, event in enumerate(events)
        if isinstance(event, ContributionAsked) and event.scene == number and event.beat == 1
    ]  # fmt: skip
    cut = asked[-1] + 2
    assert isinstance(events[cut - 1], VoiceReplied)
    live = model_of(events[:cut])
    live.alive = True
    live.take(Batch("day"))
    return live, [event.member for at in asked if isinstance(event := events[at], ContributionAsked)]
