"""How often a player wins who fights with sense: every starting concept against every enemy, by the rules themselves.

Each fight is folded event by event as in a run. The policy is told in `sensible`; a fight is won where the enemies are
beaten, driven off, or where there is peace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from benchmarks.figure import Figure
from parley.core.base.clock import REHEARSAL_EPOCH, SeededRandom
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.engine.composing import on_its_clock, with_id
from parley.core.engine.composition import Composing
from parley.core.home import Home
from parley.core.log.events.run import RunContinued, RunStarted
from parley.core.log.events.turn import TurnEnded, TurnStarted
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import changes, combat, creation
from parley.core.modes.story.combat_round import BREATH
from parley.core.modes.story.composing import compose
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import PhaseChanged, PlayerDid, SheetWritten
from parley.core.modes.story.request import StoryRequest
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.state import StoryState
from parley.core.settings import Settings
from parley.core.studio.library import Library

SETTINGS = ("varn", "ferry")
FIGHTS = 400
"""Fights of each concept against each group."""
LEAST, MOST = 50.0, 85.0
"""Per cent that are to be won."""
LONGEST = 60
"""Rounds after which nobody has won."""
LOW = 0.4
"""The share of their health from which a sensible player mends."""

Policy = Callable[[State], str]


@dataclass(frozen=True)
class Fought:
    """What came of one fight."""

    won: bool
    rounds: int
    outcome: str


def sensible(state: State) -> str:
    """What a sensible player does in a round.

    They drink at two fifths of their health, and catch their breath behind their guard at half of it, once, while
    nobody is nearly down. Else they strike.
    """
    story = state[StoryState]
    if story.player.health <= story.health * LOW and (draught := _draught(state)):
        return f"I drink the {draught}"
    breathless = story.fight is not None and BREATH in story.fight.used
    if story.player.health * 2 <= story.health and not breathless and not _nearly_down(state):
        return "I defend myself"
    return "I attack"


def careless(state: State) -> str:
    """As `sensible`, without ever defending."""
    meant = sensible(state)
    return "I attack" if meant == "I defend myself" else meant


def _draught(state: State) -> str:
    setting = state.setup[StoryConfig].setting
    carried = state[StoryState].player.items
    found = (setting.find_item(item) for item, count in carried.items() if count > 0)
    return next((item.name.en for item in found if item is not None and item.heals), "")


def _nearly_down(state: State) -> bool:
    story = state[StoryState]
    standing = [story.people[one] for one in (story.fight.foes if story.fight else ()) if story.is_here(one)]
    return len(standing) == 1 and standing[0].health <= 4


def begun(setting: str, concept: str) -> State:
    """A story in which the player has set out as somebody."""
    request = StoryRequest(setting=setting, concept=concept, language="en", seed=1, simulated=True)
    library = Library(Home(Path("no-such-home")))
    config = with_id(
        on_its_clock(
            compose(
                request,
                Composing(library, Settings(), lambda _lang: VoiceSpec(provider="rehearsal"), date(2026, 1, 5)),
            )
        )
    )
    state = State()
    apply(state, RunStarted(at=REHEARSAL_EPOCH, config=config.as_json()))
    apply(state, RunContinued(at=REHEARSAL_EPOCH))
    apply(state, SheetWritten(at=REHEARSAL_EPOCH, sheet=creation.get_sheet_of(state, concept)))
    apply(state, PhaseChanged(at=REHEARSAL_EPOCH, phase="exploration", reason=""))
    return state


def fight(begun: State, place: str, kinds: Sequence[str], seed: int, policy: Policy = sensible) -> Fought:
    """One fight at a place against enemies of these kinds, to its end."""
    state = begun.copy()
    state.config = begun.setup.model_copy(update={"seed": seed})
    rng, at = SeededRandom(seed), REHEARSAL_EPOCH
    state[StoryState].player.location = place
    called = changes.call_foes(state, kinds)
    apply(state, PlayerDid(at=at, what="go", text="", effects=called.effects))
    apply(state, combat.start_fight(state, rng, at))
    for number in range(1, LONGEST + 1):
        text = policy(state)
        apply(state, TurnStarted(at=at, turn=state.next_turn, member=PLAYER, kind="player"))
        apply(state, TurnEnded(at=at, turn=state.next_turn, member=PLAYER, text=text, author="director"))
        apply(state, combat.play_round(state, rng, at))
        if ended := combat.build_ending(state, at):
            return Fought(ended.outcome in {"victory", "routed", "peace"}, number, ended.outcome)
    return Fought(False, LONGEST, "")


def groups(setting: Setting) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Place and enemies of every fight that may begin by chance: all who are there, and each of them alone."""
    for place in setting.places:
        if place.foes and place.danger:
            yield place.id, place.foes
            yield from ((place.id, (foe,)) for foe in dict.fromkeys(place.foes) if len(place.foes) > 1)


def simulated(count: int, settings: Sequence[str] = SETTINGS, policy: Policy = sensible) -> Iterator[Figure]:
    """The share of fights won, for every concept of a setting and every group of enemies."""
    for name in settings:
        setting = begun(name, "").setup[StoryConfig].setting
        for concept in setting.concepts:
            state = begun(name, concept.id)
            for place, kinds in groups(setting):
                results = [fight(state, place, kinds, seed, policy) for seed in range(count)]
                won = 100 * sum(each.won for each in results) / count
                rounds = sum(each.rounds for each in results) / count
                beside = {
                    "setting": name, "concept": concept.id, "place": place, "foes": list(kinds), "n": count,
                    "rounds": round(rounds, 1), "within": LEAST <= won <= MOST,
                }  # fmt: skip
                yield Figure(f"fights.{name}.{concept.id}.{place}.{'+'.join(kinds)}", won, "% won", beside=beside)


def every(_folder: Path) -> list[Figure]:
    """Every concept against every enemy that it may meet by chance, in both settings."""
    return list(simulated(FIGHTS))
