"""Who the player is: a starting concept, or what the interview's five answers make of them.

All numbers come from the setting and the rules: the attributes are the concept's, one more where the player says they
are strong, one less where they are weakest. Health is 16 (twice as much as anybody's, as the story is theirs) with the
constitution's modifier. A voice may choose the concept and find the words; it never decides a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from parley.core.base import forms
from parley.core.base.clock import SeededRandom
from parley.core.base.line import clean, encodable, visible
from parley.core.base.packaged import prompt
from parley.core.base.sums import added
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.state import State
from parley.core.modes.story.asking import asked
from parley.core.modes.story.checks import attributes
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Sheet, SheetWritten, Stack
from parley.core.modes.story.rules.dice import modifier
from parley.core.modes.story.rules.names import words_of
from parley.core.modes.story.rules.parts import ATTRIBUTES, QUESTIONS, Concept
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import sentence, words
from parley.core.perspective.material import Piece

__all__ = ["QUESTIONS", "written"]

HEALTH = 16
LOWEST, HIGHEST = 3, 20
LONGEST = 600
"""Characters of a description."""

QUOTED = 160
"""Characters of an answer that a description takes up."""

CALLING = 3
"""How much more what the player does counts for their concept than where they come from."""


class _Answer(msgspec.Struct):
    name: str
    concept: str
    description: str
    strength: str = ""


async def written(stage: Stage) -> SheetWritten:
    """The player's sheet: as chosen, by the narrator's voice where it can, else by rules, with the reason."""
    state, story = stage.state, stage.config[StoryConfig]
    if story.concept:
        return _chosen(stage)

    def read(answer: str) -> Sheet:
        return _checked(state, forms.read(answer, _Answer))

    sheet, note = await asked(stage, _question, read, purpose="sheet", part="creation")
    return _event(stage, sheet, "voice") if sheet else _event(stage, by_rules(state), "rules", note or "")


def sheet_of(state: State, wanted: str) -> Sheet:
    """The sheet of whoever begins as the starting concept `wanted`, or as the first."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    concept = next((each for each in setting.concepts if each.id == wanted), setting.concepts[0])
    return _sheet(state, concept, _name(state, concept, ""), concept.description.text(language), "")


def by_rules(state: State) -> Sheet:
    """The sheet that the answers make by their words alone; the same answers make the same one."""
    concept = _called_for(state)
    answers = _answers(state)
    name = _name(state, concept, answers.get("name", ""))
    language = state.setup.language
    strength = next(iter(attributes(answers.get("strength", ""), language)), "")
    return _sheet(state, concept, name, described(concept, answers, language), strength)


def described(concept: Concept, answers: Mapping[str, str], language: str) -> str:
    """Who the player is, by their answers (by what they are about): in the concept's words where these named it."""
    named = any(_matches(concept, words_of(text)) for about, text in answers.items() if about != "name")
    told = [concept.description.text(language)] if named else []
    told += [
        words(language, f"said_{about}", part="creation", text=quote)
        for about in ("origin", *(() if named else ("calling", "strength")), "reason")
        if (quote := _quoted(answers.get(about, "")))
    ]
    return " ".join(told) or concept.description.text(language)


def _chosen(stage: Stage) -> SheetWritten:
    """A starting concept; who asks for one that there is not gets the first, and is told so."""
    state, story = stage.state, stage.config[StoryConfig]
    concepts = {each.id: each for each in story.setting.concepts}
    concept = concepts.get(story.concept, story.setting.concepts[0])
    missing = concept.id != story.concept
    language = state.setup.language
    note = sentence(language, "no_concept", part="creation", concept=story.concept) if missing else ""
    # What stands in a field for a name is one, whatever it sounds like.
    name = _alone(state, story.player.strip()) if story.player.strip() else _name(state, concept, "")
    return _event(stage, _sheet(state, concept, name, concept.description.text(language), ""), "chosen", note)


def _event(stage: Stage, sheet: Sheet, method: Literal["chosen", "voice", "rules"], note: str = "") -> SheetWritten:
    return SheetWritten(at=stage.clock.now(), sheet=sheet, method=method, note=note)


# By rules -------------------------------------------------------------------------------------------------------------


def _answers(state: State) -> dict[str, str]:
    """The answers by what their questions were about."""
    questions = state.setup[StoryConfig].setting.questions
    return {question.about: answer for question, answer in zip(questions, state[StoryState].answers, strict=False)}


