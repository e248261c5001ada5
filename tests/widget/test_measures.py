"""What is measured of the open run."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from parley.core.home import Home
from parley.core.log.events.turn import TurnEnded, TurnRetried, TurnStarted
from parley.core.measures.registry import measure_run
from parley.core.studio.studio import Studio
from parley.desktop.bridge import Batch
from parley.desktop.convergence.model import MeasuresModel
from parley.desktop.convergence.view.view import ConvergenceView
from parley.desktop.run.model import RunModel
from tests.played_runs import duologue, played_in
from tests.widget.real_window import Desk, Opener


@pytest.fixture
def model(home: Home, qtbot: QtBot) -> RunModel:
    studio = Studio(home)
    made = RunModel()
    made.open(studio.open(played_in(home, duologue(turns=12)).state.run), studio.library.plan("studio"))
    return made


def test_the_two_of_a_duologue_are_shown_and_score_as_reported(model: RunModel) -> None:
    measures = MeasuresModel(model)
    measures.finish()
    figure = measures.convergence()
    assert figure.pair == (0, 1)
    assert figure.turns == tuple(range(2, 13))
    reported = measure_run(model.replay.live)["convergence.parley.balanced.score"]
    assert figure.scores[-1] == pytest.approx(reported)
    measures.choose_score("classic", "strict")
    assert measures.convergence().scores[-1] == measure_run(model.replay.live)["convergence.classic.strict.score"]


def test_the_convergence_follows_the_selected_turns(model: RunModel) -> None:
    measures = MeasuresModel(model)
    measures.finish()
    model.select_span(9, 4)
    assert model.span == range(4, 10)
    score = measures.convergence()
    assert {*score.turns} <= {*model.span}
    assert (len(score.turns), sum(n for _a, _b, n in score.pairs)) == (6, 6)
    model.clear_span()
    assert measures.convergence().turns[-1] == 12


def test_the_window_shows_how_a_duologue_converged(opened: Opener, home: Home) -> None:
    run = played_in(home, duologue(router="alternation", stop_at=0.1, on_convergence="stop", turns=8)).state.run

    async def body(desk: Desk) -> None:
        await desk.desktop.session.open(run)
        await desk.idle()
        desk.window.show_dock("convergence")
        await desk.until(lambda: desk.window.in_front("convergence"), "the dock is in front")
        view = desk.window.view("convergence")
        assert isinstance(view, ConvergenceView)
        desk.window.settle()
        assert view._figure.reached
        assert desk.window.docks["convergence"].title.caption()
        rows = [row.kind for row in desk.desktop.model.transcript.rows]
        assert "converged" in rows
        model, turn = desk.desktop.model, desk.state.turns[-1].number
        said = [each for each in model.replay.events if isinstance(each, TurnStarted | TurnEnded) and each.turn == turn]
        model.take(Batch(run, [*enumerate([TurnRetried(at=said[0].at, turn=turn), *said], len(model.replay.events))]))
        desk.window.settle()
        assert not view._figure.reached, "taken again, it may sound otherwise"

    opened(body)
