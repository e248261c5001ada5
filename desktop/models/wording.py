"""Single words of the core, as the interface says them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

WORDS = (
    # policies of speaker selection
    "affinity", "addressed", "round robin", "random", "moderator", "manual", "game master",
    # kinds of memories
    "insight", "pattern", "strategy", "preference", "lesson",
    # where a run is
    "ready", "playing", "paused", "ended", "broken",
    # who wrote a turn
    "director", "voice", "rehearsal", "script", "rules",
    # what a run is of
    "roundtable", "scenes", "story", "dialogue", "duologue",
    # the palette
    "rust", "blue", "green", "purple", "amber", "teal", "pink", "indigo", "olive", "cyan", "brown", "slate",
)  # fmt: skip
"""What is translated under the context "Words"; a word that is not among them stays as it is."""


def word(text: str) -> str:
    """A word of the core in the interface's language, its underscores as spaces."""
    return QCoreApplication.translate("Words", text.replace("_", " "))
