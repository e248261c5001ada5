"""The HTML replay in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.export.registry import EXPORTS
from core.log.fold import fold
from core.log.state import State
from tests.e2e.browser import Browser
from tests.standup_events import sample_events


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    open_sample(browser, tmp_path)
    yield browser
    assert browser.complaints() == []


def open_sample(browser: Browser, folder: Path, *, nasty: bool = False, turns: int = 12, fragment: str = "") -> State:
    events = sample_events(turns, nasty=nasty)
    page = folder / "run.html"
    state = fold(events)
    EXPORTS["html"].write(state, events, page)
    browser.open(page, fragment)
    return state


def where(browser: Browser) -> str:
    return browser.text("#where")


def test_it_opens_at_the_end_with_every_view_drawn(show: Browser) -> None:
    assert where(show) == "Turn 12 of 12"
    assert show.run("return document.querySelectorAll('#rows .row').length") == 12
    assert show.run("return document.querySelectorAll('#plan .m').length") == 5
    assert show.run("return document.querySelectorAll('#lanes .pill').length") == 12
    assert show.run("return document.querySelectorAll('#graph .m').length") == 5
    assert show.run("return document.querySelectorAll('#graph .edge').length") == 10
    assert "scripted stand-in" in show.text("#voices")


def test_keys_step_through_the_run(show: Browser) -> None:
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
    assert show.run("return document.querySelectorAll('#rows .row.later').length") == 10
    show.press("End")
    assert where(show) == "Turn 12 of 12"


def test_play_and_pause(show: Browser) -> None:
    show.run("document.getElementById('speed').value = '8'")
    show.click("#play")
    show.wait("document.getElementById('where').textContent.startsWith('Turn 3')")
    assert show.run("return document.getElementById('play').getAttribute('aria-label')") == "Pause"
    show.run("document.activeElement.blur()")
    show.press("Space")
    assert show.run("return document.getElementById('play').getAttribute('aria-label')") == "Play"


def test_a_click_on_a_row_or_a_capsule_shows_that_turn(show: Browser) -> None:
    show.click("#rows li[data-turn='4'].row .text")
    assert where(show) == "Turn 4 of 12"
    show.run("document.querySelectorAll('#lanes .pill')[1].dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    assert where(show) == "Turn 2 of 12"
    show.run("const s = document.getElementById('scrub'); s.value = 6; s.dispatchEvent(new Event('input'))")
    assert where(show) == "Turn 6 of 12"


def test_the_bars_show_the_events_own_numbers(browser: Browser, tmp_path: Path) -> None:
    state = open_sample(browser, tmp_path, fragment="#t6")
    selected = state.turns[5].selected
    assert selected
    assert where(browser) == "Turn 6 of 12"
    text = browser.text("#why")
    assert f"draw {selected.draw:.2f}" in text
    for candidate in selected.candidates:
        if candidate.probability:
            assert state.name_of(candidate.member) in text
            assert f"{100 * candidate.probability:.0f} %" in text


def test_thoughts_can_be_hidden(show: Browser) -> None:
    visible = "return [...document.querySelectorAll('#rows .thought')].some((each) => each.offsetParent)"
    assert show.run(visible) is True
    show.press("t")
    assert show.run(visible) is False
    show.click("#thoughts")
    assert show.run(visible) is True


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
    state = open_sample(browser, tmp_path, nasty=True)
    browser.press("Home")
    for _ in range(12):
        browser.press("ArrowRight")
    assert browser.run("return window.hacked ?? null") is None
    assert (
        browser.run("return document.querySelectorAll('main img, main script, main a[href^=javascript]').length") == 0
    )
    assert browser.run("return document.querySelectorAll('#plan .m').length") == 5
    shown = browser.run("return document.querySelector('#rows li.row .text').textContent")
    assert shown == state.turns[0].text
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_follows_the_colour_scheme(show: Browser, scheme: str) -> None:
    show.emulate("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    colour = show.run("return getComputedStyle(document.documentElement).backgroundColor")
    assert colour == {"light": "rgb(245, 244, 240)", "dark": "rgb(21, 23, 27)"}[scheme]


def test_without_javascript_the_transcript_is_there(browser: Browser, tmp_path: Path) -> None:
    browser.emulate("Emulation.setScriptExecutionDisabled", value=True)
    state = open_sample(browser, tmp_path)
    browser.emulate("Emulation.setScriptExecutionDisabled", value=False)
    text = browser.text("main")
    assert all(turn.text in text for turn in state.turns)
    assert browser.run("return document.getElementById('plan').getBoundingClientRect().height") == 0
    assert browser.run("return document.querySelector('footer').offsetParent === null") is True


def test_it_prints_the_whole_transcript(show: Browser) -> None:
    show.emulate("Emulation.setEmulatedMedia", media="print")
    seen = "return [...document.querySelectorAll(arguments[0])].filter((each) => each.getClientRects().length).length"
    assert show.run(seen, "#rows .row") == 12
    assert show.run(seen, "footer, .floor, .net") == 0


def test_a_long_run_and_an_empty_one(browser: Browser, tmp_path: Path) -> None:
    open_sample(browser, tmp_path, turns=600, fragment="#t300")
    assert where(browser) == "Turn 300 of 600"
    assert browser.run("return document.querySelectorAll('#lanes .pill').length") < 80
    (tmp_path / "empty").mkdir()
    events = sample_events(0, ended=False)[:1]
    page = tmp_path / "empty" / "run.html"
    EXPORTS["html"].write(fold(events), events, page)
    browser.open(page)
    browser.press("Space", "ArrowRight", "End")
    assert where(browser) == "before the first turn"
    assert "Nobody has said anything yet." in browser.text(".transcript")
    assert browser.complaints() == []
