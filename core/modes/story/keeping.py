"""What the Keeper says: the rules' sentences in the words there are, and whether a line keeps to them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Blow
from parley.core.modes.story.fitting import in_words, sentences
from parley.core.modes.story.moment import facts
from parley.core.modes.story.rehearsal.grammar import capital
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

_NUMBER = re.compile(r"\d+")
_DIFFICULTY = re.compile(r"\b(?:DC|SG)\s*\d+", re.IGNORECASE)
_CLAUSE = re.compile(r"(?<=[,;:])\s+")
_FIRST_WORDS = 3
"""Words among which the Keeper's first number must be."""


def decided(state: State) -> list[str]:
    """What the rules decided in this story turn, as sentences; of a fight that just began, who comes in which order."""
    story, language = state[StoryState], state.setup.language
    told = facts(story)
    if story.fight is not None and not story.fight.round and story.resolved == story.turn:
        articles = words(language, "articles", part="speaking").split()
        names = {check.who: state.name_of(check.who) for check in story.fight.initiative}
        if len(" ".join(names.values()).split()) > len(names):
            # Short enough for the Keeper, however many fight.
            names = {one: _brief(state, one, articles, 1) for one in names}
        order = ", ".join(f"{check.roll.total} {names[check.who]}" for check in story.fight.initiative)
        told = [*told, words(language, "initiative", part="speaking", order=order)]
    return told


def brief(state: State) -> list[str]:
    """What the rules decided in this story turn as the Keeper says it, the weightiest first.

    A blow is whole: who hit whom, by which throw, how hard, and what is left; each is no longer than the Keeper speaks,
    as far as names allow it.
    """
    story = state[StoryState]
    fought = story.round_fought
    if fought is None or fought.story_turn != story.turn:
        return decided(state)
    most = state.setup[StoryConfig].setting.rules.keeper_words
    struck = sorted((blow for blow in fought.blows if blow.text), key=_weight, reverse=True)
    after = [text for text in facts(story) if text != fought.text]
    return [*(_said(state, blow, most) for blow in struck), *after]


def ledger(state: State) -> str:
    """A round as it is entered in the books: the throw that weighed most, and how both sides stand; empty: no round.

    It says in other words what the round's own sentence says, and beside it how much everybody has left of how much.
    """
    story, language = state[StoryState], state.setup.language
    fought = story.round_fought
    if fought is None or fought.story_turn != story.turn or story.fight is None:
        return ""
    blow = max((blow for blow in fought.blows if blow.text), key=_weight, default=None)
    if blow is None or not blow.checks or blow.action != "attack":
        return ""
    check, articles = blow.checks[0], words(language, "articles", part="speaking").split()
    there = [one for one in story.fight.order if one == PLAYER or story.is_here(one)]
    stands = {
        one: f"{_brief(state, one, articles, 1)} {story.people[one].health}/{_most(state, one)}"
        for one in there
        if story.people[one].health > 0
    }
    actor = _brief(state, blow.actor, articles, 1)
    key = "ledger_hit" if blow.damage else "ledger_miss"
    values = {"actor": capital(actor), "total": check.roll.total, "against": check.against, "damage": blow.damage}
    for of in (there, [blow.target, blow.actor], [blow.target]):
        if told := [stands[one] for one in of if one in stands]:
            text = words(language, key, part="speaking", stands=", ".join(map(capital, told)), **values)
            if len(text.split()) <= state.setup[StoryConfig].setting.rules.keeper_words:
                return text
    return ""


def _most(state: State, who: str) -> int:
    story = state[StoryState]
    return story.health if who == PLAYER else story.people[who].person.health


def keeps_to(line: str, told: list[str], first: str = "") -> bool:
    """Whether a line of the Keeper's has all numbers of `first` and none but those of `told`, one near its beginning.

    Where the rules decided nothing, at most a difficulty may be named; where `first` has no number, none is asked for.
    """
    if not told:
        return not _NUMBER.search(_DIFFICULTY.sub("", line))
    said = set(_NUMBER.findall(line))
    numbered = _NUMBER.search(first or " ".join(told))
    near = not numbered or any(_NUMBER.search(word) for word in line.split()[:_FIRST_WORDS])
    return near and set(_NUMBER.findall(first)) <= said <= set(_NUMBER.findall(" ".join(told)))


def leading(told: list[str], most: int) -> tuple[str, str]:
    """As many whole ones of the rules' sentences as fit into `most` words, one at least, and the rest."""
    said = [one for each in told for one in sentences(each)]
    kept = 1
    while kept < len(said) and len(" ".join(said[: kept + 1]).split()) <= most:
        kept += 1
    text, cut = in_words(" ".join(said[:kept]), most)
    return text, " ".join(part for part in (cut, *said[kept:]) if part)


def _weight(blow: Blow) -> tuple[int, int]:
    """How much a blow matters: who falls, then what was done to the player and by them, then the others."""
    mine = PLAYER in {blow.actor, blow.target}
    falls = blow.damage > 0 and blow.health <= 0
    return (4 * falls + 2 * (blow.damage > 0) + mine, blow.damage)


def _said(state: State, blow: Blow, most: int) -> str:
    """A blow in at most `most` words, where that can be."""
    forms = [blow.text]
    if blow.damage > 0 and blow.checks:
        forms += _struck(state, blow)
    else:
        clauses = _CLAUSE.split(blow.text)
        forms += [" ".join(clauses[:kept]).rstrip(" ,;:.") + "." for kept in range(len(clauses) - 1, 0, -1)]
    return next((form for form in forms if len(form.split()) <= most), forms[-1])


def _struck(state: State, blow: Blow) -> Iterator[str]:
    """A blow that hurt, told ever more briefly: names lose their articles, then all but their last word."""
    language, check = state.setup.language, blow.checks[0]
    key = "felled" if blow.health <= 0 else "hit"
    articles = words(language, "articles", part="speaking").split()
    for ending, most in (("", 9), ("_short", 9), ("", 1), ("_short", 1)):
        yield words(
            language, key + ending, part="speaking", total=check.roll.total, against=check.against, damage=blow.damage,
            left=blow.health, actor=_brief(state, blow.actor, articles, most),
            target=_brief(state, blow.target, articles, most),
        )  # fmt: skip


def _brief(state: State, who: str, articles: list[str], most: int) -> str:
    people = state[StoryState].people
    name = people[who].person.name if who in people and who != PLAYER else state.name_of(who)
    bare = [word for word in name.split() if word.casefold() not in articles]
    return " ".join(bare[-most:]) or name
