"""A story at the real window: begun by its dialog, played by keys and clicks, left and taken up again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from parley.core.cast.member import PLAYER
from parley.core.modes.story.composing import SETTINGS
from parley.core.modes.story.request import StoryRequest
from parley.core.modes.story.state import StoryState
from parley.desktop.new_run.view import NewRunDialog
from tests.story_configs import REHEARSAL
from tests.widget.new_run_forms import editor, pick
from tests.widget.real_window import Desk, Opener


def tale(desk: Desk) -> StoryState:
    return desk.state[StoryState]


async def yours(desk: Desk, also: Callable[[], bool] = lambda: True) -> None:
    """Wait until the player is asked."""
    model = desk.desktop.model
    await desk.until(
        lambda: model.players_turn and desk.state.status == "paused" and also(),
        f"it is the player's turn: {desk.notices()}",
    )
    await desk.idle()


async def begin(desk: Desk, **wish: object) -> None:
    """Begin a story by a wish, without the dialog, and wait for the player's turn."""
    desk.desktop.session.set_speed(0.0)
    asked = {"setting": "ferry", "concept": "rafter", "seed": 5, "voice": REHEARSAL, "simulated": True} | wish
    if asked["concept"] == "rafter":
        asked["concept"] = desk.studio.library.read(SETTINGS, "ferry").concepts[0].id
    await desk.desktop.session.start(desk.studio.compose(StoryRequest(**asked)))  # type: ignore[arg-type]
    await yours(desk)


async def test_a_story_is_begun_by_its_dialog_and_played_by_keys(desk: Desk) -> None:
    window = desk.window
    assert not window.docks["story"].isVisible()
    desk.desktop.session.set_speed(0.0)
    dialog = await desk.open("begin_story", NewRunDialog)
    assert dialog.get_kind() == "story"
    assert not dialog.people.cast.isVisible()
    pick(editor(dialog, "setting"), "ferry")
    editor(dialog, "concept").setCurrentIndex(1)
    editor(dialog, "player").setText("Mira")
    dialog.voice.setCurrentIndex(dialog.voice.findData("rehearsal"))
    dialog.more.click()
    dialog.shared["seed"].setText("5")
    desk.click(dialog.start)
    await desk.until(lambda: desk.state.find(StoryState) is not None, "the story has begun")
    await yours(desk)
    assert desk.state.name_of(PLAYER) == "Mira"
    assert window.docks["story"].isVisible()
    assert not window.stage.isVisible()
    await desk.until(lambda: window.toolbar._figure.yours, "the bars say so")
    await desk.until(lambda: window.timeline.state.whole() == "Your turn", "the timeline says so")
    field = window.view("story").hand.field
    await desk.until(lambda: window.focusWidget() is field, "whoever begins a story writes first")
    roles = {each.id: each.role for each in desk.desktop.model.members()}
    assert roles["player"] == tale(desk).sheet.concept  # type: ignore[union-attr]
    assert roles["narrator"] == "tells the story"
    notes = desk.desktop.model.build_inspector(desk.desktop.studio).notes
    assert notes[0].heading == tale(desk).routed.reason  # type: ignore[union-attr]
    assert desk.action("choice_3").isEnabled()
    desk.action("choice_1").trigger()
    await yours(desk, lambda: tale(desk).turn == 1)
    # Without a window manager nobody hands the window back its keys when a dialog closes.
    window.activateWindow()
    await desk.until(window.isActiveWindow, "the window is active")
    desk.action("play_pause").trigger()
    await desk.until(lambda: any("your turn" in each for each in desk.notices()), "it is said whose turn it is")
    desk.type("I look around the room.")
    desk.key(Qt.Key.Key_Return)
    await yours(desk, lambda: tale(desk).turn == 2)
    assert tale(desk).act == "I look around the room."


@pytest.mark.slow
async def test_who_acts_in_the_past_is_brought_to_the_end(desk: Desk) -> None:
    await begin(desk)
    desk.action("choice_1").trigger()
    await yours(desk, lambda: tale(desk).turn == 1)
    desk.desktop.model.show(1)
    assert not desk.desktop.model.live
    desk.action("choice_2").trigger()
    assert desk.desktop.model.live
    await yours(desk, lambda: tale(desk).turn == 2)
    await desk.desktop.session.fork(2)
    await desk.idle()
    assert desk.state.parent_turn == 2
    desk.action("play_pause").trigger()
    await yours(desk)


@pytest.mark.slow
async def test_a_talk_is_opened_and_left_and_what_cannot_be_done_is_a_notice(desk: Desk) -> None:
    await begin(desk)
    turns, view = desk.turns, desk.window.view("story")
    view.did.emit("go", "nowhere", "", 1)
    await desk.until(lambda: bool(desk.notices()), "it is told")
    await desk.idle()
    assert desk.turns == turns
    view.did.emit("talk", "marta", "", 1)
    await yours(desk, lambda: tale(desk).partner == "marta")
    view.did.emit("part", "marta", "", 1)
    await yours(desk, lambda: tale(desk).phase == "exploration" and bool(tale(desk).talks))


@pytest.mark.slow
async def test_autoplay_plays_to_the_end_and_every_view_follows(desk: Desk) -> None:
    for dock in ("speaker_flow", "affinity", "inspector"):
        desk.window.show_dock(dock)
    await begin(desk, turns=6)
    desk.action("autoplay").trigger()
    await desk.ended()
    assert tale(desk).turn >= 6
    assert desk.state.reason == "story"
    for turn in range(desk.turns + 1):
        desk.desktop.model.show(turn)
        desk.window.settle()
    figure = desk.desktop.model.network()
    assert figure.measure == "trust"
    assert not desk.window.stage.isVisible()
    await desk.played()
    assert desk.window.stage.isVisible(), "another run has its floor plan back"
    assert not desk.window.docks["story"].isVisible()


@pytest.mark.slow
def test_a_story_is_taken_up_where_it_was_left(opened: Opener) -> None:
    async def leave(desk: Desk) -> None:
        await begin(desk)
        desk.window.view("story").acted.emit("I attack the first thing that moves!")
        await yours(desk, lambda: tale(desk).turn == 1)
        seen.append((desk.state.run, tale(desk).phase, desk.turns))

    async def go_on(desk: Desk) -> None:
        run, phase, turns = seen[0]
        await desk.until(lambda: desk.state.run == run and desk.window.docks["story"].isVisible(), "it is open again")
        assert (tale(desk).phase, desk.turns) == (phase, turns)
        assert desk.desktop.model.players_turn
        desk.action("choice_1").trigger()
        await yours(desk, lambda: tale(desk).turn == 2)

    seen: list[tuple[str, str, int]] = []
    opened(leave)
    opened(go_on, empty=True)
