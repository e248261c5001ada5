"""What comes to a member's mind of lore books: entries whose keys are in what they witnessed lately."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from parley.core.base.clock import SeededRandom
from parley.core.base.prompts import prompt
from parley.core.cast.lore import MOST_BUDGET, MOST_SCANNED, LoreBook, LoreEntry
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import CameToMind
from parley.core.log.persona import fill_macros
from parley.core.log.state import State
from parley.core.perspective import patterns
from parley.core.perspective.decorators import Decorated, parse_decorators
from parley.core.perspective.perspective import Perspective
from parley.core.perspective.weight import sum_tokens

MOST_CHARACTERS = 20_000
"""Characters of the talk in which keys are looked for, the newest."""
ROUNDS = 3
"""How often what came to mind may call more to mind."""


@dataclass(frozen=True)
class _Found:
    """An entry that came to mind, with its place among all and what is to be told of it."""

    book: LoreBook
    entry: LoreEntry
    says: Decorated
    key: str
    by: str
    text: str

    @property
    def depth(self) -> int | None:
        return self.says.numbers.get("depth", self.entry.depth)

    @property
    def place(self) -> tuple[int, int, float]:
        """Before the character, after it, into the talk, there the deepest first; then by the book's own order."""
        where = 2 if self.depth is not None else 0 if self.entry.position == "before" else 1
        return where, -(self.depth or 0), self.entry.order

    @property
    def worth(self) -> tuple[bool, float, float]:
        """What is left out last is worth most."""
        entry = self.entry
        return entry.always, entry.order if entry.priority is None else entry.priority, entry.order

    @cached_property
    def cost(self) -> int:
        return sum_tokens(self.text) + 2  # and what parts it from the next


def get_books_of(config: RunConfig, member: str) -> tuple[LoreBook, ...]:
    """Return the books that may come to a member's mind: everybody's, and their own."""
    own = config.member(member).card if config.has(member) else None
    return (*config.lore, own.lore) if own is not None and own.lore is not None else config.lore


def came_to_mind(state: State, view: Perspective) -> tuple[CameToMind, ...]:
    """Return what comes to mind before the turn that is next, in the order in which it is told: a function of the log
    alone.

    Each book has its budget, all together `MOST_BUDGET` tokens.
    """
    config, me = state.setup, view.me
    books = get_books_of(config, me.id)
    if not books:
        return ()
    scan = _Scan(state, view)
    found = [each for book in books for each in _limit_to_budget(scan.all_of(book), min(book.budget, MOST_BUDGET))]
    kept = sorted(_limit_to_budget(found, MOST_BUDGET), key=lambda each: each.place)
    return tuple(
        CameToMind(book=each.book.name, entry=each.entry.title, key=each.key, by=each.by, text=each.text)
        for each in kept
    )


def add_lore(config: RunConfig, member: str, direction: str, lore: Sequence[CameToMind]) -> str:
    """Return the direction behind what came to mind, and before what the member's card says comes last."""
    card = config.member(member).card if config.has(member) else None
    reminder = fill_macros(config, config.member(member), card.reminder).strip() if card is not None else ""
    if not lore and not reminder:
        return direction
    return prompt("lore", config.language, lore=lore, direction=direction, reminder=reminder)


def _limit_to_budget(found: Sequence[_Found], budget: int) -> list[_Found]:
    """Return as many as there is room for; what is worth least is left out."""
    kept: set[int] = set()
    for at in sorted(range(len(found)), key=lambda at: found[at].worth, reverse=True):
        if found[at].cost <= budget:
            budget -= found[at].cost
            kept.add(at)
    return [each for at, each in enumerate(found) if at in kept]


