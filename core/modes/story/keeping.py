"""What the Keeper says: the rules' sentences in the words there are, and whether a line keeps to them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parley.core.base.line import Line
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Blow
from parley.core.modes.story.grammar import capital
from parley.core.modes.story.moment import facts
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


def due(state: State) -> list[str]:
    """What the Keeper's turn has to say whole of what the rules decided in this story turn, the weightiest first.

    Of a round that is what the player did, who was hit how hard and who fell, and how the fight ended. A blow is told
    in as few words as names allow: who hit whom, by which throw, how hard, and what is left.
    """
    if not (blows := _weighed(state)):
        return decided(state)
    return [*(_said(state, blow) for blow in blows if _counts(blow)), *_behind(state)]


def by_rules(state: State) -> tuple[str, str]:
    """The Keeper's line as the rules have it: what is due, as much of the rest as fits into its words, and what not."""
    blows, most = _weighed(state), state.setup[StoryConfig].setting.rules.keeper_words
    told = due(state)
    if entry := ledger(state):
        # It says the first of the blows in other words.
        told, blows = [entry, *told[1 if _counts(blows[0]) else 0 :]], blows[1:]
    rest = [_said(state, blow) for blow in blows if not _counts(blow)]
    while rest and len(" ".join([*told, rest[0]]).split()) <= most:
        told.append(rest.pop(0))
    return " ".join(told), " ".join(rest)


def _weighed(state: State) -> list[Blow]:
    """The blows of this story turn's round, the weightiest first; none where there was no round."""
    fought = state[StoryState].round_fought
    if fought is None or fought.story_turn != state[StoryState].turn:
        return []
    return sorted((blow for blow in fought.blows if blow.text), key=_weight, reverse=True)


def _counts(blow: Blow) -> bool:
    """Whether something came of what somebody did, or it was the player."""
    return blow.damage > 0 or blow.actor == PLAYER or blow.action not in {"attack", "wait"}


def _behind(state: State) -> list[str]:
    """What the rules decided beside the blows of a round: how the fight ended."""
    fought = state[StoryState].round_fought
    return [text for text in facts(state[StoryState]) if fought is None or text != fought.text]


def ledger(state: State) -> str:
    """A round as it is entered in the books: the throw that weighed most, and how both sides stand; empty: no round.

    It says in other words what the round's own sentence says, and beside it how much everybody has left of how much.
    """
    story, language = state[StoryState], state.setup.language
    blow = next(iter(_weighed(state)), None)
    if story.fight is None or blow is None or not blow.checks or blow.action != "attack":
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


def keeps_to_rules(state: State, line: Line) -> bool:
    """Whether a line of the Keeper's says all that is due, in its own words or in the rules', and no other numbers."""
    musts = due(state), [by_rules(state)[0]]
    if not musts[0]:
        return keeps_to(line.text, [])
    if line.cut and not all(map(_NUMBER.search, musts[0])):
        # Whether an end without a number is told can be seen by nothing else.
        return False
    told = [*(_said(state, blow) for blow in _weighed(state)), *decided(state), *musts[0], *musts[1]]
    return any(keeps_to(line.text, told, " ".join(must)) for must in musts)


def keeper_room(state: State) -> int:
    """Words that the Keeper has: no fewer than the rules need for what they decided."""
    least = state.setup[StoryConfig].setting.rules.keeper_words
    return max(least, len(by_rules(state)[0].split()), len(" ".join(due(state)).split()))


def _weight(blow: Blow) -> tuple[int, int]:
    """How much a blow matters: who falls, then what was done to the player and by them, then the others."""
    mine = PLAYER in {blow.actor, blow.target}
    falls = blow.damage > 0 and blow.health <= 0
    return (4 * falls + 2 * (blow.damage > 0) + mine, blow.damage)


def _said(state: State, blow: Blow) -> str:
    """A blow in no more words than the Keeper has, where that can be."""
    forms, most = [blow.text], state.setup[StoryConfig].setting.rules.keeper_words
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
