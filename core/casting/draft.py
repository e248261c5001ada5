"""A cast that was made from a sentence and is not saved yet; and how one is drawn where no model writes it: from roles
and manners that were written for any group.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import UsageError
from parley.core.base.files import write_new
from parley.core.base.line import capped
from parley.core.base.packaged import get_resource, names
from parley.core.base.sentences import Sentence
from parley.core.cast.cast import Cast, Language
from parley.core.cast.member import PLAYER, RESERVED, Member, Relation, make_slug
from parley.core.cast.saving import cast_toml
from parley.core.engine.composing import MOST_MEMBERS, named_members
from parley.core.office.places import find_desks
from parley.core.office.plan import Plan
from parley.core.studio.library import PLANS, Library

BONDS = {"hostile": 0.12, "wary": 0.34, "friendly": 0.7, "close": 0.88}
"""How two stand to each other who are more or less than colleagues, and the affinity that it is."""
USUAL = 5
"""Members of a cast where nobody says how many."""
TOPICS = 5
LONGEST_NAME = 38
DRAWN = Sentence("No model read the sentence: people and bonds were drawn, and only a number in it counted.")


@dataclass(frozen=True)
class CastDraft:
    """A cast from a `sentence`. `model` is who wrote it, empty where it was drawn; `cost` is in US dollars; `notes` say
    what was left out or mended.
    """

    sentence: str
    cast: Cast
    model: str = ""
    cost: float = 0.0
    notes: tuple[Sentence, ...] = ()

    def find(self, name: str) -> Member:
        """Return a member by id or name, as they stand in the draft. Raises `UnknownName`."""
        (found,) = named_members(self.cast, [name])
        return next(member for member in self.cast.members if member.id == found.id)

    def drop(self, name: str) -> CastDraft:
        """Return the draft without a member. Raises `UnknownName`, `UsageError` for the last one."""
        if len(self.cast.members) == 1:
            raise UsageError("{name} is the last member: a cast needs one.", name=name)
        return self.swap_member(self.find(name))

    def swap_member(self, old: Member, new: Member | None = None) -> CastDraft:
        """Return the draft with another in a member's place, of whom the others think as before, or with nobody."""
        members = []
        for member in self.cast.members:
            relations = {one: each for one, each in member.relations.items() if one != old.id}
            if new is not None and old.id in member.relations:
                relations[new.id] = member.relations[old.id]
            members.append(new if member is old else member.model_copy(update={"relations": relations}))
        kept = tuple(member for member in members if member is not None)
        return replace(self, cast=self.cast.model_copy(update={"members": kept}))

    def save(self, path: str | Path) -> Path:
        """Write the cast to a new file, and return where. Raises `FileError`."""
        write_new(place := Path(path), cast_toml(self.cast))
        return place


def free_id(name: str, taken: Collection[str]) -> str:
    """Return an id made from a name, with a number behind it where it is taken."""
    wanted, reserved = make_slug(name), {*taken, RESERVED, PLAYER}
    numbered = (f"{wanted[:36]}-{number}" for number in range(2, len(reserved) + 3))  # one of these is free
    return next(found for found in (wanted, *numbered) if found not in reserved)


def choose_plan(library: Library, count: int) -> Plan:
    """Return the smallest of the floor plans that ship with a seat for everybody, else the largest."""
    sizes = {name: sum(len(room.seats) for room in library.plan(name).rooms) for name in names(PLANS.folder)}
    able = [name for name, seats in sizes.items() if seats >= count]
    return library.plan(min(able, key=sizes.__getitem__) if able else max(sizes, key=sizes.__getitem__))


def seat_members(plan: Plan, members: Sequence[Member]) -> tuple[Member, ...]:
    """Return the members, each in a room of the plan where a seat is free, as far as there are enough."""
    places = find_desks(plan, {member.id: "" for member in members})
    return tuple(member.model_copy(update={"desk": places[member.id].room}) for member in members)


# Drawn ------------------------------------------------------------------------------------------------------------


