"""A4 paper to write on: text that wraps and breaks, headings, and faces."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from fpdf import FPDF

from parley.core.base.packaged import packaged

MARGIN = 17.0
"""Millimetres that are left free at each side."""
INK, GREY, FAINT, LINE = "#1b1d22", "#5b5f68", "#7c808a", "#e4e2da"
POINT = 25.4 / 72
"""Millimetres."""
LEADING = 1.38
"""Height of a line over the size of its text."""


@dataclass(frozen=True)
class Face:
    """Somebody's face: an initial in a colour ("#rrggbb")."""

    initial: str
    light: str


class Paper(FPDF):
    """A document in Inter. Sizes of text are in points, all other lengths in millimetres."""

    def __init__(self, faces: Mapping[str, Path], signs: frozenset[int], numbered: str) -> None:
        super().__init__("P", "mm", "A4")
        self._signs = signs
        self._numbered = numbered
        for style, path in faces.items():
            self.add_font("Inter", style, str(path))
        self.set_margins(MARGIN, 14, MARGIN)
        self.set_auto_page_break(True, 17)
        self.c_margin = 0.0
        self.set_line_width(0.2)

    def footer(self) -> None:
        """Write the number of each page but the first."""
        if self.page_no() == 1:
            return
        self.set_y(-11)
        self.use(8, FAINT)
        number = self._numbered.format(page=self.page_no(), pages="{nb}")
        self.cell(self.epw, 4, number, align="C")

    def close(self) -> None:
        """Let go of the font files, also where the document was never written."""
        for face in self.fonts.values():
            close = getattr(face, "close", None)
            if close is not None:
                close()

    @property
    def left_over(self) -> float:
        """What is free above the bottom margin."""
        return float(self.page_break_trigger - self.y)

    def use(self, size: float, colour: str = INK, style: str = "") -> None:
        """Set the font and the colour of what is written next."""
        self.set_font("Inter", style, size)
        self.set_text_color(colour)

    def get_height_of(self, text: str, size: float, *, style: str = "", width: float = 0.0) -> float:
        """Return how high the text will be."""
        self.use(size, INK, style)
        high = size * POINT * LEADING
        return cast("float", self.multi_cell(width, high, self.fit(text), align="L", dry_run=True, output="HEIGHT"))

    def write_text(
        self, text: str, size: float = 10, colour: str = INK, style: str = "", *, x: float = 0.0, width: float = 0.0
    ) -> None:
        """Write a paragraph from `x` on (the left margin where it is 0), `width` wide (up to the right margin)."""
        if not text.strip():
            return
        self.use(size, colour, style)
        self.x = x or self.l_margin
        self.multi_cell(width, size * POINT * LEADING, self.fit(text), align="L", new_x="LMARGIN", new_y="NEXT")

    def fit(self, text: str) -> str:
        """Return the text in signs that the font has."""
        return "\n".join(shown(line, self._signs) for line in text.splitlines())

    def inline(self, text: str, size: float, colour: str = INK, style: str = "") -> None:
        """Words on the line under way, wrapped at the right margin."""
        self.use(size, colour, style)
        self.write(size * POINT * LEADING, self.fit(text))

    def heading(self, text: str, room: float = 12.0) -> None:
        """Write a small heading; on a new page where less than `room` follows it."""
        if self.left_over < room + 8:
            self.add_page()
        self.ln(3.2)
        self.write_text(text.upper(), 7.2, GREY, "B")
        self.ln(0.8)

    def rule(self) -> None:
        """Draw a thin line across."""
        self.set_draw_color(LINE)
        self.line(self.l_margin, self.y, self.w - self.r_margin, self.y)

    def face(self, person: Face, x: float, y: float, size: float = 6.0) -> None:
        """Draw the person's initial in a disc of their colour; `size` is its width."""
        self.set_fill_color(person.light)
        self.ellipse(x, y, size, size, style="F")
        points = size / POINT * (0.48 if len(person.initial) < 2 else 0.4)
        self.use(points, "#ffffff", "B")
        text = self.fit(person.initial)
        self.text(x + size / 2 - self.get_string_width(text) / 2, y + size / 2 + points * POINT * 0.36, text)


STYLES = {"": "Inter-Regular.otf", "B": "Inter-SemiBold.otf", "I": "Inter-Italic.otf"}
"""Files by the style under which a PDF knows them: plain, bold, italic."""

MISSING = "□"
"""What stands for a sign that the font does not have."""


def known() -> frozenset[int]:
    """Return the code points that Inter has a sign for."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    with TTFont(str(packaged("fonts", STYLES[""])), lazy=True) as font:
        return frozenset(font.getBestCmap())


def shown(text: str, signs: frozenset[int]) -> str:
    """`text` with `MISSING` for each sign that is not there; joiners and marks that nothing carries are left out."""
    if signs.issuperset(map(ord, text)):
        return text
    kept = []
    for character in unicodedata.normalize("NFC", text):
        if ord(character) in signs:
            kept.append(character)
        elif character.isspace():
            kept.append(" ")
        elif unicodedata.category(character) not in {"Cf", "Cc", "Mn", "Me", "Sk"}:
            kept.append(MISSING)
    return "".join(kept)


def write_faces(folder: Path, text: str) -> dict[str, Path]:
    """Return a TrueType file in `folder` for each style, with the signs of `text`.

    PDF readers take Inter's own cubic outlines only in a form that is not written; quadratic ones they all take.
    """
    made = {}
    for style, name in STYLES.items():
        made[style] = folder / Path(name).with_suffix(".ttf").name
        _convert(Path(str(packaged("fonts", name))), made[style], text)
    return made


def _convert(source: Path, target: Path, text: str) -> None:
    from fontTools import subset  # type: ignore[import-untyped]
    from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
    from fontTools.pens.cu2quPen import Cu2QuPen  # type: ignore[import-untyped]
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont

    # Without the file's own time of writing the same text gives the same bytes.
    font = TTFont(str(source), recalcTimestamp=False)
    options = subset.Options(layout_features=[], notdef_outline=True, glyph_names=True, recalc_timestamp=False)
    for layout in ("GSUB", "GPOS", "GDEF"):
        # Nothing is shaped here, and to thin these out would take most of the time.
        if layout in font:
            del font[layout]
    chooser = subset.Subsetter(options)
    chooser.populate(text=text)
    chooser.subset(font)
    glyphs = {}
    for name, outline in font.getGlyphSet().items():
        pen = TTGlyphPen(None)
        outline.draw(Cu2QuPen(pen, max_err=font["head"].unitsPerEm / 1000, reverse_direction=True))
        glyphs[name] = pen.glyph()
    del font["CFF "]
    font.sfntVersion = "\x00\x01\x00\x00"
    builder = FontBuilder(font=font)
    builder.isTTF = True
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (font["hmtx"][name][0], each.xMin) for name, each in glyphs.items()})
    builder.setupMaxp()
    builder.save(str(target))
    font.close()
