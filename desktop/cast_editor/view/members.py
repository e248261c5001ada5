"""The left side of the editor: the cast itself, and its members in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRect, QRectF, Signal
from PySide6.QtGui import QFont, QKeySequence, QPainter
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from parley.desktop.cast_editor.draft import CAST, CastDraft
from parley.desktop.cast_editor.model import Fault
from parley.desktop.cast_editor.view.page import get_figure_of
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.figure_model import FigureModel
from parley.desktop.widgets.icons import icon, paint_icon
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.rows import ListView, RowDelegate
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed


@dataclass(frozen=True, slots=True)
class Entry:
    """A row: the cast (`CAST`) or a member, and how much is wrong there."""

    key: int
    name: str
    about: str
    member: MemberFigure | None = None
    faults: int = 0
    warnings: int = 0


class EntriesModel(FigureModel[Entry]):
    """The cast and its members."""

    def get_identity(self, figure: Entry) -> object:
        """Return the key."""
        return figure.key

    def text(self, figure: Entry) -> str:
        """Return name, role, and how much is wrong."""
        said = f"{figure.name}, {figure.about}" if figure.about else figure.name
        return said + (self.tr(", {0} to put right").format(figure.faults) if figure.faults else "")


class EntryDelegate(RowDelegate):
    """Avatar, name and role; a sign where something does not fit."""

    row_height = 46

    def draw(self, painter: QPainter, box: QRect, entry: Entry) -> None:
        theme, scale = self.theme, self.scale
        radius = 12.5 * scale
        centre = QPointF(box.left() + radius - 4, box.center().y() + 0.5)
        if entry.member is not None:
            paint_avatar(painter, centre, radius, entry.member, theme)
        else:
            half = QPointF(radius - 2, radius - 2)
            paint_icon(painter, "ph.users-three", QRectF(centre - half, centre + half), theme.colour("secondary"))
        left, right = box.left() + round(2 * radius + 5 * scale), box.right()
        if entry.faults or entry.warnings:
            side = 15 * scale
            sign = QRectF(right - side, box.center().y() - side / 2, side, side)
            name, colour = ("ph.warning-circle-fill", "bad") if entry.faults else ("ph.warning", "secondary")
            paint_icon(painter, name, sign, theme.colour(colour))
            right = round(sign.left()) - 4
        first = QRect(left, box.top(), right - left, box.height())
        if entry.about:
            first = QRect(left, box.top() + round(4 * scale), right - left, round(18 * scale))
        self.write(painter, first, entry.name, theme.colour("text"), font(13, QFont.Weight.DemiBold, scale=scale))
        second = first.translated(0, round(17 * scale))
        self.write(painter, second, entry.about, theme.colour("secondary"), font(11, scale=scale))


class MembersPane(Themed, QWidget):
    """The list and what can be done with it.

    Signals: `chosen(key)`; `wanted(what)` with "add", "duplicate", "remove", "up", "down", "import", "export".
    """

    chosen = Signal(int)
    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._showing = False  # True while the program, not the user, sets the current row
        self.model = EntriesModel(self)
        self.view = ListView(self.model, EntryDelegate, self.tr("Cast and members"))
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.delete_wanted.connect(lambda _row: self.wanted.emit("remove"))
        self.add = QPushButton(self.tr("Add member"), autoDefault=False)
        self.add.clicked.connect(lambda: self.wanted.emit("add"))
        self.tools: dict[str, QToolButton] = {}
        self._pictures: dict[str, str] = {}
        for what, title, picture, key in (
            ("duplicate", self.tr("Duplicate this member"), "ph.copy", "Ctrl+D"),
            ("remove", self.tr("Remove this member"), "ph.trash", "Ctrl+Backspace"),
            ("up", self.tr("Move up"), "ph.arrow-up", "Alt+Up"),
            ("down", self.tr("Move down"), "ph.arrow-down", "Alt+Down"),
            ("import", self.tr("Import a persona or a character card"), "ph.download-simple", "Ctrl+Shift+I"),
            ("export", self.tr("Export as a persona or a character card"), "ph.upload-simple", "Ctrl+Shift+E"),
        ):
            button, keys = QToolButton(), QKeySequence(key)
            button.setAccessibleName(title)
            button.setToolTip(f"{title} ({keys.toString(QKeySequence.SequenceFormat.NativeText)})")
            button.setShortcut(keys)
            button.clicked.connect(lambda _checked=False, what=what: self.wanted.emit(what))
            self.tools[what], self._pictures[what] = button, picture
        row = hbox(*self.tools.values(), STRETCH, spacing=2)
        vbox((self.view, 1), self.add, row, within=self, margins=0, spacing=8)
        self.setMinimumWidth(196)
        self._apply_theme()

    def _apply_theme(self) -> None:
        text, faint = self.theme.colour("text"), self.theme.colour("faint")
        self.add.setIcon(icon("ph.plus", text))
        for what, picture in self._pictures.items():
            self.tools[what].setIcon(icon(picture, text, faint))

    def show_draft(self, draft: CastDraft, faults: Sequence[Fault], key: int) -> None:
        """Show who is in it and what is wrong where, `key` being shown at the right."""
        people = self.tr("one member") if len(draft.members) == 1 else self.tr("{0} members")
        name = draft.values["name"].strip() or self.tr("The cast")
        rows: list[tuple[int, str, str, MemberFigure | None]] = [(CAST, name, people.format(len(draft.members)), None)]
        rows += [(each.key, each.name, each.values["role"].strip(), get_figure_of(each)) for each in draft.members]
        wrong = [fault.key for fault in faults if not fault.warning]
        warned = [fault.key for fault in faults if fault.warning]
        self._showing = True
        self.model.show([Entry(*row, wrong.count(row[0]), warned.count(row[0])) for row in rows])
        row = self.model.row_of(key)
        if row >= 0 and row != self.view.currentIndex().row():  # the same row would be scrolled to again
            self.view.setCurrentIndex(self.model.index(row))
        self._showing = False
        place, last = draft.find_row(key), len(draft.members) - 1
        for what in ("duplicate", "remove", "export"):
            self.tools[what].setEnabled(place >= 0)  # the cast's own row is no member's
        self.tools["up"].setEnabled(place > 0)
        self.tools["down"].setEnabled(0 <= place < last)

    def find_face(self, at: QPoint) -> int:
        """Return the key of the member in whose row a place of the screen is; that of the cast where it is in none."""
        index = self.view.indexAt(self.view.viewport().mapFromGlobal(at))
        entry = self.model.figure(index.row()) if index.isValid() else None
        return entry.key if entry is not None else CAST

    def _on_current(self, index: QModelIndex) -> None:
        entry = self.model.figure(index.row())
        if entry is not None and not self._showing:
            self.chosen.emit(entry.key)
