"""Experiments at the real window: made in the dialog, run, paused, gone on with, looked at."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QSpinBox

from parley.core.home import Home
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.analysis import assess_data
from parley.core.studio.experiments.comparing import summarise_cells
from parley.core.studio.experiments.methods import write_methods
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment, read_spec
from parley.core.studio.experiments.table import build_table
from parley.core.studio.experiments.writing import as_csv
from parley.desktop.experiments.commands import ExperimentCommands
from parley.desktop.experiments.spec_view.dialog import ExperimentDialog
from parley.desktop.experiments.view.view import PLOT, RUNS, ExperimentsFrame
from tests.strict_server import KEY, Say, StrictServer
from tests.widget.real_window import PATIENCE, Desk, Opener
from tests.widget.test_taking import drop

LEFT = Qt.MouseButton.LeftButton
SPEC = """
name = "What they know"
note = "Does it matter?"
repetitions = 3
parallel = 4
metrics = ["convergence.parley.balanced.score", "language.questions"]

[duologue]
a = "Ada"
b = "Bo"
voice = "rehearsal"
turns = 6

[grid]
awareness = ["none", "high"]
temperature_a = [0.2, 1.2]
"""


def written(folder: Path, text: str = SPEC) -> Path:
    path = folder / "spec.toml"
    path.write_text(text, "utf-8")
    return path


def finished(home: Home, text: str = SPEC) -> Experiment:
    """An experiment of the home, every run of it ended."""
    path = written(home.path, text)
    experiment = read_spec(path)[0]
    logs.keep(home, experiment, text)

    async def main() -> None:
        studio = ExperimentService(home)
        try:
            await Running(studio, Plan(experiment), home.path).live()
        finally:
            await studio.close()

    asyncio.run(main())
    return experiment


def ended(home: Home, plan: Plan) -> dict[str, bytes]:
    files = {planned.run: logs.get_logs_of(home).get(planned.run) for planned in plan.runs}
    return {run: path.read_bytes() for run, path in files.items() if path is not None and logs.is_finished(path)}


@pytest.fixture
def experiment(home: Home) -> Experiment:
    return finished(home)


async def shown(desk: Desk, id_: str = "") -> tuple[ExperimentCommands, ExperimentsFrame]:
    """The experiments' window, all measured."""
    commands = desk.desktop.commands.rooms["experiments"].desk
    desk.action("experiments").trigger()
    await desk.idle()
    assert commands.frame is not None
    if id_:
        commands.choose(id_)
        await desk.idle()
    return commands, commands.frame


def replace(field: QLineEdit, text: str) -> None:
    field.selectAll()
    QTest.keyClicks(field, text)


def number(dialog: ExperimentDialog, name: str) -> QSpinBox:
    found = dialog.often.editors[name]
    assert isinstance(found, QSpinBox)
    return found


async def whole(desk: Desk, button: QAbstractButton) -> tuple[ExperimentCommands, ExperimentsFrame]:
    """Press what starts an experiment, and wait until it runs no more."""
    desk.click(button)
    commands = desk.desktop.commands.rooms["experiments"].desk
    await desk.until(lambda: commands.running is not None, "it runs")
    await desk.until(lambda: commands.running is None, "it stands")
    await desk.idle()
    assert commands.frame is not None
    return commands, commands.frame


async def write(desk: Desk, *, turns: int = 4, repetitions: int = 3) -> ExperimentDialog:
    """Fill in the dialog by hand: two settings with two values each."""
    dialog = await desk.open("new_experiment", ExperimentDialog)
    replace(dialog.name, "By hand")
    voice = dialog.talk.editors["voice"].findChild(QLineEdit)
    assert isinstance(voice, QLineEdit)
    replace(voice, "rehearsal")
    length = dialog.talk.editors["turns"]
    assert isinstance(length, QLineEdit)
    replace(length, str(turns))
    desk.click(dialog.add)
    assert dialog.varied[1].name() == "temperature"
    replace(dialog.varied[1].values, "0.2, 1.2")
    number(dialog, "repetitions").setValue(repetitions)
    await desk.until(
        lambda: dialog.size_told.text() == f"4 cells × {repetitions} = {4 * repetitions} runs", "it is sized"
    )
    return dialog


