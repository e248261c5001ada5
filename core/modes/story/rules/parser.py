"""The classic parser: a dozen verbs in English and German, and the names of what is here.

It reads only what a voice that can call tools does not: the lines of a story without a model, and choices that the
rules offer. In a talk all that is no whole command is said to the partner.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice, takewhile
from typing import Literal

from parley.core.modes.story.events import Did
from parley.core.modes.story.rules.names import SHORTEST, WORDS, Named, stem, told, which, wordlist, words_of

MOST_READ = 2_000
"""Characters of a line that are read; what is said behind them is only said."""
MOST_WISHES = 6
"""Commands that are heard in a line."""
CALLED = "called"
"""What a talk is about that begins as somebody is called by their name alone."""
SMALL = "small"
"""What a deed is about that changes nothing by any rule: it is only told."""
MOST_CUTS = 24
"""So many times a sentence is parted into commands at most."""
VERB_WITHIN = 160
"""Characters of a command in which its verb stands."""

_DIFFICULTY = re.compile(
    r"\b(?:dc|sg|difficulty(?:\s+of)?|schwierigkeit(?:sgrad)?(?:\s+von)?)\s*[:=]?\s*(?P<number>\d{1,2})\b",
    re.IGNORECASE,
)
_GERMAN = re.compile(r"\b(?:sg|schwierigkeit(?:sgrad)?)\b", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“„»«][^\"“”„»«]*[\"”“«»]")  # "…", “…”, „…“, »…«, «…»
_SENTENCES = re.compile(r"[^.!?;\n…]+[.!?;\n…]*")
_AND = re.compile(r"(?:,\s*)?\b(?:and then|and|then|und dann|und|dann)\b|,")  # longest first
_NUMBER = re.compile(r"\d{1,7}")

IntentKind = Did | Literal["wait", "say", "none"]
"""What the player wants: what is done or refused, or what is only said or harmless."""
Verb = IntentKind | Literal["look", "strike", "small", "price"]
VerbRow = tuple[tuple[str, ...], tuple[str, ...], Verb]
"""Stems of a verb's words in front, of those behind, and its kind."""


@dataclass(frozen=True)
class Intent:
    """What the player wants. `target` is a person, a place or a foe, `item` a thing, by id; empty: not said.

    `quantity` 0: all of it. `about` is what a question is
    about. `unknown` is what was named, as it was typed, and is nothing that there is; `near` are the ids that are
    equally near. `clause` are the words.
    """

    kind: IntentKind
    target: str = ""
    item: str = ""
    quantity: int = 1
    about: str = ""
    unknown: str = ""
    near: tuple[str, ...] = ()
    clause: str = field(default="", compare=False)


@dataclass(frozen=True)
class Known:
    """What the player can name, as id to name. `called` is what else people go by ("the smith"), `also` what else
    places and things are called. `present` are the people who are here, `partner` is whom the player talks with,
    `here` the place, `at_hand` are things within reach and places to which there is a way; `fighting`, whether there is
    a fight, `homes` where people are to whom there is a way.
    """

    people: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    foes: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    present: tuple[str, ...] = ()
    partner: str = ""
    here: str = ""
    at_hand: tuple[str, ...] = ()
    fighting: bool = False
    homes: Mapping[str, str] = field(default_factory=dict)


def find_dice(text: str) -> str:
    """Return the word that calls for dice as it is written, else "DC 15", else nothing."""
    text = unicodedata.normalize("NFC", text)
    if found := _compile_dice_pattern().search(text):
        return found.group()
    number = find_difficulty(text)
    return f"{'SG' if _GERMAN.search(text) else 'DC'} {number}" if number else ""


def find_difficulty(text: str) -> int:
    """Return the difficulty that is named ("DC 15"); 0: none."""
    found = _DIFFICULTY.search(unicodedata.normalize("NFC", text))
    return int(found["number"]) if found else 0


def parse_intents(text: str, known: Known) -> tuple[Intent, ...]:
    """Return all that the player wants, in its order; never empty."""
    text = unicodedata.normalize("NFC", text[:MOST_READ]).casefold().replace("’", "'")
    line = _Line(known)
    found = list(dict.fromkeys(line.read(text)))  # intents are equal whatever their `clause`
    done = [each for each in found if each.kind not in ("wait", "say")]
    if known.partner or known.fighting:
        # Beside what is done, the rest is said.
        done = [each for each in done if each.kind != "deed"] or done
    greeted = {each.target for each in done if each.kind == "talk" and each.about != CALLED}
    # "Marta, hello" speaks to her once.
    done = [each for each in done if each.about != CALLED or each.target not in greeted]
    if any(each.kind not in ("deed", "talk") for each in done):
        done = [each for each in done if each.about != CALLED]
    elif any(each.about == CALLED for each in done):
        done = [each for each in done if each.kind != "deed"]
    return tuple((done or found)[:MOST_WISHES]) or (Intent("say" if known.partner else "wait", clause=text),)


