"""A scene as plain rules see it: its lines, how each is meant, and what they are about."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

from parley.core.base.keywords import find_keywords
from parley.core.base.markers import Language, find_promise, marked
from parley.core.base.packaged import get_resource
from parley.core.log.state import DIRECTOR, State, Turn
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.state import CONVERSATIONS, OfficeState, add_minutes


class Wording:
    """The sentences of one language.

    Attributes: `templates` by name; `moods`, what each is called; `rooms`, how one is in a room of that title.
    """

    def __init__(self, templates: dict[str, Any]) -> None:
        self.moods: dict[str, str] = templates.pop("moods")
        self.rooms: dict[str, str] = templates.pop("rooms")
        self.templates: dict[str, str] = templates

    def say(self, which: str, /, **values: str | int) -> str:
        """Return a sentence, filled in."""
        return fill_template(self.templates[which], **values)

    def join_names(self, names: Sequence[str]) -> str:
        """Return the names as one reads them out."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.templates['and']} {names[-1]}"

    def describe_place(self, room: str) -> str:
        """Return how one is in the room of that title; empty for none."""
        return (self.rooms.get(room) or self.templates["somewhere"].format(room=room)) if room else ""

    def about(self, keywords: Sequence[str]) -> str:
        """Return what one talks about, by one keyword or two."""
        which = ("about_none", "about_one", "about_two")[min(2, len(keywords))]
        return self.templates[which].format(**dict(zip(("one", "two"), keywords, strict=False)))


def fill_template(template: str, **values: str | int) -> str:
    """Return the sentence, filled in; where a part is empty, nothing is left of the gap."""
    text = " ".join(template.format(**values).split())
    return re.sub(r"\s+([.,:;])", r"\1", text)


@cache
def load_wording(language: Language) -> Wording:
    """Return the sentences of the language."""
    return Wording(tomllib.loads(get_resource("prompts", "aftermath.toml").read_text("utf-8"))[language])


_END = re.compile(r"(?<![.!?…])[.!?…]++[\"”“’'»«)]*\s+")  # the lookbehind has a run of dots tried once, not at each dot
_NO_END = re.compile(
    r"(?:^|[\s(])(?:(?!I\.)\w|\d+|Dr|Nr|Mr|Mrs|Ms|St|bzw|ca|usw|vgl|etc|vs|evtl|z\.\s?B|d\.\s?h|e\.g|i\.e)\.$"
)
LONGEST_ABBREVIATION = 12
"""Characters of one that ends no sentence, with what stands before it."""


def sentences(text: str) -> list[str]:
    """Return the sentences of a line; an abbreviation, an initial or an ordinal number ends none."""
    found, begin = [], 0
    for end in _END.finditer(text):
        part = text[begin : end.end()].rstrip()
        if not _NO_END.search(part, max(0, len(part) - LONGEST_ABBREVIATION)):  # only the end: linear in long lines
            found.append(text[begin : end.end()].strip())
            begin = end.end()
    rest = text[begin:].strip()
    return [*found, rest] if rest else found


def is_asking(sentence: str) -> bool:
    """Return whether the sentence is a question."""
    return sentence.rstrip("\"”“’'»«) ").endswith("?")


@dataclass(frozen=True, slots=True)
class Heard:
    """A line and how it is meant; `hearers` empty: everybody in the scene."""

    turn: int
    member: str
    said: str
    thoughts: tuple[str, ...]
    hearers: tuple[str, ...]
    support: bool
    challenge: bool
    question: bool
    promise: str
    acts: tuple[str, ...] = ()
    to: str = ""
    """To whom it is written."""
    staged: bool = False
    """Whether the rules tell it: nobody says it."""

    def heard_by(self, member: str) -> bool:
        """Return whether `member` heard it; one's own lines always."""
        return not self.hearers or member in self.hearers or member == self.member

    @property
    def weight(self) -> float:
        """How much the line matters to the scene."""
        return (
            3.0 * bool(self.promise)
            + 2.0 * self.challenge
            + 2.0 * self.support
            + self.question
            + 0.5 * any(sign.isdigit() for sign in self.said)
            + 0.5 * bool(self.thoughts)
            + min(1.0, len(self.said) / 160)
        )


