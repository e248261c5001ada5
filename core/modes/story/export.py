"""What documents tell of a story: what happened between the lines, trust in the place of affinity, the world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from parley.core.base.labels import label
from parley.core.base.sentences import said
from parley.core.cast.member import PLAYER
from parley.core.export.html import render_part
from parley.core.export.rows import Row, rows_between
from parley.core.export.transcript import Facts, ModeExport, Page, Tie, Transcript
from parley.core.export.words import words
from parley.core.formats import Localised
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event
from parley.core.log.modes import Happened
from parley.core.log.state import State
from parley.core.measures.registry import COUNT, SHARE, Measure
from parley.core.modes.story import events as story_events
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.shown import as_affinity, notes, pick_fields, so_far
from parley.core.modes.story.state import StoryState, list_newcomers
from parley.core.modes.story.words import add_capital


def tell_event(state: State, event: Event, language: str) -> Iterator[Happened]:
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
            yield Happened("part", label("phase", event.phase, language), said(get_text_of(event), language))
        case story_events.PlayerDid() if event.text:
            yield Happened("event", say["act"], event.text)
        case story_events.StoryTold():
            yield Happened("event", say["told"], event.text)
        case story_events.ToolAnswered():
            for person in list_newcomers(event.effects):
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
    if at is None or not state[StoryState].edits:  # only older logs have notes of the player
        return

    def make_row(kind: Literal["part", "event"], name: str, text: str) -> Row:
        return Row(kind, len(state.turns) + 1, "", name, text, at)

    yield make_row("part", say["so_far"], "")
    for turn, text in so_far(state):
        yield make_row("event", str(turn), text)
    yield make_row("part", say["remembered"], "")
    for note in notes(state):
        yield make_row("event", f"{add_capital(label('card', note.kind, say['language']))}, {note.title}", note.text)


class StoryExport(ModeExport):
    """Dice, fights, acts and quests."""

    def rows(self, state: State, events: Sequence[Event], language: str) -> Iterator[Row]:
        """Yield lines, what the director put in and what happened between them; after them what is remembered."""
        yield from rows_between(state, events, language, tell_event)
        yield from _iterate_memory_rows(state, language)

    def change_facts(self, transcript: Transcript, facts: Facts) -> None:
        """Add the world, how far the story is, and whom the player may trust; the story itself says who speaks next."""
        say, state = transcript.say, transcript.state
        story = state[StoryState]
        trusted = [(transcript.name_of(one), each.trust) for one, each in story.people.items() if each.met]
        facts["format"] = [(say["world"], transcript.format_name)]
        facts["voice"] += [
            (say["story_turns"], f"{story.turn} {say['of']} {state.setup[StoryConfig].length}"),
            (say["trust"], ", ".join(f"{name} {trust:+d}" for name, trust in trusted)),
        ]
        del facts["cast"], facts["policy"]  # a setting has no cast, and its rules say who is next

    def find_ties(self, state: State) -> Sequence[Tie]:
        """Return the player with each character but foes, by trust."""
        return [
            Tie(PLAYER, one, as_affinity(standing.person.trust), as_affinity(standing.trust))  # at first, and now
            for one, standing in state[StoryState].people.items()
            if one != PLAYER and standing.person.archetype != "foe" and state.setup.has(one)
        ]

    def sections(self, transcript: Transcript, events: Sequence[Event]) -> Mapping[str, Any]:
        """Return the story."""
        found, state = _build_story_section(transcript.state), transcript.state
        if state[StoryState].edits:
            found["so_far"] = [{"turn": turn, "text": text} for turn, text in so_far(state)]
            found["cards"] = [{"id": each.card, **pick_fields(each, "kind", "title", "text")} for each in notes(state)]
        return {"story": found}

    def build_page(self, transcript: Transcript, events: Sequence[Event]) -> Page:
        """Return what is said in the place of a plan: a story has none."""
        say = transcript.say
        return Page(
            words={"network": say["trust"], "network_hint": say["trust_hint"]},
            stage=render_part("story_stage.html.j2", say=say),
            data={"trust": True, "floor": None, "story": True},
        )


EXPORT = StoryExport()


def _build_story_section(state: State) -> dict[str, Any]:
    """Return the story at its end: the sheet, who is where with what, trust, quests, flags, talks and moments."""
    story = state[StoryState]
    return {
        "setting": state.setup[StoryConfig].setting.id,
        **pick_fields(story, "phase", "turn"),
        "length": state.setup[StoryConfig].length,
        **pick_fields(story, "sheet"),
        "people": [
            {
                "id": one,
                "name": state.name_of(one),
                "archetype": standing.person.archetype if one != PLAYER else "player",
                **pick_fields(standing, "location", "items", "trust", "statuses", "following", "health"),
            }
            for one, standing in story.people.items()
        ],
        "lying": story.lying,
        "quests": [pick_fields(quest, "quest", "stage", "done") for quest in story.quests.values()],
        **pick_fields(story, "flags", "talks"),
        "moments": [pick_fields(each, "turn", "story_turn", "title", "weight") for each in story.moments],
    }


WON = ("victory", "routed", "surrendered")


def _figures(state: State) -> dict[str, float]:
    """Count `turns` of the player; quests that were taken and `done`; fights, of them `won` (also where the foes ran or
    gave up); `defeats`; the player's `health` as a share of the most it can be; people who were `met`, and the mean
    `trust` of these; talks; things the player has; moments worth telling, and their `weight` together, which only older
    logs have."""
    story = state[StoryState]
    met = [who for one, who in story.people.items() if one != PLAYER and who.met]
    player = story.people.get(PLAYER)
    return {
        "story.turns": story.turn,
        "story.quests": len(story.quests),
        "story.done": sum(quest.done for quest in story.quests.values()),
        "story.fights": len(story.fought),
        "story.won": sum(over.outcome in WON for _began, over in story.fought),
        "story.defeats": story.defeats,
        "story.health": round(player.health / story.health, 6) if player and story.health else 0.0,  # 0: no sheet yet
        "story.met": len(met),
        "story.trust": round(sum(who.trust for who in met) / len(met), 6) if met else 0.0,
        "story.talks": len(story.talks),
        "story.things": sum(player.items.values()) if player else 0,
        "story.moments": len(story.moments),
        "story.weight": sum(moment.weight for moment in story.moments),
    }


STORY = Measure(
    "story",
    Localised(en="The story", de="Die Geschichte"),
    ("story.",),
    _figures,
    ranges={"story": COUNT, "story.health": SHARE, "story.trust": (-100.0, 100.0)},
)
