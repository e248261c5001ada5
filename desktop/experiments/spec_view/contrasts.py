"""The planned contrasts of an experiment: a list of "the mean of these cells less that of those"."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from parley.desktop.experiments.planned import ContrastText
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import labelled, narrow, say
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.parts import tool
from parley.desktop.widgets.plain import tooltip

translate = QCoreApplication.translate


class ContrastField(QWidget):
    """One contrast. One that is none of two groups can only be named anew and taken out. Signals: `changed()`,
    `gone(ContrastField)`."""

    changed = Signal()
    gone = Signal(object)

    def __init__(self, text: ContrastText) -> None:
        super().__init__()
        self._weights = text.weights
        self.name = QLineEdit(text.name, maxLength=80)
        self.name.setAccessibleName(translate("ExperimentDialog", "Name of the contrast"))
        self.name.setPlaceholderText(translate("ExperimentDialog", "Name; else what it compares"))
        self.plus = self._cells(text.plus, translate("ExperimentDialog", "The mean of these cells"))
        self.minus = self._cells(text.minus, translate("ExperimentDialog", "Less the mean of these cells"))
        self.remove = tool(translate("ExperimentDialog", "Take the contrast out"), "×")
        self.problem = labelled(role="bad")
        self.problem.hide()
        first = across((self.name, 1), self.remove, spacing=6)
        second = QWidget()
        if text.weights:
            told = "; ".join(f"{weight:+g} × {key}" for key, weight in text.weights)
            upright(labelled(told, "small"), self.plus, self.minus, within=second, margins=0)
            for side in (self.plus, self.minus):
                side.hide()
        else:
            across((self.plus, 1), QLabel("−"), (self.minus, 1), within=second, margins=0, spacing=6)
        upright(first, second, self.problem, within=self, margins=(0, 0, 0, 6), spacing=4)
        self.name.textChanged.connect(self.changed)
        for side in (self.plus, self.minus):
            side.editTextChanged.connect(self.changed)
        self.remove.clicked.connect(lambda: self.gone.emit(self))

    def _cells(self, text: str, name: str) -> QComboBox:
        combo = narrow(ElidedCombo(), 10)
        combo.setEditable(True)
        combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        combo.setCompleter(None)  # type: ignore[arg-type]
        combo.setEditText(text)
        combo.setAccessibleName(name)
        several = translate("ExperimentDialog", "A level, a cell (policy = random, cast = shop), or several, | between")
        combo.setToolTip(tooltip(f"{name}. {several}"))
        if (line := combo.lineEdit()) is not None:
            line.setAccessibleName(name)
            line.setPlaceholderText(translate("ExperimentDialog", "these cells"))
            line.setCursorPosition(0)
        return combo

    def offer(self, cells: Sequence[str]) -> None:
        """Offer these levels and cells."""
        for side in (self.plus, self.minus):
            if [side.itemText(at) for at in range(side.count())] == list(cells):
                continue
            text, widest = side.currentText(), 0
            with QSignalBlocker(side):
                side.clear()
                for cell in cells:
                    side.addItem(cell)
                    widest = max(widest, side.fontMetrics().horizontalAdvance(cell))
                side.setCurrentIndex(side.findText(text, Qt.MatchFlag.MatchExactly))
                side.setEditText(text)
                if (line := side.lineEdit()) is not None and not side.hasFocus():
                    # Its beginning is in sight.
                    line.setCursorPosition(0)
            side.view().setMinimumWidth(min(520, widest + 40))

    def text(self) -> ContrastText:
        """What stands in the fields."""
        return ContrastText(self.name.text(), self.plus.currentText(), self.minus.currentText(), self._weights)


class ContrastsField(QWidget):
    """All contrasts, with a button for one more. Signals: `changed()`."""

    changed = Signal()

    def __init__(self, texts: Sequence[ContrastText]) -> None:
        super().__init__()
        self.rows: list[ContrastField] = []
        self._offered: tuple[str, ...] = ()
        self._list = QVBoxLayout()
        self._list.setSpacing(4)
        self.add = QPushButton(translate("ExperimentDialog", "Plan a contrast"), autoDefault=False)
        self.add.setProperty("quiet", True)
        self.problem = labelled(role="bad")
        self.problem.hide()
        upright(
            self._list, (self.add, 0, Qt.AlignmentFlag.AlignLeft), self.problem,
            within=self, margins=0, spacing=4,
        )  # fmt: skip
        for text in texts:
            self.put(text)
        self.add.clicked.connect(self._on_add)

    def put(self, text: ContrastText) -> ContrastField:
        """One more contrast."""
        field = ContrastField(text)
        field.offer(self._offered)
        field.changed.connect(self.changed)
        field.gone.connect(self._remove)
        before: QWidget | None = self.rows[-1].minus if self.rows else None
        self.rows.append(field)
        self._list.addWidget(field)
        # It stands above the button: the Tab key comes by in the order of the eye.
        for widget in (field.name, field.remove, field.plus, field.minus):
            if before is not None:
                QWidget.setTabOrder(before, widget)
            before = widget
        QWidget.setTabOrder(field.minus, self.add)
        return field

    def _on_add(self) -> None:
        # The first two levels of what is varied: something to begin with.
        plus, minus = (*self._offered[:2], "", "")[:2]
        field = self.put(ContrastText("", plus, minus))
        field.plus.setFocus()
        self.changed.emit()

    def _remove(self, field: ContrastField) -> None:
        self.rows.remove(field)
        self._list.removeWidget(field)
        field.hide()
        field.deleteLater()
        self.add.setFocus()
        self.changed.emit()

    def offer(self, cells: Sequence[str]) -> None:
        """What can be compared now."""
        self._offered = tuple(cells)
        for row in self.rows:
            row.offer(cells)

    def texts(self) -> list[ContrastText]:
        """What stands in the fields."""
        return [row.text() for row in self.rows]

    def fault(self) -> tuple[str, ContrastField] | None:
        """What is wrong with a contrast before anybody looks at the cells, and with which."""
        seen: set[str] = set()
        for row in self.rows:
            text = row.text()
            plus, minus = (" ".join(side.split()) for side in (text.plus, text.minus))
            if not text.weights and not (plus and minus):
                return translate("ExperimentDialog", "Say on both sides which cells are compared."), row
            if not text.weights and plus == minus:
                return translate("ExperimentDialog", "Both sides are the same cells."), row
            if text.title in seen:
                return translate("ExperimentDialog", "Two contrasts have this name: rename one."), row
            seen.add(text.title)
        return None

    def show_problem(self, sentence: str, name: str = "") -> None:
        """Say what is wrong, at the contrast of that name where there is one."""
        mine = [row for row in self.rows if sentence and name and row.text().title == name]
        for row in self.rows:
            say(row.problem, sentence if row in mine[-1:] else "")
        say(self.problem, "" if mine else sentence)
