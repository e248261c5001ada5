"""The mode as everybody else sees it."""

from __future__ import annotations

from parley.core.base.labels import add_source
from parley.core.base.registry import late
from parley.core.engine.mode_spec import ModeSpec
from parley.core.formats import Localised
from parley.core.log.codec import find_events_in
from parley.core.modes.duologue import events, state
from parley.core.modes.duologue.behaviour import BEHAVIOUR
from parley.core.modes.duologue.config import DuologueConfig, get_title_of
from parley.core.modes.duologue.request import REQUESTS

add_source("awareness", get_title_of)  # labels stand below the modes and cannot import one

DUOLOGUE = ModeSpec(
    name="duologue",
    title=Localised(en="duologue", de="Duolog"),
    load=late("parley.core.modes.duologue.mode:MODE"),
    section="duologue",
    config=DuologueConfig,
    events=find_events_in(events),
    slices=state.SLICES,
    requests=REQUESTS,
    fork=late("parley.core.modes.duologue.branching:FORK"),
    compared=late("parley.core.modes.duologue.behaviour:settings"),
    export=late("parley.core.modes.duologue.export:EXPORT"),
    behaviour=BEHAVIOUR,
    talks=late("parley.core.modes.duologue.imported:TALKS"),
    files=late("parley.core.modes.duologue.composing:FILES"),
)
