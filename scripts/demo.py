"""Play a standup without a window: `python scripts/demo.py [FOLDER]`, by `make demo`.

It is played as `parley run roundtable` plays it, on this machine's best voice, and rehearsed where that one fails. Its
transcript and a picture of every view in light and dark are left in the folder, `out` by default.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from parley.core.home import Home
from parley.core.studio.studio import Studio
from parley.desktop.shell.shot import save_shot, views

RUN = ("run", "roundtable", "--topic", "The demo slipped by two weeks", "--seed", "21", "--fresh")
EXPORTED = ("md", "html")


def parley(*words: str) -> bool:
    """Run a command of Parley's, and return whether it came to its end."""
    return subprocess.run([sys.executable, "-m", "parley", *words], check=False).returncode == 0


def main() -> None:
    """Play, export and picture."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("out")
    out.mkdir(parents=True, exist_ok=True)
    log = out / "demo.jsonl"
    for voice in ([], ["--voice", "rehearsal"]):
        log.unlink(missing_ok=True)
        if parley(*RUN, *voice, "-o", str(log)):
            break
    else:
        sys.exit(1)
    for kind in EXPORTED:
        parley("export", str(log), "-o", str(out / f"demo.{kind}"))
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    studio = Studio(Home.find())
    opened = studio.open(str(log))
    middle = max(1, opened.replay.turns * 2 // 3)
    for theme in ("light", "dark"):
        for view in views(opened.state.setup.mode):
            save_shot(studio, studio.open(str(log)), view, out / f"{view}-{theme}.png", turn=middle, theme=theme)
    sys.stdout.write(f"The transcript (Markdown, HTML, JSONL) and the pictures are in {out.resolve()}\n")


if __name__ == "__main__":
    main()
