"""What a shell is offered when somebody presses Tab, quickly; and the man page, made of the same help."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parley.core.cli.completing import complete, offers, script
from parley.core.home import Home
from scripts import commands
from tests.unit.cli.conftest import Parley, Told

HEAVY = {"asyncio", "msgspec", "platformdirs", "pydantic", "rich", "typer"}


def words(line: str) -> list[str]:
    *before, begun = line.split(" ")
    return [word for word, _about in offers(before, begun)]


def test_what_is_made_of_the_help_is_current() -> None:
    for path, text in commands.made().items():
        assert path.read_text("utf-8") == text, "make it anew: python -m scripts.commands"


def test_commands_and_options() -> None:
    assert words("sch") == ["schedule", "schema"]
    assert words("schedule ") == ["run", "show"]
    assert {"--cast", "--verbose"} <= set(words("run roundtable --"))
    assert words("-v --home x export x --t") == ["--to", "--thoughts"]
    assert words("run roundtable --topic ") == []
    assert words("bogus ") == []


def test_names_are_those_that_ship_and_those_of_the_home(home: Home) -> None:
    home.casts.mkdir()
    for name in ("startup-own", "no name; rm -rf", "`x`"):
        (home.casts / f"{name}.toml").write_text("")
    assert words("run roundtable --cast startup") == ["startup", "startup-de", "startup-own"]
    assert words("run roundtable --format deb") == ["debate"]
    assert words("run story --setting v") == ["varn"]
    assert words("run day --plan ") == ["small", "studio"]
    assert words("schedule show ") == ["round-the-clock", "round-the-clock-de"]
    assert words("run roundtable --policy ra") == ["random"]
    assert words("run roundtable --lang ") == ["de", "en"] or words("run roundtable --lang ") == ["en", "de"]
    # Nothing that a shell could take for a command comes out.
    assert set(words("run roundtable --cast ")) & {"no name; rm -rf", "`x`"} == set()


def test_members_are_those_of_the_cast_or_of_the_run(home: Home, told: Told) -> None:
    assert words("run roundtable --members b") == ["boss"]
    assert words("run roundtable --cast studio --members ilja,no") == ["ilja,noor"]
    assert words("run roundtable --cast studio --members ilja,x") == []
    (home.casts).mkdir(exist_ok=True)
    (home.casts / "mine.toml").write_text('[[members]]\nid = "zoe"\n[[members]]\nid = "x;y"\n')
    assert words("run roundtable --cast mine --members ") == ["zoe"]
    (home.casts / "mine.toml").write_text("no toml")
    with pytest.raises(ValueError):
        words("run roundtable --cast mine --members ")
    run = told("run", "roundtable", "--cast", "newsroom", "--voice", "rehearsal", "--fast", "--turns", "4")["id"]
    present = json.loads(next(home.runs.glob("*.jsonl")).read_bytes().splitlines()[0])["config"]["members"]
    assert words(f"ask {run} --member ") == [each["id"] for each in present]
    assert words(f"show {run[:4]} --as ") == [each["id"] for each in present]
    assert offers(["show"], run[:3]) == [(run, "2026-01-05-roundtable")]
    assert words("show zz") == []
    assert words("ask ../../etc/passwd --member ") == []


@pytest.mark.parametrize(
    ("shell", "asked", "answer"),
    [
        ("bash", {"COMP_WORDS": "parley\nwat", "COMP_CWORD": "1"}, "watch\n"),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "parley wat"}, '_arguments \'*: :(("watch":"'),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "parley check "}, "_files\n"),
        ("fish", {"_TYPER_COMPLETE_ARGS": "parley wat", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}, "watch\tW"),
        ("powershell", {"_TYPER_COMPLETE_ARGS": "parley wat", "_TYPER_COMPLETE_WORD_TO_COMPLETE": "wat"}, "watch:::W"),
    ],
)
def test_each_shell_is_answered_in_its_way(
    shell: str, asked: dict[str, str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complete({"_PARLEY_COMPLETE": f"complete_{shell}", **asked}) == 0
    assert capsys.readouterr().out.startswith(answer)


def test_nobody_who_presses_tab_is_told_what_is_wrong(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    home.casts.mkdir()
    (home.casts / "x.toml").write_bytes(b"\xff")
    line = {
        "_TYPER_COMPLETE_ARGS": "parley run roundtable --cast x --members ",
        "_TYPER_COMPLETE_FISH_ACTION": "is-args",
    }
    assert complete({"_PARLEY_COMPLETE": "complete_fish", **line}) == 1
    assert complete({"_PARLEY_COMPLETE": "complete_bash", "COMP_WORDS": "parley\n'", "COMP_CWORD": "x"}) == 0
    assert complete({"_PARLEY_COMPLETE": "", "_TYPER_COMPLETE_ARGS": 'parley "'}) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_a_bash_that_has_read_the_script_completes(parley: Parley, tmp_path: Path) -> None:
    told = parley("completion", "bash").out
    assert told == script("bash")
    (tmp_path / "parley").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m parley.desktop "$@"\n')
    (tmp_path / "parley").chmod(0o755)
    line = "COMP_WORDS=(parley run roundtable --cast stu); COMP_CWORD=4; _parley_completion parley"
    code = f'{told}\n{line}; echo "${{COMPREPLY[@]}}"'
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", code], env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("studio studio-de\n", "")


def test_what_is_installed_is_said_and_is_no_failure(parley: Parley, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("typer.completion.install", lambda: ("bash", Path("parley.sh")))
    said = parley("--install-completion")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("bash completion installed in parley.sh")


def test_nothing_heavy_is_loaded_for_it() -> None:
    code = (
        "import sys; sys.argv = ['parley']; from parley.core.cli import main; main()\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    asked = {"_PARLEY_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "parley run roundtable --members b"}
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True)
    assert '"boss"' in done.stdout
    assert set(done.stderr.split()) & HEAVY == set()


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man")
def test_the_man_page_is_one() -> None:
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", str(commands.MAN)], capture_output=True, text=True
    )
    assert done.stderr == ""
    text = re.sub(".\b", "", done.stdout)
    assert "parley schedule show [NAME]" in text
    assert "EXIT STATUS" in text
