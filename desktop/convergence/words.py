"""What the ways of reckoning the convergence are called, in the interface's language."""

from __future__ import annotations

from parley.desktop.widgets.language import titles


def get_profile_titles() -> tuple[tuple[str, str], ...]:
    """Return the convergence profiles with their titles."""
    return tuple(titles("measures", "profiles").items())


def get_calculator_titles() -> tuple[tuple[str, str], ...]:
    """Return the ways of reckoning the convergence by words alone, with their titles."""
    return tuple(titles("measures", "choose_calculator").items())
