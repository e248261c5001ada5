"""docs/extending.md: the packages on the page are built, installed and used, in processes that know nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.examples import shared

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^`((?:examples|formats)/[^`]+)`:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)

COMMANDS = """
import contextlib, io, json, sys
from parley.core.cli import main

said = {}
for name, command in json.loads(sys.argv[1]).items():
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(command)
    said[name] = [code, out.getvalue()]
print(json.dumps(said))
"""


def blocks() -> dict[str, str]:
    """The files on the page, by path."""
    return dict(BLOCK.findall((ROOT / "docs" / "extending.md").read_text("utf-8")))


def examples_on_the_page() -> dict[str, str]:
    return {name: text for name, text in blocks().items() if name.startswith("examples/")}


def those_in_examples() -> dict[str, str]:
    return {name: (ROOT / name).read_text("utf-8") for name in examples_on_the_page()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A home with the page's format, and the environment of a process with the page's packages: those in examples/ are
    the same to the letter."""
    assert examples_on_the_page() == those_in_examples()
    home = tmp_path_factory.mktemp("page") / "home"
    for name, text in blocks().items():
        if name.startswith("formats/"):
            path = home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    site = shared(tmp_path_factory)
    environment = {**os.environ, "PYTHONPATH": str(site), "PARLEY_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    return home, environment


def done(environment: dict[str, str], commands: dict[str, list[str]]) -> dict[str, str]:
    """What the commands print, all in one fresh process."""
    found = subprocess.run(
        [sys.executable, "-c", COMMANDS, json.dumps(commands)],
        env=environment, cwd=environment["PARLEY_HOME"], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    said: dict[str, Any] = json.loads(found.stdout.splitlines()[-1])
    assert {name: code for name, (code, _out) in said.items()} == dict.fromkeys(commands, 0), found.stderr
    return {name: out for name, (_code, out) in said.items()}


def test_the_page_shows_the_files_that_are_in_examples() -> None:
    assert len(examples_on_the_page()) > 12
    assert examples_on_the_page() == those_in_examples()


@pytest.fixture(scope="module")
def made(built: tuple[Path, dict[str, str]]) -> dict[str, str]:
    """What commands print that use each thing on the page."""
    home, environment = built
    (home / "chat.log").write_text("[12:30] <ada> Are you there?\n[12:31] <bo> Always.\n", "utf-8")
    fast = ["--voice", "rehearsal", "--fast", "--json", "--seed", "3"]
    table = ["run", "roundtable", "--turns", "8"]
    return done(
        environment,
        {
            "policy": [*table, "--policy", "quietest", *fast],
            "voice": [*table, "--voice", "echo", "--fast", "--json"],
            "format": [*table, "--format", "haiku", *fast],
            "mode": ["run", "toasts", "--rounds", "2", *fast],
            "importer": ["import", "chat.log", "--json"],
            "doctor": ["doctor", "--json"],
        },
    )


@pytest.mark.slow
def test_everything_on_the_page_works_from_the_command_line(
    built: tuple[Path, dict[str, str]], made: dict[str, str]
) -> None:
    home, environment = built
    found = {each["detail"].split()[0]: each for each in json.loads(made["doctor"]) if each["what"] == "package"}
    assert {each["verdict"] for each in found.values()} == {"ok"}
    packages = {f"parley-{name.split('/')[1]}" for name in examples_on_the_page() if name.endswith("pyproject.toml")}
    assert len(packages) == 7
    assert packages <= set(found)
    run = {name: json.loads(made[name])["id"] for name in ("policy", "voice", "format", "mode")}
    (imported,) = json.loads(made["importer"])
    read = done(
        environment,
        {
            "policy": ["state", run["policy"], "--json"],
            "voice": ["state", run["voice"], "--json"],
            "format": ["state", run["format"], "--json"],
            "markdown": ["export", run["mode"], "-o", "toasts.md"],
            "minutes": ["export", run["mode"], "-o", "today.minutes.txt"],
            "measure": ["measure", imported["id"], "--json", "--metric", "questions"],
            "fork": ["fork", run["mode"], "--turn", "2", "--fast", "--json"],
        },
    )
    policy = json.loads(read["policy"])
    assert policy["policy"] == "quietest"
    spoken = [each["member"] for each in policy["transcript"]]
    counts = [spoken.count(one) for one in set(spoken)]
    assert max(counts) - min(counts) <= 1
    lines = [each["text"] for each in json.loads(read["voice"])["transcript"]]
    assert lines[1].split() == lines[0].split()[::-1]
    assert json.loads(read["format"])["format"] == "haiku"
    assert "glasses are raised to" in (home / "toasts.md").read_text("utf-8")
    assert len(re.findall(r"^\d+\. ", (home / "today.minutes.txt").read_text("utf-8"), re.MULTILINE)) > 3
    assert json.loads(read["measure"]) == {"questions.count": 1, "questions.share": 0.5}
