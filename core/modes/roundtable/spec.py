"""The mode as everybody else sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.run_request import RequestSpec
from core.formats import Localised
from core.log.modes import ModeSpec
from core.modes.roundtable.request import RoundtableRequest

if TYPE_CHECKING:
    from core.engine.mode import Mode


def _load() -> Mode:
    from core.modes.roundtable.mode import MODE

    return MODE


ROUNDTABLE = ModeSpec(
    name="roundtable",
    title=Localised(en="roundtable", de="Runde"),
    load=_load,
    requests=(RequestSpec(name="roundtable", title=Localised(en="Roundtable", de="Runde"), model=RoundtableRequest),),
)
