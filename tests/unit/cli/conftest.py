"""Commands of Parley, run within the test's own process."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from parley.core.cli import main


@dataclass
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


Parley = Callable[..., Said]
Told = Callable[..., Any]


@pytest.fixture
def parley(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Parley:
    """Run a command, with lines typed at its prompt."""

    def run(*arguments: object, typed: tuple[str, ...] = ()) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        capsys.readouterr()
        code = main([str(each) for each in arguments])
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return run


@pytest.fixture
def told(parley: Parley) -> Told:
    """Run a command with `--json`, which succeeds, and give back what it prints."""

    def run(*arguments: object) -> Any:
        said = parley(*arguments, "--json")
        assert said.code == 0, said.err
        return json.loads(said.out)

    return run
