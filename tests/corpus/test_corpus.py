"""The program does with the logs of the corpus what it did at the commit they were made with.

What takes longer than a look at every log is done with a part of them here, and with all where slow tests run too.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from markupsafe import escape

from parley.core.base.line import drop_control
from tests.corpus import program, steps
from tests.corpus.read import LOGBOOKS, Log, differences, logs, made_otherwise, opened

SHARES = 8
"""Parts that the corpus is cut into, for as many processes."""
SAMPLE = 5
"""One log of so many is looked at wholly in the usual run."""
EVERY = 3
"""One log of so many has its states and steps looked at there, and whatever else shows what these do not."""
PDF = "pdf original"
"""Logbooks are no longer made as PDF; the corpus remembers what they were."""


def share(number: int, every: int = 1) -> list[Log]:
    """A part of the corpus; one of `every` of it."""
    return list(logs().values())[number::SHARES][::every]


@cache
def covering() -> frozenset[str]:
    """Names of one log of every `EVERY`, and of others, so that no kind of log and no type of event is left out."""
    named, seen = set[str](), set[str]()
    known = list(logs().values())
    for log in [*known[::EVERY], *known]:
        shows = {*log.kinds, *(each.decode() for each in re.findall(rb'^{"type":"([a-z.]+)"', log.data, re.MULTILINE))}
        if log in known[::EVERY] or shows - seen:
            named.add(log.name)
            seen |= shows
    return frozenset(named)


def agree(said: list[str]) -> None:
    """Fail with everything that was said."""
    if said:
        pytest.fail(f"{len(said)} differences\n" + "\n".join(said[:20]), pytrace=False)


@pytest.fixture
def expected_logs() -> list[str]:
    return ["is missing the following glyphs"]


@pytest.mark.parametrize("number", range(SHARES))
def test_states_measures_and_requests_are_what_they_were(number: int) -> None:
    """At five turns each, at the end, and at every turn."""
    agree([said for log in share(number) if log.name in covering() for said in found_otherwise(log)])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SHARES))
def test_all_states_measures_and_requests_are_what_they_were(number: int) -> None:
    """Of all other logs."""
    agree([said for log in share(number) if log.name not in covering() for said in found_otherwise(log)])


def found_otherwise(log: Log) -> list[str]:
    return differences(log, ["states", "measures", "requests"])


@pytest.mark.parametrize("number", range(SHARES))
def test_every_event_changes_what_it_changed(number: int) -> None:
    """In every field of the state and its slices, and in what members have witnessed."""
    agree([
        said for log in share(number) if log.name in covering() for said in steps.changed(log.name, log.data)
    ])  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SHARES))
def test_every_event_of_all_logs_changes_what_it_changed(number: int) -> None:
    """Of all other logs."""
    agree([
        said for log in share(number) if log.name not in covering() for said in steps.changed(log.name, log.data)
    ])  # fmt: skip


PAGE = "html"
"""The replay is made otherwise on purpose, time and again: what it holds is looked at, not its bytes."""


@pytest.mark.parametrize("number", range(SHARES))
@pytest.mark.slow
def test_exports_are_what_they_were(number: int) -> None:
    """Of a part of the logs: every export, and the logbook but for the PDF."""
    wanted = {*program.export_names(), *LOGBOOKS} - {PDF, PAGE}
    said = (
        differences(log, ["exports", "logbooks"], only=lambda _section, part: part in wanted)
        for log in share(number, SAMPLE)
    )
    agree([each for one in said for each in one])


@pytest.mark.parametrize("number", range(SHARES))
@pytest.mark.slow
def test_pages_hold_what_was_said_in_its_order(number: int) -> None:
    """Of a part of the logs: every line of the replay, whatever the page around it looks like."""
    for log in share(number, SAMPLE):
        with opened(log) as of:
            page, at = of.export(PAGE).decode(), 0
            for turn in of.run.state.turns:
                at = page.index(f'<p class="text" dir="auto">{escape(drop_control(turn.text))}</p>', at) + 1


@pytest.mark.parametrize("number", range(SHARES))
@pytest.mark.slow
def test_what_is_made_anew_is_what_it_was(number: int) -> None:
    """The same commands, and the same director, give the same log byte for byte; of a part of the logs."""
    agree([said for log in share(number, SAMPLE) if log.again for said in made_otherwise(log)])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SHARES))
def test_all_that_is_made_anew_is_what_it_was(number: int) -> None:
    """Of all other logs."""
    agree(
        [
            said
            for log in share(number)
            if log.again and log not in share(number, SAMPLE)
            for said in made_otherwise(log)
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SHARES))
def test_all_exports_are_what_they_were(number: int) -> None:
    """Of all other logs."""
    sample, said = {log.name for log in share(number, SAMPLE)}, list[str]()
    for log in share(number):
        wanted: set[str] = set() if log.name in sample else {*program.export_names(), *LOGBOOKS} - {PDF, PAGE}
        said += differences(log, ["exports", "logbooks"], only=lambda _section, part, wanted=wanted: part in wanted)
    agree(said)


def test_the_corpus_has_everything() -> None:
    kinds = {kind for log in logs().values() for kind in log.kinds}
    assert kinds >= {"roundtable", "scene", "day", "story", "dialogue", "duologue", "experiment"}
    assert kinds >= {"fork", "steered", "interrupted", "imported", "carried", "written"}
    assert len(logs()) >= 400
    assert sum(log.again for log in logs().values()) >= 300
