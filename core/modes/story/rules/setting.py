"""A story's setting: places, people, things, foes, quests and the rules' numbers, as a person writes them in TOML.

Its kinds of foes become people of a story, each with an id and a name of their own.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from typing import Any, Self

from pydantic import Field, model_validator

from parley.core.base.definition import Definition, Misplaced, raise_all
from parley.core.base.sentences import Sentence
from parley.core.cast.lore import LoreBook
from parley.core.cast.member import PLAYER, RESERVED
from parley.core.modes.story.events import Person, Stack
from parley.core.modes.story.rules import parts

REFERENCES = (
    ("places", "exits", "place", "an exit of '{id}'"), ("places", "items", "item", "'{id}'"),
    ("places", "foes", "foe", "'{id}'"), ("places", "needs", "item", "'{id}'"),
    ("people", "location", "place", "'{id}'"), ("people", "items", "item", "'{id}'"),
    ("foes", "loot", "item", "the foe '{id}'"), ("concepts", "items", "item", "the concept '{id}'"),
    ("concepts", "weapon", "item", "the concept '{id}'"), ("quests", "giver", "character", "the quest '{id}'"),
)  # fmt: skip
"""Fields that name something else of a setting: whose, which, what they name, and how the owner is called."""


class Setting(Definition):
    """A world to play in. Everything that is named is there: a fault tells which id is at fault."""

    id: parts.Id
    name: parts.Name
    premise: parts.Prose
    opening: parts.Prose = Field(description="What the narrator opens with, as a direction.")
    tone: parts.Prose
    start: parts.Id
    innkeeper: parts.Id = Field(description="Who asks the questions of the interview.")
    rules: parts.Rules = Field(default_factory=parts.Rules)
    agents: tuple[parts.Agent, parts.Agent, parts.Agent]
    questions: tuple[parts.Question, ...]
    concepts: tuple[parts.Concept, ...] = Field(min_length=1, max_length=parts.MOST)
    places: tuple[parts.Place, ...] = Field(min_length=1, max_length=parts.MOST)
    people: tuple[parts.Someone, ...] = Field(min_length=1, max_length=parts.MOST)
    items: tuple[parts.Item, ...] = Field((), max_length=parts.MOST)
    foes: tuple[parts.Foe, ...] = Field((), max_length=parts.MOST)
    quests: tuple[parts.Quest, ...] = Field((), max_length=parts.MOST)
    says: tuple[parts.Saying, ...] = Field(
        (), exclude_if=().__eq__, max_length=parts.MOST, description="What anybody here can tell, `about` something."
    )

    lore: tuple[LoreBook, ...] = Field(
        (), exclude_if=().__eq__, max_length=20, description="What may come to everybody's mind."
    )

    def place(self, place_id: str) -> parts.Place | None:
        """Return the place with that id."""
        return self._by_id["places"].get(place_id)

    def find_item(self, item_id: str) -> parts.Item | None:
        """Return the item with that id."""
        return self._by_id["items"].get(item_id)

    def foe(self, foe_id: str) -> parts.Foe | None:
        """Return the kind of foe with that id."""
        return self._by_id["foes"].get(foe_id)

    def someone(self, person_id: str) -> parts.Someone | None:
        """Return the character with that id; those who came in on the way are not among them."""
        return self._by_id["people"].get(person_id)

    def find_quest(self, quest_id: str) -> parts.Quest | None:
        """Return the quest with that id."""
        return self._by_id["quests"].get(quest_id)

    def item_name(self, item_id: str, language: str) -> str:
        """Return what an item is called; what was made up on the way is called what it is."""
        item = self.find_item(item_id)
        return item.name.text(language) if item else item_id

    def place_name(self, place_id: str, language: str) -> str:
        """Return what a place is called."""
        place = self.place(place_id)
        return place.name.text(language) if place else place_id

    def spoken_in(self, language: str) -> Setting:
        """Return the setting with its sayings in one language, which is all that a run in it needs of them."""
        people = (
            one.model_copy(update={"says": tuple(said.keep_only(language) for said in one.says)}) for one in self.people
        )
        says = tuple(said.keep_only(language) for said in self.says)
        spoken = self.model_copy(update={"people": tuple(people), "says": says})
        # A copy has what the original had worked out of itself.
        spoken.__dict__.pop("_by_id", None)
        return spoken

    @cached_property
    def _by_id(self) -> dict[str, dict[str, Any]]:
        sorts = ("places", "items", "foes", "people", "quests")
        return {sort: {each.id: each for each in getattr(self, sort)} for sort in sorts}

    @model_validator(mode="after")
    def _whole(self) -> Self:
        raise_all([*self._iterate_duplicates(), *self._iterate_unknown_names()])  # reports all faults at once
        return self

    def _iterate_unknown_names(self) -> Iterator[Misplaced]:
        yield from self._iterate_unknown_ids(("start",), "the start", [self.start], "place")
        yield from self._iterate_unknown_ids(("innkeeper",), "the innkeeper", [self.innkeeper], "character")
        if sorted(agent.id for agent in self.agents) != sorted(parts.AGENTS):
            yield Misplaced(("agents", 0), Sentence("the agents are {names}, each once", names=", ".join(parts.AGENTS)))
        if [question.about for question in self.questions] != ["name", "origin", "calling", "strength", "reason"]:
            yield Misplaced(
                ("questions", 0),
                Sentence(
                    "an interview has {questions} questions: name, origin, calling, strength, reason",
                    questions=parts.QUESTIONS,
                ),
            )
        yield from self._iterate_unknown_references()
        yield from self._iterate_one_way_exits()
        yield from self._iterate_concept_faults()

    def _iterate_unknown_references(self) -> Iterator[Misplaced]:
        for sort, field, what, owner in REFERENCES:
            for number, one in enumerate(getattr(self, sort)):
                named = getattr(one, field)
                ids = filter(None, [named] if isinstance(named, str) else named)
                yield from self._iterate_unknown_ids((sort, number, field), owner.format(id=one.id), ids, what)
        for number, quest in enumerate(self.quests):
            for step, stage in enumerate(quest.stages):
                for field in ("item", "place", "foe"):
                    at, ids = ("quests", number, "stages", step, field), filter(None, [getattr(stage, field)])
                    yield from self._iterate_unknown_ids(at, f"the quest '{quest.id}'", ids, field)

    def _iterate_one_way_exits(self) -> Iterator[Misplaced]:
        for number, place in enumerate(self.places):
            for other in place.exits:
                beyond = self.place(other)
                if beyond is not None and (place.id not in beyond.exits or other == place.id):
                    yield Misplaced(
                        ("places", number, "exits"),
                        Sentence(
                            "the way from '{name}' to '{other}' has no way back; exits are two-way",
                            name=place.id,
                            other=other,
                        ),
                    )

    def _iterate_concept_faults(self) -> Iterator[Misplaced]:
        for number, concept in enumerate(self.concepts):
            at, what = ("concepts", number), f"the concept '{concept.id}'"
            weapon = self.find_item(concept.weapon)
            if weapon is not None and weapon.kind != "weapon":
                yield Misplaced(
                    (*at, "weapon"),
                    Sentence("the weapon of the concept is '{weapon}', which is none", weapon=concept.weapon),
                )
            if set(concept.attributes) != set(parts.ATTRIBUTES):
                yield Misplaced(
                    (*at, "attributes"),
                    Sentence("{what} needs all of {names}", what=what, names=", ".join(parts.ATTRIBUTES)),
                )

    def _iterate_duplicates(self) -> Iterator[Misplaced]:
        for field in ("places", "people", "items", "foes", "concepts", "quests"):
            what = "characters" if field == "people" else field
            seen: set[str] = set()
            for number, one in enumerate(each.id for each in getattr(self, field)):
                if field == "people" and one in _TAKEN:
                    yield Misplaced(
                        (field, number, "id"),
                        Sentence("somebody else of the story has the id '{one}' already", one=one),
                    )
                if one in seen:
                    yield Misplaced(
                        (field, number, "id"), Sentence("two {what} have the id '{one}'", what=what, one=one)
                    )
                seen.add(one)
        yield from self._iterate_name_clashes()

    def _iterate_name_clashes(self) -> Iterator[Misplaced]:
        # Whoever says a name means one of them.
        called = {name.casefold() for agent in self.agents for name in (agent.name.en, agent.name.de)}
        for number, one in enumerate(self.people):
            if one.name.casefold() in called:
                yield Misplaced(
                    ("people", number, "name"),
                    Sentence("somebody else of the story is called '{name}' already", name=one.name),
                )
            called.add(one.name.casefold())

    def _iterate_unknown_ids(
        self, at: tuple[int | str, ...], where: str, ids: Iterable[str], what: str
    ) -> Iterator[Misplaced]:
        known = self._by_id["people" if what == "character" else f"{what}s"]
        for one in ids:
            if one not in known:
                told = Sentence(
                    "{where} names the {what} '{one}', which does not exist", where=where, what=what, one=one
                )
                yield Misplaced(at, told)


_NUMBERED = re.compile(r"(.+)-(\d+)")
_TAKEN = frozenset({PLAYER, RESERVED, *parts.AGENTS})
_LONGEST = 36
"""Characters of a kind's id that fit into an enemy's, with a number behind them."""


def foes(setting: Setting, kinds: Iterable[str], taken: Container[str], language: str) -> tuple[Person, ...]:
    """Return one enemy for each of `kinds` (ids of the setting's foes; others are left out) whose id is not in `taken`.

    The first wolf is "wolf" and called "Wolf", the next one "wolf-2" and "Wolf 2".
    """
    made: dict[str, Person] = {}
    for kind in kinds:
        if foe := setting.foe(kind):
            number, one = 1, kind
            while one in made or one in taken or one in _TAKEN:
                number += 1
                one = f"{kind[:_LONGEST]}-{number}"
            made[one] = _build_foe_person(foe, one, number, language)
    return tuple(made.values())


def get_kind_of(setting: Setting, person: str) -> str:
    """Return which of the setting's foes an id is one of; empty for everybody else."""
    if setting.foe(person):
        return person
    found = _NUMBERED.fullmatch(person)  # greedy: only the last number is the enemy's own
    stem = found.group(1) if found else ""
    return next((foe.id for foe in setting.foes if foe.id[:_LONGEST] == stem), "")


def _build_foe_person(foe: parts.Foe, one: str, number: int, language: str) -> Person:
    name = foe.name.text(language)[:70]  # leaves room for a number: a person's name has 80 characters at most
    return Person(
        id=one,
        name=name if number == 1 else f"{name} {number}",
        archetype="foe",
        description=foe.description.text(language),
        health=foe.health,
        armour=foe.armour,
        bonus=foe.bonus,
        damage=foe.damage,
        dexterity=foe.dexterity,
        loot=tuple(Stack(item=item, quantity=quantity) for item, quantity in foe.loot.items()),
    )
