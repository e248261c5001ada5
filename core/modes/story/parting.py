"""After a talk: what the narrator knows of it from then on. A summary, never the words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

import msgspec
from rapidfuzz import fuzz

from parley.core.base import forms
from parley.core.base.errors import VoiceError
from parley.core.base.keywords import keywords
from parley.core.base.line import clean
from parley.core.base.packaged import prompt
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.state import Entry, State
from parley.core.modes.story.asking import NARRATOR, asked
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import (
    DialogueClosed,
    DialogueSummarised,
    Followed,
    ItemMoved,
    Promise,
    QuestAdvanced,
    StatusSet,
    TrustChanged,
)
from parley.core.modes.story.fitting import in_words
from parley.core.modes.story.hero import hero, status_word
from parley.core.modes.story.leaving import is_all
from parley.core.modes.story.moment import moment
from parley.core.modes.story.promising import founded, promised
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import listed, sentence, words
from parley.core.perspective.material import Piece

MOST_WORDS = 90
SAID = 90
"""How alike, of 100, a summary and a fact must be for the fact to be in it."""
QUOTE = 4
"""So many words in a row that were said are a quotation."""

_WORD = re.compile(r"\w+(?:['’-]\w+)*")


class _Vow(msgspec.Struct):
    by: str
    what: str


class _Answer(msgspec.Struct):
    summary: str
    promises: list[_Vow] = []


SCHEMA = forms.record(
    {
        "summary": {**forms.TEXT, "minLength": 1, "maxLength": 600},
        "promises": forms.list_of(forms.record({"by": forms.one_of(("player", "other")), "what": forms.TEXT})),
    }
)


async def summarised(stage: Stage) -> DialogueSummarised:
    """What the talk that has just ended comes to: by the narrator's voice where it can, else by rules, with the reason.

    What the voice tells that did not happen is left out; what changed is said by the rules in any case.
    """
    state = stage.state

    def read(answer: str) -> _Answer:
        found = forms.read(answer, _Answer)
        found.summary = clean(found.summary, *stage.called(NARRATOR)).text
        if not found.summary:
            raise msgspec.DecodeError
        return found

    if came_to_blows(state) or is_all(state):
        # How it ended is told as the fight that it became; and where nobody tells a story, nobody has to know of it.
        return by_rules(state, stage.clock.now())
    answer, note = await asked(stage, _question, read, purpose="summary", part="parting")
    language, said = state.setup.language, [entry for entry in talk(state) if entry.kind == "line"]
    at, character = stage.clock.now(), state[StoryState].parting
    # What a voice says that only goes on with a text binds nobody.
    vowed = [entry for entry in said if entry.speaker == PLAYER or not _rambles(stage, character)]
    if answer is None:
        return by_rules(state, at, note or "", promised(state, vowed))
    named = [(PLAYER if each.by == "player" else character, each.what) for each in answer.promises]
    promises = promised(state, vowed, named)
    if quoted(answer.summary, (entry.text for entry in said)):
        return by_rules(state, at, sentence(language, "quoted", "parting"), promises)
    facts = changed(state)
    told = in_words(founded(state, answer.summary, said, promises, facts), MOST_WORDS)[0]
    if not told:
        return by_rules(state, at, sentence(language, "unfounded", "parting"), promises)
    told = " ".join([told, *(fact for fact in facts if fuzz.token_set_ratio(fact, told) < SAID)])
    return DialogueSummarised(at=at, character=character, summary=told, method="voice", promises=promises)


def came_to_blows(state: State) -> bool:
    """Whether the talk ended with a blow, or with a threat that was answered by one."""
    return any(
        did.what in {"attack", "threaten"} and any(isinstance(each, DialogueClosed) for each in did.effects)
        for did in state[StoryState].did
    )


def _rambles(stage: Stage, member: str) -> bool:
    try:
        return stage.capabilities(member).profile == "screenplay"
    except VoiceError:
        return False


def by_rules(
    state: State, at: datetime, note: str = "", promises: tuple[Promise, ...] | None = None
) -> DialogueSummarised:
    """Who talked, about what, what was promised, what changed hands, and how they stand now."""
    said = [entry for entry in talk(state) if entry.kind == "line"]
    promises = promised(state, said) if promises is None else promises
    opening = _opening(state, said)
    if quoted(opening, [entry.text for entry in said]):
        opening = _opening(state, said, about=False)
    vows = dict.fromkeys(
        _word(state, "promised", who=state.name_of(each.by), to=state.name_of(each.to)) for each in promises
    )
    told = " ".join([opening, *vows, *changed(state), _word(state, "blows" if came_to_blows(state) else "parted")])
    return DialogueSummarised(
        at=at, character=state[StoryState].parting, summary=told, method="rules", note=note, promises=promises
    )


def talk(state: State) -> list[Entry]:
    """What the player and the character said and did in the talk that has just ended."""
    story = state[StoryState]
    return [
        entry
        for entry in state.entries
        if entry.turn >= story.opened and entry.kind in {"line", "event"} and story.parting in entry.heard_by
    ]


def changed(state: State) -> list[str]:
    """What the talk changed, in sentences: what changed hands, trust, who follows, how they feel."""
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
            told.append(_word(state, key, items=", ".join(items), **names))
    if trust and trust[0].before != trust[-1].after:
        before, after = trust[0].before, trust[-1].after
        told.append(_word(state, "trust_up" if after > before else "trust_down", before=before, after=after, **names))
    if follows is not None:
        told.append(_word(state, "follows" if follows else "stays", **names))
    told += _tasks(state)
    lasting = [status_word(state, status) for status, turns in feels.items() if turns > 0]
    if lasting:
        told.append(_word(state, "feels", status=", ".join(lasting), **names))
    return told


def _tasks(state: State) -> list[str]:
    """The tasks that began or went on by the talk."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    told: list[str] = []
    for step in state[StoryState].changes:
        if isinstance(step, QuestAdvanced) and (quest := setting.quest(step.quest)) is not None:
            key = "task_done" if step.done else "task" if step.stage <= 1 else "task_on"
            told.append(_word(state, key, quest=quest.name.text(language)))
    return told


