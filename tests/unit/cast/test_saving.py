"""What is written comes back, and what a person wrote around it stays in the backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parley.core.base.definition import parse_toml, read_toml
from parley.core.base.errors import DefinitionError, FileError
from parley.core.base.packaged import names, path_of
from parley.core.cast.cast import Cast
from parley.core.cast.member import Member
from parley.core.cast.saving import cast_toml, persona_toml, read_persona, save_cast, save_persona

TEXT = """# My crew.
id = "crew"
name = "Crew"   # a working title
language = "en"
topics = [
  "tea",   # always tea
]

# Ann runs the place.
[[members]]
id = "ann"
name = "Ann"
tone = "dry"   # very
relations.bob = { affinity = 0.30, note = "slow" }

[[members]]
id = "bob"
name = "Bob"
plays = 1
""".replace("plays = 1\n", "")


def crew(text: str = TEXT) -> dict[str, Any]:
    data: dict[str, Any] = parse_toml(text, "crew", Cast).model_dump(mode="json")
    return data


@pytest.mark.parametrize("name", names("casts"))
def test_the_casts_that_ship_are_written_as_they_are(name: str) -> None:
    path = path_of("cast", "casts", name)
    cast = read_toml(path, Cast)
    assert parse_toml(cast_toml(cast), name, Cast) == cast


def test_paragraphs_are_written_as_paragraphs() -> None:
    member = Member(id="ann", name="Ann", biography='Born.\nThen """quoted""" \\ lived.\n"', lines=("a\tb",))
    assert '"""\nBorn.\n' in persona_toml(member)
    assert parse_toml(persona_toml(member), "ann", Member) == member


PLAIN = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=40)


@settings(max_examples=25, deadline=None)
@given(PLAIN, PLAIN, st.lists(PLAIN, max_size=3), st.floats(0.1, 0.95))
@pytest.mark.slow
def test_any_text_survives(biography: str, tone: str, lines: list[str], affinity: float) -> None:
    data = crew()
    data["members"][0] |= {"biography": biography, "tone": tone, "lines": lines}
    data["members"][1]["relations"] = {"ann": {"affinity": affinity, "note": tone}}
    cast = Cast.model_validate(data)
    assert parse_toml(cast_toml(cast), "crew", Cast) == cast


def test_the_file_before_is_kept_as_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "casts" / "crew.toml"
    save_cast(path, Cast.model_validate(crew()))
    assert not path.with_name("crew.toml.bak").exists()
    first = path.read_text("utf-8")
    save_cast(path, Cast.model_validate(crew() | {"name": "Other"}))
    assert path.with_name("crew.toml.bak").read_text("utf-8") == first
    assert read_toml(path, Cast).name == "Other"
    written = f"#:schema ../schemas/cast.json\n{TEXT}"
    path.write_text(written, "utf-8")
    for name in ("Third", "Fourth"):
        save_cast(path, Cast.model_validate(crew() | {"name": name}))
    # What a person wrote beside it is not lost with the second time.
    assert path.with_name("crew.toml.bak").read_text("utf-8") == written
    assert path.read_text("utf-8").startswith("#:schema ../schemas/cast.json\n")
    assert sorted(each.name for each in path.parent.iterdir()) == ["crew.toml", "crew.toml.bak"]


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "casts").write_text("a file", "utf-8")
    with pytest.raises(FileError, match="cannot be written"):
        save_cast(tmp_path / "casts" / "crew.toml", Cast.model_validate(crew()))


def test_a_persona_goes_out_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    member = parse_toml(TEXT, "crew", Cast).members[0]
    save_persona(path, member)
    assert read_persona(path) == member
    path.write_text('id = "ann"\nname = "Ann"\nshoes = 2\n', "utf-8")
    with pytest.raises(DefinitionError, match=r"line 3: there is no field called 'shoes'"):
        read_persona(path)
