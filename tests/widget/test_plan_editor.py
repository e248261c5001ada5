"""The plan editor: the hand, the keys, every step back, and the files."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from weakref import ref

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from parley.core.office.plan import load_plan, read_plan
from parley.core.office.shapes import Room
from parley.desktop.plan_editor.commands import PlanCommands
from parley.desktop.plan_editor.draft import DOOR, FURNITURE, RING, ROOM, SEAT, SIZES, WHOLE, ItemKey
from parley.desktop.plan_editor.model import ItemFigure, PlanEditor
from parley.desktop.plan_editor.view import PlanEditorDialog
from parley.desktop.widgets.forms.editors import answer, put
from parley.desktop.widgets.theme import DARK, LIGHT
from tests.unit.office.test_office_plan import VILLA
from tests.widget.real_window import CTRL, SHIFT, Desk
from tests.widget.widgets_alone import on_screen, take_look

SMALL = load_plan("small")
OFFICE, MEETING, HALL, KITCHEN, LOUNGE, CORNER = (ItemKey(ROOM, i) for i in range(6))


@pytest.fixture
def editor() -> PlanEditor:
    return PlanEditor(SMALL, "small")


@pytest.fixture
def dialog(editor: PlanEditor, qtbot: QtBot) -> PlanEditorDialog:
    return on_screen(qtbot, PlanEditorDialog(editor, ["small", "studio"], "small"), 1000, 660)


def item(editor: PlanEditor, key: ItemKey) -> ItemFigure:
    found = editor.item(key)
    assert found is not None
    return found


def centre(dialog: PlanEditorDialog, key: ItemKey) -> QPoint:
    found = dialog.editor.item(key)
    assert found is not None
    return dialog.sheet.lens.box(found).center().toPoint()


def current(dialog: PlanEditorDialog) -> str:
    """The row that is chosen in the list."""
    row = dialog.tree.currentItem()
    return row.text(0) if row else ""


def drag(dialog: PlanEditorDialog, start: QPoint, dx: float, dy: float) -> None:
    """Press, move in two steps, release; the way is in plan units."""
    way = QPointF(dx, dy) * dialog.sheet.lens.scale
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(dialog.sheet, left, pos=start)
    QTest.mouseMove(dialog.sheet, start + (way / 2).toPoint())
    QTest.mouseMove(dialog.sheet, start + way.toPoint())
    QTest.mouseRelease(dialog.sheet, left, pos=start + way.toPoint())


# The model ----------------------------------------------------------------------------------------------------------


def test_an_untouched_plan_is_itself(editor: PlanEditor) -> None:
    assert editor.plan("small") == SMALL
    assert (editor.fault.sentence, editor.modified) == ("", False)
    assert [each.label for each in editor.items[:2]] == ["Open office", "Meeting room"]
    assert PlanEditor(SMALL, "small", "de").items[0].label == "Großraumbüro"


def test_a_room_takes_along_what_is_in_it(editor: PlanEditor) -> None:
    editor.select(CORNER)
    editor.move(2, 1)
    assert item(editor, ItemKey(SEAT, 5, 0)).x == 60.0 - 1.3
    assert item(editor, ItemKey(FURNITURE, 5, 0)).y == 36.8
    assert editor.fault.at == ItemKey(DOOR, 6)
    assert "the door between 'library' and 'hallway'" in editor.fault.sentence.lower()
    assert item(editor, ItemKey(DOOR, 6)).place is None
    editor.stack.undo()
    assert editor.plan("small") == SMALL


def test_steps_of_one_kind_are_one_step_back(editor: PlanEditor) -> None:
    editor.select(ItemKey(SEAT, 0, 0))
    for _ in range(4):
        editor.move(0.5, 0)
    assert editor.stack.count() == 1
    editor.move(0, 0)
    editor.change("facing", "south")
    editor.stack.undo()
    editor.stack.undo()
    assert editor.plan("small") == SMALL
    assert not editor.modified
    editor.stack.redo()
    assert item(editor, ItemKey(SEAT, 0, 0)).x == 10 - 1.3


def test_a_plan_that_moved_away_from_the_origin_is_saved_at_it(editor: PlanEditor) -> None:
    for number in range(6):
        editor.select(ItemKey(ROOM, number))
        editor.move(-10, 4)
    assert editor.plan("small") == SMALL


def test_all_that_can_be_added_is_sound(editor: PlanEditor) -> None:
    editor.select(CORNER)
    for kind in (ROOM, SEAT, RING, DOOR):
        editor.add(kind)
        assert (editor.fault.sentence, editor.selected.kind) == ("", kind)
    for what in SIZES:
        editor.add(FURNITURE, what)
        assert item(editor, editor.selected).thing.what == what
    for _ in range(5):
        # Wall to wall, with a door.
        editor.add(ROOM)
    assert not editor.fault.sentence
    assert len({room.id for room in editor.plan("small").rooms}) == 12


def test_everything_can_be_deleted_with_a_room_its_doors_but_not_the_last_room(editor: PlanEditor) -> None:
    for key in (ItemKey(SEAT, 0, 2), ItemKey(FURNITURE, 0, 1), ItemKey(RING, 1), ItemKey(DOOR, 3)):
        before = len(editor.items)
        editor.select(key)
        editor.delete()
        assert len(editor.items) == before - 1
        assert editor.selected == WHOLE
    assert [seat.id for seat in editor.plan("x").room("production").seats] == ["1", "2", "4", "5", "6"]
    for _ in range(4):
        editor.stack.undo()
    editor.select(KITCHEN)
    editor.delete()
    plan = editor.plan("small")
    assert [room.id for room in plan.rooms] == ["production", "conference", "hallway", "lounge", "library"]
    assert len(plan.doors) == 6
    for _ in range(8):
        editor.select(OFFICE)
        editor.delete()
    assert [each.key for each in editor.items if each.key.kind == ROOM] == [OFFICE]
    assert not editor.fault.sentence


def test_an_editor_with_steps_can_be_collected() -> None:
    gone = []
    for _ in range(6):
        editor = PlanEditor(SMALL, "small")
        for _ in range(5):
            editor.add(FURNITURE, "plant")
        editor.stack.undo()
        gone.append(ref(editor))
        del editor
        # The stack deletes its steps here; the process dies where one of them is gone already.
        gc.collect()
    assert not any(one() for one in gone)


def test_doors_follow_a_rooms_id(editor: PlanEditor) -> None:
    editor.select(HALL)
    editor.change("id", "flur")
    assert not editor.fault.sentence
    assert editor.plan("x").doors[0].room == "flur"
    editor.change("id", "kitchen")
    assert "two rooms have the id 'kitchen'" in editor.fault.sentence.lower()
    assert editor.fault.at == KITCHEN
    editor.change("id", "The Hall")
    assert editor.fault.at == HALL


@pytest.mark.parametrize("key", [KITCHEN, WHOLE])
def test_a_name_must_not_be_empty(editor: PlanEditor, key: ItemKey) -> None:
    editor.select(key)
    editor.change("name", "")
    assert editor.fault.at == key
    assert editor.fault.sentence


def test_a_seat_dragged_into_another_room_belongs_there(editor: PlanEditor) -> None:
    editor.select(ItemKey(SEAT, 0, 2))
    editor.grab()
    editor.drag(12.2, 0)
    editor.drop()
    assert editor.selected == ItemKey(SEAT, 1, 0)
    plan = editor.plan("x")
    assert len(plan.room("production").seats) == 5
    assert [(seat.x, seat.id) for seat in plan.room("conference").seats] == [(44.0, "3")]
    editor.stack.undo()
    assert editor.plan("small") == SMALL


def test_what_is_let_go_is_where_it_was(editor: PlanEditor) -> None:
    editor.select(KITCHEN)
    editor.grab()
    editor.drag(5, 5)
    assert editor.fault.sentence
    editor.let_go()
    assert editor.plan("small") == SMALL
    assert not editor.stack.canUndo()
    editor.drag(5, 5)
    editor.drop()
    assert editor.plan("small") == SMALL


def test_a_room_cannot_be_pulled_inside_out(editor: PlanEditor) -> None:
    editor.select(KITCHEN)
    editor.grab()
    editor.pull(500, 0, 0, 0)
    assert item(editor, KITCHEN).width >= 1
    editor.let_go()
    editor.grow(-500, -500)
    assert item(editor, KITCHEN).width >= 1


def test_another_plan_is_a_step_that_can_be_taken_back(editor: PlanEditor) -> None:
    editor.open(load_plan("studio"), "studio")
    assert (editor.name, editor.modified) == ("studio", False)
    editor.stack.undo()
    assert editor.name == "small"
    assert editor.plan("small") == SMALL


# The hand -----------------------------------------------------------------------------------------------------------


def test_a_click_selects_in_the_sheet_the_list_and_the_form(dialog: PlanEditorDialog) -> None:
    QTest.mouseClick(dialog.sheet, Qt.MouseButton.LeftButton, pos=centre(dialog, ItemKey(SEAT, 0, 1)))
    assert dialog.editor.selected == ItemKey(SEAT, 0, 1)
    assert current(dialog) == "Seat 2"
    field = dialog.form.field(SEAT, "x")
    assert (field.isVisible(), answer(field)) == (True, 20.0)
    QTest.mouseClick(dialog.sheet, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert dialog.editor.selected == WHOLE
    assert dialog.form.field("plan", "name").isVisible()


def test_a_seat_is_dragged_and_snaps(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    drag(dialog, centre(dialog, ItemKey(SEAT, 0, 1)), 3.1, 0)
    (room, *_) = editor.plan("x").rooms
    assert room.seats[1].x == 23.0
    assert room.seats[1].y == 11.0
    assert dialog.undo.isEnabled()
    QTest.mouseClick(dialog.undo, Qt.MouseButton.LeftButton)
    assert editor.plan("small") == SMALL


def test_a_door_keeps_to_the_walls(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    drag(dialog, centre(dialog, ItemKey(DOOR, 1)), 20, 3)
    door = editor.plan("x").openings[1]
    assert door.y == 24
    assert door.x == pytest.approx(40.4, abs=0.6)


def test_a_wall_is_pulled_by_its_handle(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    editor.select(CORNER)
    box = dialog.sheet.lens.box(item(editor, CORNER))
    drag(dialog, QPointF(box.right(), box.center().y()).toPoint(), 6, 0)
    found = item(editor, CORNER)
    assert (found.x, found.width, found.height) == (52, 26, 11)
    assert editor.plan("x").width == 78


def test_wheel_and_keys_change_the_view_and_not_the_plan(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    before = dialog.sheet.lens.scale
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Plus)
    assert dialog.sheet.lens.scale > before
    drag(dialog, QPoint(4, 4), 3, 3)
    QTest.keyClick(dialog.sheet, Qt.Key.Key_0)
    assert dialog.sheet.lens.scale == before
    assert not editor.modified


def test_escape_gives_up_a_drag(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    start = centre(dialog, ItemKey(SEAT, 0, 1))
    QTest.mousePress(dialog.sheet, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(dialog.sheet, start + QPoint(60, 0))
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Escape)
    QTest.mouseRelease(dialog.sheet, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 0))
    assert editor.plan("small") == SMALL
    assert dialog.isVisible()


# Keys ---------------------------------------------------------------------------------------------------------------


def test_the_keys_do_what_the_hand_does(dialog: PlanEditorDialog, editor: PlanEditor, qtbot: QtBot) -> None:
    dialog.activateWindow()
    dialog.sheet.setFocus()
    qtbot.waitUntil(dialog.sheet.hasFocus)
    QTest.keyClick(dialog.sheet, Qt.Key.Key_PageDown)
    assert dialog.editor.selected == OFFICE
    editor.select(ItemKey(FURNITURE, 3, 0))
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Right)
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Up, CTRL)
    found = item(editor, ItemKey(FURNITURE, 3, 0))
    assert (found.x, found.y) == (2.1, 33.0)
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Right, SHIFT)
    assert item(editor, ItemKey(FURNITURE, 3, 0)).width == 9.5
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Delete)
    assert dialog.editor.item(ItemKey(FURNITURE, 3, 1)) is None
    for _ in range(3):
        QTest.keyClick(dialog.sheet, Qt.Key.Key_Z, CTRL)
    assert editor.plan("small") == SMALL
    QTest.keyClick(dialog.sheet, Qt.Key.Key_Z, CTRL | SHIFT)
    assert editor.modified


def test_delete_in_a_field_deletes_letters(dialog: PlanEditorDialog, editor: PlanEditor, qtbot: QtBot) -> None:
    editor.select(KITCHEN)
    field = dialog.form.field(ROOM, "name")
    dialog.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClick(field, Qt.Key.Key_Home)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    assert item(editor, KITCHEN).thing.name == "itchen"


def test_a_room_is_named_in_both_languages(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    editor.select(KITCHEN)
    for name, text in (("name", "Canteen"), ("name_de", "Kantine")):
        field = dialog.form.field(ROOM, name)
        assert isinstance(field, QLineEdit)
        field.selectAll()
        QTest.keyClicks(field, text)
    room = editor.plan("x").room("kitchen")
    assert (room.title("en"), room.title("de")) == ("Canteen", "Kantine")
    assert current(dialog) == "Canteen"


def test_every_field_changes_the_plan(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    def press(key: ItemKey, field: str, pressed: Qt.Key) -> Room:
        editor.select(key)
        dialog.form.field(key.kind, field).setFocus()
        QTest.keyClick(dialog.form.field(key.kind, field), pressed)
        return editor.plan("x").rooms[key.room]

    seat, thing, space, down = ItemKey(SEAT, 0, 0), ItemKey(FURNITURE, 0, 0), Qt.Key.Key_Space, Qt.Key.Key_Down
    assert press(seat, "facing", down).seats[0].facing == "east"
    assert press(thing, "ellipse", space).furniture[0].kind == "ellipse"
    assert press(thing, "what", down).furniture[0].what == "table"
    assert not press(HALL, "corridor", space).corridor
    editor.select(ItemKey(DOOR, 1))
    put(dialog.form.field(DOOR, "along"), 25)
    assert editor.plan("x").doors[1].at == 0.25


# What is wrong, and files ---------------------------------------------------------------------------------------------


def test_what_is_wrong_is_said_and_cannot_be_saved(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    assert dialog.save.isEnabled()
    editor.select(KITCHEN)
    editor.move(1, 0)
    assert dialog.message.text() == "The rooms 'kitchen' and 'lounge' overlap; move one of them."
    assert not dialog.save.isEnabled()
    marked = dialog.tree.topLevelItem(4)
    assert marked is not None
    assert "⚠" in marked.text(0)
    editor.stack.undo()
    assert dialog.save.isEnabled()
    assert "⚠" not in marked.text(0)


@pytest.mark.parametrize("name", ["", "My Plan", "../x", "ö"])
def test_a_name_that_is_no_file_cannot_be_saved(dialog: PlanEditorDialog, name: str) -> None:
    dialog.name.setText(name)
    dialog.name.textEdited.emit(name)
    assert not dialog.save.isEnabled()


def test_changes_are_not_lost_by_accident(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    dialog.reject()
    assert not dialog.isVisible(), "unchanged it closes at once"
    dialog.show()
    editor.add(ROOM)
    QTest.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    box = dialog.findChild(QMessageBox)
    assert box is not None
    assert dialog.isVisible()
    next(button for button in box.buttons() if button.text() == "Discard").click()
    assert not dialog.isVisible()


def test_it_is_drawn_in_both_themes_wherever_it_is_wrong(dialog: PlanEditorDialog, editor: PlanEditor) -> None:
    for theme in (LIGHT, DARK):
        take_look(theme, 1.5)
        for key in (KITCHEN, ItemKey(SEAT, 0, 0), ItemKey(FURNITURE, 1, 1), ItemKey(RING, 1), ItemKey(DOOR, 0)):
            editor.select(key)
            editor.move(0, -30)
            assert not dialog.grab().isNull()
            editor.stack.undo()
    assert editor.plan("small") == SMALL


async def test_save_open_and_import(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "villa.tmj").write_text(json.dumps(VILLA), "utf-8")
    (tmp_path / "bad.tmj").write_text("{}", "utf-8")
    session, library, plans = desk.desktop.session, desk.studio.library, desk.studio.home.plans
    commands = PlanCommands(desk.studio, session, desk.window)
    saved: list[str] = []
    commands.saved.connect(saved.append)
    session.start_task(commands.edit("small"))
    dialog = await desk.dialog(PlanEditorDialog)
    editor = dialog.editor

    async def told(words: str) -> None:
        await desk.until(lambda: words in dialog.message.text(), f"'{words}' is told")

    async def rooms(count: int) -> None:
        desk.click(dialog.save)
        await desk.until(lambda: len(library.plan("mine").rooms) == count, "it is saved")

    def call(name: str) -> None:
        dialog.name.selectAll()
        QTest.keyClicks(dialog.name, name)

    editor.add(ROOM)
    call("mine")
    desk.click(dialog.save)
    await told("Saved: ")
    assert saved == ["mine"]
    assert len(read_plan(plans / "mine.toml").rooms) == 7
    assert dialog.plans.currentText() == "mine"

    # Its own file is written again without a question.
    editor.add(ROOM)
    await rooms(8)

    dialog.import_wanted.emit(str(tmp_path / "bad.tmj"))
    await told("no map of Tiled")
    assert len(editor.items) > 8
    dialog.import_wanted.emit(str(tmp_path / "villa.tmj"))
    await desk.until(lambda: dialog.name.text() == "villa", "the map is there")
    assert editor.modified

    # Another's is written over only by who has been asked.
    call("mine")
    desk.click(dialog.save)
    await told("Save again to write over it")
    assert len(library.plan("mine").rooms) == 8
    await rooms(3)

    (plans / "broken.toml").write_text("id = ", "utf-8")
    dialog.open_wanted.emit("broken")
    await told("broken.toml: line 1")
    dialog.open_wanted.emit("studio")
    await desk.until(lambda: dialog.name.text() == "studio", "the studio is opened")
    assert not editor.modified
    editor.stack.undo()
    assert dialog.name.text() == "mine"
    dialog.discard()
    await desk.until(lambda: desk.find(PlanEditorDialog) is None, "it is closed")


def test_what_lies_on_the_sheet_is_a_list(dialog: PlanEditorDialog) -> None:
    found, editor = QAccessible.queryAccessibleInterface(dialog.sheet), dialog.editor
    assert (found.role(), found.childCount()) == (QAccessible.Role.List, len(editor.items))
    QTest.keyClick(dialog.sheet, Qt.Key.Key_PageDown)
    first = found.child(0)
    office = item(editor, OFFICE)
    assert first.state().selected
    assert first.text(QAccessible.Text.Name).startswith(f"Room, {office.label}, at {office.x:g}, {office.y:g}, ")
    middle = found.child(len(editor.items) - 1).rect().center()
    assert found.childAt(middle.x(), middle.y()).text(QAccessible.Text.Name).startswith("Door, ")
    editor.move(5, 5)
    faulty = next(row for row, each in enumerate(editor.items) if each.key == editor.fault.at)
    assert found.child(faulty).text(QAccessible.Text.Name).endswith(editor.fault.sentence)
