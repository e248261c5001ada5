"""The queue's dock by itself: what is listed, in which order, what stays selected, and what can be asked for."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from parley.desktop.queue.figures import JobFigure, QueueFigure
from parley.desktop.queue.table import TURNS
from parley.desktop.queue.view import QueueView
from tests.widget.widgets_alone import on_screen


def _figure(*jobs: JobFigure, fault: str = "") -> QueueFigure:
    return QueueFigure(jobs, fault, known=True)


def _job(number: int, state: str, **others: object) -> JobFigure:
    return JobFigure(id=f"{number:010x}", what=f"job {number}", kind="Roundtable", state=state, number=number, **others)  # type: ignore[arg-type]


def _listed(view: QueueView) -> list[int]:
    return [job.number for job in view.model.rows]


def test_jobs_are_listed_by_need_and_what_is_selected_stays(qtbot: QtBot) -> None:
    view = on_screen(qtbot, QueueView(), 900, 300)
    late = _job(5, "waiting", priority=9)
    jobs = [
        _job(0, "finished", turns=9), _job(1, "waiting"), _job(2, "running", turns=3),
        _job(3, "parked", reason="No key <b>"), _job(4, "finished"), late,
    ]  # fmt: skip
    view.show_figure(_figure(*jobs))
    assert _listed(view) == [2, 3, 5, 1, 4, 0]
    turns = view.model.index(0, TURNS)
    assert turns.data() == "3"
    view.select({jobs[1].id, jobs[2].id})
    # One comes to its end, another is begun: the same two are selected, wherever they stand now.
    jobs[1], jobs[2] = replace(jobs[1], state="running"), replace(jobs[2], state="finished", turns=12)
    view.show_figure(_figure(*jobs))
    assert _listed(view) == [1, 3, 5, 4, 2, 0]
    assert {job.number for job in view.selected()} == {1, 2}


def test_the_keyboard_opens_and_cancels(qtbot: QtBot) -> None:
    view = on_screen(qtbot, QueueView())
    jobs = [_job(0, "waiting"), _job(1, "failed", run="abc", tries=2, reason="The disk\nis full")]
    view.show_figure(_figure(*jobs))
    assert [view.selected(), view.table.tabKeyNavigation()] == [[], False]
    view.select({jobs[1].id})
    with qtbot.waitSignal(view.opened) as opened:
        QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert opened.args == [jobs[1].id]
    with qtbot.waitSignal(view.cancelled):
        QTest.keyClick(view.table, Qt.Key.Key_Delete)
