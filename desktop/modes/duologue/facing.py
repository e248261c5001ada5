"""What the two columns of a duologue show: plain figures, and the model that keeps them as the talk grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import is_

from parley.core.log.state import Entry, State, Turn
from parley.core.measures.language import TakenWords
from parley.core.modes.duologue.config import DuologueConfig
from parley.desktop.modes.duologue.words import get_level_title, list_chips
from parley.desktop.run.figures import MemberFigure

NOBODY = MemberFigure("", "", "", "slate")  # of a line in a log whose member its run does not name


@dataclass(frozen=True, slots=True)
class LineFigure:
    """A line: its turn's `number`, on which `side` it stands (0 left, 1 right), and the places of words that were taken
    over from the line before (start and length in characters). While it is `open` it is being said; what is `staged` is
    a stage direction, and nobody's words."""

    number: int
    member: MemberFigure
    side: int
    text: str
    taken: tuple[tuple[int, int], ...] = ()
    open: bool = False
    staged: bool = False


@dataclass(frozen=True, slots=True)
class FacingFigure:
    """A talk of two sides. `told` is what each is told of the other, by the member's id; `topic` what it is about,
    `fork` the turn of its parent from which it goes on (-1: it is no fork), `chips` how it is set, in words.
    `put_in` is what the director put in last and nobody has taken up yet, `put_in_to` the names of whom it is for,
    where not all.
    """

    run: str = ""
    members: tuple[MemberFigure, ...] = ()
    told: tuple[str, ...] = ()
    lines: Sequence[LineFigure] = ()
    shown: int = 0
    streaming: LineFigure | None = None
    topic: str = ""
    fork: int = -1
    chips: tuple[str, ...] = ()
    put_in: str = ""
    put_in_to: tuple[str, ...] = ()

    @property
    def taken(self) -> int:
        """Words that were taken over in the last six turns."""
        return sum(len(line.taken) for line in self.lines[max(0, self.shown - 6) : self.shown])


class FacingModel:
    """Makes the figure; lines that were read stay as they are."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._lines: list[LineFigure] = []
        self._words = TakenWords()
        self._read: list[Turn] = []

    def figure(
        self,
        live: State | None,
        shown: int,
        members: tuple[MemberFigure, ...],
        streaming: Mapping[str, str],
        *,
        at_end: bool,
        language: str,
        standing: Sequence[Entry] = (),
    ) -> FacingFigure:
        """Return the talk at turn `shown`, of a run of another mode nothing; `members` are all who come into it,
        `streaming` is what is being said, `standing` what was put in and nobody took up by then, the newest first.
        """
        if live is None or live.config is None or live.setup.find(DuologueConfig) is None:
            return FacingFigure()
        faces = {member.id: member for member in members}
        plain = tuple((member.id, member.name, member.colour, member.initial) for member in members)
        # Of a member only what a line shows of them: counts, and who has the floor, change at every turn.
        if (live.run, plain) != self._key or not self._is_reading_current(live):
            # Another run, another name, or a line that was written anew.
            self._key, self._lines, self._read, self._words = (live.run, plain), [], [], TakenWords()
        for turn in live.turns[len(self._read) :]:  # turns only come at the end; the check above saw to the rest
            member = faces.get(turn.member, NOBODY)
            taken = self._words.read(turn.member, turn.text)
            side = self._find_side_of_member(members, turn.member)
            self._lines.append(LineFigure(turn.number, member, side, turn.text, taken, staged=turn.staged))
            self._read.append(turn)  # the turn itself: one that is edited is another object of the same number
        growing = None
        if at_end and live.open is not None and live.open.failed is None and live.status == "playing":
            who = live.open.started.member
            text = streaming.get(who, "")
            number = len(live.turns) + 1
            growing = LineFigure(
                number, faces.get(who, NOBODY), self._find_side_of_member(members, who), text, open=True
            )
        told = tuple(_describe_awareness(live, member.id, language) for member in members[:2])
        setup = live.setup
        topic = setup.topic or setup[DuologueConfig].opening or setup.title
        fork = live.parent_turn if live.parent else -1
        put_in = next(iter(standing), None)
        return FacingFigure(
            # The list itself and no copy: by its identity the columns know that lines were only added.
            live.run, members, told, self._lines, shown, growing, " ".join(topic.split()), fork, list_chips(setup),
            put_in=put_in.text if put_in is not None else "",
            put_in_to=tuple(faces.get(one, NOBODY).name for one in put_in.heard_by) if put_in is not None else (),
        )  # fmt: skip

    def _is_reading_current(self, live: State) -> bool:
        """Return whether all turns that were read are still what the run has."""
        # Turns of the fold are frozen: by identity an edited one is known, too.
        return len(self._read) <= len(live.turns) and all(map(is_, self._read, live.turns))

    @staticmethod
    def _find_side_of_member(members: Sequence[MemberFigure], member: str) -> int:
        """Return 0 (left) for the first of the members, who in some topologies talks with all others, else 1."""
        return 0 if members and members[0].id == member else 1


def _describe_awareness(live: State, member: str, language: str) -> str:
    side = live.setup[DuologueConfig].sides.get(member)
    return get_level_title(side.awareness, language) if side is not None else ""
