"""The speaker flow's figure, kept up from turn to turn."""

from __future__ import annotations

from collections.abc import Sequence

from core.log.codec import text_of
from core.log.events.turn import SpeakerSelected
from core.log.state import Turn
from desktop.run.figures import MemberFigure
from desktop.speaker_flow.figures import FlowFigure, WhyFigure
from desktop.widgets.language import said

DIRECTOR_LANE = -1


def why_figure(selected: SpeakerSelected | None) -> WhyFigure | None:
    """The reason for a speaker, number by number as the event says it; None where nothing was selected."""
    if selected is None:
        return None
    reason = said(text_of(selected))
    return WhyFigure(selected.turn, selected.member, selected.policy, reason, selected.draw, selected.candidates)


class Flow:
    """Who spoke when in one run; it grows with the turns, so that a figure costs the same at turn 10 and at 10,000.

    Attributes: `members`, the ids in cast order, which number the lanes; `answers[i][j]` counts how often i spoke
    right after j up to the turn that was last shown.
    """

    def __init__(self, members: Sequence[str]) -> None:
        self.members = tuple(members)
        self._index = {member: i for i, member in enumerate(self.members)}
        self._seqs: list[int] = []
        self._lanes: list[int] = []
        self._words: list[int] = []
        self._frozen: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        self.answers = [[0] * len(self.members) for _ in self.members]
        self._counted = 0
        self._figure_of_answers: tuple[tuple[int, ...], ...] = tuple(map(tuple, self.answers))

    def join(self, members: Sequence[str]) -> None:
        """Give lanes to those who came in on the way; the lanes of the others stay."""
        for member in members:
            if member not in self._index:
                self._index[member] = len(self._index)
                self.members = (*self.members, member)
                for row in self.answers:
                    row.append(0)
                self.answers.append([0] * len(self.members))
                self._figure_of_answers = tuple(map(tuple, self.answers))

    def follow(self, turns: Sequence[Turn]) -> None:
        """Take in the run's turns: what is new at the end, and what a retry took back."""
        kept = min(len(turns), len(self._seqs))
        # Turns are only ever taken back from the end, so the first that agrees ends the search.
        while kept and turns[kept - 1].seq != self._seqs[kept - 1]:
            kept -= 1
        if kept == len(turns) == len(self._seqs):
            return
        self._count_to(min(self._counted, kept))
        del self._seqs[kept:], self._lanes[kept:], self._words[kept:]
        for turn in turns[kept:]:
            self._seqs.append(turn.seq)
            self._lanes.append(self._index.get(turn.member, DIRECTOR_LANE))
            self._words.append(len(turn.text.split()))
        self._frozen = (tuple(self._lanes), tuple(self._words))

    def figure(
        self,
        members: Sequence[MemberFigure],
        *,
        shown: int,
        planned: int = 0,
        selected: SpeakerSelected | None = None,
    ) -> FlowFigure:
        """The figure at turn `shown`; `members` are in the order of `self.members`."""
        shown = max(0, min(shown, len(self._lanes)))
        self._count_to(shown)
        lanes, words = self._frozen
        return FlowFigure(tuple(members), lanes, words, shown, planned, why_figure(selected), self._figure_of_answers)

    def _count_to(self, shown: int) -> None:
        """Count answers on, or back, to turn `shown`."""
        if shown == self._counted:
            return
        forward = shown > self._counted
        first, last = sorted((shown, self._counted))
        for i in range(max(first, 1), last):
            speaker, before = self._lanes[i], self._lanes[i - 1]
            if speaker >= 0 and before >= 0:
                self.answers[speaker][before] += 1 if forward else -1
        self._counted = shown
        self._figure_of_answers = tuple(map(tuple, self.answers))
