"""Three things that the player may do next, what a number means, and what a player does who leaves it to chance."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice

import msgspec

from parley.core.base import forms
from parley.core.base.clock import SeededRandom
from parley.core.base.line import drop_control
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.authors import RULES, author_of_reply
from parley.core.log.events.turn import Author
from parley.core.log.state import State
from parley.core.modes.story.arc import is_all
from parley.core.modes.story.asking import NARRATOR, asked, get_abilities
from parley.core.modes.story.changes import list_wares, money
from parley.core.modes.story.combat_round import find_weakest
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import ChoicesOffered
from parley.core.modes.story.intents import can_be, ends_talk, works
from parley.core.modes.story.naming import format_way_to, list_exits, object_of, the
from parley.core.modes.story.state import HERE, StoryState
from parley.core.modes.story.words import add_capital, get_sentence, words

MOST_LINES = 6
"""Lines of a turn among which the choices are looked for."""

LONGEST = 60
"""Characters that a choice may have."""

_MARKS = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,2}[.):])\s*")  # a bullet, or a number: "- ", "1. ", "(2)"
_AROUND = " \t\n\"'“”„»«‚‘’*_`"


class _Choices(msgspec.Struct):
    choices: list[str]


def _find_told_choices(state: State) -> tuple[tuple[str, ...], Author]:
    """Return the choices that came with a line of this turn, and whose they are; none where there are none."""
    story = state[StoryState]
    since = story.routed.turn if story.routed is not None else state.next_turn
    if story.fight is None:  # an offer from before the fight is out of date
        for turn in reversed([turn for turn in state.turns[-MOST_LINES:] if turn.number >= since]):
            for call in reversed(turn.answers):  # the last call of the newest line wins
                given = call.arguments.get("choices") if call.name == "offer_choices" and not call.error else None
                if found := tidy_choices(given or ()):
                    return found, turn.author
    return (), RULES


def _build_rule_choices(state: State, chance: random.Random, at: datetime) -> ChoicesOffered:
    """Return what came with the teller's reply, else what the rules know to be possible."""
    told, author = _find_told_choices(state)
    found, by = told or list_options(state, chance), (author,) * len(told)
    return ChoicesOffered(
        at=at, story_turn=state[StoryState].turn, choices=found, words_by=by, method="voice" if told else "rules"
    )


async def offered(stage: Stage, *, with_reply: bool = False) -> ChoicesOffered:
    """Return three choices for what stands now.

    `with_reply`: whoever tells names them with their line, if at all. Else a written story has them, and where it has
    none the rules know what is possible.
    """
    state, story, now = stage.state, stage.state[StoryState], stage.clock.now()
    chance = stage.rng().generator(story.turn, "choices")
    talking = story.phase in ("exploration", "dialogue") and not is_all(state)
    if with_reply or not talking or NARRATOR in state.muted or not get_abilities(stage, NARRATOR).written:
        return _build_rule_choices(state, chance, now)
    task = words(state.setup.language, "question", part="choices")
    schema = forms.record({"choices": forms.list_of(forms.TEXT, minItems=OFFERED, maxItems=OFFERED)})
    question = Question(task, task, schema, max_tokens=200, since=0)
    found, note = await asked(stage, lambda _state: question, read, purpose="choices", part="choices")
    if found is None:
        return msgspec.structs.replace(_build_rule_choices(state, chance, now), note=note or "")
    reply = state.pending.get("choices")  # still pending: `ChoicesOffered` has not been folded yet
    by = author_of_reply(reply) if reply is not None else RULES
    return ChoicesOffered(at=now, story_turn=story.turn, choices=found, words_by=(by,) * OFFERED, method="voice")


def read(answer: str) -> tuple[str, ...]:
    """Return the three choices of a voice's answer.

    Raises `msgspec.DecodeError` where there are not just three that differ and are short enough.
    """
    if not (choices := tidy_choices(forms.read(answer, _Choices).choices)):
        raise msgspec.DecodeError
    return choices


def tidy_choices(choices: Iterable[str]) -> tuple[str, ...]:
    """Return three choices without the marks that voices put around them; none unless exactly three differ and fit."""
    bare = (_MARKS.sub("", " ".join(drop_control(choice).split())).strip(_AROUND) for choice in choices)
    found = tuple(add_capital(choice.rstrip(".").strip(_AROUND)) for choice in bare)  # a quote may precede the dot
    differ = len(found) == len({choice.casefold() for choice in found}) == OFFERED
    return found if differ and all(fits(choice) and len(choice) <= LONGEST for choice in found) else ()


def expand_choice(state: State, text: str) -> str:
    """Return what the player says: the choice of that number, or the text itself."""
    text, story = text.strip(), state[StoryState]
    if story.offered is None or story.phase == "creation" or text not in {"1", "2", "3"}:  # there "2" may be an answer
        return text
    number = int(text)
    return story.offered.choices[number - 1] if number <= len(story.offered.choices) else text


