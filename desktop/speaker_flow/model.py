"""The speaker flow's figure, kept up from turn to turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from parley.core.log.codec import get_text_of
from parley.core.log.events.turn import SpeakerSelected
from parley.core.log.state import Turn
from parley.core.turn_taking.selection import said_to
from parley.desktop.run.figures import MarkFigure, MemberFigure, PartFigure
from parley.desktop.speaker_flow.figures import FlowFigure, WhyFigure
from parley.desktop.widgets.language import said

DIRECTOR_LANE = -1
NO_SPAN = range(0)


def build_why_figure(selected: SpeakerSelected | None) -> WhyFigure | None:
    """Return the reason for a speaker, number by number as the event says it; None where nothing was selected."""
    if selected is None:
        return None
    reason = said(get_text_of(selected))
    return WhyFigure(selected.turn, selected.member, selected.policy, reason, selected.draw, selected.candidates)


class Flow:
    """Who spoke when in one run; it grows with the turns, so that a figure costs the same at turn 10 and at 10,000.

    Attributes: `members`, the ids in cast order, which number the lanes.
    """

    def __init__(self, members: Mapping[str, str]) -> None:
        """`members` are the names by id, in cast order."""
        self.members = tuple(members)
        self.index = {member: i for i, member in enumerate(self.members)}
        self._names = dict(members)
        self._turns: Sequence[Turn] = ()
        self._said_to: dict[int, tuple[int, ...]] = {}
        self._seqs: list[int] = []
        self._lanes: list[int] = []
        self._words: list[int] = []
        self._frozen: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        self._of_span: tuple[range, tuple[tuple[int, int], ...]] = (NO_SPAN, ())

    def join(self, members: Mapping[str, str]) -> None:
        """Give lanes to those who came in on the way, by id and name; the lanes of the others stay."""
        for member, name in members.items():
            if member not in self.index:
                self.index[member] = len(self.index)
                self._names[member] = name
                self.members = (*self.members, member)

    def follow(self, turns: Sequence[Turn]) -> None:
        """Take in the run's turns: what is new at the end, and what a retry took back."""
        self._turns = turns
        kept = min(len(turns), len(self._seqs))
        # Turns are only ever taken back from the end, so the first that agrees ends the search.
        while kept and turns[kept - 1].seq != self._seqs[kept - 1]:
            kept -= 1
        if kept == len(turns) == len(self._seqs):
            return
        self._said_to = {turn: lanes for turn, lanes in self._said_to.items() if turn <= kept}
        self._of_span = (NO_SPAN, ())
        del self._seqs[kept:], self._lanes[kept:], self._words[kept:]
        for turn in turns[kept:]:
            self._seqs.append(turn.seq)
            self._lanes.append(self.index.get(turn.member, DIRECTOR_LANE))  # Whoever is no member shares that lane
            self._words.append(len(turn.text.split()))
        self._frozen = (tuple(self._lanes), tuple(self._words))  # Made once a turn, and used by many figures

    def find_addressees(self, turn: int) -> tuple[int, ...]:
        """Return the members that turn `turn` was said to, as indices; empty: all who heard it."""
        if turn not in self._said_to and 0 < turn <= len(self._turns):
            found = said_to(self._turns[turn - 1], self._names)  # Reads the log: only for turns that are looked at
            self._said_to[turn] = tuple(sorted(self.index[member] for member in found))
        return self._said_to.get(turn, ())

    def figure(
        self,
        members: Sequence[MemberFigure],
        *,
        shown: int,
        planned: int = 0,
        span: range = NO_SPAN,
        marks: tuple[MarkFigure, ...] = (),
        bands: tuple[PartFigure, ...] = (),
        drawn: int = -1,
    ) -> FlowFigure:
        """Return the figure at turn `shown`; `members` are in the order of `self.members`, and are counted in the
        `span`.
        """
        shown = max(0, min(shown, len(self._lanes)))
        lanes, words = self._frozen
        counted = tuple(members)
        if span:
            sums = self._count_in(span)
            whole = sum(spoken for _turns, spoken in sums)
            counted = tuple(
                replace(member, turns=turns, words=spoken, share=spoken / whole if whole else 0.0)
                for member, (turns, spoken) in zip(counted, sums, strict=False)  # The timeline asks without members
            )
        return FlowFigure(
            counted,
            lanes,
            words,
            shown,
            planned,
            bands=bands,
            addressed=self.find_addressees,
            marks=marks,
            drawn=drawn,
            span=span,
        )

    def _count_in(self, span: range) -> tuple[tuple[int, int], ...]:
        """Return each member's turns and words in these turns."""
        if self._of_span[0] != span:
            part, said = self._lanes[span.start - 1 : span.stop - 1], self._words[span.start - 1 : span.stop - 1]
            sums = [[0, 0] for _ in self.members]
            for lane, words in zip(part, said, strict=True):
                if lane >= 0:
                    sums[lane][0] += 1
                    sums[lane][1] += words
            self._of_span = (span, tuple((turns, words) for turns, words in sums))
        return self._of_span[1]
