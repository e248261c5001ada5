"""What is found by name: what ships, what packages add, and one sentence for what there is not."""

from __future__ import annotations

from typing import Any

import pytest

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import ParleyError, UnknownName
from parley.core.base.labels import label
from parley.core.base.registry import Registry
from parley.core.engine.mode_spec import ModeSpec
from parley.core.export.registry import EXPORTS, for_file, list_exporters
from parley.core.formats import Localised
from parley.core.importing.reading import IMPORTERS
from parley.core.log.fold import fold
from parley.core.measures.registry import MEASURES
from parley.core.turn_taking.selection import Selection, SelectionContext
from tests.standup_events import sample_events

REGISTRIES = {"export": EXPORTS, "importer": IMPORTERS, "measure": MEASURES}


@pytest.mark.parametrize("kind", REGISTRIES)
def test_all_that_ships_goes_by_its_name_and_has_a_title_in_both_languages(kind: str) -> None:
    found: Registry[Any] = REGISTRIES[kind]
    for name, each in zip(found.names(), found.values(), strict=True):
        assert each.name == name
        assert each.title.en
        assert each.title.de
    with pytest.raises(UnknownName, match=r"There is no .* called 'nonesuch'"):
        found["nonesuch"]


def test_a_format_is_offered_only_where_it_fits(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    events = sample_events()
    state = fold(events)
    for_others = replace(EXPORTS["txt"], name="board", suffix=".board", fits=lambda config: config.mode == "quiz")
    monkeypatch.setitem(EXPORTS._values, "board", for_others)
    assert for_others not in list_exporters(state.setup)
    with pytest.raises(ParleyError, match="says no format"):
        for_file("run.board", state.setup)
    with pytest.raises(ParleyError, match="cannot be exported as board"):
        for_others.write(state, events, tmp_path / "run.board")


def test_the_words_of_a_mode_are_taken_in_and_replace_none() -> None:
    own = {"sesame": Localised(en="opened", de="geöffnet"), "turns": Localised(en="no", de="nein")}
    ModeSpec(name="cave", title=own["sesame"], load=lambda: _nobody, words={"end": own})  # type: ignore[arg-type,return-value]
    assert label("end", "sesame", "de") == "geöffnet"
    assert label("end", "turns", "en") == "All turns were spoken"


def _nobody(here: SelectionContext, rng: SeededRandom) -> Selection:
    raise AssertionError
