"""The inspector: everything about the shown turn, a tab a question."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.inspector.view.pages import MemoriesPane, NotesPane, RawPane, RelationsPane, TokensPane, WhyPane
from parley.desktop.inspector.view.pane import Pane
from parley.desktop.inspector.view.payload import PayloadPane
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.parts import make_plain, style_tabs
from parley.desktop.widgets.themed import Themed

TABS = ("why", "notes", "payload", "tokens", "memories", "relations", "event")


class InspectorView(Themed, QWidget):
    """Why this speaker, what was sent, what it cost, what was remembered, how they stand, and the raw events.

    Only the pane in sight is shown a figure; the others catch up when they are chosen.
    Attributes: `panes` by the names of `TABS`. Signals: `member_chosen(id)`, `caption_changed(text)`,
    `tab_changed(name)`, `run_opened(id)`.
    """

    member_chosen = Signal(str)
    run_opened = Signal(str)
    caption_changed = Signal(str)
    tab_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Inspector"))
        self._figure = InspectorFigure()
        self._stale = set(TABS)
        self._wanted = ""
        self._chosen = False
        why = WhyPane()
        why.member_chosen.connect(self.member_chosen)
        memories = MemoriesPane()
        memories.run_opened.connect(self.run_opened)
        panes = (why, NotesPane(), PayloadPane(), TokensPane(), memories, RelationsPane(), RawPane())
        self.panes: dict[str, Pane] = dict(zip(TABS, panes, strict=True))
        titles = (
            self.tr("Why"), "", self.tr("Payload"), self.tr("Tokens"),
            self.tr("Memories"), self.tr("Relations"), self.tr("Event"),
        )  # fmt: skip
        self.tabs = QTabBar()
        make_plain(self.tabs)
        self.tabs.setAccessibleName(self.tr("Pages of the inspector"))
        self.stack = QStackedWidget()
        for title, pane in zip(titles, self.panes.values(), strict=True):
            self.tabs.addTab(title)
            self.stack.addWidget(pane)
        self.tabs.currentChanged.connect(self._on_tab)
        head = hbox((self.tabs, 1), margins=(12, 0, 8, 0))
        vbox(head, (self.stack, 1), within=self, margins=(0, 0, 0, 6), spacing=4)
        self.tabs.setTabVisible(TABS.index("notes"), False)  # Until a mode has a page of its own
        self._apply_theme()
        self._show_pane()

    def show_figure(self, figure: InspectorFigure) -> None:
        if figure == self._figure:
            return
        self._figure = figure
        self._stale = set(TABS)
        self.tabs.setTabText(TABS.index("notes"), figure.page)
        # The mode's page first: it is turned to where the page in front is left out.
        for name in ("notes", *(name for name in TABS if name != "notes")):
            self._update_tab(name, name not in figure.without and (name != "notes" or bool(figure.page)))
        if figure.first and not self._chosen:  # A page that the user chose stays for all turns
            self._turn_to(figure.first)
        self._show_pane()
        self.caption_changed.emit(self.caption())

    def caption(self) -> str:
        """Return what to put into the title bar: "turn 14 · Analyst"."""
        figure = self._figure
        if not figure.turn:
            return ""
        turn = self.tr("turn {number}").format(number=self.locale().toString(figure.turn))
        return f"{turn} · {figure.member.name}" if figure.member else turn

    def tab(self) -> str:
        """Return the name of the page in sight."""
        return TABS[self.tabs.currentIndex()]

    def _turn_to(self, name: str) -> None:
        """Turn to a page that nobody has chosen."""
        chosen = self._chosen  # `_on_tab` takes any change for the user's choice
        self.tabs.setCurrentIndex(TABS.index(name))
        self._chosen = chosen

    def show_tab(self, name: str) -> None:
        """Turn to a page of `TABS`."""
        self.tabs.setCurrentIndex(TABS.index(name))

    def _update_tab(self, name: str, there: bool) -> None:
        """Have a page or leave it out, as the run's mode says."""
        at = TABS.index(name)
        if self.tabs.isTabVisible(at) == there:
            return
        if not there and self.tabs.currentIndex() == at:
            own = "notes" if self.tabs.isTabVisible(TABS.index("notes")) else "payload"
            self._turn_to(own if name == "why" else "why")
            self._wanted = name  # Set last: turning to a page clears it
        self.tabs.setTabVisible(at, there)
        if there and name == self._wanted:
            # It was in front before this run, or this turn, had nothing for it.
            self._turn_to(name)

    def _apply_theme(self) -> None:
        style_tabs(self.tabs, 11)

    def _on_tab(self, index: int) -> None:
        self._wanted, self._chosen = "", True
        self.stack.setCurrentIndex(index)
        self._show_pane()
        self.tab_changed.emit(TABS[index])

    def _show_pane(self) -> None:
        name = self.tab()
        if name in self._stale:
            self._stale.discard(name)
            self.panes[name].show_figure(self._figure)
