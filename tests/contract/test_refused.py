"""A log that was written by hand: a fork cannot make another mode of a run, or take what its mode stands on."""

from __future__ import annotations

from typing import Any

import pytest

from parley.core.engine.mode_spec import MODES
from parley.core.log.events.run import RunForked
from parley.core.log.fold import Unfoldable, fold
from parley.core.studio.studio import Studio
from tests.contract.conftest import Played
from tests.contract.kinds import ONE_A_MODE


@pytest.mark.parametrize("kind", ONE_A_MODE)
def test_a_fork_keeps_its_mode_and_its_section(played: Played, studio: Studio, kind: str) -> None:
    opened = studio.open(str(played(kind)))
    config, events = opened.state.setup, opened.replay.events
    section, whole = MODES[config.mode].section, opened.state.setup.as_json()
    refused: list[tuple[dict[str, Any], str]] = [({"mode": "nonesuch"}, "stays of its run's mode")]
    refused += [({"mode": name}, "stays of its run's mode") for name in MODES.names() if name != config.mode]
    if section:
        refused.append(({section: None}, f"needs the section '{section}'"))
    at_turn = opened.replay.turns
    for overrides, why in refused:
        forked = RunForked(
            at=events[-1].at, run="0" * 10, parent=config.id, at_seq=len(events) - 1, at_turn=at_turn,
            overrides=overrides,
        )  # fmt: skip
        with pytest.raises(Unfoldable, match=why):
            fold([*events, forked])
    assert opened.state.setup.as_json() == whole
