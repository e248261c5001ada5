"""What the palette offers and the help page lists."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QKeySequence, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyleOptionViewItem

from desktop.library.figures import RunFigure
from desktop.shell.action_table import BY_ID, MENUS, SUBMENUS
from desktop.shell.actions import missing_for, translated
from desktop.widgets.figure_model import FIGURE_ROLE, AnyIndex, FigureModel
from desktop.widgets.icons import paint_icon
from desktop.widgets.rows import RowDelegate
from desktop.widgets.theme import font
from desktop.widgets.windowed.text import span

_NATIVE = QKeySequence.SequenceFormat.NativeText


@dataclass(frozen=True, slots=True)
class Entry:
    """A row: an action, a run or a heading. `why_not` says why it cannot be used now; `marked` are matched letters."""

    kind: Literal["action", "run", "heading"]
    id: str
    title: str
    detail: str = ""
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    why_not: str = ""
    marked: tuple[int, ...] = ()
    place: str = ""


def action_entries(offered: Container[str], conditions: frozenset[str] | None = None) -> tuple[Entry, ...]:
    """The actions of the table whose ids are offered, in its order.

    With `conditions`, those that cannot be used now say why; without, none does.
    """
    menus = {menu.id: menu.title for menu in MENUS}
    made = []
    for action in BY_ID.values():
        if action.id not in offered:
            continue
        under = f"{translated(SUBMENUS[action.menu])}: " if action.menu in SUBMENUS else ""
        keys = tuple(QKeySequence(key).toString(_NATIVE) for key in action.shortcuts)
        why_not = "" if conditions is None else missing_for(action, conditions)
        place = translated(menus.get(action.menu.partition("/")[0], "")).replace("&", "")
        title, tip = under + translated(action.title), translated(action.tip)
        made.append(Entry("action", action.id, title, tip, keys, action.icon, why_not, place=place))
    return tuple(made)


def run_entries(runs: Iterable[RunFigure]) -> tuple[Entry, ...]:
    """The runs, as something to open."""
    opened = QCoreApplication.translate("Palette", "Open this run · {0}")
    titles = ((run, f"{run.title} · {run.topic}" if run.topic else run.title) for run in runs)
    return tuple(Entry("run", run.id, title, opened.format(run.date), icon="ph.chats-circle") for run, title in titles)


class EntriesModel(FigureModel[Entry]):
    """Entries as rows; headings cannot be selected."""

    def identity(self, figure: Entry) -> object:
        return figure.kind, figure.id

    def text(self, figure: Entry) -> str:
        return ", ".join(part for part in (figure.title, *figure.shortcuts, figure.detail, figure.why_not) if part)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        heading = (figure := self.figure(index.row())) is not None and figure.kind == "heading"
        return Qt.ItemFlag.ItemIsEnabled if heading else super().flags(index)


class EntryDelegate(RowDelegate):
    """Icon, title with the matched letters in bold, what it does, and its keys as little caps."""

    row_height = 44

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """A heading stands upon nothing."""
        entry = index.data(FIGURE_ROLE)
        if not isinstance(entry, Entry) or entry.kind != "heading":
            super().paint(painter, option, index)
            return
        painter.save()
        box = option.rect.adjusted(12, 0, -8, -round(4 * self.scale))
        painter.setFont(font(11, QFont.Weight.DemiBold, scale=self.scale))
        painter.setPen(self.theme.colour("secondary"))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignBottom), entry.title.upper())
        painter.restore()

    def draw(self, painter: QPainter, box: QRect, entry: Entry) -> None:
        theme, scale = self.theme, self.scale
        off = bool(entry.why_not)
        sign = QRectF(box.left(), box.center().y() - 8 * scale, 17 * scale, 17 * scale)
        if entry.icon:
            paint_icon(painter, entry.icon, sign, theme.colour("faint" if off else "secondary"))
        right = self._paint_keys(painter, box, entry.shortcuts[:2])
        left = box.left() + round(28 * scale)
        lines = QRect(left, box.top() + round(4 * scale), right - left - 10, round(18 * scale))
        below = entry.why_not or entry.detail
        if not below:
            lines.moveTop(box.center().y() - lines.height() // 2)
        self._write_title(painter, lines, entry, off)
        if below:
            face = font(11, scale=scale)
            self.write(painter, lines.translated(0, round(17 * scale)), below, theme.colour("secondary"), face)

    def _write_title(self, painter: QPainter, box: QRect, entry: Entry, off: bool) -> None:
        face = font(13, QFont.Weight.Medium, scale=self.scale)
        painter.setFont(face)
        shown = painter.fontMetrics().elidedText(entry.title, Qt.TextElideMode.ElideRight, box.width())
        layout = QTextLayout(shown, face)
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.Bold)
        bold.setForeground(self.theme.colour("accent"))
        layout.setFormats([span(place, 1, bold) for place in entry.marked if place < len(shown)])
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(10_000)
        layout.endLayout()
        painter.setPen(self.theme.colour("faint" if off else "text"))
        layout.draw(painter, QPointF(box.left(), box.top() + (box.height() - line.height()) / 2))

    def _paint_keys(self, painter: QPainter, box: QRect, shortcuts: tuple[str, ...]) -> int:
        painter.setFont(font(11, QFont.Weight.DemiBold, scale=self.scale))
        right = box.right()
        for shortcut in reversed(shortcuts):
            width = painter.fontMetrics().horizontalAdvance(shortcut) + round(14 * self.scale)
            height = round(20 * self.scale)
            cap = QRectF(right - width, box.center().y() - height / 2 + 0.5, width, height)
            painter.setPen(self.theme.colour("border"))
            painter.setBrush(self.theme.colour("surface"))
            painter.drawRoundedRect(cap, 5, 5)
            painter.setPen(self.theme.colour("secondary"))
            painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, shortcut)
            right -= width + 6
        return right
