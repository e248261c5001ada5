"""Where the run is to hold: breakpoints are set, shown and taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QCoreApplication, QLocale, QObject
from PySide6.QtWidgets import QInputDialog

from parley.core.engine.run import Run
from parley.desktop.run.model import RunModel
from parley.desktop.run.words import format_breakpoints
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.session import Session
from parley.desktop.shell.window import Window
from parley.desktop.widgets.parts import build_question

translate = QCoreApplication.translate
MOST_TURNS = 1_000_000
USUAL = 0.8
"""The convergence that is offered at first."""


class BreakpointCommands(QObject):
    """The director's breakpoints."""

    def __init__(self, window: Window, model: RunModel, session: Session) -> None:
        super().__init__()
        self._window = window
        self._model = model
        self._session = session
        self._threshold = USUAL

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {
            "breakpoint_member": self._break_before_member,
            "breakpoint_turn": self._break_at_turn,
            "breakpoint_convergence": self._break_at_convergence,
            "breakpoints": self._show_points,
            "breakpoints_clear": lambda: self._clear(list(self._model.replay.live.breakpoints)),
        }

    def _break_before_member(self) -> None:
        member = self._window.selected_member
        name = self._model.replay.live.name_of(member)
        self._set_point(
            lambda run: run.director.break_at(member=member), self.tr("The run holds before {0} speaks.").format(name)
        )

    def _break_at_turn(self) -> None:
        state = self._model.replay.live
        ask = build_question(
            self._window, self.tr("Hold at a turn"), self.tr("Hold before turn:"), QInputDialog.InputMode.IntInput
        )
        ask.setIntRange(state.next_turn, max(state.next_turn, state.setup.turns or MOST_TURNS))  # earlier ones are over
        ask.intValueSelected.connect(lambda turn: self._set_point(lambda run: run.director.break_at(turn=turn)))
        ask.open()

    def _break_at_convergence(self) -> None:
        told = self.tr("Pause once the two who spoke last sound alike, from 0 to 1:")
        ask = build_question(self._window, self.tr("Pause at a convergence"), told, QInputDialog.InputMode.DoubleInput)
        ask.setDoubleDecimals(2)
        ask.setDoubleRange(0.01, 1.0)
        ask.setDoubleStep(0.05)
        ask.setDoubleValue(self._threshold)
        ask.doubleValueSelected.connect(self._check_convergence_breakpoints)
        ask.open()

    def _check_convergence_breakpoints(self, threshold: float) -> None:
        self._threshold = round(threshold, 2)  # what is offered the next time
        told = self.tr("The run pauses when two reach a convergence of {0}, once each time.")
        number = QLocale().toString(self._threshold, "f", 2)
        self._set_point(lambda run: run.director.break_at(convergence=self._threshold), told.format(number))

    def _set_point(self, what: Callable[[Run], str], told: str = "") -> None:
        def set_breakpoint(run: Run) -> None:
            what(run)
            if told:
                # Only now that it is set: what cannot be set raises above, with an error that says why.
                self._window.tell(Notice(told, key="breakpoint"))

        self._session.do_to_run(set_breakpoint)

    def _show_points(self) -> None:
        told = [sentence for _, sentence in self.list_points()]
        # Qt gives back the chosen text alone: where two read alike, as of members with one name, their ids are shown.
        points = {f"{each} ({id_})" if told.count(each) > 1 else each: id_ for id_, each in self.list_points()}
        if not points:
            none = translate("BreakpointsDialog", "The run holds nowhere: set a breakpoint in the Run menu.")
            self._window.tell(Notice(none, key="breakpoint"))
            return
        title = translate("BreakpointsDialog", "Breakpoints")
        ask = build_question(self._window, title, title)
        ask.setOption(QInputDialog.InputDialogOption.UseListViewForComboBoxItems)
        ask.setComboBoxItems(list(points))
        ask.setOkButtonText(translate("BreakpointsDialog", "Remove"))
        ask.textValueSelected.connect(lambda chosen: self._clear([points[chosen]]))
        ask.open()

    def list_points(self) -> tuple[tuple[str, str], ...]:
        """Return the breakpoints as (id, sentence), in the order in which they were set."""
        return format_breakpoints(self._model.replay.live) if self._model.loaded else ()

    def _clear(self, points: Iterable[str]) -> None:
        for point in points:
            self._session.do_to_run(lambda run, point=point: run.director.clear_breakpoint(point))  # type: ignore[misc]
