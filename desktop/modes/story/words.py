"""What the values of a story are called in the interface's language, in every view alike."""

from __future__ import annotations

from desktop.widgets.language import labelled


def phase_word(phase: str) -> str:
    """A phase: "Exploration"."""
    return labelled("phase", phase)


def outcome_word(outcome: str) -> str:
    """How a fight ended: "Victory"."""
    return labelled("outcome", outcome)


def status_word(status: str) -> str:
    """ "poisoned"."""
    return labelled("status_effect", status)


def archetype_word(archetype: str) -> str:
    """ "love interest"."""
    return labelled("archetype", archetype)


def attribute_word(attribute: str) -> tuple[str, str]:
    """The short and the long name of an attribute: "STR", "Strength"."""
    name = labelled("attribute", attribute)
    return labelled("attribute_short", attribute), name[:1].upper() + name[1:]


def throw_word(what: str) -> str:
    """ "Attack": what a throw was for."""
    return labelled("check", what)


def mode_word(mode: str) -> str:
    """ "with advantage"; empty for a throw like any other."""
    return labelled("roll_mode", mode) if mode else ""
