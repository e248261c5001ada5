"""A line that the dozen verbs do not read is read by a small model, held to the deeds that are possible now.

A voice that calls tools reads the player's words itself. One that can only be held to a schema is asked before anybody
speaks: which deed do these words mean? The schema names the people, ways and things that are there, so that nothing
else can be answered; what then comes of the deed the rules decide, as if it had been typed as a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from parley.core.base import forms
from parley.core.base.prompts import prompt
from parley.core.base.stems import stems
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.state import State
from parley.core.modes.story import reading, speaking
from parley.core.modes.story.asking import NARRATOR, abilities, asked
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import READINGS, Deed, LineRead
from parley.core.modes.story.naming import exits, item_among, known, place_name
from parley.core.modes.story.rules.names import which, wordlist, words_of
from parley.core.modes.story.rules.parser import IntentKind, Verb, count_named, intents, list_verb_kinds
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
AWAY: Mapping[str, IntentKind] = {"take": "pick", "go": "go", "attack": "attack"}
"""What can be wanted of something that is not there: people who are elsewhere are known."""
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
    "defend": "defend", "flee": "flee", "look": "ask", "other": "wait", "break": "try", "climb": "try",
    "sneak": "try", "steal": "try", "lie": "try",
}  # fmt: skip
"""What a model calls a deed, and what wish it is."""
TRIED: Mapping[str, str] = {"break": "str", "climb": "str", "sneak": "dex", "steal": "dex", "lie": "cha"}
"""With which attribute what may fail is tried; a model that is asked for the attribute says strength to everything."""


class _Answer(msgspec.Struct):
    does: str
    whom: str = ""
    thing: str = ""
    named: str = ""
    about: str = ""


def is_plain(state: State) -> bool:
    """Return whether the dozen verbs read the player's line whole, so that no model has to."""
    return _is_whole(state, state[StoryState].act)


def _is_whole(state: State, words: str) -> bool:
    """Return whether the dozen verbs read words with all that has to be named, and no clause is longer than a
    command.
    """
    found = intents(words, known(state[StoryState], state.setup))
    pieces = [[each for each in words_of(piece) if each not in wordlist("leads")] for piece in clauses(words, state)]
    if max(map(len, pieces)) > MOST_PLAIN and not all(each.kind == "talk" for each in found):
        return False
    return len(found) >= len(pieces) and all(
        each.kind in WHOLE
        and not (each.unknown or each.near)
        and all(getattr(each, field) for field in WHOLE[each.kind])
        for each in found
    )


def is_due(stage: Stage) -> bool:
    """Return whether a small model has yet to read the player's line of this turn.

    A partner whose voice calls tools reads it by these, and what the rules offered is theirs to read.
    """
    state, story = stage.state, stage.state[StoryState]
    if not story.act or story.did or story.phase not in ("exploration", "dialogue", "combat"):
        return False
    if story.read is not None or story.resolved == story.turn:
        return False
    able = abilities(stage, NARRATOR)
    if not (able.led and able.fills_forms) or speaking.reads(stage):
        return False
    return not (reading.is_offered(state) or is_plain(state))


async def read_line(stage: Stage) -> LineRead:
    """Have the model read the line, clause by clause; where it cannot, the dozen verbs do, and the note says why."""
    deeds: list[Deed] = []
    about = ""
    story, thing = stage.state[StoryState], ""
    for purpose, clause in zip(READINGS, clauses(story.act, stage.state), strict=False):
        names = Names(stage.state, clause)
        if named := names.list_named_things():
            thing = named[0]
        elif thing:
            # "Break the bread and give it to Marta."
            clause = name_thing(clause, thing)
            names = Names(stage.state, clause)
        if _is_whole(stage.state, clause):
            # What is a command needs no model, whatever stands beside it.
            deeds += _parse_commanded_deeds(stage.state, clause)
            continue
        found, note = await asked(
            stage, partial(question, names=names), names.read, purpose=purpose, part="interpreting"
        )
        if found is None:
            return LineRead(at=stage.clock.now(), story_turn=story.turn, method="rules", note=note or "")
        deeds += found[0]
        about = about or found[1]
    return LineRead(at=stage.clock.now(), story_turn=story.turn, deeds=tuple(dict.fromkeys(deeds)), about=about)


