"""The rows of a transcript: what was said and put in, and what a mode shows between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from parley.core.base.sentences import said
from parley.core.cast.member import PLAYER
from parley.core.cast.providers import simulated
from parley.core.export.words import words
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event
from parley.core.log.events.run import TopicInjected
from parley.core.log.events.turn import Author, SpeakerSelected, Swipe, ToolUsed, TurnEnded, Usage, VoiceReplied
from parley.core.log.modes import Happened
from parley.core.log.played import PLAYED
from parley.core.log.state import DIRECTOR, Entry, State, Turn
from parley.core.log.ways import list_ways


@dataclass(frozen=True, slots=True)
class Row:
    """Something that was said or put in, or a scene that opens.

    `turn` of what is no turn is the one before which it came; `to` are names: whom it is for, who heard it if that was
    not everybody there, or who is in the scene. `voice` is provider and model, empty where the director wrote. A
    `scene` has a number, its `name` is the place, its `text` the topic, `clock` the hour ("09:20"), `day` the date in
    words where a day begins with it. A part is a heading (`name`, and why in `text`), an event something that came to
    pass, `name` saying what it is. `author` is "script" or "rules" where nobody wrote the player's line, `words_by` who
    made a turn's words; `staged`: they are a stage direction, and nobody's speech. `other` is the line in another
    language with its thoughts, as far as it was translated. `acts` is what the speaker does meanwhile. `ended` is the
    turn's event and `injected` that of what was put in: what they alone know of an imported chat. `hidden`: it is
    shown, and no voice is sent it. `ways` are the words that the line could have been, its own at the place
    `ended.swipe`. `seq` is its place in the log, −1 where it has none.
    """

    kind: Literal["line", "topic", "whisper", "director", "scene", "part", "event"]
    turn: int
    speaker: str
    name: str
    text: str
    at: datetime
    thoughts: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    cut: str = ""
    edited: bool = False
    by_director: bool = False
    to: tuple[str, ...] = ()
    voice: str = ""
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    latency: float = 0.0
    selected: SpeakerSelected | None = None
    scene: int = 0
    clock: str = ""
    day: str = ""
    other: str = ""
    other_thoughts: tuple[str, ...] = ()
    author: str = ""
    words_by: Author | None = None
    staged: bool = False
    hidden: bool = False
    ended: TurnEnded | None = None
    injected: TopicInjected | None = None
    seq: int = -1
    ways: tuple[Swipe, ...] = ()

    @property
    def spoken(self) -> bool:
        """Whether it is a turn."""
        return self.kind in {"line", "director"}

    @property
    def by_voice(self) -> bool:
        """Whether the words are those of what `voice` names: rules that speak for a model sign for themselves."""
        made = self.words_by is None or self.words_by.kind not in {"rules", "writer"}
        return bool(self.voice) and (made or simulated(self.voice.partition(" · ")[0]))  # rehearsals go by rules too

    @property
    def written(self) -> str:
        """What is done, in *asterisks*, and said."""
        return self.ended.written if self.acts and self.ended else self.text

    def heard(self, say: dict[str, str]) -> str:
        """Return who heard a line if that was not everybody there, in words; else empty."""
        if not self.to:
            return ""
        return say["alone"] if self.to == (self.name,) else say["heard_by"].format(names=", ".join(self.to))

    def notes(self, say: dict[str, str]) -> list[str]:
        """Return what is to be known of a line: whose hand wrote it, who heard it."""
        by_hand = self.by_director and self.kind == "line" and self.speaker != PLAYER
        found = [say["by_director"]] if by_hand else []
        if self.author and not self.staged:
            found.append(say[self._find_maker_key()])
        found += [say["edited"]] if self.edited else []
        found += [say["hidden"]] if self.hidden else []
        return [*found, self.heard(say)] if self.to else found

    def _find_maker_key(self) -> str:
        """Return the word for who made a line that no voice spoke."""
        if self.author == "script":
            return "by_script"
        if self.words_by is not None and self.words_by.kind == "writer":
            return "by_hand"
        return "by_chance" if self.speaker == PLAYER else "by_rules"

    def why(self, language: str) -> str:
        """Return why its speaker was chosen; empty where nobody chose."""
        return said(get_text_of(self.selected), language) if self.selected else ""

    def audience(self, say: dict[str, str]) -> str:
        """Return whom something put in was for, in words."""
        if self.hidden:
            return say["hidden"]
        return say["whisper"].format(names=", ".join(self.to)) if self.to else say["everybody"]

    def heading(self, say: dict[str, str]) -> str:
        """Return a scene's heading: number, hour, room."""
        return f"{say['scene'].format(scene=self.scene)}, {self.clock}, {self.name}"


