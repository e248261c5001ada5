"""What somebody may ask for in an office: one scene, or days."""

from __future__ import annotations

import re
from typing import Annotated

from parley.core.base.errors import UsageError
from parley.core.base.registry import late
from parley.core.engine.run_request import Bounds, CastRequest, RequestSpec, Text, asked
from parley.core.formats import Localised

TYPES = ("arrival", "encounter", "meeting", "work", "event", "reflection")
KINDS = ("casual", "work", "meeting", "dnd")
EXCHANGES = ("weave", "sequential")
MOST_DAYS = 1_000
LONGEST_STREAK = 20
HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
"""An hour of the day, in the digits that every log has."""


def _check_day_count(days: int) -> None:
    if not 1 <= days <= MOST_DAYS:
        raise UsageError("{days} days are not possible; ask for 1 to {longest:,}.", days=days, longest=MOST_DAYS)


def _check_streak_length(talks: int) -> None:
    if not 1 <= talks <= LONGEST_STREAK:
        raise UsageError(
            "{talks} talks in a row are not possible; ask for 1 to {longest}.", talks=talks, longest=LONGEST_STREAK
        )


class OfficeRequest(CastRequest):
    """What scenes and days have in common. `translate` "auto" is English where another language is spoken."""

    cast: Text = asked(
        "studio-de", "Cast", "A cast's name or TOML file. See `parley casts`.", widget="cast", choices="casts"
    )
    exchange: Text = asked(
        "",
        "Exchange",
        "weave, sequential, or auto: as the scene's importance asks.",
        choices=list(EXCHANGES),
        empty="auto",
        fallback="as the scene's importance asks",
    )
    translate: Text = asked(
        "auto",
        "Translation",
        "en, de, none, or auto: into English where another language is spoken.",
        choices=["auto", "", "en", "de"],
        empty="none",
        advanced=True,
    )
    plan: Text = asked(
        "",
        "Floor plan",
        "A floor plan's name; else the cast's. See `parley plans`.",
        widget="plan",
        choices="plans",
        advanced=True,
        fallback="the cast's",
    )


class SceneRequest(OfficeRequest):
    """One scene in the office: people meet, and the game master makes it a scene."""

    scene_type: Text = asked(
        "encounter",
        "Type",
        "encounter, meeting, event, arrival, work or reflection.",
        choices=list(TYPES),
        option="--type",
    )
    kind: Text = asked(
        "", "Kind", "casual, work, meeting or dnd; else as it fits.", choices=list(KINDS), fallback="as it fits"
    )
    room: Text = asked(
        "", "Room", "A room of the plan, by id or name.", widget="room", fallback="the game master chooses"
    )
    clock: Text = asked("", "Hour", "The hour, such as 12:30.", widget="hour", advanced=True, option="--at")


class DayRequest(OfficeRequest):
    """A day in the office, or several: arrivals, encounters, meetings, work, and D&D on a Thursday.

    `first_day` is a date (ISO 8601) or a weekday ("thu").
    """

    days: Annotated[int, Bounds(1, MOST_DAYS, _check_day_count)] = asked(1, "Days", "How many.", unit="days")
    first_day: Text = asked(
        "",
        "First day",
        "A date or a weekday (mon … fri); else so that there is a Thursday.",
        widget="day",
        fallback="so that there is a Thursday",
    )
    streak: Annotated[int | None, Bounds(1, LONGEST_STREAK, _check_streak_length)] = asked(
        None,
        "Talks in a row",
        "The pace of a day: so many talks, then something quiet.",
        advanced=True,
        fallback="as the agenda says",
    )
    autopilot: bool = asked(
        True,
        "One scene after another",
        "Do not stop between scenes (the terminal never does).",
        option_default=False,
    )


def _adapt_request_to_terminal(request: DayRequest, _attended: bool) -> DayRequest:
    return request.model_copy(update={"autopilot": True})  # at a terminal nobody can answer between scenes


REQUESTS = (
    RequestSpec(
        name="scene",
        title=Localised(en="Scene", de="Szene"),
        about=Localised(
            en="One scene of the office: who meets where, about what.",
            de="Eine Szene im Büro: wer sich wo trifft, und worum es geht.",
        ),
        icon="ph.users-three",
        model=SceneRequest,
        compose=late("parley.core.modes.office.composing:compose_scene"),
    ),
    RequestSpec(
        name="day",
        title=Localised(en="Office day", de="Tag im Büro"),
        about=Localised(
            en="From arrival to evening: who meets whom, what stays.",
            de="Vom Morgen bis zum Abend: wer wen trifft, was bleibt.",
        ),
        icon="ph.map-trifold",
        model=DayRequest,
        compose=late("parley.core.modes.office.composing:compose_day"),
        at_terminal=_adapt_request_to_terminal,
    ),
)
