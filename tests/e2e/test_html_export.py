"""The HTML replay, of a talk, a story and a day in the office, and the day's logbook, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from parley.core.export.registry import EXPORTS
from parley.core.home import Home
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import fold
from parley.core.log.state import State
from parley.core.measures.convergence import parley
from parley.core.measures.language import TakenWords
from parley.core.modes.story.events import DiceRolled
from parley.core.perspective.lens import Lens
from tests.day_events import a_day
from tests.played_runs import talk
from tests.standup_events import sample_events
from tests.story_configs import a_story, told

if TYPE_CHECKING:
    from tests.e2e.browser import Browser

SEEN = "return [...document.querySelectorAll(arguments[0])].filter((each) => each.getClientRects().length).length"
COUNT = "return document.querySelectorAll(arguments[0]).length"


def shown(browser: Browser, folder: Path, events: Sequence[Event], fragment: str = "") -> State:
    """Show the page of a run."""
    state = fold(events)
    page = folder / f"{state.run}.html"
    EXPORTS["html"].write(state, events, page)
    browser.open(page, fragment)
    return state


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """A browser that shows a standup, and complains about nothing."""
    shown(browser, tmp_path, sample_events(12))
    yield browser
    assert browser.complaints() == []


def where(browser: Browser) -> str:
    return browser.text("#where")


def test_it_opens_at_the_first_turn_with_every_view_drawn_and_fits(show: Browser) -> None:
    assert where(show) == "Turn 1 of 12"
    for height in (900, 760):
        show.emulate("Emulation.setDeviceMetricsOverride", width=1440, height=height, deviceScaleFactor=1, mobile=False)
        tall, room = show.run("return [document.documentElement.scrollHeight, innerHeight]")
        assert tall <= room == height
    told = "return document.querySelector('.after .part').checkVisibility({contentVisibilityAuto: true})"
    assert show.run(told) is False
    show.click(".after summary")
    assert show.run(told) is True
    assert show.run(COUNT, "#rows .row") == 12
    assert show.run(COUNT, "#plan .m") == 5
    high = "return document.querySelector(arguments[0]).getBoundingClientRect().height"
    assert show.run(high, "#plan .r.lit") > 0.5 * show.run(high, "#plan"), "the camera is at the talk's room"
    assert show.run(COUNT, "#lanes .pill") == 12
    assert show.run(COUNT, "#graph .m") == 5
    assert show.run(COUNT, "#graph .edge") == 10
    assert "No language model" in show.text("#voices")


@pytest.mark.slow
def test_keys_step_through_the_run_and_it_plays(show: Browser) -> None:
    spoken = [turn.text for turn in fold(sample_events()).turns]
    show.press("Home")
    assert where(show) == "before the first turn"
    assert show.run("return document.querySelector('#bubble').hidden") is True
    for number in (1, 2, 3):
        show.press("ArrowRight")
        assert where(show) == f"Turn {number} of 12"
        assert spoken[number - 1] in show.text("#bubble")
        assert spoken[number - 1] in show.text("#rows .now")
    show.press("ArrowLeft")
    assert where(show) == "Turn 2 of 12"
    assert show.run(COUNT, "#rows .row.later") == 10
    show.press("End")
    assert where(show) == "Turn 12 of 12"
    # Play and pause.
    show.press("Home")
    show.run("document.getElementById('speed').value = '8'")
    show.click("#play")
    show.wait("document.getElementById('where').textContent.startsWith('Turn 3')")
    label = "return document.getElementById('play').getAttribute('aria-label')"
    assert show.run(label) == "Pause"
    show.run("document.activeElement.blur()")
    show.press("Space")
    assert show.run(label) == "Play"


def test_a_click_on_a_row_or_a_capsule_shows_that_turn(show: Browser) -> None:
    show.click("#rows li[data-turn='4'].row .text")
    assert where(show) == "Turn 4 of 12"
    show.run("document.querySelectorAll('#lanes .pill')[1].dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    assert where(show) == "Turn 2 of 12"
    show.run("const s = document.getElementById('scrub'); s.value = 6; s.dispatchEvent(new Event('input'))")
    assert where(show) == "Turn 6 of 12"


def test_the_bars_show_the_events_own_numbers_and_thoughts_can_be_hidden(browser: Browser, tmp_path: Path) -> None:
    state = shown(browser, tmp_path, sample_events(12), "#t6")
    selected = state.turns[5].selected
    assert selected
    assert where(browser) == "Turn 6 of 12"
    text = browser.text("#why")
    assert f"draw {selected.draw:.2f}" in text
    for candidate in selected.candidates:
        if candidate.probability:
            assert state.name_of(candidate.member) in text
            assert f"{100 * candidate.probability:.0f} %" in text
    visible = "return [...document.querySelectorAll('#rows .thought')].some((each) => each.offsetParent)"
    assert browser.run(visible) is True
    browser.press("t")
    assert browser.run(visible) is False
    browser.click("#thoughts")
    assert browser.run(visible) is True


def test_it_is_read_through_one_members_eyes(browser: Browser, tmp_path: Path) -> None:
    state = shown(browser, tmp_path, a_day("en"))
    entry = next(entry for entry in state.entries if entry.kind == "observation")
    places = [member.id for member in state.setup.members]
    member = entry.heard_by[0]
    browser.press("End")
    lens = Lens(state, member)
    choose = (
        "const box = document.getElementById('lens'); box.value = arguments[0]; box.dispatchEvent(new Event('change'))"
    )
    turns = (
        "return [...document.querySelectorAll('#rows li.row' + arguments[0])].map((each) => Number(each.dataset.turn))"
    )
    browser.run(choose, str(places.index(member)))
    witnessed = {entry.seq for entry in state.entries if lens.witnessed(entry)}
    assert browser.run(turns, ".missed") == [turn.number for turn in state.turns if turn.seq not in witnessed]
    closed = "return [...document.querySelectorAll('#rows .thought')].filter((each) => each.offsetParent).length"
    assert browser.run(closed) == sum(len(turn.ended.thoughts) for turn in state.turns if turn.member == member)
    assert browser.run("return document.querySelector('#rows .seen.mine').textContent").endswith(entry.text)
    assert [text for text in (memory.text for memory in lens.memories) if text not in browser.text("#lived")] == []
    # Before the first turn nothing of the day is remembered, and afterwards everybody's view is as it was.
    browser.run("const s = document.getElementById('scrub'); s.value = 0; s.dispatchEvent(new Event('input'))")
    assert lens.memories[-1].text not in browser.text("#lived")
    browser.run(choose, "-1")
    assert browser.run(COUNT, "#rows .missed, #rows .mine, #rows .closed") == 0
    assert browser.complaints() == []


@pytest.mark.slow
def test_the_bubble_never_covers_its_speaker_nor_leaves_the_plan(show: Browser) -> None:
    covered = """
        const bubble = document.getElementById('bubble').getBoundingClientRect();
        const box = document.getElementById('floor').getBoundingClientRect();
        const disc = document.querySelector('#plan .speaks .disc');
        if (!disc) return [];
        const face = disc.getBoundingClientRect(), x = face.x + face.width / 2, y = face.y + face.height / 2;
        return [
            x > bubble.left && x < bubble.right && y > bubble.top && y < bubble.bottom ? 'covered' : '',
            bubble.left < box.left || bubble.right > box.right || bubble.bottom > box.bottom ? 'outside' : '',
        ].filter(Boolean)"""
    for width, height in ((1440, 900), (1024, 700), (400, 800)):
        show.emulate(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        show.press("Home")
        for _ in range(12):
            show.press("ArrowRight")
            assert show.run(covered) == [], (width, where(show))
        assert show.run("return document.documentElement.scrollWidth <= innerWidth") is True


def test_nothing_of_a_hostile_run_is_executed(browser: Browser, tmp_path: Path) -> None:
    state = shown(browser, tmp_path, sample_events(12, nasty=True))
    browser.press("Home")
    for _ in range(12):
        browser.press("ArrowRight")
    assert browser.run("return window.hacked ?? null") is None
    assert browser.run(COUNT, "main img, main script, main a[href^=javascript]") == 0
    assert browser.run(COUNT, "#plan .m") == 5
    text = browser.run("return document.querySelector('#rows li.row .text').textContent")
    assert text == state.turns[0].text
    assert browser.run("return document.title").startswith("Standup: =1+1 <svg onload")
    assert [url for url in browser.requests() if not url.startswith("file://")] == []
    assert browser.complaints() == []


def test_the_policy_stops_what_would_be_injected(show: Browser) -> None:
    show.run("""
        const image = document.createElement('img');
        image.src = 'http://127.0.0.1:9/pixel.png';
        document.body.append(image);
        fetch('http://127.0.0.1:9/').catch(() => { window.refused = true; });
    """)
    show.wait("window.refused")
    assert any("Content Security Policy" in message for message in show.complaints())


def test_it_follows_the_colour_scheme_and_prints_the_whole_transcript(show: Browser) -> None:
    for scheme, colour in (("light", "rgb(245, 244, 240)"), ("dark", "rgb(21, 23, 27)")):
        show.emulate("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        assert show.run("return getComputedStyle(document.documentElement).backgroundColor") == colour
    show.emulate("Emulation.setEmulatedMedia", media="print")
    assert show.run(SEEN, "#rows .row") == 12
    assert show.run(SEEN, "footer, .floor, .net") == 0


def test_without_javascript_the_transcript_is_there(browser: Browser, tmp_path: Path) -> None:
    browser.emulate("Emulation.setScriptExecutionDisabled", value=True)
    state = shown(browser, tmp_path, sample_events(12))
    browser.emulate("Emulation.setScriptExecutionDisabled", value=False)
    # A page without scripts does not say when it is laid out.
    browser.wait(f"document.querySelector('main').innerText.includes({json.dumps(state.turns[-1].text)})")
    text = browser.text("main")
    assert all(turn.text in text for turn in state.turns)
    assert browser.run("return document.getElementById('plan').getBoundingClientRect().height") == 0
    assert browser.run("return document.querySelector('footer').offsetParent === null") is True


def test_a_long_run_and_an_empty_one(browser: Browser, tmp_path: Path) -> None:
    shown(browser, tmp_path, sample_events(600), "#t300")
    assert where(browser) == "Turn 300 of 600"
    assert browser.run(COUNT, "#lanes .pill") < 80
    shown(browser, tmp_path, sample_events(0, ended=False)[:1])
    browser.press("Space", "ArrowRight", "End")
    assert where(browser) == "before the first turn"
    assert "Nobody has said anything yet." in browser.text(".transcript")
    assert browser.complaints() == []


SCRIPT = ("I look around.", "I try to climb the sign, DC 12.", "Go to the jetty.", "I talk to Marta.", "Goodbye.")
HOSTILE = "<img src=x onerror=document.title=1> & <b>Mira</b>"


def open_story(browser: Browser, folder: Path, *, name: str = "") -> tuple[State, int]:
    """Show a story; the state at its end, and the turn behind its dice."""
    home = Home(folder / "home")
    home.prepare()
    events = list(told(home, a_story(concept="raftsman", script=SCRIPT)).replay.events)
    if name:
        first, config = events[0], fold(events).setup
        renamed = {each.id: each.model_copy(update={"name": name}) for each in config.members if each.id == "marta"}
        members = tuple(renamed.get(each.id, each) for each in config.members)
        events[0] = type(first)(at=first.at, config=config.model_copy(update={"members": members}).as_json())
    at = next(at for at, event in enumerate(events) if isinstance(event, DiceRolled))
    rolled = next(event.turn for event in events[at:] if isinstance(event, TurnEnded))
    return shown(browser, folder, events), rolled


def go(browser: Browser, turn: int) -> None:
    browser.run(f"const s = document.getElementById('scrub'); s.value = {turn}; s.dispatchEvent(new Event('input'))")


def test_a_story_is_told_as_one(show: Browser, tmp_path: Path) -> None:
    state, rolled = open_story(show, tmp_path)
    assert show.run(COUNT, "#plan, #lanes, #why") == 0
    go(show, rolled)
    assert state.turns[rolled - 1].text in show.text("#tale-place .speech")


def test_a_duologue_shows_its_sides_face_to_face_and_how_alike_they_sound(
    browser: Browser, home: Home, tmp_path: Path
) -> None:
    opened = told(home, talk(24))
    state = shown(browser, tmp_path, opened.replay.events)
    turns = [turn.text for turn in state.turns]
    assert browser.run(COUNT, "#plan, #lanes, #why") == 0
    browser.press("Home")
    assert browser.run(COUNT, "#duo .line") == 0
    for number in (1, 2, 3):
        browser.press("ArrowRight")
        said = browser.run("return [...document.querySelectorAll('#duo .line .text')].map((each) => each.textContent)")
        assert said == turns[:number]
    sides = browser.run("return [...document.querySelectorAll('#duo .line')].map((each) => each.classList[2])")
    assert sides == ["left", "right", "left"]
    # The score is the one that the measures give, after every turn.
    first, second = (member.id for member in state.setup.members)
    spoken = [(turn.member, turn.text) for turn in state.turns]
    browser.press("End")
    assert float(browser.text("#duo-score")) == pytest.approx(parley(spoken, first, second).score, abs=0.006)
    # What is marked as taken over is what the measure finds.
    words = TakenWords()
    taken = [[turn.text[at : at + length] for at, length in words.read(turn.member, turn.text)] for turn in state.turns]
    marked = "return [...document.querySelectorAll('#duo .now u')].map((each) => each.textContent)"
    for number, found in enumerate(taken, 1):
        browser.run(
            f"const s = document.getElementById('scrub'); s.value = {number}; s.dispatchEvent(new Event('input'))"
        )
        assert browser.run(marked) == found
    assert any(taken)
    assert browser.run(SEEN, "#graph") == 0
    assert browser.complaints() == []


def test_names_are_text(show: Browser, tmp_path: Path) -> None:
    open_story(show, tmp_path, name=HOSTILE)
    for turn in range(6):
        go(show, turn)
    assert show.run(COUNT, "img") == 0
    assert show.run("return document.title") != "1"
    assert HOSTILE in show.run("return document.body.textContent")


AWAY = "return document.querySelectorAll('#plan .m.away').length"
SPOT = "return document.querySelectorAll('#plan .m')[arguments[0]].style.transform"


@pytest.fixture
def day(show: Browser, tmp_path: Path) -> Browser:
    """A browser that shows a day."""
    shown(show, tmp_path, a_day(), "#t9")
    return show


@pytest.mark.slow
def test_people_are_where_the_scene_is(day: Browser) -> None:
    assert day.run("return document.querySelector('#plan .lit-name').textContent") == "Küche"
    assert day.text("#floor-side") == "Szene 2 · 09:20 · Küche · 2 anwesend"
    assert day.run(COUNT, "#plan .r.lit") == 1
    # Svea and Ilja talk; the bystander is no part of it.
    assert day.run(AWAY) == 5
    kitchen = day.run(SPOT, 1)
    for _ in range(4):
        day.press("ArrowRight")
    assert day.text("#floor-side").startswith("Szene 3 · 10:00 · Besprechung")
    assert day.run(AWAY) == 2
    day.press("End")
    assert day.run(AWAY) == 0
    assert day.run(SPOT, 1) != kitchen
    # Nobody is lit while all work at their desks.
    day.press("Home")
    for _ in range(19):
        day.press("ArrowRight")
    assert day.text("#floor-side").startswith("Szene 4 · 10:50 · an den Plätzen")
    assert day.run(COUNT, "#plan .r.lit") == 0
    assert day.run("return document.querySelector('#bubble').hidden") is False


def test_the_translation_is_there_when_it_is_wanted(day: Browser) -> None:
    assert day.run(SEEN, ".other") == 0
    day.run("document.getElementById('other').click()")
    assert day.run(SEEN, ".other") > 20
    assert day.run("return document.querySelector('#bubble .other').textContent").startswith("That was the build")
