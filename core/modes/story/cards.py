"""The story so far: what happened in sentences, and cards of people, places, things and promises.

All of it follows from the log: the rules make the cards of what happened, the player may write on them, pin them, or
have them forgotten. Nothing here is kept; it is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rapidfuzz import fuzz

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.chronicle import Happening
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import CardKind
from parley.core.modes.story.naming import folded, owner_name, place_name
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.state import HERE, StoryState
from parley.core.modes.story.words import capital, words

OWN = "own-"
"""What the name of a card begins with that the player made."""
NAMED = 88
"""How alike, of 100, a thing's name and words of a promise must be for the promise to be about it."""


@dataclass(frozen=True, slots=True)
class Card:
    """Something that is remembered.

    `text` is what happened with it, or what the player wrote on it; `about`, what it is, as the setting has it.
    `turn` is the newest of what it tells; `concerns` are those, beside the player, who know of it, and `place` where it
    happened. `over`: nothing is open about it any more; `task`: it is one that was accepted.
    """

    id: str
    kind: CardKind
    title: str
    text: str = ""
    about: str = ""
    turn: int = 0
    concerns: frozenset[str] = field(default_factory=frozenset)
    place: str = ""
    pinned: bool = False
    edited: bool = False
    forgotten: bool = False
    over: bool = False
    task: bool = False

    @property
    def line(self) -> str:
        """What is shown of it."""
        return self.text or self.about

    def known_to(self, member: str) -> bool:
        """Return whether somebody may be told: who tells the story knows it all, others what concerns them."""
        return member in AGENTS or member == PLAYER or member in self.concerns


@dataclass(frozen=True, slots=True)
class Promise:
    """What somebody promised in a talk; `kept`: what it was about has changed hands, `moot`: it cannot be kept."""

    id: str
    by: str
    to: str
    text: str
    turn: int
    kept: bool = False
    moot: bool = False

    @property
    def open(self) -> bool:
        """Whether it is still to be kept."""
        return not self.kept and not self.moot


def so_far(state: State, member: str = "") -> list[tuple[int, str]]:
    """Return what happened, as (turn, sentence), the oldest first; for a `member` only what they know of."""
    tellers = not member or member == PLAYER or member in AGENTS
    told: list[tuple[int, str]] = []
    seen: set[tuple[str, str]] = set()
    summed_up = " ".join(each.text for each in state[StoryState].chronicle if each.kind == "summary")
    for each in state[StoryState].chronicle:
        once = (each.kind, each.what or each.who)
        if each.kind == "came" and once in seen:
            continue
        if (
            each.kind == "quest"
            and each.count <= 1
            and (name := _describe_quest_stage(state, each)[0])
            and name in summed_up
        ):
            # The summary of the talk in which it began tells it.
            continue
        seen.add(once)
        if (tellers or member in each.who.split()) and (text := _describe_happening(state, each)):
            told.append((each.turn, text))
    return told


def cards(state: State) -> list[Card]:
    """Return all that is remembered, with what the player made of it; the newest first, what is pinned before it."""
    made = {card.id: card for card in _made(state)}
    for one, edit in state[StoryState].edits.items():
        before = made.get(one)
        if before is None and not one.startswith(OWN):
            # A log that was written by hand, or a fork from before it happened.
            continue
        card = before or Card(one, edit.kind, edit.title)
        named = _find_named_people(state, f"{edit.title} {edit.text}") if edit.text or before is None else frozenset()
        made[one] = replace(
            card,
            title=edit.title or card.title,
            text=edit.text or card.text,
            concerns=card.concerns | named,
            pinned=edit.pinned,
            edited=bool(edit.text) or before is None,
            task=card.task and not edit.text,
            forgotten=edit.forgotten,
        )
    order = {one: place for place, one in enumerate(made)}
    return sorted(made.values(), key=lambda card: (not card.pinned, -card.turn, -order[card.id]))


def promises(state: State) -> list[Promise]:
    """Return what was promised in talks, the oldest first."""
    story, found = state[StoryState], list[Promise]()
    for at, each in enumerate(story.chronicle):
        if each.kind == "promise":
            by, _, to = each.who.partition(" ")
            kept = any(_is_promise_kept(state, each, later, by, to) for later in story.chronicle[at + 1 :])
            other = story.people.get(to if by == PLAYER else by)
            moot = not kept and other is not None and other.health <= 0
            found.append(Promise(f"said:{len(found) + 1}", by, to, each.text, each.turn, kept, moot))
    return found