@cache
def load_archetypes(language: str) -> dict[str, Any]:
    """Return what casts are drawn from in a language: numbers, names, topics, roles, manners, notes."""
    found: dict[str, Any] = tomllib.loads(get_resource("casting.toml").read_text("utf-8"))[language]
    return found


def count_members(sentence: str, language: str) -> int:
    """Return how many people the sentence names first, in words or digits; 0 where it does not say."""
    words = "".join(each if each.isalnum() else " " for each in sentence.casefold()).split()
    known = load_archetypes(language)["numbers"]
    counts = (int(word) if word.isdecimal() and len(word) < 3 else known.get(word, 0) for word in words)  # no years
    return next((count for count in counts if 2 <= count <= MOST_MEMBERS), 0)


def draw_cast(library: Library, sentence: str, language: Language, seed: int, count: int = 0) -> CastDraft:
    """Return a cast of people who are drawn; at least two of them cannot stand each other."""
    random, notes = SeededRandom(seed).generator(0, "cast"), load_archetypes(language)["notes"]
    count = count or USUAL
    plan = choose_plan(library, count)
    members: list[Member] = []
    for _ in range(count):
        members.append(_draw_member(members, language, random).model_copy(update={"coordinator": not members}))
    pairs = random.sample([*combinations(range(count), 2)], min(count + 1, count * (count - 1) // 2))
    for number, (one, other) in enumerate(pairs):
        bond = random.choice(["wary", "friendly", "close"]) if number else "hostile"
        for a, b in ((one, other), (other, one)):
            # Made just now, and nobody else's yet.
            members[a].relations[members[b].id] = Relation(affinity=BONDS[bond], note=random.choice(notes[bond]))
    sentence = sentence[:1].upper() + sentence[1:]
    name = capped(sentence, LONGEST_NAME)
    topics = tuple(random.sample(load_archetypes(language)["topics"], TOPICS))
    cast = Cast(
        id=free_id(name, library.cast_names()), name=name, description=sentence, language=language, plan=plan.id,
        topics=topics, members=seat_members(plan, members),
    )  # fmt: skip
    return CastDraft(sentence, cast, notes=(DRAWN,))


def draw_again(draft: CastDraft, old: Member, seed: int) -> CastDraft:
    """Return the draft with somebody else drawn in a member's place, of whom the others think as before."""
    random = SeededRandom(seed).generator(0, f"cast:{old.id}")  # by id: with one seed each member gets somebody else
    kept = {"desk": old.desk, "coordinator": old.coordinator, "relations": old.relations}
    return draft.swap_member(old, _draw_member(draft.cast.members, draft.cast.language, random).model_copy(update=kept))


def draw_nature(language: str, seed: int, number: int, bonds: Mapping[str, str]) -> dict[str, Any]:
    """Return a personality and a manner, with lines, and a note for each bond, as they were written for anybody;
    another number gives others. What a small model would only repeat is left blank.
    """
    random, known = SeededRandom(seed).generator(0, "nature"), load_archetypes(language)
    roles, manners = (random.sample(known[kind], len(known[kind])) for kind in ("roles", "manners"))
    notes = {one: random.choice(known["notes"].get(bond) or [""]) for one, bond in bonds.items()}
    own = {"personality": roles[number % len(roles)]["personality"], "working_style": "", "private_life": ""}
    return {**own, **manners[number % len(manners)], "notes": notes}


def _draw_member(others: Sequence[Member], language: str, random: Random) -> Member:
    """Return somebody with a name, a role and a manner that none of the others has, as far as there are enough."""
    known, used = load_archetypes(language), {text for one in others for text in (one.name, one.role, one.tone)}
    name, pronouns = random.choice([each for each in known["names"] if each[0] not in used] or known["names"])
    role = random.choice([each for each in known["roles"] if each["role"] not in used] or known["roles"])
    manner = random.choice([each for each in known["manners"] if each["tone"] not in used] or known["manners"])
    own = free_id(name, {other.id for other in others})
    return Member.model_validate({"id": own, "name": name, "pronouns": pronouns, **role, **manner})
