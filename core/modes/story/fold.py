"""How events change the story."""

from __future__ import annotations

import msgspec

from parley.core.base.line import keep_visible
from parley.core.cast.member import PLAYER
from parley.core.log.events.run import AutopilotSet, FloorGiven
from parley.core.log.events.turn import TurnEnded, VoiceReplied
from parley.core.log.handlers import take_answer
from parley.core.log.slices import folds
from parley.core.log.state import DIRECTOR, Entry, State
from parley.core.modes.story import events
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.rules.setting import get_kind_of
from parley.core.modes.story.state import (
    RECENT,
    CharacterState,
    Fight,
    Happening,
    StoryState,
    Talk,
    apply_effects,
    get_audience,
    list_newcomers,
    member_of,
)


def _record_event(state: State, text: str) -> None:
    """Note that something happened: whoever tells the story, and whoever is there, knows it."""
    if text:
        heard = get_audience(state[StoryState])
        state.entries.append(Entry("event", state.seq, state.next_turn, "", text, heard))


def _rename(state: State, name: str) -> None:
    me = state.setup.member(PLAYER)
    name = keep_visible(name) or me.name
    state.config = state.setup.add_member(me.model_copy(update={"name": name, "letter": ""}))  # its mark is chosen anew
    state.names = {**state.names, PLAYER: name}  # not in place: copies of the state share the dict


def _add_newcomer(state: State, person: events.Person) -> None:
    if not state.setup.has(person.id):
        member = member_of(person)
        state.config = state.setup.add_member(member)
        state.names = {**state.names, member.id: member.name}


@folds(events.StoryRouted, StoryState)
def _apply_story_routed(state: State, story: StoryState, event: events.StoryRouted) -> None:
    story.routed, story.due = event, event.agents


@folds(events.LineRead, StoryState)
def _apply_line_read(state: State, story: StoryState, event: events.LineRead) -> None:
    for purpose in events.READINGS:  # used up: a resumed run must ask anew
        state.pending.pop(purpose, None)
    story.read = event


@folds(events.AgentSkipped, StoryState)
def _apply_agent_skipped(state: State, story: StoryState, event: events.AgentSkipped) -> None:
    story.due = tuple(one for one in story.due if one != event.agent)


@folds(events.ChoicesOffered, StoryState)
def _apply_choices_offered(state: State, story: StoryState, event: events.ChoicesOffered) -> None:
    state.pending.pop("choices", None)
    story.offered = event


@folds(events.DiceRolled, StoryState)
def _apply_dice_rolled(state: State, story: StoryState, event: events.DiceRolled) -> None:
    story.dice, story.resolved = event, event.story_turn
    apply_effects(story, event.effects, state.next_turn)
    _record_event(state, event.text)


@folds(events.CombatStarted, StoryState)
def _apply_combat_started(state: State, story: StoryState, event: events.CombatStarted) -> None:
    for foe in event.foes:
        if foe.id not in story.people:  # a foe met again keeps their wounds
            story.people[foe.id] = CharacterState(foe, location=story.here, health=foe.health)
    order = tuple(check.who for check in event.order)
    story.fight = Fight(tuple(foe.id for foe in event.foes), order, event.allies, event.order)
    story.phase, story.begun, story.called, story.partner, story.offer = "combat", event, (), "", None
    story.resolved = story.turn  # the player's deed began the fight; their first blow is the next turn's
    for foe in event.foes:
        _add_newcomer(state, foe)
    _record_event(state, event.reason)


@folds(events.CombatFought, StoryState)
def _apply_combat_fought(state: State, story: StoryState, event: events.CombatFought) -> None:
    story.resolved, story.round_fought = event.story_turn, event
    if story.fight is not None:
        story.fight.round, story.fight.last = event.round, event
        story.fight.used += tuple(
            blow.means for blow in event.blows if blow.action in {"place", "defend"} and blow.means
        )
    apply_effects(story, event.effects, state.next_turn)
    _record_event(state, event.text)


@folds(events.CombatEnded, StoryState)
def _apply_combat_ended(state: State, story: StoryState, event: events.CombatEnded) -> None:
    if story.begun is not None:
        story.fought.append((story.begun, event))
        setting = state.setup[StoryConfig].setting
        kinds = dict.fromkeys(get_kind_of(setting, foe.id) or foe.id for foe in story.begun.foes)
        names = ", ".join(dict.fromkeys(foe.name for foe in story.begun.foes))
        who = " ".join(kinds)
        story.chronicle.append(Happening("fight", state.next_turn, story.here, who, names, text=event.outcome))
    story.ended_turn = story.turn
    story.last_round = story.fight.last.text if story.fight and story.fight.last else ""  # the fight is dropped below
    if event.outcome in {"victory", "routed", "peace"} and story.fight is not None:  # the last two: only in older logs
        story.beaten = (*story.beaten, *story.fight.foes)
    story.defeats += event.outcome == "defeat"
    story.fight, story.begun = None, None
    story.phase = "exploration"
    apply_effects(story, event.effects, state.next_turn)
    _record_event(state, event.text)


