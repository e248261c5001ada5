"""`parley schedule`: what a daily schedule will do, and playing it."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Annotated, Any

import typer

from parley.core.base.clock import Clock, SimulatedClock, SystemClock
from parley.core.base.errors import RunError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cli.common import (
    FROM_TERMINAL,
    AllowOption,
    HomeOption,
    JsonOption,
    get_studio_of,
    on_signals,
    print_json,
    say,
    tell,
)
from parley.core.cli.options import FastOption
from parley.core.cli.steered import SteeredOption, get_steering, keep_looking, make_steerable
from parley.core.engine.voice_names import voice_named
from parley.core.log.codec import get_text_of
from parley.core.schedule.definition import DEFAULT, Plan
from parley.core.schedule.draws import get_moment_of, get_zone_of
from parley.core.schedule.log import Outcome, SlotFired, SlotMissed, SlotSkipped
from parley.core.schedule.player import SchedulePlayer, SlotRow

schedule_app = typer.Typer(help="Talks round the clock: what a schedule will do, and playing it.", no_args_is_help=True)

MOST_DAYS = 3_660
FROM_WINDOW = Sentence("The schedule was stopped from the window.")

NameArgument = Annotated[
    str, typer.Argument(help="A schedule's name or TOML file: round-the-clock, round-the-clock-de, or your own.")
]
DateOption = Annotated[
    str, typer.Option("--date", help="The first day, such as 2026-03-02; else today.", show_default=False)
]


@schedule_app.command()
def show(
    name: NameArgument = DEFAULT,
    day: DateOption = "",
    days: Annotated[int, typer.Option("--days", min=1, max=MOST_DAYS, help="How many days.")] = 1,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Every slot of the days with its probability and its draw: what will fire, and what became of it."""
    studio = get_studio_of(home)
    plan = Plan(studio.library, studio.home, name)
    player = SchedulePlayer(studio, plan, clock=SystemClock(), zone=get_zone_of(plan.schedule))
    rows = list(player.rows(_parse_day(day) or player.get_today(), days))
    _tell_damage(player)
    if as_json:
        print_json([_build_slot_record(player, row) for row in rows])
        return
    for number, row in enumerate(rows):
        if not number or row.drawn.day != rows[number - 1].drawn.day:
            say(("\n" if number else "") + f"{row.drawn.day:%Y-%m-%d}")
        told = _build_slot_record(player, row)
        held = f"{told['format']} · {', '.join(told['members'])}" if told["format"] else ""
        line = f"  {row.drawn.slot.hour:02}  {row.drawn.slot.name:<24} {row.draw:.3f} of {row.probability:.2f}  "
        say(f"{line}{told['state']:<8}{held}".rstrip())


@schedule_app.command()
@make_steerable
def run(
    name: NameArgument = DEFAULT,
    day: DateOption = "",
    days: Annotated[
        int | None,
        typer.Option("--days", min=1, max=MOST_DAYS, help="So many days; else until Ctrl+C.", show_default=False),
    ] = None,
    voice: Annotated[
        str | None,
        typer.Option(
            "--voice", help="A voice (rehearsal, embedded, anthropic, openai.NAME) or VOICE:MODEL; else as scheduled."
        ),
    ] = None,
    fast: FastOption = False,
    allow: AllowOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
    by_a_window: SteeredOption = False,
) -> None:
    """Play a schedule: on the machine's clock, or on a simulated one with --fast."""
    first = _parse_day(day)
    if fast and days is None:
        raise UsageError("On a simulated clock a schedule has no end.", hint="Say how many days: --days 14")
    studio = get_studio_of(home, allow)
    plan = Plan(studio.library, studio.home, name)
    zone = get_zone_of(plan.schedule)
    clock: Clock = SystemClock()
    if fast:
        clock = SimulatedClock(get_moment_of(first or clock.now().astimezone(zone).date(), 0, zone))
    spec = voice_named(voice) if voice else None

    telling = Telling(quiet=as_json)

    async def main() -> tuple[SchedulePlayer, date, int]:
        player = SchedulePlayer(studio, plan, clock=clock, zone=zone, voice=spec, told=tell)
        # A window reads the schedule's log: it hears only that there is more of it.
        told = 0

        def tap(event: Outcome) -> None:
            nonlocal told
            told += 1
            if not by_a_window:
                telling(event)

        def show_state() -> None:
            if (link := get_steering()) is not None:
                link.show({"outcomes": told})

        player.log.taps.append(tap)  # hears what comes after the first reading
        _stop_on_signals(player, by_a_window=by_a_window)
        begin = first or player.get_today()
        try:
            async with keep_looking(show_state):
                await player.play(begin, days)
        finally:
            await studio.close()
        until = player.get_today() if days is None else begin + timedelta(days=days - 1)
        return player, begin, max(1, (until - begin).days + 1)

    player, begin, count = asyncio.run(main())
    if by_a_window:
        return
    _tell_damage(player)
    rows = list(player.rows(begin, count))
    if as_json:
        print_json([_build_slot_record(player, row) for row in rows])
    else:
        fired = sum(row.run is not None for row in rows)
        tell(Sentence("{fired} of {count} slots fired.", fired=fired, count=len(rows)))
        if player.stopped:
            tell(Sentence("The schedule was stopped; the same command goes on with it."))
    if telling.missed:
        tell(Sentence("{count:,} {count:slot was|slots were} missed.", count=telling.missed))
    if telling.failed:
        raise RunError("{count:,} {count:slot|slots} could not be held.", count=telling.failed)


