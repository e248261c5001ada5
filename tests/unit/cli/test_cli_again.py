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
from parley.core.voices.base import Reply, Request
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests.scripted_voices import one_step
from tests.unit.cli.conftest import Parley, Told

MODEL = Author(kind="model", name="echo")


async def begun(home: Home) -> str:
    """A run that stands after three turns, of which the second was written by hand."""
    studio = Studio(home)
    run = studio.start(studio.compose(RoundtableRequest(turns=8, seed=7, simulated=True, topic="The tax")))
    await one_step(run)
    await run.director.speak_as(run.state.setup.members[0].id, "By hand.")
    await one_step(run)
    await run.close()
    await studio.close()
    return run.state.run


def test_the_last_line_says_another_way_and_the_talk_goes_on_from_it(
    home: Home, told: Told, parley: Parley, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Request] = []

    async def speak(self: RehearsalVoice, request: Request) -> AsyncIterator[Reply]:
        asked.append(request)
        text, paid = f"Words {len(asked)}.", Usage(input=2, output=3)
        yield Reply(text=text, usage=paid, cost=0.01, provider="rehearsal", model="echo", words_by=MODEL)

    monkeypatch.setattr(RehearsalVoice, "speak", speak)
    run = asyncio.run(begun(home))
    drawn = told("again", run, "--draws", 2)
    ways = [("Words 2.", True), ("Words 3.", False), ("Words 4.", False)]
    assert [(way["text"], way["kept"]) for way in drawn["ways"]] == ways
    assert (round(drawn["cost"], 8), drawn["tokens"]) == (0.04, 20)
    assert asked[1].perspective.messages() == asked[2].perspective.messages() == asked[3].perspective.messages()
    assert len({each.chance for each in asked[1:]}) == 3
    assert "simulated clock" in parley("again", run, "--draws", 1, "--voice", "anthropic:claude-haiku-4-5").err
    kept = told("again", run, "--keep", 3)
    assert (kept["run"], kept["turn"], [way["kept"] for way in kept["ways"]]) == (run, 3, [False, False, True])
    assert kept["cost"] == drawn["cost"], "it was paid for when it was drawn"
    opened = Studio(home).open(run)
    state, said = opened.state, opened.state.turns[2]
    assert (said.text, said.author, said.reply and said.reply.model) == ("Words 4.", MODEL, "echo")
    assert (state.authors[MODEL], len(state.turns), state.status) == (2, 3, "paused")
    assert [entry.text for entry in state.entries if entry.kind == "line"] == ["Words 1.", "By hand.", "Words 4."]
    assert Replay(list(opened.replay.events)).state_at_turn(3).turns == state.turns
    # The first way is there still, and more can be drawn besides.
    assert told("again", run, "--draws", 1, "--keep", 1)["ways"][0] == drawn["ways"][0]
    assert told("again", run, "--keep", 4)["ways"][3]["text"] == "Words 5."
    assert parley("resume", run, "--fast").code == 0
    history = " ".join(block.said for block in asked[5].perspective.witnessed())
    assert [f"Words {number}." in history for number in (1, 2, 3, 4, 5)] == [True, False, False, False, True]
    for to in ("sillytavern", "md", "json"):
        assert parley("export", run, "--to", to, "-o", tmp_path / to).code == 0
    chat = [json.loads(line) for line in (tmp_path / "sillytavern").read_text("utf-8").splitlines()]
    message = next(each for each in chat if each.get("mes") == "Words 5.")
    assert (message["swipe_id"], message["swipes"]) == (3, ["Words 2.", "Words 3.", "Words 4.", "Words 5."])
    rows = json.loads((tmp_path / "json").read_text("utf-8"))["transcript"]
    assert next(row for row in rows if row["turn"] == 3)["swipes"] == message["swipes"]
    assert "Words 4." not in (tmp_path / "md").read_text("utf-8")
    # It has ended by now: what is kept is kept in a branch, which goes on from it.
    branch = told("again", run, "--turn", 3, "--keep", 2)
    forked = Studio(home).open(branch["run"]).state
    assert [turn.text for turn in forked.turns] == ["Words 1.", "By hand.", "Words 3."]
    assert (forked.parent, forked.own_cost, forked.turns[2].selected) == (run, 0, said.selected)
    assert told("again", run, "--turn", 3)["ways"][3]["kept"], "the run that it comes from stays as it was"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--turn", 1, "--draws", 1), "by the rules"),
        (("--turn", 2, "--draws", 1), "written by hand"),
        (("--turn", 4), "There is no turn 4 yet."),
        (("--turn", 2, "--keep", 2), "There is no way 2: turn 2 has 1."),
    ],
)
def test_what_no_voice_said_is_not_said_in_another_way(
    home: Home, parley: Parley, options: tuple[str | int, ...], why: str
) -> None:
    said = parley("again", asyncio.run(begun(home)), *options)
    assert (said.code > 0, said.out, said.err.count("\n")) == (True, "", 1)
    assert why in said.err
