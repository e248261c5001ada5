"""A day in the office as a log in `golden`: six scenes of all types, for whoever needs a log without a mode."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from parley.core.log.codec import decode
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunEnded, RunStarted
from parley.core.log.events.turn import SpeakerSelected
from parley.core.log.fold import fold
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import ContributionAsked, DayEnded, SceneEnded, SceneRanked, SceneTranslated
from parley.core.modes.office.state import OfficeState

Lang = Literal["en", "de"]


@cache
def _recorded(lang: Lang) -> tuple[Event, ...]:
    lines = (Path(__file__).parent / "golden" / f"day-{lang}.jsonl").read_bytes().splitlines()
    return tuple(decode(line) for line in lines)


def office_config(lang: Lang = "de", *, run_id: str = "", translate: bool = True, days: int = 1) -> RunConfig:
    """The configuration of a run of days in the studio that ships."""
    started = _recorded(lang)[0]
    assert isinstance(started, RunStarted)
    config = RunConfig.model_validate(started.config)
    office = config[OfficeConfig].model_copy(update={"days": days} | ({} if translate else {"translate": ""}))
    return config.model_copy(update={"id": run_id or config.id, "scenes": office})


def a_day(
    lang: Lang = "de", *, scenes: int = 6, translated: bool = True, ended: bool = True, run_id: str = "", days: int = 1
) -> list[Event]:
    """The log of a day in the office, a Thursday; the same arguments give the same events.

    Scene 1 is an arrival of all seven ("round"), 2 a talk of two in the kitchen ("weave") with a bystander who keeps
    an observation, 3 a meeting of five ("sequential") with a word of the director's in it, 4 work of two, 5 a
    reflection that each hears alone (one of them reflects), 6 a night of D&D in two beats whose first weave was
    rejected. Each has its ranking, memories, moods; all but the work are translated. Without `ended` the log stops
    after the last scene's first beat. Later `days` are the first again, with their own numbers.
    """
    begun, continued, opens, *rest, closes, over = _recorded(lang)
    assert isinstance(over, RunEnded)
    config = office_config(lang, run_id=run_id, translate=translated, days=days)
    events: list[Event] = [msgspec.structs.replace(begun, config=config.as_json()), continued]
    starts = [at for at, event in enumerate(rest) if isinstance(event, SceneRanked)] + [len(rest)]
    played = [event for event in rest[: starts[scenes]] if translated or not isinstance(event, SceneTranslated)]
    for day in range(days):
        events += _again([opens, *played], day, fold(events)[OfficeState], fold(events).next_turn - 1)
        if ended or day < days - 1:
            at = events[-1].at + timedelta(seconds=1)
            events.append(msgspec.structs.replace(closes, at=at, day=day + 1))
    if ended:
        detail = f"Day {days} of {days} is over."
        return [*events, msgspec.structs.replace(over, at=events[-1].at, detail=detail)]
    last = max(at for at, event in enumerate(events) if isinstance(event, SceneRanked))
    return events[: last + _first_beat(events[last:])]


def _first_beat(scene: list[Event]) -> int:
    """How many events there are up to the end of a scene's first beat."""
    chosen = [at for at, event in enumerate(scene) if isinstance(event, SpeakerSelected)]
    later = (
        at for at, event in enumerate(scene)
        if isinstance(event, SceneEnded | DayEnded) or (isinstance(event, ContributionAsked) and event.beat > 1)
    )  # fmt: skip
    return chosen[1] if chosen else next(later)


def _again(events: list[Event], day: int, office: OfficeState, turns: int) -> list[Event]:
    """The events of the first day as those of a later one, behind the turns, scenes and memories there are."""
    more = {"turn": turns, "key_turn": turns, "scene": len(office.scenes), "day": day}

    def moved(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: moved(each, key) for key, each in value.items()}
        if isinstance(value, list):
            return [each + turns for each in value] if name == "turns" else [moved(each) for each in value]
        if name == "id":
            return f"m{int(value[1:]) + len(office.memories)}"
        if name in {"date", "moment"}:
            return value.replace("2026-01-08", f"2026-01-{8 + day:02}")
        return value + more[name] if value and name in more else value

    if not day:
        return events
    return [decode(msgspec.json.encode(moved(msgspec.json.decode(msgspec.json.encode(event))))) for event in events]
