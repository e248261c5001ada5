"""The editors of a form's fields: made by kind, read and written alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from desktop.widgets.forms.field import Field
from desktop.widgets.forms.text import TextBox
from desktop.widgets.limits import LimitBox
from desktop.widgets.plain import tooltip

LARGEST = 2**31 - 1
"""The largest number of a box for whole numbers."""
LINES = 64
"""Pixels of a text of several lines."""


class OptionalSpin(QSpinBox):
    """A whole number that may be left open: one below the lowest stands for that."""

    def answer(self) -> int | None:
        """The number; None where it is left open."""
        return None if self.value() == self.minimum() else self.value()

    def put(self, value: int | None) -> None:
        """Show a number; None leaves it open."""
        self.setValue(self.minimum() if value is None else value)


class OptionalNumber(QDoubleSpinBox):
    """A number that may be left open: one step below the lowest stands for that."""

    def answer(self) -> float | None:
        """The number; None where it is left open."""
        return None if self.value() == self.minimum() else round(self.value(), self.decimals())

    def put(self, value: float | None) -> None:
        """Show a number; None leaves it open."""
        self.setValue(self.minimum() if value is None else value)


def _bool(field: Field) -> QWidget:
    return QCheckBox(field.label)


def _choice(field: Field) -> QWidget:
    box = QComboBox()
    fill(box, field.choices)
    return box


def _open(field: Field) -> QWidget:
    box = QComboBox()
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    if (line := box.lineEdit()) is not None:
        line.setPlaceholderText(field.empty)
        if field.longest:
            line.setMaxLength(field.longest)
    fill(box, field.choices)
    return box


def _int(field: Field) -> QWidget:
    box = OptionalSpin() if field.optional else QSpinBox()
    box.setRange(int(field.low) - field.optional, int(min(field.high, LARGEST)))
    box.setGroupSeparatorShown(True)
    box.setSpecialValueText(field.empty if field.optional else field.lowest)
    box.setSuffix(field.unit)
    if field.step:
        box.setSingleStep(int(field.step))
    return box


def _float(field: Field) -> QWidget:
    box = OptionalNumber() if field.optional else QDoubleSpinBox()
    # Shares are set finely; a box that rounds them would change them by being looked at.
    share = field.high <= 1
    box.setDecimals(int(field.extra.get("decimals", 4 if share else 2)))
    box.setSingleStep(field.step or (0.005 if share else 0.25 if field.high <= 10 else 1.0))
    box.setRange(field.low - (box.singleStep() if field.optional else 0), field.high)
    box.setSpecialValueText(field.empty if field.optional else field.lowest)
    box.setSuffix(field.unit)
    return box


def _budget(field: Field) -> QWidget:
    return LimitBox(field.high, int(field.extra.get("decimals", 0)))


def _text(field: Field) -> QWidget:
    line = QLineEdit()
    line.setPlaceholderText(field.empty)
    if field.longest:
        line.setMaxLength(field.longest)
    return line


def _long(field: Field) -> QWidget:
    box = QPlainTextEdit()
    box.setPlaceholderText(field.empty)
    box.setTabChangesFocus(True)
    box.setFixedHeight(int(field.extra.get("height", LINES)))
    return box


class WordsLine(QLineEdit):
    """Words with commas or blanks between them."""

    def answer(self) -> tuple[str, ...]:
        """The words."""
        return tuple(self.text().replace(",", " ").split())

    def put(self, value: Sequence[str]) -> None:
        """Show words."""
        self.setText(", ".join(value))


def _list(field: Field) -> QWidget:
    line = WordsLine()
    line.setPlaceholderText(field.empty)
    return line


def _growing(field: Field) -> QWidget:
    box = TextBox()
    box.setPlaceholderText(field.empty)
    return box


MAKERS: dict[str, Callable[[Field], QWidget]] = {
    "bool": _bool, "choice": _choice, "open": _open, "int": _int, "float": _float, "budget": _budget, "text": _text,
    "long": _long, "growing": _growing, "list": _list,
}  # fmt: skip
"""Makes an editor, by the kind of the field."""


def made(field: Field) -> QWidget:
    """The editor of a field, with the field's value in it."""
    editor = MAKERS.get(field.kind, _text)(field)
    named(editor, field.title)
    if field.value is not None:
        put(editor, field.value)
    return editor


