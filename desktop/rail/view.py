"""The rail: buttons of the docks at the left."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QResizeEvent
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, upright
from parley.desktop.widgets.themed import Themed

WIDTH = 48
"""Pixels at a text scale of 1."""
WAYS = {
    "panel.library": "ph.books",
    "panel.cast": "ph.users",
    "panel.convergence": "ph.chart-line-up",
    "panel.floor_plan": "ph.map-trifold",
    "library_page": "ph.rows",
    "experiments": "ph.flask",
    "settings": "ph.gear",
}
"""The actions with a button, and its icon."""
FOOT = 3
"""So many of them, the last ones, stand at the foot; where it is low, only the last."""
LOW = 640
"""Pixels at a text scale of 1."""


class Rail(Themed, QFrame):
    """The rail. `use_actions` gives its buttons their meaning.

    Signals: `folded()` when the docks at the left are to come or to go.
    """

    folded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Rail")
        self.setAccessibleName(self.tr("Rail"))
        self._icons: dict[QToolButton, str] = {}
        self.fold = self._build_rail_button("fold", "ph.caret-double-right")
        self.fold.clicked.connect(self.folded)
        self.buttons = {id_: self._build_rail_button(id_, name) for id_, name in WAYS.items()}
        middle = Qt.AlignmentFlag.AlignHCenter
        buttons = [*self.buttons.values()]
        upper, self._foot = buttons[:-FOOT], buttons[-FOOT:]
        upright(
            (self.fold, 0, middle), *((button, 0, middle) for button in upper), STRETCH,
            *((button, 0, middle) for button in self._foot),
            within=self, margins=(0, 10, 0, 10), spacing=6,
        )  # fmt: skip
        self.set_folded(True)
        self._restyle()

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Bind the buttons to the actions of the table: their tips, and whether what they show is shown."""
        for id_, button in self.buttons.items():
            if (action := actions.get(id_)) is None:
                # The room that it leads to was taken out.
                self._foot = [each for each in self._foot if each is not button]
                button.hide()
                continue
            button.setCheckable(action.isCheckable())
            button.clicked.connect(action.trigger)
            action.changed.connect(self._make_action_follower(button, action))
            self._make_action_follower(button, action)()

    def _make_action_follower(self, button: QToolButton, action: QAction) -> Callable[[], None]:
        def follow() -> None:
            button.setEnabled(action.isEnabled())
            button.setChecked(action.isChecked())
            button.setToolTip(action.toolTip())
            button.setAccessibleName(action.text().rstrip("… "))

        return follow

    def set_folded(self, folded: bool) -> None:
        """Say whether the docks at the left are away."""
        told = self.tr("Show library and cast") if folded else self.tr("Hide library and cast")
        self.fold.setToolTip(told)
        self.fold.setAccessibleName(told)
        self._icons[self.fold] = "ph.caret-double-right" if folded else "ph.caret-double-left"
        self._dress()

    def _build_rail_button(self, id_: str, name: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"rail.{id_}")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._icons[button] = name
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for button in self._foot[:-1]:
            button.setVisible(self.height() >= LOW * self.scale)

    def _restyle(self) -> None:
        self.setFixedWidth(round(WIDTH * self.scale))
        self._dress()

    def _dress(self) -> None:
        colour, edge = QColor(self.theme.secondary), round(32 * self.scale)
        for button, name in self._icons.items():
            button.setIcon(icon(name, colour, self.theme.colour("faint")))
            button.setIconSize(QSize(round(18 * self.scale), round(18 * self.scale)))
            button.setFixedSize(edge, round(28 * self.scale))
