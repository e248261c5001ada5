"""Which thing, and how many of it: a line that opens where something is handed over, used or dropped."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QPushButton, QSizePolicy, QSpinBox, QWidget

from core.modes.story.shown import ItemStack
from desktop.widgets.flow import FlowLayout


class Handing(QFrame):
    """A thing to choose, a quantity up to what there is, and two buttons. Return confirms, Escape closes.

    Signals: `confirmed(item, quantity)`; `closed()`.
    """

    confirmed = Signal(str, int)
    closed = Signal()

    def __init__(self, verb: str, items: Sequence[ItemStack], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items = tuple(items)
        self.setObjectName("Handing")
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("What"))
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(10)
        for item in self._items:
            name = item.name if item.quantity == 1 else f"{item.name} × {item.quantity}"
            self.choice.addItem(name, item.id)
        self.quantity = QSpinBox()
        self.quantity.setAccessibleName(self.tr("How many"))
        self.quantity.setToolTip(self.tr("How many"))
        self.quantity.setMinimumWidth(84)
        self.confirm = QPushButton(verb)
        self.confirm.setProperty("primary", True)
        self.confirm.clicked.connect(self._confirm)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.closed)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        line = FlowLayout(self)
        for widget in (self.choice, self.quantity, self.confirm, self.cancel):
            line.addWidget(widget)
        self.choice.currentIndexChanged.connect(self._on_choice)
        self._on_choice(0)

    def _on_choice(self, at: int) -> None:
        most = self._items[at].quantity if 0 <= at < len(self._items) else 1
        self.quantity.setRange(1, most)
        self.quantity.setVisible(most > 1)

    def _confirm(self) -> None:
        item = self.choice.currentData()
        if item:
            self.confirmed.emit(str(item), self.quantity.value())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return confirms, Escape closes."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._confirm()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
