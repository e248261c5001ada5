"""The run as it is read: rows in order with the names resolved, everything said about it before and after, and what
a mode adds to it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, cast

from parley.core.base.labels import label
from parley.core.base.numbers import format_money, localise_number
from parley.core.base.registry import Registry
from parley.core.base.sentences import said
from parley.core.cast.affinity import Pair, pair
from parley.core.cast.member import PLAYER, Member
from parley.core.cast.providers import simulated
from parley.core.export.rows import Row, get_voice_label, list_spoken_rows, rows_between
from parley.core.export.words import words
from parley.core.log.authors import RULES, count_authors
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.distilled import RunDistilled
from parley.core.log.events.turn import Author, VoiceReplied
from parley.core.log.modes import MODES as LOGGED
from parley.core.log.modes import LoggedMode
from parley.core.log.played import PLAYED, chosen_by
from parley.core.log.state import DIRECTOR, State

TITLE_LENGTH = 80


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

    `words` are labels that are others than usual. `stage` is HTML (trusted: made with `html.render_part`)
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
        between = PLAYED[state.setup.mode].between
        return rows_between(state, events, language, between) if between else list_spoken_rows(state, events, language)

    def openings(self, state: State) -> Collection[int]:
        """Return the turns that answer nobody, though somebody spoke before."""
        return ()

    def change_facts(self, transcript: Transcript, facts: Facts) -> None:
        """Add to the facts, or take away what means nothing in this mode: of a talk that was imported, who chose."""
        if transcript.state.foreign:
            del facts["policy"], facts["seed"]  # 0 in every import, which drew nothing

    def find_ties(self, state: State) -> Sequence[Tie] | None:
        """Return the network at the end of the run; None: the members' affinities."""
        return None

    def about(self, transcript: Transcript) -> Mapping[str, Any]:
        """Return what the head of the JSON export says of the mode."""
        return {}

    def sections(self, transcript: Transcript, events: Sequence[Event]) -> Mapping[str, Any]:
        """Return sections of its own in the JSON export."""
        return {}

    def build_page(self, transcript: Transcript, events: Sequence[Event]) -> Page:
        """Return its part of the HTML replay."""
        return Page()


class ExportedMode(LoggedMode, Protocol):
    """A mode that may add to the documents of its runs."""

    @property
    def export(self) -> Callable[[], ModeExport] | None: ...


MODES = cast("Registry[ExportedMode]", LOGGED)
"""All modes: the registry takes in none that is not a whole `ModeSpec`."""


_PLAIN = ModeExport()


def export_of(config: RunConfig) -> ModeExport:
    """Return what the mode of that run adds."""
    export = MODES[config.mode].export
    return export() if export is not None else _PLAIN


@dataclass(frozen=True)
class Voices:
    """Labels of provider and model, in order of appearance, and the turns each of them spoke; and by `authors` how many
    turns each of these made the words of, which need not be the model that a voice has."""

    turns: dict[str, int]
    scripted: bool
    all_scripted: bool
    authors: Mapping[Author, int]

    def sentence(self, language: str) -> str:
        """Tell the reader who made the words; of the rules also that they are no model."""
        say = words(language)
        told = count_authors(self.authors, language) or say["nobody"]
        return f"{told}. {say['stand_in']}" if RULES in self.authors else f"{told}."


