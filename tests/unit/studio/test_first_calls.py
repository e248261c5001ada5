"""What would be sent first is shown before a run is begun, and is what is sent then."""

from __future__ import annotations

import pytest

from parley.core.engine.run_request import RunRequest
from parley.core.home import Home
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.office.request import SceneRequest
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.preview import MOST, SAID, first_calls_of
from parley.core.studio.studio import Studio
from tests.played_runs import REHEARSAL, duologue, played_in

REQUESTS = (
    RoundtableRequest(voice=REHEARSAL, seed=3, simulated=True),
    DuologueRequest(sides=(SideRequest("Ada"), SideRequest("Bo")), voice=REHEARSAL, seed=3, simulated=True),
)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_it_is_what_is_sent(home: Home, request_: RunRequest) -> None:
    studio = Studio(home)
    first = first_calls_of(studio.compose(request_), home, studio.settings)[0]
    assert first.turn == 1
    run = played_in(home, request_)
    turn = run.state.turns[0]
    assert (turn.reply and turn.reply.request_hash) == first.payload.digest()
    assert run.state.name_of(turn.member) == first.name


def test_nothing_is_kept_and_nobody_is_called(home: Home) -> None:
    studio = Studio(home)
    config = studio.compose(duologue(2, voice=REHEARSAL))
    before = sorted(home.runs.parent.rglob("*"))
    calls = first_calls_of(config, home, studio.settings)
    assert sorted(home.runs.parent.rglob("*")) == before
    assert [call.turn for call in calls] == [1, 2]
    assert [SAID in item.text for call in calls for item in call.payload.items if item.text][-1]


def test_there_is_one_for_each_member_and_not_too_many(home: Home) -> None:
    studio = Studio(home)
    assert len(first_calls_of(studio.compose(duologue(6, voice=REHEARSAL)), home, studio.settings)) == MOST
    scene = studio.compose(SceneRequest(cast="studio", members=("bex", "noor"), voice=REHEARSAL))
    assert {call.turn for call in first_calls_of(scene, home, studio.settings)} == {0}
