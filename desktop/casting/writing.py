"""Casts and members that are written, or drawn, into the cast editor: two buttons of it, and what they do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QBoxLayout

from parley.core.base.errors import ParleyError
from parley.core.base.sentences import joined
from parley.core.cast.providers import simulated
from parley.core.casting.caster import Caster
from parley.core.casting.draft import CastDraft
from parley.core.engine.voice_names import voice_named
from parley.core.studio.studio import Studio
from parley.core.voices.pool import default_voice
from parley.desktop.cast_editor.draft import get_draft_of
from parley.desktop.cast_editor.model import check_draft
from parley.desktop.cast_editor.view.bars import button
from parley.desktop.casting.view import SentenceDialog
from parley.desktop.new_run import model
from parley.desktop.shell.notices import NoticeButton
from parley.desktop.tasks import Tasks, await_answer
from parley.desktop.widgets.language import dollars, said

if TYPE_CHECKING:
    from parley.desktop.cast_editor.view.dialog import CastEditorDialog

_LAST: dict[str, Any] = {}
"""What was asked for the last time, while the window is open."""


class CastWriting(QObject):
    """What a sentence and a model add to the editor. Attributes: `sentence` and `other`, the two buttons."""

    def __init__(self, dialog: CastEditorDialog, studio: Studio, tasks: Tasks) -> None:
        super().__init__(dialog)
        self._dialog, self._studio, self._tasks = dialog, studio, tasks
        self._task: asyncio.Task[None] | None = None
        self.sentence = button(self.tr("From a sentence…"), tip=self.tr("Say who they are; a model writes them."))
        self.sentence.clicked.connect(lambda: dialog.confirm_leave(lambda: self._start_task(self._write_draft)))
        tip = self.tr("Another person in this place, of whom the others think as before (Ctrl+R)")
        self.other = button(self.tr("Somebody else"), tip=tip)
        self.other.setShortcut("Ctrl+R")
        self.other.clicked.connect(lambda: self._start_task(self._replace_member))
        for bar, made in ((dialog.head, self.sentence), (dialog.members, self.other)):
            layout = bar.layout()
            assert isinstance(layout, QBoxLayout)
            layout.insertWidget(2, made)  # behind New cast, and behind Add member

    def _start_task(self, work: Callable[[], Any]) -> None:
        if self._task is None or self._task.done():  # one at a time
            self._task = self._tasks.start(work(), "cast")

    async def _write_draft(self) -> None:
        """Ask for a sentence, and show the draft made from it; where it is cancelled, what there is by then."""
        studio, drawn = self._studio, self.tr("nobody: drawn from archetypes")
        found = await asyncio.to_thread(lambda: [voice for voice in model.voices(studio) if not voice.problem])
        offered = tuple(
            (f"{voice.provider}:{name}", drawn if simulated(voice.provider) else f"{voice.title} · {title}")
            for voice in found
            for name, title in voice.models or ((voice.model, voice.model),)  # one without a list has its own
        )
        usual, dialog = default_voice(studio.home, studio.settings), SentenceDialog(offered, self._dialog)
        dialog.form.fill_in({"language": model.language(studio), "voice": f"{usual.provider}:{usual.model}"} | _LAST)
        if not await await_answer(dialog):
            return
        _LAST.update(dialog.form.values())
        sentence, count = _LAST["sentence"], _LAST["members"] or 0
        draft: CastDraft | None = None

        def show(grown: CastDraft, done: int, steps: int) -> None:
            nonlocal draft
            draft = grown  # what was paid for is kept, however it ends
            self._show_note(self.tr("Writing: {0} of {1}.").format(done, steps))

        self._show_note(self.tr("Writing."))
        try:
            made = await self._hold(lambda caster: replace(caster, show=show).write(sentence, count), _LAST["language"])
            draft = made or draft
        finally:
            if draft is not None:  # also when it was cancelled
                self._dialog.wanted.emit("begin", get_draft_of(draft.cast))
                self._report_draft(draft)

    async def _replace_member(self) -> None:
        """Write somebody else in the place of the member that is shown, as a step that can be taken back."""
        dialog, row = self._dialog, self._dialog.draft.find_row(self._dialog.key)
        cast, _faults = check_draft(dialog.draft, dialog.plans)
        if cast is None or row < 0:
            dialog.show_problem(self.tr("Choose a member, and put right what does not fit."))
            return
        before, old = CastDraft(cast.description or cast.name, cast), cast.members[row]
        self._show_note(self.tr("Writing somebody else in the place of {0}.").format(old.name))
        made = await self._hold(lambda caster: caster.replace(before, old.id), cast.language)
        if made is not None:
            draft = get_draft_of(made.cast)
            dialog.draft.last_key = max(dialog.draft.last_key, draft.last_key)  # both number their keys from 1
            dialog.push_step(self.tr("somebody else"), draft.members, draft.members[row].key)
            self._report_draft(made)

    async def _hold(self, make: Callable[[Caster], Awaitable[CastDraft]], language: Any) -> CastDraft | None:
        """Have something written while nothing can be done but to cancel it; None where that fails."""
        dialog = self._dialog
        parts = (dialog.head, dialog.members, dialog.pages, dialog.foot.save, dialog.foot.undo, dialog.foot.redo)
        for part in parts:
            part.setEnabled(False)  # Cancel (in the note) and Close stay enabled
        try:
            spec = voice_named(_LAST["voice"]) if _LAST else None
            return await make(Caster.choose(self._studio, spec, language))
        except ParleyError as error:
            dialog.show_problem(said(error))
            return None
        except asyncio.CancelledError:
            dialog.note.hide()  # its Cancel means nothing now
            raise
        finally:
            for part in parts:
                part.setEnabled(True)
            # What had the keyboard has lost it meanwhile.
            dialog.members.view.setFocus()

    def _show_note(self, sentence: str) -> None:
        if self._task is not None:
            self._dialog.note.tell(sentence, mends=(NoticeButton(self.tr("Cancel"), self._task.cancel),))

    def _report_draft(self, draft: CastDraft) -> None:
        """Say who wrote a draft, what it cost, and what is to be known of it."""
        told = self.tr("Written by {0} for {1}; nothing is saved yet.").format(draft.model, dollars(draft.cost))
        self._dialog.show_done(" ".join(filter(None, (told if draft.model else "", said(joined(*draft.notes))))))
