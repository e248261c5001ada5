"""The library's widget, and how a run and a found line are painted in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QWidget

from desktop.library.figures import RunFigure
from desktop.library.model import HitsModel, RunsModel, matching
from desktop.widgets.counts import turns_told
from desktop.widgets.icons import icon, paint_icon
from desktop.widgets.layouts import upright
from desktop.widgets.parts import worded
from desktop.widgets.rows import LEAST_WIDTH, ListView, RowDelegate
from desktop.widgets.theme import font
from desktop.widgets.themed import Themed

if TYPE_CHECKING:
    from core.log.sql.queries import Hit

INDENT = 16


class RunDelegate(RowDelegate):
    """A run: title and topic, its turns or where it stands; a fork is indented and says where it left its parent."""

    def draw(self, painter: QPainter, box: QRect, run: RunFigure) -> None:
        theme, scale = self.theme, self.scale
        first = QRect(box.left(), box.top() + round(5 * scale), box.width(), round(19 * scale))
        second = first.translated(0, round(19 * scale))
        indent = min(run.depth, 4) * round(INDENT * scale)
        if run.depth:
            sign = QRect(box.left() + indent - round(15 * scale), first.top() + 3, round(13 * scale), round(13 * scale))
            paint_icon(painter, "ph.arrow-elbow-down-right", sign.toRectF(), theme.colour("faint"))
            first.setLeft(first.left() + indent)
            second.setLeft(second.left() + indent)
        word, colour = self._state(run)
        small = font(11, QFont.Weight.DemiBold if run.live else QFont.Weight.Medium, scale=scale)
        width = self.write(painter, first, word, colour, small, right=True)
        if run.live and run.status == "playing":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QRect(first.right() - width - 10, first.center().y() - 2, 6, 6))
            width += 10
        face = font(13, QFont.Weight.DemiBold, scale=scale)
        self.write(painter, first.adjusted(0, 0, -width - 8, 0), run.title, theme.colour("text"), face)
        self.write(painter, second, self._about(run), theme.colour("secondary"), font(12, scale=scale))

    def _state(self, run: RunFigure) -> tuple[str, QColor]:
        if run.live and run.status == "playing":
            return self.tr("live"), self.theme.colour("accent")
        if run.status in ("paused", "playing"):
            # What is not driven from here was cut short.
            return self.tr("paused"), self.theme.colour("secondary")
        if run.status == "broken":
            return self.tr("damaged"), self.theme.colour("bad")
        return turns_told(run.turns), self.theme.colour("faint")

    def _about(self, run: RunFigure) -> str:
        if run.parent:
            return self.tr("from turn {0} · {1}").format(run.parent_turn, run.topic or run.date)
        what = self.tr("Imported") if run.imported else run.kind
        if what and what != run.title:
            return f"{what} · {run.topic}" if run.topic else what
        return run.topic or run.date


class HitDelegate(RowDelegate):
    """A found line: who said it in which run, and the words with what matched on a highlighter's ground."""

    def draw(self, painter: QPainter, box: QRect, hit: Hit) -> None:
        theme, scale = self.theme, self.scale
        first = QRect(box.left(), box.top() + round(5 * scale), box.width(), round(19 * scale))
        number = font(11, QFont.Weight.Medium, scale=scale)
        where = self.tr("turn {0}").format(hit.turn)
        width = self.write(painter, first, where, theme.colour("faint"), number, right=True)
        name = font(12, QFont.Weight.DemiBold, scale=scale)
        who = f"{hit.name} · {hit.title}"
        self.write(painter, first.adjusted(0, 0, -width - 8, 0), who, theme.colour("text"), name)
        self._write_snippet(painter, first.translated(0, round(19 * scale)), hit.snippet)

    def _write_snippet(self, painter: QPainter, box: QRect, snippet: str) -> None:
        painter.setFont(font(12, scale=self.scale))
        metrics = painter.fontMetrics()
        painter.setClipRect(box)
        left = box.left()
        for number, piece in enumerate(lead_in(snippet).replace("\x02", "\x01").split("\x01")):
            room = max(0, box.right() - left)
            shown = metrics.elidedText(piece, Qt.TextElideMode.ElideRight, room)
            if not shown:
                # There is no room even for the dots.
                break
            width = metrics.horizontalAdvance(shown)
            if number % 2:
                painter.fillRect(QRect(left, box.top() + 1, width, box.height() - 2), self.theme.colour("highlight"))
            painter.setPen(self.theme.colour("text" if number % 2 else "secondary"))
            painter.drawText(left, box.top(), width + 2, box.height(), int(Qt.AlignmentFlag.AlignVCenter), shown)
            left += width


