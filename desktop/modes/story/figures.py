"""Frozen figures of a story. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from parley.core.base.errors import ParleyError
from parley.core.modes.story.events import Blow, Check, Roll
from parley.core.modes.story.rules.dice import parse
from parley.core.modes.story.shown import ItemStack, QuestProgress
from parley.desktop.run.figures import MemberFigure

PassageKind = Literal[
    "told", "ruled", "aside", "line", "speech", "player",
    "dice", "fight", "round", "outcome", "did", "tool", "note", "mark",
]  # fmt: skip

Face = MemberFigure
"""Somebody as they are drawn; whoever has no colour is slate."""
NOBODY = Face("", "", "", "slate")


class Die(NamedTuple):
    """One die that fell: its `sides`, the `number` that shows, and whether it counts (of two throws only one does)."""

    sides: int
    number: int
    kept: bool = True


def dice_of(roll: Roll) -> tuple[Die, ...]:
    """Return the dice of a throw; of two throws the one that does not count is marked."""
    sides, count = _parse_die_sides(roll.notation), len(roll.kept)
    first, twice = roll.dice[:count] == roll.kept, len(roll.dice) == 2 * count  # of two equal ones the first counts
    return tuple(Die(sides, number, not twice or (at < count) == first) for at, number in enumerate(roll.dice))


@lru_cache(maxsize=256)
def _parse_die_sides(notation: str) -> int:
    try:
        return parse(notation).sides
    except ParleyError:
        # A log that was written by hand.
        return 6


@dataclass(frozen=True, slots=True)
class PassageFigure:
    """One piece of the narrative column.

    `kind`: told (by the narrator), ruled (by the keeper of the rules), aside (of the jester), line (of the director),
    speech (a character or the innkeeper), player, dice (a throw outside
    a fight), fight (it begins, with the initiative), round, outcome (of a fight), did (a click), tool (a call that a
    voice made), note (a summary, a skipped agent) or mark (a phase begins). `turn` is the turn to go to, 0: none.
    `good` is True or False where it went well or badly. `cause`: voice, director, script or rules. `caption` is the
    phase, the outcome, the round's number, or the order in which they fight. `ruling` is what `face`, who keeps the
    rules, says in `turn` of dice, a fight that begins or a round.
    """

    seq: int
    kind: PassageKind
    text: str
    turn: int = 0
    face: Face = NOBODY
    icon: str = ""
    cause: str = ""
    caption: str = ""
    good: bool | None = None
    checks: tuple[Check, ...] = ()
    blows: tuple[tuple[Face, Blow], ...] = ()
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class StreamFigure:
    """A line that is being said; an empty `text` is somebody who was asked and has not begun. `kind` is the passage's
    that it becomes."""

    face: Face
    text: str = ""
    kind: PassageKind = "told"


@dataclass(frozen=True, slots=True)
class SheetFigure:
    """Who the player is. `attributes` are (str, 14, +2); `armour` is what a blow has to reach.

    `conditions` are (poisoned, turns that are left).
    """

    face: Face
    concept: str = ""
    description: str = ""
    attributes: tuple[tuple[str, int, int], ...] = ()
    health: int = 0
    most: int = 0
    armour: int = 10
    weapon: str = ""
    conditions: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PersonFigure:
    """Somebody who is where the player is. `trust` −100 to 100; `statuses` are (angry, turns that are left).

    In a fight they stand in the order of `initiative`, `acting` is whose turn it is, and at `health` 0 they are out.
    """

    face: Face
    archetype: str = ""
    role: str = ""
    trust: int = 0
    statuses: tuple[tuple[str, int], ...] = ()
    following: bool = False
    partner: bool = False
    health: int = 0
    most: int = 0
    initiative: int = 0
    acting: bool = False


class NoteFigure(NamedTuple):
    """Something that happened until `turn`."""

    text: str
    turn: int


@dataclass(frozen=True, slots=True)
class StoryFigure:
    """A story at the shown turn.

    `mode` is the run's: of another than story and dialogue nothing else is set. `phase`: creation, exploration, combat,
    dialogue or epilogue; `stage` that of the arc (setup, rising, midpoint, climax, denouement), at player's turn `turn`
    of `length`. `question` is the interview's, of `questions`; 0: none. `why_not` says why the player cannot act now;
    empty: they can. `passing`: they can in a moment, so that they may write already. `exits` are (id, name); `shut` are
    those to which there is no way now, as (name, why). Before the story begins it has its setting's `premise`. `routed`
    says why those who answered did.
    """

    mode: str = "story"
    setting: str = ""
    phase: str = "creation"
    stage: str = "setup"
    turn: int = 0
    length: int = 50
    question: int = 0
    questions: int = 5
    place: str = ""
    place_text: str = ""
    premise: str = ""
    passages: tuple[PassageFigure, ...] = ()
    streaming: StreamFigure | None = None
    choices: tuple[str, ...] = ()
    why_not: str = ""
    passing: bool = False
    sheet: SheetFigure | None = None
    items: tuple[ItemStack, ...] = ()
    people: tuple[PersonFigure, ...] = ()
    partner: str = ""
    exits: tuple[tuple[str, str], ...] = ()
    shut: tuple[tuple[str, str], ...] = ()
    lying: tuple[ItemStack, ...] = ()
    quests: tuple[QuestProgress, ...] = ()
    fight: tuple[PersonFigure, ...] = ()
    routed: str = ""
    notes: tuple[NoteFigure, ...] = ()
    ended: bool = False

    @property
    def told(self) -> bool:
        """Whether the run is a story at all."""
        return self.mode in {"story", "dialogue"}

    @property
    def may_act(self) -> bool:
        """Whether it is the player's turn, and theirs to take."""
        return not self.why_not
