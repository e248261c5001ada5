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
from parley.core.base.labels import label
from parley.core.base.packaged import prompt
from parley.core.base.stems import stems
from parley.core.cast.member import PLAYER
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.state import State
from parley.core.modes.story import reading, speaking
from parley.core.modes.story.asking import NARRATOR, abilities, asked
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import READINGS, Deed, LineRead
from parley.core.modes.story.knowing import known
from parley.core.modes.story.naming import exits, place_name
from parley.core.modes.story.options import summed_up
from parley.core.modes.story.rules.names import words_of
from parley.core.modes.story.rules.parser import IntentKind, count_named, intents
from parley.core.modes.story.rules.parts import ATTRIBUTES
from parley.core.modes.story.state import HERE, StoryState, inventory
from parley.core.modes.story.words import words
from parley.core.modes.story.written_words import keys_of, told_by

MOST_PLAIN = 7
"""Words of a line up to which the dozen verbs are trusted with it: what is longer is no command."""
SHORTEST_CLAUSE = 2
"""Words of a clause that may be a deed of its own."""
MOST_TOPICS = 40
"""Written answers among which is chosen."""
MOST_NAMED = 12
"""Names of a kind among which is chosen: a small model loses its way among more."""
AWAY = ("take", "talk", "go", "attack")
"""What can be wanted of somebody or something that is not there."""
LONGEST_NAMED = 40
"""Characters of what was named and is not there."""
LONGEST_LINE = 400
"""Characters of a line that are read."""
REPLY = 60
"""Tokens of the longest answer."""

WHOLE: Mapping[IntentKind, tuple[str, ...]] = {
    "go": ("target",), "talk": ("target",), "pick": ("item",), "take": ("item",), "drop": ("item",), "use": ("item",),
    "give": ("item", "target"), "attack": ("target",), "ask": (), "meta": (), "part": (), "accept": (), "decline": (),
    "defend": (), "flee": (), "parley": (),
}  # fmt: skip
"""Wishes that the dozen verbs read whole, by what has to be named with them."""

_KINDS: Mapping[str, IntentKind] = {
    "ask_for": "take",
    "take": "pick",
    "put_down": "drop",
    "goodbye": "part",
    "surrender": "parley",
}
"""Where a deed is called otherwise than its wish."""


class _Answer(msgspec.Struct):
    does: str
    whom: str = ""
    thing: str = ""
    by: str = ""
    named: str = ""
    about: str = ""


def is_plain(state: State) -> bool:
    """Whether the dozen verbs read the player's line whole, so that no model has to."""
    story = state[StoryState]
    found = intents(story.act, known(story, state.setup))
    if len(story.act.split()) > MOST_PLAIN and not all(each.kind == "talk" for each in found):
        return False
    return all(
        each.kind in WHOLE
        and not (each.unknown or each.near)
        and all(getattr(each, field) for field in WHOLE[each.kind])
        for each in found
    )


