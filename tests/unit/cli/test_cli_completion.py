"""What a shell is offered when somebody presses Tab; and the man page, made of the help."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import commands
from tests.unit.cli.conftest import Parley


def test_what_is_made_of_the_help_is_current() -> None:
    for path, text in commands.made().items():
        assert path.read_text("utf-8") == text, "make it anew: python -m scripts.commands"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("parley run ro", "roundtable\n"),
        ("parley run roundtable --voice reh", "rehearsal\n"),
        ("parley run roundtable --voice anthropic --model claude-h", "claude-haiku-5-5\n"),
    ],
)
def test_a_shell_is_answered_by_the_program_itself(typed: str, offered: str, tmp_path: Path) -> None:
    asked = {"_PARLEY_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    command = [sys.executable, "-m", "parley.desktop"]
    environment = os.environ | asked | {"PARLEY_HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == (offered, "", 0)


def test_what_is_installed_is_said_and_is_no_failure(parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("typer.completion.install", lambda: ("bash", Path("parley.sh")))
    said = parley("--install-completion")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("bash completion installed in parley.sh")


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man")
def test_the_man_page_is_one() -> None:
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", str(commands.MAN)], capture_output=True, text=True
    )
    assert done.stderr == ""
    text = re.sub(".\b", "", done.stdout)
    assert "parley schedule show [NAME]" in text
    assert "EXIT STATUS" in text
