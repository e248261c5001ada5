"""Policies: the ways in which the next speaker is chosen, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from parley.core.base.clock import SeededRandom
from parley.core.base.labels import Words, add_source
from parley.core.base.registry import Registry, get_instance_of
from parley.core.formats import Localised
from parley.core.turn_taking.selection import Selection, SelectionContext

Opening = Literal["drawn", "own", "always"]
Draw = Callable[[SelectionContext, SeededRandom], Selection]


@dataclass(frozen=True)
class Policy:
    """One policy. `title` is what it is called, in a sentence as well as in a list.

    `draw` chooses by what is known and by chance; None where somebody has to decide
    (`parley.core.engine.deciding.DecidingPolicy`).
    `opening`: who opens a talk is drawn with equal chances, or the policy's own choice, or that in any case, also where
    the format has a coordinator open.
    """

    title: Localised
    draw: Draw | None = None
    opening: Opening = "drawn"

    def __call__(self, here: SelectionContext, rng: SeededRandom) -> Selection:
        """Return the choice of a policy that draws. Raises `TypeError` where somebody has to decide."""
        if self.draw is None:
            raise TypeError(f"the policy {self.title.en!r} asks somebody")
        return self.draw(here, rng)


def policy(*, en: str, de: str, opening: Opening = "drawn") -> Callable[[Draw], Policy]:
    """Make a policy of a function that draws, with its title in both languages."""
    return lambda draw: Policy(Localised(en=en, de=de), draw, opening=opening)


POLICIES: Registry[Policy] = Registry(
    "policy",
    "parley.policies",
    {
        "affinity": "parley.core.turn_taking.rule_policies:affinity",
        "addressed": "parley.core.turn_taking.rule_policies:addressed",
        "round_robin": "parley.core.turn_taking.rule_policies:round_robin",
        "random": "parley.core.turn_taking.rule_policies:random",
        "moderator": "parley.core.engine.moderation:moderator",
        "manual": "parley.core.engine.floor:require_floor",
    },
    get_instance_of(Policy),
)
"""All policies by the name that stands in configurations and logs."""


def _find_policy_words(name: str) -> Words | None:
    """Return what a policy of another package is called where a choice is told."""
    if name not in POLICIES:
        return None
    title = POLICIES[name].title
    return {"en": title.en, "de": title.de}


add_source("policy", _find_policy_words)  # asked when one is shown: no package's policy is imported before
