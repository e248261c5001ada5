"""Every shipped repertoire can be played: its lines are known people's, its questions answered, its talks written."""

from __future__ import annotations

from collections import Counter

import pytest

from parley.core.base.packaged import names
from parley.core.home import Home
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.studio import Studio
from parley.core.voices.rehearsal.repertoire import (
    FOLDER,
    LAST,
    WINDS_UP,
    Repertoire,
    RepertoireLine,
    for_topic,
    get_repertoire,
)
from tests.played_runs import REHEARSAL, played_in

FEWEST = 8
"""Lines that each member has."""


def test_every_line_names_what_is_there_and_every_member_can_open_end_and_go_on(home: Home) -> None:
    for name in names(FOLDER):
        found = get_repertoire(name)
        members = [member.id for member in Studio(home).library.cast(found.cast).members]
        ids = [line.id for line in found.lines if line.id]
        by_id = {line.id: line for line in found.lines if line.id}
        assert found.id == name
        assert for_topic(found.cast, found.language, found.topic) is found
        assert len(ids) == len(set(ids))
        assert len(found.places) == len(found.lines)
        for line in found.lines:
            assert line.by in members, line
            assert not line.to or line.to in members, line
            assert all(by_id[each].by != line.by for each in line.answers), line
        counts = Counter(line.by for line in found.lines)
        for member in members:
            acts = {line.act for line in found.lines if line.by == member and not line.answers}
            assert counts[member] >= FEWEST, member
            assert "open" in acts, member
            assert acts & LAST, member


def test_every_question_is_answered_by_whom_it_is_put_to() -> None:
    for name in names(FOLDER):
        lines = get_repertoire(name).lines
        answers = {(line.by, each) for line in lines if line.act == "answer" for each in line.answers}
        for line in lines:
            if line.act == "ask":
                assert line.to, line
                assert (line.to, line.id) in answers, line


def lines_of(home: Home, found: Repertoire, seed: int) -> list[RepertoireLine]:
    """The written lines of a standup on the topic, in their order."""
    request = RoundtableRequest(
        topic=found.topic, cast=found.cast, language=found.language, format="standup", seed=seed, turns=24,
        simulated=True, fresh=True, voice=REHEARSAL,
    )  # fmt: skip
    return [found.places[turn.text] for turn in played_in(home, request).state.turns if turn.text in found.places]


@pytest.mark.slow
def test_lines_stand_beside_what_they_can_and_promises_end_the_talk(home: Home) -> None:
    for name in names(FOLDER):
        found, said = get_repertoire(name), set[str]()
        lines = lines_of(home, found, seed=3)
        for line in lines:
            assert not line.after or said & set(line.after), line
            assert not said & set(line.not_after), line
            said |= {line.id} - {""}
        begun = next(at for at, line in enumerate(lines) if line.act == "commit")
        for before, line in zip(lines[begun:], lines[begun + 1 :], strict=False):
            kept = line.act in {"commit", *LAST, *WINDS_UP}
            assert kept or (before.act == "commit" and before.id in line.answers and line.act != "ask"), line
        assert lines[-1].act == "decide"
