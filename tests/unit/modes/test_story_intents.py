"""Lines as players type them: what the rules make of them, and what a line that is no name comes to."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.clock import SeededRandom
from parley.core.cast.member import VoiceSpec
from parley.core.log.events.run import RunContinued, RunStarted
from parley.core.log.fold import apply, fold
from parley.core.log.state import State
from parley.core.modes.story import behaviour, combat, intents
from parley.core.modes.story.directing import list_decisions
from parley.core.modes.story.events import PhaseChanged, Sheet, SheetWritten, Stack
from parley.core.modes.story.naming import read_wishes
from parley.core.modes.story.request import StoryRequest
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.terminal import COMMANDS, run_command
from tests.run_configs import composed
from tests.small_story import AT, says

LINES: dict[str, dict[str, list[list[str]]]] = tomllib.loads(
    (Path(__file__).parents[2] / "stories" / "lines.toml").read_text("utf-8")
)
CASES = [
    (language, where, line, expected)
    for language, of in LINES.items()
    for where, lines in of.items()
    for line, expected in lines
]


BEFORE: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "explore": ("varn", (), ()),
    "market": ("varn", ("go to the market",), ("geh zum Markt",)),
    "talk": ("varn", ("go to the market", "talk to Bruno"), ("geh zum Markt", "rede mit Bruno")),
    "tamar": (
        "varn",
        ("go to the market", "go to the foundry", "talk to Tamar"),
        ("geh zum Markt", "geh zur Glockengießerei", "rede mit Tamar"),
    ),
    "fight": ("varn", ("go to the market", "attack Bruno"), ("geh zum Markt", "greif Bruno an")),
    "taproom": ("ferry", (), ()),
    "jetty": ("ferry", ("go to the jetty",), ("geh zum Steg",)),
    "levin": ("ferry", ("go to the jetty", "talk to Levin"), ("geh zum Steg", "rede mit Levin")),
    "marta": ("ferry", ("talk to Marta",), ("rede mit Marta",)),
}
"""Where a line is typed: the setting, and what was done before, in English and German."""


def at_varn(language: Any, where: str = "explore") -> State:
    """As `brought`, a state of one's own."""
    return brought(language, where).copy()


@cache
def brought(language: Any, where: str) -> State:
    """A surveyor at the inn of Varn, or a letter carrier at the ferry; elsewhere after what was done before."""
    setting, *before = BEFORE[where]
    concept = {"varn": "surveyor", "ferry": "letter"}[setting]
    config = composed(
        StoryRequest(setting=setting, concept=concept, language=language, seed=7, simulated=True),
        VoiceSpec(provider="rehearsal"),
    )
    had = {
        "varn": (("staff", 1), ("chart", 1), ("gentian", 1), ("coin", 12), ("coat", 1), ("lamp", 1)),
        "ferry": (("knife", 1), ("bread", 2), ("coin", 10)),
    }[setting]
    items = tuple(Stack(item=item, quantity=quantity) for item, quantity in had)
    weapon = had[0][0]
    state = fold(
        [
            RunStarted(at=AT, config=config.as_json()),
            RunContinued(at=AT),
            SheetWritten(at=AT, sheet=Sheet(name="Kim", concept=concept, health=12, weapon=weapon, items=items)),
            PhaseChanged(at=AT, phase="exploration", reason="It begins."),
        ]
    )
    for line in before[language == "de"]:
        says(state, line)
        found = intents.read(state, AT)
        for did in found:
            apply(state, did)
        if not found:
            started = combat.trigger_fight(state, SeededRandom(7), AT)
            assert started is not None, line
            apply(state, started)
    return state


def comes_of(state: State) -> list[str]:
    """The kinds of what came of the line, "!" before one that was refused; in a fight, what is meant by it."""
    found = [("!" if did.refused else "") + did.what for did in intents.read(state, AT)]
    if found or state[StoryState].fight is None:
        return found
    return [wish.kind for wish in read_wishes(state)]


def test_lines_do_what_they_say_or_are_told_why_not() -> None:
    for language, where, line, expected in CASES:
        state = at_varn(language, where)
        says(state, line)
        found = intents.read(state, AT)
        assert " ".join(comes_of(state)) == expected, line
        for did in found:
            assert did.text, line
            assert bool(did.effects) == (not did.refused and did.what not in {"ask", "meta", "deed", "price"}), line
            # Ids are nobody's words.
            ids = {"shore", "clockshop", "old_varn", "weir_key"}.intersection(did.text.replace(",", " ").split())
            assert language == "en" or not ids, line
            apply(state, did)
        told = " ".join(list_decisions(state)) + " ".join(piece.text for piece in behaviour.yield_pieces(state))
        assert all(did.text in told for did in found), line


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [("de", "verkauf Bruno die Tiefenkarte", "Kim verkauft an Bruno: 1 × Tiefenkarte für 10 × Münze."),
     ("de", "verkaufe Silas den Mantel", "Silas kauft Ledermantel nicht."),
     ("de", "verkauf Dora die Lampe", "Dora ist nicht hier."),
     ("en", "sell the lamp to Bruno", "Kim sells to Bruno: 1 × lamp for 6 × coin.")],
)  # fmt: skip
def test_what_is_sold_is_paid_for_or_the_reason_is_told(language: str, line: str, told: str) -> None:
    state = at_varn(language, "market")
    before = sum(state[StoryState].get_items_of(one).get("coin", 0) for one in ("player", "bruno"))
    says(state, line)
    (did,) = intents.read(state, AT)
    apply(state, did)
    assert did.text.startswith(told)
    owned = state[StoryState].get_items_of("player")
    assert sum(state[StoryState].get_items_of(one).get("coin", 0) for one in ("player", "bruno")) == before
    assert (owned["coin"] > 12) == (not did.refused)


def test_a_merchant_buys_no_more_than_they_can_pay() -> None:
    state = at_varn("de", "market")
    state[StoryState].people["bruno"].items["coin"] = 9
    says(state, "verkauf Bruno die Tiefenkarte")
    (did,) = intents.read(state, AT)
    assert did.refused
    assert did.text == "Das reicht nicht: Nötig wären 10 × Münze, Bruno hat 9 × Münze."


@pytest.mark.parametrize(
    "line", ["a" * 4_000, "go " * 1_500, "(" * 3_000, "and " * 1_000, "1 " * 2_000, "\n" * 4_000 + "x"]
)
def test_long_and_odd_lines_are_read_within_bounds(line: str) -> None:
    for where in ("explore", "talk"):
        state = at_varn("en", where)
        says(state, line)
        assert len(intents.read(state, AT)) <= 12


@pytest.mark.parametrize("language", ["en", "de"])
def test_commands_that_look_change_nothing_and_an_unknown_one_lists_them(language: str) -> None:
    state = at_varn(language)
    for name in ("help", "look", "sheet"):
        assert run_command(state, f"/{name}")
    with pytest.raises(Exception, match="/undo") as unknown:
        run_command(state, "/dance")
    assert all(f"/{each}" in str(unknown.value) for each in COMMANDS)
    with pytest.raises(Exception, match=r"."):
        run_command(state, "/undo")
    says(state, "I wait.")
    assert run_command(state, "/undo") == state.turns[-1].number - 1
