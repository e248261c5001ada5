"""Enemies as people of a story: made of the setting's kinds, each with an id and a name of their own."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from core.cast.member import PLAYER, RESERVED
from core.modes.story.events import Person, Stack
from core.modes.story.rules.parts import AGENTS, Foe
from core.modes.story.rules.setting import Setting

_NUMBERED = re.compile(r"(.+)-(\d+)")
_TAKEN = frozenset({PLAYER, RESERVED, *AGENTS})
_LONGEST = 36
"""Characters of a kind's id that fit into an enemy's, with a number behind them."""


def foes(setting: Setting, kinds: Iterable[str], taken: Container[str], language: str) -> tuple[Person, ...]:
    """One enemy for each of `kinds` (ids of the setting's foes; others are left out), whose ids are not in `taken`.

    The first wolf is "wolf" and called "Wolf", the next one "wolf-2" and "Wolf 2".
    """
    made: dict[str, Person] = {}
    for kind in kinds:
        if foe := setting.foe(kind):
            number = 1
            while (one := numbered(kind, number)) in made or one in taken or one in _TAKEN:
                number += 1
            made[one] = _made(foe, one, number, language)
    return tuple(made.values())


def numbered(kind: str, number: int) -> str:
    """The id of a kind's first, second … enemy."""
    return kind if number == 1 else f"{kind[:_LONGEST]}-{number}"


def kind_of(setting: Setting, person: str) -> str:
    """Which of the setting's foes an id is one of; empty for everybody else."""
    if setting.foe(person):
        return person
    found = _NUMBERED.fullmatch(person)
    stem = found.group(1) if found else ""
    return next((foe.id for foe in setting.foes if foe.id[:_LONGEST] == stem), "")


def _made(foe: Foe, one: str, number: int, language: str) -> Person:
    name = foe.name.text(language)[:70]
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
        inflicts=foe.inflicts,
        loot=tuple(Stack(item=item, quantity=quantity) for item, quantity in foe.loot.items()),
    )
