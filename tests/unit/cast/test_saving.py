"""What is written comes back, and what a person wrote around it stays."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pydantic import ValidationError

from parley.core.base.definition import parse_toml, read_toml
from parley.core.base.errors import DefinitionError, FileError
from parley.core.base.packaged import get_path_of, names
from parley.core.cast.cast import Cast
from parley.core.cast.member import Member
from parley.core.cast.portrait import SIDE, read_portrait
from parley.core.cast.saving import LARGEST, cast_toml, persona_toml, read_persona, save_cast, save_persona

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


def again(data: dict[str, Any], before: str = TEXT) -> str:
    cast = Cast.model_validate(data)
    text = cast_toml(cast, before)
    assert parse_toml(text, "crew", Cast) == cast
    return text


@pytest.mark.parametrize("name", names("casts"))
def test_the_casts_that_ship_are_written_as_they_are(name: str) -> None:
    path = get_path_of("cast", "casts", name)
    cast = read_toml(path, Cast)
    assert cast_toml(cast, path.read_text("utf-8")) == path.read_text("utf-8")
    assert parse_toml(cast_toml(cast), name, Cast) == cast


def test_comments_stay_beside_what_was_changed() -> None:
    data = crew()
    data["members"][0] |= {"tone": 'warm,\n"quoted" \\ and long', "age": 40}
    data["members"][0]["relations"]["bob"]["affinity"] = 0.8
    text = again(data)
    for comment in ("# My crew.", "# a working title", "# always tea", "# Ann runs the place."):
        assert comment in text
    assert 'relations.bob = { affinity = 0.8, note = "slow" }' in text


def test_members_come_go_and_change_places() -> None:
    data = crew()
    ann, bob = data["members"]
    data["members"] = [bob, ann, {"id": "cleo", "name": "Cleo", "relations": {"ann": {"affinity": 0.9}}}]
    text = again(data)
    assert text.index('"bob"') < text.index('id = "ann"') < text.index('id = "cleo"')
    assert "# My crew." in text
    data["members"] = [bob]
    assert "Ann" not in again(data).replace("# Ann runs the place.", "")


def test_relations_are_added_and_forgotten() -> None:
    data = crew()
    data["members"][1]["relations"] = {"ann": {"affinity": 0.6, "note": ""}}
    data["members"][0]["relations"] = {}
    text = again(data)
    assert "relations.ann" in text
    assert "relations.bob" not in text


def test_a_file_that_is_no_cast_is_written_anew() -> None:
    assert again(crew(), "this is [not TOML") == again(crew(), "")
    assert "# what" not in again(crew(), "# what\nmembers = 3\n")


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
    again(data)
    again(data, "")


def test_the_file_before_is_kept_as_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "casts" / "crew.toml"
    save_cast(path, Cast.model_validate(crew()))
    assert not path.with_name("crew.toml.bak").exists()
    first = path.read_text("utf-8")
    save_cast(path, Cast.model_validate(crew() | {"name": "Other"}))
    assert path.with_name("crew.toml.bak").read_text("utf-8") == first
    assert read_toml(path, Cast).name == "Other"
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


def picture(side: int, kind: str = "PNG") -> bytes:
    written = io.BytesIO()
    Image.effect_noise((side, side + 9), 90).convert("RGB").save(written, kind)
    return written.getvalue()


def test_a_picture_becomes_a_small_png_that_a_cast_keeps_with_its_comments(tmp_path: Path) -> None:
    (tmp_path / "ann").write_bytes(picture(500, "JPEG"))
    portrait = read_portrait(tmp_path / "ann")
    with Image.open(io.BytesIO(base64.b64decode(portrait)), formats=["PNG"]) as small:
        assert small.size == (SIDE, SIDE)
    cast = Cast(id="c", name="C", members=tuple(Member(id=f"m{i}", name="M", portrait=portrait) for i in range(9)))
    text, other = "# Mine.\n" + cast_toml(cast), cast.model_copy(update={"name": "D"})
    assert len(text) > LARGEST
    assert cast_toml(other, text).startswith("# Mine.\n")
    assert parse_toml(cast_toml(other, text), "c", Cast) == other


@pytest.mark.parametrize("data", [b"GIF89a", picture(90)[:200], picture(90)[:16] + b"\0\1\0\0" * 2])
def test_what_is_no_small_png_is_refused_in_a_file_and_in_a_member(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(data)
    with pytest.raises(FileError, match="this is no picture that can be read"):
        read_portrait(tmp_path / "x.png")
    for text in ("</style>", base64.b64encode(data[:20]).decode(), base64.b64encode(picture(500)).decode()):
        with pytest.raises(ValidationError, match="portrait"):
            Member(id="m", name="M", portrait=text)
