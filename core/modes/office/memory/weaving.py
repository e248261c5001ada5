"""A weave: members' own words in the game master's order, checked word by word or made by plain rules."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from parley.core.base import forms
from parley.core.base.line import READ, Called, capped, clean, own_lines
from parley.core.base.sentences import Sentence
from parley.core.modes.office.events import WovenLine
from parley.core.modes.office.memory.played import sentences
from parley.core.perspective.material import Piece

Span = tuple[int, int]
"""Words from the first up to, not including, the second."""

MOST_TRIES = 5_000
"""After so many steps a set of stretches counts as overlapping: only words repeated over and over come so far."""

_WORD = re.compile(r"\w+(?:['’‑-]\w+)*")
_OPENED = re.compile(r"(?:^|\s)([^\w\s]+)$")
_CLOSED = re.compile(r"[^\w\s]*")
_ENDED = re.compile(r"[.!?…][\"”“’'»«)]*$")


def plain(word: str) -> str:
    """Return the word in small letters, with the plain ones of its signs."""
    return word.casefold().replace("’", "'").replace("‑", "-")


def _compose_letters(text: str) -> str:
    """Return the text with each letter and its marks as one sign."""
    return unicodedata.normalize("NFC", text)


class Own:
    """The words of some texts of one member, in their order."""

    def __init__(self, texts: Sequence[str], between: str = " ") -> None:
        texts = [_compose_letters(text) for text in texts]
        self._text = between.join(texts)
        ends = [len(between.join(texts[: number + 1])) for number in range(len(texts))]
        self._ends = frozenset(ends)
        self._begins = frozenset({0, *(end + len(between) for end in ends)})
        found = list(_WORD.finditer(self._text))
        self._places = [word.span() for word in found]
        self._words = [plain(word.group()) for word in found]

    def places(self, text: str) -> list[Span]:
        """Return all stretches with exactly the words of `text`."""
        wanted = [plain(word) for word in _WORD.findall(_compose_letters(text))]
        count = len(wanted)
        if not count:
            return []
        return [
            (at, at + count)
            for at in range(len(self._words) - count + 1)
            if self._words[at] == wanted[0] and self._words[at : at + count] == wanted
        ]

    def text(self, span: Span) -> str:
        """Return the stretch as it was written, with '…' where it begins or ends in the middle of a sentence."""
        begin, end = self._places[span[0]][0], self._places[span[1] - 1][1]
        if opened := _OPENED.search(self._text[:begin]):
            begin = opened.start(1)
        if closed := _CLOSED.match(self._text, end):
            end = closed.end()
        kept = self._text[begin:end]
        before = self._text[:begin].rstrip()
        if begin not in self._begins and before and not _ENDED.search(before):
            kept = f"… {kept}"
        if end not in self._ends and not _ENDED.search(kept):
            kept = kept.rstrip(" ,;:–—-") + "…"
        return kept


def fitted(places: Sequence[Sequence[Span]]) -> list[Span] | None:
    """One of each one's places so that no two overlap; None where that cannot be."""
    # The longest first: it has the fewest places to be.
    order = sorted(range(len(places)), key=lambda number: (len(places[number]), -_measure_first_span(places[number])))
    taken: dict[int, Span] = {}
    tries = 0

    def place(at: int) -> bool:
        nonlocal tries
        if at == len(order):
            return True
        for span in places[order[at]]:
            tries += 1
            if tries > MOST_TRIES:
                return False
            if all(span[1] <= other[0] or other[1] <= span[0] for other in taken.values()):
                taken[order[at]] = span
                if place(at + 1):
                    return True
                del taken[order[at]]
        return False

    return [taken[number] for number in range(len(places))] if place(0) else None


def _measure_first_span(spans: Sequence[Span]) -> int:
    return spans[0][1] - spans[0][0] if spans else 0


MOST_CHUNKS = 3
"""In how many lines one contribution is said, at most."""

LEAST_CHUNK = 60
"""Characters below which a sentence is said together with the next one."""

SHOWN = 80

NamesOf = Callable[[str], Called]
"""The names that may stand before a member's lines."""

_BRACKETED = re.compile(r"\[[^\[\]]*\]")
_TASK = re.compile(r"[\s*_#>-]*(?:task|aufgabe)[*_]*+\s*+[:：]\s*+[*_]*+(.*\S)", re.IGNORECASE)


class WeaveError(Exception):
    """A weave that cannot be used; its text is a sentence that names who and what."""


class _Line(msgspec.Struct):
    speaker: str
    says: str
    thinks: str | None = ""
    does: str | None = ""


class _Answer(msgspec.Struct):
    lines: list[_Line]


