"""What the rehearsal voice said, in the other language: its phrases are written in both and looked up backwards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from parley.core.base.definition import read_toml
from parley.core.base.packaged import names, path_of
from parley.core.cast.cast import Cast
from parley.core.cast.world import Forms, World
from parley.core.log.config import RunConfig
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.rehearsal.slots import NUMBERS, SHORT, filled, kind_of, office, sayings
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.marks import Marks
from parley.core.voices.rehearsal.phrases import SLOT, longest

DEEPEST = 3
"""How often a phrase may stand within another: a memory quotes a line, which names a topic."""

_BRACKETS = re.compile(r"(\[[^\[\]]*\])")
_SPACE = re.compile(r"\s+")
_END = re.compile(r"(?<=[.!?…“”])\s+(?=[^a-zäöü])")
_PREPOSITION = re.compile(r"\b(?:[Ii]n|[Aa]n|[Vv]on|[Bb]ei|[Zz]u)(?= $)")


class Unit(NamedTuple):
    """A sentence of the bank as it can be found again in `source`; `mark` is in it where the sentence is."""

    source: str
    target: str
    mark: str


def translated(request: Request) -> dict[str, Any]:
    """Every piece in the language that the run is translated into; its text is empty where it is not wholly ours."""
    config = request.perspective.config
    into = config[OfficeConfig].translate or ("en" if config.language == "de" else "de")
    translator = Translator(config, into)
    same = into == config.language
    lines = ((piece.id, piece.text if same else translator.text(piece.text)) for piece in request.material)
    return {"lines": [{"id": one, "text": text} for one, text in lines]}


class Translator:
    """From the run's language into the other one."""

    def __init__(self, config: RunConfig, into: str) -> None:
        self.source = "de" if into == "en" else "en"
        self.into = into
        self._names = {member.name for member in config.members}
        ids = frozenset(member.id for member in config.members)
        self._literals = kin(ids, self.source)
        self._world = config.lived_in
        titles = (topic.title for topic in self._world.topics if topic.title is not None)
        self._titles = {title.text(self.source): title.text(into) for title in titles} | _topics(ids, self.source)

    def text(self, text: str) -> str:
        """`text` in the other language, [thoughts] too; empty where a part of it is not ours."""
        found = []
        for part in filter(None, map(str.strip, _BRACKETS.split(text))):
            told = self._translated(part.strip("[] "), 0)
            if not told:
                return ""
            found.append(f"[{told}]" if part.startswith("[") and part.endswith("]") else told)
        return " ".join(found)

    def _translated(self, text: str, depth: int) -> str:
        """A run of sentences; empty where it cannot be taken apart into phrases."""
        text = _SPACE.sub(" ", text.strip())
        known, marks = _units(self.source, self._world)
        units = [known[at] for at in marks.within(text)]
        literals = [literal for literal in self._literals if literal in text]

        @cache
        def rest(at: int) -> list[str] | None:
            if at >= len(text):
                return []
            for end, told in self._heads(text, at, units, literals, depth):
                if (following := rest(end + 1)) is not None:
                    return [told, *following]
            return None

        return " ".join(rest(0) or ())

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
            match = _pattern(unit.source, self.source, self._world).match(text, at)
            if match is not None and (told := self._filled(unit, match.groupdict(), depth)):
                found.append((match.end(), told))
        return found

    def _filled(self, unit: Unit, found: Mapping[str, str], depth: int) -> str:
        slots: dict[str, str] = {}
        for group, text in found.items():
            slot = group.rstrip("0123456789")
            if slot in ("one", "two"):
                option = _things("options", self.source, self.into, self._world).get(text.casefold())
                slots |= {slot: option.nom} if option else {}
            elif kind_of(slot) != slot:
                thing = _things(kind_of(slot), self.source, self.into, self._world).get(text.casefold())
                prefix = slot[:-3]
                slots |= {f"{prefix}{case}": form for case, form in thing._asdict().items()} if thing else {}
            else:
                slots |= {slot: told} if (told := self._word(slot, text, depth)) else {}
            if slot not in slots:
                return ""
        return filled(unit.target, slots)

    def _word(self, slot: str, text: str, depth: int) -> str:
        """What fills a slot that is no thing; empty where it cannot be what the slot holds."""
        match slot:
            case "day" | "hour" | "where" | "mood":
                return _listed(slot, self.source, self.into, self._world).get(text.casefold(), "")
            case "name" | "other" | "taker":
                return text if text in self._names else ""
            case "names":
                own, other = (office(language, self._world).texts["and"] for language in (self.source, self.into))
                parts = text.split(own)
                return other.join(parts) if {name for part in parts for name in part.split(", ")} <= self._names else ""
            case "said":
                return self._known(text) or self._deeper(text, depth)
            case "about":
                return self._known(text) or self._title(text, depth)
            case "topic":
                return self._title(text, depth)
        return text if slot not in NUMBERS or text.isdigit() else ""

    def _known(self, text: str) -> str:
        """What a scene was about, or a thing."""
        thing = _things("things", self.source, self.into, self._world).get(text.casefold())
        return _listed("about", self.source, self.into, self._world).get(text.casefold(), thing.akk if thing else "")

    def _title(self, text: str, depth: int) -> str:
        """A topic: the studio's in the other language, one of our own phrases, else as the director wrote it."""
        bare = text.strip("„“”")
        known = self._titles.get(bare) or self._titles.get(f"{bare}.") or self._deeper(bare, depth)
        known = known or self._deeper(f"{bare}.", depth).rstrip(".")
        quoted = "“{}”" if self.into == "en" else "„{}“"
        return quoted.format(known or bare) if bare != text else known or text

    def _deeper(self, text: str, depth: int) -> str:
        return self._translated(text, depth + 1) if depth < DEEPEST else ""


