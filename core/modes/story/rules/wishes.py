"""What a player can want, and what they can name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from parley.core.modes.story.events import Did

IntentKind = Did | Literal["wait", "say", "none"]
"""What the player wants: what is done or refused, or what is only said or harmless."""


@dataclass(frozen=True)
class Intent:
    """What the player wants. `target` is a person, a place or a foe, `item` a thing, by id; empty: not said.

    `quantity` 0: all of it. Of a trade `price` are the coins that are named (0: none) and `swap` is what else the
    player would give for it. `about` is what a question is about. `unknown` is what was named, as it was
    typed, and is nothing that there is; `near` are the ids that are equally near, where it is open which is meant.
    `more` and `more_swap` are further things of a trade, with how many of each, beside `item` and beside `swap`.
    `clause` are the words.
    """

    kind: IntentKind
    target: str = ""
    item: str = ""
    quantity: int = 1
    price: int = 0
    swap: str = ""
    swap_quantity: int = 1
    about: str = ""
    unknown: str = ""
    near: tuple[str, ...] = ()
    more: tuple[tuple[str, int], ...] = ()
    more_swap: tuple[tuple[str, int], ...] = ()
    clause: str = field(default="", compare=False)


NOTHING = Intent("none")

BESIDE = "beside"
"""What a trade is about that adds to the offer that stands."""

STEALTH = "stealth"
"""What taking is about that nobody is to see."""


@dataclass(frozen=True)
class Known:
    """What the player can name, as id to name. `called` is what else people go by ("the smith"), `also` what else
    places and things are called. `present` are the people who are here, `partner` is whom the player talks with,
    `here` the place, `at_hand` are things within reach and places to which there is a way; `coins`, which things
    are money; `mine`, what the player carries, `theirs`, what those have who are spoken with, or who are here;
    `fighting`, whether there is a fight; `offer`, the thing that an open offer is about, `price` its coins;
    `features`, what of the place can be used in a fight.
    """

    people: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    foes: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    features: Mapping[str, str] = field(default_factory=dict)
    present: tuple[str, ...] = ()
    partner: str = ""
    here: str = ""
    at_hand: tuple[str, ...] = ()
    coins: frozenset[str] = frozenset()
    fighting: bool = False
    mine: frozenset[str] = frozenset()
    theirs: frozenset[str] = frozenset()
    offer: str = ""
    price: int = 0
