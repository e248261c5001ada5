"""A moment of a story in labelled pieces: what a voice that follows rules goes by, and what directions are made of."""

from __future__ import annotations

from collections.abc import Iterator

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.leaving import bidden
from parley.core.modes.story.naming import exits
from parley.core.modes.story.state import HERE, StoryState, inventory
from parley.core.perspective.material import Piece


def moment(state: State, member: str) -> tuple[Piece, ...]:
    """The story at `state` for somebody who is to speak. Pieces, by `id`:

    phase, story_turn, length; act (the player's words) and did (by what: talk, part, give …; denied where nothing came
    of it); bidden, where they take their leave as the run ends; place (its id), exit (an id), lying (an item, its
    name); player (their name), concept, health ("7/12"), carries (`member` the owner, the text "item|name|quantity");
    present (`member` the id, the text the name), archetype, trust, status ("angry 3"), follows and met (they have
    talked before) by `member`; partner; facts (what the rules decided this turn); told (what the rules said first); foe
    (`member`, the text "name|health|most"); blow (`member` who, "action|yes or no|damage|health left|name|name of
    whom|id of whom") and ended (how a fight did); question (its number) and answer; quest (`member` the id, the text
    "stage|of|done"); moment (the title of what was worth it); at the end happened (`member` what: talk, found, victory
    …, the text who or what it was about, of a quest "name of who gave it|its name", of a fight the ids), in its order.
    """
    return tuple(_pieces(state, member))


def facts(story: StoryState) -> list[str]:
    """What the rules decided in this story turn, as sentences with the numbers first."""
    told: list[str] = []
    if story.dice is not None and story.dice.story_turn == story.turn:
        told.append(story.dice.text)
    last = story.fight.last if story.fight else None
    if last is not None and last.story_turn == story.turn:
        told.append(last.text)
    if story.fought and story.fight is None and story.resolved == story.turn and story.ended_turn == story.turn:
        told += [story.last_round, story.fought[-1][1].text]
    return [text for text in told if text]


def _pieces(state: State, member: str) -> Iterator[Piece]:
    story, config = state[StoryState], state.setup
    setting, language = config[StoryConfig].setting, config.language
    yield Piece("phase", "", story.phase)
    yield Piece("story_turn", "", str(story.turn))
    yield Piece("length", "", str(config[StoryConfig].length))
    if story.act:
        yield Piece("act", "", story.act)
    for did in story.did:
        yield Piece("denied" if did.refused else "did", did.what, did.text)
    if bidden(state):
        yield Piece("bidden", "", "")
    yield Piece("place", "", story.here)
    for way in exits(state):
        yield Piece("exit", "", way)
    for item, name, _quantity in inventory(setting, story.items_of(HERE + story.here), language):
        yield Piece("lying", item, name)
    yield Piece("player", PLAYER, state.name_of(PLAYER))
    if story.sheet is not None:
        yield Piece("concept", "", story.sheet.concept)
        yield Piece("health", PLAYER, f"{story.player.health}/{story.health}")
    for owner in (PLAYER, story.partner, member):
        for item, name, quantity in (
            inventory(setting, story.items_of(owner), language) if owner in story.people else ()
        ):
            yield Piece("carries", owner, f"{item}|{name}|{quantity}")
    for one in story.present():
        standing = story.people[one]
        yield Piece("present", one, state.name_of(one))
        yield Piece("archetype", one, standing.person.archetype)
        yield Piece("trust", one, str(standing.trust))
        for status, turns in standing.statuses.items():
            yield Piece("status", one, f"{status} {turns}")
        if standing.following:
            yield Piece("follows", one, "")
        if any(talk.character == one for talk in story.talks):
            yield Piece("met", one, "")
    if story.partner:
        yield Piece("partner", story.partner, state.name_of(story.partner))
    for side, stacks in (("gives", story.offer.gives), ("wants", story.offer.wants)) if story.offer else ():
        for each in stacks:
            yield Piece("offer", side, f"{setting.item_name(each.item, language)}|{each.quantity}")
    for text in facts(story):
        yield Piece("facts", "", text)
    yield from _blows(state)
    for foe in story.fight.foes if story.fight else ():
        standing = story.people[foe]
        yield Piece("foe", foe, f"{state.name_of(foe)}|{standing.health}|{standing.person.health}")
    if story.phase == "creation":
        yield Piece("question", "", str(story.asked + 1))
    for answer in story.answers:
        yield Piece("answer", "", answer)
    for one, at in story.quests.items():
        if quest := setting.quest(one):
            yield Piece("quest", one, f"{at.stage}|{len(quest.stages)}|{'done' if at.done else ''}")
    for one_moment in story.moments:
        yield Piece("moment", "", one_moment.title)
    if story.phase == "epilogue":
        yield from _happened(state)


def _blows(state: State) -> Iterator[Piece]:
    """The blows of this story turn's round, in their order."""
    story = state[StoryState]
    fought = story.round_fought
    if fought is None or fought.story_turn != story.turn:
        return
    for blow in fought.blows:
        check = blow.checks[0] if blow.checks else None
        done = check.success if check is not None and check.success is not None else blow.hit
        done = done or (check is not None and check.what == "heal")
        numbers = f"{blow.action}|{'yes' if done else 'no'}|{blow.damage}|{blow.health}"
        names = "|".join(state.name_of(one).replace("|", " ") if one else "" for one in (blow.actor, blow.target))
        yield Piece("blow", blow.actor, f"{numbers}|{names}|{blow.target}")
    if story.fought and story.fight is None and story.ended_turn == story.turn:
        yield Piece("ended", "", story.fought[-1][1].outcome)


def _happened(state: State) -> Iterator[Piece]:
    """What an ending is made of, in the order of the story; each thing once."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    wanted = {stage.item for quest in setting.quests if quest.id in story.quests for stage in quest.stages}
    told: dict[tuple[str, str], None] = {}
    for each in story.chronicle:
        match each.kind:
            case "quest" if quest := setting.quest(each.what):
                giver = setting.someone(quest.giver)
                what = "kept" if each.text == "done" else ("asked" if giver else "taken") if each.count == 1 else ""
                told.pop(("talk", giver.name if giver else ""), None)
                told[what, f"{giver.name if giver else ''}|{quest.name.text(language)}"] = None
            case "follows" if story.people[each.who].following:
                # Who is still there is told of at the end.
                pass
            case "talked" | "follows":
                told["talk" if each.kind == "talked" else "follows", state.name_of(each.who)] = None
            case "item" if each.count > 0 and each.what in wanted:
                told["found", each.what] = None
            case "promise" if each.who.split()[:1] == [PLAYER]:
                told["promised", state.name_of(each.who.split()[-1])] = None
            case "fight":
                told.pop((each.text, each.who), None)
                told[each.text, each.who] = None
    if story.fight is not None:
        told["unfinished", " ".join(story.fight.foes)] = None
    if story.player.health <= 0 and (last := next((key for key in reversed(told) if key[0] == "defeat"), None)):
        # From the last of the defeats nobody got up again.
        told = {("fallen", key[1]) if key == last else key: None for key in told}
    asked = {who.partition("|")[0] for what, who in told if what == "asked"}
    for what, text in told:
        if what and not (what == "talk" and text in asked):
            yield Piece("happened", what, text)