def get_author_of(state: State, choice: str) -> Author:
    """Return who made the words of a choice that is taken for the player; of what was not offered the rules."""
    offered = state[StoryState].offered
    authors = zip(offered.choices, offered.words_by, strict=False) if offered is not None else ()
    return dict(authors).get(choice, RULES)  # `words_by` is empty where the rules made all


def draw_choice(state: State, rng: SeededRandom) -> str:
    """Return what a player does whose lines are left to chance: an answer to the innkeeper, or a choice."""
    story = state[StoryState]
    if story.phase == "creation":
        return _answer(state, rng)
    choices = story.offered.choices if story.offered is not None else ()
    if story.phase == "dialogue" and is_all(state):
        # Where there is nothing but the talk, it goes on for as long as was asked for.
        choices = tuple(choice for choice in choices if not ends_talk(state, choice))
    if not choices:
        return get_sentence(state.setup.language, "look_1", part="choices")
    return rng.generator(story.turn, "autoplay").choice(choices)


def _answer(state: State, rng: SeededRandom) -> str:
    """Return an answer to the innkeeper's question: all of them are those of one starting concept."""
    config, story = state.setup, state[StoryState]
    setting, language = config[StoryConfig].setting, config.language
    concept = rng.generator(0, "autoplay:concept").choice(setting.concepts)  # turn 0: the same concept for all answers
    # The question that was asked last is the one to be answered.
    about = setting.questions[min(len(story.answers), len(setting.questions) - 1)].about
    values = {
        "name": concept.person or concept.name.text(language),
        "concept": concept.name.text(language),
        "keyword": concept.keywords[0].text(language) if concept.keywords else concept.name.text(language),
    }
    return words(language, about, part="choices", **values)


OFFERED = 3
MOST_WORDS = 6
TRUSTED = 30
"""Trust from which it makes sense to ask somebody along."""

MOST_TRIED = 24
"""Of how many people, ways or things it is worked out whether they can be offered."""

LOOKS = 3
"""How many sentences there are for looking around."""

CHATS = 6
"""How many questions there are that one can ask of anybody where there is nothing but the talk."""
NO_WORLD = ("way",)
"""What nobody asks about where there is no world."""

ASKED = ("rumour", "wants", "feeling", "place", "way", "tale")
"""What the sentences for asking somebody things are about."""


def list_options(state: State, chance: random.Random) -> tuple[str, ...]:
    """Return exactly three different things to do, of at most six words each."""
    found: dict[str, str] = {}
    for choice in filter(fits, iterate_choices(state, chance)):  # lazy: each is tried out on a copy of the story
        found.setdefault(choice.casefold(), choice)
        if len(found) == OFFERED:
            break
    return tuple(found.values())


def iterate_choices(state: State, chance: random.Random) -> Iterator[str]:
    """Yield all that the rules know to be possible now, the most sensible first."""
    story = state[StoryState]
    wanted: Iterable[str]
    if story.fight is not None:
        wanted = _iterate_fight_choices(state)
    elif story.phase == "dialogue" or is_all(state):
        wanted = _iterate_talk_choices(state, chance)
    else:
        wanted = _list_exploring_choices(state, chance)
    # Where there is nothing but a talk, there is nothing to look at.
    idle = ("chat", CHATS) if is_all(state) and story.fight is None else ("look", LOOKS)
    yield from (choice for choice in (*wanted, *_list_idle_choices(state, chance, *idle)) if can_be(state, choice))


def fits(choice: str) -> bool:
    """Return whether a choice has words, and not too many."""
    return 1 <= len(choice.split()) <= MOST_WORDS


def _format_choice(state: State, key: str, **values: str) -> str:
    return add_capital(words(state.setup.language, key, part="choices", **values))


def _list_idle_choices(state: State, chance: random.Random, kind: str, count: int) -> list[str]:
    """Return the sentences for looking around or for asking anybody, in a seeded order."""
    return _shuffle_choices([_format_choice(state, f"{kind}_{number}") for number in range(1, count + 1)], chance)


def _iterate_fight_choices(state: State) -> Iterator[str]:
    """Yield a blow, and how one stands through it or gets away; whoever is hurt would rather mend."""
    language = state.setup.language
    yield _format_choice(state, "attack", foe=object_of(state.name_of(find_weakest(state[StoryState])), language))
    draught = next(_iterate_draughts(state), "")
    yield (
        _format_choice(state, "drink", item=draught)
        if draught and _is_player_hurt(state)
        else _format_choice(state, "defend")
    )
    yield _format_choice(state, "flee")


def _iterate_draughts(state: State) -> Iterator[str]:
    """Yield the names of what the player carries that heals."""
    for item, count in state[StoryState].player.items.items():
        thing = state.setup[StoryConfig].setting.find_item(item)
        if count > 0 and thing is not None and thing.heals:
            yield thing.name.text(state.setup.language)


