"""The run as it is read: rows in order with the names resolved, and everything said about it before and after."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from core.base.labels import label
from core.base.numbers import localised, money
from core.base.sentences import said
from core.cast.affinity import Pair, pair
from core.cast.member import PLAYER, Member
from core.export.words import dated, words
from core.log.codec import text_of
from core.log.config import RunConfig
from core.log.events.base import Event
from core.log.events.distilled import RunDistilled
from core.log.events.run import TopicInjected
from core.log.events.turn import SpeakerSelected, TurnEnded, Usage, VoiceReplied
from core.log.state import DIRECTOR, Entry, State, Turn
from core.modes.duologue.config import DuologueConfig
from core.modes.office.config import OfficeConfig
from core.modes.office.events import SceneStarted
from core.modes.office.state import OfficeState
from core.modes.story.config import StoryConfig
from core.modes.story.export_rows import happened
from core.modes.story.state import StoryState

REHEARSAL = "rehearsal"
TITLE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Row:
    """Something that was said or put in, or a scene that opens.

    `turn` of what is no turn is the one before which it came; `to` are names: whom it is for, who heard it if that was
    not everybody there, or who is in the scene. `voice` is provider and model, empty where the director wrote. A
    scene's `text` is its topic, its `day` the date in words where a day begins with it. A story has parts (a heading
    in `name`, and why in `text`) and events: what the rules decided, `name` saying what it is. `author` is "script" or
    "rules" where nobody wrote the player's line. `other` is the line in another
    language with its thoughts, as far as it was translated. `ended` is the turn's event and `injected` that of what was
    put in: what they alone know of an imported chat. `hidden`: it is shown, and no voice is sent it.
    """

    kind: Literal["line", "topic", "whisper", "director", "scene", "observation", "part", "event"]
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
    scene: SceneStarted | None = None
    day: str = ""
    other: str = ""
    other_thoughts: tuple[str, ...] = ()
    author: str = ""
    hidden: bool = False
    ended: TurnEnded | None = None
    injected: TopicInjected | None = None

    @property
    def spoken(self) -> bool:
        """Whether it is a turn."""
        return self.kind in {"line", "director"}

    def heard(self, say: dict[str, str]) -> str:
        """Who heard a line if that was not everybody there, in words; else empty."""
        if not self.to:
            return ""
        return say["alone"] if self.to == (self.name,) else say["heard_by"].format(names=", ".join(self.to))

    def notes(self, say: dict[str, str]) -> list[str]:
        """What is to be known of a line: whose hand wrote it, who heard it."""
        by_hand = self.by_director and self.kind == "line" and self.speaker != PLAYER
        found = [say["by_director"]] if by_hand else []
        if self.author:
            by_rules = "by_chance" if self.speaker == PLAYER else "by_rules"
            found.append(say["by_script" if self.author == "script" else by_rules])
        found += [say["edited"]] if self.edited else []
        found += [say["hidden"]] if self.hidden else []
        return [*found, self.heard(say)] if self.to else found

    def why(self, language: str) -> str:
        """Why its speaker was chosen; empty where nobody chose."""
        return said(text_of(self.selected), language) if self.selected else ""

    def audience(self, say: dict[str, str]) -> str:
        """Whom something put in was for, in words."""
        if self.hidden:
            return say["hidden"]
        return say["whisper"].format(names=", ".join(self.to)) if self.to else say["everybody"]

    def heading(self, say: dict[str, str]) -> str:
        """A scene's heading: number, hour, room."""
        assert self.scene is not None
        return f"{say['scene'].format(scene=self.scene.scene)}, {self.scene.clock}, {self.name}"


@dataclass(frozen=True)
class Voices:
    """Who wrote it: labels of provider and model, in order of appearance, and the turns each of them wrote."""

    turns: dict[str, int]
    scripted: bool
    all_scripted: bool

    def sentence(self, language: str) -> str:
        """One or two sentences for the reader, honest about the rehearsal voice."""
        say = words(language)
        # Its only model is the script: the reader is told what it is, once.
        said = [say["rehearsal"] if each.split(" · ")[0] == REHEARSAL else each for each in self.turns]
        names = list(dict.fromkeys(said))
        told = say["written_by"].format(voices=", ".join(names) or say["nobody"])
        if self.scripted:
            told += " " + say["stand_in" if self.all_scripted else "stand_in_part"]
        return told


