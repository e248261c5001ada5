"""The picture of a place: what its words call for, always the same, and drawable."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from parley.core.base.labels import catalogue
from parley.core.formats import Localised
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.vignette.compose import SUBJECTS, picture
from parley.core.modes.story.vignette.scenery import UNKNOWN, Scenery, scenery
from tests.small_story import WORLD


def place(name: str, text: str = "", german: str = "", *, opening: str = "It begins.") -> Scenery:
    """What is seen of a place that is called so."""
    told = Localised(en=text or "Somewhere.", de=german or "Irgendwo.")
    here = WORLD.places[0].model_copy(
        update={"id": "x1", "name": Localised(en=name, de=name), "description": told, "exits": (), "sights": ()}
    )
    begins = Localised(en=opening, de=opening)
    changed = {"places": (here,), "opening": begins, "premise": Localised(en="Nothing.", de="Nichts.")}
    return scenery(Setting.model_construct(**{**dict(WORLD), **changed}), "x1")


def test_a_place_is_known_by_its_name_before_its_description() -> None:
    assert place("The old lighthouse", "A market was held here once, a market of fish.").subject == "tower"
    assert place("Somewhere", "A tavern, and in the tavern a fire.").subject == "inn"
    assert place("Somewhere", "There is a bridge.").subject == UNKNOWN, "one word may be by the way"
    assert place("Die Glockengießerei").subject == "inn"


def test_what_the_story_noted_comes_before_what_the_setting_says() -> None:
    morning = place("The wood", "The wood in the morning mist.", opening="Open at night, in the rain.")
    assert (morning.hour, morning.weather) == ("dawn", ("fog", "rain"))
    assert place("The wood").told == ()
    noted = scenery(WORLD, WORLD.start, ("weather", "it_is_snowing and midnight"))
    assert noted.hour == "night"
    assert "snow" in noted.weather


@pytest.mark.parametrize("subject", [*catalogue("story_scenery")["subjects"]])
def test_every_subject_is_drawn_and_always_the_same(subject: str) -> None:
    for hour, weather in (("night", ("fog", "snow")), ("day", ("rain",)), ("dawn", ("frost",))):
        one = Scenery("a", subject, hour, "lake", "mountains", weather)  # type: ignore[arg-type]
        drawn = picture(one)
        picture.cache_clear()
        assert picture(one) == drawn
        assert picture(replace(one, seed="b")) != drawn
        colours = [stop.colour for layer in drawn.layers for stop in layer.ink.stops]
        assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in colours)
        assert all(0 <= stop.alpha <= 1 for layer in drawn.layers for stop in layer.ink.stops)
    assert set(SUBJECTS) == set(catalogue("story_scenery")["subjects"])
