"""The page on which a person grades blind: one line at a time, without names, in an order that says nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from parley.desktop.judges.figures import LineFigure
from parley.desktop.widgets.forms.editors import get_label, say
from parley.desktop.widgets.layouts import STRETCH, Gap, hbox, vbox
from parley.desktop.widgets.parts import Scrolled, worded
from parley.desktop.widgets.tab_order import Dialog


class SheetDialog(Dialog):
    """The keys 1 to 9 grade and go on, Backspace takes the last grade back, Escape closes: what was graded is kept.

    Those of the `lines` that have a grade come first. Attributes: `grades`, a button for each of the `labels`. Signals:
    `graded(line, grade)`, by their places; the grade −1: it was taken back.
    """

    graded = Signal(int, int)

    def __init__(
        self, question: str, labels: Sequence[str], lines: Sequence[LineFigure], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Grade blind by hand"))
        self._lines = lines
        self._given = [line.grade for line in lines]
        self._place = sum(grade >= 0 for grade in self._given)  # graded lines come first
        self.question = worded(question, "heading")
        self.topic, self.before, self.over = (get_label(role=role) for role in ("small", "secondary", "strong"))
        self.text = worded(role="strong")
        self.before.setAccessibleName(self.tr("What came before"))
        self.text.setAccessibleName(self.tr("The line to grade"))
        self.grades = [QPushButton(f"{at}   {label.replace('&', '&&')}") for at, label in enumerate(labels, 1)]
        for at, button in enumerate(self.grades):
            button.setStyleSheet("text-align: left;")
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked, at=at: self._grade(at))
        self.bar = QProgressBar(textVisible=False)
        self.bar.setAccessibleName(self.tr("How many are graded"))
        self.bar.setFixedHeight(6)
        self.count = get_label(role="small", wraps=False)
        self.back = QPushButton(self.tr("Take back"))
        self.back.setToolTip(self.tr("Backspace"))
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self._take_back)
        self.leave = QPushButton(self.tr("Close"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.accept)
        shown = QWidget()
        vbox(self.topic, self.before, Gap(4), self.text, self.over, STRETCH, within=shown, margins=0, spacing=6)
        self._shown = Scrolled(shown)
        self._shown.verticalScrollBar().rangeChanged.connect(lambda _least, most: self._show_line(most))
        vbox(
            self.question, (self._shown, 1), vbox(*self.grades, spacing=4), self.bar,
            hbox(self.count, STRETCH, self.back, self.leave, spacing=6),
            within=self, margins=(24, 20, 24, 18), spacing=10,
        )  # fmt: skip
        self.resize(640, 620)
        self._show_next()

    def _grade(self, grade: int) -> None:
        self._given[self._place] = grade
        self._place += 1
        self.graded.emit(self._place - 1, grade)
        self._show_next()

    def _take_back(self) -> None:
        self._place -= 1
        self._given[self._place] = -1
        self.graded.emit(self._place, -1)
        self._show_next()

    def _show_next(self) -> None:
        """Show the line to be graded next, or that all are graded."""
        count, graded = len(self._lines), sum(grade >= 0 for grade in self._given)
        over = self._place == count
        line = LineFigure("", "", "") if over else self._lines[self._place]
        say(self.topic, line.topic, "small")
        say(self.before, line.before, "secondary")
        say(self.text, line.text, "strong")
        say(self.over, self.tr("All lines are graded. Thank you.") if over else "", "strong")
        for button in self.grades:
            button.setEnabled(not over)
        self.bar.setRange(0, count)
        self.bar.setValue(graded)
        self.count.setText(self.tr("{0} of {1} graded").format(graded, count))
        self.back.setEnabled(self._place > 0)
        self._show_line(self._shown.verticalScrollBar().maximum())  # the range may stay as it was
        self.setFocus()  # the button that was pressed would take the next key

    def _show_line(self, most: int) -> None:
        """Bring the line into sight, from its beginning: what came before it may be long."""
        self._shown.verticalScrollBar().setValue(min(most, self.text.y()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Grade by a digit, and take back by Backspace."""
        at = event.key() - Qt.Key.Key_1  # Qt's keys of digits follow each other
        if event.key() == Qt.Key.Key_Backspace:
            self.back.click()
        elif 0 <= at < len(self.grades):
            self.grades[at].click()
        else:
            super().keyPressEvent(event)
