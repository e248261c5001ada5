"""A run's file: begun whole, found by whatever id it is listed with, brought in however it is written, copied."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.core.base.errors import ParleyError
from parley.core.cli import main
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.codec import encode
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio import runs
from parley.core.studio.importing import import_run
from parley.core.studio.studio import Studio, Watching
from tests.standup_events import sample_events

RUN = ("run", "roundtable", "--voice", "rehearsal", "--fast", "--seed", "7", "--turns", "3")


def configured(studio: Studio) -> RunConfig:
    return studio.compose(RoundtableRequest(seed=7, turns=3, simulated=True))


def put(home: Home, name: str, events: list[Event]) -> Path:
    path = home.runs / name
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))
    return path


@pytest.mark.parametrize("part", [0, 1, 10, 400, -1], ids=["nothing", "a byte", "the type", "some", "all but its end"])
def test_a_run_that_was_killed_in_its_first_line_is_begun_again_by_the_same_command(
    home: Home, part: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(RUN) == 0
    (log,) = runs.all_files(home)
    whole = log.read_bytes()
    first = whole.partition(b"\n")[0]
    log.write_bytes(first[:part])
    capsys.readouterr()
    if part >= 0:
        assert main(["resume", runs.get_id_of(log)]) == 1
        assert "it was never begun. Begin it again" in capsys.readouterr().err
        assert main(["runs"]) == 0
        assert "broken" in capsys.readouterr().out
    assert main(RUN) == 0
    assert log.read_bytes() == whole
    assert runs.all_files(home) == [log]


async def test_nobody_sees_a_log_before_its_first_line_is_whole(home: Home, studio: Studio) -> None:
    seen: list[int] = []

    def look(_seq: int, _event: Event) -> None:
        (log,) = runs.all_files(home)
        seen.append(len(log_file.read(log).events))

    run = studio.start(configured(studio), Watching(taps=(look,)))
    assert seen[0] == 1
    run.play()
    await run.live()
    await run.close()
    parent = run.state.run
    seen.clear()
    before = runs.all_files(home)

    def look_at_the_fork(_seq: int, event: Event) -> None:
        (log,) = set(runs.all_files(home)) - set(before)
        # Never the parent's beginning alone: it would be a second run with the parent's id.
        assert log_file.read(log).events[-1] == event

    fork = studio.fork(parent, 2, watching=Watching(taps=(look_at_the_fork,)))
    await fork.close()


def test_a_run_is_found_by_the_id_that_is_listed(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    put(home, "2026-01-05-roundtable-my-first-run.jsonl", sample_events(3, run_id="my-first-run"))
    put(home, "renamed.jsonl", sample_events(4, run_id="by-its-log"))
    assert main(["runs", "--json"]) == 0
    listed = [row["id"] for row in json.loads(capsys.readouterr().out)]
    assert sorted(listed) == ["by-its-log", "my-first-run"]
    for ref in [*listed, "my-first", "by-its", "renamed", "2026-01-05-roundtable-my"]:
        assert main(["show", ref]) == 0, ref
    capsys.readouterr()
    assert main(["show", "run"]) == 1
    assert "no run 'run'" in capsys.readouterr().err


@pytest.mark.parametrize("ordered", [True, False], ids=["in order", "sorted"])
def test_a_log_is_ours_however_its_json_is_written(home: Home, tmp_path: Path, ordered: bool) -> None:
    path = tmp_path / "from-elsewhere.jsonl"
    rows = [json.loads(encode(event)) for event in sample_events(3, run_id="spaced")]
    path.write_text("".join(json.dumps(row, sort_keys=not ordered) + "\n" for row in rows))
    (found,) = import_run(home, path)
    assert (found.id, found.turns, found.fresh, found.warnings) == ("spaced", 3, True, ())
    assert log_file.read(found.path).events == sample_events(3, run_id="spaced")
    assert [head.config["id"] for head in runs.read_heads(path) if hasattr(head, "config")] == ["spaced"]


# -o ---------------------------------------------------------------------------------------------------------------


async def test_a_copy_is_no_second_name_of_the_run_and_may_fail_alone(home: Home, tmp_path: Path) -> None:
    studio, copy = Studio(home), tmp_path / "gone" / "copy.jsonl"
    run = studio.start(configured(studio), copy_to=copy)
    log = run.stage.log.path
    run.play()
    await run.live()
    await run.close()
    assert run.state.status == "ended"
    runs.copy_log(log, copy)
    assert copy.read_bytes() == log.read_bytes()
    assert not copy.samefile(log)
    copy.unlink()
    copy.parent.rmdir()
    with pytest.raises(ParleyError, match="cannot be kept here"):
        runs.copy_log(log, copy)
    await studio.close()


@pytest.mark.parametrize("command", [("export", "--to", "md"), ("logbook", "--to", "md")])
def test_no_document_is_written_over_another_run(
    command: tuple[str, ...], home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = put(home, "2026-01-05-roundtable-one.jsonl", sample_events(3, run_id="one"))
    other = put(home, "2026-01-05-roundtable-other.jsonl", sample_events(3, run_id="other"))
    before = other.read_bytes()
    (tmp_path / "there").symlink_to(home.runs)
    for target in (other, tmp_path / "there" / other.name, home.runs / "new.md"):
        assert main([*command, str(one), "-o", str(target), "--home", str(home.path)]) == 1
        assert "this is where Parley keeps its runs" in capsys.readouterr().err
    assert other.read_bytes() == before
    assert len(list(home.runs.iterdir())) == 2
