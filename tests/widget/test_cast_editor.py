"""The cast editor at the open window: opened, typed into, saved, deleted, brought back, left."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import qasync  # type: ignore[import-untyped]
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QWidget,
)

from core.base.definition import read_toml
from core.cast.cast import Cast
from core.cast.saving import save_persona
from core.home import Home
from core.modes.office.preview import preview
from core.studio.library import Library
from desktop.cast_editor.commands import CastEditing
from desktop.cast_editor.draft import CAST, MemberDraft
from desktop.cast_editor.view import CastEditorDialog
from desktop.cast_editor.view.desk import VALUE
from desktop.new_run.figures import VoiceFigure
from desktop.tasks import Tasks
from desktop.widgets.forms.editors import TextBox
from tests.widget.real_window import CTRL, PATIENCE, Desk, Opener

VOICES = (
    VoiceFigure(
        "anthropic", "Claude", "Costs.", "There is no key.", models=(("big", "Big"),), modelled=True, servers=True
    ),
    VoiceFigure("rehearsal", "Rehearsal", "Scripted lines."),
)
ANN = {"id": "ann", "name": "Ann", "role": "Host", "tone": "dry", "relations": {"bob": {"affinity": 0.3, "note": "?"}}}
CREW = {"id": "crew", "name": "Crew", "members": [ANN, {"id": "bob", "name": "Bob"}, {"id": "cy", "name": "Cy"}]}
Body = Callable[["Editor"], Awaitable[None]]


class Editor(Desk):
    """The open editor, without the window behind it, and what a person does with it."""

    def __init__(self, dialog: CastEditorDialog, home: Home) -> None:
        self.window = dialog  # type: ignore[assignment]
        self.dialog = dialog
        self.home = home
        self.library = Library(home)

    @property
    def member(self) -> MemberDraft:
        """The member that is shown."""
        found = self.dialog.draft.member(self.dialog.key)
        assert found is not None
        return found

    def field(self, name: str) -> QLineEdit | TextBox:
        """Where a field of the member is typed."""
        pages = self.dialog.pages
        for page in (pages.persona, pages.voice, pages.character):
            if name in page.form.editors:
                editor = page.form.editors[name]
                line = editor.lineEdit() if isinstance(editor, QComboBox) else editor
                assert isinstance(line, QLineEdit | TextBox)
                return line
        raise KeyError(name)

    def write(self, name: str, text: str) -> None:
        """Type over a field."""
        editor = self.field(name)
        editor.setFocus()
        editor.selectAll()
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
        QTest.keyClicks(editor, text)

    async def checked(self) -> None:
        """Wait until what was typed has been looked at."""
        await self.until(lambda: not self.dialog._pause.isActive(), "the draft was checked")

    async def answer(self, button: QMessageBox.StandardButton) -> None:
        """Press a button of the question that is asked."""
        await self.until(lambda: self.question() is not None, "a question is asked")
        box = self.question()
        assert box is not None
        pressed = box.button(button)
        assert pressed.isEnabled()
        QTest.mouseClick(pressed, Qt.MouseButton.LeftButton)
        await self.until(lambda: self.question() is None, "the question was answered")

    def question(self) -> QMessageBox | None:
        """The question that is asked."""
        return next((box for box in self.dialog.findChildren(QMessageBox) if box.isVisible()), None)

    def names(self) -> list[str]:
        """The members in their order."""
        return [member.values["name"] for member in self.dialog.draft.members]


async def shown() -> CastEditorDialog:
    """The editor, once it is open."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for one in QApplication.topLevelWidgets():
                if isinstance(one, CastEditorDialog) and one.isVisible():
                    return one
            await asyncio.sleep(0.005)


