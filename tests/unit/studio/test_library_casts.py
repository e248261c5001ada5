"""Own casts are saved, deleted and brought back; those that ship stay."""

from __future__ import annotations

import pytest

from parley.core.base.errors import UnknownName, UsageError
from parley.core.cast.cast import Cast
from parley.core.home import Home
from parley.core.studio.library import Library


def crew(cast: str = "crew", name: str = "Crew") -> Cast:
    return Cast.model_validate({"id": cast, "name": name, "members": [{"id": "ann", "name": "Ann"}]})


def test_a_new_cast_is_there_at_once(home: Home) -> None:
    library = Library(home)
    path = library.save_cast(crew())
    assert path == home.casts / "crew.toml"
    assert library.is_own("crew")
    assert library.cast("crew") == crew()
    library.save_cast(crew(name="Other"), "crew")
    assert library.cast("crew").name == "Other"


@pytest.mark.parametrize("taken", ["startup", "crew"])
def test_a_new_cast_hides_no_other(home: Home, taken: str) -> None:
    library = Library(home)
    library.save_cast(crew())
    with pytest.raises(UsageError, match=f"already a cast called '{taken}'"):
        library.save_cast(crew(taken))


def test_what_ships_is_not_written_and_not_deleted(home: Home) -> None:
    library = Library(home)
    with pytest.raises(UsageError, match="ships with Parley"):
        library.save_cast(crew("startup"), "startup")
    with pytest.raises(UsageError, match="ships with Parley"):
        library.delete_cast("startup")
    assert not library.is_own("startup")


def test_a_deleted_cast_stays_as_a_backup(home: Home) -> None:
    library = Library(home)
    library.save_cast(crew())
    kept = library.delete_cast("crew")
    assert "crew" not in library.cast_names()
    with pytest.raises(UnknownName):
        library.cast("crew")
    assert kept.read_text("utf-8")
