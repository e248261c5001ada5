"""When what a step asks for was done: seen in the run and in its log, whichever key, button or menu it was done by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parley.core.log.events.run import TopicInjected
from parley.desktop.bridge import Batch

if TYPE_CHECKING:
    from parley.desktop.run.model import RunModel
    from parley.desktop.shell.session import Session


DONE = ("plays", "injected", "rewound", "forked")
"""What steps may ask for."""


class Watching:
    """What was done since a step began, by the names that steps have for it."""

    def __init__(self, model: RunModel, session: Session) -> None:
        self._model = model
        self._session = session
        self._run = model.replay.live.run
        self._injected = False
        self._before: dict[str, bool] = {}
        self._before = {name: self.holds(name) for name in DONE}

    def take(self, batch: Batch) -> None:
        """Take what happened in the run."""
        self._injected |= any(isinstance(event, TopicInjected) for _seq, event in batch.events)

    def holds(self, name: str) -> bool:
        """Return whether that is so now."""
        return bool(getattr(self, name))

    def done(self, name: str) -> bool:
        """Return whether it is so now and was not when the step began."""
        return self.holds(name) and not self._before[name]

    @property
    def plays(self) -> bool:
        """The run plays."""
        return self._session.playing

    @property
    def injected(self) -> bool:
        """A topic or a whisper was put in."""
        return self._injected

    @property
    def rewound(self) -> bool:
        """An earlier turn is shown."""
        return self._model.loaded and not self._model.live

    @property
    def forked(self) -> bool:
        """Another run is open that comes from one before."""
        state = self._model.replay.live
        return self._model.loaded and state.run != self._run and bool(state.parent)
