"""What ships is what the formats page says, and is written well enough to be read aloud."""

from __future__ import annotations

import string

import pytest
from parley.core.voices.rehearsal.persona import speaks, traits_of
from parley.core.voices.rehearsal.phrases import SHORTEST_MARK, SLOT, bank, recognisers
from parley.core.voices.rehearsal.subjects import subjects
from parley.core.voices.rehearsal.threads import FAMILIES, rules, threads

from parley.core.base.definition import read_toml
from parley.core.base.packaged import names, path_of
from parley.core.cast.cast import Cast
from parley.core.cast.member import COLOURS
from parley.core.formats import Format

ROOMS = {
    "hallway", "kitchen", "conference", "lounge", "library", "lore", "art", "tech", "design", "writing", "qa",
    "production",
}  # fmt: skip

TABLE: dict[str, tuple[tuple[int, int], tuple[int, int], float]] = {
    "standup": ((4, 6), (6, 12), 0.6),
    "brainstorm": ((3, 6), (5, 12), 0.85),
    "strategy": ((3, 5), (6, 14), 0.55),
    "planning": ((3, 5), (6, 12), 0.5),
    "check_in": ((2, 4), (4, 8), 0.55),
    "triage": ((3, 5), (6, 12), 0.5),
    "deep_dive": ((2, 4), (8, 16), 0.45),
    "risk_review": ((2, 4), (6, 12), 0.4),
    "content_review": ((2, 4), (5, 12), 0.55),
    "shipping": ((2, 4), (4, 10), 0.45),
    "retrospective": ((3, 6), (6, 14), 0.5),
    "debate": ((2, 3), (6, 10), 0.8),
    "cross_examination": ((2, 3), (6, 12), 0.7),
    "writers_room": ((2, 4), (6, 14), 0.65),
    "watercooler": ((2, 3), (2, 5), 0.9),
    "night_briefing": ((2, 4), (4, 8), 0.5),
}


def cast(name: str) -> Cast:
    return read_toml(path_of("cast", "casts", name), Cast)


def test_there_are_exactly_the_sixteen_formats() -> None:
    assert set(names("formats")) == set(TABLE)


@pytest.mark.parametrize("name", sorted(TABLE))
def test_a_format_is_as_designed(name: str) -> None:
    found = read_toml(path_of("format", "formats", name), Format)
    assert found.id == name
    assert (found.members, found.turns, found.warmth) == TABLE[name]
    assert found.room in ROOMS
    assert found.distils
    assert 3 <= len(found.topics) <= 5
    for said in (found.name, found.purpose, found.opening, found.closing, *found.topics):
        assert said.en
        assert said.de
        assert said.en == said.en.strip()
    assert found.name.text("de") in {"Standup", "Triage"} or found.name.en != found.name.de


def test_the_standup_is_opened_by_its_coordinator() -> None:
    assert read_toml(path_of("format", "formats", "standup"), Format).opener == "coordinator"


def test_the_casts_ship() -> None:
    assert {"startup", "studio", "shop", "newsroom", "startup-de", "studio-de"} <= set(names("casts"))


def test_names_are_in_the_order_of_names_and_not_of_files() -> None:
    found = names("casts")
    assert found == sorted(found)
    assert found.index("studio-de") == found.index("studio") + 1


@pytest.mark.parametrize("name", names("casts"))
def test_a_cast_is_whole(name: str) -> None:
    found = cast(name)
    assert found.id == name
    assert len(found.topics) >= 6
    assert [member.coordinator for member in found.members].count(True) == 1
    assert len({member.colour for member in found.members}) == len(found.members)
    others = {member.id for member in found.members}
    for member in found.members:
        assert member.colour in COLOURS
        assert member.desk.split("/")[0] in ROOMS
        assert 4 <= len(member.lines) <= 6
        assert set(member.relations) == others - {member.id}
        assert all(relation.note for relation in member.relations.values())
        for text in (member.role, member.tone, member.quirk, member.biography, member.personality):
            assert text
        assert member.working_style
        assert member.private_life
        assert not member.tone.endswith(".")
        assert not member.quirk.endswith(".")


@pytest.mark.parametrize("name", names("casts"))
def test_the_members_of_a_cast_differ_sharply(name: str) -> None:
    found = cast(name)
    strongest = [traits_of(member)[0] for member in found.members]
    assert len(set(strongest)) >= len(found.members) - 1
    assert len({line for member in found.members for line in member.lines}) == sum(
        len(member.lines) for member in found.members
    )


