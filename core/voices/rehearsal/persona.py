"""What the improviser knows of the one it speaks for; worked out once a run and member."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from parley.core.cast.member import Member
from parley.core.perspective.perspective import Perspective
from parley.core.voices.rehearsal.phrases import BRIEF, Phrase, bank, recognisers

MOST_TRAITS = 3
LONGEST_NOTE = 90

_TELLTALE = {
    "en": frozenset(("the", "a", "is", "of", "to", "and", "not", "it", "you", "we", "that", "what", "who")),
    "de": frozenset(
        ("der", "die", "das", "ist", "ein", "eine", "und", "nicht", "es", "wir", "ich", "zu", "von", "was", "wer")
    ),
}
_MARKS = str.maketrans(dict.fromkeys(".,:;!?", " "))


class Persona:
    """Somebody to speak for.

    Attributes: `traits`, the strongest first; `brief`, somebody of few words; `lines`, their signature lines, and
    `notes`, what they think of others by id, where these are in the run's language; `names` of all members by id, and
    `called`, the bare names.
    """

    def __init__(self, perspective: Perspective) -> None:
        self.config = config = perspective.config
        self.me = me = perspective.me
        self.bank = bank(config.language)
        found = traits_of(me)
        self.traits = [name for name in found if name != BRIEF]
        self.brief = BRIEF in found
        known = " ".join((me.tone, me.quirk, me.biography, me.personality, *me.lines))
        self.lines = tuple(
            Phrase(line.replace("{", "{{").replace("}", "}}"), line)
            for line in me.lines
            if speaks(line, config.language, known)
        )
        self.notes = {
            other: note
            for other, note in ((other, relation.note) for other, relation in me.relations.items())
            if 0 < len(note) <= LONGEST_NOTE and not set(note) & set("[]") and speaks(note, config.language, known)
        }
        self.names = config.names
        self.called = frozenset(config.names.values())


def traits_of(me: Member) -> tuple[str, ...]:
    """The traits that a member's description gives away, the clearest first; two drawn by the id where none does."""
    return _traits(me.id, (me.quirk, me.tone, me.role, me.personality, me.working_style, me.directive))


@lru_cache(maxsize=256)
def _traits(member: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    scores = {
        name: sum(weight for text, weight in zip(texts, (3, 2, 2, 1, 1, 1), strict=True) if finder.search(text.lower()))
        for name, finder in recognisers().items()
    }
    brief = (BRIEF,) if scores.pop(BRIEF) >= 2 else ()
    # A word in passing does not make a trait where there are clear ones.
    least = 2 if max(scores.values()) > 2 else 1
    ranked = sorted((name for name in scores if scores[name] >= least), key=lambda name: -scores[name])[:MOST_TRAITS]
    return (*(ranked or Random(f"traits:{member}").sample(list(scores), 2)), *brief)


def speaks(text: str, language: str, known: str = "") -> bool:
    """Whether `text` is in `language`; where it does not show, whether the `known` text of the same author is."""
    return (_leaning(text, language) or _leaning(known, language)) >= 0


@lru_cache(maxsize=1_024)
def _leaning(text: str, language: str) -> int:
    """How many more telltale words of `language` than of the other one there are."""
    words = text.lower().translate(_MARKS).split()
    mine, other = _TELLTALE["de" if language == "de" else "en"], _TELLTALE["en" if language == "de" else "de"]
    return sum((word in mine) - (word in other) for word in words)
