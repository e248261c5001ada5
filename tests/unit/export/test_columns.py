"""Tables as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.core.base.errors import FileError
from parley.core.export.columns import write_columns

TABLE: dict[str, list[object]] = {"turn": [1, 2], "speaker": ["Ada", "=1+1"], "overlap": [float("nan"), 0.25]}


def test_a_csv_leaves_out_what_is_missing_and_holds_no_formulas(tmp_path: Path) -> None:
    write_columns(TABLE, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text("utf-8") == "turn,speaker,overlap\n1,Ada,\n2,'=1+1,0.25\n"


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        write_columns(TABLE, tmp_path / "nowhere" / "t.csv")
