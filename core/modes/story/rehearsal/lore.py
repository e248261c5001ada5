"""What somebody in a story can say of its people, places and things, of what is to be done, and of what was said."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from functools import cached_property

from rapidfuzz import fuzz

from parley.core.base.line import capped
from parley.core.base.sums import added
from parley.core.cast.member import PLAYER
from parley.core.formats import listed
from parley.core.modes.story.rehearsal.grammar import STEM, alike, capital, forms
from parley.core.modes.story.rehearsal.phrases import is_about, sentences
from parley.core.modes.story.rehearsal.recall import ENOUGH, Recall
from parley.core.modes.story.rules.intents import named, words_of
from parley.core.modes.story.rules.names import bare
from parley.core.modes.story.rules.parts import Someone

TYPO = 84
"""How alike, of 100, a name and what was typed are at least."""
DESCRIBED = frozenset(("", "what", "where", "know", "how", "do_you", "claim"))
"""Forms of a question that a description answers."""
SEEN = frozenset(("what", "where", "how"))
"""Forms of a question that what one can see may answer."""
LONGEST_NAMING = 6
"""Words of a question whether somebody is somebody."""
REPEATED = 160
"""Characters of what somebody says again."""
_WORD = re.compile(r"[^\W\d_]{5,}")
_IS_HERE = {
    "en": re.compile(r"(?i)(?:hello,? |hi,? |hey,? |so,? |and )*is this\b|am i (?:at|in)\b|are we (?:at|in)\b"),
    "de": re.compile(
        r"(?i)(?:hallo,? |hi,? |hey,? |und |also )*ist (?:das|hier)\b|bin ich (?:hier )?(?:am|im|in|auf)\b"
    ),
}
"""Questions whether one is at a place."""
_ADDRESSED = re.compile(r"(?i)\b(?:you|your|du|dir|dich|dein\w*)\b")


class Lore(Recall):
    """Somebody of a story with what they know. `heard` are the player's words, taken apart."""

    @cached_property
    def cold(self) -> bool:
        """Whether they withhold what they know: for what was said or done, not by nature."""
        trust = self.figure_me.trust if self.figure_me else 0
        return self.fact("tone") == "cold" and (self.someone is None or trust < self.someone.trust)

    # ---------------------------------------------------------------- their own words

    def next_untold(self) -> str:
        """The first of what they know that they have not told."""
        # What they could go on about comes first.
        known = sorted((one for one in self.sayings if one.about), key=lambda one: (bool(one.on), one.more is None))
        texts = self.unheard([one.text.text(self.language) for one in known])
        if texts:
            return self.spoken(texts[0])
        if self.sayings or not self.untold:
            return ""
        return f"{self.say('know.hearsay')} {self.spoken(self.untold[0])}"

    def added(self) -> str:
        """What belongs to their last line; empty: nothing more."""
        return self.further(reversed(self.in_last))

    def continued(self) -> str:
        """What they add to their last line: what belongs to it, else more of the same; empty: nothing."""
        if found := self.added():
            return found
        if not any(one.about for one in self.in_last):
            return ""
        related = self.matching(self.sayings, words_of(self.said_last))
        fresh = self.unheard([one.text.text(self.language) for one in related])
        return self.spoken(fresh[0]) if fresh else ""

    @property
    def repeated(self) -> str:
        """Their last line, as they say it again."""
        return capped(self.said_last, REPEATED)

    def who_knows(self) -> str:
        """Somebody else who has something to say about it, and was not named for it yet; empty: nobody."""
        said = words_of(self.heard.said)
        others = [one for one in self.setting.people if one.id != self.me and self.matching(one.says, said)]
        fresh = [one for one in others if one.name not in self.said_last]
        if not fresh:
            return ""
        one = fresh[0]
        if self.figure(one.id) is not None:
            return self.say("unsure.ask_here", other=one.name)
        return self.say("unsure.ask", other=one.name, there=self._to(one.location))

    # ---------------------------------------------------------------- people, places and things

    def described(self, *texts: str) -> str:
        """What anybody here knows of a person, a place or a thing that is named in the texts, the first that is."""
        for text in texts or (self.heard.said,):
            said, known = words_of(text), self.known
            if (one := self._person_in(said)) and one != self.me:
                return self._person(one)
            if self.heard.form not in DESCRIBED:
                continue
            place = named(said, known.places)
            if place and self._meant(said, known.places[place]) and (texts or self._about(said, known.places[place])):
                return self._place(place)
            item = named(said, known.items)
            if item and self._meant(said, known.items[item]) and (texts or self._about(said, known.items[item])):
                return self._thing(item)
        return ""

    def of_another(self) -> bool:
        """Whether somebody else is named in what is asked."""
        one = self._person_in(words_of(self.heard.said))
        return bool(one) and one != self.me

    def _about(self, said: Sequence[str], name: str) -> bool:
        """Whether what is asked is about nothing much beside what is named."""
        if self.heard.form == "where":
            return True
        words = bare(name)
        of = [word for word in said if any(alike(each, word) or each.endswith(word) for each in words)]
        rest = added(self.weight(word) for word in said if word not in of)
        return rest <= max(added(self.weight(word) for word in of), 2.0)

    def placed(self) -> str:
        """To where something is: what they know of it themselves, of somebody where they are; empty: nothing."""
        return ("" if self.of_another() else self.asked_for()) or self.located()

    def located(self) -> str:
        """Where somebody or a place is that is named, or how the search for a thing stands; empty: it is none."""
        said = words_of(self.heard.said)
        item = named(said, self.known.items)
        if item and self._meant(said, self.known.items[item]):
            return self._sought(item)
        return self.described()

    def _person_in(self, said: Sequence[str]) -> str:
        one = named(said, self.known.people, self.known.called)
        names = (self.known.people.get(one, ""), *self.known.called.get(one, ()))
        return one if one and any(self._meant(said, name) for name in names) else ""

    def _meant(self, said: Sequence[str], name: str) -> bool:
        """Whether the head of the name is among the words, not only something like it or what stands before it."""
        words = bare(name)
        head = words[-1] if words else ""
        if self.language == "de":
            return any(alike(word, each) or fuzz.ratio(word, each) >= TYPO or head.endswith(each)
                       for word in words for each in said if len(each) >= STEM or word == each)  # fmt: skip
        return any(alike(head, each) or fuzz.ratio(head, each) >= TYPO for each in said)

    def _to(self, place: str) -> str:
        return forms(self.setting.place_name(place, self.language), self.language).to

    def of_named(self) -> str:
        """To a question about whom they spoke of before; empty: nobody else was named."""
        for text in (self.asked_last, self.said_last):
            if (one := self._person_in(words_of(text))) and one != self.me:
                return self._person(one)
        return ""

    def _person(self, one: str) -> str:
        someone, form = self.setting.someone(one), self.heard.form
        if someone is None:
            return ""
        slots = {
            "who": someone.name,
            "role": re.sub(r"^(?:the|a|an) ", "", someone.role.text(self.language)),
            "there": self._to(someone.location),
            "trait": capital(first) if (first := self._trait(someone)) else "",
            "is": first,
        }
        if form == "likes" or is_about(self.heard.said, "opinion", self.language):
            return self.say(*(("know.trait",) if slots["trait"] else ()), "know.opinion", **slots)
        if slots["trait"] and is_about(self.heard.said, "quality", self.language):
            return self.new("know.quality", **slots)
        if self.figure(one) is not None:
            return self.new("know.person.here", **slots)
        if form in {"third", "why", "whatif", "when", "how_many", "claim", "are_you"}:
            return self.say("know.theirs", **slots)
        return self.say("know.person", **slots)

    def _trait(self, someone: Someone) -> str:
        """What one notices about somebody first."""
        return someone.traits[0].text(self.language) if someone.traits else ""

    def _place(self, place: str) -> str:
        name = forms(self.setting.place_name(place, self.language), self.language)
        at = self.setting.place(place)
        if self.place is None or at is None or place == self.place.id:
            return ""
        told = [text for text in sentences(at.description.text(self.language)) if not _ADDRESSED.search(text)]
        there = [one.name for one in self.setting.people if one.location == place and one.id != self.me]
        way = self.heard.form == "where" or is_about(self.heard.said, "talk_way", self.language)
        if not way and (fresh := self.unheard(told[:1])):
            with_whom = self.say("know.there", names=listed(there, self.language)) if there else ""
            return " ".join(filter(None, (self.spoken(fresh[0]), with_whom)))
        step = self._first_step(place)
        if step == place:
            return self.say("know.near", there=capital(name.nom), to=name.to)
        over = forms(self.setting.place_name(step, self.language), self.language)
        return self.say("know.way", there=capital(name.nom), to=name.to, over=over.akk) if step else ""

    def _first_step(self, goal: str) -> str:
        """Where one goes first from here to get there; empty: there is no way."""
        assert self.place is not None
        first = {way: way for way in self.place.exits}
        queue = deque(first)
        while queue and goal not in first:
            at = self.setting.place(here := queue.popleft())
            for way in at.exits if at else ():
                if way not in first and way != self.place.id:
                    first[way] = first[here]
                    queue.append(way)
        return first.get(goal, "")

    @property
    def ways(self) -> str:
        """Where one can go from here."""
        return listed([forms(name, self.language).to for name in self.exits.values()], self.language)

    def _thing(self, item: str) -> str:
        thing, name = self.setting.item(item), self.setting.item_name(item, self.language)
        named_so = forms(name, self.language, thing.gender if thing else "")
        about = sentences(thing.description.text(self.language))[0] if thing and thing.description else ""
        mine, lies = item in self.carried(self.me), item in self.lying
        where = "mine" if mine else "lies" if lies else "away"
        if where == "away" and (task := self._sought(item)):
            return task
        sellers = [one for one in self.setting.people if one.archetype == "merchant" and item in one.items]
        if where == "away" and sellers and sellers[0].id != self.me:
            slots = {"other": sellers[0].name, "there": self._to(sellers[0].location)}
            told = self.say("know.thing.sold", it=capital(named_so.nom), **slots)
        else:
            told = self.say(f"know.thing.{where}", it=capital(named_so.nom))
        return " ".join(filter(None, (told, *self.unheard([about]))))

    def in_sight(self) -> str:
        """What one can see and hear here of what the player asks about; empty: nothing that was not said."""
        if self.place is None or self.heard.form not in SEEN:
            return ""
        about = sentences(self.place.description.text(self.language))
        about += [each.text.text(self.language) for each in self.place.sights]
        said = re.findall(r"\b[A-ZÄÖÜ]\w+", self.heard.said) if self.language == "de" else [self.heard.said]
        asked = [word for word in words_of(" ".join(said)) if len(word) > STEM and word not in self.idle]

        def shared(text: str) -> float:
            words = [word for word in words_of(text) if len(word) >= STEM]
            return added(self.weight(each) for each in asked if any(alike(each, word) for word in words))

        half = ENOUGH * added(self.weight(word) for word in words_of(self.heard.said))
        fresh = [text for text in self.unheard(about) if not _ADDRESSED.search(text) and shared(text) > half]
        return self.spoken(max(fresh, key=shared)) if fresh else ""

    def shown(self) -> str:
        """The thing of the player's that they speak of; "the bell" is the ferry bell."""
        said = [word for word in words_of(self.act) if len(word) >= STEM]
        mine = {item: name.casefold() for item, (name, _count) in self.carried(PLAYER).items()}
        return next((item for item, name in mine.items() if any(name.endswith(word) for word in said)), "")

    def _sought(self, item: str) -> str:
        """How it stands with the task that is about the thing; empty: there is none, or it was said."""
        for one, (at, _of, done) in self.quests.items():
            quest = self.setting.quest(one)
            if quest and not done and any(each.item == item for each in quest.stages):
                texts = self.unheard([quest.stages[at - 1].text.text(self.language)])
                return self.spoken(texts[0]) if texts else ""
        return ""

    # ---------------------------------------------------------------- what is theirs by their place in the setting

    def shelter(self, topic: str) -> str:
        """To who asks for a bed or for food: what the house gives, or where one gets it."""
        host = self.setting.someone(self.setting.innkeeper)
        if host is None or host.id == self.me:
            return self.say(f"topic.{topic}.host")
        if topic == "food" and self.figure_me and self.fact("tone") != "cold" and self.edible:
            return self.say("topic.food.has", goods=listed(self.edible, self.language))
        return self.say(f"topic.{topic}.guest", other=host.name, there=self._to(host.location))

    @property
    def edible(self) -> list[str]:
        """What they have that one may drink."""
        had = ((self.setting.item(item), name) for item, (name, _count) in self.carried(self.me).items())
        return [name for thing, name in had if thing is not None and thing.kind == "draught"]

    def promised(self) -> str:
        """What the player gave them their word for."""
        texts = [piece.text for piece in self.pieces("promise") if piece.member == self.me]
        return self.say("topic.promise.some", promise=texts[-1]) if texts else self.say("topic.promise.none")

    def named_me(self) -> bool:
        """Whether the player says their name."""
        mine = words_of(self.someone.name) if self.someone else ()
        return any(alike(word, each) for word in mine for each in words_of(self.heard.said))

    def here_is(self) -> str:
        """To whether this is a place that they name; empty: none is named."""
        found = _IS_HERE[self.language].match(self.heard.said)
        asked = named(words_of(self.heard.said), self.known.places) if found else ""
        if not asked or self.place is None:
            return ""
        return self.say("topic.here_yes" if asked == self.place.id else "topic.here_no")

    def identity(self) -> str:
        """To whether they are somebody: by name, or by what they are; empty: nobody is named."""
        someone = self.someone
        said = words_of(self.heard.said)
        one = self._person_in(said)
        if someone is None or not one or len(said) > LONGEST_NAMING:
            return ""
        if one != self.me:
            other = self.setting.someone(one)
            there = self._to(other.location) if other and self.figure(one) is None else ""
            return self.say(*(("topic.named.other",) if there else ()), "topic.named.no",
                            other=self.known.people[one], there=there)  # fmt: skip
        role = someone.role.text(self.language)
        return self.say("topic.named.yes" if self.named_me() and self.said_last else "topic.named.role", role=role)
