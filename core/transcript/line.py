"""A voice's reply made into a line: cleaned, thoughts taken out, capped at a word."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import msgspec

DEEPEST = 8
"""How deep the arguments of a tool call are kept; no tool has any that go deeper than three."""

_LARGEST = 2**63 - 1

_THOUGHT = re.compile(r"\[([^\[\]]*)\](?!\()")
_LINK = re.compile(r"\[([^\[\]]+)\]\([^()\s]*\)")
_URL = re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)
_FENCE = re.compile(r"```[^\n]*\n?|```")
_HEAD = re.compile(r"^\s{0,3}(?:#{1,6}\s+|>\s+|[-*+]\s+|\d{1,2}[.)]\s+)", re.MULTILINE)
_EMPHASIS = re.compile(r"(?<![\w*_`~])(\*{1,3}|_{1,3}|~~|`)(?=\S)(.+?)(?<=\S)\1(?![\w*_`~])")
_MARKED = re.compile(r"[*_~`]")
_CALLED = re.compile("[:：—–]")
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "»": "«", "'": "'", "‘": "’"}
_CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
_INVISIBLE = "\u200b\u2060\ufeff\u00ad"
_SPACE = re.compile(r"\s+")
_BLANK_BEFORE = tuple(f" {mark}" for mark in ",.;:!?…")


class Line(msgspec.Struct, frozen=True, gc=False):
    """What is said aloud, what is thought, and what the cap cut off the end."""

    text: str
    thoughts: tuple[str, ...] = ()
    cut: str = ""


def clean(reply: str, names: Sequence[str] = (), *, cap: int = 0) -> Line:
    """The line in `reply`.

    URLs, markup, wrapping quotes, a leading name of `names`, control characters and doubled white space go;
    [thoughts] are kept apart; what overruns `cap` characters (0: no cap) is cut at a word boundary.
    """
    # Most lines have neither brackets nor markup: to look for a sign costs a fraction of the expressions.
    text = printable(reply)
    if "`" in text:
        text = _FENCE.sub("", text)
    thoughts: tuple[str, ...] = ()
    if "[" in text:
        text = _LINK.sub(r"\1", text)
        thoughts = tuple(thought for found in _THOUGHT.findall(text) if (thought := _SPACE.sub(" ", found).strip()))
        text = _THOUGHT.sub(" ", text)
    if "//" in text or "www." in text.lower():
        text = _URL.sub("", text)
    if "\n" in text or not text[:1].isalpha():
        text = _HEAD.sub("", text)
    for _ in range(3 if _MARKED.search(text) else 0):
        text, changed = _EMPHASIS.subn(r"\2", text)
        if not changed:
            break
    text = " ".join(text.strip(_INVISIBLE).split())
    for _ in range(2):
        bare = _without_name(_unquoted(text), names)
        if bare == text:
            break
        text = bare
    for blank in _BLANK_BEFORE:
        text = text.replace(blank, blank[1:])
    kept = capped(text, cap)
    return Line(kept, thoughts, text[len(kept.removesuffix("…")) :].strip() if kept != text else "")


def printable(text: str) -> str:
    """The text without control characters, which would steer a terminal, and without lone surrogates."""
    return text if text.isprintable() else _CONTROL.sub("", encodable(text))


def visible(text: str) -> str:
    """The text on one line, without control characters, marks of direction and whatever else cannot be seen."""
    kept = (each for each in printable(text) if each.isspace() or unicodedata.category(each)[0] != "C")
    return " ".join("".join(kept).split())


def encodable(text: str) -> str:
    """The text without lone surrogates, which no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def recordable(arguments: object) -> dict[str, Any]:
    """The arguments of a tool call as the log holds them and gives them back: what no JSON can say is made to fit."""
    kept = _recordable(arguments, 0)
    return kept if isinstance(kept, dict) else {}


def _recordable(value: object, depth: int) -> object:
    match value:
        case None | bool():
            return value
        case str():
            return encodable(value)
        case int():
            return max(-_LARGEST, min(_LARGEST, value))
        case float():
            return value if math.isfinite(value) else None
        case dict() if depth < DEEPEST:
            return {encodable(str(key)): _recordable(each, depth + 1) for key, each in value.items()}
        case list() | tuple() if depth < DEEPEST:
            return [_recordable(each, depth + 1) for each in value]
        case _:
            return encodable(repr(type(value)))


def _unquoted(text: str) -> str:
    if len(text) >= 2 and _QUOTES.get(text[0]) == text[-1] and text[0] not in text[1:-1]:
        return text[1:-1].strip()
    return text


def _without_name(text: str, names: Sequence[str]) -> str:
    if not _CALLED.search(text):
        return text
    for name in names:
        if text[: len(name)].casefold() == name.casefold():
            rest = re.match(r"\s*(?:\([^()]{0,40}\)\s*)?[:：—–]\s*", text[len(name) :])
            if rest:
                return text[len(name) + rest.end() :].strip()
    return text


def capped(text: str, cap: int) -> str:
    """`text` in at most `cap` characters, cut at a sentence's or word's end and marked with '…' unless a sentence
    ends there."""
    if not cap or len(text) <= cap:
        return text
    head = text[:cap]
    sentence = max((head.rfind(mark) for mark in (". ", "! ", "? ", "… ")), default=-1)
    if sentence >= cap // 2:
        return head[: sentence + 1]
    if head[-1] in ".!?…" and text[cap].isspace():
        return head
    head = text[: cap - 1]
    space = head.rfind(" ") if not text[cap - 1].isspace() else len(head)
    return head[: space if space > 0 else len(head)].rstrip(" ,;:–—-") + "…"
