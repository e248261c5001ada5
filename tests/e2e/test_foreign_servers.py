"""Who gets the key, and who is asked: casts, logs and servers of strangers, from the command line over real HTTP."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from parley.core.cli import doctor
from parley.core.log import log as log_file
from tests.e2e.conftest import PATIENCE, Inside, Shell, files_in, plain_environment
from tests.strict_server import Fail, Say, StrictServer

KEY = "sk-ant-mine-0123456789abcdef"
NAMES = ("Ada", "Bo", "Cy", "Di")
AUTHORITY = {"authorization", "x-api-key", "x-team-secret", "cookie"}


@pytest.fixture
def stranger() -> Iterator[StrictServer]:
    """A server that lets everybody in: what a cast from the internet would name."""
    with StrictServer(key=None) as started:
        yield started


@pytest.fixture
def own() -> Iterator[StrictServer]:
    """The user's own server, which wants their key."""
    with StrictServer(key=KEY) as started:
        yield started


@pytest.fixture
def mine(inside: Inside) -> Inside:
    """Commands of somebody with a key, and with a header of their own for every call."""
    inside.monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    inside.monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "tulip-4712")
    inside.monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Team-Secret: tulip-4711")
    inside.home.mkdir()
    settle(inside)
    # The doctor looks at Qt in a process of its own: that takes a while, and is tested elsewhere.
    inside.monkeypatch.setattr(doctor, "_examine_window", list)
    return inside


def settle(inside: Inside, *lines: str) -> None:
    (inside.home / "settings.toml").write_text("\n".join(["[voices]", "retries = 0", "timeout = 5", *lines, ""]))


def where(server: StrictServer) -> str:
    return server.url.removeprefix("http://")


def cast_of(folder: Path, server: StrictServer, url: str = "") -> Path:
    path = folder / "strangers.toml"
    voice = f'voice = {{ provider = "anthropic", model = "claude-haiku-5-5", base_url = "{url or server.url}" }}'
    members = "".join(f'[[members]]\nid = "{name.lower()}"\nname = "{name}"\n{voice}\n' for name in NAMES)
    path.write_text(f'id = "strangers"\nname = "Strangers"\n{members}')
    return path


def run_of(cast: Path, *more: object) -> tuple[object, ...]:
    command = ("run", "roundtable", "--voice", "rehearsal", "--turns", 4, "--seed", 1)
    return (*command, "--cast", cast, *more)


def without_authority(server: StrictServer) -> bool:
    """Whether nothing that was sent there says who sends it."""
    everything = repr([(each.headers, each.body) for each in server.requests])
    return KEY not in everything and not [each for each in server.requests if AUTHORITY & each.headers.keys()]


@pytest.mark.slow
def test_a_cast_that_names_a_server_is_not_played_before_somebody_has_said_yes(
    mine: Inside, stranger: StrictServer
) -> None:
    cast = cast_of(mine.folder, stranger)
    refused = mine(*run_of(cast), check=1)
    assert refused.out == ""
    assert "'Strangers'" in refused.err
    assert f"--allow-host {where(stranger)}" in refused.err
    assert len(refused.err.splitlines()) == 1
    assert not stranger.requests
    assert not list(mine.home.glob("runs/*"))

    other = mine(*run_of(cast, "--allow-host", "127.0.0.1:9"), check=1)
    assert where(stranger) in other.err
    assert not stranger.requests

    # What is set and is no URL trusts nobody.
    mine.monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://[::1")
    allowed = mine(*run_of(cast, "--allow-host", where(stranger), "--json"))
    assert allowed.json["status"] == "ended"
    assert len(stranger.messages) >= 4

    # A fork is asked about like the run.
    before = len(stranger.requests)
    assert where(stranger) in mine("fork", allowed.json["id"], "--turn", 2, check=1).err
    assert len(stranger.requests) == before
    assert len(list(mine.home.glob("runs/*.jsonl"))) == 1
    mine("fork", allowed.json["id"], "--turn", 2, "--allow-host", where(stranger), "--json")
    assert without_authority(stranger)
    for name, content in files_in(mine.home).items():
        assert KEY.encode() not in content, name


