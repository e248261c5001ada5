"""What a log of interviews holds."""

from __future__ import annotations

from parley.core.log.events.base import Count, Event, Money, Seconds, Turn, Word
from parley.core.log.events.turn import Usage

Answer = str | int


class InterviewAsked(Event, frozen=True, kw_only=True, tag="interview.asked"):
    """`member` is asked at `turn` (0: before the first). `number` counts the questions of this log, from 1.

    `kind` is "text", "likert" or "choice". `options` are those of a choice, or the words of a scale's ends; `points`
    are those of the scale. `questionnaire` is the digest of the one that it is an item of, `item` its id there and
    `moment` when that was to be filled in ("before", "after", "6").
    """

    number: Count
    turn: Turn
    member: str
    kind: Word
    question: str
    options: tuple[str, ...] = ()
    points: Count = 0
    questionnaire: str = ""
    item: str = ""
    moment: str = ""


class InterviewAnswered(Event, frozen=True, kw_only=True, tag="interview.answered"):
    """The answer to question `number`: a text, one of the options, or a point of the scale.

    `rehearsed`: rules derived it from the member's state, no model did. `usage` and `cost` (US dollars) have
    failed attempts before it, too; `latency` is in seconds.
    """

    number: Count
    answer: Answer
    provider: str = ""
    model: str = ""
    rehearsed: bool = False
    usage: Usage = Usage()
    cost: Money = 0.0
    latency: Seconds = 0.0
    request_id: str = ""
    request_hash: str = ""


class InterviewFailed(Event, frozen=True, kw_only=True, tag="interview.failed"):
    """Question `number` was not answered; `kind` as a voice's failures, "cancelled" or "unusable". It may have cost."""

    number: Count
    kind: Word
    sentence: str
    usage: Usage = Usage()
    cost: Money = 0.0
    request_id: str = ""


class QuestionnaireFilled(Event, frozen=True, kw_only=True, tag="questionnaire.filled"):
    """Every item of a questionnaire is answered, at every moment that the run has."""

    questionnaire: str


InterviewEvent = InterviewAsked | InterviewAnswered | InterviewFailed | QuestionnaireFilled
