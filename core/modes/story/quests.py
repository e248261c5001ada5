"""Quests move on by what the rules can see: a talk with whoever gives them, a thing in hand, a place, a beaten foe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.cast.member import PLAYER
from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.events import AnyEffect, DialogueOpened, QuestAdvanced
from core.modes.story.rules.encounters import kind_of
from core.modes.story.rules.parts import Quest, Stage
from core.modes.story.state import StoryState, apply_effects


def after(state: State, effects: Sequence[AnyEffect]) -> State:
    """The state as it will be once these effects are folded; `state` is not touched."""
    story = state[StoryState].copy()
    apply_effects(story, effects, state.next_turn)
    return replace(state, slices={**state.slices, StoryState: story})


def advanced(state: State, effects: Sequence[AnyEffect], beaten: Iterable[str] = ()) -> tuple[QuestAdvanced, ...]:
    """How the quests stand once `effects` have happened and the foes `beaten` (ids) fell, where that is news.

    To be appended to these very effects. A stage that names nothing to have, reach or beat is brought about by a talk
    with the quest's giver; without a giver a quest is on as soon as anything happens.
    """
    setting = state.setup[StoryConfig].setting
    beaten = tuple(beaten)
    if not (effects or beaten) or not setting.quests:
        return ()
    story = after(state, effects)[StoryState]
    spoken = {effect.character for effect in effects if isinstance(effect, DialogueOpened)}
    fallen = {kind_of(setting, one) for one in (*story.beaten, *beaten)}
    found = (_standing(quest, story, spoken, fallen) for quest in setting.quests)
    return tuple(each for each in found if each is not None)


def _standing(quest: Quest, story: StoryState, spoken: set[str], fallen: set[str]) -> QuestAdvanced | None:
    had = story.quests.get(quest.id)
    before = had.stage if had else 0
    stage, talked = before, False
    while stage < len(quest.stages):
        step = quest.stages[stage]
        bare = not (step.item or step.place or step.foe)
        # One talk is one step: the news that a quest begins is not the news that it is over.
        if bare and (talked or (quest.giver and quest.giver not in spoken)):
            break
        if not bare and not _brought_about(step, story, fallen):
            break
        talked = talked or bare
        stage += 1
    if stage == before:
        return None
    return QuestAdvanced(quest=quest.id, stage=stage, done=stage == len(quest.stages))


def _brought_about(stage: Stage, story: StoryState, fallen: set[str]) -> bool:
    """Whether all that the stage names is so."""
    return (
        (not stage.item or story.items_of(PLAYER).get(stage.item, 0) > 0)
        and (not stage.place or story.here == stage.place)
        and (not stage.foe or stage.foe in fallen)
    )
