"""A choice of a voice's models that says when it is opened: then a server is asked which it has, and never before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox

from parley.desktop.widgets.forms.editors import answer, fill, put


class ModelMenu(QComboBox):
    """Models to choose, or to write. Signal: `opened()`, by whomever opens its menu."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._open = False

    def showPopup(self) -> None:
        """Open the menu, and say so."""
        self._open = True
        self.opened.emit()
        super().showPopup()

    def hidePopup(self) -> None:
        """Close it."""
        self._open = False
        super().hidePopup()

    def set_models(self, models: Sequence[tuple[str, str]]) -> None:
        """Offer models, (id, title); what is chosen or written stays, and an open menu stays open."""
        if models == [(self.itemData(at), self.itemText(at)) for at in range(self.count())]:
            return
        chosen: Any = answer(self)
        with QSignalBlocker(self):  # the chosen model does not change
            fill(self, models)
            put(self, chosen)
        if self._open:
            super().hidePopup()  # The menu is as high as what was in it when it was opened
            super().showPopup()  # our own would ask the server once more
