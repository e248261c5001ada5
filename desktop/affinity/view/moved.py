"""Which pairs have moved, and whose feeling it was."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from parley.desktop.affinity.figures import NetworkFigure, Span
from parley.desktop.affinity.view.picture import signed
from parley.desktop.run.figures import MemberFigure

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class MovedRow:
    """A pair that moved: from whom to whom where the feeling was one's alone, else the `mutual` two; how far it came,
    and what a screen reader says of it."""

    first: MemberFigure
    second: MemberFigure
    mutual: bool
    drift: float
    trust: bool
    told: str


def moved_rows(figure: NetworkFigure, span: Span) -> list[MovedRow]:
    """List the pairs that moved in the span, the last one first."""
    found: dict[tuple[int, int], list[int]] = {}
    moves = figure.moves_in(span)
    for number, move in enumerate(moves):
        found.setdefault((move.a, move.b), []).append(number)
    rows: list[MovedRow] = []
    trust = figure.measure == "trust"
    for (a, b), numbers in sorted(found.items(), key=lambda item: -item[1][-1]):
        drift = moves[numbers[-1]].after - moves[numbers[0]].before
        told = [moves[number] for number in numbers if moves[number].reason]
        # The last one that went the way that they went on the whole.
        last = ([each for each in told if each.change * drift > 0] or told or [moves[numbers[-1]]])[-1]
        alone = len(last.by) == 1
        first, second = (b, a) if last.by == (b,) else (a, b)
        one, other = figure.members[first], figure.members[second]
        reason = translate("MovedList", "overnight") if last.night and not last.reason else last.reason
        said = f"{one.name} {'→' if alone else '–'} {other.name}: {reason} {signed(drift, trust=trust)}"
        rows.append(MovedRow(one, other, not alone, drift, trust, said))
    return rows
