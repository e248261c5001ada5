"""Regenerate the guide's pictures from the real window: `python -m scripts.guide [LANGUAGE] [NAME …]`.

The runs are those of the README's pictures (`scripts/shots.py`). Views are pictured on their own, by what `parley shot`
does; the rest is the whole window or a dialog of it. Every picture has few colours, so that the package stays small.
Each language has pictures of its own, for there are words in all of them.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from parley.core.home import Home
from parley.desktop.widgets.language import SOURCE, install
from scripts.shots import EXPERIMENT, OTHERS, SIZE, STORY, WISH, compare, converse, fill, live, plot, start_page, tell

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from parley.desktop.shell.app import Desktop

GUIDE = Path(__file__).parents[1] / "resources" / "guide"
MOST_BYTES, COLOURS = 120_000, (160, 96, 64, 40)
WIDE = 960
"""Pixels: no picture is wider."""


@dataclass(frozen=True, slots=True)
class View:
    """A picture of one view at a turn, 0 being the last; its size in pixels."""

    name: str
    view: str
    run: str
    size: str
    turn: int = 0


VIEWS = (
    View("plan", "floor_plan", "talk", "760x420", 13),
    View("transcript", "transcript", "day", "520x440", 40),
    View("why", "inspector", "talk", "520x330", 13),
    View("flow", "speaker_flow", "talk", "900x250", 13),
    View("affinity", "affinity", "talk", "760x380", 22),
    View("timeline", "timeline", "talk", "1100x64", 13),
)
WINDOWS = {"roundtable": ("talk", 13), "office": ("day", 62), "story": ("story", 0), "duologue": ("duologue", 0)}
"""Pictures of the whole window: which run, and at which turn."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What is played and asked for in a language. `queued` are topics."""

    wish: Mapping[str, Any]
    others: Sequence[Mapping[str, Any]]
    story: Sequence[str]
    day: str
    experiment: str
    queued: Sequence[str]

    def runs(self) -> dict[str, Callable[[Home], Awaitable[str]]]:
        """What plays each of the pictured runs, by its name here."""
        return {
            "talk": partial(fill, wish=self.wish, others=self.others), "story": partial(tell, lines=self.story),
            "day": partial(live, cast=self.day), "duologue": converse,
            "experiment": partial(compare, text=self.experiment),
        }  # fmt: skip


SPOKEN = {
    "en": Spoken(
        WISH, OTHERS, STORY, "studio", EXPERIMENT,
        ("Ship or wait?", "What the beta has taught us", "Who answers the letters?", "One thing less"),
    ),
    "de": Spoken(
        {**WISH, "cast": "startup-de", "topic": "Die Vorführung ist zwei Wochen zu spät"},
        (
            {"format": "debate", "seed": 2, "cast": "startup-de", "topic": "Liefern oder warten?"},
            {"format": "brainstorm", "seed": 3, "cast": "studio-de"},
            {"format": "retrospective", "seed": 4, "cast": "studio-de"},
            {"format": "watercooler", "seed": 5, "cast": "startup-de"},
        ),
        (
            "Ich rede mit Marta.",
            "Was weißt du über die Glocke?",
            "Auf Wiedersehen, Marta.",
            "Ich gehe zum Steg.",
            "Ich gehe in den Erlenbruch.",
            "Ich greife den Schilfdieb mit meinem Bootshaken an.",
        ),
        "studio-de", EXPERIMENT.replace("What they know", "Was sie wissen"),
        ("Liefern oder warten?", "Was uns die Beta gelehrt hat", "Wer beantwortet die Briefe?", "Eines weniger"),
    ),
}  # fmt: skip


def small(path: Path) -> None:
    """Write a picture anew with a palette: as many colours as it has room for."""
    picture = Image.open(path).convert("RGB")
    if picture.width > WIDE:
        size = (WIDE, round(picture.height * WIDE / picture.width))
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    for colours in COLOURS:
        reduced = picture.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        reduced.save(path, optimize=True)
        if path.stat().st_size <= MOST_BYTES:
            break
    sys.stdout.write(f"{path} {path.stat().st_size:,}\n")


async def settled(desktop: Desktop) -> None:
    """Wait until nothing is under way in the window, and everything has its place."""
    while desktop.tasks.names:  # noqa: ASYNC110  # it has no event to wait for
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    desktop.window.settle()
    await asyncio.sleep(0.3)


def found(kind: type[QWidget]) -> QWidget | None:
    """The visible window of a kind."""
    from PySide6.QtWidgets import QApplication

    return next((one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()), None)


async def dialog(desktop: Desktop, action: str, kind: type[QWidget], path: Path) -> None:
    """Open a dialog by its action, picture it, and close it."""
    desktop.window.actions_by_id[action].trigger()
    while (shown := found(kind)) is None:  # noqa: ASYNC110  # it has no event to wait for
        await asyncio.sleep(0.05)
    await asyncio.sleep(1.5)
    shown.grab().save(str(path), "PNG")
    shown.close()


