"""The bar itself."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QSlider, QToolButton, QWidget

from desktop.run.figures import StatusFigure
from desktop.toolbar.view.parts import InjectBox, VoicePill
from desktop.widgets.elided import ElidedLabel
from desktop.widgets.icons import icon
from desktop.widgets.layouts import STRETCH, Gap, across, upright
from desktop.widgets.theme import font
from desktop.widgets.themed import Themed

SLOWEST, FASTEST = 0.25, 8.0
SLIDER_STEPS_PER_DOUBLING = 2
AS_FAST_AS_IT_GOES = math.inf
CONTROLS = {"play_pause": "ph.play-fill", "step": "ph.skip-forward-fill", "stop": "ph.stop-fill"}
"""The actions with a button, and the button's icon; Play shows Pause while it plays."""
NARROW, TIGHT = 1320, 980
"""Widths in pixels at a text scale of 1 below which texts are shortened, and then the name and the speed left out."""
LEAST_WORDS, WORDS_SHARE, WORDS_OFF = 80, 0.36, 170
"""How wide the title is at a bar's width: a share less what always stands beside it, in pixels at a scale of 1."""


def speed_at(position: int) -> float:
    """The speed at a position of the slider; its last position is as fast as it goes."""
    if position > _position(FASTEST):
        return AS_FAST_AS_IT_GOES
    return float(2 ** (position / SLIDER_STEPS_PER_DOUBLING))


def position_of(speed: float) -> int:
    """The slider's position that is nearest to a speed."""
    if math.isinf(speed):
        return _position(FASTEST) + 1
    return _position(min(FASTEST, max(SLOWEST, speed)))


def _position(speed: float) -> int:
    return round(math.log2(speed) * SLIDER_STEPS_PER_DOUBLING)


class Words(QWidget):
    """The title above the message: as wide as it was told to be, whatever is written, and narrower only in need."""

    def __init__(self) -> None:
        super().__init__()
        self._wish = LEAST_WORDS
        self.setMinimumWidth(60)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def set_wish(self, width: int) -> None:
        """How wide it is where there is room."""
        if width != self._wish:
            self._wish = width
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._wish, super().sizeHint().height())


