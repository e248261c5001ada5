"""A story as its replay shows it, turn by turn: where the player is and with whom, the sheet, what the dice said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.base.labels import label
from core.cast.member import PLAYER
from core.log.events.base import Event
from core.log.events.turn import TurnEnded
from core.log.fold import apply
from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.events import Check, ChoicesOffered, CombatStarted, DiceRolled, PlayerDid
from core.modes.story.export_rows import happened
from core.modes.story.rules.parts import ATTRIBUTES
from core.modes.story.rules.setting import Setting
from core.modes.story.shown import item_stacks, quest_progress, titled
from core.modes.story.state import HERE, StoryState

Frame = dict[str, Any]


def frames(end: State, events: Sequence[Event], language: str) -> list[Frame]:
    """What is to be seen before the first turn and right after each; each holds only what differs from the one before.

    `end` is the folded run. A frame has `place` and `about` it, `here` (who is there with the player), `lying`,
    `sheet`, `health` of `most`, `items`, `quests`, `fight`; `notes`, what came to pass before its turn; and `choices`
    with what was `taken` of them: a place, −1 for words of their own, None while nobody has chosen.
    """
    index = {member.id: place for place, member in enumerate(end.setup.members)}
    now = State()
    found: dict[int, Frame] = {}
    notes: list[Frame] = []
    offered: ChoicesOffered | None = None
    number = 0
    for event in events:
        apply(now, event)
        if now.find(StoryState) is None:
            continue
        if isinstance(event, TurnEnded):
            number = event.turn
            found[number] = _seen(now, now[StoryState], index, language) | {"notes": notes, "choices": None}
            notes = []
            if event.member == PLAYER and offered is not None:
                found[number]["choices"] = _taken(offered, event.text)
                offered = None
            continue
        notes += [
            {"name": each.name, "text": each.text, "part": each.kind == "part", "checks": _checks(now, event, index)}
            for each in happened(now, event, language)
        ]
        if isinstance(event, ChoicesOffered):
            offered = event
            if number in found:
                found[number]["choices"] = {"offered": list(event.choices), "taken": None}
        elif isinstance(event, PlayerDid) and event.by == "player" and offered is not None:
            offered = None
        if number not in found:
            found[number] = _seen(now, now[StoryState], index, language) | {"notes": [], "choices": None}
    if number in found and end.find(StoryState) is not None:
        # What came behind the last turn is seen with it.
        found[number] |= _seen(end, end[StoryState], index, language)
        found[number]["notes"] = [*found[number]["notes"], *notes]
    whole = [found.get(number) or {} for number in range(len(end.turns) + 1)]
    return [
        {name: value for name, value in each.items() if not at or whole[at - 1].get(name, ...) != value}
        for at, each in enumerate(whole)
    ]


def _taken(offered: ChoicesOffered, text: str) -> Frame:
    taken = next((at for at, choice in enumerate(offered.choices) if _bare(choice) == _bare(text)), -1)
    return {"offered": list(offered.choices), "taken": taken}


def _bare(text: str) -> str:
    return " ".join(text.split()).rstrip(".!?…").casefold()


def _seen(state: State, story: StoryState, index: Mapping[str, int], language: str) -> Frame:
    setting, begun = state.setup[StoryConfig].setting, story.phase != "creation"
    place = setting.place(story.here)
    sheet = story.sheet
    given = sheet.attributes if sheet else {}
    return {
        "place": titled(setting.place_name(story.here, language)) if begun else "",
        "about": place.description.text(language) if place and begun else "",
        "turn": story.turn,
        "here": [_person(state, story, one, index) for one in story.present()] if begun else [],
        "lying": _items(setting, story.items_of(HERE + story.here), language) if begun else [],
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
        "items": _items(setting, story.player.items, language, sheet.weapon if sheet else ""),
        "quests": [[each.name, each.text, each.done] for each in quest_progress(setting, story, language)],
        "fight": _fight(state, story, index),
    }


def _person(state: State, story: StoryState, one: str, index: Mapping[str, int]) -> Frame:
    standing = story.people[one]
    return {
        "m": index.get(one, -1),
        "name": state.name_of(one) if one in index else standing.person.name,
        "trust": standing.trust,
        "partner": one == story.partner,
        "following": standing.following,
    }


def _items(setting: Setting, items: Mapping[str, int], language: str, weapon: str = "") -> list[list[Any]]:
    return [[each.name, each.quantity, each.wielded] for each in item_stacks(setting, items, language, weapon)]


def _fight(state: State, story: StoryState, index: Mapping[str, int]) -> Frame | None:
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


def _checks(state: State, event: Event, index: Mapping[str, int]) -> list[Frame]:
    """The dice of an event, as they fell."""
    thrown: tuple[Check, ...] = ()
    if isinstance(event, DiceRolled):
        thrown = event.checks
    elif isinstance(event, CombatStarted):
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
