"""The table of actions, and that plain keys never disturb somebody who types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QGraphicsView,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QTabBar,
    QTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from parley.desktop.shell.action_table import ACTIONS, BY_ID, MENUS, MISSING, SUBMENUS
from parley.desktop.shell.actions import build_actions, get_tip_of, missing_for, refresh_actions
from parley.desktop.shell.keys import PlainKeys
from parley.desktop.widgets import icons
from tests.widget.widgets_alone import on_screen


class Bench(QMainWindow):
    """A window with every action, a field, a text box, a list and a button; it counts what was called."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()
        self.actions_built = build_actions(self, {action.id: self._count(action.id) for action in ACTIONS})
        self.keys = PlainKeys(self, self.actions_built)
        self.stage = QWidget()
        self.stage.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.field, self.box, self.list = QLineEdit(), QPlainTextEdit(), QListWidget()
        self.list.addItems(["one", "two"])
        self.button = QPushButton("Press")
        self.button.clicked.connect(self._count("the button"))
        inside = QWidget()
        self.column = column = QVBoxLayout(inside)
        for widget in (self.stage, self.field, self.box, self.list, self.button):
            column.addWidget(widget)
        self.setCentralWidget(inside)

    def _count(self, name: str) -> Callable[[], None]:
        def call(*_: object) -> None:
            self.calls[name] += 1

        return call


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = on_screen(qtbot, Bench())
    qtbot.waitUntil(made.isActiveWindow)
    return made


EVERYTHING = frozenset(MISSING)


def test_every_row_is_unique_and_names_things_that_exist(qtbot: QtBot) -> None:
    ids, keys = [action.id for action in ACTIONS], [key for action in ACTIONS for key in action.shortcuts]
    assert (len(ids), len(keys)) == (len(set(ids)), len(set(keys)))
    for action in ACTIONS:
        assert set(action.enabled_when) <= set(MISSING), action.id
        assert not action.icon or icons.has_icon(action.icon), action.id
        top = action.menu.partition("/")[0]
        assert not top or top in {menu.id for menu in MENUS}, action.id
        assert "/" not in action.menu or action.menu in SUBMENUS, action.id


def test_every_action_with_a_menu_is_in_it_and_every_menu_shows_tips(bench: Bench) -> None:
    menus = [menu for menu in bench.menuBar().findChildren(QMenu) if menu.title()]  # the bar has one of its own
    shown = {action.objectName() for menu in menus for action in menu.actions()}
    assert {action.id for action in ACTIONS if action.menu} <= shown
    assert all(each.toolTipsVisible() for each in menus), "a tip says why an entry cannot be used"


def test_refresh_disables_and_says_what_is_missing_first(bench: Bench) -> None:
    built = bench.actions_built
    refresh_actions(built, frozenset())
    assert (built["fork"].isEnabled(), built["new_run"].isEnabled()) == (False, True)
    assert "Open or start a run first." in built["fork"].toolTip()
    bench.stage.setFocus()
    QTest.keyClick(bench.stage, Qt.Key.Key_Space)
    assert not bench.calls
    refresh_actions(built, EVERYTHING)
    assert all(action.isEnabled() for action in built.values())
    assert "first." not in built["fork"].toolTip()
    retry = BY_ID["retry"]
    assert missing_for(retry, frozenset({"run"})).startswith("The run has ended")
    assert missing_for(retry, EVERYTHING) == ""
    assert "Ctrl+R" in get_tip_of(retry)


def test_a_focused_button_keeps_its_space_and_a_list_home_and_end(bench: Bench, qtbot: QtBot) -> None:
    bench.list.setFocus()
    for _ in range(2):
        qtbot.keyClick(bench.list, Qt.Key.Key_End)
    assert (bench.list.currentRow(), bench.calls) == (1, Counter())
    bench.button.setFocus()
    qtbot.keyClick(bench.button, Qt.Key.Key_Space)
    assert bench.calls == Counter({"the button": 1})


def test_arrows_step_wherever_the_focus_is_but_in_a_text(bench: Bench, qtbot: QtBot) -> None:
    slider, tabs, plot = QSlider(Qt.Orientation.Horizontal), QTabBar(), QGraphicsView()
    tree, combo, spin, page = QTreeWidget(), QComboBox(), QSpinBox(), QTextEdit()
    for text in ("one", "two"):
        tabs.addTab(text)
        combo.addItem(text)
        tree.addTopLevelItem(QTreeWidgetItem([text]))
    tree.setCurrentItem(tree.topLevelItem(0))
    for widget in (slider, tabs, plot, tree, combo, spin, page):
        bench.column.addWidget(widget)
        widget.show()
    page.setText("abc")
    for widget in (bench.list, bench.button, slider, tabs, plot, tree, combo):
        bench.calls.clear()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(widget, Qt.Key.Key_Right)
        qtbot.keyClick(widget, Qt.Key.Key_Left)
        assert bench.calls == Counter({"step": 1, "step_back": 1}), widget
    assert (slider.value(), tabs.currentIndex()) == (0, 0)
    bench.calls.clear()
    for widget in (bench.field, spin, page):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(widget, Qt.Key.Key_Right)
    assert not bench.calls
    assert page.textCursor().position() == 1


def test_an_arrow_at_the_first_turn_does_nothing_else(bench: Bench, qtbot: QtBot) -> None:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setValue(5)
    bench.column.addWidget(slider)
    slider.show()
    refresh_actions(bench.actions_built, frozenset({"run"}))
    slider.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert (slider.value(), bench.calls) == (5, Counter())


def test_keys_of_a_floating_window_count_too(bench: Bench, qtbot: QtBot) -> None:
    floating = QWidget(bench, Qt.WindowType.Tool)
    bench.keys.watch_window(floating)
    floating.show()
    qtbot.keyClick(floating, Qt.Key.Key_Left)
    assert bench.calls == Counter({"step_back": 1})


def test_a_button_that_nobody_chose_does_not_keep_the_keys(bench: Bench, qtbot: QtBot) -> None:
    bench.field.setFocus()
    bench.button.setFocus()
    assert bench.button.hasFocus(), "a button that somebody went to keeps them"
    follower = QPushButton("next", bench.centralWidget())
    follower.clicked.connect(lambda: bench.calls.update(["the next button"]))
    follower.show()
    QWidget.setTabOrder(bench.button, follower)
    bench.button.setEnabled(False)
    assert not follower.hasFocus()
    qtbot.keyClick(bench.focusWidget() or bench, Qt.Key.Key_Space)
    assert bench.calls == Counter({"play_pause": 1})


@pytest.mark.parametrize("first", [QPushButton, QSlider])
def test_a_window_that_opens_gives_its_keys_to_the_run_and_not_to_its_first_stop(
    qtbot: QtBot, first: type[QWidget]
) -> None:
    window, stop = QMainWindow(), first()
    qtbot.addWidget(window)
    calls: list[str] = []
    built = build_actions(window, {action.id: (lambda id_=action.id: calls.append(id_)) for action in ACTIONS})
    window.setCentralWidget(stop)
    keys = PlainKeys(window, built)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Left):
        qtbot.keyClick(QApplication.focusWidget() or window, key)
    assert calls == ["play_pause", "step_back"]
    assert keys.parent() is window
    if isinstance(stop, QSlider):
        # Who goes there by Tab has Up and Down.
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.keyClick(stop, Qt.Key.Key_Up)
        assert (len(calls), stop.value()) == (2, 1)