@folds(events.SheetWritten, StoryState)
def _apply_sheet_written(state: State, story: StoryState, event: events.SheetWritten) -> None:
    state.pending.pop("sheet", None)
    story.sheet = event.sheet
    me = story.people[PLAYER]
    me.person = msgspec.structs.replace(me.person, name=event.sheet.name, description=event.sheet.description)
    me.items = {each.item: each.quantity for each in event.sheet.items}
    me.health = story.health = event.sheet.health
    _rename(state, event.sheet.name)


@folds(events.PhaseChanged, StoryState)
def _apply_phase_changed(state: State, story: StoryState, event: events.PhaseChanged) -> None:
    story.phase = event.phase


@folds(events.ToolAnswered, StoryState)
def _apply_tool_answered(state: State, story: StoryState, event: events.ToolAnswered) -> None:
    apply_effects(story, event.effects, state.next_turn)
    for person in list_newcomers(event.effects):
        _add_newcomer(state, person)
    take_answer(state, event)


@folds(events.PlayerDid, StoryState)
def _apply_player_did(state: State, story: StoryState, event: events.PlayerDid) -> None:
    story.did = (*story.did, event)
    if story.phase == "creation" and event.refused:
        story.answers, story.asked = story.answers[:-1], story.asked - 1  # it was no answer: the question stands
    apply_effects(story, event.effects, state.next_turn)
    _record_event(state, event.text)


@folds(events.StoryTold, StoryState)
def _apply_story_told(state: State, story: StoryState, event: events.StoryTold) -> None:
    _record_event(state, event.text)


@folds(events.DialogueSummarised, StoryState)
def _apply_dialogue_summarised(state: State, story: StoryState, event: events.DialogueSummarised) -> None:
    state.pending.pop("summary", None)
    story.talks.append(Talk(event.character, story.opened, len(state.turns), event.summary, event.method, event.note))
    turn = len(state.turns)
    story.chronicle.append(Happening("summary", turn, story.here, event.character, text=event.summary))
    story.chronicle += [
        Happening("promise", turn, story.here, f"{each.by} {each.to}", text=each.text) for each in event.promises
    ]
    story.parting = story.partner = ""
    if story.phase == "dialogue":  # else a fight has begun meanwhile
        story.phase = "exploration"
    _record_event(state, event.summary)


@folds(events.AnswerMatched, StoryState)
def _answer_matched(state: State, story: StoryState, event: events.AnswerMatched) -> None:
    story.meant = event


@folds(events.MomentTagged, StoryState)
def _apply_moment_tagged(state: State, story: StoryState, event: events.MomentTagged) -> None:
    story.moments.append(event)


@folds(events.CardEdited, StoryState)
def _apply_card_edited(state: State, story: StoryState, event: events.CardEdited) -> None:
    story.edits[event.card] = event


@folds(FloorGiven, StoryState)
def _apply_floor_given(state: State, story: StoryState, event: FloorGiven) -> None:
    story.due = (event.member, *(one for one in story.due if one != event.member))  # before the others who are due


@folds(AutopilotSet, StoryState)
def _apply_autopilot_set(state: State, story: StoryState, event: AutopilotSet) -> None:
    story.autoplay = event.on


@folds(VoiceReplied, StoryState)
def _voice_replied(state: State, story: StoryState, event: VoiceReplied) -> None:
    story.tokens += event.usage.total


@folds(TurnEnded, StoryState)
def _turn_ended(state: State, story: StoryState, event: TurnEnded) -> None:
    if state.floor == event.member:
        state.floor = ""  # elsewhere `SpeakerSelected` does this, which stories do not write
    if event.member == PLAYER:
        _apply_player_line(story, event.text, scripted=event.author == "script")
    elif event.member != DIRECTOR:
        _apply_agent_line(story, event.member)


def _apply_player_line(story: StoryState, text: str, *, scripted: bool) -> None:
    """Take what the player did: an answer in the interview, else a turn of the story, in which statuses count down."""
    story.scripted += scripted
    if story.phase == "creation":
        story.answers = (*story.answers, text)
        return
    story.turn += 1
    story.act, story.did, story.read = text, (), None  # what was read and done belongs to one line
    story.tokens = 0
    for standing in story.people.values():
        if standing.statuses:
            standing.statuses = {name: turns - 1 for name, turns in standing.statuses.items() if turns > 1}


def _apply_agent_line(story: StoryState, member: str) -> None:
    """Take the line of an agent, a character or the innkeeper."""
    if story.phase == "creation":
        # One question at a time: what the director has somebody say in between is none.
        story.asked += member == story.host and story.asked == len(story.answers)
        return
    story.due = tuple(one for one in story.due if one != member)
    if member in AGENTS:
        story.recent = (*story.recent, member)[-RECENT:]
    if member == "jester":
        story.jester = story.turn


SLICES = (StoryState,)
"""With all that folds them: the handlers of this module."""
