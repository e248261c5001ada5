from __future__ import annotations

import pickle
from pathlib import Path
from typing import get_args

from parley.core.base.errors import (
    DefinitionError,
    FileError,
    ParleyError,
    RunError,
    UnknownName,
    UsageError,
    VoiceError,
    VoiceFault,
)


def test_wrong_usage_exits_with_2_and_everything_else_with_1() -> None:
    assert UnknownName("format", "x", []).exit_code == 2
    assert UsageError("No.").exit_code == 2
    for error in (ParleyError("No."), FileError("a", "No."), RunError("No."), VoiceError("auth", "No.")):
        assert error.exit_code == 1


def test_an_unknown_name_offers_the_nearest() -> None:
    error = UnknownName("format", "standupp", ["debate", "standup"])
    assert str(error) == "There is no format called 'standupp'. Did you mean 'standup'? Known: debate, standup."
    assert "Known: none." in str(UnknownName("cast", "x" * 500, []))
    assert len(UnknownName("cast", "x" * 500, []).sentence) < 120


def test_a_wrong_definition_names_file_line_and_what_was_expected() -> None:
    error = DefinitionError(Path("a.toml"), "'turns' is a number.", line=3, hint="Write 7.")
    assert str(error) == "a.toml: line 3: 'turns' is a number. Write 7."
    assert str(DefinitionError("a.toml", "no TOML.")) == "a.toml: no TOML."


def test_a_voices_fault_keeps_what_it_cost() -> None:
    for kind in get_args(VoiceFault):
        error = VoiceError(kind, "No.", partial="Half a", tokens={"input": 3}, cost=0.1, retry_after=2.0)
        assert (error.kind, error.partial, error.tokens, error.cost) == (kind, "Half a", {"input": 3}, 0.1), kind
        assert str(error) == "No.", kind


def test_an_error_can_be_raised_from_another_process() -> None:
    assert str(pickle.loads(pickle.dumps(RunError("No.")))) == "No."
