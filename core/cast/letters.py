"""The letters on members' marks: within one run no two members have the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parley.core.cast.member import Member

LONGEST = 2
"""Characters of a mark."""
MOST = 99
"""Members who get a mark of their own; there is no telling more of them apart by two characters."""

_WORD = re.compile(r"[^\W_]+")


def assign_letters(members: Sequence[Member]) -> dict[str, str]:
    """Return what stands on each member's mark, by id.

    A letter that somebody chose for a member stands, then the first letter of the name; where another has it already,
    two characters of the name (R2 for "rehearsal 2"), and at last a number. Whoever joins later changes nobody's.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for member in (*(one for one in members if one.letter), *(one for one in members if not one.letter)):
        mark = next((mark for mark in _yield_letter_candidates(member) if mark not in taken), member.initial)
        found[member.id] = mark
        taken.add(mark)
    return {member.id: found[member.id] for member in members}


def _yield_letter_candidates(member: Member) -> Iterator[str]:
    words = _WORD.findall(member.name)
    if member.letter:
        yield member.letter
    elif len(words) > 1 and len(words[-1]) == 1 and words[-1].isalpha():
        yield words[-1].upper()  # "Side B" is called B
    first = member.name[0].upper()
    if len(words) > 1 and words[-1].isdigit() and len(words[-1]) <= LONGEST:
        # "Mind 4" is M4 also where nobody else is a mind, and "Mind 12" has room for its number alone.
        yield first + words[-1] if len(words[-1]) < LONGEST else words[-1]
    yield first
    for word in sorted(words[:0:-1], key=str.isdigit):  # the surname first, what is only a number last
        yield first + word[0].upper()
    for letter in "".join(words)[1:]:
        yield first + letter.lower()
    for number in range(2, MOST + 1):
        yield f"{first}{number}" if number < 10 else str(number)  # two characters at most: from 10 on no letter fits