class Toolbar(Themed, QFrame):
    """The bar. `use_actions` gives its buttons their meaning.

    Signals: `intent(name, value)` with "speed" (a float, infinity for as fast as it goes), "inject" ((text, member),
    the member "" for everybody), "cancel_wait" (None).
    """

    intent = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Toolbar")
        self.setAccessibleName(self.tr("Controls"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._figure = StatusFigure()
        self.buttons = {id_: self._button(id_) for id_ in ("new_run", *CONTROLS)}
        self.new = self.buttons["new_run"]
        self.new.setText(self.tr("New"))
        self.new.setProperty("worded", True)
        self._actions: dict[str, QAction] = {}
        self._name = QLabel("Parley")
        self._title, self._message = ElidedLabel(), ElidedLabel()
        self._title.setProperty("role", "secondary")
        self._message.setProperty("role", "caption")
        self._words = Words()
        self.pace, self.slider = QLabel(), QSlider(Qt.Orientation.Horizontal)
        self.inject, self.pill = InjectBox(), VoicePill()
        self.slider.setRange(position_of(SLOWEST), position_of(AS_FAST_AS_IT_GOES))
        self.slider.setPageStep(SLIDER_STEPS_PER_DOUBLING)
        self.slider.setAccessibleName(self.tr("Speed"))
        self.slider.valueChanged.connect(self._on_slider)
        self.pace.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.pace.setProperty("role", "secondary")
        self.inject.injected.connect(lambda text, member: self.intent.emit("inject", (text, member)))
        self.pill.cancelled.connect(lambda: self.intent.emit("cancel_wait", None))
        self.inject.setMaximumWidth(400)
        self.pill.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        upright(STRETCH, self._title, self._message, STRETCH, within=self._words, margins=0, spacing=0)
        controls = [self.buttons[id_] for id_ in CONTROLS]
        across(
            self._name, self.new, Gap(6), self._words, *controls, Gap(4), self.pace, self.slider, Gap(4), STRETCH,
            (self.inject, 12), Gap(4), self.pill, within=self, margins=(20, 0, 18, 1), spacing=8,
        )  # fmt: skip
        self._restyle()
        self.set_speed(1.0)
        self.show_figure(self._figure)

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Bind the buttons to the actions of the table: their tips, and whether they can be pressed."""
        for id_, button in self.buttons.items():
            if id_ in actions:
                action = self._actions[id_] = actions[id_]
                button.clicked.connect(action.trigger)
                action.changed.connect(lambda id_=id_, action=action: self._follow(id_, action))
                self._follow(id_, action)

    def show_figure(self, figure: StatusFigure) -> None:
        if figure != self._figure or not self._title.whole():
            about = f"{figure.title} · {figure.topic}" if figure.title and figure.topic else figure.title
            self._title.set_whole(about or self.tr("No run is open"))
            self._message.set_whole(figure.message)
            self._message.setVisible(bool(figure.message))
            self._message.setStyleSheet(f"color: {self.theme.accent}; font-weight: 600;" if figure.yours else "")
            if figure.members != self._figure.members:
                self.inject.set_members(figure.members)
            self.pill.show_figure(figure)
            self.inject.setEnabled(bool(figure.title) and figure.status not in ("ended", "broken"))
            before, self._figure = self._figure, figure
            if (before.status, bool(before.title)) != (figure.status, bool(figure.title)):
                for id_, action in self._actions.items():
                    self._follow(id_, action)
                self._dress_buttons()

    def set_speed(self, speed: float) -> None:
        """Show a speed without telling anybody."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(position_of(speed))
        self._write_pace()

    def speed(self) -> float:
        """The speed that the slider shows; infinity for as fast as it goes."""
        return speed_at(self.slider.value())

    def change_speed(self, steps: int) -> None:
        """One position faster or slower, as the keys do."""
        self.slider.setValue(self.slider.value() + steps)

    def focus_inject(self, member: str = "") -> None:
        """Put the cursor into the field for a topic, or for a whisper to a member."""
        self.inject.set_target(member)
        self.inject.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _restyle(self) -> None:
        self._dress_buttons()
        self.setFixedHeight(round(50 * self.scale))
        self._name.setFont(font(17, QFont.Weight.Bold, scale=self.scale))
        self._title.setFont(font(13, QFont.Weight.Medium, scale=self.scale))
        self._message.setFont(font(11, scale=self.scale))
        self.pace.setFont(font(12, QFont.Weight.DemiBold, scale=self.scale))
        self.pace.setFixedWidth(self.pace.fontMetrics().horizontalAdvance(self.tr("max") + "00"))
        for id_ in CONTROLS:
            self.buttons[id_].setFixedSize(round(35 * self.scale), round(30 * self.scale))
            self.buttons[id_].setIconSize(QSize(round(18 * self.scale), round(18 * self.scale)))
        self.new.setFixedHeight(round(30 * self.scale))
        self.new.setIconSize(QSize(round(16 * self.scale), round(16 * self.scale)))
        self.inject.setFixedHeight(round(31 * self.scale))
        self._collapse()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what matters least where it is narrow."""
        super().resizeEvent(event)
        self._collapse()

    def _button(self, id_: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"button.{id_}")
        button.setProperty("control", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _collapse(self) -> None:
        width = self.width() / self.scale
        narrow = width < NARROW
        self.pill.set_short(narrow)
        self.inject.set_short(narrow)
        self.inject.setMinimumWidth(round((230 if narrow else 290) * self.scale))
        self.slider.setFixedWidth(60 if narrow else 84)
        for widget in (self.slider, self.pace):
            widget.setVisible(width >= TIGHT)
        self._name.setVisible(width >= NARROW)
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if width >= TIGHT else Qt.ToolButtonStyle.ToolButtonIconOnly
        self.new.setToolButtonStyle(style)
        # A share of the bar and no more: the buttons stand still whatever is written beside them.
        words = max(LEAST_WORDS, WORDS_SHARE * width - WORDS_OFF)
        self._words.set_wish(round(words * self.scale))

    def _on_slider(self) -> None:
        self._write_pace()
        self.intent.emit("speed", self.speed())

    def _write_pace(self) -> None:
        speed = self.speed()
        fast = math.isinf(speed)
        self.pace.setText(self.tr("max") if fast else f"{speed:.2g}×")
        told = self.tr("As fast as it goes") if fast else self.tr("{0} times the reading pace").format(f"{speed:.2g}")
        self.slider.setToolTip(self.tr("Speed: {0}").format(told) + "   [  ]")
        self.slider.setAccessibleDescription(told)

    def _follow(self, id_: str, action: QAction) -> None:
        button = self.buttons[id_]
        if button.isEnabled() != action.isEnabled():
            button.setEnabled(action.isEnabled())
            self._dress_buttons()
        name = action.text().rstrip("… ")
        if id_ == "play_pause":
            # One button for both: it is called what it does now.
            name = self.tr("Pause") if self._figure.status == "playing" else self.tr("Play")
        button.setToolTip(action.toolTip())
        button.setAccessibleName(name)

    def _dress_buttons(self) -> None:
        # The accent marks what is pressed next: Play or Pause, and New where nothing can be played on.
        status = self._figure.status
        usual = "play_pause" if self._figure.title and status not in ("ended", "broken") else "new_run"
        icons = CONTROLS | {"new_run": "ph.plus-bold"}
        if status == "playing":
            icons["play_pause"] = "ph.pause-fill"
        for id_, name in icons.items():
            button = self.buttons[id_]
            primary = button.isEnabled() and id_ == usual
            colour = self.theme.colour("accent_text" if primary else "text")
            button.setIcon(icon(name, colour, self.theme.colour("faint")))
            if button.property("primary") != primary:
                button.setProperty("primary", primary)
                button.style().unpolish(button)
                button.style().polish(button)