@pytest.mark.slow
async def test_one_is_made_in_the_dialog_run_and_equals_the_core(desk: Desk, home: Home, tmp_path: Path) -> None:
    dialog = await write(desk)
    # The Tab key goes by the order of the eye.
    stops = [dialog.head.editors["note"].nextInFocusChain()]
    while stops[-1] is not dialog.head.editors["note"]:
        stops.append(stops[-1].nextInFocusChain())
    stops = [each for each in stops if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisibleTo(dialog)]
    assert stops[0] is dialog.talk.editors["a"], "no stop that nobody sees is before it"
    places = [stops.index(part) for one in dialog.varied for part in (one.setting, one.values, one.remove)]
    around = [stops.index(dialog.more), *places, stops.index(dialog.add), stops.index(dialog.often.editors["seed"])]
    assert around == sorted(around)
    assert "48 lines" in dialog.detail.text()
    assert dialog.start.isEnabled()
    commands, frame = await whole(desk, dialog.start)
    assert "all 12 runs are finished" in frame.notices.list_shown()[0].sentence
    # What the window wrote is what the command line reads.
    experiment = logs.find(home, "by-hand")
    assert experiment == read_spec(logs.get_spec_path(home, "by-hand"))[0]
    assert dict(experiment.grid) == {"awareness": ("none", "high"), "temperature": (0.2, 1.2)}
    plan = Plan(experiment)
    table = build_table(home, plan, experiment.metrics)
    view = frame.view
    told = {row.key: row.values[-6:-1] for row in view.cells.model.rows}
    assert {row.values[-1] for row in view.cells.model.rows} == {"rehearsal · script"}
    assert view.written_by.whole() == "Rehearsed: a script wrote the lines, no language model."
    assert told == {
        (one.figure, one.cell): (one.n, one.mean, one.sd, one.low, one.high) for one in summarise_cells(table, plan)
    }
    found = assess_data(table, plan)
    assert view.methods.toPlainText() == " ".join(write_methods(plan, table, found))
    tested = {row.key: row.values[2:-1] for row in view.factors.model.rows}
    assert tested == {
        (one.figure, *one.term.factors): (
            one.term.f, one.term.df, one.term.df_error, one.term.eta, one.p_holm, one.term.p, one.term.p_permutation,
            one.n,
        )
        for one in found.effects
    }  # fmt: skip
    effects = {row.key: row.values[5:-1] for row in view.changes.model.rows}
    assert effects == {
        (one.figure, one.setting, one.a, one.b, one.within): (
            one.difference, one.low, one.high, one.g, one.p_holm, one.p_welch, one.p_mann_whitney, one.p_permutation,
            one.n_a, one.n_b,
        )
        for one in found.comparisons
    }  # fmt: skip
    assert len(view.runs.model.rows) == 12
    assert all(row.run and row.values[1] == "finished" for row in view.runs.model.rows)
    # A folder with all of it, as for a paper; the table is that of the command line.
    await commands.export(tmp_path / "paper")
    assert (tmp_path / "paper" / "table.csv").read_bytes() == b"".join(as_csv(build_table(home, plan), plan))
    names = {each.name for each in (tmp_path / "paper").iterdir()}
    assert {"table.csv", "table.parquet", "effects.csv", "methods.md", "spec.toml", "plots.pdf"} <= names
    assert sum(name.endswith(".svg") for name in names) == 3 * len(found.figures)
    assert view.methods.toPlainText() in (tmp_path / "paper" / "methods.md").read_text("utf-8")


class Gate:
    """What a server says: it answers as many requests as it is let, and all others wait."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._asked = self._allowed = 0

    def let(self, count: int) -> None:
        """Have so many answered in all."""
        with self._changed:
            self._allowed = count
            self._changed.notify_all()

    def __call__(self, _body: dict[str, Any]) -> Say:
        with self._changed:
            self._asked += 1
            mine = self._asked
            self._changed.wait_for(lambda: mine <= self._allowed, PATIENCE)
        return Say("I would rather wait for the rain.")


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """A server's gate: whatever speaks through a server speaks through this one."""
    made = Gate()
    with StrictServer(reply=made) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        yield made
        made.let(ALL)


ALL = 1_000_000


def spoken(home: Home, *, turns: int, parallel: int, repetitions: int = 3) -> tuple[Experiment, str]:
    """An experiment of the home, of four cells, that speaks through a server."""
    text = SPEC.replace("turns = 6", f"turns = {turns}").replace('"rehearsal"', '"anthropic"')
    text = text.replace("parallel = 4", f"parallel = {parallel}")
    text = text.replace("repetitions = 3", f"repetitions = {repetitions}")
    experiment = read_spec(written(home.path, text))[0]
    logs.keep(home, experiment, text)
    return experiment, text


