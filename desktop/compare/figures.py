"""Two runs side by side, as they are shown. Plain values, no core, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from parley.desktop.affinity.figures import NetworkFigure
from parley.desktop.run.figures import MemberFigure


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A turn of one run, with its `calls` of tools; the `name` is empty over a stage direction, which nobody says."""

    member: str
    name: str
    text: str
    calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """Turns of both that stand side by side, of the first run turn `number`; None where one has none there.
    `other_number` is that of the other run."""

    number: int
    one: ComparedLine | None
    other: ComparedLine | None
    other_number: int = 0

    @property
    def same(self) -> bool:
        """Whether the same member says the same in both."""
        return self.one == self.other

    @property
    def sides(self) -> tuple[ComparedLine | None, ComparedLine | None]:
        """What stands left and right."""
        return self.one, self.other


@dataclass(frozen=True, slots=True)
class ComparedSetting:
    """A setting, an act of the director or an outcome, as it is told."""

    title: str
    one: str
    other: str
    differs: bool


@dataclass(frozen=True, slots=True)
class CompareFigure:
    """Two runs: `titles` and `subtitles` of both; the first `shared` of the `rows` are the same turns.

    `hands` are what the director did until they part.

    `network` is the first one's at its end, with how far it stands from the other's, of those who are in both.

    `choices` are the runs that the first can be compared with, as (run id, title); `chosen` is the one that is.
    """

    titles: tuple[str, str] = ("", "")
    subtitles: tuple[str, str] = ("", "")
    settings: tuple[ComparedSetting, ...] = ()
    hands: tuple[ComparedSetting, ...] = ()
    outcomes: tuple[ComparedSetting, ...] = ()
    shared: int = 0
    rows: tuple[ComparedRow, ...] = ()
    members: dict[str, MemberFigure] = field(default_factory=dict)  # Of both runs; where both have one, the first run's
    network: NetworkFigure = field(default_factory=NetworkFigure)
    choices: tuple[tuple[str, str], ...] = ()
    chosen: str = ""
