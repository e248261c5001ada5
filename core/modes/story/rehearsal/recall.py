"""What somebody in a story has to say about what is asked: their sayings, the most fitting first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from math import log
from typing import NamedTuple

from parley.core.base.stems import stems
from parley.core.base.sums import added
from parley.core.cast.member import PLAYER
from parley.core.modes.story.rehearsal.context import StoryContext
from parley.core.modes.story.rehearsal.grammar import STEM, alike, capital
from parley.core.modes.story.rehearsal.hearing import Heard, concepts, direct, heard, wanted
from parley.core.modes.story.rehearsal.phrases import story_bank
from parley.core.modes.story.rules.intents import words_of
from parley.core.modes.story.rules.sayings import Saying
from parley.core.voices.rehearsal.nouns import nouns
from parley.core.voices.rehearsal.phrases import bank

ASKS_YES = frozenset(("ever", "did_you", "can_you", "will_you", "are_you", "do_you", "can_i", "third", "either", "tag"))
"""Forms of a question that wants a yes or a no."""
ON = frozenset(("why", "why_you", "why_not", "how", "what", "what_you", "claim", ""))
"""Forms of a question, or none, that may go on from what was said last."""
WHICH = frozenset(("who", "where", "what"))
FEW = 2
"""Words that say something, up to which a question is about nothing else than what a word of it calls for."""
ENOUGH, COMMON, SURE, WHOLE = 0.55, 0.72, 0.9, 1.2
"""How much of a question, weighed, a saying has to answer, and one that is everybody's; how much, to say that one
could or would; and how much, for nothing else to be looked for."""
IDLE, IN_TEXT, IN_KEY, COMPOUND, PHRASE = 0.4, 0.55, 0.5, 0.8, (0.35, 0.55)
"""Weights: of a word that says little; of one that only the saying has, not its keys; of one of a key whose other words
were not said; of a part of a German compound;
what a key of two words adds, and one of more."""
BY_FAR = 0.25
"""By how much one of everybody's sayings has to answer better than one of their own."""
UNFIT = {"who": 0.4, "where": 0.15, "when": 0.55, "how_many": 0.55, "why": 0.1, "why_you": 0.1, "why_not": 0.1}
"""What it takes away that a saying does not answer the form of a question."""
WHOM = 2
"""How many times a word somebody's name is worth."""
OTHERWISE = 0.25
"""What it takes away that a saying is called for by questions of other forms only."""
FORMS = ("who", "where", "when", "how_many", "why")
POINTED_BACK = 3
"""Lines of the player's to which "it" or "they" may point back."""
PROPERTY = 2.5
"""How many times the word behind "how" is worth."""
OF_THEM, NAMELESS = 0.1, 0.4
"""What it adds that a saying speaks of the person that is asked about, and what it takes away that it does not."""
RARE = 12.0
"""A word that no saying has weighs as much as one that only one in so many has."""
_NOUN_DE = re.compile(
    r"(?:(?P<prep>\b(?:mit|seit|ohne|von|vom|zu|zum|zur|im|in|am|an|auf|vor|bei|beim|unter|über|hinter|für|gegen|nach"
    r"|aus) )?"
    r"(?P<det>(?:der|die|das|den|dem|ein\w{0,2}|[dms]ein\w{0,2}|[Ii]hr\w{0,2}|eu(?:er|re)\w?|dies\w+|kein\w{0,2}) )?"
    r"(?P<adj>[a-zäöüß]+e[nrms]? )?)(?P<noun>(?<!^)\b[A-ZÄÖÜ][\w-]{2,})"
)
_CLAUSE = {
    "en": re.compile(r",| (?:before|when|if|that|since|while|who|because|after|until|where|than)\b"),
    "de": re.compile(r","),
}
"""Where the main clause of a question ends."""
_POSSESSIVE = re.compile(r"^(?:d|eu|[Ii]h)(?:ei|e|)(?:n|r)")
_NONE = re.compile(r"^kein| (?:jed|all|viel|manch|ander)")


class Weighed(NamedTuple):
    """The words of a saying as their stems and the matters they belong to: those of its keys, and those of its text."""

    keys: frozenset[str]
    text: frozenset[str]
    phrases: tuple[tuple[str, ...], ...]
    single: tuple[tuple[str, ...], ...]
    plain: str


@lru_cache(maxsize=8_192)
def _marks(word: str, language: str) -> frozenset[str]:
    """What a word is known by: its stem, and the groups of words for the same that it is in."""
    return frozenset(stems(word, language)) | {f"#{group}" for group in concepts(word, language)}


