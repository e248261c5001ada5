"""What the story dock shows: the narrative, the player's sheet, who and what is here, and whose turn it is.

The narrative are its last passages, from what was said, thrown, fought and done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from parley.core.cast.member import PLAYER
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event
from parley.core.log.events.run import TopicInjected
from parley.core.log.events.turn import TurnEnded
from parley.core.log.state import DIRECTOR, State, Turn
from parley.core.modes.story import arc
from parley.core.modes.story import events as story_events
from parley.core.modes.story.combat_round import ARMOUR, get_armour
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.naming import explain_block, list_exits, place_name
from parley.core.modes.story.rules.dice import get_modifier
from parley.core.modes.story.rules.parts import AGENTS, ATTRIBUTES, QUESTIONS
from parley.core.modes.story.shown import item_stacks, quest_progress, so_far
from parley.core.modes.story.state import HERE, CharacterState, StoryState
from parley.core.modes.story.words import add_capital
from parley.desktop.modes.story.figures import (
    Face,
    NoteFigure,
    PassageFigure,
    PassageKind,
    PersonFigure,
    SheetFigure,
    StoryFigure,
    StreamFigure,
)
from parley.desktop.widgets.language import said
from parley.desktop.widgets.language import said as in_words

MOST_PASSAGES = 200
"""Passages that the column has at most. What is older stands in the transcript: the dock is for playing."""

OUTCOMES = {
    "victory": "ph.trophy", "defeat": "ph.smiley-sad", "fled": "ph.person-simple-run", "peace": "ph.handshake",
    "routed": "ph.trophy", "surrendered": "ph.flag",
}  # fmt: skip

RULED: frozenset[PassageKind] = frozenset({"dice", "fight", "round"})
"""What the keeper of the rules has something to say of."""


def build_narrative(state: State, events: Sequence[Event]) -> tuple[PassageFigure, ...]:
    """Return the last passages of the story at `state`; what is left out before them is told in a note.

    `events` are the run's, of which those after `state` are not looked at.
    """
    found = list[PassageFigure]()
    for seq in range(min(state.seq, len(events)) - 1, -1, -1):  # from behind: 200 are enough, whatever the length
        passage = _build_passage(state, seq, events[seq])
        if passage is not None:
            found.append(passage)
            if len(found) == MOST_PASSAGES:
                break
    if len(found) == MOST_PASSAGES:
        older = translate("Story", "What was told before stands in the transcript.")
        found.append(PassageFigure(-1, "note", older, icon="ph.info"))  # −1: no event
    found.reverse()
    return tuple(_join_keeper_passages(found))


def _join_keeper_passages(found: Sequence[PassageFigure]) -> list[PassageFigure]:
    """Return the passages with the Keeper's words in the one they are about: the newest throw since the player's."""
    made: list[PassageFigure] = []
    about = -1
    for each in found:
        if each.kind == "ruled" and about >= 0:
            made[about] = replace(made[about], face=each.face, turn=each.turn, ruling=each.text)
            about = -1  # a second ruling stands by itself
            continue
        if each.kind == "player":
            about = -1  # what was thrown before their words is settled
        elif each.kind in RULED:
            about = len(made)
        made.append(each)
    return made


def get_face_of(state: State, member: str) -> Face:
    """Return how somebody is drawn."""
    name = state.name_of(member)
    if state.setup.has(member):
        known = state.setup.member(member)
        return Face(member, name, state.setup.letters[member], known.colour or "slate", portrait=known.portrait)
    return Face(member, name, name[:1].upper(), "slate")


def _build_passage(state: State, seq: int, event: Event) -> PassageFigure | None:
    match event:
        case TurnEnded():
            # A line that was taken back is no part of the story.
            turn = state.turns[event.turn - 1] if 0 < event.turn <= len(state.turns) else None
            return _build_line_passage(state, turn) if turn is not None and turn.seq == seq else None
        case story_events.DiceRolled():
            good = event.checks[0].success if event.checks else None
            return PassageFigure(seq, "dice", event.text, icon="ph.dice-five", good=good, checks=event.checks)
        case story_events.CombatStarted():
            order = " · ".join(f"{state.name_of(check.who)} {check.roll.total}" for check in event.order)
            return PassageFigure(seq, "fight", event.reason, icon="ph.sword", caption=order, checks=event.order)
        case story_events.CombatFought():
            blows = tuple((get_face_of(state, blow.actor), blow) for blow in event.blows)
            return PassageFigure(seq, "round", event.text, icon="ph.sword", caption=str(event.round), blows=blows)
        case story_events.CombatEnded():
            icon = OUTCOMES[event.outcome]
            good = {"victory": True, "routed": True, "peace": True, "defeat": False}.get(event.outcome)
            return PassageFigure(seq, "outcome", event.text, icon=icon, caption=event.outcome, good=good)
        case story_events.PlayerDid():
            sign = {"go": "ph.map-pin", "talk": "ph.chat-circle-dots", "attack": "ph.sword"}.get(event.what, "ph.hand")
            icon, good = ("ph.prohibit", False) if event.refused else (sign, None)
            return PassageFigure(seq, "did", event.text, icon=icon, cause=event.by, good=good)
        case story_events.StoryTold():
            return PassageFigure(seq, "did", event.text, icon="ph.book-open", cause="rules")
        case story_events.ToolAnswered():
            return _build_tool_passage(state, seq, event)
        case TopicInjected():
            return PassageFigure(
                seq, "note", event.text, icon="ph.flag", face=Face("", state.name_of(DIRECTOR), "", "slate")
            )
    return _build_quiet_passage(state, seq, event)


def _build_quiet_passage(state: State, seq: int, event: Event) -> PassageFigure | None:
    match event:
        case story_events.SheetWritten(sheet=sheet):
            text = translate("Story", "You are {name}, {concept}.") if sheet.concept else ""
            text = (text or translate("Story", "You are {name}.")).format(name=sheet.name, concept=sheet.concept)
            return PassageFigure(seq, "mark", text, icon="ph.user")
        case story_events.PhaseChanged():
            return PassageFigure(seq, "mark", said(get_text_of(event)), icon="ph.compass", caption=event.phase)
        case story_events.AgentSkipped():
            text = translate("Story", "{name} says nothing: {reason}").format(
                name=state.name_of(event.agent), reason=said(get_text_of(event))
            )
            return PassageFigure(seq, "note", text, icon="ph.prohibit")
        case story_events.AnswerMatched() | story_events.LineRead() if event.note:  # a note says why it failed
            return PassageFigure(seq, "note", said(get_text_of(event)), icon="ph.info")
    return None


def _build_line_passage(state: State, said: Turn) -> PassageFigure:
    kind = get_kind_of(said.member)
    # The Keeper's numbers stand with the throw that they are about.
    if said.staged and kind != "ruled":
        return PassageFigure(said.seq, "note", said.text, said.number, icon="ph.info")
    face = get_face_of(state, said.member)
    return PassageFigure(said.seq, kind, said.text, said.number, face, cause=said.ended.author)


def get_kind_of(member: str) -> PassageKind:
    """Return what somebody's line is in the tale."""
    tellers: dict[str, PassageKind] = {PLAYER: "player", DIRECTOR: "line"}
    tellers |= dict(zip(AGENTS, ("told", "ruled", "aside"), strict=True))
    return tellers.get(member, "speech")


