"""Words of a story in the interface's language: phases, stages, trust, statuses, attributes, outcomes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from parley.core.modes.story.events import Check
from parley.desktop.modes.story.figures import dice_of
from parley.desktop.widgets.language import labelled

translate = QCoreApplication.translate

PHASE_ICONS = {
    "creation": "ph.user-circle-plus",
    "exploration": "ph.compass",
    "combat": "ph.sword",
    "dialogue": "ph.chat-circle-dots",
    "epilogue": "ph.book-open",
}

HELPFUL = frozenset({"defending", "poised", "charmed", "grateful"})
"""Statuses that do somebody good."""


def trust_word(trust: int) -> str:
    """Return how somebody with that trust feels about the player."""
    if trust <= -60:
        return translate("StoryWords", "hostile")
    if trust <= -20:
        return translate("StoryWords", "wary")
    if trust < 20:
        return translate("StoryWords", "neutral")
    if trust < 60:
        return translate("StoryWords", "friendly")
    return translate("StoryWords", "devoted")


def lasting(status: str, turns: int) -> str:
    """ "poisoned, 2 turns"."""
    word = labelled("status_effect", status)
    if turns == 1:
        return translate("StoryWords", "{status}, 1 turn").format(status=word)
    return translate("StoryWords", "{status}, {turns} turns").format(status=word, turns=turns)


def cause_word(cause: str) -> str:
    """Return who spoke for the player, where it was not the player."""
    return {
        "script": translate("StoryWords", "by the script"),
        "rules": translate("StoryWords", "by chance"),
    }.get(cause, "")


def signed(number: int) -> str:
    """ "+2", "−1"."""
    return f"−{-number}" if number < 0 else f"+{number}"


def sum_of(check: Check) -> str:
    """ "+3 = 17 against 15": what stands behind the dice."""
    roll = check.roll
    words = f"{signed(roll.modifier)} = " if roll.modifier else "= " if len(roll.dice) > 1 else ""
    words += str(roll.total) if words else ""
    if check.against:
        words += translate("StoryWords", " against {number}").format(number=check.against)
    return words.strip()


def get_success_word(check: Check) -> str:
    """ "hit" or "miss", "success" or "failure"; empty where there was nothing to win."""
    if check.success is None:
        return ""
    if check.what == "attack":
        return translate("StoryWords", "hit") if check.success else translate("StoryWords", "miss")
    return translate("StoryWords", "success") if check.success else translate("StoryWords", "failure")


def told(check: Check) -> str:
    """Return a throw in words, for whoever does not see the dice."""
    numbers = ", ".join(str(die.number) if die.kept else f"({die.number})" for die in dice_of(check.roll))
    words = (labelled("check", check.what), check.roll.notation, numbers, sum_of(check), get_success_word(check))
    return " ".join(word for word in words if word)


def throw_words(check: Check) -> str:
    """ "Attack 1d20 with advantage": what a throw is for."""
    mode = labelled("roll_mode", check.roll.mode) if check.roll.mode else ""
    return " ".join(filter(None, (labelled("check", check.what), check.roll.notation.split(" ")[0], mode)))
