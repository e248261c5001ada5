"""Which figure is shown: any of them, found by typing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QSizePolicy, QWidget

from desktop.experiments.figures import ChoiceFigure
from desktop.widgets.plain import tooltip
from desktop.widgets.themed import Themed


class FigureChoice(Themed, QComboBox):
    """A combo box in which any part of a title or name finds a figure. Signals: `figure_chosen(name)`.

    The first choice, "", is those that the plan names.
    """

    figure_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: tuple[ChoiceFigure, ...] = ()
        self.setAccessibleName(self.tr("Figure"))
        self.setToolTip(self.tr("Which figure is compared: type a part of its name"))
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(20)
        self.setMaximumWidth(480)
        self._found = QStringListModel(self)
        completer = QCompleter(self._found, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(16)
        self.setCompleter(completer)
        self.activated.connect(self._on_activated)
        completer.activated.connect(self._on_completed)
        self.addItem(self.tr("The figures of the spec"), "")
        line = self.lineEdit()
        if line is not None:
            line.setAccessibleName(self.accessibleName())
            line.returnPressed.connect(self._on_return)
        self._restyle()

    def offer(self, choices: Sequence[ChoiceFigure], chosen: str) -> None:
        """Offer figures, and show the chosen one; nothing is emitted."""
        self.blockSignals(True)
        if tuple(choices) != self._offered and (choices or not self.hasFocus()):
            self._offered = tuple(choices)
            self.clear()
            self.addItem(self.tr("The figures of the spec"), "")
            for choice in choices:
                self.addItem(choice.title, choice.name)
                self.setItemData(self.count() - 1, tooltip(choice.tip), Qt.ItemDataRole.ToolTipRole)
            # The name in the core is found as well: it is what the command line and papers use.
            self._found.setStringList([self.itemText(0), *(_line(choice) for choice in choices)])
            if not self.hasFocus():
                self._write(self.currentIndex())
        at = max(0, self.findData(chosen))
        if at != self.currentIndex() or (not self.hasFocus() and self.currentText() != self.itemText(at)):
            # Nobody's typing is disturbed by runs that end meanwhile.
            self.setCurrentIndex(at)
            self._write(at)
        self.blockSignals(False)

    def value(self) -> str:
        """The chosen figure's name."""
        return str(self.currentData() or "")

    def _on_activated(self, at: int) -> None:
        self.figure_chosen.emit(str(self.itemData(at) or ""))

    def _on_completed(self, text: str) -> None:
        at = next((at for at, choice in enumerate(self._offered, 1) if _line(choice) == text), 0)
        self._take(at)

    def _on_return(self) -> None:
        """The first that fits what was typed."""
        typed = self.currentText().casefold().strip()
        lines = [self.itemText(0), *(_line(choice) for choice in self._offered)]
        exact = [at for at in range(self.count()) if self.itemText(at).casefold() == typed]
        found = exact or [at for at, line in enumerate(lines) if typed and typed in line.casefold()]
        self._take(found[0] if found else self.currentIndex())

    def _take(self, at: int) -> None:
        self.setCurrentIndex(at)
        self._write(at)
        self.figure_chosen.emit(str(self.itemData(at) or ""))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed and not taken goes."""
        super().focusOutEvent(event)
        self._write(self.currentIndex())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Its beginning stays in sight."""
        super().resizeEvent(event)
        if not self.hasFocus():
            self._write(self.currentIndex())

    def _write(self, at: int) -> None:
        self.setEditText(self.itemText(at))
        if (line := self.lineEdit()) is not None:
            line.setCursorPosition(0)

    def _restyle(self) -> None:
        size = max(7, round(12 * self.scale))
        self.setStyleSheet(
            f"QComboBox {{ font-size: {size}px; padding: 1px 20px 1px 7px; min-height: {size + 8}px;"
            f" background: {self.theme.raised}; }} QComboBox QLineEdit {{ font-size: {size}px; }}"
        )

    def minimumSizeHint(self) -> QSize:
        """Narrow, rather than a window that cannot be made narrow."""
        return QSize(90, super().minimumSizeHint().height())


def _line(choice: ChoiceFigure) -> str:
    return f"{choice.title}  ({choice.name})"
