"""Floor plans: the editor, and the files it reads and writes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from parley.core.base.errors import ParleyError
from parley.core.studio.studio import Studio
from parley.desktop.shell.session import Session
from parley.desktop.tasks import answered
from parley.desktop.widgets.language import language_of, said

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.plan_editor.view import PlanEditorDialog


class PlanCommands(QObject):
    """Opens the editor. Signal: `saved(name)`, a plan was written."""

    saved = Signal(str)

    def __init__(self, studio: Studio, session: Session, window: QWidget) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._window = window

    async def edit(self, name: str = "") -> None:
        """Edit a plan (empty: that of the open run) until the editor is closed."""
        from parley.desktop.plan_editor.model import PlanEditor
        from parley.desktop.plan_editor.view import PlanEditorDialog

        library = self._studio.library
        if not name:
            loaded = self._session.model.loaded
            name = self._session.model.replay.live.setup.plan if loaded else ""
            name = name if name in library.plans() else "studio"
        plan = await asyncio.to_thread(library.plan, name)
        look = self._studio.settings.look
        editor = PlanEditor(plan, name, language_of(look.language))
        dialog = PlanEditorDialog(editor, library.plans(), name, self._window)
        editor.setParent(dialog)
        guarded = self._guarded
        dialog.open_wanted.connect(lambda name: guarded(dialog, lambda: editor.open(library.plan(name), name)))
        dialog.import_wanted.connect(lambda path: guarded(dialog, lambda: self._import(dialog, Path(path))))
        dialog.save_wanted.connect(lambda name, replace: guarded(dialog, lambda: self._save(dialog, name, replace)))
        await answered(dialog)

    # Plans are small: none of this takes long enough for a thread, in which the dialog could be closed meanwhile.

    def _guarded(self, dialog: PlanEditorDialog, what: Callable[[], None]) -> None:
        try:
            what()
        except ParleyError as error:
            dialog.show_plans(self._studio.library.plans(), dialog.editor.name)
            dialog.tell(said(error), bad=True)

    def _import(self, dialog: PlanEditorDialog, path: Path) -> None:
        from parley.core.office.tiled import read_tiled

        plan = read_tiled(path)
        dialog.editor.open(plan)
        dialog.suggest(plan.id)

    def _save(self, dialog: PlanEditorDialog, name: str, replace: bool) -> None:
        from parley.core.office.saving import write_plan

        path, editor = self._studio.home.plans / f"{name}.toml", dialog.editor
        # Of the plan that is being edited nobody need be asked whether it may be written over.
        if path.exists() and not replace and editor.name != name:
            dialog.ask_replace(name)
            return
        write_plan(editor.plan(name), path)
        editor.saved(name)
        dialog.show_plans(self._studio.library.plans(), name)
        dialog.show_saved(str(path))
        self.saved.emit(name)
