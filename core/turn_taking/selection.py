"""What every choice of the next speaker is made of: the situation, weights, chance, and the reason."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

import msgspec

from parley.core.base.clock import SeededRandom
from parley.core.base.markers import read_common
from parley.core.base.sums import sum_all
from parley.core.cast.affinity import Pair, pair
from parley.core.log.events.turn import Candidate
from parley.core.log.state import State, Turn

AFFINITY_WEIGHT = 0.6
SHARE_WEIGHT = 0.4
JITTER = 0.2


class SelectionContext(msgspec.Struct, frozen=True, gc=False):
    """What a policy looks at: ids in cast order, who may speak, counts of turns, affinities, the last line.

    `state` is the whole run, for policies of a mode; None where somebody looks at a selection alone.
    """

    members: Sequence[str]
    names: Mapping[str, str]
    eligible: frozenset[str]
    spoken: Mapping[str, int]
    affinity: Mapping[Pair, float]
    last_speaker: str
    last_text: str
    turn: int
    attempt: int = 0
    state: State | None = None


class Selection(msgspec.Struct, frozen=True, gc=False):
    """Who was chosen, among whom, and why."""

    member: str
    policy: str
    reason: str
    candidates: tuple[Candidate, ...]
    draw: float = -1.0


def weigh(
    context: SelectionContext,
    rng: SeededRandom,
    *,
    bonus: Mapping[str, float] | None = None,
) -> tuple[Candidate, ...]:
    """Return the candidates' terms: `1 + 0.6·affinity(i, last) − 0.4·share(i) + U(−0.2, 0.2)`, floored at 0.

    The last speaker and whoever may not speak have weight 0. If all weights are 0, the eligible (but for the last
    speaker, if there is anybody else) are equally likely. Probabilities sum to 1.
    """
    turns = sum(context.spoken.values())
    generator = rng.generator(context.turn, f"jitter:{context.attempt}")  # a turn that is taken again draws anew
    last = context.last_speaker
    warmth = AFFINITY_WEIGHT if last in context.members else 0.0  # none at the opening and after the director
    raw: list[Candidate] = []
    for member in context.members:
        # One draw a member, used or not, so that muting somebody does not change the others' luck.
        luck = round(generator.uniform(-JITTER, JITTER), 6)
        if member not in context.eligible or member == last:
            raw.append(Candidate(member=member))
            continue
        liking = round(warmth * context.affinity.get(pair(member, last), 0.5), 6) if warmth else 0.0
        recency = round(-SHARE_WEIGHT * (context.spoken.get(member, 0) / turns if turns else 0.0), 6)
        extra = bonus.get(member, 0.0) if bonus else 0.0
        weight = round(max(0.0, 1.0 + liking + recency + luck + extra), 6)  # of rounded terms: the log adds up
        raw.append(
            Candidate(
                member=member, base=1.0, affinity=liking, recency=recency, jitter=luck, bonus=extra, weight=weight
            )
        )
    return normalised(raw, context)


def normalised(raw: Sequence[Candidate], context: SelectionContext) -> tuple[Candidate, ...]:
    """Return the candidates with probabilities; uniform over those who may speak where no weight is above 0."""
    total = sum_all(candidate.weight for candidate in raw)  # not `sum`: its rounding differs from Python to Python
    if total > 0:
        return tuple(_set_candidate_probability(each, each.weight / total) if each.weight else each for each in raw)
    able = context.eligible - {context.last_speaker} or context.eligible
    return tuple(_set_candidate_probability(each, 1 / len(able)) if each.member in able else each for each in raw)


def _set_candidate_probability(each: Candidate, probability: float) -> Candidate:
    return Candidate(
        member=each.member,
        base=each.base,
        affinity=each.affinity,
        recency=each.recency,
        jitter=each.jitter,
        bonus=each.bonus,
        weight=each.weight,
        probability=round(probability, 6),
    )


def pick_member(candidates: Sequence[Candidate], draw: float) -> str:
    """Return the member in whose stretch of probability `draw` (in [0, 1)) falls."""
    reached = 0.0
    chosen = ""
    for candidate in candidates:
        if candidate.probability > 0:
            chosen = candidate.member  # stays the last: rounded probabilities may end below the draw
            reached += candidate.probability
            if draw < reached:
                break
    return chosen


def drawn(
    policy: str, reason: str, context: SelectionContext, rng: SeededRandom, found: tuple[Candidate, ...]
) -> Selection:
    """Return a choice by chance among the candidates `found`."""
    draw = round(rng.draw_float(context.turn, f"speaker:{context.attempt}"), 6)  # as the log has it; so it may be 1.0
    return Selection(pick_member(found, draw), policy, reason, found, draw)


def certain(policy: str, reason: str, context: SelectionContext, member: str) -> Selection:
    """Return a choice without chance."""
    return Selection(
        member,
        policy,
        reason,
        tuple(
            Candidate(member=each, base=1.0, weight=1.0, probability=1.0) if each == member else Candidate(member=each)
            for each in context.members
        ),
    )


def named(text: str, names: Mapping[str, str]) -> set[str]:
    """Return the members whom `text` addresses.

    A whole name counts wherever it stands as it is written, so that "the writer in me" does not call Writer. A name
    that is also a common word ("Will", "Will" at a sentence's beginning, or one that stands in lower case elsewhere in
    the text) counts only where it is called: after an "@", before a comma, colon, question or exclamation mark, or
    between a comma and the sentence's end. Longer names win over shorter ones that they contain.
    """
    found: set[str] = set()
    rest = unicodedata.normalize("NFC", text)  # an umlaut may be typed as a letter and a mark
    for member, name in sorted(names.items(), key=lambda item: -len(item[1])):
        name = unicodedata.normalize("NFC", name)
        if name not in rest:  # most are not: the expressions below are slower by far
            continue
        whole = rf"(?<!\w){re.escape(name)}(?!\w)"
        if not re.search(whole, rest):
            continue
        lower = name.lower()
        ordinary = lower in read_common() or (lower != name and re.search(rf"(?<!\w){re.escape(lower)}(?!\w)", rest))
        if ordinary and not re.search(rf"@{whole}|{whole}\s*[,:?!]|,\s*{whole}\s*(?:[.;…–—]|$)", rest):
            continue
        found.add(member)
        rest = re.sub(whole, " ", rest)  # so "Anna Lena" does not call Anna as well
    return found


def find_addressees(text: str, speaker: str, names: Mapping[str, str], heard_by: Sequence[str] = ()) -> frozenset[str]:
    """Return the members that `speaker` says a line to: those whom it names, or the only one who hears it.

    `heard_by` empty: everybody of `names` hears it. Empty where it is said to all who hear it.
    """
    others = {member for member in heard_by or names if member != speaker and member in names}
    return frozenset(others) if len(others) == 1 else frozenset(named(text, names) & others)


def said_to(turn: Turn, names: Mapping[str, str]) -> frozenset[str]:
    """Return the members that a turn was said to: as its move has it, else those whom its words address."""
    move = turn.started.move if turn.started is not None else None
    if move is not None and move.to in names:
        return frozenset({move.to})
    return find_addressees(turn.text, turn.member, names, turn.ended.heard_by)
