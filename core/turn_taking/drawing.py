"""The policies that need nobody's decision, each with its whole reason."""

from __future__ import annotations

from core.base.clock import SeededRandom
from core.base.sentences import Sentence
from core.log.events.turn import Candidate
from core.turn_taking.policies import policy
from core.turn_taking.selection import Selection, SelectionContext, certain, drawn, named, normalised, weigh

ADDRESSED_BONUS = 2.0


@policy(en="By affinity and share of talk", de="Nach Affinität und Redeanteil")
def affinity(situation: SelectionContext, draws: SeededRandom) -> Selection:
    """Whoever gets on with the last speaker and has said little is likelier."""
    return drawn("affinity", "weighted draw", situation, draws, weigh(situation, draws))


@policy(en="Whoever is addressed by name", de="Wer beim Namen genannt wird")
def addressed(situation: SelectionContext, draws: SeededRandom) -> Selection:
    """As `affinity`, with a bonus for whoever the last turn addresses by name."""
    called = named(situation.last_text, situation.names) - {situation.last_speaker}
    bonus = dict.fromkeys(called, ADDRESSED_BONUS)
    who = ", ".join(situation.names[member] for member in situation.members if member in called)
    reason = (
        Sentence("weighted draw; the last turn names {names}", names=who)
        if who
        else Sentence("weighted draw; nobody was named")
    )
    return drawn("addressed", reason, situation, draws, weigh(situation, draws, bonus=bonus))


@policy(en="By chance", de="Durch Zufall")
def random(situation: SelectionContext, draws: SeededRandom) -> Selection:
    """Anybody but the last speaker, all alike."""
    able = situation.eligible - {situation.last_speaker} or situation.eligible
    raw = [
        Candidate(member=member, base=1.0, weight=1.0) if member in able else Candidate(member=member)
        for member in situation.members
    ]
    return drawn("random", "equal chances", situation, draws, normalised(raw, situation))


@policy(en="In turn", de="Reihum", opening="own")
def round_robin(situation: SelectionContext, draws: SeededRandom) -> Selection:
    """The next in cast order who may speak."""
    order = list(situation.members)
    start = order.index(situation.last_speaker) + 1 if situation.last_speaker in order else 0
    chosen = next(
        member
        for member in (order[(start + i) % len(order)] for i in range(len(order)))
        if member in situation.eligible
    )
    return certain("round_robin", "next in order", situation, chosen)
