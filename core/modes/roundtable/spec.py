"""The mode as everybody else sees it."""

from __future__ import annotations

from core.base.registry import late
from core.engine.run_request import RequestSpec
from core.formats import Localised
from core.log.modes import ModeSpec
from core.modes.roundtable.request import RoundtableRequest

ROUNDTABLE = ModeSpec(
    name="roundtable",
    title=Localised(en="roundtable", de="Runde"),
    requests=(RequestSpec(name="roundtable", title=Localised(en="Roundtable", de="Runde"), model=RoundtableRequest),),
    load=late("core.modes.roundtable.mode:MODE"),
)
