"""Two runs side by side, as they are shown. Plain values, no core, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop.run.figures import MemberFigure


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A turn of one run."""

    member: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """The turns of both with the same number; None where a run had ended by then."""

    number: int
    one: ComparedLine | None
    other: ComparedLine | None

    @property
    def same(self) -> bool:
        """Whether the same member says the same in both."""
        return self.one == self.other


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

    `choices` are the runs that the first can be compared with, as (run id, title); `chosen` is the one that is.
    """

    titles: tuple[str, str] = ("", "")
    subtitles: tuple[str, str] = ("", "")
    settings: tuple[ComparedSetting, ...] = ()
    hands: tuple[ComparedSetting, ...] = ()
    outcomes: tuple[ComparedSetting, ...] = ()
    shared: int = 0
    rows: tuple[ComparedRow, ...] = ()
    members: dict[str, MemberFigure] = field(default_factory=dict)
    choices: tuple[tuple[str, str], ...] = ()
    chosen: str = ""