def quoted(summary: str, lines: Iterable[str]) -> bool:
    """Whether the summary has so many words in a row that were said in the talk."""
    mine = _runs(summary)
    return any(not mine.isdisjoint(_runs(line)) for line in lines)


def _runs(text: str) -> set[tuple[str, ...]]:
    said = [word.casefold() for word in _WORD.findall(text)]
    return {tuple(said[at : at + QUOTE]) for at in range(len(said) - QUOTE + 1)}


def _opening(state: State, said: list[Entry], *, about: bool = True) -> str:
    language = state.setup.language
    names = {name for name in state.names.values() if name}
    exchanges = sum(entry.speaker == PLAYER for entry in said)
    found = keywords([entry.text for entry in said if entry.speaker == PLAYER], language, names=names) if about else ()
    subject = _word(state, "about", nouns=listed(state.setup.language, found)) if found else ""
    key = "talked" if exchanges > 1 else "talked_once"
    player, other = state.name_of(PLAYER), state.name_of(state[StoryState].parting)
    return _word(state, key, player=player, other=other, about=subject)


def _question(state: State) -> Question:
    story, language = state[StoryState], state.setup.language
    changes, heard = changed(state), talk(state)
    names = {"player": state.name_of(PLAYER), "other": state.name_of(story.parting)}
    told = hero(state)
    task = prompt("story_summary_task", language, changed=changes, **told | {"player_line": told["player"]} | names)
    since = heard[0].seq if heard else state.seq
    material = (*moment(state, "narrator"), *(Piece("changed", "", text) for text in changes))
    return Question(task, _word(state, "question"), SCHEMA, max_tokens=400, material=material, since=since)


def _word(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="parting", **values)
