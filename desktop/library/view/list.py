"""The library's list: several rows can be chosen, a star be pressed, a name be changed in place."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from parley.desktop.library.figures import ListedRun, RunFigure
from parley.desktop.library.model import LibraryModel
from parley.desktop.library.view.delegate import LibraryDelegate
from parley.desktop.widgets.figure_model import AnyIndex
from parley.desktop.widgets.rows import ListView

HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class RunsList(ListView):
    """A click opens a run, with Ctrl or Shift it chooses more of them.

    Signal, beside those of `ListView`: `star_pressed(row)`.
    """

    star_pressed = Signal(int)

    def __init__(self, model: LibraryModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, LibraryDelegate, name, parent)
        self.runs = model
        self.setUniformItemSizes(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.clicked.disconnect()
        self.clicked.connect(self._on_clicked)
        self._starring = False

    @property
    def delegate(self) -> LibraryDelegate:
        """What paints the rows."""
        made = self.itemDelegate()
        assert isinstance(made, LibraryDelegate)
        return made

    def selected(self) -> list[RunFigure]:
        """Return the runs that are selected, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [found.run for row in rows if (found := self.runs.run_at(row)) is not None]

    def select(self, ids: set[str]) -> None:
        """Select these runs, as far as they are listed."""
        wanted = QItemSelection()
        for row, listed in enumerate(self.runs.figures()):
            if isinstance(listed, ListedRun) and listed.run.id in ids:
                index = self.runs.index(row)
                wanted.select(index, index)
        self.selectionModel().select(wanted, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def rename(self, row: int) -> None:
        """Change the name of a run in place."""
        if (found := self.runs.run_at(row)) is not None and not found.run.trash:
            index = self.runs.index(row)
            self.setCurrentIndex(index)
            self.edit(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Star a run when its star is pressed, without choosing it."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        if event.button() == Qt.MouseButton.LeftButton and self._on_star(index, place):
            self._starring = True
            self.star_pressed.emit(index.row())
            return
        self._starring = False
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._starring:
            super().mouseReleaseEvent(event)
        self._starring = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # The second press of two on a star takes it off again.
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F2 renames; Esc chooses none of several."""
        if event.key() == Qt.Key.Key_F2:
            self.rename(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape and len(self.selected()) > 1:
            self.clearSelection()
        else:
            super().keyPressEvent(event)

    def _on_star(self, index: AnyIndex, place: QPoint) -> bool:
        row = self.runs.run_at(index.row()) if index.isValid() else None
        if row is None or row.run.trash:
            return False
        # The box that the ground of a row leaves for its contents.
        box = self.visualRect(index).adjusted(14, 1, -10, -1)
        return self.delegate.star_box(box, row).adjusted(-3, -3, 3, 3).contains(place)

    def _on_clicked(self, index: AnyIndex) -> None:
        if not QGuiApplication.keyboardModifiers() & HELD:
            self.opened.emit(index.row())
