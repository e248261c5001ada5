"""The keyboard: Tab goes where the eye goes, its place can be seen, and every place where it stops has a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import getAllValidWrappers

from parley.desktop.again.box import AgainBox
from parley.desktop.export.view import ExportDialog
from parley.desktop.widgets import theme
from parley.desktop.widgets.spoken import Spoken
from parley.desktop.widgets.tab_order import Dialog, get_stops
from parley.desktop.widgets.theme import DARK, LIGHT, Theme
from tests.widget.real_window import Desk
from tests.widget.test_experiment_window import shown
from tests.widget.test_theme import contrast


def box_of(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def tabbed(window: QWidget, most: int = 120) -> list[QWidget]:
    """Where Tab stops in a window, from the first stop until it comes round; within a picture it may go on for some
    steps, from person to person."""
    found: list[QWidget] = []
    for _ in range(most):
        QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
        now = window.focusWidget()
        assert now is not None
        if isinstance(now, Spoken) and now in found[-1:]:
            continue
        if now in found:
            assert now is found[0], f"Tab comes round too early: {[told(one) for one in [*found, now]]}"
            return found
        found.append(now)
    raise AssertionError("Tab never comes round")


def leaps(stops: Sequence[QWidget]) -> list[str]:
    """Where Tab goes up or left, and not to the next column."""
    # The round may begin anywhere: it is turned to begin at the top.
    first = min(range(len(stops)), key=lambda at: (box_of(stops[at]).center().y() // 20, box_of(stops[at]).left()))
    turned = [*stops[first:], *stops[:first]]
    found = []
    for one, other in pairwise(turned):
        a, b = box_of(one), box_of(other)
        if b.center().y() <= a.top() and b.left() < a.right():
            found.append(f"up from {told(one)} to {told(other)}")
        elif abs(b.center().y() - a.center().y()) < min(a.height(), b.height()) / 2 and b.left() < a.left():
            found.append(f"left from {told(one)} to {told(other)}")
    return found


def told(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{name_of(widget)}”"


def name_of(widget: QWidget) -> str:
    """What a screen reader says of a stop."""
    found = QAccessible.queryAccessibleInterface(widget)
    return found.text(QAccessible.Text.Name) if found is not None else ""


def nameless(window: QWidget) -> list[str]:
    """What the keyboard can come to, and no name says what it is."""
    return [
        f"{type(one).__name__} in {type(one.parentWidget()).__name__} in {type(window).__name__}"
        for one in window.findChildren(QWidget)
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and one.focusProxy() is None
        and one.isVisibleTo(window)
        and not name_of(one).strip()
    ]  # fmt: skip


def test_tab_follows_the_eye_in_columns_forms_and_tabs(qtbot: QtBot) -> None:
    """Made in the order in which nobody looks, with a row that comes later."""
    dialog = Dialog()
    qtbot.addWidget(dialog)
    ok, seed, topic, formats, tabs = QPushButton("Ok"), QLineEdit(), QComboBox(), QListWidget(), QTabWidget()
    inside = QLineEdit()
    for widget, name in ((seed, "seed"), (topic, "topic"), (formats, "formats"), (tabs, "tabs"), (inside, "inside")):
        widget.setAccessibleName(name)
    tabs.addTab(inside, "Page")
    form = QFormLayout()
    form.addRow("Topic", topic)
    form.addRow("Seed", seed)
    columns = QHBoxLayout()
    columns.addWidget(formats)
    columns.addLayout(form)
    column = QVBoxLayout(dialog)
    column.addWidget(ok)
    column.insertLayout(0, columns)
    column.insertWidget(0, tabs)
    late = QLineEdit()
    form.insertRow(1, "Late", late)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)

    def items() -> set[int]:
        every = (each for each in getAllValidWrappers() if isinstance(each, QLayoutItem))
        return {id(each) for each in every if not isinstance(each, QLayout)}

    before = items()
    assert not leaps(tabbed(dialog))
    assert list(get_stops(dialog)) == [tabs.tabBar(), inside, formats, topic, late, seed, ok]
    assert items() <= before, "PySide keeps a layout's item beyond its widget"


def rows_of(widget: QWidget) -> list[str]:
    """What a screen reader finds in a picture."""
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    assert found.role() in (QAccessible.Role.Table, QAccessible.Role.List)
    rows = [found.child(at) for at in range(found.childCount())]
    assert all(row is not None and row.isValid() and found.indexOfChild(row) == at for at, row in enumerate(rows))
    return [row.text(QAccessible.Text.Name) for row in rows if row is not None]


@pytest.mark.slow
async def test_no_stop_of_the_window_is_nameless(desk: Desk) -> None:
    faults: list[str] = []
    await desk.played(turns=3)
    _commands, frame = await shown(desk)
    window = desk.window
    for name, dock in window.docks.items():
        window.show_dock(name)
        await desk.idle()
        faults.extend(f"{name}: {fault}" for fault in nameless(dock))
    faults.extend(f"window: {fault}" for fault in nameless(window))
    # What is one picture to the eye is a table or a list to a screen reader.
    pictures = [each for each in window.findChildren(QWidget) if isinstance(each, Spoken)]
    read = {type(each).__name__: rows_of(each) for each in pictures if each.count_accessible_rows()}
    turns = [row for row in read["ScoreSurface"] if row.startswith("Turn ")]
    assert len(turns) == 3, read
    plan, network = read["FloorPlanView"], read["NetworkCanvas"]
    for member in desk.desktop.model.members():
        assert any(row.startswith(f"{member.name}, ") for row in plan), plan
        assert any(row.startswith(f"{member.name}: ") for row in network), network
    assert any(" – " in row for row in network), network
    faults.extend(f"experiments: {fault}" for fault in nameless(frame))
    assert not faults, "\n".join(dict.fromkeys(faults))


def pictured(widget: QWidget, focus: bool) -> QImage:
    if focus:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
    else:
        widget.clearFocus()
    QApplication.processEvents()
    return widget.grab().toImage()


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
@pytest.mark.parametrize(
    "make",
    [
        lambda: QCheckBox("Box"), lambda: checked(QCheckBox("Box")), lambda: QRadioButton("Choice"),
        lambda: checked(QRadioButton("Choice")), lambda: QPushButton("Go"), lambda: primary(QPushButton("Start")),
    ],
)  # fmt: skip
def test_where_the_keyboard_is_can_be_seen(
    qapp: QApplication, look: Theme, make: Callable[[], QAbstractButton]
) -> None:
    """A frame of at least 3 : 1 against what is beside it, and none without the focus (WCAG 2.4.7 and 1.4.11)."""
    sheet = qapp.styleSheet()
    theme.apply_theme(qapp, look)
    host = QDialog()
    try:
        widget, other = make(), QPushButton("Other")
        column = QVBoxLayout(host)
        column.addWidget(widget)
        column.addWidget(other)
        host.show()
        host.activateWindow()
        QTest.qWaitForWindowActive(host)
        without, with_focus = pictured(widget, False), pictured(widget, True)
        changed = [
            (x, y)
            for x in range(without.width())
            for y in range(without.height())
            if without.pixelColor(x, y) != with_focus.pixelColor(x, y)
        ]
        assert len(changed) > without.width(), "a frame goes all around"
        ground = QColor(look.surface)
        seen = [at for at in changed if contrast(with_focus.pixelColor(*at), ground) >= 3]
        assert len(seen) > without.width()
    finally:
        host.deleteLater()
        qapp.setStyleSheet(sheet)


def checked(button: QAbstractButton) -> QAbstractButton:
    button.setCheckable(True)
    button.setChecked(True)
    return button


def primary(button: QAbstractButton) -> QAbstractButton:
    button.setProperty("primary", True)
    return button


def ways_through(window: QWidget, part: QWidget) -> list[str]:
    """What of a part Tab does not come to, or Shift+Tab does not go back from."""
    wanted = [one for one in get_stops(part) if one.isVisible() and one.isEnabled()]
    assert wanted, told(part)
    found = tabbed(window)
    missed = [f"Tab passes {told(one)}" for one in wanted if one not in found]
    before = window.focusWidget()
    QTest.keyClick(before or window, Qt.Key.Key_Tab)
    QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Backtab)
    if window.focusWidget() is not before:
        missed.append(f"no way back to {told(before) if before else window}")
    return missed


@pytest.mark.slow
async def test_the_keyboard_comes_into_everything_and_out_again(desk: Desk) -> None:
    await desk.played(turns=3)
    window, faults = desk.window, list[str]()
    for action, kind in (("export", ExportDialog),):
        desk.blur()
        dialog = await desk.open(action, kind)
        faults += ways_through(dialog, dialog)
        desk.key(Qt.Key.Key_Escape)
        await desk.until(lambda kind=kind: desk.find(kind) is None, f"{action} is closed")  # type: ignore[misc]
        assert window.focusWidget() is window.area, action
    window.activateWindow()
    await desk.until(window.isActiveWindow, "the window is active")
    for name in ("schedule", "queue", "interview"):
        window.show_dock(name)
        await desk.idle()
        faults += ways_through(window, window.panels[name].made)
    desk.blur()
    desk.action("what_if").trigger()
    await desk.idle()
    (box,) = window.findChildren(AgainBox)
    faults += ways_through(window, box)
    box.cancel.setFocus()
    desk.key(Qt.Key.Key_Escape)
    assert not box.isVisible()
    _commands, frame = await shown(desk)
    faults += ways_through(window, frame)
    assert not faults, "\n".join(faults)
