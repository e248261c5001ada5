"""Experiments: their page, what runs, what is looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QSettings, QTimer
from PySide6.QtWidgets import QFileDialog

from parley.core.base.errors import ParleyError
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Progress
from parley.desktop.child import ChildLost
from parley.desktop.experiments.figures import ExperimentFigure, PlotFigure, ProgressFigure, ResultsFigure, TableFigure
from parley.desktop.experiments.running import ExperimentRun
from parley.desktop.experiments.spec_commands import ExperimentSpecs
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.files import show_folder
from parley.desktop.shell.notices import Kind, Notice, NoticeButton
from parley.desktop.shell.session import Session
from parley.desktop.shell.window import Window
from parley.desktop.widgets.language import current, said

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.experiments.study import Catalogue, Study
    from parley.desktop.experiments.view.view import ExperimentsFrame

translate = QCoreApplication.translate
MEASURE_MS = 1_500
"""How often the results are brought up to date while runs end."""


class LeftError(Exception):
    """Nobody looks at it any more: what a thread still measures is of no use to anybody."""


class ExperimentCommands(QObject):
    """The experiments' page and what it asks for. One experiment is run at a time.

    Attributes: `frame`, None until it is first opened; `running`, None while nothing runs; `chosen`, the id of the
    experiment that is looked at, and `study`, what was read of it; `specs`; `folder`, where one was exported to last.
    """

    def __init__(self, window: Window, session: Session, store: QSettings, ask_to_open: Callable[..., object]) -> None:
        """`ask_to_open` asks for files of any kind, beside the page it is given, and opens them."""
        super().__init__(window)
        self._store = store
        self._window = window
        self._session = session
        self.frame: ExperimentsFrame | None = None
        self.running: ExperimentRun | None = None
        self.specs = ExperimentSpecs(self, session, ask_to_open)
        self.folder = str(store.value("experiment_folder", "") or "")
        self._catalogue: Catalogue | None = None
        self._figures: tuple[ExperimentFigure, ...] = ()
        self._progress = ProgressFigure()
        self.study: Study | None = None
        self.chosen = ""
        self._figure_chosen = ""
        self._measuring = asyncio.Lock()  # a study is measured by one thread at a time
        self._waiting = self._closing = False
        self._again = QTimer(self, singleShot=True, interval=MEASURE_MS)
        self._again.timeout.connect(self.measure)

    def open(self) -> None:
        """Show them."""
        frame = self.made()
        frame.bar.show_open(self._session.model.title)
        self._window.show_start(frame, "experiments")

    def begin_new(self) -> None:
        """Begin a new one in its dialog."""
        self._start(self.specs.write_new())

    def made(self) -> ExperimentsFrame:
        """Return the page, made when it is first needed."""
        if self.frame is None:
            from parley.desktop.experiments.view.view import ExperimentsFrame

            self.frame = frame = ExperimentsFrame()
            self._window.use_page_bar(frame.bar)
            frame.shown.connect(lambda: self._start(self.refresh()))
            frame.view.chosen.connect(self.choose)
            frame.view.intent.connect(self._on_intent)
            self.specs.watch_window(frame)
        return self.frame

    def tell(self, notice: Notice) -> None:
        """Show a notice where somebody looks: over the experiments, or over the runs."""
        if self.frame is not None and self.frame.isVisible():
            self.frame.tell(self._window.mended(notice))  # Window.tell() adds these buttons itself
        else:
            self._window.tell(notice)

    def _on_intent(self, name: str, value: str) -> None:
        id_ = value or self.chosen
        tasks: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
            "new": self.specs.write_new,
            "refresh": self._read_anew,
            "start": lambda: self.run(id_),
            "edit": lambda: self.specs.edit_spec(id_),
            "duplicate": lambda: self.specs.copy_experiment(id_),
            "remove": lambda: self.specs.remove(id_),
            "run": lambda: self.open_run(value),
        }
        if name in tasks:
            self._start(tasks[name]())
        elif name == "open":
            self.specs.ask()
        elif name in ("pause", "stop"):
            self.pause(cancel=name == "stop")
        elif name == "figure":
            self._figure_chosen = value
            self.measure()
        elif name == "export":
            self._ask_folder()

    async def _read_anew(self) -> None:
        self.study = None  # a new study reads the spec again
        await self.refresh()

    def _start(self, coroutine: Coroutine[Any, Any, None]) -> None:
        self._session.start_task(self._run_safely(coroutine))

    async def _run_safely(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run `coroutine` and show any `ParleyError` as a notice over the experiments."""
        try:
            await coroutine
        except ParleyError as error:
            self.tell(Notice(error.sentence, hint=error.hint, kind="error", trouble=Trouble.of(error)))

    def ids(self) -> tuple[str, ...]:
        """Return all ids that are taken."""
        return tuple(figure.id for figure in self._figures)

    async def refresh(self, choose: str = "") -> None:
        """Read the list anew, and show what is chosen of it."""
        from parley.desktop.experiments.study import Catalogue

        if self._catalogue is None:
            self._catalogue = Catalogue(self._session.studio.home)
        running = self.running.id if self.running is not None else ""
        self._figures = await asyncio.to_thread(self._catalogue.list_figures, running)
        wanted = choose or self.chosen
        if wanted not in self.ids():
            wanted = running or (self._figures[0].id if self._figures else "")
        if choose and self.study is not None and self.study.id == choose:
            # Its spec may have changed.
            self.study = None
        self._show_figures()
        self.choose(wanted)

    def choose(self, id_: str) -> None:
        """Look at an experiment."""
        if id_ != self.chosen:
            self.chosen, self.study, self._figure_chosen = id_, None, ""
            if self.frame is not None:
                table, plot = TableFigure(note=self.tr("Measuring …")), PlotFigure(note=self.tr("Measuring …"))
                waiting = ResultsFigure(
                    id=id_, part=0.0, cells=table, factors=table, effects=table, runs=table, plot=plot
                )
                self.frame.view.show_results(waiting if id_ else ResultsFigure())
        self._show_figures()
        self.measure()

    def _show_figures(self) -> None:
        if self.frame is not None:
            figures = tuple(self._progress.of(one, runs=self.running is not None) for one in self._figures)
            self.frame.view.show_experiments(figures, self.chosen, self._progress)

    def measure(self) -> None:
        """Bring the results up to date, in a thread; what is asked for meanwhile comes right after."""
        self._again.stop()  # the measuring that it would start begins now
        if self._measuring.locked():
            self._waiting = True  # the loop in _measure() sees it
        elif self.chosen and self.frame is not None and self.frame.isVisible():
            self._start(self._measure())

    async def _measure(self) -> None:
        async with self._measuring:
            self._waiting = True
            while self._waiting:
                self._waiting = False
                await self._measure_once()

    async def _measure_once(self) -> None:
        id_, chosen = self.chosen, self._figure_chosen
        figure = next((one for one in self._figures if one.id == id_), None)
        if figure is None or figure.phase == "broken" or self.frame is None:
            return
        if self.study is None or self.study.id != id_:
            from parley.desktop.experiments.study import Study

            self.study = await asyncio.to_thread(Study, self._session.studio.home, id_)
        study, loop, told = self.study, asyncio.get_running_loop(), -1
        live = self.running is not None and self.running.id == id_
        parked = dict(self._progress.parked) if self._progress.id == id_ else {}

        def on_progress(part: float) -> None:
            nonlocal told
            if self._closing or id_ != self.chosen:
                raise LeftError  # ends the core's loop: a thread cannot be cancelled from outside
            # Only whole hundredths are worth a message to another thread.
            if (now := int(part * 100)) != told:
                told = now
                loop.call_soon_threadsafe(self._show_measuring, part)

        try:
            found = await asyncio.to_thread(study.build_results, chosen, parked, live, on_progress)
        except LeftError:
            return  # another one is looked at, or the window closes
        if (id_, chosen) == (self.chosen, self._figure_chosen) and self.frame is not None:
            self.frame.view.show_results(found)
            # Measured for a while only: the loop goes on with the rest.
            self._waiting = self._waiting or found.part < 1

    def _show_measuring(self, part: float) -> None:
        if self.frame is not None:
            self.frame.view.show_measuring(part)

    async def run(self, id_: str) -> None:
        """Run what is not finished of an experiment, until all is or it is paused. Raises `UsageError` and its kin."""
        await self._session.with_leave(lambda: self._run(id_))

    async def _run(self, id_: str) -> None:
        if self.running is not None:
            name = self.running.plan.experiment.name
            self.tell(Notice(self.tr("“{0}” is running: pause it before you start another.").format(name)))
            return
        home = self._session.studio.home
        plan = Plan(await asyncio.to_thread(lambda: logs.find(home, str(logs.get_spec_path(home, id_)))))
        if self.running is not None:  # started meanwhile: reading the spec took a moment
            return
        frame = self.made()
        frame.notices.close_key("experiment")
        self.running = running = ExperimentRun(home, plan, self, allowed=self._session.studio.allowed)
        running.progressed.connect(self._on_progress)
        self._progress = running.figure()
        self._show_figures()
        try:
            await running.live()
        except ChildLost as lost:
            again = NoticeButton(self.tr("Start again"), lambda: self._start(self.run(id_)))
            hint = self.tr("What it had begun is gone on with from where its logs stand.")
            self.tell(Notice(said(lost.sentence), hint=hint, kind="error", key="experiment", buttons=(again,)))
            return
        finally:
            self._progress = running.figure()
            self.running = None  # before refresh(), which asks what runs
            running.deleteLater()  # its parent lives as long as the window
            self._session.library_changed.emit()
            if not self._closing:
                await self.refresh()
        self._tell_end(plan, running.progress, by_hand=running.pausing)

    def _tell_end(self, plan: Plan, found: Progress, *, by_hand: bool) -> None:
        name = plan.experiment.name
        kind: Kind = "info"
        if found.whole:
            sentence = self.tr("“{0}”: all {1} runs are finished.").format(name, found.total)
        else:
            sentence = self.tr("“{0}” stands: {1} of {2} runs are finished.").format(name, found.done, found.total)
            kind = "info" if by_hand and not found.parked else "warning"
        hint = said(found.halted)
        if found.parked:
            why = self.tr("The page of the runs says why some stand.")
            hint = f"{hint} {why}".strip()
        seen = self.frame is not None and self.frame.isVisible()
        buttons = () if seen else (NoticeButton(self.tr("Show"), self.open),)
        self.tell(Notice(sentence, hint=hint, kind=kind, buttons=buttons, key="experiment"))

    def pause(self, *, cancel: bool = False) -> None:
        """Pause what runs."""
        if self.running is not None:
            self.running.pause(cancel=cancel)

    def _on_progress(self, figure: ProgressFigure) -> None:
        before = self._progress
        fresh = (figure.done, figure.running) != (before.done, before.running)
        self._progress = figure
        self._show_figures()
        if fresh and figure.id == self.chosen and not self._again.isActive() and not self._measuring.locked():
            self._again.start()  # not restarted while it waits: progress comes more often than it fires

    async def close(self) -> None:
        """Pause what runs, and take the window away; replies under way have a moment to come to their end."""
        self._closing = True
        if self.running is not None:
            await self.running.end()
        if self.frame is not None:
            self.frame.hide()
            self._window.release(self.frame)
            self.frame.deleteLater()
            self.frame = None
        self._store.setValue("experiment_folder", self.folder)

    def _ask_folder(self) -> None:
        """Ask for a folder, and write all of the experiment there."""
        if self.frame is None:
            return
        folder = Path(self.folder) if self.folder and Path(self.folder).is_dir() else Path.home()
        title = translate("ExperimentFiles", "A folder for tables, plots, spec and methods")
        dialog = QFileDialog(self.frame, title, str(folder))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda path: self._start(self.export(Path(path) / self.chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    async def export(self, path: Path) -> None:
        """Write what the experiment came to into a folder, and tell where. Raises `ParleyError`."""
        from parley.core.studio.experiments.publication import publish

        self.folder = str(path.parent)
        study = self.study
        if study is not None and study.table is not None and study.analysis is not None:  # else nothing is measured
            await asyncio.to_thread(publish, study.plan, study.table, study.analysis, path, current())
        opens = NoticeButton(
            translate("ExperimentFiles", "Open the folder"), partial(show_folder, path.parent, self.tell)
        )
        self.tell(Notice(translate("ExperimentFiles", "Written: {0}").format(path), buttons=(opens,)))

    async def open_run(self, run: str) -> None:
        """Show a run of the experiment, with a way back."""
        before = self._session.model.replay.live.run if self._session.model.loaded else ""
        if not await self._session.open(run):
            return
        window = self._window
        name = next((one.name for one in self._figures if one.id == self.chosen), "")
        buttons = [NoticeButton(self.tr("Back to the experiment"), self.open)]
        if before and before != run:
            back = self.tr("The run before")
            buttons.append(NoticeButton(back, lambda: self._session.start_task(self._session.open(before))))
        sentence = self.tr("This is run {0} of “{1}”.").format(run, name)
        window.tell(Notice(sentence, buttons=tuple(buttons), key="experiment_run", seconds=20))
        window.leave_start()
        window.show()
        window.raise_()
        window.activateWindow()
