"""What can be done once a run has ended: a button beside where it says so."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from parley.desktop.widgets.plain import literal, one_line, tooltip
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

OFFERED = ("new_run", "play_again", "again_with", "fork", "export", "compare")
"""The actions that are offered, in their order; one that cannot be used now is left out."""


class EndedButton(Themed, QToolButton):
    """A press lists them. It is there only while there is something to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Ended")
        self.told = ""
        self._actions: dict[str, QAction] = {}
        self.setAccessibleName(self.tr("What next?"))
        self.setText(f"{self.accessibleName()} ▾")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self.fill)
        self.setMenu(self._menu)
        self._restyle()
        self.hide()

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Offer what there is of `OFFERED`."""
        self._actions = {name: actions[name] for name in OFFERED if name in actions}

    def show_text(self, text: str) -> None:
        """Say how the run ended; an empty text hides the button."""
        if text != self.told:
            self.told = text
            self.setToolTip(tooltip(text))
            self.setAccessibleDescription(text)
        self.setVisible(bool(text))

    def fill(self) -> QMenu:
        """Return the menu as it is now."""
        self._menu.clear()
        title = self._menu.addAction(literal(one_line(self.told)))
        title.setEnabled(False)
        self._menu.addSeparator()
        self._menu.addActions([action for action in self._actions.values() if action.isEnabled()])
        return self._menu

    def _restyle(self) -> None:
        self.setFont(font(13, QFont.Weight.DemiBold, scale=self.scale))
        self.setFixedHeight(round(32 * self.scale))