async def dock(desktop: Desktop, name: str, size: tuple[int, int], path: Path) -> None:
    """Picture a dock that floats."""
    desktop.window.show_dock(name)
    shown = desktop.window.panels[name].dock
    shown.setFloating(True)
    shown.resize(*size)
    await asyncio.sleep(1.5)
    if (focused := shown.focusWidget()) is not None:
        focused.clearFocus()
    shown.grab().save(str(path), "PNG")
    shown.setFloating(False)


async def windows(home: Home, ids: dict[str, str], folder: Path) -> None:
    """The pictures that need the whole desktop."""
    from parley.core.studio.studio import Studio
    from parley.desktop.export.view import ExportDialog
    from parley.desktop.new_run.view import NewRunDialog
    from parley.desktop.shell.app import Desktop
    from parley.desktop.shell.front import application

    desktop = Desktop(application(), Studio(home))
    desktop.window.resize(*SIZE)
    desktop.open()
    desktop.window.resize(*SIZE)
    desktop.window.size_docks()
    while not desktop.window.complete:  # noqa: ASYNC110  # it has no event to wait for
        await asyncio.sleep(0.05)
    await settled(desktop)
    for name, (run, turn) in WINDOWS.items():
        await desktop.session.open(ids[run], turn=turn or None)
        await settled(desktop)
        desktop.window.grab().save(str(folder / f"{name}.png"), "PNG")
    await dialog(desktop, "new_run", NewRunDialog, folder / "new_run.png")
    await dialog(desktop, "export", ExportDialog, folder / "export.png")
    await dock(desktop, "queue", (900, 320), folder / "queue.png")
    await dock(desktop, "schedule", (820, 460), folder / "schedule.png")
    page = await start_page(desktop)
    await asyncio.sleep(0.5)
    page.grab().save(str(folder / "start.png"), "PNG")
    page.library.parentWidget().grab().save(str(folder / "library.png"), "PNG")
    await plot(desktop, ids["experiment"], folder / "experiments.png")
    await desktop.close()


def views(home: Home, ids: dict[str, str], folder: Path) -> None:
    """The pictures of single views."""
    from parley.core.studio.studio import Studio
    from parley.desktop.shell.shot import shoot

    studio = Studio(home)
    for each in VIEWS:
        opened = studio.open(ids[each.run])
        shoot(studio, opened, each.view, folder / f"{each.name}.png", turn=each.turn or None, size=each.size)


def ask_for_runs(home: Home, topics: Sequence[str]) -> None:
    """Put jobs into the queue."""
    from parley.core.modes.roundtable.request import RoundtableRequest
    from parley.core.queue.queue import Queue

    queue = Queue(home)
    for number, topic in enumerate(topics):
        queue.enqueue(RoundtableRequest(topic=topic, turns=8 + 2 * number, seed=number), asked_by="window")


async def pictures(folder: Path, language: str) -> None:
    """Play the runs and take all pictures."""
    from parley.core import settings as settings_file
    from parley.core.settings import Settings

    with tempfile.TemporaryDirectory() as kept:
        home = Home(Path(kept))
        home.prepare()
        settings = settings_file.changed(
            Settings(welcomed=True), "look", theme="light", motion=False, language=language
        )
        settings_file.save(home.settings, settings)
        ids = {name: await played(home) for name, played in SPOKEN[language].runs().items()}
        ask_for_runs(home, SPOKEN[language].queued)
        await windows(home, ids, folder)
        views(home, ids, folder)


def names() -> Iterator[str]:
    """All pictures."""
    yield from WINDOWS
    yield from (view.name for view in VIEWS)
    yield from ("new_run", "export", "queue", "schedule", "start", "library", "experiments")


def folder_of(language: str) -> Path:
    """Where the pictures of a language lie."""
    return (GUIDE if language == SOURCE else GUIDE / language) / "images"


def main() -> None:
    """Save the pictures of the language that was named, else of each; of names after it only those."""
    if not sys.argv[1:]:
        # A program of its own for each: much is translated once.
        for language in SPOKEN:
            subprocess.run([sys.executable, "-m", "scripts.guide", language], check=True)
        return
    language = sys.argv[1]
    folder = folder_of(language)
    if language not in SPOKEN:
        raise SystemExit(f"No language: {language}. There are {', '.join(SPOKEN)}.")
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["PARLEY_NO_KEYRING"] = "1"
    # It is to be seen where something would be saved.
    os.environ["HOME"] = "/home/ada"

    import qasync  # type: ignore[import-untyped]

    from parley.desktop.shell.front import application

    app = application()
    install(app, language)
    with tempfile.TemporaryDirectory() as scratch:
        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
            runner.run(pictures(Path(scratch), language))
        for name in sorted(set(sys.argv[2:]) or set(names())):
            target = folder / f"{name}.png"
            target.write_bytes((Path(scratch) / f"{name}.png").read_bytes())
            small(target)


if __name__ == "__main__":
    main()
