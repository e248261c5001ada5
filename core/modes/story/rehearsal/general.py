"""What somebody in a story answers to a question that one can put to anybody, and to being asked on behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from parley.core.base.stems import stems
from parley.core.formats import listed
from parley.core.modes.story.partner import NO_ROLE
from parley.core.modes.story.rehearsal.grammar import STEM
from parley.core.modes.story.rehearsal.hearing import heard, wanted
from parley.core.modes.story.rehearsal.kinds import FOREIGN, fitting_answers, given, kinds
from parley.core.modes.story.rehearsal.lore import Lore
from parley.core.modes.story.rehearsal.phrases import filled, is_about, sentences
from parley.core.modes.story.rehearsal.recall import ENOUGH, WHOLE
from parley.core.modes.story.rules.intents import words_of

OF_ONE = {"trust_them": "know.trust", "knew_them": "know.knew"}
"""Questions about somebody who was named before, and how they are answered where that is one of the setting."""
MOST_NAMED = 4
"""People or places that a general answer names."""
OF_WORK = frozenset(("work_hard", "work_like", "work_pay"))
"""Questions in which "it" may be their work."""
OPINION = "opinion_on"
"""The kind of questions after what they think of a matter."""
UNKNOWN = ("who", "where", "when", "how", "why", "how_many", "third", "know", "what_you", "later")
"""Forms of a question to which somebody may have said that they do not know."""
NEWS = 0.3
"""How much of what somebody knows a saying has to tell."""
_CALLED = {
    "en": re.compile(
        r"(?:(?:[Ww]hat (?:do you think|about|is your opinion|can you tell me)|[Hh]ow about|[Tt]ell me)(?: of| about)?"
        r"|[Dd]o you (?:know|like|trust)|[Ww]h(?:o|ere)(?:'s| is)|^[Aa]nd|[Hh]ave you (?:seen|met)) ([A-Z][a-z]+)\W*$"
    ),
    "de": re.compile(
        r"(?:[Ww]as (?:hältst du von|denkst du über|ist mit)|[Kk]ennst du|[Ww](?:er|o) ist|[Hh]ast du(?= \w+ gesehen)"
        r"|^[Uu]nd(?: von| mit| über)?|[Ee]rzähl mir (?:von|über)|[Tt]raust du) ([A-ZÄÖÜ][a-zäöüß]+)(?: gesehen)?\W*$"
    ),
}
"""Questions after somebody by a name."""


class General(Lore):
    """Somebody of a story with answers to what anybody may be asked."""

    def general(self) -> str:
        """To a question that one can put to anybody: their own words to it, else a general answer; empty: it is none,
        or the setting has words that fit it better.
        """
        kind = kinds(self.language).get(self.heard.kind)
        if self.cold:
            return ""
        if kind is None:
            return self.nobody_called()
        if kind.id in (*FOREIGN, OPINION) and not self._foreign(self.heard.word):
            return ""
        if kind.id in OF_ONE and (text := self._of_one(OF_ONE[kind.id])):
            return text
        if kind.id == "rumours" and (text := self.news()):
            return text
        if kind.id == "source" and self.unknown_last:
            return self.say("follow.unknown.source")
        if kind.id in OF_WORK and not self._of_work():
            return ""
        said = words_of(self.heard.said)
        if not kind.lead and (sure := self.unheard(self._sure(said, ENOUGH if kind.asks else WHOLE))):
            return self.spoken(sure[0])
        if own := self.own(kind.id, *kind.own):
            return kind.led(own, self.language) if self.heard.asks else own
        number = [one.id for one in self.setting.people].index(self.me) if self.someone else 0
        slots = self.slots | self._around | {"word": self.heard.word}
        slots = {name: value for name, value in slots.items() if value}
        texts = fitting_answers(kind, slots, number)
        fresh = [text for text, mark in texts if mark not in self._heard]
        return self.spoken(fresh[0]) if fresh else self.say("know.told") if texts else ""

    def behind(self, how: str) -> str:
        """What belongs behind their last line, where that was an answer that anybody may give; empty: nothing new."""
        before = heard(self.asked_last, self.language).kind if self.said_last else ""
        kind, last = kinds(self.language).get(before), given(self.said_last, self.language)
        asked = (how, "why") if how == "why_not" else (how,)
        texts = [last.behind.get(each, "") for each in asked] if last else []
        if kind and not any(texts) and not self.further_of_last(how):
            texts += [kind.follow.get(each, "") for each in asked]
        slots = {name: value for name, value in (self.slots | self._around).items() if value}
        fresh = self.unheard(filled(text, slots) or "" for text in texts)
        return self.spoken(fresh[0]) if fresh else ""

    def further_of_last(self, how: str) -> bool:
        """Whether their last line, of their own words, has something to add."""
        return how in ("why", "more", "how") and any(one.more is not None for one in self.in_last)

    def _sure(self, said: Sequence[str], least: float) -> list[str]:
        """What the setting has them say to just these words."""
        told = self.matching((*self.sayings, *self.common), said, least)
        return [one.text.text(self.language) for one in told]

    def _of_work(self) -> bool:
        """Whether "it" is their work: it was named, or spoken of just before."""
        before = heard(self.asked_last, self.language)
        return (
            is_about(self.heard.said, "work", self.language)
            or before.kind.startswith("work_")
            or bool({before.topic, before.hint} & {"work", "here", "day"})
        )

    def _of_one(self, pool: str) -> str:
        """To whether they trust or know who was named last: what they say of them, else no more than is so."""
        for text in (self.act, self.asked_last, self.said_last):
            one = self._person_in(words_of(text))
            if one and one != self.me:
                name, language = self.known.people[one], self.language
                told = [each.text.text(language) for each in self.sayings if each.about]
                fresh = self.unheard(text for text in told if re.search(rf"\b{re.escape(name)}\b", text))
                return self.spoken(fresh[0]) if fresh else self.new(pool, who=name)
        return ""

    def news(self) -> str:
        """What they would pass on by themselves: of their own words first those about what they know."""
        for known in self.someone.knows if self.someone else ():
            told = self.ranked(self.sayings, words_of(known.text(self.language)))
            fresh = [one.text.text(self.language) for points, one in told[:MOST_NAMED] if points >= NEWS]
            if fresh and (new := self.unheard(fresh[:1])):
                return self.spoken(new[0])
        return self.next_untold()

    @property
    def unknown_last(self) -> bool:
        """Whether with their last line they said that they do not know."""
        names = ("know.told", "unsure", *(f"unsure.{form}" for form in UNKNOWN))
        pools = (self.bank.pools.get(name, ()) for name in names)
        return any(len(one.mark) > STEM and one.mark.strip() in self.said_last for pool in pools for one in pool)

    def _foreign(self, word: str) -> bool:
        """Whether nothing in the setting is called so."""
        known = [*self.known.items.values(), *self.known.places.values(), *self.known.people.values()]
        return not any(mark in self._weights[0] for mark in stems(word, self.language)) and not any(
            word.casefold() in name.casefold() for name in known
        )

    @cached_property
    def _around(self) -> dict[str, str]:
        """Whom and what a general answer may name: somebody to ask, who sells, what lies near."""
        setting, someone = self.setting, self.someone
        others = [one for one in setting.people if one.id != self.me and self.figure(one.id) is None]
        elsewhere = [one for one in others if self.place is None or one.location != self.place.id]
        sellers = [one for one in elsewhere if one.archetype == "merchant"]
        slots = {
            "people": listed([one.name for one in others][:MOST_NAMED], self.language),
            "near": listed(list(self.exits.values())[:MOST_NAMED], self.language),
            "ways": self.ways,
            "role": someone.role.text(self.language) if someone and someone.role != NO_ROLE else "",
        }
        if elsewhere:
            slots |= {"other": elsewhere[0].name, "there": self._to(elsewhere[0].location)}
        if sellers:
            slots |= {"seller": sellers[0].name, "seller_there": self._to(sellers[0].location)}
        return slots

    def nobody_called(self) -> str:
        """To a question about somebody of whom nobody here has heard; empty: it is about nobody."""
        found = _CALLED[self.language].search(self.heard.said)
        name = next((name for name in found.groups() if name), "") if found else ""
        if not name or not self._foreign(name) or name in (self.player, "Sie", "Ihnen"):
            return ""
        return self.new("know.nobody", called=name)

    def said_already(self, form: str) -> str:
        """The sentence of their last line that answers a question when, again; empty: there is none."""
        told = sentences(self.said_last) if form == "when" and not self.unknown_last else []
        found = [text for text in told if not text.endswith("?") and wanted(form, text, self.language)]
        return self.say("follow.as_said", before=found[0]) if found else ""
