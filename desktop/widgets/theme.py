"""The look: three themes, one accent, one colour a member in every view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from parley.core.cast.colours import get_tones
from parley.desktop.widgets.plain import PlainStyle

FONT_FAMILY, SERIF_FAMILY = "Inter", "Literata"
FONT_FILES = (
    "Inter-Regular.otf", "Inter-Italic.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "Inter-Bold.otf",
    "Literata-Regular.ttf", "Literata-Italic.ttf",
)  # fmt: skip
TEXT_SIZES = (7, 8, 10, 11, 12, 13, 14, 16, 20, 24, 26, 32, 42)
"""The pixel sizes at a text scale of 1 that the style sheet knows as $px7 … $px42."""
BAR_HEIGHT = 52
"""Of the toolbar, and of the menus that unfold over it: pixels at a text scale of 1."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme, as #rrggbb. `faint` is the palest text, `tick` the palest line that says something."""

    name: str
    window: str
    surface: str
    raised: str
    border: str
    text: str
    secondary: str
    faint: str
    tick: str
    accent: str
    accent_text: str
    accent_soft: str
    good: str
    bad: str
    tense: str
    warm: str
    neutral: str
    room: str
    room_lit: str
    wall: str
    furniture: str
    cached: str
    highlight: str

    @property
    def dark(self) -> bool:
        """Whether its ground is dark."""
        return self.name != "light"

    def colour(self, role: str) -> QColor:
        """Return one of the theme's colours by its field name."""
        return QColor(getattr(self, role))

    def member(self, colour: str) -> QColor:
        """Return a member's colour: a palette name, or a #hex that is lightened for the dark theme."""
        return QColor(get_tones(colour)[1 if self.dark else 0])

    def on_member(self) -> QColor:
        """Return the colour of text upon a member's colour."""
        return QColor("#10131a" if self.dark else "#ffffff")


LIGHT = Theme(
    name="light", window="#f5f4f0", surface="#ffffff", raised="#f5f4f0", border="#e4e2da", text="#1b1d22",
    secondary="#62666f", faint="#696e78", tick="#868a93", accent="#3b5bfd", accent_text="#ffffff",
    accent_soft="#edf0ff", good="#117a38", bad="#c81e3c", tense="#d4576b", warm="#3d9a6c", neutral="#c4c3cd",
    room="#faf9f5", room_lit="#fff5dc", wall="#cfccbf", furniture="#e6e4dc", cached="#edf0ff", highlight="#ffe9a8",
)  # fmt: skip
DARK = Theme(
    name="dark", window="#15171b", surface="#1c1f25", raised="#24272f", border="#30343d", text="#f0f1f4",
    secondary="#a6abb6", faint="#959aa6", tick="#7d828e", accent="#7c8cff", accent_text="#0e1018",
    accent_soft="#262c4d", good="#4cc38a", bad="#ff7a90", tense="#d0485f", warm="#2f8f63", neutral="#555b66",
    room="#1f2229", room_lit="#332d1b", wall="#454a55", furniture="#2d313a", cached="#242a4a", highlight="#473a0e",
)  # fmt: skip


CONTRAST = Theme(
    name="contrast", window="#000000", surface="#000000", raised="#14161a", border="#9aa0ac", text="#ffffff",
    secondary="#e4e6ea", faint="#cfd3da", tick="#cfd3da", accent="#a9b6ff", accent_text="#000000",
    accent_soft="#1d2760", good="#6fe3ab", bad="#ff9cab", tense="#ff7d8f", warm="#54d394", neutral="#9aa0ac",
    room="#08090b", room_lit="#332c00", wall="#cfd3da", furniture="#2b2f37", cached="#1d2760", highlight="#473a00",
)  # fmt: skip
"""High contrast: all text at least 7:1 (AAA), every border and mark at least 4.5:1."""
THEMES = {each.name: each for each in (LIGHT, DARK, CONTRAST)}
THEME_CHOICES = ("system", *THEMES)


class ActiveLook(QObject):
    """The look that the application has: its theme, its text scale (0.75 to 2), and whether what changes may move.

    `changing`: the style sheet is being exchanged; sizes of this moment mean nothing, all is measured after it.

    Signal: `changed()`, after all `Themed` widgets have taken the new look.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.theme, self.scale = LIGHT, 1.0
        self.motion = True
        self.changing = False
        self._widgets: WeakKeyDictionary[Any, None] = WeakKeyDictionary()  # in the order of their making, unlike a set

    def add(self, widget: Any) -> None:
        """Let a `themed.Themed` widget follow the look for as long as it lives."""
        self._widgets[widget] = None

    def spread_look(self) -> None:
        """Let all widgets take the look: parts, which are made later, before what they stand in and what is measured
        by them."""
        for widget in reversed(list(self._widgets)):  # a copy: some make new parts
            if isValid(widget):  # Qt may have deleted what Python still has
                widget._apply_theme()  # the one caller of this hook
        self.changed.emit()


LOOK = ActiveLook()


def theme_for(choice: str) -> Theme:
    """Return the theme for one of THEME_CHOICES; the desktop's own colour scheme may name none, which is LIGHT."""
    if choice != "system":
        return THEMES.get(choice, LIGHT)
    hints = QGuiApplication.styleHints()
    if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return CONTRAST
    return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT


