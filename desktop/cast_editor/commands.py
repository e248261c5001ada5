"""Casts: opened, edited, saved and deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from parley.core.base.errors import ParleyError
from parley.core.base.registry import Registry
from parley.core.cast.characters import find_by_ending, list_endings
from parley.core.cast.portrait import read_portrait
from parley.core.cast.saving import read_persona, save_persona
from parley.core.office.plan import Plan
from parley.core.studio.library import Library
from parley.desktop.cast_editor.draft import CastDraft, free_name, get_draft_of, member_draft, new_member
from parley.desktop.cast_editor.model import check_draft
from parley.desktop.mending.trouble import Trouble
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.shell.session import Mends, no_mends
from parley.desktop.tasks import Tasks, await_answer
from parley.desktop.widgets.language import said
from parley.desktop.widgets.mending import NoticeButton

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.core.cast.member import Member
    from parley.core.home import Home
    from parley.core.studio.studio import Studio
    from parley.desktop.cast_editor.view.dialog import CastEditorDialog


class MemberFiles(Protocol):
    """A kind of file of other programs that holds a member."""

    endings: tuple[str, ...]
    """What such files end in, the usual one first."""

    def bring_in(self, dialog: CastEditorDialog, home: Home, path: Path) -> None:
        """Add what is in the file to the cast that is edited, and say so. Raises `FileError`."""
        ...

    def export(self, home: Home, member: Member, path: Path) -> Sequence[str]:
        """Write a member, and return sentences about what such a file cannot hold. Raises `FileError`."""
        ...


MEMBER_FILES: Registry[MemberFiles] = Registry(
    "kind of a member's file",
    shipped={
        "card": "parley.desktop.importing.cards:CARDS",
    },
)

ADDITIONS: Registry[Callable[..., object]] = Registry(
    "addition to the cast editor",
    shipped={
        "writing": "parley.desktop.casting.writing:CastWriting",
        "tools": "parley.desktop.tools.commands:ToolNames",
    },
)
"""What other rooms add to the editor; each is called with the dialog, the studio, and who keeps its tasks."""


def list_member_endings() -> tuple[str, ...]:
    """Return what such files end in."""
    return list_endings(MEMBER_FILES)


def find_kind(path: Path) -> MemberFiles | None:
    """Return the kind of a file by its ending; None for a persona file, and what is no file of a member."""
    return find_by_ending(MEMBER_FILES, path)


PLAN = "studio"
"""The floor plan of a new cast."""


def get_editing_of(studio: Studio, window: QWidget, mends: Mends = no_mends) -> CastEditing:
    """Return the cast editor over a window, with the casts, voices and servers of a studio."""
    from parley.desktop.new_run.model import language, voices
    from parley.desktop.new_run.servers import ServersOffered

    servers = ServersOffered(studio)
    found = CastEditing(studio.library, lambda: voices(studio), lambda: language(studio), window, servers.models, mends)
    found.extend = lambda *here: [add(here[0], studio, here[1]) for add in ADDITIONS.values()]
    return found


class CastEditing(QObject):
    """The cast editor and what it asks for.

    Signal: `casts_changed()` when a cast was saved or deleted. Attribute: `extend` adds to an editor what other rooms
    have for it.
    """

    casts_changed = Signal()

    def __init__(
        self,
        library: Library,
        voices: Callable[[], tuple[VoiceFigure, ...]],
        language: Callable[[], str],
        window: QWidget,
        models: Callable[[str], Awaitable[VoiceFigure | None]] | None = None,
        mends: Mends = no_mends,
    ) -> None:
        """`voices` are those that can be chosen; `language` is the interface's, "en" or "de". `models` asks a voice's
        server for its models, and raises `VoiceError` where it does not tell them; `mends` are the buttons of trouble.
        """
        super().__init__()
        self.extend: Callable[[CastEditorDialog, Tasks], object] = lambda _dialog, _tasks: None
        self._models = models
        self._raised: list[BaseException] = []  # raised again once the editor is closed
        self._tasks = Tasks(self._raised.append)
        self._asking: asyncio.Task[None] | None = None
        self._library = library
        self._voices = voices
        self._language = language
        self._window = window
        self._mends = mends
        self._dialog: CastEditorDialog | None = None

    async def edit_cast(self, cast: str = "", member: str = "") -> None:
        """Open the editor at a cast, and at a member of it by id; without, at the user's own cast or the first."""
        from parley.desktop.cast_editor.view.dialog import CastEditorDialog

        plans, voices = await asyncio.to_thread(lambda: (self._load_plans(), self._voices()))  # both read files
        self._dialog = dialog = CastEditorDialog(plans, voices, list_member_endings(), self._window)
        dialog.wanted.connect(self._do_action)
        self.extend(dialog, self._tasks)
        self._do_action("open", cast or self._choose_first_cast())
        if member:
            dialog.show_key(next((each.key for each in dialog.draft.members if each.values["id"] == member), 0))
        try:
            await await_answer(dialog)
        finally:
            self._dialog = None
            await self._tasks.cancel_all()  # a server's answer would find no dialog
        if self._raised:
            raise self._raised.pop()

    def find_cast(self, cast: str) -> str:
        """Return the id of a cast that can be edited; empty for one that is not there any more."""
        return cast if cast in self._library.cast_names() else ""

    def _do_action(self, what: str, about: Any) -> None:
        """Do what the dialog asks for and show any error in it."""
        if self._dialog is None:
            return
        table: dict[str, Callable[[CastEditorDialog, Any], None]] = {
            "open": self._open, "new": self._create_new_cast, "copy": self._copy, "delete": self._delete,
            "save": self._save, "import": self._import, "export": self._export,
            "restore": self._restore, "portrait": self._set_portrait, "models": self._ask_models, "begin": self._begin,
        }  # fmt: skip
        try:
            table[what](self._dialog, about)
        except ParleyError as error:
            dialog = self._dialog
            dialog.show_problem(said(error), self._mends(Trouble.of(error), lambda: None, dialog.reject))

    def _load_plans(self) -> dict[str, Plan]:
        found = {}
        for name in self._library.list_plan_names():
            try:
                found[name] = self._library.plan(name)
            except ParleyError:
                continue  # It cannot be chosen here; `parley check` tells what is wrong with it
        return found

    def _ask_models(self, _dialog: CastEditorDialog, voice: str) -> None:
        """Ask a server for its models; whoever asks another one waits for this one no more."""
        if self._asking is not None:
            self._asking.cancel()
        if self._models is not None:
            self._asking = self._tasks.start(self._show_models(voice), "models")

    async def _show_models(self, voice: str) -> None:
        assert self._models is not None
        try:
            found = await self._models(voice)
        except ParleyError as error:
            if self._dialog is not None:  # closed while the server was asked
                self._dialog.pages.voice.show_problem(voice, said(error))
            return
        if found is not None and self._dialog is not None:
            self._dialog.pages.voice.show_models(found)

    # Which cast ---------------------------------------------------------------------------------------------------

    def _show_casts(self, dialog: CastEditorDialog, shown: str) -> None:
        from parley.desktop.cast_editor.view.bars import CastChoice

        found = []
        for name in self._library.cast_names():
            try:
                title = self._library.cast(name).name
            except ParleyError:  # listed all the same: choosing it tells what is wrong
                title = name
            found.append(CastChoice(name, title, self._library.is_own(name)))
        dialog.show_casts(found, shown)

    def _choose_first_cast(self) -> str:
        names = self._library.cast_names()
        return next((name for name in names if self._library.is_own(name)), names[0])  # shipped casts are always there

    def _open(self, dialog: CastEditorDialog, name: str) -> None:
        try:
            cast = self._library.cast(name)
        except ParleyError:
            dialog.head.show_again()  # the combo box has already gone to the new choice
            raise
        self._show_casts(dialog, name)
        if self._library.is_own(name):
            dialog.show_cast(get_draft_of(cast, origin=name))
        else:
            draft = get_draft_of(cast)  # no origin: it is saved as a new file
            draft.values["id"] = free_name(name, self._library.cast_names())
            dialog.show_cast(draft, shipped=cast.name)

    def _create_new_cast(self, dialog: CastEditorDialog, _nothing: object) -> None:
        draft = CastDraft()
        draft.values |= {"name": self.tr("New cast"), "language": self._language(), "plan": PLAN}
        draft.members.append(new_member(draft))
        self._begin(dialog, draft)

    def _copy(self, dialog: CastEditorDialog, draft: CastDraft) -> None:
        draft.origin = ""  # a new file, and not the old one renamed
        draft.values["name"] = self.tr("{0} (copy)").format(draft.values["name"].strip())
        self._begin(dialog, draft)

    def _begin(self, dialog: CastEditorDialog, draft: CastDraft) -> None:
        draft.fresh = True
        draft.values["id"] = free_name(draft.values["name"], self._library.cast_names())
        self._show_casts(dialog, "")
        dialog.show_cast(draft, changed=True)

    # Files --------------------------------------------------------------------------------------------------------

    def _save(self, dialog: CastEditorDialog, _nothing: object) -> None:
        draft = dialog.draft
        taken = [name for name in self._library.cast_names() if name != draft.origin]
        cast, _faults = check_draft(draft, dialog.plans, taken)
        if cast is None:
            dialog.check()
            return  # `check` shows the faults at their fields
        path = self._library.save_cast(cast, draft.origin)
        self._show_casts(dialog, path.stem)
        dialog.mark_saved(path.stem, self.tr("Saved as {0}.").format(path))
        self.casts_changed.emit()

    def _delete(self, dialog: CastEditorDialog, name: str) -> None:
        title = self._library.cast(name).name
        kept = self._library.delete_cast(name)
        self._open(dialog, self._choose_first_cast())  # the one that was shown is gone
        undo = NoticeButton(self.tr("Undo"), lambda: dialog.confirm_leave(lambda: self._do_action("restore", kept)))
        dialog.show_done(self.tr("'{0}' was deleted; its runs stay.").format(title), (undo,))
        self.casts_changed.emit()

    def _restore(self, dialog: CastEditorDialog, kept: Path) -> None:
        self._open(dialog, self._library.restore_cast(kept))
        self.casts_changed.emit()

    def _import(self, dialog: CastEditorDialog, path: str) -> None:
        if (kind := find_kind(Path(path))) is not None:
            kind.bring_in(dialog, self._library.home, Path(path))
            return
        member, dropped = member_draft(read_persona(Path(path)), dialog.draft)
        dialog.add_member(member)
        if dropped:
            told = self.tr("{0} came in; what they think of {1} was left out, who are not in this cast.")
            dialog.show_done(told.format(member.name, ", ".join(dropped)))

    def _set_portrait(self, dialog: CastEditorDialog, about: tuple[int, str]) -> None:
        key, path = about
        dialog.put_portrait(key, read_portrait(Path(path)))
        dialog.note.hide()  # it may say why an earlier picture was refused

    def _export(self, dialog: CastEditorDialog, path: str) -> None:
        cast, _faults = check_draft(dialog.draft, dialog.plans)
        row = dialog.draft.find_row(dialog.key)
        if cast is None or row < 0:
            dialog.show_problem(self.tr("Put right what does not fit; then the persona can be written."))
            return
        told = self.tr("{0} was written to {1}.").format(cast.members[row].name, path)
        if (kind := find_kind(Path(path))) is not None:
            told = " ".join([told, *kind.export(self._library.home, cast.members[row], Path(path))])
        else:
            save_persona(Path(path), cast.members[row])
        dialog.show_done(told)
