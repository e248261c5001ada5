"""What documents tell of a story: what happened between the lines, trust in the place of affinity, the world.

A replay shows it turn by turn: where the player is and with whom, the sheet, what the dice said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from parley.core.base.labels import label
from parley.core.base.sentences import said
from parley.core.cast.member import PLAYER
from parley.core.export.html import part
from parley.core.export.rows import Row, rows_between
from parley.core.export.transcript import Facts, ModeExport, Page, Tie, Transcript
from parley.core.export.words import words
from parley.core.log.codec import text_of
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import apply
from parley.core.log.modes import Happened
from parley.core.log.state import State
from parley.core.modes.story import events as story_events
from parley.core.modes.story.cards import notes, so_far
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.parts import ATTRIBUTES
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.shown import as_affinity, item_stacks, quest_progress
from parley.core.modes.story.state import HERE, StoryState, newcomers
from parley.core.modes.story.words import capital


def happened(state: State, event: Event, language: str) -> Iterator[Happened]:
    """Yield what a reader is told of an event; nothing of most. Choices that were offered are left out."""
    say = words(language)
    language = say["language"]
    match event:
        case story_events.DiceRolled() if event.text:
            yield Happened("event", say["dice"], event.text)
        case story_events.CombatStarted():
            yield Happened("part", say["fight"], ", ".join(foe.name for foe in event.foes))
            order = ", ".join(f"{state.name_of(check.who)} {check.roll.total}" for check in event.order)
            told = f"{event.reason} {say['initiative']}: {order}." if order else event.reason
            yield Happened("event", say["fight"], told.strip())
        case story_events.CombatFought():
            yield Happened("event", say["round"].format(round=event.round), event.text)
        case story_events.CombatEnded():
            yield Happened("event", label("outcome", event.outcome, language), event.text)
        case story_events.PhaseChanged():
            yield Happened("part", label("phase", event.phase, language), said(text_of(event), language))
        case story_events.PlayerDid() if event.text:
            yield Happened("event", say["act"], event.text)
        case story_events.StoryTold():
            yield Happened("event", say["told"], event.text)
        case story_events.ToolAnswered():
            for person in newcomers(event.effects):
                yield Happened("event", say["newcomer"], say["comes_in"].format(name=person.name))
        case story_events.SheetWritten(sheet=sheet):
            names = (
                (label("attribute_short", name, say["language"]), value) for name, value in sheet.attributes.items()
            )
            numbers = ", ".join(f"{name} {value}" for name, value in names)
            who = ", ".join(part for part in (sheet.name, sheet.concept) if part)
            yield Happened("event", say["sheet"], f"{who}. {numbers}." if numbers else f"{who}.")
    for effect in event.effects if isinstance(event, story_events.PlayerDid | story_events.ToolAnswered) else ():
        if isinstance(effect, story_events.DialogueOpened):
            yield Happened("part", say["talk_with"].format(name=state.name_of(effect.character)), "")


def _iterate_memory_rows(state: State, language: str) -> Iterator[Row]:
    """Yield the story so far and the player's notes, where there are any: then they are a part of what was written."""
    say = words(language)
    at = state.now
    if at is None or not state[StoryState].edits:
        return

    def row(kind: Literal["part", "event"], name: str, text: str) -> Row:
        return Row(kind, len(state.turns) + 1, "", name, text, at)

    yield row("part", say["so_far"], "")
    for turn, text in so_far(state):
        yield row("event", str(turn), text)
    yield row("part", say["remembered"], "")
    for note in notes(state):
        yield row("event", f"{capital(label('card', note.kind, say['language']))}, {note.title}", note.text)


Frame = dict[str, Any]


