"""A file of another program that holds a card or a lore book: which it is, and what is in it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from parley.core.base.errors import FileError, convert_to_sentence
from parley.core.base.sentences import Sentence, os_reason
from parley.core.importing.cards import charx, png

Data = dict[str, Any]
Kind = Literal["json", "png", "charx"]
What = Literal["card", "book"]
ENDINGS = (".json", ".png", ".charx")
MOST_BYTES = {"json": 16_000_000, "png": 64_000_000, "charx": 200_000_000}
MOST_DIGITS = 4_000
DEEPEST = 60
"""Levels of a card's JSON."""
V1 = ("description", "personality", "scenario", "first_mes", "mes_example")
"""What a card of version 1 has beside the name."""


@dataclass(frozen=True)
class CardFile:
    """A file that was read: `data` as it came, the JSON in it (`card`), and which of these it is (`what`).

    `sizes` are those of the files in a CHARX.
    """

    name: str
    kind: Kind
    what: What
    data: bytes
    card: Data
    sizes: dict[str, int] = field(default_factory=dict)

    @property
    def file(self) -> str:
        """By what name it is kept: that of its content."""
        return f"{hashlib.blake2b(self.data, digest_size=8).hexdigest()}.{self.kind}"


def read(path: Path) -> CardFile:
    """Return the card or book in a file. Raises `FileError` where it is none or is more than can be held."""
    kind: Kind = "png" if path.suffix.lower() == ".png" else "charx" if path.suffix.lower() == ".charx" else "json"
    most = MOST_BYTES[kind]
    try:
        if path.exists() and not path.is_file():
            # Whoever opens a pipe waits until somebody writes into it.
            raise FileError(path, "this is no file.", hint=_HINT)
        with path.open("rb") as file:
            data = file.read(most + 1)  # rather than ask for its size: it may grow meanwhile
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None
    if len(data) > most:
        raise FileError(path, "the file is larger than {most_bytes} MB.", most_bytes=most // 1_000_000)
    return parse_card(data, path)


def parse_card(data: bytes, path: Path) -> CardFile:
    """Return the same for bytes: what they are is seen by how they begin. `path` is where they come from."""
    sizes: dict[str, int] = {}
    kind: Kind = "json"
    try:
        if data.startswith(png.SIGNATURE):
            kind = "png"
            found = png.find_cards_in(data)
            if not found:
                raise FileError(path, "this picture has no character card in it.", hint=_HINT)
            text = next(found[keyword] for keyword in png.KEYWORDS if keyword in found)
        elif data.startswith(b"PK") or path.suffix.lower() == ".charx":
            kind = "charx"
            text, sizes = charx.read(data)
        else:
            text = data
        card = parse_object(text)
    except ValueError as error:
        raise FileError(path, "this cannot be read as a character card: {why}.", why=why_of(error)) from None
    what = what_is(card)
    if what is None:
        raise FileError(path, "this is neither a character card nor a lore book.", hint=_HINT)
    return CardFile(path.name, kind, what, data, card, sizes)


_HINT = "Read are cards of version 1 to 3 as JSON, PNG or CHARX, and lore books as JSON."


def what_is(card: Data) -> What | None:
    """Return what a JSON object is: a card of any version, a lore book of either kind; None for anything else."""
    if is_card(card):
        return "card"
    inner = card.get("data")
    if card.get("spec") == "lorebook_v3" and isinstance(inner, dict):
        return "book"
    if isinstance(entries := card.get("entries"), dict | list):
        each = list(entries.values()) if isinstance(entries, dict) else entries
        if all(isinstance(one, dict) and ("content" in one or "key" in one or "keys" in one) for one in each):
            return "book"
    return None


def is_card(card: Data) -> bool:
    """Return whether a JSON object is a card."""
    inner = card.get("data")
    spec = str(card.get("spec", ""))
    if spec.startswith("chara_card_") and isinstance(inner, dict):
        return isinstance(inner.get("name"), str)
    return isinstance(card.get("name"), str) and sum(isinstance(card.get(name), str) for name in V1) >= 2


def parse_object(text: bytes) -> Data:
    """Return the JSON object in a text. Raises `ValueError` where there is none, or it is nested too deeply."""
    if len(text) > MOST_BYTES["json"]:
        raise ValueError(Sentence("its text is too long"))
    try:
        card = json.loads(text.decode("utf-8-sig"), parse_constant=_reject_non_number, parse_int=_whole, strict=False)
    except UnicodeDecodeError:
        raise ValueError(Sentence("it is not UTF-8 text")) from None
    except RecursionError:
        raise ValueError(Sentence("it is nested too deeply")) from None
    except json.JSONDecodeError as error:
        raise ValueError(Sentence("it is not JSON (line {line})", line=error.lineno)) from None
    if not isinstance(card, dict):
        raise ValueError(Sentence("it is no JSON object"))
    _check_card_depth(card)
    return card


def dumped(card: Data) -> bytes:
    """Return the JSON of a card; halves of letters, which no file can hold, are escaped as they came."""
    try:
        return json.dumps(card, ensure_ascii=False, indent=2).encode()
    except UnicodeEncodeError:
        return json.dumps(card, indent=2).encode()


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:  # `int` refuses more than 4,300, in words of its own
        raise ValueError(Sentence("a number in it is too long"))
    return int(digits)


def _reject_non_number(name: str) -> float:
    raise ValueError(Sentence("{name} is no number", name=name))


def _check_card_depth(card: Data) -> None:
    level: list[Any] = [card]
    for _ in range(DEEPEST):  # level by level: recursion would meet Python's own limit
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return
    raise ValueError(Sentence("it is nested too deeply"))


def why_of(error: ValueError) -> str:
    """Return what is wrong, as it stands in another sentence."""
    first = error.args[0] if error.args else ""
    return convert_to_sentence(first if isinstance(first, str) else str(error))
