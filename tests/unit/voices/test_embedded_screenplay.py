"""The screenplay: what a small model is given to continue."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from parley.core.base.stems import stems
from parley.core.log.events.turn import CameToMind
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Request
from parley.core.voices.embedded.part import part_of
from parley.core.voices.embedded.screenplay import (
    LORE,
    STEP,
    clipped,
    examples,
    opening,
    recent,
    spoken,
    staged,
    tokens,
)
from tests.entries_by_hand import Talk, startup


def screenplay(request: Request, context: int = 4_096) -> str:
    """The whole prompt of a turn."""
    return staged(request, context).text


def told(request: Request) -> str:
    """The direction as it stands in the screenplay."""
    return part_of(request.perspective.config.mode).direction(request)


def test_ends_with_the_member_to_speak_and_knows_the_topic() -> None:
    talk = Talk(startup())
    text = screenplay(talk.request("analyst", "You speak first.", kind="opening"))
    assert text.endswith("\n(Analyst opens the standup.)\nAnalyst:")
    assert f"Topic: {talk.config.topic}" in text


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_examples_keep_to_their_topic_and_stay_the_same(language: str) -> None:
    config = startup(language)
    shown = examples(config)
    assert len(shown) == 2
    assert shown == examples(config)
    for example in shown:
        assert {name for name, _ in example.lines} == {member.name for member in config.members}
        kept = set(stems(example.topic, language))
        assert any(kept & set(stems(line, language)) for _, line in example.lines)


def test_two_hold_an_example_by_turns() -> None:
    config = startup()
    shown = examples(config.model_copy(update={"members": config.members[:2]}))
    names = [name for name, _ in shown[0].lines]
    assert len(names) == 5
    assert all(one != other for one, other in itertools.pairwise(names))


def test_a_line_without_a_name_is_its_speakers() -> None:
    config = startup()
    assert spoken(Block(3, "user", "boss", "", "We ship."), config) == "Boss: We ship."


def test_the_beginning_is_shared_by_members_and_turns() -> None:
    talk = Talk(startup())
    talk.say("boss", "Where are we on the demo?")
    before = staged(talk.request("analyst"))
    talk.say("analyst", "Two weeks behind.")
    after = staged(talk.request("writer"))
    kept = "\n".join([before.head, *before.lines])
    assert after.text.startswith(kept)
    assert after.lines[-1] == "Analyst: Two weeks behind."


def test_what_was_whispered_to_another_is_absent() -> None:
    talk = Talk(startup())
    talk.say("", "The investor is a fraud.", to=("writer",))
    assert "fraud" not in screenplay(talk.request("boss"))
    assert "(Director (whispers to you alone): The investor is a fraud.)" in screenplay(talk.request("writer"))


def test_a_line_between_others_has_no_direction() -> None:
    talk = Talk(startup())
    assert told(talk.request("analyst")) == "Analyst speaks first."
    talk.say("boss", "We ship on Monday.")
    assert told(talk.request("analyst", mood=-0.6)) == ""
    assert told(talk.request("analyst", kind="closing")).startswith("Analyst closes the standup")


def test_old_turns_go_in_steps_so_that_the_beginning_holds() -> None:
    talk = Talk(startup())
    starts: list[str] = []
    for turn in range(400):
        talk.say(("boss", "analyst")[turn % 2], f"Line number {turn} of a very long meeting about the demo.")
        scene = staged(talk.request("writer"), 2_048)
        assert tokens(scene.text) <= 2_048
        assert scene.lines[-1].split(": ")[1].startswith(f"Line number {turn} ")
        starts.append(scene.lines[0])
    changes = [turn for turn in range(1, len(starts)) if starts[turn] != starts[turn - 1]]
    assert changes
    assert all(later - earlier >= STEP - 2 for earlier, later in itertools.pairwise(changes))


def test_a_huge_topic_and_a_huge_cast_fit() -> None:
    config = startup()
    crowd = tuple(
        config.members[number % 5].model_copy(update={"id": f"m{number}", "name": f"Member {number}"})
        for number in range(200)
    )
    big = config.model_copy(update={"members": crowd, "topic": "Über alles " * 10_000})
    assert tokens(opening(big, 4_096)) < 2_500
    talk = Talk(big)
    talk.say("", "x" * 100_000)
    assert tokens(screenplay(talk.request("m150"), 4_096)) < 4_096
    assert screenplay(talk.request("m150")).endswith("Member 150:")


def test_one_line_stays_even_where_nothing_fits() -> None:
    talk = Talk(startup())
    talk.say("boss", "word " * 200)
    view = talk.seen_by("analyst")
    assert len(recent(view.witnessed(), 10, talk.config)) == 1


@pytest.mark.parametrize(("text", "longest", "wanted"), [
    ("a  b\nc", 10, "a b c"), ("eleven words", 8, "eleven…"), ("unbreakable", 6, "unbre…"),
])  # fmt: skip
def test_clipped(text: str, longest: int, wanted: str) -> None:
    assert clipped(text, longest) == wanted


def test_other_modes_keep_their_direction() -> None:
    view = Talk(startup()).seen_by("boss")
    story = replace(view, config=view.config.model_copy(update={"mode": "story"}))
    assert told(Request(story, "The lamp goes out.")) == "The lamp goes out."


def test_one_entry_that_came_to_mind_is_told_and_fits() -> None:
    talk = Talk(startup())
    bare = talk.request("analyst", "", kind="line")
    wide, short = "The Elsinore ran aground. " * 30, "The lamp turns."
    for texts, says in (((wide, short), "The lamp turns.)"), ((wide,), "The Elsinore ran")):
        request = replace(bare, lore=tuple(CameToMind(entry=str(at), text=text) for at, text in enumerate(texts)))
        line, direction = staged(request).direction.split("\n")
        assert direction == staged(bare).direction
        assert line.startswith(f"(Analyst remembers: {says}")
        assert tokens(line) <= LORE
