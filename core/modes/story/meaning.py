"""Which of somebody's written answers the player means, where a model for embeddings is there to tell."""

from __future__ import annotations

import msgspec

from parley.core.base.errors import ParleyError
from parley.core.engine.requests import turn_request
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import TurnKind, TurnStarted
from parley.core.modes.story.events import AnswerMatched
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import sentence
from parley.core.modes.story.written_words import get_keys_of, sought

LEAST = 0.4
"""How near a key of an answer and what was said are at least, as the cosine of their standardised vectors.

Chosen by all-MiniLM-L6-v2 on the English ferry: 30 questions in other words than its keys, and 24 about nothing of its
world, these put to two people. At 0.4, 19 of the 30 are answered as they were meant, 6 by an answer beside it, 5 by "I
do not know"; of the 48 others one is answered. At 0.36 it is 21, 8 and 1, and seven others; at 0.5 14, 5 and 11, and
none. Keys alone are compared: with the answers' own texts fewer were right (19 of 30 without a threshold, not 21), for
what somebody says of a thing is often in words of their own. Raw vectors did nearly as well at 0.42, but what is near
in these differs from model to model. Nothing was measured in German.
"""


async def find_meant(stage: Stage, member: str, kind: TurnKind) -> None:
    """Write down which of the written answers of `member`, who speaks next, the player means; not where keys tell.

    Nothing is written where no model is there to be asked. One that fails is told in the event, and keys decide.
    """
    state, near, language = stage.state, stage.nearness, stage.config.language
    before = state[StoryState].meant
    told = before is not None and (before.turn, before.member) == (state.next_turn, member)
    if near is None or told or not (model := near.model(language)):
        return
    started = TurnStarted(at=stage.clock.now(), turn=state.next_turn, member=member, kind=kind)
    heard, sayings = sought(turn_request(state.setup, stage.perspective(member), started, state))
    answers = {key: each.text.text(language) for each in sayings for key in get_keys_of(each, language)}
    if not answers:
        return
    # As before every call that is waited for: there must be a log for what comes of it.
    stage.log.ensure_whole()
    asked = AnswerMatched(at=stage.clock.now(), turn=state.next_turn, member=member, model=model)
    try:
        scores = await near.near(heard, list(answers), language)
    except ParleyError as error:
        note = sentence(language, "not_by_meaning", part="speaking", why=error.sentence)
        stage.append(msgspec.structs.replace(asked, note=note))
        return
    score, key = max(zip(scores, answers, strict=True), key=lambda each: each[0])
    score = round(score, 4)
    stage.append(msgspec.structs.replace(asked, answer=answers[key], key=key, score=score, least=LEAST))
