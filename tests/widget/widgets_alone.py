"""Widgets of a test on their own, and the look that they have: without the style sheet, which takes its time."""

from __future__ import annotations

from typing import Any, TypeVar

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from parley.desktop.widgets.theme import LIGHT, LOOK, Theme

W = TypeVar("W", bound=QWidget)
NO_KEYS = Qt.KeyboardModifier.NoModifier


def take_look(theme: Theme = LIGHT, scale: float = 1.0) -> None:
    """Let every widget that is there, or will be made, draw with a theme and a text scale."""
    LOOK.theme, LOOK.scale = theme, scale
    LOOK.spread_look()


def on_screen(qtbot: QtBot, widget: W, width: int = 0, height: int = 0, *, figure: Any = None) -> W:
    """The widget on the screen, as large as it wants unless told, with a figure where there is one, for this test."""
    qtbot.addWidget(widget)
    if width:
        widget.resize(width, height or widget.height())
    if figure is not None:
        widget.show_figure(figure)  # type: ignore[attr-defined]
    widget.show()
    return widget


def turn_wheel(surface: QWidget, at: QPointF | QPoint, up: int, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    """Turn the wheel over a place, with these keys held, and have what comes of it painted."""
    place, phase = QPointF(at), Qt.ScrollPhase.NoScrollPhase
    around = QPointF(surface.mapToGlobal(place))
    event = QWheelEvent(place, around, QPoint(), QPoint(0, up), Qt.MouseButton.NoButton, keys, phase, False)
    QApplication.sendEvent(surface, event)
    surface.window().grab()


def drag(qtbot: QtBot, surface: QWidget, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    """Drag from one place to another, with these keys held."""
    qtbot.mousePress(surface, Qt.MouseButton.LeftButton, keys, start)
    qtbot.mouseMove(surface, (start + end) / 2)
    qtbot.mouseMove(surface, end)
    qtbot.mouseRelease(surface, Qt.MouseButton.LeftButton, keys, end)
