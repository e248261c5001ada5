"""An open trade: the offer in words, and what answers it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from parley.desktop.widgets.flow import FlowLayout
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.plain import literal
from parley.desktop.widgets.themed import Themed


class OptionsRow(Themed, QFrame):
    """A card with a frame of its own colour, the only one in sight.

    Signals: `acted(text)`, the player's line of what was pressed.
    """

    acted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("storyOptions")
        self.setAccessibleName(self.tr("What can be done now"))
        self._shown: tuple[str, tuple[str, ...]] = ("", ())
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setProperty("role", "strong")
        self.buttons: list[QPushButton] = []
        holder = QWidget()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        holder.setSizePolicy(policy)
        self._flow = FlowLayout(holder, 5)
        upright(self.words, holder, within=self, margins=(10, 7, 10, 7), spacing=5)
        self._restyle()
        self.hide()

    def show_options(self, offer: str, answers: tuple[str, ...], *, may_act: bool) -> None:
        """Show an offer and what answers it; no offer: hide."""
        if (offer, answers) != self._shown:
            self._shown = offer, answers
            self.words.setText(literal(offer))
            for button in self.buttons:
                self._flow.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.buttons = [self._build_answer_button(answer) for answer in answers] if offer else []
            for button in self.buttons:
                self._flow.addWidget(button)
            # The last one says no.
            for button in self.buttons[:-1]:
                button.setProperty("primary", True)
        for button in self.buttons:
            button.setEnabled(may_act)
        self.setVisible(bool(offer))

    def _build_answer_button(self, answer: str) -> QPushButton:
        made = QPushButton(literal(answer))
        made.setProperty("control", True)
        made.clicked.connect(lambda: self.acted.emit(answer))
        return made

    def _restyle(self) -> None:
        ground, edge = self.theme.room_lit, self.theme.member("amber").name()
        self.setStyleSheet(f"#storyOptions {{ background: {ground}; border: 1px solid {edge}; border-radius: 8px; }}")
        super()._restyle()