@dataclass(frozen=True, slots=True)
class _Spoken:
    """An answer's line with the member it is of."""

    member: str
    says: str
    thinks: str
    does: str


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
    enough = max(LEAST_CHUNK, sum(len(sentence) for _, sentence in units) // most)
    grouped: list[str] = []
    before = -1
    for number, sentence in units:
        fits = grouped and len(grouped[-1]) + 1 + len(sentence) <= (min(cap, enough) if cap else enough)
        # A line of its own was meant as one.
        if fits and number == before:
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
        own = parts[member] if first else Part()
        woven.append(WovenLine(member=member, says=text, thinks="; ".join(own.thoughts), does=own.does, task=own.task))
    return tuple(woven)


def _join_adjacent_chunks(said: list[tuple[str, str]], cap: int) -> list[tuple[str, str]]:
    """Two chunks of one member in a row are one line where they fit; two lines there are always."""
    while len(said) > 2:
        for at, (one, other) in enumerate(pairwise(said)):
            text = f"{one[1]} {other[1]}"
            if one[0] == other[0] and (not cap or len(text) <= cap):
                said[at : at + 2] = [(one[0], text)]
                break
        else:
            break
    return said


def schema(members: Sequence[str], lines: tuple[int, int]) -> dict[str, Any]:
    """Return the JSON schema of the weave we ask for."""
    most = max(lines[1], len(members))
    item = forms.record({"speaker": forms.one_of(members)} | dict.fromkeys(("says", "thinks", "does"), forms.TEXT))
    return forms.record({"lines": forms.list_of(item, minItems=2, maxItems=most)})


def material(contributions: Mapping[str, str]) -> tuple[Piece, ...]:
    """Return the contributions as they came, in their order; a piece's id is its member's."""
    return tuple(Piece(member, member, text) for member, text in contributions.items())


def checked(
    answer: str, contributions: Mapping[str, str], names_of: NamesOf, lines: tuple[int, int], cap: int
) -> tuple[WovenLine, ...]:
    """Return the voice's weave; every line is written with the member's own signs, whatever the answer's were.

    Raises `WeaveError` where it is no weave, names a stranger, has too few or too many lines, leaves somebody out who
    said something, or has words that are not the member's own or were used before.
    """
    cleaned = {member: part_of(text, names_of(member)) for member, text in contributions.items()}
    spoken = _read(answer, contributions, names_of)
    speakers = [member for member, own in cleaned.items() if own.said]
    most = max(lines[1], len(speakers))
    least = min(2, len(speakers))
    if not least <= len(spoken) <= most:
        raise WeaveError(
            Sentence(
                "The weave has {lines_of}; it must have {least} to {most}.",
                lines_of=_format_line_count(len(spoken)),
                least=least,
                most=most,
            )
        )
    for member in speakers:
        if all(line.member != member or not line.says for line in spoken):
            raise WeaveError(
                Sentence("The weave leaves out {name}, who had something to say.", name=_name(names_of, member))
            )
    says: dict[int, str] = {}
    thinks: dict[int, str] = {}
    does: dict[int, Part] = {}
    for member, own in cleaned.items():
        name = _name(names_of, member)
        theirs = [(number, line) for number, line in enumerate(spoken) if line.member == member]
        says |= _extract_own_texts(
            name, "says", Own(own.said), [(number, line.says) for number, line in theirs if line.says]
        )
        thinks |= _extract_own_texts(
            name, "thinks", Own(own.thoughts, "; "), [(n, line.thinks) for n, line in theirs if line.thinks]
        )
        # What is done has its place where the weave gives it one, and is never left out.
        if theirs:
            placed = (number for number, line in theirs if line.does)
            does[next(placed, theirs[0][0])] = own
    return tuple(
        WovenLine(
            member=line.member,
            says=capped(says.get(number, ""), cap),
            thinks=thinks.get(number, ""),
            does=does.get(number, Part()).does,
            task=does.get(number, Part()).task,
        )
        for number, line in enumerate(spoken)
        if number in says or does.get(number, Part()).does
    )


def _read(answer: str, contributions: Mapping[str, str], names_of: NamesOf) -> list[_Spoken]:
    """Return the answer's lines. A member may be called by name."""
    try:
        found = forms.read(answer, _Answer)
    except msgspec.DecodeError as error:
        raise WeaveError(Sentence("The weave is not the JSON that was asked for: {error}.", error=error)) from None
    ids = {_name(names_of, member).casefold(): member for member in contributions} | {one: one for one in contributions}
    spoken = []
    for line in found.lines:
        member = ids.get(line.speaker) or ids.get(line.speaker.strip().casefold())
        if member is None:
            raise WeaveError(
                Sentence(
                    "The weave has a line of “{shown}”, who is not in the scene.",
                    shown=_shorten_shown_text(line.speaker),
                )
            )
        said = clean(line.says, *names_of(member)).text
        thinks = " ".join((line.thinks or "").strip("[] \n\t").split())
        spoken.append(_Spoken(member, said, thinks, " ".join((line.does or "").split())))
    return spoken


def _extract_own_texts(name: str, verb: str, own: Own, wanted: Sequence[tuple[int, str]]) -> dict[int, str]:
    """Each wanted text by its number, as a stretch of the member's own words. Raises `WeaveError`."""
    verb_of = {"says": "speak", "thinks": "think"}[verb]
    places: list[list[Span]] = []
    for _number, text in wanted:
        found = own.places(text)
        if not found:
            raise WeaveError(
                Sentence(
                    "The weave has {name} {verb_of} words that are not their own: “{shown}”.",
                    name=name,
                    verb_of=verb_of,
                    shown=_shorten_shown_text(text),
                )
            )
        places.append(found)
    taken = fitted(places)
    if taken is None:
        twice = _shorten_shown_text(wanted[-1][1])
        raise WeaveError(
            Sentence(
                "The weave has {name} {verb_of} the same words twice, at “{twice}” or before.",
                name=name,
                verb_of=verb_of,
                twice=twice,
            )
        )
    return {number: own.text(span) for (number, _text), span in zip(wanted, taken, strict=True)}


def _name(names_of: NamesOf, member: str) -> str:
    return next(iter(names_of(member).own), member)


def _format_line_count(count: int) -> str:
    return "one line" if count == 1 else f"{count or 'no'} lines"


def _shorten_shown_text(text: str) -> str:
    return capped(" ".join(text.split()), SHOWN)
