"""The Narrator: first truly what happened, in sentences made of events; then at most one thing to be noticed here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parley.core.cast.member import PLAYER
from parley.core.formats import listed
from parley.core.modes.story.rehearsal.echoing import echoed
from parley.core.modes.story.rehearsal.examining import EXAMINED, about, examined, names
from parley.core.modes.story.rehearsal.fighting import Fighting
from parley.core.modes.story.rehearsal.grammar import Forms, capital, forms
from parley.core.modes.story.rehearsal.phrases import fitting, sentences, words_in
from parley.core.modes.story.rules.intents import words_of
from parley.core.modes.story.rules.setting import kind_of

CLOSING = 110
"""Words that an epilogue may have."""

GOING = 8
"""Words that the going takes."""

NEAR = 40
"""A line with fewer words has room for something to be noticed."""

SENSES: dict[str, tuple[str, ...]] = {
    "look": ("eye",), "read": ("eye",), "search": ("eye", "hand"), "listen": ("ear",), "touch": ("hand",),
    "smell": ("nose",), "open": ("eye", "hand"), "light": ("eye",), "wait": ("ear", "eye"), "sneak": ("ear",),
}  # fmt: skip
"""With what is noticed what an act looks for."""

_ADDRESSED = re.compile(r"\b(?:you|your|yours|du|dich|dir|deine?[mnrs]?|ihr|euch|eure?[mnrs]?)\b", re.IGNORECASE)
"""Words by which one speaks to somebody."""

_COUNT = re.compile(r"(\d+) × ")
OF_SOMETHING = 4
"""Words of an act of thinking that says of what."""
EVERY = ("eye", "ear", "nose", "hand")
MOST_MOMENTS = 7
"""Of what happened, told at an ending."""


class Narrator(Fighting):
    """Who tells what happened."""

    def narrated(self) -> str:
        """The Narrator's line, within the words that the setting's rules allow."""
        high = self.setting.rules.narrator_words[1]
        if self.request.kind == "closing":
            return self._within(self._ending(), min(CLOSING, 2 * high))
        kept: list[str] = []
        for text in self.fighting() if self.in_fight else self._happened():
            if text and (not kept or words_in(" ".join((*kept, text))) <= high):
                kept.append(capital(text))
        if not self._noticed and not self.in_fight and words_in(" ".join(kept)) < min(NEAR, high):
            sight = self.sight(*EVERY)
            if sight and words_in(" ".join((*kept, sight))) <= high:
                kept.append(sight)
        return " ".join(kept or [self.say("tell.nothing")])

    _noticed = False

    @staticmethod
    def _within(texts: Iterator[str], most: int) -> str:
        kept: list[str] = []
        for text in texts:
            if text and words_in(" ".join((*kept, text))) <= most:
                kept.append(capital(text))
        return " ".join(kept)

    # ---------------------------------------------------------------- what happened

    def _happened(self) -> Iterator[str]:
        if self.fact("begins") and not self.calls:
            yield from self._opening()
        elif self.refused:
            yield from self._cannot("absent" if self.refused.name == "start_dialogue" else "far")
        elif self.denied and not self.did:
            self._noticed = True
            yield self.say("tell.denied")
        elif self.calls:
            yield from self._called()
        elif self.facts_told:
            yield from self._thrown()
        elif self.did or self.answers:
            yield from self._done()
        else:
            yield from self._acted(self.fact("act_kind"))

    def _opening(self) -> Iterator[str]:
        """How things stand, and where one is."""
        yield self.spoken(sentences(self.setting.premise.text(self.language))[0])
        yield self.say("tell.begin")
        yield from self.looks()
        yield from self.present()
        self._noticed = True

    def _cannot(self, move: str) -> Iterator[str]:
        target = self.known.people.get(self.intent.target) or self.known.places.get(self.intent.target, "")
        there = forms(target, self.language)
        item = self.named_item(self.intent.item).akk if self.intent.item else ""
        ways = self.listed_ways()
        yield self.say(f"tell.{move}", "tell.denied", name=target, there=there.to, item=item, ways=ways)

    def _called(self) -> Iterator[str]:
        """What the tool calls of this turn changed."""
        for call in self.calls:
            form = call.arguments
            stacks = form.get("items_gained") or form.get("items_lost")
            first = stacks[0] if isinstance(stacks, list) and stacks else {}
            item = str(first.get("item_name", "")) if isinstance(first, dict) else ""
            if call.name == "start_dialogue":
                yield from self.approach()
            elif call.name == "create_character":
                yield self._echoed(self.fact("act_kind"))
                yield self.say("tell.created", name=self.fact("newest"))
            elif form.get("location"):
                yield from self._arrived()
            elif item:
                yield from self._handled("pick" if form.get("items_gained") else "use", item)
            else:
                yield from self._acted(self.fact("act_kind"))

    def _done(self) -> Iterator[str]:
        """What the player did by a click, or the rules read from their words."""
        for what, text in self.did:
            match what:
                case "go":
                    yield from self._arrived()
                case "talk":
                    yield from self.approach()
                case "pick" | "drop" | "use":
                    yield from self._handled(what, self.item_in(text), text)
                case "follow" | "part":
                    self._noticed = True
                    yield self.say(f"tell.{what}", name=self.fact("followers"))
                case "wait":
                    yield from self._acted(self.fact("act_kind"))
                case _:
                    continue
        if self.answers and not self.did:
            # The rules have answered; all that is added is what there is to be noticed.
            self._noticed = True
            yield self.sight(*EVERY) or self.say("tell.nothing")

    def _arrived(self) -> Iterator[str]:
        """The player is somewhere else: the way, the place, who comes along, who is there, what can be taken."""
        new = bool(self.unheard(self._described()[:1]))
        way = self.unheard([self.place.way.text(self.language)]) if self.place and self.place.way else []
        yield self.say(
            "tell.back" if not new else "tell.cross" if way else "tell.go", to=forms(self.place_name, self.language).to
        )
        yield from map(self.spoken, way)
        people = list(self.present())
        if new:
            # Who is there is told in any case; of what the place looks like, as much as there is room for.
            room = self.setting.rules.narrator_words[1] - words_in(" ".join((*way, *people))) - GOING
            yield from fitting(self.looks(), room)
        yield from people
        if new:
            yield from self._along()
            yield self.takeable()
        else:
            self._noticed = True
            yield self.sight(*EVERY)

    def _along(self) -> Iterator[str]:
        """Who comes along."""
        along = [each.name for each in self.figures if each.follows]
        if along:
            yield self.say("tell.along." + ("one" if len(along) == 1 else "more"), names=listed(along, self.language))

    def _handled(self, what: str, item: str, text: str = "") -> Iterator[str]:
        """Something was taken, put down or used, and what came of it is `text`."""
        self._noticed = True
        thing = self.setting.item(item)
        named = self.named_item(item)
        drunk = what == "use" and thing is not None and thing.heals
        count = _COUNT.search(text)
        many = f"{count[1]} × {self.setting.item_name(item, self.language)}" if count and count[1] != "1" else named.akk
        yield self.say("tell.drink" if drunk else f"tell.{what}", item=many)
        if what != "drop" and thing and thing.description:
            yield from map(self.spoken, self.unheard([thing.description.text(self.language)]))
        if what == "pick" and (giver := self._wanted_by(item)):
            yield self.say("tell.wanted", name=giver, item=named.nom)

    def _wanted_by(self, item: str) -> str:
        """Who has asked for a thing; empty: nobody."""
        for quest in self.setting.quests:
            if quest.id in self.quests and quest.giver and any(stage.item == item for stage in quest.stages):
                giver = self.setting.someone(quest.giver)
                return giver.name if giver else ""
        return ""

    def _thrown(self) -> Iterator[str]:
        """What the dice decided outside a fight."""
        outcome, kind = self.fact("outcome"), self.fact("act_kind")
        yield self.say(f"dice.{outcome}.{kind}", f"dice.{outcome}")
        self._noticed = True
        if outcome == "won" and kind in SENSES:
            yield self.sight(*SENSES[kind], *EVERY)

    def _acted(self, kind: str) -> Iterator[str]:
        """An act that the rules have no say in."""
        self._noticed = True
        told = self._echoed(kind)
        if EXAMINED.search(self.act) and (said := examined(self.act, self.language)):
            known = {word for text in self._here() for word in words_of(text)}
            there = said[0] in told.casefold() or any(names(said[0], word) for word in known)
            yield told or (self.say("act.look") if there else "")
            if there:
                yield self._of_named(said) or self.say("act.plain")
            else:
                yield self.say("act.absent", ways=self.listed_ways())
        elif kind == "look":
            yield told or self.say("act.look")
            if not told:
                yield from self.looks()
                yield from self.present()
                yield self.takeable()
            yield self.sight("eye", *EVERY)
        elif kind == "think" and not told:
            yield from self._recalled()
        else:
            found = self.sight(*SENSES.get(kind, ())) if kind in SENSES else ""
            vain = kind in SENSES and not found
            yield (
                told
                or self._unaddressed()
                or self.say(f"act.{kind}_vain" if vain else f"act.{kind}", f"act.{kind}", "act.other")
            )
            # Of an act that is only itself, something of where it is done.
            yield found or (self.sight(*EVERY) if told and kind not in SENSES else "")
            if kind == "search":
                yield self.takeable() or ("" if found else self.say("tell.nothing"))

    def _of_named(self, said: Sequence[str]) -> str:
        """What there is to tell of what is named, its first name above all; empty: nothing."""
        things = [*self.lying, *self.carried(PLAYER)]
        for item in things:
            thing, called = self.setting.item(item), words_of(self.setting.item_name(item, self.language))
            if thing and thing.description and any(names(said[0], word) for word in called):
                return self.spoken(thing.description.text(self.language))
        sights = (one.text.text(self.language) for one in self.place.sights) if self.place else ()
        found = about([*self._described(), *sights], said)
        best = max(self.unheard(found) or found, key=lambda text: found[text], default="")
        return self.spoken(best) if best else ""

    def _unaddressed(self) -> str:
        """To words for somebody that opened no talk, where somebody is; empty: they are none."""
        names = [one.name for one in self.figures]
        if meant := [name for name in names if name in self.act]:
            return self.say("tell.unaddressed.named", name=listed(meant, self.language))
        if not _ADDRESSED.search(self.act):
            return ""
        pool = "tell.unaddressed." + ("one" if len(names) == 1 else "more")
        return self.say(pool, name=listed(names, self.language)) if names else ""

    def _echoed(self, kind: str) -> str:
        """The act as the player said it, said to them; empty where it cannot be."""
        said = echoed(self.act, self.language, self._here())
        if kind == "think" and words_in(said) < OF_SOMETHING:
            return ""
        return self.spoken(said) if self.unheard([said]) else ""

    def _here(self) -> Iterator[str]:
        """Texts that name what there is here."""
        place = self.place
        if place is not None:
            yield from (each.text(self.language) for each in (place.name, place.description))
            yield from (one.text.text(self.language) for one in place.sights)
            yield from (one.name.text(self.language) for one in place.features)
        yield from (one.name for one in self.figures)
        yield from self.lying.values()
        yield from (name for name, _count in self.carried(PLAYER).values())

    def _recalled(self) -> Iterator[str]:
        """What the player knows by now: what is to be done, and what was last talked about."""
        yield self.say("act.think")
        tasks = [text for text in self.tasks if text]
        for text in tasks[:2]:
            yield self.spoken(text)
        if not tasks:
            yield self.say("tell.no_task")

    # ---------------------------------------------------------------- what is here

    def _described(self) -> list[str]:
        return sentences(self.place.description.text(self.language)) if self.place else []

    def looks(self) -> Iterator[str]:
        """What the place looks like: all of it that was not said yet; at the beginning, all of it."""
        told = self._described()
        fresh = told if self.fact("begins") and not self.calls else self.unheard(told)
        if fresh:
            self._noticed = True
        yield from map(self.spoken, fresh)

    def sight(self, *senses: str) -> str:
        """Something to be noticed here that was not told yet, by the first of the senses that has one."""
        if self.place is None:
            return ""
        for sense in senses:
            texts = [one.text.text(self.language) for one in self.place.sights if one.by == sense]
            if fresh := self.unheard(texts):
                return self.spoken(fresh[int(self.random.random() * len(fresh))])
        return ""

    def present(self) -> Iterator[str]:
        """Who is there and does not come along: with who they are, where that was not said yet.

        Whom the narrator's last line named is not named again.
        """
        known: list[str] = []
        last = next((block.said for block in reversed(self.blocks) if block.speaker == self.me), "")
        for one in self.figures:
            if one.follows:
                continue
            someone = self.setting.someone(one.id)
            host = self.setting.innkeeper == one.id and self.fact("begins") and self.pieces("answer")
            if host and someone:
                # Who has asked the player's name is no stranger.
                yield self.say("tell.host", name=one.name, role=self._role(someone.role.text(self.language)))
                continue
            role = self._role(someone.role.text(self.language)) if someone else ""
            if role and (self.unheard([role]) or self.unheard([one.name])):
                yield self.say("tell.here", name=one.name, role=role)
            elif one.name not in last:
                known.append(self.foe_forms(one.id, one.name)[0].nom)
        if known:
            names = listed(known, self.language)
            yield self.say("tell.still." + ("one" if len(known) == 1 else "more"), names=names)

    def _role(self, role: str) -> str:
        if self.language == "en" and role.startswith(("The ", "A ", "An ")):
            return role[0].lower() + role[1:]
        return role

    def takeable(self) -> str:
        """What lies about."""
        items = [self.named_item(item) for item in self.lying]
        objects, subjects = listed([each.akk for each in items], self.language), [each.nom for each in items]
        return self.say("tell.lying", items=objects, items_nom=listed(subjects, self.language)) if items else ""

    def named_item(self, item: str) -> Forms:
        """A thing as it stands in a sentence."""
        thing = self.setting.item(item)
        name = self.setting.item_name(item, self.language)
        return forms(name, self.language, thing.gender if thing else "")

    def listed_ways(self) -> str:
        """Where one can go, as it is told."""
        return listed([forms(name, self.language).to for name in self.exits.values()], self.language)

    def approach(self) -> Iterator[str]:
        """How a talk begins."""
        one = self.partner or self.figure(self.intent.target)
        if one is None:
            return
        someone = self.setting.someone(one.id)
        told = sentences(someone.description.text(self.language))[:1] if someone else []
        fresh = self.unheard(told)
        yield self.say("talk.first" if fresh else "talk.again", name=one.name)
        yield from map(self.spoken, fresh)
        self._noticed = True

    # ---------------------------------------------------------------- the end

    def _ending(self) -> Iterator[str]:
        """What happened in this story, in sentences, in its order; how it stands, and where it leaves the player."""
        last = self.say("epilogue.end")
        yield self.say("epilogue.open")
        told = [(piece.member, piece.text) for piece in self.pieces("happened")]
        step = max(1.0, (len(told) - 1) / (MOST_MOMENTS - 1))
        for number in sorted({round(at * step) for at in range(min(len(told), MOST_MOMENTS))}):
            what, text = told[number]
            if what in {"victory", "defeat", "fallen", "fled", "peace", "routed", "surrendered", "unfinished"}:
                foes = [self._fought(one) for one in text.split() if one != PLAYER]
                objects, datives = dict.fromkeys(each.akk for each in foes), dict.fromkeys(each.dat for each in foes)
                slots = {"text": listed(list(objects), self.language), "text_dat": listed(list(datives), self.language)}
            else:
                text, _, quest = text.partition("|")
                slots = {"text": self.named_item(text).akk if what == "found" else text, "quest": self.titled(quest)}
            yield self.say(f"epilogue.{what}", **slots)
        if left := self.open_quests:
            yield self.say("epilogue.left", quests=listed(left, self.language))
        follows = [piece.text for piece in self.pieces("present") if self._follows(piece.member)]
        if follows:
            pool = "epilogue.along." + ("one" if len(follows) == 1 else "more")
            yield self.say(pool, names=listed(follows, self.language))
        if self.beaten:
            yield self.say("epilogue.lost")
            return
        yield self.say("epilogue.well" if self.health[0] * 2 > self.health[1] else "epilogue.hurt")
        yield last

    def _fought(self, one: str) -> Forms:
        """Somebody of a fight that is over, as they stand in a sentence."""
        kind, someone, figure = (
            self.setting.foe(kind_of(self.setting, one)),
            self.setting.someone(one),
            self.figure(one),
        )
        name = kind.name.text(self.language) if kind else someone.name if someone else figure.name if figure else one
        return self.foe_forms(one, name)[0]

    def _follows(self, one: str) -> bool:
        figure = self.figure(one)
        return figure is not None and figure.follows
