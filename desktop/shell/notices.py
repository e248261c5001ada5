"""Sentences for the person at the window: a stack of small cards at the top of the stage that never block anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QEnterEvent, QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QToolButton, QWidget

from parley.desktop.mending.trouble import Trouble
from parley.desktop.widgets import mending
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import said
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.plain import escape_amp
from parley.desktop.widgets.themed import Themed

Kind = Literal["info", "warning", "error"]
NoticeButton = mending.NoticeButton
ICONS: dict[str, tuple[str, str]] = {
    "info": ("ph.info-fill", "accent"),
    "warning": ("ph.warning-fill", "tense"),
    "error": ("ph.warning-octagon-fill", "bad"),
}
"""Kind -> icon and the theme's colour: the shape tells them apart too."""
MOST_SHOWN = 4
SECONDS_OF_INFO = 8
BESIDE = 2
"""So many buttons stand beside the words; more stand below them."""
WIDEST, NARROW, SPACING = 580, 460, 6
"""Pixels: the widest a notice gets, below which width its buttons go under the text, and the gap between two."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence, what to do about it, and buttons: up to two stand beside it, more below.

    Of `trouble` the window knows what mends it, and puts a button for that behind those that there are. A notice with
    a `key` takes the place of an older one with the same key. `seconds` is how long it stays: 0 until it
    is closed, −1 the kind's own (infos go by themselves, warnings and errors stay).
    """

    sentence: str
    hint: str = ""
    kind: Kind = "info"
    buttons: tuple[NoticeButton, ...] = ()
    key: str = ""
    seconds: float = -1
    trouble: Trouble | None = None

    def __post_init__(self) -> None:
        # One place for all: whoever makes a notice of the core's sentences need not know the language.
        object.__setattr__(self, "sentence", said(self.sentence))
        object.__setattr__(self, "hint", said(self.hint))

    @property
    def stays(self) -> float:
        """How long it stays, in seconds; 0 is until it is closed."""
        return self.seconds if self.seconds >= 0 else SECONDS_OF_INFO * (self.kind == "info")


class NoticeCard(Themed, QFrame):
    """One notice. Signals: `closed(NoticeCard)`."""

    closed = Signal(object)

    def __init__(self, notice: Notice, parent: QWidget) -> None:
        super().__init__(parent)
        self.notice = notice
        self.setProperty("card", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # for Esc, and for whoever cannot use a mouse
        kinds = {"error": self.tr("Error"), "warning": self.tr("Warning"), "info": self.tr("Note")}
        self.setAccessibleName(f"{kinds[notice.kind]}: {notice.sentence} {notice.hint}".strip())
        self._sign = QLabel()
        self._close = QToolButton()
        self._close.setAccessibleName(self.tr("Close the notice"))
        self._close.setToolTip(self.tr("Close (Esc)"))
        self._close.clicked.connect(self.close_notice)
        words = [
            self._make_label(text, role) for text, role in ((notice.sentence, "strong"), (notice.hint, "small")) if text
        ]
        buttons = [(self._build_notice_button(each), 0, Qt.AlignmentFlag.AlignVCenter) for each in notice.buttons]
        self._middle = hbox((vbox(*words, spacing=2), 1), hbox(*buttons, STRETCH, spacing=4), spacing=6)
        hbox(
            (self._sign, 0, Qt.AlignmentFlag.AlignTop),
            (self._middle, 1),
            (self._close, 0, Qt.AlignmentFlag.AlignTop),
            within=self,
            margins=(12, 9, 8, 9),
            spacing=9,
        )
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.close_notice)
        self._start_timer()
        self._apply_theme()

    def fit(self, width: int) -> int:
        """Lay it out for a width and return its height, in pixels; where it is narrow the buttons go below."""
        narrow = width < NARROW or len(self.notice.buttons) > BESIDE
        self._middle.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        layout = self.layout()
        return layout.totalHeightForWidth(width) if layout is not None else self.sizeHint().height()

    def _apply_theme(self) -> None:
        name, role = ICONS[self.notice.kind]
        self._sign.setPixmap(icon(name, self.theme.colour(role)).pixmap(20, 20))
        self._close.setIcon(icon("ph.x", self.theme.colour("secondary")))

    def close_notice(self) -> None:
        """Take it away."""
        self._timer.stop()
        self.closed.emit(self)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._start_timer()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_notice()
        else:
            super().keyPressEvent(event)

    def _start_timer(self) -> None:
        if self.notice.stays > 0:
            self._timer.start(round(self.notice.stays * 1000))

    def _make_label(self, text: str, role: str) -> QLabel:
        label = worded(text, role)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _build_notice_button(self, button: NoticeButton) -> QPushButton:
        made = QPushButton(escape_amp(button.title))
        made.setProperty("quiet", True)
        made.clicked.connect(self.close_notice)
        made.clicked.connect(lambda _checked: button.pressed())
        return made


