"""Topologies as data: who speaks after whom, and who hears it. Pure functions of the members and what was said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from parley.core.base.definition import Definition
from parley.core.base.sentences import Sentence

HUBBED = ("star", "broadcast", "panel")
"""Kinds with somebody in the middle."""
RouterKind = Literal["alternation", "round_table", "ring", "star", "broadcast", "panel", "content"]
KINDS: tuple[RouterKind, ...] = ("alternation", "round_table", "ring", "star", "broadcast", "panel", "content")

BACK = 4
"""Rounds that a topology looks back."""

_ARTICLES = frozenset({"the", "der", "die", "das"})

MOST = 30
"""Members that a duologue has at most."""


class Rule(Definition):
    """Whoever's turn comes when the last line has one of these words (whole, without case)."""

    words: tuple[Annotated[str, Field(pattern=r"\S")], ...] = Field(min_length=1)
    to: str


class Router(Definition):
    """Who speaks after whom.

    alternation: two, in turn. round_table: one after the other, all hear all. ring: one after the other, each hears the
    one before alone. star: the hub speaks with one of the others after another; these hear nobody else. broadcast: the
    hub speaks to all, then each answers and is heard by the hub alone. panel: the hub moderates, all hear all: after
    its line come `round` others (0: all but the hub), whom it names or who have been silent longest. content: the
    first of the `rules` that fits the last line says who is next, else the next in order, or a voice where `voice` is
    set. `hub` empty: the first member.
    """

    kind: RouterKind = "alternation"
    hub: str = ""
    round: int = Field(0, ge=0, le=MOST)
    rules: tuple[Rule, ...] = ()
    voice: bool = False

    @model_validator(mode="after")
    def _check_rules(self) -> Self:
        if self.rules and self.kind != "content":
            raise ValueError(Sentence("only a content router has rules, not '{kind_}'", kind_=self.kind))
        if self.kind == "content" and not self.rules and not self.voice:
            raise ValueError("a content router needs rules, or a voice that decides")
        return self

    def find_fault(self, members: Sequence[str]) -> str:
        """Return what does not fit the members, as a sentence; empty where all does."""
        if self.kind == "alternation" and len(members) != 2:
            return Sentence("Alternation is for two; there are {count}. Take round_table for more.", count=len(members))
        if not 2 <= len(members) <= MOST:
            return Sentence("A talk is among 2 to {most}; there are {count}.", most=MOST, count=len(members))
        for named in filter(None, [self.hub, *(rule.to for rule in self.rules)]):
            if named not in members:
                return Sentence("The router names '{name}', who is not in the talk.", name=named)
        return ""


def get_hub_of(router: Router, members: Sequence[str]) -> str:
    """Return the one in the middle; empty where there is none."""
    return (router.hub or members[0]) if router.kind in HUBBED else ""


def next_speaker(
    router: Router,
    members: Sequence[str],
    said: Sequence[tuple[str, str]],
    able: frozenset[str],
    names: Mapping[str, str] = {},
) -> tuple[str, str]:
    """Return who speaks next, of those who are `able` to, and why. `said` are the newest turns, as (who, what): `BACK`
    rounds are enough. A moderator may name whom they want by id or by what `names` says they are called.

    Raises `ValueError` where nobody is able.
    """
    if not able:
        raise ValueError("nobody may speak")
    spoken = [turn for turn in said if turn[0] in members]  # the director's lines choose nobody
    wanted, why = _choose_wanted_speaker(router, members, spoken, able, names)
    if wanted in able:
        return wanted, why
    last = spoken[-1][0] if spoken else ""
    # Whoever is taken instead is another one each time, or two muted ones would leave the floor to a single other.
    if get_hub_of(router, members):
        free = [member for member in members if member in able]
        instead = _find_longest_silent([member for member in free if member != last] or free, spoken)
    else:
        instead = next(member for member in _rotate_order_after(members, last) if member in able)
    return instead, Sentence("{why}, but they are muted", why=why)


