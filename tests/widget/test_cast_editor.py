"""The cast editor at the open window: opened, typed into, saved, deleted, brought back, left."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import qasync  # type: ignore[import-untyped]
from PIL import Image
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QWidget,
)

from parley.core.base.definition import read_toml
from parley.core.cast.cast import Cast
from parley.core.cast.saving import save_persona
from parley.core.home import Home
from parley.core.studio.library import Library
from parley.desktop.cast_editor.commands import CastEditing
from parley.desktop.cast_editor.draft import CAST, MemberDraft
from parley.desktop.cast_editor.view.dialog import CastEditorDialog
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.shell.front import get_application
from parley.desktop.tasks import Tasks
from parley.desktop.widgets.forms.editors import TextBox
from tests.widget.real_window import CTRL, NONE, Desk, Opener

VOICES = (
    VoiceFigure(
        "anthropic", "Claude", "Costs.", "There is no key.", models=(("big", "Big"),), modelled=True, servers=True
    ),
    VoiceFigure("rehearsal", "Rehearsal", "Scripted lines."),
)
ANN = {"id": "ann", "name": "Ann", "role": "Host", "tone": "dry", "relations": {"bob": {"affinity": 0.3, "note": "?"}}}
CREW = {"id": "crew", "name": "Crew", "members": [ANN, {"id": "bob", "name": "Bob"}, {"id": "cy", "name": "Cy"}]}
Body = Callable[[Any], Awaitable[None]]


class Editor(Desk):
    """The open editor, without the window behind it, and what a person does with it."""

    def __init__(self, home: Home) -> None:
        self.home, self.library = home, Library(home)
        self.dialog: CastEditorDialog  # type: ignore[assignment]

    @property
    def member(self) -> MemberDraft:
        found = self.dialog.draft.find_member(self.dialog.key)
        assert found is not None
        return found

    def field(self, name: str) -> QLineEdit | TextBox:
        pages = self.dialog.pages
        for page in (pages.persona, pages.voice):
            if name in page.form.editors:
                editor = page.form.editors[name]
                line = editor.lineEdit() if isinstance(editor, QComboBox) else editor
                assert isinstance(line, QLineEdit | TextBox)
                return line
        raise KeyError(name)

    def write(self, name: str, text: str) -> None:
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
        return next((box for box in self.dialog.findChildren(QMessageBox) if box.isVisible()), None)

    def names(self) -> list[str]:
        return [member.values["name"] for member in self.dialog.draft.members]


class Editors(Opener):
    """Opens the editor at a cast for a test, and closes it without saving."""

    def __call__(self, body: Body, *, cast: str = "crew") -> None:  # type: ignore[override]
        Library(self.home).save_cast(Cast.model_validate(CREW))
        window = QWidget()

        async def main() -> None:
            raised: list[BaseException] = []
            commands = CastEditing(Library(self.home), lambda: VOICES, lambda: "en", window)
            open_ = Tasks(raised.append).start(commands.edit_cast(cast), "edit")
            desk = Editor(self.home)
            desk.window = desk.dialog = dialog = await Desk.dialog(desk, CastEditorDialog)  # type: ignore[assignment]
            dialog.activateWindow()
            await desk.until(dialog.isActiveWindow, "the editor is active")
            await body(desk)
            if dialog.isVisible():
                super(CastEditorDialog, dialog).reject()
            await open_
            assert not raised

        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(get_application())) as runner:
            runner.run(main())
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, int(QEvent.Type.DeferredDelete.value))
        # What has timers goes in this thread, and not in one of the next test's.
        gc.collect()


@pytest.fixture
def desk(home: Home) -> Editors:
    """The open editor, in place of the window."""
    return Editors(home)


@pytest.mark.slow
async def test_it_opens_at_the_first_member_and_what_is_typed_is_in_the_saved_file(desk: Editor) -> None:
    QAbstractItemModelTester(desk.dialog.members.model, desk.dialog)
    assert desk.names() == ["Ann", "Bob", "Cy"]
    assert not desk.dialog.changed
    assert desk.dialog.head.delete.isEnabled()
    desk.write("tone", "as dry as chalk")
    desk.write("biography", "Was a diver.")
    await desk.checked()
    assert desk.dialog.isWindowModified()
    QTest.keyClick(desk.field("tone"), Qt.Key.Key_S, CTRL)
    await desk.until(lambda: not desk.dialog.changed, "it is saved")
    assert read_toml(desk.home.casts / "crew.toml", Cast).members[0].tone == "as dry as chalk"
    assert (desk.home.casts / "crew.toml.bak").exists()
    assert "Saved as" in desk.dialog.note.label.text()
    desk.dialog.reject()
    assert not desk.dialog.isVisible()


@pytest.mark.window(cast="startup")
async def test_a_cast_that_ships_is_saved_as_a_copy(desk: Editor) -> None:
    dialog, library = desk.dialog, desk.library
    assert "ships with Parley" in dialog.note.label.text()
    assert not dialog.head.delete.isEnabled()
    before = library.cast("startup")
    desk.write("role", "Somebody else")
    await desk.checked()
    desk.click(dialog.foot.save)
    assert library.is_own("startup-2")
    assert not library.is_own("startup")
    assert library.cast("startup") == before
    assert library.cast("startup-2").members[0].role == "Somebody else"
    assert dialog.head.casts.currentData() == "startup-2"
    assert dialog.head.delete.isEnabled()


@pytest.mark.slow
async def test_faults_hold_the_saving_back_and_a_click_leads_to_the_first(desk: Editor) -> None:
    dialog = desk.dialog
    bob = dialog.draft.members[1].key
    dialog.show_key(bob)
    desk.write("id", "ann")
    desk.write("letter", "abc")
    await desk.checked()
    assert not dialog.foot.save.isEnabled()
    assert "2 things" in dialog.foot.faults.text()
    assert dialog.pages.persona.form.said("id") == "✕ The id 'ann' is taken by Ann."
    entry = dialog.members.model.figure(dialog.members.model.row_of(bob))
    assert entry is not None
    assert entry.faults == 2
    dialog.pages.tabs.setCurrentIndex(2)
    dialog.show_key(CAST)
    desk.click(dialog.foot.faults)
    assert dialog.key == bob
    assert dialog.pages.tabs.currentIndex() == 0
    assert desk.focused() is desk.field("id")
    desk.write("id", "bob")
    desk.write("letter", "B")
    await desk.checked()
    assert dialog.foot.save.isEnabled()
    assert not dialog.foot.faults.isVisible()


@pytest.mark.slow
async def test_a_new_members_id_follows_the_name_until_it_is_typed(desk: Editor) -> None:
    dialog = desk.dialog
    desk.click(dialog.members.add)
    assert desk.focused() is desk.field("name")
    desk.type("Jo O. Weiss")
    assert desk.field("id").property("text") == "jo-o-weiss"
    desk.write("id", "jw")
    desk.write("name", "Jo")
    await desk.checked()
    assert desk.member.values["id"] == "jw"
    dialog.show_key(dialog.draft.members[0].key)
    desk.write("name", "Anna")
    await desk.checked()
    # Runs know her by this id.
    assert desk.member.values["id"] == "ann"


@pytest.mark.slow
async def test_members_are_removed_moved_and_doubled_and_all_of_it_is_undone(desk: Editor) -> None:
    dialog, tools = desk.dialog, desk.dialog.members.tools
    ann, bob = dialog.draft.members[0], dialog.draft.members[1]
    dialog.show_key(bob.key)
    dialog.members.view.setFocus()
    desk.key(Qt.Key.Key_Delete)
    assert desk.names() == ["Ann", "Cy"]
    assert dialog.foot.undo.text() == "Undo: remove Bob"
    dialog.show_key(ann.key)
    desk.write("tone", "typed in between")
    desk.click(tools["down"])
    assert desk.names() == ["Cy", "Ann"]
    desk.click(tools["duplicate"])
    assert desk.names() == ["Cy", "Ann", "Ann 2"]
    assert desk.member.values["id"] == "ann-2"
    for _ in range(2):
        desk.click(dialog.foot.undo)
    dialog.members.view.setFocus()
    desk.key(Qt.Key.Key_Z, CTRL)
    await desk.until(lambda: len(desk.names()) == 3, "the step was taken back")
    assert desk.names() == ["Ann", "Bob", "Cy"]
    assert dialog.draft.members[0].values["tone"] == "typed in between"
    assert dialog.draft.members[0].relations[bob.key].note == "?"
    assert not dialog.foot.undo.isVisible()
    desk.click(dialog.foot.redo)
    assert desk.names() == ["Ann", "Cy"]


@pytest.mark.slow
async def test_relations_are_set_noted_and_forgotten(desk: Editor) -> None:
    dialog = desk.dialog
    dialog.pages.tabs.setCurrentIndex(2)
    bob, cy = dialog.pages.relations.rows[:2]
    assert bob.number.text() == "0.30"
    assert cy.number.text() == "–"
    cy.slider.setFocus()
    desk.key(Qt.Key.Key_PageUp)
    cy.note.setFocus()
    desk.type("Fun")
    await desk.checked()
    relation = desk.member.relations[dialog.draft.members[2].key]
    assert (relation.affinity, relation.note) == (0.6, "Fun")
    desk.click(bob.clear)
    assert dialog.draft.members[1].key not in desk.member.relations
    dialog.show_key(dialog.draft.members[2].key)
    assert dialog.pages.relations.rows[0].back.text() == "in return 0.60"


@pytest.mark.slow
async def test_a_voice_of_ones_own(desk: Editor) -> None:
    dialog = desk.dialog
    page = dialog.pages.voice
    dialog.pages.tabs.setCurrentIndex(1)
    assert not page.model.isVisible()
    page.form.editors["voice.provider"].setFocus()
    desk.key(Qt.Key.Key_Down)
    assert page.model.isVisible()
    assert "There is no key" in page.about.text()
    desk.write("voice.model", "claude-x")
    temperature = page.form.editors["voice.temperature"]
    assert isinstance(temperature, QDoubleSpinBox)
    assert temperature.text() == "what the talk asks for"
    temperature.setValue(1.25)
    await desk.checked()
    desk.dialog.save()
    saved = desk.library.cast("crew").members[0].voice
    assert saved is not None
    assert (saved.provider, saved.model, saved.temperature) == ("anthropic", "claude-x", 1.25)
    page.form.editors["voice.provider"].setFocus()
    desk.key(Qt.Key.Key_Up)
    await desk.checked()
    desk.dialog.save()
    assert desk.library.cast("crew").members[0].voice is None


async def test_unsaved_changes_are_asked_about(desk: Editor) -> None:
    dialog = desk.dialog
    desk.write("tone", "new")
    dialog.close()
    await desk.answer(QMessageBox.StandardButton.Cancel)
    assert dialog.isVisible()
    row = dialog.head.casts.findData("startup")
    dialog.head.casts.setCurrentIndex(row)
    dialog.head.casts.activated.emit(row)
    await desk.answer(QMessageBox.StandardButton.Cancel)
    assert dialog.head.casts.currentData() == "crew"
    desk.write("name", "")
    dialog.reject()
    box = desk.question()
    assert box is not None
    assert not box.button(QMessageBox.StandardButton.Save).isEnabled()
    await desk.answer(QMessageBox.StandardButton.Cancel)
    desk.write("name", "Annabel")
    dialog.reject()
    await desk.answer(QMessageBox.StandardButton.Save)
    await desk.until(lambda: not dialog.isVisible(), "the desk has gone")
    assert desk.library.cast("crew").members[0].name == "Annabel"


async def test_a_cast_is_deleted_and_brought_back(desk: Editor) -> None:
    dialog, library = desk.dialog, desk.library
    before = library.cast("crew")
    desk.click(dialog.head.delete)
    await desk.until(lambda: not library.is_own("crew"), "the cast has gone")
    assert dialog.note.label.text() == "'Crew' was deleted; its runs stay."
    desk.click(dialog.note.mending.findChild(QPushButton))
    await desk.until(lambda: library.is_own("crew"), "the cast is back")
    assert (library.cast("crew"), dialog.draft.origin) == (before, "crew")


async def test_a_picture_dropped_on_a_face_is_kept_in_the_cast_and_can_be_taken_back(
    desk: Editor, tmp_path: Path
) -> None:
    dialog, face = desk.dialog, desk.dialog.pages.persona.face
    picture, broken = tmp_path / "ann.png", tmp_path / "broken.png"
    Image.new("RGB", (300, 200), "#208040").save(picture)
    broken.write_bytes(picture.read_bytes()[:80])
    rows = dialog.members.view

    def drop(file: Path, upon: QWidget, at: QPoint) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file))])
        place, how = upon.mapTo(dialog, at), (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE)
        QApplication.sendEvent(dialog, QDragEnterEvent(place, *how))
        QApplication.sendEvent(dialog, QDropEvent(QPointF(place), *how))

    drop(picture, face, face.rect().center())
    drop(picture, rows.viewport(), rows.visualRect(dialog.members.model.index(2)).center())
    assert [bool(each.values["portrait"]) for each in dialog.draft.members] == [True, True, False]
    assert desk.member.name == "Bob"
    assert face.face.pixmap().toImage().pixelColor(28, 28).name() == "#208040"
    drop(broken, face, face.rect().center())
    assert dialog.note.label.text() == f"{broken}: this is no picture that can be read. Take a PNG or a JPEG."
    desk.key(Qt.Key.Key_Z, CTRL)
    await desk.until(lambda: not desk.member.values["portrait"], "it was taken back")
    dialog.save()
    assert [bool(each.portrait) for each in desk.library.cast("crew").members] == [True, False, False]
    dialog.show_key(dialog.draft.members[0].key)
    desk.click(face.remove)
    dialog.save()
    assert "portrait" not in (desk.home.casts / "crew.toml").read_text("utf-8")


@pytest.mark.slow
async def test_a_persona_goes_out_and_comes_in(desk: Editor, tmp_path: Path) -> None:
    dialog = desk.dialog
    path = tmp_path / "ann.toml"
    desk.click(dialog.members.tools["export"])
    chooser = dialog.findChild(QFileDialog)
    assert isinstance(chooser, QFileDialog)
    chooser.fileSelected.emit(str(path))
    chooser.close()
    assert path.exists()
    dialog.wanted.emit("import", str(path))
    assert desk.names() == ["Ann", "Ann", "Bob", "Cy"]
    assert desk.member.values["id"] == "ann-2"
    stranger = desk.library.cast("startup").members[0]
    save_persona(path, stranger)
    dialog.wanted.emit("import", str(path))
    assert "who are not in this cast" in dialog.note.label.text()
    path.write_text("name = 3\n", "utf-8")
    dialog.wanted.emit("import", str(path))
    assert "ann.toml" in dialog.note.label.text()
    assert len(desk.names()) == 5


async def test_a_cast_that_is_broken_or_cannot_be_written_is_a_sentence_and_the_open_one_stays(desk: Editor) -> None:
    dialog, backup = desk.dialog, desk.home.casts / "crew.toml.bak"
    (desk.home.casts / "broken.toml").write_text("id = 3\n", "utf-8")
    dialog.wanted.emit("open", "broken")
    assert "broken.toml" in dialog.note.label.text()
    assert dialog.draft.origin == "crew"
    desk.write("tone", "new")
    backup.mkdir()
    dialog.save()
    assert "cannot be written" in dialog.note.label.text()
    assert dialog.changed
    backup.rmdir()


@pytest.mark.slow
async def test_every_field_has_a_name_and_the_keyboard_reaches_all_that_is_shown(desk: Editor) -> None:
    dialog = desk.dialog

    def inner(one: QWidget) -> bool:
        return one.objectName().startswith("qt_") or isinstance(one.parentWidget(), QComboBox)

    for tab in range(dialog.pages.tabs.count()):
        dialog.pages.tabs.setCurrentIndex(tab)
        fields = [one for kind in (QComboBox, QLineEdit, TextBox) for one in dialog.findChildren(kind)]
        assert not [one for one in fields if not inner(one) and not one.accessibleName()]
        for button in dialog.findChildren(QAbstractButton):
            assert button.text() or button.accessibleName() or not button.isVisible()
        reached: set[QWidget] = set()
        for _ in range(120):
            QTest.keyClick(desk.focused(), Qt.Key.Key_Tab)
            reached.add(desk.focused())
        for one in (*dialog.findChildren(QLineEdit), *dialog.findChildren(QPushButton)):
            usable = one.isVisible() and one.isEnabled() and not inner(one)
            assert not usable or one in reached, one.accessibleName()