@pytest.mark.parametrize("name", ["{where}", "http://{where}", "HTTP://{where}/v1"])
def test_the_settings_keep_who_is_allowed(mine: Inside, stranger: StrictServer, name: str) -> None:
    settle(mine, f'allowed_hosts = ["{name.format(where=where(stranger))}"]')
    assert mine(*run_of(cast_of(mine.folder, stranger), "--json")).json["status"] == "ended"
    assert without_authority(stranger)


def test_a_cast_may_name_the_users_own_servers_which_get_the_key(mine: Inside, own: StrictServer) -> None:
    cast = cast_of(mine.folder, own, url=own.url.replace("http", "HTTP") + "/v1/")
    settle(mine, f'anthropic_url = "{own.url}"')
    assert mine(*run_of(cast, "--json")).json["status"] == "ended"
    # The environment names another one: the one in the settings is the user's all the same.
    mine.monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    assert mine(*run_of(cast, "--seed", 2, "--json")).json["status"] == "ended"
    settle(mine)
    mine.monkeypatch.setenv("ANTHROPIC_BASE_URL", own.url)
    assert mine(*run_of(cast, "--seed", 3, "--json")).json["status"] == "ended"
    assert all(each.headers.get("x-team-secret") for each in own.messages)
    assert not [each.refused for each in own.requests if each.refused]


def test_a_strangers_path_on_the_users_gateway_gets_no_key(mine: Inside, own: StrictServer) -> None:
    mine.monkeypatch.setenv("ANTHROPIC_BASE_URL", f"{own.url}/accounts/mine/")
    cast = cast_of(mine.folder, own, f"{own.url}/accounts/theirs")
    assert f"--allow-host {where(own)}" in mine(*run_of(cast), check=1).err
    assert not own.requests
    mine(*run_of(cast, "--allow-host", where(own)), check=1)
    assert own.requests
    assert without_authority(own)
    mine(*run_of(cast_of(mine.folder, own, f"{own.url}/accounts/mine/v1")), check=None)
    assert not without_authority(own)


def test_a_server_that_the_user_has_set_is_no_leave_for_another_port_or_scheme(
    mine: Inside, own: StrictServer, stranger: StrictServer
) -> None:
    settle(mine, f'anthropic_url = "{own.url}"')
    assert where(stranger) in mine(*run_of(cast_of(mine.folder, stranger)), check=1).err
    secure = own.url.replace("http", "https")
    assert where(own) in mine(*run_of(cast_of(mine.folder, stranger, url=secure)), check=1).err
    sneaky = f"{own.url}@{where(stranger)}"
    assert "no user name or password" in mine(*run_of(cast_of(mine.folder, stranger, url=sneaky)), check=1).err
    assert not stranger.requests
    assert not own.requests


@pytest.fixture
def logged(mine: Inside, stranger: StrictServer, tmp_path: Path) -> Path:
    """A log from elsewhere: a rehearsal that stands at turn 3, whose second member speaks at the stranger's."""
    mine("run", "roundtable", "--voice", "rehearsal", "--fast", "--turns", 6, "--seed", 1, "-o", "whole.jsonl",
         home=tmp_path / "theirs")  # fmt: skip
    events = [json.loads(line) for line in (mine.folder / "whole.jsonl").read_bytes().splitlines()]
    ended = [number for number, event in enumerate(events) if event["type"] == "turn.ended"]
    kept = events[: ended[1] + 1]
    kept[0]["config"] |= {"id": "abroad", "simulated": False}
    voice = {"provider": "anthropic", "model": "claude-haiku-5-5", "base_url": stranger.url}
    kept.append({"type": "voice.changed", "at": kept[-1]["at"], "member": "", "voice": voice})
    path = mine.folder / "abroad.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(event) + b"\n" for event in kept))
    return path


def test_an_imported_log_is_not_gone_on_with_at_its_server_before_somebody_has_said_yes(
    mine: Inside, stranger: StrictServer, logged: Path
) -> None:
    mine("import", logged)
    refused = mine("resume", "abroad", check=1)
    assert f"--allow-host {where(stranger)}" in refused.err
    forked = mine("fork", "abroad", "--turn", 1, "--turns", 3, check=None)
    # The fork begins before the voice was changed: nobody of it is at that server.
    assert forked.code == 0
    assert not stranger.requests
    done = mine("resume", "abroad", "--allow-host", where(stranger), "--json")
    assert done.json["status"] == "ended"
    assert (before := len(stranger.messages))
    assert without_authority(stranger)
    # At a terminal somebody is asked, once for all members.
    asked: list[str] = []
    for stream in ("stdin", "stderr"):
        mine.monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    mine.monkeypatch.setattr("typer.confirm", lambda text, **_how: bool(asked.append(text)))
    mine("ask", "abroad", "Who are you?", "--member", "all", check=1)
    assert (len(asked), len(stranger.messages)) == (1, before)


