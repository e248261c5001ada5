"""The editors of a form's fields: made by kind, read and written alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, SignalInstance
from PySide6.QtGui import QResizeEvent, QTextOption, QValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.themed import set_look

if TYPE_CHECKING:
    # It knows pydantic, which the start page need not wait for.
    from parley.desktop.widgets.forms.field import Field

LARGEST = 2**31 - 1
"""The largest number of a box for whole numbers."""
LINES = 64
"""Pixels of a text of several lines."""
FEWEST_LINES, MOST_LINES = 2, 9
"""How many lines a growing text shows before it scrolls."""
UNNAMED = -1


class _Optional:
    """A number that may be left open: one step below the lowest stands for that."""

    def answer(self: Any) -> Any:
        """Return the number; None where it is left open."""
        return None if self.value() == self.minimum() else self.value()

    def put(self: Any, value: Any) -> None:
        """Show a number; None leaves it open."""
        self.setValue(self.minimum() if value is None else value)


class OptionalSpin(_Optional, QSpinBox):
    """A whole number."""


class OptionalNumber(_Optional, QDoubleSpinBox):
    """A number with decimals."""


class LimitBox(QDoubleSpinBox):
    """A budget of so many decimals, at most `most`: nothing named takes the settings' own, and 0 is no limit."""

    def __init__(self, most: float, decimals: int) -> None:
        super().__init__()
        self._none = QCoreApplication.translate("SettingsDialog", "no limit")
        self.setDecimals(decimals)
        self.setGroupSeparatorShown(True)
        self.setRange(UNNAMED, most)  # Qt shows the special text at the lowest value
        self.setValue(UNNAMED)
        self.setSpecialValueText(self.tr("as in the settings"))

    def answer(self) -> float | None:
        """Return the budget, 0 for no limit; None where nothing was named."""
        value = self.value()
        if value < 0:
            return None
        return value if self.decimals() else int(value)

    def put(self, value: float | None) -> None:
        """Show a budget; None takes the settings' own."""
        self.setValue(UNNAMED if value is None else value)

    def textFromValue(self, value: float) -> str:
        return super().textFromValue(value) if value else self._none

    def valueFromText(self, text: str) -> float:
        return 0.0 if text == self._none else super().valueFromText(text)

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        """Accept the words for no limit beside numbers."""
        return (QValidator.State.Acceptable, text, at) if text == self._none else super().validate(text, at)


class WordsLine(QLineEdit):
    """Words with commas or blanks between them."""

    def answer(self) -> tuple[str, ...]:
        """Return the words."""
        return tuple(self.text().replace(",", " ").split())

    def put(self, value: Sequence[str]) -> None:
        """Show words."""
        self.setText(", ".join(value))


