"""A page of the logbook as rich text, every word of it escaped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.labels import words
from desktop.modes.office.figures import LogDayFigure
from desktop.widgets.theme import Theme

if TYPE_CHECKING:
    from core.modes.office.logbook.page import ScenePage, Spoken

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
        """The page."""
        # Not before the first page: the window is painted sooner.
        from core.export.html import template

        own = {} if isinstance(page, LogDayFigure) else {"facts": _facts(page), "what": _what(page)}
        return template("logbook_sheet.html.j2").render(
            page=page,
            say=words("logbook", page.language),
            theme=self.theme,
            colour=lambda person: self.theme.member(person.colour).name(),
            px=lambda pixels: max(6, round(pixels * self.scale)),
            ground=self.ground,
            face_name=face_name,
            FACE=FACE,
            SMALL_FACE=SMALL_FACE,
            VALENCES=VALENCES,
            **own,
        )

    def ground(self, line: Spoken) -> str:
        """The theme's colour on which a line stands; "" for none."""
        return "accent_soft" if line.turn == self.shown else "room_lit" if line.key else ""


def _what(page: ScenePage) -> str:
    same = page.kind_name.casefold() == page.type_name.casefold()
    return page.type_name if same else f"{page.type_name} ({page.kind_name})"


def _facts(page: ScenePage) -> list[tuple[str, str]]:
    choice = page.choice
    facts = {name: getattr(page, name) for name in ("time", "place", "topic", "mood")}
    facts["choice"] = _reasoned(choice.method, choice.reason) if choice else ""
    facts["exchange"] = _reasoned(page.exchange_name, page.exchange_reason)
    return [(name, value) for name, value in facts.items() if value]


def _reasoned(what: str, why: str) -> str:
    return f"{what}. {why}" if why else what


def face_name(size: int) -> str:
    """The scheme under which a document knows faces of a size."""
    return f"face{size}"
