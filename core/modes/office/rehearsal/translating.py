"""What the rehearsal voice said, in the other language: its phrases are written in both and looked up backwards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from core.base.definition import read_toml
from core.base.packaged import names, path_of
from core.cast.cast import Cast
from core.log.config import RunConfig
from core.modes.office.rehearsal.phrases import Thing, case_of, kind_of, office
from core.modes.office.rehearsal.slots import SHORT, filled
from core.perspective.material import Piece
from core.voices.rehearsal.phrases import SLOT, Both, longest

DEEPEST = 3
"""How often a phrase may stand within another: a memory quotes a line, which names a topic."""

_BRACKETS = re.compile(r"(\[[^\[\]]*\])")
_SPACE = re.compile(r"\s+")
_COUNT = frozenset({"few", "many", "days", "percent", "roll", "left"})
_PREPOSITION = re.compile(r"\b(?:[Ii]n|[Aa]n|[Vv]on|[Bb]ei|[Zz]u)(?= $)")
_SWALLOWED = {name: [short for (whole, _), short in SHORT.items() if whole == name] for name, _ in SHORT}
_WORDS = frozenset({"said", "about", "topic"})


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence of the bank as it can be found again in `source`; `mark` is in it where the sentence is."""

    source: str
    target: str
    mark: str


def translated(pieces: Sequence[Piece], config: RunConfig, into: str) -> list[dict[str, str]]:
    """Every piece in the language `into`; its text is empty where it is not wholly ours."""
    if into == config.language:
        return [{"id": piece.id, "text": piece.text} for piece in pieces]
    translator = Translator(config, into)
    return [{"id": piece.id, "text": translator.text(piece.text)} for piece in pieces]


