"""Stories under the director's hand: taking back, the floor, speaking for others, muting, whispering, stops, forks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import RunError
from parley.core.engine.run import Run
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnEnded, TurnStarted
from parley.core.log.fold import fold
from parley.core.log.log import read
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import ChoicesOffered, DialogueSummarised, StoryRouted
from parley.core.modes.story.mode import StoryDirector
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.state import StoryState
from tests.scripted_voices import begun, of_type, recorded, reopened
from tests.story_configs import a_story
from tests.tool_calling_voice import Said, Teller, play

IDLE = ("I count the planks.", "I listen to the river.", "I look at the ceiling.")
TALK = "I catch the eye of the woman at the stove."
OPENS: dict[tuple[str, str], list[Said]] = {("narrator", TALK): [("", [("start_dialogue", {"character_id": "marta"})])]}


def config(script: tuple[str, ...] = (), rules: Mapping[str, Any] | None = None, **wish: Any) -> RunConfig:
    """A story at the ferry that begins at once; the Jester stays away unless the rules say otherwise."""
    made = a_story("ferry", **({"concept": "letter", "script": script, "turns": 30, "jester": 0.0} | wish))
    story = made[StoryConfig]
    changed = story.setting.rules.model_copy(update=dict(rules or {}))
    setting = story.setting.model_copy(update={"rules": changed})
    return made.model_copy(update={"story": story.model_copy(update={"setting": setting})})


def waiting(tmp_path: Path, teller: Teller | None = None, made: RunConfig | None = None, **others: Any) -> Run:
    """A run that was played until it waits for the player."""
    run = begun(tmp_path / "run.jsonl", teller or Teller(OPENS), made or config(), **others)
    play(run)
    assert run.state.reason == "player"
    return run


def does(run: Run, *acts: str | Callable[[], Awaitable[None]]) -> list[Event]:
    """What comes of the player's words, or of something that the director does, one after the other."""
    seen = recorded(run)

    async def main() -> None:
        for act in acts:
            await (StoryDirector.of(run).act(act) if isinstance(act, str) else act())
            if run.state.status == "playing":
                await run.live(until_paused=True)

    asyncio.run(main())
    return seen


def speakers(events: list[Event]) -> list[str]:
    return [event.member for event in of_type(events, TurnEnded)]


async def _retried(run: Run) -> None:
    run.director.retry()


def test_a_line_that_is_taken_back_is_as_if_it_had_not_been_said(tmp_path: Path) -> None:
    run = waiting(tmp_path, made=config(rules={"jester": 1.0, "jester_cooldown": 2}))
    does(run, *IDLE)
    does(run, "I wait.")
    tale, count = run.state[StoryState], len(run.state.turns)
    assert (run.state.last_speaker, tale.jester, tale.turn) == ("jester", 4, 4)
    recent = tale.recent

    async def taken_back() -> None:
        run.director.retry()
        assert (run.state[StoryState].jester, run.state[StoryState].due) == (2, ("jester",))
        # What was put in its place by the fold is what it was before the line.
        agents = [turn.member for turn in run.state.turns if turn.member in AGENTS]
        assert run.state[StoryState].recent == tuple(agents[-5:])
        assert run.state[StoryState].offered is None

    events = does(run, taken_back)
    assert speakers(events) == ["jester"]
    assert (run.state[StoryState].jester, run.state[StoryState].recent) == (4, recent)
    assert len(run.state.turns) == count
    # What may be done next is offered anew.
    again = play(run)
    assert [event.story_turn for event in of_type([*events, *again], ChoicesOffered)] == [4]
    assert run.state.reason == "player"
    assert fold(read(run.stage.log.path).events)[StoryState] == run.state[StoryState]


def test_what_the_story_has_gone_on_from_is_not_taken_back(tmp_path: Path) -> None:
    run = waiting(tmp_path, Teller(OPENS, tools=False, structured=False))
    does(run, "I talk to Marta.", "Goodbye, Marta.")
    assert (run.state.turns[-1].member, run.state[StoryState].partner) == ("marta", "")
    with pytest.raises(RunError, match="The story has gone on since turn"):
        run.director.retry()
    other = waiting(tmp_path / "other")
    does(other, TALK)
    with pytest.raises(RunError, match="changed the story"):
        other.director.retry()


