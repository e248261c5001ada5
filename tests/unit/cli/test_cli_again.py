"""`parley again`: a line is said in other ways, one is kept, and all that follows knows that one alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parley.core.home import Home
from parley.core.log.events.turn import Author, Usage
from parley.core.log.replay import Replay
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.studio import Studio
from parley.core.voices.base import Delta, Reply, Request, Waiting
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests.scripted_voices import one_step
from tests.unit.cli.conftest import Parley, Told

MODEL = Author(kind="model", name="echo")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """What the voices were asked; each reply is other words of a model, and costs a cent and 5 tokens."""
    found: list[Request] = []

    async def speak(self: RehearsalVoice, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        found.append(request)
        usage = Usage(input=2, output=3)
        yield Reply(
            text=f"Words {len(found)}.", usage=usage, cost=0.01, provider="rehearsal", model="echo", words_by=MODEL
        )

    monkeypatch.setattr(RehearsalVoice, "speak", speak)
    return found


def begun(home: Home, turns: int) -> str:
    """A run that stands after so many turns, of which the second was written by hand."""

    async def play() -> str:
        studio = Studio(home)
        run = studio.start(studio.compose(RoundtableRequest(turns=8, seed=7, simulated=True, topic="The tax")))
        for number in range(1, turns + 1):
            if number == 2:
                await run.director.speak_as(run.state.setup.members[0].id, "By hand.")
            else:
                await one_step(run)
        await run.close()
        await studio.close()
        return run.state.run

    return asyncio.run(play())


def test_the_last_line_says_another_way_and_the_talk_goes_on_from_it(
    asked: list[Request], home: Home, told: Told, parley: Parley, tmp_path: Path
) -> None:
    run = begun(home, 3)
    before = Studio(home).open(run).state
    drawn = told("again", run, "--draws", 2)
    assert [(way["text"], way["kept"]) for way in drawn["ways"]] == [
        ("Words 2.", True), ("Words 3.", False), ("Words 4.", False),
    ]  # fmt: skip
    assert drawn["cost"] == pytest.approx(before.own_cost + 0.02)
    assert drawn["tokens"] == before.own_tokens + 10
    assert asked[1].perspective.messages() == asked[2].perspective.messages() == asked[3].perspective.messages()
    assert len({each.chance for each in asked[1:]}) == 3
    kept = told("again", run, "--keep", 3)
    assert (kept["run"], kept["turn"]) == (run, 3)
    assert [way["kept"] for way in kept["ways"]] == [False, False, True]
    assert kept["cost"] == drawn["cost"], "it was paid for when it was drawn"
    opened = Studio(home).open(run)
    state, said = opened.state, opened.state.turns[2]
    assert (said.text, said.author, said.reply and said.reply.model) == ("Words 4.", MODEL, "echo")
    assert (sum(state.authors.values()), state.authors[MODEL], state.status) == (3, 2, "paused")
    assert [entry.text for entry in state.entries if entry.kind == "line"] == ["Words 1.", "By hand.", "Words 4."]
    assert Replay(list(opened.replay.events)).state_at_turn(3).turns == state.turns
    # The first way is there still, and more can be drawn besides.
    assert told("again", run, "--draws", 1, "--keep", 1)["ways"][0] == drawn["ways"][0]
    assert told("again", run, "--keep", 4)["ways"][3]["text"] == "Words 5."
    assert parley("resume", run, "--fast").code == 0
    history = " ".join(block.said for block in asked[5].perspective.witnessed())
    assert "Words 5." in history
    assert "Words 2." not in history
    assert "Words 4." not in history
    for to in ("sillytavern", "md", "json"):
        assert parley("export", run, "--to", to, "-o", tmp_path / to).code == 0
    chat = [json.loads(line) for line in (tmp_path / "sillytavern").read_text("utf-8").splitlines()]
    message = next(each for each in chat if each.get("mes") == "Words 5.")
    assert (message["swipe_id"], message["swipes"]) == (3, ["Words 2.", "Words 3.", "Words 4.", "Words 5."])
    assert message["swipe_info"][3]["extra"]["model"] == "echo"
    assert "Words 4." not in (tmp_path / "md").read_text("utf-8")
    rows = json.loads((tmp_path / "json").read_text("utf-8"))["transcript"]
    assert next(row for row in rows if row["turn"] == 3)["swipes"] == message["swipes"]
    # It has ended by now: what is kept is kept in a branch, which goes on from it.
    branch = told("again", run, "--turn", 3, "--keep", 2)
    assert (branch["parent"], branch["ways"][1]["kept"]) == (run, True)
    forked = Studio(home).open(branch["run"]).state
    assert [turn.text for turn in forked.turns] == ["Words 1.", "By hand.", "Words 3."]
    assert forked.own_cost == 0
    assert forked.turns[2].selected == said.selected
    assert told("again", run, "--turn", 3)["ways"][3]["kept"], "the run that it comes from stays as it was"


def test_what_no_voice_said_is_not_said_in_another_way(home: Home, parley: Parley, told: Told) -> None:
    run = begun(home, 2)
    for options, why in (
        (("--turn", 1, "--draws", 1), "by the rules"),
        (("--turn", 2, "--draws", 1), "written by hand"),
        (("--turn", 3), "There is no turn 3 yet."),
        (("--turn", 2, "--keep", 2), "There is no way 2: turn 2 has 1."),
    ):
        said = parley("again", run, *options)
        assert (said.code > 0, said.out) == (True, "")
        assert why in said.err
        assert said.err.count("\n") == 1
    assert len(told("again", run, "--turn", 2)["ways"]) == 1
