"""The moment of a story as the rehearsal voice reads it out of a request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.cast.member import PLAYER
from core.log.config import RunConfig
from core.log.events.turn import CallAnswered
from core.modes.story.config import StoryConfig
from core.modes.story.rehearsal.phrases import story_bank
from core.modes.story.rules.intents import Intent, Known, intent
from core.modes.story.rules.setting import Place, Setting
from core.perspective.material import Piece
from core.perspective.perspective import Block
from core.voices.base import Request

LATELY = 240
"""Witnessed blocks that are looked at: about a story of fifty turns, in which nothing is to be said thrice."""

STAGES = ("setup", "rising", "midpoint", "climax", "denouement")
_BOUNDS = (0.2, 0.45, 0.6, 0.85)
COLD, WARM = -20, 30
"""Trust below and from which somebody's tone is another."""


@dataclass(frozen=True)
class Figure:
    """Somebody who is there: `trust` toward the player, `statuses` by name in turns."""

    id: str
    name: str
    archetype: str
    trust: int
    statuses: tuple[str, ...]
    follows: bool

    @property
    def tone(self) -> str:
        """cold, plain or warm."""
        return "cold" if self.trust < COLD else "warm" if self.trust >= WARM else "plain"


@dataclass(frozen=True)
class StoryContext:
    """What whoever speaks in a story knows. `calls` are the tool calls of this very turn that were answered already."""

    request: Request
    blocks: tuple[Block, ...]
    calls: tuple[CallAnswered, ...]

    @classmethod
    def of(cls, request: Request) -> StoryContext:
        """The moment of the request."""
        sent = request.perspective.sent()
        answered: list[CallAnswered] = []
        for block in reversed(sent[-40:]):
            if not block.calls:
                break
            if block.role == "user":
                answered[:0] = block.calls
        return cls(request, tuple(request.perspective.witnessed(LATELY)), tuple(answered))

    @property
    def config(self) -> RunConfig:
        """The run's configuration."""
        return self.request.perspective.config

    @property
    def setting(self) -> Setting:
        """The world it plays in."""
        return self.config[StoryConfig].setting

    @property
    def language(self) -> str:
        """The run's language, as far as the bank has it."""
        return "de" if self.config.language == "de" else "en"

    @property
    def me(self) -> str:
        """Who speaks."""
        return self.request.perspective.me.id

    @property
    def place_among(self) -> int | None:
        """The place of whoever speaks among the setting's people; None: they are not of them."""
        return next((at for at, one in enumerate(self.setting.people) if one.id == self.me), None)

    def pieces(self, label: str) -> list[Piece]:
        """The pieces of that kind."""
        return [piece for piece in self.request.material if piece.id == label]

    def one(self, label: str) -> str:
        """The text of the first piece of that kind; empty without one."""
        return next((piece.text for piece in self.request.material if piece.id == label), "")

    def number(self, label: str) -> int:
        """The first piece of that kind as a number; 0 without one."""
        text = self.one(label)
        return int(text) if text.isdecimal() else 0

    @property
    def act(self) -> str:
        """The player's words."""
        return self.one("act")

    @property
    def phase(self) -> str:
        """The story's phase."""
        return self.one("phase")

    @property
    def player(self) -> str:
        """What the player is called."""
        return self.one("player")

    @property
    def facts(self) -> list[str]:
        """What the rules decided in this turn."""
        return [piece.text for piece in self.pieces("facts")]

    @property
    def did(self) -> list[tuple[str, str]]:
        """What the player did by a click, or the rules read from their words: what, and what came of it."""
        return [(piece.member, piece.text) for piece in self.pieces("did")]

    @property
    def denied(self) -> str:
        """What the player tried by a click or by their words, and nothing came of it; empty: nothing."""
        return next((piece.member for piece in self.pieces("denied")), "")

    @cached_property
    def place(self) -> Place | None:
        """Where the player is."""
        return self.setting.place(self.one("place"))

    @property
    def place_name(self) -> str:
        """What it is called there."""
        return self.place.name.text(self.language) if self.place else ""

    @cached_property
    def exits(self) -> dict[str, str]:
        """Where one can go from here, by id."""
        return {piece.text: self.setting.place_name(piece.text, self.language) for piece in self.pieces("exit")}

    @cached_property
    def lying(self) -> dict[str, str]:
        """What lies about, by id."""
        return {piece.member: piece.text for piece in self.pieces("lying")}

    def carried(self, owner: str) -> dict[str, tuple[str, int]]:
        """What an owner carries: the name and how many, by item."""
        found = {}
        for piece in self.pieces("carries"):
            parts = piece.text.rsplit("|", 1)
            item, _, name = parts[0].partition("|")
            if piece.member == owner and len(parts) == 2 and parts[1].isdecimal():
                found[item] = (name, int(parts[1]))
        return found

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Who is there."""
        archetypes = {piece.member: piece.text for piece in self.pieces("archetype")}
        trust = {piece.member: int(piece.text) for piece in self.pieces("trust")}
        follows = {piece.member for piece in self.pieces("follows")}
        return tuple(
            Figure(
                piece.member,
                piece.text,
                archetypes.get(piece.member, "townsperson"),
                trust.get(piece.member, 0),
                tuple(each.text.rpartition(" ")[0] for each in self.pieces("status") if each.member == piece.member),
                piece.member in follows,
            )
            for piece in self.pieces("present")
        )

    def figure(self, one: str) -> Figure | None:
        """Somebody who is there."""
        return next((figure for figure in self.figures if figure.id == one), None)

    @property
    def partner(self) -> Figure | None:
        """Whom the player talks with."""
        return next((self.figure(piece.member) for piece in self.pieces("partner")), None)

    @property
    def foes(self) -> list[tuple[str, int, int]]:
        """The foes of the fight: name, health, most health."""
        parts = [piece.text.split("|") for piece in self.pieces("foe")]
        return [(one[0], int(one[1]), int(one[2])) for one in parts if len(one) == 3]

    @property
    def health(self) -> tuple[int, int]:
        """The player's health, and how much they have at most."""
        now, _, most = self.one("health").partition("/")
        return (int(now), int(most)) if now.isdecimal() and most.isdecimal() else (1, 1)

    @property
    def stage(self) -> str:
        """The step of the story's arc."""
        part = self.number("story_turn") / max(1, self.number("length"))
        return STAGES[sum(part >= bound for bound in _BOUNDS)]

    @cached_property
    def known(self) -> Known:
        """What the player can name: also what is elsewhere, so that they can be told that it is not here."""
        setting, language = self.setting, self.language
        items = {item.id: item.name.text(language) for item in setting.items} | self.lying
        for owner in (PLAYER, *(piece.member for piece in self.pieces("partner"))):
            items |= {item: name for item, (name, _count) in self.carried(owner).items()}
        people = {one.id: one.name for one in setting.people} | {each.id: each.name for each in self.figures}
        return Known(
            people=people,
            places={place.id: place.name.text(language) for place in setting.places},
            items=items,
            foes={piece.member: piece.text.split("|")[0] for piece in self.pieces("foe")},
            called=self._called(),
        )

    def _called(self) -> dict[str, tuple[str, ...]]:
        """By what people go beside their names: by their role, and who came in on the way by what they are."""
        called: dict[str, tuple[str, ...]] = {
            one.id: (_title(one.role.text(self.language)),) for one in self.setting.people
        }
        words = story_bank(self.language).called
        for figure in self.figures:
            called.setdefault(figure.id, words.get(figure.archetype, ()))
        return called

    @cached_property
    def intent(self) -> Intent:
        """What the player's words ask for."""
        return intent(self.act, self.known)

    def may_call(self, tool: str) -> bool:
        """Whether the tool is on offer, and was not called in this turn already."""
        offered = any(each.name == tool for each in self.request.tools)
        return offered and not any(each.name == tool for each in self.calls)

    @property
    def refused(self) -> CallAnswered | None:
        """The newest call of this turn that was refused."""
        return next((each for each in reversed(self.calls) if each.error), None)

    def spoken(self, *speakers: str) -> Sequence[str]:
        """What these said lately; without speakers, what everybody did."""
        return [block.said for block in self.blocks if not speakers or block.speaker in speakers]

    def names_taken(self) -> Iterable[str]:
        """Names that somebody has."""
        members = [member.name for member in self.config.members]
        return [*members, *(one.name for one in self.setting.people), *(each.name for each in self.figures)]


def _title(role: str) -> str:
    """By what somebody of that role is called: "innkeeper of the Heron" is the innkeeper."""
    return re.split(r"[,;]| (?:of|at|in|im|am|der|des|vom|von|on|from|who|with|mit)\b", role, maxsplit=1)[0].strip()
