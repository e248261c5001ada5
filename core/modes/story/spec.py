"""The mode as everybody else sees it."""

from __future__ import annotations

from dataclasses import replace

from parley.core.base.registry import late
from parley.core.engine.mode_spec import ModeSpec
from parley.core.formats import Localised
from parley.core.log.codec import find_events_in
from parley.core.modes.story import events, fold
from parley.core.modes.story.behaviour import BEHAVIOUR
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.request import DIALOGUE_REQUEST, STORY_REQUEST
from parley.core.modes.story.shown import find_moves, report

STORY = ModeSpec(
    name="story",
    title=Localised(en="story", de="Geschichte"),
    load=late("parley.core.modes.story.mode:MODE"),  # late, as below: listing modes imports nothing
    section="story",
    config=StoryConfig,
    events=find_events_in(events),
    slices=fold.SLICES,
    requests=(STORY_REQUEST,),
    fork=late("parley.core.modes.story.composing:FORK"),
    terminal=late("parley.core.modes.story.terminal:TERMINAL"),
    compared=lambda: lambda _state, _member: {},
    export=late("parley.core.modes.story.export:EXPORT"),
    rehearsal=late("parley.core.modes.story.written_words:PART"),
    report=report,
    measure=late("parley.core.modes.story.export:STORY"),
    moved=find_moves,
    definitions=late("parley.core.modes.story.composing:SETTINGS"),
    behaviour=BEHAVIOUR,
)

DIALOGUE = replace(
    STORY,
    name="dialogue",
    title=Localised(en="dialogue", de="Dialog"),
    requests=(DIALOGUE_REQUEST,),
    talks=late("parley.core.modes.story.imported:TALKS"),
)
