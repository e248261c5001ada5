"""What the measures are called in the interface's language, and what each means: formula, range, unit."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from parley.core.measures.language import OF_LINE, OF_PAIR
from parley.desktop.convergence.figures import COMPONENTS
from parley.desktop.widgets.language import titles

SCORES = ("convergence.parley", "convergence.classic")
"""The convergence of the pair, in the balanced profile."""
WORDED = ("parley", "classic")
"""Those that look at the words alone: their components have a column each."""


def parts() -> Iterator[str]:
    """Yield the names of the components' columns, "parley.content" …"""
    for calculator in WORDED:
        for component in COMPONENTS:
            yield f"{calculator}.{component}"


def title(name: str) -> str:
    """Return a measure's title."""
    calculator, _, component = name.partition(".")
    known, calculators = titles("measures", "titles"), titles("measures", "calculators")
    return f"{known[component]} · {calculators[calculator]}" if calculator in calculators else known[name]


def description(name: str) -> str:
    """Return what a measure means, with its formula, range and unit."""
    calculator, _, component = name.partition(".")
    known = titles("measures", "meanings")
    if calculator in WORDED:
        return f"{known[component]} {known[f'by.{calculator}']}"
    function = OF_LINE.get(name) or OF_PAIR.get(name)
    return (
        known[name] if function is None else QCoreApplication.translate("Measures", _extract_english_summary(function))
    )


def texts() -> Iterator[str]:
    """Yield all that is translated under the context "Measures": what functions say of themselves."""
    yield from map(_extract_english_summary, (*OF_LINE.values(), *OF_PAIR.values()))


def _extract_english_summary(function: object) -> str:
    """Return the first paragraph of a measure's own docstring."""
    return " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())


def profile_titles() -> tuple[tuple[str, str], ...]:
    """Return the convergence profiles with their titles."""
    return tuple(titles("measures", "profiles").items())


def calculator_titles() -> tuple[tuple[str, str], ...]:
    """Return the ways of reckoning the convergence by words alone, with their titles."""
    return tuple(titles("measures", "choose_calculator").items())
