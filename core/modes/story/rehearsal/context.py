"""The moment of a story as the rehearsal voice reads it out of a request, and how a phrase is chosen in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, NamedTuple

from parley.core.cast.member import PLAYER
from parley.core.formats import listed
from parley.core.log.events.turn import CallAnswered
from parley.core.modes.story.arc import stage
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rehearsal.grammar import forms
from parley.core.modes.story.rehearsal.phrases import filled, kind_of_act, kind_of_talk, story_bank
from parley.core.modes.story.rules.intents import Intent, Known, intent
from parley.core.perspective.material import Piece
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.rules import Ruled

LATELY = 240
"""Witnessed blocks that are looked at: about a story of fifty turns, in which nothing is to be said thrice."""

TONES = ("cold", "plain", "warm")
COLD, WARM = -20, 30
"""Trust below and from which somebody's tone is another."""

LOW = 0.5
"""Share of the health below which somebody thinks of a draught."""

TELLING = 8
"""Letters that the constant stretch of a phrase must have to tell that the phrase was said."""

ASTRAY = 0.2
"""Chance that somebody does not begin at their place."""

QUOTED = {"en": "“{}”", "de": "»{}«"}
"""How a title stands in a sentence."""

_AGAINST = re.compile(r"(\d+)\s+(?:vs\.?|against|gegen|of|von)\s+(\d+)")
_THIRD = re.compile(
    r"\b(?:he|she|him|her|his|hers|herself|himself|er|sie|ihn|ihm|ihr|ihre[nmrs]?|sein|seine[nmrs]?)\b", re.IGNORECASE
)


class Figure(NamedTuple):
    """Somebody who is there: `trust` toward the player, `statuses` by name."""

    id: str
    name: str
    archetype: str
    trust: int
    statuses: tuple[str, ...]
    follows: bool


class Struck(NamedTuple):
    """A blow of this round: who did what to whom, whether it worked, and what it left of them."""

    who: str
    name: str
    whom: str
    other: str
    action: str
    worked: bool
    damage: int
    health: int

    @classmethod
    def read(cls, piece: Piece) -> Struck | None:
        """The blow as a piece tells it."""
        parts = piece.text.split("|")
        if len(parts) != 7 or not parts[2].isdecimal():
            return None
        action, worked, damage, health, name, other, whom = parts
        left = int(health) if health.isdecimal() else 0
        return cls(piece.member, name, whom, other, action, worked == "yes", int(damage), left)


