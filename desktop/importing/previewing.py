"""What is shown of talks of other programs before they are imported, and what of them was chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from parley.core.engine.mode_spec import MODES
from parley.core.importing.columns import ROLES
from parley.desktop.importing.figures import ConversationFigure, LookedFigure, TableFigure
from parley.desktop.importing.preview_view import ImportDialog
from parley.desktop.shell.session import Session
from parley.desktop.tasks import answered
from parley.desktop.widgets.language import current, said

if TYPE_CHECKING:
    from parley.core.importing.columns import Columns
    from parley.core.studio.looking import Found, Looked


async def previewed(
    files: Sequence[Path], looked: Looked, session: Session, window: QWidget
) -> list[tuple[Found, str]]:
    """Show what was found in these files; what is to be imported, each with its mode, empty where nothing is."""
    from parley.core.studio.looking import look

    shown = looked
    dialog = ImportDialog(figure_of(looked), window)
    newest: list[Mapping[str, str]] = [{}]

    async def look_again(columns: Mapping[str, str]) -> None:
        nonlocal shown
        newest[0] = columns
        again = await asyncio.to_thread(look, session.studio.home, files, columns)
        # Meanwhile they may have been chosen otherwise once more.
        if newest[0] is columns and dialog.isVisible():
            again.columns = again.columns or shown.columns
            shown = again
            dialog.show_found(figure_of(again))

    dialog.columns_changed.connect(lambda columns: session.start_task(look_again(columns)))
    if not await answered(dialog):
        return []
    return [(shown.found[at], mode) for at, mode in dialog.chosen()]


def figure_of(looked: Looked) -> LookedFigure:
    """Return what is shown of it, in the reader's language."""
    table = next(iter(looked.columns.values()), None)
    return LookedFigure(
        tuple(map(partial(_build_conversation_figure, current()), looked.found)),
        tuple((each.file, said(each.why)) for each in looked.skipped),
        _build_table_figure(table) if table is not None else None,
    )


def _build_conversation_figure(language: str, found: Found) -> ConversationFigure:
    return ConversationFigure(
        found.kind.text(language),
        found.file,
        found.title,
        found.turns,
        tuple((person.name, person.kind, person.lines) for person in found.people),
        found.first,
        tuple((mode, MODES[mode].title.text(language)) for mode in found.modes),
        found.branches,
        tuple(said(warning) for warning in found.warnings),
        found.here,
    )


def _build_table_figure(columns: Columns) -> TableFigure:
    return TableFigure(
        tuple(zip(columns.names, columns.samples, strict=True)),
        tuple((role, title.text(current())) for role, title in ROLES.items()),
        tuple(columns.roles.get(role, -1) for role in ROLES),
    )
