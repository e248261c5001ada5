"""A linear classifier of player lines: which kind of wish a line is, beside what the rules read in it.

A multinomial logistic regression over the words of a line, its character n-grams, where the player is, and the kind
that the rules found; names are masked, so that it knows no setting. Its weights are `resources/models/intents.npz`,
made by `scripts/train_intents.py` from the labelled lines in `scripts/player_lines`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parley.core.base.linear import grams, hashed, linear, neighbours
from parley.core.modes.story.rules.names import Named, which, words_of
from parley.core.modes.story.rules.spoken import number_of
from parley.core.modes.story.rules.wishes import Intent, Known

SEVERAL = "several"
"""The label of a line that holds more than one wish."""

MOST_WORDS = 60
"""Words of a line that are looked at."""

SURE = {
    "accept": 0.5, "attack": 0.7, "buy": 0.6, "drop": 0.6, "give": 0.9, "part": 0.6, "sell": 0.6, "steal": 0.6,
    "take": 0.5, "threaten": 0.8,
}  # fmt: skip
"""Probability from which a label is believed that nobody can take back, unless the rules have read the same."""


def guess(text: str, known: Known, read: Sequence[Intent]) -> str:
    """The label of what a line most likely is. `read` is what the rules made of it, which counts, too."""
    model = linear("intents")
    odds = model.odds(columns(text, known, read))
    ranked = (int(at) for at in odds.argsort()[::-1])
    ruled = label_of(read, known)
    labels = model.labels
    return next(labels[at] for at in ranked if labels[at] == ruled or odds[at] >= SURE.get(labels[at], 0))


def label_of(read: Sequence[Intent], known: Known) -> str:
    """The label of what was read: the wish's kind, of a question with what it is about."""
    if len({wish.kind for wish in read}) > 1:
        return SEVERAL
    wish = read[0]
    if wish.kind != "ask":
        return "say" if wish.kind == "wait" else wish.kind
    if wish.target in known.people or wish.target in known.foes:
        return "ask.people"
    if wish.item:
        return "ask.things"
    return "ask.ways" if wish.target else f"ask.{wish.about or 'place'}"


def columns(text: str, known: Known, read: Sequence[Intent]) -> list[int]:
    """The columns of the features that a line has, each once."""
    return hashed(_features(text, known, read))


def where(known: Known) -> str:
    """Where the player is: walking about, in a talk, before an open offer, or in a fight."""
    return "fight" if known.fighting else "offer" if known.offer else "talk" if known.partner else "explore"


def masked(said: Sequence[str], known: Known) -> list[str]:
    """The words of a line, names of what there is as what they are: "go to the «place»"."""
    coins = {one: name for one, name in known.items.items() if one in known.coins}
    things = {one: name for one, name in known.items.items() if one not in known.coins}
    others = {one: name for one, name in known.people.items() if one != known.partner}
    partner = {known.partner: known.people[known.partner]} if known.partner in known.people else {}
    found: list[tuple[Named, str]] = [
        (which(said, known.foes), "«foe»"), (which(said, partner, known.called), "«partner»"),
        (which(said, others, known.called), "«person»"), (which(said, known.places, known.also), "«place»"),
        (which(said, things, known.also), "«thing»"), (which(said, coins, known.also), "«coins»"),
        (which(said, known.features), "«feature»"),
    ]  # fmt: skip
    words: list[str] = ["«number»" if number_of(word) and word not in ("one", "eins") else word for word in said]
    taken: set[int] = set()
    for named, mask in sorted(found, key=lambda each: each[0].typed):
        if (named.id or named.near) and not taken.intersection(range(named.first, named.last)):
            taken.update(range(named.first, named.last))
            words[named.first : named.last] = [mask, *[""] * (named.last - named.first - 1)]
    return [word for word in words if word]


def _features(text: str, known: Known, read: Sequence[Intent]) -> Iterator[str]:
    said = words_of(text)[:MOST_WORDS]
    words = masked(said, known)
    here, ruled = where(known), label_of(read, known)
    yield "bias"
    yield f"at {here}"
    yield f"rules {ruled}"
    yield f"rules {ruled} {here}"
    for wish in read:
        yield f"rules {wish.kind} {'unknown' if wish.unknown else 'filled' if wish.target or wish.item else ''}"
    yield f"length {min(len(words), 12) // 2}"
    for mark in '?!*"…':
        if mark in text:
            yield f"mark {mark}"
            yield f"mark {mark} {here}"
    if text.rstrip().endswith("?"):
        yield "asks"
    padded = ["^", *words, "$"]
    yield f"starts {' '.join(padded[1:3])}"
    yield f"starts {' '.join(padded[1:4])}"
    for one in words[:4]:
        yield f"early {one}"
    for one in words:
        yield f"word {one}"
        yield f"word {one} {here}"
        yield f"word {one} rules {ruled}"
        if one[0] != "«":
            yield from grams(one)
    yield from neighbours(words)
