"""The mode as everybody else sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.run_request import RequestSpec
from core.formats import Localised
from core.log.codec import events_in
from core.log.modes import ModeSpec
from core.modes.story import events, fold
from core.modes.story.config import StoryConfig
from core.modes.story.request import DialogueRequest, StoryRequest

if TYPE_CHECKING:
    from core.engine.mode import Mode


def _load() -> Mode:
    from core.modes.story.mode import MODE

    return MODE


STORY = ModeSpec(
    name="story",
    title=Localised(en="story", de="Geschichte"),
    load=_load,
    section="story",
    config=StoryConfig,
    events=events_in(events),
    slices=fold.SLICES,
    requests=(RequestSpec(name="story", title=Localised(en="Story", de="Geschichte"), model=StoryRequest),),
)

DIALOGUE = ModeSpec(
    name="dialogue",
    title=Localised(en="dialogue", de="Dialog"),
    load=_load,
    section="story",
    config=StoryConfig,
    events=events_in(events),
    slices=fold.SLICES,
    requests=(RequestSpec(name="dialogue", title=Localised(en="Dialogue", de="Dialog"), model=DialogueRequest),),
)
