"""`parley plans`: list, import, check."""

from __future__ import annotations

import json

from tests.e2e.conftest import Inside, files_in
from tests.unit.office.test_office_tiled import VILLA


def test_the_plans_that_ship_are_listed(inside: Inside) -> None:
    told = inside("plans").out.splitlines()
    assert [line.split()[0] for line in told] == ["small", "studio"]
    assert "13 rooms, 17 doors, 17 seats" in told[1]
    rows = inside("plans", "--json").json
    assert [(row["id"], row["seats"], len(row["rooms"])) for row in rows] == [("small", 7, 6), ("studio", 17, 13)]


def test_a_map_is_imported_and_can_be_played_on(inside: Inside) -> None:
    (inside.folder / "map.tmj").write_text(json.dumps(VILLA), "utf-8")
    told = inside("plans", "import", "map.tmj", "--name", "villa")
    assert told.out.startswith("villa: 3 rooms, 3 doors, 2 seats. Written: ")
    assert [row["name"] for row in inside("plans", "--json").json] == ["Small office", "Game studio", "Villa"]
    assert "Everybody can get everywhere" in inside("plans", "check", inside.home / "plans" / "villa.toml").out


def test_an_own_plan_is_not_written_over_by_accident(inside: Inside) -> None:
    (inside.folder / "map.tmj").write_text(json.dumps(VILLA), "utf-8")
    inside("plans", "import", "map.tmj")
    before = files_in(inside.home)
    told = inside("plans", "import", "map.tmj", "--scale", 8, check=2)
    assert "There is a plan called 'map' already. Add --replace, or another --name." in told.err
    assert files_in(inside.home) == before
    inside("plans", "import", "map.tmj", "--scale", 8, "--replace")
    assert next(row for row in inside("plans", "--json").json if row["id"] == "map")["width"] == 80


def test_bad_input_is_a_sentence_and_writes_nothing(inside: Inside) -> None:
    (inside.folder / "map.tmj").write_text(json.dumps(VILLA | {"layers": []}), "utf-8")
    (inside.folder / "plan.toml").write_text('id = "x"\nname = "X"\nwidth = 1\nheight = 1\nrooms = []\n', "utf-8")
    for arguments, code, words in (
        (("import", "map.tmj"), 1, "map.tmj: the map has no rooms"),
        (("import", "map.tmj", "--name", "Die Villa"), 2, "Use small letters, digits and dashes: --name die-villa"),
        (("import", "nowhere.tmj"), 1, "nowhere.tmj: there is no such file."),
        (("check", "nowhere.toml"), 1, "nowhere.toml: there is no such file."),
        (("check", "plan.toml"), 1, "plan.toml: line 5: 'rooms'"),
        (("chekc", "plan.toml"), 2, "No such command"),
    ):
        told = inside("plans", *arguments, check=code)
        assert words in told.err
        assert told.out == ""
        assert len(told.err.splitlines()) == 1
    assert not (inside.home / "plans").exists()


def test_a_broken_plan_of_ones_own_hides_no_other(inside: Inside) -> None:
    folder = inside.home / "plans"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("id = ", "utf-8")
    told = inside("plans")
    assert len(told.out.splitlines()) == 2
    assert "broken.toml: line 1" in told.err
