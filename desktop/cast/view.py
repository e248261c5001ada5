"""The cast of the run that is shown: who they are and how much of the talk is theirs."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from parley.desktop.library.model import MembersModel
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.parts import build_popup_menu
from parley.desktop.widgets.rows import LEAST_WIDTH, ListView, RowDelegate
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

BAR_HEIGHT = 3


class MemberDelegate(RowDelegate):
    """A member: avatar, name and role, their share of all words as a number and as a bar under both."""

    row_height = 50

    def draw(self, painter: QPainter, box: QRect, member: MemberFigure) -> None:
        theme, scale = self.theme, self.scale
        radius = 12.5 * scale
        paint_avatar(painter, QPointF(box.left() + radius - 4, box.center().y() + 0.5), radius, member, theme)
        left = box.left() + round(2 * radius + 5 * scale)
        first = QRect(left, box.top() + round(4 * scale), box.right() - left, round(18 * scale))
        share = f"{member.share:.0%}".replace("%", " %") if member.words else "–"
        small = font(11, scale=scale)
        wide = self.write(painter, first, share, theme.colour("secondary"), small, right=True)
        name = font(13, QFont.Weight.DemiBold, scale=scale)
        called = first.adjusted(0, 0, -wide - round(8 * scale), 0)
        tone = theme.colour("faint" if member.muted else "text")
        # Names that begin alike are told apart by their ends.
        self.write(painter, called, member.name, tone, name, elide=Qt.TextElideMode.ElideMiddle)
        about = self.tr("muted · {0}").format(member.role) if member.muted else member.role
        second = first.translated(0, round(17 * scale))
        self.write(painter, second, about or member.voice, theme.colour("secondary"), small)
        groove = QRectF(left, second.bottom() + 3 * scale, second.width(), BAR_HEIGHT)
        self.draw_bar(painter, groove, member.share, theme.member(member.colour), 4.0)


class CastView(ListView):
    """The list itself. Signals: `row_double_clicked(int)`, so that a double click does not choose twice."""

    row_double_clicked = Signal(int)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.row_double_clicked.emit(index.row())


class CastList(Themed, QWidget):
    """The cast.

    Signals: `member_chosen(id)`; `intent(name, id)` with "give_floor", "whisper", "mute", "unmute", "change_voice",
    "speak_as", "talk_member", "open_member". Attributes: `untalkable`, why there is no talk with a member, by id.
    """

    member_chosen = Signal(str)
    intent = Signal(str, object)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Cast"))
        self.untalkable: Mapping[str, str] = {}
        self._members = MembersModel(self)
        self.view = CastView(self._members, MemberDelegate, self.tr("Members"))
        self.view.opened.connect(self._choose_member)
        self.view.menu_wanted.connect(self._show_menu)
        self.view.row_double_clicked.connect(lambda row: self._intend("open_member", row))
        self._empty = QLabel(self.tr("The members of a run stand here, with their share of the talk."))
        self._empty.setProperty("role", "secondary")
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._empty.setContentsMargins(4, 4, 4, 4)
        vbox((self._empty, 1), (self.view, 1), within=self, margins=(8, 0, 8, 8))
        self.view.hide()
        self._apply_theme()

    def show_figure(self, members: tuple[MemberFigure, ...]) -> None:
        """Show the members in the order of the cast."""
        before = self._members.rowCount()
        self._members.show(members)
        if before != len(members):  # shares change at every turn, and show neither
            self.view.setVisible(bool(members))
            self._empty.setVisible(not members)
            self.caption_changed.emit(self.caption())

    def caption(self) -> str:
        """Return how many there are."""
        count = self._members.rowCount()
        return self.tr("{0} members").format(count) if count > 1 else ""

    def select_member(self, member: str) -> None:
        """Mark a member, or none where the id is empty."""
        row = self._members.row_of(member)
        if row < 0:
            self.view.clearSelection()  # leaves the current row as it is
        elif row != self.view.currentIndex().row() or not self.view.selectionModel().hasSelection():
            self.view.setCurrentIndex(self._members.index(row))

    def _apply_theme(self) -> None:
        self.setMinimumWidth(round(LEAST_WIDTH * self.scale))

    def menu_for(self, row: int) -> QMenu:
        """Return the context menu of a member."""
        member = self._members.figure(row)
        muted = member is not None and member.muted
        menu = build_popup_menu(self)
        menu.setToolTipsVisible(True)  # menus show none by default; these say why one is disabled
        for name, title in (
            ("give_floor", self.tr("Give the floor")),
            ("whisper", self.tr("Whisper…")),
            ("speak_as", self.tr("Speak as this member…")),
            ("unmute", self.tr("Bring back")) if muted else ("mute", self.tr("Mute")),
            ("change_voice", self.tr("Change the voice…")),
            ("talk_member", self.tr("Talk with this member…")),
            ("open_member", self.tr("About this member")),
        ):
            action = menu.addAction(title)
            action.setObjectName(name)
            action.triggered.connect(lambda _checked=False, name=name: self._intend(name, row))
            if name == "talk_member" and member is not None and (why := self.untalkable.get(member.id)):
                action.setEnabled(False)
                action.setToolTip(why)
        return menu

    def _choose_member(self, row: int) -> None:
        member = self._members.figure(row)
        if member is not None:
            self.member_chosen.emit(member.id)

    def _intend(self, name: str, row: int) -> None:
        member = self._members.figure(row)
        if member is not None:
            self.intent.emit(name, member.id)

    def popup_for(self, member: str, place: QPoint) -> None:
        """Open a member's menu at a place of the screen."""
        row = self._members.row_of(member)
        if row >= 0:
            self._show_menu(row, place)

    def _show_menu(self, row: int, place: QPoint) -> None:
        # Marked first, so that keys pressed from here on are for the same member.
        self._choose_member(row)
        self.menu_for(row).popup(place)
