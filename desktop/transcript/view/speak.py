"""The box in which the director takes a turn, as themselves or as a member."""

from __future__ import annotations

from operator import attrgetter

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup, QIcon, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QToolButton, QWidget

from desktop.run.figures import MemberFigure
from desktop.transcript.view.look import Look
from desktop.widgets.layouts import across
from desktop.widgets.plain import literal
from desktop.widgets.themed import Themed

DIRECTOR = "director"
_looks_of = attrgetter("id", "name", "initial", "colour")


class SpeakBox(Themed, QFrame):
    """A line to say and whom to say it as. Enter says it; an empty line says nothing.

    Attributes: `speaker` ("director" or a member's id).
    Signals: `said(speaker, text)`.
    """

    said = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("speakBox")
        self.speaker = DIRECTOR
        self._members: tuple[MemberFigure, ...] = ()
        self._look = Look(self.font())
        self.field = QLineEdit()
        self.field.returnPressed.connect(self._on_return)
        self.choice = QToolButton()
        self.choice.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.choice.setAutoRaise(True)
        self.choice.setToolTip(self.tr("Whom to speak as"))
        self.choice.setAccessibleName(self.tr("Whom to speak as"))
        self.menu = QMenu(self.choice)
        self.choice.setMenu(self.menu)
        across((self.field, 1), self.choice, within=self, margins=(12, 2, 6, 2), spacing=6)
        self._restyle()

    def _restyle(self) -> None:
        look, theme = Look(self.font()), self.theme
        self._look = look
        self.field.setFont(look.text)
        self.choice.setFont(look.button)
        self.setStyleSheet(
            f"#speakBox {{ background: {theme.raised}; border: 1px solid {theme.border}; border-radius: 7px; }}"
            f"#speakBox[active='true'] {{ border: 1px solid {theme.accent}; }}"
            f"QLineEdit {{ background: transparent; border: none; color: {theme.text}; padding: 0;"
            f" min-height: {round(look.px(32))}px; selection-background-color: {theme.accent};"
            f" selection-color: {theme.accent_text}; placeholder-text-color: {theme.faint}; }}"
            f"QToolButton {{ background: transparent; border: none; border-radius: 5px; color: {theme.secondary};"
            f" padding: 4px 8px; }}"
            f"QToolButton:hover, QToolButton:focus {{ background: {theme.accent_soft}; color: {theme.accent}; }}"
            "QToolButton::menu-indicator { image: none; width: 0; }"
        )
        self._fill()

    def set_members(self, members: tuple[MemberFigure, ...]) -> None:
        """Offer these members to speak as."""
        if [*map(_looks_of, members)] == [*map(_looks_of, self._members)]:
            return
        self._members = members
        if all(self.speaker != each.id for each in members):
            self.speaker = DIRECTOR
        self._fill()

    def speak_as(self, speaker: str) -> None:
        """Choose whom to speak as and go to the field."""
        if speaker == DIRECTOR or any(speaker == each.id for each in self._members):
            self.speaker = speaker
            self._fill()
        self.field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        else:
            super().keyPressEvent(event)

    def _fill(self) -> None:
        director = self.tr("Director")
        offers = {DIRECTOR: (director, self._look.avatar(None, director[:1], self.devicePixelRatioF()))}
        offers |= {
            each.id: (each.name, self._look.avatar(each, "", self.devicePixelRatioF())) for each in self._members
        }
        name = offers[self.speaker][0]
        self.field.setPlaceholderText(self.tr("Speak as {name}…").format(name=name))
        self.field.setAccessibleName(self.tr("Speak as {name}").format(name=name))
        short = self.choice.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, round(self._look.px(110)))
        self.choice.setText(self.tr("as {name} ▾").format(name=literal(short)))
        self.menu.clear()
        group = QActionGroup(self.menu)
        for speaker, (title, face) in offers.items():
            action = self.menu.addAction(QIcon(face), literal(title))
            action.setCheckable(True)
            action.setChecked(speaker == self.speaker)
            action.setData(speaker)
            group.addAction(action)
        group.triggered.connect(lambda action: self.speak_as(str(action.data())))

    def _on_return(self) -> None:
        text = self.field.text().strip()
        if text:
            self.field.clear()
            # The next words are the director's own again, and the keys the run's.
            speaker, self.speaker = self.speaker, DIRECTOR
            self._fill()
            self.said.emit(speaker, text)
