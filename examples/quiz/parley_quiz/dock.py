"""The scoreboard as a dock: one row says all that the window needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parley.desktop.docks import DockSpec
from parley_quiz.state import QuizState

if TYPE_CHECKING:
    from parley.desktop.run.model import RunModel


def _figure(run: RunModel) -> list[tuple[str, int, bool]]:
    """Everybody's name, points, and whether they have answered the open question; the best first."""
    quiz = run.state.find(QuizState)
    if quiz is None:
        return []
    answered = quiz.open.answers if quiz.open is not None else {}
    scores = sorted(quiz.scores.items(), key=lambda each: -each[1])
    return [(run.state.name_of(member), points, member in answered) for member, points in scores]


SCOREBOARD = DockSpec(
    name="scoreboard",
    title="Scoreboard",
    view="parley_quiz.view:ScoreboardView",
    key="Alt+Shift+S",
    tip="How the contestants stand.",
    behind="inspector",
    figure=_figure,
    modes=frozenset({"quiz"}),
    size=(360, 260),
)
