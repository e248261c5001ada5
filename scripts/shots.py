"""Regenerate the README's pictures from the real window: `python scripts/shots.py [FOLDER]`.

The whole desktop is opened without a display, on a home of its own in which the rehearsal voice has played: a standup
in light, two thirds through, a day's evening in dark, a story, a duologue, an experiment, and the start page.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parley.core.home import Home

if TYPE_CHECKING:
    from parley.desktop.first_run.page import StartPage
    from parley.desktop.shell.app import Desktop

SIZE = (1440, 900)
TURN, STORY_TURN = 13, 9
FILM_FROM, FILM_FRAMES, FILM_MS, FILM_REST_MS, FILM_WIDTH = 6, 5, 90, 1_500, 1_000
"""The moving picture: its first turn, frames of a turn, milliseconds of one and of its last, and pixels across."""
BEFORE_THE_END = 4
TALK = ("roundtable", "--format", "standup", "--seed", "11", "--turns", "22")
OTHERS = (("debate", "startup"), ("brainstorm", "newsroom"), ("retrospective", "studio"), ("watercooler", "shop"))
"""Formats and casts that the library lists beside it."""
STORY = """\
I talk to Marta.
What do you know about the bell?
Goodbye, Marta.
I go to the jetty.
I go to the alder carr.
I attack the reed thief with my boathook.
"""
"""What the player of the pictured story does."""
EXPERIMENT = """
name = "What they know"
repetitions = 12
parallel = 20
metrics = ["convergence.parley.balanced.score", "language.questions"]

[duologue]
a = "Ada"
b = "Bo"
voice = "rehearsal"
turns = 24

