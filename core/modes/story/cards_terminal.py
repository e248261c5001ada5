"""What is remembered, in the terminal: the commands that show and change it."""

from __future__ import annotations

from rapidfuzz import fuzz, process

from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.labels import label
from parley.core.log.state import State
from parley.core.modes.story.cards import Card, cards
from parley.core.modes.story.director import StoryDirector
from parley.core.modes.story.naming import folded
from parley.core.modes.story.words import words

USAGE = {
    "cards": "/cards",
    "card": "/card TITLE: TEXT",
    "note": "/note TITLE: TEXT",
    "pin": "/pin TITLE",
    "forget": "/forget TITLE",
}
MEANT, SHORTEST = 80, 3
"""How alike, of 100, what somebody typed and a part of a title must be, and how long it must be at least."""


def obeyed(director: StoryDirector, name: str, rest: str) -> list[str]:
    """Do what a command says, and what is shown then. Raises `ParleyError`."""
    state = director.state
    if name == "cards":
        return shown(state)
    if not rest:
        raise UsageError(words(state.setup.language, "usage", part="cards", usage=USAGE[name]))
    if name in {"card", "note"}:
        title, mark, text = rest.partition(":")
        if name == "note":
            return [_line(state, director.add_card(title, text).card)]
        card = meant(state, title)
        return [_line(state, director.edit_card(card.id, text=text).card)] if mark else [_shown(state, card)]
    card = meant(state, rest)
    if name == "pin":
        director.edit_card(card.id, pinned=not card.pinned, forgotten=False)
    else:
        director.edit_card(card.id, forgotten=not card.forgotten, pinned=False)
    return [_line(state, card.id)]


def shown(state: State) -> list[str]:
    """All cards, a line each."""
    return [_shown(state, card) for card in cards(state)] or [words(state.setup.language, "none", part="cards")]


def meant(state: State, text: str) -> Card:
    """Which card is meant, by its title as people type it. Raises `UnknownName`."""
    known = cards(state)
    wanted = folded(text)
    for card in known:
        if wanted in {card.id, folded(card.title)}:
            return card
    titles = {place: folded(card.title) for place, card in enumerate(known)}
    best = process.extractOne(wanted, titles, scorer=fuzz.partial_ratio, score_cutoff=MEANT)
    best = best if len(wanted) >= SHORTEST else None
    if best is None:
        raise UnknownName("card", text.strip()[:80], [card.title for card in known])
    return known[best[2]]


def _line(state: State, one: str) -> str:
    return _shown(state, next(card for card in cards(state) if card.id == one))


def _shown(state: State, card: Card) -> str:
    language = state.setup.language
    marks = [key for key in ("pinned", "edited", "forgotten") if getattr(card, key)]
    said = "".join(f" ({words(language, key, part='cards')})" for key in marks)
    return f"{label('card', card.kind, language)} · {card.title}{said}: {card.line}"
