"""The one door for text: it is shown as it is, unless a widget says otherwise.

Qt takes a text for HTML where it looks like it: in labels, tool tips and message boxes. A name in a cast, a title in
an imported log or a sentence of a server would then show the file that it names. `PlainStyle` makes every label that
did not choose a plain one; that covers what Qt makes itself, tool tips too. Who means HTML says
`setTextFormat(RichText)`, or has a `QTextDocument`, and escapes what it puts in.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QProxyStyle,
    QScrollBar,
    QWidget,
)

LONGEST_LINE = 160
"""Characters of a name, a title or a sentence of somebody else's where there is one line for it."""
TIP_COLUMNS, TIP_LINES = 90, 24
"""Characters in a line of a tool tip, and its lines."""
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Overrides and embeddings of direction."""
_JOINERS = "\u200c\u200d"
"""What cannot be seen, but joins letters and emoji."""


FIELDS = (QAbstractSpinBox, QComboBox, QAbstractSlider)


class WheelGuard(QObject):
    """Passes the wheel on to what is around a spin box, a combo box or a slider without the focus."""

    def take(self, widget: QWidget) -> None:
        """Guard one of FIELDS; the style calls this for each that it polishes."""
        # What has a wheel of its own, such as the timeline, moves through something.
        if isinstance(widget, QAbstractSlider) and (
            isinstance(widget, QScrollBar) or type(widget).wheelEvent is not QAbstractSlider.wheelEvent
        ):
            return
        # With Qt's own policy the wheel gives them the focus first, and then changes them.
        if widget.focusPolicy() == Qt.FocusPolicy.WheelFocus:
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the event to the parent, which is asked next where a widget ignores it."""
        if event.type() != QEvent.Type.Wheel or not isinstance(watched, QWidget) or watched.hasFocus():
            return False
        event.ignore()
        return True


class PlainStyle(QProxyStyle):
    """Fusion, under which a label shows its text as it is unless its format was chosen, and the wheel changes a field
    only where that has the focus."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._guard = WheelGuard(self)

    def polish(self, what: QWidget | QApplication | QPalette) -> None:  # type: ignore[override]
        """Keep labels from guessing that a text is HTML, before Qt first measures them, and guard fields."""
        # A change of the look polishes a thousand widgets, most of which are no concern of ours.
        care = _CARE.get(type(what))
        if care is None:
            care = _CARE[type(what)] = (isinstance(what, QLabel), isinstance(what, FIELDS))
        label, field = care
        if label and what.textFormat() == Qt.TextFormat.AutoText:  # type: ignore[union-attr]
            what.setTextFormat(Qt.TextFormat.PlainText)  # type: ignore[union-attr]
        if field:
            self._guard.take(what)  # type: ignore[arg-type]
        super().polish(what)


_CARE: dict[type, tuple[bool, bool]] = {}
"""Of each class that was polished whether it is a label, and whether it is a field."""


def one_line(text: str, most: int = LONGEST_LINE) -> str:
    """Return the text on one line, without control characters and marks of direction; what is too long lacks its
    middle.
    """
    if not text.isprintable():  # nearly all are: there is no need to look at each letter
        text = "".join(each for each in text if each.isspace() or _is_visible(each))
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    head = (most - 1) * 2 // 3
    return f"{text[:head].rstrip()}…{text[len(text) - (most - 1 - head) :].lstrip()}"


def mask_bidi(text: str) -> str:
    """Return the text without marks that turn whatever is written beside it; every letter stays in its place."""
    return _TURNING.sub("\u2060", text)  # a word joiner: as long, and invisible


def make_tip(text: str) -> str:
    """Return the text as a tool tip: Qt wraps plain ones at the edge of the screen only."""
    lines: list[str] = []
    for line in text.splitlines()[: TIP_LINES + 1]:  # one more than fits, to tell whether any are left out
        seen = line if line.isprintable() else "".join(each for each in line if each.isspace() or _is_visible(each))
        lines += textwrap.wrap(seen[: TIP_COLUMNS * TIP_LINES], TIP_COLUMNS) or [""]  # cut first: wrapping takes time
    return "\n".join([*lines[: TIP_LINES - 1], "…"] if len(lines) > TIP_LINES else lines)


def escape_amp(text: str) -> str:
    """Return the text for a menu, a button, a tab or the label of a field, where a lone `&` would mark a key and be
    gone.
    """
    return text.replace("&", "&&")


def _is_visible(letter: str) -> bool:
    return letter in _JOINERS or unicodedata.category(letter)[0] != "C"  # C: controls, formats, surrogates, unassigned


def format_place(what: str, room: str) -> str:
    """Return "Meeting · Kitchen"; a room that is called what goes on in it is not said twice."""
    return f"{what} · {room}" if room and room.casefold() != what.casefold() else what