def lead_in(snippet: str) -> str:
    """The snippet on one line, starting a few words before the first match, which a narrow dock would else cut off."""
    flat = " ".join(snippet.split(" ")).replace("\n", " ")
    start = flat.find("\x01")
    if start <= 18:
        return flat
    cut = flat.rfind(" ", 0, start - 10)
    return "…" + flat[cut + 1 :] if cut > 0 else flat


SEARCH_PAUSE_MS = 250
SHORTEST_SEARCH = 2
QWIDGETSIZE_MAX = (1 << 24) - 1


class LibraryView(Themed, QWidget):
    """All runs and the search. An experiment's many runs are folded away unless somebody asks for them or searches.

    Signals: `run_opened(run)`, `hit_chosen(run, turn)`, `search_wanted(text)` when somebody stopped typing or pressed
    Enter, `intent(name, run)` with "export_run", "compare_run", "show_run_in_folder", "copy_run_id", "delete_run",
    "new_run".
    """

    run_opened = Signal(str)
    hit_chosen = Signal(str, int)
    search_wanted = Signal(str)
    intent = Signal(str, object)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Library"))
        self._all: tuple[RunFigure, ...] = ()
        self._told = False
        self._open_run = ""
        self._searched, self._more = "", False
        self._runs = RunsModel(self)
        self._hits = HitsModel(self)
        self.search = QLineEdit(placeholderText=self.tr("Search all transcripts"), clearButtonEnabled=True)
        self.search.setAccessibleName(self.tr("Search all transcripts"))
        self.search.textChanged.connect(self._on_text)
        self.search.returnPressed.connect(self._search_now)
        self.runs = ListView(self._runs, RunDelegate, self.tr("Runs"))
        self.runs.opened.connect(self._open)
        self.runs.menu_wanted.connect(lambda row, place: self.menu_for(row).popup(place))
        self.runs.delete_wanted.connect(lambda row: self._intend("delete_run", row))
        self.hits = ListView(self._hits, HitDelegate, self.tr("Lines found"))
        self.hits.opened.connect(self._open_hit)
        self.fold = QPushButton()
        self.fold.setProperty("quiet", True)
        self.fold.setCheckable(True)
        self.fold.setAccessibleName(self.tr("Show the runs of experiments"))
        self.fold.toggled.connect(lambda _shown: self._refresh())
        self._found, self._empty = worded(role="small"), worded(role="secondary")
        self._found.setContentsMargins(4, 4, 0, 0)
        self._empty.setContentsMargins(4, 4, 4, 4)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self, singleShot=True, interval=SEARCH_PAUSE_MS)
        self._timer.timeout.connect(self._search_now)
        parts = (self.search, self._empty, (self.runs, 1), self.fold, self._found, (self.hits, 1))
        self._column = upright(*parts, within=self, margins=(8, 3, 8, 8), spacing=6)
        self._glass = self.search.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition)
        self._restyle()
        self._refresh()

    def show_figure(self, runs: tuple[RunFigure, ...]) -> None:
        """Show the runs in this order; forks come right after their parent."""
        if runs != self._all or not self._told:
            self._all, self._told = runs, True
            self._refresh()
            self.caption_changed.emit(self.caption())

    def show_hits(self, text: str, hits: tuple[Hit, ...], more: bool = False) -> None:
        """Show what a search found, and whether there is more; an answer to a text that has changed is dropped."""
        if text != self.search.text().strip():
            return
        self._searched, self._more = text, more
        self._hits.show(hits)
        self._refresh()

    def search_again(self) -> None:
        """Ask for the lines once more where some are shown: there may be others by now."""
        text = self.search.text().strip()
        if text and text == self._searched:
            self.search_wanted.emit(text)

    def caption(self) -> str:
        if not self._all:
            return ""
        return self.tr("1 run") if len(self._all) == 1 else self.tr("{0} runs").format(len(self._all))

    def select_run(self, run: str) -> None:
        """Mark the run that is open in the window."""
        if run != self._open_run:
            self._open_run = run
            if any(figure.experiment for figure in self._all):
                self._refresh()
                return
        row = self._runs.row_of(run)
        if row < 0 and not self.runs.hasFocus():
            # Where a row goes, Qt marks its neighbour, which is not what is open.
            self.runs.setCurrentIndex(QModelIndex())
        elif row >= 0 and row != self.runs.currentIndex().row():
            self.runs.setCurrentIndex(self._runs.index(row))

    def focus_search(self) -> None:
        """Put the cursor into the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _restyle(self) -> None:
        self._glass.setIcon(icon("ph.magnifying-glass", self.theme.colour("faint")))
        self.setMinimumWidth(round(LEAST_WIDTH * self.scale))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc empties the search; Down goes from the field to the list."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            target = self.runs if self.runs.isVisible() else self.hits
            target.setFocus(Qt.FocusReason.TabFocusReason)
            if not target.currentIndex().isValid():
                target.setCurrentIndex(target.model().index(0, 0))
        else:
            super().keyPressEvent(event)

    def _on_text(self, text: str) -> None:
        self._refresh()
        if len(text.strip()) >= SHORTEST_SEARCH:
            self._timer.start()
        else:
            self._timer.stop()

    def _search_now(self) -> None:
        self._timer.stop()
        if text := self.search.text().strip():
            self.search_wanted.emit(text)

    def _refresh(self) -> None:
        text = self.search.text().strip()
        folded = not text and not self.fold.isChecked()
        unfolded = tuple(run for run in self._all if not run.experiment or run.live or run.id == self._open_run)
        self._runs.show(unfolded if folded else matching(self._all, text))
        studied = len(self._all) - len(unfolded)
        self.fold.setVisible(studied > 0 and not text)
        self.fold.setText(("▸ " if folded else "▾ ") + self.tr("Experiments: {0} runs").format(studied))
        self.select_run(self._open_run)
        if not text:
            self._searched = ""
            self._hits.show(())
        hits = self._hits.rowCount()
        self.runs.setVisible(self._runs.rowCount() > 0)
        # While searching, the runs take what they need and the found lines the rest.
        needed = self._runs.rowCount() * self.runs.sizeHintForRow(0) + 4
        self.runs.setMaximumHeight(needed if text and hits else QWIDGETSIZE_MAX)
        self.hits.setVisible(bool(text) and hits > 0)
        self._found.setVisible(bool(text) and self._searched == text)
        lines = self.tr("1 line found") if hits == 1 else self.tr("{0} lines found").format(hits)
        if self._more:
            lines = self.tr("More than {0} lines found; these fit best. Another word narrows the search.").format(hits)
        self._found.setText(lines if hits else self.tr("No line of any transcript holds this."))
        self._empty.setVisible(self._runs.rowCount() == 0 and not (text and hits))
        if not self._told:
            # Whether there are any is found out after the first paint.
            self._empty.setText(self.tr("Looking for your runs…"))
        elif not self._all:
            self._empty.setText(self.tr("No runs yet. Start one with New run (Ctrl+N); every run is kept here."))
        elif not text:
            self._empty.setText(self.tr("All runs here are those of experiments."))
        else:
            self._empty.setText(self.tr("No run is called so. Press Enter to search every line that was said."))
        none = not self.runs.isVisibleTo(self) and not self.hits.isVisibleTo(self)
        self._column.setStretchFactor(self._empty, 1 if none else 0)

    def _open(self, row: int) -> None:
        if (run := self._runs.figure(row)) is not None:
            self._open_run = run.id
            self.run_opened.emit(run.id)

    def _open_hit(self, row: int) -> None:
        if (hit := self._hits.figure(row)) is not None:
            self.hit_chosen.emit(hit.run, hit.turn)

    def _intend(self, name: str, row: int) -> None:
        if (run := self._runs.figure(row)) is not None:
            self.intent.emit(name, run.id)

    def menu_for(self, row: int) -> QMenu:
        """The context menu of a run."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        run = self._runs.figure(row)
        for name, title, able in (
            ("", self.tr("Open"), True),
            ("compare_run", self.tr("Compare with the open run…"), run and self._open_run not in ("", run.id)),
            ("export_run", self.tr("Export…"), True),
            ("show_run_in_folder", self.tr("Show in its folder"), True),
            ("copy_run_id", self.tr("Copy the run's id"), True),
            ("delete_run", self.tr("Delete"), run and not run.live),
        ):
            if name in ("export_run", "delete_run"):
                menu.addSeparator()
            action = menu.addAction(title)
            action.setEnabled(bool(able))
            action.triggered.connect(lambda _on=False, name=name: self._intend(name, row) if name else self._open(row))
        return menu