def _build_tool_passage(state: State, seq: int, event: story_events.ToolAnswered) -> PassageFigure:
    name = state.name_of(event.member)
    if event.error:
        text = translate("Story", "{name} wanted to do something that cannot be: {why}").format(
            name=name, why=event.text
        )
        return PassageFigure(seq, "tool", text, icon="ph.prohibit", caption=event.name, good=False)
    moved = any(isinstance(each, story_events.Moved) for each in event.effects)
    return PassageFigure(seq, "tool", event.text, icon="ph.map-pin" if moved else "ph.wrench", caption=event.name)


translate = QCoreApplication.translate

MOST_HAPPENED = 12
"""Things that happened that are shown, the newest."""


def build_story_figure(
    state: State, streaming: Mapping[str, str], *, live: bool, writable: bool, events: Sequence[Event] = ()
) -> StoryFigure | None:
    """Return the story at `state`, or None before a run is there.

    `streaming` is what is being said, by member; `live`: `state` is the run's newest; `writable`: this window drives
    the run. `events` are all of the run's: from them come the dice and rounds of the narrative.
    """
    if state.config is None:
        return None
    tale, config = state.find(StoryState), state.setup
    if tale is None:
        return StoryFigure(mode=config.mode)
    story = config[StoryConfig]
    setting, language = story.setting, config.language
    place, begun = setting.place(tale.here), tale.phase != "creation"
    ways = list_exits(state) if begun else ()  # in the interview there is no place yet
    barred = [(way, why) for way in (place.exits if place and begun else ()) if (why := explain_block(state, way))]
    happened = reversed(so_far(state)[-MOST_HAPPENED:])
    routed = tale.routed if begun and tale.routed is not None and tale.routed.story_turn == tale.turn else None
    return StoryFigure(
        mode=config.mode,
        setting=setting.name.text(language),
        phase=tale.phase,
        stage=arc.stage(tale.turn, story.length),
        turn=tale.turn,
        length=story.length,
        question=min(max(tale.asked, 1), QUESTIONS) if tale.phase == "creation" and tale.sheet is None else 0,
        questions=QUESTIONS,
        place=add_capital(place_name(state, tale.here)) if begun else "",
        place_text=place.description.text(language) if place and begun else "",
        premise="" if begun else setting.premise.text(language),
        passages=build_narrative(state, events),
        streaming=_build_stream_figure(state, streaming) if live and writable else None,
        choices=_list_offered_choices(state, live),
        why_not=_explain_inaction(state, live=live, writable=writable),
        passing=live and writable and state.status == "playing",  # while paused it does not pass by itself
        sheet=_build_sheet_figure(state, tale),
        items=item_stacks(setting, tale.player.items, language, tale.sheet.weapon if tale.sheet else ""),
        people=_build_person_figures(state, tale),
        partner=tale.partner,
        exits=tuple((way, add_capital(place_name(state, way))) for way in ways),
        shut=tuple((add_capital(place_name(state, way)), why) for way, why in barred),
        lying=item_stacks(setting, tale.get_items_of(HERE + tale.here), language) if begun else (),
        quests=quest_progress(setting, tale, language),
        fight=_build_fighter_figures(state, tale, live),
        routed=in_words(get_text_of(routed)) if routed else "",
        # The newest first.
        notes=tuple(NoteFigure(text, min(turn, len(state.turns))) for turn, text in happened) if begun else (),
        ended=state.status == "ended",
    )


