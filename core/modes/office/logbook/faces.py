"""The fonts of a PDF: Inter as it ships, with quadratic outlines and only the signs that are used."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

from core.base.packaged import packaged

STYLES = {"": "Inter-Regular.otf", "B": "Inter-SemiBold.otf", "I": "Inter-Italic.otf"}
"""Files by the style under which a PDF knows them: plain, bold, italic."""

MISSING = "□"
"""What stands for a sign that the font does not have."""


def known() -> frozenset[int]:
    """The code points that Inter has a sign for."""
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
    """A TrueType file in `folder` for each style, with the signs of `text`.

    PDF readers take Inter's own cubic outlines only in a form that is not written; quadratic ones they all take.
    """
    made = {}
    for style, name in STYLES.items():
        made[style] = folder / Path(name).with_suffix(".ttf").name
        _convert(Path(str(packaged("fonts", name))), made[style], text)
    return made


def _convert(source: Path, target: Path, text: str) -> None:
    from fontTools import subset  # type: ignore[import-untyped]
    from fontTools.pens.cu2quPen import Cu2QuPen  # type: ignore[import-untyped]
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont, newTable

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
    outlines = font.getGlyphSet()
    order = font.getGlyphOrder()
    glyphs: dict[str, Any] = {}
    for name in order:
        pen = TTGlyphPen(None)
        outlines[name].draw(Cu2QuPen(pen, max_err=font["head"].unitsPerEm / 1000, reverse_direction=True))
        glyphs[name] = pen.glyph()
    table: Any = newTable("glyf")
    table.glyphs, table.glyphOrder = glyphs, order
    font["glyf"], font["loca"] = table, newTable("loca")
    for name in order:
        glyphs[name].recalcBounds(table)
        font["hmtx"][name] = font["hmtx"][name][0], getattr(glyphs[name], "xMin", 0)
    _as_truetype(font)
    font.save(str(target))
    font.close()


def _as_truetype(font: Any) -> None:
    """The tables around the outlines, as TrueType has them."""
    for tag in ("CFF ", "VORG"):
        if tag in font:
            del font[tag]
    largest = font["maxp"]
    largest.tableVersion = 0x00010000
    for name in (
        "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements",
        "maxSizeOfInstructions", "maxPoints", "maxContours", "maxCompositePoints", "maxCompositeContours",
        "maxComponentElements", "maxComponentDepth",
    ):  # fmt: skip
        setattr(largest, name, 0)
    largest.maxZones = 1
    post = font["post"]
    post.formatType, post.extraNames, post.mapping = 2.0, [], {}
    post.glyphOrder = font.getGlyphOrder()
    font.sfntVersion = "\x00\x01\x00\x00"