class NoticeStack(QWidget):
    """The notices over a host widget, newest on top; at most MOST_SHOWN, errors kept longest.

    They stand at its head, or `low` at its foot, where what is written at its head must be seen; `room`, in the host's
    pixels, is the part of it in which they may.
    Signals: `changed(int)` how many are shown.
    """

    changed = Signal(int)

    def __init__(self, host: QWidget, *, low: bool = False, room: Callable[[], QRect] | None = None) -> None:
        super().__init__(host)
        self._cards: list[NoticeCard] = []
        self.setAccessibleName(self.tr("Notices"))
        self.move_to(host, low=low, room=room)

    def move_to(self, host: QWidget, *, low: bool = False, room: Callable[[], QRect] | None = None) -> None:
        """Stand over another widget from now on."""
        self._low, self._room = low, room
        if (before := self.parentWidget()) is not None:
            before.removeEventFilter(self)
        self.setParent(host)  # hides it: Qt does so with every change of parent
        host.installEventFilter(self)
        self.setVisible(bool(self._cards))
        self.raise_()
        self.place()

    def show_notice(self, notice: Notice) -> None:
        """Show a notice; one that says the same already, or has the same key, goes first."""
        for old in list(self._cards):  # a copy: `_drop_card` changes the list
            if old.notice.key == notice.key if notice.key else old.notice.sentence == notice.sentence:
                self._drop_card(old)
        card = NoticeCard(notice, self)
        card.closed.connect(self._drop_card)
        self._cards.insert(0, card)
        while len(self._cards) > MOST_SHOWN:
            infos = [one for one in self._cards[1:] if one.notice.kind == "info"]  # never the one that was just put in
            self._drop_card((infos or self._cards)[-1])
        self.show()
        self.raise_()
        self.place()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(card, card.accessibleName()))  # it has no focus
        self.changed.emit(len(self._cards))

    def close_key(self, key: str) -> None:
        """Take away the notice with this key, if it is shown."""
        for card in [one for one in self._cards if one.notice.key == key]:
            self._drop_card(card)

    def close_newest(self) -> None:
        """Take away the newest notice."""
        if self._cards:
            self._cards[0].close_notice()

    def list_shown(self) -> tuple[Notice, ...]:
        """Return the notices that are shown, newest first."""
        return tuple(card.notice for card in self._cards)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.place()
        return False

    def _drop_card(self, card: NoticeCard) -> None:
        if card not in self._cards:
            return
        self._cards.remove(card)
        card.hide()
        card.deleteLater()  # not at once: a button on it may have called this
        self.setVisible(bool(self._cards))
        self.place()
        self.changed.emit(len(self._cards))

    def place(self) -> None:
        """Lay them out in the room that there is now."""
        host = self.parentWidget()
        if host is None or not self._cards:
            return
        room = self._room() if self._room is not None else host.rect()
        width = max(120, min(WIDEST, room.width() - 24))
        top = 0
        for card in self._cards:
            height = card.fit(width)
            if top and top + height > room.height() - 2 * SPACING:
                card.hide()  # On a low stage the newest comes first; the others show when it goes
                continue
            card.setGeometry(0, top, width, height)
            card.show()
            top += height + SPACING
        tall = max(0, top - SPACING)
        place = room.bottom() + 1 - tall - 2 * SPACING if self._low else room.top() + SPACING + 2
        self.setGeometry(room.left() + (room.width() - width) // 2, place, width, tall)
