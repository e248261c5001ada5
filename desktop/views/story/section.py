"""A part of the side: a small title, and widgets that are made anew only when what they show has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.icons import icon
from desktop.models.story_figures import ItemFigure
from desktop.theme import LIGHT, Theme, font
from desktop.views.story.face import Face
from desktop.views.story.flow import FlowLayout
from desktop.views.story.handing import Handing
from desktop.views.story.meters import Meter


class Section(QWidget):
    """A title and a body. `hands` are the widgets that act, and can be used only on the player's turn.

    Signals: `did(what, target, item, quantity)` as `Run.do` takes them; `member_chosen(id)`; `turn_chosen(number)`.
    """

    did = Signal(str, str, str, int)
    member_chosen = Signal(str)
    turn_chosen = Signal(int)

    def __init__(self, title: str) -> None:
        super().__init__()
        self.theme, self.scale = LIGHT, 1.0
        self.hands: list[QWidget] = []
        self._shown: Any = None
        self.asking: Handing | None = None
        self._may = True
        self.title = QLabel(title.upper())
        self.title.setProperty("role", "caps")
        self.title.setAccessibleName(title)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.title)
        column.addLayout(self.body)
        self.setAccessibleName(title)

    def show_part(self, part: Any, *, may_act: bool) -> None:
        """Show a part of the figure; the same part costs nothing."""
        if part != self._shown:
            self._shown = part
            self._again()
        if may_act != self._may:
            self._may = may_act
            self._allow()

    def set_look(self, theme: Theme, scale: float) -> None:
        """Take colours and the text's scale."""
        self.theme, self.scale = theme, scale
        self._again()

    def fill(self, part: Any) -> None:
        """Make the widgets for a part; the subclass says which. An empty part leaves the section out."""
        raise NotImplementedError

    def _again(self) -> None:
        self.hands.clear()
        self.asking = None
        clear(self.body)
        if self._shown:
            self.fill(self._shown)
        self.setVisible(bool(self._shown))
        self._allow()

    def _allow(self) -> None:
        for hand in self.hands:
            hand.setEnabled(self._may)
        if not self._may:
            self.stop_asking()

    # -- which thing, and how many ---------------------------------------------------------------------------------

    def ask(self, verb: str, items: Sequence[ItemFigure], what: str, target: str, below: QVBoxLayout) -> None:
        """Ask which thing and how many of it, in a line below; then it is done."""
        self.stop_asking()
        asking = Handing(verb, items)
        asking.closed.connect(self.stop_asking)

        def confirmed(item: str, quantity: int) -> None:
            self.stop_asking()
            self.did.emit(what, target, item, quantity)

        asking.confirmed.connect(confirmed)
        self.asking = asking
        below.addWidget(asking)
        single = asking.confirm if asking.quantity.isHidden() else asking.quantity
        (asking.choice if len(items) > 1 else single).setFocus()

    def stop_asking(self) -> None:
        """Take the line away."""
        if self.asking is not None:
            self.asking.hide()
            self.asking.deleteLater()
            self.asking = None

    # -- widgets -------------------------------------------------------------------------------------------------

    def words(self, text: str, role: str = "", *, wrap: bool = True) -> QLabel:
        """A text."""
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(wrap)
        if role:
            label.setProperty("role", role)
        if not wrap:
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        return label

    def sign(self, name: str, role: str = "secondary", edge: int = 14) -> QLabel:
        """An icon that stands before a text."""
        label = QLabel()
        size = round(edge * self.scale)
        label.setPixmap(icon(name, self.theme.colour(role), sizes=(size,)).pixmap(QSize(size, size)))
        label.setFixedSize(size + 2, size + 2)
        return label

    def button(self, text: str, sign: str, tip: str = "") -> QAbstractButton:
        """A small button that acts; without a text, its icon and its tip say what it does."""
        made: QAbstractButton = QPushButton(text) if text else QToolButton()
        made.setToolTip(tip or text)
        made.setAccessibleName(tip or text)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if sign:
            size = round(14 * self.scale)
            made.setIcon(icon(sign, self.theme.colour("secondary"), self.theme.colour("faint"), sizes=(size,)))
            made.setIconSize(QSize(size, size))
        made.setProperty("control", True)
        made.setFont(font(12, QFont.Weight.Medium, scale=self.scale))
        made.setStyleSheet("QPushButton { padding: 2px 9px; } QToolButton { padding: 3px 6px; }")
        self.hands.append(made)
        return made

    def face(self, member: str, name: str, initial: str, colour: str, size: int = 26) -> Face:
        """A face that chooses its member."""
        made = Face(member, name, initial, colour, size)
        made.set_look(self.theme, self.scale)
        made.chosen.connect(self.member_chosen)
        return made

    def meter(self, made: Meter) -> None:
        """Dress a bar."""
        made.set_look(self.theme, self.scale)

    def chip(self, text: str, sign: str = "", role: str = "secondary") -> QLabel:
        """A short word in a pill; `sign` is a letter before it, for whoever sees no colours."""
        made = QLabel(f"{sign} {text}" if sign else text)
        made.setTextFormat(Qt.TextFormat.PlainText)
        made.setStyleSheet(
            f"background: {self.theme.raised}; color: {self.theme.colour(role).name()}; border: 1px solid"
            f" {self.theme.border}; border-radius: 7px; padding: 1px 6px; font-size: {round(11 * self.scale)}px;"
        )
        return made

    def entry(self) -> QVBoxLayout:
        """Room for what belongs together, such as somebody and what is asked about them."""
        made = QVBoxLayout()
        made.setContentsMargins(0, 0, 0, 0)
        made.setSpacing(5)
        self.body.addLayout(made)
        return made

    def row(self, *widgets: QWidget, stretch: int = -1, into: QVBoxLayout | None = None) -> QHBoxLayout:
        """Widgets side by side in the body; the one at `stretch` takes what room is left."""
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        for at, widget in enumerate(widgets):
            line.addWidget(widget, 1 if at == stretch else 0)
        (into or self.body).addLayout(line)
        return line

    def flow(self, *widgets: QWidget, into: QVBoxLayout | None = None) -> FlowLayout:
        """Widgets in as many lines as they need."""
        holder = QWidget()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        holder.setSizePolicy(policy)
        line = FlowLayout(holder)
        for widget in widgets:
            line.addWidget(widget)
        (into or self.body).addWidget(holder)
        return line


def clear(layout: Any) -> None:
    """Take everything out of a layout."""
    while layout.count():
        item = layout.takeAt(0)
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            clear(inner)
            inner.deleteLater()
