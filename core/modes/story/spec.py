"""The mode as everybody else sees it."""

from __future__ import annotations

from dataclasses import replace

from core.base.registry import late
from core.formats import Localised
from core.log.codec import events_in
from core.log.modes import ModeSpec
from core.modes.story import events, fold
from core.modes.story.behaviour import BEHAVIOUR
from core.modes.story.config import StoryConfig
from core.modes.story.moves import moved
from core.modes.story.report import report
from core.modes.story.request import DIALOGUE_REQUEST, STORY_REQUEST

STORY = ModeSpec(
    name="story",
    title=Localised(en="story", de="Geschichte"),
    load=late("core.modes.story.mode:MODE"),
    section="story",
    config=StoryConfig,
    events=events_in(events),
    slices=fold.SLICES,
    requests=(STORY_REQUEST,),
    fork=late("core.modes.story.composing:FORK"),
    terminal=late("core.modes.story.terminal:TERMINAL"),
    compared=lambda: lambda _state, _member: {},
    export=late("core.modes.story.export:EXPORT"),
    rehearsal=late("core.modes.story.rehearsal.tellers:PART"),
    small_model=late("core.modes.story.small_model:PART"),
    report=report,
    measure=late("core.modes.story.measures:STORY"),
    moved=moved,
    definitions=late("core.modes.story.composing:SETTINGS"),
    behaviour=BEHAVIOUR,
)

DIALOGUE = replace(
    STORY,
    name="dialogue",
    title=Localised(en="dialogue", de="Dialog"),
    requests=(DIALOGUE_REQUEST,),
    talks=late("core.modes.story.imported:TALKS"),
)
