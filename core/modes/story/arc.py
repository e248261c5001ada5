"""Where in its arc a story stands, what kind of line is next, and what of it was worth remembering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, pairwise
from typing import Literal, NamedTuple

from parley.core.cast.member import PLAYER
from parley.core.log.events.turn import TurnKind
from parley.core.log.state import State, Turn
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import AnyEffect, Check, ItemMoved, MomentTagged, TrustChanged
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

Part = Literal["setup", "rising", "midpoint", "climax", "denouement"]

PARTS: tuple[tuple[Part, float], ...] = (
    ("setup", 0.0), ("rising", 0.2), ("midpoint", 0.45), ("climax", 0.6), ("denouement", 0.85),
)  # fmt: skip
"""The parts of a story, each with the share of its length from which it runs."""

URGENCY: tuple[tuple[float, float], ...] = ((0.0, 0.1), (0.2, 0.25), (0.45, 0.5), (0.6, 0.7), (0.85, 1.0), (1.0, 1.0))
"""How much presses, at shares of the length; straight in between."""

BEST = 5
"""Moments that an epilogue is made of."""


def stage(turn: int, length: int) -> Part:
    """The part of the arc to which a turn of the player belongs; 0 is the opening."""
    share = _share(turn, length)
    return next(part for part, since in reversed(PARTS) if share >= since)


def urgency(turn: int, length: int) -> float:
    """How much the story presses for its end, 0 to 1; never less than the turn before."""
    share = _share(turn, length)
    for (low, before), (high, after) in pairwise(URGENCY):
        if share <= high:
            return before + (after - before) * (share - low) / (high - low)
    return URGENCY[-1][1]


def _share(turn: int, length: int) -> float:
    return min(1.0, max(0, turn) / max(1, length))


def kind_of(state: State) -> TurnKind:
    """What kind of line it is that is due."""
    story = state[StoryState]
    if story.phase == "epilogue":
        return "closing"
    if story.phase == "dialogue":
        return "greeting" if greets(state) and story.due[:1] in {(), (story.partner,)} else "line"
    return "opening" if story.turn == 0 else "line"


def greets(state: State) -> bool:
    """Whether the talk has just begun, and neither of the two has said anything in it yet."""
    story = state[StoryState]
    if story.phase != "dialogue" or story.parting:
        return False
    # The last turns are those of the talk.
    for turn in reversed(state.turns):
        if turn.number < story.opened:
            break
        if turn.member in {story.partner, PLAYER}:
            return False
    return True


def gathered(state: State, at: datetime) -> list[MomentTagged]:
    """What the story turn that is over was worth: the Keeper tags it, by rules, each moment at most once."""
    story = state[StoryState]
    told = {(moment.title, moment.story_turn) for moment in story.moments}
    ever = {moment.title for moment in story.moments}
    found: list[MomentTagged] = []
    for title, weight, once in chain.from_iterable(find(state) for find in _FOUND):
        if (title, story.turn) not in told and not (once and title in ever):
            told.add((title, story.turn))
            ever.add(title)
            tagged = MomentTagged(at=at, story_turn=story.turn, turn=len(state.turns), title=title, weight=weight)
            found.append(tagged)
    return found


def best(moments: Sequence[MomentTagged], count: int = BEST) -> list[MomentTagged]:
    """The moments that the epilogue tells, in the story's order: the weightiest, spread over the story.

    Of two of the same weight it takes the one of a stretch of the story of which it has fewer; then the earlier.
    """
    left = list(enumerate(moments))
    last = max((moment.story_turn for moment in moments), default=0)
    taken: list[tuple[int, MomentTagged]] = []

    def stretch(moment: MomentTagged) -> int:
        return min(count - 1, moment.story_turn * count // (last + 1))

    while left and len(taken) < count:
        had = [stretch(moment) for _place, moment in taken]
        # A stretch that has its moment already gives way to one that is a little lighter.
        chosen = max(left, key=lambda one: (one[1].weight - 2 * had.count(stretch(one[1])), one[1].weight, -one[0]))
        left.remove(chosen)
        taken.append(chosen)
    return [moment for _place, moment in sorted(taken, key=lambda one: (one[1].story_turn, one[0]))]


SHEET, PLACE, GIFT, TRADE, TALK, TRUST = 4, 3, 3, 4, 4, 7
FIGHT = {"victory": 8, "defeat": 9, "fled": 5, "peace": 8, "routed": 7, "surrendered": 8}
NATURAL = {20: 6, 1: 5}
BEGUN, ADVANCED, DONE = 4, 6, 10
"""What each is worth, 1 to 10."""

MOVED = 20
"""By how much a trust has to move to be remembered."""


class Worth(NamedTuple):
    """Something worth remembering. `once`: the same is told once in a story, else once in a story turn."""

    title: str
    weight: int
    once: bool = False


def _title(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="arc", **values)


def _since_player(state: State) -> list[Turn]:
    """The turns of this story turn, the player's first."""
    spoken: list[Turn] = []
    for turn in reversed(state.turns):
        spoken.append(turn)
        if turn.member == PLAYER:
            break
    return spoken[::-1]


