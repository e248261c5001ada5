"""The worlds of casts: found by their cast, read as strangers' files are, completed with what everybody has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parley.core.base.definition import parse_toml
from parley.core.base.errors import DefinitionError
from parley.core.cast.world import World, get_world_of, read_shipped
from parley.core.home import Home
from parley.core.modes.office.request import DayRequest
from parley.core.studio.studio import Studio

OWN = """
where = "on a lighthouse"
[[matters]]
owners = ["ada"]
name = { en = "the lamp", de = "die Lampe|die Lampe|der Lampe" }
task = { en = "polish the lamp", de = "die Lampe polieren" }
plan = [{ en = "Today I polish the lamp.", de = "Heute poliere ich die Lampe." }]
"""
CAST = """
id = "lighthouse"
name = "Lighthouse"
[[members]]
id = "ada"
name = "Ada"
[[members]]
id = "bo"
name = "Bo"
"""


@pytest.mark.parametrize(
    ("cast", "members", "name"),
    [
        ("shop", {"ines"}, "shop"),
        ("studio-de", {"holger", "svea"}, "studio"),
        ("my-copy", {"boss", "writer"}, "startup"),
        ("shop", {"ada", "bo"}, "neutral"),
        ("mine", {"ines", "stranger"}, "neutral"),
    ],
)
def test_a_cast_lives_in_the_world_of_its_name_or_of_its_members(cast: str, members: set[str], name: str) -> None:
    found = get_world_of(cast, members)
    assert found.where == read_shipped(name).where
    # What everybody has is there too.
    assert found.matters[-1] == read_shipped("neutral").matters[-1]
    assert found.evening


@pytest.mark.parametrize(
    "line",
    [
        'where = "in {0.__class__}"',
        'where = "in [brackets]"',
        'where = "in\\u0007"',
        'where = ""',
        f'where = "{"x" * 200}"',
        'where = "here"\nstrange = 1',
    ],
)
def test_a_strangers_world_is_refused_in_a_sentence(line: str) -> None:
    with pytest.raises(DefinitionError) as error:
        parse_toml(line, "own.toml", World)
    assert "\n" not in str(error.value.sentence)


def test_a_users_cast_brings_its_own_world_into_the_log(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for folder, text in (("casts", CAST), ("worlds", OWN)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "lighthouse.toml").write_text(text, "utf-8")
    config = Studio(home).compose(DayRequest(cast="lighthouse", seed=1))
    assert config.lived_in.where.text("en") == "on a lighthouse"
    logged: dict[str, Any] = config.as_json()
    assert type(config).model_validate(logged).lived_in == config.lived_in
    assert "world" not in Studio(home).compose(DayRequest(cast="shop", seed=1)).as_json()
