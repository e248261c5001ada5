"""What a player's words mean to the rules: read by words alone, in English and German, without a voice.

A line is read into the wishes that it holds, in their order. What is a deed and fits nothing is a wish too, of kind
`deed`: whoever tells the story has to know that nothing came of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from typing import Any, Literal

from core.modes.story.rules.names import Named, amiss, bare, named, stem, told, which, wordlist, words_of

__all__ = [
    "Intent",
    "IntentKind",
    "Known",
    "difficulty",
    "intent",
    "intents",
    "mechanical",
    "named",
    "wordlist",
    "words_of",
]

IntentKind = Literal[
    "talk", "part", "give", "take", "go", "use", "follow", "drop", "pick", "attack", "defend", "flee",
    "surrender", "parley", "threaten", "cast", "try", "buy", "sell", "price", "accept", "haggle", "decline",
    "ask", "meta", "wait", "say", "deed", "none",
]  # fmt: skip

MOST_READ = 2_000
"""Characters of a line that are read; what is said behind them is only said."""

MOST_WISHES = 6
"""Wishes that are heard in a line."""

SHORTEST_VERB = 4
"""Letters of a verb that may have one amiss."""

_KEYWORDS = frozenset({"carried", "rules", "ways", "quests", "health", "money", "people"})
"""What may be asked about in a word: "inventory"."""

_SENTENCES = re.compile(r"[^.!?\n…]+[.!?\n…]*")
_CLAUSES = re.compile(
    r"[;:,()—]+|\s[–-]\s|\b(?:and then|and|then|but|und dann|und|dann|danach|anschliessend|sowie|aber)\b"
    r"|\b(?:in order )?to (?=(?:buy|talk|speak|ask|fetch|get|take|attack|kill|fight|sell|give|pick|grab)\b)"
)
_QUOTED = re.compile(r"[\"“„»«]([^\"“”„»«]{1,600})[\"”“«»]")
_DIFFICULTY = re.compile(
    r"\b(?:dc|sg|difficulty(?:\s+of)?|schwierigkeit(?:sgrad)?(?:\s+von)?)\s*[:=]?\s*(?P<number>\d{1,2})\b",
    re.IGNORECASE,
)
_GERMAN = re.compile(r"\b(?:sg|schwierigkeit(?:sgrad)?)\b", re.IGNORECASE)
_COUNT = re.compile(r"(\d{1,7})\s*[x×]?")
_SPEECH = frozenset({"part", "follow", "buy", "sell", "price", "accept", "haggle", "decline", "talk", "threaten"})
"""What is done by saying it."""


@dataclass(frozen=True)
class Intent:
    """What the player wants. `target` is a person, a place or a foe, `item` a thing, by id; empty: not said.

    `quantity` 0: all of it. Of a trade `price` are the coins that are named (0: none) and `swap` is what else the
    player would give for it. `about` is what a question is about. `unknown` is what was named, as it was
    typed, and is nothing that there is; `near` are the ids that are equally near, where it is open which is meant.
    `clause` are the words.
    """

    kind: IntentKind
    target: str = ""
    item: str = ""
    quantity: int = 1
    price: int = 0
    swap: str = ""
    swap_quantity: int = 1
    about: str = ""
    unknown: str = ""
    near: tuple[str, ...] = ()
    clause: str = field(default="", compare=False)


NOTHING = Intent("none")


@dataclass(frozen=True)
class Known:
    """What the player can name, as id to name. `called` is what else people go by ("the smith"), `also` what else
    places and things are called. `present` are the people who are here, `partner` is whom the player talks with, `here` the
    place, `at_hand` are things that are within reach and places to which there is a way; `coins`, which things are
    money; `fighting`, whether there is a fight; `offer`, whether an offer is open; `features`, what of the place can be
    used in a fight.
    """

    people: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    foes: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    features: Mapping[str, str] = field(default_factory=dict)
    present: tuple[str, ...] = ()
    partner: str = ""
    here: str = ""
    at_hand: tuple[str, ...] = ()
    coins: frozenset[str] = frozenset()
    fighting: bool = False
    offer: bool = False


class _Vocabulary:
    """The patterns of `resources/words/story.toml`, ready to be looked for."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.numbers = {
            word: at for at, each in enumerate(found["words_of_numbers"].split(","), 1) for word in each.split()
        }
        self.mechanical = re.compile(rf"\b(?:{'|'.join(found['mechanical'])})\b", re.IGNORECASE)
        self.parts = {part: _patterns(found[part]) for part in ("phrases", "offers", "sentences", "meta", "asks")}
        self.verbs = [
            (
                each["kind"],
                frozenset(each["forms"].split()),
                frozenset(each.get("particles", "").split()),
                "person" in each,
            )
            for each in found["verbs"]
        ]
        self.known = frozenset(chain.from_iterable(forms for _kind, forms, _particles, _person in self.verbs))


