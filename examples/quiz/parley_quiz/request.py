"""What somebody may ask for in a quiz, and the configuration that is made of it."""

from __future__ import annotations

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import UnknownName, UsageError
from parley.core.engine.composing import (
    carried_affinities,
    chosen_members,
    get_language_of,
    get_limits_of,
    get_memories_of,
    said_topic,
    seeded,
)
from parley.core.engine.composition import Composing
from parley.core.engine.run_request import CastRequest, RequestSpec, Text, asked
from parley.core.formats import Format, Localised
from parley.core.log.config import RunConfig
from parley_quiz.config import QuizConfig

FORMAT = Format(
    id="quiz",
    name=Localised(en="Quiz", de="Quiz"),
    purpose=Localised(en="To find out who knows most.", de="Herauszufinden, wer am meisten weiß."),
    members=(3, 6),
    turns=(1, 1_000),
    temperature=0.7,
    opening=Localised(en="Ask the first question.", de="Stelle die erste Frage."),
    closing=Localised(en="Come to an end.", de="Komm zu einem Ende."),
    distils=(),
    cap=240,
    room="",
)
TOPIC = Localised(en="general knowledge", de="Allgemeinwissen")


class QuizRequest(CastRequest):
    """A quiz: each round a question, an answer of every contestant, and points for the best."""

    quizmaster: Text = asked(
        "",
        "Quizmaster",
        "Who asks: an id or a name; else the cast's coordinator.",
        widget="person",
        de={"title": "Quizleitung", "description": "Wer fragt: eine id oder ein Name; sonst, wer koordiniert."},
    )
    rounds: int = asked(
        5,
        "Questions",
        "How many are asked.",
        ge=1,
        le=100,
        unit="questions",
        de={"title": "Fragen", "description": "Wie viele gestellt werden.", "unit": "Fragen"},
    )
    points: int = asked(
        1,
        "Points",
        "What a good answer is worth.",
        ge=1,
        le=100,
        unit="points",
        advanced=True,
        de={"title": "Punkte", "description": "Was eine gute Antwort wert ist.", "unit": "Punkte"},
    )
    policy: Text = asked(
        "behind",
        "Next contestant",
        "Who answers next.",
        choices="policies",
        advanced=True,
        de={"title": "Als Nächstes", "description": "Wer als Nächstes antwortet."},
    )


def compose(request: QuizRequest, composing: Composing) -> RunConfig:
    """The configuration of a quiz, as yet without an id. Raises `UsageError` and its kin."""
    cast = composing.library.cast(request.cast)
    language = get_language_of(request.language, cast.language)
    seed = seeded(request.seed)
    members = chosen_members(cast, FORMAT, request.members, SeededRandom(seed))
    if len(members) < 3:
        raise UsageError("A quiz needs a quizmaster and two contestants.", hint="Name others with --members.")
    names = {each.id: each.id for each in members} | {each.name.casefold(): each.id for each in members}
    wanted = request.quizmaster.strip()
    coordinator = next((each.id for each in members if each.coordinator), members[0].id)
    quizmaster = names.get(wanted.casefold(), "") if wanted else coordinator
    if not quizmaster:
        raise UnknownName("member of this quiz", wanted, [each.id for each in members])
    config = RunConfig(
        id="",
        mode="quiz",
        cast_id=cast.id,
        cast_name=cast.name,
        members=members,
        format=FORMAT,
        topic=said_topic(request.topic) or TOPIC.text(language),
        title=FORMAT.name.text(language),
        plan=cast.plan,
        language=language,
        seed=seed,
        turns=0,
        policy=request.policy,
        voice=composing.voice(language),
        cap=FORMAT.cap,
        temperature=FORMAT.temperature,
        limits=request.limits or get_limits_of(composing.settings),
        simulated=request.simulated,
        quiz=QuizConfig(quizmaster=quizmaster, rounds=request.rounds, points=request.points),
    )
    carried = composing.carried(request, config)
    affinities = carried_affinities(cast, members, carried.changes)
    return config.model_copy(update={"affinities": affinities, "memories": get_memories_of(config, carried)})


REQUESTS = (
    RequestSpec(name="quiz", title=Localised(en="Quiz", de="Quiz"), model=QuizRequest, compose=lambda: compose),
)
