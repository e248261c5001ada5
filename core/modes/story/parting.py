"""After a talk: what the narrator knows of it from then on. A summary, never the words."""

from __future__ import annotations

from datetime import datetime

import msgspec

from parley.core.base import forms
from parley.core.base.line import clean
from parley.core.base.prompts import prompt
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.state import Entry, State
from parley.core.modes.story.arc import is_all
from parley.core.modes.story.asking import NARRATOR, abilities, asked
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.directing import get_status_word, hero, in_words
from parley.core.modes.story.events import (
    DialogueClosed,
    DialogueSummarised,
    Followed,
    ItemMoved,
    QuestAdvanced,
    StatusSet,
    TrustChanged,
)
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

MOST_WORDS = 90


class _Answer(msgspec.Struct):
    summary: str


SCHEMA = forms.record({"summary": {**forms.TEXT, "minLength": 1, "maxLength": 600}})


async def summarised(stage: Stage) -> DialogueSummarised:
    """Return what the talk that has just ended comes to: by the narrator's voice where it can, else by rules, with the
    reason.

    What changed is said by the rules in any case.
    """
    state = stage.state

    def read(answer: str) -> _Answer:
        found = forms.read(answer, _Answer)
        found.summary = in_words(clean(found.summary, *stage.called(NARRATOR)).text, MOST_WORDS)[0]
        if not found.summary:
            raise msgspec.DecodeError
        return found

    if came_to_blows(state) or is_all(state) or abilities(stage, NARRATOR).led:
        # How it ended is told as the fight that it became; where nobody tells a story, nobody has to know of it; and a
        # small model takes half a minute to sum up what was not said.
        return by_rules(state, stage.clock.now())
    answer, note = await asked(stage, _build_question, read, purpose="summary", part="parting")
    at, character = stage.clock.now(), state[StoryState].parting
    if answer is None:
        return by_rules(state, at, note or "")
    told = " ".join([answer.summary, *changed(state)])
    return DialogueSummarised(at=at, character=character, summary=told, method="voice")


def came_to_blows(state: State) -> bool:
    """Return whether the talk ended with a blow, or with a threat that was answered by one."""
    return any(
        did.what == "attack" and any(isinstance(each, DialogueClosed) for each in did.effects)
        for did in state[StoryState].did
    )


def by_rules(state: State, at: datetime, note: str = "") -> DialogueSummarised:
    """Return who talked, what changed hands, and how they stand now."""
    said = [entry for entry in talk(state) if entry.kind == "line"]
    names = {"player": state.name_of(PLAYER), "other": state.name_of(state[StoryState].parting)}
    opening = _look_up_wording(
        state, "talked" if sum(entry.speaker == PLAYER for entry in said) > 1 else "talked_once", **names
    )
    told = " ".join([opening, *changed(state), _look_up_wording(state, "blows" if came_to_blows(state) else "parted")])
    return DialogueSummarised(at=at, character=state[StoryState].parting, summary=told, method="rules", note=note)


def talk(state: State) -> list[Entry]:
    """Return what the player and the character said and did in the talk that has just ended."""
    story = state[StoryState]
    return [
        entry
        for entry in state.entries
        if entry.turn >= story.opened and entry.kind in {"line", "event"} and story.parting in entry.heard_by
    ]


def changed(state: State) -> list[str]:
    """Return what the talk changed, in sentences: what changed hands, trust, who follows, how they feel."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    other = story.parting
    names = {"player": state.name_of(PLAYER), "other": state.name_of(other)}
    gone: dict[str, int] = {}
    trust: list[TrustChanged] = []
    told: list[str] = []
    follows: bool | None = None
    feels: dict[str, int] = {}
    for effect in story.changes:
        match effect:
            case ItemMoved(giver=giver, receiver=receiver) if {giver, receiver} == {PLAYER, other}:
                gone[effect.item] = gone.get(effect.item, 0) + effect.quantity * (1 if receiver == PLAYER else -1)
            case TrustChanged(character=character) if character == other:
                trust.append(effect)
            case Followed(character=character, on=on) if character == other:
                follows = on
            case StatusSet(who=who) if who == other:
                feels[effect.status] = effect.turns
    for key, sign in (("got", 1), ("gave", -1)):
        items = [f"{abs(many)} × {setting.item_name(item, language)}" for item, many in gone.items() if many * sign > 0]
        if items:
            told.append(_look_up_wording(state, key, items=", ".join(items), **names))
    if trust and trust[0].before != trust[-1].after:
        before, after = trust[0].before, trust[-1].after
        told.append(
            _look_up_wording(state, "trust_up" if after > before else "trust_down", before=before, after=after, **names)
        )
    if follows is not None:
        told.append(_look_up_wording(state, "follows" if follows else "stays", **names))
    told += _list_talk_tasks(state)
    lasting = [get_status_word(state, status) for status, turns in feels.items() if turns > 0]
    if lasting:
        told.append(_look_up_wording(state, "feels", status=", ".join(lasting), **names))
    return told


def _list_talk_tasks(state: State) -> list[str]:
    """Return the tasks that began or went on by the talk."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    told: list[str] = []
    for step in state[StoryState].changes:
        if isinstance(step, QuestAdvanced) and (quest := setting.quest(step.quest)) is not None:
            key = "task_done" if step.done else "task" if step.stage <= 1 else "task_on"
            told.append(_look_up_wording(state, key, quest=quest.name.text(language)))
    return told


def _build_question(state: State) -> Question:
    story, language = state[StoryState], state.setup.language
    changes, heard = changed(state), talk(state)
    names = {"player": state.name_of(PLAYER), "other": state.name_of(story.parting)}
    told = hero(state)
    task = prompt("story_summary_task", language, changed=changes, **told | {"player_line": told["player"]} | names)
    since = heard[0].seq if heard else state.seq
    return Question(task, _look_up_wording(state, "question"), SCHEMA, max_tokens=400, since=since)


def _look_up_wording(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="parting", **values)