def frames(end: State, events: Sequence[Event], language: str) -> list[Frame]:
    """Return what is to be seen before the first turn and right after each; each holds only what differs from the one
    before.

    `end` is the folded run. A frame has `place` and `about` it, `here` (who is there with the player), `lying`,
    `sheet`, `health` of `most`, `items`, `quests`, `fight`; `notes`, what came to pass before its turn; and `choices`
    with what was `taken` of them: a place, −1 for words of their own, None while nobody has chosen.
    """
    index = {member.id: place for place, member in enumerate(end.setup.members)}
    now = State()
    found: dict[int, Frame] = {}
    notes: list[Frame] = []
    offered: story_events.ChoicesOffered | None = None
    number = 0
    for event in events:
        apply(now, event)
        if now.find(StoryState) is None:
            continue
        if isinstance(event, TurnEnded):
            number = event.turn
            found[number] = _build_scene_frame(now, now[StoryState], index, language) | {
                "notes": notes,
                "choices": None,
            }
            notes = []
            if event.member == PLAYER and offered is not None:
                found[number]["choices"] = _build_choices_frame(offered, event.text)
                offered = None
            continue
        notes += [
            {
                "name": each.name,
                "text": each.text,
                "part": each.kind == "part",
                "checks": _build_check_frames(now, event, index),
            }
            for each in happened(now, event, language)
        ]
        if isinstance(event, story_events.ChoicesOffered):
            offered = event
            if number in found:
                found[number]["choices"] = {"offered": list(event.choices), "taken": None}
        elif isinstance(event, story_events.PlayerDid) and event.by == "player" and offered is not None:
            offered = None
        if number not in found:
            found[number] = _build_scene_frame(now, now[StoryState], index, language) | {"notes": [], "choices": None}
    if number in found and end.find(StoryState) is not None:
        # What came behind the last turn is seen with it.
        found[number] |= _build_scene_frame(end, end[StoryState], index, language)
        found[number]["notes"] = [*found[number]["notes"], *notes]
    whole = [found.get(number) or {} for number in range(len(end.turns) + 1)]
    return [
        {name: value for name, value in each.items() if not at or whole[at - 1].get(name, ...) != value}
        for at, each in enumerate(whole)
    ]


def _build_choices_frame(offered: story_events.ChoicesOffered, text: str) -> Frame:
    taken = next(
        (at for at, choice in enumerate(offered.choices) if _normalize_choice(choice) == _normalize_choice(text)), -1
    )
    return {"offered": list(offered.choices), "taken": taken}


def _normalize_choice(text: str) -> str:
    return " ".join(text.split()).rstrip(".!?…").casefold()


def _build_scene_frame(state: State, story: StoryState, index: Mapping[str, int], language: str) -> Frame:
    setting, begun = state.setup[StoryConfig].setting, story.phase != "creation"
    place = setting.place(story.here)
    sheet = story.sheet
    given = sheet.attributes if sheet else {}
    return {
        "place": capital(setting.place_name(story.here, language)) if begun else "",
        "about": place.description.text(language) if place and begun else "",
        "turn": story.turn,
        "here": [_build_person_frame(state, story, one, index) for one in story.present()] if begun else [],
        "lying": _build_item_rows(setting, story.items_of(HERE + story.here), language) if begun else [],
        "sheet": {
            "name": state.name_of(PLAYER),
            "concept": sheet.concept,
            "attributes": [
                [label("attribute_short", each, language), given[each]] for each in ATTRIBUTES if each in given
            ],
        }
        if sheet
        else None,
        "health": story.player.health,
        "most": story.health,
        "items": _build_item_rows(setting, story.player.items, language, sheet.weapon if sheet else ""),
        "quests": [[each.name, each.text, each.done] for each in quest_progress(setting, story, language)],
        "fight": _build_fight_frame(state, story, index),
    }


def _build_person_frame(state: State, story: StoryState, one: str, index: Mapping[str, int]) -> Frame:
    standing = story.people[one]
    return {
        "m": index.get(one, -1),
        "name": state.name_of(one) if one in index else standing.person.name,
        "trust": standing.trust,
        "partner": one == story.partner,
        "following": standing.following,
    }


def _build_item_rows(setting: Setting, items: Mapping[str, int], language: str, weapon: str = "") -> list[list[Any]]:
    return [[each.name, each.quantity, each.wielded] for each in item_stacks(setting, items, language, weapon)]


def _build_fight_frame(state: State, story: StoryState, index: Mapping[str, int]) -> Frame | None:
    fight = story.fight
    if fight is None:
        return None
    fighters = []
    for one in fight.order:
        if (standing := story.people.get(one)) is not None:
            most = story.health if one == PLAYER else standing.person.health
            name = state.name_of(one) if one in index else standing.person.name
            fighters.append([index.get(one, -1), name, one in fight.foes, standing.health, most])
    return {"round": fight.round, "who": fighters}