def follow_system(owner: QObject, changed: Callable[[Theme], None]) -> None:
    """Call `changed` with the fitting theme whenever the desktop's colours change, as long as `owner` lives."""
    hints = QGuiApplication.styleHints()
    access = hints.accessibility()

    def on_changed(_: object) -> None:
        changed(theme_for("system"))

    hints.colorSchemeChanged.connect(on_changed)
    access.contrastPreferenceChanged.connect(on_changed)
    owner.destroyed.connect(lambda: hints.colorSchemeChanged.disconnect(on_changed))  # the hints outlive every window
    owner.destroyed.connect(lambda: access.contrastPreferenceChanged.disconnect(on_changed))


@cache
def load_fonts() -> tuple[str, ...]:
    """Load the fonts that ship with Parley and return their families: a fresh machine may have none at all."""
    folder = files("parley.resources").joinpath("fonts")
    found: set[str] = set()
    for name in FONT_FILES:
        number = QFontDatabase.addApplicationFontFromData(folder.joinpath(name).read_bytes())
        found.update(QFontDatabase.applicationFontFamilies(number))
    return tuple(sorted(found))


def font(pixels: float = 13, weight: QFont.Weight = QFont.Weight.Normal, *, scale: float = 1.0) -> QFont:
    """Return the interface's font. `pixels` is its size at a text scale of 1."""
    made = QFont(FONT_FAMILY)
    made.setPixelSize(max(6, round(pixels * scale)))
    made.setWeight(weight)
    return made


def get_icon_path(name: str) -> Path:
    """Return the path of a file under `resources/icons`."""
    return Path(str(files("parley.resources").joinpath("icons", name)))


def app_icon() -> QIcon:
    """Return Parley's own icon."""
    return QIcon(str(get_icon_path("parley.svg")))


def build_stylesheet(theme: Theme, scale: float = 1.0) -> str:
    """Return the style sheet of the whole application. `scale` is the text scale."""
    values = {field.name: str(getattr(theme, field.name)) for field in fields(theme)}
    values |= {f"px{size}": f"{max(6, round(size * scale))}px" for size in TEXT_SIZES}
    values["px11_5"] = f"{round(11.5 * scale)}px"
    # The titles of menus that lie over the toolbar are as high as that, so that a menu hangs at its lower edge.
    letters = QFontMetrics(font(13, scale=scale)).height()
    values["over_bar"] = f"{(round(BAR_HEIGHT * scale) - letters - 5) // 2}px"
    values["veil"] = f"#eb{theme.surface[1:]}"  # #aarrggbb: 92 % of the surface
    ground = "dark" if theme.dark else "light"
    for name in ("chevron", "check", "minus", "plus", "menu-check"):
        values[name.replace("-", "_")] = get_icon_path(f"{name}-{ground}.svg").as_posix()
    template = files("parley.resources").joinpath("theme", "parley.qss").read_text("utf-8")
    return Template(template).substitute(values)


def build_palette(theme: Theme) -> QPalette:
    """Return the theme as a palette, for what is drawn by the style and not by the sheet."""
    role = QPalette.ColorRole
    made = QPalette()
    for which, name in (
        (role.Window, "window"), (role.WindowText, "text"), (role.Base, "surface"), (role.AlternateBase, "raised"),
        (role.Text, "text"), (role.Button, "raised"), (role.ButtonText, "text"), (role.BrightText, "bad"),
        (role.Highlight, "accent"), (role.HighlightedText, "accent_text"), (role.Link, "accent"),
        (role.LinkVisited, "accent"), (role.ToolTipBase, "surface"), (role.ToolTipText, "text"),
        (role.PlaceholderText, "faint"), (role.Light, "surface"), (role.Mid, "border"), (role.Dark, "tick"),
        (role.Accent, "accent"),
    ):  # fmt: skip
        made.setColor(which, theme.colour(name))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, theme.colour("faint"))
    return made


def apply_palette(app: QApplication, theme: Theme, scale: float = 1.0) -> None:
    """Set the style, colours and fonts that every widget is made with. `scale` is the text scale, 0.75 to 2."""
    load_fonts()
    LOOK.theme, LOOK.scale = theme, scale
    if not app.property("dressed"):
        # A sheet hides the style behind it, so that it cannot be asked for its name; making it anew is slow.
        app.setStyle(PlainStyle())
        app.setProperty("dressed", True)
    app.setPalette(build_palette(theme))
    app.setFont(font(13, scale=scale))


def apply_stylesheet(app: QApplication, *, sizes: bool = True) -> None:
    """Set the style sheet of the active look. Best after the last widget was made: each works its style out anew.

    `sizes`: not only colours are others than before, so that everything is laid out anew.
    """
    sheet = build_stylesheet(LOOK.theme, LOOK.scale)
    if not app.styleSheet():
        app.setStyleSheet(sheet)
        return
    # A sheet that takes another's place dresses every widget once for each widget that it stands in (Qt's
    # `updateObjects`), those that the style knows. Let go of, it knows none; each is dressed here, once.
    style = app.style()
    style.unpolish(app)
    app.setStyleSheet(sheet)
    style.polish(app)
    widgets = [each for each in app.allWidgets() if each.testAttribute(Qt.WidgetAttribute.WA_WState_Polished)]
    for widget in widgets:
        widget.style().polish(widget)
    if sizes:
        for widget in widgets:
            app.sendEvent(widget, QEvent(QEvent.Type.StyleChange))  # at which widgets measure themselves anew
    for window in app.topLevelWidgets():
        window.update()


def apply_theme(app: QApplication, theme: Theme, scale: float = 1.0) -> None:
    """Give the whole application a look. `scale` is the text scale, 0.75 to 2."""
    sizes = scale != LOOK.scale
    LOOK.changing = True
    apply_palette(app, theme, scale)
    apply_stylesheet(app, sizes=sizes)
    LOOK.changing = False
    LOOK.spread_look()
