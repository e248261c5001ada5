"""`parley memories`: what is told, in which order, and what is said where there is nothing to tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from parley.core.home import Home
from parley.core.log.codec import encode
from parley.core.log.events.base import Event
from parley.core.log.fold import fold
from parley.core.log.state import State
from tests.day_events import a_day
from tests.standup_events import sample_events
from tests.unit.cli.conftest import Parley, Told


def log(home: Home, events: Sequence[Event]) -> State:
    """Put a log into the home."""
    state = fold(events)
    path = home.runs / f"2026-01-05-{state.setup.mode}-{state.run}.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))
    return state


@pytest.fixture(scope="module")
def day() -> list[Event]:
    """A day in the German office."""
    return a_day(run_id="day")


@pytest.fixture
def recalled(told: Told) -> Told:
    """What `parley memories … --json` prints."""
    return partial(told, "memories")


@pytest.fixture
def refused(parley: Parley) -> Callable[..., str]:
    """Run `parley memories …`, which fails, and give back its one sentence."""

    def run(*arguments: object) -> str:
        said = parley("memories", *arguments)
        assert (said.code, said.out) == (2, "")
        return said.err

    return run


def test_who_is_neither_a_cast_nor_a_run_is_told(home: Home, refused: Callable[..., str], day: list[Event]) -> None:
    log(home, day)
    assert "There is no cast or run called 'svea'" in refused("svea")


def test_of_a_cast_what_its_next_run_remembers_and_from_which_run(home: Home, parley: Parley, recalled: Told) -> None:
    for run in ("talk", "0123456789ab"):
        # The other is named as runs of experiments are.
        topic = log(home, sample_events(6, run_id=run, cast_id="startup", provider="anthropic")).setup.topic
    found = recalled("startup")
    assert found
    assert {(each["run"], each["run_name"], each["when"][:10]) for each in found} == {("talk", topic, "2026-01-05")}
    assert all(each["text"] and each["type"] and each["name"] and each["member"] for each in found)
    told = parley("memories", "startup").out
    assert f"{found[0]['name']} ({found[0]['member']})" in told
    assert found[0]["text"] in told
    assert f"from {found[0]['run_name']} (talk)" in told


def test_of_a_run_what_its_members_brought_along_and_took_away(home: Home, parley: Parley, recalled: Told) -> None:
    state = log(home, sample_events(6, run_id="talk", cast_id="startup"))
    runs = [each["run"] for each in recalled("talk") if each["member"] == state.setup.members[1].id]
    assert runs[0] == "earlier"
    assert {each["run"] for each in recalled("talk")} == {"earlier", "talk"}
    assert "from a run that is here no more (earlier)" in parley("memories", "talk").out


def test_a_cast_that_has_been_through_nothing_is_told_beside_an_empty_list(parley: Parley) -> None:
    said = parley("memories", "startup", "--json")
    assert (said.code, said.out, said.err) == (0, "[]\n", "Nobody remembers anything of earlier runs.\n")
