"""What somebody asks for becomes the configuration of a story or a dialogue."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.core.base.packaged import get_path_of
from parley.core.cast.member import PLAYER
from parley.core.home import Home
from parley.core.modes.story.composing import SETTINGS
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.state import StoryState
from parley.core.studio.library import Library
from tests.story_configs import a_story


def test_a_dialogue_begins_where_its_partner_is_without_an_interview() -> None:
    config = a_story("varn", partner="Ruben")
    asked = config[StoryConfig]
    assert (config.mode, asked.partner, asked.concept) == ("dialogue", "ruben", "surveyor")
    tale = StoryState.begin(config)
    assert tale.here == "weir"
    assert "ruben" in tale.present()
    assert a_story("varn", partner="ruben", concept="Vom Glockenturm")[StoryConfig].concept == "ringer"


# The library ------------------------------------------------------------------------------------------------------


def test_own_settings_come_first_and_files_are_read_by_path(home: Home, tmp_path: Path) -> None:
    text = get_path_of("setting", "stories", "ferry").read_text("utf-8")
    home.stories.mkdir()
    (home.stories / "mine.toml").write_text(text.replace('id = "ferry"', 'id = "mine"', 1), "utf-8")
    library = Library(home)
    assert library.read(SETTINGS, "mine").id == "mine"
    found, faults = library.list_all(SETTINGS)
    assert {each.id for each in found} == {"ferry", "mine", "varn"}
    assert faults == []
    (tmp_path / "other.toml").write_text(text, "utf-8")
    assert library.read(SETTINGS, str(tmp_path / "other.toml")).id == "ferry"


@pytest.mark.parametrize("given", ["\u202e", "Ki\u200dm\n", "\x1b[31m", " \t "])
def test_a_name_that_cannot_be_seen_is_none(given: str) -> None:
    name = a_story(player=given).member(PLAYER).name
    assert name in {"You", "Kim"}
