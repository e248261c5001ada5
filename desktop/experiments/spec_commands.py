"""Specs of experiments: written in the dialog, taken in from files, duplicated, removed and brought back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QMessageBox

from parley.core.base.definition import read_text, toml
from parley.core.base.errors import ParleyError
from parley.core.engine.run_request import request_specs
from parley.core.studio.experiments import drafting, logs
from parley.core.studio.experiments.spec import USUAL, Experiment, read_spec
from parley.desktop.experiments.draft import build_advice, data_of, get_texts_of
from parley.desktop.experiments.settings import list_settings
from parley.desktop.mending.trouble import Trouble
from parley.desktop.new_run.model import language, policies, voices
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.language import current, said
from parley.desktop.widgets.parts import FileDrops

BESIDE = ("voice", "language", "cast", "format")
"""Settings that a first draft does not vary."""
LARGEST = 200_000
"""Bytes of a dropped file that is looked into to see whether it is an experiment."""


class ExperimentSpecs(FileDrops):
    """New, changed, copied and dropped specs. They are kept in the home, where `parley experiment` finds them too."""

    def __init__(self, desk: Any, session: Session, ask_to_open: Callable[..., object]) -> None:
        """`desk` are the `parley.desktop.experiments.commands.ExperimentCommands`, which have these."""
        super().__init__()
        self._ask_to_open = ask_to_open
        self._desk = desk
        self._session = session

    async def write_new(self) -> None:
        """Write a new one."""
        name = self._find_free_name(self.tr("Experiment"))
        # Something to begin with, that shows how settings are varied.
        wanted = USUAL
        while wanted:
            begun = {
                "name": name,
                "repetitions": 3,
                wanted: {},
                "grid": await asyncio.to_thread(self._choose_first_setting, wanted),
            }
            before = drafting.checked(begun)
            folder = self._session.studio.home.experiments
            wanted = await self._write_spec(self.tr("New experiment"), before, folder, others=True)

    def _choose_first_setting(self, kind: str) -> dict[str, list[str]]:
        """Return a setting of that kind of run to begin with, at two of its values."""
        if kind == USUAL:
            return {"awareness": ["none", "high"]}
        choices = (
            (one.name, [value for value, *_ in one.choices if value][:2]) for one in self._build_setting_fields(kind)
        )
        return next(({name: found} for name, found in choices if name not in BESIDE and len(found) > 1), {})

    async def edit_spec(self, id_: str) -> None:
        """Change one: what was run and still belongs to it stays."""
        before = await asyncio.to_thread(self._read_spec, id_)
        folder = logs.folder_of(self._session.studio.home, id_)
        await self._write_spec(self.tr("Edit the experiment"), before, folder, edited=id_)

    async def copy_experiment(self, id_: str) -> None:
        """Begin a new one with the settings of another."""
        before = await asyncio.to_thread(self._read_spec, id_)
        name = self._find_free_name(before.name)
        folder = logs.folder_of(self._session.studio.home, id_)
        await self._write_spec(self.tr("Duplicate the experiment"), before.model_copy(update={"name": name}), folder)

    def _read_spec(self, id_: str) -> Experiment:
        return read_spec(logs.get_spec_path(self._session.studio.home, id_))[0]

    def _find_free_name(self, name: str) -> str:
        taken = self._desk.ids()
        for number in range(1, 1_000):
            # A name has at most eighty characters.
            found = f"{name[:74]} {number}"
            if drafting.checked({"name": found}).id not in taken:
                return found
        return name

    async def _write_spec(
        self, title: str, before: Experiment, folder: Path, *, edited: str = "", others: bool = False
    ) -> str:
        """Have it written; with `others`, return the kind of run that somebody wants instead, where they do."""
        from parley.desktop.experiments.spec_view.dialog import ExperimentDialog

        frame, session = self._desk.made(), self._session
        self._desk.open()  # its list has the names that are taken
        await self._desk.refresh()
        offered = await asyncio.to_thread(self._build_setting_fields, before.kind)
        kinds = {name: spec.title.text(current()) for name, spec in request_specs().items()} if others else {}
        dialog = ExperimentDialog(title, offered, get_texts_of(before), frame, fixed=bool(edited), kinds=kinds)
        taken = [id_ for id_ in self._desk.ids() if id_ != edited]
        newest = 0

        def list_mends(trouble: Trouble) -> Sequence[NoticeButton]:
            return session.mends(trouble, lambda: session.start_task(advise()), dialog.discard)

        async def advise() -> tuple[Mapping[str, Any], bool]:
            """Show advice on the draft as it is, unless it changes meanwhile; return its values, and whether
            they fit."""
            nonlocal newest
            newest = number = newest + 1
            data = data_of(dialog.texts(), offered, before)
            figure = await asyncio.to_thread(build_advice, session.studio, data, folder, taken)
            if number == newest:  # else more was typed, and a later check reports on that
                dialog.show_advice(figure, list_mends(figure.trouble) if figure.trouble is not None else ())
            return data, not figure.problem

        async def save_spec(start: bool) -> None:
            data, fits = await advise()  # the last check may be older than the last keystroke
            if not fits:
                return
            experiment = drafting.checked(data)
            try:
                await asyncio.to_thread(logs.keep, session.studio.home, experiment, drafting.get_text_of(data), folder)
            except ParleyError as error:
                dialog.show_problem(said(error), (), list_mends(Trouble.of(error)))
                return
            dialog.accept()
            await self._desk.refresh(experiment.id)
            if start:
                await self._desk.run(experiment.id)

        dialog.changed.connect(lambda: session.start_task(advise()))
        dialog.wanted.connect(lambda start: session.start_task(save_spec(start)))
        session.start_task(advise())
        await await_answer(dialog)
        # The dialog is closed: a check that still runs must not show its result there.
        newest += 1
        return dialog.kind_wanted

    def _build_setting_fields(self, kind: str) -> tuple[Field, ...]:
        casts = [(each.id, each.name) for each in self._session.studio.library.list_casts()[0]]
        studio = self._session.studio
        speaks = language(studio)
        others = {
            "formats": tuple((each.id, each.name.text(speaks)) for each in studio.library.formats()[0]),
            "policies": policies(speaks),
            "plans": tuple((name, name) for name in studio.library.list_plan_names()),
        }
        return list_settings(kind, voices(studio), casts, speaks, others)

    def ask(self) -> None:
        """Ask for a spec and take it in; what is something else is opened as it is anywhere."""
        self._desk.open()
        self._ask_to_open(self._desk.made(), self.tr("Experiments (*.toml)"))

    def start(self, files: Sequence[Path]) -> None:
        """Take specs in."""
        if files:
            self._session.start_task(self.take_in(files))

    async def take_in(self, files: Sequence[Path]) -> None:
        """Keep specs, and show the last of them; what cannot be read is told."""
        self._desk.open()
        for path in files:
            try:
                folder = (await asyncio.to_thread(path.absolute)).parent
                experiment, text = await asyncio.to_thread(read_spec, path)
                new = await asyncio.to_thread(self._is_new, experiment, folder)
                if new or await self._may_replace(experiment):
                    await asyncio.to_thread(logs.keep, self._session.studio.home, experiment, text, folder)
            except ParleyError as error:
                self._desk.tell(Notice(error.sentence, hint=error.hint, kind="error", trouble=Trouble.of(error)))
                continue
            await self._desk.refresh(experiment.id)

    def _is_new(self, experiment: Experiment, folder: Path) -> bool:
        """Return whether no spec of that name is kept, or one that says the same."""
        home = self._session.studio.home
        if not logs.get_spec_path(home, experiment.id).exists():
            return True
        try:
            return self._read_spec(experiment.id) == experiment and logs.folder_of(home, experiment.id) == folder
        except ParleyError:
            # Nobody is asked before an unreadable spec is replaced.
            return True

    async def _may_replace(self, experiment: Experiment) -> bool:
        box = QMessageBox(self._desk.made())
        box.setWindowTitle(self.tr("Open an experiment"))
        box.setText(self.tr("There is an experiment called “{0}” already.").format(experiment.name))
        box.setInformativeText(
            self.tr("Its spec is another. Replaced by this one, it keeps the finished runs that still belong to it.")
        )
        replace = box.addButton(self.tr("Replace the spec"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        await await_answer(box)
        return box.clickedButton() is replace

    async def remove(self, id_: str) -> None:
        """Take an experiment out of the list, with a notice that brings it back. Its runs stay in the library."""
        home = self._session.studio.home
        path = logs.get_spec_path(home, id_)
        data = await asyncio.to_thread(path.read_bytes)  # the bytes, for the spec's model drops the comments
        await asyncio.to_thread(path.unlink)
        await self._desk.refresh()

        async def restore_spec() -> None:
            await asyncio.to_thread(path.write_bytes, data)
            await self._desk.refresh(id_)

        undo = NoticeButton(self.tr("Undo"), lambda: self._session.start_task(restore_spec()))
        sentence = self.tr("The experiment was removed.")
        hint = self.tr("Its runs stay in the library, and count again if it is opened again.")
        self._desk.tell(Notice(sentence, hint=hint, buttons=(undo,), key="removed"))

    def find_files(self, urls: Sequence[QUrl]) -> list[Path]:
        """Return the experiments among what is dropped."""
        paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        return [path for path in paths if path.suffix.lower() == ".toml" and is_experiment(path)]


def is_experiment(path: Path) -> bool:
    """Return whether a TOML file looks like a spec, be it wrong in places."""
    try:
        about = path.stat()
        # While it is dragged it is asked about with every move of the mouse.
        return about.st_size <= LARGEST and _is_spec_file(path, about.st_mtime_ns)
    except OSError:
        return False


@lru_cache(maxsize=32)
def _is_spec_file(path: Path, _changed: int) -> bool:  # `_changed` is for the cache's key alone
    try:
        # Bounded, for a device has no size, and nothing is waited for that a pipe may say.
        data = toml(read_text(path))
    except (ParleyError, ValueError, RecursionError):
        return False
    return "name" in data and bool({"grid", "repetitions", *request_specs()} & data.keys())
