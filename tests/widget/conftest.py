"""The whole desktop for tests that need it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from core.home import Home
from desktop.widgets import theme
from tests.widget.real_window import Opener


@pytest.fixture
def opened(home: Home, qapp: QApplication) -> Iterator[Opener]:
    """Opens the desktop on this test's home; the application is undressed again afterwards."""
    sheet, palette, letters = qapp.styleSheet(), qapp.palette(), qapp.font()
    yield Opener(home)
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    qapp.setFont(letters)


@pytest.fixture(autouse=True)
def _light_look() -> Iterator[None]:
    """Every test begins with the light theme at a text scale of 1, whatever the last one took."""
    yield
    theme.LOOK.theme, theme.LOOK.scale = theme.LIGHT, 1.0


@pytest.fixture(autouse=True)
def _shipped_letters(qapp: QApplication) -> None:
    """The font that ships: a fresh machine has none, and would measure every text otherwise than the window does."""
    theme.load_fonts()
