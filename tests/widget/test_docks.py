"""Docks and desktop halves that packages bring: a row and a class are all that the window needs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QSettings, Signal
from PySide6.QtWidgets import QLabel, QWidget

from parley.core.engine.mode_spec import MODES
from parley.core.log.replay import Replay
from parley.desktop.docks import DOCKS, DockSpec
from parley.desktop.modes.registry import ForeignModeView, ModeView, view_class
from parley.desktop.shell.action_table import BY_ID
from parley.desktop.toolbar.view.page_bar import PageBar
from tests.standup_events import sample_events
from tests.widget.real_window import Desk


class Score(QLabel):
    """The view of a stranger's dock."""

    turn_chosen = Signal(int)
    member_chosen = Signal(str)
    member = ""

    def show_figure(self, figure: int) -> None:
        self.setText(f"{figure} turns")

    def select_member(self, member: str) -> None:
        self.member = member


def score(**more: object) -> DockSpec:
    row: dict[str, object] = {"behind": "inspector", "figure": lambda run: run.shown, "size": (320, 200)}
    row["key"] = "Alt+Shift+S"
    return DockSpec(name="score", title="Score", view=f"{__name__}:Score", **(row | more))  # type: ignore[arg-type]


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """A stranger's dock, found as by its entry point; with a key of its own or with the parameter."""
    spec = score(**getattr(request, "param", {}))
    monkeypatch.setattr(DOCKS, "_values", {**DOCKS._values, "score": spec})
    yield
    BY_ID.pop("panel.score", None)


@pytest.mark.usefixtures("added")
async def test_a_strangers_dock_is_connected_as_our_own(desk: Desk) -> None:
    window = desk.window
    assert not window.docks["score"].isVisible(), "nobody has asked for it"
    await desk.played(turns=4)
    assert "panel.score" in window.actions_by_id
    window.actions_by_id["panel.score"].trigger()
    view = window.view("score")
    await desk.until(lambda: view.text() == "4 turns", "it shows the run")
    view.turn_chosen.emit(2)
    assert desk.desktop.model.shown == 2
    await desk.until(lambda: view.text() == "2 turns", "it follows")
    member = desk.state.setup.members[0].id
    view.member_chosen.emit(member)
    assert (window.selected_member, view.member) == (member, member)
    window.actions_by_id["panel.score"].trigger()
    assert not window.in_front("score")


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize("added", [{"key": "Ctrl+N"}], indirect=True)
async def test_a_key_that_is_taken_stays_with_whose_it_is(desk: Desk) -> None:
    actions = desk.window.actions_by_id
    assert not actions["panel.score"].shortcuts()
    assert [key.toString() for key in actions["new_run"].shortcuts()] == ["Ctrl+N"]


@pytest.mark.parametrize("mode", MODES.names())
def test_every_mode_has_a_desktop_half(mode: str) -> None:
    made = view_class(mode)
    assert issubclass(made, ModeView)
    space = made.workspace
    assert {*space.docks, space.stage} <= {"", *DOCKS.names()}
    assert len(space.docks) == len({*space.docks, space.stage} - {""}) - bool(space.stage)


def test_a_mode_without_a_desktop_half_has_its_title_and_the_usual_answers() -> None:
    assert view_class("of a package without one") is ForeignModeView
    assert ForeignModeView.kind_of_run("A quiz") == "A quiz"
    replay = Replay(sample_events(2))
    half, state = ForeignModeView(replay), replay.live
    assert {half.build_row(state, event, 1, "10:00") for event in replay.events} == {None}, "none is the mode's own"
    assert half.said(state).speaker == state.turns[-1].member
    assert (half.is_waiting(state), half.plan(), half.no_plan(), half.stop()) == (False, None, None, None)


class Layouts(QObject):
    """Counts how often a widget is laid out anew."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


async def test_a_window_in_which_nothing_happens_does_nothing(desk: Desk) -> None:
    """Not even where docks stand alone, of which Qt keeps bars that it shows again and again."""
    await desk.played()
    layouts = Layouts(desk.window.area)
    for name in ("inspector", "speaker_flow", "transcript"):
        desk.window.show_dock(name)

    async def quiet() -> bool:
        before = layouts.count
        for _ in range(20):
            await asyncio.sleep(0)
        return layouts.count == before

    for _ in range(100):
        if await quiet():
            return
    pytest.fail("the docks are laid out for ever")


@pytest.mark.parametrize("page", ["experiments", "watch"])
@pytest.mark.slow
async def test_a_dock_in_a_window_of_its_own_makes_way_for_a_page_and_comes_back(desk: Desk, page: str) -> None:
    window = desk.window
    await desk.played(turns=2)
    dock = window.docks["transcript"]
    dock.setFloating(True)
    await desk.idle()
    desk.click(window.rail.buttons[page])
    await desk.until(lambda: window.on_start, "the page is shown")
    await desk.idle()
    assert not dock.isVisible()
    window.resize(1024, 700)
    await desk.idle()
    assert not dock.isVisible()
    window.resize(1440, 900)
    await desk.idle()
    desk.click(next(bar.back for bar in window.findChildren(PageBar) if bar.isVisible()))
    await desk.until(lambda: not window.on_start, "the run is shown again")
    assert (dock.isVisible(), dock.isFloating()) == (True, True)
    # It is kept where it floats also when the window is closed behind a page.
    desk.click(window.rail.buttons[page])
    await desk.until(lambda: window.on_start, "the page is shown again")
    await desk.idle()
    store = QSettings(str(desk.studio.home.path / "kept.ini"), QSettings.Format.IniFormat)
    window.save_layout(store)
    dock.setFloating(False)
    window.restore_layout(store)
    window._layout = ""
    window.lay_out()
    assert dock.isFloating()
    assert not dock.isVisible()
