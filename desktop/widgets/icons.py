"""Icons drawn from the Phosphor font ("ph.play-fill"): every icon of the regular weight, and the others that are used.

`scripts/icons.py` makes the font and the map of its names, in `resources/icons`.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPainterPath, QPixmap, QRawFont, QTransform

from parley.desktop.widgets.theme import LOOK, get_icon_path

SIZES = (16, 20)
"""The edges in pixels that an icon is drawn at, each also in the text's scale and at the density of each screen."""
_GLYPH_SIZE = 64.0


@cache
def _load_charmap() -> dict[str, str]:
    names: dict[str, str] = json.loads(get_icon_path("phosphor.json").read_text("utf-8"))
    return names


@cache
def _load_icon_font() -> QRawFont:
    return QRawFont(str(get_icon_path("phosphor.ttf")), _GLYPH_SIZE)


def has_icon(name: str) -> bool:
    """Return whether there is an icon of this name."""
    return name.removeprefix("ph.") in _load_charmap()


@lru_cache(maxsize=512)
def get_glyph(name: str) -> QPainterPath:
    """Return the outline of an icon, centred in the square from (−0.5, −0.5) to (0.5, 0.5). Raises `KeyError`."""
    character = chr(int(_load_charmap()[name.removeprefix("ph.")], 16))
    raw = _load_icon_font()
    path = raw.pathForGlyph(raw.glyphIndexesForString(character)[0])
    # Phosphor draws on a square of one em that stands on the descent, not on the base line.
    centre = QPointF(_GLYPH_SIZE / 2, -raw.ascent() + (raw.ascent() + raw.descent()) / 2)
    return QTransform.fromScale(1 / _GLYPH_SIZE, 1 / _GLYPH_SIZE).map(path.translated(-centre))


def paint_icon(painter: QPainter, name: str, box: QRectF, colour: QColor) -> None:
    """Paint an icon into a box."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.center())
    edge = min(box.width(), box.height())
    painter.scale(edge, edge)
    painter.fillPath(get_glyph(name), colour)
    painter.restore()


def _paint_icon_pixmap(name: str, colour: QColor, edge: int, density: float) -> QPixmap:
    made = QPixmap(QSize(edge, edge) * density)
    made.setDevicePixelRatio(density)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    paint_icon(painter, name, QRectF(0, 0, edge, edge), colour)
    painter.end()
    return made


def _list_screen_densities() -> list[float]:
    return sorted({1.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())})


@lru_cache(maxsize=512)
def _build_icon(name: str, colour: str, disabled: str, sizes: tuple[int, ...]) -> QIcon:
    made = QIcon()
    for edge in sizes:
        for density in _list_screen_densities():  # Qt would enlarge a coarse one, which blurs
            made.addPixmap(_paint_icon_pixmap(name, QColor(colour), edge, density), QIcon.Mode.Normal)
            if disabled != colour:
                made.addPixmap(_paint_icon_pixmap(name, QColor(disabled), edge, density), QIcon.Mode.Disabled)
    return made


def icon(name: str, colour: QColor, disabled: QColor | None = None, *, sizes: tuple[int, ...] = SIZES) -> QIcon:
    """Return an icon in a colour; `disabled` is its colour when it cannot be used."""
    if LOOK.scale != 1.0:
        sizes = (*sizes, *(round(edge * LOOK.scale) for edge in sizes))
    return _build_icon(name, colour.name(), (disabled or colour).name(), sizes)  # names: a QColor has no hash
