"""The mode as everybody else sees it."""

from __future__ import annotations

from parley.core.base.registry import late
from parley.core.engine.mode_spec import ModeSpec
from parley.core.formats import Localised
from parley.core.log.codec import find_events_in
from parley_quiz import events
from parley_quiz.behaviour import QuizBehaviour
from parley_quiz.config import QuizConfig
from parley_quiz.export import between, report
from parley_quiz.request import REQUESTS
from parley_quiz.state import SLICES

QUIZ = ModeSpec(
    name="quiz",
    title=Localised(en="quiz", de="Quiz"),
    section="quiz",
    config=QuizConfig,
    events=find_events_in(events),
    slices=SLICES,
    between=between,
    behaviour=QuizBehaviour(),
    requests=REQUESTS,
    export=late("parley_quiz.export:EXPORT"),
    report=report,
    load=late("parley_quiz.mode:MODE"),
)
