"""The mode as everybody else sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.run_request import RequestSpec
from core.formats import Localised
from core.log.codec import events_in
from core.log.modes import ModeSpec
from core.modes.office import events, fold
from core.modes.office.config import OfficeConfig
from core.modes.office.request import DayRequest, SceneRequest

if TYPE_CHECKING:
    from core.engine.mode import Mode


def _load() -> Mode:
    from core.modes.office.mode import MODE

    return MODE


OFFICE = ModeSpec(
    name="scenes",
    title=Localised(en="scenes", de="Szenen"),
    load=_load,
    section="scenes",
    config=OfficeConfig,
    events=events_in(events),
    slices=fold.SLICES,
    requests=(
        RequestSpec(name="scene", title=Localised(en="Scene", de="Szene"), model=SceneRequest),
        RequestSpec(name="day", title=Localised(en="Day in the office", de="Tag im Büro"), model=DayRequest),
    ),
)
