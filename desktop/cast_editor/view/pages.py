"""The middle of the editor: the cast's own page, or a member's pages as tabs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLineEdit, QScrollArea, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from desktop.cast_editor.draft import CAST, CastDraft, Fault, PlanChoice
from desktop.cast_editor.view.cast_page import CastPage
from desktop.cast_editor.view.character import CharacterPage
from desktop.cast_editor.view.desk import DeskPage
from desktop.cast_editor.view.page import FormPage
from desktop.cast_editor.view.persona import PersonaPage
from desktop.cast_editor.view.relations import RelationsPage
from desktop.cast_editor.view.voice import VoicePage
from desktop.new_run.figures import VoiceFigure
from desktop.widgets.icons import icon
from desktop.widgets.parts import scrolled
from desktop.widgets.themed import Themed


class Pages(Themed, QWidget):
    """All forms. Signal: `edited(field)` when a person changed something; by then it stands in the draft."""

    edited = Signal(str)

    def __init__(
        self,
        plans: Sequence[PlanChoice],
        voices: Sequence[VoiceFigure],
        colours: Sequence[tuple[str, str]],
    ) -> None:
        super().__init__()
        self._plans = {plan.name: plan for plan in plans}
        self._shown: tuple[CastDraft, int, Mapping[int, str]] = (CastDraft(), CAST, {})
        self._faults: Mapping[str, Fault] = {}
        self._sign = icon("ph.warning-circle-fill", self.theme.colour("bad"))
        self.cast = CastPage(plans)
        self.persona = PersonaPage(colours)
        self.desk = DeskPage()
        self.voice = VoicePage(voices)
        self.character = CharacterPage()
        self.relations = RelationsPage()
        self.tabs = QTabWidget()
        self.tabs.setIconSize(QSize(14, 14))
        self.tabs.setAccessibleName(self.tr("About the member"))
        self.tabs.tabBar().setExpanding(False)
        self._member_pages: tuple[FormPage, ...] = (
            self.persona,
            self.desk,
            self.voice,
            self.character,
            self.relations,
        )
        for page, title in zip(
            self._member_pages,
            (self.tr("Persona"), self.tr("Desk"), self.tr("Voice"), self.tr("D&&D"), self.tr("Relations")),
            strict=True,
        ):
            self.tabs.addTab(page if page is self.desk else upright(page), title)
        self.tabs.currentChanged.connect(self._turned)
        self.stack = QStackedWidget()
        self.stack.addWidget(upright(self.cast))
        self.stack.addWidget(self.tabs)
        for form in (self.cast, *self._member_pages):
            form.edited.connect(self.edited)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack)
        self.setMinimumWidth(380)

    def _restyle(self) -> None:
        self._sign = icon("ph.warning-circle-fill", self.theme.colour("bad"))
        self.show_faults(self._faults)

    def show_draft(self, draft: CastDraft, key: int, given: Mapping[int, str]) -> None:
        """Show a member, or the cast itself; `given` are the seats that everybody gets."""
        self._shown = (draft, key, given)
        member = draft.member(key)
        self.stack.setCurrentIndex(0 if member is None else 1)
        if member is None:
            self.cast.show_cast(draft)
            return
        # The hidden pages are filled when they are turned to: a large cast has many colleagues.
        page = self._member_pages[max(0, self.tabs.currentIndex())]
        if page is self.desk:
            self.desk.show_seats(draft, member, self._plans.get(draft.text["plan"]), given)
        else:
            page.show_member(draft, member)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show the faults of what is shown, by field, and mark the tabs that hold some."""
        self._faults = faults
        for form in (self.cast, *self._member_pages):
            form.show_faults(faults)
        wrong = {self._page_of(field) for field, fault in faults.items() if not fault.warning}
        for i, page in enumerate(self._member_pages):
            self.tabs.setTabIcon(i, self._sign if page in wrong else QIcon())

    def _turned(self) -> None:
        self.show_draft(*self._shown)
        self.show_faults(self._faults)

    def focus(self, field: str) -> None:
        """Turn to the page of a field and give it the keyboard."""
        if self.stack.currentIndex() == CAST:
            self.cast.focus(field)
            return
        page = self._page_of(field)
        self.tabs.setCurrentIndex(self._member_pages.index(page))
        page.focus(field)

    def name_field(self) -> QLineEdit:
        """Where the name of what is shown is typed."""
        self.tabs.setCurrentIndex(0)
        page = self.cast if self.stack.currentIndex() == CAST else self.persona
        editor = page.form.editors["name"]
        assert isinstance(editor, QLineEdit)
        return editor

    def _page_of(self, field: str) -> FormPage:
        head = field.partition(".")[0]
        known = {"desk": self.desk, "voice": self.voice, "character": self.character, "relations": self.relations}
        return known.get(head, self.persona)


def upright(page: QWidget) -> QScrollArea:
    """A page that scrolls up and down only: what is wide wraps."""
    area = scrolled(page)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area
