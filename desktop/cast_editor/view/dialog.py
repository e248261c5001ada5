"""The editor's dialog: which cast, who of it, what is wrong, and how it is left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QMessageBox, QSplitter, QWidget

from parley.core.cast.portrait import ENDINGS
from parley.core.office.plan import Plan
from parley.desktop.cast_editor.draft import (
    CAST,
    CastDraft,
    MemberDraft,
    Step,
    find_books_in,
    free_id,
    free_name,
    give_colours,
    new_member,
    put_books,
)
from parley.desktop.cast_editor.model import Fault, check_draft
from parley.desktop.cast_editor.view.bars import CastChoice, FootBar, HeadBar, NoteBar
from parley.desktop.cast_editor.view.members import MembersPane
from parley.desktop.cast_editor.view.pages import Pages
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.mending import NoticeButton
from parley.desktop.widgets.parts import FileDrops, ask_files
from parley.desktop.widgets.tab_order import Dialog

PAUSE = 120
"""Milliseconds after the last key until what was typed is checked."""

translate = QCoreApplication.translate
Buttons = QMessageBox.StandardButton


class PersonaDrops(FileDrops):
    """Brings in personas and cards that are dropped on the editor; a picture on a face becomes its portrait."""

    def __init__(self, dialog: CastEditorDialog) -> None:
        super().__init__(dialog)
        self._dialog, self._face = dialog, CAST
        self.watch_window(dialog)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note upon whose face a drop would fall."""
        if isinstance(event, QDropEvent):
            self._face = self._dialog.find_face(self._dialog.mapToGlobal(event.position().toPoint()))
        return super().eventFilter(watched, event)  # start() asks for the face afterwards

    def find_files(self, urls: Sequence[QUrl]) -> list[Path]:
        """Return the files that may hold somebody, by their ending; upon a face one picture."""
        paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]  # a browser drags no files
        if self._face != CAST and (pictures := [path for path in paths if path.suffix.lower() in ENDINGS]):
            return pictures[:1]
        return [path for path in paths if path.suffix.lower() in (".toml", *self._dialog.endings)]

    def start(self, files: Sequence[Path]) -> None:
        """Ask for each of the files to be brought in, or for the picture as a portrait."""
        for path in files:
            if self._face != CAST and path.suffix.lower() in ENDINGS:
                self._dialog.wanted.emit("portrait", (self._face, str(path)))
            else:
                self._dialog.wanted.emit("import", str(path))


