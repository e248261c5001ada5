"""The moment of a story as the rehearsal voice reads it out of a request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.cast.member import PLAYER
from core.log.events.turn import CallAnswered
from core.modes.story.config import StoryConfig
from core.modes.story.rehearsal.phrases import story_bank
from core.modes.story.rules.intents import Intent, Known, intent
from core.perspective.material import Piece
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


class StoryContext:
    """What whoever speaks in a story knows, read out of the request's material.

    Attributes: `language`, the run's as far as the bank has it; `me`, who speaks, and `place_among`, their place among
    the setting's people (None: they are not of them); `blocks`, what was said lately; `calls`, the tool calls of this
    very turn that were answered already; `act`, the player's words; `facts`, what the rules decided in this turn;
    `did`, what the player did by a click or the rules read from their words: what, and what came of it; `denied`, what
    they tried in vain; `place` and `place_name`, where the player is; `exits` and `lying`, where one can go and what
    lies about, by id; `figures`, who is there, and `partner`, whom the player talks with; `foes`, by name, health and
    most health; `health`, the player's, and how much they have at most.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.config = request.perspective.config
        self.setting = self.config[StoryConfig].setting
        self.language = language = "de" if self.config.language == "de" else "en"
        self.me = request.perspective.me.id
        self.place_among = next((at for at, one in enumerate(self.setting.people) if one.id == self.me), None)
        self.blocks = tuple(request.perspective.witnessed(LATELY))
        self.calls = answered_calls(request)
        self.act, self.phase, self.player = self.one("act"), self.one("phase"), self.one("player")
        self.facts = [piece.text for piece in self.pieces("facts")]
        self.did = [(piece.member, piece.text) for piece in self.pieces("did")]
        self.denied = next((piece.member for piece in self.pieces("denied")), "")
        self.place = self.setting.place(self.one("place"))
        self.place_name = self.place.name.text(language) if self.place else ""
        self.exits = {piece.text: self.setting.place_name(piece.text, language) for piece in self.pieces("exit")}
        self.lying = {piece.member: piece.text for piece in self.pieces("lying")}
        self.figures = tuple(map(self._figure, self.pieces("present")))
        self.partner = next((self.figure(piece.member) for piece in self.pieces("partner")), None)
        parts = [piece.text.split("|") for piece in self.pieces("foe")]
        self.foes = [(one[0], int(one[1]), int(one[2])) for one in parts if len(one) == 3]
        now, _, most = self.one("health").partition("/")
        self.health = (int(now), int(most)) if now.isdecimal() and most.isdecimal() else (1, 1)

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

    def carried(self, owner: str) -> dict[str, tuple[str, int]]:
        """What an owner carries: the name and how many, by item."""
        found = {}
        for piece in self.pieces("carries"):
            parts = piece.text.rsplit("|", 1)
            item, _, name = parts[0].partition("|")
            if piece.member == owner and len(parts) == 2 and parts[1].isdecimal():
                found[item] = (name, int(parts[1]))
        return found

    def figure(self, one: str) -> Figure | None:
        """Somebody who is there."""
        return next((figure for figure in self.figures if figure.id == one), None)

    def _figure(self, piece: Piece) -> Figure:
        def about(label: str) -> list[str]:
            return [each.text for each in self.pieces(label) if each.member == piece.member]

        return Figure(
            piece.member,
            piece.text,
            (about("archetype") or ["townsperson"])[-1],
            int((about("trust") or ["0"])[-1]),
            tuple(text.rpartition(" ")[0] for text in about("status")),
            bool(about("follows")),
        )

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
        # By what people go beside their names: by their role, and who came in on the way by what they are.
        words = story_bank(language).called
        called: dict[str, tuple[str, ...]] = {one.id: (_title(one.role.text(language)),) for one in setting.people}
        for figure in self.figures:
            called.setdefault(figure.id, words.get(figure.archetype, ()))
        return Known(
            people={one.id: one.name for one in setting.people} | {each.id: each.name for each in self.figures},
            places={place.id: place.name.text(language) for place in setting.places},
            items=items,
            foes={piece.member: piece.text.split("|")[0] for piece in self.pieces("foe")},
            called=called,
        )

    @cached_property
    def intent(self) -> Intent:
        """What the player's words ask for."""
        return intent(self.act, self.known)

    def may_call(self, tool: str) -> bool:
        """Whether the tool is on offer, and was not called in this turn already."""
        offered = any(each.name == tool for each in self.request.tools)
        return offered and not any(each.name == tool for each in self.calls)

    @property
    def named_item(self) -> str:
        """What the thing is called that the player's words name; empty: none."""
        item = self.intent.item
        return self.known.items.get(item) or self.setting.item_name(item, self.language) if item else ""

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


def answered_calls(request: Request) -> tuple[CallAnswered, ...]:
    """The tool calls of the turn in flight that were answered."""
    answered: list[CallAnswered] = []
    for block in reversed(request.perspective.sent()[-40:]):
        if not block.calls:
            break
        if block.role == "user":
            answered[:0] = block.calls
    return tuple(answered)


def _title(role: str) -> str:
    """By what somebody of that role is called: "innkeeper of the Heron" is the innkeeper."""
    return re.split(r"[,;]| (?:of|at|in|im|am|der|des|vom|von|on|from|who|with|mit)\b", role, maxsplit=1)[0].strip()
