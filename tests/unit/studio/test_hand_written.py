"""Runs that were written by hand are said word for word, and improvised from where somebody else says something."""

from __future__ import annotations

import threading
from collections import Counter

import pytest

from parley.core.base.packaged import names
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.engine.run_request import RunRequest
from parley.core.home import Home
from parley.core.log.events.turn import Author
from parley.core.modes.office.state import OfficeState
from parley.core.settings import Settings
from parley.core.studio.demonstration import run_demonstration
from parley.core.studio.hand_written import build_watched, hand_written
from parley.core.studio.studio import Studio
from parley.core.voices.rehearsal.written import ASIDE, all_written, read_written
from tests.played_runs import played_in
from tests.scripted_voices import one_step, to_the_end


def asked(name: str, *, acts: tuple[str, ...] | None = None) -> RunRequest:
    """What is asked for, on a simulated clock; where somebody plays, they take the first choice each time."""
    request = build_watched(name) if acts is None else hand_written(name).model_copy(update={"script": acts})
    return request.model_copy(update={"simulated": True})


@pytest.mark.parametrize("name", names("written"))
def test_every_line_is_said_as_it_was_written(home: Home, name: str) -> None:
    script = read_written(name)
    run = played_in(home, asked(name))
    assert run.state.status == "ended", run.state.detail
    if script.kind == "day":
        # Who speaks at once is woven: every word is said, in whatever order.
        written_words = Counter(word for line in script.lines for word in ASIDE.sub(" ", line.says).split())
        assert Counter(word for turn in run.state.turns for word in turn.text.split()) == written_words
        # Who meets, and what is left of it.
        for each, scene in zip(script.scenes, run.state[OfficeState].scenes, strict=True):
            assert not each.members or {*each.members} == {*scene.started.members}
            assert scene.ended.summary == each.answers["aftermath"]["summary"]
    else:
        assert [turn.text for turn in run.state.turns] == [line.heard for line in script.lines]
    assert {turn.reply.model for turn in run.state.turns if turn.reply} <= {name}
    assert {*run.state.authors} == {Author(kind="writer", name=name)}
    if "distillation" in script.answers:
        assert run.state.distilled is not None
        assert run.state.distilled.summary == script.answers["distillation"]["summary"]
        assert len(run.state.distilled.actions) == len(script.answers["distillation"]["actions"])


def test_questions_that_were_offered_beside_may_be_asked_and_what_was_written_goes_on(home: Home) -> None:
    lines = read_written("story").lines
    asides = {each for line in lines for each in line.choices[1:3] if each.endswith("?")}
    acts: list[str] = []
    for line in lines:
        if line.by == PLAYER:
            acts += ["2", "1"] if line.says in {"I will find it for you", "Give Ada the bell"} else ["1"]
    run = played_in(home, asked("story", acts=tuple(acts)))
    said = [turn.text for turn in run.state.turns]
    assert len(asides & {*said}) == 2
    # As long as it may be, with an end of its own.
    left = [line for line in lines[:-1] if line.by != "jester" and line.heard not in said]
    assert len(left) <= 4
    assert said[-1] == lines[-1].heard


def test_every_format_has_a_written_run_and_its_lines_say_what_they_do() -> None:
    runs = [run for run in map(read_written, names("written")) if run.kind in {"roundtable", "duologue"}]
    assert {run.asked.get("format", "") for run in runs} - {""} == {*names("formats")}
    for run in runs:
        speakers = {line.by for line in run.lines}
        for line in run.lines:
            assert line.act is not None, (run.id, line.says)
            assert line.to in speakers - {line.by} | {""}, (run.id, line.says)


async def test_a_word_of_the_directors_ends_what_was_written(home: Home) -> None:
    """It says so, and nothing else speaks in its place before somebody has chosen."""
    script = read_written("standup")

    studio = Studio(home)
    run = studio.start(studio.compose(asked("standup")))
    for _ in range(3):
        await one_step(run)
    run.director.inject("The server room is on fire")
    await to_the_end(run)
    assert [turn.text for turn in run.state.turns] == [line.heard for line in script.lines[:3]]
    assert (run.state.status, run.state.reason) == ("paused", "unwritten")
    run.director.change_voice(VoiceSpec(provider="rehearsal"))
    await to_the_end(run)
    assert run.state.status == "ended"
    assert len(run.state.turns) == len(script.lines)
    assert {turn.author.kind for turn in run.state.turns[3:]} == {"rules"}
    assert run.state.turns[3].started is not None
    assert run.state.turns[3].started.move is not None
    assert run.state.turns[3].started.move.injected == "The server room is on fire"
    await run.close()
    await studio.close()


class SetAfter(threading.Event):
    """Is set once it was asked so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self._times = times

    def is_set(self) -> bool:
        """Whether it is set by now."""
        self._times -= 1
        return self._times < 0


@pytest.mark.parametrize("after", [0, 12], ids=["before it begins", "amid it"])
def test_what_a_card_plays_unseen_ends_when_somebody_turns_away(after: int) -> None:
    assert run_demonstration("standup", Settings(), SetAfter(after)) is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_stands_on_the_start_page_is_told_by_the_head_of_each_file(language: str) -> None:
    every = [each for each in map(read_written, names("written")) if each.language == language]
    assert all_written(language) == sorted(every, key=lambda each: each.order)
    assert all_written(language, featured=True) == [each for each in all_written(language) if each.featured]
