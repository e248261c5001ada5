"""The command that needs Qt and no window: pictures of views."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from parley.core.base.system_libraries import qt_needed
from parley.core.cli.common import HomeOption, RunArgument, get_studio_of, tell
from parley.core.cli.program import app
from parley.desktop import docks as _docks  # noqa: F401  # for the doctor, who looks at what packages add


@app.command(rich_help_panel="Looking at runs")
def shot(
    run: RunArgument,
    out: Annotated[Path, typer.Option("-o", "--output", help="The PNG file to write.")],
    view: Annotated[
        str, typer.Option("--view", help="window, floor_plan, speaker_flow, affinity, transcript …")
    ] = "window",
    turn: Annotated[int | None, typer.Option("--turn", help="As it was right after this turn.")] = None,
    size: Annotated[str, typer.Option("--size", help="Width x height in pixels.")] = "",
    theme: Annotated[str, typer.Option("--theme", help="light, dark or contrast.")] = "light",
    home: HomeOption = None,
) -> None:
    """Save a picture of a view; needs no display."""
    from parley.desktop.shell.shot import save_shot

    _draw_offscreen()  # before anything imports Qt, and before the run is read in vain
    studio = get_studio_of(home)
    save_shot(studio, studio.open(run), view, out, turn=turn, size=size, theme=theme)
    tell(f"Written: {out}")


def _draw_offscreen() -> None:
    """Draw offscreen, so that a picture does not depend on a display. Raises `ParleyError` without Qt."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with qt_needed():
        import_module("PySide6.QtWidgets")
