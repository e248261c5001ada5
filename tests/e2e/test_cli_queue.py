"""`parley queue` and `parley worker` as a stranger types them."""

from __future__ import annotations

import json
import os
import signal
import time

import pytest

from parley.core.queue.jobs import id_of_key
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
    file = inside.folder / "jobs.toml"
    inside.folder.joinpath("mine.toml").write_text("none", "utf-8")
    request = 'request = { a = "Ann", b = "Ben", turns = 3, voice = "rehearsal" }'
    file.write_text(f'[[job]]\nkind = "duologue"\nkey = "b"\n{request}\n', "utf-8")
    lines = [
        {"kind": "roundtable", "key": "c", "request": {"cast": "mine.toml", "simulated": True}},
        {"kind": "roundtable", "key": "later", "not_before": "2999-01-01T09:00:00Z"},
    ]
    file.with_suffix(".jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    for each in (file, file.with_suffix(".jsonl")):
        inside("queue", "add", "--file", each)
    assert [job["key"] for job in inside("queue", "list", "--json").json] == ["a", "b", "c", "later"]
    # A worker is somewhere else: it is told the whole path.
    shown = inside("queue", "show", "c", "--json").json
    assert shown["request"] == {"cast": str(inside.folder / "mine.toml"), "simulated": True}
    assert "stands" in inside("worker", "--until-empty", check=1).err
    told = {job["key"]: job for job in inside("queue", "list", "--json").json}
    assert {key: job["state"] for key, job in told.items()} == {
        "a": "finished", "b": "finished", "c": "parked", "later": "waiting",
    }  # fmt: skip
    assert "mine.toml" in told["c"]["reason"]
    assert (told["a"]["tries"], told["a"]["run"]) == (1, id_of_key("a"))
    assert inside("state", told["a"]["run"], "--json").json["status"] == "ended"
    assert [job["key"] for job in inside("queue", "list", "--state", "parked", "--json").json] == ["c"]
    inside("queue", "retry", "c")
    inside("queue", "cancel", "c", "later")
    assert "later" not in inside("queue", "watch").out
    done = inside("worker", "--until-empty", "--json").json
    assert done == {"finished": 0, "failed": 0, "parked": 0, "turns": 0, "cost": 0.0}


def test_a_person_gives_one_job_leave_and_another_place(inside: Inside) -> None:
    with StrictServer() as stranger:
        stranger.key = None
        host = stranger.url.split("//")[1]
        voice = f'{{ provider = "anthropic", model = "claude-haiku-5-5", base_url = "{stranger.url}" }}'
        table = "[[job]]\nkind = 'roundtable'\nkey = '{}'\n{}request = {{ turns = 2, fresh = true, voice = {} }}\n"
        file = inside.folder / "jobs.toml"
        # Whoever writes a job cannot give it leave.
        for own in (f"allowed = ['{host}']\n", f"hosts = ['{host}']\n"):
            file.write_text(table.format("a", own, voice), "utf-8")
            assert "there is no field" in inside("queue", "add", "--file", file, check=1).err
        file.write_text("".join(table.format(key, "", voice) for key in "abc"), "utf-8")
        inside("queue", "add", "--file", file)
        inside("queue", "priority", "a", -5)
        inside("queue", "priority", "b", 7)
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
        # It comes first: what it may is of no use to those behind it.
        inside("queue", "priority", "a", 9)
        inside.monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        inside("worker", "--until-empty", check=1)
        told = {job["key"]: job["state"] for job in inside("queue", "list", "--json").json}
        assert told == {"a": "finished", "b": "parked", "c": "parked"}
        assert stranger.messages
        assert KEY not in str([received.headers for received in stranger.requests])
        assert "is finished" in inside("queue", "priority", "a", 1, check=1).err
        assert "A priority of" in inside("queue", "priority", "b", 10**9, check=2).err


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("queue", "show", "nobody"), 2, "There is no job called 'nobody'."),
        (("queue", "list", "--state", "lost"), 2, "There is no state of a job called 'lost'."),
        (("queue", "add"), 2, "Nothing was asked for."),
        (("queue", "add", "opera"), 2, "No such command"),
        (("queue", "add", "--file", "none.toml"), 1, "there is no such file"),
        (("queue", "add", "--file", "wrong.toml"), 1, "line 3: there is no field called 'job.0.colour'."),
        (("queue", "add", "--file", "wrong.jsonl"), 2, "Job 2 (k): "),
        (("queue", "add", "--file", "broken.jsonl"), 1, "line 1: this is not JSON"),
        (("queue", "add", "--file", "empty.jsonl"), 2, "There is no job in empty.jsonl."),
        ((*ADD, "--not-before", "noon"), 2, "'noon' is no moment."),
        ((*ADD, "--turns", -3), 2, "-3 turns are not possible"),
        ((*ADD, "--voice", "kazoo"), 2, "There is no voice called 'kazoo'."),
        ((*ADD, "--priority", 10**9), 2, "A priority of"),
        (("queue", "cancel", "nobody"), 2, "There is no job"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_nothing_is_added(
    inside: Inside, arguments: tuple[object, ...], code: int, sentence: str
) -> None:
    write = inside.folder.joinpath
    write("wrong.toml").write_text('[[job]]\nkind = "roundtable"\ncolour = 1\n', "utf-8")
    good, bad = {"kind": "roundtable"}, {"kind": "roundtable", "key": "k", "request": {"turns": -1}}
    write("wrong.jsonl").write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\n", "utf-8")
    write("empty.jsonl").write_text("\n", "utf-8")
    write("broken.jsonl").write_text("[[[\n", "utf-8")
    done = inside(*arguments, check=code)
    assert sentence in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert inside("queue", "list", "--json").json == []


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
