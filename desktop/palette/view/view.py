"""The palette: what it offers, how well a few typed letters fit, and a card over the window with a field and a list."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QStyleOptionViewItem, QWidget

from parley.desktop.library.figures import RunFigure, when
from parley.desktop.shell.action_table import BY_ID, MENUS, SUBMENUS
from parley.desktop.shell.actions import missing_for, translate_text
from parley.desktop.widgets.figure_model import FIGURE_ROLE, AnyIndex, FigureModel
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.rows import ListView, RowDelegate
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

_NATIVE = QKeySequence.SequenceFormat.NativeText


@dataclass(frozen=True, slots=True)
class Entry:
    """A row: an action, a run or a heading. `why_not` says why it cannot be used now.

    `source` are title and detail in English, by which it is found too, where the interface speaks another language.
    """

    kind: Literal["action", "run", "heading"]
    id: str
    title: str
    detail: str = ""
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    why_not: str = ""
    place: str = ""
    source: tuple[str, str] = ("", "")


def action_entries(offered: Container[str], conditions: frozenset[str] | None = None) -> tuple[Entry, ...]:
    """Return the actions of the table whose ids are offered, in its order.

    With `conditions`, those that cannot be used now say why; without, none does.
    """
    menus = {menu.id: menu.title for menu in MENUS}
    made = []
    for action in BY_ID.values():
        if action.id not in offered:
            continue
        under = f"{translate_text(SUBMENUS[action.menu])}: " if action.menu in SUBMENUS else ""
        keys = tuple(QKeySequence(key).toString(_NATIVE) for key in action.shortcuts)
        why_not = "" if conditions is None else missing_for(action, conditions)
        place = translate_text(menus.get(action.menu.partition("/")[0], "")).replace("&", "")
        title, tip = under + translate_text(action.title), translate_text(action.tip)
        other = (f"{SUBMENUS[action.menu]}: " if under else "") + action.title
        source = (other, action.tip) if other != title else ("", "")
        made.append(Entry("action", action.id, title, tip, keys, action.icon, why_not, place=place, source=source))
    return tuple(made)


def run_entries(runs: Iterable[RunFigure]) -> tuple[Entry, ...]:
    """Return the runs, as something to open."""
    opened = QCoreApplication.translate("Palette", "Open this run · {0}")
    titles = ((run, f"{run.title} · {run.topic}" if run.topic else run.title) for run in runs)
    return tuple(
        Entry("run", run.id, title, opened.format(when(run.touched)), icon="ph.chats-circle") for run, title in titles
    )


class EntriesModel(FigureModel[Entry]):
    """Entries as rows; headings cannot be selected."""

    def get_identity(self, figure: Entry) -> object:
        return figure.kind, figure.id

    def text(self, figure: Entry) -> str:
        return ", ".join(part for part in (figure.title, *figure.shortcuts, figure.detail, figure.why_not) if part)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        heading = (figure := self.figure(index.row())) is not None and figure.kind == "heading"
        return Qt.ItemFlag.ItemIsEnabled if heading else super().flags(index)


class EntryDelegate(RowDelegate):
    """Icon, title, what it does, and its keys as little caps."""

    row_height = 44

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint an entry; a heading has no background."""
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
        title = font(13, QFont.Weight.Medium, scale=scale)
        self.write(painter, lines, entry.title, theme.colour("faint" if off else "text"), title)
        if below:
            face = font(11, scale=scale)
            self.write(painter, lines.translated(0, round(17 * scale)), below, theme.colour("secondary"), face)

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


WORTH = 8.0, 6.0, 5.0, 3.0, 1.0
"""Of each letter: at the text's beginning, at the start of words, as their first letters, within one, anywhere."""


def score_match(typed: str, text: str) -> float | None:
    """Return how well the typed letters fit `text`, None where they do not occur in this order.

    Of two texts that they fit as well the shorter one is meant. Spaces in `typed` may be left out.
    """
    words = typed.casefold().split()
    if not words:
        return 0.0
    letters, plain = "".join(words), text.casefold()
    found = re.findall(r"\w+", plain)
    fits = (
        plain.startswith(" ".join(words)),
        _occur_in_order(words, found),
        _occur_in_order(letters, found),  # "nr" for "New run"
        " ".join(words) in plain,
        _occur_in_order(letters, plain),
    )
    return next((worth * len(letters) - len(text) * 0.01 for worth, fit in zip(WORTH, fits, strict=True) if fit), None)


def _occur_in_order(parts: Iterable[str], among: Iterable[str]) -> bool:
    """Return whether something begins with each of the parts, one after the other."""
    left = iter(among)
    return all(any(each.startswith(part) for each in left) for part in parts)  # one iterator: never goes back


MOST_SHOWN = 200
ROWS_IN_SIGHT = 9
OFF_PENALTY = 6.0
"""What an entry loses that cannot be used now, so that it stands below what can."""


