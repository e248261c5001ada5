"""The scripted story of fifty turns: everything happens in it, the same for a seed, and it goes on from any turn."""

from __future__ import annotations

import asyncio
import itertools
import random
from pathlib import Path

import pytest

from core.cast.member import PLAYER
from core.home import Home
from core.log.events.base import Event
from core.log.events.run import RunEnded
from core.log.events.turn import TurnEnded
from core.log.report import report
from core.modes.story.events import (
    ChoicesOffered,
    CombatEnded,
    CombatFought,
    CombatStarted,
    DialogueClosed,
    DialogueOpened,
    DialogueSummarised,
    ItemMoved,
    Joined,
    MomentTagged,
    PlayerDid,
    SheetWritten,
    StoryRouted,
    ToolAnswered,
    TrustChanged,
)
from core.modes.story.state import StoryState
from core.studio.reading import Opened
from core.studio.studio import Studio, Watching
from tests.story_configs import TURNS, of, the_fifty_turns, told

GOLDEN = Path(__file__).parents[2] / "golden" / "story-seed-1.jsonl"
FORKS = 6


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """The story, told to its end."""
    home = Home(tmp_path_factory.mktemp("story"))
    home.prepare()
    return told(home, the_fifty_turns())


def story_of(opened: Opened) -> list[bytes]:
    """The log without its first line, which is the setting's."""
    return opened.path.read_bytes().splitlines(keepends=True)[1:]


def effects(events: list[Event]) -> list[object]:
    """All that changed in the story's world."""
    return [effect for event in events for effect in getattr(event, "effects", ())]


def test_the_story_is_told_to_its_end(played: Opened) -> None:
    state = played.state
    assert (state.status, state.reason) == ("ended", "story")
    assert state[StoryState].phase == "epilogue"
    assert state[StoryState].turn == len(TURNS) == 50
    assert state.turns[-1].member == "narrator"
    (over,) = of(played.replay.events, RunEnded)
    assert over.detail


def test_everything_happens_in_it(played: Opened) -> None:
    """An interview, two talks and more, a trade, one that fails, trust, somebody new, a fight, three choices a turn."""
    events = list(played.replay.events)
    changed = effects(events)
    assert len(played.state[StoryState].answers) == 5
    assert [event.sheet.name for event in of(events, SheetWritten)] == ["Robin"]
    opened = [effect.character for effect in changed if isinstance(effect, DialogueOpened)]
    assert {"dora", "silas"} <= set(opened)
    assert len([effect for effect in changed if isinstance(effect, DialogueClosed)]) == len(opened)
    assert [event.character for event in of(events, DialogueSummarised)] == opened
    traded = [(effect.giver, effect.receiver) for effect in changed if isinstance(effect, ItemMoved)]
    assert (PLAYER, "dora") in traded
    assert any(event.error for event in of(events, ToolAnswered)) or any(did.refused for did in of(events, PlayerDid))
    assert any(isinstance(effect, TrustChanged) for effect in changed)
    assert any(isinstance(effect, Joined) for effect in changed)
    assert of(events, CombatStarted)
    assert of(events, CombatFought)
    assert of(events, CombatEnded)
    assert of(events, MomentTagged)
    for offered in of(events, ChoicesOffered):
        assert len(set(offered.choices)) == 3
        assert all(0 < len(choice.split()) <= 6 for choice in offered.choices)


def test_the_tellers_keep_to_their_order_and_the_jester_to_its_cooldown(played: Opened) -> None:
    jests: list[int] = []
    for routing in of(played.replay.events, StoryRouted):
        if routing.phase == "combat":
            assert routing.agents == ("keeper", "narrator")
        if "jester" in routing.agents:
            jests.append(routing.story_turn)
    assert jests
    assert all(later - earlier >= 3 for earlier, later in itertools.pairwise(jests))


def test_every_player_line_is_in_the_log_once(played: Opened) -> None:
    said = [turn.text for turn in played.state.turns if turn.member == PLAYER]
    assert said[5:] == list(TURNS)


def test_the_same_seed_gives_the_same_log(played: Opened, home: Home) -> None:
    again = told(home, the_fifty_turns())
    assert again.path.read_bytes() == played.path.read_bytes()
    assert b"".join(story_of(played)) == GOLDEN.read_bytes(), f"if this is meant, replace {GOLDEN.name} by the new log"


def forked(home: Home, played: Opened, turn: int, **changes: int) -> Opened:
    """A fork of the story, told to its end."""

    async def main() -> str:
        studio = Studio(home)
        try:
            run = studio.fork(played.state.run, turn, dict(changes), watching=Watching())
            try:
                run.play()
                await run.live(until_paused=True)
            finally:
                await run.close()
            return run.state.run
        finally:
            await studio.close()

    return Studio(home).open(asyncio.run(main()))


def test_a_fork_at_any_turn_tells_the_same_end_and_with_another_seed_another(played: Opened, home: Home) -> None:
    (home.runs / played.path.name).write_bytes(played.path.read_bytes())
    last = len(played.state.turns) - 1
    texts = [turn.text for turn in played.state.turns]
    for turn in [0, last, *random.Random(5).sample(range(1, last), FORKS - 2)]:
        other = forked(home, played, turn)
        assert other.state.parent_turn == turn
        assert [each.text for each in other.state.turns] == texts, turn
        assert report(other.state)["story"] == report(played.state)["story"], turn
    other = forked(home, played, 20, seed=9)
    assert (other.state.status, other.state.reason) == ("ended", "story")
    assert [each.text for each in other.state.turns[:20]] == texts[:20]
    assert [each.text for each in other.state.turns] != texts


def test_a_german_story_is_told_to_its_end(home: Home) -> None:
    german = told(home, the_fifty_turns(language="de", script=(), autoplay=True, turns=20))
    assert (german.state.status, german.state[StoryState].turn >= 20) == ("ended", True)
    lines = [event.text for event in of(german.replay.events, TurnEnded)]
    assert all(lines)
