"""`parley FILE …` opens the window; a command is told from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from parley.core.cli import main
from parley.core.cli.manners import manners
from parley.core.home import Home


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("talk.parley", "cast.toml", "notes", "runs", "-odd.jsonl"):
        (tmp_path / name).write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def opened(*given: str) -> tuple[int, list[str] | None, Path | None]:
    """The exit code, the names of the files that the window was to show, and its home."""
    seen: list[tuple[Home, Sequence[Path]]] = []

    def window(home: Home, files: Sequence[Path]) -> int:
        seen.append((home, files))
        return 0

    code = main(list(given), open_window=window)
    if not seen:
        return code, None, None
    ((home, files),) = seen
    assert all(each.is_absolute() for each in files)
    return code, [each.name for each in files], home.path


def test_files_open_the_window(place: Path) -> None:
    assert opened()[:2] == (0, [])
    assert opened("talk.parley")[:2] == (0, ["talk.parley"])
    assert opened("talk.parley", "cast.toml", "notes")[:2] == (0, ["talk.parley", "cast.toml", "notes"])
    assert opened("./-odd.jsonl")[:2] == (0, ["-odd.jsonl"])
    # A plain name is a file where there is one and no command is called so.
    assert opened("notes")[:2] == (0, ["notes"])
    home = place / "elsewhere"
    assert opened("--home", str(home), "talk.parley") == (0, ["talk.parley"], home)
    for options in (["-v", "--verbose", "talk.parley"], ["-v", "-v", "--home", str(home)]):
        assert (opened(*options)[0], manners().verbose) == (0, 2)


def test_a_command_is_no_file(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, files, _home = opened("runs", "--home", str(place / "home"))
    assert (code, files) == (0, None)
    code, files, _home = opened("no-such-command")
    assert (code, files) == (2, None)
    assert "no-such-command" in capsys.readouterr().err


def test_what_is_missing_is_told_before_a_window_opens(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert opened("talk.parley", "gone.parley")[:2] == (1, None)
    told = capsys.readouterr().err
    assert "gone.parley: there is no such file." in told
    assert opened("talk.parley", "--json")[:2] == (2, None)
    assert "Options stand before the files." in capsys.readouterr().err
