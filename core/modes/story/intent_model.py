"""A line that the dozen verbs do not read whole is read by its own verbs and names; a small model decides what is left.

A voice that calls tools reads the player's words itself. For one that can only be held to a schema a deed is possible
where the line has a verb of its kind and names what it needs. Where several are, the voice is asked which one these
words mean, before anybody speaks; the schema names these and no others. What then comes of the deed the rules decide,
as if it had been typed as a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from parley.core.base import forms
from parley.core.base.keywords import find_nouns
from parley.core.base.prompts import prompt
from parley.core.base.stems import stems
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.state import State
from parley.core.modes.story import intents, speaking
from parley.core.modes.story.asking import NARRATOR, asked, get_abilities
from parley.core.modes.story.changes import is_merchant, money
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.deeds import USUAL, find_attributes
from parley.core.modes.story.events import READINGS, Deed, LineRead
from parley.core.modes.story.naming import build_known, list_exits, place_name
from parley.core.modes.story.rules.names import which, wordlist, words_of
from parley.core.modes.story.rules.parser import Intent, IntentKind, Verb, count_named, list_verb_kinds, parse_intents
from parley.core.modes.story.state import HERE, StoryState, inventory
from parley.core.modes.story.words import words
from parley.core.modes.story.written_words import get_keys_of, told_by

MOST_PLAIN = 7
"""Words of a line up to which the dozen verbs are trusted with it: what is longer is no command."""
SHORTEST_CLAUSE = 2
"""Words of a clause that may be a deed of its own."""
MOST_TOPICS = 40
"""Written answers among which is chosen."""
MOST_NAMED = 12
"""Names of a kind among which is chosen: a small model loses its way among more."""
LONGEST_NAMED = 40
"""Characters of what was named and is not there."""
LONGEST_LINE = 400
"""Characters of a line that are read."""
REPLY = 60
"""Tokens of the longest answer."""

WHOLE: Mapping[IntentKind, tuple[str, ...]] = {
    "go": ("target",), "talk": ("target",), "pick": ("item",), "take": ("item",), "drop": ("item",), "use": ("item",),
    "give": ("item", "target"), "attack": ("target",), "ask": (), "meta": (), "part": (), "defend": (), "flee": (),
    "buy": ("item",), "sell": ("item",),
}  # fmt: skip
"""Wishes that the dozen verbs read whole, by what has to be named with them."""

VERBS: Mapping[str, IntentKind] = {
    "talk": "talk", "go": "go", "take": "pick", "put_down": "drop", "give": "give", "use": "use", "buy": "buy",
    "say": "say", "show": "say", "ask_for": "take", "follow": "follow", "goodbye": "part", "attack": "attack",
    "defend": "defend", "flee": "flee", "look": "ask", "other": "deed", "break": "try", "climb": "try",
    "sneak": "try", "steal": "try", "lie": "try",
}  # fmt: skip
"""What a model calls a deed, and what wish it is."""
HARMLESS: frozenset[Verb] = frozenset({"talk", "look", "small", "wait", "part", "flee", "meta"})
"""Verbs that count in a clause that denies something: "I do not strike you" strikes nobody."""
MOST_PIECES = 3
"""Pieces of a line that are read."""
COUNTED = 3
"""Words before a thing among which its number stands."""


class Option(NamedTuple):
    """A deed that is possible now, with the names that it may have: `whom` and `thing`, each as name to id."""

    kind: IntentKind
    whom: Mapping[str, str] = {}
    thing: Mapping[str, str] = {}
    unknown: str = ""


class _Answer(msgspec.Struct):
    does: str
    whom: str = ""
    thing: str = ""
    about: str = ""


def _is_whole(state: State, words: str) -> bool:
    """Return whether the dozen verbs read words with all that has to be named, and no clause is longer than a
    command.
    """
    found = parse_intents(words, build_known(state[StoryState], state.setup))
    pieces = [[each for each in words_of(piece) if each not in wordlist("leads")] for piece in cut_line(words, state)]
    if max(map(len, pieces)) > MOST_PLAIN and not all(each.kind == "talk" for each in found):
        return False
    if state[StoryState].partner and _is_said_otherwise(state, words, found):
        return False
    return len(found) >= len(pieces) and all(
        each.kind in WHOLE
        and not (each.unknown or each.near)
        and all(getattr(each, field) for field in WHOLE[each.kind])
        for each in found
    )


def _is_said_otherwise(state: State, line: str, found: Iterable[Intent]) -> bool:
    """Return whether a command in a talk is meant in another way: "I take one, here are five coins", "we go there"."""
    together = set(words(state.setup.language, "together", part="interpreting").split()).intersection(words_of(line))
    return any(
        (each.kind in ("pick", "take") and each.item == money(state)) or (each.kind == "go" and together)
        for each in found
    )


def is_due(stage: Stage) -> bool:
    """Return whether a small model has yet to read the player's line of this turn.

    A partner whose voice calls tools reads it by these, and what the rules offered is theirs to read.
    """
    state, story = stage.state, stage.state[StoryState]
    if not story.act or story.did or story.phase not in ("exploration", "dialogue", "combat"):
        return False
    if story.read is not None or story.resolved == story.turn:  # with dice thrown it is too late to read it
        return False
    able = get_abilities(stage, NARRATOR)
    if not (able.led and able.fills_forms) or speaking.has_reader(stage):
        return False
    return not (intents.is_offered(state) or _is_whole(state, story.act))


async def read_line(stage: Stage) -> LineRead:
    """Read the line, clause by clause: where its words allow just one deed no model is needed, else it is asked; where
    it cannot answer, the dozen verbs read the line, and the note says why.
    """
    deeds: list[Deed] = []
    about = ""
    story, purposes, spoken = stage.state[StoryState], iter(READINGS), False
    lines = [turn.text for turn in stage.state.turns if turn.member == PLAYER]
    # Of the line before this one, of what is here: "How much is the bread?".
    thing = next(iter(Names(stage.state, lines[-2]).list_named_things()), "") if len(lines) > 1 else ""
    for clause in cut_line(story.act, stage.state):
        names = Names(stage.state, clause, goes_on=bool(deeds))
        if named := names.list_named_things():
            thing = named[0]
        elif thing:
            clause = name_thing(clause, thing, stage.config.language)  # "Break the bread and give it to Marta"
            names = Names(stage.state, clause, goes_on=bool(deeds))
        if _is_whole(stage.state, clause):
            # What is a command needs no model, whatever stands beside it.
            deeds += [
                Deed(what=each.kind, target=each.target, item=each.item, quantity=each.quantity)
                for each in names.wishes
                if each.kind != "wait" and each.kind != "say" and each.kind != "none"
            ]
            continue
        found = names.decide()
        if found is None and (purpose := next(purposes, None)):  # a pending reply is found by its purpose
            found, note = await asked(
                stage, partial(question, names=names), names.read, purpose=purpose, part="interpreting"
            )
            if found is None:
                return LineRead(at=stage.clock.now(), story_turn=story.turn, method="rules", note=note or "")
        deeds += found[0] if found else ()
        spoken = spoken or (story.phase == "dialogue" and not (found and found[0]))
        about = about or (found[1] if found else "")
    once = tuple(dict.fromkeys(deeds))  # "take the rope, take it" is one deed
    # What changes nothing counts only where nothing is said or done besides.
    read = tuple(each for each in once if each.what != "deed") or (() if spoken else once[:1])
    return LineRead(at=stage.clock.now(), story_turn=story.turn, deeds=read, about=about)


def name_thing(clause: str, thing: str, language: str) -> str:
    """Return a clause with the `thing` that was named before it in the place of its pronoun, where there is one."""
    pronouns = "|".join(sorted(wordlist("things")))
    ones = "|".join(words(language, "ones", part="interpreting").split())
    # A thing may be called by anything: its name is no pattern. "One" is one only where no noun follows it.
    pattern = rf"\b(?:{pronouns})\b|\b(?:{ones})\b(?= *(?:[,.!;]|$))"
    return re.sub(pattern, lambda _: thing, clause, count=1, flags=re.IGNORECASE)


def cut_line(line: str, state: State) -> list[str]:
    """Return the line in a few pieces, where what stands on both sides of a joint may be a deed of its own."""
    line = " ".join(line[:LONGEST_LINE].split())
    joins = words(state.setup.language, "joins", part="interpreting")
    mine = words(state.setup.language, "me", part="interpreting").split()
    # A question is one, whatever it lists, unless it is what somebody does who says it.
    asks = line.endswith("?") and not line.casefold().startswith(tuple(f"{me} " for me in mine))
    pieces = [line] if asks else re.split(f" ?(?:{joins}) ", line, flags=re.IGNORECASE)
    pieces = pieces if asks else [part for piece in pieces for part in _split_at_commas(piece)]
    found = pieces[:1]
    for piece in pieces[1:]:
        apart = min(len(found[-1].split()), len(piece.split())) >= SHORTEST_CLAUSE and list_verb_kinds(piece)
        if apart and len(found) < MOST_PIECES:
            found.append(piece)
        else:
            found[-1] = f"{found[-1]}, {piece}"
    return found


def _split_at_commas(piece: str) -> list[str]:
    """Return the orders of "put it down, take the rope": what begins with a verb behind a comma."""
    found = [""]
    for part in piece.split(", "):
        if found[-1] and list_verb_kinds(found[-1]) and list_verb_kinds(part.split(maxsplit=1)[0] if part else ""):
            found.append(part)
        else:
            found[-1] = f"{found[-1]}, {part}" if found[-1] else part
    return found


class Names:
    """What a clause can mean now: the deeds that its words allow, with the people, ways and things that they may name.

    A deed that changes something has to be in the words: of what a small model read without that bound in sixty German
    lines, twenty were wrong, and seven of these were attacks on somebody who had been nodded to.
    """

    def __init__(self, state: State, line: str, *, goes_on: bool = False) -> None:
        self.state, self.story, self.line, self.goes_on = state, state[StoryState], line, goes_on
        self.language, setting = state.setup.language, state.setup[StoryConfig].setting
        self.said = words_of(line)
        place = setting.place(self.story.here)
        foes = [one for one in (self.story.fight.foes if self.story.fight else ()) if self.story.is_here(one)]
        lurking = [(each, setting.foe(each)) for each in (place.foes if place else ())]
        self.nameable = build_known(self.story, state.setup)
        self.wishes = parse_intents(line, self.nameable)
        self.wished = {each.kind for each in self.wishes}
        self.called = {one: " ".join(role) for one, role in self.nameable.called.items()}
        self.people = {state.name_of(one): one for one in self.story.present() if one not in foes}
        # Who is named is meant, wherever they are, and the rules say why not; but a question is asked of who is here,
        # unless somebody else is called.
        said = frozenset(stems(line, self.language))
        away = {
            name: one for one, name in self.nameable.people.items() if said.intersection(stems(name, self.language))
        }
        self.hailed = self._find_called_person()
        self.named = (
            self.hailed
            or {name: self.people[name] for name in self._find_names(self.people)}
            or ({} if self._is_question() else away)
        )
        self.partner = {state.name_of(self.story.partner): self.story.partner} if self.story.partner else {}
        self.foes = {state.name_of(one): one for one in foes}
        self.foes |= {foe.name.text(self.language): one for one, foe in lurking if foe and not foes}
        others = {foe.name.text(self.language): foe.id for foe in setting.foes if foe.id not in self.foes.values()}
        self.foe_away = next(iter(self._find_names(others)), "") if not self._find_names(self.foes) else ""
        places = {place.name.text(self.language): place.id for place in setting.places}
        self.ways = {name: places[name] for name in self._find_names(places) if places[name] != self.story.here}
        homes = {self.nameable.people[one]: where for one, where in self.nameable.homes.items()}
        self.ways = self.ways or {place_name(state, homes[name]): homes[name] for name in self._find_names(homes)}
        self.mine = self._map_owned_items(PLAYER)
        self.lying = self._map_owned_items(HERE + self.story.here)
        coins = {one.id for one in setting.items if one.kind == "coin"}
        theirs = self._map_owned_items(self.story.partner) if self.story.partner else {}
        # What something costs is no wish for their coins.
        self.theirs = {name: item for name, item in theirs.items() if item not in coins}
        self.topics = self._list_near_topics() if self.story.partner else []
        traders = [one for one in self.story.present() if is_merchant(state, one)]
        self.wares = self.theirs or {name: item for one in traders for name, item in self._map_owned_items(one).items()}
        self.other = words(self.language, "other", part="interpreting")
        deed = re.search(r"\*([^*]+)\*", line)
        denied = wordlist("negations").intersection(self.said)
        kinds = list_verb_kinds(deed[1] if deed else line)  # "*strikes*" is done, what stands beside it is said
        self.kinds = kinds & HARMLESS if denied else kinds
        self.attribute = next(iter(find_attributes(line, self.language)), "")
        self.options = tuple(self._iterate_options())

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of an answer: one shape a deed that is possible, each with the names it may have."""
        return {
            "anyOf": [
                forms.record({field: forms.one_of(some) for field, some in self._list_fields(each).items() if some})
                for each in self.options
            ]
        }

    def _list_fields(self, option: Option) -> dict[str, list[str]]:
        """Return what each field of an answer may say; a field that may say nothing is none."""
        return {
            "does": [verb for verb, wish in VERBS.items() if wish == option.kind],
            "whom": list(option.whom)[:MOST_NAMED],
            "thing": list(option.thing)[:MOST_NAMED],
            "about": [*self.topics, self.other] if option.kind == "say" and self.topics else [],
        }

    def decide(self) -> tuple[tuple[Deed, ...], str] | None:
        """Return the one deed that the words allow; None where it is open which, or which of some names is meant."""
        only = self.options[0] if len(self.options) == 1 else None
        if only is None or max(len(only.whom), len(only.thing)) > 1 or (only.kind == "say" and self.topics):
            return None
        return self._build_deeds(only, next(iter(only.whom), ""), next(iter(only.thing), "")), ""

    def read(self, answer: str) -> tuple[tuple[Deed, ...], str]:
        """Return the deed of an answer, if it is any, and what is asked about. Raises `msgspec.DecodeError`."""
        given = forms.read(answer, _Answer)
        found = [each for each in self.options if VERBS.get(given.does) == each.kind]
        if not found:
            raise msgspec.DecodeError(given.does)
        about = given.about if given.about in self.topics else ""
        return self._build_deeds(found[0], given.whom, given.thing), about

    def _build_deeds(self, option: Option, whom: str, thing: str) -> tuple[Deed, ...]:
        kind = option.kind
        if kind == "say" or kind == "wait" or kind == "none":
            return ()
        if kind == "ask":
            # What is looked at, where the line names it; else all that is here.
            names = self.mine | self.lying | self.people
            one = next((names[name] for name in self._find_names(names)), "")
            return (Deed(what="ask", target=one) if one in self.story.people else Deed(what="ask", item=one),)
        return (
            Deed(
                what=kind,
                target=option.whom.get(whom, "") or (self.story.partner if kind in ("give", "take", "buy") else ""),
                item=option.thing.get(thing, ""),
                quantity=self._count_thing(thing) if kind in ("give", "drop", "buy", "sell", "pick", "take") else 1,
                attribute=(self.attribute or USUAL) if kind == "try" else "",
                unknown=option.unknown,
            ),
        )

    def _count_thing(self, thing: str) -> int:
        """Return how many of a thing the line names: by the number before it, which no other thing has."""
        found = which(self.said, {thing: thing})
        return count_named(self.said[max(0, found.first - COUNTED) : found.first] if found.id else self.said)

    def _iterate_options(self) -> Iterator[Option]:
        """Yield the deeds that the words allow and that are possible now; there is one at least."""
        if self.story.phase == "combat":
            harmless = self.kinds - {"give"} <= HARMLESS and self.kinds
            said = harmless or not self._is_player_action()
            yield from list(self._iterate_fighting()) or [Option("say" if said else "try")]
        elif self.story.phase == "dialogue":
            yield from list(self._iterate_talking()) or [Option("say")]  # `list`: a generator is always true
        elif self._is_question():
            looks = self._does("look") and not self._look_up_word_set("you").intersection(self.said)
            people = {} if looks and not self.named else self.named or self.people
            yield Option("talk", people) if people else Option("ask")
        elif wordlist("conditions").intersection(self.said):
            # What is done on a condition is only said.
            yield Option("talk", self.named or self.people) if self.named or self.people else Option("deed")
        else:
            yield from list(self._iterate_exploring()) or self._iterate_unclear_exploring()

    def _iterate_fighting(self) -> Iterator[Option]:
        if used := self._pick_named(self.mine) if self._does("use") else {}:
            yield Option("use", thing=used)
        if self._does("flee", "go", "part"):
            yield Option("flee")
        if self._does("defend"):
            yield Option("defend")
        if self._does("attack", "strike"):
            yield Option("attack", self._pick_named(self.foes) or self.foes)
        elif self._does("try") and self.attribute == "dex" and not self._names_foe():
            yield Option("defend")  # who hides or jumps aside hurts nobody
        elif self._does("pick", "give", "drop") and not self._names_foe():
            yield from list(self._iterate_picking()) or [Option("drop", thing=self._pick_named(self.mine))]
        elif self._does("try", "drop", "pick"):
            yield Option("try")  # bread thrown to a dog is no blow at it

    def _names_foe(self) -> bool:
        return bool(self._find_names(self.foes) or self._look_up_word_set("them").intersection(self.said))

    def _iterate_talking(self) -> Iterator[Option]:
        """Yield what is done in a talk; all else is said."""
        theirs, mine, acts = self._pick_named(self.theirs), self._pick_named(self.mine), self._is_player_action()
        if self.hailed and self.story.partner not in self.hailed.values():
            yield Option("talk", self.hailed)
            return
        if self._does("meta"):
            yield Option("meta")
        coins = self._pick_named({name: item for name, item in self.mine.items() if item == money(self.state)})
        offers = self._does("sell") and not (self._is_question() and self._look_up_word_set("you") & set(self.said[:2]))
        sold = {name: item for name, item in mine.items() if name not in coins}
        asks = self._does("price") or (offers and self._is_question())
        if asks and (theirs or mine):
            buys = bool(theirs) and not offers
            yield Option("price", self.partner if buys else {}, theirs if buys else mine)
        elif sold and offers:
            yield Option("sell", thing=sold)
        elif theirs and (self._does("buy") or (coins and (self._does("pick", "give", "say") or not self.kinds))):
            yield Option("buy", thing=theirs)  # "I take one, here are five coins"
        elif theirs and self._does("pick", "give") and not (mine and self._does("give")):
            yield Option("take", thing=theirs)
        elif mine and self._does("give", "drop"):
            yield Option("give", thing=mine)
        elif acts and self._does("pick"):
            yield from self._iterate_picking()
        together = self._does("go") and self._look_up_word_set("together").intersection(self.said)
        if self._does("follow") or together:
            yield Option("follow")
            return
        leaves = self._does("go", "flee") and (acts or not self._look_up_word_set("you").intersection(self.said))
        if self.ways and (leaves or "go" in self.wished) and not self._is_question():
            yield Option("go", self.ways)
        elif (self._does("part", "flee") or (leaves and acts)) and not self._is_question():
            yield Option("part")
        if acts:
            yield from self._iterate_acting(mine)

    def _iterate_acting(self, mine: Mapping[str, str]) -> Iterator[Option]:
        """Yield what the player does in a talk without a word."""
        if mine and self._does("use"):
            yield Option("use", thing=mine)
        # "Strike!" is meant for whom one talks with, "slap the table" is not.
        them = self._look_up_word_set("them").intersection(self.said)
        aimed = bool(self.named or them or not find_nouns(self.line, "de" if self.language == "de" else "en"))
        if self._does("attack", "strike") and self.foe_away:
            yield Option("attack", unknown=self.foe_away)
        elif aimed and self._does("attack", "strike"):
            yield Option("attack", self.named or self.partner)
        elif self._does("try", "strike", "attack"):
            yield Option("try", self.named)
        if self._does("look"):
            yield Option("ask")
        handles = self._does("give", "drop") and not mine
        if (self._does("small", "wait", "defend") or handles) and not self._does("talk"):
            yield Option("deed")

    def _iterate_exploring(self) -> Iterator[Option]:
        """Yield what the verbs of a line say, each with what it has to name."""
        mine = self._pick_named(self.mine)
        if self.hailed and self._look_up_word_set("you").intersection(self.said):
            # What is said to somebody is no deed.
            yield Option("talk", self.named)
            return
        if self._does("meta"):
            yield Option("meta")
        yield from self._iterate_handling(mine)
        if self._does("follow") and (self.named or self.people):
            yield Option("follow", self.named or self.people)
        creeps = self._does("try") and wordlist("whither").intersection(self.said)
        if self.ways and (self._does("go", "flee", "part") or creeps or "go" in self.wished):
            yield Option("go", self.ways)
        elif self._does("go", "flee") and wordlist("whither").intersection(self.said) and self._find_unknown("go"):
            yield Option("go", unknown=self._find_unknown("go"))
        if self._does("attack", "strike"):
            yield from self._iterate_striking()
        elif self._does("try") and not (creeps and self.ways):
            yield Option("try", self.named)
        if self._does("look"):
            yield Option("ask")
        if self._does("talk") and (self.named or self.people):
            yield Option("talk", self.named or self.people)
        moves = self._does("go", "flee", "part") and not self.ways
        if self._does("small", "wait", "defend") or moves or (self._does("talk") and not self.people):
            yield Option("deed")

    def _iterate_handling(self, mine: Mapping[str, str]) -> Iterator[Option]:
        """Yield what is done with things, also with one that is named and is not there."""
        wares, people = self._pick_named(self.wares), self._pick_named(self.people) or self.people
        if self._does("buy") and wares:
            yield Option("buy", thing=wares)
        elif self._does("pick"):
            yield from self._iterate_picking()
        if self._does("drop") and mine:
            yield Option("drop", thing=mine)
        if self._does("give") and mine and people:
            yield Option("give", people, mine)
        if self._does("use") and (used := mine or self._pick_named(self.lying)):
            yield Option("use", thing=used)

    def _iterate_picking(self) -> Iterator[Option]:
        lying = self._pick_named(self.lying)
        unknown = "" if lying else self._find_unknown("pick")
        if lying or unknown:
            yield Option("pick", thing=lying, unknown=unknown)

    def _iterate_striking(self) -> Iterator[Option]:
        """Yield whom a blow is for; nobody is struck who was not named, as a fight cannot be taken back."""
        foes = self._pick_named(self.foes) or (self.foes if self._does("attack") else {})
        if self.foe_away:
            yield Option("attack", unknown=self.foe_away)
        elif named := self.named or foes:
            yield Option("attack", named)
        else:
            yield Option("attack", unknown=unknown) if (unknown := self._find_unknown("attack")) else Option("try")

    def _iterate_unclear_exploring(self) -> Iterator[Option]:
        """Yield what a line may mean whose verb is not known: a model chooses among it, so that nothing is in it that
        cannot be taken back.
        """
        if self.named or (self.people and not self._is_player_action()):
            yield Option("talk", self.named or self.people)
        if lying := self._pick_named(self.lying):
            yield Option("pick", thing=lying)
        if self.ways:
            yield Option("go", self.ways)
        if self._is_player_action():
            yield Option("try", self.named)
        yield from (Option("ask"), Option("deed"))

    def _does(self, *kinds: Verb) -> bool:
        """Return whether the line has a verb of these kinds."""
        return not self.kinds.isdisjoint(kinds)

    def _find_unknown(self, kind: IntentKind) -> str:
        """Return what the dozen verbs read that somebody wants and that is not there."""
        wishes = (each for each in self.wishes if each.kind == kind)
        found = (each.unknown or self.nameable.items.get(each.item, "") for each in wishes)
        return next(filter(None, found), "")[:LONGEST_NAMED]

    def list_named_things(self) -> list[str]:
        """Return the things that are here and that the line names, but for what is paid with."""
        names = self.mine | self.lying | self.wares
        return [name for name in self._find_names(names) if names[name] != money(self.state)]

    def _pick_named(self, names: Mapping[str, str]) -> dict[str, str]:
        """Return those of the names that the line has."""
        return {name: names[name] for name in self._find_names(names)}

    def _find_called_person(self) -> dict[str, str]:
        """Return whom the line calls by name: "Levin, …", "Say, Levin, …"."""
        hails = "|".join(wordlist("hails"))
        for one, name in self.nameable.people.items():
            called = "|".join(map(re.escape, (name, *name.split(), *self.nameable.called.get(one, ()))))
            if re.search(rf"(?:^|[,!] ?|\b(?:{hails}) )(?:{called}) ?[,.!:]", self.line, re.IGNORECASE):
                return {name: one}
        return {}

    def _list_near_topics(self) -> list[str]:
        """Return the first key of each written answer of the partner that has a key with most of its words in the line,
        two at least: of other keys a small model picks any, and six of seven questions were answered beside the point.
        """
        said = frozenset(stems(self.line, self.language))
        answers = [get_keys_of(each, self.language) for each in told_by(self.state, self.story.partner)]
        parts = [[frozenset(stems(key, self.language)) for key in keys] for keys in answers]
        near = [any(2 * len(said & part) > max(2, len(part)) for part in keys) for keys in parts]
        return [keys[0] for keys, meant in zip(answers, near, strict=True) if meant][:MOST_TOPICS]

    def _find_names(self, names: Mapping[str, str]) -> list[str]:
        """Return those of the names that the line has, by a word of them or of what somebody is.

        A thing may be called by the end of its name, as German has it: "Brot" is "Roggenbrot".
        """
        said = frozenset(stems(self.line, self.language))
        parts = {name: stems(f"{name} {self.called.get(one, '')}", self.language) for name, one in names.items()}
        things, line = {item.id for item in self.state.setup[StoryConfig].setting.items}, self.said
        return [
            name
            for name, one in names.items()
            if said.intersection(parts[name]) or (one in things and which(line, {one: name}).id)
        ]

    def _is_question(self) -> bool:
        """Return whether something is asked: by its mark, or by the word with which it begins."""
        return self.line.rstrip().endswith("?") or bool(self._look_up_word_set("questions").intersection(self.said[:1]))

    def _is_player_action(self) -> bool:
        """Return whether the line tells what the player does, and is not only said to somebody."""
        said = self.said
        if not said:
            return False
        if "*" in self.line or (self.goes_on and list_verb_kinds(said[0])):
            # "Take the rope and tie it round your waist": both are orders to oneself.
            return True
        # "Sie" speaks to somebody where "sie" speaks of them.
        written = {word.strip(".,:;!?") for word in self.line.split()[1:]}
        if self._is_question() or self._look_up_word_set("you").intersection((*said, *written)):
            return False
        if self._is_mine():
            return True
        # "Lay a hand on Levin's shoulder", with whom one talks.
        them = self._look_up_word_set("them").intersection(said) or self._find_names(self.partner)
        if them and not self.hailed and list_verb_kinds(said[0]):
            return True
        # "Das Ohr an die Mauer legen": German ends with the verb where nobody is spoken to.
        final = said[-1].endswith("n") and list_verb_kinds(said[-1])
        return bool(final) and not self._look_up_word_set("subjects").intersection(said)

    def _is_mine(self) -> bool:
        """Return whether the line, or the whole of which it is a clause, begins with the player themselves."""
        for said in (self.said, words_of(self.story.act)):
            begins = self._look_up_word_set("me").intersection(said[:1]) and not self._look_up_word_set(
                "states"
            ).intersection(said[1:2])
            if begins or self._look_up_word_set("myself").intersection(said[1:2]):
                return True
        # "Then I push him", in German with the verb in front: "Dann stoß ich ihn".
        me, states = self._look_up_word_set("me"), self._look_up_word_set("states")
        pairs = list(zip(self.said, self.said[1:], strict=False))
        return any(
            one in me and verb not in states and list_verb_kinds(verb)
            for pair in pairs
            for one, verb in (pair, reversed(pair))
        )

    def _look_up_word_set(self, key: str) -> frozenset[str]:
        return frozenset(words(self.language, key, part="interpreting").split())

    def _map_owned_items(self, owner: str) -> dict[str, str]:
        setting = self.state.setup[StoryConfig].setting
        return {name: item for item, name, _count in inventory(setting, self.story.get_items_of(owner), self.language)}


def question(state: State, names: Names) -> Question:
    """Return what the model is asked: the same task in every turn, which is read once, then what is here, and the
    line.
    """
    story, language = state[StoryState], state.setup.language
    said = [turn.text for turn in state.turns[-4:] if turn.member == story.partner] if story.partner else []
    told = prompt(
        "story_reading",
        language,
        phase=story.phase,
        partner=state.name_of(story.partner) if story.partner else "",
        people=list(names.people),
        foes=list(names.foes),
        ways=[place_name(state, way) for way in list_exits(state)],
        lying=list(names.lying),
        mine=list(names.mine),
        theirs=list(names.wares),
        last=said[-1] if said else "",
        topics=names.topics,
        line=names.line,
    )
    return Question(prompt("story_reading_task", language), told, names.schema(), max_tokens=REPLY, since=state.seq + 1)
