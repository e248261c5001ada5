"""The logbook dock: a page to choose, the page, and its language."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QSizePolicy, QTabBar, QToolButton, QWidget

from parley.desktop.modes.office.figures import LogbookFigure, LogEntryFigure
from parley.desktop.modes.office.logbook.sheet import LogSheet
from parley.desktop.modes.office.words import ICONS
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import make_plain, small_button, style_tabs
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.themed import Themed


class LogbookView(Themed, QWidget):
    """A page a scene and a page a day.

    Signals: `page_wanted(day, scene)` (scene 0: the day's own page), `turn_chosen(int)`, `language_chosen(value)`,
    `export_wanted()`, `caption_changed(text)`.
    """

    page_wanted = Signal(int, int)
    turn_chosen = Signal(int)
    language_chosen = Signal(str)
    export_wanted = Signal()
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Logbook"))
        self.figure = LogbookFigure()
        self._listed: list[LogEntryFigure] = []
        self._make_widgets()
        self._lay_out()
        self._show_entries()
        self._show_page()
        self._apply_theme()

    def _make_widgets(self) -> None:
        self.before = small_button(self.tr("Previous page"))
        self.after = small_button(self.tr("Next page"))
        self.before.clicked.connect(lambda: self._turn_page(-1))
        self.after.clicked.connect(lambda: self._turn_page(1))
        self.picker = ElidedCombo()
        self.picker.setAccessibleName(self.tr("Page of the logbook"))
        self.picker.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.picker.setMinimumWidth(90)
        self.picker.activated.connect(self._on_picked)  # not for what the program chooses
        self.languages = QTabBar()
        make_plain(self.languages)
        self.languages.setAccessibleName(self.tr("Language of the logbook"))
        self.languages.tabBarClicked.connect(self._on_language)
        self.languages.currentChanged.connect(self._on_language)
        self.export = QToolButton()
        self.export.setToolTip(self.tr("Save the logbook as Markdown or HTML."))
        self.export.setAccessibleName(self.tr("Export the logbook"))
        self.export.clicked.connect(self.export_wanted)
        self.page = LogSheet()
        self.page.setAccessibleName(self.tr("Page"))
        self.page.turn_chosen.connect(self.turn_chosen)
        self.page.scene_chosen.connect(self._on_scene)
        self.empty = QLabel()
        self.empty.setWordWrap(True)
        self.empty.setProperty("role", "secondary")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def _lay_out(self) -> None:
        head = hbox(self.before, (self.picker, 1), self.after, self.export, margins=(10, 0, 10, 0), spacing=4)
        below = hbox(self.languages, STRETCH, margins=(14, 0, 10, 0))
        body = hbox((self.page, 1), (self.empty, 1), margins=(6, 0, 4, 4), spacing=6)
        vbox(head, below, (body, 1), within=self, margins=0, spacing=3)

    # Showing ------------------------------------------------------------------------------------------------------

    def show_figure(self, figure: LogbookFigure) -> None:
        """Show another page, or more of this one."""
        if figure == self.figure:
            return
        old, self.figure = self.figure, figure
        if figure.entries != old.entries:
            self._show_entries()
        if figure.languages != old.languages or figure.language != old.language:
            self._show_languages()
        if figure.page != old.page or figure.shown != old.shown or figure.note != old.note:
            self._show_page()
        self._show_place()

    def caption(self) -> str:
        """Return what to put into the title bar: "page 3 of 9"."""
        at, number = self._find_entry(), self.locale().toString
        return self.tr("page {0} of {1}").format(number(at + 1), number(len(self.figure.entries))) if at >= 0 else ""

    def _apply_theme(self) -> None:
        theme = self.theme
        colour, faint = theme.colour("text"), theme.colour("faint")
        self.before.setIcon(icon("ph.caret-left-bold", colour, faint, sizes=(16,)))
        self.after.setIcon(icon("ph.caret-right-bold", colour, faint, sizes=(16,)))
        self.export.setIcon(icon("ph.export", colour, faint, sizes=(16,)))
        self._sign_entries(0)
        style_tabs(self.languages)

    def _show_entries(self) -> None:
        entries, listed = self.figure.entries, self._listed
        # Pages are added at the end while a day goes on, the last one changes; another run has others.
        same = 0
        while same < min(len(listed), len(entries)) and listed[same] == entries[same]:
            same += 1
        with QSignalBlocker(self.picker):
            while self.picker.count() > same:
                self.picker.removeItem(same)
            for at, entry in enumerate(entries[same:], same):
                self.picker.addItem(entry.told)
                tip = make_tip("\n".join(part for part in (entry.title, entry.detail) if part))
                self.picker.setItemData(at, tip, Qt.ItemDataRole.ToolTipRole)
                if not entry.scene:
                    # A day stands out among its scenes.
                    strong = QFont(self.font())  # a style sheet reaches no single item
                    strong.setWeight(QFont.Weight.DemiBold)
                    self.picker.setItemData(at, strong, Qt.ItemDataRole.FontRole)
        self._listed = list(entries)
        self._sign_entries(same)
        for widget in (self.before, self.picker, self.after, self.export):
            widget.setVisible(bool(entries))

    def _sign_entries(self, first: int) -> None:
        """Put the icons beside the entries from a place on."""
        colour = self.theme.colour("secondary")
        for at, entry in enumerate(self.figure.entries[first:], first):
            name = ICONS.get(entry.scene_type, "ph.chats") if entry.scene else "ph.calendar"
            self.picker.setItemIcon(at, icon(name, colour, sizes=(16,)))

    def _show_languages(self) -> None:
        with QSignalBlocker(self.languages):
            while self.languages.count():  # each removal would choose a neighbour
                self.languages.removeTab(0)
            for value, title in self.figure.languages:
                at = self.languages.addTab(title)
                self.languages.setTabData(at, value)
                if value == self.figure.language:
                    self.languages.setCurrentIndex(at)
        self.languages.setVisible(bool(self.figure.languages))
        style_tabs(self.languages)

    def _find_entry(self) -> int:
        page = self.figure.page
        for at, entry in enumerate(self.figure.entries):
            if page is not None and (entry.day, entry.scene) == (page.day, page.number):
                return at
        return -1

    def _show_place(self) -> None:
        at, count = self._find_entry(), len(self.figure.entries)
        with QSignalBlocker(self.picker):
            self.picker.setCurrentIndex(at)  # −1: a page that is not listed yet
        self.before.setEnabled(at > 0)
        self.after.setEnabled(0 <= at < count - 1)
        self.caption_changed.emit(self.caption())

    def _show_page(self) -> None:
        page = self.figure.page
        self.page.setVisible(page is not None)
        self.empty.setVisible(page is None)
        self.languages.setVisible(bool(self.figure.languages) and page is not None)
        if page is None:
            self.empty.setText(
                self.figure.note
                or self.tr("Open or start a day in the office: every scene gets a page here, and every day a summary.")
            )
        self.page.show_page(page, self.figure.shown)

    # Choosing -----------------------------------------------------------------------------------------------------

    def _turn_page(self, by: int) -> None:
        self._on_picked(self._find_entry() + by)

    def _on_picked(self, at: int) -> None:
        if 0 <= at < len(self.figure.entries):
            entry = self.figure.entries[at]
            self.page_wanted.emit(entry.day, entry.scene)

    def _on_scene(self, scene: int) -> None:
        if self.figure.page is not None:
            self.page_wanted.emit(self.figure.page.day, scene)

    def _on_language(self, at: int) -> None:
        value = self.languages.tabData(at)
        if isinstance(value, str) and value != self.figure.language:  # Qt sends -1 beside the tabs, which has no data
            self.language_chosen.emit(value)