def _effects(state: State) -> Iterator[AnyEffect]:
    """All that changed in this story turn, as far as the rules, a click or a tool call did it."""
    story = state[StoryState]
    for did in story.did:
        yield from did.effects
    if story.dice is not None and story.dice.story_turn == story.turn:
        yield from story.dice.effects
    if story.fought and story.ended_turn == story.turn:
        yield from story.fought[-1][1].effects
    for turn in _since_player(state):
        for answer in turn.answers:
            yield from answer.effects


def _arrivals(state: State) -> Iterator[Worth]:
    story, config = state[StoryState], state.setup
    setting = config[StoryConfig].setting
    if story.sheet is not None:
        yield Worth(_title(state, "sheet", name=story.sheet.name), SHEET, once=True)
    if story.here != setting.start:
        yield Worth(_title(state, "place", place=setting.place_name(story.here, config.language)), PLACE, once=True)


def _fights(state: State) -> Iterator[Worth]:
    story = state[StoryState]
    if story.fought and story.ended_turn == story.turn:
        begun, ended = story.fought[-1]
        foes = ", ".join(dict.fromkeys(foe.name for foe in begun.foes))
        yield Worth(_title(state, ended.outcome, foes=foes), FIGHT[ended.outcome])


def _rolls(state: State) -> Iterator[Worth]:
    story = state[StoryState]
    checks: list[Check] = []
    if story.dice is not None and story.dice.story_turn == story.turn:
        checks += story.dice.checks
    last = story.fight.last if story.fight else None
    if last is not None and last.story_turn == story.turn:
        checks += [check for blow in last.blows for check in blow.checks]
    for check in checks:
        natural = check.roll.kept[0] if len(check.roll.kept) == 1 else 0
        if check.who == PLAYER and check.roll.notation.startswith("1d20") and natural in NATURAL:
            yield Worth(_title(state, f"natural_{natural}", name=state.name_of(PLAYER)), NATURAL[natural])


def _hands(state: State) -> Iterator[Worth]:
    """What went from hand to hand between the player and a character."""
    story, config = state[StoryState], state.setup
    given: dict[str, str] = {}
    taken: dict[str, str] = {}
    for effect in _effects(state):
        if not isinstance(effect, ItemMoved):
            continue
        if effect.giver == PLAYER and effect.receiver in story.people:
            given.setdefault(effect.receiver, effect.item)
        elif effect.receiver == PLAYER and effect.giver in story.people:
            taken.setdefault(effect.giver, effect.item)
    for one in dict.fromkeys((*given, *taken)):
        key = "trade" if one in given and one in taken else "gift" if one in given else "received"
        item = config[StoryConfig].setting.item_name(taken.get(one) or given[one], config.language)
        title = _title(state, key, name=state.name_of(one), item=item)
        yield Worth(title, TRADE if key == "trade" else GIFT)


def _talks(state: State) -> Iterator[Worth]:
    story, spoken = state[StoryState], _since_player(state)
    for talk in story.talks[-1:]:
        if spoken and talk.last >= spoken[0].number:
            yield Worth(_title(state, "talk", name=state.name_of(talk.character)), TALK)


def _trust(state: State) -> Iterator[Worth]:
    """Trust that moved far, in this turn or over the talk of which it is part or which has just ended."""
    story = state[StoryState]
    changed: dict[str, int] = {}
    for effect in _effects(state):
        if isinstance(effect, TrustChanged):
            changed[effect.character] = changed.get(effect.character, 0) + effect.after - effect.before
    over = dict.fromkeys(changed, 0)
    talk = story.talks[-1] if story.talks else None
    first = story.opened if story.partner else talk.first if talk is not None else 0
    for turn in reversed(state.turns):
        if not over or turn.number < first:
            break
        for answer in turn.answers:
            for effect in answer.effects:
                if isinstance(effect, TrustChanged) and effect.character in over:
                    over[effect.character] += effect.after - effect.before
    for one, change in changed.items():
        moved = max(change, over[one], key=abs)
        if abs(moved) >= MOVED:
            yield Worth(_title(state, "won" if moved > 0 else "lost", name=state.name_of(one)), TRUST, once=True)


def _quests(state: State) -> Iterator[Worth]:
    config = state.setup
    for one, at in state[StoryState].quests.items():
        quest = config[StoryConfig].setting.quest(one)
        if quest is None:
            continue
        name = quest.name.text(config.language)
        if at.done:
            yield Worth(_title(state, "done", quest=name), DONE, once=True)
        elif at.stage <= 1:
            yield Worth(_title(state, "accepted", quest=name), BEGUN, once=True)
        else:
            yield Worth(_title(state, "advanced", quest=name, stage=at.stage), ADVANCED, once=True)


_FOUND = (_arrivals, _fights, _rolls, _hands, _talks, _trust, _quests)
"""What a story turn may have been worth, in the order in which it is told."""