@pytest.mark.slow
async def test_it_is_paused_and_gone_on_with(desk: Desk, home: Home, gate: Gate) -> None:
    experiment, _text = spoken(home, turns=3, parallel=1)
    commands, frame = await shown(desk, experiment.id)
    head = frame.view.head
    # Two runs, and the third is under way.
    gate.let(2 * 3 + 1)
    desk.click(head.start)
    await desk.until(lambda: commands.running is not None and commands.running.figure().done == 2, "two are done")
    running = commands.running
    assert running is not None
    await desk.until(head.pause.isVisible, "it can be paused")
    desk.click(head.pause)
    assert running.pausing
    await desk.until(lambda: not running._process.bytesToWrite(), "it was told so")
    gate.let(ALL)
    await desk.until(lambda: commands.running is None, "it stands")
    await desk.idle()
    plan = Plan(experiment)
    done = ended(home, plan)
    assert 2 <= len(done) < 12
    assert head.start.text() == "Go on"
    assert str(len(done)) in head.told.text()
    assert "stands" in frame.notices.list_shown()[0].sentence
    await whole(desk, head.start)
    assert len(ended(home, plan)) == 12
    assert ended(home, plan).items() >= done.items(), "what was finished was not run again"
    assert not head.start.isVisible()
    assert len(frame.view.cells.model.rows) == 4 * 2


@pytest.mark.slow
def test_closing_the_window_pauses_it(opened: Opener, home: Home, gate: Gate) -> None:
    experiment, text = spoken(home, turns=3, parallel=2)

    async def body(desk: Desk) -> None:
        commands, frame = await shown(desk, experiment.id)
        gate.let(2 * 3 + 1)
        desk.click(frame.view.head.start)
        await desk.until(lambda: commands.running is not None and commands.running.figure().done >= 1, "one is done")
        # Its page may be left: it goes on.
        frame.leave_frame()
        gate.let(4 * 3 + 1)
        await desk.until(lambda: commands.running is not None and commands.running.figure().done >= 3, "it goes on")

    opened(body)
    plan = Plan(experiment)
    assert 3 <= len(ended(home, plan)) < 12
    # The log that was under way was closed in order, and nobody holds the experiment.
    gate.let(ALL)
    finished(home, text)
    assert len(ended(home, plan)) == 12


@pytest.mark.slow
async def test_a_point_opens_its_run_and_one_comes_back(desk: Desk, experiment: Experiment) -> None:
    await desk.played()
    first = desk.state.run
    _commands, frame = await shown(desk, experiment.id)
    view = frame.view
    view.open_page(PLOT)
    chart = view.plot.pictures
    await desk.until(lambda: bool(chart.pictures) and len(chart.pictures[0].spots) == 12, "all runs are drawn")
    picture = chart.pictures[0]
    spot, zoom = picture.spots[5], chart.heightForWidth(chart.width()) / picture.height
    QTest.mouseClick(chart, LEFT, pos=QPointF(spot.at[0] * zoom, spot.at[1] * zoom).toPoint())
    await desk.until(lambda: desk.state.run in {one.run for one in picture.spots}, "a run is open")
    await desk.idle()
    assert desk.state.setup.mode == "duologue"
    notice = desk.notice()
    assert experiment.name in notice.sentence
    assert not frame.isVisible()
    notice.buttons[0].pressed()
    await desk.idle()
    assert frame.isVisible()
    notice.buttons[1].pressed()
    await desk.idle()
    assert not frame.isVisible()
    assert desk.state.run == first
    # And by a row.
    view.open_page(RUNS)
    view.runs.table.selectRow(3)
    QTest.keyClick(view.runs.table, Qt.Key.Key_Return)
    wanted = view.runs.model.rows[3].run
    await desk.until(lambda: desk.state.run == wanted, "the row's run is open")
    await desk.idle()


