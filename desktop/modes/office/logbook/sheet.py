"""A page of the logbook as rich text, every word of it escaped; faces, links, and the turn that all views show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QResizeEvent, QTextBlock
from PySide6.QtWidgets import QWidget

from parley.core.base.labels import words
from parley.desktop.modes.office.figures import LogDayFigure
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.book import Book
from parley.desktop.widgets.theme import Theme

if TYPE_CHECKING:
    from parley.core.modes.office.logbook.page import ScenePage, Spoken

VALENCES = {"positive": ("▲", "good"), "neutral": ("■", "secondary"), "negative": ("▼", "bad")}
"""A shift's sign and the theme's colour: the shape tells them apart too."""
FACE, SMALL_FACE = 26, 18
"""Pixels of an avatar at a text scale of 1."""


@dataclass(frozen=True)
class PageText:
    """Makes the rich text of pages in one theme and scale. `shown` is the turn that all views show."""

    theme: Theme
    scale: float
    shown: int = 0

    def of(self, page: ScenePage | LogDayFigure) -> str:
        """Return the page."""
        # Not before the first page: the window is painted sooner.
        from parley.core.export.html import load_template

        own = (
            {}
            if isinstance(page, LogDayFigure)
            else {"facts": _collect_scene_facts(page), "what": _format_scene_type(page)}
        )
        return load_template("logbook_sheet.html.j2").render(
            page=page,
            say=words("logbook", page.language),
            theme=self.theme,
            colour=lambda person: self.theme.member(person.colour).name(),
            px=lambda pixels: max(6, round(pixels * self.scale)),
            ground=self.get_ground,
            FACE=FACE,
            SMALL_FACE=SMALL_FACE,
            VALENCES=VALENCES,
            **own,
        )

    def get_ground(self, line: Spoken) -> str:
        """Return the theme's colour on which a line stands; "" for none."""
        return "accent_soft" if line.turn == self.shown else "room_lit" if line.key else ""


def _format_scene_type(page: ScenePage) -> str:
    same = page.kind_name.casefold() == page.type_name.casefold()
    return page.type_name if same else f"{page.type_name} ({page.kind_name})"


def _collect_scene_facts(page: ScenePage) -> list[tuple[str, str]]:
    choice = page.choice
    facts = {name: getattr(page, name) for name in ("time", "place", "topic", "mood")}
    facts["choice"] = _format_reason(choice.method, choice.reason) if choice else ""
    facts["exchange"] = _format_reason(page.exchange_name, page.exchange_reason)
    return [(name, value) for name, value in facts.items() if value]


def _format_reason(what: str, why: str) -> str:
    return f"{what}. {why}" if why else what


class LogSheet(Book):
    """Signals, besides those of a `Book`: `scene_chosen(int)` for the links of a page."""

    scene_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: ScenePage | LogDayFigure | None = None
        self._turn = 0
        self._at_top = True
        self._arranging = QTimer(self)  # once after many resize events
        self._arranging.setSingleShot(True)
        self._arranging.setInterval(0)
        self._arranging.timeout.connect(self._scroll_page)
        self.setStyleSheet("QTextBrowser { background: transparent; border: none; padding: 0px 8px; }")

    def show_page(self, page: ScenePage | LogDayFigure | None, turn: int) -> None:
        """Show a page, in which `turn` is marked; one that was just turned to begins at its top."""
        old, was = self._shown, self._turn
        self._shown, self._turn = page, turn
        if page is None:
            self.clear()
        elif old == page:
            if was != turn:
                self._write_page(page, same=True)
        else:
            self._write_page(page, same=old is not None and (old.day, old.number) == (page.day, page.number))

    def _apply_theme(self) -> None:
        if self._shown is not None:
            self._write_page(self._shown, same=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Bring what was in sight back: lines break elsewhere in another width."""
        super().resizeEvent(event)
        self._arranging.start()

    def _write_page(self, page: ScenePage | LogDayFigure, *, same: bool) -> None:
        bar = self.verticalScrollBar()
        at = bar.value() if same else 0
        self._set_base_font()
        self._collect_faces(page)  # before setHtml(), which asks for the pictures
        self.setHtml(PageText(self.theme, self.scale, self._turn).of(page))
        lines = () if isinstance(page, LogDayFigure) else page.lines
        self._at_top = not same and bool(lines) and lines[0].turn == self._turn  # begins at the heading, not the line
        bar.setValue(at)  # setHtml() went to the top
        self._scroll_page()

    def _collect_faces(self, page: ScenePage | LogDayFigure) -> None:
        if isinstance(page, LogDayFigure):
            return
        people = [*page.members, *(each.person for each in page.moods), *(each.person for each in page.lines)]
        people += [each.person for each in page.memories] + [who for who, _task in page.tasks]
        self._faces = {
            each.id: MemberFigure(each.id, each.name, each.initial, each.colour, portrait=each.portrait)
            for each in people
        }

    # The shown turn -----------------------------------------------------------------------------------------------

    def _scroll_page(self) -> None:
        """Scroll to where the page is to be read."""
        if self._at_top:
            self.verticalScrollBar().setValue(0)
        else:
            self._scroll_to_turn(self._turn)

    def _scroll_to_turn(self, turn: int) -> None:
        """Scroll so that a turn's line is in sight, no farther than needed."""
        block = self._block_of(turn)
        if block is None:
            return
        box = self.document().documentLayout().blockBoundingRect(block)
        bar, height = self.verticalScrollBar(), self.viewport().height()
        if box.bottom() + 30 > bar.value() + height:  # 30: some of the next line, too
            bar.setValue(int(box.bottom() + 60 - height))
        elif box.top() < bar.value():
            bar.setValue(max(0, int(box.top()) - 8))

    def _block_of(self, turn: int) -> QTextBlock | None:
        block = self.document().begin()
        while block.isValid():  # linear: a page is one scene
            if any(f"turn{turn}" in at.format.anchorNames() for at in block.textFormats()):
                return block
            block = block.next()
        return None

    def _on_link(self, url: QUrl) -> None:
        kind, _, number = url.toString().partition(":")
        if number.isdigit() and kind == "scene":
            self.scene_chosen.emit(int(number))
        else:
            super()._on_link(url)
