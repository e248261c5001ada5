"""The player's hand: three choices with their numbers, and a line of their own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLineEdit, QPushButton, QSizePolicy, QToolButton, QWidget

from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.plain import escape_amp, make_tip
from parley.desktop.widgets.themed import Themed, set_look

CHOICES = 3
LONGEST = 4_000
"""Characters of a line; what is pasted in several lines becomes one."""
KEYS = {Qt.Key.Key_1: 1, Qt.Key.Key_2: 2, Qt.Key.Key_3: 3}


class ChoiceButton(QPushButton):
    """One choice: its number, and its words as far as there is room; the tip has all of them."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.setProperty("choice", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # long choices do not widen the dock

    def set_choice(self, text: str) -> None:
        """Show these words."""
        self.setText(escape_amp(f"{self.number}   {text}"))
        self.setToolTip(make_tip(text))
        self.setAccessibleName(self.tr("Choice {0}: {1}").format(self.number, text))


class Hand(Themed, QWidget):
    """Choices and a field. Return says what is in the field; 1 to 3 choose while it is empty.

    Signals: `acted(text)`: the player's own words, or the number of a choice.
    """

    acted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._may = False
        self._count = 0
        self.choices = [ChoiceButton(number + 1) for number in range(CHOICES)]
        self._row: QBoxLayout = vbox(*((button, 1) for button in self.choices), spacing=5)
        for button in self.choices:
            button.clicked.connect(lambda _checked=False, number=button.number: self.choose(number))
            button.hide()
        self._box = QFrame()
        self._box.setObjectName("actBox")
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        self.field.returnPressed.connect(self._on_return)
        self.field.installEventFilter(self)  # it sees keys before the field does
        self.send = QToolButton()
        self.send.setAccessibleName(self.tr("Do it"))
        self.send.setToolTip(self.tr("Do it (Return)"))
        self.send.clicked.connect(self._on_return)
        self.field.textChanged.connect(lambda _text: self._update_input())
        hbox((self.field, 1), self.send, within=self._box, margins=(10, 1, 4, 1), spacing=4)
        vbox(self._row, self._box, within=self, margins=(12, 6, 12, 10), spacing=5)
        self._apply_theme()

    def show_hand(self, choices: tuple[str, ...], why_not: str, asked: str, *, passing: bool = False) -> None:
        """Offer these; `why_not` says why nothing can be done now, `asked` what is wanted of the player's words.

        `passing`: the reason passes by itself, such as that somebody is speaking; what to do next can be written.
        """
        self._may = not why_not
        self._count = len(choices)
        for at, button in enumerate(self.choices):
            if at < len(choices):
                button.set_choice(choices[at])
            button.setVisible(at < len(choices))
        words = why_not or asked
        self.field.setPlaceholderText(words)
        self.field.setToolTip(make_tip(words))
        self.field.setAccessibleName(self.tr("What you do"))
        self.field.setAccessibleDescription(words)
        # What is typed meanwhile is kept: only sending it has to wait.
        self.field.setReadOnly(not self._may and not passing)
        self._update_input()

    def set_dense(self, dense: bool) -> None:
        """Put the choices beside each other, where the narrative needs the height."""
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if dense else QBoxLayout.Direction.TopToBottom)

    def _apply_theme(self) -> None:
        look, theme = Look(self.font()), self.theme
        self.field.setFont(look.text)
        size = round(look.px(16))
        self.send.setIcon(
            icon("ph.paper-plane-right-fill", theme.colour("accent"), theme.colour("faint"), sizes=(size,))
        )
        self.send.setIconSize(QSize(size, size))
        self._box.setStyleSheet(
            f"#actBox {{ background: {theme.raised}; border: 1px solid {theme.border}; border-radius: 7px; }}"
            f"#actBox[active='true'] {{ border: 1px solid {theme.accent}; }}"
            f"QLineEdit {{ background: transparent; border: none; color: {theme.text}; padding: 0;"
            f" min-height: {round(look.px(32))}px; selection-background-color: {theme.accent};"
            f" selection-color: {theme.accent_text}; placeholder-text-color: {theme.faint}; }}"
        )

    def choose(self, number: int) -> None:
        """Take a choice, if it is offered and may be taken."""
        if self._may and 1 <= number <= self._count:
            self.acted.emit(str(number))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Choose by 1 to 3 while the field is empty, empty it by Escape, and light its frame while it has the keys."""
        if watched is self.field:
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                if event.key() == Qt.Key.Key_Escape and self.field.text():
                    self.field.clear()
                    return True
                return self.choose_by_key(event)
            if event.type() in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
                set_look(self._box, active=event.type() == QEvent.Type.FocusIn)
        return super().eventFilter(watched, event)

    def choose_by_key(self, event: QKeyEvent) -> bool:
        """Choose by 1 to 3 while nothing is typed; False: the key chooses nothing."""
        number = KEYS.get(Qt.Key(event.key()), 0)
        plain = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier}
        if number and plain and not self.field.text() and number <= self._count:
            self.choose(number)
            return True
        return False

    def _update_input(self) -> None:
        for button in self.choices:
            button.setEnabled(self._may)
        self.send.setEnabled(self._may and bool(self.field.text().strip()))

    def _on_return(self) -> None:
        text = self.field.text().strip()
        if text and self._may:
            self.field.clear()
            self.acted.emit(text)
