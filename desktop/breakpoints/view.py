"""Where the run holds: all breakpoints, each to be taken away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QListWidgetItem, QWidget

from parley.desktop.widgets.forms.editors import labelled
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.tab_order import Dialog


class BreakpointsDialog(Dialog):
    """A list of breakpoints. Signal: `cleared(object)`, the ids of those that are to be taken away."""

    cleared = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModal(True)
        self.setMinimumWidth(440)
        self.setWindowTitle(self.tr("Breakpoints"))
        self.points = QListWidget()
        self.points.setAccessibleName(self.tr("Breakpoints"))
        self.points.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.points.setWordWrap(True)
        self.points.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.empty = labelled(self.tr("The run holds nowhere: set a breakpoint in the Run menu."))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.remove = buttons.addButton(self.tr("Remove"), QDialogButtonBox.ButtonRole.ActionRole)
        self.remove_all = buttons.addButton(self.tr("Remove all"), QDialogButtonBox.ButtonRole.ActionRole)
        # Enter closes; what takes something away is pressed on purpose.
        for button in (self.remove, self.remove_all):
            button.setAutoDefault(False)
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        self.remove.clicked.connect(self._remove)
        self.remove_all.clicked.connect(lambda: self.cleared.emit(self._collect_point_ids(self._list_point_items())))
        self.points.itemSelectionChanged.connect(self._follow)
        buttons.rejected.connect(self.reject)
        upright(self.points, self.empty, buttons, within=self, margins=(20, 18, 20, 16))

    def show_points(self, points: Sequence[tuple[str, str]]) -> None:
        """Show the breakpoints, given as (id, sentence); what was chosen stays chosen."""
        chosen = set(self._collect_point_ids(self.points.selectedItems()))
        self.points.clear()
        for id_, sentence in points:
            item = QListWidgetItem(sentence)
            item.setData(Qt.ItemDataRole.UserRole, id_)
            self.points.addItem(item)
            item.setSelected(id_ in chosen)
        if points and not self.points.selectedItems():
            self.points.setCurrentRow(0)
        self.points.setVisible(bool(points))
        self.empty.setVisible(not points)
        self._follow()

    def _list_point_items(self) -> list[QListWidgetItem]:
        return [self.points.item(row) for row in range(self.points.count())]

    def _collect_point_ids(self, items: Sequence[QListWidgetItem]) -> tuple[str, ...]:
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in items)

    def _remove(self) -> None:
        self.cleared.emit(self._collect_point_ids(self.points.selectedItems()))

    def _follow(self) -> None:
        self.remove.setEnabled(bool(self.points.selectedItems()))
        self.remove_all.setEnabled(self.points.count() > 0)