def tasks(state: State) -> list[str]:
    """Return the tasks under way, each with what is to be done next."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    told: list[str] = []
    for at in state[StoryState].quests.values():
        quest = setting.quest(at.quest)
        if quest is not None and not at.done:
            stage = quest.stages[min(max(at.stage, 1), len(quest.stages)) - 1]
            told.append(
                _format_card_text(state, "task", what=quest.name.text(language), text=stage.text.text(language))
            )
    return told


def _format_card_text(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="cards", player=state.name_of(PLAYER), **values)


def _name(state: State, who: str) -> str:
    people = state[StoryState].people
    if who in people and who != PLAYER:
        return people[who].person.name
    return state.name_of(who)


def _describe_quest_stage(state: State, each: Happening) -> tuple[str, str]:
    """Return the name of a happening's quest, and what its stage says."""
    quest, language = state.setup[StoryConfig].setting.quest(each.what), state.setup.language
    if quest is None:
        return "", ""
    stage = quest.stages[min(max(each.count, 1), len(quest.stages)) - 1]
    return quest.name.text(language), stage.text.text(language)


def _describe_happening(state: State, each: Happening) -> str:
    """Return a happening in a sentence; empty: it is told with something else, or not worth it."""
    if each.aside:
        return ""
    match each.kind:
        case "summary":
            return each.text
        case "promise":
            by, _, to = each.who.partition(" ")
            return _format_card_text(state, "promised", who=_name(state, by), to=_name(state, to), text=each.text)
        case "quest":
            name, text = _describe_quest_stage(state, each)
            key = each.text or ("accepted" if each.count <= 1 else "advanced")
            return _format_card_text(state, key, what=name, text=text) if name else ""
        case "fight":
            return _format_card_text(state, each.text, what=each.what, place=place_name(state, each.place))
        case "item":
            return _describe_item_happening(state, each)
        case "came" | "flag":
            return _format_card_text(state, each.kind, place=place_name(state, each.what), text=each.text)
        case "fell" if (one := state[StoryState].people.get(each.who)) is None or one.person.archetype == "foe":
            # The fight tells it.
            return ""
        case "follows" | "stays" | "fell" | "joined":
            return _format_card_text(state, each.kind, who=_name(state, each.who), place=place_name(state, each.place))
    return ""


def _describe_item_happening(state: State, each: Happening) -> str:
    came = each.count > 0
    if not each.who:
        key = "found" if came else "spent"
    elif each.who.startswith(HERE):
        key = "picked" if came else "left"
    else:
        key = "received" if came else "gave"
    place = place_name(state, each.who.removeprefix(HERE) if each.who.startswith(HERE) else each.place)
    who = owner_name(state, each.who) if each.who else ""
    name, many = state.setup[StoryConfig].setting.item_name(each.what, state.setup.language), abs(each.count)
    return _format_card_text(state, key, who=who, place=place, things=name if many == 1 else f"{many} × {name}")


def _is_promise_kept(state: State, promise: Happening, later: Happening, by: str, to: str) -> bool:
    """Return whether what changed hands later is what was promised."""
    if later.kind != "item" or later.who != (to if by == PLAYER else by) or (later.count < 0) != (by == PLAYER):
        return False
    name = state.setup[StoryConfig].setting.item_name(later.what, state.setup.language)
    return fuzz.partial_ratio(folded(name), folded(promise.text)) >= NAMED


def _find_named_people(state: State, text: str) -> frozenset[str]:
    """Return who is named in what the player wrote."""
    said = folded(text)
    people = state[StoryState].people
    return frozenset(one for one in people if one != PLAYER and folded(people[one].person.name) in said)


def _extract_first_sentence(text: str) -> str:
    """Return the first sentence of a description."""
    head, mark, _ = text.strip().partition(". ")
    return f"{head}." if mark else head


def _made(state: State) -> Iterator[Card]:
    """Yield the cards that the rules make."""
    if state[StoryState].phase == "creation":
        return
    yield from _iterate_place_cards(state)
    yield from _iterate_people_cards(state)
    yield from _iterate_thing_cards(state)
    yield from _iterate_promise_cards(state)


