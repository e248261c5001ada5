"""Settings, figures and phases of experiments in the interface's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.engine.mode_spec import MODES
from parley.core.measures.convergence import CALCULATORS, PROFILES
from parley.core.measures.language import OF_LINE, OF_PAIR
from parley.core.studio.experiments import titles as titled
from parley.core.studio.experiments.spec import USUAL
from parley.core.studio.experiments.titles import name_it
from parley.desktop.experiments.figures import Phase
from parley.desktop.widgets.language import current, get_titles

translate = QCoreApplication.translate


def get_phase_word(phase: Phase) -> str:
    """Return where an experiment is."""
    return {
        "new": translate("Experiments", "not begun"),
        "running": translate("Experiments", "running"),
        "paused": translate("Experiments", "paused"),
        "ended": translate("Experiments", "finished"),
        "broken": translate("Experiments", "cannot be read"),
    }[phase]


def get_setting_title(name: str) -> str:
    """Return what a setting of the talk is called."""
    return titled.get_setting_title(name, current())


def get_level_title(name: str, value: Any) -> str:
    """Return what a value of a setting is called."""
    return name_it(name, value, current())


def split_values(text: str, kind: str) -> list[str]:
    """Return the values in a grid's field: between them stand commas, or ; or | where values have commas in them."""
    between = "|" if kind in ("long", "list") or "|" in text else ";" if ";" in text else ","
    return [part.strip() for part in text.split(between) if part.strip()]


def join_values(values: Sequence[str], kind: str) -> str:
    """Return the text of a grid's field that `split_values` takes apart again."""
    bars = kind in ("long", "list") or any("," in value or ";" in value for value in values)
    return " | ".join(values) + (" |" if bars and len(values) == 1 else "") if bars else ", ".join(values)


def format_cells(count: int) -> str:
    """Return a number of cells: "4 cells"."""
    if count == 1:
        return translate("Experiments", "1 cell")
    return translate("Experiments", "{0} cells").format(QLocale().toString(count))


def format_runs(count: int) -> str:
    """Return a number of runs: "12 runs"."""
    if count == 1:
        return translate("Experiments", "1 run")
    return translate("Experiments", "{0} runs").format(QLocale().toString(count))


def done_told(done: int, total: int) -> str:
    """Return how many runs are done: "3 of 12 runs"."""
    told = QLocale().toString
    return translate("Experiments", "{0} of {1} runs").format(told(done), told(total))


def format_turns(turns: int, due: int) -> str:
    """Return how far the turns are: "turn 37 of 240"."""
    told = QLocale().toString
    return translate("Experiments", "turn {0} of {1}").format(told(turns), told(due))


# Figures --------------------------------------------------------------------------------------------------------------


def get_figure_title(name: str) -> str:
    """Return what a figure of the comparison is called: "Questions · A", "Convergence · Parley · Balanced"."""
    return titled.get_figure_title(name, current())


def build_known_figures(kind: str = USUAL) -> tuple[str, ...]:
    """Return the figures that a talk of two has, and those of the kind's mode, as far as they are known before any is
    run.
    """
    own, others_own = _find_figure_prefixes(kind)
    pairs = [f"pair.{name}.{pair}" for name in OF_PAIR for pair in ("a.b", "b.a")]  # two sides, a and b
    lines = [f"language.{name}{side}" for name in OF_LINE for side in ("", ".a", ".b")]
    scores = [f"convergence.{calculator}.{profile}.score" for calculator in CALCULATORS for profile in PROFILES]
    sided = {"participation.turns", "participation.words", "participation.share", "participation.turn_share"}
    others = [
        name
        for name in get_titles("experiments", "figures")
        if name not in sided
        and name not in ("affinity", *(() if own else ("affinity.mean",)))
        and not name.startswith(("director.", "network.", "flow.answers", *others_own))
    ]
    shares = [f"{name}.{side}" for name in sorted(sided) for side in ("a", "b")]
    return (*others, *scores, *lines, *pairs, *shares)


def _find_figure_prefixes(kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the names of figures begin with that the kind's mode alone has, and that other modes have."""
    own: tuple[str, ...] = ()
    others: list[str] = []
    for mode in MODES.values():
        groups = mode.measure().groups if mode.measure is not None else ()
        if any(request.name == kind for request in mode.requests):
            own = groups
        others += groups
    return own, tuple(group for group in others if group not in own)


# Numbers --------------------------------------------------------------------------------------------------------------


def number(value: float | None, digits: int = 4) -> str:
    """Return a figure with so many digits that count, as the interface's language writes it."""
    if value is None or value != value:  # NaN
        return "–"
    if isinstance(value, int) or (float(value).is_integer() and abs(value) < 1e9):
        return QLocale().toString(int(value)).replace("-", "−")
    if 10**digits <= abs(value) < 1e15:
        return QLocale().toString(round(value)).replace("-", "−")
    return QLocale().toString(float(f"{value:.{digits}g}"), "g", digits).replace("-", "−")


def format_chance(value: float | None) -> str:
    """Return a value of p."""
    if value is None:
        return "–"
    if value < 0.001:
        return f"< {QLocale().toString(0.001, 'f', 3)}"
    return QLocale().toString(value, "f", 3)


def span(seconds: float) -> str:
    """Return a length of time, roughly: "about 3 min"."""
    if seconds < 0:
        return ""
    if seconds < 90:
        return translate("Experiments", "about {0} s").format(QLocale().toString(max(1, round(seconds))))
    if seconds < 5_400:
        return translate("Experiments", "about {0} min").format(QLocale().toString(round(seconds / 60)))
    return translate("Experiments", "about {0} h").format(QLocale().toString(seconds / 3600, "f", 1))
