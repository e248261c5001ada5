"""A line that the rules have read, judged again by the classifier, and read as what it most likely is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from core.modes.story.rules.asked import Asked
from core.modes.story.rules.classifier import SEVERAL, guess, label_of
from core.modes.story.rules.names import which, wordlist, words_of
from core.modes.story.rules.spoken import quantity_in, spoken_words
from core.modes.story.rules.wishes import Intent
from core.modes.story.words import sentences

LONGEST_FAREWELL = 4
"""Words of a farewell that names a later time."""

LONGEST_NAME = 3
"""Words of a name that nothing in the story has."""

NOT_OFFERED = (
    "question", "failed", "unread", "small", "muted", "no_tokens", "name", "origin", "calling", "strength", "reason",
)  # fmt: skip
"""What of the sentences on choices is no line of the player's in play."""

_FILLED = frozenset(["go", "pick", "take", "drop", "give", "use", "talk", "attack", "buy", "sell", "follow"])
"""Wishes that are about somebody, something or some place."""

_AND = re.compile(r",|&|\+|\b(?:and|und|un|u|plus|sowie)\b")
_CALLING = re.compile(r"^(?:(?:hey|he|hallo|hello|hi|oh|o|ach)\s+)?(\w+(?:\s\w+)?)\s*[,!:]|,\s*(\w+)\s*[?.!]*$")
_ABOUT = frozenset(["about", "von", "über"])
_ADDRESSING = frozenset(["to", "with", "mit", "zu", "zum", "zur"])
"""Words before the name of whoever is spoken to."""


@cache
def _offered() -> re.Pattern[str]:
    """The lines that Parley itself offers the player, which the rules surely understand, as one pattern."""
    tables = [sentences(part)[language] for part in ("options", "choices") for language in ("en", "de")]
    lines = (text.casefold() for table in tables for key, text in table.items() if not key.startswith(NOT_OFFERED))
    return re.compile("|".join(re.sub(r"\\{\w+\\}", r"\\S+(?: \\S+){0,4}", re.escape(line)) for line in lines))


