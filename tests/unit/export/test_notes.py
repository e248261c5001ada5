"""Notes for Obsidian: names that every system takes, links that lead somewhere, all files or none."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.base.errors import FileError
from parley.core.export.foreign.obsidian import LONGEST, file_name
from parley.core.export.registry import EXPORTS, Options
from parley.core.log.events.base import Event
from parley.core.log.fold import fold
from tests.day_events import a_day
from tests.standup_events import sample_events

RUNS = pytest.mark.parametrize("events", [sample_events(), list(a_day())], ids=["standup", "day"])


def notes_of(folder: Path) -> dict[str, str]:
    """The notes in a folder by their paths."""
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.md")}


@RUNS
def test_every_link_leads_to_a_note(events: list[Event], tmp_path: Path) -> None:
    state = fold(events)
    EXPORTS["obsidian"].write(state, events, tmp_path / "vault", Options(language="en"))
    notes = notes_of(tmp_path / "vault")
    assert sum(name.startswith("Members/") for name in notes) == len(state.setup.members)
    links = 0
    for name, text in notes.items():
        assert text.startswith("---\n")
        for target in re.findall(r"\[\[([^\]|#]+)", text):
            parts = list(PurePosixPath(name).parent.parts)
            for part in target.split("/"):
                parts = parts[:-1] if part == ".." else [*parts, part]
            assert f"{'/'.join(parts)}.md" in notes
            links += 1
    assert links > len(notes)
    said = "\n".join(text for name, text in notes.items() if name.startswith("Talk/"))
    assert all(turn.text.split()[0].strip("*„“\"'") in said for turn in state.turns)


@RUNS
def test_the_archive_has_what_the_folder_has(events: list[Event], tmp_path: Path) -> None:
    for name in ("vault", "vault.zip", "again.zip"):
        EXPORTS["obsidian"].write(fold(events), events, tmp_path / name, Options())
    assert (tmp_path / "vault.zip").read_bytes() == (tmp_path / "again.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "vault.zip") as archive:
        packed = {name: archive.read(name).decode() for name in archive.namelist()}
    assert packed == notes_of(tmp_path / "vault")


def test_a_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    events = sample_events()
    state, target = fold(events), tmp_path / "vault"
    target.mkdir()
    EXPORTS["obsidian"].write(state, events, target, Options())
    before = notes_of(target)
    with pytest.raises(FileError, match="something here already"):
        EXPORTS["obsidian"].write(state, events, target, Options())
    assert notes_of(target) == before

    def cancel(_part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        EXPORTS["obsidian"].write(state, events, tmp_path / "other", Options(), cancel)
    with pytest.raises(FileError, match="there is no folder"):
        EXPORTS["obsidian"].write(state, events, tmp_path / "none" / "vault", Options())
    assert [path.name for path in tmp_path.iterdir()] == ["vault"]


@given(st.lists(st.text(max_size=120), max_size=8))
def test_a_name_is_taken_by_every_system_and_by_nothing_twice(names: list[str]) -> None:
    taken: set[str] = set()
    made = [file_name(name, taken) for name in names]
    assert len({name.casefold() for name in made}) == len(names)
    for name in made:
        assert name
        assert name == name.strip(" .")
        assert len(name) <= LONGEST + 5
        assert not re.search(r'[<>:"/\\|?*\[\]#^\x00-\x1f]', name)


@pytest.mark.parametrize("name", ["CON", "nul.txt", "com1", "..", "a/../../b", " .hidden. ", "#[[x]]|^"])
def test_names_that_are_none_somewhere(name: str) -> None:
    found = file_name(name, set())
    assert found not in {"", ".", ".."}
    assert "/" not in found
    assert found.split(".")[0].casefold() not in {"con", "nul", "com1"}