def list_spoken_rows(state: State, events: Sequence[Event], language: str) -> Iterator[Row]:
    """Yield the turns of a run, and what the director put in between them."""
    by_seq = {turn.seq: turn for turn in state.turns}
    for entry in state.entries:
        turn = by_seq.get(entry.seq)
        if turn is not None:
            yield line_row(state, turn, language)
        elif not isinstance(event := events[entry.seq], ToolUsed):  # an entry has the place of its event in the log
            yield put_in_row(state, entry, event, language)
        elif entry.kind == "event":  # "calls" entries are seen by their member alone
            yield from list_tool_rows(event, entry.turn, entry.seq, language)


def rows_between(
    state: State, events: Sequence[Event], language: str, happened: Callable[[State, Event, str], Iterable[Happened]]
) -> Iterator[Row]:
    """Yield the turns, whoever heard them, what the director put in, and between them what `happened` says of an
    event.
    """
    turns = {turn.seq: turn for turn in state.turns}
    put_in = {entry.seq: entry for entry in state.entries if entry.kind == "topic"}
    spoken = 0
    for seq, event in enumerate(events):
        if (turn := turns.get(seq)) is not None:
            spoken = turn.number
            yield line_row(state, turn, language, turn.ended.heard_by)
        elif seq in put_in:
            yield put_in_row(state, put_in[seq], event, language)
        elif isinstance(event, ToolUsed):
            yield from list_tool_rows(event, spoken + 1, seq, language)
        else:
            with PLAYED.blame_package(state.setup.mode):
                said = list(happened(state, event, language))  # a generator's own faults then rise within the `with`
            for each in said:
                yield Row(each.kind, spoken + 1, each.speaker, each.name, each.text, event.at, seq=seq)


def list_tool_rows(event: Event, turn: int, seq: int, language: str) -> Iterator[Row]:
    """Yield what is read of a call of a tool: what the others were told."""
    if isinstance(event, ToolUsed) and event.report:
        name = {"en": "Tool", "de": "Werkzeug"}[language]
        yield Row("event", turn, event.member, name, event.report, event.at, seq=seq)


def put_in_row(state: State, entry: Entry, event: Event, language: str) -> Row:
    """Return what the director put in."""
    to = tuple(state.name_of(member) for member in entry.heard_by)
    kind: Literal["topic", "whisper"] = "whisper" if to else "topic"
    injected = event if isinstance(event, TopicInjected) else None
    name = entry.name or words(language)["director"]
    return Row(
        kind, entry.turn, "", name, entry.text, event.at, to=to, hidden=entry.hidden, injected=injected, seq=entry.seq
    )


def line_row(state: State, turn: Turn, language: str, present: tuple[str, ...] = (), voice: str = "") -> Row:
    """Return a turn; `present` are those of whom it goes without saying that they heard it, `voice` is what spoke where
    its own reply does not say it.
    """
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
        acts=ended.acts,
        cut=ended.cut,
        edited=ended.edited,
        by_director=by_director,
        to=tuple(state.name_of(member) for member in heard),
        voice="" if by_director else get_voice_label(reply) if reply else voice,
        author=ended.author if ended.author in {"script", "rules"} else "",  # of others `by_director` or `voice` tells
        words_by=turn.author,
        staged=turn.staged,
        usage=reply.usage if reply else Usage(),
        cost=reply.cost if reply else 0.0,
        latency=reply.latency if reply else 0.0,
        selected=turn.selected,
        hidden=ended.hidden,
        ended=ended,
        seq=turn.seq,
        ways=list_ways(state, turn),
    )


def get_voice_label(reply: VoiceReplied) -> str:
    """Return provider and model of a reply, and whether it came in a batch."""
    named = f"{reply.provider} · {reply.model}" if reply.model else reply.provider
    return f"{named} (batch)" if reply.batch else named  # none but logs of earlier versions have batches
