"""A moment of a story in labelled pieces: what a voice that follows rules goes by, and what directions are made of."""

from __future__ import annotations

from collections.abc import Iterator

from core.cast.member import PLAYER
from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.state import HERE, StoryState, inventory
from core.perspective.material import Piece


def moment(state: State, member: str) -> tuple[Piece, ...]:
    """The story at `state` for somebody who is to speak. Pieces, by `id`:

    phase, story_turn, length; act (the player's words) and did (by what: talk, part, give …; denied
    where nothing came of it); place (its id), exit (an
    id), lying (an item, its name); player (their name), concept, health ("7/12"), carries (`member` the owner, the text
    "item|name|quantity"); present (`member` the id, the text the name), archetype, trust, status ("angry 3") and
    follows by `member`; partner; facts (what the rules decided this turn); foe (`member`, the text "name|health|most");
    question (its number) and answer; moment (the title of what was worth it).
    """
    return tuple(_pieces(state, member))


def facts(tale: StoryState) -> list[str]:
    """What the rules decided in this story turn, as sentences with the numbers first."""
    told: list[str] = []
    if tale.dice is not None and tale.dice.story_turn == tale.turn:
        told.append(tale.dice.text)
    last = tale.fight.last if tale.fight else None
    if last is not None and last.story_turn == tale.turn:
        told.append(last.text)
    if tale.fought and tale.fight is None and tale.resolved == tale.turn and tale.ended_turn == tale.turn:
        told += [tale.last_round, tale.fought[-1][1].text]
    return [text for text in told if text]


def _pieces(state: State, member: str) -> Iterator[Piece]:
    tale, config = state[StoryState], state.setup
    setting, language = config[StoryConfig].setting, config.language
    yield Piece("phase", "", tale.phase)
    yield Piece("story_turn", "", str(tale.turn))
    yield Piece("length", "", str(config[StoryConfig].length))
    if tale.act:
        yield Piece("act", "", tale.act)
    for did in tale.did:
        yield Piece("denied" if did.refused else "did", did.what, did.text)
    place = setting.place(tale.here)
    yield Piece("place", "", tale.here)
    for way in place.exits if place else ():
        yield Piece("exit", "", way)
    for item, name, _quantity in inventory(setting, tale.items_of(HERE + tale.here), language):
        yield Piece("lying", item, name)
    yield Piece("player", PLAYER, state.name_of(PLAYER))
    if tale.sheet is not None:
        yield Piece("concept", "", tale.sheet.concept)
        yield Piece("health", PLAYER, f"{tale.player.health}/{tale.health}")
    for owner in (PLAYER, tale.partner, member):
        for item, name, quantity in inventory(setting, tale.items_of(owner), language) if owner in tale.people else ():
            yield Piece("carries", owner, f"{item}|{name}|{quantity}")
    for one in tale.present():
        standing = tale.people[one]
        yield Piece("present", one, state.name_of(one))
        yield Piece("archetype", one, standing.person.archetype)
        yield Piece("trust", one, str(standing.trust))
        for status, turns in standing.statuses.items():
            yield Piece("status", one, f"{status} {turns}")
        if standing.following:
            yield Piece("follows", one, "")
    if tale.partner:
        yield Piece("partner", tale.partner, state.name_of(tale.partner))
    for text in facts(tale):
        yield Piece("facts", "", text)
    for foe in tale.fight.foes if tale.fight else ():
        standing = tale.people[foe]
        yield Piece("foe", foe, f"{state.name_of(foe)}|{standing.health}|{standing.person.health}")
    if tale.phase == "creation":
        yield Piece("question", "", str(tale.asked + 1))
    for answer in tale.answers:
        yield Piece("answer", "", answer)
    for one_moment in tale.moments:
        yield Piece("moment", "", one_moment.title)