def _is_player_hurt(state: State) -> bool:
    return state[StoryState].player.health * 2 <= state[StoryState].health


def _iterate_talk_choices(state: State, chance: random.Random) -> Iterator[str]:
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    other = story.partner or state.setup[StoryConfig].partner
    partner, someone = story.people.get(story.partner), setting.someone(other)
    said = {turn.text.casefold() for turn in state.turns if turn.member == PLAYER and turn.number >= story.opened}
    left_out = NO_WORLD if is_all(state) else ()
    asks = [_format_choice(state, f"ask_{number}") for number, kind in enumerate(ASKED, 1) if kind not in left_out]
    asks += _list_idle_choices(state, chance, "chat", CHATS) if is_all(state) else []
    # Of whom they have something to say.
    told = [one.about.text(language).split(",") for one in (someone.says if someone else ()) if one.about]
    others = {one.name for one in setting.people if one.id != other}
    names = [key.strip() for keys in told for key in keys if key.strip() in others]
    asks += [_format_choice(state, "ask_about", name=name) for name in dict.fromkeys(names)]
    chance.shuffle(asks)
    # Nobody asks the same twice in a talk.
    asks = [ask for ask in asks if ask.casefold() not in said]
    yield from asks[:1]
    coins = story.player.items.get(money(state), 0)
    affordable = [item for item, price in list_wares(state, story.partner).items() if price <= coins] if partner else []
    if partner is not None and not partner.following and partner.trust >= TRUSTED and chance.random() < 0.5:
        yield _format_choice(state, "come")
    elif partner is not None and affordable and chance.random() < 0.4:
        yield _format_choice(state, "buy", item=the(setting.item_name(chance.choice(affordable), language), language))
    else:
        yield from asks[1:2]
    yield _format_choice(state, "goodbye")
    yield from asks[1:]  # `list_options` drops repeats


def _list_exploring_choices(state: State, chance: random.Random) -> list[str]:
    """Return one of each kind where there is one, in a seeded order: somebody, a way, something to do."""
    story, language = state[StoryState], state.setup.language
    kinds = [
        _shuffle_choices(
            [_format_choice(state, "talk", name=state.name_of(one)) for one in _find_talk_partners(story)], chance
        ),
        _list_exit_choices(state, chance),
        _shuffle_choices(_list_item_choices(state), chance),
    ]
    if _is_player_hurt(state) and (draught := next(_iterate_draughts(state), "")):
        kinds.insert(0, [_format_choice(state, "drink", item=the(draught, language))])
    # As many of each as could be offered can be done, and those that were just done.
    kinds = [
        list(islice((choice for choice in islice(filter(fits, kind), MOST_TRIED) if works(state, choice)), OFFERED + 2))
        for kind in kinds
    ]
    first = [kind[0] for kind in kinds if kind][:OFFERED]
    chance.shuffle(first)  # else people would always come first
    # Where two kinds have nothing, looking around comes before a second way.
    looking = _list_idle_choices(state, chance, "look", LOOKS)[:1]
    return [*first, *looking, *(choice for kind in kinds for choice in kind[1:])]


def _shuffle_choices(choices: list[str], chance: random.Random) -> list[str]:
    chance.shuffle(choices)
    return choices


def _find_talk_partners(story: StoryState) -> list[str]:
    """Return those here who are no enemies: only those whom the player has not met yet, where there are any, else all
    who do not follow the player.
    """
    fought = {foe.id for begun, _ended in story.fought for foe in begun.foes}
    here = [one for one in story.present() if one not in fought]
    return [one for one in here if not story.people[one].met] or [
        one for one in here if not story.people[one].following
    ]


def _list_exit_choices(state: State, chance: random.Random) -> list[str]:
    """Return where one can go, a quest's next place first."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    begun = ((setting.find_quest(one), at) for one, at in story.quests.items() if not at.done)
    goals = {quest.stages[at.stage - 1].place for quest, at in begun if quest and 1 <= at.stage <= len(quest.stages)}
    ways = list(list_exits(state))
    chance.shuffle(ways)
    ways.sort(key=lambda way: way not in goals)  # stable, so the rest stays shuffled
    return [_format_choice(state, "go", to=format_way_to(setting.place_name(way, language), language)) for way in ways]


def _list_item_choices(state: State) -> list[str]:
    """Return what lies here, and work for whoever has none."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    lying = [item for item, quantity in story.get_items_of(HERE + story.here).items() if quantity > 0]
    found = [_format_choice(state, "pick", item=the(setting.item_name(item, language), language)) for item in lying]
    here = story.present()
    givers = [quest.giver for quest in setting.quests if quest.id not in story.quests and quest.giver in here]
    return found + [_format_choice(state, "work", name=state.name_of(one)) for one in dict.fromkeys(givers)]
