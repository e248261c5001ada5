"""What stands around the lines and upon them: switches, the box to speak in, the way back, a menu and an editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QIcon, QKeyEvent, QKeySequence, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QMenu, QPlainTextEdit, QPushButton, QToolButton, QWidget

from parley.desktop.run.figures import MemberFigure, TurnFigure
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import FocusFrame, build_popup_menu
from parley.desktop.widgets.plain import escape_amp
from parley.desktop.widgets.themed import Themed

translate = QCoreApplication.translate
ICONS = ("ph.brain", "ph.currency-circle-dollar", "ph.magnifying-glass")
"""Of the switches; a tool tip tells what each does."""
LEAST, MOST = 2, 8
"""Lines that the editor of a line has room for."""


class TranscriptHeader(Themed, QWidget):
    """The switches of the transcript: thoughts, details, find. A window may put it into its title bar.

    Signals: `options_changed(thoughts, details)`, `find_wanted()`.
    """

    options_changed = Signal(bool, bool)
    find_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("TranscriptHeader")
        self.thoughts = self._switch(self.tr("Thoughts"), self.tr("Unfold what members think and do not say"))
        self.details = self._switch(self.tr("Details"), self.tr("Show tokens, latency and cost under each line"))
        self.finder = self._switch(self.tr("Find"), self.tr("Find in this transcript (Ctrl+F)"))
        self.finder.setCheckable(False)  # An action, no switch: the bar closes itself
        self._buttons = (self.thoughts, self.details, self.finder)
        self.row = hbox(STRETCH, *self._buttons, within=self, margins=0, spacing=2)
        self.thoughts.toggled.connect(self._on_toggled)
        self.details.toggled.connect(self._on_toggled)
        self.finder.clicked.connect(self.find_wanted)
        self._apply_theme()

    def _switch(self, text: str, tip: str) -> QToolButton:
        button = QToolButton(autoRaise=True)
        button.setToolTip(f"{text}: {tip}")
        button.setAccessibleName(text)
        button.setAccessibleDescription(tip)
        button.setCheckable(True)
        return button

    def _apply_theme(self) -> None:
        for button, name in zip(self._buttons, ICONS, strict=True):
            button.setIcon(icon(name, self.theme.colour("secondary"), sizes=(16,)))

    def set_options(self, *, thoughts: bool, details: bool) -> None:
        """Set both switches and tell once if that changed anything."""
        had = (self.thoughts.isChecked(), self.details.isChecked())
        with QSignalBlocker(self.thoughts), QSignalBlocker(self.details):
            self.thoughts.setChecked(thoughts)
            self.details.setChecked(details)
        if had != (thoughts, details):
            self._on_toggled()

    def _on_toggled(self) -> None:
        self.options_changed.emit(self.thoughts.isChecked(), self.details.isChecked())


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
        self._speakers = QActionGroup(self.menu)
        self._speakers.triggered.connect(lambda action: self.speak_as(str(action.data())))
        hbox((self.field, 1), self.choice, within=self, margins=(12, 2, 6, 2), spacing=6)
        FocusFrame(self, self.field)
        self._apply_theme()

    def _apply_theme(self) -> None:
        self._look = Look(self.font())
        self.choice.setFont(self._look.button)
        self._fill_menu()

    def set_members(self, members: tuple[MemberFigure, ...]) -> None:
        """Offer these members to speak as."""
        if [*map(_looks_of, members)] == [*map(_looks_of, self._members)]:  # Refilling would clear an open menu
            return
        self._members = members
        if all(self.speaker != each.id for each in members):  # The new run may not have them
            self.speaker = DIRECTOR
        self._fill_menu()

    def speak_as(self, speaker: str) -> None:
        """Choose whom to speak as and go to the field."""
        if speaker == DIRECTOR or any(speaker == each.id for each in self._members):
            self.speaker = speaker
            self._fill_menu()
        self.field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.text():  # QLineEdit leaves Escape to its parent
            self.field.clear()
        else:
            super().keyPressEvent(event)

    def _fill_menu(self) -> None:
        director = self.tr("Director")
        offers = {DIRECTOR: (director, self._look.get_avatar(None, director[:1], self.devicePixelRatioF()))}
        offers |= {
            each.id: (each.name, self._look.get_avatar(each, "", self.devicePixelRatioF())) for each in self._members
        }
        name = offers[self.speaker][0]
        self.field.setPlaceholderText(self.tr("Speak as {name}…").format(name=name))
        self.field.setAccessibleName(self.tr("Speak as {name}").format(name=name))
        short = self.choice.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, round(self._look.px(110)))
        self.choice.setText(self.tr("as {name} ▾").format(name=escape_amp(short)))
        self.menu.clear()  # Takes the old actions out of their group too
        for speaker, (title, face) in offers.items():
            action = self.menu.addAction(QIcon(face), escape_amp(title))
            action.setCheckable(True)
            action.setChecked(speaker == self.speaker)
            action.setData(speaker)
            self._speakers.addAction(action)

    def _on_return(self) -> None:
        text = self.field.text().strip()
        if text:
            self.field.clear()
            # The next words are the director's own again.
            speaker, self.speaker = self.speaker, DIRECTOR
            self._fill_menu()
            self.said.emit(speaker, text)


class NewestPill(QPushButton):
    """There while the newest line is out of sight; the key End does the same, so it takes no focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setObjectName("newestPill")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def show_way(self, *, live: bool, ended: bool, unseen: int) -> None:
        """Say where it leads; `unseen` lines have come since somebody scrolled away."""
        if not live:
            text = translate("ShownLines", "↓ To the end") if ended else translate("ShownLines", "↓ Back to live")
        elif unseen:
            one, many = translate("ShownLines", "↓ 1 new line"), translate("ShownLines", "↓ {count} new lines")
            text = (one if unseen == 1 else many).format(count=self.locale().toString(unseen))
        else:
            text = translate("ShownLines", "↓ Newest line")
        if text != self.text():
            self.setText(text)
        self.show()