@lru_cache(maxsize=4_096)
def _weighed(about: str, text: str, language: str) -> Weighed:
    phrases = tuple(tuple(word.removesuffix("'s") for word in words_of(key)) for key in about.split(","))
    keys = frozenset[str]().union(*(_marks(word, language) for key in phrases for word in key))
    said = frozenset[str]().union(*(_marks(word, language) for word in words_of(text)))
    single = tuple(key for key in phrases if len(key) == 1)
    return Weighed(keys, said, phrases, single, f"{about} {text}".casefold())


@lru_cache(maxsize=8)
def _rarity(sayings: tuple[tuple[str, str], ...], language: str) -> tuple[Mapping[str, float], float]:
    """How much each mark of a setting's sayings tells, and how much one that none has."""
    found: Counter[str] = Counter()
    for about, text in sayings:
        one = _weighed(about, text, language)
        found.update(one.keys | one.text)
    total = len(sayings) + 1
    return {mark: log(1 + total / count) for mark, count in found.items()}, log(1 + min(RARE, total))


@cache
def _idle(language: str) -> str:
    return f"{bank(language).texts['nouns.others']} {story_bank(language).texts['little.words']}"


@cache
def _idle_stems(language: str) -> frozenset[str]:
    return frozenset(stems(_idle(language), language))


