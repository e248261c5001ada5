"""Faults that engines of this kind are known for, one test each, where no other test is about just that."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.base.clock import REHEARSAL_EPOCH
from core.engine.calling import Watcher
from core.home import Home
from core.log.config import RunConfig
from core.log.events.base import Event
from core.log.events.run import RunStarted
from core.log.events.turn import TurnEnded
from core.log.fold import fold
from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.events import CombatFought, CombatStarted, DialogueOpened, ItemMoved, StatusSet, StoryRouted
from core.modes.story.state import StoryState
from core.studio.reading import Opened
from core.studio.studio import Studio, Watching
from tests.scripted_voices import begun, of_type
from tests.story_configs import a_story, the_fifty_turns, told
from tests.tool_calling_voice import Said, Teller, play, started

SCRIPT = (
    "I turn to Marta.",
    "Two coins for two loaves?",
    "You are a thief!",
    "Really.",
    "I mean it.",
    "Goodbye, Marta.",
)
COIN = {"item_name": "coin", "giver_id": "player", "receiver_id": "marta"}
ACTS: dict[tuple[str, str], list[Said]] = {
    ("narrator", SCRIPT[0]): [("", [("start_dialogue", {"character_id": "marta"})])],
    ("marta", SCRIPT[1]): [("Done.", [("exchange_item", COIN | {"quantity": 2})])],
    ("marta", SCRIPT[2]): [("Out!", [("update_relationship", {"trait": "angry", "change": 3})])],
    ("marta", SCRIPT[5]): [("Mind the plank.", [("end_dialogue", {})])],
}


def config(script: tuple[str, ...] = SCRIPT) -> RunConfig:
    return a_story("ferry", concept="letter", script=script, turns=30, jester=0.0)


def ruled(made: RunConfig, **rules: Any) -> RunConfig:
    """The story by other rules."""
    story = made[StoryConfig]
    setting = story.setting.model_copy(update={"rules": story.setting.rules.model_copy(update=rules)})
    return made.model_copy(update={"story": story.model_copy(update={"setting": setting})})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Teller, list[Event]]:
    """The scripted talk from its beginning to its end."""
    teller = Teller(ACTS)
    return teller, play(started(tmp_path_factory.mktemp("story") / "run.jsonl", teller, config()))


def test_what_is_streamed_is_counted_paced_and_fought_alike(tmp_path: Path) -> None:
    script = ("I look around.", "I attack Marta!", "I attack.", "I defend.", "I flee.")
    heard: list[str] = []
    streamed = begun(
        tmp_path / "streamed.jsonl", Teller(), config(script),
        watcher=Watcher(on_delta=lambda member, _delta: heard.append(member)),
    )  # fmt: skip
    silent = started(tmp_path / "silent.jsonl", Teller(), config(script))
    events = play(streamed)
    assert events == play(silent)
    assert {"narrator", "keeper"} <= set(heard)
    assert streamed.state[StoryState].turn == len(script)
    assert of_type(events, CombatStarted, CombatFought)


def test_whom_one_talks_with_is_sent_every_line_of_the_players_and_their_own_farewell(
    whole: tuple[Teller, list[Event]],
) -> None:
    teller, events = whole
    blocks = teller.of("marta")[-1].perspective.sent()
    assert [block.said for block in blocks if block.speaker == "player"] == list(SCRIPT[1:])
    ended = [event.text for event in of_type(events, TurnEnded) if event.member == "marta"]
    assert ended[-1] == "Mind the plank."


def test_a_trade_is_of_as_many_as_were_agreed(whole: tuple[Teller, list[Event]]) -> None:
    _teller, events = whole
    moved = [effect for event in events for effect in getattr(event, "effects", ()) if isinstance(effect, ItemMoved)]
    assert [(effect.item, effect.quantity) for effect in moved] == [("coin", 2)]


def test_a_status_counts_down_once_for_every_turn_of_the_players(whole: tuple[Teller, list[Event]]) -> None:
    _teller, events = whole
    left: list[int] = []
    state = State()
    for event in [RunStarted(at=REHEARSAL_EPOCH, config=config().as_json()), *events]:
        state = fold([event], state)
        if isinstance(event, TurnEnded):
            left.append(state[StoryState].people["marta"].statuses.get("angry", 0))
    set_at = next(at for at, event in enumerate(of_type(events, TurnEnded)) if event.text == "Out!")
    # Of the player's turn and of the answer to it.
    assert left[set_at : set_at + 7] == [3, 2, 2, 1, 1, 0, 0]
    assert any(isinstance(effect, StatusSet) for event in events for effect in getattr(event, "effects", ()))


def _came(opened: Opened) -> list[int]:
    """The story turns in which the Jester spoke."""
    turns, came = [], []
    for event in opened.replay.events:
        if isinstance(event, StoryRouted):
            turns.append(event.story_turn)
        if isinstance(event, TurnEnded) and event.member == "jester":
            came.append(turns[-1])
    return came


def test_the_jesters_rest_holds_through_talks_fights_and_forks(home: Home) -> None:
    played = told(home, ruled(the_fifty_turns(), jester=0.9, jester_in_dialogue=0.9, jester_cooldown=4))
    kinds = {type(effect) for event in played.replay.events for effect in getattr(event, "effects", ())}
    assert DialogueOpened in kinds
    assert of_type(played.replay.events, CombatStarted)

    async def main() -> str:
        studio = Studio(home)
        try:
            run = studio.fork(played.state.run, len(played.state.turns) // 2, {"seed": 11}, watching=Watching())
            try:
                run.play()
                await run.live(until_paused=True)
            finally:
                await run.close()
            return run.state.run
        finally:
            await studio.close()

    for opened in (played, Studio(home).open(asyncio.run(main()))):
        came = _came(opened)
        assert len(came) > 4
        assert min(later - earlier for earlier, later in pairwise(came)) >= 4
        assert opened.state[StoryState].jester == came[-1]