def _iterate_people_cards(state: State) -> Iterator[Card]:
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    told: dict[str, list[tuple[Happening, str]]] = {}
    for each in story.chronicle:
        if each.kind not in {"came", "quest", "flag", "left"} and not each.who.startswith(HERE):
            text = "" if each.kind in {"joined", "promise"} else _describe_happening(state, each)
            for one in sorted({*each.who.split()} - {PLAYER}):
                told.setdefault(one, []).append((each, text))
    for one, happened in told.items():
        standing, someone, foe = story.people.get(one), setting.someone(one), setting.foe(one)
        if foe is None and standing is None:
            continue
        about = someone.role.text(language) if someone else standing.person.description if standing else ""
        title = foe.name.text(language) if foe else _name(state, one)
        texts = list(dict.fromkeys(text for _each, text in happened if text))[-2:]
        if standing is not None and not foe:
            texts += [_format_card_text(state, "goes_along")] if standing.following and not texts else []
            texts += (
                [_format_card_text(state, "dead")]
                if standing.health <= 0 and _format_card_text(state, "dead") not in texts
                else []
            )
        last = happened[-1][0]
        yield Card(
            f"person:{one}", "person", capital(title), " ".join(texts), _extract_first_sentence(about), last.turn,
            frozenset((one,)), last.place,
        )  # fmt: skip


def _iterate_place_cards(state: State) -> Iterator[Card]:
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    # Where the story began.
    seen: dict[str, list[Happening]] = {story.player.person.location: []}
    for each in story.chronicle:
        if each.kind == "came":
            seen.setdefault(each.what, []).append(each)
        elif each.kind in {"fight", "fell"} or (each.kind == "item" and each.who.startswith(HERE)):
            seen.setdefault(each.place, []).append(each)
    for one, happened in seen.items():
        if (place := setting.place(one)) is None:
            continue
        texts = [text for each in happened if each.kind != "came" and (text := _describe_happening(state, each))]
        turn = happened[-1].turn if happened else 0
        yield Card(
            f"place:{one}", "place", capital(place.name.text(language)), " ".join(texts[-2:]),
            _extract_first_sentence(place.description.text(language)), turn, place=one,
        )  # fmt: skip


def _iterate_thing_cards(state: State) -> Iterator[Card]:
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    moved: dict[str, list[Happening]] = {}
    for each in story.chronicle:
        item = setting.item(each.what)
        if each.kind == "item" and (item is None or item.kind != "coin"):
            moved.setdefault(each.what, []).append(each)
    for one, happened in moved.items():
        item = setting.item(one)
        last = happened[-1]
        about = item.description.text(language) if item and item.description else ""
        concerns = frozenset(each.who for each in happened if each.who in story.people)
        yield Card(
            f"thing:{one}",
            "thing",
            capital(setting.item_name(one, language)),
            _describe_item_happening(state, last),
            _extract_first_sentence(about),
            last.turn,
            concerns,
            last.place,
        )


def _iterate_promise_cards(state: State) -> Iterator[Card]:
    for each in promises(state):
        mine = each.by == PLAYER
        other = each.to if mine else each.by
        end = (
            [_format_card_text(state, "kept")] if each.kept else [_format_card_text(state, "moot")] if each.moot else []
        )
        yield Card(
            each.id, "promise", _format_card_text(state, "to" if mine else "from", who=_name(state, other)),
            " ".join([each.text, *end]), "", each.turn, frozenset((other,)), over=not each.open,
        )  # fmt: skip
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    turns = {each.what: each for each in story.chronicle if each.kind == "quest"}
    for at in story.quests.values():
        quest, last = setting.quest(at.quest), turns.get(at.quest)
        if quest is None or last is None:
            continue
        name, text = _describe_quest_stage(state, last)
        giver = frozenset((quest.giver,)) if quest.giver else frozenset[str]()
        end = [_format_card_text(state, "kept")] if at.done else []
        yield Card(
            f"promise:{quest.id}", "promise", name, " ".join([text, *end]), "", last.turn, giver, last.place,
            over=at.done, task=True,
        )  # fmt: skip