class Played:
    """The scene under way at `state`."""

    def __init__(self, state: State) -> None:
        scene = state[OfficeState].scene
        if scene is None:
            raise ValueError("no scene is under way")
        self.state = state
        self.scene: SceneStarted = scene.started
        self.language: Language = state.setup.language
        self.words: Wording = load_wording(self.language)
        here = {member.id for member in state.setup.members}
        self.members = tuple(member for member in scene.started.members if member in here)
        """Who takes part and is still in the run."""
        self.lines = tuple(
            _build_heard_line(turn, self.language, scene.started.written) for turn in state.turns[scene.first - 1 :]
        )

    @property
    def talk(self) -> bool:
        """Whether people spoke with each other."""
        return self.scene.scene_type in CONVERSATIONS

    @cached_property
    def spoken(self) -> tuple[Heard, ...]:
        """The members' words, without the director's and what the rules told of them."""
        return tuple(line for line in self.lines if line.member != DIRECTOR and not line.staged)

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """What it was about, most of all first."""
        said = [line.said for line in self.spoken]
        return find_keywords(said, self.language, names=self.names, topic=self.scene.topic)

    @cached_property
    def names(self) -> frozenset[str]:
        """What members are called, at the D&D table too: no talk is about these words."""
        return frozenset(
            name for member in self.state.setup.members for name in _list_call_names(self.state, member.id)
        )

    @property
    def room(self) -> str:
        """The room's title; empty where everybody is at their own desk."""
        room = self.state.setup[OfficeConfig].floor.by_id.get(self.scene.room)
        return room.title(self.language) if room else self.scene.room

    @property
    def where(self) -> str:
        """In which room, in words."""
        return self.words.describe_place(self.room)

    @property
    def ends(self) -> str:
        """The office's hour at its end, "10:35"; one that would go past midnight ends before it."""
        return add_minutes(self.scene.clock, self.scene.minutes)

    @property
    def moment(self) -> str:
        """The office's time at its end."""
        return f"{self.state[OfficeState].date}T{self.ends}"

    @cached_property
    def key(self) -> Heard | None:
        """Its key moment, the first of the weightiest lines."""
        return max(self.spoken, key=lambda line: line.weight, default=None)

    def name(self, member: str) -> str:
        """Return the name to show."""
        return self.state.name_of(member)

    def join_names(self, members: Sequence[str]) -> str:
        """Return the names, read out."""
        return self.words.join_names([self.name(member) for member in members])

    def list_others(self, member: str) -> tuple[str, ...]:
        """Return who else took part."""
        return tuple(other for other in self.members if other != member)

    def find_addressee(self, line: Heard) -> str:
        """To whom a line is said: in a talk of two the other; whom it calls by name; who spoke before; else whom it
        names at all. May be empty.

        Whoever is only spoken of ("I'll ask Ben") is owed nothing by that.
        """
        others = self.list_others(line.member)
        if line.to in others:
            return line.to
        if len(others) == 1:
            return others[0]
        names = [(other, name) for other in others for name in _list_call_names(self.state, other)]
        if found := next((other for other, name in names if _is_called_by_name(line.said, name)), ""):
            return found
        at = self.spoken.index(line)  # unique: the turn's number is a part of it
        before = [each.member for each in self.spoken[:at] if each.member in others]
        words = line.said.casefold()
        named = (other for other, name in names if _has_mention(words, name.casefold()))
        return before[-1] if before else next(named, "")


def _build_heard_line(turn: Turn, language: Language, written: str) -> Heard:
    said = turn.text
    # "Does that help?" helps nobody.
    told = " ".join(each for each in sentences(said) if not is_asking(each))
    by = turn.ended.words_by.kind if turn.ended.words_by is not None else ""
    move = turn.started.move if by == "writer" and turn.started is not None else None
    promise, question = find_promise(said), is_asking(said)
    if by == "writer" and (written or move is not None):
        # Who wrote it has said what it does, and to whom; small talk and visits leave nothing open.
        question = move is not None and move.act == "ask"
        promise = (promise or sentences(said)[0]) if move is not None and move.act == "commit" and move.to else ""
    return Heard(
        turn.number,
        turn.member,
        said,
        turn.ended.thoughts,
        turn.ended.heard_by,
        marked(language, "support").search(told) is not None,
        marked(language, "challenge").search(said) is not None,  # questions, too: "Why would we?" opposes
        question,
        promise,
        turn.ended.acts,
        move.to if move is not None else "",
        by == "rules",
    )


def _list_call_names(state: State, member: str) -> tuple[str, ...]:
    """Return what one is called: the name, and the one at the D&D table."""
    found = state.setup.member(member)
    return tuple(dict.fromkeys((found.name, *((found.character.name,) if found.character else ()))))


def _is_called_by_name(said: str, name: str) -> bool:
    """Return whether somebody is called by name: "Ben, look", "look, Ben!", "And you, Ben?"."""
    called = re.escape(name)
    return re.search(rf"(?:^|[.!?…] |, ){called}(?:[,:!?.…]|$| –)", said, re.IGNORECASE) is not None


def _has_mention(text: str, name: str) -> bool:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not text[at - 1 : at].isalnum() and not (text[end : end + 1].isalnum() and text[end : end + 1] != "s"):
            return True
        at = text.find(name, at + 1)
    return False


SAID = 140
"""Characters of a quoted line."""


@dataclass(frozen=True, slots=True)
class Thread:
    """What `member` owes `other`: an answer or what was promised. `turn` is where it came up, 0 where not known."""

    kind: Literal["question", "promise"]
    member: str
    other: str
    said: str
    turn: int = 0


def list_open(played: Played) -> tuple[Thread, ...]:
    """Return the scene's loose ends, the latest of a kind for each member; none where all were for themselves."""
    if not played.talk or played.scene.scene_type == "event":
        return ()  # What somebody says at a party, or at the D&D table, they owe nobody
    found: dict[tuple[str, str], Thread] = {}
    for at, line in enumerate(played.spoken):
        other = played.find_addressee(line)
        if not other:
            continue
        if line.promise:
            said = next((each for each in sentences(line.said) if line.promise[:20] in each), line.said)
            found[line.member, "promise"] = Thread("promise", line.member, other, said, line.turn)
        if line.question and _is_left_unanswered(played.spoken[at + 1 :], line, other):
            said = next((each for each in reversed(sentences(line.said)) if is_asking(each)), line.said)
            found[other, "question"] = Thread("question", other, line.member, said, line.turn)
    order = {member: number for number, member in enumerate(played.members)}
    return tuple(sorted(found.values(), key=lambda each: (order.get(each.member, 0), each.kind)))


def _is_left_unanswered(after: tuple[Heard, ...], line: Heard, other: str) -> bool:
    """Return whether the one who was asked said no more, and the one who asked did not go on to something else."""
    return all(each.member not in {other, line.member} for each in after)
