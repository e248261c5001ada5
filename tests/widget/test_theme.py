"""The look: every placeholder is filled, the fonts that ship are there, colours can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from parley.core.cast.colours import PALETTE
from parley.desktop.widgets import icons, theme
from parley.desktop.widgets.painted import mixed
from parley.desktop.widgets.theme import CONTRAST, DARK, LIGHT, THEMES, Theme
from scripts.icons import named
from tests.widget.widgets_alone import take_look


def luminance(colour: QColor) -> float:
    """The relative luminance of WCAG 2."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


LEAST = {"light": 4.5, "dark": 4.5, "contrast": 7.0}
"""The contrast of text: WCAG 2 AA, and AAA where much of it was asked for."""
GROUNDS = ("window", "surface", "raised", "accent_soft", "cached", "room", "room_lit")
EVERYWHERE = ("text", "secondary", "faint", "accent", "good", "bad")
"""Text of these stands on each of GROUNDS."""


@pytest.mark.parametrize("which", THEMES.values(), ids=THEMES)
def test_all_text_can_be_read_on_what_it_stands_on(which: Theme) -> None:
    pairs = {(text, ground) for text in EVERYWHERE for ground in GROUNDS}
    # Found words are marked in lines and in thoughts.
    pairs |= {("text", "highlight"), ("secondary", "highlight"), ("accent_text", "accent")} | set(sheet_pairs())
    found = {(text, ground): contrast(which.colour(text), which.colour(ground)) for text, ground in pairs}
    assert not {pair: round(value, 2) for pair, value in found.items() if value < LEAST[which.name]}
    # On what is tinted: a failed turn, a pair that has moved.
    tints = [(text, tint, 0.09) for tint in ("bad", "good") for text in ("text", "secondary", tint)]
    tints += [(text, "bad", 0.07) for text in ("text", "secondary", "faint", "bad")]
    for text, tint, part in tints:
        ground = mixed(which.colour(tint), which.colour("surface"), part)
        assert contrast(which.colour(text), ground) >= 4.5, (text, tint, part)
    # What is no text, but tells something: edges of boxes, ticks, ties, the frame of what has the focus.
    for mark in ("tick", "tense", "warm", "accent"):
        for ground in ("window", "surface", "raised"):
            assert contrast(which.colour(mark), which.colour(ground)) >= 3.0, (mark, ground)
    for name in (*PALETTE, ""):
        for ground in ("window", "surface", "raised", "accent_soft"):
            assert contrast(which.member(name), which.colour(ground)) >= 4.5, (name, ground)
        # The number in a block of the score that is yet to come.
        assert contrast(which.colour("text"), mixed(which.member(name), which.colour("surface"), 0.3)) >= 4.5, name
        # The letter on a member's mark.
        assert contrast(which.on_member(), which.member(name)) >= 4.5, name


def sheet_pairs() -> Iterator[tuple[str, str]]:
    """The colours of text and of its ground in the rules of the style sheet that name both."""
    sheet = files("parley.resources").joinpath("theme", "parley.qss").read_text("utf-8")
    for selectors, rule in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        if ":disabled" in selectors:
            # What cannot be used needs no contrast.
            continue
        said = dict(re.findall(r"(?:^|;)\s*([\w-]+)\s*:\s*\$(\w+)", rule))
        for text, ground in (("color", "background"), ("selection-color", "selection-background-color")):
            if text in said and ground in said:
                yield said[text], said[ground]


@pytest.mark.parametrize("which", THEMES.values(), ids=THEMES)
def test_the_style_sheet_is_whole(which: Theme, qapp: QApplication) -> None:
    sheet = theme.build_stylesheet(which)
    assert "$" not in sheet
    pictures = re.findall(r'url\("([^"]+)"\)', sheet)
    assert pictures
    assert all(QImage(path).width() > 0 for path in pictures)


def test_inter_is_loaded_with_its_weights(qtbot: QtBot) -> None:
    assert theme.FONT_FAMILY in theme.load_fonts()
    for weight in (QFont.Weight.Normal, QFont.Weight.DemiBold):
        assert QFontInfo(theme.font(13, weight)).family().startswith("Inter")
    # A scaled text is larger, in the sheet too.
    assert "font-size: 16px" in theme.build_stylesheet(LIGHT)
    assert "font-size: 24px" in theme.build_stylesheet(LIGHT, 1.5)
    assert theme.font(12, scale=1.5).pixelSize() == 18
    # And so is an icon: drawn at its size, not blown up.
    take_look(LIGHT, 2.0)
    assert QSize(32, 32) in icons.icon("ph.plus", QColor("black")).availableSizes()
    take_look()


def test_a_choice_becomes_a_theme_and_parley_has_an_icon(qtbot: QtBot) -> None:
    assert theme.theme_for("dark") is DARK
    assert theme.theme_for("light") is LIGHT
    assert theme.theme_for("contrast") is CONTRAST
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


def test_every_icon_that_the_sources_name_is_in_the_font(qapp: object) -> None:
    for name in sorted(named()):
        assert icons.has_icon(name), f"python -m scripts.icons makes the font anew; it lacks {name}"
        assert not icons.get_glyph(f"ph.{name}").isEmpty()