class Translator:
    """From the run's language into the other one."""

    def __init__(self, config: RunConfig, into: str) -> None:
        self.source = "de" if into == "en" else "en"
        self.into = into
        self._names = {member.name for member in config.members}
        ids = frozenset(member.id for member in config.members)
        self._literals = kin(ids, self.source)
        self._titles = {each.title.text(self.source): each.title.text(into) for each in office().topics}
        self._titles |= _topics(ids, self.source)

    def text(self, text: str) -> str:
        """`text` in the other language, [thoughts] too; empty where a part of it is not ours."""
        found = []
        for part in _BRACKETS.split(text):
            bare = part.strip()
            if not bare:
                continue
            thought = bare.startswith("[") and bare.endswith("]")
            told = self._translated(bare.strip("[] ") if thought else bare, 0)
            if not told:
                return ""
            found.append(f"[{told}]" if thought else told)
        return " ".join(found)

    def _translated(self, text: str, depth: int) -> str:
        """A run of sentences; empty where it cannot be taken apart into phrases."""
        text = _SPACE.sub(" ", text.strip())
        if not text:
            return ""
        units = [unit for unit in _units(self.source) if unit.mark in text]
        literals = [literal for literal in self._literals if literal in text]
        dead: set[int] = set()

        def rest(at: int) -> list[str] | None:
            if at >= len(text):
                return []
            if at in dead:
                return None
            for end, told in self._heads(text, at, units, literals, depth):
                following = rest(end + 1 if end < len(text) else end)
                if following is not None:
                    return [told, *following]
            dead.add(at)
            return None

        found = rest(0)
        return " ".join(found) if found else ""

    def _heads(
        self, text: str, at: int, units: Sequence[Unit], literals: Sequence[str], depth: int
    ) -> list[tuple[int, str]]:
        """What `text` may begin with at `at`, and where that ends: what we know word by word first."""
        found = []
        for literal in literals:
            end = at + len(literal)
            if text.startswith(literal, at) and text[end : end + 1] in ("", " "):
                found.append((end, self._literals[literal]))
        for unit in units:
            match = _pattern(unit.source, self.source).match(text, at)
            if match is not None and (told := self._filled(unit, match.groupdict(), depth)):
                found.append((match.end(), told))
        return found

    def _filled(self, unit: Unit, found: Mapping[str, str], depth: int) -> str:
        slots: dict[str, str] = {}
        things: dict[str, Thing] = {}
        for group, text in found.items():
            slot = group.rstrip("0123456789")
            if case_of(slot):
                thing = _thing(kind_of(slot), self.source).get(text.casefold())
                if thing is None:
                    return ""
                things[kind_of(slot)] = thing
            elif told := self._word(slot, text, depth):
                slots[slot] = told
            else:
                return ""
        for slot in SLOT.findall(unit.target):
            if case_of(slot):
                if kind_of(slot) not in things:
                    return ""
                slots[slot] = things[kind_of(slot)].form(slot, self.into)
        if any(slot not in slots for slot in SLOT.findall(unit.target)):
            return ""
        return filled(unit.target, slots)

    def _word(self, slot: str, text: str, depth: int) -> str:
        """What fills a slot that is no thing; empty where it cannot be what the slot holds."""
        if slot in _COUNT:
            return text if text.isdigit() else ""
        if slot in ("day", "hour", "food", "where", "mood"):
            return _listed(slot, self.source, self.into).get(text.casefold(), "")
        if slot == "name" or slot == "other":
            return text if text in self._names else ""
        if slot == "names":
            both = office().joint
            parts = text.split(both.text(self.source))
            known = all(name in self._names for part in parts for name in part.split(", "))
            return both.text(self.into).join(parts) if known else ""
        if slot == "topic":
            return self._title(text, depth)
        if slot in _WORDS:
            about = _listed("about", self.source, self.into).get(text.casefold())
            thing = _thing("things", self.source).get(text.casefold())
            if about is None and thing is not None:
                about = thing.form("akk", self.into)
            return about or (self._title(text, depth) if slot != "said" else self._quoted(text, depth))
        return text

    def _title(self, text: str, depth: int) -> str:
        """A topic: the studio's in the other language, one of our own phrases, else as the director wrote it."""
        bare = text.strip("„“”")
        known = self._titles.get(bare) or self._titles.get(f"{bare}.")
        if not known and depth < DEEPEST:
            known = self._translated(bare, depth + 1) or self._translated(f"{bare}.", depth + 1).rstrip(".")
        quoted = "“{}”" if self.into == "en" else "„{}“"
        return quoted.format(known or bare) if bare != text else known or text

    def _quoted(self, text: str, depth: int) -> str:
        return self._translated(text, depth + 1) if depth < DEEPEST else ""


@cache
def _units(source: str) -> tuple[Unit, ...]:
    """All sentences of the bank, the most telling first."""
    into = "en" if source == "de" else "de"
    found: dict[str, Unit] = {}
    for saying in office().sayings():
        parts = saying.both.sentences()
        # A sentence that is nothing but a slot would be found in anything.
        telling = all(any(sign.isalpha() for sign in longest(part.text(source))) for part in parts)
        for both in parts if telling else (saying.both,):
            text = both.text(source)
            found.setdefault(text, Unit(text, both.text(into), longest(text)))
    return tuple(sorted(found.values(), key=lambda unit: -len(SLOT.sub("", unit.source))))


@lru_cache(maxsize=4_096)
def _pattern(text: str, source: str) -> re.Pattern[str]:
    """Finds a filled phrase up to a blank or the end."""
    parts: list[str] = []
    at = 0
    for number, slot in enumerate(SLOT.finditer(text)):
        parts.append(_prepared(text[at : slot.start()], slot.group(1)))
        body = r"\d+" if slot.group(1) in _COUNT else _choices(slot.group(1), source) or ".+?"
        parts.append(f"(?P<{slot.group(1)}{number}>{body})")
        at = slot.end()
        if slot.group(1) == "topic" and text[at : at + 1] == ".":
            # A topic that is a question keeps its own mark.
            parts.append(r"(?:\.|(?<=\?))")
            at += 1
    parts.append(re.escape(text[at:]))
    return re.compile("".join(parts) + r"(?=\s|$)")


