"""The mode as everybody else sees it."""

from __future__ import annotations

from core.base.registry import late
from core.formats import Localised
from core.log.modes import ModeSpec
from core.modes.roundtable.request import REQUESTS

ROUNDTABLE = ModeSpec(
    name="roundtable",
    title=Localised(en="roundtable", de="Runde"),
    requests=REQUESTS,
    load=late("core.modes.roundtable.mode:MODE"),
    small_model=late("core.modes.roundtable.small_model:PART"),
    measure=late("core.modes.roundtable.measures:ROUNDTABLE"),
    talks=late("core.modes.roundtable.imported:TALKS"),
)
