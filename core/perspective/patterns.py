"""Regular expressions of strangers: searched for in a time that grows with the text alone, or not at all."""

from __future__ import annotations

import importlib
import re
from functools import cache, lru_cache
from typing import Any

from parley.core.base.sentences import Sentence

LONGEST = 400
"""Characters of an expression."""
MEMORY = 1 << 20
"""Bytes that one may take: a few thousand states."""
_SLASHED = re.compile(r"/(.+)/([gimsuy]*)", re.DOTALL)  # as JavaScript writes them, and so SillyTavern


@cache
def _load_library() -> Any:
    """Load RE2, which never backtracks; None where it is missing."""
    try:
        return importlib.import_module("re2")
    except ImportError:
        return None


def is_slashed(key: str) -> bool:
    """Return whether a key is an expression by its own look: /dragons?/i."""
    return _SLASHED.fullmatch(key) is not None


def find_fault(key: str) -> Sentence | None:
    """Return why an expression cannot be searched for; None where it can."""
    if _load_library() is None:
        return Sentence("the package google-re2 is missing (pip install 'parley-studio[cards]')")
    return _compile_key(key, case=False)[1]


def has_match(key: str, text: str, *, case: bool) -> bool:
    """Return whether the expression is in the text; one that cannot be searched for never is."""
    pattern = _compile_key(key, case=case)[0]
    return pattern is not None and pattern.search(text) is not None


@lru_cache(maxsize=4_096)
def _compile_key(key: str, *, case: bool) -> tuple[Any, Sentence | None]:
    library = _load_library()
    if library is None:
        return None, None
    flags = ""
    if (parts := _SLASHED.fullmatch(key)) is not None:
        # A slash within is written \/, which stands for itself here too.
        key, flags = parts[1], parts[2]
        case = "i" not in flags
    if len(key) > LONGEST:
        return None, Sentence("it has {count} characters; at most {most} are possible", count=len(key), most=LONGEST)
    options = library.Options()
    options.log_errors, options.max_mem, options.case_sensitive = False, MEMORY, case  # else it writes to stderr
    shown = "".join(flag for flag in flags if flag in "ms")  # g, u and y are about where a search goes on
    try:
        return library.compile(f"(?{shown}){key}" if shown else key, options), None
    except (library.error, UnicodeError) as error:  # look-arounds and back references, which need backtracking
        why = str(error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else error)
        return None, Sentence("it cannot be searched for in bounded time ({why})", why=why[:120])
