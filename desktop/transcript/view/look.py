"""What rows are drawn with: fonts at the text's scale, colours, avatars drawn once."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.painted import mixed
from parley.desktop.widgets.theme import LOOK, SERIF_FAMILY

AVATAR = 24.0
WORDS = {"text", "secondary", "bad"}
"""What words are written in."""


class Look:
    """Fonts, metrics, colours and cached avatars for the look that the application has as this is made."""

    def __init__(self, base: QFont) -> None:
        self.theme, self.scale = LOOK.theme, LOOK.scale
        self.text = self._make_sized_font(base, 13, QFont.Weight.Normal)
        self.name = self._make_sized_font(base, 13, QFont.Weight.DemiBold)
        self.small = self._make_sized_font(base, 11, QFont.Weight.Medium)
        self.button = self._make_sized_font(base, 12, QFont.Weight.DemiBold)
        self.letter = self._make_sized_font(base, 12, QFont.Weight.Bold)
        self.thought = self._make_sized_font(base, 12, QFont.Weight.Normal)
        self.thought.setItalic(True)
        self.slanted = QFont(self.text)
        self.slanted.setItalic(True)
        self.note = self._make_sized_font(base, 12, QFont.Weight.Normal)
        self.note_metrics = QFontMetricsF(self.note)
        self.name_metrics = QFontMetricsF(self.name)
        self.small_metrics = QFontMetricsF(self.small)
        self.button_metrics = QFontMetricsF(self.button)
        self.faint = False
        self._avatars: dict[tuple[str, str | None, float], QPixmap] = {}

    def _make_sized_font(self, base: QFont, size: int, weight: QFont.Weight) -> QFont:
        font = QFont(base)
        font.setPixelSize(max(6, round(size * self.scale)))
        font.setWeight(weight)
        return font

    def make_serif(self, size: int, *, italic: bool = False) -> QFont:
        """Return a book's letters."""
        font = QFont(SERIF_FAMILY)
        font.setPixelSize(max(6, round(size * self.scale)))
        font.setItalic(italic)
        return font

    def px(self, pixels: float) -> float:
        """Return a length at the text's scale."""
        return pixels * self.scale

    @cached_property
    def faded(self) -> Look:
        """The same letters for what is not said yet: as pale as can still be read."""
        made = copy(self)  # Shallow: fonts and avatars are shared
        made.faint = True
        return made

    def colour(self, role: str) -> QColor:
        """Return a colour of the theme."""
        return self.theme.colour("faint" if self.faint and role in WORDS else role)

    def get_tint(self, role: str, part: float) -> QColor:
        """Return a little of a colour upon the card."""
        return mixed(self.theme.colour(role), self.theme.colour("surface"), part)

    def get_colour_of(self, member: MemberFigure | None) -> QColor:
        """Return a member's colour; whoever is unknown is slate."""
        return self.colour("text") if self.faint else self.theme.member(member.colour if member else "slate")

    def get_avatar(self, member: MemberFigure | None, letter: str, ratio: float) -> QPixmap:
        """Return a member's circle with their letter; whoever is no member, such as the director, has a square."""
        key = (member.portrait or member.initial, member.colour, ratio) if member else (letter, None, ratio)
        found = self._avatars.get(key)
        if found is None:
            found = self._draw_avatar(member, letter, ratio)
            self._avatars[key] = found
        return found

    def _draw_avatar(self, member: MemberFigure | None, letter: str, ratio: float) -> QPixmap:
        size = self.px(AVATAR)
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)  # A new pixmap is not initialised
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.letter)
        if member is not None:
            # A line was said, whether its speaker is muted by now or not.
            said = replace(member, muted=False, speaking=False)
            paint_avatar(painter, QPointF(size / 2, size / 2), size / 2 - 0.5, said, self.theme)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("secondary"))  # Never faint: both looks share it, and opacity dims it
            box = QRectF(1, 1, size - 2, size - 2)
            painter.drawRoundedRect(box, self.px(6), self.px(6))
            painter.setPen(self.theme.on_member())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), letter)
        painter.end()
        return pixmap
