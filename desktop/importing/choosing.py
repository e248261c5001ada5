"""Which conversations of a file with several are imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from parley.desktop.widgets.counts import format_lines
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.plain import one_line, tooltip
from parley.desktop.widgets.tab_order import Dialog

if TYPE_CHECKING:
    from parley.core.studio.looking import Found

LONGEST_TITLE = 90


class ImportDialog(Dialog):
    """A box for each conversation; those that were imported before are not checked. Accepted: `chosen()` are wanted."""

    def __init__(self, found: Sequence[Found], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import"))
        self.setModal(True)
        self.resize(620, 560)
        self.filter = QLineEdit(placeholderText=self.tr("Filter"), clearButtonEnabled=True)
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.textChanged.connect(self._filter)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setUniformItemSizes(True)
        for each in found:
            self.list.addItem(self._build_item(each))
        self.list.itemChanged.connect(lambda _item: self._count())
        buttons, self.take = self.cancel_or(self.tr("Import"))
        note = worded(self.tr("Nothing is written before you import, and nothing in it is begun."), "small")
        upright(
            note, self.filter, (self.list, 1), buttons, within=self, margins=(20, 18, 20, 16), spacing=10
        )  # fmt: skip
        self._count()

    def chosen(self) -> list[int]:
        """Return the places of those that are checked."""
        return [at for at in range(self.list.count()) if self.list.item(at).checkState() == Qt.CheckState.Checked]

    def _build_item(self, found: Found) -> QListWidgetItem:
        facts = [self.tr("imported before")] if found.here else []
        second = " · ".join([*facts, format_lines(found.turns), one_line(found.file, 60)])
        item = QListWidgetItem(f"{one_line(found.title, LONGEST_TITLE)}\n{second}")
        item.setToolTip(tooltip(f"{found.title}\n{found.file}"))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked if found.here else Qt.CheckState.Checked)
        return item

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for row in range(self.list.count()):
            shown = self.list.item(row).text().casefold()
            self.list.item(row).setHidden(not all(word in shown for word in words))

    def _count(self) -> None:
        count = len(self.chosen())
        self.take.setText(self.tr("Import {0}").format(count) if count > 1 else self.tr("Import"))
        self.take.setEnabled(count > 0)