@cache
def _choices(slot: str, source: str) -> str:
    """What a slot may hold that stands beside another one, so that it is clear where one ends."""
    if slot != "where":
        return ""
    return f"(?i:{'|'.join(sorted(map(re.escape, _listed(slot, source, source)), key=len, reverse=True))})"


def _prepared(text: str, slot: str) -> str:
    """What stands before a slot; a German preposition may have swallowed the article behind it."""
    if case_of(slot) == "dat" and (found := _PREPOSITION.search(text)):
        both = "|".join({found.group(), *_SWALLOWED[found.group().lower()]})
        return re.escape(text[: found.start()]) + f"(?i:{both}) "
    return re.escape(text)


@cache
def _thing(kind: str, language: str) -> dict[str, Thing]:
    """The things of a kind by any of their forms."""
    things = office().things[kind]
    found = {form.casefold(): thing for thing in things for form in (thing.de if language == "de" else (thing.en,))}
    if language == "de":
        found |= {thing.de[2].partition(" ")[2].casefold(): thing for thing in things}
    return found


@cache
def _listed(slot: str, source: str, into: str) -> dict[str, str]:
    """What a slot may hold, in the other language."""
    bank = office()
    texts: Mapping[str, Sequence[Both]] = {
        **bank.lists,
        "where": tuple(bank.rooms.values()),
        "mood": tuple(bank.moods.values()),
        "about": tuple(bank.about.values()),
    }
    return {both.text(source).casefold(): both.text(into) for both in texts[slot]}


# ---------------------------------------------------------------- the casts that ship in both languages


@cache
def _twins() -> tuple[tuple[Cast, Cast], ...]:
    """The packaged casts that are there in English and in German: the same people in the same order."""
    known = names("casts")
    pairs = [(name, f"{name}-de") for name in known if f"{name}-de" in known]
    read = [(_cast(english), _cast(german)) for english, german in pairs]
    return tuple(pair for pair in read if len(pair[0].members) == len(pair[1].members))


def _cast(name: str) -> Cast:
    return read_toml(path_of("cast", "casts", name), Cast)


def _pairs(ids: frozenset[str], source: str) -> Iterator[tuple[Cast, Cast]]:
    """The casts that members with these ids are from, each with its twin."""
    for english, german in _twins():
        own, other = (german, english) if source == "de" else (english, german)
        if ids & {member.id for member in own.members}:
            yield own, other


@lru_cache(maxsize=64)
def _topics(ids: frozenset[str], source: str) -> dict[str, str]:
    """The topics of the run's cast, with the run's own names in them."""
    found: dict[str, str] = {}
    for own, other in _pairs(ids, source):
        called = [(theirs.name, ours.name) for ours, theirs in zip(own.members, other.members, strict=True)]
        for mine, told in zip(own.topics, other.topics, strict=False):
            for theirs, ours in called:
                told = re.sub(rf"\b{re.escape(theirs)}\b", ours, told)
            found[mine] = told
    return found


@lru_cache(maxsize=64)
def kin(ids: frozenset[str], source: str) -> dict[str, str]:
    """Signature lines and what members think of each other, sentence by sentence, as their twins put it."""
    found: dict[str, str] = {}
    for own, other in _pairs(ids, source):
        twins = {ours.id: theirs.id for ours, theirs in zip(own.members, other.members, strict=True)}
        for ours, theirs in zip(own.members, other.members, strict=True):
            texts: list[tuple[str, Any]] = list(zip(ours.lines, theirs.lines, strict=False))
            for one, relation in ours.relations.items():
                if counterpart := theirs.relations.get(twins.get(one, "")):
                    texts.append((relation.note, counterpart.note))
            for mine, told in texts:
                both = Both(mine, told)
                for each in (both, *both.sentences()):
                    if each.de and each.en:
                        found.setdefault(each.de, each.en)
    return found