@dataclass(frozen=True)
class Transcript:
    """Everything an export may say; `before` are the affinities at the start.

    `answers[(a, b)]` counts how often a spoke right after b. `observations` are what bystanders saw of scenes: they are
    nobody's lines. Names are as the cast has them: whoever writes a format escapes them.
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
    observations: tuple[Row, ...] = ()

    @property
    def say(self) -> dict[str, str]:
        """The labels in the export's language."""
        return words(self.language)

    def number(self, value: float, spec: str = ".2f") -> str:
        """A number as the export's language writes it."""
        return localised(format(value, spec), self.language)

    def memory_kind(self, kind: str) -> str:
        """What a kind of memory is called."""
        return label("memory", kind, self.language)

    def said(self, sentence: str) -> str:
        """A sentence of the core in the export's language."""
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
        """The name to show for an id."""
        return self.say["director"] if member == DIRECTOR else self.state.name_of(member)

    def facts(self, *, numbers: bool = True) -> list[tuple[str, str]]:
        """Label and value of what is to be known of the run, in the order in which it is shown."""
        say, config, state = self.say, self.config, self.state
        turns = f"{len(state.turns)} {say['of']} {config.turns}" if config.turns else str(len(state.turns))
        found = [
            (say["topic"], config.topic),
            (say["date"], self.date),
            (say["format"] if state.find(StoryState) is None else say["world"], self.format_name),
            (say["cast"], self._cast()),
            (say["place"], config.place_name or config.place),
            (say["voice"], self.voices.sentence(self.language)),
            *self._scenes(),
            *self._tale(),
            (say["turns"], turns),
            (say["policy"], self.policy),
            *self._sides(),
            (say["seed"], str(config.seed)),
            (say["run"], state.run),
        ]
        if state.parent:
            found.append((say["forked"], say["forked_at"].format(parent=state.parent, turn=state.parent_turn)))
        if numbers:
            found += [(say["tokens"], self._tokens()), (say["cost"], money(state.cost, self.language))]
        found.append((say["ended"], self.ending))
        return [(label, value) for label, value in found if value]

    @property
    def policy(self) -> str:
        """By what the next speaker is chosen; empty where a game master or a story decides."""
        state = self.state
        fits = state.find(OfficeState) is None and state.find(StoryState) is None
        return label("policy", state.chosen_by, self.language) if fits else ""

    @property
    def ending(self) -> str:
        """Why the run ended, or that it has not."""
        state = self.state
        if state.status != "ended":
            return self.say["unfinished"]
        return self.said(state.detail) or label("end", state.reason, self.language)

    def _scenes(self) -> Iterator[tuple[str, str]]:
        world = self.state.find(OfficeState)
        if world is not None:
            yield self.say["days"], ", ".join(row.day for row in self.rows if row.day)
            yield self.say["scenes"], str(sum(row.kind == "scene" for row in self.rows))

    def _tale(self) -> Iterator[tuple[str, str]]:
        tale = self.state.find(StoryState)
        if tale is not None:
            yield self.say["story_turns"], f"{tale.turn} {self.say['of']} {self.config[StoryConfig].length}"
            trusted = [(self.name_of(one), standing.trust) for one, standing in tale.people.items() if standing.met]
            yield self.say["trust"], ", ".join(f"{name} {trust:+d}" for name, trust in trusted)

    def _cast(self) -> str:
        # Sides with names of their own come from no cast.
        config = self.config
        return (
            ""
            if self.state.find(StoryState)
            else config.cast_name or ("" if config.find(DuologueConfig) else config.cast_id)
        )

    def _sides(self) -> Iterator[tuple[str, str]]:
        talk = self.config.find(DuologueConfig)
        if talk is None:
            return
        levels: dict[str, list[str]] = {}
        for member, side in talk.sides.items():
            levels.setdefault(side.awareness.name.text(self.language), []).append(self.name_of(member))
        yield self.say["awareness"], "; ".join(f"{level} ({', '.join(names)})" for level, names in levels.items())
        own = {self.name_of(member): " ".join(side.system.split()) for member, side in talk.sides.items()}
        yield self.say["own_prompts"], "; ".join(f"{name}: {prompt}" for name, prompt in own.items() if prompt)
        if talk.stop is not None:
            yield (
                self.say["stops_at"],
                self.say["convergence_of"].format(
                    **talk.stop.model_dump() | {"threshold": self.number(talk.stop.threshold)}
                ),
            )

    def _tokens(self) -> str:
        usage = self.state.usage
        split = self.say["tokens_split"].format(
            input=self.number(usage.input + usage.cache_write, ","),
            cached=self.number(usage.cache_read, ","),
            output=self.number(usage.output, ","),
        )
        return f"{self.number(usage.total, ',')} ({split})"

    def voice_of(self, member: Member) -> str:
        """What the member speaks through at the end of the run."""
        return self.say["played"] if member.id == PLAYER else self.state.voice_label(member.id)

    def voice_shown(self, member: Member) -> str:
        """The same for a reader: the rehearsal is a word, models keep their names."""
        voice = self.voice_of(member)
        return self.say["rehearsal"] if voice == REHEARSAL else voice


