"""The policies that need nobody's decision, each with its whole reason."""

from __future__ import annotations

from parley.core.base.clock import SeededRandom
from parley.core.base.sentences import Sentence
from parley.core.log.events.turn import Candidate
from parley.core.turn_taking.policies import policy
from parley.core.turn_taking.selection import Selection, SelectionContext, certain, drawn, named, normalised, weigh

ADDRESSED_BONUS = 2.0


@policy(en="By affinity and share of talk", de="Nach Affinität und Redeanteil")
def affinity(context: SelectionContext, rng: SeededRandom) -> Selection:
    """Draw by warmth: whoever gets on with the last speaker and has said little is likelier."""
    return drawn("affinity", "weighted draw", context, rng, weigh(context, rng))


@policy(en="Whoever is addressed by name", de="Wer beim Namen genannt wird")
def addressed(context: SelectionContext, rng: SeededRandom) -> Selection:
    """Draw as `affinity` does, with a bonus for whoever the last turn addresses by name."""
    called = named(context.last_text, context.names) - {context.last_speaker}  # who names themselves calls nobody
    bonus = dict.fromkeys(called, ADDRESSED_BONUS)
    who = ", ".join(context.names[member] for member in context.members if member in called)
    reason = (
        Sentence("weighted draw; the last turn names {names}", names=who)
        if who
        else Sentence("weighted draw; nobody was named")
    )
    return drawn("addressed", reason, context, rng, weigh(context, rng, bonus=bonus))


@policy(en="By chance", de="Durch Zufall")
def random(context: SelectionContext, rng: SeededRandom) -> Selection:
    """Draw anybody but the last speaker, all alike."""
    able = context.eligible - {context.last_speaker} or context.eligible  # who is left alone speaks again
    raw = [
        Candidate(member=member, base=1.0, weight=1.0) if member in able else Candidate(member=member)
        for member in context.members
    ]
    return drawn("random", "equal chances", context, rng, normalised(raw, context))


@policy(en="In turn", de="Reihum", opening="own")
def round_robin(context: SelectionContext, rng: SeededRandom) -> Selection:
    """Return the next in cast order who may speak."""
    order = list(context.members)
    start = order.index(context.last_speaker) + 1 if context.last_speaker in order else 0  # the director is not in it
    chosen = next(
        member for member in (order[(start + i) % len(order)] for i in range(len(order))) if member in context.eligible
    )
    return certain("round_robin", "next in order", context, chosen)
