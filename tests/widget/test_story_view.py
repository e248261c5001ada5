"""The story dock under real clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from parley.core.modes.story.events import Blow, Check, Roll
from parley.core.modes.story.shown import ItemStack
from parley.desktop.modes.story.figures import (
    Face,
    NoteFigure,
    PassageFigure,
    PassageKind,
    PersonFigure,
    SheetFigure,
    StoryFigure,
    StreamFigure,
)
from parley.desktop.modes.story.view.side import Side
from parley.desktop.modes.story.view.view import StoryView
from parley.desktop.widgets.theme import DARK, LIGHT, Theme
from tests.widget.widgets_alone import on_screen, take_look

LEFT = Qt.MouseButton.LeftButton

NARRATOR, PLAYER = Face("narrator", "Narrator", "N", "teal"), Face("player", "Wilhelmine", "W", "blue")
MARA_S, WOLF = Face("mara", "Mara", "M", "green"), Face("wolf", "Fog wolf", "F", "rust")
LINES = (
    PassageFigure(1, "line", "The ferry knocks against the pier.", 1, NARRATOR),
    PassageFigure(2, "player", "I look for the ferrywoman.", 2, PLAYER, cause="director"),
    PassageFigure(3, "tool", "You talk with Mara.", icon="ph.chat-circle-dots"),
    PassageFigure(4, "speech", "What do you want for the rope?", 3, MARA_S),
)
COINS = ItemStack("coin", "Silver coin", 23, "coin")
DRAUGHT = ItemStack("draught", "Healing draught", 1, "draught")
MARA = PersonFigure(
    MARA_S, "merchant", "Ferrywoman", 34, (("grateful", 3),),
    health=8, most=8,
)  # fmt: skip
STORY = StoryFigure(
    setting="The last ferry", phase="exploration", stage="rising", turn=12, length=50, place="The landing",
    place_text="Fog on black water.", passages=LINES, choices=("Speak with Mara", "Search the shed", "Ring the bell"),
    sheet=SheetFigure(
        PLAYER, "Cartographer", attributes=(("str", 10, 0), ("dex", 16, 3)), health=7, most=12,
        weapon="Short sword", conditions=(("poisoned", 2),),
    ),
    items=(COINS, DRAUGHT), people=(MARA,), exits=(("mill", "The old mill"),),
    lying=(ItemStack("rope", "Rope", 3),),
)  # fmt: skip
TALK = replace(STORY, phase="dialogue", partner="mara", people=(replace(MARA, partner=True),))
FIGHT = replace(
    STORY,
    phase="combat",
    people=(),
    fight=(
        PersonFigure(WOLF, health=3, most=7, initiative=19, statuses=(("stunned", 1),)),
        PersonFigure(PLAYER, health=7, most=12, initiative=11, acting=True),
        PersonFigure(Face("rat", "Rat", "R", "rust"), health=0, most=3, initiative=4),
    ),
)


@pytest.fixture
def view(qtbot: QtBot) -> StoryView:
    return on_screen(qtbot, StoryView(), 900, 900)


@pytest.fixture
def heard(view: StoryView) -> list[tuple[object, ...]]:
    """Everything that the view wants, as (signal, values)."""
    found: list[tuple[object, ...]] = []

    def hear(name: str) -> Callable[..., None]:
        return lambda *values: found.append((name, *values))

    view.acted.connect(hear("acted"))
    view.did.connect(hear("did"))
    view.member_chosen.connect(hear("member"))
    view.turn_chosen.connect(hear("turn"))
    view.start_wanted.connect(hear("start"))
    return found


def button(view: StoryView, name: str) -> QAbstractButton:
    """The visible button of an accessible name; what was just made is shown on the loop's next turn."""
    QApplication.processEvents()
    for each in view.findChildren(QAbstractButton):
        if each.accessibleName() == name and each.isVisible():
            return each
    raise AssertionError(f"no button '{name}'")


def find_hand(view: StoryView, tip: str) -> tuple[Side, str]:
    """The page of a link, and where it goes."""
    for side in (view.side, view.shelf):
        if side.isVisible() and tip in side.tips:
            return side, f"do:{side.tips.index(tip)}"
    raise AssertionError(f"no link '{tip}'")


