"""`kill -9` at random moments on a server that answers at random times, or not at all: the accounts are the server's.

The server names an id with each answer, and every line of the log that costs something names it too, so what was paid
is compared call by call. An answer is finished when its last byte was sent, or when its stream was cut off, and the
process lived for `GRACE` seconds after that, and was seen asleep then, with nothing left to do: only then it must be in
the log. Of what finished in the last moment
before a kill nobody can say whether it was read; it is counted once if it is in the log, and else lost with the
process, as what was still on its way is.

`PARLEY_PAID_KILLS=100` kills as often as that, in every mode; else it is done three times, where all speak at once.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from parley.core.log import log as log_file
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunEnded
from parley.core.log.events.turn import CallFailed, TurnFailed, VoiceReplied
from parley.core.modes.office.events import ContributionAsked
from tests.e2e.conftest import Inside
from tests.parley_processes import Starter
from tests.strict_rules import instance
from tests.strict_server import Answer, Break, CallTool, Fail, Received, Say, StrictServer, plain_reply

KILLS = int(os.environ.get("PARLEY_PAID_KILLS", "0"))
GRACE = 0.5
LIVES = 40
"""So often a run is gone on with that stands again and again because its voice failed."""

COMMON = ["--voice", "anthropic", "--fast", "--lang", "en"]
MEETING = ["run", "scene", "--type", "meeting", "--exchange", "weave", "--cast", "startup", *COMMON]
MODES: dict[str, tuple[int, list[str]]] = {
    # So many of a hundred kills: most where all speak at once.
    "meeting": (46, MEETING),
    "day": (14, ["run", "day", *COMMON]),
    "roundtable": (10, ["run", "roundtable", "--turns", "8", *COMMON]),
    "story": (10, ["run", "story", "--setting", "ferry", "--turns", "3", *COMMON]),
    "dialogue": (10, ["run", "dialogue", "--setting", "ferry", "--with", "marta", "--turns", "3", *COMMON]),
    "duologue": (
        10,
        ["run", "duologue", "-a", "Ada", "-b", "Bo", "--others", "Cy", "--router", "broadcast", "--turns", "9",
         "--context", "300", "--when-full", "summarise", "--choose-names",
         # Else two sides might be sent the same.
         "--system-a", "You are the first.", "--system-b", "You are the second.", *COMMON],
    ),
}  # fmt: skip


AT_ONCE = ("meeting", "day")


class Moody:
    """What the server says, when, and whether it says it at all."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._lock = threading.Lock()
        self._number = 0
        self.slow, self.spread, self.often = 0.0, 0.2, False

    def latency(self) -> float:
        """Mostly little; who is slow is so slow that all others are long done."""
        with self._lock:
            slow = self._chance.random() < self.slow
            return self._chance.uniform(1.2, 2.2) if slow else self._chance.uniform(0, self.spread)

    def answer(self, body: dict[str, Any]) -> Answer:
        """No two lines are alike, so that none is too much alike to be said."""
        soon = {"retry-after": "0.01"}
        with self._lock:
            self._number += 1
            number, mood = self._number, self._chance.random()
            if self.often:
                # Of three calls one goes wrong, each time otherwise.
                mood = (0.14, 0.16, 0.04, 0.07)[number // 3 % 4] if number % 3 == 0 else 1.0
            how = self._chance.choice(["drop", "end", "error"])
        if mood < 0.05:
            return Fail.rate_limited(after=0.01)
        if mood < 0.08:
            return Fail(529, "overloaded_error", "Overloaded", soon)
        if mood < 0.10:
            return Fail(500, "api_error", "Internal server error", soon)
        if mood < 0.15:
            # Counted, and cut off before a word of it was heard: it is asked for again.
            return Break("", how=how)
        if mood < 0.17:
            return Break(f"This is no answer {number}, for it br", how=how)
        if body.get("output_config", {}).get("format"):
            return plain_reply(body)
        if body.get("tools") and number % 4 == 1:
            tool = body["tools"][number % len(body["tools"])]
            return CallTool(tool["name"], instance(tool["input_schema"]))
        return Say(f"Answer {number} of mine is about number {number * 7}. It has {number % 9} reasons.")


@dataclass
class Life:
    """A process: when it began, was killed (None where it ended by itself), and was last seen asleep."""

    began: float
    killed: float | None
    asleep: float = 0.0


@dataclass
class Played:
    """A run in its home, all lives of it, and what the server saw of it."""

    home: Path
    lives: list[Life] = field(default_factory=list)
    first: int = 0

    @property
    def log(self) -> Path | None:
        return next((self.home / "runs").glob("*.jsonl"), None)

    def events(self) -> list[Event]:
        # A process may be killed before it has written the first line whole.
        if self.log is None or b"\n" not in self.log.read_bytes():
            return []
        return log_file.read(self.log).events

    @property
    def ended(self) -> bool:
        return any(isinstance(event, RunEnded) for event in self.events()[-1:])

    def finished(self, received: Received) -> bool:
        """Whether the answer was sent so long before a kill that it must have been written down."""
        life = max((life for life in self.lives if life.began <= received.at), key=lambda one: one.began)
        return received.over is not None and (life.killed is None or received.over <= life.asleep - GRACE)


def asleep(pid: int) -> bool:
    """Whether a process has nothing to do, in any of its threads: on a busy machine it may be long in coming to what
    was sent to it."""
    if not Path("/proc/self/task").exists():
        return True
    states = Path(f"/proc/{pid}/task").glob("*/stat")
    # A thread may end while it is looked at.
    with contextlib.suppress(OSError):
        return all(each.read_text().rpartition(")")[2].split()[0] == "S" for each in states)
    return False


def lived(
    starter: Starter, server: StrictServer, run: Played, command: list[str], seconds: float | None = None
) -> None:
    """Begin the run or go on with it; killed so many seconds after its first call, else left alone until it stands."""
    known = run.events()
    if known:
        assert run.log
        arguments = ["resume", str(run.log), "--fast"]
    else:
        for path in (run.home / "runs").glob("*"):
            path.unlink()
        arguments = command
    life, before, struck = Life(time.monotonic(), None), len(server.requests), 0.0
    pid = starter.begin(*arguments, "--home", str(run.home))
    if seconds is not None:
        with contextlib.suppress(ProcessLookupError):
            while len(server.requests) == before:
                # Raises once there is no such process any more: it stands, or is over, without having asked anybody.
                os.kill(pid, 0)
                time.sleep(0.002)
            until = time.monotonic() + seconds
            while (now := time.monotonic()) < until:
                if asleep(pid):
                    life.asleep = now
                time.sleep(0.005)
            struck = time.monotonic()
            os.kill(pid, signal.SIGKILL)
    code = starter.status()
    if code == -signal.SIGKILL:
        life.killed = struck
    else:
        # 1: a voice failed, and the run stands.
        assert code in (0, 1), starter.out.read_text()
        assert "Traceback" not in starter.out.read_text()
    run.lives.append(life)


def check(said: Callable[..., str], server: StrictServer, run: Played) -> Counter[str]:
    """The accounts call by call, `said` running commands; how many calls of each kind there were."""
    sent = {one.id: one for one in server.requests[run.first :] if one.path == "/v1/messages"}
    assert not [one.refused for one in sent.values() if one.refused]
    events = run.events()
    paid = [one for one in events if isinstance(one, VoiceReplied | TurnFailed | CallFailed) and one.usage.total]
    # Nothing is counted twice, and each as the server did.
    assert all(one.request_id for one in paid)
    assert max(Counter(one.request_id for one in paid).values(), default=1) == 1
    for each in paid:
        assert each.usage.total == sent[each.request_id].tokens, each
    written = {each.request_id for each in paid}
    finished = {name for name, one in sent.items() if one.tokens and run.finished(one)}
    # Nothing that was finished is missing.
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
    if events:
        # All places that sum say the same as the server.
        assert run.log
        state = json.loads(said("state", str(run.log), "--json", "--home", str(run.home)))
        assert sum(state["tokens"].values()) == total
        assert state["cost"] == pytest.approx(sum(one.cost for one in paid))
        (row,) = json.loads(said("runs", "--json", "--home", str(run.home)))
        assert row["tokens"] == total
        assert row["cost"] == pytest.approx(state["cost"])
        target = run.home / "export.json"
        said("export", str(run.log), "--to", "json", "-o", str(target), "--home", str(run.home))
        exported = json.loads(target.read_text("utf-8"))
        assert exported["tokens"]["total"] == total
    return Counter(
        kills=sum(life.killed is not None for life in run.lives),
        failures=sum(isinstance(one, TurnFailed | CallFailed) for one in paid),
        tokens=total,
        tokens_finished=sum(sent[name].tokens for name in finished),
    )


@pytest.fixture
def moody() -> Moody:
    return Moody(20261123)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, moody: Moody) -> Iterator[StrictServer]:
    with StrictServer(reply=moody.answer, latency=moody.latency) as found:
        assert found.key
        monkeypatch.setenv("ANTHROPIC_API_KEY", found.key)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", found.url)
        yield found