def _patterns(found: Mapping[str, Sequence[str]]) -> dict[str, re.Pattern[str]]:
    return {name: re.compile(rf"\b(?:{'|'.join(any_of)})(?!\w)") for name, any_of in found.items()}


@cache
def _spoken() -> _Vocabulary:
    return _Vocabulary(told())


def mechanical(text: str) -> str:
    """The word that calls for the rules as it is written, else "DC 15", else nothing."""
    text = unicodedata.normalize("NFC", text)
    if found := _spoken().mechanical.search(text):
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


class _Line:
    """One line that is being read: what was named in it so far, for "it" and "him"."""

    def __init__(self, text: str, known: Known) -> None:
        self.known = known
        self.text = text
        self.whole = words_of(text)
        self.person = ""
        self.item = Intent("none")
        self.last: Intent | None = None

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
        for sentence, quoted in _sentences(self.text):
            said = words_of(sentence)
            if not said:
                continue
            if wish := self._whole(sentence, said) or self._greeted(said):
                yield self._kept(wish)
                continue
            for clause in _clauses(sentence):
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
        spoken, clause = _spoken(), sentence.strip()
        plain = clause.rstrip(" .!?…")
        for about, pattern in spoken.parts["meta"].items():
            if pattern.search(plain):
                return Intent("meta", about=about, clause=clause)
        if self.known.offer and (answer := self._to_an_offer(plain, said)):
            return answer
        if spoken.parts["sentences"]["threaten"].search(plain) and not clause.endswith("?"):
            item, person = self._thing(said), self._somebody(said)
            return Intent("threaten", person.id, item.id, _quantity(said, 1), clause=clause)
        if self._asked(clause, said):
            return self._question(plain, said)
        return None

    def _to_an_offer(self, plain: str, said: Sequence[str]) -> Intent | None:
        parts = _spoken().parts["offers"]
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
        return next((about for about, pattern in _spoken().parts["asks"].items() if pattern.search(plain)), "")

    def _question(self, plain: str, said: Sequence[str]) -> Intent | None:
        """A question: of one's own state and what is here, of a price, or a request in the shape of one."""
        if wish := self._requested(plain, said):
            return wish
        money = self._about(plain)
        if money != "money" and _spoken().parts["sentences"]["price"].search(plain):
            item = self._thing(said)
            return Intent("price", self._somebody(said).id, item.id, _quantity(said, 1), near=item.near, clause=plain)
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
        if not _polite(said):
            return None
        mine = said[0] in wordlist("my_try") and len(said) > 1 and said[1] in wordlist("first")
        for kind, pattern in _spoken().parts["phrases"].items():
            if kind == "follow" and pattern.search(plain):
                return self._filled(kind, plain, said, 0)
        if mine:
            item = self._thing(said)
            buys = wordlist("buying").intersection(said)
            if buys and item.id:
                return self._filled("buy", plain, said, 1)
            if wordlist("having").intersection(said) and item.id and self.known.partner:
                return Intent("take", self._somebody(said).id, item.id, _quantity(said, 1), clause=plain)
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
        for kind, pattern in _spoken().parts["phrases"].items():
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
        for kind, forms, particles, person in _spoken().verbs:
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
        if at < 0 or len(said[at]) < SHORTEST_VERB or _is_known(said[at]):
            return "none", 0
        near = {form for form in _spoken().known if len(form) >= SHORTEST_VERB and amiss(said[at], form) == 1}
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
                return replace(before, item=item.id, near=item.near, unknown="",
                               quantity=_quantity(said, 1, plural=self._plural(said, item)), clause=clause)  # fmt: skip
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
        if talking:
            acts = (
                first and word in wordlist("doing") and not {"can", "could", "kann", "könnte"}.intersection(said[:at])
            )
            return Intent("deed" if acts or clause.startswith("*") else "say", clause=clause)
        last = said[-1]
        if word in wordlist("ready") and self._thing(said).id:
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

    # ------------------------------------------------------------------ what it is about

    def _somebody(self, said: Sequence[str], *, pronouns: bool = True) -> Named:
        """The person who is named, or meant by "him"."""
        known = self.known
        found = which(said, known.people, known.called, near=(*known.present, known.partner))
        if found.typed and self._names_other(said[found.first : found.last]):
            found = Named()
        if found.id or found.near or not pronouns or not wordlist("persons").intersection(said):
            return found
        if one := self.person or known.partner:
            return Named(one)
        if known.fighting and known.foes:
            return Named()
        return Named(known.present[0]) if len(known.present) == 1 else Named("", known.present)

    def _names_other(self, said: Sequence[str]) -> bool:
        """Whether words are right as they are: the name of a thing or a place is no typo of somebody's."""
        others = ((self.known.items, self.known.also), (self.known.places, self.known.also), (self.known.foes, {}))
        found = (which(said, names, also) for names, also in others)
        return any((each.id or each.near) and not each.typed for each in found)

    def _thing(self, said: Sequence[str], *, pronouns: bool = True) -> Named:
        found = which(said, self.known.items, self.known.also, near=self.known.at_hand)
        if found.id or found.near or not pronouns or not self.item.item:
            return found
        return Named(self.item.item) if wordlist("things").intersection(said) else found

    def _coins(self, said: Sequence[str]) -> int:
        """How many coins are named."""
        numbers = [number for number in (_number(word) for word in said) if number]
        return numbers[-1] if numbers else 0

    def _filled(self, kind: str, clause: str, said: Sequence[str], at: int) -> Intent | None:
        """The intent with what it is about."""
        known = self.known
        rest = (*said[:at], *said[at + 1 :]) if at or (said and said[0] in _spoken().known) else tuple(said)
        if at == 0:
            rest = (
                tuple(word for word in rest if word not in _spoken().known)
                if kind in ("go", "leave", "attack")
                else rest
            )
        match kind:
            case "talk":
                return self._talk(clause, rest)
            case "part":
                person = self._somebody(self.whole, pronouns=False).id
                return Intent("part", person, clause=clause)
            case "follow":
                person = self._somebody(said, pronouns=False).id or self._somebody(self.whole, pronouns=False).id
                return Intent("follow", person, clause=clause)
            case "give" | "bring":
                return self._give(kind, clause, rest)
            case "take" | "pick":
                return self._take(kind, clause, rest)
            case "use" | "eat":
                item, person = self._thing(rest), self._somebody(rest, pronouns=False)
                return Intent("use", person.id, item.id, near=item.near, about="eat" * (kind == "eat"),
                              unknown="" if item.id else _rest(rest), clause=clause)  # fmt: skip
            case "drop":
                item = self._thing(rest)
                return Intent("drop", "", item.id, _quantity(said, 1, plural=self._plural(said, item)), near=item.near,
                              unknown="" if item.id else _rest(rest), clause=clause)  # fmt: skip
            case "go" | "leave":
                return self._go(kind, clause, rest)
            case "attack":
                return self._attack(clause, rest)
            case "buy" | "sell" | "swap":
                return self._trade(kind, clause, rest)
            case "cast" | "try":
                return Intent("cast" if kind == "cast" else "try", clause=clause)
            case "wait" if known.partner:
                return Intent("say", clause=clause)
        return Intent(kind, clause=clause)  # type: ignore[arg-type]

    def _talk(self, clause: str, rest: Sequence[str]) -> Intent:
        person = self._somebody(rest)
        if person.id and person.id == self.known.partner:
            return Intent("say", clause=clause)
        if person.id or person.near:
            return Intent("talk", person.id, near=person.near, clause=clause)
        if self.known.partner:
            return Intent("say", clause=clause)
        foe = which(rest, self.known.foes)
        name = _rest(
            rest,
            stop={"about", "for", "if", "whether", "that", "nach", "ob", "über", "wegen", "where", "what", "wo", "was"},
        )
        if wordlist("anybody").intersection(rest) or not name:
            return Intent("talk", near=self.known.present, clause=clause)
        return Intent("talk", foe.id, unknown="" if foe.id else name, clause=clause)

    def _give(self, kind: str, clause: str, rest: Sequence[str]) -> Intent | None:
        known, spoken = self.known, clause
        cut = next((at for at, word in enumerate(rest) if word in wordlist("for")), len(rest))
        left, right = rest[:cut], rest[cut + 1 :]
        person = self._somebody(left) if self._somebody(left).id else self._somebody(rest)
        gives = bool(wordlist("to_me").intersection(left)) and not _mine(rest)
        item = self._thing(left)
        wanted = self._thing(right) if right else Named()
        if right and wanted.id and not gives:
            # "I'll give you 3 coins for the key."
            price = self._coins(left) if not item.id or item.id in known.coins else 0
            swap = item.id if item.id and item.id not in known.coins else ""
            return Intent("buy", person.id, wanted.id, _quantity(right, 1), price or int(item.id in known.coins), swap,
                          _quantity(left, 1) if swap else 1, clause=spoken)  # fmt: skip
        if right and gives and item.id:
            price, swap = self._coins(right), wanted.id if wanted.id not in known.coins else ""
            return Intent("buy", person.id, item.id, _quantity(left, 1), price, swap, clause=spoken)
        if not item.id and not item.near and self._coins(left) and known.offer:
            return Intent("haggle", price=self._coins(left), clause=spoken)
        person = person if person.id or person.near else self._somebody(self.whole)
        count = _quantity(left, 1)
        if gives:
            unknown = "" if item.id else _rest(left)
            if known.partner and not item.id and not item.near:
                return Intent("say", clause=spoken)
            return Intent("take", person.id, item.id, count, unknown=unknown, near=item.near, clause=spoken)
        if kind == "bring" and not item.id:
            return Intent("deed", unknown=spoken, clause=spoken)
        unknown = "" if item.id else _rest([word for word in left if not self._somebody((word,), pronouns=False).id])
        if known.partner and not item.id and not item.near:
            return Intent("say", clause=spoken)
        if not item.id and not item.near and not unknown:
            return Intent("wait", clause=spoken)
        return Intent("give", person.id, item.id, count, unknown=unknown, near=item.near or person.near, clause=spoken)

    def _take(self, kind: str, clause: str, rest: Sequence[str]) -> Intent | None:
        known = self.known
        if wordlist("harmless_things").intersection(rest) and not self._thing(rest, pronouns=False).id:
            return Intent("say" if known.partner else "wait", clause=clause)
        item, person = self._thing(rest), self._somebody(rest)
        if not item.id and not item.near:
            place = which(rest, known.places, known.also, near=known.at_hand)
            if place.id and wordlist("whither").intersection(rest):
                return Intent("go", place.id, clause=clause)
            if wordlist("all").intersection(rest) and not _rest([w for w in rest if w not in wordlist("all")]):
                return Intent("take" if person.id else "pick", person.id, "*", 0, clause=clause)
            if known.partner and not (wordlist("first").intersection(rest) or person.id):
                return Intent("say", clause=clause)
        count = _quantity(rest, 1, plural=self._plural(rest, item))
        unknown = "" if item.id or item.near else _rest(rest)
        return Intent(
            "take" if person.id else "pick", person.id, item.id, count, unknown=unknown, near=item.near, clause=clause
        )

    def _plural(self, said: Sequence[str], item: Named) -> bool:
        """Whether all of a thing are meant: "the candles"."""
        if not item.id or not wordlist("definite").intersection(said):
            return False
        head = bare(self.known.items[item.id])[-1]
        plurals = {head + "s", head + "es"} | ({head + "n"} if head.endswith("e") else set())
        return bool(plurals.intersection(said))

    def _go(self, kind: str, clause: str, rest: Sequence[str]) -> Intent:
        known = self.known
        if wordlist("onward").intersection(rest) and len(_content(rest)) == 0:
            return Intent("say" if known.partner else "wait", clause=clause)
        if wordlist("harmless_things").intersection(rest):
            return Intent("say" if known.partner else "wait", clause=clause)
        if known.partner and ("you" in rest or "du" in rest):
            return Intent("say", clause=clause)
        place = which(rest, known.places, known.also, near=known.at_hand)
        if kind == "leave":
            if known.partner:
                return Intent("part", clause=clause)
            return Intent("go", "" if place.id == known.here else place.id, about="out", clause=clause)
        if place.id or place.near:
            return Intent("go", place.id, near=place.near, clause=clause)
        person = self._somebody(rest)
        if person.id and "away" not in rest:
            return (
                Intent("say", clause=clause) if person.id == known.partner else Intent("talk", person.id, clause=clause)
            )
        unknown = _rest([word for word in rest if word not in wordlist("nowhere")])
        if known.partner:
            return Intent("part" if not unknown and wordlist("first").intersection(rest) else "say", clause=clause)
        if unknown and wordlist("doing").intersection(words_of(clause)):
            return Intent("deed", unknown=clause, clause=clause)
        out = bool(wordlist("nowhere").intersection(rest))
        if not unknown and not out and len(rest) > 1 and not person.near:
            return Intent("wait", clause=clause)
        return Intent("go", about="out" if out else "", unknown=unknown, near=person.near, clause=clause)

    def _attack(self, clause: str, rest: Sequence[str]) -> Intent:
        known = self.known
        foe, person = which(rest, known.foes), self._somebody(rest)
        item = self._thing(rest, pronouns=False)
        weapon = item.id or (self.item.item if self.item.item in known.items else "")
        if not item.id:
            weapon = (
                which(self.whole, known.items, near=known.at_hand).id
                if self.item.item or len(self.whole) > len(rest) + 3
                else weapon
            )
        target = foe.id or person.id
        if not target and foe.near:
            target = foe.near[0]
        named_words = [word for word in rest if word not in bare(known.items.get(item.id, ""))]
        lurking = {
            "enemy",
            "enemies",
            "foe",
            "foes",
            "gegner",
            "feind",
            "feinde",
            "first",
            "again",
            "harder",
            "hart",
            "zuerst",
        }
        content = [word for word in _content(named_words) if word not in lurking and word not in wordlist("persons")]
        unknown = "" if target else " ".join(content)
        if not target and not unknown and not person.near:
            target = known.partner
        return Intent("attack", target, weapon, unknown=unknown, near=() if target else person.near, clause=clause)

    def _trade(self, kind: str, clause: str, rest: Sequence[str]) -> Intent:
        known = self.known
        cut = next((at for at, word in enumerate(rest) if word in wordlist("for")), len(rest))
        left, right = rest[:cut], rest[cut + 1 :]
        item, other = self._thing(left), self._thing(right) if right else Named()
        if kind == "sell" and wordlist("to_me").intersection(left) and not _mine(rest):
            kind = "buy"
        price = self._coins(right)
        swap = other.id if other.id not in known.coins else ""
        person = self._somebody(rest)
        unknown = "" if item.id or item.near else _rest(left)
        if kind == "swap":
            return Intent("buy", person.id, other.id, _quantity(right, 1), 0, item.id, _quantity(left, 1),
                          unknown=unknown, near=item.near or other.near, clause=clause)  # fmt: skip
        made: IntentKind = "sell" if kind == "sell" else "buy"
        return Intent(made, person.id, item.id, _quantity(left, 1), price, swap, _quantity(right, 1) if swap else 1,
                      unknown=unknown, near=item.near, clause=clause)  # fmt: skip


