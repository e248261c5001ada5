"""Regenerate the guide's pictures: `python -m scripts.guide [NAME …]`.

The runs are those of the README's pictures (`scripts/shots.py`), pictured by `parley shot`. Each language has pictures
of its own, for there are words in all of them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from parley.core.home import Home
from scripts.shots import STORY_TURN, play_runs, run_command

GUIDE = Path(__file__).parents[1] / "resources" / "guide"
WIDE, QUALITY = 960, 60
"""Pixels that no picture is wider than, and how well WebP keeps it, of 100."""


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
    View("library", "library", "talk", "420x520"),
    View("roundtable", "window", "talk", "1440x900", 13),
    View("office", "window", "day", "1440x900", 62),
    View("story", "window", "story", "1440x900", STORY_TURN),
    View("duologue", "window", "duologue", "1440x900"),
)
SPOKEN: Mapping[str, Mapping[str, Any]] = {
    "en": {},
    "de": {
        "topic": "Die Demo verschiebt sich um zwei Wochen",
        "question": "Kann eine Karte falsch sein und trotzdem nützen?",
        "casts": ("startup-de", "studio-de"),
        "others": (("debate", "startup-de"), ("brainstorm", "studio-de"), ("watercooler", "startup-de")),
        "story": """\
Ich rede mit Marta.
Was weißt du über die Glocke?
Auf Wiedersehen, Marta.
Ich gehe zum Steg.
Ich gehe in den Erlenbruch.
Ich greife den Schilfdieb mit meinem Bootshaken an.
""",
    },
}
"""What is played in each language, where it is not what the README pictures."""


def take_pictures(language: str, names: Sequence[str]) -> None:
    """Play the runs in a language and take the pictures that are named."""
    folder = (GUIDE if language == "en" else GUIDE / language) / "images"
    with tempfile.TemporaryDirectory() as kept:
        home = Home(Path(kept))
        home.prepare()
        home.settings.write_text(f'[look]\nlanguage = "{language}"\n', "utf-8")
        logs = play_runs(home, **SPOKEN[language])
        shot = home.path / "shot.png"
        for each in (view for view in VIEWS if view.name in names):
            turn = ["--turn", str(each.turn)] if each.turn else []
            what = [str(logs[each.run]), "--view", each.view, "--size", each.size, *turn]
            run_command(home, "shot", *what, "-o", str(shot))
            with Image.open(shot) as picture:
                picture.thumbnail((WIDE, WIDE), Image.Resampling.LANCZOS)
                picture.convert("RGB").save(folder / f"{each.name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    for spoken in SPOKEN:
        take_pictures(spoken, sys.argv[1:] or [each.name for each in VIEWS])
