"""Enemies: people made of kinds, each with an id and a name that nobody else has."""

from __future__ import annotations

from core.cast.member import Member
from core.modes.story.rules.encounters import foes, kind_of
from tests.fight_states import FIELDS, a_setting, both


def test_several_of_a_kind_are_numbered() -> None:
    found = foes(a_setting(), ["wolf", "adder", "wolf", "dragon"], {"marta"}, "de")
    assert [(each.id, each.name) for each in found] == [("wolf", "Wolf"), ("adder", "Otter"), ("wolf-2", "Wolf 2")]
    assert {each.archetype for each in found} == {"foe"}
    assert found[1].inflicts == "poisoned"
    assert found[0].loot[0].item == "pelt"


def test_ids_that_were_given_away_are_left_alone() -> None:
    found = foes(a_setting(), ["wolf", "wolf"], {"wolf", "wolf-3"}, "en")
    assert [each.id for each in found] == ["wolf-2", "wolf-4"]


def test_their_kind_is_known_again() -> None:
    setting = a_setting()
    kinds = {one: kind_of(setting, one) for one in ("wolf", "wolf-12", "adder", "marta", "wolf-x", "fox-2", "player")}
    assert kinds == {"wolf": "wolf", "wolf-12": "wolf", "adder": "adder", "marta": "", "wolf-x": "", "fox-2": "",
                     "player": ""}  # fmt: skip


def test_a_kind_with_a_reserved_or_long_name_still_makes_members() -> None:
    long = "w" * 40
    kinds = [{**FIELDS["foes"][0], "id": one, "name": both("W" * 80)} for one in ("director", "player", "jester", long)]
    setting = a_setting(foes=kinds, places=[FIELDS["places"][0] | {"exits": []}], quests=[])
    found = foes(setting, ["director", "player", "jester", long, long], (), "en")
    assert [each.id for each in found[:3]] == ["director-2", "player-2", "jester-2"]
    assert len({each.id for each in found}) == len(found)
    for each in found:
        assert Member(id=each.id, name=each.name).id == each.id
    assert [kind_of(setting, each.id) for each in found] == ["director", "player", "jester", long, long]
