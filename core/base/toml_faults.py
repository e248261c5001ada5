"""What Python's reader of TOML finds wrong, in sentences of ours."""

from __future__ import annotations

import re

from parley.core.base.sentences import Sentence

FAULTS: tuple[tuple[str, Sentence], ...] = (
    (r"Invalid statement", Sentence("a key and a value, a [table] or a comment is expected here")),
    (r"Expected newline or end of document after a statement", Sentence("a new line is expected after a value")),
    (r"Expected '=' after a key in a key/value pair", Sentence("a '=' is expected after the key")),
    (r"Expected ']' at the end of a table declaration", Sentence("a ']' is expected at the end of the table's name")),
    (
        r"Expected ']]' at the end of an array declaration",
        Sentence("']]' is expected at the end of the name of a list of tables"),
    ),
    (r"Invalid initial character for a key part", Sentence("a key is expected here: letters, digits, '-', '_'")),
    (r"Unclosed array", Sentence("a list is not closed: a ',' or a ']' is expected")),
    (r"Unclosed inline table", Sentence("a table in one line is not closed: a ',' or its closing brace is expected")),
    (r"Unterminated string", Sentence("a text is not closed: its quotation mark is missing")),
    (r"Invalid value", Sentence("a value is expected here: text in quotation marks, a number, true, false or a list")),
    (r"Invalid date or datetime", Sentence("this is no date that there is")),
    (
        "Unescaped '\\' in a string",
        Sentence("a backslash in a text is written twice, or the text stands in ' instead of \""),
    ),
    (r"Invalid hex value", Sentence("behind \\u and \\U stand digits from 0 to 9 and a to f")),
    (r"Escaped character is not a Unicode scalar value", Sentence("there is no such character in Unicode")),
    (r"Cannot overwrite a value", Sentence("the same key or table stands here a second time")),
)
"""Messages without words of the file's, each with what it says."""
_EXPECTED = re.compile(r"Expected ('.*'|\".*\")", re.DOTALL)
_CHARACTER = re.compile(r"(?:Illegal character|Found invalid character) ('.*'|\".*\")", re.DOTALL)
_TWICE = re.compile(
    r"(?:Cannot declare|Cannot mutate immutable namespace|Cannot redefine namespace|Duplicate inline table key) (.*?)"
    r"(?: twice)?",
    re.DOTALL,
)
_KEYS = re.compile(r"'((?:[^'\\]|\\.)*)'")


def fault_of(message: str) -> Sentence:
    """Return what a message of `tomllib`, without where it was, says; one that nobody knows is quoted."""
    known = next((told for text, told in FAULTS if text == message), None)
    if known is not None:
        return known
    if found := _EXPECTED.fullmatch(message):
        return Sentence("{what} is expected here", what=found[1])
    if found := _CHARACTER.fullmatch(message):
        return Sentence("the character {character} cannot stand here", character=found[1])
    if found := _TWICE.fullmatch(message):
        return Sentence("'{key}' stands here a second time", key=".".join(_KEYS.findall(found[1])) or found[1])
    return Sentence("the reader of TOML says “{text}”", text=message)