# Words ----------------------------------------------------------------------------------------------------------------


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    """The sentences of a line, and whether they stand in quotation marks."""
    at = 0
    for found in _QUOTED.finditer(text):
        yield from ((each, False) for each in _SENTENCES.findall(text[at : found.start()]))
        yield from ((each, True) for each in _SENTENCES.findall(found[1]))
        at = found.end()
    yield from ((each, False) for each in _SENTENCES.findall(text[at:]))


def _clauses(sentence: str) -> Iterator[str]:
    yield from (each.strip(" .!?…'") for each in _CLAUSES.split(sentence) if each and each.strip(" .!?…'"))


def _polite(said: Sequence[str]) -> bool:
    return bool(said) and (
        bool(wordlist("asked").intersection(said[:4]))
        or said[0] in wordlist("my_try")
        or bool({"please", "bitte", "magst", "kommst"}.intersection(said))
    )


def _mine(said: Sequence[str]) -> bool:
    """Whether it is the player who gives: "I give …" with "me" elsewhere."""
    return bool(said) and said[0] in wordlist("first") and not wordlist("asked").intersection(said)


def _content(said: Sequence[str]) -> list[str]:
    """The words that name something."""
    empty = wordlist("fillers") | wordlist("articles") | wordlist("leads") | wordlist("onward")
    return [word for word in said if word not in empty and not _number(word)]


def _rest(said: Sequence[str], stop: frozenset[str] = frozenset()) -> str:
    """What was named, in the words that are left of it."""
    end = next((at for at, word in enumerate(said) if word in stop), len(said))
    return " ".join(_content(said[:end]))[:60]


def _is_known(word: str) -> bool:
    return word in _spoken().known or any(
        word in wordlist(name)
        for name in ("harmless", "doing", "feelings", "greetings", "question", "show", "fillers", "others")
    )


def _number(word: str) -> int:
    if found := _COUNT.fullmatch(word):
        return int(found[1])
    return _spoken().numbers.get(word, 0)


def _quantity(said: Sequence[str], otherwise: int, *, plural: bool = False) -> int:
    for at, word in enumerate(said):
        # "One of the candles" is a count, "one" behind it is none.
        if (number := _number(word)) and not (word == "one" and at and said[at - 1] in {"this", "that", "the"}):
            return number
        if word in wordlist("couple") and (word != "paar" or said[at - 1 : at] != ("ein",)):
            return 2
    return 0 if plural or wordlist("all").intersection(said) else otherwise
