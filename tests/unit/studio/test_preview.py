"""The preview is what the voice will be told."""

from __future__ import annotations

import pytest

from parley.core.base.packaged import names
from parley.core.cast.cast import Cast
from parley.core.home import Home
from parley.core.modes.office.composing import day_of, preview
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.request import DayRequest
from parley.core.perspective.perspective import system_prompt
from parley.core.studio.library import Library
from tests.run_configs import composed


@pytest.mark.parametrize("name", names("casts"))
def test_it_is_what_a_day_would_send(home: Home, name: str) -> None:
    library = Library(home)
    cast = library.cast(name)
    plan = library.plan(cast.plan)
    config = composed(DayRequest(cast=cast.id, seed=1))
    for member in config.members:
        assert preview(cast, member.id, plan) == system_prompt(config, member)
    assert day_of(cast, plan)[OfficeConfig].desks == config[OfficeConfig].desks


@pytest.mark.parametrize("name", ["studio", "studio-de"])
def test_everybody_is_told_who_they_are_and_nobody_elses_secrets(home: Home, name: str) -> None:
    library = Library(home)
    cast = library.cast(name)
    plan = library.plan(cast.plan)
    for member in cast.members:
        text = preview(cast, member.id, plan)
        assert text == system_prompt(day_of(cast, plan), member.model_copy(update={"colour": "x"}))
        assert member.name in text
        assert member.identity in text
        assert member.private_life in text
        for other in cast.members:
            if other is not member:
                assert other.name in text
                assert other.private_life not in text


def test_a_stranger_has_no_prompt(home: Home) -> None:
    library = Library(home)
    with pytest.raises(KeyError):
        preview(library.cast("startup"), "nobody", library.plan("studio"))


def test_a_cast_of_one_has_a_prompt(home: Home) -> None:
    cast = Cast.model_validate({"id": "solo", "name": "Solo", "members": [{"id": "ann", "name": "Ann"}]})
    assert "Ann" in preview(cast, "ann", Library(home).plan("small"))
