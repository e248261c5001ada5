"""What the improviser knows of the one it speaks for; worked out once a run and member."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

from core.cast.member import Member
from core.log.config import RunConfig
from core.perspective.perspective import Perspective, system_prompt
from core.voices.rehearsal.nouns import nouns
from core.voices.rehearsal.phrases import BRIEF, Bank, Phrase, Phrases, bank, recognisers

PROPS = 10
"""How many things a run's members keep coming back to."""

MOST_TRAITS = 3
LONGEST_NOTE = 90

_TELLTALE = {
    "en": frozenset(("the", "a", "is", "of", "to", "and", "not", "it", "you", "we", "that", "what", "who")),
    "de": frozenset(
        ("der", "die", "das", "ist", "ein", "eine", "und", "nicht", "es", "wir", "ich", "zu", "von", "was", "wer")
    ),
}
_MARKS = str.maketrans(dict.fromkeys(".,:;!?", " "))


@dataclass(frozen=True)
class Persona:
    """Somebody to speak for.

    Attributes: `traits`, the strongest first; `brief`, somebody of few words; `lines`, their signature lines, and
    `notes`, what they think of others by id, where these are in the run's language; `names` of all members by id, and
    `called`, the bare names; `topics`, the nouns of the run's topic; `props`, the things this run is about.
    """

    config: RunConfig
    me: Member
    bank: Bank
    family: str
    traits: tuple[str, ...]
    brief: bool
    lines: Phrases
    notes: Mapping[str, str]
    names: Mapping[str, str]
    called: frozenset[str]
    others: tuple[str, ...]
    topics: tuple[str, ...]
    props: tuple[Mapping[str, str], ...]

    @cached_property
    def instructions(self) -> str:
        """Its system prompt. Who is only asked about a run has none."""
        return system_prompt(self.config, self.me)

    @cached_property
    def system(self) -> str:
        """The digest of the system prompt."""
        return hashlib.blake2b(self.instructions.encode(), digest_size=16).hexdigest()

    @classmethod
    def of(cls, perspective: Perspective) -> Persona:
        """The persona whose perspective this is."""
        config, me = perspective.config, perspective.me
        words = bank(config.language)
        called = frozenset(config.names.values())
        found = traits_of(me)
        known = " ".join((me.tone, me.quirk, me.biography, me.personality, *me.lines))
        return cls(
            config=config,
            me=me,
            bank=words,
            family=words.families.get(config.format.id) or ("casual" if config.warmth >= 0.9 else "depth"),
            traits=tuple(name for name in found if name != BRIEF),
            brief=BRIEF in found,
            lines=tuple(Phrase.literal(line) for line in me.lines if speaks(line, config.language, known)),
            notes={
                other: relation.note
                for other, relation in me.relations.items()
                if 0 < len(relation.note) <= LONGEST_NOTE
                and not set(relation.note) & set("[]")
                and speaks(relation.note, config.language, known)
            },
            names=config.names,
            called=called,
            others=tuple(member.id for member in config.members if member.id != me.id),
            topics=_topics(config.topic, config.language, called) or (words.no_topic,),
            props=_props(config.seed, config.language),
        )


@lru_cache(maxsize=64)
def _topics(topic: str, language: str, called: frozenset[str]) -> tuple[str, ...]:
    """Kept, for all members of a run talk about the same."""
    return tuple(nouns(topic, language, names=called, topic=True)[:3])


@lru_cache(maxsize=64)
def _props(seed: int, language: str) -> tuple[Mapping[str, str], ...]:
    return tuple(Random(f"props:{seed}").sample(bank(language).things, PROPS))


def traits_of(me: Member) -> list[str]:
    """The traits that a member's description gives away, the clearest first; two drawn by the id where none does."""
    texts = (me.quirk, me.tone, me.role, me.personality, me.working_style, me.directive)
    return list(_traits(me.id, texts))


@lru_cache(maxsize=256)
def _traits(member: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Kept, for a cast holds many talks."""
    scores: dict[str, int] = {}
    for text, weight in zip(texts, (3, 2, 2, 1, 1, 1), strict=True):
        low = text.lower()
        for name, pattern in recognisers().items():
            if low and pattern.search(low):
                scores[name] = scores.get(name, 0) + weight
    brief = scores.pop(BRIEF, 0) >= 2
    order = list(recognisers())
    # A word in passing does not make a trait where there are clear ones.
    least = 2 if max(scores.values(), default=0) > 2 else 1
    clear = (name for name, score in scores.items() if score >= least)
    ranked = sorted(clear, key=lambda name: (-scores[name], order.index(name)))[:MOST_TRAITS]
    if not ranked:
        ranked = Random(f"traits:{member}").sample([name for name in order if name != BRIEF], 2)
    return (*ranked, BRIEF) if brief else tuple(ranked)


def speaks(text: str, language: str, known: str = "") -> bool:
    """Whether `text` is in `language`; where it does not show, whether the `known` text of the same author is."""
    return (_leaning(text, language) or _leaning(known, language)) >= 0


@lru_cache(maxsize=1_024)
def _leaning(text: str, language: str) -> int:
    """How many more telltale words of `language` than of the other one there are."""
    words = text.lower().translate(_MARKS).split()
    mine, other = _TELLTALE["de" if language == "de" else "en"], _TELLTALE["en" if language == "de" else "de"]
    return sum(word in mine for word in words) - sum(word in other for word in words)
