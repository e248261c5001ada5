"""What is said of a deed that nobody can do here: by its kind, in turn, and only now and then what is possible."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from parley.core.base.packaged import packaged
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.answers import possible
from parley.core.modes.story.rules.intents import words_of
from parley.core.modes.story.state import StoryState

LATELY = 2
"""In so many of the player's last turns what is possible is not named again."""
QUOTED = 40
"""Characters of a deed that are said again."""


@cache
def _said(language: str) -> dict[str, Any]:
    tables: dict[str, Any] = tomllib.loads(packaged("prompts", "story_refusals.toml").read_text("utf-8"))
    return tables["de" if language == "de" else "en"]  # type: ignore[no-any-return]


@cache
def _words(kind: str) -> frozenset[str]:
    return frozenset(word for language in ("en", "de") for word in _said(language)["words"][kind].split())


def colours(clause: str) -> bool:
    """Whether a deed is mere colour: it is about the player alone, and changes nothing ("I take off my boots")."""
    said = set(words_of(clause))
    return bool(_words("colour") & said or (_words("hops") & said and _words("furniture") & said))


def refusal(state: State, clause: str, deed: str) -> str:
    """Why nothing comes of a deed; `clause`, its words in small letters, `deed`, as the player wrote it."""
    story = state[StoryState]
    if len(words_of(clause)) + 1 < len(words_of(story.act)):
        kind = "part"
    elif story.phase == "dialogue":
        kind = "talk"
    else:
        kind = "world" if _words("world").intersection(words_of(clause)) else "lacking"
    told = [entry for entry in state.entries if entry.kind == "event"]

    def last_told(form: str) -> int:
        mark = max(form.split("{deed}"), key=len)
        return next((entry.seq for entry in reversed(told) if mark in entry.text), -1)

    forms: list[str] = _said(state.setup.language)["forms"][kind]
    said = min(forms, key=last_told).replace("{deed}", _short(deed))
    return said if kind == "part" else f"{said} {named(state)}".rstrip()


def named(state: State) -> str:
    """What is possible here; empty where it was named lately."""
    can, told = possible(state), [entry for entry in state.entries if entry.kind == "event"]
    lines = [entry.seq for entry in state.entries if entry.kind == "line" and entry.speaker == PLAYER]
    since = lines[-LATELY - 1] if len(lines) > LATELY else -1
    return "" if any(entry.seq > since and can in entry.text for entry in told) else can


def shown(clause: str) -> bool:
    """Whether a thing is only put to its plain use, which changes nothing: a lantern is lit, a bell rung."""
    return bool(_words("shown").intersection(words_of(clause)))


def _short(deed: str) -> str:
    if len(deed) <= QUOTED:
        return deed
    return deed[:QUOTED].rsplit(" ", 1)[0].rstrip(",;:–- ") + " …"
