"""The mode as everybody else sees it."""

from __future__ import annotations

from core.base.registry import late
from core.formats import Localised
from core.log.codec import events_in
from core.log.modes import ModeSpec
from core.modes.office import events, fold
from core.modes.office.behaviour import BEHAVIOUR
from core.modes.office.config import OfficeConfig
from core.modes.office.moves import moved
from core.modes.office.report import report
from core.modes.office.request import REQUESTS
from core.modes.office.state import left_behind

OFFICE = ModeSpec(
    name="scenes",
    title=Localised(en="scenes", de="Szenen"),
    load=late("core.modes.office.mode:MODE"),
    section="scenes",
    config=OfficeConfig,
    events=events_in(events),
    slices=fold.SLICES,
    requests=REQUESTS,
    carried=("records", "first_day"),
    fork=late("core.modes.office.composing:FORK"),
    terminal=late("core.modes.office.terminal:TERMINAL"),
    compared=lambda: lambda _state, _member: {},
    export=late("core.modes.office.export:EXPORT"),
    rehearsal=late("core.modes.office.rehearsal.part:PART"),
    small_model=late("core.modes.office.small_model:PART"),
    report=report,
    measure=late("core.modes.office.measures:OFFICE"),
    left_behind=left_behind,
    moved=moved,
    preview=late("core.modes.office.composing:preview"),
    behaviour=BEHAVIOUR,
)
