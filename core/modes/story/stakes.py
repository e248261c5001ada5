"""What a line of the player's would take, before they say it: dice, danger, or whose trust it is about."""

from __future__ import annotations

from typing import Literal, NamedTuple

from parley.core.log.state import State
from parley.core.modes.story.checks import HARDEST, ORDINARY, USUAL, attributes
from parley.core.modes.story.combat import enemies_of
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.fighters import gift
from parley.core.modes.story.knowing import known
from parley.core.modes.story.options import options
from parley.core.modes.story.rules.parser import difficulty, intents, mechanical
from parley.core.modes.story.state import StoryState

Kind = Literal["odds", "check", "danger", "trust"]


class Stake(NamedTuple):
    """What a line takes. odds: works with a `chance`; check: dice by the attribute `what` have to reach `against`;
    danger: who may attack is where it leads; trust: how far `what` trusts the player (`against`)."""

    kind: Kind
    what: str = ""
    against: int = 0
    chance: float = 0.0


def stake(state: State, text: str) -> Stake | None:
    """Return what this line would take now; None: nothing that the rules know of."""
    for option in options(state):
        if option.text.casefold() == text.casefold():
            return Stake("odds", option.what, chance=option.odds) if option.odds is not None else None
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    if story.phase == "exploration":
        hard = difficulty(text)
        if hard or mechanical(text):
            attribute = next(iter(attributes(text, state.setup.language)), USUAL)
            against = min(hard or ORDINARY, HARDEST)
            return Stake("check", attribute, against, max(0.0, min(1.0, (21 + gift(state, attribute) - against) / 20)))
    for each in intents(text, known(story, state.setup)):
        if each.kind == "go" and (place := setting.place(each.target)) is not None:
            return Stake("danger", place.id) if place.danger > 0 and enemies_of(state, place.id) else None
        if each.kind == "talk" and each.target in story.people:
            return Stake("trust", each.target, story.people[each.target].trust)
    return None