@pytest.mark.slow
async def test_a_dropped_spec_is_taken_in(desk: Desk, home: Home, tmp_path: Path) -> None:
    path = written(tmp_path)
    other = tmp_path / "cast.toml"
    other.write_text('name = "No experiment"\n', "utf-8")

    commands = desk.desktop.commands.rooms["experiments"].desk
    for file in (other, path):
        drop(desk, [file])
        await desk.until(lambda: desk.notices() or commands.chosen, "it was looked at")
    assert [notice for notice in desk.notices() if "cast.toml" in notice and "nothing that can be taken" in notice]
    await desk.until(lambda: commands.chosen == "what-they-know", "it is shown")
    await desk.idle()
    assert logs.folder_of(home, "what-they-know") == tmp_path
    frame = commands.frame
    assert frame is not None
    assert frame.view.spec.toPlainText() == SPEC
    assert frame.view.head.start.text() == "Start"
    # The same once more asks nothing.
    await commands.specs.take_in([path])
    await desk.idle()
    assert commands.ids() == ("what-they-know",)


@pytest.mark.slow
async def test_it_is_edited_duplicated_and_removed_with_a_way_back(
    desk: Desk, home: Home, experiment: Experiment
) -> None:
    commands, frame = await shown(desk, experiment.id)
    desk.click(frame.view.head.tools["edit"])
    dialog = await desk.dialog(ExperimentDialog)
    assert dialog.name.isReadOnly()
    number(dialog, "repetitions").setValue(4)
    await desk.until(lambda: "16 runs" in dialog.size_told.text(), "it is sized")
    desk.click(dialog.save)
    await desk.until(lambda: desk.find(ExperimentDialog) is None, "it is kept")
    await desk.idle()
    changed = logs.find(home, experiment.id)
    assert changed == experiment.model_copy(update={"repetitions": 4})
    assert "12 of 16" in frame.view.head.told.text()
    desk.click(frame.view.head.tools["duplicate"])
    dialog = await desk.dialog(ExperimentDialog)
    await desk.until(lambda: "16 runs" in dialog.size_told.text(), "it is sized")
    replace(dialog.name, "What they know")
    await desk.until(lambda: "already" in dialog.problem.text(), "it is told")
    assert not dialog.save.isEnabled()
    replace(dialog.name, "Another")
    await desk.until(dialog.save.isEnabled, "it can be kept")
    desk.click(dialog.save)
    await desk.until(lambda: commands.chosen == "another", "it is shown")
    await desk.idle()
    assert dict(logs.find(home, "another").grid) == dict(experiment.grid)
    desk.click(frame.view.head.tools["remove"])
    await desk.until(lambda: "another" not in commands.ids(), "it is gone")
    await desk.idle()
    notice = frame.notices.list_shown()[0]
    assert "stay in the library" in notice.hint
    notice.buttons[0].pressed()
    await desk.until(lambda: "another" in commands.ids(), "it is back")
    await desk.idle()


@pytest.mark.slow
async def test_a_broken_spec_and_one_that_runs_elsewhere_are_told(desk: Desk, home: Home) -> None:
    home.experiments.mkdir(parents=True, exist_ok=True)
    (home.experiments / "broken.toml").write_text("name = ", "utf-8")
    written(home.experiments).rename(home.experiments / "what-they-know.toml")
    commands, frame = await shown(desk, "broken")
    assert "broken.toml" in frame.view.head.note.whole()
    assert not frame.view.head.start.isVisible()
    commands.choose("what-they-know")
    await desk.idle()
    with FileLock(home.lock("experiment-what-they-know")):
        desk.click(frame.view.head.start)
        await desk.until(lambda: bool(frame.notices.list_shown()), "it is told")
    await desk.idle()
    assert frame.notices.list_shown()[0].kind == "error"
    assert "another Parley" in frame.notices.list_shown()[0].sentence
    assert commands.running is None


@pytest.mark.slow
async def test_runs_that_stand_say_why(desk: Desk, home: Home) -> None:
    logs.keep(home, read_spec(written(home.path))[0], SPEC)
    _commands, frame = await shown(desk, "what-they-know")
    broken = [home.runs / f"{planned.run}.jsonl" for planned in Plan(logs.find(home, "what-they-know")).runs]
    for path in broken:
        path.write_bytes(b"no log\n")
    head = frame.view.head
    await whole(desk, head.start)
    assert head.parked.isVisible()
    assert head.parked.text() == "12 runs stand"
    desk.click(head.parked)
    assert frame.view.page == RUNS
    assert all("delete its log" in str(row.values[1]) for row in frame.view.runs.model.rows)
    for path in broken:
        path.unlink()
    await whole(desk, head.start)
    assert not head.parked.isVisible()
    assert len(frame.view.cells.model.rows) == 8
