"""Files that exports write, and their options; what stands in each of them is compared by the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.core.base.errors import FileError
from parley.core.export.registry import EXPORTS, Options
from parley.core.log.events.base import Event
from parley.core.log.fold import fold
from tests.standup_events import sample_events


def export(format_id: str, events: list[Event], folder: Path, options: Options | None = None) -> str:
    target = folder / f"run{EXPORTS[format_id].suffix}"
    EXPORTS[format_id].write(fold(events), events, target, options or Options())
    return target.read_bytes().decode()


def test_thoughts_and_numbers_can_be_left_out(tmp_path: Path) -> None:
    events = sample_events()
    thought = next(turn.ended.thoughts[0] for turn in fold(events).turns if turn.ended.thoughts)
    for format_id in ("md", "txt", "html", "json", "csv", "fountain", "sillytavern"):
        assert f"{thought}" in export(format_id, events, tmp_path)
    spoken = [turn.text for turn in fold(events).turns]
    for format_id in ("md", "txt", "fountain"):
        text = export(format_id, events, tmp_path, Options(thoughts=False, numbers=False))
        # A thought of the sample is also a line; what is left is the line.
        assert text.count(thought) == sum(thought in line for line in spoken)
        assert "Tokens" not in text


def test_labels_may_be_in_another_language_than_the_run(tmp_path: Path) -> None:
    text = export("md", sample_events(), tmp_path, Options(language="de"))
    assert "## Protokoll" in text
    assert "Where are we on the demo" in text


def test_missing_folders_are_made_only_when_told(tmp_path: Path) -> None:
    events = sample_events(3)
    target = tmp_path / "a" / "b" / "run.md"
    with pytest.raises(FileError, match="there is no folder"):
        EXPORTS["md"].write(fold(events), events, target)
    assert list(tmp_path.iterdir()) == []
    EXPORTS["md"].write(fold(events), events, target, Options(parents=True))
    assert target.exists()


@pytest.mark.parametrize("format_id", ["md", "html", "jsonl"])
def test_a_cancelled_export_leaves_what_was_there(format_id: str, tmp_path: Path) -> None:
    events = sample_events(40)
    target = tmp_path / "run.out"
    target.write_text("old")

    class CancelledError(Exception):
        pass

    def cancel(done: float) -> None:
        if done > 0.3:
            raise CancelledError

    with pytest.raises(CancelledError):
        EXPORTS[format_id].write(fold(events), events, target, Options(), cancel)
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["run.out"]
