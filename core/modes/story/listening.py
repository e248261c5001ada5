"""Whom a question is put to that names nobody."""

from __future__ import annotations

import re

from parley.core.log.state import State
from parley.core.modes.story.rules.intents import Intent, wordlist, words_of
from parley.core.modes.story.rules.spoken import spoken_words
from parley.core.modes.story.state import StoryState

SHORTEST_ASKED = 4
"""Words of a question with which the player turns to somebody without naming them."""

SEEN = ("things", "place", "ways", "people", "carried", "money", "health", "quests")
"""What a question may be about that everybody here can see or count."""

_SIGHT = re.compile(r"\W*(?:(?:is|are) there|gibt es|gibt's|what(?:'s| is|’s) (?:on|in|at|here|there))\b")
_WHOSE = frozenset(("whose", "owns", "wem", "wessen"))
_YOU = frozenset(("you", "your", "du", "dir", "dich", "dein", "deine", "deinen", "sie", "ihnen"))


def listener(state: State, wish: Intent) -> str:
    """Who of those here is asked by a question that is neither about the player nor for the rules to answer: the one
    last spoken with, else the only one; empty: nobody, or the rules answer."""
    story, spoken = state[StoryState], spoken_words().parts
    said, patterns = words_of(wish.clause), (*spoken["asks"].values(), *spoken["meta"].values())
    mine = wordlist("first").intersection(said) and not _YOU.intersection(said)
    named = bool(wish.target or wish.item) and not _WHOSE.intersection(said)
    if story.phase != "exploration" or named or "?" not in story.act or mine:
        return ""
    whose = bool(_WHOSE.intersection(said))
    if (wish.about in SEEN and not whose) or _SIGHT.match(wish.clause):
        return ""
    ours = wordlist("articles") | wordlist("fillers") | _YOU
    if len(said) < SHORTEST_ASKED or not ours.intersection(said) or any(one.search(wish.clause) for one in patterns):
        return ""
    here = story.present()
    lately = (entry.speaker for entry in reversed(state.entries) if entry.kind == "line" and entry.speaker in here)
    return here[0] if len(here) == 1 else next(lately, "")
