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

from parley.core.cast.member import VoiceSpec
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.settings import Budget, Settings
from parley.desktop.cast_editor.view.dialog import CastEditorDialog
from parley.desktop.changes.view import ForkDialog, PolicyDialog, VoiceDialog
from parley.desktop.experiments.spec_view.dialog import ExperimentDialog
from parley.desktop.export.view import ExportDialog
from parley.desktop.modes.duologue.fork import TalkForkDialog
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.settings.view import SettingsDialog
from parley.desktop.widgets.forms.dialog import FormDialog, _get_content
from parley.desktop.widgets.forms.editors import LimitBox
from parley.desktop.widgets.plain import WheelGuard
from tests.widget.real_window import Desk
from tests.widget.widgets_alone import on_screen

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
        before, tried = _get_content(field), tried + 1
        turn_wheel(field)
        assert _get_content(field) == before, (root, field, field.accessibleName())
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
    on_screen(qtbot, area, 300, 300)
    area.activateWindow()
    bar = area.verticalScrollBar()
    for field in (number, choice, slider):
        area.setFocus()
        bar.setValue(0)
        before = _get_content(field)
        turn_wheel(field)
        assert _get_content(field) == before
        assert bar.value() > 0
        bar.setValue(0)
        field.setFocus()
        qtbot.waitUntil(field.hasFocus)
        turn_wheel(field)
        assert _get_content(field) != before
        assert bar.value() == 0


def _edit(dialog: QDialog) -> None:
    line = next(each for each in dialog.findChildren(QLineEdit) if each.isVisible() and not each.isReadOnly())
    line.setFocus()
    QTest.keyClicks(line, "x")


FORMS: dict[str, tuple[type[QDialog], Callable[[Any], object]]] = {
    "new_run": (NewRunDialog, lambda dialog: dialog.people.topic.setEditText("Something else")),
    "settings": (SettingsDialog, lambda dialog: next(filter(QWidget.isEnabled, fields(dialog))).setCurrentIndex(1)),
    "fork_changed": (ForkDialog, _edit),
    "cast_editor": (CastEditorDialog, _edit),
    "new_experiment": (ExperimentDialog, _edit),
}
"""By its action: each form of the window, and what changes it."""


@pytest.mark.slow
async def test_the_wheel_changes_no_field_of_the_window_and_every_form_asks_before_it_loses_what_was_changed(
    desk: Desk,
) -> None:
    tried: dict[str, int] = {}

    async def walk(action: str, kind: type[QDialog], change: Callable[[Any], object] | None = None) -> None:
        desk.window.activateWindow()
        await desk.until(lambda: desk.action(action).isEnabled(), f"{action} can be done")
        dialog = await desk.open(action, kind)
        if isinstance(dialog, NewRunDialog):
            dialog.more.setChecked(True)
            for at in reversed(range(dialog.what.count())):
                dialog.what.setCurrentIndex(at)
                tried[f"{action} {at}"] = await wheeled(dialog, dialog.start)
        elif isinstance(dialog, SettingsDialog):
            pages = dialog.findChildren(QListWidget)[0]
            for row in reversed(range(pages.count())):
                pages.setCurrentRow(row)
                tried[f"{action} {row}"] = await wheeled(dialog, pages)
        else:
            tried[action] = await wheeled(dialog, dialog.findChildren(QPushButton)[0])
        if isinstance(dialog, FormDialog) and not isinstance(dialog, NewRunDialog):
            assert dialog.get_contents() == dialog._as_shown
        if change is not None:
            change(dialog)
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
            await desk.until(lambda: dialog.findChild(QMessageBox), f"{action} asks")
            assert dialog.isVisible()
            buttons = dialog.findChildren(QMessageBox)[0].buttons()
            next(each for each in buttons if "Discard" in each.text() or "without" in each.text()).click()
        else:
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await desk.until(lambda: not dialog.isVisible(), f"{action} has gone")
        await desk.idle()

    await desk.played()
    desk.desktop.model.show(2)
    desk.window.select_member("boss")
    tried["window"] = await wheeled(desk.window, desk.window.area)
    for action, (kind, change) in FORMS.items():
        await walk(action, kind, change)
    # A new experiment stands on its page, where no run is exported.
    desk.window.leave_start()
    await walk("export", ExportDialog)
    await desk.begin(turns=4)
    await walk("change_voices", VoiceDialog)
    await walk("change_policy", PolicyDialog)
    wish = DuologueRequest(sides=[SideRequest("rehearsal")] * 2, turns=4, seed=3, voice=REHEARSAL, simulated=True)
    desk.desktop.session.set_speed(0.0)
    await desk.desktop.session.start(desk.studio.compose(wish))
    await desk.ended()
    desk.desktop.model.show(2)
    await walk("fork_changed", TalkForkDialog)
    assert sum(tried.values()) > 60, tried
    assert all(tried[name] for name in ("new_run 0", "new_run 5", "cast_editor")), tried


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

    form = on_screen(qtbot, Sample())
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
    form = on_screen(qtbot, Sample())
    form.line.setText("other")
    form.line.setText("as it was")
    form.reject() if way is QDialog.reject else form.close()
    assert not form.isVisible()
    assert form.findChild(QMessageBox) is None


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
