"""Views as pictures: PNG or SVG, under a heading that says what they show where no window stands around them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPaintDevice, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from parley.desktop.widgets.theme import LOOK, font

AIR = 14
"""Pixels around the heading at a text scale of 1."""
GAP = 2
WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap


@dataclass(frozen=True)
class Heading:
    """What a picture shows, and of what and when. `ground` is the theme's colour that the view stands on."""

    title: str
    about: str = ""
    ground: str = "surface"

    @property
    def air(self) -> int:
        """Pixels around it."""
        return round(AIR * LOOK.scale)

    def lines(self, width: int) -> list[tuple[QRect, str, QColor, QFont]]:
        """Return where what stands in a picture of that width, and how; long ones are wrapped."""
        found, top, wide = [], self.air, width - 2 * self.air
        title = self.title, "text", font(15, QFont.Weight.DemiBold, scale=LOOK.scale)
        for told, role, face in (title, (self.about, "secondary", font(12, scale=LOOK.scale))):
            if told:
                box = QFontMetrics(face).boundingRect(QRect(0, 0, max(1, wide), 10_000), int(WRAPPED), told)
                found.append((QRect(self.air, top, wide, box.height() + GAP), told, LOOK.theme.colour(role), face))
                top += box.height() + GAP
        return found


def picture_of(view: QWidget, heading: Heading | None = None) -> QPixmap:
    """Return the view as it is on the screen, under its heading."""
    if heading is None:
        return view.grab()
    place, size = _measure_picture(view, heading)
    sharp = view.devicePixelRatioF()
    made = QPixmap(size * sharp)
    made.setDevicePixelRatio(sharp)
    painter = QPainter(made)
    _drawn(painter, view, heading, place, size)
    painter.end()
    return made


def save(view: QWidget, path: Path, heading: Heading | None = None) -> bool:
    """Save a view as SVG where the file's name ends so, else as PNG; whether it could be."""
    if path.suffix.lower() != ".svg":
        return picture_of(view, heading).save(str(path), "PNG")
    place, size = _measure_picture(view, heading)
    device = _make_svg_generator(path, size, heading)
    painter = QPainter()
    if not painter.begin(device):
        return False
    _drawn(painter, view, heading, place, size)
    return painter.end()


def _make_svg_generator(path: Path, size: QSize, heading: Heading | None) -> QPaintDevice:
    from PySide6.QtSvg import QSvgGenerator

    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(), size))
    generator.setTitle(heading.title if heading else "Parley")
    generator.setDescription(heading.about if heading else "")
    return generator


def told(moment: datetime) -> str:
    """Return a date and time as the interface's language writes them."""
    shape = QCoreApplication.translate("Pictures", "d MMM yyyy HH:mm", "date and time under a picture's title")
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(moment.timestamp())), shape)


def _measure_picture(view: QWidget, heading: Heading | None) -> tuple[QPoint, QSize]:
    """Return where the view stands in its picture, and the picture's size."""
    if heading is None:
        return QPoint(), view.size()
    width = view.width()
    head = sum(box.height() for box, *_look in heading.lines(width)) + 2 * heading.air
    return QPoint(0, head), QSize(width, view.height() + head)


def _drawn(painter: QPainter, view: QWidget, heading: Heading | None, place: QPoint, size: QSize) -> None:
    if heading is not None:
        painter.fillRect(QRect(QPoint(), size), LOOK.theme.colour(heading.ground))
        for box, told, colour, face in heading.lines(size.width()):
            painter.setFont(face)
            painter.setPen(colour)
            painter.drawText(box, int(WRAPPED), told)
    # Not its own: a graphics view's draws its scene alone.
    QWidget.render(view, painter, place)