def _choose_wanted_speaker(
    router: Router,
    members: Sequence[str],
    said: Sequence[tuple[str, str]],
    able: frozenset[str],
    names: Mapping[str, str],
) -> tuple[str, str]:
    if not said:
        hub = get_hub_of(router, members)
        return (hub, Sentence("the hub opens")) if hub else (members[0], Sentence("the first opens"))
    last, text = said[-1]
    hub = get_hub_of(router, members)
    # Who may not speak is passed over, as if they were not there, unless that is so of all.
    others = _list_able_others(hub, members, able)
    match router.kind:
        case "star" if last != hub:
            return hub, Sentence("back to the hub")
        case "star":
            return _find_longest_silent(others, said), Sentence("the hub turns to the next")
        case "broadcast":
            return _choose_broadcast_answerer(hub, others, said)
        case "panel":
            return _on_the_panel(router, hub, others, said, names)
        case "content":
            for rule in router.rules:
                word = next((word for word in rule.words if _has(text, word)), "")
                if word and rule.to != last:  # nobody answers themselves
                    return rule.to, Sentence("the last line has '{word}'", word=word)
            return _rotate_order_after(members, last)[0], Sentence("no rule fits; the next in order")
        case "alternation":
            return _rotate_order_after(members, last)[0], Sentence("in turn")
        case _:
            return _rotate_order_after(members, last)[0], Sentence("the next in order")


def _choose_broadcast_answerer(hub: str, others: Sequence[str], said: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Return who answers a broadcast, each once, in order; then the hub again."""
    answered: set[str] = set()
    for member, _text in reversed(said):
        if member == hub:
            break
        answered.add(member)
    waiting = [member for member in others if member not in answered]
    return (waiting[0], Sentence("answers the broadcast")) if waiting else (hub, Sentence("all have answered"))


def _on_the_panel(
    router: Router, hub: str, others: Sequence[str], said: Sequence[tuple[str, str]], names: Mapping[str, str]
) -> tuple[str, str]:
    since = 0
    for member, _text in reversed(said):
        if member == hub:
            break
        since += 1
    if since >= (router.round or len(others)):
        return hub, Sentence("the moderator takes the floor")
    if since == 0:  # only the moderator's own line names somebody
        called = {member: _collect_call_names(member, names, others) for member in others}
        named = [member for member in others if any(_has(said[-1][1], name) for name in called[member])]
        if named:
            return named[0], Sentence("the moderator named them")
    last = said[-1][0]
    able = [member for member in others if member != last] or list(others)
    return _find_longest_silent(able, said), Sentence("has been silent longest")


def _collect_call_names(member: str, names: Mapping[str, str], others: Sequence[str]) -> set[str]:
    """Return what a moderator may call a member: the id, the name, or its first word where nobody else's begins with
    it.
    """
    name = names.get(member, member)
    first = name.partition(" ")[0]
    alone = sum(names.get(other, other).partition(" ")[0] == first for other in others) == 1
    # A title or an article is no name.
    is_name = alone and len(first) > 2 and not first.endswith(".") and first.casefold() not in _ARTICLES
    return {member, name, first} if is_name else {member, name}


def _list_able_others(one: str, members: Sequence[str], able: frozenset[str]) -> list[str]:
    """Return those of the others who are able to speak; all others where nobody is."""
    others = [member for member in members if member != one]
    return [member for member in others if member in able] or others


def _find_longest_silent(members: Sequence[str], said: Sequence[tuple[str, str]]) -> str:
    """Return who of them spoke longest ago, the first in order where several have not spoken at all."""
    last = {who: at for at, (who, _text) in enumerate(said)}
    return min(members, key=lambda member: last.get(member, -1))  # `min` returns the first of equals


def _rotate_order_after(members: Sequence[str], member: str) -> list[str]:
    at = members.index(member) + 1 if member in members else 0
    return [*members[at:], *members[:at]]


def _has(text: str, word: str) -> bool:
    # A question mark stands right behind a word; only a word has to be whole.
    before = r"(?<!\w)" if re.match(r"\w", word) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", word) else ""
    return re.search(before + re.escape(word) + after, text, re.IGNORECASE) is not None


def heard_by(
    router: Router,
    members: Sequence[str],
    speaker: str,
    said: Sequence[tuple[str, str]],
    muted: frozenset[str] = frozenset(),
) -> tuple[str, ...]:
    """Return who hears what `speaker` says next; empty: everybody. The speaker themselves is always among them.

    Of the `muted` nobody expects an answer: the hub of a star speaks to somebody else, and in a ring a line goes on,
    past those who only listen, to the first who may answer.
    """
    hub, able = get_hub_of(router, members), frozenset(members) - muted
    if speaker not in members:
        return ()
    match router.kind:
        case "ring":
            around = _rotate_order_after(members, speaker)[:-1]
            until = next((at for at, member in enumerate(around) if member in able), 0)  # where all are muted: the next
            return (speaker, *around[: until + 1])
        case "star" if speaker == hub:
            return (hub, _find_longest_silent(_list_able_others(hub, members, able), said))
        case "star":
            return (speaker, hub)
        case "broadcast" if speaker != hub:
            return (speaker, hub)
        case _:
            return ()
