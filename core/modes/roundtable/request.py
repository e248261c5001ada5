"""What somebody may ask for in a roundtable."""

from __future__ import annotations

from typing import Annotated

from parley.core.base.registry import late
from parley.core.engine.run_request import (
    GREETING,
    MOST_TURNS,
    Bounds,
    CastRequest,
    RequestSpec,
    Text,
    asked,
    check_turns,
)
from parley.core.formats import Localised


class RoundtableRequest(CastRequest):
    """A roundtable in one of the sixteen formats."""

    format: Text = asked("standup", "Format", "See `parley formats`.", widget="format", choices="formats")
    turns: Annotated[int | None, Bounds(1, MOST_TURNS, check_turns)] = asked(
        None,
        "Turns",
        "How many; else a number within the format's.",
        unit="turns",
        advanced=True,
        fallback="drawn within the format's range",
    )
    policy: Text = asked(
        "affinity", "Next speaker", "How the next speaker is chosen.", choices="policies", advanced=True
    )
    greeting: Text = GREETING
    cap: int | None = asked(
        None,
        "Longest line",
        "Characters of a line; 0: as many as it likes.",
        unit="characters",
        advanced=True,
        option=None,
        fallback="as the format says",
    )


REQUESTS = (
    RequestSpec(
        name="roundtable",
        title=Localised(en="Roundtable", de="Runde"),
        about=Localised(
            en="A cast around one table: from standup to debate.",
            de="Eine Besetzung am Tisch: vom Standup bis zur Debatte.",
        ),
        icon="ph.chats-circle",
        model=RoundtableRequest,
        compose=late("parley.core.modes.roundtable.composing:compose"),
    ),
)
