"""Which figure is shown: any of them, found by typing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QSizePolicy, QWidget

from desktop.experiments.words import figure_tip, figure_title
from desktop.widgets.plain import tooltip
from desktop.widgets.themed import Themed


class FigureChoice(Themed, QComboBox):
    """A combo box in which any part of a title or name finds a figure. Signals: `figure_chosen(name)`.

    The first choice, "", is those that the plan names.
    """

    figure_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        self.activated.connect(self._take)
        completer.activated.connect(lambda line: self._take(self._found.stringList().index(line)))
        self.addItem(self.tr("The figures of the spec"), "")
        line = self.lineEdit()
        if line is not None:
            line.setAccessibleName(self.accessibleName())
            line.returnPressed.connect(self._on_return)
        self._restyle()

    def offer(self, choices: Sequence[str], chosen: str) -> None:
        """Offer figures by their names, and show the chosen one; nothing is emitted."""
        self.blockSignals(True)
        if ["", *choices] != [self.itemData(at) for at in range(self.count())] and (choices or not self.hasFocus()):
            self.model().removeRows(1, self.count() - 1)
            for at, name in enumerate(choices, 1):
                self.addItem(figure_title(name), name)
                self.setItemData(at, tooltip(figure_tip(name)), Qt.ItemDataRole.ToolTipRole)
            # The name in the core is found as well: it is what the command line and papers use.
            lines = [f"{figure_title(name)}  ({name})" for name in choices]
            self._found.setStringList([self.itemText(0), *lines])
            if not self.hasFocus():
                self._write(self.currentIndex())
        at = max(0, self.findData(chosen))
        if at != self.currentIndex() or (not self.hasFocus() and self.currentText() != self.itemText(at)):
            # Nobody's typing is disturbed by runs that end meanwhile.
            self._write(at)
        self.blockSignals(False)

    def _on_return(self) -> None:
        """The first that fits what was typed."""
        typed = self.currentText().casefold().strip()
        exact = [at for at in range(self.count()) if self.itemText(at).casefold() == typed]
        lines = enumerate(self._found.stringList())
        found = exact or [at for at, line in lines if typed and typed in line.casefold()]
        self._take(found[0] if found else self.currentIndex())

    def _take(self, at: int) -> None:
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
        self.setCurrentIndex(at)
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
