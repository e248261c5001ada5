"""Exports compared with files that somebody has read. `PARLEY_GOLDEN=write pytest …` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parley.core.export.registry import EXPORTS
from parley.core.log.fold import fold
from tests.day_events import a_day
from tests.standup_events import Lang, sample_events

GOLDEN = Path(__file__).parents[2] / "golden" / "export"
CASES = [
    (lang, format_id)
    for lang in ("en", "de")
    for format_id in ("md", "txt", "json", "csv", "fountain", "sillytavern", "graphml", "edges.csv", "answers.csv")
]


@pytest.mark.parametrize("what", ["standup", "day"])
@pytest.mark.parametrize(("lang", "format_id"), CASES)
def test_golden(what: str, lang: Lang, format_id: str, tmp_path: Path) -> None:
    # A day's files are long: one language of it is enough to read.
    if what == "day" and lang == "en":
        events = a_day("en", scenes=3)
    else:
        events = sample_events(10, lang) if what == "standup" else a_day(lang)
    name = f"{what}-{lang}-{format_id.replace('.', '-')}.golden"
    made = tmp_path / name
    EXPORTS[format_id].write(fold(events), events, made)
    if os.environ.get("PARLEY_GOLDEN") == "write":
        (GOLDEN / name).write_bytes(made.read_bytes())
    assert made.read_bytes() == (GOLDEN / name).read_bytes()