def _build_check_frames(state: State, event: Event, index: Mapping[str, int]) -> list[Frame]:
    """Return the dice of an event, as they fell."""
    thrown: tuple[story_events.Check, ...] = ()
    if isinstance(event, story_events.DiceRolled):
        thrown = event.checks
    elif isinstance(event, story_events.CombatStarted):
        thrown = event.order
    return [
        {
            "m": index.get(check.who, -1),
            "name": state.name_of(check.who) if check.who in index else check.who,
            "notation": check.roll.notation,
            "dice": list(check.roll.dice),
            "kept": list(check.roll.kept),
            "modifier": check.roll.modifier,
            "total": check.roll.total,
            "against": check.against,
            "success": check.success,
        }
        for check in thrown
    ]


class StoryExport(ModeExport):
    """Dice, fights, acts and quests."""

    def rows(self, state: State, events: Sequence[Event], language: str) -> Iterator[Row]:
        """Lines, what the director put in, between them what happened; behind them what is remembered."""
        yield from rows_between(state, events, language, happened)
        yield from _iterate_memory_rows(state, language)

    def change_facts(self, transcript: Transcript, facts: Facts) -> None:
        """The world, how far the story is, and whom the player may trust; the story itself says who speaks next."""
        say, state = transcript.say, transcript.state
        story = state[StoryState]
        trusted = [(transcript.name_of(one), each.trust) for one, each in story.people.items() if each.met]
        facts["format"] = [(say["world"], transcript.format_name)]
        facts["voice"] += [
            (say["story_turns"], f"{story.turn} {say['of']} {state.setup[StoryConfig].length}"),
            (say["trust"], ", ".join(f"{name} {trust:+d}" for name, trust in trusted)),
        ]
        del facts["cast"], facts["policy"]

    def ties(self, state: State) -> Sequence[Tie]:
        """Return the player with each character but foes, by trust."""
        return [
            Tie(PLAYER, one, as_affinity(standing.person.trust), as_affinity(standing.trust))
            for one, standing in state[StoryState].people.items()
            if one != PLAYER and standing.person.archetype != "foe" and state.setup.has(one)
        ]

    def sections(self, transcript: Transcript, events: Sequence[Event]) -> Mapping[str, Any]:
        """Return the story."""
        found, state = _build_story_section(transcript.state), transcript.state
        if state[StoryState].edits:
            found["so_far"] = [{"turn": turn, "text": text} for turn, text in so_far(state)]
            found["cards"] = [
                {"id": each.card, "kind": each.kind, "title": each.title, "text": each.text} for each in notes(state)
            ]
        return {"story": found}

    def page(self, transcript: Transcript, events: Sequence[Event]) -> Page:
        """Return where the player is and with whom, and the sheet, turn by turn; a story has places, and no plan of
        them.
        """
        say = transcript.say
        return Page(
            words={"network": say["trust"], "network_hint": say["trust_hint"]},
            stage=part("story_stage.html.j2", say=say),
            data={
                "trust": True,
                "floor": None,
                "story": frames(transcript.state, events, transcript.language),
                "length": transcript.config[StoryConfig].length,
            },
        )


EXPORT = StoryExport()


def _build_story_section(state: State) -> dict[str, Any]:
    """Return the story at its end: the sheet, who is where with what, trust, quests, flags, talks and moments."""
    builtins, story = msgspec.to_builtins, state[StoryState]
    return {
        "setting": state.setup[StoryConfig].setting.id,
        "phase": story.phase,
        "turn": story.turn,
        "length": state.setup[StoryConfig].length,
        "sheet": builtins(story.sheet) if story.sheet else None,
        "people": [
            {
                "id": one,
                "name": state.name_of(one),
                "archetype": standing.person.archetype if one != PLAYER else "player",
                "location": standing.location,
                "items": standing.items,
                "trust": standing.trust,
                "statuses": standing.statuses,
                "following": standing.following,
                "health": standing.health,
            }
            for one, standing in story.people.items()
        ],
        "lying": story.lying,
        "quests": [{"quest": quest.quest, "stage": quest.stage, "done": quest.done} for quest in story.quests.values()],
        "flags": story.flags,
        "talks": [builtins(talk) for talk in story.talks],
        "moments": [
            {"turn": each.turn, "story_turn": each.story_turn, "title": each.title, "weight": each.weight}
            for each in story.moments
        ],
    }
