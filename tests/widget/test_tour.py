"""The tour: somebody does what each step asks for, in a real window, and ends at a run of their own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

from parley.core import settings as settings_file
from parley.desktop.first_run.page import StartPage
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.tour.commands import TourCommands
from parley.desktop.tour.targets import Step, find_place, tour, typed_into
from parley.desktop.tour.view.card import StepCard
from tests.widget.real_window import CTRL, Desk, Opener


def still(desk: Desk) -> None:
    """Let nothing move, and the run not wait long between two turns."""
    settings = desk.studio.settings
    desk.desktop.setup.settings.save_settings(settings_file.set_group(settings, "look", motion=False))
    desk.desktop.session.set_speed(8.0)


async def begun(desk: Desk) -> tuple[TourCommands, StepCard]:
    still(desk)
    desk.action("tour").trigger()
    tours = desk.desktop.commands.rooms["tour"]
    await desk.until(lambda: tours.overlay, "the tour begins")
    await desk.idle()
    assert tours.overlay is not None
    return tours, tours.overlay.card


def hole(tours: TourCommands) -> QRect:
    """The hole, once it is where it is to be."""
    assert tours.overlay is not None
    tours.overlay.follow()
    return tours.overlay.hole


async def at_step(desk: Desk, tours: TourCommands, at: int) -> Step:
    """The step, once it is shown, with a hole and the keyboard on its card."""
    await desk.until(lambda: tours.at == at, f"step {at + 1} is shown")
    typed = typed_into(desk.window, tour().steps[at].target)
    await desk.until(lambda: tours.overlay and (typed or tours.overlay.card).hasFocus(), "it has the keyboard")
    await desk.until(lambda: not hole(tours).isEmpty(), "there is a hole")
    assert tours.overlay is not None
    card = tours.overlay.card
    assert f"{at + 1} of {len(tour().steps)}" in card.accessibleName()
    assert tour().steps[at].title["en"] in card.accessibleName()
    assert desk.window.rect().contains(card.geometry()), "the card is whole"
    return tour().steps[at]


@pytest.mark.slow
async def test_every_step_is_done_with_keys_and_clicks(desk: Desk) -> None:
    window, model = desk.window, desk.desktop.model
    tours, card = await begun(desk)
    assert (desk.state.setup.title, desk.desktop.session.playing) == ("A day in the office", False)
    await at_step(desk, tours, 0)
    assert hole(tours).contains(find_place(window, "floor_plan").locate_in(window).center())  # type: ignore[union-attr]
    desk.key(Qt.Key.Key_Return)

    step = await at_step(desk, tours, 1)
    assert (step.done, card.task.isVisible()) == ("plays", True)
    desk.key(Qt.Key.Key_Space)
    await at_step(desk, tours, 2)
    assert desk.desktop.session.playing
    desk.click(card.next)
    await at_step(desk, tours, 3)
    assert window.in_front("inspector")
    desk.click(card.back)
    await at_step(desk, tours, 2)
    desk.key(Qt.Key.Key_Return)
    await at_step(desk, tours, 3)
    desk.key(Qt.Key.Key_Return)

    await at_step(desk, tours, 4)
    field = window.toolbar.inject.field
    through = window.childAt(field.mapTo(window, field.rect().center()))
    assert through is field, "a click goes through the hole"
    assert window.childAt(window.rect().center()) is tours.overlay, "and nowhere else"
    assert field.hasFocus(), "letters typed elsewhere are shortcuts"
    # What is put in ends what was written.
    await desk.until(lambda: desk.turns > 2, "there is an earlier turn")
    desk.type("The trailer is due on Friday")
    desk.key(Qt.Key.Key_Return)

    await at_step(desk, tours, 5)
    desk.key(Qt.Key.Key_Left)
    await at_step(desk, tours, 6)
    assert not model.live
    first = desk.state.run
    desk.key(Qt.Key.Key_B, CTRL)

    await at_step(desk, tours, 7)
    assert desk.state.parent == first
    assert window.in_front("affinity")
    window.resize(1024, 700)
    await desk.until(lambda: tours.overlay and tours.overlay.size() == window.size(), "it is as large as the window")
    window.show_dock("affinity")
    assert window.rect().contains(hole(tours))
    window.panels["affinity"].dock.hide()
    assert hole(tours).isEmpty(), "there is nothing to point at"
    desk.key(Qt.Key.Key_Return)

    await at_step(desk, tours, 8)
    desk.click(card.next)
    dialog = await desk.dialog(NewRunDialog)
    assert tours.overlay is None
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    await desk.idle()
    runs = {each.id for each in desk.desktop.commands._runs}
    assert {first, desk.state.run} <= runs, "both are runs like any other"


@pytest.mark.slow
async def test_it_can_be_left_at_any_time(desk: Desk) -> None:
    tours, card = await begun(desk)
    stops = [card.end, card.next]
    for stop in stops:
        desk.key(Qt.Key.Key_Tab)
        assert stop.hasFocus()
    desk.key(Qt.Key.Key_Escape)
    assert (tours.overlay, desk.window.area.hasFocus()) == (None, True)
    tours, _card = await begun(desk)
    desk.action("watch").trigger()
    await desk.until(lambda: tours.overlay is None, "whoever goes to the start page has left it")
    await desk.idle()


@pytest.mark.slow
def test_the_start_page_offers_it_and_nothing_lies_over_the_page(opened: Opener) -> None:
    async def first(desk: Desk) -> None:
        await desk.until(lambda: desk.window.on_start, "the start page is there")
        await desk.idle()
        assert desk.notices() == []
        still(desk)
        page = desk.window.findChild(StartPage)
        assert page is not None
        desk.click(page.tour)
        await desk.until(lambda: desk.desktop.commands.rooms["tour"].overlay, "it begins")
        assert not desk.window.on_start

    opened(first, welcomed=False)


def test_steps_are_said_in_both_languages_and_what_they_ask_for_is_known() -> None:
    assert 7 <= len(tour().steps) <= 9
    assert {step.done for step in tour().steps if step.task} == {"plays", "injected", "rewound", "forked"}
    for step in tour().steps:
        for words in filter(None, (step.title, step.text, step.task)):
            assert words.keys() == {"en", "de"}
