"""The threads of a talk, one thought each in several acts, and what was said known again as one of their sentences."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from parley.core.cast.world import Forms
from parley.core.voices.rehearsal.life import CONDITION, life
from parley.core.voices.rehearsal.marks import Marks
from parley.core.voices.rehearsal.phrases import CONTRACTED, SHORTEST_MARK, SLOT, leaves, localised, longest, read

FAMILIES = ("argue", "work", "sort", "cause", "back", "think", "idea", "chat", "risk", "review", "scene", "make")
ABOUT = ("label", "of", "traits", "only")
REMEMBERED = 16_384
_FUSED = {"in": "im", "an": "am", "von": "vom", "bei": "beim", "zu": "zum"}


class Node(NamedTuple):
    """A sentence with slots, of an `act` of a `thread` ("argue.cost"); `mark` is what shows that it was said."""

    thread: str
    act: str
    text: str
    mark: str


class Thread(NamedTuple):
    """One thought; `of`: for what kinds, natures or subjects of topics alone; empty: for any.

    `led`: the steps from act to act that leave out what a later one takes up again. `only`: for topics that have one
    of these, as a word's beginning or, of five characters and more, in it.
    """

    def fits(self, words: Collection[str], fitting: Collection[str]) -> bool:
        """Whether it is for topics of those kinds with those words in lower case."""
        if self.of and self.of.isdisjoint(fitting):
            return False
        return not self.only or any(
            word.startswith(one) or (len(one) >= _TOLD_BY and one in word) for word in words for one in self.only
        )

    name: str
    label: Forms
    of: frozenset[str]
    traits: tuple[str, ...]
    acts: Mapping[str, tuple[Node, ...]]
    led: frozenset[tuple[str, str]] = frozenset()
    only: tuple[str, ...] = ()


class Threads:
    """All that is said in talks of a language: `families` of threads by name, and `pools` of what stands around."""

    def __init__(self, language: str) -> None:
        table = dict(read(f"talk_{language}"))
        self.threads: dict[str, Thread] = {}
        self.families: dict[str, list[Thread]] = {}
        for family in FAMILIES:
            for name, thread in table.pop(family).items():
                self._add(family, name, thread, thread.get("of", ""))
        for subject, told in localised(read("subject_threads"), language).items():
            for name, thread in told.items():
                self._add("argue" if "for" in thread else "think", f"{subject}_{name}", thread, subject)
        for points in (kind for table in life(language).values() for kind in table.values()):
            for point in points:
                # Behind a colon a sentence begins in lower case.
                acts = {
                    act: (Node(point.name, act, said, longest(said).strip()[1:]),)
                    for act, said in point.said.items()
                    if act != CONDITION
                }
                self.threads[point.name] = Thread(point.name, point.forms, frozenset({"life"}), (), acts)
        self.pools = {
            name: _nodes(name.partition(".")[0], name, said) for name, said in leaves(table) if name != "begun.with"
        }
        known = [node for thread in self.threads.values() for nodes in thread.acts.values() for node in nodes]
        known += [node for name, nodes in self.pools.items() if name.partition(".")[0] in _KNOWN for node in nodes]
        self.known = sorted(
            (node for node in known if len(node.mark) >= SHORTEST_MARK), key=lambda node: -len(node.mark)
        )
        self._marks = Marks([node.mark for node in self.known])
        self.agreed = frozenset(
            node.text.strip(".") for name in ("even", "re", "and") for node in self.pools[f"react.{name}"]
        )
        self.agreed |= frozenset(table["begun"]["with"].split())
        self.taken_up = [(_pattern(node.text), node) for node in self.pools["takeup.any"]]

    def within(self, said: str) -> list[Node]:
        """All that are known of these in a line, those with the longest marks first."""
        return [self.known[at] for at in self._marks.within(said)]

    def _add(self, family: str, name: str, thread: Mapping[str, Any], of: str) -> None:
        key = f"{family}.{name}"
        nodes = {act: _nodes(key, act, said) for act, said in thread.items() if act not in ABOUT}
        label = Forms.read(thread["label"])
        told = {act: _words([node.text for node in said]) for act, said in nodes.items()}
        traits, only = tuple(thread.get("traits", ())), tuple(thread.get("only", "").split())
        self.threads[key] = Thread(key, label, frozenset(of.split()), traits, nodes, _leaving_out(told), only)
        self.families.setdefault(family, []).append(self.threads[key])


_KNOWN = frozenset({"opening", "closing", "answer", "takeup", "sum", "tired", "greet", "position"})
"""Pools whose sentences are told apart when they were said."""


_STEPS = {("say", "but"): ("and", "but re end"), ("and", "end"): ("but re", "end")}
"""What a step leaves out, and what still comes after it."""
_TOLD_BY, _ALIKE = 5, 4
"""Characters of a word that may stand within another, and by which two are told to be the same."""


def _words(texts: Iterable[str]) -> frozenset[str]:
    plain = rules()["linking"]["plain"].split()
    words = (word.lower() for text in texts for word in re.findall(r"[^\W\d_]{4,}", SLOT.sub("", text)))
    return frozenset(word[:_ALIKE] for word in words if word not in plain)


def _leaving_out(told: Mapping[str, frozenset[str]]) -> frozenset[tuple[str, str]]:
    """The steps that would take up a word which nobody has said."""
    found = set()
    for step, (left_out, later) in _STEPS.items():
        first = frozenset[str]().union(*(told.get(act, frozenset()) for act in (*step[:1], "say")))
        missing = frozenset[str]().union(*(told.get(act, frozenset()) for act in left_out.split())) - first
        if any(not missing.isdisjoint(told.get(act, frozenset())) for act in later.split()):
            found.add(step)
    return frozenset(found)


def _nodes(thread: str, act: str, said: Any) -> tuple[Node, ...]:
    texts = [said] if isinstance(said, str) else said
    return tuple(Node(thread, act, text, longest(text).strip()) for text in texts)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(SLOT.sub("(.{1,60}?)", re.escape(text).replace(r"\{", "{").replace(r"\}", "}")))


@cache
def threads(language: str) -> Threads:
    """What is said in talks of that language; English for one that we do not write."""
    return Threads("de" if language == "de" else "en")


@cache
def rules() -> Mapping[str, Any]:
    """How a talk is led."""
    return read("talk_rules")


@lru_cache(maxsize=REMEMBERED)
def recognised(said: str, language: str) -> Node | None:
    """Which of our sentences ends a line; None for what somebody else made up."""
    found: tuple[int, Node] | None = None
    taken: list[tuple[int, int]] = []
    for node in threads(language).within(said):
        at = said.rindex(node.mark)
        if not any(start <= at < end for start, end in taken):
            taken.append((at, at + len(node.mark)))
            found = max(found, (at, node)) if found else (at, node)
    return found[1] if found else None


@lru_cache(maxsize=REMEMBERED)
def all_recognised(said: str, language: str) -> tuple[str, ...]:
    """All of our sentences in a line."""
    return tuple(node.text for node in threads(language).within(said))


def taken_up(said: str, language: str) -> str:
    """What a line says the talk is about from now on; empty where it says no such thing."""
    for pattern, _node in threads(language).taken_up:
        if found := pattern.search(said):
            return found[1]
    return ""


def filled(text: str, slots: Mapping[str, Any]) -> str:
    """The sentence with its slots filled; a German preposition swallows the article behind it. `KeyError`: no value."""

    def fused(found: re.Match[str]) -> str:
        before, value = found[1], str(slots[found[2]])
        short = _FUSED[before.lower()] if value.startswith("dem ") else "zur" if before.lower() == "zu" else ""
        if not short or not value.startswith(("dem ", "der ")):
            return f"{before} {value}"
        return f"{short[0].upper() if before[0].isupper() else short[0]}{short[1:]} {value[4:]}"

    if "{" not in text:
        return text
    said = CONTRACTED.sub(fused, text) if CONTRACTED.search(text) else text
    # What was fused holds no slots of ours: a title with braces in it is text.
    parts = SLOT.split(text)
    if said is text:
        return "".join(part if not at % 2 else str(slots[part]) for at, part in enumerate(parts))
    pieces, last = [], 0
    for found in re.finditer(rf"{CONTRACTED.pattern}|{SLOT.pattern}", text):
        pieces += [text[last : found.start()], fused(found) if found[1] else str(slots[found[3]])]
        last = found.end()
    return "".join([*pieces, text[last:]])
