"""The mode as everybody else sees it."""

from __future__ import annotations

from parley.core.base.registry import late
from parley.core.engine.mode_spec import ModeSpec
from parley.core.formats import Localised
from parley.core.log.codec import find_events_in
from parley.core.modes.office import events, fold
from parley.core.modes.office.behaviour import BEHAVIOUR, find_moves
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.replanning import tell_replanned
from parley.core.modes.office.report import report
from parley.core.modes.office.request import REQUESTS
from parley.core.modes.office.state import left_behind

OFFICE = ModeSpec(
    name="scenes",
    title=Localised(en="scenes", de="Szenen"),
    load=late("parley.core.modes.office.mode:MODE"),
    section="scenes",
    config=OfficeConfig,
    events=find_events_in(events),
    slices=fold.SLICES,
    requests=REQUESTS,
    carried=("records", "first_day"),
    fork=late("parley.core.modes.office.composing:FORK"),
    request_behind=late("parley.core.modes.office.contributing:sent_for"),
    terminal=late("parley.core.modes.office.report:TERMINAL"),
    compared=lambda: lambda _state, _member: {},
    export=late("parley.core.modes.office.export:EXPORT"),
    rehearsal=late("parley.core.modes.office.written.scripts:PART"),
    report=report,
    measure=late("parley.core.modes.office.report:OFFICE"),
    left_behind=left_behind,
    moved=find_moves,
    between=tell_replanned,
    behaviour=BEHAVIOUR,
)
