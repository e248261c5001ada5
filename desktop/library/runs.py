"""All runs as the library shows them."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from parley.core.base.packaged import names
from parley.core.base.registry import Registry
from parley.core.engine.mode_spec import MODES
from parley.core.home import Home
from parley.core.log.authors import count_authors, read_counts
from parley.core.log.replay import pause_collector
from parley.core.studio import trash
from parley.core.studio.marks import UNMARKED
from parley.core.studio.studio import Studio
from parley.desktop.library.figures import RunFigure
from parley.desktop.modes.registry import view_class
from parley.desktop.run.branches import fork_name
from parley.desktop.widgets.language import current

if TYPE_CHECKING:
    from parley.core.log.sql import RunRow
    from parley.core.log.state import State


FIRST = 200
"""Runs that a list begins with."""
MOST_NAMED = 300
"""Forks that are named by how they differ from their parent, the newest."""


GROUPS: Registry[Callable[[Home, str], Mapping[str, tuple[str, str]]]] = Registry(
    "group of runs",
    shipped={
        "experiments": "parley.core.studio.experiments.belonging:map_runs",
    },
)
"""What runs of a home belong to: the name of the group and of the part of it, by the id of the run."""


class _Kind(NamedTuple):
    one: str
    many: str
    icon: str


def build_library_figures(studio: Studio, live: str = "") -> tuple[RunFigure, ...]:
    """Return the runs, the one that was written to last first; `live` is the one that is driven from here."""
    with pause_collector():
        return _figures(studio, studio.list_recent(), live, forks=MOST_NAMED)


def build_first_figures(studio: Studio) -> tuple[RunFigure, ...]:
    """Return those of them that a list begins with, at once: logs that were written to meanwhile are not read."""
    return _figures(studio, studio.list_indexed(FIRST))


def _figures(studio: Studio, rows: Sequence[RunRow], live: str = "", *, forks: int = 0) -> tuple[RunFigure, ...]:
    """Return the figures of these rows; so many `forks` at most are named by how they differ, for each of which a log
    is looked into.
    """
    language = current()
    grouped = ChainMap(*(dict(group(studio.home, language)) for group in GROUPS.values()))  # `ChainMap` asks for dicts
    marks = studio.marks.refresh()
    samples = names("samples", ".jsonl")
    figures = []
    for row in rows:
        kind, noted = _look_up_mode_kind(row.mode, language), marks.get(row.id, UNMARKED)
        group, part = grouped.get(row.id, ("", ""))
        title, topic = view_class(row.mode).make_entry(row.title or row.path.name, row.topic)
        if row.parent and not noted.title and forks > 0:  # A name that the user gave says more
            forks -= 1
            named = fork_name(row.path, row.turns > row.parent_turn, dict(zip(row.ids, row.members, strict=False)))
            title, topic = (named, title) if named else (title, topic)
        figures.append(
            RunFigure(
                id=row.id,
                title=noted.title or title,
                topic=row.note if row.status == "broken" else topic,  # Why it cannot be read
                mode=row.mode,
                voice=row.voice,
                turns=row.turns,
                status=row.status,
                touched=studio.get_mtime(row),
                parent=row.parent,
                parent_turn=row.parent_turn,
                live=row.id == live,
                imported=row.format == "imported",
                sample=row.path.stem in samples,
                experiment=group,
                cell=part,
                kind=kind.one,
                kinds=kind.many,
                icon=kind.icon,
                cast=row.cast_name or row.cast,
                members=row.members,
                marks=row.marks,
                colours=row.colours,
                reason=row.reason,
                authors=count_authors(read_counts(row.authors), language),
                starred=noted.starred,
                archived=noted.archived,
                tags=noted.tags,
            )
        )
    return tuple(figures)


def read_standing(state: State) -> dict[str, Any]:
    """Return the fields of a run's figure that change while it plays, as the index will have them."""
    return {"status": state.status, "reason": state.reason, "turns": len(state.turns)}


def build_trash_figures(studio: Studio) -> tuple[RunFigure, ...]:
    """Return what lies in the trash, the last that was deleted first; `id` is the log's path."""
    language = current()
    return tuple(
        RunFigure(
            id=str(each.path),  # The same run may lie in the trash twice
            title=each.title,
            topic="",
            mode=each.mode,
            voice="",
            turns=0,
            status="deleted",
            touched=each.at.timestamp() if each.at else 0.0,
            kind=(kind := _look_up_mode_kind(each.mode, language)).one,
            kinds=kind.many,
            icon=kind.icon,
            trash=True,
        )
        for each in trash.list_trashed(studio.home, studio.marks)
    )


@lru_cache(maxsize=64)
def _look_up_mode_kind(mode: str, language: str) -> _Kind:
    """Return what runs of that mode are called, and their icon."""
    spec, view = MODES.get_usable(mode), view_class(mode)
    if spec is None:
        return _Kind("", "", "ph.warning")
    title = spec.title.text(language)
    return _Kind(view.kind_of_run(title), view.kind_of_runs(title), view.icon)