def rank_entries(entries: Iterable[Entry], typed: str) -> list[Entry]:
    """Return the entries that fit, best first; all, in their order, where nothing is typed."""
    found: list[tuple[float, int, Entry]] = []
    for number, entry in enumerate(entries):
        fits, words = score_match(typed, entry.title), typed.casefold().strip()
        english = score_match(typed, entry.source[0]) if words and entry.source[0] else None
        if english is not None and (fits is None or english > fits):
            # What was found has to be seen.
            fits, entry = english, replace(entry, detail=f"{entry.source[0]} · {entry.detail}".rstrip(" ·"))
        details = (entry.detail, entry.source[1])
        if fits is None and len(words) > 2 and any(words in detail.casefold() for detail in details):
            other = score_match(typed, " ".join((entry.place, *details)))
            fits = other / 4 if other is not None else None  # below all whose titles fit
        if fits is not None:
            score = fits - OFF_PENALTY * bool(entry.why_not)
            rank = -score if words else float(bool(entry.why_not))  # nothing typed: what cannot be used comes last
            found.append((rank, number, entry))
    return [entry for _, _, entry in sorted(found)[:MOST_SHOWN]]  # numbers differ: no entries are compared


class Palette(Themed, QFrame):
    """The palette. It lies over `window` and goes with Esc, a choice, or a click elsewhere.

    Signals: `action_chosen(id)`, `run_chosen(run)`, `closed()`.
    """

    action_chosen = Signal(str)
    run_chosen = Signal(str)
    closed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("card", True)
        self.setAccessibleName(self.tr("All actions"))
        self._entries: tuple[Entry, ...] = ()
        self._before: QWidget | None = None
        self._model = EntriesModel(self)
        self.field = QLineEdit(placeholderText=self.tr("What would you like to do? A few letters will do"))
        self.field.setAccessibleName(self.tr("Search actions and runs"))
        self.field.textChanged.connect(self._rank)
        self.field.installEventFilter(self)
        self.list = ListView(self._model, EntryDelegate, self.tr("Actions and runs"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the field has the keys, and moves in the list
        self.list.opened.connect(self._choose_entry)
        self._none = worded(self.tr("Nothing is called so."), "secondary", wrap=False)
        self._none.setContentsMargins(8, 8, 8, 10)
        vbox(self.field, (self.list, 1), self._none, within=self, margins=8, spacing=6)
        window.installEventFilter(self)
        self.hide()

    def open_with(self, entries: Iterable[Entry]) -> None:
        """Show the palette with these entries and an empty field."""
        self._entries = tuple(entries)
        if not self.isVisible():
            self._before = QApplication.focusWidget()  # else the palette itself has the focus
        self.field.clear()
        self._rank("")
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_palette(self) -> None:
        """Hide it, and give the focus back to where it was."""
        if self.isVisible():
            self.hide()
            if self._before is not None and self._before.isVisible():
                self._before.setFocus(Qt.FocusReason.PopupFocusReason)
            self._before = None
            self.closed.emit()

    def list_shown(self) -> tuple[Entry, ...]:
        """Return the entries in sight, best first."""
        return self._model.list_figures()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with keys of the field; close the palette when the focus goes elsewhere."""
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._on_key(event)
        if watched is self.field and event.type() == QEvent.Type.FocusOut and self.isVisible():
            focused = QApplication.focusWidget()
            if focused is None or not self.isAncestorOf(focused):  # a click on a row takes no focus; one elsewhere does
                self._before = None  # the focus has gone where somebody clicked
                self.close_palette()
        elif watched is self.parentWidget() and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place_palette()
        return False

    def _on_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        if key == Qt.Key.Key_Escape:
            self.close_palette()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose_entry(self.list.currentIndex().row())
        elif key in moves and self._model.rowCount():
            step, count = moves[Qt.Key(key)], self._model.rowCount()
            row = self.list.currentIndex().row() + step
            row = row % count if abs(step) == 1 else max(0, min(count - 1, row))  # only single steps wrap round
            self.list.setCurrentIndex(self._model.index(row))
        else:
            return False
        return True

    def _rank(self, typed: str) -> None:
        self._model.show(rank_entries(self._entries, typed))
        count = self._model.rowCount()
        self.list.setVisible(count > 0)
        self._none.setVisible(count == 0)
        self.list.setCurrentIndex(self._model.index(0))
        self.list.scrollToTop()
        self._place_palette()

    def _place_palette(self) -> None:
        window = self.parentWidget()
        if window is None:
            return
        width = min(round(620 * self.scale), window.width() - 40)
        rows = max(1, min(ROWS_IN_SIGHT, self._model.rowCount()))
        height = min(round((rows * EntryDelegate.row_height + 58) * self.scale), window.height() - 90)
        self.setGeometry((window.width() - width) // 2, min(72, window.height() // 10), width, height)

    def _choose_entry(self, row: int) -> None:
        entry = self._model.figure(row)
        if entry is None or entry.why_not:
            return
        self.close_palette()
        (self.run_chosen if entry.kind == "run" else self.action_chosen).emit(entry.id)
