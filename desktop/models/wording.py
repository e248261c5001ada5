"""Single words of the core, as the interface says them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

WORDS = (
    # policies of speaker selection
    "affinity", "addressed", "round robin", "random", "moderator", "manual", "game master",
    # topologies of duologues
    "alternation", "round table", "ring", "star", "broadcast", "panel", "content",
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


def voice_word(label: str) -> str:
    """What somebody speaks through, as it is shown: models keep their names."""
    return word(label) if label == "rehearsal" else label