def tellable(config: RunConfig, text: str) -> bool:
    """Whether a member's own text can be told in the language that the run is translated into."""
    section = config.find(OfficeConfig)
    ids = frozenset(each.id for each in config.members)
    return section is None or not section.translate or text in kin(ids, config.language)


def halves(mine: str, told: str) -> list[tuple[str, str]]:
    """A text and its translation sentence by sentence, where both have as many; else as a whole."""
    parts = _END.split(mine), _END.split(told)
    return list(zip(*parts, strict=True)) if len(parts[0]) == len(parts[1]) else [(mine, told)]


@lru_cache(maxsize=16)
def _units(source: str, world: World) -> tuple[list[Unit], Marks]:
    """All sentences of the bank, the most telling first, and their marks."""
    found: dict[str, Unit] = {}
    for mine, told in zip(sayings(source, world), sayings("en" if source == "de" else "de", world), strict=True):
        parts = halves(mine.text, told.text)
        # A sentence that is nothing but a slot would be found in anything.
        telling = all(any(map(str.isalpha, longest(part))) for part, _ in parts)
        for own, other in parts if telling else [(mine.text, told.text)]:
            found.setdefault(own, Unit(own, other, longest(own)))
    units = sorted(found.values(), key=lambda unit: -len(SLOT.sub("", unit.source)))
    return units, Marks([unit.mark for unit in units])


@lru_cache(maxsize=4_096)
def _pattern(text: str, source: str, world: World) -> re.Pattern[str]:
    """Finds a filled phrase up to a blank or the end."""
    parts: list[str] = []
    at = 0
    for number, found in enumerate(SLOT.finditer(text)):
        slot = found.group(1)
        parts.append(_prepared(text[at : found.start()], slot))
        at = found.end()
        # What may stand beside another slot is listed, so that it is clear where one ends.
        rooms = sorted(map(re.escape, _listed("where", source, source, world)), key=len, reverse=True)
        body = r"\d+" if slot in NUMBERS else f"(?i:{'|'.join(rooms)})" if slot == "where" else ".+?"
        parts.append(f"(?P<{slot}{number}>{body})")
        if slot == "topic" and text[at : at + 1] == ".":
            # A topic that is a question keeps its own mark.
            parts.append(r"(?:\.|(?<=\?))")
            at += 1
    return re.compile("".join((*parts, re.escape(text[at:]))) + r"(?=\s|$)")


