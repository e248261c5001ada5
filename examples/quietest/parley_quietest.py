"""A policy: whoever has had the fewest turns speaks next."""

from parley.core.base.clock import SeededRandom
from parley.core.base.sentences import Sentence
from parley.core.turn_taking.policies import policy
from parley.core.turn_taking.selection import Selection, SelectionContext, certain


@policy(en="Whoever has said least", de="Wer am wenigsten gesagt hat")
def quietest(context: SelectionContext, rng: SeededRandom) -> Selection:
    """Among those who may speak; chance decides among equals."""
    able = context.eligible - {context.last_speaker} or context.eligible
    fewest = min(context.spoken.get(member, 0) for member in able)
    equal = [each for each in context.members if each in able and context.spoken.get(each, 0) == fewest]
    chosen = rng.generator(context.turn, f"quietest:{context.attempt}").choice(equal)
    return certain("quietest", Sentence("has had {count} turns", count=fewest), context, chosen)
