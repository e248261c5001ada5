"""Who the player is: a starting concept, or what the interview's five answers make of them.

All numbers come from the setting and the rules: the attributes are the concept's, one more where the player says they
are strong, one less where they are weakest. Health is 16 (twice as much as anybody's, as the story is theirs) with the
constitution's modifier. A voice may choose the concept and find the words; it never decides a number.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from parley.core.base import forms
from parley.core.base.clock import SeededRandom
from parley.core.base.line import clean, keep_visible, repair_text
from parley.core.base.prompts import prompt
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.material import Piece
from parley.core.log.state import State
from parley.core.modes.story.asking import asked
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.deeds import find_attributes
from parley.core.modes.story.events import Sheet, SheetWritten, Stack
from parley.core.modes.story.rules.dice import get_modifier
from parley.core.modes.story.rules.names import find_name_position, words_of
from parley.core.modes.story.rules.parts import ATTRIBUTES, QUESTIONS, Concept
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

__all__ = ["QUESTIONS", "write_sheet"]

HEALTH = 16
LOWEST, HIGHEST = 3, 20
LONGEST = 600
"""Characters of a description."""


class _Answer(msgspec.Struct):
    name: str
    concept: str
    description: str
    strength: str = ""


async def write_sheet(stage: Stage) -> SheetWritten:
    """Return the player's sheet: as chosen, by the narrator's voice where it can, else by rules, with the reason."""
    state, story, note = stage.state, stage.config[StoryConfig], None
    method: Literal["chosen", "voice", "rules"] = "chosen"

    def read_sheet(answer: str) -> Sheet:
        return _parse_checked_sheet(state, forms.read(answer, _Answer))

    sheet = get_sheet_of(state, story.concept, story.player) if story.concept else None
    if sheet is None:
        sheet, note = await asked(stage, _build_question, read_sheet, purpose="sheet", part="creation")
        method = "voice" if sheet else "rules"
    return SheetWritten(at=stage.clock.now(), sheet=sheet or by_rules(state), method=method, note=note or "")


def get_sheet_of(state: State, wanted: str, player: str = "") -> Sheet:
    """Return the sheet of whoever begins as the starting concept `wanted`, or as the first, and is called `player`."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    concept = next((each for each in setting.concepts if each.id == wanted), setting.concepts[0])
    # What stands in a field for a name is one, whatever it sounds like.
    name = _make_name_unique(state, player.strip()) if player.strip() else _choose_name(state, concept, "")
    return _build_sheet(state, concept, name, concept.description.text(language), "")


def by_rules(state: State) -> Sheet:
    """Return the sheet of the concept that the answers name, else of one by chance; the same answers make the same
    one.
    """
    language, answers = state.setup.language, _collect_answers(state)
    concepts = state.setup[StoryConfig].setting.concepts
    said = words_of(" ".join(text for about, text in answers.items() if about != "name"))
    called = [
        each
        for each in concepts
        if any(find_name_position(words_of(name), said) >= 0 for name in (each.name.en, each.name.de))
    ]
    concept = called[0] if called else SeededRandom(state.setup.seed).generator(0, "concept").choice(concepts)
    strength = next(iter(find_attributes(answers.get("strength", ""), language)), "")
    name = _choose_name(state, concept, answers.get("name", ""))
    return _build_sheet(state, concept, name, concept.description.text(language), strength)


# By rules -------------------------------------------------------------------------------------------------------------


def _collect_answers(state: State) -> dict[str, str]:
    """Return the answers by what their questions were about."""
    questions = state.setup[StoryConfig].setting.questions
    return {question.about: answer for question, answer in zip(questions, state[StoryState].answers, strict=False)}


def _choose_name(state: State, concept: Concept, wished: str) -> str:
    return _make_name_unique(state, clean_name(wished) or clean_name(concept.person) or state.name_of(PLAYER))


def _make_name_unique(state: State, name: str) -> str:
    """Return the name, changed where somebody else in the story has it already."""
    others = {each.name.casefold() for each in state.setup.members if each.id != PLAYER}
    return f"{name} II" if name.casefold() in others else name


