"""A cast and its draft are the same, and what is wrong is said in plain words at the field where it is typed."""

from __future__ import annotations

from typing import Any

import pytest

from parley.core.base.packaged import names
from parley.core.cast.cast import Cast
from parley.core.home import Home
from parley.core.office.plan import Plan
from parley.core.studio.library import Library
from parley.desktop.cast_editor.draft import CAST, CastDraft, get_draft_of
from parley.desktop.cast_editor.model import check_draft


def cast(**values: Any) -> Cast:
    members = [
        {"id": "ann", "name": "Ann", "relations": {"bob": {"affinity": 0.3, "note": "slow"}}},
        {"id": "bob", "name": "Bob", "lines": ["Hm.", "Well."]},
    ]
    return Cast.model_validate({"id": "crew", "name": "Crew", "members": members} | values)


@pytest.fixture
def plans(home: Home) -> dict[str, Plan]:
    library = Library(home)
    return {name: library.plan(name) for name in library.list_plan_names()}


def faults(draft: CastDraft, plans: dict[str, Plan], taken: tuple[str, ...] = ()) -> dict[tuple[int, str], str]:
    return {(fault.key, fault.field): fault.sentence for fault in check_draft(draft, plans, taken)[1]}


@pytest.mark.parametrize("name", names("casts"))
def test_the_casts_that_ship_come_back_from_their_drafts(home: Home, plans: dict[str, Plan], name: str) -> None:
    whole = Library(home).cast(name)
    assert check_draft(get_draft_of(whole), plans) == (whole, [])


def test_everything_comes_back(plans: dict[str, Plan]) -> None:
    everything = {
        "id": "cy", "name": "Cy", "role": "r", "age": 0, "pronouns": "p", "colour": "#102030", "letter": "Cy",
        "identity": "i\n\ni", "biography": "b", "personality": "p", "working_style": "w", "favourite_games": ["Go"],
        "private_life": "p", "tone": "t", "quirk": "q", "lines": ["l"], "directive": "d", "desk": "qa/1",
        "coordinator": True, "relations": {"ann": {"affinity": 0.111, "note": "n"}},
        "character": {"name": "c", "role": "r", "description": "d"},
        "voice": {"provider": "anthropic", "model": "m", "base_url": "http://127.0.0.1", "temperature": 0.0},
    }  # fmt: skip
    base = cast().model_dump()
    whole = Cast.model_validate(base | {"members": [*base["members"], everything], "topics": ["one", "two"]})
    assert check_draft(get_draft_of(whole), plans) == (whole, [])


BROKEN: dict[str, tuple[dict[str, str], str, str]] = {
    "no name": ({"name": " "}, "name", "This cannot be empty."),
    "two lines": ({"name": "a\tb"}, "name", "A name is one line of visible characters."),
    "taken": ({"id": "bob"}, "id", "The id 'bob' is taken by Ann."),
    "reserved": ({"id": "director"}, "id", "'director' is the id of the person at the controls."),
    "id": ({"id": "Ä"}, "id", "An id has small letters a to z, digits, - and _, and begins with a letter or digit."),
    "colour": ({"colour": "#12"}, "colour", "A colour is one of the palette or #rrggbb, such as #3b5bfd."),
    "letter": ({"letter": "abc"}, "letter", "At most 2 characters; these are 3."),
    "tone": ({"tone": "x" * 401}, "tone", "At most 400 characters; these are 401."),
    "lines": ({"lines": "a\n\n" + "x" * 2_001}, "lines", "Line 2: At most 2000 characters; these are 2001."),
    "card": ({"card.reminder": "x" * 32_001}, "card.reminder", "At most 32000 characters; these are 32001."),
    "no address": (
        {"voice.provider": "anthropic", "voice.base_url": "http://h:99999"},
        "voice.base_url",
        "This is no server's address: write https://host or http://localhost:8080.",
    ),
    "secret": (
        {"voice.provider": "anthropic", "voice.base_url": "http://a:b@c"},
        "voice.base_url",
        "No user name or password in the address; the key belongs into the keyring.",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_each_fault_is_told_at_its_field(plans: dict[str, Plan], case: str) -> None:
    typed, field, sentence = BROKEN[case]
    draft = get_draft_of(cast())
    draft.members[0].values |= typed
    valid, told = check_draft(draft, plans)
    assert valid is None
    # Whoever comes second has taken it.
    at = draft.members[case == "taken"]
    wrong = [(fault.key, fault.field, fault.sentence) for fault in told if not fault.warning]
    assert wrong == [(at.key, field, sentence)]


def test_faults_of_the_cast_itself_and_of_what_they_think_of_each_other(plans: dict[str, Plan]) -> None:
    draft = get_draft_of(cast(plan="moon"))
    told = faults(draft, plans, ("crew",))
    assert told[CAST, "id"] == "There is already a cast with the id 'crew'."
    assert told[CAST, "plan"] == "There is no floor plan called 'moon' here."
    draft.origin = "crew"
    assert (CAST, "id") not in faults(draft, plans, ("crew",))
    ann, bob = draft.members
    ann.relations[bob.key].note = "x" * 401
    assert (ann.key, f"relations.{bob.key}") in faults(draft, plans)
    draft.members.clear()
    assert faults(draft, plans)[CAST, "members"] == "A cast needs at least one member."


def test_warnings_keep_nobody_from_saving(plans: dict[str, Plan]) -> None:
    draft = get_draft_of(cast())
    ann, bob = draft.members
    for member in (ann, bob):
        member.values |= {"name": "Ann", "desk": "qa/1"}
        member.values["coordinator"] = True
    valid, told = check_draft(draft, plans)
    assert valid is not None
    assert {(fault.key, fault.field) for fault in told if fault.warning} == {
        (bob.key, "name"),
        (bob.key, "desk"),
        (bob.key, "coordinator"),
    }
    ann.values["desk"], bob.values["desk"] = "attic", "qa/99"
    said = faults(draft, plans)
    assert "no room 'attic'" in said[ann.key, "desk"]
    assert "no seat '99'" in said[bob.key, "desk"]


def test_relations_follow_the_person_and_not_the_id(plans: dict[str, Plan]) -> None:
    draft = get_draft_of(cast())
    draft.members[1].values["id"] = "robert"
    valid, _told = check_draft(draft, plans)
    assert valid is not None
    assert valid.members[0].relations["robert"].note == "slow"
    del draft.members[1]
    alone, _told = check_draft(draft, plans)
    assert alone is not None
    assert not alone.members[0].relations