def _parse_commanded_deeds(state: State, clause: str) -> list[Deed]:
    """Return what a clause orders that the dozen verbs read."""
    return [
        Deed(what=each.kind, target=each.target, item=each.item, quantity=each.quantity)
        for each in intents(clause, known(state[StoryState], state.setup))
        if each.kind != "wait" and each.kind != "say" and each.kind != "none"
    ]


def name_thing(clause: str, thing: str) -> str:
    """Return a clause with the `thing` that was named before it in the place of its pronoun, where there is one."""
    pronouns = "|".join(sorted(wordlist("things")))
    # A thing may be called by anything: its name is no pattern.
    return re.sub(rf"\b(?:{pronouns})\b", lambda _: thing, clause, count=1, flags=re.IGNORECASE)


def clauses(line: str, state: State) -> list[str]:
    """Return the line in at most two pieces: a small model that may answer twice finds a second deed everywhere."""
    line = " ".join(line[:LONGEST_LINE].split())
    joins = words(state.setup.language, "joins", part="interpreting")
    # A question is one, whatever it lists.
    pieces = [line] if line.endswith("?") else re.split(f" ?(?:{joins}) ", line, maxsplit=1, flags=re.IGNORECASE)
    return pieces if all(len(piece.split()) >= SHORTEST_CLAUSE for piece in pieces) else [line]


