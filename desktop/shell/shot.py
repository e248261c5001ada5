"""Pictures of any view without a display: `parley shot`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import FileError, UnknownName, UsageError
from core.base.sentences import os_reason
from core.studio.studio import Opened, Studio

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

VIEWS = (
    "window", "floor_plan", "speaker_flow", "affinity", "transcript", "inspector", "library", "cast", "timeline",
    "logbook", "game_master", "story", "convergence",
)  # fmt: skip
OF_SCENES = frozenset({"logbook", "game_master"})
"""The views that have something to show in a run of scenes only."""
OF_STORIES = frozenset({"story"})
"""The views that have something to show in a story only."""
DEFAULT_SIZES = {
    "window": (1440, 900), "floor_plan": (760, 430), "speaker_flow": (470, 330), "affinity": (420, 330),
    "transcript": (420, 480), "inspector": (420, 420), "library": (260, 420), "cast": (260, 320),
    "timeline": (1440, 60), "logbook": (420, 720), "game_master": (470, 520), "story": (860, 620),
    "convergence": (460, 340),
}  # fmt: skip
LARGEST = 8_000
"""Pixels of a side."""


def size_of(text: str, view: str) -> tuple[int, int]:
    """Width and height in "WxH"; the view's usual size where it is empty. Raises `UsageError`."""
    if not text:
        return DEFAULT_SIZES[view]
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= LARGEST and 0 < int(height) <= LARGEST):
        raise UsageError(f"'{text[:40]}' is no size.", hint="Write width x height in pixels, for example 1440x900.")
    return int(width), int(height)


def shoot(
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
    if view not in VIEWS:
        raise UnknownName("view", view, VIEWS)
    if theme not in {"light", "dark"}:
        raise UnknownName("theme", theme, ["light", "dark"])
    width, height = size_of(size, view)
    if turn is not None:
        opened.replay.seq_of_turn(turn)
    # No window is opened, so that no display is needed and nothing flashes by.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtWidgets import QWidget

    from desktop.library.runs import library_figures
    from desktop.run.model import RunModel
    from desktop.shell.app import late_plots
    from desktop.shell.front import application
    from desktop.shell.window import Window
    from desktop.widgets import language
    from desktop.widgets import theme as look

    app = application()
    # The same picture on every machine: English, unless the settings name a language.
    chosen = studio.settings.look.language
    language.install(app, "en" if chosen == "system" else chosen)
    dress = look.theme_named(theme)
    look.apply(app, dress, 1.0)
    model = RunModel()
    model.language = "de" if opened.state.setup.language == "de" else "en"
    window = Window(model)
    window.add_plots(late_plots())
    window.inspect_with(lambda: model.inspector(studio))
    window.floor.set_animated(False)
    plan = studio.plan_of(opened.state.setup) or studio.library.plan("studio")
    model.open(opened, plan, studio.drifts_before(opened.state.setup))
    model.show(turn)
    window.library.show_figure(library_figures(studio))
    window.library.select_run(opened.state.run)

    def settle() -> None:
        for _ in range(12):
            app.processEvents()
        window.settle()
        for _ in range(4):
            app.processEvents()

    views: dict[str, Callable[[], QWidget | None]] = {
        "window": lambda: window, "floor_plan": lambda: window.floor, "speaker_flow": lambda: window.flow,
        "affinity": lambda: window.affinity, "transcript": lambda: window.transcript,
        "inspector": lambda: window.inspector, "library": lambda: window.library, "cast": lambda: window.cast,
        "timeline": lambda: window.timeline, "logbook": lambda: window.logbook,
        "game_master": lambda: window.game_master, "story": lambda: window.story,
        "convergence": lambda: window.convergence,
    }  # fmt: skip
    shown = views[view]()
    assert shown is not None
    if shown is not window:
        window.resize(1440, 900)
        window.show()
        if view in window.docks:
            window.show_dock(view)
        settle()
        # Out of its dock, on the theme's surface, at the wanted size.
        host = QWidget()
        host.setStyleSheet(f"background: {dress.surface};")
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
    settle()
    try:
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
