"""Awareness and topologies in the interface's language."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.log.config import RunConfig
from parley.core.modes.duologue.config import Awareness, DuologueConfig, levels, load_awareness
from parley.desktop.widgets.language import titles

translate = QCoreApplication.translate
LEVELS = ("none", "basic", "intermediate", "high", "research")
"""The levels that ship, the least first."""


def get_level_title(level: Awareness, language: str) -> str:
    """Return what a level of awareness is called."""
    return level.name.text(language) or level.id


def level_name(id_: str, language: str) -> str:
    """Return what a level that ships is called; that of somebody's own is called by its id."""
    return get_level_title(load_awareness(id_), language) if id_ in levels() else id_


@cache
def offered_levels(language: str) -> tuple[tuple[str, str], ...]:
    """Return the levels that ship, as (id, title), the least first."""
    there = levels()
    ordered = [*(name for name in LEVELS if name in there), *(name for name in there if name not in LEVELS)]
    return tuple((name, load_awareness(name).name.text(language)) for name in ordered)


def offered_routers() -> tuple[tuple[str, str], ...]:
    """Return the topologies that can be chosen; one that goes by what is said comes from a file."""
    return tuple(each for each in titles("duologue", "routers").items() if each[0] != "content")


def chips(config: RunConfig) -> tuple[str, ...]:
    """Return how a duologue is set, in a few words each."""
    duologue = config[DuologueConfig]
    found = [titles("duologue", "routers")[duologue.router.kind]]
    number = QLocale().toString
    if duologue.context:
        found.append(translate("Facing", "window of {0} tokens a side").format(number(duologue.context)))
    ends = translate("Facing", "stops at {0} turns").format(number(config.turns)) if config.turns else ""
    if duologue.stop is not None:
        level = number(float(duologue.stop.threshold), "f", 2)
        pauses = duologue.stop.action == "pause"
        words = translate("Facing", "pauses at {0}") if pauses else translate("Facing", "stops at {0}")
        found.append(words.format(level))
    return tuple(filter(None, (*found, ends)))
