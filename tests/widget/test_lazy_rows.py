from __future__ import annotations

from dataclasses import dataclass

from parley.desktop.run.figures import TurnFigure
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.widgets.lazy_rows import LazyRows


@dataclass(frozen=True)
class Source:
    number: int


def rows_of(*numbers: int) -> tuple[LazyRows[Source], list[int]]:
    made: list[int] = []

    def make(source: Source) -> TurnFigure:
        made.append(source.number)
        return TurnFigure(source.number, "m", "M", f"line {source.number}")

    rows = LazyRows(make)
    rows.put([Source(number) for number in numbers])
    return rows, made


def test_a_model_over_many_turns_makes_those_in_sight(qtbot: object) -> None:
    rows, made = rows_of(*range(1, 1_001))
    rows.append(TurnFigure(1_001, "", "", "A topic.", "topic"))
    model = TranscriptModel()
    model.reset(rows)
    assert model.rowCount() == 1_001
    assert model.row_of_turn(500) == 499
    assert model.row_of_turn(1_001) == 999
    assert model.data(model.index(0)) == "line 1"
    assert len(made) == 2
    assert rows.numbered(lambda row: row.is_turn).get(1_000) == 999
