"""Tables as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.core.base.errors import FileError, UsageError
from parley.core.export.columns import write_columns

TABLE: dict[str, list[object]] = {"turn": [1, 2], "speaker": ["Ada", "=1+1"], "overlap": [float("nan"), 0.25]}


def test_a_csv_leaves_out_what_is_missing_and_holds_no_formulas(tmp_path: Path) -> None:
    write_columns(TABLE, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text("utf-8") == "turn,speaker,overlap\n1,Ada,\n2,'=1+1,0.25\n"


def test_a_parquet_keeps_types(tmp_path: Path) -> None:
    import pyarrow.parquet  # type: ignore[import-untyped]

    write_columns(TABLE, tmp_path / "t.PARQUET")
    assert pyarrow.parquet.read_table(str(tmp_path / "t.PARQUET")).to_pydict() == {
        "turn": [1, 2], "speaker": ["Ada", "=1+1"], "overlap": [None, 0.25],
    }  # fmt: skip


def test_another_ending_and_a_missing_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.xlsx"):
        write_columns(TABLE, tmp_path / "t.xlsx")
    for name in ("t.csv", "t.parquet"):
        with pytest.raises(FileError):
            write_columns(TABLE, tmp_path / "nowhere" / name)
