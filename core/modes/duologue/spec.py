"""The mode as everybody else sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.run_request import RequestSpec
from core.formats import Localised
from core.log.codec import events_in
from core.log.modes import ModeSpec
from core.modes.duologue import events, fold
from core.modes.duologue.config import DuologueConfig
from core.modes.duologue.request import DuologueRequest

if TYPE_CHECKING:
    from core.engine.mode import Mode


def _load() -> Mode:
    from core.modes.duologue.mode import MODE

    return MODE


DUOLOGUE = ModeSpec(
    name="duologue",
    title=Localised(en="duologue", de="Duolog"),
    load=_load,
    section="duologue",
    config=DuologueConfig,
    events=events_in(events),
    slices=fold.SLICES,
    requests=(RequestSpec(name="duologue", title=Localised(en="Duologue", de="Duolog"), model=DuologueRequest),),
)