def named(editor: QWidget, title: str, tip: str = "") -> None:
    """Give an editor its name for screen readers, and a tool tip."""
    editor.setAccessibleName(title)
    if tip:
        editor.setToolTip(tooltip(tip))


def answer(editor: QWidget) -> Any:
    """What stands in an editor. One of our own says it itself, by `answer()`."""
    if (own := getattr(editor, "answer", None)) is not None:
        return own()
    if isinstance(editor, QCheckBox):
        return editor.isChecked()
    if isinstance(editor, QComboBox):
        if not editor.isEditable():
            return editor.currentData()
        typed = editor.currentText().strip()
        at = editor.findText(typed)
        return typed if at < 0 or editor.itemData(at) is None else editor.itemData(at)
    if isinstance(editor, QSpinBox | QDoubleSpinBox):
        return editor.value()
    if isinstance(editor, QPlainTextEdit):
        return editor.toPlainText().strip()
    return editor.text().strip() if isinstance(editor, QLineEdit) else None


def put(editor: QWidget, value: Any) -> None:
    """Write a value into an editor; in a choice, one that is not offered leaves the first."""
    if (own := getattr(editor, "put", None)) is not None:
        own(value)
    elif isinstance(editor, QCheckBox):
        editor.setChecked(bool(value))
    elif isinstance(editor, QComboBox):
        at = editor.findData(value)
        if editor.isEditable() and at < 0:
            editor.setEditText(str(value))
        else:
            editor.setCurrentIndex(max(0, at))
    elif isinstance(editor, QSpinBox | QDoubleSpinBox):
        editor.setValue(value)
    elif isinstance(editor, QPlainTextEdit):
        editor.setPlainText(str(value))
    elif isinstance(editor, QLineEdit):
        editor.setText(str(value))
        # A long text is read from its beginning.
        editor.setCursorPosition(0)


def changes(editor: QWidget) -> SignalInstance:
    """The signal that tells that something else stands in an editor."""
    if (own := getattr(editor, "changed", None)) is not None:
        signal: SignalInstance = own
        return signal
    if isinstance(editor, QCheckBox):
        return editor.toggled
    if isinstance(editor, QComboBox):
        return editor.editTextChanged if editor.isEditable() else editor.currentIndexChanged
    if isinstance(editor, QSpinBox | QDoubleSpinBox):
        return editor.valueChanged
    assert isinstance(editor, QLineEdit | QPlainTextEdit)
    return editor.textChanged


def fill(box: QComboBox, choices: Sequence[tuple[Any, str]]) -> None:
    """Offer other choices, (value, title) each; what was chosen stays chosen where it still is there."""
    was = box.currentData()
    box.clear()
    for value, title in choices:
        box.addItem(title, value)
    box.setCurrentIndex(max(0, box.findData(was)))


def describe(box: QComboBox, texts: Sequence[str]) -> None:
    """Say of each choice what it is: as its tool tip, and for screen readers."""
    for row, text in enumerate(texts):
        box.setItemData(row, tooltip(text), Qt.ItemDataRole.ToolTipRole)
        box.setItemData(row, text, Qt.ItemDataRole.AccessibleDescriptionRole)


def narrow(box: QComboBox, letters: int = 9) -> QComboBox:
    """Let a choice be as narrow as so many letters, whatever is offered in it."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(letters)
    return box


def labelled(text: str = "", role: str = "secondary", *, wraps: bool = True) -> QLabel:
    """A label of plain text in a role of the theme ("secondary", "bad", "strong" …)."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    label.setProperty("role", role)
    return label


def say(label: QLabel, text: str, role: str = "bad", *, stays: bool = False) -> None:
    """Show a text in a role; an empty one hides the label, unless it `stays`."""
    label.setText(text)
    if label.property("role") != role:
        label.setProperty("role", role)
        label.style().unpolish(label)
        label.style().polish(label)
    if not stays:
        label.setVisible(bool(text))