def is_due(stage: Stage) -> bool:
    """Whether a small model has yet to read the player's line of this turn.

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
    story, language = stage.state[StoryState], stage.config.language
    for purpose, clause in zip(READINGS, clauses(story.act, language), strict=False):
        names = Names(stage.state, clause)
        found, note = await asked(
            stage, partial(question, names=names), names.read, purpose=purpose, part="interpreting"
        )
        if found is None:
            return LineRead(at=stage.clock.now(), story_turn=story.turn, method="rules", note=note or "")
        deeds += found[0]
        about = about or found[1]
    return LineRead(at=stage.clock.now(), story_turn=story.turn, deeds=tuple(dict.fromkeys(deeds)), about=about)


def clauses(line: str, language: str) -> list[str]:
    """Return the line in at most two pieces: a small model that may answer twice finds a second deed everywhere."""
    line = line[:LONGEST_LINE]
    joins = "|".join(words(language, "joins", part="interpreting").split())
    pieces = re.split(rf"[,;.!]? (?:{joins}) ", " ".join(line.split()), maxsplit=1, flags=re.IGNORECASE)
    return pieces if all(len(piece.split()) >= SHORTEST_CLAUSE for piece in pieces) else [line]


class Names:
    """What can be named now, each as name to id: what the schema allows, and what an answer means."""

    def __init__(self, state: State, line: str) -> None:
        self.state, self.story, self.line = state, state[StoryState], line
        self.language, setting = state.setup.language, state.setup[StoryConfig].setting
        place = setting.place(self.story.here)
        foes = [one for one in (self.story.fight.foes if self.story.fight else ()) if self.story.is_here(one)]
        lurking = [(each, setting.foe(each)) for each in (place.foes if place else ())]
        self.called = {one: " ".join(role) for one, role in known(self.story, state.setup).called.items()}
        self.people = {state.name_of(one): one for one in self.story.present() if one not in foes}
        self.foes = {state.name_of(one): one for one in foes}
        self.foes |= {foe.name.text(self.language): one for one, foe in lurking if foe and not foes}
        self.ways = {place_name(state, way): way for way in exits(state)}
        self.mine = self._items(PLAYER)
        kinds = {one.id for one in setting.items if one.heals or (one.kind == "weapon" and self.story.fight)}
        self.of_use = {name: item for name, item in self.mine.items() if item in kinds}
        self.lying = self._items(HERE + self.story.here)
        money = {one.id for one in setting.items if one.kind == "coin"}
        theirs = self._items(self.story.partner) if self.story.partner else {}
        # What something costs is no wish for their coins.
        self.theirs = {name: item for name, item in theirs.items() if item not in money}
        sayings = told_by(state, self.story.partner) if self.story.partner else ()
        self.topics = [keys[0] for each in sayings if (keys := keys_of(each, self.language))][:MOST_TOPICS]
        self.wares = self.theirs or self._wares()
        self.attributes = {label("attribute", one, "en").lower(): one for one in ATTRIBUTES}
        self.other = words(self.language, "other", part="interpreting")

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of an answer: one shape a verb, each with the names that it may have."""
        shapes = [forms.record({"does": {"const": verb}, **fields}) for verb, fields in self._verbs()]
        if self.story.phase == "exploration":
            # What is not there can be named: the rules say so then.
            named = {**forms.TEXT, "minLength": 1, "maxLength": LONGEST_NAMED}
            shapes.append(forms.record({"does": forms.one_of(AWAY), "thing": {"const": self.other}, "named": named}))
        return {"anyOf": shapes}

    def read(self, answer: str) -> tuple[tuple[Deed, ...], str]:
        """Return the deed of an answer, if it is any, and what is asked about. Raises `msgspec.DecodeError`."""
        given = forms.read(answer, _Answer)
        if given.does in ("say", "haggle", "other"):
            # Another price is only said: the offer stands.
            return (), given.about if given.about in self.topics else ""
        kind: IntentKind = _KINDS.get(given.does, given.does)  # type: ignore[arg-type]
        if given.thing == self.other:
            return (Deed(what=kind, unknown=given.named.strip() or self.other),), ""  # type: ignore[arg-type]
        target = (self.people | self.foes | self.ways).get(given.whom, "")
        counted = kind in ("give", "drop", "buy", "sell")
        deed = Deed(
            what=kind,  # type: ignore[arg-type]
            target=target or (self.story.partner if kind in ("give", "take", "buy", "sell") else ""),
            item=(self.mine | self.lying | self.wares | self.theirs).get(given.thing, ""),
            quantity=count_named(words_of(self.line)) if counted else 1,
            attribute=self.attributes.get(given.by, ""),
        )
        return (deed,), ""

    def _verbs(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the verbs that are possible now, each with the fields that it takes."""
        tries = {"by": forms.one_of(list(self.attributes))}
        if self.story.phase == "combat":
            yield from (("attack", {"whom": self._chosen(self.foes)}), ("defend", {}), ("flee", {}), ("parley", {}))
            if self.of_use:
                yield "use", {"thing": self._chosen(self.of_use)}
            yield from (("surrender", {}), ("try", tries))
        elif self.story.phase == "dialogue":
            yield from self._talking(tries)
        else:
            yield from self._exploring(tries)

    def _talking(self, tries: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        yield "say", {"about": forms.one_of([*self.topics, self.other])} if self.topics else {}
        if theirs := self._said(self.theirs):
            yield from (("ask_for", {"thing": _any(theirs)}), ("buy", {"thing": _any(theirs)}))
        if mine := self._said(self.mine):
            yield from (("give", {"thing": _any(mine)}), ("sell", {"thing": _any(mine)}))
        if self.story.offer is not None:
            yield from (("accept", {}), ("decline", {}), ("haggle", {}))
        yield "follow", {}
        if not self._asks():
            yield "goodbye", {}
        if self._tells():
            # Who only speaks to somebody strikes at nobody.
            yield from (("attack", {"whom": self._chosen(self.people)}), ("try", tries))

    def _exploring(self, tries: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        if self.people:
            yield "talk", {"whom": self._chosen(self.people)}
        if self.ways:
            yield "go", {"whom": self._chosen(self.ways)}
        # A thing has to be named: else a small model takes whatever lies there.
        if lying := self._said(self.lying):
            yield "take", {"thing": _any(lying)}
        if used := self._said(self.of_use):
            yield "use", {"thing": _any(used)}
        if mine := self._said(self.mine):
            yield "put_down", {"thing": _any(mine)}
            if self.people:
                yield "give", {"thing": _any(mine), "whom": self._chosen(self.people)}
        if wares := self._said(self.wares):
            yield "buy", {"thing": _any(wares)}
        if self.people or self.foes:
            yield "attack", {"whom": self._chosen(self.people | self.foes)}
        if not self._asks():
            yield "try", tries
        if not (self._asks() and self.people):
            # A question is put to whoever is here.
            yield "other", {}

    def _said(self, names: Mapping[str, str]) -> list[str]:
        """Return those of the names that the line has, by a word of them or of what somebody is."""
        said = frozenset(stems(self.line, self.language))
        parts = {name: stems(f"{name} {self.called.get(one, '')}", self.language) for name, one in names.items()}
        return [name for name in names if said.intersection(parts[name])]

    def _chosen(self, names: Mapping[str, str]) -> dict[str, Any]:
        """One of those that the line names; where it names none, one of all."""
        return _any(self._said(names) or names)

    def _asks(self) -> bool:
        return self.story.act.rstrip().endswith("?")

    def _tells(self) -> bool:
        """Whether the line tells what the player does, and is not only said."""
        return self.line.lstrip().startswith("*") or bool({"i", "ich"}.intersection(words_of(self.line)[:1]))

    def _items(self, owner: str) -> dict[str, str]:
        setting = self.state.setup[StoryConfig].setting
        return {name: item for item, name, _count in inventory(setting, self.story.items_of(owner), self.language)}

    def _wares(self) -> dict[str, str]:
        """What merchants have who are here."""
        people = self.story.people
        traders = [one for one in self.story.present() if people[one].person.archetype == "merchant"]
        return {name: item for one in traders for name, item in self._items(one).items()}


def _any(names: Iterable[str]) -> dict[str, Any]:
    return forms.one_of(list(names)[:MOST_NAMED])


def question(state: State, names: Names) -> Question:
    """What the model is asked: the same task in every turn, which is read once, then what is here, and the line."""
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
        offer=summed_up(state),
        # "Yes" is an answer to it.
        last=said[-1] if said else "",
        topics=names.topics,
        line=names.line,
    )
    return Question(prompt("story_reading_task", language), told, names.schema(), max_tokens=REPLY, since=state.seq + 1)