def read(state: State, events: Sequence[Event], language: str = "") -> Transcript:
    """The transcript of a folded run; `events` are the log's, `language` that of the labels (the run's if empty)."""
    config = state.setup
    language = language or config.language
    every = tuple(_tale_rows(state, events, language) if state.find(StoryState) else _rows(state, events, language))
    rows = tuple(row for row in every if row.kind != "observation")
    return Transcript(
        config=config,
        state=state,
        language=language,
        title=_title(config, language),
        rows=rows,
        voices=voices_of((row.voice for row in rows), events, config),
        distilled=state.distilled,
        before={pair(each.a, each.b): each.affinity for each in config.affinities},
        answers=_answers(state),
        observations=tuple(row for row in every if row.kind == "observation"),
    )


def _title(config: RunConfig, language: str) -> str:
    if config.title and config.title != config.format.name.text(config.language):
        return config.title
    # A day in the office has no topic of its own.
    topic = " ".join((config.topic or config.cast_name or config.cast_id).split())
    topic = topic if len(topic) <= TITLE_LENGTH else topic[: TITLE_LENGTH - 1] + "…"
    return f"{config.format.name.text(language)}: {topic}"


def _rows(state: State, events: Sequence[Event], language: str) -> Iterator[Row]:
    by_seq = {turn.seq: turn for turn in state.turns}
    labels = _labels(events) if state.find(OfficeState) else {}
    others = state[OfficeState].translated() if state.find(OfficeState) else {}
    scene: SceneStarted | None = None
    day = 0
    for entry in state.entries:
        turn = by_seq.get(entry.seq)
        if turn is not None:
            row = _line(state, turn, language, scene.members if scene else (), labels.get(turn.number, ""))
            other = others.get(turn.number)
            yield replace(row, other=other.text, other_thoughts=other.thoughts) if other else row
        elif entry.kind == "scene":
            scene = events[entry.seq]  # type: ignore[assignment]
            assert scene is not None
            yield _scene(state, scene, entry.turn, language, first=scene.day != day)
            day = scene.day
        else:
            yield _put_in(state, entry, events[entry.seq], language)


def _tale_rows(state: State, events: Sequence[Event], language: str) -> Iterator[Row]:
    """A story: its lines, what the director put in, and between them what happened."""
    by_seq = {turn.seq: turn for turn in state.turns}
    put_in = {entry.seq: entry for entry in state.entries if entry.kind == "topic"}
    spoken = 0
    for seq, event in enumerate(events):
        if (turn := by_seq.get(seq)) is not None:
            spoken = turn.number
            yield _line(state, turn, language, turn.ended.heard_by, "")
        elif seq in put_in:
            yield _put_in(state, put_in[seq], event, language)
        else:
            for kind, name, text in happened(state, event, language):
                yield Row(kind, spoken + 1, "", name, text, event.at)


