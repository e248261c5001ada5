"""Every command of the README and of the page on the command line does what stands there."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from parley.core.voices.models.catalogue import OFFERED
from tests.e2e.conftest import Inside

ROOT = Path(__file__).parents[2]
COMMAND = re.compile(r"^ {4}(parley .*?)(?: {2,}#.*)?$", re.MULTILINE)
IN_SCENES = ("logbook", "memories")
"""Commands whose RUN is a day; the others' is the first roundtable."""


def commands() -> list[list[str]]:
    """What stands in the blocks of both pages, each once and without comments."""
    pages = "".join((ROOT / page).read_text("utf-8") for page in ("README.md", "docs/cli.md"))
    return [shlex.split(line)[1:] for line in dict.fromkeys(COMMAND.findall(pages))]


def walk(inside: Inside, monkeypatch: pytest.MonkeyPatch, *, refused: tuple[str, ...] = ()) -> list[str]:
    """Run them all in their order; those with one of the words `refused` must be, with a sentence. What was told."""
    (inside.folder / "lines.txt").write_text("I look around.\nI ask the innkeeper about the mill.\n", "utf-8")
    log = ROOT / "tests" / "golden" / "pidgin-events.jsonl"
    (inside.folder / log.name).write_bytes(log.read_bytes())
    told: list[str] = []
    for words in commands():
        kind = "scenes" if words[0] in IN_SCENES else "roundtable"
        runs = sorted(inside.home.glob(f"runs/*-{kind}-*.jsonl"), key=lambda path: path.stat().st_mtime)
        arguments = [runs[0].stem.rpartition("-")[2] if word == "RUN" else word for word in words]
        # Who plays a story leaves it again at once.
        monkeypatch.setattr("sys.stdin", io.StringIO())
        forbidden = any(word in refused for word in words)
        done = inside(*arguments, check=1 if forbidden else 0)
        assert not forbidden or f"parley models get {OFFERED}" in done.err, done.err
        told.append(done.err)
    return told


def test_the_readme_has_commands() -> None:
    found = [words[0] for words in commands()]
    assert len(found) >= 19
    assert {"run", "play", "import", "logbook", "memories", "runs", "show", "export", "shot", "doctor"} <= set(found)


@pytest.mark.slow
def test_all_of_them_work_without_a_model(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    told = walk(inside, monkeypatch, refused=("embedded",))
    assert not [err for err in told if "is rehearsed" in err]
