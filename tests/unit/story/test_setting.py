"""Settings: those that ship are whole, and what is wrong with one is said by line and name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.definition import parse_toml, read_toml
from parley.core.base.errors import DefinitionError
from parley.core.base.packaged import get_path_of, names
from parley.core.cast.member import Member
from parley.core.formats import Localised
from parley.core.modes.story.rules.setting import Setting, foes, get_kind_of
from tests.fight_states import FIELDS, a_setting, both

SHIPPED = names("stories")


def shipped(name: str) -> Setting:
    return read_toml(get_path_of("setting", "stories", name), Setting)


def source() -> str:
    return get_path_of("setting", "stories", "ferry").read_text("utf-8")


def texts(value: Any) -> Iterator[Localised]:
    """Every text of a setting."""
    if isinstance(value, Localised):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from texts(each)
    elif hasattr(value, "__class__") and hasattr(type(value), "model_fields"):
        for name in type(value).model_fields:
            yield from texts(getattr(value, name))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_setting_that_ships_is_whole_in_both_languages_and_its_quests_can_be_done(name: str) -> None:
    setting = shipped(name)
    assert setting.id == name
    found = list(texts(setting))
    assert len(found) > 100
    for each in found:
        assert each.en.strip(), each
        assert each.de.strip(), each
        assert each.en == each.en.strip(), each
        assert each.de == each.de.strip(), each
    for one in setting.people:
        assert len(one.lines) >= 2, one.id
        assert one.wants is not None, one.id
        assert len(one.knows) >= 2, one.id
        assert one.tone is not None, one.id
        assert one.quirk is not None, one.id
    assert all(agent.lines for agent in setting.agents)
    about = {foe for place in setting.places for foe in place.foes}
    owned = {item for place in setting.places for item in place.items}
    owned |= {item for one in setting.people for item in one.items}
    for quest in setting.quests:
        assert quest.giver
        first = quest.stages[0]
        assert (first.item, first.place, first.foe) == ("", "", "")
        for stage in quest.stages[1:]:
            assert stage.item in owned or stage.place or stage.foe in about, quest.id


# What is wrong ----------------------------------------------------------------------------------------------------

ROPE = 'name = { en = "rope", de = "Seil" }'
NO_WAY_BACK = "the way from 'far_bank' to 'jetty' has no way back; exits are two-way"
TONE = next(each for each in source().splitlines() if each.startswith("tone.en"))
QUESTION = "[[questions]]" + source().split("[[questions]]")[1]

FAULTS = [
    # Ways.
    ('exits = ["taproom", "alders", "far_bank"]', 'exits = ["taproom", "alders"]', NO_WAY_BACK, 'exits = ["jetty"]'),
    ('exits = ["jetty"]', 'exits = ["jetty", "far_bank"]', "no way back", "="),
    # Ids that are not there.
    ('start = "taproom"', 'start = "tap"', "the start names the place 'tap', which does not exist", "="),
    ('innkeeper = "marta"', 'innkeeper = "x"', "the innkeeper names the character 'x', which does not exist", "="),
    ("items = { lantern = 1,", "items = { laser = 1,", "'taproom' names the item 'laser', which does not exist", "="),
    ('foes = ["moor_dog"]', 'foes = ["cat"]', "'jetty' names the foe 'cat', which does not exist", "="),
    ('location = "jetty"', 'location = "jetti"', "'levin' names the place 'jetti', which does not exist", "="),
    ('weapon = "boathook"', 'weapon = "bow"', "the concept 'raftsman' names the item 'bow', which does not exist", "="),
    ("loot = { coin = 5", "loot = { gold = 5", "the foe 'reed_thief' names the item 'gold', which does not exist", "="),
    ('item = "ferry_bell"', 'item = "bell"', "the quest 'bell' names the item 'bell', which does not exist", "="),
    ('place = "far_bank"', 'place = "there"', "the quest 'bell' names the place 'there', which does not exist", "="),
    ('giver = "marta"', 'giver = "nobody"', "the quest 'bell' names the character 'nobody', which does not exist", "="),
    # Two with one id or name.
    ('id = "alders"\n', 'id = "jetty"\n', "two places have the id 'jetty'", "="),
    ('id = "ada"\n', 'id = "marta"\n', "two characters have the id 'marta'", "="),
    ('id = "ada"\n', 'id = "jester"\n', "somebody else of the story has the id 'jester' already", "="),
    ('id = "ada"', 'id = "player"', "'player' already", "="),
    ('id = "reed_thief"\n', 'id = "moor_dog"\n', "two foes have the id 'moor_dog'", "="),
    ('id = "jester"', 'id = "keeper"', "the agents are narrator, keeper, jester, each once", ""),
    ('name = "Ada"', 'name = "Marta"', "called 'Marta' already", "="),
    # Values that cannot be.
    ('damage = "1d8"', 'damage = "1x8"', "'1x8' is no dice", ""),
    ('damage = "1d4+1"', 'damage = "4000d6"', "'4000d6' cannot be thrown", ""),
    ('heals = "1d6+2"', 'heals = "d1"', "'d1' cannot be thrown", ""),
    ("danger = 0.35", "danger = 3.5", "'places.2.danger': input should be less than or equal to 1, not 3.5", "="),
    ("coin = 20", f"coin = {'9' * 5000}", "too many digits", ""),
    ('archetype = "companion"', 'archetype = "dragon"', "'people.1.archetype': input should be", "="),
    ("wis = 12, cha = 10 }", "wis = 12 }", "the concept 'raftsman' needs all of str, dex, con, int, wis, cha", ""),
    ("length = 20", "length = 20\nnarrator_words = [60, 30]", "from fewer to more", ""),
    ('kind = "weapon"\ndamage = "1d8"', 'kind = "weapon"', "a weapon has 'damage'", ""),
    ('heals = "1d6+2"', "", "a draught has 'heals'", ""),
    ('weapon = "boathook"', 'weapon = "bread"', "which is none", "="),
    # Names and texts.
    ('name = "Levin"', 'name = "Le\\nvin"', "name: a name is one line of visible characters", ""),
    (ROPE, 'name = { en = "", de = "Seil" }', "one line of visible", "="),
    (ROPE, 'name = { en = "rope\\u001b[31m", de = "Seil" }', "one line of visible", "="),
    (ROPE, f'name = {{ en = "rope", de = "{"Seil" * 21}" }}', "at most 80", "="),
    ('person = "Robin"', 'person = "Ro\\nbin"', "one line of visible", "="),
    (
        'name = { en = "the jetty", de = "der Steg" }',
        'name = { en = "the jetty" }',
        "'places.1.name.de' is missing",
        "",
    ),
    (TONE, f'tone.en = "{"word " * 2000}"', "at most 8,000 characters", ""),
    (TONE, 'tone.en = "  "', "there is no text", ""),
    (TONE, 'tone.en = "a\\u0007"', "control characters", ""),
    # What is missing, or one too many.
    (QUESTION, "", "an interview has 5 questions: name, origin, calling, strength, reason", ""),
    ('innkeeper = "marta"', 'innkeeper = "marta"\nlandlord = "marta"', "no field called 'landlord'", ""),
]


@pytest.mark.slow
def test_what_is_wrong_is_told_with_its_line() -> None:
    """`line` is what stands in the line that is blamed; "=": what was changed."""
    for old, new, words, line in FAULTS:
        text = source()
        assert old in text, old
        with pytest.raises(DefinitionError) as fault:
            parse_toml(text.replace(old, new, 1), Path("mine.toml"), Setting)
        told = fault.value
        assert words in str(told), old
        assert len(str(told)) < 400, old
        assert told.line > 0 or old == TONE, old
        if line:
            assert told.line == text[: text.index(old if line == "=" else line)].count("\n") + 1, old


def test_a_setting_has_no_more_of_a_sort_than_can_be_told_apart_in_time() -> None:
    many = "".join(f'\n[[items]]\nid = "i{n}"\nname = {{ en = "i{n}", de = "i{n}" }}\n' for n in range(1_000))
    with pytest.raises(DefinitionError, match="at most 1000"):
        parse_toml(source() + many, Path("mine.toml"), Setting)


def test_a_kind_with_a_reserved_or_long_name_still_makes_members() -> None:
    long = "w" * 40
    kinds = [{**FIELDS["foes"][0], "id": one, "name": both("W" * 80)} for one in ("director", "player", "jester", long)]
    setting = a_setting(foes=kinds, places=[FIELDS["places"][0] | {"exits": []}], quests=[])
    found = foes(setting, ["director", "player", "jester", long, long], (), "en")
    assert [each.id for each in found[:3]] == ["director-2", "player-2", "jester-2"]
    assert len({each.id for each in found}) == len(found)
    for each in found:
        assert Member(id=each.id, name=each.name).id == each.id
    assert [get_kind_of(setting, each.id) for each in found] == ["director", "player", "jester", long, long]


def test_what_earlier_versions_had_in_a_setting_is_passed_over() -> None:
    foe = FIELDS["foes"][0] | {"courage": 9, "mercy": "rob", "nature": "beast", "gender": "m", "inflicts": "poisoned"}
    place = FIELDS["places"][0] | {"exits": [], "features": [{"id": "beam", "name": both("a beam"), "damage": "1d4"}]}
    setting = a_setting(foes=[foe], places=[place], quests=[])
    assert setting.foe(foe["id"]) is not None
    assert "features" not in setting.model_dump()["places"][0]