class CastEditorDialog(Dialog):
    """Casts and their members.

    Attributes: `draft`, what is edited; `key`, whose page is shown (`CAST`: the cast's own); `faults`, what is wrong;
    `plans`, the floor plans by name; `endings`, what members' files end in; `looks`, what else sees faults. Signal:
    `wanted(what, about)`: "open" or "delete" a cast by its name, "new", "copy" (of a draft) and "save", "import" and
    "export" by a file's path, "portrait" with a member's key and a picture's path, and "models" of a voice, by its
    provider.
    """

    wanted = Signal(str, object)

    def __init__(
        self,
        plans: Mapping[str, Plan],
        voices: Sequence[VoiceFigure],
        endings: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setModal(True)
        self.endings = endings
        room = parent.window().size() if parent else QSize(1080, 720)
        self.resize(min(900, max(720, room.width() - 40)), min(720, max(600, room.height() - 40)))
        self.draft, self._saved = CastDraft(), CastDraft()
        self.faults: list[Fault] = []
        self.looks: list[Callable[[MemberDraft], Iterable[Fault]]] = []
        self.key = CAST
        self.plans = plans
        self._taken: Collection[str] = ()
        self._shipped = False
        self._then: Callable[[], None] | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)  # a check validates the whole cast
        self._pause.timeout.connect(self.check)
        self.head, self.note, self.foot = HeadBar(), NoteBar(), FootBar()
        self.members, self.pages = MembersPane(), Pages(plans, voices)
        columns = QSplitter(Qt.Orientation.Horizontal, handleWidth=16, childrenCollapsible=False)
        for at, (pane, stretch) in enumerate(((self.members, 0), (self.pages, 3))):
            columns.addWidget(pane)
            columns.setStretchFactor(at, stretch)
        columns.setSizes([236, 664])
        vbox(self.head, self.note, (columns, 1), self.foot, within=self, margins=(20, 16, 20, 16), spacing=12)
        self.members.view.setFocus()  # else Qt gives the keys to the first widget when it is shown
        self._drops = PersonaDrops(self)
        self._connect_signals()

    def _connect_signals(self) -> None:
        head, foot, wanted = self.head, self.foot, self.wanted.emit
        head.cast_chosen.connect(lambda name: self.confirm_leave(lambda: wanted("open", name)))
        head.new.clicked.connect(lambda: self.confirm_leave(lambda: wanted("new", None)))
        head.duplicate.clicked.connect(lambda: self.confirm_leave(lambda: wanted("copy", self.draft.copy())))
        head.delete.clicked.connect(lambda: self.confirm_leave(lambda: wanted("delete", self.draft.origin)))
        foot.close_.clicked.connect(self.reject)
        foot.save.clicked.connect(self.save)
        foot.faults.clicked.connect(self.show_first_fault)
        self.members.chosen.connect(self.show_key)
        self.members.wanted.connect(self._do_action)
        self.pages.edited.connect(self._on_edited)
        self.pages.persona.face.wanted.connect(self._do_action)
        self.pages.voice.models_wanted.connect(lambda voice: wanted("models", voice))

    # What is shown ------------------------------------------------------------------------------------------------

    def show_casts(self, casts: Sequence[CastChoice], shown: str) -> None:
        """Offer these casts, `shown` being the open one (empty: a new one)."""
        self._taken = {cast.name for cast in casts}
        self.head.show_casts(casts, shown)

    def show_cast(self, draft: CastDraft, *, shipped: str = "", changed: bool = False) -> None:
        """Edit a cast. `shipped` is the title of the one that ships with Parley and of which this is a copy;
        `changed` says that it differs from every file already: it is new, and its name is asked for."""
        self.draft, self._saved = draft, CastDraft() if changed else draft.copy()
        self._shipped = bool(shipped)
        self.foot.stack.clear()  # its steps are of another draft's members
        self.head.delete.setEnabled(bool(draft.origin))
        self.note.hide()
        if shipped:
            told = self.tr(
                "'{0}' ships with Parley and stays as it is: what you change is saved as a cast of your own, "
                "under the id '{1}'."
            )
            self.note.tell(told.format(shipped, draft.values["id"]))
        self.show_key(draft.members[0].key if draft.members and not changed else CAST)
        if changed:
            self.begin_name()

    def show_key(self, key: int) -> None:
        """Show a member, or the cast itself (`CAST`)."""
        self.key = key if self.draft.find_member(key) else CAST
        self.check()

    def show_problem(self, sentence: str, mends: Sequence[NoticeButton] = ()) -> None:
        """Say what could not be done, with what mends it; the dialog stays."""
        self._then = None  # saving failed: nothing is closed after it
        self.note.tell(sentence, bad=True, mends=mends)

    def show_done(self, sentence: str, mends: Sequence[NoticeButton] = ()) -> None:
        """Say what was done, with what takes it back."""
        self.note.tell(sentence, mends=mends)

    def mark_saved(self, origin: str, sentence: str) -> None:
        """Note that the draft is now saved in the file of the cast `origin`."""
        self.draft.origin = origin
        for member in self.draft.members:
            member.fresh = False  # From now on runs may know them by their id
        self._saved = self.draft.copy()  # typing goes on in `draft`
        self._shipped = False
        self.head.delete.setEnabled(True)
        self.note.tell(sentence)
        self.check()
        then, self._then = self._then, None  # before the call, which may open the next one
        if then is not None:
            then()

    @property
    def changed(self) -> bool:
        """Whether something would be lost."""
        return not self.draft.is_same_as(self._saved)

    # Checking -----------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """See what fits and what does not, and show both."""
        self._pause.stop()
        give_colours(self.draft)
        _cast, self.faults = check_draft(self.draft, self.plans, self._taken)
        self.faults += [fault for look in self.looks for member in self.draft.members for fault in look(member)]
        self.members.show_draft(self.draft, self.faults, self.key)
        self.pages.show_draft(self.draft, self.key)
        # Of several faults at a field the first is shown: in a dictionary the last one stays.
        self.pages.show_faults({fault.field: fault for fault in reversed(self.faults) if fault.key == self.key})
        self.foot.show_faults(sum(not fault.warning for fault in self.faults), copy=self._shipped)
        name = self.draft.values["name"].strip() or self.tr("new cast")
        self.setWindowTitle(self.tr("Cast editor: {0}").format(name) + "[*]")  # Qt shows a mark there while modified
        self.setWindowModified(self.changed)

    def show_first_fault(self) -> None:
        """Go to the first field that keeps the cast from being saved."""
        fault = next((fault for fault in self.faults if not fault.warning), None)
        if fault is not None:
            self.show_key(fault.key)
            self.pages.focus(fault.field)

    def _on_edited(self, field: str) -> None:
        """Take in an edit; the id of a new entry follows the name until the user writes an id."""
        member, draft = self.draft.find_member(self.key), self.draft
        subject, page = (member, self.pages.persona) if member else (draft, self.pages.cast)
        if subject.fresh and field == "id":
            subject.fresh = False
        elif subject.fresh and field == "name":
            name = subject.values["name"]
            subject.values["id"] = free_id(name, draft, member.key) if member else free_name(name, self._taken)
            page.form.show_values({"id": subject.values["id"]})
        self.setWindowModified(True)  # set now; the check clears it if the old value was typed back
        self._pause.start()

    # The members --------------------------------------------------------------------------------------------------

    def _do_action(self, what: str) -> None:
        member = self.draft.find_member(self.key)
        if what == "add":
            self.add_member(new_member(self.draft))
            self.begin_name()
        elif what == "import":
            title = translate("PersonaFiles", "Import a persona")
            kinds = translate("PersonaFiles", "Persona file (*.toml)")
            if self.endings:
                kinds = translate("PersonaFiles", "Personas and cards (*.toml *.png *.json *.charx);;All files (*)")
            ask_files(self, title, kinds, lambda files: self.wanted.emit("import", files[0]))
        elif member is None:
            return
        elif what == "export":
            persona = translate("PersonaFiles", "Persona file (*.toml)")
            # Qt reads the endings of files from the brackets.
            card = translate("PersonaFiles", "Character card")
            cards = [f"{card} (*{each})" for each in self.endings]
            kinds, name = ";;".join((persona, *cards)), member.values["id"]
            ask = QFileDialog(self, translate("PersonaFiles", "Export the persona"), name, kinds)
            ask.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            ask.setDefaultSuffix("toml")  # until another filter is chosen
            ask.filterSelected.connect(lambda kind: ask.setDefaultSuffix(kind.rpartition("*.")[2].rstrip(")")))
            ask.fileSelected.connect(lambda path: self.wanted.emit("export", path))
            ask.finished.connect(ask.deleteLater)  # its parent lives on
            ask.open()
        elif what == "duplicate":
            self._copy_member(member)
        elif what == "portrait":
            title, kinds = self.tr("A picture for {0}").format(member.name), self.tr("Pictures (*.png *.jpg *.jpeg)")
            ask_files(self, title, kinds, lambda files: self.wanted.emit("portrait", (member.key, files[0])))
        elif what == "no_portrait":
            self.put_portrait(member.key, "")
        else:
            row, by = self.draft.find_row(member.key), {"remove": 0, "up": -1, "down": 1}[what]
            others = [each for each in self.draft.members if each is not member]
            if not by:
                self.push_step(self.tr("remove {0}").format(member.name), others, member.key)
            elif 0 <= row + by <= len(others):
                others.insert(row + by, member)
                self.push_step(self.tr("move {0}").format(member.name), others, member.key)

    def add_member(self, member: MemberDraft, title: str = "") -> None:
        """Put a member in behind the one that is shown."""
        row, members = self.draft.find_row(self.key), self.draft.members
        at = len(members) if row < 0 else row + 1
        title = title or self.tr("add {0}").format(member.name)
        self.push_step(title, [*members[:at], member, *members[at:]], member.key)

    def find_face(self, at: QPoint) -> int:
        """Return the key of the member upon whose face, or row, a place of the screen is; else that of the cast."""
        face = self.pages.persona.face
        if face.isVisible() and face.rect().contains(face.mapFromGlobal(at)):
            return self.key
        return self.members.find_face(at)

    def put_portrait(self, key: int, portrait: str) -> None:
        """Give a member a portrait, or none, as a step that can be taken back."""
        if (member := self.draft.find_member(key)) is not None and member.values["portrait"] != portrait:
            before, title = member.values["portrait"], self.tr("picture of {0}").format(member.name)
            self.foot.stack.push(Step(title, (key, before), (key, portrait), self._take_portrait))

    def _take_portrait(self, state: tuple[int, str]) -> None:
        if (member := self.draft.find_member(state[0])) is not None:
            member.values["portrait"] = state[1]
            self.show_key(state[0])

    def begin_name(self) -> None:
        """Let the name of what is shown be typed over."""
        self.pages.name_field().setFocus()
        self.pages.name_field().selectAll()

    def _copy_member(self, member: MemberDraft) -> None:
        twin = self.draft.copy().find_member(member.key)  # deep, with relations of their own
        assert twin is not None
        twin.key, twin.fresh = self.draft.new_key(), True
        name = self.tr("{0} 2").format(member.name)
        twin.values |= {"name": name, "id": free_id(name, self.draft), "coordinator": False}  # only one opens
        twin.values |= {"colour": "", "letter": "", "portrait": "", "desk": ""}  # a copy must not share these
        self.add_member(twin, self.tr("duplicate {0}").format(member.name))

    def push_step(self, title: str, after: list[MemberDraft], shown: int) -> None:
        """Take other members, or another order, as a step that can be taken back (what is typed undoes itself in its
        field); `shown` is whoever comes, goes or moves. What others think of one who leaves is kept."""

        def build_state(members: list[MemberDraft], others: list[MemberDraft]) -> tuple[list[MemberDraft], int]:
            keys = [member.key for member in members]
            gone = next((row for row, member in enumerate(others) if member.key == shown), 0)
            return members, shown if shown in keys else keys[min(gone, len(keys) - 1)] if keys else CAST

        before = list(self.draft.members)  # _apply_state() changes the list itself
        self.foot.stack.push(Step(title, build_state(before, after), build_state(after, before), self._apply_state))

    def _apply_state(self, state: tuple[list[MemberDraft], int]) -> None:
        self.draft.members[:] = state[0]
        self.show_key(state[1])

    def add_book(self, book: dict[str, Any]) -> None:
        """Put a lore book in: beside the cast's, or in place of a member's."""
        member = self.draft.find_member(self.key)
        values = self.draft.values if member is None else member.values
        put_books(values, [*find_books_in(values), book])

    # Leaving ------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Ask for the draft to be saved, if it can be."""
        self.check()
        if self.foot.save.isEnabled():
            self.wanted.emit("save", None)
        else:
            self._then = None

    def confirm_leave(self, then: Callable[[], None]) -> None:
        """Do something that closes the draft, once nobody minds that it is closed."""
        self.check()
        if not self.changed:
            then()
            return
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("Unsaved changes"))
        box.setStandardButtons(Buttons.Save | Buttons.Discard | Buttons.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setText(self.tr("'{0}' has changes that are not saved.").format(self.draft.values["name"] or "?"))
        box.setDefaultButton(Buttons.Save)
        if not self.foot.save.isEnabled():
            box.setInformativeText(self.tr("They cannot be saved yet, for something does not fit."))
            box.button(Buttons.Save).setEnabled(False)
            box.setDefaultButton(Buttons.Cancel)
        box.finished.connect(lambda result: self._on_leaving(result, then))
        box.open()

    def _on_leaving(self, result: int, then: Callable[[], None]) -> None:
        if result == Buttons.Discard.value:  # `finished` carries the button's number
            then()
        elif result == Buttons.Save.value:
            self._then = then
            self.save()
        else:
            self.head.show_again()  # the combo box may show the one that is not opened

    def reject(self) -> None:
        """Close, once nobody minds."""
        self.confirm_leave(super().reject)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask before closing, as the dialog's own button does."""
        if self.isVisible():  # a hidden one has asked already
            event.ignore()
            self.reject()
        else:
            super().closeEvent(event)