class Names:
    """What can be named now, each as name to id: what the schema allows, and what an answer means."""

    def __init__(self, state: State, line: str) -> None:
        self.state, self.story, self.line = state, state[StoryState], line
        self.language, setting = state.setup.language, state.setup[StoryConfig].setting
        place = setting.place(self.story.here)
        foes = [one for one in (self.story.fight.foes if self.story.fight else ()) if self.story.is_here(one)]
        lurking = [(each, setting.foe(each)) for each in (place.foes if place else ())]
        nameable = known(self.story, state.setup)
        self.called = {one: " ".join(role) for one, role in nameable.called.items()}
        self.people = {state.name_of(one): one for one in self.story.present() if one not in foes}
        # Who is named is meant, wherever they are, and the rules say why not; but a question is asked of who is here.
        said = frozenset(stems(line, self.language))
        away = {name: one for one, name in nameable.people.items() if said.intersection(stems(name, self.language))}
        self.named = {name: self.people[name] for name in self._said(self.people)} or (
            {} if self._is_question() else away
        )
        self.foes = {state.name_of(one): one for one in foes}
        self.foes |= {foe.name.text(self.language): one for one, foe in lurking if foe and not foes}
        places = {place.name.text(self.language): place.id for place in setting.places}
        far = {name: places[name] for name in self._said(places) if places[name] != self.story.here}
        self.ways = far or {place_name(state, way): way for way in exits(state)}
        self.mine = self._map_owned_items(PLAYER)
        kinds = {one.id for one in setting.items if one.heals or (one.kind == "weapon" and self.story.fight)}
        self.of_use = {name: item for name, item in self.mine.items() if item in kinds}
        self.lying = self._map_owned_items(HERE + self.story.here)
        money = {one.id for one in setting.items if one.kind == "coin"}
        theirs = self._map_owned_items(self.story.partner) if self.story.partner else {}
        # What something costs is no wish for their coins.
        self.theirs = {name: item for name, item in theirs.items() if item not in money}
        sayings = told_by(state, self.story.partner) if self.story.partner else ()
        self.topics = [keys[0] for each in sayings if (keys := get_keys_of(each, self.language))][:MOST_TOPICS]
        self.wares = self.theirs or self._map_merchant_wares()
        self.other = words(self.language, "other", part="interpreting")
        self.wishes = {each.kind for each in intents(line, nameable)}
        self.kinds = self.wishes | list_verb_kinds(line)

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of an answer: one shape a verb, each with the names that it may have."""
        shapes = [
            forms.record({"does": forms.one_of([verb for verb, wish in VERBS.items() if wish == kind]), **fields})
            for kind, fields in self._iterate_possible_deeds()
        ]
        if self.story.phase == "exploration" and not self._is_question():
            # What is not there can be named: the rules say so then.
            named = {**forms.TEXT, "minLength": 1, "maxLength": LONGEST_NAMED}
            # But a small model takes everything, so the dozen verbs have to read that, too.
            away = [verb for verb, kind in AWAY.items() if kind == "go" or kind in self.kinds]
            shapes.append(forms.record({"does": forms.one_of(away), "thing": {"const": self.other}, "named": named}))
        return {"anyOf": shapes}

    def read(self, answer: str) -> tuple[tuple[Deed, ...], str]:
        """Return the deed of an answer, if it is any, and what is asked about. Raises `msgspec.DecodeError`."""
        given = forms.read(answer, _Answer)
        if given.does not in VERBS:
            raise msgspec.DecodeError(given.does)
        kind = VERBS[given.does]
        if kind == "say" or kind == "wait" or kind == "none":
            return (), given.about if given.about in self.topics else ""
        if given.thing == self.other:
            had = set(self.mine.values()) - set(self.lying.values())
            mine = kind == "pick" and item_among(self.state, given.named, had)
            # What one has is not taken: something else is done with it.
            return () if mine else (Deed(what=kind, unknown=given.named.strip() or self.other),), ""
        target = (self.people | self.named | self.foes | self.ways).get(given.whom, "")
        item = (self.mine | self.lying | self.wares | self.theirs).get(given.thing, "")
        if kind == "ask":
            return (self._build_look_deed(),), ""
        counted = kind in ("give", "drop", "buy")
        deed = Deed(
            what=kind,
            target=target or (self.story.partner if kind in ("give", "take", "buy") else ""),
            item=item,
            quantity=count_named(words_of(self.line)) if counted else 1,
            attribute=TRIED.get(given.does, ""),
        )
        return (deed,), ""

    def _build_look_deed(self) -> Deed:
        """Return what is looked at, where the line names it; else all that is here."""
        names = self.mine | self.lying | self.people
        one = next((names[name] for name in self._said(names)), "")
        return Deed(what="ask", target=one) if one in self.story.people else Deed(what="ask", item=one)

    def _iterate_possible_deeds(self) -> Iterator[tuple[IntentKind, dict[str, Any]]]:
        """Yield the deeds that are possible now, each with the fields that it takes."""
        if self.story.phase == "combat":
            used = self._said(self.of_use)
            if not self._said(self.mine) or used or self._does("attack"):
                # Bread that is thrown to a dog is no blow at it.
                yield "attack", {"whom": self._build_mentioned_schema(self.foes)}
            yield from (("defend", {}), ("flee", {}))
            if used:
                yield "use", {"thing": _build_names_schema(used)}
            yield "try", {}
        elif self.story.phase == "dialogue":
            yield from self._iterate_talk_deeds()
        else:
            yield from self._iterate_exploring_deeds()

    def _iterate_talk_deeds(self) -> Iterator[tuple[IntentKind, dict[str, Any]]]:
        yield "say", {"about": forms.one_of([*self.topics, self.other])} if self.topics else {}
        if theirs := self._said(self.theirs):
            yield from (
                ("take", {"thing": _build_names_schema(theirs)}),
                ("buy", {"thing": _build_names_schema(theirs)}),
            )
        if mine := self._said(self.mine):
            yield "give", {"thing": _build_names_schema(mine)}
        yield "follow", {}
        if not self._is_question():
            yield "part", {}
        if self._is_player_action():
            # Who only speaks to somebody strikes at nobody.
            yield from (("attack", {"whom": self._build_mentioned_schema(self.people)}), ("try", {}))

    def _iterate_exploring_deeds(self) -> Iterator[tuple[IntentKind, dict[str, Any]]]:
        # "I hug Marta" is no talk, "Marta umarmen" may be one; a theft or a purchase is none.
        talks = "talk" in self.kinds or not self._is_player_action() or (self.named and not self._is_mine())
        on_condition = bool(wordlist("conditions").intersection(words_of(self.line)))
        if self.wishes & {"try", "attack", "give", "buy", "sell"} and not (on_condition or self._is_question()):
            talks = "talk" in self.wishes
        if (talks or on_condition) and (self.named or self.people):
            yield "talk", {"whom": _build_names_schema(self.named or self.people)}
        if wares := self._said(self.wares):
            yield "buy", {"thing": _build_names_schema(wares)}
        if self._is_question() and self.people:
            # A question is put to whoever is here.
            return
        yield from (("ask", {}), ("wait", {}))
        if self._is_question() or on_condition:
            # What is done on a condition is only said.
            return
        yield "try", {}
        if self.ways:
            yield "go", {"whom": _build_names_schema(self.ways)}
        # A thing has to be named: else a small model takes whatever lies there.
        lying = self._said(self.lying)
        if lying and (self._does("pick", "take") or not self._does("try", "use", "drop", "give", "strike")):
            yield "pick", {"thing": _build_names_schema(lying)}
        if used := self._said(self.of_use):
            yield "use", {"thing": _build_names_schema(used)}
        mine = self._said(self.mine)
        if mine and self._does("drop"):
            yield "drop", {"thing": _build_names_schema(mine)}
        if mine and self.people and self._does("give"):
            yield "give", {"thing": _build_names_schema(mine), "whom": self._build_mentioned_schema(self.people)}
        if (people := self._said(self.people | self.foes)) or (self.foes and self._does("attack")):
            # Nobody is struck who was not named: a fight cannot be taken back.
            yield "attack", {"whom": _build_names_schema(people or self.foes)}

    def _does(self, *kinds: Verb) -> bool:
        """Return whether the line has a verb of these kinds."""
        return not self.kinds.isdisjoint(kinds)

    def list_named_things(self) -> list[str]:
        """Return the things that are here and that the line names."""
        return self._said(self.mine | self.lying | self.wares)

    def _said(self, names: Mapping[str, str]) -> list[str]:
        """Return those of the names that the line has, by a word of them or of what somebody is.

        A thing may be called by the end of its name, as German has it: "Brot" is "Roggenbrot".
        """
        said = frozenset(stems(self.line, self.language))
        parts = {name: stems(f"{name} {self.called.get(one, '')}", self.language) for name, one in names.items()}
        things, line = {item.id for item in self.state.setup[StoryConfig].setting.items}, words_of(self.line)
        return [
            name
            for name, one in names.items()
            if said.intersection(parts[name]) or (one in things and which(line, {one: name}).id)
        ]

    def _build_mentioned_schema(self, names: Mapping[str, str]) -> dict[str, Any]:
        """One of those that the line names; where it names none, one of all."""
        return _build_names_schema(self._said(names) or names)

    def _is_question(self) -> bool:
        """Return whether something is asked: by its mark, or by the word with which it begins."""
        return self.line.rstrip().endswith("?") or bool(
            self._look_up_word_set("questions").intersection(words_of(self.line)[:1])
        )

    def _is_player_action(self) -> bool:
        """Return whether the line tells what the player does, and is not only said to somebody."""
        said = words_of(self.line)
        if self.line.lstrip().startswith("*"):
            return True
        # "Sie" speaks to somebody where "sie" speaks of them.
        written = {word.strip(".,:;!?") for word in self.line.split()[1:]}
        if self._is_question() or self._look_up_word_set("you").intersection((*said, *written)):
            return False
        # "Das Ohr an die Mauer legen": German ends with the verb where nobody is spoken to.
        last = self.line.rstrip(" .!").rpartition(" ")[2]
        final = last[:1].islower() and last.endswith("n") and last not in self._look_up_word_set("adverbs")
        return self._is_mine() or (final and self.language == "de" and self.story.phase == "exploration")

    def _is_mine(self) -> bool:
        """Return whether the line, or the whole of which it is a clause, begins with the player themselves."""
        for said in (words_of(self.line), words_of(self.story.act)):
            begins = self._look_up_word_set("me").intersection(said[:1]) and not self._look_up_word_set(
                "states"
            ).intersection(said[1:2])
            if begins or self._look_up_word_set("myself").intersection(said[1:2]):
                return True
        return False

    def _look_up_word_set(self, key: str) -> frozenset[str]:
        return frozenset(words(self.language, key, part="interpreting").split())

    def _map_owned_items(self, owner: str) -> dict[str, str]:
        setting = self.state.setup[StoryConfig].setting
        return {name: item for item, name, _count in inventory(setting, self.story.get_items_of(owner), self.language)}

    def _map_merchant_wares(self) -> dict[str, str]:
        """Return what merchants have who are here."""
        people = self.story.people
        traders = [one for one in self.story.present() if people[one].person.archetype == "merchant"]
        return {name: item for one in traders for name, item in self._map_owned_items(one).items()}


def _build_names_schema(names: Iterable[str]) -> dict[str, Any]:
    return forms.one_of(list(names)[:MOST_NAMED])


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
        ways=list(names.ways),
        lying=list(names.lying),
        mine=list(names.mine),
        theirs=list(names.wares),
        last=said[-1] if said else "",
        topics=names.topics,
        line=names.line,
    )
    return Question(prompt("story_reading_task", language), told, names.schema(), max_tokens=REPLY, since=state.seq + 1)
