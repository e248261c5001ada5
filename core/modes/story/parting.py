"""After a talk: what the narrator knows of it from then on. A summary, never the words."""

from __future__ import annotations

from datetime import datetime

import msgspec

from parley.core.base import forms
from parley.core.base.line import clean
from parley.core.base.packaged import prompt
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.state import Entry, State
from parley.core.modes.story.asking import NARRATOR, abilities, asked
from parley.core.modes.story.cards import told_of_talk
from parley.core.modes.story.directing import hero
from parley.core.modes.story.events import (
    DialogueClosed,
    DialogueSummarised,
    TrustChanged,
)
from parley.core.modes.story.keeping import in_words
from parley.core.modes.story.leaving import is_all
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
    """Return what the talk changed, in sentences: what changed hands, who follows, tasks, and trust."""
    story, other = state[StoryState], state[StoryState].parting
    told = [text for each in story.chronicle if each.turn >= story.opened and (text := told_of_talk(state, each))]
    trust = [each for each in story.changes if isinstance(each, TrustChanged) and each.character == other]
    if trust and trust[0].before != trust[-1].after:
        before, after = trust[0].before, trust[-1].after
        key = "trust_up" if after > before else "trust_down"
        names = {"player": state.name_of(PLAYER), "other": state.name_of(other)}
        told.append(_look_up_wording(state, key, before=before, after=after, **names))
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
