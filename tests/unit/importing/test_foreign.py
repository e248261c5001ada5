"""Files that other programs' libraries wrote (`tests/foreign`), and such as are modelled on what they write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.core.base.errors import ParleyError
from parley.core.cli import main
from parley.core.export.registry import EXPORTS, Options
from parley.core.home import Home
from parley.core.importing.reading import Source, read_conversations
from parley.core.importing.talk import Talk, modes_for
from parley.core.log import log
from parley.core.log.events.run import TopicInjected
from parley.core.log.fold import fold
from parley.core.measures.registry import measure_run
from parley.core.perspective.perspective import perspective
from parley.core.studio.importing import import_run
from tests.foreign import FOLDER


def talks(name: str) -> list[Talk]:
    """The talks in a file."""
    found = [each.talk for each in read_conversations(Source(FOLDER / name))]
    return [talk for talk in found if talk is not None]


def lines(talk: Talk) -> list[tuple[str, str]]:
    """Who says what, notes under what they go by."""
    return [(said.speaker or f"({said.name})", said.text) for said in talk.lines if said.text]


LAKE = [
    ("user", "Write a sentence about a lake."),
    ("writer", "The lake is still."),
    ("(critic → depth)", '{"lake": "Weiher"}'),
    ("(depth)", "Weiher: 31 metres"),
    ("critic", "Thirty-one metres is not still."),
    ("reader", "I would stop here."),
    ("writer", "Then it froze."),
    ("critic", "Better."),
    ("reader", "I would stop here."),
]


@pytest.mark.parametrize("name", ["autogen-result.json", "autogen-team.json"])
def test_autogen_says_who_spoke_and_what_was_called(name: str) -> None:
    (talk,) = talks(name)
    assert lines(talk) == LAKE
    kinds = {speaker.key: speaker.kind for speaker in talk.speakers}
    # Only the result has the request for a person's words.
    assert kinds == {"user": "person", "writer": "voice", "critic": "voice", "reader": kinds["reader"]}
    assert talk.spoken[1].usage.output > 0
    assert all(said.at for said in talk.lines)
    assert modes_for(talk)[0] == "roundtable"


def test_an_agents_own_context_is_read_where_there_is_no_more() -> None:
    (talk,) = talks("autogen-agent.json")
    assert [who for who, _ in lines(talk)] == ["user", "writer", "critic", "reader", "writer"]


@pytest.mark.parametrize("name", ["langchain-dict.json", "langchain-dumpd.json"])
def test_langchain_in_either_form(name: str) -> None:
    (talk,) = talks(name)
    assert lines(talk) == [
        ("Nim", "How deep is the Weiher?"), ("(Guide → depth)", '{"lake":"Weiher"}'), ("(depth)", "31 metres"),
        ("Guide", "Thirty-one metres."),
    ]  # fmt: skip
    guide = talk.lines[-1]
    assert (guide.model, guide.thoughts, guide.usage.output) == ("small-1", ("Metres will do.",), 6)
    # A human with a name may be an agent: it is not said who it is.
    assert [(speaker.kind, speaker.told) for speaker in talk.speakers] == [("", ""), ("voice", "You are brief.")]


def test_a_history_is_the_newest_way_and_its_other_ways_are_forks(home: Home) -> None:
    (talk,) = talks("langgraph-history.json")
    assert [text for _, text in lines(talk)][3] == "And otherwise?"
    runs = import_run(home, FOLDER / "langgraph-history.json")
    assert [run.fork for run in runs] == [False, True]
    parent, fork = (fold(log.read(run.path).events) for run in runs)
    assert (fork.parent, fork.parent_turn) == (parent.run, 3)
    assert [turn.text for turn in fork.turns[:3]] == [turn.text for turn in parent.turns[:3]]
    assert fork.turns[3].text == "And now?"
    (state,) = talks("langgraph-state.json")
    assert len(lines(state)) == 6


@pytest.mark.parametrize("name", ["inspect.json", "inspect.eval"])
def test_each_sample_of_an_inspect_log_is_a_run(name: str) -> None:
    found = {talk.title: talk for talk in talks(name)}
    deep = found["lakes · weiher"]
    assert [who for who, _ in lines(deep)] == [
        "user", "assistant", "(mockllm/model → depth)", "(depth)", "assistant",
    ]  # fmt: skip
    assert deep.lines[-1].model == "mockllm/model"
    assert (deep.lines[-1].usage.input, deep.lines[-1].usage.output) == (20, 5)
    assert str(deep.ending) == "Scored: includes C."
    # A long text was put aside in the file.
    assert lines(found["lakes · long"])[0][1].startswith("Is this a lake?")


def test_chatgpt_follows_the_current_node(home: Home) -> None:
    (talk,) = talks("chatgpt-conversations.json")
    assert lines(talk) == [
        ("user", "How deep is the Weiher?"), ("assistant", "About thirty metres."), ("user", "Measure it."),
        ("(ChatGPT → python)", "lead('Weiher')"), ("(python)", "31.0"), ("assistant", "Thirty-one metres."),
    ]  # fmt: skip
    told = [str(warning) for warning in talk.warnings]
    assert any("image_asset_pointer" in one for one in told)
    assert any("nobody says anything: 1" in one for one in told)
    run, fork = import_run(home, FOLDER / "chatgpt-conversations.json")
    state = fold(log.read(run.path).events)
    swiped = state.turns[1].ended
    assert [swipe.text for swipe in swiped.swipes] == ["I do not know.", "About thirty metres."]
    assert swiped.swipes[swiped.swipe].text == swiped.text
    assert [turn.reply.model if turn.reply else "" for turn in state.turns] == ["", "gpt-4o", "", "o3"]
    assert [turn.ended.author for turn in state.turns] == ["user", "voice", "user", "voice"]
    assert state.turns[3].ended.thoughts == ("A rope would do.",)
    assert [turn.text for turn in fold(log.read(fork.path).events).turns][2:] == ["And the sea?", "Deeper."]
    assert state.setup.imported == "ChatGPT · chatgpt-conversations.json"


def test_claude_with_a_branch_a_tool_and_a_text_that_was_given(home: Home) -> None:
    (talk,) = talks("claude-conversations.json")
    assert lines(talk) == [
        ("(notes.txt)", "Das Seil ist kurz."), ("human", "Wie tief ist der Weiher?"),
        ("(Claude → sounding)", '{"lake":"Weiher"}'), ("(sounding)", "31"), ("assistant", "Es sind 31 Meter."),
        ("human", "Danke."),
    ]  # fmt: skip
    assert talk.language == "de"
    run, fork = import_run(home, FOLDER / "claude-conversations.json")
    events = log.read(run.path).events
    assert [event.kind for event in events if isinstance(event, TopicInjected)] == ["attachment", "call", "tool"]
    assert fold(log.read(fork.path).events).turns[-1].text == "Das ist nicht bekannt."


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_whatever_it_becomes_it_folds_measures_and_is_exported(path: Path, tmp_path: Path) -> None:
    for each in read_conversations(Source(path))[:2]:
        assert each.talk is not None
        for mode in modes_for(each.talk):
            draft = each.make_drafts(mode)[0]
            state = fold(draft.events)
            assert [turn.text for turn in state.turns] == [said.text for said in each.talk.spoken]
            assert state.status == "ended"
            assert measure_run(state)
            assert perspective(state, state.turns[-1].member).count
            EXPORTS["md"].write(state, draft.events, tmp_path / "run.md", Options(language="en"))


def test_a_person_and_a_voice_may_become_a_dialogue_that_goes_on() -> None:
    (found, *_) = read_conversations(Source(FOLDER / "chatgpt-conversations.json"))
    assert found.talk is not None
    assert modes_for(found.talk) == ["duologue", "roundtable", "dialogue"]
    state = fold(found.make_drafts("dialogue")[0].events)
    assert [turn.member for turn in state.turns] == ["player", "chatgpt", "player", "chatgpt"]
    with pytest.raises(ParleyError, match="Possible here"):
        found.make_drafts("scenes")


def test_some_are_picked_by_their_titles(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(FOLDER / name) for name in ("chatgpt-conversations.json", "claude-conversations.json")]
    args = "--only", "soundings", "--mode", "roundtable", "--json", "--home", str(home.path)
    assert main(["import", *files, *args]) == 0
    assert {run["mode"] for run in json.loads(capsys.readouterr().out)} == {"roundtable"}
    assert main(["import", *files, "--only", "nothing", "--home", str(home.path)]) == 2
    assert main(["import", files[0], "--mode", "scenes", "--home", str(home.path)]) != 0
    assert "Possible here" in capsys.readouterr().err