@dataclass(frozen=True)
class Transcript:
    """Everything an export may say; `before` are the affinities at the start.

    `answers[(a, b)]` counts how often a spoke right after b; `mode` is what the run's mode adds. Names are as the cast
    has them: whoever writes a format escapes them.
    """

    config: RunConfig
    state: State
    language: str
    title: str
    rows: tuple[Row, ...]
    voices: Voices
    distilled: RunDistilled | None
    before: dict[Pair, float]
    answers: dict[Pair, int]

    @property
    def mode(self) -> ModeExport:
        """What the run's mode adds to its documents."""
        return export_of(self.config)

    @property
    def say(self) -> dict[str, str]:
        """The labels in the export's language."""
        return words(self.language)

    def number(self, value: float, spec: str = ".2f") -> str:
        """Return a number as the export's language writes it."""
        return localise_number(format(value, spec), self.language)

    def memory_kind(self, kind: str) -> str:
        """Return what a kind of memory is called."""
        return label("memory", kind, self.language)

    def said(self, sentence: str) -> str:
        """Return a sentence of the core in the export's language."""
        return said(sentence, self.language)

    @property
    def date(self) -> str:
        """When it began, to the minute."""
        started = self.state.started_at
        return started.strftime("%Y-%m-%d %H:%M UTC") if started else ""

    @property
    def format_name(self) -> str:
        """The format's name in the export's language."""
        return self.config.format.name.text(self.language)

    def name_of(self, member: str) -> str:
        """Return the name to show for an id."""
        return self.say["director"] if member == DIRECTOR else self.state.name_of(member)

    def facts(self, *, numbers: bool = True) -> list[tuple[str, str]]:
        """Return label and value of what is to be known of the run, in the order in which it is shown."""
        say, config, state = self.say, self.config, self.state
        turns = f"{len(state.turns)} {say['of']} {config.turns}" if config.turns else str(len(state.turns))
        facts: Facts = {
            "topic": [(say["topic"], config.topic)],
            "date": [(say["date"], self.date)],
            "format": [(say["format"], self.format_name)],
            "cast": [(say["cast"], config.cast_name or config.cast_id)],
            "place": [(say["place"], config.place_name or config.place)],
            "voice": [(say["wrote"], self.voices.sentence(self.language))],
            "turns": [(say["turns"], turns)],
            "policy": [(say["policy"], label("policy", chosen_by(state), self.language))],
            "seed": [(say["seed"], str(config.seed))],
            "run": [(say["run"], state.run)],
        }
        if state.parent:
            forked = say["forked_at"].format(parent=state.parent, turn=state.parent_turn)
            facts["forked"] = [(say["forked"], forked)]
        if numbers:
            facts["spending"] = [
                (say["tokens"], self._format_token_usage()),
                (say["cost"], format_money(state.cost, self.language)),
            ]
        facts["end"] = [(say["ended"], self.ending)]
        self.mode.change_facts(self, facts)
        return [(name, value) for several in facts.values() for name, value in several if value]

    @property
    def ending(self) -> str:
        """Why the run ended, or that it has not."""
        state = self.state
        if state.status != "ended":
            return self.say["unfinished"]
        return self.said(state.detail) or label("end", state.reason, self.language)

    def _format_token_usage(self) -> str:
        usage = self.state.usage
        split = self.say["tokens_split"].format(
            input=self.number(usage.input + usage.cache_write, ","),  # what is written to the cache is sent in full
            cached=self.number(usage.cache_read, ","),
            output=self.number(usage.output, ","),
        )
        return f"{self.number(usage.total, ',')} ({split})"

    def get_voice_of(self, member: Member) -> str:
        """Return what the member speaks through at the end of the run."""
        return self.say["played"] if member.id == PLAYER else self.state.get_voice_label(member.id)

    def voice_shown(self, member: Member) -> str:
        """Return the same for a reader: the rehearsal is a word, models keep their names."""
        voice = self.get_voice_of(member)
        return self.say.get(voice, voice) if simulated(voice) else voice


def read(state: State, events: Sequence[Event], language: str = "", title: str = "") -> Transcript:
    """Return the transcript of a folded run; `events` are the log's, `language` that of the labels (the run's if
    empty), `title` the name that somebody gave it (its own if empty).
    """
    config = state.setup
    language = language or config.language
    mode = export_of(config)
    rows = tuple(mode.rows(state, events, language))
    return Transcript(
        config=config,
        state=state,
        language=language,
        title=title or _make_title(config, language),
        rows=rows,
        voices=get_voices_of((row.voice for row in rows), events, state),
        distilled=state.distilled,
        before={pair(each.a, each.b): each.affinity for each in config.affinities},
        answers=_count_answers(state, mode.openings(state)),
    )


def _make_title(config: RunConfig, language: str) -> str:
    if config.title and config.title != config.format.name.text(config.language):  # the format's name alone is no title
        return config.title
    # A day in the office has no topic of its own.
    topic = " ".join((config.topic or config.cast_name or config.cast_id).split())  # a topic may have line breaks
    topic = topic if len(topic) <= TITLE_LENGTH else topic[: TITLE_LENGTH - 1] + "…"
    return f"{config.format.name.text(language)}: {topic}"


def get_voices_of(labels: Iterable[str], events: Sequence[Event], state: State) -> Voices:
    """Return who spoke and who made the words: `labels` are those of the turns, empty where no voice spoke."""
    turns: dict[str, int] = {}
    for each in labels:
        if each:
            turns[each] = turns.get(each, 0) + 1
    # A voice may have written the distillation alone; of those who spoke at once, whoever was ready first is no matter.
    for each in sorted(
        {get_voice_label(event) for event in events if isinstance(event, VoiceReplied) and event.provider}
    ):
        turns.setdefault(each, 0)
    if not turns:  # nobody has spoken yet
        turns[state.setup.imported or state.setup.voice.label] = 0
    kinds = {author.kind for author in state.authors} - {"person"}  # who plays is neither script nor model
    scripted = bool(kinds & {"rules", "writer"}) if kinds else all(simulated(each.split(" · ")[0]) for each in turns)
    return Voices(turns, scripted, scripted and not kinds & {"model", "unknown"}, state.authors)


def _count_answers(state: State, openings: Collection[int]) -> dict[Pair, int]:
    counts: dict[Pair, int] = {}
    for earlier, later in itertools.pairwise(state.turns):
        if earlier.member != later.member and later.number not in openings:
            counts[later.member, earlier.member] = counts.get((later.member, earlier.member), 0) + 1
    return counts