def test_a_greeting_and_a_question_can_be_taken_back(tmp_path: Path) -> None:
    run = waiting(tmp_path, Teller(OPENS, tools=False, structured=False))
    does(run, "I talk to Marta.")
    assert speakers(does(run, lambda: _retried(run))) == ["marta"]
    assert run.state.turns[-1].started is not None
    assert run.state.turns[-1].started.kind == "greeting"
    asked = waiting(tmp_path / "asked", made=config(concept=""))
    assert speakers(does(asked, lambda: _retried(asked))) == [asked.state[StoryState].host]
    assert (asked.state[StoryState].asked, len(asked.state.turns)) == (1, 1)


# The floor ------------------------------------------------------------------------------------------------------------


def test_who_is_given_the_floor_speaks_before_the_player_goes_on(tmp_path: Path) -> None:
    run = waiting(tmp_path, made=config(rules={"turn_tokens": 1}))
    does(run, IDLE[0])
    run.director.give_floor("jester")
    assert not run.state[StoryState].is_waiting()
    events = play(run)
    assert speakers(events) == ["jester"]
    assert (run.state.floor, run.state.reason, run.state[StoryState].jester) == ("", "player", 1)
    # The Jester's rest counts from there.
    assert of_type(does(run, IDLE[1]), StoryRouted)[-1].since == 1
    does(run, TALK)
    run.director.give_floor("marta")
    assert speakers(play(run)) == ["marta"]


def test_where_the_floor_makes_no_sense_a_sentence_says_so(tmp_path: Path) -> None:
    asked = waiting(tmp_path, made=config(concept=""))
    with pytest.raises(RunError, match="between the interview and the epilogue"):
        asked.director.give_floor("narrator")
    run = waiting(tmp_path / "other")
    with pytest.raises(RunError, match="Marta is in no talk"):
        run.director.give_floor("marta")
    with pytest.raises(RunError, match="whenever the story waits"):
        run.director.give_floor("player")
    assert run.state[StoryState].is_waiting()


# Speaking for others --------------------------------------------------------------------------------------------------


def test_the_director_speaks_as_narrator_and_as_whom_one_talks_with(tmp_path: Path) -> None:
    teller = Teller(OPENS)
    run = waiting(tmp_path, teller)

    async def narrates() -> None:
        run.stage.append(
            TurnStarted(at=run.stage.clock.now(), turn=run.state.next_turn, member="player", kind="player")
        )
        run.stage.end_turn(IDLE[0], author="director")
        await run.director.speak_as("narrator", "Rain begins.")
        run.play()

    events = does(run, narrates)
    # It was not decided yet who answers: the narrator still does, and knows what was said in their name.
    assert speakers(events) == ["player", "narrator", "narrator"]
    sent = teller.of("narrator")[-1].perspective.messages()
    assert any(
        block.said == "Rain begins." for message in sent if message.role == "assistant" for block in message.blocks
    )
    does(run, TALK)
    does(run, lambda: run.director.speak_as("marta", "Sit down, then."))
    does(run, "Thank you.")
    assert ("assistant", "Sit down, then.") in [
        (block.role, block.said) for block in teller.of("marta")[-1].perspective.list_sent()
    ]


def test_a_line_of_the_player_out_of_turn_is_refused(tmp_path: Path) -> None:
    run = waiting(tmp_path)

    async def speaks_twice() -> None:
        await run.director.speak_as("player", "I sit down.")
        with pytest.raises(RunError, match="turn"):
            await run.director.speak_as("player", "I sit down once more.")
        run.play()

    assert speakers(does(run, speaks_twice)) == ["player", "narrator"]


def test_who_was_killed_in_the_middle_of_acting_can_act(tmp_path: Path) -> None:
    run = waiting(tmp_path)
    run.stage.append(TurnStarted(at=run.stage.clock.now(), turn=run.state.next_turn, member="player", kind="player"))
    run.stage.log.close()
    again = reopened(tmp_path / "run.jsonl", Teller(OPENS))
    assert speakers(does(again, IDLE[0])) == ["player", "narrator"]


# Muting, whispering, stops, voices ------------------------------------------------------------------------------------


def test_where_who_answers_is_muted_the_rules_read_the_players_words(tmp_path: Path) -> None:
    run = waiting(tmp_path)
    does(run, TALK)
    run.director.mute("marta")
    events = does(run, "Goodbye, Marta.")
    assert speakers(events) == ["player"]
    assert (run.state[StoryState].phase, len(of_type(events, DialogueSummarised))) == ("exploration", 1)
    run.director.mute("narrator")
    assert speakers(does(run, "I go to the jetty.")) == ["player"]
    assert run.state[StoryState].here == "jetty"
    assert run.state.reason == "player"