@pytest.mark.slow
def test_what_was_finished_is_paid_once_and_the_accounts_are_the_servers(
    server: StrictServer, moody: Moody, tmp_path: Path
) -> None:
    chance = random.Random(20261124)
    with Starter(tmp_path / "said.txt", "anthropic", "parley.core.voices.anthropic.voice") as starter:
        for mode, (share, command) in MODES.items():
            moody.slow = 0.12 if mode in AT_ONCE else 0.02
            kills, number, counts = round(KILLS * share / 100) if KILLS else 3 * (mode == "meeting"), 0, Counter[str]()
            while counts["kills"] < kills:
                home = tmp_path / f"{mode}{number}"
                number += 1
                home.mkdir()
                (home / "settings.toml").write_text("[voices]\nretries = 2\nconcurrency = 12\n")
                run = Played(home, first=len(server.requests))
                while not run.ended and counts["kills"] + sum(life.killed is not None for life in run.lives) < kills:
                    lived(starter, server, run, command, chance.uniform(0.0, 1.6))
                    assert len(run.lives) < kills + LIVES
                while mode != "day" and not run.ended:
                    lived(starter, server, run, command)
                    assert len(run.lives) < kills + LIVES
                counts += check(starter.run, server, run)


@pytest.mark.parametrize("mode", ["meeting", "talk", "roundtable", "story", "dialogue", "duologue"])
@pytest.mark.slow
def test_the_accounts_are_the_servers_in_every_mode(
    inside: Inside, server: StrictServer, moody: Moody, mode: str
) -> None:
    """Whatever fails, breaks off, is refused or asked again."""
    moody.spread, moody.often = 0.0, True
    inside.monkeypatch.setattr("parley.core.voices.remote.trying.FIRST_WAIT", 0.01)
    inside.home.mkdir()
    (inside.home / "settings.toml").write_text("[voices]\nretries = 1\nconcurrency = 12\n")
    command = (
        ["run", "scene", "--members", "holger,svea", "--exchange", "sequential", "--translate", "de", *COMMON]
        if mode == "talk"
        else MODES[mode][1]
    )
    run = Played(inside.home)
    run.lives.append(Life(time.monotonic(), None))
    inside(*command, check=None)
    for _ in range(LIVES):
        if run.ended:
            break
        assert run.log
        inside("resume", run.log, "--fast", check=None)
    assert run.ended
    counts = check(lambda *arguments: inside(*arguments).out, server, run)
    assert counts["tokens"] == counts["tokens_finished"] > 0
    # Else it would show nothing.
    assert counts["failures"] > 0