def _labels(events: Sequence[Event]) -> dict[int, str]:
    """What the speaker of each turn last replied through: one contribution becomes several lines."""
    last: dict[str, str] = {}
    labels: dict[int, str] = {}
    for event in events:
        if type(event) is VoiceReplied:
            if event.purpose in {"turn", "contribution"}:
                last[event.member] = voice_label(event)
        elif type(event) is TurnEnded:
            labels[event.turn] = last.get(event.member, "")
    return labels


def _scene(state: State, scene: SceneStarted, turn: int, language: str, *, first: bool) -> Row:
    config, office = state.setup, state[OfficeState]
    room = config[OfficeConfig].floor.by_id.get(scene.room)
    place = room.title(language) if room else scene.room or words(language)["desks"]
    date = next((day.date for day in office.past if day.day == scene.day), office.date)
    members = tuple(state.name_of(member) for member in scene.members)
    day = f"{words(language)['day'].format(day=scene.day)}, {dated(date, language)}" if first else ""
    return Row("scene", turn, "", place, scene.topic, scene.at, to=members, scene=scene, day=day)


def _put_in(state: State, entry: Entry, event: Event, language: str) -> Row:
    at = event.at
    to = tuple(state.name_of(member) for member in entry.heard_by)
    kind: Literal["topic", "whisper", "observation"] = "whisper" if to else "topic"
    if entry.kind == "observation":
        (name,) = to or ("",)
        return Row("observation", entry.turn, entry.heard_by[0], name, entry.text, at)
    injected = event if isinstance(event, TopicInjected) else None
    name = entry.name or words(language)["director"]
    return Row(kind, entry.turn, "", name, entry.text, at, to=to, hidden=entry.hidden, injected=injected)


def _line(state: State, turn: Turn, language: str, present: tuple[str, ...], voice: str) -> Row:
    reply, ended = turn.reply, turn.ended
    by_director = ended.author == "director"
    # Who is in a scene hears it: only what fewer heard is worth a word.
    heard = () if present and set(ended.heard_by) == set(present) else ended.heard_by
    return Row(
        kind="director" if turn.member == DIRECTOR else "line",
        turn=turn.number,
        speaker=turn.member,
        name=words(language)["director"] if turn.member == DIRECTOR else state.name_of(turn.member),
        text=turn.text,
        at=ended.at,
        thoughts=ended.thoughts,
        cut=ended.cut,
        edited=ended.edited,
        by_director=by_director,
        to=tuple(state.name_of(member) for member in heard),
        voice="" if by_director else voice_label(reply) if reply else voice,
        author=ended.author if ended.author in {"script", "rules"} else "",
        usage=reply.usage if reply else Usage(),
        cost=reply.cost if reply else 0.0,
        latency=reply.latency if reply else 0.0,
        selected=turn.selected,
        hidden=ended.hidden,
        ended=ended,
    )


def voice_label(reply: VoiceReplied) -> str:
    """Provider and model of a reply, and whether it came in a batch."""
    named = f"{reply.provider} · {reply.model}" if reply.model else reply.provider
    return f"{named} (batch)" if reply.batch else named


def voices_of(labels: Iterable[str], events: Sequence[Event], config: RunConfig) -> Voices:
    """Who wrote it: `labels` are those of the turns, empty where no voice spoke."""
    turns: dict[str, int] = {}
    for each in labels:
        if each:
            turns[each] = turns.get(each, 0) + 1
    # A voice may have written the distillation alone; of those who spoke at once, whoever was ready first is no matter.
    for each in sorted({voice_label(event) for event in events if isinstance(event, VoiceReplied) and event.provider}):
        turns.setdefault(each, 0)
    if not turns:
        turns[config.imported or config.voice.label] = 0
    scripted = [each.split(" · ")[0] == REHEARSAL for each in turns]
    return Voices(turns, any(scripted), all(scripted))


def _answers(state: State) -> dict[Pair, int]:
    # Who opens a scene answers nobody.
    office = state.find(OfficeState)
    opened = {scene.first for scene in office.scenes} if office else set()
    if office and office.scene:
        opened.add(office.scene.first)
    counts: dict[Pair, int] = {}
    for earlier, later in itertools.pairwise(state.turns):
        if earlier.member != later.member and later.number not in opened:
            counts[later.member, earlier.member] = counts.get((later.member, earlier.member), 0) + 1
    return counts
