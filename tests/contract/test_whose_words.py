"""Law six: a spoken text was written by somebody, or is a stage direction; nobody signs what another made."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from parley.core.base.packaged import get_path_of, names
from parley.core.log import log as log_file
from parley.core.log.authors import PERSON, RULES
from parley.core.log.fold import fold
from tests.contract.conftest import Played
from tests.contract.kinds import KINDS, request

WRITTEN = ("written", "repertoire", "worlds", "stories", "casts", "meetings")
"""The folders of `resources` with what somebody wrote for members to say."""
SLOT = re.compile(r"(?:\b(?:[Ii]n|[Aa]n|[Vv]on|[Bb]ei|[Zz]u) )?\{\w+\}")
"""A slot; before one a German preposition may swallow the article."""
SHORTEST = 12
"""Letters of a stretch between two slots by which a written text is known."""
NUMBERS = re.compile(r"\d|:")
"""What the Keeper says for the rules: what was rolled, and what stands."""


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_in(each)


@cache
def stretches() -> frozenset[str]:
    """All written texts, and what stands between their slots, as far as it is long enough to be known by."""
    found: set[str] = set()
    for folder in WRITTEN:
        for name in names(folder):
            for text in texts_in(tomllib.loads(get_path_of(folder, folder, name).read_text("utf-8"))):
                found.update(part for each in SLOT.split(text) if len(part := " ".join(each.split())) >= SHORTEST)
                found.add(" ".join(text.split()))
    return frozenset(found)


def is_written(text: str) -> bool:
    said = " ".join(text.split())
    known = stretches()
    # A line that is too long for its scene is cut at a sentence's end.
    return said in known or any(each in said or said in each for each in known if len(each) >= SHORTEST)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in {"drop", "star", "broadcast", "panel"}])
def test_what_a_rehearsal_says_was_written_or_is_a_stage_direction(played: Played, kind: str) -> None:
    state = fold(log_file.read(played(kind)).events)
    typed = {*request(kind).script} if "script" in type(request(kind)).model_fields else set()
    assert state.turns
    for turn in state.turns:
        assert turn.author == (turn.ended.words_by or turn.author)
        if turn.text in typed:
            assert turn.author == PERSON
        elif turn.author == RULES:
            staged = turn.text.startswith("(") and turn.text.endswith(")")
            assert staged or (turn.member == "keeper" and NUMBERS.search(turn.text)), turn.text
        else:
            assert turn.author.kind == "writer", turn.text
            assert is_written(turn.text), turn.text
