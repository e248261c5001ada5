"""Grading the shown run: what the dock shows, what it asks a model for, and the page for grading by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer

from parley.core.base.errors import ParleyError
from parley.core.base.line import encodable
from parley.core.engine.voice_names import voice_named
from parley.core.judges.judging import Estimate, Judging
from parley.core.judges.report import Grader, Report, get_person_name, grade_by_hand, report, tell_report
from parley.core.judges.rubric import RUBRICS, Rubric
from parley.core.judges.units import Unit, list_units, shuffle
from parley.core.voices.provider import VOICES
from parley.desktop.judges.figures import Choices, JudgesFigure, LineFigure, RowFigure
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.tasks import answered
from parley.desktop.widgets.language import current, said

MOST_SHOWN = 2_000
"""Lines that are listed."""
SETTLED_MS = 300
"""How long nothing has to happen before the grades are looked at again."""
PERSON = "judges_person"


class JudgeCommands(RoomCommands):
    """The dock follows the run; what is graded stands in the home's log of grades, and nowhere else."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window, self._model, self._session, self._store = here.window, here.model, here.session, here.store
        self._view: Any = None
        self._rubric: Rubric | None = None
        self._rubrics: list[Rubric] = []
        self._voices: Choices = ()
        self._units: list[Unit] = []
        self._problem = self._progress = ""
        self._task: asyncio.Task[object] | None = None
        self._estimate: Estimate | None = None
        self._soon = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._soon.timeout.connect(self._refresh)
        here.model.opened.connect(self._on_opened)
        here.model.changed.connect(self._soon.start)

    def table(self) -> dict[str, Callable[[], None]]:
        """Return what begins to grade by hand."""
        return {"grade_by_hand": self._begin_by_hand}

    def connect_views(self) -> None:
        """Connect the dock as soon as it is made."""
        self._window.panels["judges"].when_made(self.connect_view)

    def connect_view(self, view: Any) -> None:
        """Connect the dock once it exists."""
        self._view, start = view, self._session.start_task
        view.person.setText(str(self._store.value(PERSON, "") or get_person_name()))
        view.rubric_chosen.connect(self.choose)
        view.wanted.connect(lambda voice: start(self.grade(voice)))
        view.cancelled.connect(self.cancel)
        view.by_hand.connect(lambda person: start(self.grade_by_hand(person)))
        view.shown.connect(lambda: start(self._look()))
        # It may have come into sight before.
        start(self._look())

    def choose(self, rubric: str) -> None:
        """Grade by another rubric from here on."""
        self._rubric = next((each for each in self._rubrics if each.id == rubric), None)
        self._problem, self._estimate = "", None
        self._refresh()

    def cancel(self) -> None:
        """Ask no further; what came until now is kept."""
        if self._task is not None:
            self._task.cancel()

    async def close(self) -> None:
        """Ask no further: the window closes."""
        self.cancel()

    def _on_opened(self) -> None:
        # Who is asked belongs to the run that was left.
        self.cancel()
        self._problem, self._estimate = "", None
        self._soon.start()

    def _begin_by_hand(self) -> None:
        self._window.show_dock("judges")
        self._session.start_task(self._look_and_grade_by_hand())

    async def _look_and_grade_by_hand(self) -> None:
        # The dock may have been made this moment.
        await self._look()
        await self.grade_by_hand(self._view.person.text().strip())

    async def _look(self) -> None:
        """Look which rubrics and which models there are."""
        from parley.desktop.new_run.model import voices

        studio = self._session.studio
        found, faults = studio.library.all(RUBRICS)
        # A comparison needs a second run: that is what the command line is for.
        self._rubrics = sorted((each for each in found if each.scale != "pairwise"), key=lambda each: each.id)
        self._problem = said(faults[0]) if faults else self._problem
        if self._rubric not in self._rubrics:
            same = (each for each in self._rubrics if self._rubric and each.id == self._rubric.id)
            self._rubric = next(same, self._rubrics[0] if self._rubrics else None)
        offered = []
        for voice in await asyncio.to_thread(voices, studio):
            known = VOICES.usable(voice.provider)
            if voice.problem or known is None or known.simulated:
                continue
            for model, title in voice.models or ((voice.model, voice.model),):
                name = f"{voice.provider}:{model}".removesuffix(":")
                offered.append((name, f"{voice.title} · {title}" if title else voice.title))
        self._voices = tuple(offered)
        self._refresh()

    def _refresh(self) -> None:
        """Show the grades as they are by now, where somebody sees them."""
        if self._view is None or not self._view.isVisible():
            return
        rubric, language = self._rubric, current()
        figure: dict[str, Any] = {
            "rubrics": tuple((each.id, each.name.text(language)) for each in self._rubrics),
            "voices": self._voices, "progress": self._progress, "problem": self._problem,
            "estimate": said(self._estimate.tell()) if self._estimate else "",
        }  # fmt: skip
        if not self._model.loaded or rubric is None:
            self._view.show_figure(JudgesFigure(**figure, note=self.tr("Open or begin a run to grade its lines.")))
            return
        figure |= {"rubric": rubric.id, "question": rubric.question.text(language), "voice": rubric.voice}
        try:
            self._units = list_units(rubric, [self._model.replay.live])
            found = report(self._session.studio.home, rubric, self._units, resamples=0)
        except ParleyError as error:
            self._units = []
            self._view.show_figure(JudgesFigure(**figure, note=said(error)))
            return
        graders = tuple(each.name for each in found.graders)
        told = tuple(map(said, tell_report(found, language)))
        if not self._voices:
            none = self.tr("There is no model here that could judge. Set one up under Models, or grade by hand.")
            told = (*told, none)
        self._view.show_figure(JudgesFigure(**figure, graders=graders, rows=self._list_rows(found), told=told))

    def _list_rows(self, found: Report) -> tuple[RowFigure, ...]:
        names, language = self._model.replay.live.names, current()

        def cell(unit: Unit, grader: Grader) -> tuple[str, str]:
            key = unit.place
            if key not in grader.given:
                return "", ""
            kept, votes = grader.kept[key], grader.given[key]
            label = found.rubric.get_label_of(kept, language) if kept else "–"
            of = "\n".join(" – ".join(filter(None, (each.grade, each.reason))) for each in votes)
            return label, of

        return tuple(
            RowFigure(unit.turn, str(names.get(unit.member, "")), tuple(cell(unit, each) for each in found.graders))
            for unit in found.units[:MOST_SHOWN]
        )

    # Models -------------------------------------------------------------------------------------------------------

    async def grade(self, voice: str) -> None:
        """Have a model grade what it has not graded yet, once it was told what that costs."""
        if self._task is not None or self._rubric is None or not self._units or not voice:
            return
        rubric, units, studio = self._rubric, self._units, self._session.studio
        self._task, self._problem = asyncio.current_task(), ""
        agreed, self._estimate = self._estimate, None

        async def ask() -> None:
            judging = Judging(studio, rubric, voice_named(voice))
            due = judging.list_due(units)
            estimate = await asyncio.to_thread(judging.estimate, due)
            judging.ensure_affordable(estimate)
            if estimate.cost != 0 and estimate != agreed:
                # The button has to be pressed once more, by somebody who knows it.
                self._estimate = estimate
                return
            self._show_progress(0, len(due))
            self._refresh()
            await judging.judge(due, self._show_progress)
            if judging.failed:
                told = self.tr("{0} of {1} calls gave no grade. The last: {2}")
                self._problem = told.format(len(judging.failed), len(due), said(judging.failed[-1].sentence))

        try:
            await self._session.with_leave(ask)
        except ParleyError as error:
            self._problem = said(error)
        finally:
            self._task, self._progress = None, ""
            self._refresh()

    def _show_progress(self, done: int, total: int) -> None:
        self._progress = self.tr("{0} of {1} calls answered …").format(done, total)
        if not self._soon.isActive():
            self._soon.start()

    # By hand ------------------------------------------------------------------------------------------------------

    async def grade_by_hand(self, person: str) -> None:
        """Show one line after the other, from where this person stopped; every grade is kept at once."""
        from parley.desktop.judges.sheet import SheetDialog

        rubric = self._rubric
        if rubric is None or not self._units or self._task is not None:
            return
        person, studio = encodable(person) or get_person_name(), self._session.studio
        self._store.setValue(PERSON, person)
        try:
            found = report(studio.home, rubric, self._units, resamples=0)
        except ParleyError as error:
            self._problem = said(error)
            self._refresh()
            return
        mine = next((each.kept for each in found.graders if each.person and each.name == person), {})
        grades = {unit: rubric.grades.index(grade) for unit in self._units if (grade := mine.get(unit.place))}
        # What is graded already comes first, so that Backspace leads back to it.
        units = sorted(shuffle(self._units), key=lambda unit: unit not in grades)
        lines = [
            LineFigure(unit.topic, "\n".join(unit.before), "\n".join(unit.lines), grades.get(unit, -1))
            for unit in units
        ]
        language = current()
        dialog = SheetDialog(rubric.question.text(language), rubric.get_labels_in(language), lines, self._window)

        def keep(line: int, grade: int) -> None:
            try:
                grade_by_hand(studio.home, rubric, person, [(units[line], rubric.grades[grade] if grade >= 0 else "")])
            except ParleyError as error:
                self._problem = said(error)
                dialog.reject()

        dialog.graded.connect(keep)
        self._problem = ""
        await answered(dialog)
        self._refresh()
