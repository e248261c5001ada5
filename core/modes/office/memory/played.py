"""A scene as plain rules see it: its lines, how each is meant, and what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from core.base.keywords import keywords
from core.base.markers import Language, marked
from core.base.promises import promised
from core.log.state import DIRECTOR, State, Turn
from core.modes.office.config import OfficeConfig
from core.modes.office.events import SceneStarted
from core.modes.office.memory.sentences import asks, sentences
from core.modes.office.memory.wording import Wording, wording
from core.modes.office.state import CONVERSATIONS, OfficeState, later


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

    def heard_by(self, member: str) -> bool:
        """Whether `member` heard it; one's own lines always."""
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
        self.words: Wording = wording(self.language)
        here = {member.id for member in state.setup.members}
        self.members = tuple(member for member in scene.started.members if member in here)
        """Who takes part and is still in the run."""
        self.lines = tuple(_heard(turn, self.language) for turn in state.turns[scene.first - 1 :])

    @property
    def talk(self) -> bool:
        """Whether people spoke with each other."""
        return self.scene.scene_type in CONVERSATIONS

    @cached_property
    def spoken(self) -> tuple[Heard, ...]:
        """The members' lines, without the director's."""
        return tuple(line for line in self.lines if line.member != DIRECTOR)

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """What it was about, most of all first."""
        names = {name for member in self.state.setup.members for name in _names(self.state, member.id)}
        said = [line.said for line in self.spoken]
        return keywords(said, self.language, names=names, topic=self.scene.topic)

    @property
    def room(self) -> str:
        """The room's title; empty where everybody is at their own desk."""
        room = self.state.setup[OfficeConfig].floor.by_id.get(self.scene.room)
        return room.title(self.language) if room else self.scene.room

    @property
    def where(self) -> str:
        """In which room, in words."""
        return self.words.where(self.room)

    @property
    def ends(self) -> str:
        """The office's hour at its end, "10:35"; one that would go past midnight ends before it."""
        return later(self.scene.clock, self.scene.minutes)

    @property
    def moment(self) -> str:
        """The office's time at its end."""
        return f"{self.state[OfficeState].date}T{self.ends}"

    @cached_property
    def key(self) -> Heard | None:
        """Its key moment, the first of the weightiest lines."""
        return max(self.spoken, key=lambda line: line.weight, default=None)

    def name(self, member: str) -> str:
        """The name to show."""
        return self.state.name_of(member)

    def named(self, members: Sequence[str]) -> str:
        """The names, read out."""
        return self.words.listed([self.name(member) for member in members])

    def others(self, member: str) -> tuple[str, ...]:
        """Who else took part."""
        return tuple(other for other in self.members if other != member)

    def addressed(self, line: Heard) -> str:
        """To whom a line is said: whom it names, in a talk of two the other, else who spoke before; may be empty."""
        others = self.others(line.member)
        words = line.said.casefold()
        for other in others:
            if any(_mentions(words, name.casefold()) for name in _names(self.state, other)):
                return other
        if len(others) == 1:
            return others[0]
        at = self.spoken.index(line)
        before = [each.member for each in self.spoken[:at] if each.member in others]
        return before[-1] if before else ""


def _heard(turn: Turn, language: Language) -> Heard:
    said = turn.text
    # "Does that help?" helps nobody.
    told = " ".join(each for each in sentences(said) if not asks(each))
    return Heard(
        turn.number,
        turn.member,
        said,
        turn.ended.thoughts,
        turn.ended.heard_by,
        marked(language, "support").search(told) is not None,
        marked(language, "challenge").search(said) is not None,
        asks(said),
        promised(said),
    )


def _names(state: State, member: str) -> tuple[str, ...]:
    """What one is called: the name, its first word, and the name at the D&D table."""
    found = state.setup.member(member)
    return tuple(dict.fromkeys((found.name, *((found.character.name,) if found.character else ()))))


def _mentions(text: str, name: str) -> bool:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not text[at - 1 : at].isalnum() and not (text[end : end + 1].isalnum() and text[end : end + 1] != "s"):
            return True
        at = text.find(name, at + 1)
    return False
