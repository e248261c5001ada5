from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import FileError
from core.office.plan import Plan, load_plan, plan_names, read_plan
from core.office.saving import to_toml, write_plan
from core.office.shapes import Seat


@pytest.mark.parametrize("name", ["small", "studio"])
def test_a_saved_plan_is_the_plan(name: str, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "mine.toml"
    write_plan(load_plan(name), path)
    assert read_plan(path) == load_plan(name)
    assert plan_names(path.parent)
    assert [each.name for each in path.parent.iterdir()] == ["mine.toml"]


def test_it_reads_like_a_plan_that_was_written_by_hand() -> None:
    text = to_toml(load_plan("small"))
    assert '[[rooms]]\nid = "production"\nname = "Open office"\nname_de = "Großraumbüro"\nx = 0\n' in text
    assert '    {x = 8, y = 10.8, facing = "north"},\n' in text
    assert '    {what = "desk", x = 4.2, y = 5.4, width = 7.6, height = 3.2},\n' in text
    assert '[[doors]]\nbetween = ["production", "hallway"]\n' in text
    assert text.endswith("at = 0.4\n")
    assert max(len(line) for line in text.splitlines()) < 120


texts = st.text(min_size=1, max_size=30).filter(str.strip)


@given(
    name=texts, german=texts, at=st.floats(0, 1), x=st.floats(0.5, 9.5), seat=st.sampled_from(["", "a", "2", "sofa"])
)
def test_whatever_a_plan_says_is_read_again(name: str, german: str, at: float, x: float, seat: str) -> None:
    rows = [
        {"id": "left", "name": name, "name_de": german, "x": 0, "y": 0, "width": 10, "height": 10,
         "seats": [{"x": x, "y": 5, "id": seat}, {"x": x, "y": 6}] if seat != "2" else [{"x": x, "y": 5, "id": seat}]},
        {"id": "right", "name": name, "x": 10, "y": 0, "width": 10, "height": 10},
    ]  # fmt: skip
    doors = [{"between": ["left", "right"], "at": at}, {"room": "left", "wall": "west", "at": at}]
    made = Plan.model_validate(
        {"id": "p", "name": name, "name_de": german, "width": 20, "height": 10, "rooms": rows, "doors": doors}
    )
    assert Plan.model_validate(tomllib.loads(to_toml(made))) == made


def test_a_number_that_is_the_seats_own_is_not_written() -> None:
    plan = load_plan("small")
    room = plan.rooms[0]
    turned = room.model_copy(update={"seats": (room.seats[1], Seat(x=1, y=1, id="window"))})
    text = to_toml(plan.model_copy(update={"rooms": (turned, *plan.rooms[1:])}))
    assert '{id = "2", x = 20' in text
    assert '{id = "window", x = 1' in text


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_what_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(FileError, match="the plan cannot be written here"):
        write_plan(load_plan("small"), tmp_path / "mine.toml")


def test_a_file_in_the_way_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "plans").write_text("no folder", "utf-8")
    with pytest.raises(FileError, match="the plan cannot be written here"):
        write_plan(load_plan("small"), tmp_path / "plans" / "mine.toml")
    (tmp_path / "mine.toml").mkdir()
    with pytest.raises(FileError, match="the plan cannot be written here"):
        write_plan(load_plan("small"), tmp_path / "mine.toml")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["mine.toml", "plans"]
