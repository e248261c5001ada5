"""What ships is what the formats page says, and is written well enough to be read aloud."""

from __future__ import annotations

from parley.core.base.definition import read_toml
from parley.core.base.packaged import get_path_of, names
from parley.core.cast.cast import Cast
from parley.core.cast.member import COLOURS
from parley.core.formats import Format

ROOMS = {
    "hallway", "kitchen", "conference", "lounge", "library", "lore", "art", "tech", "design", "writing", "qa",
    "production",
}  # fmt: skip


def cast(name: str) -> Cast:
    return read_toml(get_path_of("cast", "casts", name), Cast)


def test_a_format_is_whole() -> None:
    for name in names("formats"):
        found = read_toml(get_path_of("format", "formats", name), Format)
        assert found.id == name, name
        assert found.room in ROOMS, name
        assert found.distils, name
        assert 3 <= len(found.topics) <= 5, name
        for said in (found.name, found.purpose, found.opening, found.closing, *found.topics):
            assert said.en, name
            assert said.de, name
            assert said.en == said.en.strip(), name
        assert found.name.text("de") in {"Standup", "Triage"} or found.name.en != found.name.de, name


def test_a_cast_is_whole() -> None:
    for name in names("casts"):
        found = cast(name)
        assert found.id == name, name
        assert len(found.topics) >= 6, name
        assert [member.coordinator for member in found.members].count(True) == 1, name
        assert len({member.colour for member in found.members}) == len(found.members), name
        others = {member.id for member in found.members}
        for member in found.members:
            assert member.colour in COLOURS, name
            assert member.desk.split("/")[0] in ROOMS, name
            assert 4 <= len(member.lines) <= 6, name
            assert set(member.relations) == others - {member.id}, name
            assert all(relation.note for relation in member.relations.values()), name
            for text in (member.role, member.tone, member.quirk, member.biography, member.personality):
                assert text, name
            assert member.working_style, name
            assert member.private_life, name
            assert not member.tone.endswith("."), name
            assert not member.quirk.endswith("."), name
