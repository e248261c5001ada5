"""All runs as the library shows them: forks right after their parents."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from core.log.modes import MODES
from core.studio.experiments.belonging import belonging
from core.studio.studio import Studio
from desktop.library.figures import RunFigure
from desktop.modes.registry import view_class
from desktop.widgets.language import current

DEEPEST = 8
"""How far forks of forks are indented."""


def library_figures(studio: Studio, live: str = "") -> tuple[RunFigure, ...]:
    """The rows, newest first; `live` is the run that is being played here."""
    rows, studied = studio.recent(), belonging(studio.home)
    by_id = {row.id: row for row in rows}
    forks: dict[str, list[str]] = {}
    for row in rows:
        if row.parent in by_id and row.parent != row.id:
            forks.setdefault(row.parent, []).append(row.id)
    figures: list[RunFigure] = []
    waiting = [(row.id, 0) for row in reversed(rows) if row.parent not in by_id or row.parent == row.id]
    while waiting:
        run, depth = waiting.pop()
        row = by_id[run]
        figures.append(
            RunFigure(
                id=row.id,
                title=row.title or row.path.name,
                topic=studied.get(row.id) or row.topic or row.note,
                mode=row.mode,
                kind=_kind(row.mode),
                voice=row.voice,
                turns=row.turns,
                status=row.status,
                date=_date(row.started, row.simulated),
                parent=row.parent,
                parent_turn=row.parent_turn,
                depth=min(depth, DEEPEST),
                live=row.id == live,
                imported=row.format == "imported",
                experiment=studied.get(row.id, ""),
            )
        )
        waiting += [(fork, depth + 1) for fork in reversed(forks.get(run, []))]
    return tuple(figures)


def _kind(mode: str) -> str:
    """What a run of that mode is called, where its title does not say it."""
    spec = MODES.usable(mode)
    return view_class(mode).kind_of_run(spec.title.text(current())) if spec is not None else ""


def _date(started: str, simulated: bool) -> str:
    if simulated:
        return QCoreApplication.translate("RunDelegate", "rehearsed")
    try:
        at = datetime.fromisoformat(started)
    except ValueError:
        return ""
    shape = QCoreApplication.translate("RunDelegate", "dd MMM HH:mm", "day, month and time of a run")
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(at.timestamp())), shape)
