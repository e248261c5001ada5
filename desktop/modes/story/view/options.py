"""What an offer or a fight lets the player do: the offer in words, and a button for each thing, with its odds."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from desktop.modes.story.figures import OptionFigure
from desktop.widgets.flow import FlowLayout
from desktop.widgets.layouts import upright
from desktop.widgets.plain import literal, tooltip
from desktop.widgets.themed import Themed


class OptionsRow(Themed, QFrame):
    """Signals: `acted(text)`, the player's line of what was pressed."""

    acted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("storyOptions")
        self.setAccessibleName(self.tr("What can be done now"))
        self._shown: tuple[str, tuple[OptionFigure, ...]] = ("", ())
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setProperty("role", "strong")
        self.buttons: list[QPushButton] = []
        self._holder = QWidget()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._holder.setSizePolicy(policy)
        self._flow = FlowLayout(self._holder, 5)
        upright(self.words, self._holder, within=self, margins=(10, 7, 10, 7), spacing=5)
        self._restyle()
        self.hide()

    def show_options(self, offer: str, options: tuple[OptionFigure, ...], *, may_act: bool) -> None:
        """Show these, and the offer that they answer; none: hide."""
        if (offer, options) != self._shown:
            self._shown = offer, options
            self.words.setText(literal(offer))
            self.words.setVisible(bool(offer))
            self._fill(options)
        for button in self.buttons:
            button.setEnabled(may_act)
        self.setVisible(bool(options))

    def _fill(self, options: tuple[OptionFigure, ...]) -> None:
        for button in self.buttons:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(option) for option in options]
        for button in self.buttons:
            self._flow.addWidget(button)
            button.show()
        self._holder.updateGeometry()

    def _button(self, option: OptionFigure) -> QPushButton:
        told = option.text
        if option.odds is not None:
            told = self.tr("{0} · {1} %").format(option.text, round(100 * option.odds))
        made = QPushButton(literal(told))
        made.setProperty("control", True)
        made.setAccessibleName(option.text)
        if option.odds is not None:
            made.setToolTip(tooltip(self.tr("It works in {0} of 100 cases.").format(round(100 * option.odds))))
        if option.what == "accept":
            made.setProperty("primary", True)
        made.clicked.connect(lambda _checked=False, text=option.text: self.acted.emit(text))
        return made

    def _restyle(self) -> None:
        theme = self.theme
        self.setStyleSheet(
            f"#storyOptions {{ background: {theme.room_lit}; border: 1px solid {theme.member('amber').name()};"
            f" border-radius: 8px; margin: 0 12px; }}"
        )
        super()._restyle()