class TextBox(QPlainTextEdit):
    """Paragraphs: as high as what stands in it, within bounds. Tab goes on to the next field."""

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._fit_height)
        self.document().documentLayout().documentSizeChanged.connect(self._fit_height)
        self._fit_height()

    def sizeHint(self) -> QSize:
        return QSize(240, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the width, because a narrower box has more lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_height()

    def _fit_height(self) -> None:
        # The layout of a plain text counts in lines.
        lines = round(self.document().documentLayout().documentSize().height())
        shown = max(FEWEST_LINES, min(MOST_LINES, lines))
        bar = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > shown else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(bar)  # shown for a moment, a bar would wrap the text into more lines
        height = shown * self.fontMetrics().lineSpacing() + 20
        if height != self.minimumHeight():
            self.setFixedHeight(height)


def made(field: Field) -> QWidget:
    """Return the editor of a field, with the field's value in it."""
    editor = _build_field_editor(field)
    named(editor, field.title)
    if field.value is not None or (field.optional and field.kind in {"int", "float"}):
        put(editor, field.value)  # A number that is left open is below the lowest one, and not 0
    return editor


def _build_field_editor(field: Field) -> QWidget:
    if field.kind == "bool":
        return QCheckBox(field.label)
    if field.kind in {"choice", "open"}:
        choice = ElidedCombo()
        if field.kind == "open":
            choice.setEditable(True)
            choice.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            _ask(choice.lineEdit(), field)
        fill(choice, field.choices)
        return choice
    if field.kind == "int":
        spin = OptionalSpin() if field.optional else QSpinBox()
        spin.setRange(int(field.low) - field.optional, int(min(field.high, LARGEST)))  # one step lower means open
        spin.setGroupSeparatorShown(True)
        spin.setSingleStep(int(field.step) or 1)
        return _configure_number_box(spin, field)
    if field.kind == "float":
        box = OptionalNumber() if field.optional else QDoubleSpinBox()
        # Shares are set finely; a box that rounds them would change them by being looked at.
        share = field.high <= 1
        box.setDecimals(int(field.extra.get("decimals", 4 if share else 2)))
        box.setSingleStep(field.step or (0.005 if share else 0.25 if field.high <= 10 else 1.0))
        box.setRange(field.low - (box.singleStep() if field.optional else 0), field.high)
        return _configure_number_box(box, field)
    if field.kind == "budget":
        return LimitBox(field.high, int(field.extra.get("decimals", 0)))
    if field.kind in {"long", "growing"}:
        text = TextBox() if field.kind == "growing" else QPlainTextEdit()
        text.setPlaceholderText(field.empty)
        text.setTabChangesFocus(True)
        if field.kind == "long":
            text.setFixedHeight(int(field.extra.get("height", LINES)))
        return text
    return _ask(WordsLine() if field.kind == "list" else QLineEdit(), field)


def _ask(line: QLineEdit | None, field: Field) -> QLineEdit:
    assert line is not None
    line.setPlaceholderText(field.empty)
    if field.longest:
        line.setMaxLength(field.longest)
    return line


def _configure_number_box(box: QSpinBox | QDoubleSpinBox, field: Field) -> QWidget:
    box.setSpecialValueText(field.empty if field.optional else field.lowest)
    box.setSuffix(field.unit)
    return box


def named(editor: QWidget, title: str, tip: str = "") -> None:
    """Give an editor its name for screen readers, and a tool tip."""
    editor.setAccessibleName(title)
    if tip:
        editor.setToolTip(make_tip(tip))


def answer(editor: QWidget) -> Any:
    """Return what stands in an editor; None for what is none. One of our own says it itself, by `answer()`."""
    if (own := getattr(editor, "answer", None)) is not None:
        return own()
    if isinstance(editor, QComboBox):
        if not editor.isEditable():
            return editor.currentData()
        typed = editor.currentText().strip()
        at = editor.findText(typed)
        return typed if at < 0 or editor.itemData(at) is None else editor.itemData(at)
    field = editor.metaObject().userProperty()
    value = field.read(editor) if field.isValid() else None
    return value.strip() if isinstance(value, str) else value


def put(editor: QWidget, value: Any) -> None:
    """Write a value into an editor; in a choice, one that is not offered leaves the first."""
    if (own := getattr(editor, "put", None)) is not None:
        own(value)
    elif isinstance(editor, QComboBox):
        at = editor.findData(value)
        if editor.isEditable() and at < 0:
            editor.setEditText(str(value))
        else:
            editor.setCurrentIndex(max(0, at))
        if (line := editor.lineEdit()) is not None:
            line.setCursorPosition(0)
    elif isinstance(editor, QLineEdit):
        editor.setText(str(value))
        editor.setCursorPosition(0)  # A long text is read from its beginning
    else:
        editor.metaObject().userProperty().write(editor, value)


def changes(editor: QWidget) -> SignalInstance:
    """Return the signal that tells that something else stands in an editor."""
    signal: SignalInstance
    if (own := getattr(editor, "changed", None)) is not None:
        signal = own
    elif isinstance(editor, QComboBox):
        signal = editor.editTextChanged if editor.isEditable() else editor.currentIndexChanged
    else:
        signal = getattr(editor, bytes(editor.metaObject().userProperty().notifySignal().name().data()).decode())
    return signal


def fill(box: QComboBox, choices: Sequence[tuple[Any, str]]) -> None:
    """Offer other choices, (value, title) each; what was chosen stays chosen where it still is there."""
    was = box.currentData()
    box.clear()
    for value, title in choices:
        box.addItem(title, value)
    box.setCurrentIndex(max(0, box.findData(was)))


def narrow(box: QComboBox, letters: int = 9) -> QComboBox:
    """Let a choice be as narrow as so many letters, whatever is offered in it."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(letters)
    return box


def get_label(text: str = "", role: str = "secondary", *, wraps: bool = True) -> QLabel:
    """Return a label of plain text in a role of the theme ("secondary", "bad", "strong" …)."""
    return worded(text, role, wrap=wraps)


def say(label: QLabel, text: str, role: str = "bad", *, stays: bool = False) -> None:
    """Show a text in a role; an empty one hides the label, unless it `stays`."""
    label.setText(text)
    set_look(label, role=role)
    if not stays:
        label.setVisible(bool(text))
