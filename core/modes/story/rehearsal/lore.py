"""What somebody in a story can say of its people, places and things, of what is to be done, and of what was said."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cached_property

from rapidfuzz import fuzz

from core.base.line import capped
from core.cast.member import PLAYER
from core.formats import listed
from core.modes.story.rehearsal.context import StoryContext
from core.modes.story.rehearsal.grammar import STEM, alike, capital, forms
from core.modes.story.rehearsal.hearing import Heard, concepts, heard
from core.modes.story.rehearsal.phrases import is_about, sentences
from core.modes.story.rules.intents import named, words_of
from core.modes.story.rules.names import bare
from core.modes.story.rules.parts import Saying
from core.voices.rehearsal.phrases import bank

TYPO = 84
"""How alike, of 100, a name and what was typed are at least."""
ASKS_YES = frozenset(("ever", "did_you", "can_you", "will_you", "are_you", "do_you", "can_i", "third", "either", "tag"))
"""Forms of a question that wants a yes or a no."""
ON = frozenset(("why", "why_you", "why_not", "how", "what", "what_you", "claim", ""))
"""Forms of a question, or none, that may go on from what was said last."""
WHICH = frozenset(("who", "where", "what"))
FEW = 2
"""Words that say something, up to which a question is about nothing else than what a word of it calls for."""
SEEN = frozenset(("what", "where", "why", "how", "how_many"))
"""Forms of a question that what one can see may answer."""
LONGEST_NAMING = 6
"""Words of a question whether somebody is somebody."""
REPEATED = 160
"""Characters of what somebody says again."""
_WORD = re.compile(r"[^\W\d_]{5,}")
_ADDRESSED = re.compile(r"(?i)\b(?:you|your|du|dir|dich|dein\w*)\b")


class Lore(StoryContext):
    """Somebody of a story with what they know. `heard` are the player's words, taken apart."""

    @cached_property
    def heard(self) -> Heard:
        """The player's words, taken apart."""
        name = re.escape(self.someone.name) if self.someone else ""
        # Whoever is called by their name is not asked whether it is theirs.
        act = re.sub(rf"(?i)(?<=\w),\s*{name}(?=\W*$)|\b{name},\s+(?=\S)", "", self.act) if name else self.act
        return heard(act, self.language)

    @cached_property
    def idle(self) -> frozenset[str]:
        """Words that say nothing by themselves."""
        return frozenset(bank(self.language).texts["nouns.others"].split())

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
    def cold(self) -> bool:
        """Whether they withhold what they know: for what was said or done, not by nature."""
        trust = self.figure_me.trust if self.figure_me else 0
        return self.fact("tone") == "cold" and (self.someone is None or trust < self.someone.trust)

    # ---------------------------------------------------------------- their own words

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """What the setting has them say."""
        return self.someone.says if self.someone else ()

    def own(self, *acts: str) -> str:
        """Their own words to one of these acts that they have not used yet; empty: none."""
        for act in acts:
            texts = [one.text.text(self.language) for one in self.sayings if act in one.on]
            texts = [text for text in texts if "{" not in text or self.slots.get("goods")]
            filled = [text.replace("{goods}", self.slots.get("goods", "")) for text in texts]
            if fresh := self.unheard(filled):
                return self.spoken(fresh[0])
        return ""

    def has_own(self, act: str) -> bool:
        """Whether they have words of their own to it, said or not."""
        return any(act in one.on for one in self.sayings)

    def matching(self, sayings: Iterable[Saying], said: Sequence[str], least: int = 1) -> list[Saying]:
        """Those that at least so many of the words call for, the most fitting first."""

        def score(one: Saying) -> int:
            keys = one.about.text(self.language).split(",") if one.about else ()
            met = [
                [{each for each in said if self._same(word, each.removesuffix("'s"))} for word in words_of(key)]
                for key in keys
            ]
            return len(set().union(*(found for key in met if all(key) for found in key)))

        scored = [(score(one), -number, one) for number, one in enumerate(sayings)]
        return [
            one for points, _number, one in sorted(scored, key=lambda each: each[:2], reverse=True) if points >= least
        ]

    def asked_for(self, words: Sequence[str] = ()) -> str:
        """What they have to say about what was asked, and did not say yet."""
        said = words or words_of(self.heard.said)
        texts = [one.text.text(self.language) for one in self.matching(self.sayings, said)]
        if not texts and not self.sayings:
            stems = {word.casefold()[:6] for word in _WORD.findall(" ".join(said)) if word.casefold() not in self.idle}
            known = [text for text in self.untold if stems & {word.casefold()[:6] for word in _WORD.findall(text)}]
            return f"{self.say('know.hearsay')} {self.spoken(known[0])}" if known else ""
        fresh = self.unheard(texts)
        if fresh:
            return self.spoken(fresh[0])
        # What was added answers a why, and goes on from what was said last; it is no yes and no no.
        if self.heard.form in ASKS_YES:
            return ""
        told = self.matching(self.sayings, said)
        content = [word for word in said if len(word) >= STEM and word not in self.idle]
        if self.heard.form in WHICH and len(content) <= FEW:
            return self.further(told)
        if self.heard.form not in ON:
            return ""
        return self.further(told if self.heard.form.startswith("why") else [one for one in told if one in self.in_last])

    def further(self, sayings: Iterable[Saying]) -> str:
        """What they add to one of these that they said already; empty: nothing new."""
        for one in sayings:
            if one.more and self.unheard([text := one.more.text(self.language)]):
                return self.spoken(text)
        return ""

    def _same(self, key: str, word: str) -> bool:
        """Whether a word is the key, another form of it, or another word for it."""
        if key == word:
            return True
        # "nach" is no form of "Nacht".
        if word in self.idle:
            return False
        return alike(key, word) or not concepts(key, self.language).isdisjoint(concepts(word, self.language))

    def told_before(self, least: int = 1) -> bool:
        """Whether they have told what they know of it, as at least so many words of the player's call for it."""
        return bool(self.matching(self.sayings, words_of(self.heard.said), least))

    def echoed(self) -> bool:
        """Whether the player only takes up a word of their last line with a question mark."""
        before = words_of(self.said_last)
        return self.heard.echoes and any(alike(each, word) for each in words_of(self.heard.said) for word in before)

    def next_untold(self) -> str:
        """The first of what they know that they have not told."""
        # What they could go on about comes first.
        known = sorted((one for one in self.sayings if one.about), key=lambda one: one.more is None)
        texts = self.unheard([one.text.text(self.language) for one in known])
        if texts:
            return self.spoken(texts[0])
        if self.sayings or not self.untold:
            return ""
        return f"{self.say('know.hearsay')} {self.spoken(self.untold[0])}"

    @property
    def in_last(self) -> list[Saying]:
        """What of their own words their last line was."""
        return [one for one in self.sayings if one.text.text(self.language) in self.said_last]

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
        reasons = self.heard.form.startswith("why")
        for text in texts or (self.heard.said,):
            said, known = words_of(text), self.known
            if (one := self._person_in(said)) and one != self.me:
                return self._person(one)
            if reasons:
                continue
            if (place := named(said, known.places)) and self._meant(said, known.places[place]):
                return self._place(place)
            if (item := named(said, known.items)) and self._meant(said, known.items[item]):
                return self._thing(item)
        return ""

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
            "trait": capital(someone.traits[0].text(self.language)) if someone.traits else "",
        }
        if is_about(self.heard.said, "opinion", self.language):
            return self.say(*(("know.trait",) if slots["trait"] else ()), "know.opinion", **slots)
        if self.figure(one) is not None:
            return self.say("know.person.here", **slots)
        if form in {"third", "why", "whatif", "when", "how_many", "claim", "are_you"}:
            return self.say("know.theirs", **slots)
        return self.say("know.person", **slots)

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

        def shared(text: str) -> int:
            words = [word for word in words_of(text) if len(word) >= STEM]
            return sum(any(alike(each, word) for word in words) for each in asked)

        fresh = [text for text in self.unheard(about) if not _ADDRESSED.search(text) and shared(text)]
        return self.spoken(max(fresh, key=shared)) if fresh else ""

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
