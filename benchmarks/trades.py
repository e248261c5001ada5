"""Thousands of offers, bids and gifts by chance: nothing is made or lost, nothing moves unasked."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from benchmarks.fights import SETTINGS, begun
from benchmarks.figure import Figure
from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.base.errors import UsageError
from parley.core.cast.member import PLAYER
from parley.core.log.events.turn import TurnEnded, TurnStarted
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import changes, trading
from parley.core.modes.story.changes import Change
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import DialogueClosed, DialogueOpened, ItemMoved, Offer, OfferClosed, PlayerDid
from parley.core.modes.story.rules.parser import Intent, IntentKind
from parley.core.modes.story.state import StoryState

WISHES = 10_000
EPISODE = 40
"""Wishes after which a story begins anew, so that there is always something left to trade."""
KINDS: tuple[IntentKind, ...] = (
    "price", "price", "buy", "buy", "buy", "sell", "sell", "accept", "accept", "decline", "give",
    "take",
)  # fmt: skip


def owned(state: State) -> Counter[str]:
    """How many there are of everything, whoever has it."""
    story, found = state[StoryState], Counter[str]()
    for items in (*(one.items for one in story.people.values()), *story.lying.values()):
        found.update(items)
    return found


def wish(state: State, chance: random.Random) -> Intent:
    """Something to be traded, possible or not."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    items = [item.id for item in setting.items]
    theirs = list(story.items_of(story.partner)) or items
    mine = list(story.items_of(PLAYER)) or items
    kind = chance.choice(KINDS)
    pool = mine if kind in ("sell", "give") else theirs
    return Intent(
        kind,
        item=chance.choice(pool if chance.random() < 0.8 else items),
        quantity=chance.choice((0, 1, 1, 1, 2, 3, 50)),
    )


def answered(state: State, meant: Intent) -> tuple[Change, bool]:
    """What comes of a wish, and whether it came about."""
    partner = state[StoryState].partner
    try:
        if meant.kind == "give":
            return changes.complete(state, changes.handed(state, meant.item, meant.quantity, PLAYER, partner)), True
        return changes.complete(state, trading.traded(state, meant)), True
    except UsageError as refused:
        return Change(str(refused)), False


def walk(setting: str, count: int, seed: int) -> Counter[str]:
    """So many wishes in talks with everybody in turn; counts what came of them, and under `broken …` what must not."""
    chance, told = random.Random(seed), Counter[str]()
    beginning = begun(setting, "")
    for episode in range(0, count, EPISODE):
        state = beginning.copy()
        state.config = beginning.setup.model_copy(update={"seed": seed + episode})
        for number in range(min(EPISODE, count - episode)):
            _step(state, f"wish {number}", chance, told)
    return told


def _step(state: State, text: str, chance: random.Random, told: Counter[str]) -> None:
    at, story = REHEARSAL_EPOCH, state[StoryState]
    if not story.partner or chance.random() < 0.05:
        people = [one for one in story.people if one != PLAYER]
        traders = [one for one in people if story.people[one].person.archetype == "merchant"]
        one = chance.choice(people if chance.random() < 0.4 else traders)
        story.player.location = story.people[one].location
        apply(state, PlayerDid(at=at, what="talk", text="", effects=(DialogueOpened(character=one),)))
    apply(state, TurnStarted(at=at, turn=state.next_turn, member=PLAYER, kind="player"))
    apply(state, TurnEnded(at=at, turn=state.next_turn, member=PLAYER, text=text, author="director"))
    before, stood, partner = owned(state), state[StoryState].offer, state[StoryState].partner
    meant = wish(state, chance)
    change, came_about = answered(state, meant)
    apply(state, PlayerDid(at=at, what="buy", text=change.text, effects=change.effects))
    moved = [each for each in change.effects if isinstance(each, ItemMoved)]
    agreed = any(isinstance(each, OfferClosed) and each.how == "accepted" for each in change.effects)
    gift = meant.kind == "give"
    told[f"{meant.kind}: {'done' if came_about else 'refused'}"] += 1
    told["exchanges"] += agreed
    told["broken: lost or made"] += owned(state) != before
    told["broken: below zero"] += any(
        count <= 0 for one in state[StoryState].people.values() for count in one.items.values()
    )
    told["broken: moved without agreement"] += bool(moved) and not (agreed or gift)
    told["broken: one side alone"] += agreed and {each.giver for each in moved} != {PLAYER, partner}
    if meant.kind == "accept" and agreed:
        told["broken: another offer was accepted"] += stood is None or _moves(moved) != _offered(stood)
    if any(isinstance(each, DialogueClosed) for each in change.effects):
        state[StoryState].called, state[StoryState].partner, state[StoryState].parting = (), "", ""


def _moves(moved: list[ItemMoved]) -> Counter[tuple[bool, str]]:
    return Counter({(each.giver == PLAYER, each.item): each.quantity for each in moved})


def _offered(offer: Offer) -> Counter[tuple[bool, str]]:
    sides = [(False, each) for each in offer.gives] + [(True, each) for each in offer.wants]
    return Counter({(mine, each.item): each.quantity for mine, each in sides})


def conserved(_folder: Path) -> list[Figure]:
    """Wishes by chance in both settings: how many exchanges there were, and how often something went wrong."""
    figures = []
    for setting in SETTINGS:
        told = walk(setting, WISHES, 1)
        broken = sum(count for what, count in told.items() if what.startswith("broken"))
        beside = {"n": WISHES, **dict(sorted(told.items()))}
        figures.append(Figure(f"trades.{setting}", broken, "things that must not be", "at most", 0, beside=beside))
    return figures
