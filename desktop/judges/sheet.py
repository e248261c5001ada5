"""The page on which a person grades blind: one line at a time, without names, in an order that says nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from parley.desktop.judges.figures import SheetFigure
from parley.desktop.widgets.forms.editors import labelled, say
from parley.desktop.widgets.layouts import STRETCH, Gap, across, upright
from parley.desktop.widgets.parts import Scrolled, worded
from parley.desktop.widgets.tab_order import Dialog


class SheetDialog(Dialog):
    """The keys 1 to 9 grade and go on, Backspace takes the last grade back, Escape closes: what was graded is kept.

    Attributes: `grades`, a button for each grade. Signals: `graded(grade)`, by its place; `taken_back()`.
    """

    graded = Signal(int)
    taken_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Grade blind by hand"))
        self._figure = SheetFigure("")
        self.question = worded(role="heading")
        self.topic, self.before, self.over = (labelled(role=role) for role in ("small", "secondary", "strong"))
        self.text = worded(role="strong")
        self.before.setAccessibleName(self.tr("What came before"))
        self.text.setAccessibleName(self.tr("The line to grade"))
        self.grades: list[QPushButton] = []
        self._rows = upright(spacing=4)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setAccessibleName(self.tr("How many are graded"))
        self.bar.setFixedHeight(6)
        self.count = labelled(role="small", wraps=False)
        self.back = QPushButton(self.tr("Take back"))
        self.back.setToolTip(self.tr("Backspace"))
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self.taken_back)
        self.leave = QPushButton(self.tr("Close"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.accept)
        shown = QWidget()
        upright(self.topic, self.before, Gap(4), self.text, self.over, STRETCH, within=shown, margins=0, spacing=6)
        self._shown = Scrolled(shown)
        self._shown.verticalScrollBar().rangeChanged.connect(lambda _least, most: self._show_line(most))
        upright(
            self.question, (self._shown, 1), self._rows, self.bar,
            across(self.count, STRETCH, self.back, self.leave, spacing=6),
            within=self, margins=(24, 20, 24, 18), spacing=10,
        )  # fmt: skip
        self.resize(640, 620)

    def show_figure(self, figure: SheetFigure) -> None:
        """Show the line that is graded next, or that all are."""
        self._figure, over = figure, figure.place >= figure.count
        self.question.setText(figure.question)
        say(self.topic, figure.topic, "small")
        say(self.before, figure.before, "secondary")
        say(self.text, figure.text, "strong")
        say(self.over, self.tr("All lines are graded. Thank you.") if over else "", "strong")
        if [each.text() for each in self.grades] != list(self._list_titles()):
            self._make_buttons()
        for at, button in enumerate(self.grades):
            button.setEnabled(not over)
            button.setChecked(at == figure.chosen)
        self.bar.setRange(0, max(1, figure.count))
        self.bar.setValue(figure.graded)
        self.count.setText(self.tr("{0} of {1} graded").format(figure.graded, figure.count))
        self.back.setEnabled(figure.place > 0)
        self._show_line(self._shown.verticalScrollBar().maximum())
        self.setFocus()

    def _show_line(self, most: int) -> None:
        """Bring the line into sight, from its beginning: what came before it may be long."""
        self._shown.verticalScrollBar().setValue(min(most, self.text.y()))

    def _list_titles(self) -> tuple[str, ...]:
        labels = (label.replace("&", "&&") for label in self._figure.labels)
        return tuple(f"{at}   {label}" for at, label in enumerate(labels, 1))

    def _make_buttons(self) -> None:
        for button in self.grades:
            button.deleteLater()
        self.grades = [QPushButton(title, autoDefault=False) for title in self._list_titles()]
        for at, button in enumerate(self.grades):
            button.setCheckable(True)
            button.setStyleSheet("text-align: left;")
            button.clicked.connect(lambda _checked, at=at: self.graded.emit(at))
            self._rows.addWidget(button)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Grade by a digit, and take back by Backspace."""
        at = event.key() - Qt.Key.Key_1
        if event.key() == Qt.Key.Key_Backspace:
            self.back.click()
        elif 0 <= at < len(self.grades):
            self.grades[at].click()
        else:
            super().keyPressEvent(event)