@dataclass
class _Scan:
    """A look through books before a turn."""

    state: State
    view: Perspective
    _texts: dict[int, str] = field(default_factory=dict)

    @cached_property
    def _heard(self) -> list[str]:
        """What they witnessed lately, the oldest first; how it began is a part of it."""
        lately = [block.text for block in self.view.witnessed(MOST_SCANNED)]
        return [self.view.premise, *lately]

    @cached_property
    def _matched(self) -> set[str]:
        """The titles of what came to their mind before."""
        turns = (turn.started for turn in self.state.turns if turn.member == self.view.me.id)
        return {each.entry for started in turns if started is not None for each in started.lore}

    def _build_scanned_text(self, depth: int) -> str:
        if depth not in self._texts:
            lines = self._heard[-min(depth, MOST_SCANNED) :] if depth else []  # [-0:] would be all of them
            self._texts[depth] = "\n".join(lines)[-MOST_CHARACTERS:]
        return self._texts[depth]

    def all_of(self, book: LoreBook) -> list[_Found]:
        """Return the entries of a book that come to mind: by the talk, then by one another."""
        waiting = [entry for entry in book.entries if not entry.off and entry.content.strip()]
        found: list[_Found] = []
        calling: Mapping[str, str] | None = None
        for _ in range(ROUNDS + 1 if book.recursive else 1):  # the first by the talk, the others by what was found
            fresh = [each for entry in waiting if (each := self._match_entry(book, entry, calling)) is not None]
            if not fresh:
                break
            found += fresh
            gone = {id(each.entry) for each in fresh}  # not by value: a book may have the same entry twice
            waiting = [entry for entry in waiting if id(entry) not in gone and not entry.unechoed]
            calling = {each.entry.title: each.text for each in fresh if not each.entry.silent}
        return found

    def _match_entry(self, book: LoreBook, entry: LoreEntry, calling: Mapping[str, str] | None) -> _Found | None:
        says = parse_decorators(entry.content)
        depth = says.numbers.get("scan_depth", entry.scan_depth)
        key, by = self._find_key(entry, says, self._build_scanned_text(book.scan_depth if depth is None else depth)), ""
        for title, text in calling.items() if calling and key is None else ():
            if (key := self._find_key(entry, says, text)) is not None:
                by = title
                break
        if key is None or not self._is_entry_lucky(book, entry):
            return None
        config, me = self.state.setup, self.view.me
        text = fill_macros(config, me, says.text).strip()  # an entry may be nothing but a note or a decorator
        return _Found(book, entry, says, key, by, text) if text else None

    def _find_key(self, entry: LoreEntry, says: Decorated, text: str) -> str | None:
        """Return the key by which the entry comes to mind; empty where it needs none, None where it does not."""
        if "activate" in says.switches:
            return ""
        if "dont_activate" in says.switches:
            return None
        before = bool({"keep_activate_after_match", "dont_activate_after_match"} & says.switches)
        if before and entry.title in self._matched:
            return "" if "keep_activate_after_match" in says.switches else None
        spoken = self.state.spoken.get(self.view.me.id, 0)
        if spoken < says.numbers.get("activate_only_after", 0):
            return None
        if (every := says.numbers.get("activate_only_every", 0)) and spoken % every:
            return None
        if any(self._find_first_key(entry, keys, text) is None for keys in says.lists.get("additional_keys", ())):
            return None
        if any(self._find_first_key(entry, keys, text) is not None for keys in says.lists.get("exclude_keys", ())):
            return None
        if entry.always:  # behind the decorators: they bound even what needs no key
            return ""
        key = self._find_first_key(entry, entry.keys, text)
        return key if key is not None and self._has_secondary_match(entry, text) else None

    def _has_secondary_match(self, entry: LoreEntry, text: str) -> bool:
        if not entry.secondary:
            return True
        there = [self._has(entry, key, text) for key in entry.secondary]
        match entry.logic:
            case "any":
                return any(there)
            case "all":
                return all(there)
            case "not_any":
                return not any(there)
            case _:
                return not all(there)

    def _find_first_key(self, entry: LoreEntry, keys: Sequence[str], text: str) -> str | None:
        return next((key for key in keys if self._has(entry, key, text)), None)

    def _has(self, entry: LoreEntry, key: str, text: str) -> bool:
        if entry.regex or patterns.is_slashed(key):
            return patterns.has_match(key, text, case=entry.case)
        wanted = fill_macros(self.state.setup, self.view.me, key).strip()  # {{char}} may be a key
        if not wanted:
            return False
        if entry.whole:
            return _compile_key_pattern(wanted, case=entry.case).search(text) is not None
        return wanted in text if entry.case else wanted.casefold() in _casefold_text(text)

    def _is_entry_lucky(self, book: LoreBook, entry: LoreEntry) -> bool:
        if entry.probability >= 100:
            return True
        state, at = self.state, book.entries.index(entry)
        purpose = f"lore:{self.view.me.id}:{book.name}:{at}:{state.attempt}"  # a turn that is taken again draws anew
        return SeededRandom(state.setup.seed).draw_float(state.next_turn, purpose) * 100 < entry.probability


@lru_cache(maxsize=4_096)
def _compile_key_pattern(key: str, *, case: bool) -> re.Pattern[str]:  # no \b: a key may begin or end with a sign
    """Return the key where no word goes on before or behind it."""
    return re.compile(rf"(?<!\w){re.escape(key)}(?!\w)", re.NOFLAG if case else re.IGNORECASE)


@lru_cache(maxsize=64)
def _casefold_text(text: str) -> str:
    return text.casefold()


def iterate_bad_keys(book: LoreBook) -> Iterator[tuple[LoreEntry, str, str]]:
    """Yield the keys of a book that are never looked for: the entry, the key, and why."""
    for entry in book.entries:
        for key in (*entry.keys, *entry.secondary):
            if (entry.regex or patterns.is_slashed(key)) and (why := patterns.find_fault(key)) is not None:
                yield entry, key, why
