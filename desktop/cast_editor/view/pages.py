"""The middle of the editor: the cast's own page, or a member's pages as tabs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLineEdit, QScrollArea, QStackedWidget, QTabWidget, QWidget

from parley.core.office.plan import Plan
from parley.desktop.cast_editor.draft import CAST, CastDraft
from parley.desktop.cast_editor.model import Fault
from parley.desktop.cast_editor.view.page import CardPage, CastPage, FormPage, PersonaPage, VoicePage
from parley.desktop.cast_editor.view.relations import RelationsPage
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.parts import Scrolled
from parley.desktop.widgets.themed import Themed


class Pages(Themed, QWidget):
    """All forms. Signal: `edited(field)` when a person changed something; by then it stands in the draft."""

    edited = Signal(str)

    def __init__(self, plans: Mapping[str, Plan], voices: Sequence[VoiceFigure]) -> None:
        super().__init__()
        self._shown = CastDraft(), CAST  # shown again when a tab is turned to
        self._faults: Mapping[str, Fault] = {}
        self.cast, self.persona = CastPage(plans), PersonaPage(plans)
        self.voice, self.relations = VoicePage(voices), RelationsPage()
        self.card = CardPage()
        self.tabs = QTabWidget(iconSize=QSize(14, 14))
        self.tabs.setAccessibleName(self.tr("About the member"))
        self.tabs.tabBar().setExpanding(False)
        titles: dict[FormPage, str] = {
            self.persona: self.tr("Persona"), self.voice: self.tr("Voice"),
            self.relations: self.tr("Relations"),
            self.card: self.tr("Card"),
        }  # fmt: skip
        self._member_pages = tuple(titles)
        for page, title in titles.items():
            self.tabs.addTab(make_scrolled(page), title)
        self.tabs.currentChanged.connect(self._redraw_turned_page)
        self.stack = QStackedWidget()
        self.stack.addWidget(make_scrolled(self.cast))
        self.stack.addWidget(self.tabs)
        for form in (self.cast, *self._member_pages):
            form.edited.connect(self.edited)
        vbox(self.stack, within=self, margins=0)
        self.setMinimumWidth(380)

    def _apply_theme(self) -> None:
        self.show_faults(self._faults)  # the tabs' signs are painted

    def show_draft(self, draft: CastDraft, key: int) -> None:
        """Show a member, or the cast itself."""
        self._shown = draft, key
        member = draft.find_member(key)
        self.stack.setCurrentIndex(0 if member is None else 1)
        if member is None:
            self.cast.show_cast(draft)
        else:
            # The hidden pages are filled when they are turned to: a large cast has many colleagues.
            self._member_pages[max(0, self.tabs.currentIndex())].show_member(draft, member)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show the faults of what is shown, by field, and mark the tabs that hold some."""
        self._faults = faults
        for form in (self.cast, *self._member_pages):
            form.show_faults(faults)
        wrong = {self._find_page_of_field(field) for field, fault in faults.items() if not fault.warning}
        sign = icon("ph.warning-circle-fill", self.theme.colour("bad"))
        for i, page in enumerate(self._member_pages):
            self.tabs.setTabIcon(i, sign if page in wrong else QIcon())

    def _redraw_turned_page(self) -> None:
        self.show_draft(*self._shown)
        self.show_faults(self._faults)

    def focus(self, field: str) -> None:
        """Turn to the page of a field and give it the keyboard."""
        page: FormPage = self.cast
        if self.stack.currentIndex() != CAST:  # CAST, 0, is also the index of the cast's page
            page = self._find_page_of_field(field)
            self.tabs.setCurrentIndex(self._member_pages.index(page))
        page.focus(field)

    def name_field(self) -> QLineEdit:
        """Return where the name of what is shown is typed."""
        self.tabs.setCurrentIndex(0)  # names are on the persona's page
        page = self.cast if self.stack.currentIndex() == CAST else self.persona
        editor = page.form.editors["name"]
        assert isinstance(editor, QLineEdit)
        return editor

    def _find_page_of_field(self, field: str) -> FormPage:
        page = getattr(self, field.partition(".")[0], None)  # "voice.model" is on `voice`
        return page if page in self._member_pages else self.persona


def make_scrolled(page: QWidget) -> QScrollArea:
    """Return a page that scrolls up and down only: what is wide wraps."""
    area = Scrolled(page)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area