@cache
def _compile_dice_pattern() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(told()['dice'].split())})\b", re.IGNORECASE)


@cache
def _load_number_words() -> dict[str, int]:
    rows = told()["numbers"].replace("\n", " ").split(",")
    return {word: number for number, row in enumerate(rows, 1) for word in row.split()}


@cache
def _load_verb_stems() -> tuple[VerbRow, ...]:
    """Return the verbs, the longest first."""
    rows: list[VerbRow] = []
    for kind, forms in told()["verbs"].items():
        for form in forms.split(","):
            front, _gap, behind = form.partition("…")
            rows.append((_stem_words(words_of(front)), _stem_words(words_of(behind)), kind))
    return tuple(sorted(rows, key=lambda row: -len(row[0]) - len(row[1])))  # stable: ties keep the file's order


def _stem_words(words: Sequence[str]) -> tuple[str, ...]:
    # "Off" is not "offer", nor is "öffne": a full stop marks a word that is compared whole.
    return tuple(stem(word) if len(word) > SHORTEST and word != "offer" else f"{word}." for word in words)


def _find_verb(said: Sequence[str]) -> tuple[Verb, tuple[str, ...]] | None:
    """Return the verb with which words begin, in German also end, and what is left of them; None: there is none."""
    start, spoken = 0, _stem_words(said)
    while start < len(said):
        if row := _match_verb_row(spoken, start):
            front, behind, kind = row
            rest = range(start + len(front), len(said))
            cut = next((at for at in rest if behind and spoken[at : at + len(behind)] == behind), len(said))
            return kind, tuple(said[at] for at in rest if not cut <= at < cut + len(behind))
        if said[start] not in wordlist("leads"):  # "i", "please", "will" only lead up to a verb
            break
        start += 1
    for front, behind, kind in _load_verb_stems():
        # "Das Brot nehmen", "mit Levin sprechen".
        if not behind and spoken[-len(front) :] == front and said[-1].endswith("n") and len(said) > len(front):
            return kind, tuple(said[start : -len(front)])
    # "Mit dem Boot hinüberfahren": the verb has its particle in front.
    apart = _find_particle(said[-1]) if said[-1:] else ""
    return _find_verb((*said[:-1], said[-1].removeprefix(apart))) if apart and len(said) > 1 else None


def _find_particle(word: str) -> str:
    """Return the particle that is written before a German verb: "hinüber" of "hinüberfahren"."""
    return max((each for each in wordlist("particles") if word.startswith(each)), key=len, default="")


def _find_verb_kind(said: Sequence[str]) -> Verb | None:
    found = _find_verb(said)
    return found[0] if found else None


def list_verb_kinds(text: str) -> set[Verb]:
    """Return what kinds of verbs are anywhere in a text, the longest form of each first.

    What follows an article is no verb ("the counter"), nor is a German word with a capital, unless it begins the text:
    "Schlag" is none, "schlag" is one.
    """
    text = unicodedata.normalize("NFC", text).replace("’", "'")
    said = words_of(text)
    nouns = {at for at, word in enumerate(WORDS.findall(text)) if at and word[0].isupper()}  # `said` with its capitals
    # Never the last word: in "ich will das nehmen" it is the verb.
    nouns |= {at + 1 for at, word in enumerate(said[:-2]) if word in wordlist("articles")}
    spoken, found, at = _stem_words(said), set[Verb](), 0
    while at < len(spoken):
        row = None if at in nouns else _find_verb_row(spoken, at)
        found |= {row[2]} if row else set()
        at += len(row[0]) if row else 1
    return found


def _match_verb_row(spoken: tuple[str, ...], at: int) -> VerbRow | None:
    """Return the longest form of a verb that begins at a word."""
    for row in _load_verb_stems():
        front, behind, _kind = row
        left = spoken[at + len(front) :]
        if spoken[at : at + len(front)] == front and (
            not behind or any(left[start : start + len(behind)] == behind for start in range(len(left)))
        ):
            return row
    return None


