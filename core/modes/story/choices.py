"""Three things that the player may do next, what a number means, and what a player does who leaves it to chance."""

from __future__ import annotations

import re

import msgspec

from core.base import forms
from core.base.clock import SeededRandom
from core.base.line import printable
from core.base.packaged import prompt
from core.base.sentences import Sentence
from core.cast.member import PLAYER
from core.engine.requests import Question
from core.engine.stage import Stage
from core.log.state import State
from core.modes.story.asking import NARRATOR, asked
from core.modes.story.config import StoryConfig
from core.modes.story.events import ChoicesOffered
from core.modes.story.moment import moment
from core.modes.story.naming import exits, place_name
from core.modes.story.options import OFFERED, fits, options, sentence
from core.modes.story.state import HERE, StoryState, inventory
from core.modes.story.words import sentence as sentence_of
from core.modes.story.words import words

LONGEST = 60
"""Characters that a choice may have."""

VARIANTS = 3
"""How many answers there are to each question of the interview that is about no keyword."""

_MARKS = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,2}[.):])\s*")
_AROUND = " \t\n\"'“”„»«‚‘’*_`"


class _Choices(msgspec.Struct):
    choices: list[str]


async def offered(stage: Stage) -> ChoicesOffered:
    """Three choices for what stands now: by the narrator's voice while the player explores, else by rules."""
    state, story = stage.state, stage.state[StoryState]
    bound = state.setup[StoryConfig].setting.rules.turn_tokens
    choices: tuple[str, ...] | None = None
    note: str | None = ""
    if story.phase == "exploration":
        if NARRATOR in state.muted:
            note = _reason(state, "muted")
        elif bound and story.tokens >= bound:
            note = _reason(state, "no_tokens")
        else:
            choices, note = await asked(stage, _question, read, purpose="choices", part="choices")
            if note == (small := _note(state, "small")):
                # As logs have it: in the run's language alone.
                note = small
    return ChoicesOffered(
        at=stage.clock.now(),
        story_turn=story.turn,
        choices=choices or options(state, stage.rng().generator(story.turn, "choices")),
        method="voice" if choices else "rules",
        note=note or "",
    )


def read(answer: str) -> tuple[str, ...]:
    """The three choices of a voice's answer.

    Raises `msgspec.DecodeError` where there are not just three that differ and are short enough.
    """
    tidied = tuple(_tidied(choice) for choice in forms.read(answer, _Choices).choices)
    if len(tidied) != OFFERED or len({choice.casefold() for choice in tidied}) != OFFERED:
        raise msgspec.DecodeError
    if not all(fits(choice) and len(choice) <= LONGEST for choice in tidied):
        raise msgspec.DecodeError
    return tidied


def meant(state: State, text: str) -> str:
    """What the player says: the choice of that number, or the text itself."""
    text, story = text.strip(), state[StoryState]
    if story.offered is None or story.phase == "creation" or text not in {"1", "2", "3"}:
        return text
    number = int(text)
    return story.offered.choices[number - 1] if number <= len(story.offered.choices) else text


def drawn(state: State, rng: SeededRandom) -> str:
    """What a player does who leaves it to chance: an answer to the innkeeper, or one of the choices."""
    story = state[StoryState]
    if story.phase == "creation":
        return _answer(state, rng)
    choices = story.offered.choices if story.offered is not None else ()
    if not choices:
        return _reason(state, "look_1")
    return rng.generator(story.turn, "autoplay").choice(choices)


def _question(state: State) -> Question:
    config, story = state.setup, state[StoryState]
    setting, language = config[StoryConfig].setting, config.language
    quests = [
        quest.name.text(language)
        for quest in setting.quests
        if quest.id in story.quests and not story.quests[quest.id].done
    ]
    material = moment(state, NARRATOR)
    task = prompt(
        "story_choices_task",
        language,
        setting=setting.name.text(language),
        player=state.name_of(PLAYER),
        place=place_name(state, story.here),
        exits=[place_name(state, way) for way in exits(state)],
        people=[state.name_of(one) for one in story.present()],
        things=[name for _item, name, _quantity in inventory(setting, story.items_of(HERE + story.here), language)],
        quests=quests,
    )
    schema = forms.record({"choices": forms.list_of(forms.TEXT, minItems=OFFERED, maxItems=OFFERED)})
    return Question(
        task, _note(state, "question"), schema, max_tokens=200, material=material, since=_witnessed_since(state)
    )


def _witnessed_since(state: State) -> int:
    """The first of the newest entries, of this story turn, all of which the narrator witnessed."""
    since = state.seq
    for entry in reversed(state.entries):
        if not entry.witnessed_by(NARRATOR):
            break
        since = entry.seq
        if entry.speaker == PLAYER:
            break
    return since


def _tidied(choice: str) -> str:
    """Without what voices put around a point of a list."""
    bare = _MARKS.sub("", " ".join(printable(choice).split())).strip(_AROUND)
    return sentence(bare.rstrip(".").strip(_AROUND))


def _reason(state: State, key: str, **values: str) -> Sentence:
    return sentence_of(state.setup.language, key, part="choices", **values)


def _note(state: State, key: str, **values: str) -> str:
    return words(state.setup.language, key, part="choices", **values)


def _answer(state: State, rng: SeededRandom) -> str:
    """An answer to the innkeeper's question: all of them are those of one starting concept."""
    config, story = state.setup, state[StoryState]
    setting, language = config[StoryConfig].setting, config.language
    concept = rng.generator(0, "autoplay:concept").choice(setting.concepts)
    chance = rng.generator(len(story.answers), "autoplay:answer")
    # The question that was asked last is the one to be answered.
    about = setting.questions[min(len(story.answers), len(setting.questions) - 1)].about
    keywords = [keyword.text(language) for keyword in concept.keywords]
    values = {
        "name": concept.person or concept.name.text(language),
        "concept": concept.name.text(language),
        "keyword": ", ".join(chance.sample(keywords, min(2, len(keywords)))) or concept.name.text(language),
    }
    variant = chance.randint(1, VARIANTS)
    return words(language, f"{about}_{variant}", part="choices", **values)