class StoryContext(Ruled):
    """What whoever speaks in a story knows, read out of the request's material.

    Attributes: `language`, the run's as far as the bank has it; `me`, who speaks, and `figure_me`, them among who is
    there; `blocks`, what was said lately; `calls`, the tool calls of this very turn that were answered already; `act`,
    the player's words; `facts_told`, what the rules decided in this turn; `did`, what the player did by a click or the
    rules read from their words: what, and what came of it; `denied`, what they tried in vain; `place` and `place_name`,
    where the player is; `exits` and `lying`, where one can go and what lies about, by id; `figures`, who is there, and
    `partner`, whom the player talks with; `foes`, by name, health and most health; `health`, the player's, and how much
    they have at most; `refused`, the newest call that was; `may`, the tools that can be called; `rolled`, the numbers
    that decided, what was rolled first; `blows`, those of this round; `slots`, what any phrase may name.

    Who is of the setting's people begins each pool at another phrase than the others: they do not hear each other, but
    the player hears them all.
    """

    rules = "story_rules"

    def __init__(self, request: Request, random: Random | None = None) -> None:
        self.request = request
        self.random = random or Random(request.chance)
        self.config = request.perspective.config
        self.setting = self.config[StoryConfig].setting
        self.language = language = "de" if self.config.language == "de" else "en"
        self.bank = story_bank(language)
        self.me = request.perspective.me.id
        self.someone = self.setting.someone(self.me)
        self.blocks = tuple(request.perspective.witnessed(LATELY))
        self._heard = " ".join(block.said for block in self.blocks)
        self._begun: list[str] = []
        self.calls = answered_calls(request)
        self.refused = next((each for each in reversed(self.calls) if each.error), None)
        self.may = {tool.name for tool in request.tools} - {call.name for call in self.calls}
        self.act, self.phase, self.player = self.one("act"), self.one("phase"), self.one("player")
        self.facts_told = [piece.text for piece in self.pieces("facts")]
        told = " ".join(self.facts_told)
        pair = _AGAINST.search(told)
        self.rolled = (int(pair[1]), int(pair[2])) if pair else None
        self.blows = [struck for piece in self.pieces("blow") if (struck := Struck.read(piece))]
        done = [(piece.member, piece.text) for piece in self.pieces("did")]
        self.did = [(what, text) for what, text in done if what not in {"ask", "meta"}]
        self.answers = [text for what, text in done if what in {"ask", "meta"}]
        self.quests = {piece.member: _progress(piece.text) for piece in self.pieces("quest")}
        self.denied = next((piece.member for piece in self.pieces("denied")), "")
        self.place = self.setting.place(self.one("place"))
        self.place_name = self.place.name.text(language) if self.place else ""
        self.exits = {piece.text: self.setting.place_name(piece.text, language) for piece in self.pieces("exit")}
        self.lying = {piece.member: piece.text for piece in self.pieces("lying")}
        self.figures = tuple(map(self._figure, self.pieces("present")))
        self.figure_me = self.figure(self.me)
        self.partner = next((self.figure(piece.member) for piece in self.pieces("partner")), None)
        parts = [piece.text.split("|") for piece in self.pieces("foe")]
        self.foes = [(one[0], int(one[1]), int(one[2])) for one in parts if len(one) == 3]
        now, _, most = self.one("health").partition("/")
        self.health = (int(now), int(most)) if now.isdecimal() and most.isdecimal() else (1, 1)
        there = forms(self.place_name, language)
        self.slots = {"place": self.place_name, "place_akk": there.akk, "place_to": there.to, "player": self.player}
        self.stage = stage(self.number("story_turn"), self.number("length"))

    @property
    def settled(self) -> bool:
        """Whether the rules have said what comes of the player's words, or there are none."""
        return bool(self.did or self.answers or self.denied or not self.act)

    # ---------------------------------------------------------------- the material

    def pieces(self, label: str) -> list[Piece]:
        """The pieces of that kind."""
        return [piece for piece in self.request.material if piece.id == label]

    def one(self, label: str) -> str:
        """The text of the first piece of that kind; empty without one."""
        return next((piece.text for piece in self.request.material if piece.id == label), "")

    def number(self, label: str) -> int:
        """The first piece of that kind as a number; 0 without one."""
        return int(text) if (text := self.one(label)).isdecimal() else 0

    def names_taken(self) -> list[str]:
        """Names that somebody has."""
        members = [member.name for member in self.config.members]
        return [*members, *(one.name for one in self.setting.people), *(each.name for each in self.figures)]

    def carried(self, owner: str) -> dict[str, tuple[str, int]]:
        """What an owner carries: the name and how many, by item."""
        found = {}
        for piece in self.pieces("carries"):
            item, _, name = piece.text.rpartition("|")[0].partition("|")
            count = piece.text.rpartition("|")[2]
            if piece.member == owner and "|" in piece.text and count.isdecimal():
                found[item] = (name, int(count))
        return found

    def figure(self, one: str) -> Figure | None:
        """Somebody who is there."""
        return next((figure for figure in self.figures if figure.id == one), None)

    def _figure(self, piece: Piece) -> Figure:
        def about(label: str) -> list[str]:
            return [each.text for each in self.pieces(label) if each.member == piece.member]

        archetype, trust = (about("archetype") or ["townsperson"])[-1], int((about("trust") or ["0"])[-1])
        statuses = tuple(text.rpartition(" ")[0] for text in about("status"))
        return Figure(piece.member, piece.text, archetype, trust, statuses, bool(about("follows")))

    @property
    def tasks(self) -> list[str]:
        """What there is still to be done."""
        open_ones = [(self.setting.quest(one), stage) for one, (stage, _of, done) in self.quests.items() if not done]
        return [quest.stages[stage - 1].text.text(self.language) for quest, stage in open_ones if quest]

    @property
    def open_quests(self) -> list[str]:
        """The names of what there is still to be done."""
        left = (self.setting.quest(one) for one, (_stage, _of, done) in self.quests.items() if not done)
        return [self.titled(quest.name.text(self.language)) for quest in left if quest]

    def titled(self, name: str) -> str:
        """A title as it stands in a sentence; empty without one."""
        return QUOTED[self.language].format(name) if name else ""

    @cached_property
    def known(self) -> Known:
        """What the player can name: also what is elsewhere, so that they can be told that it is not here."""
        setting, language = self.setting, self.language
        items = {item.id: item.name.text(language) for item in setting.items} | self.lying
        for owner in (PLAYER, *(piece.member for piece in self.pieces("partner"))):
            items |= {item: name for item, (name, _count) in self.carried(owner).items()}
        # By what people go beside their names: by their role, and who came in on the way by what they are.
        called = {each.id: tuple(self.bank.lists.get(f"called.{each.archetype}", ())) for each in self.figures}
        return Known(
            people={one.id: one.name for one in setting.people} | {each.id: each.name for each in self.figures},
            places={place.id: place.name.text(language) for place in setting.places},
            items=items,
            foes={piece.member: piece.text.split("|")[0] for piece in self.pieces("foe")},
            called=called | {one.id: (_title(one.role.text(language)),) for one in setting.people},
        )

    @cached_property
    def intent(self) -> Intent:
        """What the player's words ask for."""
        return intent(self.act, self.known)

    def item_in(self, text: str) -> str:
        """The thing that what came of a deed is about."""
        found = [(len(name), item) for item, name in self.known.items.items() if name in text]
        return max(found)[1] if found else self.intent.item

    # ---------------------------------------------------------------- phrases

    def say(self, *pools: str, **slots: str) -> str:
        """A phrase of the first of these pools that has one whose slots are all filled; empty where none has.

        It is the one that was never heard, else the one heard longest ago; what is said counts as heard.
        """

        def last_said(mark: str) -> int:
            return self._heard.rfind(mark) if len(mark) >= TELLING else -1

        values = {name: value for name, value in (self.slots | slots).items() if value}
        people = [one.id for one in self.setting.people]
        for pool in pools:
            known = ((phrase, filled(phrase.text, values)) for phrase in self.bank.pools.get(pool, ()))
            fit = [(phrase, text) for phrase, text in known if text is not None]
            if fit:
                if self.me not in people or self.request.schema is not None or self.random.random() < ASTRAY:
                    self.random.shuffle(fit)
                else:
                    at_hand = [each for each in fit if "{" in each[0].text]
                    groups = (at_hand, [each for each in fit if each not in at_hand])
                    firsts = [(group, people.index(self.me) % max(1, len(group))) for group in groups]
                    fit = [each for group, first in firsts for each in group[first:] + group[:first]]
                # No sentence begins as the one before it, and what is at hand says more than what is about nothing.
                fit.sort(
                    key=lambda each: (
                        each[1].split()[:2] == self._begun, last_said(each[0].mark.strip()), "{" not in each[0].text,
                    )
                )  # fmt: skip
                return self.spoken(fit[0][1])
        return ""

    def new(self, *pools: str, **slots: str) -> str:
        """A phrase of the first of these pools that has one that was not said lately; else as `say`."""
        values = {name: value for name, value in (self.slots | slots).items() if value}
        for pool in pools:
            marks = [one.mark.strip() for one in self.bank.pools.get(pool, ()) if filled(one.text, values) is not None]
            if any(len(mark) < TELLING or mark not in self._heard for mark in marks):
                return self.say(pool, **slots)
        return self.say(*pools, **slots)

    def unheard(self, texts: Iterable[str]) -> list[str]:
        """Those of the texts that were not said lately."""
        return [text for text in texts if text and text not in self._heard]

    def spoken(self, text: str) -> str:
        """The text, which counts as heard from here on."""
        self._heard = f"{self._heard} {text}"
        self._begun = text.split()[:2]
        return text

    @property
    def untold(self) -> list[str]:
        """What they know and have not told yet."""
        return self.unheard(text.text(self.language) for text in self.someone.knows) if self.someone else []

    facts: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "act_kind": lambda t: kind_of_act(t.act, t.language),
        "archetype": lambda t: t.figure_me.archetype if t.figure_me else "townsperson",
        "bidden": lambda t: bool(t.pieces("bidden")),
        "begins": lambda t: t.request.kind == "opening" or not t.act,
        "deed": lambda t: t.did[-1][0] if t.did else "",
        "ending": lambda t: t.one("ended"),
        "followers": lambda t: listed([one.name for one in t.figures if one.follows], t.language),
        "follows": lambda t: t.figure_me is not None and t.figure_me.follows,
        "hurt": lambda t: any(one.whom == PLAYER and one.damage for one in t.blows),
        "kind": lambda t: t.request.kind,
        "theirs": lambda t: t.intent.item in t.carried(t.me),
        "low": lambda t: t.health[0] * 3 <= t.health[1],
        "mine": lambda t: t.intent.item in t.carried(PLAYER),
        "my_name": lambda t: t.figure_me.name if t.figure_me else "",
        "newest": lambda t: t.figures[-1].name if t.figures else "",
        "outcome": lambda t: ("won" if t.rolled[0] >= t.rolled[1] else "lost") if t.rolled else "open",
        "over": lambda t: bool(t.one("ended")),
        "struck": lambda t: any(one.who == PLAYER and one.damage for one in t.blows),
        "talk": lambda t: kind_of_talk(t.act, t.language),
        "tone": lambda t: TONES[bisect_right((COLD, WARM), t.figure_me.trust if t.figure_me else 0)],
        "talked": lambda t: t.me in [block.speaker for block in t.blocks],
        "topics": lambda t: t.slots["topics"],
        "wish": lambda t: t.someone.wants.text(t.language).rstrip(".") if t.someone and t.someone.wants else "",
        "secret": lambda t: _THIRD.search(t.fact("wish")),
    }


def answered_calls(request: Request) -> tuple[CallAnswered, ...]:
    """The tool calls of the turn in flight that were answered."""
    answered: list[CallAnswered] = []
    for block in reversed(request.perspective.sent()[-40:]):
        if not block.calls:
            break
        if block.role == "user":
            answered[:0] = block.calls
    return tuple(answered)


def _progress(text: str) -> tuple[int, int, bool]:
    """How a quest stands: its stage, of how many, and whether it is done."""
    stage, of, done = [*text.split("|"), "1", "1", ""][:3]
    most = max(1, int(of)) if of.isdecimal() else 1
    return min(max(1, int(stage)), most) if stage.isdecimal() else 1, most, done == "done"


def _title(role: str) -> str:
    """By what somebody of that role is called: "innkeeper of the Heron" is the innkeeper."""
    return re.split(r"[,;]| (?:of|at|in|im|am|der|des|vom|von|on|from|who|with|mit)\b", role, maxsplit=1)[0].strip()