def _find_verb_row(spoken: tuple[str, ...], at: int) -> VerbRow | None:
    """Return the longest form of a verb that begins at a word, also with its particle in front of it."""
    if row := _match_verb_row(spoken, at):
        return row
    apart = _find_particle(spoken[at])
    for row in _load_verb_stems():
        front, behind, _kind = row
        # "Mitnehmen" is "nehme … mit", "hinausspähen" is "spähe".
        if len(front) == len(behind) == 1 and spoken[at] == behind[0].rstrip(".") + front[0]:
            return row
        if apart and not behind and (spoken[at].removeprefix(apart),) == front:
            return row
    return None


def count_named(said: Sequence[str]) -> int:
    """Return how many of something words name; 1 where they name no number, 0 for all of it."""
    if wordlist("all").intersection(said):
        return 0
    numbers = (int(word) if _NUMBER.fullmatch(word) else _load_number_words().get(word, 0) for word in said)
    return next(filter(None, numbers), 1)


class _Line:
    """One line that is read, command by command."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.item = ""
        """The thing that was named last."""

    def read(self, text: str) -> Iterator[Intent]:
        """Yield what is wanted, with what is only said or unknown among it."""
        known = self.known
        whole = words_of(text)
        if whole and not words_of(_QUOTED.sub(" ", text)):
            # What is quoted is said, to whoever is here.
            alone = len(known.present) == 1 and not known.partner and not known.fighting
            yield Intent("talk", known.present[0], clause=text) if alone else Intent("say" if known.partner else "wait")
            return
        place = which(whole, known.places, known.also, near=known.at_hand)
        skipped = wordlist("articles") | wordlist("whither")
        if place.id and not known.partner and place.last - place.first == len([w for w in whole if w not in skipped]):
            yield Intent("go", place.id, clause=text)
            return
        for sentence in _SENTENCES.findall(_QUOTED.sub(" ", text)):
            for clause in _split_clauses(sentence):
                if words := words_of(clause):
                    yield from self._parse_clause(clause.strip(), words, asks=sentence.rstrip().endswith("?"))

    def _parse_clause(self, clause: str, said: tuple[str, ...], *, asks: bool) -> Iterator[Intent]:
        known = self.known
        idle = Intent("say" if known.partner else "wait", clause=clause)
        # The first word of "Nichts wie weg!" denies nothing.
        if wordlist("negations").intersection(said[1:] if said[1:2] == ("wie",) else said):
            before = list(takewhile(lambda word: word not in wordlist("negations"), said))
            turns_to = _find_verb_kind(before) == "talk" and not known.partner
            asked = self._find_named_person(before).id if turns_to else ""
            # "Ask Levin why he does not row" is asked all the same.
            yield Intent("talk", asked, clause=clause) if asked else idle
            return
        # "Tomorrow I will take the rope" is said in a talk, not done; "see you later" ends it.
        if known.partner and wordlist("later").intersection(said) and _find_verb_kind(said) != "part":
            yield idle
            return
        found = _find_verb(said)
        if found is None:
            # Without a verb only the run's own names count: a German "Bank" is no river's.
            place = which(said, known.places, near=known.at_hand)
            if place.id and not known.partner and wordlist("whither").intersection(said):
                yield Intent("go", place.id, clause=clause)  # "Off to the market!"
                return
            person = self._find_named_person(said)
            called = person.id in known.present and (not person.first or said[0] in wordlist("hails"))
            if called and not known.partner:
                yield Intent("talk", person.id, about=CALLED, clause=clause)  # "Levin, where is the bell?"
            else:
                yield idle if known.partner else Intent("deed", unknown=clause, clause=clause)
            return
        kind, rest = found
        wishes = [self._resolve_pronoun(each, clause) for each in self._iterate_filled_intents(kind, rest)]
        if known.partner:
            wishes = [each if self._whole(each, asks=asks) else idle for each in wishes]
        yield from wishes

    def _resolve_pronoun(self, wish: Intent, clause: str) -> Intent:
        """Return a wish with its words, and with the thing that was named before it where it names none."""
        nothing = not (wish.item or wish.unknown or wish.near)
        if nothing and wish.kind in ("give", "drop", "use", "sell"):
            wish = replace(wish, item=self.item)  # "Take the bread and eat it."
        self.item = wish.item or self.item
        return replace(wish, clause=clause)

    def _whole(self, wish: Intent, *, asks: bool) -> bool:
        """Return whether something in a talk is a command, with all that it needs; else it is said."""
        if wish.kind == "sell":
            return bool(wish.item or wish.unknown)  # what is offered and missing is refused with a reason
        if wish.unknown or wish.near or (asks and wish.kind not in ("buy", "follow", "pick", "take", "meta", "price")):
            return False
        match wish.kind:
            case "give" | "drop" | "use" | "take" | "pick":
                return bool(wish.item)
            case "go" | "talk":
                return bool(wish.target) and wish.target != self.known.partner
            case "attack":
                return wish.target in ("", self.known.partner, *self.known.present, *self.known.foes)
        return wish.kind in ("part", "follow", "buy", "flee", "meta", "price")

    # What a verb is about. -------------------------------------------------------------------------------------------

    def _find_named_person(self, said: Sequence[str]) -> Named:
        known = self.known
        return which(said, known.people, known.called, near=(*known.present, known.partner))

    def _find_named_item(self, said: Sequence[str]) -> Named:
        return which(said, self.known.items, self.known.also, near=self.known.at_hand)

    def _find_rest(self, said: Sequence[str], *named: Named) -> str:
        """Return what is named and does not exist, as it was typed."""
        taken = {at for each in named if each.id or each.near for at in range(each.first, each.last)}
        rest = [word for at, word in enumerate(said) if at not in taken]
        while rest and (rest[0] in wordlist("articles") or rest[0] in wordlist("fillers")):
            del rest[0]
        while rest and rest[-1] in wordlist("fillers"):
            del rest[-1]
        return " ".join(rest)

    def _iterate_filled_intents(self, kind: Verb, said: tuple[str, ...]) -> Iterator[Intent]:
        known, person, item = self.known, self._find_named_person(said), self._find_named_item(said)
        match kind:
            case "look":
                yield self._build_look_intent(said, person, item)
            case "go":
                yield self._build_go_intent(said)
            case "flee" if not known.fighting and (said or known.partner):  # outside a fight it is only going somewhere
                yield self._build_go_intent(said)
            case "pick":
                yield from self._iterate_take_intents(said, person)
            case "drop":
                for part in _split_list(said):
                    thing = self._find_named_item(part)
                    whole = not thing.id and wordlist("everything").intersection(part)
                    unknown = "" if thing.id or thing.near or whole else self._find_rest(part)
                    put = "*" if whole else thing.id
                    # "Lay my ear to the wall": what is no thing of the story is not put down.
                    told = " " in unknown
                    yield (
                        Intent("deed", about=SMALL)
                        if told
                        else Intent("drop", "", put, count_named(part), unknown=unknown, near=thing.near)
                    )
            case "give":
                yield self._build_give_intent(said, person)
            case "use":
                unknown = "" if item.id or item.near else self._find_rest(said, person)
                yield Intent("use", person.id, item.id, unknown=unknown, near=item.near)
            case "attack" | "strike":
                yield self._build_attack_intent(kind, said)
            case "buy":
                # "I pay Mara three coins for the lamp."
                cut = next((at for at, word in enumerate(said) if word in wordlist("for")), -1)
                left = said[cut + 1 :] if self._find_named_item(said[cut + 1 :]).id else said
                for part in _split_list(left):
                    item = self._find_named_item(part)
                    unknown = "" if item.id or item.near else self._find_rest(part, person if part == said else Named())
                    yield Intent("buy", person.id, item.id, count_named(part), unknown=unknown, near=item.near)
            case "sell":
                # What is asked for it is no thing that is sold.
                sold = tuple(takewhile(lambda word: word not in wordlist("for"), said))
                item = self._find_named_item(sold)
                unknown = "" if item.id or item.near else self._find_rest(sold, person)
                yield Intent("sell", person.id, item.id, count_named(sold), unknown=unknown, near=item.near)
            case "talk":
                if not said and known.partner:
                    yield Intent("say")
                    return
                # "Ask about Levin": who is behind that is not who is asked.
                before = list(takewhile(lambda word: word not in wordlist("about"), said))
                foe, person = which(said, known.foes), self._find_named_person(before)
                said = said if person.id or person.near else tuple(before)
                only = known.present if not person.id and not person.near and not self._find_rest(said) else ()
                target = person.id or foe.id or (only[0] if len(only) == 1 else "")
                unknown = "" if target or person.near or only else self._find_rest(said)
                near = person.near or (only if len(only) > 1 else ())
                yield Intent("talk", target, unknown=unknown, near=() if target else near)
            case "follow" | "part":
                yield Intent(kind, person.id)
            case "wait" | "small" if known.partner:
                yield Intent("say")
            case "small":
                yield Intent("deed", about=SMALL)
            case "price" if known.partner:
                yield Intent("price", known.partner, item.id) if item.id else Intent("say")
            case "price":
                yield Intent("talk", person.id) if person.id else Intent("wait")
            case "try" if not known.fighting:
                yield Intent("try", person.id, item.id)
            case "defend" if known.partner:
                yield Intent("say")
            case _:
                yield Intent(kind)

    def _build_look_intent(self, said: tuple[str, ...], person: Named, item: Named) -> Intent:
        known = self.known
        if item.id:
            return Intent("ask", "", item.id)
        if person.id:
            return Intent("ask", person.id)
        place = which(said, known.places, known.also, near=known.at_hand)
        return Intent("ask", place.id, about="" if place.id else "place")

    def _build_go_intent(self, said: tuple[str, ...]) -> Intent:
        known = self.known
        # By what, or with whom, one goes is not where.
        person = self._find_named_person(list(takewhile(lambda word: word not in wordlist("with"), said)))
        place = which(said, known.places, known.also, near=known.at_hand)
        if place.id or place.near:
            return Intent("go", place.id, near=place.near)
        if home := known.homes.get(person.id, ""):
            return Intent("go", home)
        if person.id or person.near:
            return Intent("talk", person.id, near=person.near)
        if known.partner and not self._find_rest(said):
            return Intent("part")
        out = bool(wordlist("out").intersection(said)) or not said
        return Intent("go", about="out" if out else "", unknown="" if out else self._find_rest(said))

    def _iterate_take_intents(self, said: tuple[str, ...], person: Named) -> Iterator[Intent]:
        known = self.known
        place = which(said, known.places, known.also, near=known.at_hand)
        for part in _split_list(said):
            item = self._find_named_item(part)
            if not item.id and place.id and wordlist("whither").intersection(part):
                yield Intent("go", place.id)  # "Get to the market."
                return
            kind: IntentKind = "take" if person.id else "pick"
            if not item.id and not item.near and wordlist("everything").intersection(part):
                yield Intent(kind, person.id, "*", 0)
                continue
            unknown = "" if item.id or item.near else self._find_rest(part, person if part == said else Named())
            yield Intent(kind, person.id, item.id, count_named(part), unknown=unknown, near=item.near)

    def _build_give_intent(self, said: tuple[str, ...], person: Named) -> Intent:
        """Return a gift, or what is asked for ("give me the rope")."""
        known, item = self.known, self._find_named_item(said)
        cut = next((at for at, word in enumerate(said) if word in wordlist("for")), len(said))
        if wanted := self._find_named_item(said[cut + 1 :]).id:
            # "I'll give you three coins for the rope."
            return Intent("buy", person.id, wanted, count_named(said[cut + 1 :]))
        if wordlist("me").intersection(said):
            unknown = "" if item.id or item.near else self._find_rest(said, self._find_named_person(said))
            target = person.id or known.partner
            return Intent("take", target, item.id, count_named(said), unknown=unknown, near=item.near)
        unknown = "" if item.id or item.near else self._find_rest(said, person)
        return Intent("give", person.id, item.id, count_named(said), unknown=unknown, near=item.near or person.near)

    def _build_attack_intent(self, kind: Verb, said: tuple[str, ...]) -> Intent:
        """Return a blow; at a thing ("I swing my hammer at the table") it is something that is tried."""
        known = self.known
        cut = next((at for at, word in enumerate(said) if word in wordlist("with")), len(said))
        foe, person = which(said[:cut], known.foes), self._find_named_person(said[:cut])
        item, target = self._find_named_item(said), foe.id or person.id
        near = () if target else foe.near or person.near
        unknown = "" if target or near else self._find_rest(said[:cut], item if item.last <= cut else Named())
        if kind == "strike" and not target and not near and self._find_rest(said) and not known.fighting:
            return Intent("try")
        return Intent("attack", target, item.id, unknown=unknown, near=near)


def _split_list(said: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the parts of "the bread and the candle"."""
    parts: list[tuple[str, ...]] = [()]
    for word in said:
        if word in ("and", "und"):
            parts.append(())
        else:
            parts[-1] += (word,)
    return [part for part in parts if part] or [()]


def _split_clauses(sentence: str) -> list[str]:
    """Return the commands of a sentence: it is parted where what follows begins with a verb."""
    found, start = list[str](), 0
    for cut in islice(_AND.finditer(sentence), MOST_CUTS):
        # A verb stands near: to read the rest of a long line at each "and" would take half a minute.
        behind = words_of(sentence[cut.end() : cut.end() + VERB_WITHIN])
        before = words_of(sentence[start : cut.start()][:VERB_WITHIN])
        # "The bread and the candle take", and "Levin, come along".
        begun = len(before) == 1 or (before and _find_verb(before) is not None)
        if begun and behind and _find_verb(behind) is not None:
            found.append(sentence[start : cut.start()])
            start = cut.end()
    return [*found, sentence[start:]]
