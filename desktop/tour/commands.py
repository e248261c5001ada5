"""The tour: it opens a rehearsed day, leads through the window step by step, and ends at a run of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut

from parley.core.log.events.run import TopicInjected
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.widgets.language import current
from parley.desktop.widgets.theme import LOOK

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.bridge import Batch
    from parley.desktop.run.model import RunModel
    from parley.desktop.shell.session import Session
    from parley.desktop.tour.targets import Step
    from parley.desktop.tour.view.overlay import Overlay

DONE_MS = 700
"""How long a step that was done stands before the next one comes, for its effect to be seen."""


class Watching:
    """What was done since a step began, by the names that steps have for it."""

    def __init__(self, model: RunModel, session: Session) -> None:
        self._model = model
        self._session = session
        self._run = model.replay.live.run
        self._injected = False
        self._before = self.read_state()  # what is so already was not done for the step

    def take(self, batch: Batch) -> None:
        """Take what happened in the run."""
        self._injected |= any(isinstance(event, TopicInjected) for _seq, event in batch.events)

    def read_state(self) -> dict[str, bool]:
        """Return what is so now: the run plays, a topic or a whisper was put in, an earlier turn is shown, another run
        is open that comes from one before.
        """
        model, state = self._model, self._model.replay.live
        return {
            "plays": self._session.playing,
            "injected": self._injected,
            "rewound": model.loaded and not model.live,
            "forked": model.loaded and state.run != self._run and bool(state.parent),
        }

    def is_done(self, name: str) -> bool:
        """Return whether it is so now and was not when the step began."""
        return self.read_state()[name] and not self._before[name]


class TourCommands(RoomCommands):
    """One tour at a time; its run is a run like any other.

    Attributes: `overlay`, None while there is no tour; `at`, the number of the step that is shown, from 0.
    """

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        window, model, session = here.window, here.model, here.session
        self._window = window
        self._model = model
        self._session = session
        self._trigger = here.trigger
        self.overlay: Overlay | None = None
        self.at = 0
        self._watching: Watching | None = None
        self._done = False
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self.go_on)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), window, self.end_tour)
        self._escape.setEnabled(False)  # without a tour the key has other uses
        session.happened.connect(self._on_happened)
        session.changed.connect(self._check_step)
        model.shown_changed.connect(self._check_step)
        model.opened.connect(self._check_step)
        window.start_shown.connect(self._on_start_shown)

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {"tour": lambda: self._session.start_task(self.begin_tour())}

    def _on_start_shown(self, shown: bool) -> None:
        """End the tour when somebody goes to the start page."""
        if shown:
            self.end_tour()

    # The steps ----------------------------------------------------------------------------------------------------

    async def begin_tour(self) -> None:
        """Open the rehearsed day and show the first step."""
        from parley.core.studio.hand_written import hand_written
        from parley.desktop.new_run.model import language
        from parley.desktop.tour.targets import in_language, tour

        studio = self._session.studio
        run = in_language(tour().run, language(studio))
        if not await self._session.start(studio.compose(hand_written(run)), plays=False):
            return
        self.end_tour()  # one that was under way, now that the run has begun
        self._window.leave_start()
        self._begin_overlay()
        self._show_step(0)

    def _begin_overlay(self) -> None:
        from parley.desktop.tour.view.overlay import Overlay

        overlay = self.overlay = Overlay(self._window, self._find_hole)
        card = overlay.card
        card.next_wanted.connect(self.go_on)
        card.back_wanted.connect(self.go_back)
        card.end_wanted.connect(self.end_tour)
        self._escape.setEnabled(True)
        overlay.show()

    def end_tour(self) -> None:
        """End it, wherever it stands; the run stays open."""
        self._next.stop()
        self._escape.setEnabled(False)
        if self.overlay is not None:
            self.overlay.end_overlay()
            self.overlay = None
            self._watching = None
            self._window.area.setFocus()  # else the keys would be on a card that has gone

    def go_on(self) -> None:
        """Show the next step; after the last one, begin a new run."""
        from parley.desktop.tour.targets import tour

        if self.overlay is None:
            return
        if self.at + 1 < len(tour().steps):
            self._show_step(self.at + 1)
        else:
            self.end_tour()
            self._trigger("new_run")

    def go_back(self) -> None:
        """Show the step before."""
        if self.overlay is not None and self.at > 0:
            self._show_step(self.at - 1)

    def _show_step(self, at: int) -> None:
        """Show a step; what it points at comes into sight first."""
        from parley.desktop.tour.targets import bring_up, typed_into

        self._next.stop()
        self.at, self._done = at, False
        bring_up(self._window, self._step.target)
        self._watching = Watching(self._model, self._session)
        self._show_card()
        if (field := typed_into(self._window, self._step.target)) is not None:
            # What is typed elsewhere are shortcuts.
            field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.overlay is not None:
            self.overlay.card.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _step(self) -> Step:
        from parley.desktop.tour.targets import tour

        return tour().steps[self.at]

    def _find_hole(self) -> QRect:
        """Return where the hole is; what was closed while the step stands leaves none."""
        from parley.desktop.tour.targets import find_place

        place = find_place(self._window, self._step.target)
        return place.locate_in(self._window) if place is not None else QRect()

    def _show_card(self) -> None:
        from parley.desktop.tour.targets import in_language, tour
        from parley.desktop.tour.view.card import CardFigure

        if self.overlay is None:
            return
        step, language = self._step, current()
        title, text, task = (in_language(words, language) for words in (step.title, step.text, step.task))
        self.overlay.card.show_figure(CardFigure(self.at, len(tour().steps), title, text, task, self._done))
        QTimer.singleShot(0, self.overlay, self.overlay.follow)  # when the card has laid out its new words

    # What is done -------------------------------------------------------------------------------------------------

    def _on_happened(self, batch: Batch) -> None:
        if self._watching is not None:
            self._watching.take(batch)
            self._check_step()

    def _check_step(self) -> None:
        """Go on where what was asked for was done."""
        if self.overlay is None or self._watching is None or self._done:
            return
        if self._step.done and self._watching.is_done(self._step.done):
            self._done = True
            self._show_card()
            self._next.start(DONE_MS if LOOK.motion else 0)  # without motion there is nothing to watch
