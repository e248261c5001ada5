"""A4 paper to write on, in the signs of its font that a text has."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from pathlib import Path

from fpdf import FPDF, TextStyle

from parley.core.base.packaged import get_resource

MARGIN = 17.0
"""Millimetres that are left free at each side."""
INK, GREY, FAINT = "#1b1d22", "#5b5f68", "#7c808a"


STYLES_OF_TAGS = {
    "p": TextStyle(font_size_pt=10, b_margin=0.4),
    "h1": TextStyle(font_style="B", font_size_pt=20, color=INK, t_margin=1, b_margin=0.2),
    "h2": TextStyle(font_style="B", font_size_pt=14, color=INK, t_margin=2, b_margin=0.2),
    "h3": TextStyle(font_style="B", font_size_pt=7.2, color=GREY, t_margin=3.2, b_margin=0.3),
}
"""How a page of rich text looks; sizes of text are in points, margins in millimetres."""


class Paper(FPDF):
    """A document in Inter."""

    def __init__(self, faces: Mapping[str, Path], numbered: str) -> None:
        super().__init__("P", "mm", "A4")
        self._numbered = numbered
        for style, path in faces.items():
            self.add_font("Inter", style, str(path))
        self.set_margins(MARGIN, 14, MARGIN)
        self.set_auto_page_break(True, 17)
        self.set_font("Inter", "", 10)
        self.set_text_color(INK)

    def footer(self) -> None:
        """Write the number of each page but the first."""
        if self.page_no() == 1:
            return
        self.set_y(-11)
        self.set_font("Inter", "", 8)
        self.set_text_color(FAINT)
        number = self._numbered.format(page=self.page_no(), pages="{nb}")  # fpdf2 sets the count in at the end
        self.cell(self.epw, 4, number, align="C")

    def close(self) -> None:
        """Let go of the font files, also where the document was never written."""
        for face in self.fonts.values():
            close = getattr(face, "close", None)  # the standard fonts of PDF have no file
            if close is not None:
                close()


STYLES = {"": "Inter-Regular.otf", "B": "Inter-SemiBold.otf", "I": "Inter-Italic.otf"}
"""Files by the style under which a PDF knows them: plain, bold, italic."""

MISSING = "□"
"""What stands for a sign that the font does not have."""


def read_signs() -> frozenset[int]:
    """Return the code points that Inter has a sign for."""
    from fontTools.ttLib import TTFont

    with TTFont(str(get_resource("fonts", STYLES[""])), lazy=True) as font:
        return frozenset(font.getBestCmap())


def mark_missing(text: str, signs: frozenset[int]) -> str:
    """Return `text` with `MISSING` for each sign that is missing, without joiners and marks that nothing carries."""
    if signs.issuperset(map(ord, text)):  # the usual case: nothing is missing
        return text
    kept = []
    for character in unicodedata.normalize("NFC", text):  # a letter and its mark may have one sign
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
        _convert(Path(str(get_resource("fonts", name))), made[style], text)
    return made


def _convert(source: Path, target: Path, text: str) -> None:
    from fontTools import subset
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
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
        # A thousandth of the em cannot be seen; contours of TrueType run the other way round.
        outline.draw(Cu2QuPen(pen, max_err=font["head"].unitsPerEm / 1000, reverse_direction=True))
        glyphs[name] = pen.glyph()
    del font["CFF "]
    font.sfntVersion = "\x00\x01\x00\x00"  # TrueType; before, OTTO stood for the outlines that are gone
    builder = FontBuilder(font=font)
    builder.isTTF = True
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (font["hmtx"][name][0], each.xMin) for name, each in glyphs.items()})
    builder.setupMaxp()
    builder.save(str(target))
    font.close()
