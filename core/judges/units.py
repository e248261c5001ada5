"""What is graded: a line with what came before it, a whole run, or two runs side by side, without their names."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, takewhile
from string import ascii_uppercase
from typing import Any

from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.markers import stop_words
from parley.core.judges.rubric import Rubric
from parley.core.log.state import State, Turn

MOST_UNITS = 20_000
LONGEST_LINE = 4_000
"""Characters of a line that are shown."""


@dataclass(frozen=True)
class Unit:
    """One thing to be graded. `turn` 0 is a whole run, `other` the run that it is compared with, whose lines are
    `others`; `before` is what came before. Lines are as they are shown: "B: Why?"."""

    run: str
    turn: int
    member: str
    topic: str
    language: str
    lines: tuple[str, ...]
    before: tuple[str, ...] = ()
    other: str = ""
    others: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, int, str]:
        """The run, and what in it this is."""
        return self.run, self.turn, self.other

    @cached_property
    def about(self) -> str:
        """The digest of what is shown: of a line that says something else by now, earlier grades say nothing."""
        shown = repr((self.topic, self.before, self.lines, self.others)).encode("utf-8", "replace")
        return hashlib.blake2b(shown, digest_size=8).hexdigest()

    def describe_unit(self) -> dict[str, Any]:
        """Return what an event about it says of it."""
        return {"turn": self.turn, "other": self.other, "about": self.about}


def list_units(rubric: Rubric, states: Sequence[State]) -> list[Unit]:
    """Return what a rubric grades in these runs, or in each two of them. Raises `UsageError` where there is nothing,
    `UnknownName` for a member who takes part in none of them."""
    known = {member.id for state in states for member in state.setup.members}
    for each in rubric.members:
        if each not in known:
            raise UnknownName("member", each, sorted(known))
    if rubric.scale == "pairwise":
        if len(states) < 2:
            raise UsageError("The rubric '{name}' compares two runs: name both.", name=rubric.id)
        found = [_pair_runs(rubric, one, other) for one, other in combinations(states, 2)]
    else:
        found = [unit for state in states for unit in _iterate_units(rubric, state)]
    if not found:
        raise UsageError("There is no line that could be graded.", hint="Stage directions of a rehearsal are none.")
    if len(found) > MOST_UNITS:
        raise UsageError("These are {count:,} lines; at most {most:,} are graded.", count=len(found), most=MOST_UNITS)
    return found


def shuffle(units: Iterable[Unit]) -> list[Unit]:
    """Return units in an order that says nothing of when they were said, and is the same each time."""
    ordered = sorted(units, key=lambda unit: unit.place)  # whatever the order in which runs were named
    random.Random(f"grades of {len(ordered)} lines").shuffle(ordered)
    return ordered


def _iterate_units(rubric: Rubric, state: State) -> Iterator[Unit]:
    spoken, show = list_spoken_turns(state), _get_line_writer(rubric, state)
    about: dict[str, Any] = {"run": state.run, "topic": state.setup.topic, "language": state.setup.language}
    lines = tuple(map(show, spoken))
    mine = [at for at, turn in enumerate(spoken) if not rubric.members or turn.member in rubric.members]
    if rubric.unit == "run":
        if mine:
            yield Unit(**about, turn=0, member="", lines=tuple(lines[at] for at in mine))
        return
    for at in mine:
        turn, before = spoken[at], lines[max(0, at - rubric.before) : at]
        yield Unit(**about, turn=turn.number, member=turn.member, lines=(lines[at],), before=before)


def _pair_runs(rubric: Rubric, one: State, other: State) -> Unit:
    """Return two runs side by side; what they have in common, as branches do, came before."""
    first, second = (tuple(map(_get_line_writer(rubric, each), list_spoken_turns(each))) for each in (one, other))
    shared = len([*takewhile(lambda two: two[0] == two[1], zip(first, second, strict=False))])
    lines, others = first[shared:], second[shared:]
    if not lines or not others:
        template = "The runs {one} and {other} cannot be compared: one of them says nothing that the other does not."
        raise UsageError(template, one=one.run, other=other.run)
    before = first[max(0, shared - rubric.before) : shared]
    return Unit(one.run, 0, "", one.setup.topic, one.setup.language, lines, before, other.run, others)


def list_spoken_turns(state: State) -> list[Turn]:
    """Return the turns that say something: no stage directions, and none of the director."""
    return [turn for turn in state.turns if turn.text and not turn.staged and state.setup.has(turn.member)]


def _get_line_writer(rubric: Rubric, state: State) -> Callable[[Turn], str]:
    """Return what writes a turn as a line; where names are hidden, members are called by letters, also in what they
    say."""
    names = {member.id: member.name for member in state.setup.members}
    if rubric.names:
        return lambda turn: f"{names[turn.member]}: {turn.text[:LONGEST_LINE]}"
    # Of two talks one is A and one is B: nobody in them is.
    alphabet = ascii_uppercase[10:] if rubric.scale == "pairwise" else ascii_uppercase
    count = len(alphabet)
    letters = {
        id_: alphabet[at % count] + (str(at // count + 1) if at >= count else "") for at, id_ in enumerate(names)
    }
    # Who is called "The Boss" is not meant by every "The".
    first = {id_: "".join(name.split()[:1]) for id_, name in names.items()}
    called = {name: letters[id_] for id_, name in first.items() if name.casefold() not in stop_words()}
    called |= {name: letters[id_] for id_, name in names.items()}  # last: whole names override first names
    longest = sorted((re.escape(name) for name in called if name.strip()), key=len, reverse=True)
    named = re.compile(rf"(?<!\w)(?:{'|'.join(longest) or '(?!)'})(?!\w)")  # "(?!)" never matches: nobody has a name

    def format_line(turn: Turn) -> str:
        said = named.sub(lambda found: called[found.group()], turn.text[:LONGEST_LINE])
        return f"{letters[turn.member]}: {said}"

    return format_line
