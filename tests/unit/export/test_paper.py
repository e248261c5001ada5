"""The transcript on paper, read back by a reader of PDF."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2

from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import request_of
from parley.core.export.fountain import one_line
from parley.core.export.markdown import escape
from parley.core.export.registry import EXPORTS, Options
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.events.base import Event
from parley.core.log.fold import fold
from tests.day_events import a_day
from tests.played_runs import played_in


def read(events: list[Event], folder: Path, options: Options | None = None) -> str:
    """All text of the run's PDF, on one line."""
    out = folder / "run.pdf"
    EXPORTS["pdf"].write(fold(events), events, out, options or Options())
    document = pypdfium2.PdfDocument(out.read_bytes())
    try:
        pages = [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()
    return " ".join(" ".join(pages).split())


def test_paper_has_all_that_was_said_and_who_said_it(tmp_path: Path) -> None:
    events = a_day("de")
    state, text = fold(events), read(events, tmp_path)
    at = 0
    for turn in state.turns:
        for part in (state.name_of(turn.member), turn.text, *turn.ended.thoughts):
            at = text.index(" ".join(part.split()), at)
    assert all(member.role in text for member in state.setup.members)
    first = (tmp_path / "run.pdf").read_bytes()
    thought = next(turn.ended.thoughts[0] for turn in state.turns if turn.ended.thoughts)
    assert thought not in read(events, tmp_path, Options(thoughts=False))
    # The same run is the same file.
    read(events, tmp_path)
    assert (tmp_path / "run.pdf").read_bytes() == first


def test_a_line_of_the_rules_is_a_stage_direction_in_every_format(tmp_path: Path) -> None:
    wish = request_of("roundtable", topic="Cake", turns=3, voice=VoiceSpec(provider="rehearsal"), simulated=True)
    events = log_file.read(played_in(Home(tmp_path), wish).stage.log.path).events
    state = fold(events)
    (first, *_rest) = state.turns
    assert first.staged
    name = state.name_of(first.member)
    made = {kind: EXPORTS[kind].text(state, events) for kind in ("md", "txt", "fountain", "csv", "sillytavern")}
    assert f"1\\. *{escape(first.text)}*" in made["md"]
    assert f"  1   {first.text[:40]}" in made["txt"]
    assert f"\n!{one_line(first.text)}\n" in made["fountain"]
    assert "\r\ndirection,1," in made["csv"]
    spoken = [json.loads(line) for line in made["sillytavern"].splitlines()]
    assert any(each.get("mes") == first.text and each["extra"]["type"] == "narrator" for each in spoken)
    assert not any(f"{name}: {first.text}" in text or f"@{name}\n" in text for text in made.values())
