"""Regenerate the README's pictures from the real window: `python scripts/shots.py [FOLDER]`.

The whole desktop is opened without a display, plays a standup of the rehearsal voice to its end in a home of its own,
and is pictured two thirds through, in both themes; then a story in the middle of a fight.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from core.home import Home

if TYPE_CHECKING:
    from desktop.app import Desktop

SIZE = (1440, 900)
TURN = 13
WISH = {"format": "standup", "cast": "startup", "topic": "The demo slipped by two weeks", "seed": 11, "turns": 22}
STORY = (
    "I talk to Marta.",
    "What do you know about the bell?",
    "Goodbye, Marta.",
    "I go to the jetty.",
    "I attack the nearest enemy with my boathook.",
    "I attack.",
)
"""What the player of the pictured story does."""


async def picture(folder: Path) -> None:
    """Open the window on a fresh home, play, and save the two pictures."""
    from core import settings as settings_file
    from core.settings import Settings
    from core.studio.studio import Studio
    from desktop.app import Desktop, application

    with tempfile.TemporaryDirectory() as kept:
        home = Home(Path(kept))
        home.prepare()
        settings = settings_file.changed(Settings(welcomed=True), "look", theme="light")
        settings_file.save(home.settings, settings)
        run, story = await fill(home), await tell(home)
        desktop = Desktop(application(), Studio(home))
        desktop.window.resize(*SIZE)
        desktop.open()
        # The layout of a first start is measured for the screen; this one has the size that was asked for.
        desktop.window.resize(*SIZE)
        desktop.window.size_docks()
        while desktop.window.affinity is None or desktop.tasks.names:  # noqa: ASYNC110  # it has no event to wait for
            await asyncio.sleep(0.05)
        await desktop.session.open(run)
        desktop.model.show(TURN)
        desktop.window.inspector.show_tab("payload")
        for theme in ("light", "dark"):
            desktop.setup.apply(settings_file.changed(desktop.studio.settings, "look", theme=theme))
            await grab(desktop, folder / f"window-{theme}.png")
        desktop.setup.apply(settings_file.changed(desktop.studio.settings, "look", theme="light"))
        await desktop.session.open(story)
        await grab(desktop, folder / "story.png")
        await desktop.close()


async def grab(desktop: Desktop, path: Path) -> None:
    """Save the window as it is once everything has its place."""
    await asyncio.sleep(0.5)
    desktop.window.settle()
    await asyncio.sleep(0.2)
    desktop.window.grab().save(str(path), "PNG")
    sys.stdout.write(f"{path}\n")


async def tell(home: Home) -> str:
    """Play the pictured story up to where its player is to act; its id."""
    from core.studio.stories import StoryWish
    from core.studio.studio import Studio

    studio = Studio(home)
    wish = StoryWish(setting="ferry", concept="raftsman", player="Mirka", seed=7, simulated=True)
    run = studio.start(studio.compose_story(wish))
    run.play()
    await run.live(until_paused=True)
    for line in STORY:
        await run.act(line)
        await run.live(until_paused=True)
    await run.close()
    await studio.close()
    return run.state.run


async def fill(home: Home) -> str:
    """Play a few runs, so that the library has something to show, and the pictured one; its id."""
    from core.studio.compose import Wish
    from core.studio.studio import Studio

    others = [
        {"format": "debate", "seed": 2, "topic": "Ship or wait?"},
        {"format": "brainstorm", "seed": 3, "cast": "newsroom"},
        {"format": "retrospective", "seed": 4, "cast": "studio"},
        {"format": "watercooler", "seed": 5, "cast": "shop"},
    ]
    studio = Studio(home)
    played = ""
    for wish in (*others, WISH):
        run = studio.start(studio.compose(Wish(**wish, simulated=True)))  # type: ignore[arg-type]
        run.play()
        await run.live(until_paused=True)
        await run.close()
        played = run.state.run
    fork = studio.fork(played, 8)
    fork.step()
    await fork.live(until_paused=True)
    await fork.close()
    await studio.close()
    return played


def main() -> None:
    """Save the pictures into the folder that was named, `docs/images` by default."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["PARLEY_NO_KEYRING"] = "1"

    import qasync  # type: ignore[import-untyped]

    from desktop.app import application

    app = application()
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(picture(folder))


if __name__ == "__main__":
    main()