[grid]
awareness = ["none", "basic", "high"]
temperature_a = [0.2, 1.2]
"""


def run_command(home: Home, *arguments: str) -> Path:
    """Run `parley` in a home, and return the log that was written last."""
    command = [sys.executable, "-m", "parley", *arguments, "--home", str(home.path)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return max(home.runs.glob("*.jsonl"), key=lambda log: log.stat().st_mtime_ns)


def play_runs(
    home: Home,
    topic: str = "The demo slipped by two weeks",
    question: str = "Can a map be wrong and still be useful?",
    casts: tuple[str, str] = ("startup", "studio"),
    others: Sequence[tuple[str, str]] = OTHERS,
    story: str = STORY,
) -> Mapping[str, Path]:
    """Play what is pictured, with the casts of the talk and of the day, and return the logs by the kinds of runs."""
    script = home.path / "story.txt"
    script.write_text(story, "utf-8")
    for number, (form, cast) in enumerate(others):
        run_command(home, "run", "roundtable", "--format", form, "--cast", cast, "--seed", str(number), "--fast")
    talk = run_command(home, "run", *TALK, "--cast", casts[0], "--topic", topic, "--fast")
    run_command(home, "fork", str(talk), "--turn", "8", "--turns", "9")
    return {
        "talk": talk,
        "day": run_command(home, "run", "day", "--cast", casts[1], "--seed", "3", "--fast"),
        "story": run_command(
            home, "run", "story", "--setting", "ferry", "--concept", "raftsman", "--name", "Mirka", "--seed", "7",
            "--script", str(script), "--fast",
        ),
        "duologue": run_command(
            home, "run", "duologue", "--prompt", question, "--a", "Ada", "--b", "Bo", "--awareness", "high",
            "--seed", "5", "--turns", "20", "--fast",
        ),
    }  # fmt: skip


async def picture(folder: Path) -> None:
    """Open the window on a fresh home, play, and save the two pictures."""
    from parley.core import settings as settings_file
    from parley.core.settings import Settings
    from parley.core.studio.studio import Studio
    from parley.desktop.shell.app import Desktop
    from parley.desktop.shell.front import get_application

    with tempfile.TemporaryDirectory() as kept:
        home = Home(Path(kept))
        home.prepare()
        settings = settings_file.set_group(Settings(welcomed=True), "look", theme="light")
        settings_file.save(home.settings, settings)
        logs, spec = play_runs(home), home.path / "spec.toml"
        spec.write_text(EXPERIMENT, "utf-8")
        run_command(home, "experiment", "run", str(spec))
        desktop = Desktop(get_application(), Studio(home))
        desktop.window.resize(*SIZE)
        desktop.open()
        # The layout of a first start is measured for the screen; this one has the size that was asked for.
        desktop.window.resize(*SIZE)
        desktop.window.size_docks()
        while not desktop.window.complete or desktop.tasks.names:  # noqa: ASYNC110  # it has no event to wait for
            await asyncio.sleep(0.05)
        await desktop.session.open(str(logs["talk"]))
        desktop.model.show(TURN)
        await grab(desktop, folder / "window-light.png")
        await film(desktop, range(FILM_FROM, TURN + 1), folder / "window.webp")
        desktop.setup.settings.save_settings(settings_file.set_group(desktop.studio.settings, "look", theme="dark"))
        await desktop.session.open(str(logs["day"]))
        desktop.model.show(desktop.model.shown - BEFORE_THE_END)
        await grab(desktop, folder / "window-dark.png")
        desktop.setup.settings.save_settings(settings_file.set_group(desktop.studio.settings, "look", theme="light"))
        await desktop.session.open(str(logs["story"]), turn=STORY_TURN)
        await grab(desktop, folder / "story.png")
        await desktop.session.open(str(logs["duologue"]))
        await grab(desktop, folder / "duologue.png")
        await start_page(desktop)
        await grab(desktop, folder / "start.png")
        await plot(desktop, next(home.experiments.iterdir()).name, folder / "experiment.png")
        await desktop.close()


async def film(desktop: Desktop, turns: range, path: Path) -> None:
    """Save a moving picture of the window: it goes to each turn, and stays as long as its line is read."""
    from PySide6.QtCore import Qt

    from parley.desktop.export.clip import as_image

    pictures, lasting = [], []
    for turn in turns:
        desktop.model.show(turn)
        for left in range(FILM_FRAMES, 0, -1):
            await asyncio.sleep(FILM_MS / 1_000)
            if left == 1:
                # What is read stands still: also views that follow a little later have come along.
                await asyncio.sleep(0.3)
                desktop.window.settle()
            shown = desktop.window.grab().toImage()
            pictures.append(as_image(shown.scaledToWidth(FILM_WIDTH, Qt.TransformationMode.SmoothTransformation)))
            lasting.append(FILM_MS if left > 1 else FILM_REST_MS)
    first, *others = pictures
    first.save(path, save_all=True, append_images=others, duration=lasting, loop=0, quality=62, method=4)
    sys.stdout.write(f"{path}\n")


async def grab(desktop: Desktop, path: Path) -> None:
    """Save the window as it is once everything has its place."""
    await asyncio.sleep(0.5)
    desktop.window.settle()
    await asyncio.sleep(0.2)
    desktop.window.grab().save(str(path), "PNG")
    sys.stdout.write(f"{path}\n")


async def start_page(desktop: Desktop) -> StartPage:
    """The start page, once its cards have played their runs and the voices were looked for."""
    from parley.desktop.first_run.page import StartPage

    desktop.window.actions_by_id["watch"].trigger()
    while desktop.tasks.names:  # noqa: ASYNC110  # it has no event to wait for
        await asyncio.sleep(0.05)
    page = desktop.window.findChild(StartPage)
    assert page is not None
    return page


async def plot(desktop: Desktop, experiment: str, path: Path) -> None:
    """Save the experiments' window with every single run of one."""
    from parley.desktop.experiments.view.view import PLOT

    room: Any = desktop.commands.rooms["experiments"]
    commands = room.desk
    commands.made().resize(1200, 760)
    commands.open()
    assert commands.frame is not None
    await commands.refresh(experiment)
    commands.frame.view.open_page(PLOT)
    while desktop.tasks.names:  # noqa: ASYNC110  # it has no event to wait for
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    commands.frame.grab().save(str(path), "PNG")
    sys.stdout.write(f"{path}\n")


def main() -> None:
    """Save the pictures into the folder that was named, `docs/images` by default."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["PARLEY_NO_KEYRING"] = "1"

    import qasync  # type: ignore[import-untyped]

    from parley.desktop.shell.front import get_application

    app = get_application()
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(picture(folder))


if __name__ == "__main__":
    main()
