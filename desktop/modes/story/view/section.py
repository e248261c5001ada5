"""A part of the side: a small title, and entries of which only those that show something new are made."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QWidget,
)

from parley.core.modes.story.shown import ItemStack
from parley.desktop.modes.story.figures import Face
from parley.desktop.modes.story.view.marks import FaceButton
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.flow import FlowLayout
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.plain import literal, tooltip
from parley.desktop.widgets.themed import Themed


class Handing(QFrame):
    """A thing to choose, a quantity up to what there is, and two buttons. Return confirms, Escape closes.

    Signals: `confirmed(item, quantity)`; `closed()`.
    """

    confirmed = Signal(str, int)
    closed = Signal()

    def __init__(self, verb: str, items: Sequence[ItemStack], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items = tuple(items)
        self.setObjectName("Handing")
        self.choice = ElidedCombo()
        self.choice.setAccessibleName(self.tr("What"))
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(10)
        for item in self._items:
            name = item.name if item.quantity == 1 else f"{item.name} × {item.quantity}"
            self.choice.addItem(name, item.id)
        self.quantity = QSpinBox()
        self.quantity.setAccessibleName(self.tr("How many"))
        self.quantity.setToolTip(self.tr("How many"))
        self.quantity.setMinimumWidth(84)
        self.confirm = QPushButton(verb)
        self.confirm.setProperty("primary", True)
        self.confirm.clicked.connect(self._confirm)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.closed)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        line = FlowLayout(self)
        for widget in (self.choice, self.quantity, self.confirm, self.cancel):
            line.addWidget(widget)
        self.choice.currentIndexChanged.connect(self._on_choice)
        self._on_choice(0)

    def _on_choice(self, at: int) -> None:
        most = self._items[at].quantity if 0 <= at < len(self._items) else 1
        self.quantity.setRange(1, most)
        self.quantity.setVisible(most > 1)

    def _confirm(self) -> None:
        item = self.choice.currentData()
        if item:
            self.confirmed.emit(str(item), self.quantity.value())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return confirms, Escape closes."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._confirm()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


T = TypeVar("T")

MOST = 30
"""Entries that a section shows at first; the others come when they are asked for."""
MOST_SPARE = 48
"""Entries that a section keeps for when what they show is shown again, as when one goes back and forth in the run."""


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
    """A title and entries. An entry is made once for what it shows, and kept for when that is shown again.

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
        self.entries: dict[Hashable, Entry] = {}
        self.asking: Handing | None = None
        self._opener: QWidget | None = None
        self._made = Entry()
        self._before: dict[Hashable, Entry] = {}
        self._spare: dict[Hashable, Entry] = {}
        self._shown: Any = None
        self._may = True
        self._whole = False
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
        for entry in (*self.entries.values(), *self._spare.values()):
            self.list.removeWidget(entry)
            entry.hide()
            entry.deleteLater()
        self.entries, self._spare = {}, {}
        self._again()

    def fill(self, part: Any) -> None:
        """Show the entries of a part: of a list, a `line` for each. An empty part leaves the section out."""
        for at, each in enumerate(self.some(part)):
            self.entry((at, each), partial(self.line, each))
        self.rest(len(part))

    def line(self, each: Any) -> None:
        """The entry of one of a list."""
        raise NotImplementedError

    def entry(self, shows: Hashable, make: Callable[[], None]) -> None:
        """The next entry from above. `shows` is all that it shows: one that shows it already is not made again."""
        entry = self._before.pop(shows, None) or self._spare.pop(shows, None)
        if entry is None:
            entry = self._made = Entry()
            make()
        at = len(self.entries)
        self.entries[shows] = entry
        if self.list.indexOf(entry) != at:
            self.list.insertWidget(at, entry)
        entry.show()

    def discard(self, shows: Hashable) -> None:
        """Forget the entry that shows this: when it is wanted again it is made anew."""
        if (entry := self.entries.pop(shows, None)) is not None:
            self.list.removeWidget(entry)
            entry.hide()
            entry.deleteLater()

    def some(self, all_: Sequence[T], most: int = MOST) -> Sequence[T]:
        """All, or the first of them where there are many; `rest` says how many more there are."""
        return all_ if self._whole or len(all_) <= most else all_[:most]

    def rest(self, count: int, most: int = MOST) -> None:
        """Below the first of so many: a button that shows them all."""
        if not self._whole and count > most:
            self.entry(("rest", count), partial(self._rest, count))

    def _rest(self, count: int) -> None:
        text = self.tr("Show all {0}").format(self.locale().toString(count))
        self.flow(self.button(text, "ph.caret-down", "", self._show_whole, always=True))

    def _show_whole(self) -> None:
        at = len(self.entries) - 1
        self._whole = True
        self._again()
        # The button is gone: the keys go on where it stood.
        stops = [stop for entry in list(self.entries.values())[at:] for stop in entry.stops if stop.isEnabled()]
        if stops:
            stops[0].setFocus()

    def _again(self) -> None:
        self.stop_asking()
        self._before, self.entries = self.entries, {}
        # Every widget that is shown lays out all others once more: for three hundred of them that takes seconds.
        self._column.setEnabled(False)
        if self._shown:
            self.fill(self._shown)
        for shows, entry in self._before.items():
            self.list.removeWidget(entry)
            entry.hide()
            self._spare[shows] = entry
        self._before = {}
        self._column.setEnabled(True)
        self._column.invalidate()
        while len(self._spare) > MOST_SPARE:
            self._spare.pop(next(iter(self._spare))).deleteLater()
        self.setVisible(bool(self._shown))
        self._allow()

    def _allow(self) -> None:
        for entry in self.entries.values():
            for hand in entry.hands:
                hand.setEnabled(self._may)
        if not self._may:
            self.stop_asking()

    def stops(self) -> list[QWidget]:
        """What the keys reach, from above."""
        return [stop for entry in self.entries.values() for stop in entry.stops]

    # -- which thing, and how many ---------------------------------------------------------------------------------

    def ask(self, verb: str, items: Sequence[ItemStack], what: str, target: str, below: Entry) -> None:
        """Ask which thing and how many of it, in a line below an entry; then it is done."""
        self.stop_asking()
        asking, pressed = Handing(verb, items), self.window().focusWidget()
        self._opener = pressed if pressed is not None and below.isAncestorOf(pressed) else below.stops[-1]
        asking.closed.connect(self.stop_asking)

        def confirmed(item: str, quantity: int) -> None:
            self.stop_asking()
            self.did.emit(what, target, item, quantity)

        asking.confirmed.connect(confirmed)
        self.asking = asking
        below.column.addWidget(asking)
        before: QWidget = below.stops[-1]
        for stop in (asking.choice, asking.quantity, asking.confirm, asking.cancel):
            QWidget.setTabOrder(before, stop)
            before = stop
        single = asking.confirm if asking.quantity.isHidden() else asking.quantity
        (asking.choice if len(items) > 1 else single).setFocus()

    def stop_asking(self) -> None:
        """Take the line away."""
        if self.asking is not None:
            focused = self.window().focusWidget()
            if focused is not None and self.asking.isAncestorOf(focused) and self._opener is not None:
                # Else Qt hands the keys to whatever comes next, and scrolls there.
                self._opener.setFocus()
            self._opener = None
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

    def sign(self, name: str, role: str = "secondary", edge: int = 14, *, member: str = "") -> QLabel:
        """An icon that stands before a text, in the colour of a role, or of a member; what is faint stays so."""
        label = QLabel()
        colour = self.theme.member(member) if member and role != "faint" else self.theme.colour(role)
        size = round(edge * self.scale)
        label.setPixmap(icon(name, colour, sizes=(size,)).pixmap(QSize(size, size)))
        label.setFixedSize(size + 2, size + 2)
        return label

    def button(
        self, text: str, sign: str, tip: str, press: Callable[[], None], *, always: bool = False
    ) -> QAbstractButton:
        """A small button that acts; without a text, its icon and its tip say what it does.

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
        """A face that chooses its member."""
        made = FaceButton(face, size)
        made.chosen.connect(self.member_chosen)
        self._made.stops.append(made)
        return made

    def chip(self, text: str, sign: str = "", role: str = "secondary") -> QLabel:
        """A short word in a pill; `sign` is a letter before it, for whoever sees no colours."""
        made = self.words(f"{sign} {text}" if sign else text)
        made.setWordWrap(False)
        made.setProperty("chip", role)
        return made

    def place(self, widget: QWidget) -> None:
        """A widget in a line of its own, in the entry that is being made."""
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

    @property
    def made(self) -> Entry:
        """The entry that is being made."""
        return self._made

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
