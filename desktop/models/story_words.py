"""What the phases of a story and the ends of a fight are called, in every view alike."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def phase_word(phase: str) -> str:
    """A phase in the interface's language: "Exploration"."""
    return {
        "creation": translate("StoryWords", "Who you are"),
        "exploration": translate("StoryWords", "Exploration"),
        "combat": translate("StoryWords", "Fight"),
        "dialogue": translate("StoryWords", "Dialogue"),
        "epilogue": translate("StoryWords", "Epilogue"),
    }.get(phase, phase)


def outcome_word(outcome: str) -> str:
    """How a fight ended: "Victory"."""
    return {
        "victory": translate("StoryWords", "Victory"),
        "defeat": translate("StoryWords", "Defeat"),
        "fled": translate("StoryWords", "Got away"),
    }.get(outcome, outcome)
