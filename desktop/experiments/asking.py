"""The questionnaire of a draft: written in a dialog of its own, or taken from a file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from parley.core.base.errors import ParleyError
from parley.core.studio.experiments import drafting
from parley.core.studio.experiments.spec import Experiment
from parley.desktop.experiments.draft import questionnaire_text, questions_of
from parley.desktop.experiments.questions import QuestionnaireText, fault, free_id, read, shown
from parley.desktop.experiments.spec_view.dialog import ExperimentDialog
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.session import Session
from parley.desktop.tasks import answered
from parley.desktop.widgets.language import said
from parley.desktop.widgets.parts import ask_files

NEW: dict[str, Any] = {"name": "", "when": ["after"], "items": [{"id": "q1", "type": "likert", "text": ""}]}


class Asking(QObject):
    """What the dialog of an experiment asks for. `folder` is where the spec's relative paths begin."""

    def __init__(self, dialog: ExperimentDialog, before: Experiment, folder: Path, session: Session) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self._before = before
        self._folder = folder
        self._session = session

    def listen(self) -> None:
        """Listen to the dialog, and show what the draft has."""
        self._dialog.asked.edit_wanted.connect(lambda: self._session.start_task(self._edit()))
        self._dialog.asked.file_wanted.connect(self._ask)
        if value := drafting.data_of(self._before).get("questionnaire"):
            self._session.start_task(self._first(value))

    async def _first(self, value: Any) -> None:
        try:
            text = await asyncio.to_thread(questionnaire_text, value, self._folder)
        except ParleyError:
            # What is wrong with it is told as of the draft.
            text = QuestionnaireText(str(value), None, str(value))
        self._dialog.show_questionnaire(text, fresh=False)

    async def _show(self, value: Any) -> None:
        try:
            text = await asyncio.to_thread(questionnaire_text, value, self._folder)
        except ParleyError as error:
            self._tell(error)
            return
        self._dialog.show_questionnaire(text)

    def _tell(self, error: ParleyError) -> None:
        mends = self._session.mends(Trouble.of(error), lambda: None, self._dialog.discard)
        self._dialog.show_problem(said(error), ("questionnaire",), mends)

    def _ask(self) -> None:
        def take(files: Sequence[str]) -> None:
            self._session.start_task(self._show(files[0]))

        kinds = self.tr("Questionnaires (*.toml);;All files (*)")
        ask_files(self._dialog, self.tr("Open a questionnaire"), kinds, take, folder=str(self._folder))

    async def _edit(self) -> None:
        from parley.desktop.experiments.spec_view.questions import QuestionnaireDialog

        chosen = self._dialog.questionnaire
        try:
            before = await asyncio.to_thread(questions_of, chosen, self._folder) if chosen.value else NEW
        except ParleyError as error:
            self._tell(error)
            return

        def check(texts: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
            return fault(read(texts, before))

        note = self.tr("What is changed goes into the experiment's own spec: the file stays as it is.")
        dialog = QuestionnaireDialog(shown(before), check, free_id, note if chosen.file else "", self._dialog)
        if await answered(dialog) and (after := read(dialog.texts(), before)) != before:
            await self._show(after)
