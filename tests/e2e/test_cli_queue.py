"""`parley queue` and `parley worker` as a stranger types them."""

from __future__ import annotations

import json
import os
import signal
import time

import pytest

from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.queue.jobs import id_of_key
from parley.core.queue.queue import Queue
from tests.e2e.conftest import Inside, Shell
from tests.strict_server import KEY, StrictServer

ADD = ("queue", "add", "roundtable", "--voice", "rehearsal", "--fast", "--turns", 3, "--fresh")


def test_what_is_added_is_listed_played_shown_and_watched(inside: Inside) -> None:
    first = inside(*ADD, "--key", "a", "--priority", 2, "--json").json
    assert first == [
        {
            "id": id_of_key("a"), "key": "a", "mode": "roundtable", "state": "waiting", "run": "", "tries": 0,
            "reason": "",
        }
    ]  # fmt: skip
    assert inside(*ADD, "--key", "a", "--json").json == first
    inside.folder.joinpath("mine.toml").write_text("none", "utf-8")
    inside("queue", "add", "duologue", "-a", "Ann", "-b", "Ben", "--turns", 3, "--voice", "rehearsal", "--key", "b")
    inside("queue", "add", "roundtable", "--cast", "mine.toml", "--fast", "--key", "c")
    assert [job["key"] for job in inside("queue", "list", "--json").json] == ["a", "b", "c"]
    # A worker is somewhere else: it is told the whole path.
    shown = inside("queue", "show", "c", "--json").json
    assert shown["request"] == {"cast": str(inside.folder / "mine.toml"), "simulated": True}
    assert "stands" in inside("worker", "--until-empty", check=1).err
    told = {job["key"]: job for job in inside("queue", "list", "--json").json}
    assert {key: job["state"] for key, job in told.items()} == {"a": "finished", "b": "finished", "c": "parked"}
    assert "mine.toml" in told["c"]["reason"]
    assert (told["a"]["tries"], told["a"]["run"]) == (1, id_of_key("a"))
    assert inside("state", told["a"]["run"], "--json").json["status"] == "ended"
    assert [job["key"] for job in inside("queue", "list", "--state", "parked", "--json").json] == ["c"]
    inside("queue", "retry", "c")
    inside("queue", "cancel", "c")
    done = inside("worker", "--until-empty", "--json").json
    assert done == {"finished": 0, "failed": 0, "parked": 0, "turns": 0, "cost": 0.0}


def test_a_person_gives_one_job_leave(inside: Inside) -> None:
    with StrictServer() as stranger:
        stranger.key = None
        host = stranger.url.split("//")[1]
        voice = VoiceSpec(provider="anthropic", model="claude-haiku-5-5", base_url=stranger.url)
        for key, priority in (("a", -5), ("b", 7), ("c", 0)):
            Queue(Home(inside.home)).enqueue(
                RoundtableRequest(turns=2, fresh=True, voice=voice), key=key, priority=priority
            )
        inside("worker", "--until-empty", check=1)
        assert stranger.requests == []
        shown = inside("queue", "show", "b", "--json").json
        assert (shown["state"], shown["hosts"], shown["allowed"], shown["priority"]) == ("parked", [host], [], 7)
        lines = (inside.home / "queue" / "queue.jsonl").read_text("utf-8").splitlines()
        claims = [line["job"] for line in map(json.loads, lines) if line["type"] == "job.claimed"]
        assert claims == [id_of_key(key) for key in "bca"]
        inside("queue", "retry", "a", "--allow", "no host", check=2)
        inside("queue", "retry", "b", "c", check=0)
        inside("queue", "retry", "a", "--allow", host)
        # What it may is of no use to the others.
        inside.monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        inside("worker", "--until-empty", check=1)
        told = {job["key"]: job["state"] for job in inside("queue", "list", "--json").json}
        assert told == {"a": "finished", "b": "parked", "c": "parked"}
        assert stranger.messages
        assert KEY not in str([received.headers for received in stranger.requests])


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("queue", "show", "nobody"), 2, "There is no job called 'nobody'."),
        (("queue", "list", "--state", "lost"), 2, "There is no state of a job called 'lost'."),
        (("queue", "add", "opera"), 2, "No such command"),
        ((*ADD, "--turns", -3), 2, "-3 turns are not possible"),
        ((*ADD, "--voice", "kazoo"), 2, "There is no voice called 'kazoo'."),
        ((*ADD, "--priority", 10**9), 2, "A priority of"),
        (("queue", "cancel", "nobody"), 2, "There is no job"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_nothing_is_added(
    inside: Inside, arguments: tuple[object, ...], code: int, sentence: str
) -> None:
    done = inside(*arguments, check=code)
    assert sentence in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert inside("queue", "list", "--json").json == []


@pytest.mark.slow
def test_ctrl_c_ends_a_worker_politely_and_the_next_goes_on(shell: Shell, inside: Inside) -> None:
    inside(*ADD, "--key", "long", "--turns", 300, home=shell.home)
    worker = shell.start("worker", "--json")
    until = time.monotonic() + 120
    while not (found := list((shell.home / "runs").glob("*.jsonl"))) or found[0].stat().st_size < 20_000:
        assert worker.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)
    os.kill(worker.pid, signal.SIGINT)
    out, err = worker.communicate(timeout=120)
    assert worker.returncode == 0, err
    assert json.loads(out)["finished"] == 0
    (job,) = inside("queue", "list", "--json", home=shell.home).json
    assert (job["state"], job["tries"]) == ("waiting", 1)
    begun = found[0].read_bytes()
    assert b'"run.ended"' not in begun
    # It can be gone on with by hand as any run; the queue then finds it at its end.
    inside("resume", job["run"], "--fast", "--json", home=shell.home)
    assert inside("worker", "--until-empty", "--json", home=shell.home).json["finished"] == 1
    assert found[0].read_bytes().startswith(begun)
