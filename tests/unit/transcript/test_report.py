from __future__ import annotations

import json

import pytest

from core.log.events.run import RunContinued, RunResumed
from core.log.fold import fold
from core.log.report import report
from tests.standup_events import sample_events


@pytest.mark.parametrize("nasty", [False, True])
def test_a_report_is_json_and_says_what_happened(nasty: bool) -> None:
    state = fold(sample_events(12, nasty=nasty))
    told = json.loads(json.dumps(report(state)))
    assert told["status"] == "ended"
    assert told["turn"] == 12
    assert [line["text"] for line in told["transcript"]] == [turn.text for turn in state.turns]
    assert sum(member["turns"] for member in told["members"]) == 11
    assert [topic["to"] for topic in told["topics"]] == [[], ["boss"]]
    assert told["tokens"]["output"] == state.usage.output
    assert told["summary"]
    assert told["memories"][0]["turns"] == [2]
    assert told["actions"][0]["owner"] == "boss"


def test_a_report_does_not_tell_of_an_interruption() -> None:
    events = sample_events(12)
    middle = next(i for i, event in enumerate(events) if getattr(event, "turn", 0) == 3)
    at = events[middle - 1].at
    interrupted = [*events[:middle], RunResumed(at=at, torn=17), RunContinued(at=at), *events[middle:]]
    assert report(fold(interrupted)) == report(fold(events))