def _build_stream_figure(state: State, streaming: Mapping[str, str]) -> StreamFigure | None:
    open_turn = state.open
    if open_turn is None or state.status == "ended" or open_turn.failed is not None:
        return None
    member = open_turn.started.member
    if member == PLAYER or (state.status != "playing" and member not in streaming):  # the player's own does not stream
        return None
    return StreamFigure(get_face_of(state, member), streaming.get(member, ""), get_kind_of(member))


def role_in_story(state: State, member: str) -> str:
    """Return what the player and the agents are, who have no role of their own; empty for all others and in other
    runs.
    """
    tale = state.find(StoryState)
    if tale is None:
        return ""
    if member == PLAYER:
        return tale.sheet.concept if tale.sheet is not None else translate("Story", "the player")
    roles = {
        "narrator": translate("Story", "tells the story"),
        "keeper": translate("Story", "keeps count"),
        "jester": translate("Story", "takes your side"),
    }
    return roles.get(member, "")


def _list_offered_choices(state: State, live: bool) -> tuple[str, ...]:
    tale = state[StoryState]
    if tale.offered is None or tale.phase in {"creation", "epilogue"} or state.status == "ended":
        return ()
    # While the others answer, the last ones stay where they are; in the past only those that could be taken then.
    return tale.offered.choices if live or tale.offered.story_turn == tale.turn else ()


