"""What a mode adds to the documents of its runs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from parley.core.export.rows import Row, rows_between, spoken_rows
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.modes import MODES
from parley.core.log.state import State

if TYPE_CHECKING:
    from parley.core.export.transcript import Transcript

Facts = dict[str, list[tuple[str, str]]]
"""What is to be known of a run by what it is about ("topic", "voice", "policy" ...), each as label and value."""


class Tie(NamedTuple):
    """A pair in the network of a run: where it stood at first and stands at the end, both in [0, 1]."""

    a: str
    b: str
    before: float
    after: float


@dataclass(frozen=True)
class Page:
    """What a mode puts on the page of the HTML replay.

    `words` are labels that are others than usual. `stage` is HTML (trusted: made with `parley.core.export.html.part`)
    in the place of the floor plan and the flow of speakers, `data` what the script finds by these keys, `script`
    JavaScript that runs behind the page's own. `translated` is the language of the lines' translations.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    stage: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    script: str = ""
    translated: str = ""


class ModeExport:
    """What a mode adds to the documents of its runs; what is said here is right for a roundtable."""

    own_scenes = False
    """Whether its rows open every scene; else a screenplay is one scene in the run's place."""

    def rows(self, state: State, events: Sequence[Event], language: str) -> Iterator[Row]:
        """Return what is read, in order."""
        between = MODES[state.setup.mode].between
        return rows_between(state, events, language, between) if between else spoken_rows(state, events, language)

    def openings(self, state: State) -> Collection[int]:
        """Return the turns that answer nobody, though somebody spoke before."""
        return ()

    def change_facts(self, transcript: Transcript, facts: Facts) -> None:
        """Add to the facts, or take away what means nothing in this mode: of a talk that was imported, who chose."""
        if transcript.state.foreign:
            del facts["policy"], facts["seed"]

    def ties(self, state: State) -> Sequence[Tie] | None:
        """Return the network at the end of the run; None: the members' affinities."""
        return None

    def about(self, transcript: Transcript) -> Mapping[str, Any]:
        """Return what the head of the JSON export says of the mode."""
        return {}

    def sections(self, transcript: Transcript, events: Sequence[Event]) -> Mapping[str, Any]:
        """Sections of its own in the JSON export."""
        return {}

    def page(self, transcript: Transcript, events: Sequence[Event]) -> Page:
        """Its part of the HTML replay."""
        return Page()


_PLAIN = ModeExport()


def export_of(config: RunConfig) -> ModeExport:
    """Return what the mode of that run adds."""
    export = MODES[config.mode].export
    return export() if export is not None else _PLAIN
