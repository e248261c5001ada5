"""`parley`: the window, the commands that need Qt, and all commands of the core."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from core.cli import app, main
from core.cli.common import HomeOption, RunArgument, home_of, studio_of, tell
from core.errors import ParleyError
from core.home import Home


@app.command()
def shot(
    run: RunArgument,
    out: Annotated[Path, typer.Option("-o", "--output", help="The PNG file to write.")],
    view: Annotated[
        str, typer.Option("--view", help="window, floor_plan, speaker_flow, affinity, transcript …")
    ] = "window",
    turn: Annotated[int | None, typer.Option("--turn", help="As it was right after this turn.")] = None,
    size: Annotated[str, typer.Option("--size", help="Width x height in pixels.")] = "",
    theme: Annotated[str, typer.Option("--theme", help="light or dark.")] = "light",
    home: HomeOption = None,
) -> None:
    """Save a picture of a view; needs no display."""
    from desktop.shot import shoot

    # A picture must not depend on a display that may or may not be there.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    studio = studio_of(home)
    shoot(studio, studio.open(run), view, out, turn=turn, size=size, theme=theme)
    tell(f"Written: {out}")


@app.command()
def demo(
    out: Annotated[Path, typer.Option("-o", "--output", help="The folder to fill.")] = Path("out"),
    home: HomeOption = None,
) -> None:
    """Play a standup without a window; leave its transcript and pictures."""
    from desktop.demo import play

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    play(home_of(home), out)


def open_window(home: Home, files: Sequence[Path]) -> int:
    """The window; a clear sentence where there is no display, for Qt would abort the process."""
    if platform.system() == "Linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM")
    ):
        raise ParleyError(
            "There is no display here, so no window can open.",
            hint="Play without one: parley demo -o out, or parley run roundtable; see parley --help.",
        )
    try:
        from desktop.app import run
    except ImportError as error:
        raise ParleyError(f"Qt cannot be loaded ({error}).", hint="Install its system libraries: make system") from None
    return run(home, files)


def parley() -> None:
    """The script's entry."""
    sys.exit(main(open_window=open_window))


if __name__ == "__main__":
    parley()
