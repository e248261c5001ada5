"""What a player's words mean to the rules: read by words alone, in English and German, without a voice.

A line is read into the wishes that it holds, in their order. What is a deed and fits nothing is a wish too, of kind
`deed`: whoever tells the story has to know that nothing came of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parley.core.modes.story.rules.judged import Judged
from parley.core.modes.story.rules.names import Named, amiss, bare, named, stem, which, wordlist, words_of
from parley.core.modes.story.rules.spoken import (
    clauses_of,
    content_of,
    quantity_in,
    sentences_of,
    spoken_words,
)
from parley.core.modes.story.rules.wishes import NOTHING, Intent, IntentKind, Known

__all__ = [
    "Intent", "IntentKind", "Known", "difficulty", "intent", "intents", "mechanical", "named", "wordlist", "words_of",
]  # fmt: skip

MOST_READ = 2_000
"""Characters of a line that are read; what is said behind them is only said."""

MOST_WISHES = 6
"""Wishes that are heard in a line."""

WORDS_OF_A_NAME = 3
"""Words of a clause that may be just the name of a thing."""


_DIFFICULTY = re.compile(
    r"\b(?:dc|sg|difficulty(?:\s+of)?|schwierigkeit(?:sgrad)?(?:\s+von)?)\s*[:=]?\s*(?P<number>\d{1,2})\b",
    re.IGNORECASE,
)
_GERMAN = re.compile(r"\b(?:sg|schwierigkeit(?:sgrad)?)\b", re.IGNORECASE)
_SPEECH = frozenset({"part", "follow", "buy", "sell", "price", "accept", "haggle", "decline", "talk", "threaten"})
"""What is done by saying it."""


def mechanical(text: str) -> str:
    """The word that calls for the rules as it is written, else "DC 15", else nothing."""
    text = unicodedata.normalize("NFC", text)
    if found := spoken_words().mechanical.search(text):
        first, *rest = found.group().split()
        return f"{first} … {rest[-1]}" if len(rest) > 1 else found.group()
    if number := difficulty(text):
        return f"{'SG' if _GERMAN.search(text) else 'DC'} {number}"
    return ""


def difficulty(text: str) -> int:
    """The difficulty that is named ("DC 15"); 0: none."""
    found = _DIFFICULTY.search(unicodedata.normalize("NFC", text))
    return int(found["number"]) if found else 0


def intent(text: str, known: Known) -> Intent:
    """The first thing that the player wants of what the rules know to do; none where there is nothing such."""
    return next((each for each in intents(text, known) if _complete(each)), NOTHING)


def _complete(meant: Intent) -> bool:
    """Whether it is a deed of the rules, with all that it needs."""
    if meant.kind in {"ask", "meta", "wait", "say", "deed", "none"} or meant.unknown:
        return False
    needs = meant.item if meant.kind in {"give", "take", "pick", "drop", "use"} else meant.target
    return bool(needs) or meant.kind not in {"give", "take", "pick", "drop", "use", "go", "talk"}


def intents(text: str, known: Known) -> tuple[Intent, ...]:
    """All that the player wants, in its order; never empty."""
    line = line_of(text, known)
    read = line.read()
    # Where a difficulty is named, the dice are asked for.
    return tuple(read) if difficulty(text) else line.judged(read)


def line_of(text: str, known: Known) -> Line:
    """A line as it is read: without what is too long, in small letters."""
    return Line(unicodedata.normalize("NFC", text[:MOST_READ]).casefold().replace("’", "'"), known)


def _place_alone(whole: Sequence[str], known: Known) -> str:
    """The place of which nothing but the name is said, as one says where one is going."""
    skipped = wordlist("articles") | wordlist("whither") | wordlist("onwards")
    said = tuple(word for word in whole if word not in skipped)
    if not said or len(said) > 4:
        return ""
    found = which(said, known.places, known.also, near=known.at_hand)
    if not found.id or found.last - found.first != len(said):
        return ""
    # A single word of a name may be about anything; with a direction before it, it is a way.
    directed = wordlist("whither") | wordlist("please")
    return found.id if _wholly(said, found.id, known) or set(whole) & directed else ""


def _wholly(said: Sequence[str], place: str, known: Known) -> bool:
    joined = "".join(stem(word) for word in said)
    names = (known.places[place], place.replace("_", " "), *known.also.get(place, ()))
    return any(
        amiss("".join(said), "".join(bare(name))) <= 2 or joined == "".join(map(stem, bare(name))) for name in names
    )


class Line(Judged):
    """One line, sentence by sentence and clause by clause."""

    def read(self) -> list[Intent]:
        """What is wanted by the rules, each once; never empty."""
        if place := _place_alone(self.whole, self.known):
            return [Intent("go", place, clause=self.text)]
        return self._wanted() or [Intent("say" if self.known.partner else "wait", clause=self.text)]

    def _wanted(self) -> list[Intent]:
        found: list[Intent] = []
        for wish in self._wishes():
            if wish in found and wish.kind in ("ask", "say", "wait", "deed", "meta", "talk"):
                continue
            found.append(wish)
        wanted = [wish for wish in found if wish.kind not in ("wait", "say")]
        if any(wish.kind == "attack" for wish in wanted):
            # Whoever draws a blade first has struck with what they have.
            wanted = [wish for wish in wanted if not (wish.kind == "deed" and _draws(wish))]
        # Beside what is done, what is only said or looked at is how it is done.
        return (wanted or found[:1])[:MOST_WISHES]

    def _wishes(self) -> Iterator[Intent]:
        bare_things: list[tuple[str, int]] = []
        unread: Intent | None = None
        for sentence, quoted in sentences_of(self.text):
            said = words_of(sentence)
            if not said:
                continue
            wish = self._whole(sentence, said)
            if wish is None or wish.kind == "ask":
                wish = self._greeted(said) or wish
            if wish is not None:
                yield self._kept(wish)
                self._mentioned(said)
                continue
            for clause in clauses_of(sentence):
                words = words_of(clause)
                if not words:
                    continue
                wish = self._clause(clause, words, quoted=quoted)
                if wish is None:
                    continue
                if wish.kind == "deed" and len(words) <= WORDS_OF_A_NAME and self._thing(words, pronouns=False).id:
                    # "Bread and candle, I take them": the verb comes later.
                    bare_things.append((self._thing(words, pronouns=False).id, quantity_in(words, 1)))
                    unread = wish
                    continue
                for thing, count in bare_things if wish.kind in {"pick", "take", "drop", "give"} else ():
                    yield replace(wish, item=thing, quantity=count)
                bare_things, unread = [], None if wish.item else unread
                yield self._kept(wish)
                self._mentioned(words)
        if bare_things and unread is not None:
            yield unread

    def _kept(self, wish: Intent) -> Intent:
        if wish.target in self.known.people or wish.target in self.known.foes:
            self.person = wish.target
        if wish.item:
            self.item = wish
        self.last = wish
        return wish

    def _mentioned(self, said: Sequence[str]) -> None:
        """A thing that was only named may be "it" later: "I take off my coat and put it down"."""
        found = self._thing(said, pronouns=False)
        if found.id and not found.typed:
            self.item = Intent("wait", item=found.id)

    # ------------------------------------------------------------------ clauses

    def _clause(self, clause: str, said: Sequence[str], *, quoted: bool) -> Intent | None:
        clause = clause.strip()
        phrase = self._phrase(clause)
        if wordlist("negations").intersection(said) and phrase not in ("part", "parley"):
            return Intent("wait" if not self.known.partner else "say", clause=clause)
        if phrase:
            return self._filled(phrase, clause, said, 0)
        if len(said) == 1 and which(said, self.known.people, self.known.called).id:
            # "Mara, …": whoever is called by their name is only called.
            return None
        if more := self._elliptic(clause, said):
            return more
        kind, at = self._kind(said)
        if said[0] in wordlist("others") and not (kind != "none" and at == len(said) - 1 > 0):
            # "Das Brot nehmen" is a deed.
            return Intent("say" if self.known.partner else "wait", clause=clause)
        if said[0] == "um":
            # "Um es mir anzusehen": what for.
            return Intent("say" if self.known.partner else "wait", clause=clause)
        if self.known.partner and wordlist("later").intersection(said):
            return Intent("say", clause=clause)
        if kind in ("none", "bring") and (place := self._whither(said)):
            return Intent("go", place, clause=clause)
        if kind == "none":
            kind, at = self._mistyped(said)
        if quoted and kind not in _SPEECH | {"take", "give", "none"}:
            return Intent("say", clause=clause)
        if kind != "none":
            return self._filled(kind, clause, said, at)
        return self._wished(clause, said) or self._otherwise(clause, said)

    def _phrase(self, clause: str) -> str:
        for kind, pattern in spoken_words().parts["phrases"].items():
            if kind in {"surrender", "parley"} and not self.known.fighting:
                continue
            if kind == "give" and not (self.known.partner and self._thing(words_of(clause), pronouns=False).id):
                continue
            if pattern.search(clause):
                return kind
        return ""

    def _greeted(self, said: Sequence[str]) -> Intent | None:
        if len(said) > 7:
            return None
        person = self._somebody(said, pronouns=False)
        hails = said[0] in wordlist("hails")
        if person.id and person.id != self.known.partner and hails and self._kind(said)[0] == "none":
            return Intent("talk", person.id, clause=" ".join(said))
        return None

    def _elliptic(self, clause: str, said: Sequence[str]) -> Intent | None:
        """What goes on with the wish before: "take the bread and the candle"."""
        before = self.last
        if before is None or len(said) > 6 or self._kind(said)[0] != "none":
            return None
        if before.kind in {"pick", "take", "drop", "give", "buy", "sell"}:
            item = self._thing(said, pronouns=False)
            if item.id or item.near:
                count = quantity_in(said, 1, plural=self._plural(said, item))
                return replace(before, item=item.id, near=item.near, unknown="", quantity=count, clause=clause)
        if before.kind == "go":
            place = which(said, self.known.places, self.known.also, near=self.known.at_hand)
            if place.id:
                return Intent("go", place.id, clause=clause)
        return None

    def _wished(self, clause: str, said: Sequence[str]) -> Intent | None:
        """What is wanted without a verb that says it: "I want to the market", "3 coins for the rope"."""
        cut = next((at for at, word in enumerate(said) if word in wordlist("for")), 0)
        if self.known.partner and cut and self._coins(said[:cut]) and self._thing(said[:cut]).id in self.known.coins:
            return self._give("give", clause, said)
        item = self._thing(said[:cut] if cut else said, pronouns=False)
        price = self._coins(said[cut + 1 :]) if cut and item.id not in self.known.coins else 0
        if self.known.partner and item.id and price and self._thing(said[cut + 1 :]).id in self.known.coins:
            # "Two ropes for nine coins."
            return Intent("buy", "", item.id, quantity_in(said[:cut], 1), price, clause=clause)
        if self.known.partner and item.id and not item.typed and self._ordered(said, item):
            return Intent("buy", "", item.id, quantity_in(said, 1), clause=clause)
        if not wordlist("first").intersection(said[:2]) or not wordlist("wishes").intersection(said[:4]):
            return None
        place = which(said, self.known.places, self.known.also, near=self.known.at_hand)
        if place.id and not place.typed and wordlist("whither").union({"zum", "zur", "ins"}).intersection(said):
            return Intent("go", place.id, clause=clause)
        if item.id and not item.typed and self.known.partner and not wordlist("yours").intersection(said):
            return Intent("buy", "", item.id, quantity_in(said, 1), clause=clause)
        return None

    def _ordered(self, said: Sequence[str], item: Named) -> bool:
        """Whether a thing is ordered: "two candles, please"."""
        if not wordlist("please").intersection(words_of(self.text)) or wordlist("yours").intersection(said):
            return False
        named = set(bare(self.known.items[item.id])) | set(said[item.first : item.last])
        return not [word for word in content_of(said) if word not in named]

    def _otherwise(self, clause: str, said: Sequence[str]) -> Intent:
        """What no verb of the rules is in: a harmless act, talk, or a deed that nothing fits."""
        talking, lead = bool(self.known.partner), wordlist("leads")
        at = next((at for at, word in enumerate(said) if word not in lead and not word.endswith("ly")), -1)
        if at < 0:
            return Intent("say" if talking else "wait", clause=clause)
        word, first = said[at], bool(wordlist("first").intersection(said[:at]))
        if word in wordlist("ready") and self._thing(said).id:
            return Intent("say" if talking else "wait", clause=clause)
        if talking:
            acts = (
                first and word in wordlist("doing") and not {"can", "could", "kann", "könnte"}.intersection(said[:at])
            )
            return Intent("deed" if acts or clause.startswith("*") else "say", clause=clause)
        last = said[-1]
        if len(said) > 1 and which(said[:1], self.known.people).id:
            # "Dora is right": it is said of somebody.
            return Intent("wait", clause=clause)
        if word in wordlist("harmless") or last in wordlist("harmless"):
            return Intent("wait", clause=clause)
        states = wordlist("being").intersection(said[: at + 1])
        asks = word in wordlist("show") and wordlist("to_me").intersection(said)
        if word in wordlist("greetings") or word in wordlist("feelings") or (first and states) or asks:
            return Intent("wait", clause=clause)
        if {"is", "are", "was", "were", "ist", "sind", "war", "seems", "scheint"}.intersection(
            said[1:4]
        ) and word not in wordlist("doing"):
            return Intent("wait", clause=clause)
        if all(each in wordlist("fillers") or each in wordlist("articles") for each in said[at:]):
            return Intent("wait", clause=clause)
        return Intent("deed", unknown=clause, clause=clause)


def _draws(wish: Intent) -> bool:
    """Whether a deed is only to draw a weapon."""
    return bool(wordlist("ready").intersection(words_of(wish.clause)[:3]))