@pytest.fixture
def editing(home: Home, qapp: QApplication) -> Callable[..., None]:
    """Opens the editor at a cast for a test body, and closes it without saving."""

    def run(body: Body, cast: str = "crew") -> None:
        Library(home).save_cast(Cast.model_validate(CREW))
        window = QWidget()

        async def main() -> None:
            raised: list[BaseException] = []
            tasks = Tasks(raised.append)
            commands = CastEditing(Library(home), lambda: VOICES, lambda: "en", window)
            open_ = tasks.start(commands.edit(cast), "edit")
            editor = Editor(await shown(), home)
            dialog = editor.dialog
            dialog.activateWindow()
            await editor.until(dialog.isActiveWindow, "the editor is active")
            await body(editor)
            if dialog.isVisible():
                super(CastEditorDialog, dialog).reject()
            await open_
            assert not raised

        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(qapp)) as runner:
            runner.run(main())
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, int(QEvent.Type.DeferredDelete.value))
        # What has timers goes in this thread, and not in one of the next test's.
        gc.collect()

    return run


def test_the_action_opens_it_at_the_window(opened: Opener) -> None:
    async def body(desk: Desk) -> None:
        desk.action("cast_editor").trigger()
        dialog = await desk.dialog(CastEditorDialog)
        assert dialog.draft.members
        assert dialog.prompt.text.toPlainText()
        desk.click(dialog.foot.close_)
        await desk.until(lambda: desk.find(CastEditorDialog) is None, "the editor has gone")

    opened(body)


