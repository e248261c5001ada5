"""What several windows and dialogs are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDropEvent, QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QFileDialog,
    QFrame,
    QInputDialog,
    QLabel,
    QMenu,
    QScrollArea,
    QTabBar,
    QToolButton,
    QWidget,
)

from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.theme import LOOK
from parley.desktop.widgets.themed import Themed, set_look


class Scrolled(QScrollArea):
    """A page that scrolls where the dialog is low. When it grows, what has the keyboard stays in sight."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # A stop of the Tab key that nobody sees would swallow what is typed.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(page)
        page.setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self._on_range)

    def _on_range(self) -> None:
        # A new row has its place only after the layout was made.
        QTimer.singleShot(0, self, self._follow_focus)

    def _follow_focus(self) -> None:
        held, page = self.focusWidget(), self.widget()
        if held is not None and page is not None and held.hasFocus() and held is not self:
            # The whole field, which Qt scrolls no further than to its cursor; then the cursor, where a field is higher.
            self.ensureVisible(0, held.mapTo(page, held.rect().bottomLeft()).y(), 0, 0)
            self.ensureWidgetVisible(held)


def worded(text: str = "", role: str = "", *, wrap: bool = True) -> QLabel:
    """Return a label of plain words, whoever they come from; `role` is one of the style sheet's."""
    label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=wrap)
    label.setProperty("role", role)
    return label


class FocusFrame(QObject):
    """Has a frame around a field without one of its own show that the field has the keyboard, by its property `lit`."""

    def __init__(self, frame: QWidget, field: QWidget) -> None:
        super().__init__(frame)
        self._frame = frame
        field.installEventFilter(self)

    def eventFilter(self, field: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            set_look(self._frame, lit=event.type() == QEvent.Type.FocusIn)
        return super().eventFilter(field, event)


def make_button(name: str, sign: str = "") -> QToolButton:
    """Return a small button with a sign; its name is told by its tool tip."""
    made = QToolButton()
    made.setText(sign)
    made.setAccessibleName(name)
    made.setToolTip(make_tip(name))
    return made


def follow_action(button: QAbstractButton, action: QAction, then: Callable[[], object] = lambda: None) -> None:
    """Have a button do what an action does, and be called, enabled and checked as that is; `then` comes after each
    change."""

    def sync_button() -> None:
        button.setEnabled(action.isEnabled())
        button.setChecked(action.isChecked())  # a click has toggled the button, whatever comes of the action
        button.setToolTip(action.toolTip())
        button.setAccessibleName(action.text().rstrip("… "))
        then()

    button.clicked.connect(action.trigger)
    action.changed.connect(sync_button)
    sync_button()


def ask_files(
    parent: QWidget,
    title: str,
    kinds: str,
    take: Callable[[Sequence[str]], object],
    *,
    folder: str = "",
    several: bool = False,
) -> None:
    """Ask for files that there are, of these `kinds` (a Qt filter); `take` hears of those that were chosen."""
    dialog = QFileDialog(parent, title, folder, kinds)
    mode = QFileDialog.FileMode.ExistingFiles if several else QFileDialog.FileMode.ExistingFile
    dialog.setFileMode(mode)
    dialog.filesSelected.connect(take)
    dialog.finished.connect(dialog.deleteLater)  # its parent, a window, would keep every dialog that was ever opened
    dialog.open()


def build_question(
    parent: QWidget | None, title: str, label: str, mode: QInputDialog.InputMode = QInputDialog.InputMode.TextInput
) -> QInputDialog:
    """Return a dialog that asks for one value, yet to be opened; it goes once it is closed."""
    dialog = QInputDialog(parent)
    dialog.setInputMode(mode)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    return dialog


def ask_text(parent: QWidget | None, title: str, label: str, take: Callable[[str], object], text: str = "") -> None:
    """Ask for a word or a few; `take` hears of them."""
    dialog = build_question(parent, title, label)
    dialog.setTextValue(text)
    dialog.textValueSelected.connect(lambda given: take(given.strip()))
    dialog.open()


def build_popup_menu(parent: QWidget) -> QMenu:
    """Return an empty menu for `popup`, which returns at once: it deletes itself when it is closed."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def small_button(name: str) -> QToolButton:
    """Return a button of which there is only an icon; `name` is its tool tip."""
    button = make_button(name)
    button.setFixedSize(24, 24)
    return button


class FileDrops(QObject):
    """A base for whoever takes some of the files that are dropped upon a window."""

    def watch_window(self, window: QWidget) -> None:
        """Take what is dropped upon this window."""
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def find_files(self, urls: Sequence[QUrl]) -> list[Path]:
        """Return the files among what is dropped that are taken."""
        raise NotImplementedError

    def start(self, files: Sequence[Path]) -> None:
        """Take these files."""
        raise NotImplementedError

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the files that fit among what is dropped."""
        if isinstance(event, QDropEvent) and event.type() in (
            QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop,
        ):  # fmt: skip
            files = self.find_files(event.mimeData().urls())
            if files:
                # Never a move, which others propose: whoever drags may then take the file away where it was.
                event.setDropAction(Qt.DropAction.CopyAction)
                event.accept()
                if event.type() == QEvent.Type.Drop:
                    self.start(files)
                return True
        return super().eventFilter(watched, event)


def make_plain(bar: QTabBar) -> None:
    """Make a tab bar plain: words side by side, without frames or scroll buttons."""
    bar.setExpanding(False)
    bar.setDrawBase(False)
    bar.setUsesScrollButtons(False)
    # Shortened words in a narrow dock, rather than a dock that cannot be made narrow.
    bar.setElideMode(Qt.TextElideMode.ElideRight)


def style_tabs(bar: QTabBar, pixels: int = 12) -> None:
    """Style small tabs, the chosen one underlined; `pixels` is 11 to 13, at a text scale of 1."""
    font = QFont(bar.font())
    font.setPixelSize(max(7, round(pixels * LOOK.scale)))
    font.setWeight(QFont.Weight.Medium)
    bar.setFont(font)
    for at in range(bar.count()):
        if not bar.tabToolTip(at):  # Words that are shortened can be read whole nowhere else
            bar.setTabToolTip(at, bar.tabText(at))
    set_look(bar, tabs=str(pixels))


def size_small(button: QToolButton, scale: float) -> None:
    """Give a button the size of the small buttons in the title of a card."""
    button.setFixedSize(round(24 * scale), round(22 * scale))
    button.setIconSize(QSize(round(16 * scale), round(16 * scale)))


class HelpButton(Themed, QToolButton):
    """Hidden until somebody knows what explains the view; `title` is what the view is called."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("What “{0}” shows").format(title))
        self.setToolTip(self.tr("What this shows"))
        self.hide()
        self._apply_theme()

    def offer_help(self, asked: Callable[[], None]) -> None:
        """Show the button; a click calls `asked`."""
        self.clicked.connect(lambda _checked=False: asked())
        self.show()

    def _apply_theme(self) -> None:
        size_small(self, self.scale)
        self.setIcon(icon("ph.question", self.theme.colour("faint")))
