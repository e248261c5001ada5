"""The server names an id with each answer, and every line of the log that costs something names it too: what was paid
is compared call by call. Who is killed in between pays nobody twice: `tests/unit/modes/test_accounts.py`."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.log import log as log_file
from parley.core.log.events.run import RunEnded
from parley.core.log.events.turn import CallFailed, TurnFailed, VoiceReplied
from parley.core.modes.office.events import ContributionAsked
from tests.e2e.conftest import Inside
from tests.strict_rules import instance
from tests.strict_server import Answer, Break, CallTool, Fail, Say, StrictServer, plain_reply

LIVES = 40
"""So often a run is gone on with that stands again and again because its voice failed."""

COMMON = ["--voice", "anthropic", "--fast", "--lang", "en"]
MEETING = ["run", "scene", "--type", "meeting", "--exchange", "weave", "--cast", "startup", *COMMON]
MODES: dict[str, list[str]] = {
    "meeting": MEETING,
    "talk": ["run", "scene", "--members", "holger,svea", "--exchange", "sequential", "--translate", "de", *COMMON],
    "roundtable": ["run", "roundtable", "--turns", "8", *COMMON],
    "story": ["run", "story", "--setting", "ferry", "--turns", "3", *COMMON],
    "dialogue": ["run", "dialogue", "--setting", "ferry", "--with", "marta", "--turns", "3", *COMMON],
    "duologue": [
        "run", "duologue", "-a", "Ada", "-b", "Bo", "--others", "Cy", "--router", "broadcast", "--turns", "9",
        "--context", "300", "--when-full", "summarise", "--choose-names",
        # Else two sides might be sent the same.
        "--system-a", "You are the first.", "--system-b", "You are the second.", *COMMON,
    ],
}  # fmt: skip


class Moody:
    """What the server says: of three calls one goes wrong, each time otherwise."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._lock = threading.Lock()
        self._number = 0

    def answer(self, body: dict[str, Any]) -> Answer:
        """No two lines are alike, so that none is too much alike to be said."""
        soon = {"retry-after": "0.01"}
        with self._lock:
            self._number += 1
            number = self._number
            how = self._chance.choice(["drop", "end", "error"])
        if number % 3 == 0:
            match number // 3 % 4:
                case 0:
                    # Counted, and cut off before a word of it was heard: it is asked for again.
                    return Break("", how=how)
                case 1:
                    return Break(f"This is no answer {number}, for it br", how=how)
                case 2:
                    return Fail.rate_limited(after=0.01)
                case _:
                    return Fail(529, "overloaded_error", "Overloaded", soon)
        if body.get("output_config", {}).get("format"):
            return plain_reply(body)
        if body.get("tools") and number % 4 == 1:
            tool = body["tools"][number % len(body["tools"])]
            return CallTool(tool["name"], instance(tool["input_schema"]))
        return Say(f"Answer {number} of mine is about number {number * 7}. It has {number % 9} reasons.")


def check(said: Callable[..., str], server: StrictServer, log: Path, target: Path) -> tuple[int, int]:
    """The accounts call by call, `said` running commands; how many calls failed, and the tokens that were paid."""
    sent = {one.id: one for one in server.requests if one.path == "/v1/messages"}
    assert not [one.refused for one in sent.values() if one.refused]
    events = log_file.read(log).events
    paid = [one for one in events if isinstance(one, VoiceReplied | TurnFailed | CallFailed) and one.usage.total]
    # Nothing is counted twice, and each as the server did.
    assert all(one.request_id for one in paid)
    assert max(Counter(one.request_id for one in paid).values(), default=1) == 1
    for each in paid:
        assert each.usage.total == sent[each.request_id].tokens, each
    written = {each.request_id for each in paid}
    # Nothing that was answered is missing.
    finished = {name for name, one in sent.items() if one.tokens}
    assert not finished - written, [sent[name] for name in finished - written]
    # Nobody is asked again for what they said.
    heard: dict[str, str] = {}
    replied = {one.request_id for one in events if isinstance(one, VoiceReplied)}
    for name, one in sent.items():
        body = json.dumps(one.body, sort_keys=True)
        if "output_config" not in body or '"format"' not in body:
            assert body not in heard, (heard[body], name)
            if name in finished & replied:
                heard[body] = name
    asked: Counter[str] = Counter()
    for event in events:
        if isinstance(event, ContributionAsked):
            asked[event.member] = 0
        elif isinstance(event, VoiceReplied) and event.purpose == "contribution":
            asked[event.member] += 1
            assert asked[event.member] == 1
    total = sum(one.tokens for name, one in sent.items() if name in written)
    # All places that sum say the same as the server.
    state = json.loads(said("state", log, "--json"))
    assert sum(state["tokens"].values()) == total
    assert state["cost"] == pytest.approx(sum(one.cost for one in paid))
    (row,) = json.loads(said("runs", "--json"))
    assert row["tokens"] == total
    assert row["cost"] == pytest.approx(state["cost"])
    said("export", log, "--to", "json", "-o", target)
    assert json.loads(target.read_text("utf-8"))["tokens"]["total"] == total
    return sum(isinstance(one, TurnFailed | CallFailed) for one in paid), total


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StrictServer]:
    with StrictServer(reply=Moody(20261123).answer) as found:
        assert found.key
        monkeypatch.setenv("ANTHROPIC_API_KEY", found.key)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", found.url)
        yield found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.slow
def test_the_accounts_are_the_servers_in_every_mode(inside: Inside, server: StrictServer, mode: str) -> None:
    """Whatever fails, breaks off, is refused or asked again."""
    inside.monkeypatch.setattr("parley.core.voices.remote.retries.FIRST_WAIT", 0.01)
    inside.home.mkdir()
    (inside.home / "settings.toml").write_text("[voices]\nretries = 1\nconcurrency = 12\n")
    inside(*MODES[mode], check=None)
    (log,) = inside.home.glob("runs/*.jsonl")
    for _ in range(LIVES):
        if isinstance(log_file.read(log).events[-1], RunEnded):
            break
        inside("resume", log, "--fast", check=None)
    assert isinstance(log_file.read(log).events[-1], RunEnded)
    target = inside.home / "export.json"
    failures, tokens = check(lambda *arguments: inside(*arguments).out, server, log, target)
    # Else it would show nothing.
    assert failures > 0
    assert tokens > 0
