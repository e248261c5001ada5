"""What somebody is at, read from what they say: a task named, changed, done; and what a thread is about."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Literal

from parley.core.base.keywords import nouns
from parley.core.base.line import capped
from parley.core.base.markers import Language, common
from parley.core.base.packaged import packaged
from parley.core.base.stems import stems
from parley.core.modes.office.memory.played import sentences

TASK = 160
"""Characters of a task."""

LEAST_STEM = 3
"""Letters of a word that can be what something is about."""

Kind = Literal["task", "no_task", "done", "not_done", "switch", "drop", "not_yet", "broken", "idle"]


@cache
def words(language: Language) -> dict[str, list[str]]:
    """Return the expressions of the language, by kind."""
    found = tomllib.loads(packaged("prompts", "matters.toml").read_text("utf-8"))[language]
    return {kind: lines.split("\n")[:-1] for kind, lines in found.items()}


@cache
def _compile_kind_pattern(language: Language, kind: Kind) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{each})" for each in words(language)[kind]), re.IGNORECASE)


def says(sentence: str, language: Language, kind: Kind) -> bool:
    """Return whether a sentence is of that kind."""
    plain = sentence.replace("’", "'").strip().rstrip(".!…\"”“'»«) ")
    return _compile_kind_pattern(language, kind).search(plain) is not None


def matter(text: str, language: Language, names: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the stems of the words that `text` is about; none of the `names`, nor of what any talk has."""
    own = {stem for name in names for stem in stems(name, language)} | _collect_common_stems(language)
    return frozenset(stem for stem in stems(text, language) if len(stem) >= LEAST_STEM) - own


@cache
def _collect_common_stems(language: Language) -> frozenset[str]:
    return frozenset(stem for word in common() for stem in stems(word, language))


def named_task(said: str, language: Language, names: frozenset[str] = frozenset()) -> str:
    """Return the sentence that says what somebody means to do; empty where they only greet, sigh or tell.

    It has something that it is about besides people.
    """
    found = [
        sentence
        for sentence in sentences(said)
        if says(sentence, language, "task")
        and not says(sentence, language, "no_task")
        and matter(sentence, language, names)
    ]
    # Best is one that names a thing.
    named = (sentence for sentence in found if set(nouns(sentence, language)) - names)
    return short_task(next(named, found[0])) if found else ""


def changed_task(said: str, language: Language, names: frozenset[str] = frozenset()) -> str:
    """Return what somebody says that they do from now on, instead of what they did; empty where they say no such
    thing.
    """
    found = sentences(said)
    for at, sentence in enumerate(found):
        left = at > 0 and says(found[at - 1], language, "drop")
        turned = says(sentence, language, "switch") or (left and says(sentence, language, "task"))
        if turned and not sentence.rstrip("”“\"'»«) ").endswith("?") and matter(sentence, language, names):
            return short_task(sentence)
    return ""


def done(said: str, task: str, language: Language, names: frozenset[str] = frozenset()) -> bool:
    """Return whether somebody says that the task is done: a sentence of what it is about says so, and denies
    nothing.
    """
    about = matter(task, language, names)
    whole = sentences(said)
    for at, sentence in enumerate(whole):
        # "The new version stands. The menu now fits."
        before = [each for each in whole[max(0, at - 1) : at] if not each.endswith("?")]
        both = " ".join([*before, sentence])
        named = about & matter(sentence, language, names) and not sentence.endswith("?")
        if named and says(both, language, "done") and not says(sentence, language, "not_done"):
            return True
    return False


def short_task(text: str) -> str:
    """Return a task on one line, without the dot behind it."""
    return capped(" ".join(text.split()), TASK).rstrip(". ")
