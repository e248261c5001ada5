"""Every command of the command line, through the installed script."""

from __future__ import annotations

import json
import struct
import tomllib
from pathlib import Path

import pytest

from tests.e2e.conftest import Inside, Shell, files_in, rehearse

CAST = """
id = "trio"
name = "Trio"

[[members]]
id = "ada"
name = "Ada"
coordinator = true

[[members]]
id = "bo"
name = "Bo"

[[members]]
id = "cy"
name = "Cy"
"""


def test_a_run_takes_every_option(shell: Shell) -> None:
    (shell.folder / "trio.toml").write_text(CAST)
    said = shell(
        *("run", "roundtable", "--format", "strategy", "--cast", "trio.toml", "--members", "Cy,ada,bo"),
        *("--topic", "A quieter office 🤫", "--seed", 3, "--turns", 5, "--policy", "round_robin"),
        *("--voice", "rehearsal", "--model", "", "--lang", "de", "--fast", "-o", "deep/er/log.jsonl"),
    )
    lines = said.out.splitlines()
    assert [line.split()[0] for line in lines[2:7]] == ["(Ada", "(Bo", "(Cy", "(Ada", "(Bo"]
    assert said.err == ""
    started = json.loads((shell.folder / "deep/er/log.jsonl").read_bytes().splitlines()[0])
    config = started["config"]
    assert (config["topic"], config["seed"], config["turns"]) == ("A quieter office 🤫", 3, 5)
    assert (config["language"], config["policy"], config["format"]["id"]) == ("de", "round_robin", "strategy")


@pytest.mark.slow
def test_json_is_alone_on_stdout(stage: Shell, inside: Inside) -> None:
    found = rehearse(stage)
    assert found["status"] == "ended"
    assert Path(found["path"]).is_file()
    run = found["id"]
    assert inside("runs", "--json", home=stage.home).json[0]["id"] == run
    for command in (
        ("runs",), ("show", run), ("state", run), ("state", run, "--turn", 2), ("measure", run), ("search", "the"),
        ("formats",), ("casts",), ("models", "list"), ("doctor",), ("resume", run),
    ):  # fmt: skip
        done = inside(*command, "--json", home=stage.home)
        assert done.json is not None
        assert done.err == "", command


def test_a_run_is_named_by_id_prefix_or_file(stage: Shell, inside: Inside) -> None:
    run = inside("runs", "--json", home=stage.home).json[0]["id"]
    shown = [stage("show", "run.jsonl").out]
    shown += [inside("show", ref, home=stage.home).out for ref in (run, run[:4], stage.folder / "run.jsonl")]
    assert shown[0]
    assert shown == [shown[0]] * 4


def test_home_is_named_before_or_behind_the_command_or_by_the_environment(inside: Inside) -> None:
    rehearse(inside)
    mine, empty = inside.home, inside.folder / "empty"
    assert len(inside("runs", "--json").json) == 1
    assert len(inside("--home", mine, "runs", "--json", home=empty).json) == 1
    assert len(inside("runs", "--home", mine, "--json", home=empty).json) == 1
    assert len(inside("--home", empty, "runs", "--home", mine, "--json", home=empty).json) == 1
    assert inside("runs", "--json", home=empty).json == []


def test_state_at_a_turn_is_the_run_so_far(inside: Inside) -> None:
    found = rehearse(inside)
    run = found["id"]
    # It has ended, and going on with it says how.
    assert inside("resume", run, "--json").json == found
    whole = inside("state", run, "--json").json
    early = inside("state", run, "--turn", 3, "--json").json
    assert (whole["status"], early["status"]) == ("ended", "playing")
    assert early["turn"] == 3
    assert early["transcript"] == whole["transcript"][:3]
    assert len([line for line in inside("show", run, "--turn", 3).out.splitlines() if line[:4].strip()]) == 2 + 3


def test_a_fork_shares_the_turns_before_and_keeps_its_log_where_it_is_told(inside: Inside) -> None:
    run = rehearse(inside)["id"]
    parent = inside("state", run, "--json").json["transcript"]
    shared = ("--fast", "--json", "-o", "fork.jsonl")
    forked = inside(
        *("fork", run, "--turn", 4, "--topic", "Something else", "--seed", 9, "--turns", 7, "--policy", "random"),
        *("--members", "boss,writer,analyst,hustler", *shared),
    ).json
    state = inside("state", "fork.jsonl", "--json").json
    assert (state["parent"], state["parent_turn"], state["topic"]) == (run, 4, "Something else")
    assert state["transcript"][:4] == parent[:4]
    assert len(state["transcript"]) == forked["turns"] == 7
    assert {turn["member"] for turn in state["transcript"][4:]} <= {"boss", "writer", "analyst", "hustler"}
    edited = inside("fork", run, "--turn", 2, "--edit", "I object.", "--fast", "--json").json["id"]
    assert inside("state", edited, "--json").json["transcript"][1]["text"] == "I object."


