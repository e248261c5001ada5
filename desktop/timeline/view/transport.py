"""Previous, Play and next, how fast it goes, and what can be done once the run has ended."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import hbox
from parley.desktop.widgets.parts import follow_action
from parley.desktop.widgets.plain import escape_amp, make_tip, one_line
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed, set_look

SLOWEST, FASTEST = 0.25, 8.0
STEPS_PER_DOUBLING = 2
CONTROLS = {
    "step_back": "ph.skip-back-fill", "play_pause": "ph.play-fill", "step": "ph.skip-forward-fill",
    "what_if": "ph.shuffle",
}  # fmt: skip
"""The actions with a button, and the button's icon; Play shows Pause while it plays."""


def find_speed_at(position: int) -> float:
    """Return the speed at a position; the last one is as fast as it goes, which is infinity."""
    if position > _position(FASTEST):
        return math.inf
    return float(2 ** (position / STEPS_PER_DOUBLING))  # Each step is the same factor: 0.25, 0.35, 0.5, …


def position_of(speed: float) -> int:
    """Return the position that is nearest to a speed."""
    if math.isinf(speed):
        return _position(FASTEST) + 1
    return _position(min(FASTEST, max(SLOWEST, speed)))


def _position(speed: float) -> int:
    return round(math.log2(speed) * STEPS_PER_DOUBLING)


