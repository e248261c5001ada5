"""Sixty lines of a player before a voice that calls the right tool: each is done, or there is a reason why not."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnEnded
from parley.core.modes.story.events import CombatFought, DiceRolled, ToolAnswered
from tests.scripted_voices import begun, of_type
from tests.story_configs import STORIES, a_story
from tests.tool_calling_voice import Calls, Said, Teller, play

FILE = tomllib.loads((STORIES / "lines-by-voice.toml").read_text("utf-8"))
BEFORE: dict[str, list[tuple[str, str, dict[str, Any]]]] = FILE["scenes"]
NEXT = "And then?"
PARTNERS = ("marta", "levin")


def played(path: Path, row: dict[str, Any]) -> list[Event]:
    """What happened by the line, up to what is said next."""
    before = BEFORE[row["in"]]
    calls: Calls = [(name, given) for name, given in row["calls"]]
    said: list[Said] = [("", calls), "So it is told."] if calls else ["So it is told."]
    acts: dict[tuple[str, str], list[Said]] = {
        ("narrator", line): [("", [(name, given)]), "So it begins."] for line, name, given in before
    }
    acts[row["in"] if row["in"] in PARTNERS else "narrator", row["line"]] = said
    script = (*(line for line, _name, _given in before), row["line"], NEXT)
    config = a_story(concept="letter", script=script, turns=30, jester=0.0, player="Robin")
    events = play(begun(path, Teller(acts), config))
    said_at = {each.text: place for place, each in enumerate(events) if isinstance(each, TurnEnded)}
    return events[said_at[row["line"]] : said_at[NEXT]]


def fault(path: Path, row: dict[str, Any]) -> str:
    """What is wrong with what came of a line; empty: nothing."""
    events = played(path, row)
    answers = of_type(events, ToolAnswered)
    texts = [each.text for each in of_type(events, ToolAnswered, DiceRolled, CombatFought)]
    lines = [each for each in of_type(events, TurnEnded) if each.member != "player"]
    if len(answers) != len(row["calls"]):
        return f"answered {len(answers)} of {len(row['calls'])} calls: {texts}"
    if any(each.error for each in answers) != ("why" in row):
        return f"{'done' if 'why' in row else 'refused'}: {texts}"
    if any(each.effects for each in answers if each.error):
        return f"refused, and yet it changed something: {texts}"
    wanted = row.get("told", row.get("why", []))
    missing = [each for each in ([wanted] if isinstance(wanted, str) else wanted) if each not in " ".join(texts)]
    return f"{missing} not told: {texts}" if missing else "" if lines else "nobody answered"


def test_every_line_is_done_or_told_why_not(tmp_path: Path) -> None:
    rows = FILE["lines"]
    faults = {row["line"]: fault(tmp_path / f"{at}.jsonl", row) for at, row in enumerate(rows)}
    assert len(faults) == len(rows) == 60
    assert {line: why for line, why in faults.items() if why} == {}
