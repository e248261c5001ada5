"""What the schedule's dock shows, read from the home. Everything here is done off the window's thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from parley.core.formats import Format
from parley.core.log.codec import get_text_of
from parley.core.schedule.definition import SCHEDULES, Plan
from parley.core.schedule.draws import Draws, SlotDraw, day_of, due_slots, get_zone_of
from parley.core.schedule.log import History, Outcome, ScheduleLog, SlotFired, SlotMissed, SlotSkipped
from parley.core.studio.studio import Studio
from parley.desktop.schedule.figures import DayFigure, SlotFigure
from parley.desktop.widgets.language import current, said


@dataclass(frozen=True)
class Reading:
    """What was read of a schedule: today in its zone, and the day that was asked for."""

    description: str
    today: date
    day: DayFigure


def list_schedules(studio: Studio) -> tuple[tuple[str, str], ...]:
    """Return name and title of every schedule; one that cannot be read goes by its name."""
    read, _faults = studio.library.list_all(SCHEDULES)
    titles = {one.id: one.name for one in read}
    return tuple((name, titles.get(name, name)) for name in studio.library.names(SCHEDULES))


def read_day(studio: Studio, name: str, day: date | None = None, now: datetime | None = None) -> Reading:
    """Read a schedule as it stands; `day` None: today. Raises `ParleyError` where it cannot be read."""
    plan = Plan(studio.library, studio.home, name)
    zone = get_zone_of(plan.schedule)
    now = now or datetime.now(UTC)
    today = day_of(now, zone)
    history = ScheduleLog(studio.home, plan.schedule.id).refresh()
    local = now.astimezone(zone)
    shown = day or today
    slots = SlotReader(plan, history)
    due = due_slots(plan.schedule, shown, zone)
    figure = DayFigure(
        shown,
        tuple(slots.read(slots.draws.draw_slot(shown, slot)) for _at, slot in due),
        local.hour + local.minute / 60 if shown == today else -1.0,
    )
    return Reading(plan.schedule.description, today, figure)


class SlotReader:
    """Makes figures of the slots of a schedule."""

    def __init__(self, plan: Plan, history: History) -> None:
        self.draws = Draws(plan)
        self._plan = plan
        self._history = history
        self._names = {member.id: member.name for member in plan.cast.members}

    def read(self, drawn: SlotDraw) -> SlotFigure:
        """Read what a slot has drawn, and what became of it."""
        slot, outcome = drawn.slot, self._history.of(drawn.day, drawn.slot.name)
        told = SlotFigure(  # what the log has comes first: the schedule may have been edited since
            slot.name,
            slot.hour,
            "fires" if drawn.fires else "rests",
            outcome.draw if outcome else drawn.draw,
            outcome.probability if outcome else slot.probability,
            formats=" / ".join(self._get_title(each) for each in slot.formats),
        )
        if outcome is not None:
            return self._apply_slot_outcome(told, outcome)
        if not drawn.fires:  # who would talk is drawn only for a slot that fires
            return told
        talk = self.draws.talk(drawn.day, slot)
        return replace(told, formats=self._get_title(talk.format), members=self._format_member_list(talk.members))

    def _apply_slot_outcome(self, told: SlotFigure, outcome: Outcome) -> SlotFigure:
        match outcome:
            case SlotFired():
                return replace(
                    told,
                    status="fired",
                    formats=self._get_title(outcome.format),
                    members=self._format_member_list(outcome.members),
                    topic=outcome.topic,
                    run=outcome.run,
                )
            case SlotSkipped():
                return replace(told, status="skipped")
            case SlotMissed():
                note = said(get_text_of(outcome)) if outcome.why == "failed" else outcome.why
                return replace(told, status="missed", note=note)

    def _get_title(self, name: str) -> str:
        form: Format | None = self._plan.formats.get(name)
        return form.name.text(current()) if form else name

    def _format_member_list(self, members: tuple[str, ...]) -> str:
        return ", ".join(self._names.get(each, each) for each in members)