class Recall(StoryContext):
    """Somebody of a story with their own words. `heard` are the player's words, taken apart."""

    @cached_property
    def heard(self) -> Heard:
        """The player's words, taken apart."""
        name = re.escape(self.someone.name) if self.someone else ""
        # Whoever is called by their name is not asked whether it is theirs.
        act = re.sub(rf"(?i)(?<=\w),\s*{name}(?=\W*$)|\b{name},\s+(?=\S)", "", self.act) if name else self.act
        return heard(direct(act, self.language), self.language)

    @cached_property
    def idle(self) -> frozenset[str]:
        """Words that say nothing by themselves."""
        return frozenset(_idle(self.language).split())

    @property
    def _idly(self) -> frozenset[str]:
        return _idle_stems(self.language)

    @cached_property
    def said_last(self) -> str:
        """What they said last; empty: they have not spoken yet."""
        return next((block.said for block in reversed(self.blocks) if block.speaker == self.me), "")

    @cached_property
    def asked_last(self) -> str:
        """What the player said before this."""
        lines = [block.said for block in self.blocks if block.speaker == PLAYER]
        return next((said for said in reversed(lines) if said != self.act), "")

    @cached_property
    def asked_before(self) -> tuple[str, ...]:
        """What the player said before this, the newest first, as far back as a word may point."""
        lines = [block.said for block in self.blocks if block.speaker == PLAYER]
        return tuple(said for said in reversed(lines) if said != self.act)[:POINTED_BACK]

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """What the setting has them say."""
        said = self.someone.says if self.someone else ()
        mine, shown = self.carried(self.me), self.carried(PLAYER)
        return tuple(
            one
            for one in said
            if (not one.given or one.given in mine)
            and (not one.without or one.without not in mine | shown)
            and (not one.seen or one.seen in shown)
        )

    def own(self, *acts: str) -> str:
        """Their own words to one of these acts that they have not used yet; empty: none."""
        for act in acts:
            texts = [one.text.text(self.language) for one in self.sayings if act in one.on]
            texts = [text for text in texts if "{" not in text or self.slots.get("goods")]
            filled = [text.replace("{goods}", self.slots.get("goods", "")) for text in texts]
            if fresh := self.unheard(filled):
                return self.spoken(fresh[0])
        return ""

    @property
    def common(self) -> tuple[Saying, ...]:
        """What everybody in the setting can say, but for what is about themselves."""
        name = self.someone.name if self.someone else self.player
        return tuple(one for one in self.setting.says if name not in f"{one.about} {one.text}")

    def has_own(self, act: str) -> bool:
        """Whether they have words of their own to it, said or not."""
        return any(act in one.on for one in self.sayings)

    # ---------------------------------------------------------------- the most fitting

    @cached_property
    def _named_here(self) -> frozenset[str]:
        """The names of the setting's other people, in small letters."""
        return frozenset(one.name.casefold() for one in self.setting.people if one.id != self.me)

    @cached_property
    def _weights(self) -> tuple[Mapping[str, float], float]:
        spoken = (self.setting.says, *(someone.says for someone in self.setting.people))
        every = ((one.about, one.text) for says in spoken for one in says)
        language = self.language
        return _rarity(tuple((a.text(language) if a else "", t.text(language)) for a, t in every), language)

    def weight(self, word: str) -> float:
        """How much a word tells: the rarer among all that is said in the setting, the more; 0: a small word."""
        if not stems(word, self.language):
            return 0.0
        rarity, rarest = self._weights
        told = min((rarity[mark] for mark in _marks(word, self.language) if mark in rarity), default=rarest)
        return told * (IDLE if word in self.idle or not self._idly.isdisjoint(stems(word, self.language)) else 1)

    def ranked(self, sayings: Iterable[Saying], said: Sequence[str]) -> list[tuple[float, Saying]]:
        """Sayings by how much of the words they answer, from 0 to about 1.5, the most fitting first."""
        people = {word.removesuffix("'s") for word in said} & self._named_here
        weights = {word: weight * (WHOM if word in people else 1) for word in said if (weight := self.weight(word))}
        if self.heard.form == "how_many" and len(said) > 1 and said[1] in weights:
            weights[said[1]] *= PROPERTY
        total = added(weights.values())
        form = self.heard.form if self.heard.asks else ""
        serious = [word for word in weights if word not in self.idle]
        scored = []
        for number, one in enumerate(sayings):
            if not one.about:
                continue
            text = one.text.text(self.language)
            known = _weighed(one.about.text(self.language), text, self.language)
            whole = [key for key in known.phrases if len(key) > 1 and self._all_in(key, said)]
            met = added(weight * self._met(word, known, whole) for word, weight in weights.items())
            # "What does the bell look like?" is not answered by what she looks like.
            if serious and not any(self._met(word, known, whole) for word in serious):
                continue
            # What anybody can say is no one's way of talking; it is said where it is asked for plainly.
            if not whole and (not met or one in self.setting.says):
                continue
            points = (met / total if total else ENOUGH) + max((PHRASE[len(key) > FEW] for key in whole), default=0.0)
            if form and not whole and not known.single and self._otherwise(form, known):
                points -= OTHERWISE
            if form in UNFIT and not self._answers(form, known, text):
                points -= UNFIT[form]
            if people:
                called = any(name in known.plain for name in people)
                points += OF_THEM if called and form not in ("when", "how_many") else 0 if called else -NAMELESS
            scored.append((points, -number, one))
        return [(points, one) for points, _number, one in sorted(scored, key=lambda each: each[:2], reverse=True)]

    def matching(self, sayings: Iterable[Saying], said: Sequence[str], least: float = ENOUGH) -> list[Saying]:
        """Those that answer at least so much of the words, the most fitting first."""
        return [one for points, one in self.ranked(sayings, said) if points >= least]

    def _met(self, word: str, known: Weighed, whole: Sequence[tuple[str, ...]]) -> float:
        """How well a saying answers to a word, from 0 to 1."""
        marks = _marks(word, self.language)
        plain = word.removesuffix("'s")
        if any(self._same(each, plain) for key in (*known.single, *whole) for each in key):
            return 1.0
        if not marks.isdisjoint(known.keys):
            return IN_KEY
        if self.language == "de" and len(word) > STEM and any(
            len(each) > STEM and (word.endswith(each) or each.endswith(word)) for key in known.phrases for each in key
        ):  # fmt: skip
            return COMPOUND
        return IN_TEXT if not marks.isdisjoint(known.text) else 0.0

    def _all_in(self, key: Sequence[str], said: Sequence[str]) -> bool:
        return all(any(self._same(word, each.removesuffix("'s")) for each in said) for word in key)

    def _same(self, key: str, word: str) -> bool:
        """Whether a word is the key, another form of it, or another word for it."""
        if key == word:
            return True
        # "nach" is no form of "Nacht".
        if word in self.idle:
            return False
        return alike(key, word) or not concepts(key, self.language).isdisjoint(concepts(word, self.language))

    def _otherwise(self, form: str, known: Weighed) -> bool:
        """Whether all keys of a saying put questions, and none of this form."""
        keys = [" ".join(key) for key in known.phrases]
        forms = [{each for each in FORMS if wanted(each, key, self.language, asked=True)} for key in keys]
        return all(forms) and not any(form in each or form[:3] in each for each in forms)

    def _answers(self, form: str, known: Weighed, text: str) -> bool:
        """Whether a saying tells who, where, when, how much or why, or is called for by such a question."""
        if any(wanted(form, " ".join(key), self.language, asked=True) for key in known.phrases):
            return True
        if form == "who" and any(name in text.casefold() for name in self._named_here):
            return True
        return wanted(form, text, self.language)

    # ---------------------------------------------------------------- what they say

    def asked_for(self, words: Sequence[str] = (), least: float = ENOUGH) -> str:
        """What they have to say about what was asked, and did not say yet."""
        said = words or words_of(self.heard.said)
        told = self.matching(self.sayings, said, least)
        # How deep the lake is does not answer how deep they dive; and what is theirs comes first.
        mine = self.unheard(one.text.text(self.language) for one in self.matching(self.sayings, said))
        if self.heard.form in WHICH and self._better_in_common(said):
            mine, told = [], []
        if not mine and not (self.heard.form == "how_many" and self.heard.of_you(self.language)):
            told += self.matching(self.common, said, max(least, COMMON))
        if not told and not self.sayings:
            known = self._hearsay(said)
            return f"{self.say('know.hearsay')} {self.spoken(known)}" if known else ""
        if fresh := self.unheard(one.text.text(self.language) for one in told):
            return self.spoken(fresh[0])
        # What was added answers a why, and goes on from what was said last; it is no yes and no no.
        if self.heard.form in ASKS_YES:
            return ""
        content = [word for word in said if len(word) >= STEM and word not in self.idle]
        if self.heard.form in WHICH and len(content) <= FEW:
            return self.further(told)
        if self.heard.form not in ON:
            return ""
        return self.further(told if self.heard.form.startswith("why") else [one for one in told if one in self.in_last])

    def _better_in_common(self, said: Sequence[str]) -> bool:
        """Whether what everybody can say answers it much better than what is theirs."""
        own, all_of_them = self.ranked(self.sayings, said)[:1], self.ranked(self.common, said)[:1]
        return bool(all_of_them) and all_of_them[0][0] >= max(WHOLE, BY_FAR + (own[0][0] if own else 0.0))

    def _hearsay(self, said: Sequence[str]) -> str:
        """What of their knowledge the words call for, where the setting gives them no sayings; empty: nothing."""
        asked = {mark for word in said if word not in self.idle for mark in _marks(word, self.language)}

        def shared(text: str) -> int:
            return len(asked & frozenset[str]().union(*(_marks(word, self.language) for word in words_of(text))))

        known = [text for text in self.untold if shared(text)]
        return max(known, key=shared, default="")

    def further(self, sayings: Iterable[Saying]) -> str:
        """What they add to one of these that they said already; empty: nothing new."""
        for one in sayings:
            if one.more and self.unheard([text := one.more.text(self.language)]):
                return self.spoken(text)
        return ""

    @property
    def in_last(self) -> list[Saying]:
        """What of their own words their last line was."""
        return [one for one in self.sayings if one.text.text(self.language) in self.said_last]

    def told_before(self) -> bool:
        """Whether they have said what they know of it."""
        told = self.matching((*self.sayings, *self.common), words_of(self.heard.said), SURE)
        return bool(told) and not self.unheard([told[0].text.text(self.language)])

    def echoed(self) -> bool:
        """Whether the player only takes up a word of their last line with a question mark."""
        before = words_of(self.said_last)
        return self.heard.echoes and any(alike(each, word) for each in words_of(self.heard.said) for word in before)

    def several(self) -> bool:
        """Whether the question has more than a single word by which it could be answered."""
        return len({word for word in words_of(self.heard.said) if word not in self.idle and self.weight(word)}) >= FEW

    def _only_noun(self, phrase: str) -> str:
        """An English noun phrase without a word behind its noun that is hardly part of it: "the men trust"."""
        *before, first, second = ("", *phrase.split())
        names = [*self.known.items.values(), *self.known.places.values()]
        sure = first in bank("en").texts["nouns.adjectives"].split() or any(phrase.endswith(bare) for bare in names)
        return phrase if len(before) < FEW or sure else " ".join((*before, first)).strip() if second else phrase

    def taken_up(self, text: str = "") -> str:
        """What the question is about, as one asks back: "The weir?", "How deep?"; empty: nothing can be told.

        `text` is another line of theirs of which it is told.
        """
        said = text or _CLAUSE[self.language].split(self.heard.said, maxsplit=1)[0]
        if self.heard.form == "how_many" and not text:
            return capital(" ".join(words_of(self.heard.said)[:2])) + "?"
        if self.language != "de":
            found = nouns(said, "en", names={self.player, self.someone.name if self.someone else ""})
            # What ends the line is a whole name: "the guest book".
            whole = bool(found) and said.casefold().rstrip(" .!?").endswith(found[-1].casefold())
            return f"{capital(found[-1] if whole else self._only_noun(found[-1]))}?" if found else ""
        known = {self.player, self.someone.name if self.someone else "", "Sie", "Ihnen", "Ihr", "Ihre"}
        each = [one for one in _NOUN_DE.finditer(said) if one["noun"] not in known]
        if not each:
            return ""
        one = each[-1]
        det, adj = one["det"] or "", (one["adj"] or "") if one["det"] else ""
        if _NONE.search(f"{det}{adj}"):
            det, adj = "", ""
        elif not det.startswith(("d", "D")) or det.startswith(("dein", "Dein")):
            det = _POSSESSIVE.sub("mein", det) if _POSSESSIVE.match(det) else re.sub("^mein", "dein", det)
        return capital(f"{one['prep'] or ''}{det}{adj}{one['noun']}?")
