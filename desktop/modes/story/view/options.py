"""What an offer or a fight lets the player do: the offer in words, and a button for each thing, with its odds.

Those that are among the choices carry their number: what can be done stands in one place.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from parley.desktop.modes.story.figures import OptionFigure
from parley.desktop.widgets.flow import FlowLayout
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.plain import literal, tooltip
from parley.desktop.widgets.theme import Theme
from parley.desktop.widgets.themed import Themed


class OptionsRow(Themed, QFrame):
    """Signals: `acted(text)`, the player's line of what was pressed."""

    acted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("storyOptions")
        self.setAccessibleName(self.tr("What can be done now"))
        self._shown: tuple[str, tuple[OptionFigure, ...], tuple[str, ...]] = ("", (), ())
        self._room = False
        self._numbers: dict[int, QPushButton] = {}
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

    def show_options(
        self, offer: str, options: tuple[OptionFigure, ...], choices: tuple[str, ...] = (), *, may_act: bool
    ) -> None:
        """Show these, and the offer that they answer; none: hide. The `choices` among them carry their numbers."""
        if (offer, options, choices) != self._shown:
            self._shown = offer, options, choices
            self.words.setText(literal(offer))
            self.words.setVisible(bool(offer))
            self._fill(options, [choice.casefold() for choice in choices])
            self._frame()
        for button in self.buttons:
            button.setEnabled(may_act)
        self._fit()

    def grant(self, room: bool) -> None:
        """Without room there are the words alone, and the choices stand elsewhere."""
        if room != self._room:
            self._room = room
            self._fit()

    def numbers(self) -> frozenset[int]:
        """The choices, from 0, that stand here."""
        return frozenset(self._numbers) if self._room else frozenset()

    def _fit(self) -> None:
        self.setVisible(bool(self.buttons) and (self._room or bool(self._shown[0])))
        self._holder.setVisible(self._room)
        for button in self.buttons:
            button.setVisible(self._room)
        self._holder.updateGeometry()

    def _fill(self, options: tuple[OptionFigure, ...], choices: list[str]) -> None:
        for button in self.buttons:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        said = [option.text.casefold() for option in options]
        places = [choices.index(text) if text in choices else len(choices) for text in said]
        # In the order of their numbers; the others behind them.
        order = sorted(range(len(options)), key=places.__getitem__)
        self.buttons = [self._button(options[at]) for at in order]
        self._numbers = {
            places[at]: button for at, button in zip(order, self.buttons, strict=True) if places[at] < len(choices)
        }
        for button in self.buttons:
            self._flow.addWidget(button)
        self._number()

    def _number(self) -> None:
        size = QSize(round(22 * self.scale), round(17 * self.scale))
        for at, button in self._numbers.items():
            button.setIcon(numbered(at + 1, self.theme, primary=bool(button.property("primary"))))
            button.setIconSize(size)

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
        self._frame()
        self._number()
        super()._restyle()

    def _frame(self) -> None:
        """An offer has a frame of its own colour, the only one in sight; what a fight lets one do is a card."""
        theme, offer = self.theme, bool(self._shown[0])
        ground = theme.room_lit if offer else theme.surface
        edge = theme.member("amber").name() if offer else theme.border
        self.setStyleSheet(f"#storyOptions {{ background: {ground}; border: 1px solid {edge}; border-radius: 8px; }}")


def numbered(number: int, theme: Theme, *, primary: bool = False) -> QIcon:
    """A choice's number in its box, fine enough for dense screens; `primary`: for a button of the accent's colour."""
    found = QIcon()
    box, words = ("accent_text", "accent") if primary else ("accent", "accent_text")
    for mode, ground, ink in ((QIcon.Mode.Normal, box, words), (QIcon.Mode.Disabled, "border", "faint")):
        picture = QPixmap(88, 68)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(ground))
        whole = QRectF(2, 2, 64, 64)
        painter.drawRoundedRect(whole, 18, 18)
        font = QFont(painter.font())
        font.setPixelSize(44)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(theme.colour(ink))
        painter.drawText(whole, int(Qt.AlignmentFlag.AlignCenter), str(number))
        painter.end()
        found.addPixmap(picture, mode)
    return found
