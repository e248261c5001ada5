"""The HTML replay of a day in the office, and its logbook, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.export.registry import EXPORTS
from core.log.fold import fold
from core.modes.office.logbook.writing import write
from tests.day_events import a_day
from tests.e2e.browser import Browser

AWAY = "return document.querySelectorAll('#plan .m.away').length"
SPOT = "return document.querySelectorAll('#plan .m')[arguments[0]].style.transform"


@pytest.fixture
def day(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    events = a_day()
    page = tmp_path / "day.html"
    EXPORTS["html"].write(fold(events), events, page)
    browser.open(page, "#t9")
    yield browser
    assert browser.complaints() == []


def test_people_are_where_the_scene_is(day: Browser) -> None:
    assert day.run("return document.querySelector('#plan .lit-name').textContent") == "Küche"
    assert day.text("#floor-side") == "Szene 2 · 09:20 · Küche · 2 anwesend"
    assert day.run("return document.querySelectorAll('#plan .r.lit').length") == 1
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


def test_nobody_is_lit_while_all_work_at_their_desks(day: Browser) -> None:
    for _ in range(10):
        day.press("ArrowRight")
    assert day.text("#floor-side").startswith("Szene 4 · 10:50 · an den Plätzen")
    assert day.run("return document.querySelectorAll('#plan .r.lit').length") == 0
    assert day.run("return document.querySelector('#bubble').hidden") is False


def test_the_translation_is_there_when_it_is_wanted(day: Browser) -> None:
    seen = "return [...document.querySelectorAll('.other')].filter((each) => each.getClientRects().length).length"
    assert day.run(seen) == 0
    day.run("document.getElementById('other').click()")
    assert day.run(seen) > 20
    assert day.run("return document.querySelector('#bubble .other').textContent").startswith("That was the build")


def test_the_logbook_needs_no_script(browser: Browser, tmp_path: Path) -> None:
    events = a_day()
    page = tmp_path / "book.html"
    write(fold(events), events, page, "html", lang="both")
    browser.open(page, "")
    assert browser.run("return document.scripts.length") == 0
    seen = "return [...document.querySelectorAll(arguments[0])].filter((each) => each.getClientRects().length).length"
    assert browser.run(seen, ".thought") > 10
    browser.run("document.getElementById('thoughts').click()")
    assert browser.run(seen, ".thought") == 0
    browser.run("document.getElementById('under').click()")
    assert browser.run(seen, ".under") == 0
    wide = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert browser.run(wide) is True
    assert browser.complaints() == []
