"""The mode as everybody else sees it."""

from __future__ import annotations

from core.base.registry import late
from core.formats import Localised
from core.log.codec import events_in
from core.log.modes import ModeSpec
from core.modes.duologue import events, fold
from core.modes.duologue.behaviour import BEHAVIOUR
from core.modes.duologue.config import DuologueConfig
from core.modes.duologue.request import REQUESTS

DUOLOGUE = ModeSpec(
    name="duologue",
    title=Localised(en="duologue", de="Duolog"),
    load=late("core.modes.duologue.mode:MODE"),
    section="duologue",
    config=DuologueConfig,
    events=events_in(events),
    slices=fold.SLICES,
    requests=REQUESTS,
    fork=late("core.modes.duologue.branching:FORK"),
    compared=late("core.modes.duologue.comparing:settings"),
    export=late("core.modes.duologue.export:EXPORT"),
    behaviour=BEHAVIOUR,
    rehearsal=late("core.modes.duologue.rehearsal:PART"),
    small_model=late("core.modes.duologue.small_model:PART"),
    files=late("core.modes.duologue.composing:FILES"),
)
