"""Policies by which somebody decides who speaks next: they need the stage, where they can ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from parley.core.cast.member import Member
from parley.core.engine.stage import Stage
from parley.core.formats import Localised
from parley.core.turn_taking.policies import Opening, Policy
from parley.core.turn_taking.selection import Selection, SelectionContext

Decide = Callable[[Stage, SelectionContext, Sequence[Member], int], Awaitable[Selection]]


@dataclass(frozen=True, kw_only=True)
class DecidingPolicy(Policy):
    """A policy that asks somebody. `decide` gets the stage, the situation, the members among whom to choose, and from
    which entry (a seq) on they are to be looked at.
    """

    decide: Decide


def deciding_policy(*, en: str, de: str, opening: Opening = "drawn") -> Callable[[Decide], Policy]:
    """Make a policy of a function that has somebody decide, with its title in both languages."""
    return lambda decide: DecidingPolicy(title=Localised(en=en, de=de), decide=decide, opening=opening)


async def choose_by(
    policy: Policy, stage: Stage, here: SelectionContext, members: Sequence[Member], since: int
) -> Selection:
    """Return who takes the next turn. Raises what `decide` raises: `FloorNeeded` where the director has to say."""
    if isinstance(policy, DecidingPolicy):
        return await policy.decide(stage, here, members, since)
    return policy(here, stage.rng())
