"""The family of a run: what it was forked from, what was forked from it, and how each differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.base.errors import ParleyError
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunForked
from parley.core.studio.branching import Parting, find_parting, get_parting_of
from parley.desktop.library.figures import RunFigure
from parley.desktop.run.figures import BranchFigure
from parley.desktop.run.words import get_voice_word, word

translate = QCoreApplication.translate

MOST = 200
"""Runs of a family that are shown: each is a file that is looked into."""
LONGEST = 44
"""Characters of what somebody said that stand in a name."""


def branch_name(found: Parting | None, names: Mapping[str, str]) -> str:
    """Return how a fork differs from its parent, in few words; `names` are those of its members by id."""
    if found is None:
        return translate("Branches", "main")
    for act in found.acts:
        if act.what in ("injected", "whispered", "edited", "written"):
            return _quote_text(act.text)
    told = [
        _describe_field_change(name, value)
        for name, value in found.overrides.items()
        if name not in ("simulated", "begins")  # The window overrides "simulated" in every fork
    ]
    told += [
        _describe_director_act(act.what, [names.get(each, each) for each in act.members], act.text)
        for act in found.acts
    ]
    said = ", ".join(dict.fromkeys(part for part in told if part))  # An override and an act may say the same
    if said:
        return said
    if found.speaker and "seed" in found.overrides:  # Only chance differs, as the first speaker shows
        return translate("Branches", "drawn again: {0}").format(names.get(found.speaker, found.speaker))
    return translate("Branches", "from turn {0}").format(QLocale().toString(found.turn))


def _describe_field_change(name: str, value: object) -> str:
    """Return a field of the configuration that a fork has otherwise; empty where its first turn says more."""
    match name, value:
        case "seed", _:
            return ""
        case "topic", str():
            return _quote_text(value)
        case "policy", str():
            return word(value)
        case "turns", int():
            return translate("Branches", "{0} turns").format(QLocale().toString(value))
        case "voice", dict():
            label = " · ".join(str(value[key]) for key in ("provider", "model") if value.get(key))
            return get_voice_word(label)
        case "members", _:
            return translate("Branches", "other members")
    return translate("Branches", "other settings")


def _describe_director_act(what: str, members: Sequence[str], text: str) -> str:
    who = ", ".join(members)
    match what:
        case "floor":
            return translate("Branches", "{0} has the floor").format(who)
        case "muted":
            return translate("Branches", "{0} muted").format(who)
        case "unmuted":
            return translate("Branches", "{0} speaks again").format(who)
        case "policy":
            return word(text)
        case "voice":
            return text
    return _quote_text(text) if text else ""


def _quote_text(text: str) -> str:
    return translate("Branches", "“{0}”").format(_shorten_text(text))


def _shorten_text(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"


def find_family(runs: Sequence[RunFigure], run: str) -> list[tuple[RunFigure, int]]:
    """Return all runs that come from the same one as `run`, each behind what it comes from, with their depth."""
    by_id = {each.id: each for each in runs}
    root, seen = run, {run}
    # Up to the oldest that is still there: a parent may have been deleted. `seen` ends a circle of parents.
    while (mine := by_id.get(root)) is not None and mine.parent in by_id and mine.parent not in seen:
        root = mine.parent
        seen.add(root)
    children: dict[str, list[RunFigure]] = {}
    for each in runs:
        children.setdefault(each.parent, []).append(each)
    found: list[tuple[RunFigure, int]] = []
    waiting = [(by_id[root], 0)] if root in by_id else []  # A stack: chains of forks may exceed the recursion limit
    while waiting and len(found) < MOST:
        one, depth = waiting.pop()
        found.append((one, depth))
        forks = sorted(children.get(one.id, ()), key=lambda fork: (fork.parent_turn, fork.touched, fork.id))
        # Each run has one parent, so that a circle can only lead back to the root.
        waiting += [(fork, depth + 1) for fork in reversed(forks) if fork.id != root]
    return found


def build_branches(
    runs: Sequence[RunFigure], run: str, events: Sequence[Event], names: Mapping[str, str], find: Callable[[str], Path]
) -> tuple[BranchFigure, ...]:
    """Return the family of an open run as it is shown. Reads a part of each of the others' logs."""
    found = []
    for each, depth in find_family(runs, run):
        if each.id == run:
            parted = find_parting(events)  # In memory: newer than what the library has read
        elif each.parent:
            try:
                parted = _find_parting(find(each.id), each.turns > each.parent_turn)
            except ParleyError:  # Deleted since the list was read
                continue
        else:
            parted = None
        name = branch_name(parted, names)
        found.append(BranchFigure(each.id, name, each.title, each.parent_turn, each.turns, depth, each.parent))
    return tuple(found)


def named_anew(
    family: tuple[BranchFigure, ...], run: str, events: Sequence[Event], names: Mapping[str, str]
) -> tuple[BranchFigure, ...]:
    """Return the family with the open run, which is a fork, named by what sets it apart by now."""
    forked = next(at for at in reversed(range(len(events))) if isinstance(events[at], RunForked))  # The last one
    name = branch_name(find_parting(events[forked:]), names)
    return tuple(replace(each, name=name) if each.run == run else each for each in family)


def fork_name(path: Path, whole: bool, names: Mapping[str, str]) -> str:
    """Return how a fork differs from its parent, as far as it does by more than where it begins; reads a part of its
    log.
    """
    try:
        found = _find_parting(path, whole)
    except ParleyError:
        return ""
    if found is None or not (found.acts or found.overrides):
        return ""
    return branch_name(found, names)


_read = lru_cache(maxsize=1_024)(get_parting_of)  # Asked for each time the library is listed


def _find_parting(path: Path, whole: bool) -> Parting | None:
    """Return how a log parts from its parent; kept once it is `whole`, that is, once it has a turn of its own."""
    return _read(path) if whole else get_parting_of(path)  # Before its first own turn, acts may be added
