"""A weave: members' own lines in the game master's order, checked, or in an order that plain rules make."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from parley.core.base import forms
from parley.core.base.line import READ, Called, capped, clean, own_lines
from parley.core.base.sentences import Sentence
from parley.core.log.material import Piece
from parley.core.modes.office.events import WovenLine
from parley.core.modes.office.memory.played import sentences

MOST_CHUNKS = 3
"""In how many lines one contribution is said, at most."""

LEAST_CHUNK = 60
"""Characters below which a sentence is said together with the next one."""

SHOWN = 80

NamesOf = Callable[[str], Called]
"""The names that may stand before a member's lines."""

_BRACKETED = re.compile(r"\[[^\[\]]*\]")
_TASK = re.compile(r"[\s*_#>-]*(?:task|aufgabe)[*_]*+\s*+[:：]\s*+[*_]*+(.*\S)", re.IGNORECASE)  # "**Task:** …"


class WeaveError(Exception):
    """A weave that cannot be used; its text is a sentence that names who and what."""


class _Answer(msgspec.Struct):
    order: list[str]


class Part(NamedTuple):
    """A contribution: the lines that are said, the thoughts, what is done, and the task that was named apart."""

    said: tuple[str, ...] = ()
    thoughts: tuple[str, ...] = ()
    does: str = ""
    task: str = ""


