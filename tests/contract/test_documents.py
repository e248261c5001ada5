"""What is made of a run is made of every mode's: exports, reports, measures, rows of the database."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from parley.core.engine.mode_spec import MODES
from parley.core.export.base import Options
from parley.core.export.registry import EXPORTS, list_exporters
from parley.core.home import Home
from parley.core.log.report import report
from parley.core.measures.registry import measure_run
from parley.core.settings import Settings
from parley.core.studio.studio import Studio
from tests.contract.conftest import Played
from tests.contract.kinds import ONE_A_MODE

pytestmark = pytest.mark.parametrize("kind", ONE_A_MODE)


@pytest.mark.slow
def test_it_is_written_in_every_format_that_fits(played: Played, studio: Studio, tmp_path: Path, kind: str) -> None:
    opened = studio.open(str(played(kind)))
    fitting = list_exporters(opened.state.setup)
    assert {each.name for each in fitting} >= {"md", "txt", "html", "pdf", "json", "jsonl", "csv"}
    words = max((turn.text for turn in opened.state.turns), key=len).split()[:3]
    for language in ("en", "de"):
        for exporter in fitting:
            out = tmp_path / f"{language}{exporter.suffix}"
            exporter.write(opened.state, opened.replay.events, out, Options(language=language))
            if exporter.look == "paper":
                assert out.read_bytes().startswith(b"%PDF-")
                continue
            if exporter.files is not None:
                with zipfile.ZipFile(out) as archive:
                    assert archive.testzip() is None
                continue
            text = out.read_text("utf-8")
            assert text.strip(), exporter.name
            if exporter.name in {"md", "txt", "html", "json", "csv"}:
                assert all(word.strip(".,!?–—:;\"'„“") in text for word in words), exporter.name
    assert set(EXPORTS) >= {each.name for each in fitting}


def test_it_is_reported_and_measured(played: Played, studio: Studio, kind: str) -> None:
    opened = studio.open(str(played(kind)))
    for turn in (0, opened.replay.turns // 2, opened.replay.turns):
        told = json.loads(json.dumps(report(opened.replay.state_at_turn(turn)), default=str))
        assert told["mode"] == opened.state.setup.mode
        assert told["turn"] == turn if "turn" in told else True
    measured: Any = measure_run(opened.state)
    assert json.dumps(measured, default=str)


def test_it_is_projected_and_found(played: Played, tmp_path: Path, kind: str) -> None:
    path = played(kind)
    own = Studio(Home(path.parent.parent), Settings())
    opened = own.open(str(path))
    rows = {row.id: row for row in own.projection.runs()}
    assert rows[opened.state.run].mode == opened.state.setup.mode
    assert rows[opened.state.run].turns == len(opened.state.turns)
    line = max(opened.state.turns, key=lambda turn: len(turn.text))
    word = max((each.strip(".,!?–—:;\"'„“()") for each in line.text.split()), key=len)
    assert any(hit.run == opened.state.run for hit in own.projection.search(word)), word


def test_what_a_mode_is_called_is_said_in_both_languages(played: Played, kind: str) -> None:
    spec = next(
        spec for spec in MODES.values() if any(each.name == kind for each in spec.requests) or spec.name == kind
    )
    assert spec.title.en
    assert spec.title.de
    for each in spec.requests:
        assert each.title.en
        assert each.title.de