def _build_sheet(state: State, concept: Concept, name: str, description: str, strength: str) -> Sheet:
    language = state.setup.language
    own = {str(each): value for each, value in concept.attributes.items()}
    scores = {each: own[each] for each in ATTRIBUTES}
    if strength in scores:
        # Of several that are equally weak the one that stands last is weaker by a point: never the one praised.
        weakest = min((each for each in reversed(ATTRIBUTES) if each != strength), key=lambda each: scores[each])
        scores[strength] = min(HIGHEST, scores[strength] + 1)
        scores[weakest] = max(LOWEST, scores[weakest] - 1)
    items = dict(concept.items)
    if concept.weapon:
        items.setdefault(concept.weapon, 1)  # it need not be listed among the items
    return Sheet(
        name=repair_text(name),
        concept=concept.name.text(language),
        description=repair_text(description),
        attributes=scores,
        health=HEALTH + get_modifier(scores["con"]),
        weapon=concept.weapon,
        items=tuple(Stack(item=item, quantity=quantity) for item, quantity in items.items()),
    )


# By the voice ---------------------------------------------------------------------------------------------------------


def _build_question(state: State) -> Question:
    """Return what the voice is asked."""
    language, setting = state.setup.language, state.setup[StoryConfig].setting
    answers = tuple(Piece("answer", about, text) for about, text in _collect_answers(state).items())
    task = prompt("story_sheet_task", language, setting=setting, answers=answers, longest=LONGEST)
    concepts = forms.one_of([each.id for each in setting.concepts])
    schema = forms.record(
        {"name": forms.TEXT, "concept": concepts, "description": forms.TEXT, "strength": forms.one_of(ATTRIBUTES)}
    )
    return Question(task, words(language, "question", part="creation"), schema, max_tokens=400)


def _parse_checked_sheet(state: State, answer: _Answer) -> Sheet:
    """Return the voice's answer as a sheet, within bounds. Raises `msgspec.DecodeError` where it cannot be used."""
    language = state.setup.language
    concept = next((each for each in state.setup[StoryConfig].setting.concepts if each.id == answer.concept), None)
    if concept is None:
        raise msgspec.DecodeError(words(language, "stranger", part="creation", concept=answer.concept[:40]))
    name = _choose_name(state, concept, _extract_heard_name(_collect_answers(state).get("name", ""), answer.name))
    description = " ".join(clean(answer.description, cap=LONGEST).text.split())
    if not description:
        raise msgspec.DecodeError(words(language, "no_description", part="creation"))
    strength = answer.strength if answer.strength in ATTRIBUTES else ""
    return _build_sheet(state, concept, name, description, strength)


def _extract_heard_name(said: str, voice: str) -> str:
    """Return the name: as the voice took it out of the player's words, where it is in them; else as the rules do."""
    taken = words_of(clean_name(voice))
    return voice if taken and set(taken) <= set(words_of(said)) else clean_name(said) or voice


LONGEST_NAME, MOST_WORDS = 40, 6
"""Characters of a name, and words of an answer that is taken for one."""

_LEAD = re.compile(
    r"\s*(?:my name is|i am|i'm|(?:they |people )?call me"
    r"|man nennt mich|mein name ist|ich bin|ich heiße|ich heisse|nenn(?:t)? mich)\s+",
    re.IGNORECASE,
)

_END = re.compile(r"[,;!?\n]")


def clean_name(said: str) -> str:
    """Return the name in an answer, on one line of 40 characters at most; empty where the answer cannot be a name."""
    # Marks of direction and control characters would make a name that cannot be read.
    text = keep_visible(clean(said, cap=0).text).replace("’", "'")
    lead = _LEAD.match(text)
    name = _END.split(text[lead.end() :] if lead else text, maxsplit=1)[0].strip(' "“”„»«*_`.')
    words = name.split()
    if not any(each.isalpha() for each in name) or len(words) > MOST_WORDS:
        return ""
    # Who types in lower case is still called by a name.
    name = " ".join(word[:1].upper() + word[1:] if name.islower() else word for word in words)
    # Cut at a blank, with one character more in sight: so a word that just fits is kept.
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME + 1].rsplit(" ", 1)[0][:LONGEST_NAME].strip()
