"""Views as pictures: PNG or SVG."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget


def save(view: QWidget, path: Path) -> bool:
    """Save a view as SVG where the file's name ends so, else as PNG; whether it could be."""
    if path.suffix.lower() != ".svg":
        return view.grab().save(str(path), "PNG")
    # Seldom wanted: the window is painted sooner.
    from PySide6.QtSvg import QSvgGenerator

    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(view.size())
    generator.setViewBox(QRect(QPoint(), view.size()))
    generator.setTitle("Parley")
    painter = QPainter()
    if not painter.begin(generator):
        return False
    # Not its own: a graphics view's draws its scene alone.
    QWidget.render(view, painter, QPoint())
    return painter.end()
