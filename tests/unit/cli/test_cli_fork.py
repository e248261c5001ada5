"""`parley fork` of a duologue."""

from __future__ import annotations

from pathlib import Path

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


def test_sides_are_named_by_letter_or_id(parent: str, home: Home, tmp_path: Path, told: Told) -> None:
    prompt = tmp_path / "prompt.txt"
    prompt.write_text("You doubt.", encoding="utf-8")
    found = told(
        "fork", parent, "--turn", "3", "--turns", "8", "--fast", "--awareness", "none", "--router", "ring",
        "--side", "a.warmth=1.4", "--side", "rehearsal-2.awareness=high", "--side", f"b.system=@{prompt}",
        "--side", "b.voice=rehearsal:other", "--stop-at", "1", "--when-full", "summarise", "--context", "900",
    )  # fmt: skip
    assert found["turns"] == 8
    state: State = Studio(home).open(found["id"]).state
    talk = state.setup[DuologueConfig]
    assert state.voice_of("rehearsal").warmth == 1.4
    assert state.voice_of("rehearsal-2").model == "other"
    assert (talk.sides["rehearsal"].awareness.id, talk.sides["rehearsal-2"].awareness.id) == ("none", "high")
    assert talk.sides["rehearsal-2"].system == "You doubt."
    assert (talk.router.kind, talk.when_full, talk.context) == ("ring", "summarise", 900)
    assert talk.stop is not None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--side", "c.warmth=1"], "no side called 'c'"),
        (["--side", "warmth"], "names no side's setting"),
        (["--side", "a.warmt=1"], "Did you mean 'warmth'"),
        (["--side", "a.warmth=hot"], "'hot' is no warmth"),
        (["--side", "a.voice=parrot"], "no voice called 'parrot'"),
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
