"""A part of the side: a small title and entries, made anew when they show something else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from parley.desktop.modes.story.figures import Face
from parley.desktop.modes.story.view.marks import FaceButton
from parley.desktop.widgets.flow import FlowLayout
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.plain import literal, tooltip
from parley.desktop.widgets.themed import Themed


class Entry(QWidget):
    """What belongs together, such as somebody and what can be done with them.

    `hands` are the widgets that act, and can be used only on the player's turn; `stops` are all that the keys reach.
    """

    def __init__(self) -> None:
        super().__init__()
        self.hands: list[QWidget] = []
        self.stops: list[QWidget] = []
        self.column = upright(within=self, margins=0, spacing=5)


class Section(Themed, QWidget):
    """A title and entries.

    Signals: `did(what, target, item, quantity)` as `Run.do` takes them; `member_chosen(id)`; `turn_chosen(number)`.
    """

    did = Signal(str, str, str, int)
    member_chosen = Signal(str)
    turn_chosen = Signal(int)

    heading = ""
    """The title, in English: marked for translation in the subclass's context."""

    def __init__(self) -> None:
        super().__init__()
        title = self.tr(self.heading)
        self.entries: list[Entry] = []
        self._made = Entry()
        self._shown: Any = None
        self._may = True
        self.title = QLabel(title.upper())
        self.title.setProperty("role", "caps")
        self.title.setAccessibleName(title)
        self.list = upright(margins=0, spacing=6)
        self._column = upright(self.title, self.list, within=self, margins=0, spacing=6)
        self.setAccessibleName(title)

    def show_part(self, part: Any, *, may_act: bool) -> bool:
        """Show a part of the figure, and say whether there are other entries; the same part costs nothing."""
        other = bool(part != self._shown)
        if other:
            self._shown = part
            self._again()
        if may_act != self._may:
            self._may = may_act
            self._allow()
        return other

    def _restyle(self) -> None:
        self._again()

    def fill(self, part: Any) -> None:
        """Show the entries of a part: of a list, a `line` for each. An empty part leaves the section out."""
        for each in part:
            self.entry(partial(self.line, each))

    def line(self, each: Any) -> None:
        """Add the entry of one item of a list."""
        raise NotImplementedError

    def entry(self, make: Callable[[], None]) -> None:
        """Add the next entry from above, which `make` fills."""
        entry = self._made = Entry()
        make()
        self.entries.append(entry)
        self.list.addWidget(entry)
        entry.show()

    def _again(self) -> None:
        # Every widget that is shown lays out all others once more: for three hundred of them that takes seconds.
        self._column.setEnabled(False)
        for entry in self.entries:
            self.list.removeWidget(entry)
            entry.hide()
            entry.deleteLater()
        self.entries = []
        if self._shown:
            self.fill(self._shown)
        self._column.setEnabled(True)
        self._column.invalidate()
        self.setVisible(bool(self._shown))
        self._allow()

    def _allow(self) -> None:
        for entry in self.entries:
            for hand in entry.hands:
                hand.setEnabled(self._may)

    def stops(self) -> list[QWidget]:
        """Return what the keys reach, from above."""
        return [stop for entry in self.entries for stop in entry.stops]

    # -- widgets -------------------------------------------------------------------------------------------------

    def words(self, text: str, role: str = "", *, wrap: bool = True) -> QLabel:
        """Return a text."""
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(wrap)
        if role:
            label.setProperty("role", role)
        if not wrap:
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        return label

    def sign(self, name: str, role: str = "secondary", edge: int = 14, *, member: str = "") -> QLabel:
        """Return an icon that stands before a text, in the colour of a role, or of a member; what is faint stays so."""
        label = QLabel()
        colour = self.theme.member(member) if member and role != "faint" else self.theme.colour(role)
        size = round(edge * self.scale)
        label.setPixmap(icon(name, colour, sizes=(size,)).pixmap(QSize(size, size)))
        label.setFixedSize(size + 2, size + 2)
        return label

    def button(
        self, text: str, sign: str, tip: str, press: Callable[[], None], *, always: bool = False
    ) -> QAbstractButton:
        """Return a small button that acts; without a text, its icon and its tip say what it does.

        `always`: it can be pressed when it is not the player's turn, too, such as to look at something.
        """
        made: QAbstractButton = QPushButton(literal(text)) if text else QToolButton()
        made.setToolTip(tooltip(tip or text))
        made.setAccessibleName(tip or text)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if sign:
            size = round(14 * self.scale)
            made.setIcon(icon(sign, self.theme.colour("secondary"), self.theme.colour("faint"), sizes=(size,)))
            made.setIconSize(QSize(size, size))
        made.setProperty("control", True)
        made.setProperty("hand", True)
        made.clicked.connect(lambda _checked=False: press())
        if not always:
            self._made.hands.append(made)
        self._made.stops.append(made)
        return made

    def face(self, face: Face, size: int = 26) -> FaceButton:
        """Return a face that chooses its member."""
        return self.stop(FaceButton(face, size))

    def stop(self, face: FaceButton) -> FaceButton:
        """Return a face that the keys reach, and that chooses its member."""
        face.chosen.connect(self.member_chosen)
        self._made.stops.append(face)
        return face

    def chip(self, text: str, sign: str = "", role: str = "secondary") -> QLabel:
        """Return a short word in a pill; `sign` is a letter before it, for whoever sees no colours."""
        made = self.words(f"{sign} {text}" if sign else text)
        made.setWordWrap(False)
        made.setProperty("chip", role)
        return made

    def place(self, widget: QWidget) -> None:
        """Place a widget in a line of its own, in the entry that is being made."""
        self._made.column.addWidget(widget)

    def row(self, *widgets: QWidget, stretch: int = -1) -> QHBoxLayout:
        """Widgets side by side; the one at `stretch` takes what room is left."""
        line = across(*((each, int(at == stretch)) for at, each in enumerate(widgets)), margins=0, spacing=6)
        self._made.column.addLayout(line)
        return line

    def tile(self) -> None:
        """Give the entry that is being made a ground of its own."""
        self._made.setProperty("tile", True)
        self._made.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._made.column.setContentsMargins(10, 7, 6, 8)

    def flow(self, *widgets: QWidget) -> None:
        """Widgets in as many lines as they need."""
        holder = QWidget()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        holder.setSizePolicy(policy)
        line = FlowLayout(holder)
        for widget in widgets:
            line.addWidget(widget)
        self._made.column.addWidget(holder)
