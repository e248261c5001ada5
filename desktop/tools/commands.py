"""What the window does with tools: added, tried out, allowed, removed, named, and asked for before one is used."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QApplication, QCompleter, QLineEdit, QMessageBox

from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence
from parley.core.engine.tool_permits import Verdict, Wish
from parley.core.studio.studio import Studio
from parley.core.tools import book
from parley.core.tools.schemas import SEEN
from parley.core.tools.toolbox import ToolsMissing, format_arguments, look_into
from parley.desktop.cast_editor.draft import MemberDraft
from parley.desktop.cast_editor.model import Fault
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    from parley.desktop.cast_editor.view.dialog import CastEditorDialog
    from parley.desktop.tools.view import ToolRow, ToolsDialog


class ToolCommands(RoomCommands):
    """The list of tools, and the questions before one is used."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window, self._session = here.window, here.session
        self._home, self._permit = here.session.studio.home, here.session.studio.permit
        self._dialog: ToolsDialog | None = None

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {"tools": lambda: self._session.start_task(self.open())}

    def connect_views(self) -> None:
        """Ask the person at the window, and nobody else."""
        self._permit.ask = self.ask
        self._session.ask_without = self.ask_without

    async def ask(self, wish: Wish) -> Verdict:
        """Ask whether a member may use a tool."""
        from parley.desktop.tools.view import AskDialog

        arguments = said(format_arguments(wish, indent=2))
        dialog = AskDialog(wish.member, wish.tool, arguments, QApplication.activeModalWidget() or self._window)
        await await_answer(dialog)
        return cast("Verdict", dialog.verdict)

    async def ask_without(self, missing: ParleyError) -> bool:
        """Ask whether to go on where a member's tools are not here; False for what else is wrong."""
        if not isinstance(missing, ToolsMissing):
            return False
        asked = self.tr("{0} Go on, so that nobody has tools until you set some up under File, Tools?")
        buttons = QMessageBox.StandardButton
        box = QMessageBox(
            QMessageBox.Icon.Question, self.tr("Tools"), asked.format(said(missing.sentence)),
            buttons.Yes | buttons.Cancel, QApplication.activeModalWidget() or self._window,
        )  # fmt: skip
        await await_answer(box)
        self._permit.without = box.result() == buttons.Yes.value  # Qt answers with the button's number
        return self._permit.without

    async def open(self) -> None:
        """Show the list."""
        from parley.desktop.tools.view import ToolsDialog

        dialog = self._dialog = ToolsDialog(QApplication.activeModalWidget() or self._window)
        dialog.wanted.connect(lambda what, name: self._session.start_task(self._run_action(what, name)))
        dialog.added.connect(partial(self._add_server, dialog))
        self._permit.without = False  # what is set up from here on shall be used
        self._try_action(lambda: None)  # shows the rows
        await await_answer(dialog)
        self._dialog = None

    async def _run_action(self, what: str, name: str) -> None:
        dialog = self._dialog
        if what == "remove":
            self._try_action(lambda: book.remove(self._home, name))
        elif what in ("allow", "ask"):
            self._try_action(lambda: book.allow_tool(self._home, name, allowed=what == "allow"))
        elif dialog is not None:
            dialog.problem.clear()
            dialog.try_out.setEnabled(False)
            try:
                await look_into(self._home, name)
            except ParleyError as error:
                self._show_problem(error)
            else:
                self._try_action(lambda: None)

    def _add_server(self, dialog: ToolsDialog, name: str, command: str, env: str) -> None:
        def add_server() -> None:
            try:
                words, given = shlex.split(command), shlex.split(env)
            except ValueError:  # a quotation mark that is not closed
                told = self.tr("Write a command as in a terminal, and the environment as KEY=VALUE.")
                raise ParleyError(told) from None
            # No shell reads it: what begins with ~ is made whole here.
            words = [str(Path(word).expanduser()) if word[:1] == "~" else word for word in words]
            book.add_server(self._home, name.strip(), book.describe_server(words, given))
            for field in (dialog.name, dialog.command, dialog.env):
                field.clear()

        self._try_action(add_server)

    def _try_action(self, act: Callable[[], object]) -> None:
        """Do it and show what there is then, or say why it cannot be."""
        try:
            act()
            rows = self._list_rows()
        except ParleyError as error:
            self._show_problem(error)
            return
        if self._dialog is not None:
            self._dialog.problem.clear()
            self._dialog.show_rows(rows)

    def _show_problem(self, error: ParleyError) -> None:
        if self._dialog is not None:
            self._dialog.try_out.setEnabled(True)
            self._dialog.problem.setText(said(error.text))

    def _list_rows(self) -> list[ToolRow]:
        from parley.desktop.tools.view import ToolRow

        found, rows = book.load(self._home), list[ToolRow]()
        for name, server in found.servers.items():
            rows.append(ToolRow(name, server.line, book.ANY in server.allow, server=True))
            for each in SEEN.get(server.command, ()):  # what it listed when it was tried out
                fault = said(Sentence("cannot be used: {fault}", fault=each.fault)) if each.fault else ""
                tool = f"{name}.{each.name}"
                rows.append(ToolRow(tool, fault or each.description, found.is_allowed(tool), within=name))
        functions = self.tr("A Python function")
        return [*rows, *(ToolRow(name, functions, found.is_allowed(name)) for name in book.FUNCTIONS)]


class ToolNames(QCompleter):
    """Completes the last word in the cast editor's field of tools, and reports there those that are not set up."""

    def __init__(self, dialog: CastEditorDialog, studio: Studio, *_: object) -> None:
        self._book = book.Book()
        with suppress(ParleyError):  # a broken file of tools keeps nobody from editing a cast
            self._book = book.load(studio.home)
        super().__init__(self._book.list_names(), dialog)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        cast("QLineEdit", dialog.pages.persona.form.editors["tools"]).setCompleter(self)
        dialog.looks.append(self._check_tools)

    def splitPath(self, path: str) -> list[str]:
        return [path.replace(",", " ").rpartition(" ")[2]]  # only the last word is completed

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        typed = cast("QLineEdit", self.widget()).text()
        return typed.removesuffix(self.splitPath(typed)[0]) + str(index.data())

    def _check_tools(self, member: MemberDraft) -> Iterator[Fault]:
        if missing := self._book.list_missing(member.values["tools"]):
            told = self.tr("Not set up here: {0}. Add a server under File, Tools…; a function comes with its package.")
            yield Fault(member.key, "tools", told.format(", ".join(missing)), warning=True)
