"""What the parts of the experiments' page need of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from parley.desktop.shell.notices import Notice

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.experiments.study import Study
    from parley.desktop.experiments.view.view import ExperimentsFrame


class Desk(Protocol):
    """The page of experiments; `parley.desktop.experiments.commands.ExperimentCommands` is it."""

    frame: ExperimentsFrame | None
    study: Study | None
    chosen: str

    def made(self) -> ExperimentsFrame: ...

    def open(self) -> None: ...

    def tell(self, notice: Notice) -> None: ...

    def ids(self) -> tuple[str, ...]: ...

    async def refresh(self, choose: str = "") -> None: ...

    async def run(self, id_: str) -> None: ...
