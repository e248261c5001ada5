"""The ways of a line, leafed through upon its row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from parley.desktop.transcript.view.controls import RowEditor
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.elided import ElidedCombo, ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox


@dataclass(frozen=True, slots=True)
class AgainFigure:
    """The ways of a turn as (words, by whom), of which the first `own` only say it otherwise, the one that `stands`,
    and what is `told`. `branches`: what is kept is kept in a branch, as any but the own ones are. `drawing`: another
    one is on its way."""

    ways: tuple[tuple[str, str], ...] = ()
    own: int = 0
    stands: int = 0
    told: str = ""
    branches: bool = False
    drawing: bool = False


class AgainBox(RowEditor):
    """Left and Right leaf, Enter keeps, A draws another, Esc cancels what is drawn, then leaves the line as it was.

    Attributes: `shown`, the way in sight, from 0. Signals: `drawn()`, `kept(way)`; and those of a row's editor.
    """

    drawn = Signal()
    kept = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lineEditor")
        self.setAccessibleName(self.tr("Other ways to say it"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # As a text field: the window, which goes from turn to turn by the arrows, leaves them to it.
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.shown, self._figure = 0, AgainFigure()
        self.words, self.by, self.told, self.count = QLabel(), ElidedLabel(), QLabel(), QLabel()
        for text in (self.words, self.told):
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setWordWrap(True)
        self.before, self.after = QToolButton(autoRaise=True), QToolButton(autoRaise=True)
        self.before.setAccessibleName(self.tr("The way before"))
        self.after.setAccessibleName(self.tr("The next way"))
        self.before.clicked.connect(lambda: self.show_way(self.shown - 1))
        self.after.clicked.connect(lambda: self.show_way(self.shown + 1))
        self.keep, self.draw, self.cancel = QPushButton(), QPushButton(), QPushButton(self.tr("Close"))
        self.keep.setProperty("primary", True)
        self.keep.clicked.connect(lambda: self.kept.emit(self.shown))
        self.draw.clicked.connect(self.drawn)
        self.cancel.clicked.connect(self.cancelled)
        self.voice = ElidedCombo()
        self.voice.setAccessibleName(self.tr("Who finds the words"))
        self.voice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # Names of models are long
        leaf = hbox(self.before, self.count, self.after, STRETCH, self.keep, self.cancel, spacing=6)
        more = hbox((self.voice, 1), self.draw, spacing=6)
        self._buttons = hbox((leaf, 1), (more, 1), spacing=4)
        parts = (self.words, 1), self.by, self.told, self._buttons
        self._layout = vbox(*parts, within=self, margins=(6, 4, 6, 6), spacing=4)
        self._height = 0
        self._apply_theme()

    def show_voices(self, voices: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer who finds the words, each as (name, title)."""
        self.voice.clear()
        for name, title in voices:
            self.voice.addItem(title, name)
        self.voice.setCurrentIndex(max(0, self.voice.findData(chosen)))

    def show_figure(self, figure: AgainFigure) -> None:
        """Show what there is; a way that is new comes into sight."""
        had, self._figure = self._figure, figure
        self.draw.setText(self.tr("Cancel") if figure.drawing else self.tr("Draw another"))
        self.draw.setToolTip("" if figure.drawing else self.tr("Ask for other words (A)"))
        self.voice.setEnabled(not figure.drawing)
        self.told.setText(figure.told)
        self.told.setVisible(bool(figure.told))
        new = figure.own - 1 if figure.own > had.own else len(figure.ways) - 1
        self.show_way(figure.stands if not had.ways else new if len(figure.ways) > len(had.ways) else self.shown)

    def show_way(self, number: int) -> None:
        """Bring a way into sight, where it is there."""
        figure, last = self._figure, len(self._figure.ways) - 1
        self.shown = min(max(0, number), last)
        words, by = figure.ways[self.shown]
        stands = self.shown == figure.stands
        self.words.setText(words)
        self.by.set_whole(" · ".join(filter(None, (by, self.tr("as it stands") if stands else ""))))
        number_of = self.tr("{0} of {1}").format(self.shown + 1, last + 1)
        self.count.setText(number_of)
        self.setAccessibleDescription(f"{number_of}: {words}")
        self.before.setEnabled(self.shown > 0)
        self.after.setEnabled(self.shown < last)
        branches = figure.branches or self.shown >= figure.own
        self.keep.setText(self.tr("Keep in a branch") if branches else self.tr("Keep"))
        self.keep.setEnabled(not stands and not figure.drawing)
        self._fit_buttons()

    def sizeHint(self) -> QSize:
        """Return the height that words and buttons need, in pixels."""
        return QSize(0, self._layout.totalHeightForWidth(self.width()))  # Labels that wrap have no height of their own

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        # All in one row where it is wide: an office's transcript is a few lines high.
        beside = self.width() >= 640 * self.scale
        self._buttons.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        if self._height != (height := self.sizeHint().height()):  # `grown` resizes it, which leads here again
            self._height = height
            self.grown.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button that the key stands for."""
        buttons: dict[Qt.Key, QPushButton | QToolButton] = {
            Qt.Key.Key_Left: self.before, Qt.Key.Key_Right: self.after, Qt.Key.Key_Return: self.keep,
            Qt.Key.Key_Enter: self.keep, Qt.Key.Key_A: self.draw,
            Qt.Key.Key_Escape: self.draw if self._figure.drawing else self.cancel,
        }  # fmt: skip
        button = buttons.get(Qt.Key(event.key()))
        if button is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:  # The keypad's Enter carries it
            super().keyPressEvent(event)
        else:
            button.click()  # A disabled button ignores `click`

    def _apply_theme(self) -> None:
        look, theme = Look(self.font()), self.theme
        self.words.setFont(look.text)
        self.words.setStyleSheet(f"color: {theme.text}; font-size: {look.text.pixelSize()}px; font-weight: 400;")
        for button, name in ((self.before, "ph.caret-left"), (self.after, "ph.caret-right")):
            button.setIcon(icon(name, theme.colour("text"), theme.colour("faint")))
        self._fit_buttons()