class Telling:
    """Says on the terminal what becomes of the slots.

    Attributes: `failed`, how many could not be held, `missed`, how many were missed otherwise.
    """

    def __init__(self, *, quiet: bool) -> None:
        self.failed = self.missed = 0
        self._quiet = quiet

    def __call__(self, event: Outcome) -> None:
        """Tell of one event."""
        if isinstance(event, SlotMissed) and event.why == "failed":
            self.failed += 1
            tell(Sentence("{date} {slot}: failed. {why}", date=event.date, slot=event.slot, why=get_text_of(event)))
        elif isinstance(event, SlotMissed):
            self.missed += 1
        elif isinstance(event, SlotFired) and not self._quiet:
            say(f"{event.date} {event.hour:02}  {event.slot}: {event.format} · {', '.join(event.members)} · "
                f"“{event.topic}” · {event.run}")  # fmt: skip


def _stop_on_signals(player: SchedulePlayer, *, by_a_window: bool) -> None:
    """Have Ctrl+C let the reply under way end, a second one drop it, and a polite kill drop it at once."""

    def on_interrupt() -> None:
        again = player.stopped
        player.stop(why, cancel=again)
        if player.busy and not again and not by_a_window:
            tell("Stopping when this reply is whole; Ctrl+C again drops it.")

    why = FROM_WINDOW if by_a_window else FROM_TERMINAL
    on_signals(on_interrupt, lambda: player.stop(why, cancel=True))


def _tell_damage(player: SchedulePlayer) -> None:
    for fault in player.log.faults:
        tell(fault)


def _parse_day(text: str) -> date | None:
    """Return the day that was named; None where none was. Raises `UsageError`."""
    if not text:
        return None
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = date.min  # refused below with the days that are too early
    # Hours that every system can reckon with.
    if not date(1971, 1, 1) <= found <= date(2999, 12, 31) or len(text) != 10:  # `fromisoformat` takes 20260302 as well
        raise UsageError("'{text}' is no day.", text=text[:40], hint="Write it as 2026-03-02.")
    return found


def _build_slot_record(player: SchedulePlayer, row: SlotRow) -> dict[str, Any]:
    """Return a slot of a day: `state` is "fired", "skipped", "missed", or "fires" and "rests" of what is ahead."""
    told = {
        "date": row.drawn.day.isoformat(), "hour": row.drawn.slot.hour, "slot": row.drawn.slot.name,
        "fired": row.run is not None, "draw": row.draw, "probability": row.probability, "run": row.run,
        "state": "fires" if row.drawn.fires else "rests", "format": "", "members": [], "topic": "",
    }  # fmt: skip
    match row.outcome:
        case SlotFired() as fired:
            told |= {"state": "fired", "format": fired.format, "members": list(fired.members), "topic": fired.topic}
        case SlotSkipped():
            told["state"] = "skipped"
        case SlotMissed() as missed:
            told |= {"state": "missed", "why": missed.why}
        case None if row.drawn.fires:
            talk = player.draws.talk(row.drawn.day, row.drawn.slot)
            told |= {"format": talk.format, "members": list(talk.members)}
    return told
