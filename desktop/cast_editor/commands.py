"""Casts: opened, edited, saved, deleted and brought back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core.base.errors import ParleyError
from core.cast.saving import read_persona, save_persona
from core.log.modes import MODES
from core.office.plan import Plan
from core.studio.library import Library
from desktop.cast_editor.draft import CastChoice, CastDraft, PlanChoice
from desktop.cast_editor.model import (
    COLOURS,
    checked,
    draft_of,
    free_name,
    member_draft,
    new_member,
    plan_choice,
    seated,
)
from desktop.new_run.figures import VoiceFigure
from desktop.run.words import word
from desktop.tasks import answered
from desktop.widgets.language import said

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from desktop.cast_editor.view import CastEditorDialog

Voices = Callable[[], tuple[VoiceFigure, ...]]
PLAN = "studio"
"""The floor plan of a new cast."""


class CastEditing(QObject):
    """The cast editor and what it asks for.

    Signal: `casts_changed()` when a cast was saved, deleted or brought back.
    """

    casts_changed = Signal()

    def __init__(
        self,
        library: Library,
        voices: Voices,
        language: Callable[[], str],
        window: QWidget,
    ) -> None:
        """`voices` are those that can be chosen; `language` is the interface's, "en" or "de"."""
        super().__init__()
        self._library = library
        self._voices = voices
        self._language = language
        self._window = window
        self._plans: dict[str, Plan] = {}
        self._dialog: CastEditorDialog | None = None

    async def edit(self, cast: str = "", member: str = "") -> None:
        """Open the editor at a cast, and at a member of it by id; without, at the user's own cast or the first."""
        from desktop.cast_editor.view import CastEditorDialog

        plans, voices = await asyncio.to_thread(self._offered)
        colours = [(colour, word(colour)) for colour in COLOURS]
        self._dialog = dialog = CastEditorDialog(plans, voices, colours, self._seated, self._window)
        dialog.cast_wanted.connect(self._guarded(self._open))
        dialog.new_wanted.connect(self._guarded(self._new))
        dialog.copy_wanted.connect(self._guarded(self._copy))
        dialog.delete_wanted.connect(self._guarded(self._delete))
        dialog.restore_wanted.connect(self._guarded(self._restore))
        dialog.save_wanted.connect(self._guarded(self._save))
        dialog.prompt_wanted.connect(self._guarded(self._preview))
        dialog.import_wanted.connect(self._guarded(self._import))
        dialog.export_wanted.connect(self._guarded(self._export))
        self._guarded(self._open)(cast or self._first())
        if member:
            dialog.show_key(next((each.key for each in dialog.draft.members if each.text["id"] == member), 0))
        try:
            await answered(dialog)
        finally:
            self._dialog = None
            dialog.deleteLater()

    def _guarded(self, what: Callable[..., None]) -> Callable[..., None]:
        """The command with its errors shown in the dialog."""

        def done(*arguments: object) -> None:
            if self._dialog is None:
                return
            try:
                what(self._dialog, *arguments)
            except ParleyError as error:
                self._dialog.show_problem(said(error))

        return done

    def _offered(self) -> tuple[list[PlanChoice], tuple[VoiceFigure, ...]]:
        self._plans = {}
        for name in self._library.plans():
            try:
                self._plans[name] = self._library.plan(name)
            except ParleyError:
                # A broken plan is told by the plan editor; here it can only not be chosen.
                continue
        language = self._language()
        return [plan_choice(name, plan, language) for name, plan in self._plans.items()], self._voices()

    def _seated(self, draft: CastDraft) -> Mapping[int, str]:
        plan = self._plans.get(draft.text["plan"])
        return seated(draft, plan) if plan is not None else {}

    # Which cast ---------------------------------------------------------------------------------------------------

    def _choices(self) -> list[CastChoice]:
        found = []
        for name in self._library.cast_names():
            own = self._library.is_own(name)
            try:
                found.append(CastChoice(name, self._library.cast(name).name, own))
            except ParleyError as error:
                found.append(CastChoice(name, name, own, said(error)))
        return found

    def known(self, cast: str) -> str:
        """The id of a cast that can be edited; empty for one that is not there any more."""
        return cast if cast in self._library.cast_names() else ""

    def _first(self) -> str:
        names = self._library.cast_names()
        return next((name for name in names if self._library.is_own(name)), names[0])

    def _open(self, dialog: CastEditorDialog, name: str) -> None:
        try:
            cast = self._library.cast(name)
        except ParleyError:
            dialog.head.show_again()
            raise
        dialog.show_casts(self._choices(), name)
        if self._library.is_own(name):
            dialog.show_cast(draft_of(cast, origin=name))
        else:
            draft = draft_of(cast)
            draft.text["id"] = free_name(name, self._library.cast_names())
            dialog.show_cast(draft, shipped=cast.name)

    def _new(self, dialog: CastEditorDialog) -> None:
        names = self._library.cast_names()
        draft = CastDraft(fresh=True)
        draft.text |= {"name": self.tr("New cast"), "language": self._language(), "plan": PLAN}
        draft.text["id"] = free_name(draft.text["name"], names)
        dialog.show_casts(self._choices(), "")
        draft.members.append(new_member(draft))
        dialog.show_cast(draft, changed=True)
        dialog.begin_name()

    def _copy(self, dialog: CastEditorDialog, draft: CastDraft) -> None:
        draft.origin, draft.fresh = "", True
        draft.text["name"] = self.tr("{0} (copy)").format(draft.text["name"].strip())
        draft.text["id"] = free_name(draft.text["name"], self._library.cast_names())
        dialog.show_casts(self._choices(), "")
        dialog.show_cast(draft, changed=True)
        dialog.begin_name()

    # Files --------------------------------------------------------------------------------------------------------

    def _save(self, dialog: CastEditorDialog, draft: CastDraft) -> None:
        taken = [name for name in self._library.cast_names() if name != draft.origin]
        cast, _faults = checked(draft, dialog.plans, taken)
        if cast is None:
            dialog.check()
            return
        path = self._library.save_cast(cast, draft.origin)
        dialog.show_casts(self._choices(), path.stem)
        dialog.saved(path.stem, self.tr("Saved as {0}.").format(path))
        self.casts_changed.emit()

    def _delete(self, dialog: CastEditorDialog, name: str) -> None:
        title = self._library.cast(name).name
        self._library.delete_cast(name)
        self._open(dialog, self._first())
        dialog.show_done(self.tr("'{0}' was deleted.").format(title), deleted=name)
        self.casts_changed.emit()

    def _restore(self, dialog: CastEditorDialog, name: str) -> None:
        self._library.restore_cast(name)
        dialog.leave(lambda: self._guarded(self._open)(name))
        self.casts_changed.emit()

    def _import(self, dialog: CastEditorDialog, path: str) -> None:
        member, dropped = member_draft(read_persona(Path(path)), dialog.draft)
        dialog.add_member(member)
        if dropped:
            names = ", ".join(dropped)
            dialog.show_done(
                self.tr("{0} came in; what they think of {1} was left out, who are not in this cast.").format(
                    member.name, names
                )
            )

    def _export(self, dialog: CastEditorDialog, path: str, key: int) -> None:
        cast, _faults = checked(dialog.draft, dialog.plans, ())
        row = dialog.draft.row(key)
        if cast is None or row < 0:
            dialog.show_problem(self.tr("Put right what does not fit; then the persona can be written."))
            return
        save_persona(Path(path), cast.members[row])
        dialog.show_done(self.tr("{0} was written to {1}.").format(cast.members[row].name, path))

    def _preview(self, dialog: CastEditorDialog, draft: CastDraft, key: int) -> None:
        cast, _faults = checked(draft, dialog.plans, ())
        member, plan = draft.member(key), self._plans.get(draft.text["plan"])
        # What the first mode that can say it would send.
        preview = next(mode.preview for mode in MODES.values() if mode.preview is not None)()
        if cast is not None and member is not None and plan is not None:
            dialog.show_prompt(key, preview(cast, cast.members[draft.row(key)].id, plan))