def test_an_experiment_is_asked_about_before_its_first_run(mine: Inside, stranger: StrictServer) -> None:
    cast_of(mine.folder, stranger)
    spec = mine.folder / "grid.toml"
    spec.write_text('name = "Abroad"\n[duologue]\ncast = "strangers.toml"\na = "ada"\nb = "bo"\nturns = 2\n')
    refused = mine("experiment", "run", spec, check=1)
    assert f"--allow-host {where(stranger)}" in refused.err
    assert not stranger.requests
    assert not list(mine.home.glob("runs/*"))
    mine("experiment", "run", spec, "--allow-host", where(stranger))
    assert len(stranger.messages) == 2
    assert without_authority(stranger)


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["n", "y"])
def test_at_a_terminal_somebody_is_asked(shell: Shell, stranger: StrictServer, answer: str) -> None:
    cast = cast_of(shell.folder, stranger)
    ours, theirs = pty.openpty()
    environment = plain_environment() | {"PARLEY_HOME": str(shell.home), "ANTHROPIC_API_KEY": KEY}
    command = [*shell.script, *map(str, run_of(cast, "--json"))]
    with subprocess.Popen(
        command, cwd=shell.folder, env=environment, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        said = b""
        while b"[y/N]" not in said:
            said += os.read(ours, 1_000)
        assert where(stranger) in said.decode()
        assert b"'Strangers'" in said
        assert not stranger.requests
        os.write(ours, f"{answer}\n".encode())
        out, _ = process.communicate(timeout=PATIENCE)
    os.close(ours)
    assert process.returncode == (0 if answer == "y" else 1)
    assert bool(out.strip()) == bool(stranger.messages) == (answer == "y")
    assert without_authority(stranger)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.slow
def test_a_server_that_sends_its_callers_on_is_not_followed(
    mine: Inside, own: StrictServer, stranger: StrictServer, status: int
) -> None:
    mine.monkeypatch.setenv("ANTHROPIC_BASE_URL", own.url)
    own.script(Fail(status, headers={"location": f"{stranger.url}/v1/messages"}))
    failed = mine("run", "roundtable", "--voice", "anthropic", "--turns", 2, "--seed", 1, check=1)
    assert f"sends its callers on to {where(stranger)}" in failed.err
    assert not stranger.requests


ECHOES = {
    "in a line": Say(f"Your key is {KEY}, is it not?", piece=5),
    "in one piece": Say(f"Your key is {KEY}.", piece=500),
    "at the end": Say(f"It ends in {KEY}", piece=3),
    "cut off": Say(f"It ends in {KEY[:-2]}", piece=4),
}


@pytest.mark.parametrize("echo", ECHOES)
def test_a_key_that_comes_back_is_kept_nowhere(mine: Inside, own: StrictServer, echo: str) -> None:
    mine.monkeypatch.setenv("ANTHROPIC_BASE_URL", own.url)
    own.script(ECHOES[echo])
    done = mine("run", "roundtable", "--voice", "anthropic", "--turns", 2, "--seed", 1, "-o", "run.jsonl")
    (mine.folder / "run.jsonl").rename(mine.home / "run.jsonl")
    shown = mine("show", mine.home / "run.jsonl").out + done.out + done.err
    secret = KEY[:-2]
    assert secret not in shown
    for name, content in files_in(mine.home).items():
        assert secret.encode() not in content, name
    (first, *_others) = [
        event for event in log_file.read(mine.home / "run.jsonl").events if hasattr(event, "temperature_as")
    ]
    assert "[key]" in first.text


def test_doctor_shows_a_server_without_its_credentials(mine: Inside, own: StrictServer) -> None:
    mine.monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://me:tulip-4711@{where(own)}/v1")
    for settings in ((), ('anthropic_url = "http://you:tulip-4711@host.example"',)):
        settle(mine, *settings)
        for flags in ((), ("--json",)):
            found = mine("doctor", *flags, check=None)
            assert where(own) in found.out
            assert "tulip" not in found.out + found.err