def _called_for(state: State) -> Concept:
    """The concept that the answers speak for most by its keywords and name; of several, and of none, one by chance."""
    best = called_for(state.setup[StoryConfig].setting.concepts, _answers(state))
    chance = SeededRandom(state.setup.seed).generator(0, "concept")
    return best[0] if len(best) == 1 else chance.choice(best)


def called_for(concepts: Sequence[Concept], answers: Mapping[str, str]) -> list[Concept]:
    """The concepts that the answers (by what they are about) speak for most; all of them where they name none."""
    said = [
        (words_of(text), CALLING if about == "calling" else 1) for about, text in answers.items() if about != "name"
    ]
    scores = [added(weight * _matches(concept, spoken) for spoken, weight in said) for concept in concepts]
    return [concept for concept, score in zip(concepts, scores, strict=True) if score == max(scores)]


def _matches(concept: Concept, spoken: Sequence[str]) -> int:
    """How many of a concept's keywords are spoken, in either language and with whatever ending."""
    found = 0
    for keyword in (concept.name, *concept.keywords):
        ways = {phrase.strip() for text in (keyword.en, keyword.de) for phrase in text.split(",")}
        found += any(_spoken(words_of(way), spoken) for way in ways if way)
    return found


def _spoken(phrase: Sequence[str], spoken: Sequence[str]) -> bool:
    """Whether the words of a phrase stand in a row; each may have an ending, a short one only a short ending."""
    places = range(len(spoken) - len(phrase) + 1)
    return bool(phrase) and any(
        all(said.startswith(word) and len(said) - len(word) <= max(1, len(word) // 2)
            for word, said in zip(phrase, spoken[start:], strict=False))
        for start in places
    )  # fmt: skip


def _quoted(answer: str) -> str:
    """An answer as a description takes it up: one line, whole words, without the marks that stand around it then."""
    text = " ".join(clean(answer, cap=0).text.split()).strip("\"'„“”»« ").rstrip(".")
    if len(text) <= QUOTED:
        return text
    return text[:QUOTED].rsplit(" ", 1)[0].rstrip(",;:–- ") + " …"


def _name(state: State, concept: Concept, wished: str) -> str:
    return _alone(state, cleaned(wished) or cleaned(concept.person) or state.name_of(PLAYER))


def _alone(state: State, name: str) -> str:
    """The name, such that nobody else in the story is called so."""
    others = {each.name.casefold() for each in state.setup.members if each.id != PLAYER}
    return f"{name} II" if name.casefold() in others else name


def _sheet(state: State, concept: Concept, name: str, description: str, strength: str) -> Sheet:
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
        items.setdefault(concept.weapon, 1)
    return Sheet(
        name=encodable(name),
        concept=concept.name.text(language),
        description=encodable(description),
        attributes=scores,
        health=HEALTH + modifier(scores["con"]),
        weapon=concept.weapon,
        items=tuple(Stack(item=item, quantity=quantity) for item, quantity in items.items()),
    )


# By the voice ---------------------------------------------------------------------------------------------------------


def _question(state: State) -> Question:
    """What the voice is asked."""
    language, setting = state.setup.language, state.setup[StoryConfig].setting
    answers = tuple(Piece("answer", about, text) for about, text in _answers(state).items())
    task = prompt("story_sheet_task", language, setting=setting, answers=answers, longest=LONGEST)
    concepts = forms.one_of([each.id for each in setting.concepts])
    schema = forms.record(
        {"name": forms.TEXT, "concept": concepts, "description": forms.TEXT, "strength": forms.one_of(ATTRIBUTES)}
    )
    return Question(task, words(language, "question", part="creation"), schema, max_tokens=400)


def _checked(state: State, answer: _Answer) -> Sheet:
    """The voice's answer as a sheet, within bounds. Raises `msgspec.DecodeError` where it cannot be used."""
    language = state.setup.language
    concept = next((each for each in state.setup[StoryConfig].setting.concepts if each.id == answer.concept), None)
    if concept is None:
        raise msgspec.DecodeError(words(language, "stranger", part="creation", concept=answer.concept[:40]))
    name = _name(state, concept, _heard(_answers(state).get("name", ""), answer.name))
    description = " ".join(clean(answer.description, cap=LONGEST).text.split())
    if not description:
        raise msgspec.DecodeError(words(language, "no_description", part="creation"))
    strength = answer.strength if answer.strength in ATTRIBUTES else ""
    return _sheet(state, concept, name, description, strength)


def _heard(said: str, voice: str) -> str:
    """The name: as the voice took it out of what the player said, if it is in there; else as the rules do."""
    taken = words_of(cleaned(voice))
    return voice if taken and set(taken) <= set(words_of(said)) else cleaned(said) or voice


LONGEST_NAME = 40
"""Characters of a name."""

MOST_WORDS = 4
"""Words of which a name is taken as it is said; of more only those count that are written like a name."""

_LEAD = re.compile(
    r"(?:(?:well|oh|hello|hi|hey|so|just|please|hallo|nun|ach|also|tja|na|guten (?:tag|abend|morgen))\b[\s,;:!.–—-]*)*"
    r"(?:(?:my|the) name(?:'s| is)|(?:they|people|folks?|friends|most|everybody|everyone) calls? me"
    r"|(?:you )?(?:can|may) call me|call me|i am (?:called|known as)|i(?:'m| am)|i go by|it(?:'s| is)|this is"
    r"|name(?:'s| is)|mein name (?:ist|lautet)|(?:man|alle|jeder|die leute) (?:nennt|nennen|ruft|rufen) mich"
    r"|(?:du kannst|ihr könnt) mich|nenn(?:t|en sie)? mich|ich (?:heiße|heisse|bin|werde)|ich nenne mich|name)"
    r"\b[\s:,–—-]*(?:(?:just|simply|einfach|nur)\b\s*)?",
    re.IGNORECASE,
)  # fmt: skip
_CALLED = re.compile(r"\b(?:called|named|namens)\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:a|an|der|die|das|ein|eine)\s+", re.IGNORECASE)
_TAIL = re.compile(r"\s+(?:nennen|genannt|gerufen|rufen)$", re.IGNORECASE)
_END = re.compile(r"[,;:.!?…()\n]|\s[–—-]\s|\b(?:and|but|und|aber|from|aus)\b", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\b(Dr|St|Mr|Mrs|Ms|Fr|Hr)\.\s*", re.IGNORECASE)
_NOBODY = re.compile(
    r"(?:skip|pass|next|weiter|überspringen"
    r"|no\s?body|no\s?one|none|nothing|dunno|no|yes|ok(?:ay)?|niemand|keine?r?|nichts|nein|ja|weiß nicht|egal"
    r"|i|ich|you|du|me|mich|my|mein)",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\b(?:don't|do not|won't|will not|not|never|rather|none of|weiß|nicht|kein\w*|lieber|geht dich)\b", re.IGNORECASE
)
_JOINTS = {"of", "the", "von", "van", "de", "der", "den", "zu", "zum", "zur", "vom", "al", "la", "le", "du", "di", "da"}


def cleaned(said: str) -> str:
    """The name in what was said: one line of at most 40 characters; empty where there is none."""
    # Marks of direction and control characters would make a name that cannot be read.
    text = visible(clean(said, cap=0).text).replace("’", "'")
    text = _ABBREVIATED.sub(r"\1 ", text)
    lead = _LEAD.match(text)
    rest = text[lead.end() :] if lead else text
    if called := _CALLED.search(rest):
        rest = rest[called.end() :]
    rest = _ARTICLE.sub("", rest.strip(), count=1) if _ARTICLE.match(rest.strip()) else rest
    rest = _TAIL.sub("", _END.split(rest.strip(), maxsplit=1)[0].strip())
    words = [word.strip("\"'„“”»«‘*_`~@#[]{}<>/\\|") for word in rest.split()]
    words = [word for word in words if word]
    if _REFUSED.search(rest) or not any(character.isalpha() for character in "".join(words)):
        return ""
    if len(words) > MOST_WORDS:
        words = _like_a_name(words)
    name = " ".join(words)
    if _NOBODY.fullmatch(name):
        return ""
    # Who types in lower case is still called by a name.
    if name.islower():
        name = " ".join(word if word in _JOINTS else word[:1].upper() + word[1:] for word in words)
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME + 1].rsplit(" ", 1)[0][:LONGEST_NAME].strip()


def _like_a_name(words: list[str]) -> list[str]:
    """The first words in a row that are written large, with what joins them ("Ada of the Low Mill")."""
    found: list[str] = []
    for word in words:
        if word[:1].isupper() or (found and word.casefold() in _JOINTS):
            found.append(word)
        elif found:
            break
    while found and found[-1].casefold() in _JOINTS:
        found.pop()
    return found