def _prepared(text: str, slot: str) -> str:
    """What stands before a slot; a German preposition may have swallowed the article behind it."""
    if slot.endswith("dat") and (found := _PREPOSITION.search(text)):
        swallowed = [short for (whole, _), short in SHORT.items() if whole == found.group().lower()]
        return re.escape(text[: found.start()]) + f"(?i:{'|'.join((found.group(), *swallowed))}) "
    return re.escape(text)


@lru_cache(maxsize=64)
def _things(kind: str, source: str, into: str, world: World) -> dict[str, Forms]:
    """The things of a kind in the other language by any of their forms."""
    pairs = list(zip(office(source, world).things[kind], office(into, world).things[kind], strict=True))
    found = {form.casefold(): told for mine, told in pairs for form in mine}
    bare = {mine.dat.partition(" ")[2].casefold(): told for mine, told in pairs}
    return found | (bare if source == "de" else {})


@lru_cache(maxsize=128)
def _listed(slot: str, source: str, into: str, world: World) -> dict[str, str]:
    """What a slot may hold, in the other language."""
    own, other = office(source, world), office(into, world)
    if f"{slot}s" in own.lists:
        return dict(zip((text.casefold() for text in own.lists[f"{slot}s"]), other.lists[f"{slot}s"], strict=True))
    table = {"where": "rooms.", "mood": "moods."}.get(slot, "")
    found = [name for name in own.texts if name.startswith(table) and (table or name.endswith(f".{slot}"))]
    told = {own.texts[name].casefold(): other.texts[name] for name in found}
    talks = world.talks if slot == "about" else ()
    return told | {talk.about.text(source).casefold(): talk.about.text(into) for talk in talks}


# ---------------------------------------------------------------- the casts that ship in both languages


@cache
def _cast(name: str) -> Cast:
    return read_toml(path_of("cast", "casts", name), Cast)


def _twins(ids: frozenset[str], source: str) -> Iterator[tuple[Cast, Cast]]:
    """The casts that members with these ids are from, each with its twin: the same people in the same order."""
    for name in names("casts"):
        if f"{name}-de" in names("casts"):
            own, other = map(_cast, (f"{name}-de", name) if source == "de" else (name, f"{name}-de"))
            if ids & {member.id for member in own.members} and len(own.members) == len(other.members):
                yield own, other


@lru_cache(maxsize=64)
def _topics(ids: frozenset[str], source: str) -> dict[str, str]:
    """The topics of the run's cast, with the run's own names in them."""
    found: dict[str, str] = {}
    for own, other in _twins(ids, source):
        for mine, told in zip(own.topics, other.topics, strict=False):
            found[mine] = told
            for ours, theirs in zip(own.members, other.members, strict=True):
                found[mine] = re.sub(rf"\b{re.escape(theirs.name)}\b", ours.name, found[mine])
    return found


@lru_cache(maxsize=64)
def kin(ids: frozenset[str], source: str) -> dict[str, str]:
    """Signature lines and what members think of each other, sentence by sentence, as their twins put it."""
    found: dict[str, str] = {}
    for own, other in _twins(ids, source):
        twins = {ours.id: theirs.id for ours, theirs in zip(own.members, other.members, strict=True)}
        for ours, theirs in zip(own.members, other.members, strict=True):
            texts = list(zip(ours.lines, theirs.lines, strict=False))
            both = ((ours.relations[one], theirs.relations.get(twins.get(one, ""))) for one in ours.relations)
            texts += [(mine.note, told.note) for mine, told in both if told]
            halved = (both for text in texts for both in (text, *halves(*text)))
            found = {mine: told for mine, told in halved if mine and told} | found
    return found
