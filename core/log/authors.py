"""Who made the words of a turn, and how that is told."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from parley.core.base.labels import words
from parley.core.base.numbers import localise_number
from parley.core.base.packaged import get_path_of, names
from parley.core.log.events.turn import Author, TurnEnded, VoiceReplied

if TYPE_CHECKING:
    from parley.core.log.config import RunConfig
    from parley.core.log.state import State

RULES = Author(kind="rules")
PERSON = Author(kind="person")
UNKNOWN = Author(kind="unknown")

SAID = frozenset({"turn", "contribution"})
"""Purposes of replies whose words are said."""

_ORDER = ("writer", "model", "rules", "person", "unknown")


@lru_cache(1024)
def _intern_author(kind: Literal["writer", "model", "rules", "person", "unknown"], name: str) -> Author:
    """Return one object for equal authors: a long run has a million turns by the same one."""
    return Author(kind=kind, name=name)


def author_of_reply(reply: VoiceReplied) -> Author:
    """Return who made the words of a reply; of one by an earlier program, as far as its fields tell."""
    if reply.words_by is not None:
        return _intern_author(reply.words_by.kind, reply.words_by.name)
    if reply.led:
        return RULES
    if reply.provider == "rehearsal":
        return _find_writer(reply.model, reply.text) or RULES  # its model is the written run that it followed
    model = reply.model or reply.provider
    return _intern_author("model", model) if model else UNKNOWN


def is_stage_direction(reply: VoiceReplied) -> bool:
    """Tell whether the rules replied with what a turn does, in parentheses, in place of words."""
    return reply.text.startswith("(") and reply.text.endswith(")") and author_of_reply(reply) == RULES


def get_author_of(state: State, ended: TurnEnded, reply: VoiceReplied | None) -> Author:
    """Return who made the words of a turn that ends now; `reply` is what led to it.

    Logs of earlier programs tell it by the event's `author`, by the reply, or by the member's last contribution.
    """
    if ended.words_by is not None:
        return _intern_author(ended.words_by.kind, ended.words_by.name)
    if ended.author in ("director", "user") or ended.edited:
        return PERSON
    if ended.author == "script":  # a greeting, or what a person had written beforehand
        return _find_script_author(state.setup, ended.text)
    if ended.author == "rules":
        return RULES
    if reply is not None:
        # Another program's name says nothing of who wrote there.
        return UNKNOWN if state.foreign and not (reply.model or reply.words_by) else author_of_reply(reply)
    return state.last_authors.get(ended.member, UNKNOWN)  # a scene's lines were asked for before its turns


def _find_script_author(config: RunConfig, text: str) -> Author:
    if config.greeting is not None and text in config.greeting.texts:
        return author_of_cast(config)
    return _find_writer(config.voice.model, text) or PERSON


def author_of_cast(config: RunConfig) -> Author:
    """Return who made the words that members bring along, such as a greeting."""
    return _intern_author("writer", config.cast_id)


def _find_writer(run: str, text: str) -> Author | None:
    """Return the writer of a text in the written run of that name; None where the text is not in it."""
    return _intern_author("writer", run) if text in _load_written_texts(run) else None


@cache
def _load_written_texts(run: str) -> frozenset[str]:
    # A run that is steered goes on with lines of the rules under the same name, so the name alone proves nothing.
    if run not in names("written"):
        return frozenset()
    lines = tomllib.loads(get_path_of("written run", "written", run).read_text("utf-8"))["lines"]
    return frozenset(text for line in lines for text in (line["says"], *line.get("choices", ())))


def count_authors(authors: Mapping[Author, int], language: str) -> str:
    """Tell how many lines are by whom ("14 lines by hand, 6 by qwen2.5"); empty where there are no lines."""
    say, counts = words("authors", language), dict[str, int]()
    for author in sorted(authors, key=lambda each: (_ORDER.index(each.kind), each.name)):
        by = say[author.kind].format(name=author.name or "?")
        counts[by] = counts.get(by, 0) + authors[author]
    parts: list[str] = []
    for by, count in counts.items():
        form = "more" if parts else "line" if count == 1 else "lines"  # only the first has the noun
        parts.append(say[form].format(count=localise_number(f"{count:,}", language), by=by))
    return ", ".join(parts)


def read_counts(stored: str) -> dict[Author, int]:
    """Read how many turns are by whom from what `write_counts` made; nothing from an empty text."""
    rows: list[tuple[str, str, int]] = json.loads(stored or "[]")
    return {_intern_author(kind, name): count for kind, name, count in rows}


def write_counts(authors: Mapping[Author, int]) -> str:
    """Write how many turns are by whom as one text for a column of a table."""
    return json.dumps([(each.kind, each.name, count) for each, count in authors.items()], ensure_ascii=False)


def name_author(author: Author, language: str) -> str:
    """Tell who made a line, as it stands behind one ("by hand (standup)", "by qwen2.5")."""
    by = words("authors", language)[author.kind].format(name=author.name or "?")
    return f"{by} ({author.name})" if author.kind == "writer" and author.name else by
