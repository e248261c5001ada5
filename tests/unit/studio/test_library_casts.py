"""Own casts are saved, deleted and brought back; those that ship stay."""

from __future__ import annotations

import pytest

from parley.core.base.errors import FileError, UnknownName, UsageError
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


def test_a_deleted_cast_comes_back(home: Home) -> None:
    library = Library(home)
    library.save_cast(crew())
    library.delete_cast("crew")
    assert "crew" not in library.cast_names()
    with pytest.raises(UnknownName):
        library.cast("crew")
    library.restore_cast("crew")
    assert library.cast("crew") == crew()


def test_it_does_not_come_back_over_another(home: Home) -> None:
    library = Library(home)
    library.save_cast(crew())
    library.delete_cast("crew")
    library.save_cast(crew(name="Other"))
    with pytest.raises(UsageError, match="another cast called 'crew'"):
        library.restore_cast("crew")
    assert library.cast("crew").name == "Other"


def test_what_was_never_there_cannot_come_back(home: Home) -> None:
    with pytest.raises(FileError, match="cannot be moved"):
        Library(home).restore_cast("crew")
