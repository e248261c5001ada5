"""Pictures of any view without a display (`parley shot`)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from parley.core.base.errors import FileError, UnknownName, UsageError
from parley.core.base.sentences import os_reason
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from parley.desktop.docks import DOCKS, load

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


SIZES = {"window": (1440, 900), "floor_plan": (760, 430), "timeline": (1440, 60)}
"""Pixels of what is no dock."""
PICTURED = ("light", "dark", "contrast")
"""Themes."""
LARGEST = 8_000
"""Pixels of a side."""


def views(mode: str = "") -> tuple[str, ...]:
    """Return the names of the views that can be pictured; with a `mode`, only those with something to show in it."""
    return (*SIZES, *(each.name for each in DOCKS.values() if not mode or not each.modes or mode in each.modes))


def get_size_of(text: str, view: str) -> tuple[int, int]:
    """Return width and height from "WxH", the view's usual size where that is empty. Raises `UsageError`."""
    if not text:
        return SIZES[view] if view in SIZES else DOCKS[view].size
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= LARGEST and 0 < int(height) <= LARGEST):
        raise UsageError(f"'{text[:40]}' is no size.", hint="Write width x height in pixels, for example 1440x900.")
    return int(width), int(height)


def save_shot(
    studio: Studio,
    opened: Opened,
    view: str,
    out: Path,
    *,
    turn: int | None = None,
    size: str = "",
    theme: str = "light",
) -> None:
    """Save a picture of `view` showing the run at `turn`.

    Raises `UnknownName` for a view or theme that does not exist, `UsageError` for a size or turn that cannot be, and
    `FileError` where the picture cannot be written.
    """
    if view not in views():
        raise UnknownName("view", view, views())
    if theme not in PICTURED:
        raise UnknownName("theme", theme, PICTURED)
    width, height = get_size_of(size, view)
    if turn is not None:
        opened.replay.seq_of_turn(turn)
    # No window is opened, so that no display is needed and nothing flashes by.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtWidgets import QWidget

    from parley.desktop.library.runs import build_library_figures
    from parley.desktop.run.model import RunModel
    from parley.desktop.shell.front import get_application
    from parley.desktop.shell.window import Window
    from parley.desktop.widgets import language
    from parley.desktop.widgets import theme as look

    app = get_application()
    # The same picture on every machine: English, unless the settings name a language.
    chosen = studio.settings.look.language
    language.install(app, "en" if chosen == "system" else chosen)
    dress = look.theme_for(theme)
    look.apply_theme(app, dress, 1.0)
    model = RunModel()
    model.language = "de" if opened.state.setup.language == "de" else "en"
    window = Window(model)
    window.make_late_views()
    window.inspect = lambda: model.build_inspector(studio)
    window.floor.set_animated(False)  # the picture is taken before anybody could arrive
    plan = studio.plan_of(opened.state.setup) or studio.library.plan("studio")
    model.open(opened, plan)
    model.show(turn)
    window.library.show_figure(build_library_figures(studio))
    window.library.select_run(opened.state.run)

    def process_events() -> None:
        for _ in range(12):  # views that are made or moved ask for a layout, which may ask for the next
            app.processEvents()
        window.settle()
        for _ in range(4):
            app.processEvents()

    outside: dict[str, QWidget] = {"window": window, "floor_plan": window.floor, "timeline": window.timeline}
    shown = outside.get(view) or window.view(view)
    if shown is not window:
        window.resize(1440, 900)
        window.show()
        if view in window.docks:
            window.show_dock(view)
        process_events()
        # A package's dock that cannot show the run has something else in its place by now.
        shown = outside.get(view) or window.view(view)
        host = QWidget()  # Out of its dock, on the theme's surface, at the wanted size
        host.setStyleSheet(f".QWidget {{ background: {dress.surface}; }}")  # the dot: no subclasses, so no view in it
        shown.setParent(host)
        host.resize(width, height)
        shown.setGeometry(0, 0, width, height)
        shown.show()
        host.show()
        shown = host
    else:
        window.resize(width, height)
        window.show()
        window.size_docks()
    process_events()
    fault = window.panels[view].fault if view in window.panels else None
    if view in DOCKS and DOCKS[view].picture and fault is None:
        window.view(view).show_figure(load(DOCKS[view].picture)(studio, model))
    try:
        if fault is not None:
            raise fault
        _save(shown, out)
    finally:
        window.may_close = True
        window.close()
        # Or the next picture's style is worked out for every widget of this one too.
        for done in (shown, window):
            done.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _save(shown: QWidget, out: Path) -> None:
    """Write the picture of a widget. Raises `FileError`."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(out, "the picture cannot be written ({reason}).", reason=os_reason(error)) from None
    if not shown.grab().save(str(out), "PNG"):
        raise FileError(out, "the picture cannot be written.", hint="Choose another folder or name.")
