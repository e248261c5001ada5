"""Looking through a member's eyes: the button that says whose, and what they remember."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup, QFont, QIcon, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QMenu, QScrollArea, QSizePolicy, QToolButton, QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.plain import literal, tooltip
from parley.desktop.widgets.themed import Themed

if TYPE_CHECKING:
    from parley.core.log.behaviour import Remembered
    from parley.core.perspective.lens import Lens

MOST = 120
"""Memories that are shown, the newest of them."""


class LensButton(Themed, QToolButton):
    """A menu of all members, and of nobody in particular. Signals: `chosen(id)`, "" for everybody's view."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setCheckable(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAccessibleDescription(self.tr("Read the run as one member lived it"))
        self._members: tuple[MemberFigure, ...] = ()
        self._member = ""
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self._name_it()

    def set_members(self, members: Sequence[MemberFigure]) -> None:
        """Offer these members."""
        self._members = tuple(members)
        self._name_it()

    def show_member(self, member: str) -> None:
        """Say through whose eyes the run is seen; "": through nobody's."""
        self._member = member
        self._name_it()

    def open_menu(self) -> None:
        """Open the menu, with the keyboard on the one that is chosen."""
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _name_it(self) -> None:
        name = next((each.name for each in self._members if each.id == self._member), "")
        self.setChecked(bool(name))
        short = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, 90)
        self.setText(self.tr("As {name}").format(name=literal(short)) if name else self.tr("See as"))
        tip = self.tr("The run as {name} lived it").format(name=name) if name else self.accessibleDescription()
        self.setToolTip(tooltip(tip))
        self.setAccessibleName(tip)

    def _fill(self) -> None:
        self._menu.clear()
        look, group = Look(self.font()), QActionGroup(self._menu)
        everybody = self._menu.addAction(self.tr("Everybody"))
        everybody.setData("")
        self._menu.addSeparator()
        actions = [everybody]
        for each in self._members:
            face = QIcon(look.avatar(each, "", self.devicePixelRatioF()))
            action = self._menu.addAction(face, literal(each.name))
            action.setData(each.id)
            actions.append(action)
        for action in actions:
            action.setCheckable(True)
            action.setChecked(action.data() == self._member)
            group.addAction(action)
            if action.isChecked():
                self._menu.setActiveAction(action)
        group.triggered.connect(lambda action: self.chosen.emit(str(action.data())))


class MemoryEntry(QFrame):
    """A memory: its kind and turn above its words. Where it is of a turn, a click or Enter goes there.

    Signals: `turn_chosen(number)`.
    """

    turn_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("memoryEntry")
        self._turn = 0
        self.kind = Note(role="accent", size=11, weight=QFont.Weight.DemiBold)
        self.text = Note(size=12)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        upright(self.kind, self.text, within=self, margins=(6, 3, 6, 4), spacing=1)

    def show_memory(self, kind: str, text: str, turn: int) -> None:
        """Show a memory; `turn` 0: it is of none."""
        self._turn = turn
        number = self.tr("turn {number}").format(number=self.locale().toString(turn)) if turn else ""
        self.kind.setText(literal(" · ".join(part for part in (kind, number) if part)))
        self.text.setText(text)
        self.setAccessibleName(f"{kind}: {text}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if turn else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if turn else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._turn and event.button() == Qt.MouseButton.LeftButton:
            self.turn_chosen.emit(self._turn)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._turn and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.turn_chosen.emit(self._turn)
        else:
            super().keyPressEvent(event)


class MemoriesPane(Themed, QFrame):
    """What a member remembers at the shown turn, the newest first; above it what stands for what they are sent no more.

    Signals: `turn_chosen(number)`, `left()` when somebody goes back to everybody's view, `folded()` when it was folded
    or unfolded.
    """

    turn_chosen = Signal(int)
    left = Signal()
    folded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("memoriesPane")
        self._shown: object = None
        self._low = False
        self.head = ElidedLabel()
        self.fold = QToolButton(autoRaise=True)
        self.fold.setAccessibleName(self.tr("Fold or unfold the memories"))
        self.fold.setToolTip(self.tr("Fold or unfold the memories"))
        self.fold.clicked.connect(self._turn)
        self.leave = QToolButton(autoRaise=True)
        self.leave.setAccessibleName(self.tr("Back to everybody's view"))
        self.leave.setToolTip(self.tr("Back to everybody's view"))
        self.leave.clicked.connect(self.left)
        self.empty = Note(role="secondary", size=12)
        self.empty.setWordWrap(True)
        self.entries: list[MemoryEntry] = []
        body = QWidget()
        body.setObjectName("memoriesBody")
        body.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._column = upright(self.empty, STRETCH, within=body, margins=(8, 0, 8, 8), spacing=2)
        self.area = QScrollArea(widgetResizable=True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(body)
        self.area.viewport().setAutoFillBackground(False)
        top = across(self.fold, (self.head, 1), self.leave, margins=(8, 4, 8, 2), spacing=4)
        upright(top, (self.area, 1), within=self, margins=0, spacing=0)
        self._restyle()

    def set_beside(self, beside: bool) -> None:
        """They stand beside the lines: there is nothing to fold."""
        self.fold.setVisible(not beside)
        if beside:
            self._unfold(True)

    def set_low(self, low: bool) -> None:
        """Fold them where there is little room, and unfold them where there is again."""
        if low != self._low:
            self._low = low
            self._unfold(not low)

    def _turn(self) -> None:
        self._unfold(self.area.isHidden())

    def _unfold(self, unfolded: bool) -> None:
        self.area.setVisible(unfolded)
        self._bound()
        self.folded.emit()

    def _bound(self) -> None:
        """Folded, they are as high as their head; else at least as high as two of them."""
        head = max(self.head.sizeHint().height(), self.leave.sizeHint().height()) + 8
        folded = self.area.isHidden()
        self.setMinimumSize(120, head if folded else head + round(44 * self.scale))
        self.setMaximumHeight(head if folded else 16_777_215)
        arrow = "ph.caret-right" if folded else "ph.caret-down"
        self.fold.setIcon(icon(arrow, self.theme.colour("secondary"), sizes=(14,)))

    def _restyle(self) -> None:
        self.leave.setIcon(icon("ph.x", self.theme.colour("secondary"), sizes=(14,)))
        self._bound()
        self.head.setFont(self.letters(12, QFont.Weight.DemiBold))

    def show_lens(self, lens: Lens) -> None:
        """Show what is remembered; nothing is done where that is what is shown."""
        memories, summary = lens.memories, lens.summary
        if (lens.name, memories, summary) == self._shown:
            return
        self._shown = lens.name, memories, summary
        count = self.locale().toString(len(memories))
        told = self.tr("What {name} remembers").format(name=lens.name)
        self.head.set_whole(f"{told} · {count}" if memories else told)
        self.empty.setText(self.tr("Nothing yet."))
        self.empty.setVisible(not memories and not summary)
        rows = [self._row(each) for each in reversed(memories[-MOST:])]
        if summary:
            rows.insert(0, (self.tr("In place of what they are sent no more"), summary, 0))
        while len(self.entries) < len(rows):
            entry = MemoryEntry()
            entry.turn_chosen.connect(self.turn_chosen)
            self.entries.append(entry)
            self._column.insertWidget(self._column.count() - 1, entry)
        for at, entry in enumerate(self.entries):
            entry.setVisible(at < len(rows))
            if at < len(rows):
                entry.show_memory(*rows[at])
        self.area.verticalScrollBar().setValue(0)

    def _row(self, memory: Remembered) -> tuple[str, str, int]:
        return labelled(memory.table, memory.kind), memory.text, memory.turn
