"""Chats of SillyTavern, with one character or a group: JSON lines, a header first where there is one.

What `/hide` hides is a message like any other with `is_system` set: it keeps its speaker, and no model is sent it. The
program's own messages have a type besides, and narrators have one without being hidden: they are nobody's lines.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from parley.core.base.line import repair_text
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised
from parley.core.importing.base import describe_lines
from parley.core.importing.moments import moment
from parley.core.importing.parts import get_list, get_map, text
from parley.core.importing.reading import Importer, Source
from parley.core.importing.talk import Said, Speaker, Talk
from parley.core.log.events.turn import Swipe, Usage

NAMED = 4
"""Speakers that a title names."""
UNUSED = ("", "unused")
"""What stands in a header that names nobody: groups have it, and all chats since 2025."""
OWN_NAMES = ("SillyTavern System", "System", "Note")
"""What the program itself goes by, and its narrator and comments where nobody named them."""
NARRATOR = "narrator"


def _recognises(source: Source) -> bool:
    return any("mes" in row and "name" in row for row in source.rows[:20])


def _talks(source: Source) -> list[Talk]:
    rows = source.rows
    header = rows[0] if rows and "mes" not in rows[0] else {}
    messages = [row for row in rows if _is_message(row)]
    odd = [line for line, row in zip(source.numbers, rows, strict=True) if not _is_message(row) and row is not header]
    spoken = [row for row in messages if not _is_note(row)]
    people = {str(row["name"]) for row in spoken if row.get("is_user")}
    names = dict.fromkeys(str(row["name"]) for row in spoken)
    speakers = [Speaker(name, name, "person" if name in people else "voice") for name in names]
    warnings = describe_lines(odd, Sentence("has no name or no text and was left out."))
    if hidden := sum(bool(row.get("is_system")) for row in spoken):
        template = "Hidden lines that were kept: {count}. They are shown and measured, and no voice is sent them."
        warnings.append(Sentence(template, count=hidden))
    lines = [_parse_said_line(row) for row in messages if not _is_note(row) or str(row["mes"]).strip()]
    title, began = _find_title(header, names, people, source.name), moment(header.get("create_date"))
    return [Talk("", "SillyTavern", "sillytavern", source.name, title, speakers, lines, warnings=warnings, began=began)]


def _find_title(header: Mapping[str, Any], names: Mapping[str, None], people: set[str], source: str) -> str:
    """Return what the header says that the character is called, else all of them, else the file."""
    named = header.get("character_name")
    if isinstance(named, str) and named.strip() not in UNUSED:
        return named
    characters = [name for name in names if name not in people] or list(names)
    title = ", ".join(characters[:NAMED]) + (" …" if len(characters) > NAMED else "")
    return title or Path(source).stem


def _is_message(row: Mapping[str, Any]) -> bool:
    return isinstance(row.get("mes"), str) and bool(row.get("name"))


def _type(row: Mapping[str, Any]) -> str:
    return text(get_map(row.get("extra")).get("type"))


def _is_note(row: Mapping[str, Any]) -> bool:
    """Return whether nobody who takes part said it: a narrator, a comment, a word of the program."""
    if _type(row) == NARRATOR:
        return True
    return bool(row.get("is_system")) and (bool(_type(row)) or str(row["name"]) in OWN_NAMES)


def _parse_said_line(row: Mapping[str, Any]) -> Said:
    said, name, at, hidden = str(row["mes"]), str(row["name"]), moment(row.get("send_date")), bool(row.get("is_system"))
    if _is_note(row):
        return Said("", said, at, name=name, kind=_type(row), hidden=hidden)
    shown, swipes = _parse_swipes(row)
    provider, model, thoughts = _parse_voice_details(get_map(row.get("extra")))
    return Said(
        name, said, at, thoughts=thoughts, provider=provider, model=model, usage=Usage(output=_parse_token_count(row)),
        swipes=swipes, swipe=shown, hidden=hidden,
    )  # fmt: skip


def _parse_token_count(row: Mapping[str, Any]) -> int:
    count = get_map(row.get("extra")).get("token_count")
    return count if isinstance(count, int) and 0 < count < 2**31 else 0


def _parse_swipes(row: Mapping[str, Any]) -> tuple[int, tuple[Swipe, ...]]:
    """Return the replies among which the line was chosen, and the place of the one that was."""
    texts, infos, shown = row.get("swipes"), row.get("swipe_info"), row.get("swipe_id")
    if not isinstance(texts, list) or not texts or not all(isinstance(each, str) for each in texts):
        return 0, ()
    found = []
    for each, about in itertools.zip_longest(texts, get_list(infos)[: len(texts)]):  # older chats have fewer, or none
        info = get_map(about)
        provider, model, thoughts = _parse_voice_details(get_map(info.get("extra")))
        found.append(
            Swipe(
                text=repair_text(each), at=moment(info.get("send_date")), provider=provider, model=model,
                thoughts=tuple(repair_text(one) for one in thoughts),
            )
        )  # fmt: skip
    known = isinstance(shown, int) and not isinstance(shown, bool) and 0 <= shown < len(found)
    return (int(str(shown)) if known else 0), tuple(found)


def _parse_voice_details(extra: Mapping[str, Any]) -> tuple[str, str, tuple[str, ...]]:
    """Return provider, model and reasoning of a message or a swipe; empty where it says nothing of them."""
    reasoning = text(extra.get("reasoning"))
    thoughts = (reasoning,) if reasoning.strip() else ()
    return repair_text(str(extra.get("api") or "")), repair_text(str(extra.get("model") or "")), thoughts


SILLYTAVERN = Importer("sillytavern", Localised(en="SillyTavern", de="SillyTavern"), _recognises, talks=_talks)
