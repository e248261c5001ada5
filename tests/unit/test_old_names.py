from __future__ import annotations

import pytest

from parley.core.base.definition import parse_toml
from parley.core.base.old_names import rename_old_fields, restore_old_names
from parley.core.cast.member import VoiceSpec
from parley.core.studio.experiments.methods import digest
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.spec import Experiment
from tests.unit.studio.test_experiments import SPEC


def test_fields_are_read_by_their_former_names_too() -> None:
    assert VoiceSpec.model_validate({"warmth": 1.5}) == VoiceSpec(temperature=1.5)
    assert VoiceSpec.model_validate({"warmth": 1.5, "temperature": 0.2}).temperature == 0.2
    assert rename_old_fields({"warmth": 1, "cap": 2}, {"cap"}) == {"warmth": 1, "cap": 2}
    assert restore_old_names({"sides": [{"temperature_a": 1}], "cap": 2}) == {"sides": [{"warmth_a": 1}], "cap": 2}


@pytest.mark.parametrize("written", ["a.temperature", "a.warmth", "warmth_a"])
def test_an_experiment_keeps_its_digest_and_its_runs_by_either_name(written: str) -> None:
    experiment = parse_toml(SPEC.replace("a.temperature", written), "spec.toml", Experiment)
    assert digest(experiment) == "c373e96b0baca00338960c47427f691b"
    first = Plan(experiment).runs[0]
    assert (first.run, first.seed) == ("8dba0578e0d6", 899302636)
