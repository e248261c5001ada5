"""What a player's words mean to the rules: read by words alone, in English and German, without a voice.

A line is read into the wishes that it holds, in their order. What is a deed and fits nothing is a wish too, of kind
`deed`: whoever tells the story has to know that nothing came of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.modes.story.rules.meaning import Meaning
from core.modes.story.rules.names import amiss, bare, named, stem, which, wordlist, words_of
from core.modes.story.rules.spoken import (
    clauses_of,
    is_known,
    is_polite,
    quantity_in,
    sentences_of,
    spoken_words,
)
from core.modes.story.rules.wishes import NOTHING, Intent, IntentKind, Known

__all__ = [
    "Intent", "IntentKind", "Known", "difficulty", "intent", "intents", "mechanical", "named", "wordlist", "words_of",
]  # fmt: skip

MOST_READ = 2_000
"""Characters of a line that are read; what is said behind them is only said."""

MOST_WISHES = 6
"""Wishes that are heard in a line."""

SHORTEST_VERB = 4
"""Letters of a verb that may have one amiss."""

_KEYWORDS = frozenset({"carried", "rules", "ways", "quests", "health", "money", "people"})
"""What may be asked about in a word: "inventory"."""

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
    plain = unicodedata.normalize("NFC", text[:MOST_READ]).casefold().replace("’", "'")
    if place := _place_alone(words_of(plain), known):
        return (Intent("go", place, clause=plain),)
    line = _Line(plain, known)
    return tuple(line.read()) or (Intent("say" if known.partner else "wait", clause=plain),)


def _place_alone(whole: Sequence[str], known: Known) -> str:
    """The place of which nothing but the name is said, as one says where one is going."""
    skipped = (
        wordlist("articles")
        | wordlist("whither")
        | {"off", "let's", "then", "now", "dann", "jetzt", "los", "auf", "also"}
    )
    said = tuple(word for word in whole if word not in skipped)
    if not said or len(said) > 4:
        return ""
    found = which(said, known.places, known.also, near=known.at_hand)
    if not found.id or found.last - found.first != len(said):
        return ""
    # A single word of a name may be about anything; with a direction before it, it is a way.
    return found.id if _wholly(said, found.id, known) or set(whole) & wordlist("whither") else ""


def _wholly(said: Sequence[str], place: str, known: Known) -> bool:
    joined = "".join(stem(word) for word in said)
    names = (known.places[place], place.replace("_", " "), *known.also.get(place, ()))
    return any(
        amiss("".join(said), "".join(bare(name))) <= 2 or joined == "".join(map(stem, bare(name))) for name in names
    )


class _Line(Meaning):
    """One line, sentence by sentence and clause by clause."""

    def read(self) -> list[Intent]:
        """What is wanted, each once."""
        found: list[Intent] = []
        for wish in self._wishes():
            if wish in found and wish.kind in ("ask", "say", "wait", "deed", "meta"):
                continue
            found.append(wish)
        wanted = [wish for wish in found if wish.kind not in ("wait", "say")]
        # Beside what is done, what is only said or looked at is how it is done.
        return (wanted or found[:1])[:MOST_WISHES]

    def _wishes(self) -> Iterator[Intent]:
        for sentence, quoted in sentences_of(self.text):
            said = words_of(sentence)
            if not said:
                continue
            if wish := self._whole(sentence, said) or self._greeted(said):
                yield self._kept(wish)
                continue
            for clause in clauses_of(sentence):
                words = words_of(clause)
                if not words:
                    continue
                wish = self._clause(clause, words, quoted=quoted)
                if wish is not None:
                    yield self._kept(wish)

    def _kept(self, wish: Intent) -> Intent:
        if wish.target in self.known.people or wish.target in self.known.foes:
            self.person = wish.target
        if wish.item:
            self.item = wish
        self.last = wish
        return wish

    # ------------------------------------------------------------------ whole sentences

    def _whole(self, sentence: str, said: Sequence[str]) -> Intent | None:
        """What a sentence is as a whole: talk out of the game, an answer to an offer, a threat, a question."""
        spoken, clause = spoken_words(), sentence.strip()
        plain = clause.rstrip(" .!?…")
        for about, pattern in spoken.parts["meta"].items():
            if pattern.search(plain):
                return Intent("meta", about=about, clause=clause)
        if self.known.offer and (answer := self._to_an_offer(plain, said)):
            return answer
        if spoken.parts["sentences"]["threaten"].search(plain) and not clause.endswith("?"):
            item, person = self._thing(said), self._somebody(said)
            return Intent("threaten", person.id, item.id, quantity_in(said, 1), clause=clause)
        goods = said[0] in wordlist("show") and spoken.parts["sentences"]["price"].search(plain)
        if goods or self._asked(clause, said):
            return self._question(plain, said)
        return None

    def _to_an_offer(self, plain: str, said: Sequence[str]) -> Intent | None:
        parts = spoken_words().parts["offers"]
        item = self._thing(said).id
        price = self._coins(said)
        if item and item not in self.known.coins:
            return None
        if (parts["haggle"].search(plain) and not self._verb_of(said, ("go", "attack"))) or (price and len(said) <= 5):
            return Intent("haggle", price=price, clause=plain)
        for kind in ("decline", "accept"):
            found = parts[kind].match(plain)
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
        first = rest[0] in {"who", "what", "where", "why", "how", "wer", "wo", "wohin", "was", "wie", "warum", "welche"}
        return first or (
            len(rest) <= 2
            and self._about(" ".join(rest)) in {"carried", "rules", "ways", "quests", "health", "money", "people"}
        )

    def _about(self, plain: str) -> str:
        return next((about for about, pattern in spoken_words().parts["asks"].items() if pattern.search(plain)), "")

    def _question(self, plain: str, said: Sequence[str]) -> Intent | None:
        """A question: of one's own state and what is here, of a price, or a request in the shape of one."""
        if wish := self._requested(plain, said):
            return wish
        money = self._about(plain)
        if money != "money" and spoken_words().parts["sentences"]["price"].search(plain):
            item = self._thing(said)
            return Intent("price", self._somebody(said).id, item.id, quantity_in(said, 1), near=item.near, clause=plain)
        about = money
        if self.known.partner and (not about or "you" in said or "du" in said or "dein" in " ".join(said)):
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

    # ------------------------------------------------------------------ clauses

    def _clause(self, clause: str, said: Sequence[str], *, quoted: bool) -> Intent | None:
        clause = clause.strip()
        if wordlist("negations").intersection(said):
            return Intent("wait" if not self.known.partner else "say", clause=clause)
        phrase = self._phrase(clause)
        if phrase:
            return self._filled(phrase, clause, said, 0)
        if said[0] in wordlist("others"):
            return Intent("say" if self.known.partner else "wait", clause=clause)
        if self.known.partner and wordlist("later").intersection(said):
            return Intent("say", clause=clause)
        kind, at = self._kind(said)
        if kind == "none":
            kind, at = self._mistyped(said)
        if quoted and kind not in _SPEECH | {"take", "give", "none"}:
            return Intent("say", clause=clause)
        if kind != "none":
            return self._filled(kind, clause, said, at)
        return self._elliptic(clause, said) or self._otherwise(clause, said)

    def _phrase(self, clause: str) -> str:
        for kind, pattern in spoken_words().parts["phrases"].items():
            if kind in {"surrender", "parley"} and not self.known.fighting:
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

    def _kind(self, said: Sequence[str]) -> tuple[str, int]:
        """The kind that a verb of the clause stands for, and where that verb is."""
        for kind, forms, particles, person in spoken_words().verbs:
            for at, word in enumerate(said):
                if word not in forms:
                    continue
                rest = (*said[:at], *said[at + 1 :])
                if particles and not particles.intersection(rest):
                    continue
                if person and not self._somebody(rest).id:
                    continue
                if kind == "talk" and wordlist("to_me").union({"mich", "myself"}).intersection(said[at + 1 : at + 2]):
                    # "Tell me about Mara", "ich frage mich": nobody is spoken to.
                    continue
                if kind in {"attack", "defend", "flee"} and wordlist("asked").intersection(said[:at]):
                    continue
                if self._leads(said[:at]) or (at == len(said) - 1 and word.endswith("n") and len(said) > 1):
                    return kind, at
        return "none", 0

    def _verb_of(self, said: Sequence[str], kinds: Sequence[str]) -> bool:
        return self._kind(said)[0] in kinds

    def _mistyped(self, said: Sequence[str]) -> tuple[str, int]:
        """The same for a verb with a letter amiss, where no word is known."""
        at = next((at for at, word in enumerate(said) if word not in wordlist("leads")), -1)
        if at < 0 or len(said[at]) < SHORTEST_VERB or is_known(said[at]):
            return "none", 0
        near = {form for form in spoken_words().known if len(form) >= SHORTEST_VERB and amiss(said[at], form) == 1}
        fixed = {self._kind((*said[:at], form, *said[at + 1 :])) for form in near} - {("none", 0)}
        return fixed.pop() if len({kind for kind, _at in fixed}) == 1 else ("none", 0)

    def _leads(self, before: Sequence[str]) -> bool:
        """Whether what stands before a verb leaves it to be what the player does."""
        leads, known = wordlist("leads"), self.known.people
        return all(
            word in leads
            or word.endswith("ly")
            or any(stem(word) == stem(part) for name in known.values() for part in bare(name))
            for word in before
        )

    def _elliptic(self, clause: str, said: Sequence[str]) -> Intent | None:
        """What goes on with the wish before: "take the bread and the candle"."""
        before = self.last
        if before is None or len(said) > 6:
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
