"""How commands behave, whichever it is: errors for scripts, quiet, verbose, colours, exit codes, and the log file."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from parley.core.base import errors
from parley.core.cli import logfile, main, manners
from parley.core.cli.manners import Exit
from parley.core.home import Home
from scripts.exit_codes import ERRORS
from tests.unit.cli.conftest import Parley

RUN = ("run", "roundtable", "--turns", "3", "--voice", "rehearsal", "--fast", "--seed", "1")


@pytest.fixture(autouse=True)
def _no_colours_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code", "field"),
    [
        (("state", "nothing"), 1, "unknown-name", "run"),
        (("run", "roundtable", "--cast", "nobodys"), 2, "unknown-name", "cast"),
        (("runs", "--bogus"), 2, "usage", "--bogus"),
        (("search", "x", "--limit", "many"), 2, "usage", "--limit"),
        (("state",), 2, "usage", "run"),
        (("state", "none.jsonl"), 1, "file", ""),
        (("experiment", "run", "none.toml"), 1, "file", ""),
        (("experiment", "show", "nothing"), 2, "unknown-name", "experiment"),
    ],
)
def test_errors_for_scripts_have_code_message_hint_and_field(
    arguments: tuple[str, ...], exit_code: int, code: str, field: str, parley: Parley
) -> None:
    said = parley(*arguments, "--json")
    assert (said.code, said.out) == (exit_code, "")
    error = json.loads(said.err)["error"]
    assert (error["code"], error["field"]) == (code, field)
    assert error["message"]
    # Without it the same is one sentence.
    plain = parley(*arguments)
    assert plain.code == exit_code
    assert plain.err.startswith("parley: ")
    assert error["message"] in plain.err
    assert error["hint"] in plain.err


def test_a_mistake_of_ours_is_told_to_scripts_too(parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("sk-ant-secret1234567890")

    monkeypatch.setattr("parley.core.cli.doctor.examine_all", fails)
    error = json.loads(parley("doctor", "--json").err)["error"]
    assert error["code"] == "internal"
    assert "RuntimeError" in error["message"]


def test_every_error_has_a_code_that_the_page_explains() -> None:
    waiting, codes = [errors.ParleyError], set()
    while waiting:
        each = waiting.pop()
        waiting += each.__subclasses__()
        codes.add(each.code)
    assert {code for code in codes if not code.startswith("voice-")} <= ERRORS.keys()
    # Those of voices are one code each, told in one row.
    told = set(re.split(r"[:,] ", ERRORS["voice-*"])[1:])
    assert told == {kind.replace("_", "-") for kind in errors.VoiceFault.__args__}
    assert errors.VoiceError("rate_limited", "x").code == "voice-rate-limited"
    assert {error.exit_code for error in (errors.ParleyError, errors.UsageError)} == {Exit.FAILED, Exit.USAGE}


def test_quiet_leaves_errors_alone_on_stderr(parley: Parley, home: Home) -> None:
    loud = parley("new", "cast", "One")
    assert loud.err.startswith("Try it: ")
    assert (quiet := parley("new", "cast", "Two", "-q")).err == ""
    assert quiet.out == f"{home.casts / 'two.toml'}\n"
    assert parley("--quiet", "new", "cast", "Three").err == ""
    assert parley("show", "nothing", "--quiet").err.startswith("parley: ")
    # It does not last.
    assert parley("new", "cast", "Four").err.startswith("Try it: ")


def test_what_happens_is_in_a_file_and_with_verbose_on_stderr(parley: Parley, home: Home) -> None:
    assert "run.ended" not in parley(*RUN).err
    text = home.log.read_text("utf-8")
    assert re.search(r"INFO parley\.run: \S+ run\.started", text)
    assert "run.ended" in text
    assert "turn.ended" not in text
    verbose = parley(*RUN, "--fresh", "-v")
    assert "run.ended" in verbose.err
    assert "turn.ended" not in verbose.err
    assert verbose.err.count("turn.ended") < parley("-vv", *RUN, "--topic", "x").err.count("turn.ended")
    parley("show", "nothing")
    assert "unknown-name: There is no run 'nothing'" in home.log.read_text("utf-8")
    # Nothing is left behind for whoever runs in this process next.
    assert logfile.logger.handlers == []
    assert manners.manners().verbose == 0


def test_the_log_file_has_no_secrets_none_of_the_talk_and_an_end(
    parley: Parley, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logfile, "LARGEST", 2_000)
    # The window logs within the command that opened it.
    with logfile.log_to_home(lambda: home), logfile.log_to_home(lambda: home):
        for number in range(200):
            logfile.logger.info("%d: key sk-ant-api03-abcdefghijklmnop is refused", number)
    files = sorted(home.log.parent.iterdir())
    assert [file.name for file in files] == ["parley.log", *(f"parley.log.{number}" for number in (1, 2, 3))]
    assert all(file.stat().st_size <= 2_000 for file in files)
    assert files[0].read_text("utf-8").count("199: key") == 1
    assert "abcdefghijklmnop" not in "".join(file.read_text("utf-8") for file in files)
    parley(*RUN, "--topic", "Something confidential", "-vv")
    assert "confidential" not in home.log.read_text("utf-8").casefold()


def test_a_log_that_cannot_be_written_stops_nothing(parley: Parley, home: Home) -> None:
    home.log.parent.write_text("in the way")
    assert parley(*RUN).code == 0
    assert home.log.parent.read_text() == "in the way"


def test_no_color_is_asked_for_by_option_and_by_environment(
    parley: Parley, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parley(*RUN, "--topic", "The lighthouse")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")

    def found(*more: str) -> str:
        capsys.readouterr()
        assert main(["search", "the", *more]) == 0
        return capsys.readouterr().out

    assert "\x1b[1m" in found()
    assert "\x1b" not in found("--no-color")
    assert os.environ["NO_COLOR"] == "1"
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b[1m" in found()
    monkeypatch.setenv("NO_COLOR", "yes")
    assert "\x1b" not in found()


def test_every_command_takes_what_is_taken_everywhere(parley: Parley) -> None:
    for command in (("runs",), ("schedule", "show"), ("experiment", "list"), ()):
        said = parley(*command, "--help").out
        for option in ("--verbose", "--quiet", "--no-color"):
            assert option in said, command


def test_settings_of_an_earlier_parley_are_read_where_they_are(tmp_path: Path) -> None:
    data, config, state = tmp_path / "data", tmp_path / "config", tmp_path / "state"
    for folder in (data, config):
        folder.mkdir()
    old, new = data / "settings.toml", config / "settings.toml"
    assert Home(data, config, state).settings == new
    old.write_text("welcomed = true\n")
    home = Home(data, config, state)
    assert (home.settings, home.log) == (old, state / "logs" / "parley.log")
    # Those of the system's place come first; a home that was named holds all of it.
    new.write_text("welcomed = false\n")
    assert Home(data, config, state).settings == new
    assert (Home(data).settings, Home(data).log.parent.parent) == (old, data)