def chunks(part: Part, cap: int, most: int = MOST_CHUNKS) -> tuple[str, ...]:
    """Return what a contribution says, in `most` chunks of whole sentences at most.

    A chunk has `cap` characters at most (0: as many as it likes); what finds no room is left out.
    """
    units = [(number, sentence) for number, line in enumerate(part.said) for sentence in sentences(line)]
    enough = max(LEAST_CHUNK, sum(len(sentence) for _, sentence in units) // most)  # of about equal length
    grouped: list[str] = []
    before = -1
    for number, sentence in units:
        fits = grouped and len(grouped[-1]) + 1 + len(sentence) <= (min(cap, enough) if cap else enough)
        if fits and number == before:  # What stands on different lines is kept apart
            grouped[-1] += f" {sentence}"
        else:
            grouped.append(sentence)
        before = number
    grouped = [capped(chunk, cap) for chunk in grouped]
    while len(grouped) > most:
        at = min(range(len(grouped) - 1), key=lambda i: len(grouped[i]) + len(grouped[i + 1]))
        joined = f"{grouped[at]} {grouped[at + 1]}"
        if cap and len(joined) > cap:
            break
        grouped[at : at + 2] = [joined]
    return tuple(grouped[:most])


def part_of(text: str, names: Called) -> Part:
    """Return a contribution as it was meant: acts stand in *asterisks*, a task on a line of its own behind "Task:"."""
    # A thought may run over the end of a line.
    flat = _BRACKETED.sub(lambda found: " ".join(found.group().split()), own_lines(text[:READ], *names)[0])
    task, cleaned = "", []
    for line in flat.splitlines():
        if (found := _TASK.match(line)) is not None:
            task = clean(found.group(1), *names).text
        elif line.strip():
            cleaned.append(clean(line, *names, acts=True))
    return Part(
        tuple(line.text for line in cleaned if any(sign.isalnum() for sign in line.text)),
        tuple(thought for line in cleaned for thought in line.thoughts),
        next((act for line in cleaned for act in line.acts), ""),
        task,
    )


def by_rules(
    contributions: Mapping[str, str], names_of: NamesOf, lines: tuple[int, int], cap: int, start: int = 0
) -> tuple[WovenLine, ...]:
    """Return the weave without a voice: in the given order from the `start`th member on, chunk by chunk in turn.

    Whoever said something has a line. There are `lines[1]` lines at most, or one for each member where they are more.
    """
    order = list(contributions)
    order = order[start % len(order) :] + order[: start % len(order)] if order else []
    parts = {member: part_of(contributions[member], names_of(member)) for member in order}
    order = [member for member in order if parts[member].said or parts[member].does]
    most = max(lines[1], len(order))
    each = min(MOST_CHUNKS, most // len(order)) if order else 0
    # Who only does something has a line without words.
    spoken = {member: chunks(parts[member], cap, each) or ("",) for member in order}
    said = [
        (member, spoken[member][number]) for number in range(each) for member in order if number < len(spoken[member])
    ]
    woven: list[WovenLine] = []
    for member, text in _join_adjacent_chunks(said[:most], cap):
        first = all(line.member != member for line in woven)
        woven.append(_build_line(member, text, parts[member] if first else Part()))
    return tuple(woven)


def _join_adjacent_chunks(said: list[tuple[str, str]], cap: int) -> list[tuple[str, str]]:
    """Join two chunks of one member in a row to a line where they fit; two lines there are always."""
    while len(said) > 2:
        for at, (one, other) in enumerate(pairwise(said)):
            text = f"{one[1]} {other[1]}"
            if one[0] == other[0] and (not cap or len(text) <= cap):
                said[at : at + 2] = [(one[0], text)]
                break
        else:
            break
    return said


def pieces(contributions: Mapping[str, str], names_of: NamesOf, cap: int) -> tuple[Piece, ...]:
    """Return what each contribution says in lines to be put in order, thoughts and acts with the first of them; ids are
    "ada.1", "ada.2".
    """
    found = []
    for member, text in contributions.items():
        part = part_of(text, names_of(member))
        for number, line in enumerate(_list_lines(part, cap), 1):
            beside = [f"*{part.does}*"] * bool(part.does) + [f"[{thought}]" for thought in part.thoughts]
            told = " ".join(filter(None, (line, *(beside if number == 1 else ()))))
            found.append(Piece(f"{member}.{number}", member, told))
    return tuple(found)


def _list_lines(part: Part, cap: int) -> tuple[str, ...]:
    """Return what is said in lines, one that is too long in several; who only does something has one without words."""
    found = [
        line for said in part.said for line in (chunks(Part((said,)), cap) if cap and len(said) > cap else (said,))
    ]
    return tuple(found) or (("",) if part.does else ())


def schema(lines: Sequence[Piece], bounds: tuple[int, int]) -> dict[str, Any]:
    """Return the JSON schema of the order we ask for."""
    most = max(bounds[1], len({line.member for line in lines}))
    ids = forms.one_of([line.id for line in lines])
    return forms.record({"order": forms.list_of(ids, minItems=min(2, len(lines)), maxItems=most)})


def checked(
    answer: str, contributions: Mapping[str, str], names_of: NamesOf, bounds: tuple[int, int], cap: int
) -> tuple[WovenLine, ...]:
    """Return the lines in the voice's order, in the members' own words.

    Raises `WeaveError` where it is no order, names a line that nobody said or one twice, has too few or too many, or
    leaves somebody out who said something.
    """
    parts = {member: part_of(text, names_of(member)) for member, text in contributions.items()}
    said = {
        f"{member}.{number}": (member, line)
        for member, part in parts.items()
        for number, line in enumerate(_list_lines(part, cap), 1)
    }
    try:
        order = forms.read(answer, _Answer).order
    except msgspec.DecodeError as error:
        raise WeaveError(Sentence("The weave is not the JSON that was asked for: {error}.", error=error)) from None
    for at, name in enumerate(order):
        if name not in said:
            raise WeaveError(Sentence("The weave has a line “{shown}”, which nobody said.", shown=capped(name, SHOWN)))
        if name in order[:at]:
            raise WeaveError(Sentence("The weave has the line {name} twice.", name=name))
    speakers = [member for member, part in parts.items() if part.said]
    least, most = min(2, len(speakers)), max(bounds[1], len(speakers))
    if not least <= len(order) <= most:
        told = "one line" if len(order) == 1 else f"{len(order) or 'no'} lines"
        raise WeaveError(
            Sentence("The weave has {lines_of}; it must have {least} to {most}.", lines_of=told, least=least, most=most)
        )
    here = [said[name][0] for name in order]
    for member in speakers:
        if member not in here:
            name = next(iter(names_of(member).own), member)
            raise WeaveError(Sentence("The weave leaves out {name}, who had something to say.", name=name))
    return tuple(
        _build_line(member, said[name][1], parts[member] if member not in here[:at] else Part())
        for at, (name, member) in enumerate(zip(order, here, strict=True))
    )


def _build_line(member: str, says: str, own: Part) -> WovenLine:
    """Return a line; of a member's first one `own` is what they thought and did besides."""
    return WovenLine(member=member, says=says, thinks="; ".join(own.thoughts), does=own.does, task=own.task)
