"""What the library and the cast list show, as item models that change only the rows that changed."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from desktop.library.figures import RunFigure
from desktop.run.figures import MemberFigure
from desktop.run.words import word
from desktop.widgets.counts import turns_told
from desktop.widgets.figure_model import FigureModel

if TYPE_CHECKING:
    from core.log.sql.queries import Hit


class RunsModel(FigureModel[RunFigure]):
    """The runs of the library; a fork stands below its parent when it comes that way."""

    def identity(self, figure: RunFigure) -> object:
        return figure.id

    def text(self, figure: RunFigure) -> str:
        topic = f", {figure.topic}" if figure.topic else ""
        return f"{figure.title}{topic}, {turns_told(figure.turns)}, {word(figure.status)}"


class HitsModel(FigureModel["Hit"]):
    """Lines that the full-text search found."""

    def identity(self, figure: Hit) -> object:
        return figure.run, figure.turn

    def text(self, figure: Hit) -> str:
        return f"{figure.title}, {figure.turn}, {figure.name}: {figure.snippet}".replace("\x01", "").replace("\x02", "")


class MembersModel(FigureModel[MemberFigure]):
    """The cast of the run that is shown."""

    def identity(self, figure: MemberFigure) -> object:
        return figure.id

    def text(self, figure: MemberFigure) -> str:
        said = self.tr("{0}, {1}, {2} % of the words").format(figure.name, figure.role, round(figure.share * 100))
        if figure.muted:
            said += self.tr(", muted")
        return said + (self.tr(", speaking") if figure.speaking else "")


def matching(runs: Sequence[RunFigure], text: str) -> tuple[RunFigure, ...]:
    """The runs whose title, topic, mode, voice, date or id hold every word of `text`, case aside."""
    told = attrgetter("title", "topic", "mode", "voice", "date", "id")
    words = text.casefold().split()
    return tuple(run for run in runs if all(word in "\n".join(told(run)).casefold() for word in words))
