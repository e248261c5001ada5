"""What would be sent first is shown before a run is begun, and is what is sent then."""

from __future__ import annotations

import asyncio

import pytest

from parley.core.engine.run_request import RunRequest
from parley.core.home import Home
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.request_preview import first_calls
from parley.core.studio.studio import Studio
from tests.played_runs import REHEARSAL, played_in

REQUESTS = (
    RoundtableRequest(voice=REHEARSAL, seed=3, simulated=True),
    DuologueRequest(sides=(SideRequest("Ada"), SideRequest("Bo")), voice=REHEARSAL, seed=3, simulated=True),
)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_it_is_what_is_sent(home: Home, request_: RunRequest) -> None:
    studio = Studio(home)
    first = asyncio.run(first_calls(studio.compose(request_), home, studio.settings))[0]
    assert first.turn == 1
    run = played_in(home, request_)
    turn = run.state.turns[0]
    assert (turn.reply and turn.reply.request_hash) == first.payload.digest()
    assert run.state.name_of(turn.member) == first.name
