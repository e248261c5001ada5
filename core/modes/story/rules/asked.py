"""What a sentence is as a whole: talk out of the game, an answer to an offer, a threat, a question, a request."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parley.core.modes.story.rules.meaning import Meaning
from parley.core.modes.story.rules.names import Named, which, wordlist
from parley.core.modes.story.rules.spoken import is_polite, quantity_in, spoken_words
from parley.core.modes.story.rules.wishes import Intent

MOST_LEFT_OUT = 4
"""Words of a question that may leave out what it is about: "and how much?"."""

_HEDGE = re.compile(
    r"^(?:(?:na|nee|nah|nö|well|ok|okay|oh|hm+|ach|also|ja|then|dann|gut|so|all right|right)\b[ ,.!]*)+(?=\w)"
)
"""What comes before an answer and is none."""

_KEYWORDS = frozenset({"carried", "rules", "ways", "quests", "health", "money", "people"})
"""What may be asked about in a word: "inventory"."""


OWNS = re.compile(r"(?i)(?:and |so |but |und |aber )*(?:do you have|have you got|hast du|haben sie) (?:an?|ein\w*) ")
"""How somebody is asked whether they own a thing."""


class Asked(Meaning):
    """A line of which whole sentences are read first."""

    def _whole(self, sentence: str, said: Sequence[str]) -> Intent | None:
        """What a sentence is as a whole: talk out of the game, an answer to an offer, a threat, a question."""
        spoken, clause = spoken_words(), sentence.strip()
        plain = clause.rstrip(" .!?…")
        for about, pattern in spoken.parts["meta"].items():
            if pattern.search(plain):
                return Intent("meta", about=about, clause=clause)
        if self.known.fighting and spoken.parts["phrases"]["parley"].search(plain):
            return Intent("parley", clause=clause)
        if self.known.partner and wordlist("promising").intersection(said):
            return Intent("say", clause=clause)
        if self.known.partner and spoken.parts["sentences"]["takes_on"].search(plain):
            # A task, and no thing that lies about.
            return Intent("say", about="task", clause=clause)
        if self.known.offer and (answer := self._to_an_offer(plain, said)):
            return answer
        if spoken.parts["sentences"]["threaten"].search(plain) and not clause.endswith("?"):
            return self._threat(clause, said)
        goods = said[0] in wordlist("show") and spoken.parts["sentences"]["price"].search(plain)
        if goods or self._asked(clause, said):
            return self._question(plain, said)
        return None

    def _to_an_offer(self, plain: str, said: Sequence[str]) -> Intent | None:
        parts = spoken_words().parts["offers"]
        item = self._thing(said).id
        price = self._coins(said)
        if item and item not in self.known.coins:
            if parts["more"].search(plain):
                # "Make it two ropes", "throw in a candle": another thing is asked for.
                return Intent("price", "", item, quantity_in(said, 1), clause=plain)
            return None
        if price and said[0] in wordlist("asking") and wordlist("for").intersection(said):
            # "What do I get for six coins?"
            return Intent("price", price=price, clause=plain)
        if (parts["haggle"].search(plain) and not self._verb_of(said, ("go", "attack"))) or (price and len(said) <= 5):
            return Intent("haggle", price=price, clause=plain)
        for kind in ("decline", "accept"):
            found = parts[kind].match(_HEDGE.sub("", plain))
            if found and len(said) <= 7:
                return Intent("decline" if kind == "decline" else "accept", clause=plain)
        return None

    def _asked(self, clause: str, said: Sequence[str]) -> bool:
        """Whether a sentence asks something."""
        if clause.endswith("?"):
            return True
        rest = [
            word
            for word in said
            if word not in {"and", "so", "und", "also", "hey", "ok", "but", "please", "bitte", "aber"}
        ]
        if not rest:
            return False
        if rest[0] in wordlist("show") and self._about(" ".join(said)) and not self.known.partner:
            return True
        first = rest[0] in {
            "what's",
            "who's",
            "where's",
            "how's",
            "who",
            "what",
            "where",
            "why",
            "how",
            "wer",
            "wo",
            "wohin",
            "was",
            "wie",
            "warum",
            "welche",
        }
        return first or (
            len(rest) <= 2
            and self._about(" ".join(rest)) in {"carried", "rules", "ways", "quests", "health", "money", "people"}
        )

    def _about(self, plain: str) -> str:
        return next((about for about, pattern in spoken_words().parts["asks"].items() if pattern.search(plain)), "")

    def _question(self, plain: str, said: Sequence[str]) -> Intent | None:
        """A question: of one's own state and what is here, of a price, or a request in the shape of one."""
        if self.known.partner and (wish := self._offered(plain, said)):
            return wish
        if wish := self._requested(plain, said):
            return wish
        money = self._about(plain)
        if money != "money" and spoken_words().parts["sentences"]["price"].search(plain):
            return self._priced(plain, said)
        about = money
        if self.known.partner and (not about or wordlist("yours").intersection(said)):
            return Intent("say", clause=plain)
        person, item = self._somebody(said, pronouns=False), self._thing(said, pronouns=False)
        if about in {"", "people", "ways", "place", "things"}:
            place = which(said, self.known.places, self.known.also, near=self.known.at_hand)
            if self.known.partner and (person.id or (about == "place" and place.id)):
                return Intent("say", clause=plain)
            if person.id and about in {"", "people", "place"}:
                return Intent("ask", person.id, about="people", clause=plain)
            if item.id and about in {"", "things", "place"}:
                return Intent("ask", item=item.id, about="things", clause=plain)
            if place.id and about in {"", "ways", "place"}:
                return Intent("ask", place.id, about="ways", clause=plain)
        return Intent("ask", about=about, clause=plain)

    def _threat(self, clause: str, said: Sequence[str]) -> Intent:
        item, person = self._thing(said), self._somebody(said)
        if not item.id and wordlist("robbing").intersection(said):
            item = Named(next(iter(self.known.coins), ""))
        # "Your coins": all of them.
        count = quantity_in(said, 0 if item.id in self.known.coins else 1)
        return Intent("threaten", person.id, item.id, count, near=item.near, clause=clause)

    def _priced(self, plain: str, said: Sequence[str]) -> Intent:
        """A question for the price of something, or for what is to be had for so much."""
        known, item = self.known, self._thing(said)
        if item.id in known.coins:
            # "What costs under five coins?"
            return Intent("price", price=self._coins(said), clause=plain)
        if not item.id and not item.near and known.offer:
            if wordlist("cheaper").intersection(said):
                return Intent("price", price=max(1, known.price - 1), clause=plain)
            if wordlist("things").intersection(said) and not wordlist("other").intersection(said):
                # "How much do you want for it?"
                item = Named(known.offer)
        if not item.id and not item.near and self.item.item and len(said) <= MOST_LEFT_OUT:
            item = Named(self.item.item)
        if known.partner and not item.id and not item.near and OWNS.match(plain):
            # "Do you have a phone?" is nobody's goods.
            return Intent("say", clause=plain)
        return Intent("price", self._somebody(said).id, item.id, quantity_in(said, 1), near=item.near, clause=plain)

    def _offered(self, plain: str, said: Sequence[str]) -> Intent | None:
        """A trade that is put as a question: "the sabre for 10?", "would you take my chart for the rope?"."""
        cut = next((at for at, word in enumerate(said) if word in wordlist("for")), 0)
        left, right = said[:cut] if cut else said, said[cut + 1 :] if cut else ()
        item, other = self._thing(left, pronouns=False), self._thing(right, pronouns=False)
        mine = wordlist("mine").intersection(said)
        if self._wanted_first(item, other):
            item, other, left, right = other, item, right, left
        if spoken_words().parts["sentences"]["pays"].search(plain):
            sold = other if other.id else item
            return Intent("sell", "", sold.id, quantity_in(right or left, 1), clause=plain) if sold.id else None
        if not item.id or item.typed:
            return None
        if other.id and other.id not in self.known.coins and (mine or self._kind(said)[0] == "swap"):
            return Intent("buy", "", other.id, quantity_in(right, 1), 0, item.id, quantity_in(left, 1), clause=plain)
        if cut and self._coins(right) and (other.id in self.known.coins or len(right) <= 2):
            return Intent("buy", "", item.id, quantity_in(left, 1), self._coins(right), clause=plain)
        if mine and self._kind(said)[0] in {"take", "buy"}:
            return Intent("sell", "", item.id, quantity_in(left, 1), clause=plain)
        return None

    def _requested(self, plain: str, said: Sequence[str]) -> Intent | None:
        """A request that is put as a question: "can you give me the key?", "may I buy a candle?"."""
        if not is_polite(said):
            return None
        mine = said[0] in wordlist("my_try") and len(said) > 1 and said[1] in wordlist("first")
        for kind, pattern in spoken_words().parts["phrases"].items():
            if kind == "follow" and pattern.search(plain):
                return self._filled(kind, plain, said, 0)
        if mine:
            item = self._thing(said)
            buys = wordlist("buying").intersection(said)
            if buys and item.id:
                return self._filled("buy", plain, said, 1)
            if wordlist("having").intersection(said) and item.id and self.known.partner:
                return Intent("take", self._somebody(said).id, item.id, quantity_in(said, 1), clause=plain)
            return None
        kind, at = self._kind(said)
        if kind in {"take", "give", "buy", "sell", "follow", "swap"}:
            found = self._filled(kind, plain, said, at)
            return found if found and (found.item or found.kind == "follow") else None
        return None