def build_row_menu(
    parent: QWidget,
    figure: TurnFigure,
    act: Callable[[str], None],
    *,
    last: bool,
    unfolded: bool,
    rows: int,
    others: Mapping[str, tuple[str, str]] | None = None,
) -> QMenu:
    """Return a menu for `figure` that calls `act` with what was chosen.

    Names: copy, inspect, edit, fork, retry, bookmark, thoughts, and those of `others`, with their text and key.
    `last` says whether the turn can be taken again, `rows` how many rows are selected.
    """
    menu = build_popup_menu(parent)
    turn = figure.is_turn

    def add_action(name: str, text: str, keys: str = "", *, enabled: bool = True) -> None:
        action = menu.addAction(text)
        action.setObjectName(name)
        action.setEnabled(enabled)
        if keys:
            action.setShortcut(QKeySequence(keys))  # Shown only: the view itself answers the key
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda: act(name))

    several = translate("RowMenu", "Copy {count} lines").format(count=rows)
    add_action("copy", several if rows > 1 else translate("RowMenu", "Copy"), "Ctrl+C")
    fold, unfold = translate("RowMenu", "Fold thoughts"), translate("RowMenu", "Unfold thoughts")
    if figure.kind == "scene_end":
        fold, unfold = translate("RowMenu", "Fold the summary"), translate("RowMenu", "Unfold the summary")
    if figure.kind == "tool":
        fold, unfold = translate("RowMenu", "Fold the result"), translate("RowMenu", "Unfold the result")
    if figure.thoughts or (figure.kind == "scene_end" and figure.text):
        add_action("thoughts", fold if unfolded else unfold, "T")
    menu.addSeparator()
    if figure.number:
        add_action("inspect", translate("RowMenu", "Inspect"), "Return")
    if turn:
        marked = translate("RowMenu", "Remove bookmark")
        add_action("bookmark", marked if figure.bookmarked else translate("RowMenu", "Bookmark"))
        menu.addSeparator()
        add_action("edit", translate("RowMenu", "Edit and fork…"), "F2")
        add_action("fork", translate("RowMenu", "Fork here"))
    if turn or figure.kind == "failed":
        add_action("retry", translate("RowMenu", "Retry this turn"), enabled=last)
    if turn:
        for name, (text, keys) in (others or {}).items():
            add_action(name, text, keys)
    return menu


class RowEditor(Themed, QFrame):
    """What is laid upon a row in place of its words, as high as its size hint.

    Signals: `cancelled()`, `grown()` when it needs another height.
    """

    cancelled = Signal()
    grown = Signal()


class LineEditor(RowEditor):
    """The text of a line, to be changed. Enter accepts, Shift+Enter breaks the line, Esc leaves it as it was.

    Signals: `accepted(text)`; and those of a row's editor.
    """

    accepted = Signal(str)

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lineEditor")
        self.field = QPlainTextEdit(text)
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self.setFocusProxy(self.field)
        self.field.setAccessibleName(self.tr("New text of the line"))
        self.field.setTabChangesFocus(True)  # Else Tab is typed, and the buttons cannot be reached
        self.field.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.field.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.field.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.field.setFrameShape(QFrame.Shape.NoFrame)
        self.field.installEventFilter(self)  # Enter would break the line
        self.field.document().documentLayout().documentSizeChanged.connect(self._on_size)
        # `documentSizeChanged` is not emitted where lines only break anew for another width.
        self.field.verticalScrollBar().rangeChanged.connect(self._on_size)
        self.fork = QPushButton(self.tr("Fork with this line"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.fork.setProperty("primary", True)
        self.fork.clicked.connect(self._accept)
        self.cancel.clicked.connect(self.cancelled)
        self.hint = QLabel(self.tr("The run goes on from here in a branch."))
        buttons = hbox(self.fork, self.cancel, STRETCH, spacing=8)
        vbox((self.field, 1), self.hint, buttons, within=self, margins=(6, 4, 6, 6), spacing=4)
        self._lines = LEAST
        self._apply_theme()
        self._on_size()

    def _apply_theme(self) -> None:
        self._look = Look(self.font())

    def sizeHint(self) -> QSize:
        """Return the height that the text and the buttons need, in pixels."""
        look = self._look
        line = self.field.fontMetrics().lineSpacing()
        return QSize(0, round(self._lines * line + 10 + look.small_metrics.height() + 4 + look.px(26) + 4 + 12))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept by Enter and cancel by Esc, before the field sees them."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not shift:
                self._accept()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.cancelled.emit()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:  # From a button: the field's keys go through the filter
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def _accept(self) -> None:
        self.accepted.emit(self.field.toPlainText().strip())

    def _on_size(self) -> None:
        # A plain text document's height is counted in lines.
        lines = min(MOST, max(LEAST, round(self.field.document().size().height())))
        if lines != self._lines:
            self._lines = lines
            self.field.setVerticalScrollBarPolicy(
                Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines == MOST else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            )
            self.grown.emit()
