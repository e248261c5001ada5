"""Grading the shown run: what the dock shows, what it asks a model for, and the page for grading by hand.

What judges need is not imported before the dock is seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QTimer

from parley.core.base.errors import ParleyError
from parley.core.engine.voice_names import voice_named
from parley.core.studio.studio import Studio
from parley.desktop.judges.figures import Choices, JudgesFigure, LineFigure, RowFigure
from parley.desktop.run.model import RunModel
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.language import current, said
from parley.desktop.widgets.parts import ask_text

if TYPE_CHECKING:
    from parley.core.judges.judging import Estimate
    from parley.core.judges.report import Grader, Report
    from parley.core.judges.rubric import Rubric
    from parley.core.judges.units import Unit

MOST_SHOWN = 2_000
"""Lines that are listed."""
SETTLED_MS = 300
"""How long nothing has to happen before the grades are looked at again."""
PERSON = "judges_person"
translate = QCoreApplication.translate


def build_picture(studio: Studio, run: RunModel) -> JudgesFigure:
    """Return what the dock shows of a run at first."""
    return build_figure(studio, run)[0]


def build_figure(
    studio: Studio, run: RunModel, chosen: str = "", **about: Any
) -> tuple[JudgesFigure, Rubric | None, Sequence[Unit]]:
    """Return what the dock shows of the grades by a rubric, or by the first, with what else there is to tell; the
    rubric; and what can be graded by it. Rubrics that the run was graded by come first, wherever they were read."""
    from parley.core.judges.log import get_log
    from parley.core.judges.report import report, tell_report
    from parley.core.judges.rubric import RUBRICS
    from parley.core.judges.units import list_units

    language, live = current(), run.replay.live
    found, faults = studio.library.list_all(RUBRICS)
    graded: Mapping[str, Rubric] = {}
    # What is wrong with the log is told where its grades would stand.
    with suppress(ParleyError):
        graded = get_log(studio.home, live.run).read_rubrics() if run.loaded else {}
    by_id = {each.id: each for each in (*graded.values(), *found)}  # the library's own, where both have it
    rubrics = sorted(by_id.values(), key=lambda each: (each.scale == "pairwise", each.digest not in graded, each.id))
    rubric = by_id.get(chosen) or (rubrics[0] if rubrics else None)
    figure = JudgesFigure(rubrics=tuple((each.id, each.name.text(language)) for each in rubrics), **about)
    if faults:
        figure = replace(figure, problem=figure.problem or said(faults[0]))
    if not run.loaded or rubric is None:
        return replace(figure, note=translate("JudgeCommands", "Open or begin a run to grade its lines.")), None, ()
    figure = replace(figure, rubric=rubric.id, question=rubric.question.text(language), voice=rubric.voice)
    if rubric.scale == "pairwise":
        note = translate("JudgeCommands", "Compare this run with another one, RUN, in a terminal: {0}")
        return replace(figure, note=note.format(f"parley judge {live.run} RUN --rubric {rubric.id}")), rubric, ()
    try:
        units = list_units(rubric, [live])
        told = report(studio.home, rubric, units, resamples=0)  # intervals take a while, and are not shown here
    except ParleyError as error:
        return replace(figure, note=said(error)), rubric, ()
    graders, sentences = tuple(each.name for each in told.graders), tuple(map(said, tell_report(told, language)))
    return replace(figure, graders=graders, rows=_list_rows(told, live.names), told=sentences), rubric, units


def _list_rows(found: Report, names: Mapping[str, str]) -> tuple[RowFigure, ...]:
    language = current()

    def make_cell(unit: Unit, grader: Grader) -> tuple[str, str]:
        kept, votes = grader.kept.get(unit.place), grader.given.get(unit.place, ())
        label = found.rubric.get_label_of(kept, language) if kept else "–" if votes else ""
        return label, "\n".join(" – ".join(filter(None, (each.grade, each.reason))) for each in votes)

    return tuple(
        RowFigure(unit.turn, str(names.get(unit.member, "")), tuple(make_cell(unit, each) for each in found.graders))
        for unit in found.units[:MOST_SHOWN]
    )


class JudgeCommands(RoomCommands):
    """The dock follows the run; what is graded stands in the home's log of grades, and nowhere else."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window, self._model, self._session, self._store = here.window, here.model, here.session, here.store
        self._view: Any = None
        self._chosen = ""
        self._rubric: Rubric | None = None
        self._voices: Choices | None = None
        self._units: Sequence[Unit] = ()
        self._problem = self._progress = ""
        self._task: asyncio.Task[object] | None = None
        self._estimate: Estimate | None = None
        self._soon = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._soon.timeout.connect(self._refresh_view)
        here.model.opened.connect(self._on_opened)
        here.model.changed.connect(self._soon.start)  # each change restarts it, until all is quiet

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map the action that begins grading by hand to its callback."""
        return {"grade_by_hand": self._begin_by_hand}

    def connect_views(self) -> None:
        """Connect the dock as soon as it is made."""
        self._window.panels["judges"].when_made(self.connect_view)

    def connect_view(self, view: Any) -> None:
        """Connect the dock once it exists."""
        self._view, start = view, self._session.start_task
        view.rubric_chosen.connect(self.choose)
        view.wanted.connect(lambda voice: start(self.grade(voice)))
        view.cancelled.connect(self.cancel)
        view.by_hand.connect(self._begin_by_hand)
        view.shown.connect(lambda: start(self._load_voices()))
        # It may have come into sight before.
        start(self._load_voices())

    def choose(self, rubric: str) -> None:
        """Grade by another rubric from here on."""
        self._chosen = rubric
        self._problem, self._estimate = "", None
        self._refresh_view()

    def cancel(self) -> None:
        """Stop asking; what came until now is kept."""
        if self._task is not None:
            self._task.cancel()

    async def close(self) -> None:
        """Stop asking: the window closes."""
        self.cancel()

    def _on_opened(self) -> None:
        # Who is asked belongs to the run that was left, and so do the lines that are shown until it settles.
        self.cancel()
        self._problem, self._estimate, self._units = "", None, ()
        self._soon.start()

    def _begin_by_hand(self) -> None:
        from parley.core.judges.report import get_person_name

        self._window.show_dock("judges")
        self._refresh_view()
        if self._units and self._task is None:  # not beside a model that grades
            person = str(self._store.value(PERSON, "") or get_person_name())
            title, asked, start = self.tr("Grade by hand"), self.tr("Whose grades are these?"), self._session.start_task
            ask_text(self._window, title, asked, lambda name: start(self.grade_by_hand(name)), person)

    async def _load_voices(self) -> None:
        """Look which models there are."""
        from parley.desktop.new_run.model import voices

        self._refresh_view()
        self._voices = tuple(
            (f"{voice.provider}:{model}".removesuffix(":"), f"{voice.title} · {title}" if title else voice.title)
            for voice in await asyncio.to_thread(voices, self._session.studio)
            if voice.modelled and not voice.problem
            for model, title in voice.models or ((voice.model, voice.model),)
        )
        self._refresh_view()

    def _refresh_view(self) -> None:
        """Show the grades as they are by now, where somebody sees them."""
        if self._view is None or not self._view.isVisible():
            return
        about = {"voices": self._voices or (), "progress": self._progress, "problem": self._problem}
        if self._estimate:
            about["estimate"] = said(self._estimate.tell())
        figure, self._rubric, self._units = build_figure(self._session.studio, self._model, self._chosen, **about)
        if self._units and self._voices == ():  # None: they were not looked for yet
            none = self.tr("There is no model here that could judge. Set one up under Models, or grade by hand.")
            figure = replace(figure, told=(*figure.told, none))
        self._view.show_figure(figure)

    # Models -------------------------------------------------------------------------------------------------------

    async def grade(self, voice: str) -> None:
        """Have a model grade what it has not graded yet, once the person has been shown what that costs."""
        from parley.core.judges.judging import Judging

        rubric, units, studio = self._rubric, self._units, self._session.studio
        if self._task is not None or rubric is None or not units or not voice:
            return
        self._task, self._problem = asyncio.current_task(), ""  # for cancel()
        agreed, self._estimate = self._estimate, None  # what was shown when the button was pressed

        async def judge_units() -> None:
            judging = Judging(studio, rubric, voice_named(voice))
            due = judging.list_due(units)
            estimate = await asyncio.to_thread(judging.estimate, due)
            judging.ensure_affordable(estimate)
            if estimate.cost != 0 and estimate != agreed:
                # The button has to be pressed once more, by somebody who knows it.
                self._estimate = estimate
                return
            self._show_progress(0, len(due))
            self._refresh_view()
            await judging.judge(due, self._show_progress)
            if judging.failed:
                told = self.tr("{0} of {1} calls gave no grade. The last: {2}")
                self._problem = told.format(len(judging.failed), len(due), said(judging.failed[-1].sentence))

        try:
            await self._session.with_leave(judge_units)
        except ParleyError as error:
            self._problem = said(error)
        finally:
            self._task, self._progress = None, ""
            self._refresh_view()

    def _show_progress(self, done: int, total: int) -> None:
        self._progress = self.tr("{0} of {1} calls answered …").format(done, total)
        if not self._soon.isActive():  # restarted at every reply it would never fire
            self._soon.start()

    # By hand ------------------------------------------------------------------------------------------------------

    async def grade_by_hand(self, person: str) -> None:
        """Show one line after the other, from where this person stopped; every grade is kept at once."""
        from parley.core.judges.report import get_person_name, grade_by_hand, read_grades
        from parley.core.judges.units import shuffle
        from parley.desktop.judges.sheet import SheetDialog

        rubric, home = self._rubric, self._session.studio.home
        if rubric is None or not self._units or self._task is not None:
            return
        try:
            person = get_person_name(person)
            found = read_grades(home, rubric, self._units)
        except ParleyError as error:
            self._problem = said(error)
            self._refresh_view()
            return
        self._store.setValue(PERSON, person)
        mine = next((each.kept for each in found if each.person and each.name == person), {})
        places = {key: rubric.grades.index(grade) for key, grade in mine.items() if grade}
        # What is graded already comes first, so that Backspace leads back to it.
        units = sorted(shuffle(self._units), key=lambda unit: unit.place not in places)
        lines = [
            LineFigure(unit.topic, "\n".join(unit.before), "\n".join(unit.lines), places.get(unit.place, -1))
            for unit in units
        ]
        language = current()
        dialog = SheetDialog(rubric.question.text(language), rubric.get_labels_in(language), lines, self._window)

        def save_grade(line: int, grade: int) -> None:
            try:
                grade_by_hand(home, rubric, person, [(units[line], rubric.grades[grade] if grade >= 0 else "")])
            except ParleyError as error:
                self._problem = said(error)
                dialog.reject()  # or somebody would go on grading for nothing

        dialog.graded.connect(save_grade)
        self._problem = ""
        await await_answer(dialog)
        self._refresh_view()
