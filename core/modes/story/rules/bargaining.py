"""A trade of several things: what is wanted, what is given for it, and how many coins, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parley.core.modes.story.rules.asked import Asked
from parley.core.modes.story.rules.names import wordlist
from parley.core.modes.story.rules.spoken import number_of
from parley.core.modes.story.rules.wishes import BESIDE, Intent

MOST_GOODS = 6
"""Things that are heard in a trade."""

COUNTED = 3
"""So many words before a thing its count may stand: "two jars of honey"."""

FAR = 2
"""So many words behind "for" a bare number is a price: "for only 3"."""


@dataclass(frozen=True)
class _Good:
    """Something that is named: how many (0: all), and the places of its words and count, the last excluded."""

    item: str
    count: int
    first: int
    last: int


class Bargained(Asked):
    """A line in which things are named with their counts, on two sides."""

    def _bargain(self, *, gives: bool = False) -> Intent | None:
        """The trade that a line proposes, if it names more than one thing; `gives`: what both have is offered."""
        said, known = self.whole, self.known
        if wordlist("negations").intersection(said):
            return None
        goods = self._goods(said)
        cut = next((at for at, word in enumerate(said) if word in wordlist("for")), -1)
        coins = [good for good in goods if good.item in known.coins]
        things = [good for good in goods if good.item not in known.coins]
        own = [good for good in things if self._own(good, said, gives=gives or self._hands(said))]
        if cut >= 0 and len(own) == len(things) > 1:
            # "I swap bread for honey", and they have both, too.
            own = [good for good in own if good.first < cut or good.item not in known.theirs]
        wanted = [good for good in things if good not in own]
        if own and wanted and coins and cut >= 0 and (own[0].first < cut) != (coins[0].first < cut):
            # "The rope and three coins for my lamp": they would have to pay, too.
            return None
        price = coins[0].count if coins else self._bare_price(said, goods, cut)
        if wanted and (own or price or len(wanted) > 1):
            return self._with("buy", wanted, price, own)
        return self._with("sell", own, price, []) if own and not wanted and (price or len(own) > 1) else None

    def _beside(self, label: str) -> Intent | None:
        """What an answer to an offer names beside what it is about: "I pay with my lamp", "but throw in a candle"."""
        said, known = self.whole, self.known
        named = self._goods(said)
        more = next((good for good in named if good.item == known.offer and good.count > 1), None)
        if more and len(named) == 1 and label not in ("accept", "decline"):
            # "And for two ropes?"
            return Intent("price", "", more.item, more.count, clause=self.text.strip())
        goods = [good for good in named if good.item not in known.coins and good.item != known.offer]
        negated = bool(wordlist("negations").intersection(said))
        if not goods or (negated and label != "decline"):
            return None
        own = [good for good in goods if self._own(good, said, gives=self._hands(said))]
        wanted = [good for good in goods if good not in own]
        if wanted and (label in ("decline", "price") or wordlist("instead").intersection(said)):
            return Intent("price", "", wanted[0].item, wanted[0].count, clause=self.text.strip())
        if label == "decline":
            return None
        price = next((good.count for good in named if good.item in known.coins), 0)
        spoken = {at for good in named for at in range(good.first, good.last)}
        price = price or next(
            (number_of(word) for at, word in enumerate(said) if at not in spoken and number_of(word)), 0
        )
        if known.offer in known.mine - known.theirs:
            return self._with("sell", own, price, [], BESIDE) if own and not wanted else None
        if wanted:
            return self._with("buy", wanted, price, own, BESIDE)
        return self._with("buy", [_Good(known.offer, 1, 0, 0)], price, own, BESIDE)

    def _hands(self, said: Sequence[str]) -> bool:
        """Whether the player would hand something over: "I'd add bread", "can I pay with bread?"."""
        return bool(wordlist("handing").intersection(said) and wordlist("first").intersection(said))

    def _with(self, kind: str, goods: Sequence[_Good], price: int, paid: Sequence[_Good], about: str = "") -> Intent:
        (first, *more), swap = goods, paid[0] if paid else None
        return Intent(
            "buy" if kind == "buy" else "sell", "", first.item, first.count, price,
            swap.item if swap else "", swap.count if swap else 1, about=about,
            more=tuple((good.item, good.count) for good in more),
            more_swap=tuple((good.item, good.count) for good in paid[1:]), clause=self.text.strip(),
        )  # fmt: skip

    def _goods(self, said: Sequence[str]) -> list[_Good]:
        """The things that are named, in their order, each once."""
        words, found = list(said), list[_Good]()
        while len(found) < MOST_GOODS:
            one = self._thing(words, pronouns=False)
            if one.near:
                # Two names that fit equally well, one behind the other.
                one = self._thing(words[: one.last], pronouns=False)
            if not one.id or (one.typed and found):
                break
            at = self._count_of(words, one.first)
            number = self._number(words, at) if at >= 0 else 0
            found.append(_Good(one.id, number or 1, at if number else one.first, one.last))
            words[found[-1].first : one.last] = [""] * (one.last - found[-1].first)
        order: list[_Good] = []
        for good in sorted(found, key=lambda good: good.first):
            if order and order[-1].last >= good.first - said[order[-1].last : good.first].count("of"):
                # "Ein Glas Honig": of the two names in a row the first is only how much.
                good = replace(good, count=order[-1].count, first=order[-1].first)
                order.pop()
            if good.item not in {before.item for before in order}:
                order.append(good)
        return order

    def _count_of(self, said: Sequence[str], first: int) -> int:
        """Where the count of the thing that is named at `first` stands; -1: it has none."""
        for at in range(first - 1, max(-1, first - 1 - COUNTED), -1):
            before = said[at - 1] if at else ""
            if self._number(said, at):
                return at
            if not said[at] or (said[at] in wordlist("articles") and before not in ("of", "von")):
                # "Ten the sabre is not worth."
                return -1
        return -1

    def _number(self, said: Sequence[str], at: int) -> int:
        word = said[at]
        return 2 if word in wordlist("couple") else number_of(word)

    def _own(self, good: _Good, said: Sequence[str], *, gives: bool) -> bool:
        """Whether a thing is the player's to give."""
        known, before = self.known, said[max(0, good.first - 2) : good.last]
        if good.item not in known.mine or wordlist("mine").intersection(before):
            return good.item in known.mine
        return good.item not in known.theirs or (gives and not wordlist("others_own").intersection(before))

    def _bare_price(self, said: Sequence[str], goods: Sequence[_Good], cut: int) -> int:
        """A number without coins behind "for": "the honey for 3"."""
        named = {at for good in goods for at in range(good.first, good.last)}
        if cut > 0 and cut - 1 not in named and (number := number_of(said[cut - 1])):
            # "Ten for the coat."
            return number
        behind = [at for at in range(cut + 1, min(len(said), cut + 1 + FAR)) if at not in named] if cut >= 0 else []
        return next((number for at in behind if (number := number_of(said[at]))), 0)
