"""The convergence dock by embeddings: asked in the background, stopped, failed, gone on with, kept."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.measures.embedding import Meaning, Standard, plain_sentences
from parley.core.measures.registry import everything
from parley.core.voices.models import Catalogue, FetchStopped
from parley.desktop.convergence.figures import AskFigure
from parley.desktop.convergence.model import MeasuresModel
from parley.desktop.convergence.view import ConvergenceView
from parley.desktop.convergence.view.ask_strip import AskStrip
from parley.desktop.settings.view import SettingsDialog
from tests.embedding_server import Answer, EmbeddingServer, word_vector
from tests.widget.real_window import Desk, Opener
from tests.widget.test_measures import played


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as found:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", found.url)
        yield found


@pytest.fixture
def paths(home: Home, request: pytest.FixtureRequest) -> list[Path]:
    """The logs of talks of so many turns: of one with twelve."""
    return [played(home, turns=turns, seed=seed) for seed, turns in enumerate(getattr(request, "param", (12,)), 5)]


async def shown(desk: Desk, run: str) -> ConvergenceView:
    """The dock with a run in it."""
    await desk.desktop.session.open(run)
    await desk.idle()
    desk.window.show_dock("convergence")
    await desk.until(lambda: desk.window.in_front("convergence"), "the dock is in front")
    view = desk.window.view("convergence")
    assert isinstance(view, ConvergenceView)
    return view


def choose(view: ConvergenceView, calculator: str) -> None:
    """As a person does."""
    choice = view.score.calculator
    choice.setCurrentIndex(choice.findData(calculator))
    choice.activated.emit(choice.currentIndex())


async def all_read(desk: Desk) -> None:
    await desk.until(lambda: desk.window.panels["convergence"].model.asking().state == "", "all lines are read")


def test_choosing_it_asks_draws_and_fills_the_table(
    opened: Opener, home: Home, server: EmbeddingServer, tmp_path: Path
) -> None:
    path = played(home)

    async def body(desk: Desk) -> None:
        view, measures = await shown(desk, str(path)), desk.window.panels["convergence"].model
        QAbstractItemModelTester(measures.table, QAbstractItemModelTester.FailureReportingMode.Fatal)
        assert server.calls == []
        columns = measures.table.columnCount()
        server.gate.clear()
        choose(view, "embedding")
        assert view.ask.isVisible()
        assert "The model reads the lines" in view.score.chart.note.text()
        await desk.until(lambda: server.calls, "it is asked")
        server.gate.set()
        await all_read(desk)
        assert not view.ask.isVisible()
        figure, state = measures.convergence(), desk.state
        vectors = {text: word_vector(text) for text in [turn.text for turn in state.turns]}
        usual = Standard([word_vector(sentence) for sentence in plain_sentences("en")])
        reported = everything(state, Meaning(usual, vectors))
        assert figure.turns == tuple(range(2, 13))
        assert figure.scores[-1] == pytest.approx(reported["convergence.embedding.balanced.score"], abs=1e-5)
        assert desk.window.docks["convergence"].title.caption()
        choose(view, "parley")
        assert measures.convergence().components[1:] == figure.components[1:]
        assert measures.table.columnCount() == columns + 2
        measures.choose_rows("pairs")
        assert measures.table.columns()["convergence.embedding"][0] == pytest.approx(
            sum(figure.scores[1::2]) / len(figure.scores[1::2])
        )
        measures.choose_rows("turns")
        view.tabs.setCurrentIndex(view.PLOT)
        assert "embedding.content" in [name for _title, name, _tip in view.plot.measure.offered()]
        view.measure_chosen.emit("embedding.content", "member")
        assert view.plot._figure.curves
        desk.desktop.commands.measures.start(tmp_path / "table.csv")
        await desk.idle()

    opened(body)
    with (tmp_path / "table.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["convergence.embedding"] == ""
    assert 0 < float(rows[-1]["embedding.content"]) < 1


def test_it_is_kept_for_the_next_window(opened: Opener, home: Home, server: EmbeddingServer) -> None:
    path = played(home)

    async def body(desk: Desk) -> None:
        choose(await shown(desk, str(path)), "embedding")
        await all_read(desk)
        assert desk.window.panels["convergence"].model.convergence().scores

    opened(body)
    asked = len(server.calls)
    opened(body)
    assert len(server.calls) == asked > 0


@pytest.mark.parametrize("paths", [(24,)], indirect=True)
async def test_it_can_be_stopped_and_gone_on_with(desk: Desk, paths: list[Path], server: EmbeddingServer) -> None:
    view, measures = await shown(desk, str(paths[0])), desk.window.panels["convergence"].model
    server.answer = lambda body: server.gate.clear() if desk.state.turns[12].text in body["input"] else None
    choose(view, "embedding")
    await desk.until(lambda: not server.gate.is_set(), "it has come half way")
    view.ask.stop.click()
    await desk.idle()
    assert measures.asking().state == "stopped"
    assert measures.asking().total == 24
    assert 0 < len(measures.convergence().turns) < 23
    # What is not read yet has no value, and an older one's is not shown in its place.
    assert view.caption() == ""
    assert view.score.legend.switches[0].text().endswith("–")
    assert view.ask.again.text() == "Go on"
    server.answer = lambda _body: None
    server.gate.set()
    desk.desktop.model.show(3)
    await desk.idle()
    assert measures.asking().state == "stopped"
    view.ask.again.click()
    await all_read(desk)
    assert len(measures.convergence().turns) == 23


async def test_a_failure_is_told_and_can_be_tried_again(desk: Desk, paths: list[Path], server: EmbeddingServer) -> None:
    server.answer = lambda _body: Answer(501)
    view = await shown(desk, str(paths[0]))
    choose(view, "embedding")
    await desk.until(lambda: view.ask.again.isVisible(), "it failed")
    assert "offers no embeddings" in view.score.chart.note.text()
    assert "--embeddings" in view.score.chart.note.text()
    assert not desk.notices()
    choose(view, "classic")
    assert not view.ask.isVisible()
    assert view.score.chart.note.text() == ""
    server.answer = lambda _body: None
    choose(view, "embedding")
    await all_read(desk)
    assert desk.window.panels["convergence"].model.convergence().scores


def test_without_a_model_there_are_ways_out(
    opened: Opener, home: Home, server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played(home)
    monkeypatch.delenv("ANTHROPIC_BASE_URL")
    fetched: list[str] = []

    def fetch(_self: Catalogue, name: str, **options: object) -> None:
        fetched.append(name)
        if len(fetched) == 1:
            raise FetchStopped("stopped")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)

    monkeypatch.setattr(Catalogue, "fetch", fetch)

    async def body(desk: Desk) -> None:
        view = await shown(desk, str(path))
        choose(view, "embedding")
        await desk.until(lambda: view.ask.fetch.isVisible(), "it failed")
        assert "parley models get qwen2.5-coder-1.5b" in view.score.chart.note.text()
        view.ask.voices.click()
        dialog = await desk.dialog(SettingsDialog)
        dialog.reject()
        await desk.idle()
        view.ask.fetch.click()
        await desk.idle()
        assert desk.window.panels["convergence"].model.asking().state == "stopped"
        desk.desktop.commands.measures._embeddings.fetch()
        await desk.idle()
        await all_read(desk)
        assert desk.window.panels["convergence"].model.convergence().scores

    opened(body)
    assert fetched == [""] * 2


@pytest.mark.parametrize("paths", [(20, 10)], indirect=True)
async def test_another_run_and_another_calculator_end_it(
    desk: Desk, paths: list[Path], server: EmbeddingServer
) -> None:
    first, second = paths
    view, measures = await shown(desk, str(first)), desk.window.panels["convergence"].model
    server.gate.clear()
    choose(view, "embedding")
    await desk.until(lambda: server.calls, "it is asked")
    await desk.desktop.session.open(str(second))
    server.gate.set()
    await desk.until(lambda: len(measures.convergence().turns) == 9, "the other run is read")
    await desk.desktop.session.open(str(first))
    choose(view, "parley")
    await desk.idle()
    assert measures.asking().state == ""
    asked = len(server.calls)
    await desk.idle()
    assert len(server.calls) == asked


async def test_a_live_run_is_followed_turn_by_turn(desk: Desk, home: Home, server: EmbeddingServer) -> None:
    await desk.begin(turns=6, voice=VoiceSpec(provider="rehearsal"))
    desk.window.show_dock("convergence")
    await desk.until(lambda: desk.window.in_front("convergence"), "the dock is in front")
    view, measures = desk.window.view("convergence"), desk.window.panels["convergence"].model
    assert isinstance(view, ConvergenceView)
    measures.choose_score("embedding", "balanced")
    for turns in (2, 3, 6):
        while desk.turns < turns:
            before = desk.turns
            desk.desktop.session.step()
            await desk.until(lambda before=before: desk.turns > before, "a turn is taken")
        await desk.until(lambda turns=turns: measures._measuring.embedded == turns, "its line is read")
    said = {turn.text for turn in desk.state.turns}
    assert sorted(text for text in server.texts if text in said) == sorted(said)


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        (AskFigure("learning", 8, 40), "Getting to know the model: 8 of 40"),
        (AskFigure("asking", 8, 60), "Reading: 8 of 60 lines"),
        (AskFigure("fetching"), "Fetching the model …"),
        (AskFigure("fetching", 3_000_000, 93_000_000), "Fetching: 3 of 93 MB"),
        (AskFigure("stopped", 8, 60), "Stopped: 8 of 60 lines"),
        (AskFigure("stopped"), "Stopped."),
        (AskFigure("failed", 0, 0, "It failed.", "Try again."), "It failed."),
    ],
)
def test_the_strip_tells_how_far_it_is(figure: AskFigure, told: str, qtbot: QtBot) -> None:
    strip = AskStrip()
    qtbot.addWidget(strip)
    strip.resize(600, 30)
    strip.show_figure(figure)
    strip.show()
    assert strip.label.text() == told
    assert strip.accessibleName() == told
    assert strip.sentence()
    busy = figure.state not in {"failed", "stopped"}
    assert strip.stop.isVisible() == strip.bar.isVisible() == busy
    strip.resize(150, 30)
    assert strip.label.width() < 150


def test_nobody_is_asked_before_somebody_wants_it(home: Home, qtbot: QtBot) -> None:
    from parley.core.studio.studio import Studio
    from parley.desktop.run.model import RunModel

    studio, model = Studio(home), RunModel()
    model.open(studio.open(str(played(home))), studio.library.plan("studio"))
    measures = MeasuresModel(model)
    with qtbot.assertNotEmitted(measures.vectors_wanted):
        measures.finish()
        measures.convergence()
    with qtbot.waitSignal(measures.vectors_wanted):
        measures.choose_score("embedding", "balanced")
        measures.convergence()
    with qtbot.assertNotEmitted(measures.vectors_wanted):
        measures.convergence()
    assert measures.convergence().turns == ()
