"""A move in words: as the direction that a model is sent, and as the stage direction that a rehearsal shows."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from parley.core.base.acts import Act
from parley.core.base.line import capped
from parley.core.base.packaged import get_resource
from parley.core.log.events.turn import Move
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import State

LONGEST_QUOTE = 80
"""Characters of a topic, or of a line, that is quoted."""
SLOT = re.compile(r"\{(\w+)\}")
QUOTES = {"en": "“{}”", "de": "„{}“"}


@cache
def move_words(language: str) -> Mapping[str, Any]:
    """Return the table of `resources/prompts/moves.toml` in a language."""
    data = tomllib.loads(get_resource("prompts", "moves.toml").read_text("utf-8"))
    words: dict[str, Any] = data[language]
    return words


@cache
def _find_slots(text: str) -> frozenset[str]:
    return frozenset(SLOT.findall(text))


def quote(text: str, language: str, longest: int = LONGEST_QUOTE) -> str:
    """Return the text in quotation marks, shortened at a word to `longest` characters."""
    return QUOTES[language].format(capped(" ".join(text.split()), longest))


def phrase_move(
    move: Move,
    way: Literal["told", "staged"],
    language: str,
    draw: float,
    *,
    me: str,
    to: str,
    topic: str,
    about: Act | None,
) -> str:
    """Return the move as one sentence: `told` to who makes it, or `staged`, as an audience is told of it.

    `me`, `to` and `topic` are names and the talk's topic, `about` the act of the line that the move is about (None:
    not known). `draw` in [0, 1) chooses among the sentences whose every slot the move can fill.
    """
    words = move_words(language)
    values = {"me": me, "to": to, "topic": topic and quote(topic, language)}
    values["injected"] = move.injected and quote(move.injected, language)
    values |= _build_line_values(words, language, to, about) if to else {}
    texts: Sequence[str] = words[way][move.act]
    fitting = [text for text in texts if all(values.get(slot) for slot in _find_slots(text))]
    if move.injected:
        fitting = [text for text in fitting if "injected" in _find_slots(text)] or fitting
    if not fitting:
        # Nobody is addressed: what is always possible stands in.
        fitting = [text for text in words[way]["inform"] if all(values.get(slot) for slot in _find_slots(text))]
    return fitting[int(draw * len(fitting))].format_map(values)


def phrase_brief_move(move: Move, language: str, *, to: str, topic: str = "", turn: int = 1) -> str:
    """Return the move as a small model is asked for it: one plain request, to `to` (empty: to nobody).

    Who opens, informs, supports or warns is asked for something that happened: a small model tells of it with more
    sense than it argues. A topic that is a question wants advice, unless there are two sides to it.
    """
    words = move_words(language)
    asked = topic.rstrip().endswith("?")
    sided = words[f"brief_{move.stance}"] if move.stance else words["brief_question"] if asked else {}
    act = move.act if to or "{to}" not in words["brief"][move.act] else "inform"
    when = words["brief_when"][turn % len(words["brief_when"])]
    told = [sided.get(act, words["brief"][act]).format(to=to, when=when)]
    if move.stance:
        told.insert(0, sided["side"])
    return " ".join(told)


def direct_move(state: State, move: Move, draw: float) -> str:
    """Write what is told to whoever makes the move: what they answer, the side that they keep, and what to do."""
    config = state.setup
    words, language = move_words(config.language), config.language
    asked = state.turns[move.about - 1] if move.act == "answer" and move.about else None
    parts = []
    if move.injected:
        parts.append(words["injected"].format(injected=quote(move.injected, language)))
    if asked is not None:
        parts.append(words["asked"].format(to=state.name_of(asked.member), said=quote(asked.text, language)))
    if move.stance:
        parts.append(words[move.stance])
    told = phrase_move(
        move, "told", language, draw, me="", to=move.to and state.name_of(move.to), topic=get_topic_of(state),
        about=act_about(state, move),
    )  # fmt: skip
    return " ".join([*parts, told])


def describe_move(state: State, member: str, move: Move) -> str:
    """Tell what `member` does, and what about, in the run's language."""
    told = phrase_move(
        move, "staged", state.setup.language, 0.0, me=state.name_of(member), to=move.to and state.name_of(move.to),
        topic=get_topic_of(state), about=act_about(state, move),
    )  # fmt: skip
    point = move_words(state.setup.language)["staged_point"].format(point=move.point) if move.point else ""
    return f"{told} {point}".strip()


def get_topic_of(state: State) -> str:  # a mode's moment need not have one: `getattr`
    """Return what is talked about: in a scene its topic, else that of the run."""
    topic: str = getattr(get_behaviour_of(state.setup).get_moment(state).opened, "topic", state.setup.topic)
    return topic


def act_about(state: State, move: Move) -> Act | None:
    """Return the act of the line that a move is about; None where that is not known."""
    started = state.turns[move.about - 1].started if 0 < move.about <= len(state.turns) else None  # 0: about no line
    return started.move.act if started is not None and started.move is not None else None


def _build_line_values(words: Mapping[str, Any], language: str, to: str, about: Act | None) -> dict[str, str]:
    """Return the earlier line as it is named in a sentence; in German by its case."""
    noun, pattern = words["nouns"][about or "said"], words["line"]
    if language == "de":
        dative, accusative = (pattern.format(noun=form, to=to) for form in noun)
        return {"line_dat": dative, "line_acc": accusative}
    return {"line": pattern.format(noun=noun, to=to)}