@pytest.mark.parametrize("name", names("casts"))
def test_a_cast_has_friendship_and_tension(name: str) -> None:
    affinities = cast(name).affinities().values()
    assert min(affinities) < 0.35
    assert max(affinities) > 0.7


@pytest.mark.parametrize("name", names("casts"))
def test_a_cast_speaks_its_language(name: str) -> None:
    found = cast(name)
    assert found.language == ("de" if name.endswith("-de") else "en")
    for member in found.members:
        for text in (*member.lines, *(relation.note for relation in member.relations.values())):
            assert speaks(text, found.language), text


@pytest.mark.parametrize("name", ["studio", "studio-de"])
def test_the_studio_plays(name: str) -> None:
    found = cast(name)
    assert len(found.members) == 7
    assert all(member.character and member.favourite_games for member in found.members)


SLOTS = {
    "name", "day", "few", "many", "mine", "label", "l1", "l2", "topic", "position", "leaning", "other", "echo",
    "takes", "winner", "loser", "most", "least", "heaps", "yours", "third", "stayed", "own",
    "own_akk", "own_dat", "task",
}  # fmt: skip


POINTS = {
    "pro": {"for", "against_but"}, "con": {"against", "for_but", "end"}, "sides": {"for", "against_but"},
    "know": {"say", "and", "end"}, "jobs": {"say", "and", "take"}, "seen": {"say", "and"}, "names": {"say", "but"},
}  # fmt: skip
"""What is said of each kind of point about a part of life."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_phrases_of_talks_use_only_known_slots_and_no_markup_and_each_is_known_again(language: str) -> None:
    forms = (
        {"m", "t"}
        if language == "en"
        else {"nom", "akk", "dat", "t", "t_akk", "t_dat", "label_akk", "label_dat"}
        | {"l1_akk", "l1_dat", "l2_dat", "l2_akk"}
    )
    bank = threads(language)
    pools = [node for nodes in bank.pools.values() for node in nodes if node.thread != "side"]
    spoken = [node for thread in bank.threads.values() for nodes in thread.acts.values() for node in nodes]
    for node in (*spoken, *pools):
        slots = {slot for _, slot, _, _ in string.Formatter().parse(node.text) if slot is not None}
        assert slots <= SLOTS | forms, node.text
        assert not set(SLOT.sub("", node.text)) & set("*_#`[]<>|{}"), node.text
        assert len(node.text) <= 110, node.text
    written = [node.text for node in spoken]
    assert sorted({text for text in written if written.count(text) > 1}) == []
    marks = {node.mark for node in spoken}
    assert len(marks) == len(spoken)
    for node in spoken:
        assert len(node.mark) >= SHORTEST_MARK, node.text
        assert not any(node.mark in other.text for other in (*spoken, *pools) if other is not node), node.text


def test_threads_are_the_same_in_both_languages_and_of_acts_that_are_led_to() -> None:
    english, german = threads("en"), threads("de")
    assert english.pools.keys() == german.pools.keys()
    assert {name: thread[2:4] for name, thread in english.threads.items()} == {
        name: thread[2:4] for name, thread in german.threads.items()
    }
    traits = set(recognisers()) | {""}
    parts = {each.name for each in subjects("en")}
    assert parts == {part for thread in english.threads.values() for part in thread.of} & parts
    usual = {"ask", "say", "and", "but", "re", "end"}
    argued = {"ask", "end", *(f"{side}{act}" for side in ("for", "against") for act in ("", "_but", "_and"))}
    for thread in english.threads.values():
        family, _, named = thread.name.partition(".")
        if family == "life":
            assert thread.acts.keys() == german.threads[thread.name].acts.keys() == POINTS[named.split("_")[-2]]
            continue
        wanted = argued if family == "argue" else usual - {"end"} | {"take"} if family == "work" else usual
        # What is said of a part of life answers a question of the others.
        wanted = wanted - {"ask"} if thread.of & parts else wanted
        assert thread.acts.keys() == german.threads[thread.name].acts.keys() == wanted, thread.name
        assert set(thread.traits) <= traits


def test_every_format_has_a_family_and_a_family_all_that_it_says() -> None:
    led = rules()
    assert {one for ids in led["families"].values() for one in ids} == {*TABLE, "duologue"}
    assert {name.partition("_")[0] for name in led["then"]} == set(FAMILIES)
    for family in FAMILIES:
        assert f"closing.{family}" in threads("en").pools
        assert f"opening.{family}" in threads("en").pools or family == "scene"


def test_the_banks_have_the_same_parts() -> None:
    english, german = bank("en"), bank("de")
    for part in ("pools", "texts", "lists"):
        assert set(getattr(english, part)) == set(getattr(german, part)), part
