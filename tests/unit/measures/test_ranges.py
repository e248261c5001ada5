"""Figures stay in the ranges that their measures declare, in every mode."""

from __future__ import annotations

import pytest

from parley.core.cast.member import VoiceSpec
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run_request import request_of
from parley.core.home import Home
from parley.core.measures.registry import ANY, get_range_of, measure_run, measures
from parley.core.studio.studio import Studio
from tests.scripted_voices import finished

ASKED = {
    "roundtable": {"format": "debate", "turns": 12, "cast": "startup"},
    "day": {"cast": "studio", "language": "en"},
    "story": {"setting": "varn", "turns": 5, "concept": "deserter", "autoplay": True},
    "duologue": {"turns": 8, "sides": ({"name": "Ada"}, {"name": "Bo"})},
}
OWN = {"roundtable": "roundtable.actions", "day": "office.scenes", "story": "story.talks"}


@pytest.mark.parametrize("kind", ASKED)
async def test_every_figure_is_in_its_range(home: Home, kind: str) -> None:
    studio = Studio(home)
    voice = VoiceSpec(provider="rehearsal")
    request = request_of(kind, **ASKED[kind], seed=5, simulated=True, voice=voice)
    run = studio.start(studio.compose(request))
    await finished(run)
    await studio.close()
    found = measure_run(run.state)
    known = tuple(group for each in measures() for group in each.groups)
    assert {name for name in OWN.values() if name in found} == ({OWN[kind]} if kind in OWN else set())
    for name, value in found.items():
        assert name.startswith(known)
        low, high = get_range_of(name)
        for each in value.values() if isinstance(value, dict) else [value]:
            assert low <= each <= high, name
    assert len(found) > 50


def test_the_longest_name_counts_and_a_part_of_a_word_does_not() -> None:
    assert get_range_of("participation.gini") == (0, 1)
    assert get_range_of("participation.gini_turns") == (0, 1)
    assert get_range_of("participation.words.a")[1] > 1e9
    assert get_range_of("affinity.a.b") == (0.1, 0.95)
    assert get_range_of("wordsworth") == ANY
    assert {mode.name for mode in MODES.values() if mode.measure} >= {"roundtable", "scenes", "story", "dialogue"}
