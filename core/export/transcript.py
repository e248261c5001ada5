"""The run as it is read: rows in order with the names resolved, and everything said about it before and after."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from core.cast.affinity import Pair, pair
from core.cast.member import Member
from core.events import AnyEvent, RunDistilled, SpeakerSelected, Usage, VoiceReplied
from core.export.words import words
from core.transcript.config import RunConfig
from core.transcript.state import DIRECTOR, Entry, State, Turn

REHEARSAL = "rehearsal"
TITLE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Row:
    """Something that was said or put in. `turn` of a topic is the one before which it came; `to` are names.

    `number` is 0 for what is no turn. `voice` is provider and model, empty where the director wrote.
    """

    kind: Literal["line", "topic", "whisper", "director"]
    turn: int
    speaker: str
    name: str
    text: str
    at: datetime
    thoughts: tuple[str, ...] = ()
    cut: str = ""
    edited: bool = False
    by_director: bool = False
    to: tuple[str, ...] = ()
    voice: str = ""
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    latency: float = 0.0
    selected: SpeakerSelected | None = None

    @property
    def spoken(self) -> bool:
        """Whether it is a turn."""
        return self.kind in {"line", "director"}


@dataclass(frozen=True)
class Voices:
    """Who wrote it: labels of provider and model, in order of appearance, and the turns each of them wrote."""

    turns: dict[str, int]
    scripted: bool
    all_scripted: bool

    def sentence(self, language: str) -> str:
        """One or two sentences for the reader, honest about the rehearsal voice."""
        say = words(language)
        names = [label if label != REHEARSAL else say["rehearsal"] for label in self.turns]
        told = say["written_by"].format(voices=", ".join(names) or say["nobody"])
        if self.scripted:
            told += " " + say["stand_in" if self.all_scripted else "stand_in_part"]
        return told


@dataclass(frozen=True)
class Transcript:
    """Everything an export may say. `affinities` are those at the end, `before` those at the start.

    `answers[(a, b)]` counts how often a spoke right after b. Names are as the cast has them: whoever writes a format
    escapes them.
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
    def say(self) -> dict[str, str]:
        """The labels in the export's language."""
        return words(self.language)

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
        """The name to show for an id."""
        return self.say["director"] if member == DIRECTOR else self.state.name_of(member)

    def facts(self, *, numbers: bool = True) -> list[tuple[str, str]]:
        """Label and value of what is to be known of the run, in the order in which it is shown."""
        say, config, state = self.say, self.config, self.state
        turns = f"{len(state.turns)} {say['of']} {config.turns}"
        found = [
            (say["topic"], config.topic),
            (say["date"], self.date),
            (say["format"], self.format_name),
            (say["cast"], config.cast_name or config.cast_id),
            (say["place"], config.place_name or config.place),
            (say["voice"], self.voices.sentence(self.language)),
            (say["turns"], turns),
            (say["policy"], state.policy),
            (say["seed"], str(config.seed)),
            (say["run"], state.run),
        ]
        if state.parent:
            found.append((say["forked"], say["forked_at"].format(parent=state.parent, turn=state.parent_turn)))
        if numbers:
            found += [(say["tokens"], self._tokens()), (say["cost"], f"{state.cost:.4f} $")]
        found.append((say["ended"], (state.detail or state.reason) if state.status == "ended" else say["unfinished"]))
        return [(label, value) for label, value in found if value]

    def _tokens(self) -> str:
        usage = self.state.usage
        split = self.say["tokens_split"].format(
            input=usage.input + usage.cache_write, cached=usage.cache_read, output=usage.output
        )
        return f"{usage.total} ({split})"

    def voice_of(self, member: Member) -> str:
        """What the member speaks through at the end of the run."""
        return self.state.voice_of(member.id).label


def read(state: State, events: Sequence[AnyEvent], language: str = "") -> Transcript:
    """The transcript of a folded run; `events` are the log's, `language` that of the labels (the run's if empty)."""
    config = state.setup
    language = language or config.language
    by_seq = {turn.seq: turn for turn in state.turns}
    rows = tuple(_row(state, entry, by_seq.get(entry.seq), events, language) for entry in state.entries)
    return Transcript(
        config=config,
        state=state,
        language=language,
        title=_title(config, language),
        rows=rows,
        voices=_voices(rows, events, config),
        distilled=state.distilled,
        before={pair(each.a, each.b): each.affinity for each in config.affinities},
        answers=_answers(state.turns),
    )


def _title(config: RunConfig, language: str) -> str:
    if config.title and config.title != config.format.name.text(config.language):
        return config.title
    topic = " ".join(config.topic.split())
    topic = topic if len(topic) <= TITLE_LENGTH else topic[: TITLE_LENGTH - 1] + "…"
    return f"{config.format.name.text(language)}: {topic}"


def _row(state: State, entry: Entry, turn: Turn | None, events: Sequence[AnyEvent], language: str) -> Row:
    say = words(language)
    to = tuple(state.name_of(member) for member in entry.heard_by)
    if turn is None:
        kind: Literal["topic", "whisper"] = "whisper" if to else "topic"
        return Row(kind, entry.turn, "", say["director"], entry.text, events[entry.seq].at, to=to)
    reply, ended = turn.reply, turn.ended
    by_director = ended.author == "director"
    return Row(
        kind="director" if turn.member == DIRECTOR else "line",
        turn=turn.number,
        speaker=turn.member,
        name=say["director"] if turn.member == DIRECTOR else state.name_of(turn.member),
        text=turn.text,
        at=ended.at,
        thoughts=ended.thoughts,
        cut=ended.cut,
        edited=ended.edited,
        by_director=by_director,
        to=to,
        voice=label(reply) if reply and not by_director else "",
        usage=reply.usage if reply else Usage(),
        cost=reply.cost if reply else 0.0,
        latency=reply.latency if reply else 0.0,
        selected=turn.selected,
    )


def label(reply: VoiceReplied) -> str:
    """Provider and model of a reply."""
    return f"{reply.provider} · {reply.model}" if reply.model else reply.provider


def _voices(rows: Sequence[Row], events: Sequence[AnyEvent], config: RunConfig) -> Voices:
    turns: dict[str, int] = {}
    for row in rows:
        if row.voice:
            turns[row.voice] = turns.get(row.voice, 0) + 1
    for event in events:
        # A voice may have written the distillation alone.
        if isinstance(event, VoiceReplied) and event.provider:
            turns.setdefault(label(event), 0)
    if not turns:
        turns[config.voice.label] = 0
    scripted = [each.split(" · ")[0] == REHEARSAL for each in turns]
    return Voices(turns, any(scripted), all(scripted))


def _answers(turns: Sequence[Turn]) -> dict[Pair, int]:
    counts: dict[Pair, int] = {}
    for earlier, later in itertools.pairwise(turns):
        if earlier.member != later.member:
            counts[later.member, earlier.member] = counts.get((later.member, earlier.member), 0) + 1
    return counts
