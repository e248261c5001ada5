"""What the convergence dock shows of the open run: how alike the chosen pair sounds, kept up from turn to turn."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple, get_args

from PySide6.QtCore import QObject, QTimer, Signal

from parley.core.log.events.turn import TurnRetried
from parley.core.log.state import Turn
from parley.core.measures.convergence import PROFILES, Calculator, Profile, find_trend
from parley.core.measures.series import NOBODY, Series
from parley.desktop.convergence.figures import COMPONENTS, NO_PAIR, ConvergenceFigure, StopFigure
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.model import RunModel

SLICE = 0.008
"""Seconds for which turns are measured before the window lives again."""
MOST_MARKED = 400
MOST_GHOST = 2_000
"""Turns of a fork's parent that are measured to be drawn behind it."""


class MeasuresModel(QObject):
    """Follows the run model, but measures only while somebody asks for a figure.

    Signals: `changed()` when more was measured, or something else was chosen;
    `parent_wanted(run)` when a fork is open: whoever hears it reads the run, and gives its turns to `take_parent`.
    """

    changed = Signal()
    parent_wanted = Signal(str)

    def __init__(self, run: RunModel) -> None:
        super().__init__(run)
        self._run = run
        self._measuring = Measuring((), "en")
        self._replay = run.replay
        self._pair: tuple[str, str] | None = None
        self._calculator: Calculator = "parley"
        self._profile: Profile = "balanced"
        self._reached: list[tuple[int, tuple[str, str], float]] = []
        self._read = 0
        self._parent: Measuring | None = None
        self._told_at = 0.0
        self._slices = QTimer(self)
        self._slices.setSingleShot(True)
        self._slices.setInterval(0)  # When Qt has nothing else to do
        self._slices.timeout.connect(self._go_on)
        # Also while the dock is hidden: otherwise the measures of the former run would stay in memory.
        run.opened.connect(self._switch_run)

    # Choosing -----------------------------------------------------------------------------------------------------

    def choose_pair(self, first: str, second: str) -> None:
        """Show the convergence of these two."""
        self._pair = (first, second)
        self.changed.emit()

    def choose_score(self, calculator: str, profile: str) -> None:
        """Show the score of this calculator by this profile."""
        if calculator in get_args(Calculator) and profile in PROFILES:
            self._calculator, self._profile = calculator, profile  # type: ignore[assignment]
            self.changed.emit()

    # Figures ------------------------------------------------------------------------------------------------------

    def convergence(self) -> ConvergenceFigure:
        """Return the convergence of the chosen pair, or else of the two of a duologue or of those who spoke most."""
        if not self._run.loaded:
            return ConvergenceFigure()
        self.follow()
        span = self._run.span
        members, pairs = self._list_members(), self._measuring.list_busiest(span)
        pair = self._choose_shown_pair(members, pairs)
        curve = slice_curve(self._measuring.get_curve(pair, self._calculator, self._profile), span)
        ids = {members[at].id for at in pair if at >= 0}
        last = self._run.replay.turns
        return ConvergenceFigure(
            members=members,
            pairs=tuple(pairs),
            pair=pair,
            calculator=self._calculator,
            profile=self._profile,
            turns=curve.turns,
            scores=curve.scores,
            components=curve.components,
            weights=list_weights(self._profile),
            stop=self._stop(),
            reached=tuple(
                (turn, score) for turn, two, score in self._reached if set(two) == ids and (not span or turn in span)
            ),
            trend=find_trend_at(curve, self._run.shown, last),
            shown=self._run.shown,
            last=last,
            measured=self._compute_measured_part(),
            holds=self._build_hold_figures(),
            span=span,
            speakers=self._find_speaker_places(curve.turns, members),
            open_until=self._open_until(last),
            forked=self._run.replay.live.parent_turn if self._run.replay.live.parent else 0,
            ghost=self._build_ghost(pair, span),
        )

    def _find_speaker_places(self, turns: Sequence[int], members: Sequence[MemberFigure]) -> tuple[int, ...]:
        if len(turns) > MOST_MARKED:
            return ()  # So many are drawn without marks
        said, places = self._list_live_turns(), {member.id: at for at, member in enumerate(members)}
        return tuple(places.get(said[turn - 1].member, -1) if turn <= len(said) else -1 for turn in turns)

    def _open_until(self, last: int) -> int:
        live = self._run.replay.live
        planned = live.setup.turns
        if live.status == "ended" or planned <= last:
            return 0
        return min(planned, last + max(4, last // 4))  # A quarter ahead: a long plan would squeeze the line

    def finish(self) -> None:
        """Measure all there is at once: for pictures and files."""
        if self._run.loaded:
            self._match()
            self._measuring.follow(self._list_live_turns(), float("inf"))
            self._slices.stop()

    def take_parent(self, run: str, turns: Sequence[Turn]) -> None:
        """Measure what the run that this one was forked from went on with, where that is still what is open."""
        if not self._run.loaded or self._run.replay.live.parent != run:  # Another run may be open by now
            return
        setup = self._run.replay.live.setup
        self._parent = Measuring([member.id for member in setup.members], setup.language)
        self._parent.follow(turns[:MOST_GHOST], float("inf"))
        self.changed.emit()

    def _build_ghost(self, pair: tuple[int, int], span: range) -> tuple[tuple[int, ...], tuple[float, ...]]:
        if self._parent is None:
            return (), ()
        curve = slice_curve(self._parent.get_curve(pair, self._calculator, self._profile), span)
        first = bisect_left(curve.turns, self._run.replay.live.parent_turn)  # Begins at the last turn that both share
        return curve.turns[first:], curve.scores[first:]

    # Following ----------------------------------------------------------------------------------------------------

    def _list_live_turns(self) -> list[Turn]:
        return self._run.replay.live.turns

    def _list_members(self) -> tuple[MemberFigure, ...]:
        return self._run.list_all_members()

    def _compute_measured_part(self) -> float:
        turns = len(self._list_live_turns())
        return self._measuring.followed / turns if turns else 1.0

    def _switch_run(self) -> None:
        """Start over for the run that is open now: no pair is chosen, and the score is that of its threshold."""
        self._pair = None  # The pair's members are those of another run
        self._replay = self._run.replay
        self._reached, self._read = [], 0
        self._parent = None
        if parent := self._run.replay.live.parent:
            self.parent_wanted.emit(parent)
        stop = self._stop()
        if stop is not None:
            self._calculator, self._profile = stop.calculator, stop.profile  # type: ignore[assignment]
        self._restart_measuring()

    def _restart_measuring(self) -> None:
        config = self._run.replay.live.config
        ids = [member.id for member in config.members] if config else []
        self._measuring = Measuring(ids, config.language if config else "en")

    def _match(self) -> None:
        """Begin anew where a turn was taken again, or somebody came in."""
        if self._replay is not self._run.replay:
            self._switch_run()
        elif not self._measuring.fits(
            [member.id for member in self._run.replay.live.setup.members], self._list_live_turns()
        ):
            self._restart_measuring()
        events = self._run.replay.events
        for seq in range(self._read, len(events)):  # The log only grows: each event is read once
            if isinstance(event := events[seq], TurnRetried):
                self._reached = [each for each in self._reached if each[0] < event.turn]
            elif (reached := self._run.mode.read_convergence(event)) is not None:
                self._reached.append(reached)
        self._read = len(events)

    def follow(self) -> None:
        """Measure what is new; a long run bit by bit, so that the window lives meanwhile."""
        if not self._run.loaded:
            return
        self._match()
        done = self._measuring.follow(self._list_live_turns(), SLICE)
        if not done and not self._slices.isActive():
            self._slices.start()

    def _go_on(self) -> None:
        if not self._run.loaded:
            return
        self._match()
        if self._measuring.follow(self._list_live_turns(), SLICE):
            self.changed.emit()
            return
        # Not at each slice, or the views would be drawn all the time.
        part = self._compute_measured_part()
        if int(part * 10) > int(self._told_at * 10) or part < self._told_at:  # At every tenth; less means another run
            self._told_at = part
            self.changed.emit()
        self._slices.start()

    # Parts of the figures -----------------------------------------------------------------------------------------

    def _choose_shown_pair(
        self, members: tuple[MemberFigure, ...], pairs: list[tuple[int, int, int]]
    ) -> tuple[int, int]:
        places = {member.id: at for at, member in enumerate(members)}
        if self._pair is not None and all(each in places for each in self._pair):
            a, b = sorted(places[each] for each in self._pair)  # In cast order, as `Measuring.exchanges` has them
            return a, b
        if self._run.mode.pairwise and len(members) == 2:  # The two of a duologue are known before either has answered
            return 0, 1
        return pairs[0][:2] if pairs else NO_PAIR

    def _stop(self) -> StopFigure | None:
        return self._run.mode.stop() if self._run.loaded else None

    def _build_hold_figures(self) -> tuple[StopFigure, ...]:
        points = self._run.replay.live.breakpoints.values()
        return tuple(
            StopFigure(point.threshold, point.calculator, point.profile, "pause")
            for point in points
            if point.kind == "convergence"
        )


Key = tuple[int, int]
"""Who speaks, and whom they answer (−1: nobody, or whoever); indices into the members."""


class Curve(NamedTuple):
    """The convergence of a pair: its turns, the scores, and the components' values."""

    turns: tuple[int, ...]
    scores: tuple[float, ...]
    components: tuple[tuple[float, ...], ...]


class Measuring:
    """What is measured of a run among `members`; `follow` takes in the turns there are, the new ones alone.

    Attributes: `series`; `exchanges`, the rows in which one of two answers the other, by the pair in cast order.
    """

    def __init__(self, members: Sequence[str], language: str) -> None:
        self.series = Series(members, language)
        self.exchanges: dict[Key, list[int]] = {}
        self._followed = 0
        self._seq = -1
        self._scored: dict[tuple[Key, str, str], list[float]] = {}
        self._curves: dict[tuple[Key, str, str], Curve] = {}

    def fits(self, members: Sequence[str], turns: Sequence[Turn]) -> bool:
        """Return whether what was measured is the beginning of these turns: it is not after a turn was taken again."""
        if self.series.members != tuple(members) or len(turns) < self._followed:
            return False
        return not self._followed or turns[self._followed - 1].seq == self._seq

    def follow(self, turns: Sequence[Turn], seconds: float) -> bool:
        """Measure new turns for so many seconds at most; return whether all are measured."""
        until = time.monotonic() + seconds
        while self._followed < len(turns):
            turn = turns[self._followed]
            if self.series.add(turn.number, turn.member, turn.text):
                self._add_exchange()
            self._followed, self._seq = self._followed + 1, turn.seq
            if time.monotonic() >= until:  # After a turn, not before: at least one is measured each time
                break
        return self._followed >= len(turns)

    @property
    def followed(self) -> int:
        """How many turns were taken in."""
        return self._followed

    def _add_exchange(self) -> None:
        row, series = len(self.series) - 1, self.series
        speaker, answered = series.speakers[row], series.answered[row]
        if answered != NOBODY:
            self.exchanges.setdefault((min(speaker, answered), max(speaker, answered)), []).append(row)

    def find_rows_in(self, span: range) -> range:
        """Return the rows of these turns; all rows for no turns."""
        numbers = self.series.numbers
        if not span:
            return range(len(self.series))
        return range(bisect_left(numbers, span.start), bisect_left(numbers, span.stop))  # Numbers are ascending

    def list_busiest(self, span: range = range(0)) -> list[tuple[int, int, int]]:
        """Return the pairs that have answered each other, in these turns, and how often, the busiest first."""
        among = self.find_rows_in(span)
        found = [
            (a, b, bisect_left(rows, among.stop) - bisect_left(rows, among.start))
            for (a, b), rows in self.exchanges.items()
        ]
        return sorted((pair for pair in found if pair[2]), key=lambda pair: (-pair[2], pair[0], pair[1]))

    def get_curve(self, pair: Key, calculator: Calculator, profile: Profile) -> Curve:
        """Return the convergence of a pair, as far as it is measured; the very same object while nothing is new."""
        rows, key = self.exchanges.get(pair, []), (pair, calculator, profile)
        scored = self._scored.setdefault(key, [])
        kept = self._curves.get(key)
        if kept is not None and len(kept.turns) == len(rows):  # Rows are only added: an equal count means the same rows
            return kept
        # Kept for each pair and profile: going back to one of them measures nothing again.
        scored += [self.series.score(row, calculator, profile) for row in rows[len(scored) :]]
        columns = [self.series.columns[f"{calculator}.{name}"] for name in COMPONENTS]
        numbers = self.series.numbers
        made = Curve(
            tuple([numbers[row] for row in rows]),  # A list comprehension is faster than a generator
            tuple(scored),
            tuple(tuple([column[row] for row in rows]) for column in columns),
        )
        self._curves = {key: made}  # Only the shown one: a curve of a long run takes megabytes
        return made


def slice_curve(curve: Curve, span: range) -> Curve:
    """Return the part of a curve that is in these turns; the very same for no turns."""
    if not span:
        return curve
    part = slice(bisect_left(curve.turns, span.start), bisect_left(curve.turns, span.stop))
    return Curve(curve.turns[part], curve.scores[part], tuple(values[part] for values in curve.components))


def list_weights(profile: Profile) -> tuple[float, ...]:
    """Return what each component weighs in a profile."""
    return tuple(PROFILES[profile][name] for name in COMPONENTS)


def find_trend_at(curve: Curve, shown: int, last: int) -> str:
    """Return where the last three scores up to the shown turn go."""
    if shown >= last:
        return find_trend(curve.scores[-3:])
    until = bisect_right(curve.turns, shown)
    return find_trend(curve.scores[max(0, until - 3) : until])
