"""Lore books: those in cards, those of the third version by themselves, and SillyTavern's world info."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args

from parley.core.base.line import drop_control
from parley.core.base.sentences import Sentence
from parley.core.cast.lore import (
    BUDGET,
    FARTHEST,
    LONGEST_BOOK,
    LONGEST_ENTRY,
    LONGEST_KEY,
    MOST_ENTRIES,
    MOST_KEYS,
    SCAN_DEPTH,
    Logic,
    LoreBook,
    LoreEntry,
    get_size_of,
)
from parley.core.importing.cards.reading import Data
from parley.core.perspective.lore import iterate_bad_keys

N = TypeVar("N", bound=float | None)
LOGICS: tuple[Logic, ...] = get_args(Logic)
"""In the order of SillyTavern's numbers."""
IN_TALK = 4
"""SillyTavern's number for a place within the talk; 0 is before the character."""


def find_books_in(card: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the book itself in a file that holds one."""
    inner = card.get("data")
    return inner if card.get("spec") == "lorebook_v3" and isinstance(inner, dict) else card


def get_book_of(data: Mapping[str, Any], name: str = "", file: str = "") -> tuple[LoreBook, list[str]]:
    """Return the book as it is played, and what of it is not, as sentences. Raises `ValueError` for one that is too
    large.
    """
    entries = _extract_entries(data)
    if len(entries) > MOST_ENTRIES:
        template = "the book has {count:,} entries; at most {most:,} are possible"
        raise ValueError(Sentence(template, count=len(entries), most=MOST_ENTRIES))
    warnings: list[str] = []
    made = tuple(_read_lore_entry(each, at, warnings) for at, each in enumerate(entries))
    if (size := get_size_of(made)) > LONGEST_BOOK:
        raise ValueError(
            Sentence("the book has {count:,} characters; at most {most:,} are possible", count=size, most=LONGEST_BOOK)
        )
    book = LoreBook(
        name=clean_text(data.get("name"), 400) or name[:400],
        file=file,
        scan_depth=_whole(data.get("scan_depth"), SCAN_DEPTH),
        budget=_whole(data.get("token_budget"), BUDGET, 10_000_000) or BUDGET,
        recursive=data.get("recursive_scanning") is True,
        entries=made,
    )
    warnings += [
        Sentence("The key {key} of the entry '{entry}' is never looked for: {why}.",
                 key=key[:60], entry=entry.title[:60], why=why)
        for entry, key, why in iterate_bad_keys(book)
    ]  # fmt: skip
    return book, warnings


def _extract_entries(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    entries = data.get("entries")
    each = list(entries.values()) if isinstance(entries, dict) else entries if isinstance(entries, list) else []
    return [one for one in each if isinstance(one, dict)]


def _read_lore_entry(data: Mapping[str, Any], at: int, warnings: list[str]) -> LoreEntry:
    """Return an entry of either kind: SillyTavern's own has `key`, that of a card `keys` and the rest as extensions."""
    own = "key" in data
    more = data.get("extensions")
    said: Mapping[str, Any] = data if own else more if isinstance(more, dict) else {}
    position = said.get("position")
    if not isinstance(position, int) or isinstance(position, bool):
        position = 0 if data.get("position") == "before_char" else 1  # a card says it in words, SillyTavern in numbers
    logic = said.get("selectiveLogic")
    name = clean_text(data.get("name"), 400) or clean_text(data.get("comment"), 400)
    content = clean_text(data.get("content"))
    if len(content) > LONGEST_ENTRY:
        template = "The entry '{name}' has {count:,} characters; the first {most:,} are told."
        warnings.append(Sentence(template, name=name[:60], count=len(content), most=LONGEST_ENTRY))
    secondary = _split_keys(data.get("keysecondary" if own else "secondary_keys"))
    on = data.get("selective", True) if own else data.get("selective") is True
    chance = said.get("probability") if said.get("useProbability", True) is not False else 100
    number = data.get("uid" if own else "id")  # where there is none, an entry goes by its place
    case = said.get("caseSensitive") if own else data.get("case_sensitive", said.get("case_sensitive"))
    return LoreEntry(
        id=clean_text(str(number) if isinstance(number, int | str) else str(at), 80),
        name=name,
        keys=_split_keys(data.get("key" if own else "keys")),
        secondary=secondary if on else (),
        logic=LOGICS[logic] if isinstance(logic, int) and 0 <= logic < len(LOGICS) else "any",
        content=content[:LONGEST_ENTRY],
        always=data.get("constant") is True,
        off=data.get("disable") is True if own else data.get("enabled") is False,
        order=_read_number(data.get("order" if own else "insertion_order"), 100.0),
        priority=_read_number(data.get("priority"), None),
        case=case is True,
        whole=said.get("matchWholeWords" if own else "match_whole_words") is True,
        regex=data.get("use_regex") is True,
        position="before" if position == 0 else "after",
        depth=_whole(said.get("depth"), 4) if position == IN_TALK else None,
        scan_depth=_whole(said.get("scanDepth" if own else "scan_depth"), None),
        probability=max(0.0, min(100.0, _read_number(chance, 100.0))),
        unechoed=said.get("excludeRecursion" if own else "exclude_recursion") is True,
        silent=said.get("preventRecursion" if own else "prevent_recursion") is True,
    )


def with_book(before: object, book: LoreBook) -> Data:
    """Return a card's book as it is by now; what was unknown of it and of the entries that are still there stays."""
    data: Data = dict(before) if isinstance(before, dict) else {"extensions": {}}
    old = {_read_lore_entry(each, at, []).id: each for at, each in enumerate(_extract_entries(data))}
    was = get_book_of(data)[0] if old else None
    if book.name and (was is None or book.name != was.name):
        data["name"] = book.name
    settings = {"scan_depth": book.scan_depth, "token_budget": book.budget, "recursive_scanning": book.recursive}
    usual = {"scan_depth": SCAN_DEPTH, "token_budget": BUDGET, "recursive_scanning": False}
    data |= {key: value for key, value in settings.items() if key in data or value != usual[key]}
    data["entries"] = [_write_lore_entry(entry, old.get(entry.id)) for entry in book.entries]
    return data


def _write_lore_entry(entry: LoreEntry, before: Mapping[str, Any] | None) -> Data:
    if before is not None and _read_lore_entry(before, 0, []).model_copy(update={"id": entry.id}) == entry:
        return dict(before)  # unchanged: it goes back as it came
    data: Data = dict(before or {"extensions": {}})  # the specification wants the key
    extensions: Data = dict(data.get("extensions") or {})
    data |= {
        "keys": list(entry.keys), "secondary_keys": list(entry.secondary), "selective": bool(entry.secondary),
        "content": entry.content, "enabled": not entry.off, "insertion_order": _simplify_number(entry.order),
        "constant": entry.always, "use_regex": entry.regex, "case_sensitive": entry.case,
        "position": "before_char" if entry.position == "before" else "after_char",
    }  # fmt: skip
    if entry.name:
        data["name"] = entry.name
    if entry.priority is not None:
        data["priority"] = _simplify_number(entry.priority)
    told = {
        "selectiveLogic": LOGICS.index(entry.logic), "match_whole_words": entry.whole,
        "probability": _simplify_number(entry.probability), "scan_depth": entry.scan_depth,
        "exclude_recursion": entry.unechoed, "prevent_recursion": entry.silent,
    }  # fmt: skip
    usual = {"selectiveLogic": 0, "probability": 100, "scan_depth": None}
    extensions |= {name: value for name, value in told.items() if name in extensions or value != usual.get(name, False)}
    if entry.depth is not None:
        extensions |= {"position": IN_TALK, "depth": entry.depth}
    elif "position" in extensions:
        extensions["position"] = 0 if entry.position == "before" else 1
    return data | {"extensions": extensions}


def _simplify_number(number: float) -> float:
    return int(number) if float(number).is_integer() else number  # 100, as other programs write it, not 100.0


def clean_text(value: object, most: int | None = None) -> str:
    """Return a text as it can be shown, at most `most` characters of it; an empty one where it is none."""
    text = drop_control(value).replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(value, str) else ""
    return text if most is None else text[:most]


def _split_keys(value: object) -> tuple[str, ...]:
    """Return the keys of a list, or of a text with commas between them."""
    each = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    kept = (clean_text(key, LONGEST_KEY) for key in each)
    return tuple([key for key in kept if key][:MOST_KEYS])


def _read_number(value: object, usual: N) -> float | N:
    # What is no number at all (NaN) is not within anything.
    good = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FARTHEST
    return float(value) if good else usual  # type: ignore[arg-type]


def _whole(value: object, usual: N, most: int = 10_000) -> int | N:
    number = _read_number(value, None)
    return usual if number is None else max(0, min(most, int(number)))