def test_the_files_ending_names_the_format(stage: Shell, inside: Inside) -> None:
    for name, begins in (
        ("x.md", "# "),
        ("x.JSON", "{\n"),
        ("x.edges.csv", "Source,Target,Type,Weight"),
        ("x.jsonl", '{"type":"run.'),
    ):
        inside("export", stage.folder / "run.jsonl", "-o", name)
        assert (inside.folder / name).read_text("utf-8").startswith(begins), name
    inside("export", stage.folder / "run.jsonl", "--to", "txt", "-o", "y.md")
    assert inside("export", stage.folder / "run.jsonl").out == (inside.folder / "x.md").read_text("utf-8")
    assert inside("export", stage.folder / "run.jsonl", "--to", "json", "-o", "-").out.startswith("{\n")
    refused = inside("export", stage.folder / "run.jsonl", "--to", "pdf", check=2)
    assert "is no text. Name a file with -o." in refused.err
    assert not (inside.folder / "y.md").read_text("utf-8").startswith("# ")
    done = inside("export", stage.folder / "run.jsonl", "-o", "x.doc", check=None)
    assert done.code == 2
    assert "'x.doc' says no format. Name one: md, txt, html" in done.err


def test_measure_search_and_reindex_agree_with_the_transcript(inside: Inside) -> None:
    run = rehearse(inside)["id"]
    figures = inside("measure", run, "--json").json
    state = inside("state", run, "--json").json
    assert figures["turns"] == len(state["transcript"])
    word = state["transcript"][0]["text"].split()[0].strip(".,!?")
    before = inside("search", word, "--json").json
    assert (run, 1) in [(hit["run"], hit["turn"]) for hit in before]
    runs = inside("runs", "--json").json
    for name in ("parley.db", "parley.db-wal", "parley.db-shm"):
        (inside.home / name).unlink(missing_ok=True)
    assert "runs were read" in inside("reindex").out
    assert inside("search", word, "--json").json == before
    assert inside("runs", "--json").json == runs
    # A search says that there are more lines than it prints.
    every = inside("search", "the", "--json")
    assert "More than" not in every.err
    count = len(every.json)
    assert count > 2
    some = inside("search", "the", "--limit", count - 1)
    assert len(some.out.splitlines()) >= count - 1
    assert f"More than {count - 1} lines hold this" in some.err
    assert len(inside("search", "the", "--limit", count - 1, "--json").json) == count - 1
    assert "More than" not in inside("search", "the", "--limit", count).err


def test_models_are_listed_added_and_forgotten(inside: Inside) -> None:
    file = inside.folder / "Tiny Model.gguf"
    file.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 0))
    names = {row["id"]: row for row in inside("models", "list", "--json").json}
    assert names["qwen2.5-coder-1.5b"]["installed"] is False
    inside("models", "add", file, "--name", "Mine")
    row = next(row for row in inside("models", "list", "--json").json if row["id"] == "mine")
    assert row["installed"] is True
    assert "mine" in inside("models", "list").out
    inside("models", "remove", "mine")
    assert file.exists()
    inside("models", "remove", "mine", check=2)


def test_doctor_finds_no_fault_here_and_a_broken_settings_file(inside: Inside) -> None:
    found = {each["what"]: each for each in inside("doctor", "--json").json}
    assert found["Qt"]["verdict"] == "ok"
    assert "fault" not in {each["verdict"] for each in found.values()}
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] in found["version"]["detail"]
    (inside.home / "settings.toml").write_text("[talk]\nspeed = 'fast'\n")
    assert "settings.toml: line 2" in inside("doctor", check=1).out


@pytest.mark.slow
def test_nothing_is_written_outside_the_home(shell: Shell) -> None:
    shell.environment |= {"HOME": str(shell.folder / "user"), "XDG_DATA_HOME": str(shell.folder / "user" / "data")}
    rehearse(shell)
    shell("runs")
    assert files_in(shell.folder) == {}
