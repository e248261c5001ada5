"""`parley fork` of a duologue."""

from __future__ import annotations

import pytest

from parley.core.home import Home
from parley.core.log.state import State
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.studio.studio import Studio
from tests.unit.cli.conftest import Parley, Told


@pytest.fixture
def parent(told: Told) -> str:
    """A finished duologue of six turns."""
    command = ("run", "duologue", "-a", "rehearsal", "-b", "rehearsal", "--turns", "6", "--seed", "3", "--fast")
    return str(told(*command)["id"])


def test_a_branch_has_another_awareness_topology_and_bounds(parent: str, home: Home, told: Told) -> None:
    found = told(
        "fork", parent, "--turn", "3", "--turns", "8", "--fast", "--awareness", "none", "--router", "ring",
        "--stop-at", "1", "--when-full", "summarise", "--context", "900",
    )  # fmt: skip
    assert found["turns"] == 8
    state: State = Studio(home).open(found["id"]).state
    talk = state.setup[DuologueConfig]
    assert {side.awareness.id for side in talk.sides.values()} == {"none"}
    assert (talk.router.kind, talk.when_full, talk.context) == ("ring", "summarise", 900)
    assert talk.stop is not None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--policy", "random"], "no policy"),
        (["--topic", "Bridges"], "has been answered by turn 3"),
        (["--when-full", "burn"], "'burn'"),
        (["--router", "content"], "needs its rules"),
    ],
)
def test_what_cannot_be_is_one_sentence(parent: str, parley: Parley, options: list[str], sentence: str) -> None:
    said = parley("fork", parent, "--turn", "3", "--fast", "--json", *options)
    assert said.code in (1, 2)
    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1
