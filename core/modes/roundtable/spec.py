"""The mode as everybody else sees it."""

from __future__ import annotations

from parley.core.base.registry import late
from parley.core.engine.mode_spec import ModeSpec
from parley.core.formats import Localised
from parley.core.modes.roundtable.request import REQUESTS

ROUNDTABLE = ModeSpec(
    name="roundtable",
    title=Localised(en="roundtable", de="Runde"),
    requests=REQUESTS,
    load=late("parley.core.modes.roundtable.mode:MODE"),
    measure=late("parley.core.modes.roundtable.mode:ROUNDTABLE"),
    talks=late("parley.core.modes.roundtable.imported:TALKS"),
)
