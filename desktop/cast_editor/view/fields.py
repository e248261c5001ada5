"""A field of the editor: what is typed, and beneath it what is wrong with it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextOption
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from desktop.cast_editor.draft import Fault

FEWEST_LINES, MOST_LINES = 2, 9
"""How many lines a text field shows before it scrolls."""


def field_label(title: str, *, wide: bool = True) -> QLabel:
    """A field's title, in line with the first line of what is typed; `wide` ones make a column, and wrap."""
    label = QLabel(title)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setContentsMargins(0, 6, 0, 0)
    if wide:
        label.setWordWrap(True)
        label.setFixedWidth(9 * label.fontMetrics().horizontalAdvance("m"))
    return label


class FaultLabel(QLabel):
    """A sentence on what is wrong, marked by a sign and not by its colour alone; gone while all is well."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.hide()

    def show_fault(self, fault: Fault | None) -> None:
        """Show a fault, or none."""
        if fault is not None:
            self.setText(("△ " if fault.warning else "✕ ") + fault.sentence)
            self.setProperty("role", "small" if fault.warning else "bad")
            self.style().unpolish(self)
            self.style().polish(self)
        self.setVisible(fault is not None)


class TextBox(QPlainTextEdit):
    """Paragraphs: as high as what stands in it, within bounds. Tab goes on to the next field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._fit)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def sizeHint(self) -> QSize:
        """As wide as there is space."""
        return QSize(240, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrower box has more lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        # The layout of a plain text counts in lines.
        lines = round(self.document().documentLayout().documentSize().height())
        shown = max(FEWEST_LINES, min(MOST_LINES, lines))
        bar = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > shown else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(bar)
        height = shown * self.fontMetrics().lineSpacing() + 20
        if height != self.minimumHeight():
            self.setFixedHeight(height)


class Field(QWidget):
    """One text with its title and fault: `kind` is line, text or list (an entry a line).

    Signal: `changed(name, text)` when a person changed it.
    """

    changed = Signal(str, str)

    def __init__(self, name: str, title: str, kind: str = "line", hint: str = "") -> None:
        super().__init__()
        self.name = name
        self.label = field_label(title)
        shown, self.editor = self._made(kind)
        self.editor.setAccessibleName(title)
        self.editor.setPlaceholderText(hint)
        self.editor.textChanged.connect(self._tell)
        self.label.setBuddy(self.editor)
        self.fault = FaultLabel()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(shown)
        column.addWidget(self.fault)
        self.setFocusProxy(self.editor)

    def _made(self, kind: str) -> tuple[QWidget, QLineEdit | TextBox]:
        """What is shown, and where one types in it."""
        editor = QLineEdit() if kind == "line" else TextBox()
        return editor, editor

    def text(self) -> str:
        """What stands in it."""
        return self.editor.text() if isinstance(self.editor, QLineEdit) else self.editor.toPlainText()

    def show_text(self, text: str) -> None:
        """Show a text without telling anybody; one that stands there already keeps its cursor and its undo."""
        if text == self.text():
            return
        self.blockSignals(True)
        if isinstance(self.editor, QLineEdit):
            self.editor.setText(text)
            self.editor.setCursorPosition(0)
        else:
            self.editor.setPlainText(text)
        self.blockSignals(False)

    def show_fault(self, fault: Fault | None) -> None:
        """Show what is wrong, or that nothing is."""
        self.fault.show_fault(fault)
        self.editor.setAccessibleDescription(fault.sentence if fault else "")

    def set_fixed(self, fixed: bool) -> None:
        """Whether it can only be read."""
        self.editor.setReadOnly(fixed)
        self.editor.setEnabled(not fixed)

    def _tell(self) -> None:
        self.changed.emit(self.name, self.text())


class Choice(QWidget):
    """A field with a few values to choose from. Signal: `changed(name, value)`."""

    changed = Signal(str, str)

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self.name = name
        self.label = field_label(title)
        self.box = QComboBox()
        self.box.setAccessibleName(title)
        self.box.setMinimumContentsLength(8)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.currentIndexChanged.connect(lambda: self.changed.emit(self.name, str(self.box.currentData() or "")))
        self.label.setBuddy(self.box)
        self.fault = FaultLabel()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.box)
        column.addWidget(self.fault)
        self.setFocusProxy(self.box)

    def show_text(self, value: str) -> None:
        """Choose a value; one that is not offered is offered as it stands."""
        self.blockSignals(True)
        row = self.box.findData(value)
        if row < 0:
            self.box.addItem(value, value)
            row = self.box.count() - 1
        self.box.setCurrentIndex(row)
        self.blockSignals(False)

    def show_fault(self, fault: Fault | None) -> None:
        """Show what is wrong, or that nothing is."""
        self.fault.show_fault(fault)
        self.box.setAccessibleDescription(fault.sentence if fault else "")
