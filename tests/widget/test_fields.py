"""Fields keep what stands in them: from the wheel where they have no focus, and from Escape until somebody says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.cast.member import VoiceSpec
from core.modes.duologue.request import DuologueRequest, SideRequest
from core.settings import Budget, Settings
from desktop.cast_editor.view import CastEditorDialog
from desktop.changes.view import ForkDialog, PolicyDialog, VoiceDialog
from desktop.experiments.spec_view.dialog import ExperimentDialog
from desktop.export.view import ExportDialog
from desktop.modes.duologue.dialog.fork import TalkForkDialog
from desktop.new_run.view import NewRunDialog
from desktop.plan_editor.view import PlanEditorDialog
from desktop.settings.view import SettingsDialog
from desktop.widgets.forms.dialog import FormDialog, _content
from desktop.widgets.forms.editors import LimitBox
from desktop.widgets.wheel import WheelGuard
from tests.widget.real_window import Desk, Opener

NOTCH = QPoint(0, -120)
REHEARSAL = VoiceSpec(provider="rehearsal")


def fields(root: QWidget) -> list[QWidget]:
    """Every spin box, combo box and slider that can be seen and used."""
    return [
        each
        for each in root.findChildren(QWidget)
        if isinstance(each, QAbstractSpinBox | QComboBox | QAbstractSlider)
        and not isinstance(each, QScrollBar)
        and type(each).wheelEvent in (QAbstractSlider.wheelEvent, QComboBox.wheelEvent, QAbstractSpinBox.wheelEvent)
        and each.isVisible()
        and each.isEnabled()
    ]


def turn_wheel(widget: QWidget) -> None:
    """A notch of the wheel in the middle of a widget, as the window system sends it."""
    handle = widget.window().windowHandle()
    QTest.wheelEvent(handle, QPointF(widget.mapTo(widget.window(), widget.rect().center())), NOTCH)


def shown_fully(widget: QWidget) -> bool:
    """Whether the middle of a widget is in sight, and nothing is above it."""
    window = widget.window()
    under = window.childAt(widget.mapTo(window, widget.rect().center()))
    return under is widget or (under is not None and widget.isAncestorOf(under))


def keep_under_the_wheel(root: QWidget, rest: QWidget) -> int:
    """Turn the wheel over every field of a window; how many there were."""
    tried = 0
    for field in fields(root):
        parent = field.parentWidget()
        while parent is not None:
            if isinstance(parent, QScrollArea):
                parent.ensureWidgetVisible(field)
            parent = parent.parentWidget()
        QCoreApplication.sendPostedEvents(None, int(QEvent.Type.LayoutRequest.value))
        rest.setFocus()
        if not shown_fully(field) or field.hasFocus():
            continue
        before, tried = _content(field), tried + 1
        turn_wheel(field)
        assert _content(field) == before, (root, field, field.accessibleName())
        assert not field.hasFocus(), (root, field)
    return tried


async def wheeled(root: QWidget, rest: QWidget) -> int:
    """Do so from no task: a wheel event has Qt look after its other events too, and with them after other tasks."""
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def turn() -> None:
        try:
            done.set_result(keep_under_the_wheel(root, rest))
        except AssertionError as error:
            done.set_exception(error)

    asyncio.get_running_loop().call_soon(turn)
    return await done


def test_the_wheel_over_a_field_scrolls_the_page_and_the_one_in_use_counts(qtbot: QtBot) -> None:
    page, area = QWidget(), QScrollArea()
    guard = WheelGuard(area)
    column = QVBoxLayout(page)
    number, choice, slider = QSpinBox(), QComboBox(), QSlider(Qt.Orientation.Horizontal)
    number.setRange(0, 99)
    number.setValue(50)
    choice.addItems(["one", "two", "three"])
    slider.setValue(50)
    for each in (number, choice, slider):
        guard.take(each)
        column.addWidget(each)
    for _ in range(60):
        column.addWidget(QCheckBox("more"))
    area.setWidget(page)
    qtbot.addWidget(area)
    area.resize(300, 300)
    area.show()
    qtbot.waitExposed(area)
    area.activateWindow()
    bar = area.verticalScrollBar()
    for field in (number, choice, slider):
        area.setFocus()
        bar.setValue(0)
        before = _content(field)
        turn_wheel(field)
        assert _content(field) == before
        assert bar.value() > 0
        bar.setValue(0)
        field.setFocus()
        qtbot.waitUntil(field.hasFocus)
        turn_wheel(field)
        assert _content(field) != before
        assert bar.value() == 0


async def _opened(desk: Desk, action: str, kind: type[QDialog]) -> QDialog:
    desk.window.activateWindow()
    await desk.until(lambda: desk.action(action).isEnabled(), f"{action} can be done")
    desk.action(action).trigger()
    dialog = await desk.dialog(kind)
    dialog.activateWindow()
    await desk.until(dialog.isActiveWindow, f"{action} is in front")
    return dialog


async def _closed(desk: Desk, dialog: QDialog) -> None:
    if isinstance(dialog, FormDialog):
        assert dialog.contents() == dialog._as_shown
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    await desk.until(lambda: not dialog.isVisible(), f"{dialog} closes at once")
    await desk.idle()


@pytest.mark.slow
def test_the_wheel_changes_no_field_of_any_dialog_nor_of_the_window(opened: Opener) -> None:
    tried: dict[str, int] = {}

    async def walk(desk: Desk, action: str, kind: type[QDialog]) -> None:
        dialog = await _opened(desk, action, kind)
        lists = dialog.findChildren(QListWidget)
        if isinstance(dialog, NewRunDialog):
            dialog.more.setChecked(True)
            for at in range(dialog.what.count()):
                dialog.what.setCurrentIndex(at)
                tried[f"{action} {at}"] = await wheeled(dialog, dialog.start)
            dialog.discard()
        elif isinstance(dialog, SettingsDialog):
            for row in range(lists[0].count()):
                lists[0].setCurrentRow(row)
                tried[f"{action} {row}"] = await wheeled(dialog, lists[0])
            await _closed(desk, dialog)
        else:
            rest = dialog.findChildren(QPushButton)[0]
            tried[action] = await wheeled(dialog, rest)
            await _closed(desk, dialog)
        await desk.idle()

    async def body(desk: Desk) -> None:
        await desk.played()
        desk.desktop.model.show(2)
        desk.window.select_member("boss")
        tried["window"] = await wheeled(desk.window, desk.window.area)
        for action, kind in (
            ("new_run", NewRunDialog),
            ("settings", SettingsDialog),
            ("fork_changed", ForkDialog),
            ("export", ExportDialog),
            ("cast_editor", CastEditorDialog),
            ("plan_editor", PlanEditorDialog),
        ):
            await walk(desk, action, kind)
        await desk.begin(turns=4)
        for action, kind in (("change_voices", VoiceDialog), ("change_policy", PolicyDialog)):
            await walk(desk, action, kind)
        wish = DuologueRequest(sides=[SideRequest("rehearsal")] * 2, turns=4, seed=3, voice=REHEARSAL, simulated=True)
        await desk.desktop.session.start(desk.studio.compose(wish))
        await desk.ended()
        desk.desktop.model.show(2)
        await walk(desk, "fork_changed", TalkForkDialog)
        await walk(desk, "new_experiment", ExperimentDialog)

    opened(body)
    assert sum(tried.values()) > 60, tried
    assert all(tried[name] for name in ("window", "new_run 0", "new_run 5", "cast_editor", "plan_editor")), tried


class Sample(FormDialog):
    """One field of each kind."""

    def __init__(self) -> None:
        super().__init__()
        self.line, self.number, self.choice, self.box = QLineEdit("as it was"), QSpinBox(), QComboBox(), QCheckBox()
        self.choice.addItems(["one", "two"])
        form = QFormLayout(self)
        for each in (self.line, self.number, self.choice, self.box):
            form.addRow(each)


CHANGES: dict[str, Callable[[Sample], object]] = {
    "line": lambda form: form.line.setText("other"),
    "number": lambda form: form.number.setValue(3),
    "choice": lambda form: form.choice.setCurrentIndex(1),
    "box": lambda form: form.box.setChecked(True),
    "row": lambda form: form.layout().addWidget(QLineEdit()),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("way", ["escape", "close"])
def test_a_changed_form_asks_before_it_goes(qtbot: QtBot, change: str, way: str) -> None:
    def leave() -> None:
        if way == "escape":
            QTest.keyClick(form, Qt.Key.Key_Escape)
        else:
            form.close()

    form = Sample()
    qtbot.addWidget(form)
    form.show()
    CHANGES[change](form)
    leave()
    box = form.findChild(QMessageBox)
    assert form.isVisible()
    assert box is not None
    QTest.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: form.findChild(QMessageBox) is None)
    assert form.isVisible()
    leave()
    asked = form.findChild(QMessageBox)
    assert asked is not None
    asked.buttons()[0].click() if "Discard" in asked.buttons()[0].text() else asked.buttons()[1].click()
    assert not form.isVisible()


@pytest.mark.parametrize("way", [QDialog.reject, QWidget.close])
def test_an_unchanged_form_goes_at_once(qtbot: QtBot, way: Callable[[QDialog], object]) -> None:
    form = Sample()
    qtbot.addWidget(form)
    form.show()
    form.line.setText("other")
    form.line.setText("as it was")
    form.reject() if way is QDialog.reject else form.close()
    assert not form.isVisible()
    assert form.findChild(QMessageBox) is None


def _topic(dialog: NewRunDialog) -> None:
    dialog.people.topic.setEditText("Something else")


@pytest.mark.slow
def test_every_form_of_the_window_asks(opened: Opener) -> None:
    async def asks(desk: Desk, action: str, kind: type[QDialog], change: Callable[[Any], object]) -> None:
        dialog = await _opened(desk, action, kind)
        change(dialog)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await desk.until(lambda: dialog.findChild(QMessageBox), f"{action} asks")
        assert dialog.isVisible()
        box = dialog.findChild(QMessageBox)
        assert box is not None
        discard = next(button for button in box.buttons() if "Discard" in button.text() or "without" in button.text())
        discard.click()
        await desk.until(lambda: not dialog.isVisible(), f"{action} has gone")
        await desk.idle()

    def edit(dialog: QDialog) -> None:
        line = next(each for each in dialog.findChildren(QLineEdit) if each.isVisible() and not each.isReadOnly())
        line.setFocus()
        QTest.keyClicks(line, "x")

    async def body(desk: Desk) -> None:
        await desk.played()
        desk.desktop.model.show(2)
        await asks(desk, "new_run", NewRunDialog, _topic)
        await asks(desk, "settings", SettingsDialog, edit_settings)
        await asks(desk, "fork_changed", ForkDialog, edit)
        await asks(desk, "new_experiment", ExperimentDialog, edit)
        await asks(desk, "cast_editor", CastEditorDialog, edit)
        await asks(desk, "plan_editor", PlanEditorDialog, lambda dialog: dialog.editor.add("room"))

    def edit_settings(dialog: QDialog) -> None:
        spin = next(each for each in dialog.findChildren(QAbstractSpinBox) if each.isEnabled())
        spin.stepUp()

    opened(body)


def test_a_budget_of_nothing_says_that_there_is_no_limit(qtbot: QtBot) -> None:
    dialog = SettingsDialog(Settings(budget=Budget(cost=0.0)), "")
    qtbot.addWidget(dialog)
    boxes = {box.accessibleName(): box for box in dialog.findChildren(QAbstractSpinBox)}
    for name in ("Turns a run", "Tokens a run", "Money a run", "Time a run"):
        assert boxes[name].text() == "no limit", name
    assert boxes["Money a day"].text() == "5.00"
    assert boxes["Threads"].text() == "0"
    tokens, money = LimitBox(2_000_000_000, 0), LimitBox(10_000, 2)
    for box in (tokens, money):
        qtbot.addWidget(box)
        box.show()
        assert (box.text(), box.answer()) == ("as in the settings", None)
        box.selectAll()
        QTest.keyClicks(box, "0")
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert (box.text(), box.answer()) == ("no limit", 0)
        box.stepUp()
        assert box.answer() == 1
        box.stepDown()
        box.selectAll()
        QTest.keyClicks(box, "12")
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert box.answer() == 12
