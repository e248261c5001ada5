"""Icons drawn from the Phosphor font that QtAwesome ships.

QtAwesome itself takes half a second to import, half the time that the window has for its first paint, so only its
font and character map are read: the names are QtAwesome's ("ph.play-fill").
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPainterPath, QPixmap, QRawFont, QTransform

from parley.desktop.widgets.theme import LOOK

SIZES = (16, 20)
"""The edges in pixels that an icon is drawn at, each also in the text's scale and at the density of each screen."""
_GLYPH_SIZE = 64.0


@cache
def _folder() -> Path:
    spec = find_spec("qtawesome")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("QtAwesome is not installed, and with it the icons are missing")
    return Path(spec.submodule_search_locations[0]) / "fonts"


@cache
def _charmap() -> dict[str, str]:
    path = next(_folder().glob("phosphor-charmap-*.json"))
    names: dict[str, str] = json.loads(path.read_text("utf-8"))
    return names


@cache
def _font() -> QRawFont:
    path = next(_folder().glob("phosphor-[0-9]*.ttf"))
    return QRawFont(str(path), _GLYPH_SIZE)


def known(name: str) -> bool:
    """Whether there is an icon of this name."""
    return name.removeprefix("ph.") in _charmap()


@lru_cache(maxsize=512)
def glyph(name: str) -> QPainterPath:
    """The outline of an icon, centred in the square from (−0.5, −0.5) to (0.5, 0.5). Raises `KeyError`."""
    character = chr(int(_charmap()[name.removeprefix("ph.")], 16))
    raw = _font()
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
    painter.fillPath(glyph(name), colour)
    painter.restore()


def _pixmap(name: str, colour: QColor, edge: int, density: float) -> QPixmap:
    made = QPixmap(QSize(edge, edge) * density)
    made.setDevicePixelRatio(density)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    paint_icon(painter, name, QRectF(0, 0, edge, edge), colour)
    painter.end()
    return made


def _densities() -> list[float]:
    return sorted({1.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())})


@lru_cache(maxsize=512)
def _icon(name: str, colour: str, disabled: str, sizes: tuple[int, ...]) -> QIcon:
    made = QIcon()
    for edge in sizes:
        for density in _densities():
            made.addPixmap(_pixmap(name, QColor(colour), edge, density), QIcon.Mode.Normal)
            if disabled != colour:
                made.addPixmap(_pixmap(name, QColor(disabled), edge, density), QIcon.Mode.Disabled)
    return made


def icon(name: str, colour: QColor, disabled: QColor | None = None, *, sizes: tuple[int, ...] = SIZES) -> QIcon:
    """An icon in a colour; `disabled` is its colour when it cannot be used."""
    if LOOK.scale != 1.0:
        sizes = (*sizes, *(round(edge * LOOK.scale) for edge in sizes))
    return _icon(name, colour.name(), (disabled or colour).name(), sizes)
