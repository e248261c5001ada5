"""The editor's dialog: which cast, who of it, what is wrong, and how it is left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QUndoStack
from PySide6.QtWidgets import QFileDialog, QMessageBox, QSplitter, QWidget

from desktop.cast_editor.draft import CAST, CastChoice, CastDraft, Fault, MemberDraft, PlanChoice
from desktop.cast_editor.model import checked, free_id, free_name, give_colours, new_member
from desktop.cast_editor.view.bars import FootBar, HeadBar, NoteBar
from desktop.cast_editor.view.members import MembersPane
from desktop.cast_editor.view.pages import Pages
from desktop.cast_editor.view.prompt import PromptPane
from desktop.cast_editor.view.undo import MembersStep
from desktop.new_run.figures import VoiceFigure
from desktop.widgets.layouts import upright
from desktop.widgets.parts import ask_files
from desktop.widgets.tab_order import Dialog

PAUSE = 120
"""Milliseconds after the last key until what was typed is checked."""

translate = QCoreApplication.translate
Seated = Callable[[CastDraft], Mapping[int, str]]
Buttons = QMessageBox.StandardButton


class CastEditorDialog(Dialog):
    """Casts and their members.

    Attributes: `draft`, what is edited; `faults`, what is wrong with it; `plans`, the floor plans. Signals:
    `cast_wanted(name)` to open another; `new_wanted()`; `copy_wanted(draft)`; `delete_wanted(name)`;
    `restore_wanted(name)`; `save_wanted(draft)`; `prompt_wanted(draft, key)`; `import_wanted(path)`;
    `export_wanted(path, key)`.
    """

    cast_wanted = Signal(str)
    new_wanted = Signal()
    copy_wanted = Signal(object)
    delete_wanted = Signal(str)
    restore_wanted = Signal(str)
    save_wanted = Signal(object)
    prompt_wanted = Signal(object, int)
    import_wanted = Signal(str)
    export_wanted = Signal(str, int)

    def __init__(
        self,
        plans: Sequence[PlanChoice],
        voices: Sequence[VoiceFigure],
        colours: Sequence[tuple[str, str]],
        seated: Seated,
        parent: QWidget | None = None,
    ) -> None:
        """`colours` are the palette as (name, title); `seated` says which seat everybody gets."""
        super().__init__(parent)
        self.setModal(True)
        room = parent.window().size() if parent else QSize(1080, 720)
        self.resize(min(1080, max(900, room.width() - 40)), min(720, max(600, room.height() - 40)))
        self.draft = CastDraft()
        self.faults: list[Fault] = []
        self._saved = CastDraft()
        self.plans = plans
        self._seated = seated
        self._taken: Collection[str] = ()
        self._shipped = False
        self._key = CAST
        self._then: Callable[[], None] | None = None
        self.stack = QUndoStack(self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.check)
        self._build(voices, colours)
        self._connect()

    def _build(self, voices: Sequence[VoiceFigure], colours: Sequence[tuple[str, str]]) -> None:
        self.head = HeadBar()
        self.note = NoteBar()
        self.members = MembersPane()
        self.pages = Pages(self.plans, voices, colours)
        self.prompt = PromptPane()
        self.foot = FootBar()
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.setHandleWidth(16)
        self.columns.setChildrenCollapsible(False)
        for stretch, pane in enumerate((self.members, self.pages, self.prompt)):
            self.columns.addWidget(pane)
            self.columns.setStretchFactor(stretch, (0, 3, 2)[stretch])
        self.columns.setSizes([216, 500, 320])
        upright(self.head, self.note, (self.columns, 1), self.foot, within=self, margins=(20, 16, 20, 16), spacing=12)
        self.members.view.setFocus()

    def _connect(self) -> None:
        head, foot, members = self.head, self.foot, self.members
        head.cast_chosen.connect(lambda name: self.leave(lambda: self.cast_wanted.emit(name)))
        head.new.clicked.connect(lambda: self.leave(self.new_wanted.emit))
        head.duplicate.clicked.connect(lambda: self.leave(lambda: self.copy_wanted.emit(self.draft.copy())))
        head.delete.clicked.connect(self._ask_delete)
        head.preview.toggled.connect(self.prompt.setVisible)
        foot.close_.clicked.connect(self.reject)
        foot.save.clicked.connect(self.save)
        foot.undo.clicked.connect(self.stack.undo)
        foot.undo.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
        foot.redo.clicked.connect(self.stack.redo)
        foot.redo.setShortcut(QKeySequence(QKeySequence.StandardKey.Redo))
        foot.faults.clicked.connect(self.show_first_fault)
        self.stack.indexChanged.connect(self._show_steps)
        members.chosen.connect(self.show_key)
        members.wanted.connect(self._do)
        self.pages.edited.connect(self._on_edited)
        self.note.undo.clicked.connect(lambda: self.restore_wanted.emit(self.note.name))

    # What is shown ------------------------------------------------------------------------------------------------

    def show_casts(self, casts: Sequence[CastChoice], shown: str) -> None:
        """Offer these casts, `shown` being the open one (empty: a new one)."""
        self._taken = {cast.name for cast in casts}
        self.head.show_casts(casts, shown)

    def show_cast(self, draft: CastDraft, *, shipped: str = "", changed: bool = False) -> None:
        """Edit a cast. `shipped` is the title of the one that ships with Parley and of which this is a copy;
        `changed` says that it differs from every file already."""
        self.draft, self._saved = draft, CastDraft() if changed else draft.copy()
        self._shipped = bool(shipped)
        self.stack.clear()
        self.head.delete.setEnabled(bool(draft.origin))
        self.note.hide()
        if shipped:
            self.note.tell(
                self.tr(
                    "'{0}' ships with Parley and stays as it is: what you change is saved as a cast of your own, "
                    "under the id '{1}'."
                ).format(shipped, draft.text["id"])
            )
        self.show_key(draft.members[0].key if draft.members and not changed else CAST)

    def show_key(self, key: int) -> None:
        """Show a member, or the cast itself (`CAST`)."""
        self._key = key if self.draft.member(key) else CAST
        self.check()

    def show_prompt(self, key: int, text: str) -> None:
        """Show what a member will be told."""
        if key == self._key:
            self.prompt.show_prompt(text)

    def show_problem(self, sentence: str) -> None:
        """Say what could not be done; the dialog stays."""
        self._then = None
        self.note.tell(sentence, bad=True)

    def show_done(self, sentence: str, deleted: str = "") -> None:
        """Say what was done; a cast that was `deleted` can be brought back."""
        self.note.tell(sentence, name=deleted)

    def saved(self, origin: str, sentence: str) -> None:
        """The draft stands in the file of the cast `origin` now."""
        self.draft.origin = origin
        for member in self.draft.members:
            # From now on runs may know them by their id.
            member.fresh = False
        self._saved = self.draft.copy()
        self._shipped = False
        self.head.delete.setEnabled(True)
        self.note.tell(sentence)
        self.check()
        then, self._then = self._then, None
        if then is not None:
            then()

    def add_member(self, member: MemberDraft) -> None:
        """Put a member in behind the one that is shown."""
        row = self.draft.row(self._key)
        self._add(member, len(self.draft.members) if row < 0 else row + 1, self.tr("add {0}").format(member.name))

    @property
    def changed(self) -> bool:
        """Whether something would be lost."""
        return not self.draft.same(self._saved)

    # Checking -----------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """See what fits and what does not, and show both, and the prompt that follows."""
        self._pause.stop()
        give_colours(self.draft)
        cast, self.faults = checked(self.draft, self.plans, self._taken)
        self.members.show_draft(self.draft, self.faults, self._key)
        self.pages.show_draft(self.draft, self._key, self._seated(self.draft))
        self.pages.show_faults({fault.field: fault for fault in reversed(self.faults) if fault.key == self._key})
        wrong = sum(not fault.warning for fault in self.faults)
        self.foot.show_faults(wrong, copy=self._shipped)
        name = self.draft.text["name"].strip() or self.tr("new cast")
        self.setWindowTitle(self.tr("Cast editor: {0}").format(name) + "[*]")
        self.setWindowModified(self.changed)
        if self._key == CAST:
            self.prompt.show_nobody()
        elif cast is None:
            self.prompt.show_stale()
        else:
            self.prompt_wanted.emit(self.draft, self._key)

    def show_first_fault(self) -> None:
        """Go to the first field that keeps the cast from being saved."""
        fault = next((fault for fault in self.faults if not fault.warning), None)
        if fault is not None:
            self.show_key(fault.key)
            self.pages.focus(fault.field)

    def _on_edited(self, field: str) -> None:
        member = self.draft.member(self._key)
        if member is not None and member.fresh:
            if field == "name":
                member.text["id"] = free_id(member.text["name"], self.draft, member.key)
                self.pages.persona.form.show_values({"id": member.text["id"]})
            elif field == "id":
                # Who writes an id means that one.
                member.fresh = False
        if member is None and field in {"name", "id"} and not self.draft.origin:
            self._follow_name(field)
        self.setWindowModified(True)
        self._pause.start()

    def _follow_name(self, field: str) -> None:
        if field == "id":
            self.draft.fresh = False
        elif self.draft.fresh:
            self.draft.text["id"] = free_name(self.draft.text["name"], self._taken)
            self.pages.cast.form.show_values({"id": self.draft.text["id"]})

    # The members --------------------------------------------------------------------------------------------------

    def _do(self, what: str) -> None:
        member = self.draft.member(self._key)
        if what == "add":
            self.add_new()
        elif what == "import":
            title, kinds = translate("PersonaFiles", "Import a persona"), self._kinds()
            ask_files(self, title, kinds, lambda files: self.import_wanted.emit(files[0]))
        elif member is None:
            return
        elif what == "export":
            self._ask_export(f"{member.text['id']}.toml")
        elif what == "duplicate":
            self._duplicate(member)
        elif what == "remove":
            title = self.tr("remove {0}").format(member.name)
            self._step(title, [each for each in self.draft.members if each.key != member.key], member.key)
        else:
            by = -1 if what == "up" else 1
            if 0 <= self.draft.row(member.key) + by < len(self.draft.members):
                title = self.tr("move {0}").format(member.name)
                others = [each for each in self.draft.members if each.key != member.key]
                others.insert(self.draft.row(member.key) + by, member)
                self._step(title, others, member.key)

    def _kinds(self) -> str:
        return translate("PersonaFiles", "Persona files (*.toml);;All files (*)")

    def _ask_export(self, name: str) -> None:
        ask = QFileDialog(self, translate("PersonaFiles", "Export the persona"), name, self._kinds())
        ask.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        ask.setDefaultSuffix("toml")
        ask.fileSelected.connect(lambda path: self.export_wanted.emit(path, self._key))
        ask.finished.connect(ask.deleteLater)
        ask.open()

    def add_new(self) -> None:
        """Put in somebody of whom nothing is known yet."""
        self.add_member(new_member(self.draft))
        self.begin_name()

    def begin_name(self) -> None:
        """Let the name of what is shown be typed over."""
        self.pages.name_field().setFocus()
        self.pages.name_field().selectAll()

    def _duplicate(self, member: MemberDraft) -> None:
        twin = self.draft.copy().member(member.key)
        assert twin is not None
        twin.key, twin.fresh = self.draft.new_key(), True
        twin.text["name"] = self.tr("{0} 2").format(member.name)
        twin.text["id"] = free_id(twin.text["name"], self.draft)
        twin.text["colour"] = twin.text["letter"] = twin.text["desk"] = ""
        twin.coordinator = False
        self._add(twin, self.draft.row(member.key) + 1, self.tr("duplicate {0}").format(member.name))

    def _add(self, member: MemberDraft, row: int, title: str) -> None:
        self._step(title, [*self.draft.members[:row], member, *self.draft.members[row:]], member.key)

    def _step(self, title: str, members: Sequence[MemberDraft], shown: int) -> None:
        self.stack.push(MembersStep(self.draft, title, members, shown, self.show_key))

    def _show_steps(self) -> None:
        self.foot.show_steps(
            self.stack.undoText() if self.stack.canUndo() else "",
            self.stack.redoText() if self.stack.canRedo() else "",
        )

    # Leaving ------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Ask for the draft to be saved, if it can be."""
        self.check()
        if self.foot.save.isEnabled():
            self.save_wanted.emit(self.draft)
        else:
            self._then = None

    def leave(self, then: Callable[[], None]) -> None:
        """Do something that closes the draft, once nobody minds that it is closed."""
        self.check()
        if not self.changed:
            then()
            return
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("Unsaved changes"))
        box.setText(self.tr("'{0}' has changes that are not saved.").format(self.draft.text["name"] or "?"))
        box.setStandardButtons(Buttons.Save | Buttons.Discard | Buttons.Cancel)
        box.setDefaultButton(Buttons.Save)
        if not self.foot.save.isEnabled():
            box.setInformativeText(self.tr("They cannot be saved yet, for something does not fit."))
            box.button(Buttons.Save).setEnabled(False)
            box.setDefaultButton(Buttons.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.finished.connect(lambda result: self._left(result, then))
        box.open()

    def _left(self, result: int, then: Callable[[], None]) -> None:
        if result == Buttons.Discard.value:
            then()
        elif result == Buttons.Save.value:
            self._then = then
            self.save()
        else:
            self.head.show_again()

    def _ask_delete(self) -> None:
        name = self.draft.origin
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("Delete the cast"))
        box.setText(self.tr("Delete the cast '{0}'?").format(self._saved.text["name"]))
        box.setInformativeText(self.tr("Its runs stay. The file is kept as a backup, and you can take this back."))
        box.setStandardButtons(Buttons.Yes | Buttons.Cancel)
        box.button(Buttons.Yes).setText(self.tr("Delete"))
        box.setDefaultButton(Buttons.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.finished.connect(lambda result: self.delete_wanted.emit(name) if result == Buttons.Yes.value else None)
        box.open()

    def reject(self) -> None:
        """Close, once nobody minds."""
        self.leave(super().reject)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The window's own close button asks like the other one."""
        if self.isVisible():
            event.ignore()
            self.reject()
        else:
            super().closeEvent(event)