class Judged(Asked):
    """A line whose reading by rules is held against a second opinion."""

    def judged(self, read: Sequence[Intent]) -> tuple[Intent, ...]:
        """The wishes as the rules read them, or the one wish that the line more likely holds."""
        if _offered().fullmatch(self.text.strip(" .!")):
            return tuple(read)
        if self._only_named() and not self.known.fighting:
            return (self._meant_by_a_name() or read[0],)
        if paid := self._paid(read):
            return (paid,)
        if any(wish.kind == "talk" for wish in read):
            # What is said to somebody with a greeting is no deed.
            read = [wish for wish in read if wish.kind != "deed"]
        if len({wish.kind for wish in read if wish.kind in _FILLED and (wish.target or wish.item)}) > 1:
            # Two wishes that lack nothing.
            return tuple(read)
        label = guess(self.text, self.known, read)
        if self.known.offer and label in ("accept", "haggle", "decline") and (beside := self._beside(label)):
            return (beside,)
        if self.known.partner and label.startswith("ask.") and not self._of_oneself(label):
            # Whom one talks with is asked.
            return (Intent("say", clause=self.text.strip()),)
        if label == "ask.health" and not self._of_oneself(label) and wordlist("persons").intersection(self.whole):
            label = "ask.people"
        if label == "deed" and read[0].kind == "ask":
            return tuple(read)
        harmless = label == "deed" or (label.startswith("ask.") and not read[0].item)
        if label in (label_of(read, self.known), SEVERAL) or (harmless and self._looks()):
            return tuple(read)
        if label in ("go", "part") and self.known.partner and self._promised():
            return (Intent("say", clause=self.text.strip()),)
        price = self._coins(self.whole)
        if label == "accept" and price not in (0, self.known.price):
            # "Then two coins."
            return (Intent("haggle", price=price, clause=self.text.strip()),)
        if label == "say" and not self.known.partner and (called := self._called()):
            return (Intent("talk", called, clause=self.text.strip()),)
        wish = self._as(label)
        return tuple(read) if wish is None else self._each(wish)

    def _each(self, wish: Intent) -> tuple[Intent, ...]:
        """The wish for each thing that is named: "the bell and the feather"."""
        if wish.kind not in ("pick", "take", "drop", "give") or not wish.item or wish.item == "*":
            return (wish,)
        parts = [words_of(part) for part in _AND.split(self.text)]
        things = [(self._thing(part, pronouns=False), part) for part in parts]
        found = {thing.id: quantity_in(part, 1) for thing, part in things if thing.id}
        if len(found) < 2:
            return (wish,)
        return tuple(replace(wish, item=item, quantity=count) for item, count in found.items())

    def _only_named(self) -> bool:
        """Whether a line is nothing but a name, or two."""
        named, articles = self._named(self.whole), wordlist("articles")
        if not named or spoken_words().known.intersection(self.whole):
            return False
        return all(at in named or word in articles for at, word in enumerate(self.whole))

    def _meant_by_a_name(self) -> Intent | None:
        """What a name alone is: where to, what to take or to buy, whom to speak to."""
        known, clause = self.known, self.text.strip()
        item, person = self._thing(self.whole, pronouns=False), self._somebody(self.whole, pronouns=False)
        if item.id and item.id not in known.mine:
            return Intent("price" if known.partner else "pick", "", item.id, clause=clause)
        if person.id and person.id != known.partner:
            return Intent("talk", person.id, clause=clause)
        return None

    def _called(self) -> str:
        """Who is called by their name at the beginning or the end: "Marta, what is that?"."""
        for part in (found[1] or found[2] for found in _CALLING.finditer(self.text)):
            person = which(words_of(part), {one: self.known.people[one] for one in self.known.present})
            if person.id and not person.typed:
                return person.id
        return ""

    def _paid(self, read: Sequence[Intent]) -> Intent | None:
        """A purchase in two steps: "I give him five coins and take the rope"."""
        if len(read) != 2 or not self.known.partner:
            return None
        gives, takes = sorted(read, key=lambda wish: wish.kind not in ("give", "drop"))
        if (
            gives.kind not in ("give", "drop")
            or takes.kind not in ("take", "pick")
            or gives.item not in self.known.coins
        ):
            return None
        return replace(takes, kind="buy", price=gives.quantity) if takes.item else None

    def _beside(self, label: str) -> Intent | None:
        """What an answer to an offer names beside what it is about: "I pay with my lamp", "but throw in a candle"."""
        item, known = self._thing(self.whole, pronouns=False), self.known
        if not item.id or item.typed or item.id in known.coins or item.id == known.offer:
            return None
        count, clause = quantity_in(self.whole, 1), self.text.strip()
        if item.id in known.mine:
            return None if label == "decline" else Intent("buy", "", known.offer, 1, 0, item.id, count, clause=clause)
        return Intent("price", "", item.id, count, clause=clause)

    def _of_oneself(self, label: str) -> bool:
        """Whether a question in a talk is about the player, or the rules, and so is not the other's to answer."""
        me = wordlist("first") | wordlist("mine") | wordlist("to_me")
        own = label in ("ask.money", "ask.carried", "ask.health", "ask.self", "ask.ways")
        return label == "ask.rules" or (own and (len(self.whole) <= 2 or bool(me.intersection(self.whole))))

    def _looks(self) -> bool:
        """Whether something is looked at, which is told, rather than asked: "I look at the weathercock"."""
        verb = next((word for word in self.whole if word not in wordlist("leads")), "")
        return verb in wordlist("harmless") and not self._thing(self.whole, pronouns=False).id

    def _promised(self) -> bool:
        """Whether it is said of later: "I'll go to the weir tomorrow", not "see you tomorrow"."""
        return len(self.whole) > LONGEST_FAREWELL and bool(wordlist("later").intersection(self.whole))

    def _as(self, label: str) -> Intent | None:
        """The whole line as one wish of that label."""
        said, clause = self.whole, self.text.strip()
        kind, _, about = label.partition(".")
        if kind == "ask":
            return self._question_about(about)
        if kind == "say":
            return Intent("say" if self.known.partner else "wait", clause=clause)
        if kind == "meta":
            return Intent("meta", about="other", clause=clause)
        if kind in ("try", "deed"):
            return Intent("deed", unknown=clause, clause=clause)
        if kind == "haggle":
            return Intent("haggle", price=self._coins(said), clause=clause)
        if kind in ("price", "threaten"):
            person, item = self._somebody(said), self._thing(said)
            count = quantity_in(said, 0 if item.id in self.known.coins else 1)
            return Intent(kind, person.id, item.id, count, near=item.near, clause=clause)  # type: ignore[arg-type]
        if kind == "talk" and wordlist("to_me").intersection(said) and _ABOUT.intersection(said):
            # "Tell me about Mara": nobody is spoken to.
            return self._question_about("people")
        if kind == "talk" and not self._somebody(said).id and not _ADDRESSING.intersection(said):
            # "Good evening": to whoever is there, if it is one.
            here = self.known.present
            return Intent("talk", here[0], clause=clause) if len(here) == 1 else Intent("wait", clause=clause)
        wish = self._filled(kind, clause, said, self._verb(kind, said))
        if kind == "go" and wish and wish.kind in ("wait", "say"):
            return Intent("part" if self.known.partner else "go", about="out", clause=clause)
        if kind == "take" and wish and wish.kind == "give":
            # "Can you lend me five coins?" is no gift.
            wish = replace(wish, kind="take", target=wish.target or self.known.partner)
        steals = wordlist("stealing").intersection(said)
        if kind == "pick" and self.known.partner and wish and wish.item not in self.known.mine:
            wish = replace(wish, kind="take" if steals else "buy")
        if kind in ("take", "attack") and steals and not (wish and wish.item) and (robbed := self._somebody(said).id):
            # "Rob Bruno": for what they have.
            return Intent("threaten", robbed, next(iter(self.known.coins), ""), 0, clause=clause)
        if kind in ("buy", "sell") and wish and not wish.item and wordlist("to_me").intersection(said):
            # "Would you take me across for four coins?"
            return Intent("say", clause=clause)
        return wish and replace(wish, unknown=self._name_in(wish.unknown))

    def _name_in(self, unknown: str) -> str:
        """What was named and is not there, where the words are surely a name: a few in a row, and no infinitive."""
        words, people = unknown.split(), [word for name in self.known.people.values() for word in words_of(name)]
        words = [word for word in words if word not in people]
        unknown = " ".join(words)
        if not words or len(words) > LONGEST_NAME or unknown not in " ".join(self.whole):
            return ""
        return "" if words[-1] == self.whole[-1] and words[-1].endswith(("en", "ern", "eln")) else unknown

    def _verb(self, kind: str, said: Sequence[str]) -> int:
        """Where the verb stands: the rules' one, else the first word that says anything."""
        found, at = self._kind(said)
        if found == kind:
            return at
        skipped, named = wordlist("leads") | wordlist("articles") | wordlist("having"), self._named(said)
        return next((at for at, word in enumerate(said) if word not in skipped and at not in named), 0)

    def _named(self, said: Sequence[str]) -> set[int]:
        """Which words are names of what there is."""
        found = (self._thing(said, pronouns=False), self._somebody(said, pronouns=False),
                 which(said, self.known.places, self.known.also))  # fmt: skip
        return {at for each in found if each.id or each.near for at in range(each.first, each.last)}

    def _question_about(self, about: str) -> Intent:
        said, clause = self.whole, self.text.strip()
        target = item = ""
        if about == "time" and not self._thing(said).typed:
            item = self._thing(said).id
        elif about == "people":
            target = self._somebody(said).id or which(said, self.known.foes).id
        elif about == "things":
            item = self._thing(said).id
            target = "" if item else self._somebody(said, pronouns=False).id
        elif about == "ways":
            target = which(said, self.known.places, self.known.also, near=self.known.at_hand).id
        return Intent("ask", target, item, about=about, clause=clause)
