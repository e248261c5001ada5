"""A policy: who is behind speaks first."""

from __future__ import annotations

from parley.core.base.clock import SeededRandom
from parley.core.base.sentences import Sentence
from parley.core.turn_taking.policies import policy
from parley.core.turn_taking.selection import Selection, SelectionContext, certain
from parley_quiz.state import QuizState


@policy(en="Whoever is behind", de="Wer zurückliegt")
def behind(situation: SelectionContext, rng: SeededRandom) -> Selection:
    """The one with the fewest points; without a quiz, whoever has had the fewest turns. Chance decides among equals."""
    quiz = situation.state.find(QuizState) if situation.state is not None else None
    counts = quiz.scores if quiz is not None else situation.spoken
    able = situation.eligible - {situation.last_speaker} or situation.eligible
    fewest = min(counts.get(member, 0) for member in able)
    equal = [member for member in situation.members if member in able and counts.get(member, 0) == fewest]
    chosen = rng.generator(situation.turn, f"behind:{situation.attempt}").choice(equal)
    return certain("behind", Sentence("is behind with {count}", count=fewest), situation, chosen)