def _explain_inaction(state: State, *, live: bool, writable: bool) -> str:
    tale = state[StoryState]
    if not live:  # the order matters: the first that applies is shown
        return translate("Story", "You are looking at turn {turn}. Go to the end to act.").format(turn=len(state.turns))
    if state.status == "ended":
        return translate("Story", "The story is over. Fork it at any turn to go on from there.")
    if not writable:
        return translate("Story", "This story is open for reading only. Press play to go on with it.")
    if state.open is not None and state.open.failed is not None:
        name = state.name_of(state.open.started.member)
        return translate("Story", "{name} could not speak. Press play to try again.").format(name=name)
    if state.open is None and tale.is_waiting():  # also while paused: acting goes on with it
        return ""
    if state.status != "playing":
        return translate("Story", "The story stands still. Press play to go on.")
    if state.open is not None and state.open.started.member != PLAYER:
        name = state.name_of(state.open.started.member)
        return translate("Story", "{name} is speaking…").format(name=name)
    return translate("Story", "The others answer first…")


def _build_sheet_figure(state: State, tale: StoryState) -> SheetFigure | None:
    if tale.sheet is None:
        return None
    setting, language, sheet = state.setup[StoryConfig].setting, state.setup.language, tale.sheet
    given = sheet.attributes
    return SheetFigure(
        get_face_of(state, PLAYER),
        concept=sheet.concept,
        description=sheet.description,
        attributes=tuple((each, given[each], get_modifier(given[each])) for each in ATTRIBUTES if each in given),
        health=tale.player.health,
        most=tale.health,
        armour=ARMOUR + get_modifier(given.get("dex", 10)) + get_armour(tale, setting),
        weapon=setting.item_name(sheet.weapon, language) if sheet.weapon else "",
        conditions=tuple(tale.player.statuses.items()),
    )


def _build_person_figures(state: State, tale: StoryState) -> tuple[PersonFigure, ...]:
    if tale.phase == "creation":
        return ()
    setting, language = state.setup[StoryConfig].setting, state.setup.language

    def figure(one: str, standing: CharacterState) -> PersonFigure:
        someone, person = setting.someone(one), standing.person
        role = someone.role.text(language) if someone else ""
        return PersonFigure(
            get_face_of(state, one), person.archetype, role, standing.trust, tuple(standing.statuses.items()),
            standing.following, one == tale.partner, standing.health, person.health,
        )  # fmt: skip

    # Whom the player talks with stands first.
    return tuple(figure(one, tale.people[one]) for one in sorted(tale.present(), key=lambda one: one != tale.partner))


def _build_fighter_figures(state: State, tale: StoryState, live: bool) -> tuple[PersonFigure, ...]:
    fight = tale.fight
    if fight is None or tale.phase == "epilogue":
        # A story may end within a fight; it is told then, and nobody's turn.
        return ()
    rolled = {check.who: check.roll.total for check in fight.initiative}
    acting = live and state.open is None and tale.is_waiting()
    return tuple(
        PersonFigure(
            get_face_of(state, one), statuses=tuple(standing.statuses.items()), health=standing.health,
            most=tale.health if one == PLAYER else standing.person.health,
            initiative=rolled.get(one, 0), acting=acting and one == PLAYER,
        )
        for one in fight.order
        if (standing := tale.people.get(one)) is not None
    )  # fmt: skip
