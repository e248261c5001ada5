"""The provider's prompt cache, simulated: prefixes up to a breakpoint, found again byte for byte."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.strict_rules import blocks

LOOKBACK = 20
"""Blocks before a breakpoint among which an earlier prefix is found."""


@dataclass(frozen=True)
class Prompt:
    """How many tokens of a prompt were read from the cache, written to it, and neither."""

    input: int
    cache_read: int
    cache_write: int


class PromptCache:
    """Remembers prefixes at breakpoints; below `minimum` tokens nothing is kept and nothing is said."""

    def __init__(self, minimum: int = 512) -> None:
        self.minimum = minimum
        self._seen: set[str] = set()
        self._lock = threading.Lock()

    def count(self, body: Mapping[str, Any]) -> Prompt:
        """Take note of the request and say what of it was there already. A token is four characters."""
        digest = hashlib.sha256(str(body["model"]).encode())
        keys: list[str] = []
        sizes: list[int] = []
        marks: list[int] = []
        for index, block in enumerate(blocks(body)):
            bare = {name: value for name, value in block.items() if name != "cache_control"}
            digest.update(json.dumps(bare, sort_keys=True).encode())
            keys.append(digest.hexdigest())
            sizes.append((sizes[-1] if sizes else 0) + _characters(block))
            if "cache_control" in block:
                marks.append(index)
        tokens = [size // 4 for size in sizes]
        with self._lock:
            read = max(
                (
                    tokens[at]
                    for mark in marks
                    for at in range(mark, max(-1, mark - LOOKBACK), -1)
                    if keys[at] in self._seen
                ),
                default=0,
            )
            kept = [mark for mark in marks if tokens[mark] >= self.minimum]
            self._seen.update(keys[mark] for mark in kept)
        written = max(0, max((tokens[mark] for mark in kept), default=0) - read)
        return Prompt(tokens[-1] - read - written, read, written)


def _characters(block: Mapping[str, Any]) -> int:
    text = block.get("text")
    return len(text) if isinstance(text, str) else len(json.dumps(block))
