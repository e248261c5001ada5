"""Lines as players type them: what the rules make of them, and what a line that is no name comes to."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from core.cast.member import PLAYER, VoiceSpec
from core.log.events.run import RunContinued, RunStarted
from core.log.events.turn import TurnEnded, TurnStarted
from core.log.fold import apply, fold
from core.log.state import State
from core.modes.story import moment, reading
from core.modes.story.commands import COMMANDS, ordered
from core.modes.story.directing import decided
from core.modes.story.doing import done
from core.modes.story.events import Moved, PhaseChanged, PlayerDid, Sheet, SheetWritten, Stack
from core.modes.story.request import StoryRequest
from core.modes.story.state import StoryState
from tests.run_configs import composed
from tests.small_story import AT, says

LINES: dict[str, dict[str, list[list[str]]]] = tomllib.loads(
    (Path(__file__).parents[2] / "stories" / "lines.toml").read_text("utf-8")
)
CASES = [
    pytest.param(language, where, line, expected, id=f"{language}-{where}-{line}")
    for language, of in LINES.items()
    for where, lines in of.items()
    for line, expected in lines
]


def at_varn(language: Any, where: str = "explore") -> State:
    """A surveyor at the inn, or in a talk with Bruno at the market."""
    config = composed(
        StoryRequest(setting="varn", concept="surveyor", language=language, seed=7, simulated=True),
        VoiceSpec(provider="rehearsal"),
    )
    had = ("staff", 1), ("chart", 1), ("gentian", 1), ("coin", 12)
    items = tuple(Stack(item=item, quantity=quantity) for item, quantity in had)
    state = fold(
        [
            RunStarted(at=AT, config=config.as_json()),
            RunContinued(at=AT),
            SheetWritten(at=AT, sheet=Sheet(name="Kim", concept="surveyor", health=12, weapon="staff", items=items)),
            PhaseChanged(at=AT, phase="exploration", reason="It begins."),
        ]
    )
    if where == "talk":
        apply(state, PlayerDid(at=AT, what="go", text="", effects=(Moved(who=PLAYER, to="market"),)))
        apply(state, done(state, AT, "talk", "bruno"))
    return state


@pytest.mark.parametrize(("language", "where", "line", "expected"), CASES)
def test_lines_do_what_they_say_or_are_told_why_not(language: str, where: str, line: str, expected: str) -> None:
    state = at_varn(language, where)
    says(state, line)
    found = reading.read(state, AT)
    assert " ".join(("!" if did.refused else "") + did.what for did in found) == expected
    for did in found:
        assert did.text
        assert bool(did.effects) == (not did.refused and did.what not in {"ask", "meta"})
        # Ids are nobody's words.
        assert not {"shore", "clockshop", "old_varn", "weir_key"}.intersection(did.text.replace(",", " ").split()) or (
            language == "en"
        )
        apply(state, did)
    told = " ".join(decided(state)) + " ".join(piece.text for piece in moment.moment(state, "narrator"))
    assert all(did.text in told for did in found)


@pytest.mark.parametrize(
    "line", ["a" * 4_000, "go " * 1_500, "(" * 3_000, "and " * 1_000, "1 " * 2_000, "\n" * 4_000 + "x"]
)
def test_long_and_odd_lines_are_read_within_bounds(line: str) -> None:
    for where in ("explore", "talk"):
        state = at_varn("en", where)
        says(state, line)
        assert len(reading.read(state, AT)) <= 12


@pytest.mark.parametrize(
    ("said", "name"),
    [("go to the lakeshore", False), ("what can I do?", False), ("take the candle", False), ("look around", False),
     ("Robin", True), ("Rose Walker", True), ("They call me Robin.", True), ("skip", True), ("Hunter", True)],
)  # fmt: skip
def test_what_is_no_name_is_asked_again(said: str, name: bool) -> None:
    config = composed(StoryRequest(setting="varn", seed=7, simulated=True), VoiceSpec(provider="rehearsal"))
    state = fold([RunStarted(at=AT, config=config.as_json()), RunContinued(at=AT)])
    for _ in range(reading.MOST_ASKED + 1):
        for event in (
            TurnStarted(at=AT, turn=state.next_turn, member="dora", kind="question"),
            TurnEnded(at=AT, turn=state.next_turn, member="dora", text="What do they call you?", author="rules"),
        ):
            apply(state, event)
        says(state, said)
        refused = reading.no_name(state, AT)
        if refused is None:
            break
        assert said in refused.text
        apply(state, refused)
        assert (state[StoryState].asked, state[StoryState].answers) == (0, ())
    # Nobody is asked for ever.
    assert state[StoryState].answers == (said,)
    assert len(state[StoryState].did) == (0 if name else reading.MOST_ASKED)


@pytest.mark.parametrize("language", ["en", "de"])
def test_commands_that_look_change_nothing_and_an_unknown_one_lists_them(language: str) -> None:
    state = at_varn(language)
    for name in ("help", "look", "who", "ways", "sheet", "hilfe", "wege"):
        assert ordered(state, f"/{name}").told
    with pytest.raises(Exception, match="/undo") as unknown:
        ordered(state, "/dance")
    assert all(f"/{each}" in str(unknown.value) for each in COMMANDS)
    with pytest.raises(Exception, match=r"."):
        ordered(state, "/undo")
    says(state, "I wait.")
    assert ordered(state, "/undo").back == state.turns[-1].number - 1
    again = ordered(state, "/edit I sing.")
    assert (again.back, again.says) == (state.turns[-1].number - 1, "I sing.")
    assert ordered(state, "/retry").anew
    assert ordered(state, "/give 2 coin").deed == ("give", "", "coin", 2)
    assert "hello" in ordered(state, "/say hello").says