def test_it_opens_at_the_cast_with_the_prompt_of_its_first_member(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        library = editor.library
        assert editor.names() == ["Ann", "Bob", "Cy"]
        cast = library.cast("crew")
        assert editor.dialog.prompt.text.toPlainText() == preview(cast, "ann", library.plan("studio"))
        assert not editor.dialog.changed
        assert editor.dialog.head.delete.isEnabled()
        QAbstractItemModelTester(editor.dialog.members.model, editor.dialog)

    editing(body)


def test_what_is_typed_is_in_the_prompt_and_in_the_saved_file(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        editor.write("tone", "as dry as chalk")
        editor.write("biography", "Was a diver.")
        await editor.checked()
        assert "as dry as chalk" in editor.dialog.prompt.text.toPlainText()
        assert "Was a diver." in editor.dialog.prompt.text.toPlainText()
        assert editor.dialog.isWindowModified()
        QTest.keyClick(editor.field("tone"), Qt.Key.Key_S, CTRL)
        await editor.until(lambda: not editor.dialog.changed, "it is saved")
        home = editor.home
        saved = read_toml(home.casts / "crew.toml", Cast)
        assert saved.members[0].tone == "as dry as chalk"
        assert (home.casts / "crew.toml.bak").exists()
        assert not editor.dialog.changed
        assert "Saved as" in editor.dialog.note.label.text()
        editor.dialog.reject()
        assert not editor.dialog.isVisible()

    editing(body)


def test_a_cast_that_ships_is_saved_as_a_copy(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog, library = editor.dialog, editor.library
        assert "ships with Parley" in dialog.note.label.text()
        assert not dialog.head.delete.isEnabled()
        before = library.cast("startup")
        editor.write("role", "Somebody else")
        await editor.checked()
        editor.click(dialog.foot.save)
        assert library.is_own("startup-2")
        assert not library.is_own("startup")
        assert library.cast("startup") == before
        assert library.cast("startup-2").members[0].role == "Somebody else"
        assert dialog.head.casts.currentData() == "startup-2"
        assert dialog.head.delete.isEnabled()

    editing(body, "startup")


def test_faults_hold_the_saving_back_and_a_click_leads_to_the_first(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog = editor.dialog
        bob = dialog.draft.members[1].key
        dialog.show_key(bob)
        editor.write("id", "ann")
        dialog.pages.tabs.setCurrentIndex(3)
        editor.write("character.role", "Bard")
        await editor.checked()
        assert not dialog.foot.save.isEnabled()
        assert "2 things" in dialog.foot.faults.text()
        assert dialog.pages.persona.form.said("id") == "✕ The id 'ann' is taken by Ann."
        assert "As it was before" in dialog.prompt.about.text()
        entry = dialog.members.model.figure(dialog.members.model.row_of(bob))
        assert entry is not None
        assert entry.faults == 2
        dialog.show_key(CAST)
        editor.click(dialog.foot.faults)
        assert dialog.key == bob
        assert dialog.pages.tabs.currentIndex() == 0
        assert editor.focused() is editor.field("id")
        editor.write("id", "bob")
        dialog.pages.tabs.setCurrentIndex(3)
        editor.write("character.name", "Pim")
        await editor.checked()
        assert dialog.foot.save.isEnabled()
        assert not dialog.foot.faults.isVisible()

    editing(body)


def test_a_new_members_id_follows_the_name_until_it_is_typed(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog = editor.dialog
        editor.click(dialog.members.add)
        assert editor.focused() is editor.field("name")
        editor.type("Jo O. Weiss")
        assert editor.field("id").property("text") == "jo-o-weiss"
        editor.write("id", "jw")
        editor.write("name", "Jo")
        await editor.checked()
        assert editor.member.values["id"] == "jw"
        dialog.show_key(dialog.draft.members[0].key)
        editor.write("name", "Anna")
        await editor.checked()
        # Runs know her by this id.
        assert editor.member.values["id"] == "ann"

    editing(body)


def test_members_are_removed_moved_and_doubled_and_all_of_it_is_undone(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog, tools = editor.dialog, editor.dialog.members.tools
        ann, bob = dialog.draft.members[0], dialog.draft.members[1]
        dialog.show_key(bob.key)
        dialog.members.view.setFocus()
        editor.key(Qt.Key.Key_Delete)
        assert editor.names() == ["Ann", "Cy"]
        assert dialog.foot.undo.text() == "Undo: remove Bob"
        dialog.show_key(ann.key)
        editor.write("tone", "typed in between")
        editor.click(tools["down"])
        assert editor.names() == ["Cy", "Ann"]
        editor.click(tools["duplicate"])
        assert editor.names() == ["Cy", "Ann", "Ann 2"]
        assert editor.member.values["id"] == "ann-2"
        for _ in range(2):
            editor.click(dialog.foot.undo)
        dialog.members.view.setFocus()
        editor.key(Qt.Key.Key_Z, CTRL)
        await editor.until(lambda: len(editor.names()) == 3, "the step was taken back")
        assert editor.names() == ["Ann", "Bob", "Cy"]
        assert dialog.draft.members[0].values["tone"] == "typed in between"
        assert dialog.draft.members[0].relations[bob.key].note == "?"
        assert not dialog.foot.undo.isVisible()
        editor.click(dialog.foot.redo)
        assert editor.names() == ["Ann", "Cy"]

    editing(body)


def test_a_desk_is_chosen_on_the_plan_and_in_the_list(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog = editor.dialog
        desk = dialog.pages.desk
        dialog.pages.tabs.setCurrentIndex(1)
        place = desk.picture.place_of("tech/1").toPoint()
        QTest.mouseClick(desk.picture, Qt.MouseButton.LeftButton, pos=QPoint(place))
        await editor.checked()
        assert editor.member.values["desk"] == "tech/1"
        assert desk.list.currentItem().data(VALUE) == "tech/1"
        dialog.show_key(dialog.draft.members[1].key)
        titles = {desk.list.item(row).data(VALUE): desk.list.item(row).text() for row in range(desk.list.count())}
        assert titles["tech/1"].endswith("taken by Ann")
        desk.list.setFocus()
        editor.key(Qt.Key.Key_Down)
        await editor.checked()
        assert editor.member.values["desk"] == "lore"
        QTest.mouseClick(desk.picture, Qt.MouseButton.LeftButton, pos=QPoint(place))
        await editor.checked()
        assert "Ann has this seat" in desk.fault.text()
        assert dialog.foot.save.isEnabled()

    editing(body)


def test_relations_are_set_noted_and_forgotten(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog = editor.dialog
        dialog.pages.tabs.setCurrentIndex(4)
        bob, cy = dialog.pages.relations.rows[:2]
        assert bob.number.text() == "0.30"
        assert cy.number.text() == "–"
        cy.slider.setFocus()
        editor.key(Qt.Key.Key_PageUp)
        cy.note.setFocus()
        editor.type("Fun")
        await editor.checked()
        relation = editor.member.relations[dialog.draft.members[2].key]
        assert (relation.affinity, relation.note) == (0.6, "Fun")
        assert "Fun" in dialog.prompt.text.toPlainText()
        editor.click(bob.clear)
        assert dialog.draft.members[1].key not in editor.member.relations
        dialog.show_key(dialog.draft.members[2].key)
        assert dialog.pages.relations.rows[0].back.text() == "in return 0.60"

    editing(body)


def test_a_voice_of_ones_own(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog = editor.dialog
        page = dialog.pages.voice
        dialog.pages.tabs.setCurrentIndex(2)
        assert not page.model.isVisible()
        page.form.editors["voice.provider"].setFocus()
        editor.key(Qt.Key.Key_Down)
        assert page.model.isVisible()
        assert "There is no key" in page.about.text()
        editor.write("voice.model", "claude-x")
        page.warmth.own.click()
        page.warmth.number.setValue(1.25)
        await editor.checked()
        editor.dialog.save()
        saved = editor.library.cast("crew").members[0].voice
        assert saved is not None
        assert (saved.provider, saved.model, saved.warmth) == ("anthropic", "claude-x", 1.25)
        page.form.editors["voice.provider"].setFocus()
        editor.key(Qt.Key.Key_Up)
        await editor.checked()
        editor.dialog.save()
        assert editor.library.cast("crew").members[0].voice is None

    editing(body)


def test_a_colour_is_chosen_and_says_who_has_it(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog = editor.dialog
        swatches = dialog.pages.persona.swatches
        QTest.mouseClick(swatches.buttons["teal"], Qt.MouseButton.LeftButton)
        await editor.checked()
        assert editor.member.values["colour"] == "teal"
        dialog.show_key(dialog.draft.members[1].key)
        assert swatches.buttons["teal"].letter == "A"
        assert "Ann has it" in swatches.buttons["teal"].accessibleName()
        editor.write("colour", "#12")
        await editor.checked()
        assert not dialog.foot.save.isEnabled()
        editor.field("colour").setFocus()
        editor.type("3456")
        await editor.checked()
        assert dialog.foot.save.isEnabled()
        assert not any(button.isChecked() for button in swatches.buttons.values())

    editing(body)


def test_unsaved_changes_are_asked_about(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog = editor.dialog
        editor.write("tone", "new")
        dialog.close()
        await editor.answer(QMessageBox.StandardButton.Cancel)
        assert dialog.isVisible()
        row = dialog.head.casts.findData("startup")
        dialog.head.casts.setCurrentIndex(row)
        dialog.head.casts.activated.emit(row)
        await editor.answer(QMessageBox.StandardButton.Cancel)
        assert dialog.head.casts.currentData() == "crew"
        editor.write("name", "")
        dialog.reject()
        box = editor.question()
        assert box is not None
        assert not box.button(QMessageBox.StandardButton.Save).isEnabled()
        await editor.answer(QMessageBox.StandardButton.Cancel)
        editor.write("name", "Annabel")
        dialog.reject()
        await editor.answer(QMessageBox.StandardButton.Save)
        await editor.until(lambda: not dialog.isVisible(), "the editor has gone")
        assert editor.library.cast("crew").members[0].name == "Annabel"

    editing(body)


def test_a_new_cast_and_a_copy(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog, library = editor.dialog, editor.library
        editor.click(dialog.head.new)
        assert editor.names() == ["New member"]
        editor.type("Nachtschicht")
        await editor.checked()
        assert dialog.draft.values["id"] == "nachtschicht"
        dialog.save()
        assert library.is_own("nachtschicht")
        editor.click(dialog.head.duplicate)
        await editor.checked()
        assert dialog.draft.values["id"] == "nachtschicht-copy"
        assert not dialog.draft.origin
        dialog.save()
        assert library.is_own("nachtschicht-copy")

    editing(body)


def test_a_cast_is_deleted_after_a_question_and_brought_back(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog, library = editor.dialog, editor.library
        editor.click(dialog.head.delete)
        await editor.answer(QMessageBox.StandardButton.Cancel)
        assert library.is_own("crew")
        editor.click(dialog.head.delete)
        await editor.answer(QMessageBox.StandardButton.Yes)
        await editor.until(lambda: not library.is_own("crew"), "the cast has gone")
        assert dialog.note.label.text() == "'Crew' was deleted."
        editor.click(dialog.note.undo)
        assert library.is_own("crew")
        assert dialog.head.casts.currentData() == "crew"

    editing(body)


def test_a_persona_goes_out_and_comes_in(editing: Callable[..., None], tmp_path: Path) -> None:
    async def body(editor: Editor) -> None:
        dialog = editor.dialog
        path = tmp_path / "ann.toml"
        editor.click(dialog.members.tools["export"])
        chooser = dialog.findChild(QFileDialog)
        assert isinstance(chooser, QFileDialog)
        chooser.fileSelected.emit(str(path))
        chooser.close()
        assert path.exists()
        dialog.wanted.emit("import", str(path))
        assert editor.names() == ["Ann", "Ann", "Bob", "Cy"]
        assert editor.member.values["id"] == "ann-2"
        stranger = editor.library.cast("startup").members[0]
        save_persona(path, stranger)
        dialog.wanted.emit("import", str(path))
        assert "who are not in this cast" in dialog.note.label.text()
        path.write_text("name = 3\n", "utf-8")
        dialog.wanted.emit("import", str(path))
        assert "ann.toml" in dialog.note.label.text()
        assert len(editor.names()) == 5

    editing(body)


def test_a_broken_cast_is_a_sentence_and_the_open_one_stays(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog, home = editor.dialog, editor.home
        (home.casts / "broken.toml").write_text("id = 3\n", "utf-8")
        dialog.wanted.emit("open", "broken")
        assert "broken.toml" in dialog.note.label.text()
        assert dialog.draft.origin == "crew"

    editing(body)


def test_a_cast_that_cannot_be_written_is_a_sentence(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog, home = editor.dialog, editor.home
        editor.write("tone", "new")
        (home.casts / "crew.toml.bak").mkdir()
        dialog.save()
        assert "cannot be written" in dialog.note.label.text()
        assert dialog.changed
        (home.casts / "crew.toml.bak").rmdir()

    editing(body)


def test_every_field_has_a_name_and_the_keyboard_reaches_all_that_is_shown(editing: Callable[..., None]) -> None:
    async def body(editor: Editor) -> None:
        dialog = editor.dialog
        for tab in range(dialog.pages.tabs.count()):
            dialog.pages.tabs.setCurrentIndex(tab)
            for kind in (QComboBox, QLineEdit, TextBox):
                for one in dialog.findChildren(kind):
                    inner = one.objectName().startswith("qt_") or isinstance(one.parentWidget(), QComboBox)
                    assert inner or one.accessibleName(), one
            for button in dialog.findChildren(QAbstractButton):
                assert button.text() or button.accessibleName() or not button.isVisible()
            reached: set[QWidget] = set()
            for _ in range(120):
                QTest.keyClick(editor.focused(), Qt.Key.Key_Tab)
                reached.add(editor.focused())
            wanted = [one for one in dialog.findChildren(QLineEdit) if one.isVisible() and one.isEnabled()]
            wanted_buttons = [one for one in dialog.findChildren(QPushButton) if one.isVisible() and one.isEnabled()]
            for one in wanted:
                inner = isinstance(one.parentWidget(), QComboBox) or one.objectName().startswith("qt_")
                assert inner or one in reached, one.accessibleName()
            for button in wanted_buttons:
                assert button in reached, button.text()

    editing(body)