def press(widget: QWidget) -> None:
    QTest.mouseClick(widget, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(widget.width() // 2, widget.height() // 2))
    QApplication.processEvents()


def texts(view: StoryView) -> str:
    labels = [label.text() for label in view.findChildren(QLabel) if label.isVisible()]
    pages = [side.toPlainText().replace("\xa0", " ") for side in (view.side, view.shelf) if side.isVisible()]
    return "\n".join([*labels, *pages])


def test_an_empty_dock_offers_a_story(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    assert "No story yet" in texts(view)
    press(view.start)
    assert heard == [("start",)]
    view.show_figure(StoryFigure(mode="roundtable"))
    assert "no story" in texts(view)
    assert view.caption() == ""


def test_no_tag_is_read_in_a_label_and_what_takes_the_keys_has_a_name(view: StoryView) -> None:
    for figure in (STORY, TALK, FIGHT):
        view.show_figure(figure)
        QApplication.processEvents()
        assert not [label for label in view.findChildren(QLabel) if label.isVisible() and "</" in label.text()]
        for widget in view.findChildren(QWidget):
            if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                face = QAccessible.queryAccessibleInterface(widget)
                assert face is not None
                assert face.text(QAccessible.Text.Name), widget


def test_a_choice_is_taken_by_click_and_by_key(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    view.show_figure(STORY)
    press(button(view, "Choice 2: Search the shed"))
    view.focus_input()
    QTest.keyClick(view.hand.field, Qt.Key.Key_3)
    QTest.keyClick(view.tale, Qt.Key.Key_1)
    view.hand.choose(2)
    assert heard == [("acted", "2"), ("acted", "3"), ("acted", "1"), ("acted", "2")]
    heard.clear()
    view.focus_input()
    QTest.keyClicks(view.hand.field, "Give her 2 coins")
    assert not heard, "a number within words is only a number"
    QTest.keyClick(view.hand.field, Qt.Key.Key_Return)
    assert heard == [("acted", "Give her 2 coins")]
    assert view.hand.field.text() == ""
    QTest.keyClick(view.hand.field, Qt.Key.Key_Return)
    assert len(heard) == 1


def test_nothing_can_be_done_while_it_is_not_the_players_turn(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    why = "Mara is speaking…"
    view.show_figure(TALK)
    view.focus_input()
    QTest.keyClicks(view.hand.field, "wait")
    view.show_figure(replace(TALK, why_not=why))
    QTest.keyClick(view.hand.field, Qt.Key.Key_Return)
    press(view.hand.choices[0])
    view.hand.choose(1)
    assert not heard
    assert not view.side.tips, "nothing is a link"
    assert view.hand.field.accessibleDescription() == why
    assert view.hand.field.text() == "wait", "what was typed is kept"
    view.show_figure(TALK)
    QTest.keyClick(view.hand.field, Qt.Key.Key_Return)
    assert heard == [("acted", "wait")]


def test_what_comes_next_can_be_written_while_somebody_speaks(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    view.show_figure(replace(TALK, why_not="Mara is speaking…", passing=True))
    view.focus_input()
    QTest.keyClick(view.hand.field, Qt.Key.Key_2)
    QTest.keyClicks(view.hand.field, "And then?")
    QTest.keyClick(view.hand.field, Qt.Key.Key_Return)
    assert not heard
    view.show_figure(TALK)
    QTest.keyClick(view.hand.field, Qt.Key.Key_Return)
    assert heard == [("acted", "And then?")]
    view.show_figure(replace(TALK, why_not="You are looking at turn 4. Go to the end to act."))
    QTest.keyClicks(view.hand.field, "Hello")
    assert view.hand.field.text() == "", "in the past nothing is written"


@pytest.mark.parametrize(
    ("figure", "said", "tip", "wanted"),
    [
        (TALK, "", "Drop: Silver coin", ("did", "drop", "", "coin", 1)),
        (TALK, "", "Give: Silver coin", ("did", "give", "mara", "coin", 1)),
        (replace(STORY, shut=(("The far bank", "There is only <b>water</b>."),)),
         "The far bank · There is only <b>water</b>.", "Go: The old mill", ("did", "go", "mill", "", 1)),
        (replace(STORY, notes=(NoteFigure("Mara owes you a rope.", 2), NoteFigure("You came.", 4))),
         "Mara owes you a rope.", "turn:4", ("turn", 4)),
        (STORY, "", "member:mara", ("member", "mara")),
    ],
)  # fmt: skip
def test_what_is_shown_and_what_its_links_do(
    view: StoryView, heard: list[tuple[object, ...]], figure: StoryFigure, said: str, tip: str, wanted: tuple[object]
) -> None:
    view.show_figure(figure)
    assert said in texts(view)
    if tip.startswith(("turn:", "member:")):
        page = view.side if tip in view.side.toHtml() else view.tale
        assert f'href="{tip}"' in page.toHtml()
        page.anchorClicked.emit(QUrl(tip))
    else:
        page, address = find_hand(view, tip)
        assert f'href="{address}"' in page.toHtml()
        page.anchorClicked.emit(QUrl(address))
        QApplication.processEvents()
    assert heard == [wanted]


def test_a_fight_says_who_is_how(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    view.show_figure(FIGHT)
    assert all(each in texts(view) for each in ("19  Fog wolf", "stunned, 1 turn", "your turn", "out of the fight"))
    view.side.anchorClicked.emit(QUrl("member:player"))
    assert heard == [("member", "player")]
    assert not [each for each in view.side.tips if each.startswith("Go:")]
    view.show_figure(STORY)
    assert "Fog wolf" not in texts(view)


def test_a_narrow_dock_folds_the_side_under(view: StoryView) -> None:
    view.show_figure(STORY)
    assert view.side.isVisible()
    assert not view.fold.isVisible()
    view.resize(320, 600)
    QApplication.processEvents()
    assert view.fold.isVisible()
    assert not view.side.isVisible()
    press(view.fold)
    assert view.side.isVisible()
    assert view.side.width() <= 320
    QTest.keyClick(view.fold, Qt.Key.Key_Space)
    assert not view.side.isVisible()
    view.resize(900, 600)
    assert view.side.isVisible()


def test_the_keys_reach_every_link_and_then_the_field(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    view.show_figure(TALK)
    view.activateWindow()
    view.side.setFocus()
    wanted = find_hand(view, "Say goodbye to Mara")[1]
    for _each in range(20):
        QTest.keyClick(view.side, Qt.Key.Key_Tab)
        if view.side.textCursor().charFormat().anchorHref() == wanted:
            break
    QTest.keyClick(view.side, Qt.Key.Key_Return)
    assert heard == [("did", "part", "mara", "", 1)]
    assert view.window().focusWidget() is view.hand.field


def test_in_a_wide_dock_the_place_is_at_the_left(view: StoryView) -> None:
    view.resize(1400, 700)
    view.show_figure(STORY)
    QApplication.processEvents()
    assert view.shelf.isVisible()
    left = [each.mapTo(view, QPoint(0, 0)).x() for each in (view.shelf, view.tale, view.side)]
    assert left == sorted(left)
    view.resize(900, 700)
    assert not view.shelf.isVisible()


def test_what_streams_stands_behind_the_tale_which_stays_at_its_end(view: StoryView) -> None:
    lines = tuple(replace(LINES[0], seq=at, turn=at) for at in range(1, 60))
    view.show_figure(replace(STORY, passages=lines))
    QApplication.processEvents()
    bar = view.tale.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    for words in ("Fog", "Fog comes up from the water."):
        view.show_figure(replace(STORY, passages=lines, streaming=StreamFigure(NARRATOR, words)))
        assert view.tale.toPlainText().endswith(words)
    assert view.tale.toPlainText().count("Fog") == 1
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    view.show_figure(replace(STORY, passages=(*lines, replace(LINES[0], seq=60, turn=60))))
    assert bar.value() == place, "who reads back is left where they are"
    QTest.keyClick(view.tale, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_kind_of_passage_is_written_and_nothing_is_markup(view: StoryView, theme: Theme) -> None:
    roll = Roll(notation="1d20+2 advantage", dice=(4, 16), kept=(16,), modifier=2, total=18, mode="advantage")
    check = Check(what="check", who="player", roll=roll, against=12, success=True)
    blow = Blow(actor="wolf", action="attack", checks=(check,), text="The wolf <b>bites</b>.")
    kinds: tuple[PassageKind, ...] = (
        "told", "ruled", "aside", "line", "speech", "player", "dice", "fight", "round", "outcome", "did", "tool",
        "note", "mark",
    )  # fmt: skip
    captions = {"outcome": "victory", "mark": "combat", "round": "2", "fight": "18 Wolf"}
    passages = tuple(
        PassageFigure(
            at, kind, f"{kind} <i>&amp;</i>", at, MARA_S, "ph.sword", caption=captions.get(kind, ""),
            checks=(check,) if kind in {"dice", "fight"} else (), blows=((WOLF, blow),) if kind == "round" else (),
        )
        for at, kind in enumerate(kinds, 1)
    )  # fmt: skip
    take_look(theme)
    view.show_figure(replace(STORY, passages=passages))
    shown = view.tale.toPlainText()
    assert shown.count("<i>&amp;</i>") >= len(kinds) - 3
    for words in ("The wolf <b>bites</b>.", "Victory", "Round 2", "success", "16"):
        assert words in shown, words
    assert not view.tale.grab().toImage().isNull()
