"""What is noted of runs beside their logs, and the trash: two processes, damaged lines, and the way back."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from parley.core.base.errors import LogLockedError, UsageError
from parley.core.cli.program import run_command
from parley.core.home import Home
from parley.core.log.locking import RunLock
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio import runs, trash
from parley.core.studio.marks import MOST_TAGS, MarksFile, tag_of
from parley.core.studio.studio import Studio
from tests.played_runs import played_in


def played(home: Home) -> Path:
    """The log of a short rehearsed run."""
    return played_in(home, RoundtableRequest(simulated=True, turns=4)).stage.log.path


def test_two_who_note_at_once_see_the_same_and_a_damaged_line_costs_only_itself(home: Home) -> None:
    mine, other = MarksFile(home), MarksFile(home)
    mine.rename("a", "  The great\ndebate ")
    other.set_star(["a", "b"])
    mine.tag(["a"], ["#ferry", "to read"])
    before = other.of("a")
    assert (before.title, before.starred, before.tags) == ("The great debate", True, ("ferry", "to read"))
    lines = home.marks.read_bytes().splitlines(keepends=True)
    home.marks.write_bytes(b"".join([lines[0], lines[1][:-9] + b"\n", *lines[2:], b'{"type":"runs.ma']))
    anew = MarksFile(home)
    assert (anew.of("a").title, anew.of("a").starred, anew.of("a").tags) == ("", True, ("ferry", "to read"))
    assert len(anew.faults) == 1
    anew.archive(["a"])
    assert MarksFile(home).of("a").archived, "what a killed writer left was cut off"
    anew.put_back({"a": before})
    assert other.of("a") == before
    assert (other.of("b").starred, other.tags()) == (True, ["ferry", "to read"])


def test_a_name_that_somebody_wrote_into_the_journal_is_one_line(home: Home) -> None:
    marks = MarksFile(home)
    marks.rename("a", "PLACE")
    ours = home.marks.read_text("utf-8")
    for written, read in (("\\u001b[2J Boss:\\n  hi", "Boss: hi"), (" \\u2028\\u0007\\t ", "")):
        home.marks.write_text(ours.replace("PLACE", written), "utf-8")
        assert MarksFile(home).of("a").title == read


def test_what_can_be_a_tag(home: Home) -> None:
    assert tag_of(" #Two  words\x07 ") == "Two words"
    for text in ("", "#", "a, b", "x" * 41):
        with pytest.raises(UsageError):
            tag_of(text)
    marks = MarksFile(home)
    marks.tag(["a"], [f"tag {number}" for number in range(MOST_TAGS + 5)])
    assert len(marks.of("a").tags) == MOST_TAGS


def test_a_run_is_deleted_found_and_brought_back_by_the_command_line(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    path = played(home)
    run, words = runs.get_id_of(path), path.read_bytes()

    def said(*arguments: str) -> str:
        run_command([*arguments, "--home", str(home.path)], None)
        return capsys.readouterr().out

    marks = MarksFile(home)
    marks.rename(run, "Ours")
    marks.set_star([run])
    marks.tag([run], ["ferry"])
    assert "★ Ours #ferry" in said("runs", "--tag", "ferry")
    marks.archive([run])
    assert said("runs") == "No run is like that.\n"
    assert "Ours" in said("runs", "--archived", "--starred")
    said("library", "delete", run)
    assert (path.exists(), run in said("library", "trash"), Studio(home).list_recent()) == (False, True, [])
    said("library", "restore", run)
    assert (path.read_bytes() == words, "Ours" in said("runs", "--archived")) == (True, True)


def test_what_is_written_is_not_deleted_and_the_trash_keeps_what_it_should(home: Home, tmp_path: Path) -> None:
    path = played(home)
    studio, run = Studio(home), runs.get_id_of(path)
    lock = RunLock(path, home.lock(run))
    with pytest.raises(LogLockedError):
        trash.delete(studio, run)
    lock.release()
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(path.read_bytes())
    first = trash.delete(studio, run)
    path.write_bytes(copy.read_bytes())
    second = trash.delete(studio, run)
    assert {each.path for each in trash.list_trashed(home, studio.marks)} == {first, second}
    path.write_bytes(copy.read_bytes())
    with pytest.raises(UsageError, match="another run"):
        trash.restore_log(home, first)
    (home.trash / "unknown.jsonl").write_text("")
    assert trash.clear_trash(home, studio.marks, older_than=timedelta(days=1)) == 0
    assert trash.clear_trash(home, studio.marks, older_than=timedelta(0)) == 2
    assert trash.clear_trash(home, studio.marks) == 1, "nobody knows when it came there"
