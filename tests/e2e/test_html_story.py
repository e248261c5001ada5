"""The HTML replay of a story in a real browser: place, dice, sheet, choices, and no round table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.export.registry import EXPORTS
from core.home import Home
from core.log.events.turn import TurnEnded
from core.log.fold import fold
from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.events import DiceRolled
from core.modes.story.state import StoryState
from tests.e2e.browser import Browser
from tests.story_configs import a_story, told

SCRIPT = ("I look around.", "I try to climb the sign, DC 12.", "Go to the jetty.", "I talk to Marta.", "Goodbye.")
HOSTILE = "<img src=x onerror=document.title=1> & <b>Mira</b>"


def open_story(browser: Browser, folder: Path, *, name: str = "") -> tuple[State, int]:
    """Show a story; the state at its end, and the turn behind its dice."""
    home = Home(folder / "home")
    home.prepare()
    opened = told(home, a_story(concept="raftsman", script=SCRIPT))
    events = list(opened.replay.events)
    state = fold(events)
    if name:
        members = tuple(
            member.model_copy(update={"name": name}) if member.id == "marta" else member
            for member in state.setup.members
        )
        first = events[0]
        events[0] = type(first)(at=first.at, config=state.setup.model_copy(update={"members": members}).as_json())
        state = fold(events)
    page = folder / "story.html"
    EXPORTS["html"].write(state, events, page)
    browser.open(page)
    at = next(at for at, event in enumerate(events) if isinstance(event, DiceRolled))
    return state, next(event.turn for event in events[at:] if isinstance(event, TurnEnded))


@pytest.fixture
def show(browser: Browser) -> Iterator[Browser]:
    yield browser
    assert browser.complaints() == []


def go(browser: Browser, turn: int) -> None:
    browser.run(f"const s = document.getElementById('scrub'); s.value = {turn}; s.dispatchEvent(new Event('input'))")


def test_a_story_is_told_as_one(show: Browser, tmp_path: Path) -> None:
    state, rolled = open_story(show, tmp_path)
    assert show.run("return document.querySelectorAll('#plan, #lanes, #why').length") == 0
    go(show, rolled)
    dice = show.run("return [...document.querySelectorAll('.die')].map((die) => die.textContent)")
    thrown = next(check for check in state[StoryState].dice.checks) if state[StoryState].dice else None
    assert thrown is not None
    assert dice == [str(die) for die in thrown.roll.dice]
    assert f"against {thrown.against}" in show.text(".throw")
    assert ("success" if thrown.success else "failure") in show.text(".throw")
    assert state.turns[rolled - 1].text in show.text("#tale-place .speech")
    show.press("End")
    sheet = show.text("#tale-sheet")
    tale = state[StoryState]
    assert tale.sheet is not None
    assert f"{tale.player.health}/{tale.health}" in sheet
    for value in tale.sheet.attributes.values():
        assert str(value) in sheet
    for item, count in tale.player.items.items():
        if count:
            assert state.setup[StoryConfig].setting.item_name(item, "en").casefold() in sheet.casefold()
    place = state.setup[StoryConfig].setting.place_name(tale.here, "en")
    assert show.text(".place-name").casefold() == place.casefold()


def test_what_was_offered_and_taken_is_marked(show: Browser, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    opened = told(home, a_story(concept="raftsman", autoplay=True, turns=3))
    state = fold(opened.replay.events)
    EXPORTS["html"].write(state, opened.replay.events, tmp_path / "story.html")
    show.open(tmp_path / "story.html")
    taken = 0
    for turn in state.turns:
        go(show, turn.number)
        if turn.member == "player" and show.run("return document.querySelectorAll('.choice').length"):
            assert show.run("return document.querySelectorAll('.choice').length") == 3
            assert show.text(".choice.taken").rstrip(".") == turn.text.rstrip(".")
            taken += 1
    assert taken >= 2


def test_names_are_text(show: Browser, tmp_path: Path) -> None:
    open_story(show, tmp_path, name=HOSTILE)
    for turn in range(6):
        go(show, turn)
    assert show.run("return document.querySelectorAll('img').length") == 0
    assert show.run("return document.title") != "1"
    assert HOSTILE in show.run("return document.body.textContent")
