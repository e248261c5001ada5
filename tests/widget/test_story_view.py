"""The story dock under real clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from parley.core.modes.story.events import Blow, Check, Roll
from parley.core.modes.story.shown import ItemStack
from parley.core.modes.story.vignette.scenery import Scenery
from parley.desktop.modes.story.figures import (
    CardFigure,
    Face,
    FighterFigure,
    PassageFigure,
    PersonFigure,
    SheetFigure,
    StoryFigure,
)
from parley.desktop.modes.story.view import StoryView
from parley.desktop.modes.story.view.marks import FaceButton
from parley.desktop.widgets.theme import DARK, LIGHT
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
        FighterFigure(WOLF, 3, 7, 19, (("stunned", 1),)),
        FighterFigure(PLAYER, 7, 12, 11, acting=True),
        FighterFigure(Face("rat", "Rat", "R", "rust"), 0, 3, 4),
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


def press(widget: QWidget) -> None:
    QTest.mouseClick(widget, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(widget.width() // 2, widget.height() // 2))
    QApplication.processEvents()


def texts(view: StoryView) -> str:
    return "\n".join(label.text() for label in view.findChildren(QLabel) if label.isVisible())


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
        tagged = [label for label in view.findChildren(QLabel) if label.isVisible() and "</" in label.text()]
        assert tagged, "the modifiers stand out"
        assert {label.textFormat() for label in tagged} == {Qt.TextFormat.RichText}
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
    QTest.keyClick(view.column, Qt.Key.Key_1)
    view.choose(2)
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
    view.choose(1)
    for name in ("Say goodbye to Mara", "Give: Silver coin", "Drop: Silver coin"):
        press(button(view, name))
    assert not heard
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


def test_things_are_given_and_put_down_one_by_one(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    view.show_figure(TALK)
    press(button(view, "Drop: Silver coin"))
    press(button(view, "Give: Silver coin"))
    press(button(view, "Say goodbye to Mara"))
    assert heard == [
        ("did", "drop", "", "coin", 1),
        ("did", "give", "mara", "coin", 1),
        ("did", "part", "mara", "", 1),
    ]


def test_a_fight_says_who_is_how(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    view.show_figure(FIGHT)
    assert view.side.fight.isVisible()
    assert all(each in texts(view) for each in ("19  Fog wolf", "stunned, 1 turn", "your turn", "out of the fight"))
    press(next(each for each in view.side.fight.findChildren(FaceButton) if each.face.id == "player"))
    assert heard == [("member", "player")]
    assert not [each for each in view.findChildren(QAbstractButton) if each.accessibleName().startswith("Go:")]
    view.show_figure(STORY)
    assert not view.side.fight.isVisible()


def test_the_column_is_walked_by_keys_and_read_out(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    view.show_figure(STORY)
    assert "rope" in view.column.accessibleDescription()
    view.column.setFocus()
    QTest.keyClick(view.column, Qt.Key.Key_Up)
    assert view.column.accessibleDescription().startswith("Mara: What do you want")
    QTest.keyClick(view.column, Qt.Key.Key_Return)
    for _ in range(3):
        QTest.keyClick(view.column, Qt.Key.Key_Up)
    QTest.keyClick(view.column, Qt.Key.Key_Return)
    assert heard == [("turn", 3), ("turn", 1)]


def test_somebody_who_reads_back_is_left_where_they_are(view: StoryView) -> None:
    many = tuple(replace(LINES[0], seq=seq, turn=seq, text=f"Line {seq}. " * 20) for seq in range(1, 120))
    view.show_figure(replace(STORY, passages=many))
    view.column.setFocus()
    view.column.reveal(40)
    top = view.column.in_sight()[0]
    more = (*many[1:], replace(LINES[0], seq=500, turn=500))
    view.show_figure(replace(STORY, passages=more))
    assert not view.column.following
    assert view.column.in_sight()[0] == (top[0] - 1, top[1]), "the oldest went, and nothing moved"
    QTest.keyClick(view.column, Qt.Key.Key_End)
    assert view.column.following


def test_dice_are_drawn_in_both_themes_at_every_size(view: StoryView) -> None:
    rolls = [
        Roll(notation=f"{count}d{sides} disadvantage", dice=(2,) * 2 * count, kept=(2,) * count, modifier=2, total=9)
        for sides, count in ((4, 1), (6, 1), (8, 1), (10, 1), (12, 1), (20, 1), (100, 1), (3, 12))
    ]
    checks = tuple(Check(what="check", who="W", roll=roll, against=12, success=False) for roll in rolls)
    blow = Blow(actor="wolf", action="attack", text="9 against 12.", checks=checks)
    passages = (
        *LINES,
        PassageFigure(5, "dice", "9 against 12.", icon="ph.dice-five", good=False, checks=checks),
        PassageFigure(6, "fight", "A wolf!", icon="ph.sword", checks=checks),
        PassageFigure(7, "round", "", icon="ph.sword", caption="1", blows=((WOLF, blow),)),
        PassageFigure(8, "outcome", "Won.", icon="ph.trophy", caption="victory", good=True),
        PassageFigure(9, "mark", "It is over.", icon="ph.compass", caption="epilogue"),
        PassageFigure(10, "note", "After the talk…", icon="ph.book-open"),
    )
    view.show_figure(replace(FIGHT, passages=passages))
    for theme, scale, width in ((LIGHT, 1.0, 900), (DARK, 1.5, 320), (LIGHT, 0.8, 320), (DARK, 1.0, 640)):
        take_look(theme, scale)
        view.resize(width, 700)
        for row in range(len(passages)):
            view.column.reveal(row)
            shape = view.column.shape(row)
            assert shape.height > 0
            assert not view.grab().isNull()
    assert "failure" in view.column.accessibleDescription() or view.column.accessibleDescription()


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


def test_the_keys_go_to_the_field_when_the_pressed_button_is_gone(view: StoryView) -> None:
    view.show_figure(TALK)
    view.activateWindow()
    part = button(view, "Say goodbye to Mara")
    part.setFocus()
    QTest.keyClick(part, Qt.Key.Key_Space)
    view.show_figure(replace(STORY, why_not="Mara is speaking…"))
    assert view.window().focusWidget() is view.hand.field


def test_a_crowd_and_a_hoard_are_cut_until_they_are_asked_for(view: StoryView) -> None:
    hoard = tuple(ItemStack(f"thing{at}", f"Thing {at}", 1 + at % 3) for at in range(300))
    crowd = tuple(replace(MARA, face=Face(f"mara{at}", f"Mara {at}", "M")) for at in range(30))
    view.show_figure(replace(STORY, items=hoard, people=crowd))
    shown = [each for each in view.side.inventory.findChildren(QLabel) if each.text().startswith("Thing")]
    assert len(shown) == 30
    more = button(view, "Show all 300")
    more.setFocus()
    press(more)
    things = [text for text in texts(view).splitlines() if text.startswith("Thing")]
    assert (len(things), things[-1]) == (300, "Thing 299 × 3")
    press(button(view, "Show all 30"))
    assert button(view, "Talk with Mara 29").isEnabled()


OFFERED = replace(
    TALK,
    offer="Mara wants 4 × coin for 1 × rope.",
    answers=("It's a deal", "No thanks"),
)


def test_an_offer_stands_in_words_and_is_answered_by_a_click(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    view.show_figure(TALK)
    assert view.options.isHidden()
    view.show_figure(OFFERED)
    assert view.options.isVisible()
    assert view.options.words.text() == "Mara wants 4 × coin for 1 × rope."
    assert [button.text() for button in view.options.buttons] == ["It's a deal", "No thanks"]
    QTest.mouseClick(view.options.buttons[1], LEFT)
    assert heard == [("acted", "No thanks")]
    view.show_figure(replace(OFFERED, why_not="The others answer first…"))
    assert not any(button.isEnabled() for button in view.options.buttons)


CARDS = (
    CardFigure("person:mara", "person", "Mara", "Owes you a rope.", 4, used=True),
    CardFigure("place:mill", "place", "The old mill", "A fight was lost here.", 7),
    CardFigure("said:1", "promise", "To Mara", "I'll bring you the bell.", 3, forgotten=True),
)


def test_a_card_is_written_on_in_place_and_says_what_is_wanted(view: StoryView, qtbot: QtBot) -> None:
    changed: list[tuple[object, ...]] = []
    view.card_changed.connect(lambda *values: changed.append(values))
    view.card_added.connect(lambda *values: changed.append(values))
    view.show_figure(replace(STORY, cards=CARDS, may_write=True))
    part = view.side.cards
    assert part.isVisibleTo(view)
    part.edit("person:mara")
    assert part.writing is not None
    assert part.writing.text.text() == "Owes you a rope."
    part.writing.text.setText("Owes you two ropes.")
    # The story goes on, and what was typed stays.
    view.show_figure(replace(STORY, turn=13, cards=(replace(CARDS[0], used=False), *CARDS[1:]), may_write=True))
    assert part.writing is not None
    assert part.writing.text.text() == "Owes you two ropes."
    QTest.mouseClick(part.writing.save, LEFT)
    assert changed == [("person:mara", {"text": "Owes you two ropes."})]
    assert part.writing is None
    part.edit("")
    assert part.writing is not None
    assert not part.writing.save.isEnabled()
    part.writing.title.setText("Tides")
    part.writing.text.setText("Low at seven.")
    QTest.mouseClick(part.writing.save, LEFT)
    assert changed[1:] == [("Tides", "Low at seven.")]
    again = next(stop for stop in part.stops() if "again" in stop.accessibleName())
    QTest.mouseClick(again, LEFT)
    assert changed[2:] == [("said:1", {"forgotten": False})]


def test_cards_of_the_past_are_only_read_and_an_empty_story_says_so(view: StoryView) -> None:
    view.show_figure(replace(STORY, cards=CARDS, may_write=True))
    view.side.cards.edit("person:mara")
    view.show_figure(replace(STORY, cards=CARDS[:2], why_not="Past."))
    part = view.side.cards
    assert part.writing is None
    assert not any("Write on" in stop.accessibleName() for stop in part.stops())
    view.show_figure(replace(STORY, cards=()))
    shown = [label.text() for label in part.findChildren(QLabel) if label.isVisibleTo(view)]
    assert any("Nothing is remembered" in text for text in shown)


def test_the_place_has_its_picture_its_ways_and_what_is_shut(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    seen = Scenery("ferry/jetty", "shore", "night", "river", "woods", ("fog",), ("night", "fog"))
    reason = "There is only water between here and there."
    view.show_figure(replace(STORY, scenery=seen, shut=(("The far bank", reason),)))
    QApplication.processEvents()
    assert {"night", "fog"} <= set(texts(view).splitlines())
    picture = view.side.place_card.view
    assert picture.isVisible()
    before = picture.grab().toImage()
    view.show_figure(replace(STORY, scenery=replace(seen, hour="day", weather=())))
    assert picture.grab().toImage() != before
    view.show_figure(replace(STORY, shut=(("The far bank", reason),)))
    assert f"The far bank · {reason}" in texts(view)
    press(button(view, "Go: The old mill"))
    assert heard == [("did", "go", "mill", "", 1)]
    assert not picture.isVisible()


def test_words_are_done_or_said_where_that_is_chosen(view: StoryView, heard: list[tuple[object, ...]]) -> None:
    view.show_figure(STORY)
    act, say = view.hand.manners.buttons.values()

    def written() -> object:
        view.focus_input()
        QTest.keyClicks(view.hand.field, "Over here")
        QTest.keyClick(view.hand.field, Qt.Key.Key_Return)
        return heard[-1][1]

    assert written() == "Over here"
    press(say)
    assert written() == "/say Over here"
    press(act)
    assert (written(), say.isChecked()) == ("/do Over here", False)
    QTest.keyClick(act, Qt.Key.Key_Space)
    assert written() == "Over here"
    # A choice is a choice, and in the interview there is nothing to be done.
    press(say)
    view.choose(2)
    assert heard[-1] == ("acted", "2")
    view.show_figure(replace(STORY, question=2))
    assert not view.hand.manners.isVisible()
    assert written() == "Over here"


def test_the_tale_is_searched(view: StoryView) -> None:
    view.show_figure(STORY)
    bar = view.reading.search
    press(view.reading.finder)
    QTest.keyClicks(bar.field, "THE ")
    assert bar.search.rows == [0, 1, 3]
    before = view.column.viewport().grab().toImage()
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert (bar.count.text(), bar.row) == ("2 of 3 lines", 1)
    assert view.column.viewport().grab().toImage() != before
    more = PassageFigure(5, "told", "The end of the rope.", 4, NARRATOR)
    view.show_figure(replace(STORY, passages=(*LINES, more)))
    assert bar.search.rows == [0, 1, 3, 4]
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert bar.isHidden()
    assert view.column.hasFocus()
