"""The rail: faces with their shares, and the docks at the left that come and go."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from parley.desktop.rail.view import Rail
from parley.desktop.run.figures import MemberFigure
from tests.widget.real_window import Desk
from tests.widget.widgets_alone import on_screen

MEMBERS = tuple(
    MemberFigure(f"m{number}", f"Member {number}", "ABCDEFGH"[number], "blue", words=10, share=1 / 8)
    for number in range(8)
)


def test_a_face_is_chosen_with_a_click_and_with_the_keys(qtbot: QtBot) -> None:
    rail = on_screen(qtbot, Rail(), 48, 800, figure=MEMBERS)
    faces = rail.faces
    chosen: list[str] = []
    faces.member_chosen.connect(chosen.append)
    faces.member_chosen.connect(faces.select_member)
    qtbot.mouseClick(faces, Qt.MouseButton.LeftButton, pos=faces.centre(2).toPoint())
    qtbot.keyClick(faces, Qt.Key.Key_Down)
    qtbot.keyClick(faces, Qt.Key.Key_Up)
    assert chosen == ["m2", "m3", "m2"]
    assert faces.find_tip_at(faces.centre(4)) == "Member 4: 12% of the talk"
    assert faces.accessibleDescription().count("% of the talk") == len(MEMBERS)


async def test_library_and_cast_come_and_go_and_a_faces_menu_is_the_members(desk: Desk) -> None:
    window = desk.window
    await desk.played(turns=4)
    left = [window.docks["library"], window.docks["cast"]]
    shown = left[0].isVisible()
    for wanted in (not shown, shown):
        for name in ("panel.library", "panel.cast"):
            window.rail.buttons[name].click()
        assert [dock.isVisible() for dock in left] == [wanted, wanted]
        assert (
            window.actions_by_id["panel.library"].isChecked()
            is window.rail.buttons["panel.library"].isChecked()
            is wanted
        )
    member = desk.state.setup.members[1].id
    window.rail.faces.menu_wanted.emit(member, window.mapToGlobal(QPoint(20, 200)))
    assert window.selected_member == member
    menu = next(each for each in window.cast.findChildren(type(window.cast.menu_for(0))) if each.isVisible())
    assert "give_floor" in [action.objectName() for action in menu.actions()]
    menu.close()