class Transport(Themed, QFrame):
    """The buttons. `use_actions` gives them their meaning."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status, self._short = "", False
        self.buttons = {id_: self._build_transport_button(id_) for id_ in CONTROLS}
        self.play = self.buttons["play_pause"]
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        hbox(*self.buttons.values(), within=self, margins=0, spacing=8)
        self._apply_theme()

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Let the buttons do what the actions do, and follow whether they can be done."""
        for id_, button in self.buttons.items():
            button.setVisible(id_ in actions)
            if (action := actions.get(id_)) is not None:
                follow_action(button, action, self._name_play if button is self.play else self._update_icons)

    def show_status(self, status: str) -> None:
        """Show the run's state: one button plays and pauses, and is named after what it does."""
        if status != self._status:
            self._status = status
            self._name_play()

    def set_short(self, short: bool) -> None:
        """Leave out the word on Play."""
        if short != self._short:
            self._short = short
            self._apply_theme()

    def _build_transport_button(self, id_: str) -> QAbstractButton:
        # A push button centres icon and word, which a tool button does not.
        button = QPushButton() if id_ == "play_pause" else QToolButton()
        button.setObjectName(f"button.{id_}")
        button.setProperty("control", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # A click leaves the keyboard where it was
        return button

    def _name_play(self) -> None:
        name = self.tr("Pause") if self._status == "playing" else self.tr("Play")
        self.play.setText("" if self._short else name)
        self.play.setAccessibleName(name)
        self._update_icons()

    def _update_icons(self) -> None:
        usual = self._status not in ("", "ended", "broken")
        icons = CONTROLS | ({"play_pause": "ph.pause-fill"} if self._status == "playing" else {})
        for id_, name in icons.items():
            button = self.buttons[id_]
            primary = id_ == "play_pause" and button.isEnabled() and usual
            colour = self.theme.colour("accent_text" if primary else "text")
            button.setIcon(icon(name, colour, self.theme.colour("faint")))
            set_look(button, primary=primary)

    def _apply_theme(self) -> None:
        small, scale = round(32 * self.scale), self.scale
        for id_, button in self.buttons.items():
            button.setFixedSize(small, small)
            button.setIconSize(QSize(round(16 * scale), round(16 * scale)))
            if id_ == "play_pause":
                self.play.setFont(font(14, QFont.Weight.DemiBold, scale=scale))
                texts = self.tr("Play"), self.tr("Pause")
                words = max(self.play.fontMetrics().horizontalAdvance(text) for text in texts)
                wide = round(44 * scale) if self._short else max(round(104 * scale), words + round(56 * scale))
                self.play.setFixedSize(wide, round(44 * scale))
                self.play.setIconSize(QSize(round(20 * scale), round(20 * scale)))
        self._name_play()


class SpeedButton(Themed, QToolButton):
    """How fast it is watched: a menu of speeds; Up and Down choose the next one.

    Signals: `speed_chosen(float)`, infinity for as fast as it goes.
    """

    speed_chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._position = position_of(1.0)
        self.setProperty("control", True)
        self.setAccessibleName(self.tr("Speed"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # The arrow stands behind the number
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.setMenu(self._menu)
        self._apply_theme()
        self._show_speed()

    def get_speed(self) -> float:
        """Return the speed that is shown; infinity for as fast as it goes."""
        return find_speed_at(self._position)

    def set_speed(self, speed: float) -> None:
        """Show a speed without telling anybody."""
        self._position = position_of(speed)
        self._show_speed()

    def change_speed(self, steps: int) -> None:
        """Choose a speed so many steps faster, or slower for a negative number."""
        self._choose_speed(find_speed_at(max(position_of(SLOWEST), min(position_of(math.inf), self._position + steps))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go faster by Up, slower by Down."""
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.change_speed(step)

    def _choose_speed(self, speed: float) -> None:
        if position_of(speed) != self._position:
            self.set_speed(speed)
            self.speed_chosen.emit(speed)

    def _fill_menu(self) -> None:
        self._menu.clear()
        doublings = range(position_of(SLOWEST), position_of(FASTEST) + 1, STEPS_PER_DOUBLING)  # Keys take half steps
        for position in (*doublings, position_of(math.inf)):
            speed = find_speed_at(position)
            action = self._menu.addAction(self._format_speed(speed))
            action.setCheckable(True)
            action.setChecked(position == self._position)
            action.triggered.connect(lambda _checked=False, speed=speed: self._choose_speed(speed))  # Bound now

    def _format_speed(self, speed: float) -> str:
        if math.isinf(speed):
            return self.tr("As fast as it goes")
        return self.tr("{0} times the reading pace").format(self.locale().toString(speed, "g", 2))

    def _show_speed(self) -> None:
        speed = self.get_speed()
        self.setText(self.tr("max") if math.isinf(speed) else f"{self.locale().toString(speed, 'g', 2)}×")
        told = self._format_speed(speed)
        self.setToolTip(self.tr("Speed: {0}").format(told) + "   [  ]")
        self.setAccessibleDescription(told)

    def _apply_theme(self) -> None:
        self.setFont(font(12, QFont.Weight.DemiBold, scale=self.scale))
        self.setIcon(icon("ph.caret-down-bold", self.theme.colour("secondary")))
        self.setIconSize(QSize(round(11 * self.scale), round(11 * self.scale)))
        self.setFixedSize(round(58 * self.scale), round(32 * self.scale))


OFFERED = ("new_run", "play_again", "again_with", "fork", "what_if", "export", "compare")
"""The actions that are offered, in their order; one that cannot be used now is left out."""


class EndedButton(Themed, QToolButton):
    """Lists how the run ended and what can be done now. It is shown only once a run has ended."""

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
        self._menu.aboutToShow.connect(self.fill_menu)
        self.setMenu(self._menu)
        self._apply_theme()
        self.hide()

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Offer what there is of `OFFERED`."""
        self._actions = {name: actions[name] for name in OFFERED if name in actions}

    def show_text(self, text: str) -> None:
        """Say how the run ended; an empty text hides the button."""
        if text != self.told:
            self.told = text
            self.setToolTip(make_tip(text))
            self.setAccessibleDescription(text)
        self.setVisible(bool(text))

    def fill_menu(self) -> QMenu:
        """Fill the menu with how the run ended and what can be done now, and return it."""
        self._menu.clear()  # Deletes what is the menu's own; the window's actions stay
        title = self._menu.addAction(escape_amp(one_line(self.told)))
        title.setEnabled(False)
        self._menu.addSeparator()
        self._menu.addActions([action for action in self._actions.values() if action.isEnabled()])
        return self._menu

    def _apply_theme(self) -> None:
        self.setFont(font(13, QFont.Weight.DemiBold, scale=self.scale))
        self.setFixedHeight(round(32 * self.scale))
