"""The look: every placeholder is filled, the fonts that ship are there, colours can be read."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QImage, QPainter
from PySide6.QtWidgets import QApplication, QListWidget
from pytestqt.qtbot import QtBot

from core.cast.colours import PALETTE
from desktop.widgets import icons, theme
from desktop.widgets.theme import DARK, LIGHT, Theme


def luminance(colour: QColor) -> float:
    """The relative luminance of WCAG 2."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("which", [LIGHT, DARK])
def test_the_style_sheet_is_whole_and_text_and_member_colours_can_be_read(which: Theme, qapp: QApplication) -> None:
    sheet = theme.stylesheet(which)
    assert "$" not in sheet
    pictures = re.findall(r'url\("([^"]+)"\)', sheet)
    assert pictures
    assert all(QImage(path).width() > 0 for path in pictures)
    surface = which.colour("surface")
    assert contrast(which.colour("text"), surface) > 12
    assert contrast(which.colour("secondary"), surface) >= 4.5
    assert contrast(which.colour("accent_text"), which.colour("accent")) >= 4.5
    for name in (*PALETTE, ""):
        assert contrast(which.member(name), surface) >= 4.5, name


def test_inter_is_loaded_with_its_weights(qtbot: QtBot) -> None:
    assert theme.FONT_FAMILY in theme.load_fonts()
    for weight in (QFont.Weight.Normal, QFont.Weight.DemiBold):
        assert QFontInfo(theme.font(13, weight)).family().startswith("Inter")
    # A scaled text is larger, in the sheet too.
    assert "font-size: 16px" in theme.stylesheet(LIGHT)
    assert "font-size: 24px" in theme.stylesheet(LIGHT, 1.5)
    assert theme.font(12, scale=1.5).pixelSize() == 18


def test_a_choice_becomes_a_theme_and_parley_has_an_icon(qtbot: QtBot) -> None:
    assert theme.theme_for("dark") is DARK
    assert theme.theme_for("light") is LIGHT
    assert theme.theme_for("system") in (LIGHT, DARK)
    assert not theme.app_icon().pixmap(64, 64).isNull()


def test_the_system_s_scheme_is_followed_while_the_owner_lives(qapp: QApplication) -> None:
    owner, seen = QObject(), []
    theme.follow_system(owner, lambda which: seen.append(which.name))
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert len(seen) == 1
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert len(seen) == 1


def test_an_icon_has_ink_in_the_middle_of_its_box(qtbot: QtBot) -> None:
    image = QImage(40, 40, QImage.Format.Format_ARGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    icons.paint_icon(painter, "ph.square-fill", QRectF(0, 0, 40, 40), QColor("black"))
    painter.end()
    assert image.pixelColor(20, 20) == QColor("black")
    assert image.pixelColor(0, 0) == QColor("white")
    across = [x for x in range(40) if image.pixelColor(x, 20) == QColor("black")]
    down = [y for y in range(40) if image.pixelColor(20, y) == QColor("black")]
    assert abs((across[0] + across[-1]) / 2 - 19.5) <= 1.5
    assert abs((down[0] + down[-1]) / 2 - 19.5) <= 1.5


def test_rows_that_were_measured_before_the_style_was_known_do_not_overlap(qtbot: QtBot, qapp: QApplication) -> None:
    before = qapp.styleSheet()
    qapp.setStyleSheet(theme.stylesheet(LIGHT))
    rows = QListWidget()
    qtbot.addWidget(rows)
    rows.addItems(["one", "two", "three"])
    rows.setCurrentRow(1)
    rows.show()
    qtbot.waitExposed(rows)
    boxes = [rows.visualItemRect(rows.item(row)) for row in range(3)]
    assert all(box.height() >= 26 for box in boxes)
    assert all(below.top() > above.bottom() for above, below in pairwise(boxes))
    qapp.setStyleSheet(before)
