"""What a wish is about: whom, what, where, how many, and what was named that there is not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from parley.core.modes.story.rules.names import SHORTEST, Named, bare, nearly, stem, which, wordlist, words_of
from parley.core.modes.story.rules.spoken import (
    SHORTEST_VERB,
    content_of,
    is_known,
    is_mine,
    number_of,
    quantity_in,
    remaining,
    spoken_words,
)
from parley.core.modes.story.rules.wishes import NOTHING, Intent, IntentKind, Known


def _thing_asked(said: Sequence[str], name: str) -> bool:
    """Whether a thing is asked for that there is not ("bring me a beer"), rather than news, time or a hint."""
    counted = {"a", "an", "ein", "eine", "einen", "some"} | wordlist("couple")
    one = bool(counted.intersection(said)) or any(number_of(word) for word in said)
    return one and len(name.split()) == 1 and name not in wordlist("no_things")


class Meaning:
    """One line that is being read: what was named in it so far, for "it" and "him"."""

    def __init__(self, text: str, known: Known) -> None:
        self.known = known
        self.text = text
        self.whole = words_of(text)
        self.person = ""
        self.item = NOTHING
        self.last: Intent | None = None

    def _somebody(self, said: Sequence[str], *, pronouns: bool = True) -> Named:
        """The person who is named, or meant by "him"."""
        known = self.known
        found = which(said, known.people, known.called, near=(*known.present, known.partner))
        if found.typed and self._names_other(said[found.first : found.last]):
            found = Named()
        if found.id or found.near or not pronouns or not wordlist("persons").intersection(said):
            return found
        if one := self.person or known.partner:
            return Named(one)
        if known.fighting and known.foes:
            return Named()
        return Named(known.present[0]) if len(known.present) == 1 else Named("", known.present)

    def _names_other(self, said: Sequence[str]) -> bool:
        """Whether words are right as they are: the name of a thing or a place is no typo of somebody's."""
        known = self.known
        found = (
            which(said, known.items, known.also), which(said, known.places, known.also), which(said, known.foes)
        )  # fmt: skip
        return any((each.id or each.near) and not each.typed for each in found)

    def _thing(self, said: Sequence[str], *, pronouns: bool = True) -> Named:
        found = which(said, self.known.items, self.known.also, near=self.known.at_hand)
        if found.typed and wordlist("harmless").issuperset(said[found.first : found.last]):
            # "Read" is no typo of "bread".
            found = Named()
        if found.id or found.near or not pronouns or not self.item.item:
            return found
        return Named(self.item.item) if wordlist("things").intersection(said) else found

    def _coins(self, said: Sequence[str]) -> int:
        """How many coins are named."""
        numbers = [number for number in (number_of(word) for word in said) if number]
        return numbers[-1] if numbers else 0

    def _filled(self, kind: str, clause: str, said: Sequence[str], at: int) -> Intent | None:
        """The intent with what it is about."""
        known = self.known
        rest = (*said[:at], *said[at + 1 :]) if at or (said and said[0] in spoken_words().known) else tuple(said)
        if at == 0:
            rest = (
                tuple(word for word in rest if word not in spoken_words().known)
                if kind in ("go", "leave", "attack")
                else rest
            )
        match kind:
            case "talk":
                return self._talk(clause, rest)
            case "part":
                return Intent("part", self._somebody(self.whole, pronouns=False).id, clause=clause)
            case "follow":
                named_first = self._somebody(said, pronouns=False).id
                one = named_first or self._somebody(self.whole, pronouns=False).id
                return Intent("follow", one, clause=clause)
            case "give" | "bring":
                return self._give(kind, clause, rest)
            case "take" | "pick":
                return self._take(kind, clause, rest)
            case "use" | "eat":
                item, person = self._thing(rest), self._somebody(rest, pronouns=False)
                # "Eat something to feel better": what for is no thing.
                named = (*rest[:at], *takewhile(lambda word: word not in wordlist("why"), rest[at:]))
                return Intent("use", person.id, item.id, near=item.near, about="eat" * (kind == "eat"),
                              unknown="" if item.id else remaining(named), clause=clause)  # fmt: skip
            case "drop":
                item = self._thing(rest)
                if not item.id and not item.near and {"everything", "alles"}.intersection(rest):
                    return Intent("drop", "", "*", 0, clause=clause)
                count = quantity_in(said, 1, plural=self._plural(said, item))
                return Intent("drop", "", item.id, count, near=item.near,
                              unknown="" if item.id else remaining(rest), clause=clause)  # fmt: skip
            case "go" | "leave":
                return self._go(kind, clause, rest)
            case "attack":
                return self._attack(clause, rest)
            case "buy" | "sell" | "swap":
                return self._trade(kind, clause, rest)
            case "cast" | "try":
                return Intent("cast" if kind == "cast" else "try", clause=clause)
            case "wait" if known.partner:
                return Intent("say", clause=clause)
        return Intent(kind, clause=clause)  # type: ignore[arg-type]

    def _talk(self, clause: str, rest: Sequence[str]) -> Intent:
        person = self._somebody(rest)
        if person.id and person.id == self.known.partner:
            return Intent("say", clause=clause)
        if person.id or person.near:
            return Intent("talk", person.id, near=person.near, clause=clause)
        if self.known.partner:
            return Intent("say", clause=clause)
        foe = which(rest, self.known.foes)
        name = remaining(
            [word for word in rest if word not in wordlist("salutes") | wordlist("greetings")],
            stop=wordlist("matters"),
        )
        if wordlist("anybody").intersection(rest) or not name:
            here = self.known.present
            return Intent("talk", here[0] if len(here) == 1 else "", near=here if len(here) > 1 else (), clause=clause)
        return Intent("talk", foe.id, unknown="" if foe.id else name, clause=clause)

    def _give(self, kind: str, clause: str, rest: Sequence[str]) -> Intent | None:
        known, spoken = self.known, clause
        cut = next((at for at, word in enumerate(rest) if word in wordlist("for")), len(rest))
        left, right = rest[:cut], rest[cut + 1 :]
        if not left and (first := self._thing(right, pronouns=False)).id:
            # "For the honey I give you three coins."
            left, right = right[first.last :], right[: first.last]
        person = self._somebody(left) if self._somebody(left).id else self._somebody(rest)
        gives = bool(wordlist("to_me").intersection(left)) and not is_mine(rest)
        item = self._thing(left)
        wanted = self._thing(right) if right else Named()
        if right and wanted.id and not gives:
            # "I'll give you 3 coins for the key."
            price = self._coins(left) if not item.id or item.id in known.coins else 0
            swap = item.id if item.id and item.id not in known.coins else ""
            count, given = quantity_in(right, 1), quantity_in(left, 1) if swap else 1
            price = price or int(item.id in known.coins)
            return Intent("buy", person.id, wanted.id, count, price, swap, given, clause=spoken)
        if right and gives and item.id:
            price, swap = self._coins(right), wanted.id if wanted.id not in known.coins else ""
            return Intent("buy", person.id, item.id, quantity_in(left, 1), price, swap, clause=spoken)
        coins = self._coins(left) or (quantity_in(left, 1) if item.id in known.coins else 0)
        if known.offer and coins and not item.near and (not item.id or (item.id in known.coins and not gives)):
            # "I give you two coins", while a price is asked: no gift, but what they would pay.
            return Intent("haggle", price=coins, clause=spoken)
        person = person if person.id or person.near else self._somebody(self.whole)
        count = quantity_in(left, 1)
        if gives:
            unknown = "" if item.id else remaining(left)
            if known.partner and not item.id and not item.near and not _thing_asked(left, unknown):
                return Intent("say", clause=spoken)
            person = person if person.id or person.near else Named(known.partner)
            return Intent("take", person.id, item.id, count, unknown=unknown, near=item.near, clause=spoken)
        if kind == "bring" and not item.id:
            return Intent("deed", unknown=spoken, clause=spoken)
        unknown = (
            "" if item.id else remaining([word for word in left if not self._somebody((word,), pronouns=False).id])
        )
        if known.partner and not item.id and not item.near:
            return Intent("say", clause=spoken)
        if not item.id and not item.near and not unknown:
            return Intent("wait", clause=spoken)
        return Intent("give", person.id, item.id, count, unknown=unknown, near=item.near or person.near, clause=spoken)

    def _take(self, kind: str, clause: str, rest: Sequence[str]) -> Intent | None:
        known = self.known
        if wordlist("harmless_things").intersection(rest) and not self._thing(rest, pronouns=False).id:
            return Intent("say" if known.partner else "wait", clause=clause)
        item, person = self._thing(rest), self._somebody(rest)
        if item.id and wordlist("sips").intersection(rest):
            return Intent("use", "", item.id, about="eat", clause=clause)
        if not person.id and wordlist("others_own").intersection(rest):
            # "All his coins", "your hammer".
            here = known.present
            person = Named(known.partner or (here[0] if len(here) == 1 else ""))
        if wordlist("to_me").intersection(rest) and wordlist("whither").intersection(rest):
            # "Take me to the market."
            place = which(rest, known.places, known.also, near=known.at_hand)
            if place.id and not known.partner:
                return Intent("go", place.id, clause=clause)
        if not item.id and not item.near:
            place = which(rest, known.places, known.also, near=known.at_hand)
            if place.id and wordlist("whither").intersection(rest):
                return Intent("go", place.id, clause=clause)
            whole = {"everything", "alles"}.intersection(rest)
            if whole or (
                wordlist("all").intersection(rest) and not remaining([w for w in rest if w not in wordlist("all")])
            ):
                return Intent("take" if person.id else "pick", person.id, "*", 0, clause=clause)
            if known.partner and not (wordlist("first").intersection(rest) or person.id):
                return Intent("say", clause=clause)
        count = quantity_in(rest, 1, plural=self._plural(rest, item))
        theirs = wordlist("others_own").union(wordlist("first")).intersection(rest)
        if known.partner and item.id in known.coins and not person.id and not theirs:
            # "Here, take three coins."
            return Intent("give", "", item.id, count, clause=clause)
        unknown = "" if item.id or item.near else remaining(rest)
        return Intent(
            "take" if person.id else "pick", person.id, item.id, count, unknown=unknown, near=item.near, clause=clause
        )

    def _plural(self, said: Sequence[str], item: Named) -> bool:
        """Whether all of a thing are meant: "the candles"."""
        if not item.id or not wordlist("definite").intersection(said):
            return False
        head = bare(self.known.items[item.id])[-1]
        plurals = {head + "s", head + "es"} | ({head + "n"} if head.endswith("e") else set())
        return bool(plurals.intersection(said))

    def _go(self, kind: str, clause: str, rest: Sequence[str]) -> Intent:
        known = self.known
        if wordlist("onward").intersection(rest) and len(content_of(rest)) == 0:
            return Intent("say" if known.partner else "wait", clause=clause)
        if wordlist("harmless_things").intersection(rest):
            return Intent("say" if known.partner else "wait", clause=clause)
        if known.partner and ("you" in rest or "du" in rest):
            return Intent("say", clause=clause)
        place = which(rest, known.places, known.also, near=known.at_hand)
        if not place.id and not place.near:
            place = Named(self._whither(rest))
        if kind == "leave":
            if known.partner:
                return Intent("part", clause=clause)
            return Intent("go", "" if place.id == known.here else place.id, about="out", clause=clause)
        if place.id or place.near:
            return Intent("go", place.id, near=place.near, clause=clause)
        person = self._somebody(rest)
        if person.id and "away" not in rest:
            return (
                Intent("say", clause=clause) if person.id == known.partner else Intent("talk", person.id, clause=clause)
            )
        unknown = remaining([word for word in rest if word not in wordlist("nowhere")])
        if known.partner and unknown and wordlist("first").intersection(rest):
            acts = wordlist("doing").intersection(words_of(clause))
            return Intent("deed" if acts else "say", unknown=clause, clause=clause)
        if known.partner:
            return Intent("part" if not unknown and wordlist("first").intersection(rest) else "say", clause=clause)
        if unknown and wordlist("doing").intersection(words_of(clause)):
            return Intent("deed", unknown=clause, clause=clause)
        out = bool(wordlist("nowhere").intersection(rest))
        if not unknown and not out and len(rest) > 1 and not person.near:
            return Intent("wait", clause=clause)
        return Intent("go", about="out" if out else "", unknown=unknown, near=person.near, clause=clause)

    def _whither(self, said: Sequence[str]) -> str:
        """The place that is named as where to, without a verb that says so: "off to the market", "zum See"."""
        known, where = self.known, wordlist("whither") | wordlist("directed")
        if known.partner or known.fighting or not where.intersection(said) or self._thing(said, pronouns=False).id:
            return ""
        at = min(at for at, word in enumerate(said) if word in where)
        if wordlist("doing").intersection(said) - wordlist("moving"):
            return ""
        place = which(said[at:], known.places, known.also, near=known.at_hand)
        if place.id:
            return place.id
        # "See" is the lake shore where nothing else that can be gone to begins like that.
        short = [word for word in said[at + 1 :] if len(word) == SHORTEST and word not in wordlist("articles")]
        found = [
            one
            for one, name in known.places.items()
            for part in bare(name)
            if short and len(part) > SHORTEST and part.startswith(short[-1])
        ]
        return found[0] if len(found) == 1 else ""

    def _attack(self, clause: str, rest: Sequence[str]) -> Intent:
        known = self.known
        foe, person = which(rest, known.foes), self._somebody(rest)
        item = self._thing(rest, pronouns=False)
        weapon = item.id or (self.item.item if self.item.item in known.items else "")
        if not item.id:
            weapon = (
                which(self.whole, known.items, near=known.at_hand).id
                if self.item.item or len(self.whole) > len(rest) + 3
                else weapon
            )
        target = foe.id or person.id
        if not target and foe.near:
            target = foe.near[0]
        named_words = [word for word in rest if word not in bare(known.items.get(item.id, ""))]
        lurking = {
            "enemy",
            "enemies",
            "foe",
            "foes",
            "gegner",
            "feind",
            "feinde",
            "first",
            "again",
            "harder",
            "hart",
            "zuerst",
        }
        content = [word for word in content_of(named_words) if word not in lurking and word not in wordlist("persons")]
        unknown = "" if target else " ".join(content)
        if not target and not unknown and not person.near:
            target = known.partner
        return Intent("attack", target, weapon, unknown=unknown, near=() if target else person.near, clause=clause)

    def _trade(self, kind: str, clause: str, rest: Sequence[str]) -> Intent:
        known = self.known
        cut = next((at for at, word in enumerate(rest) if word in wordlist("for")), len(rest))
        left, right = rest[:cut], rest[cut + 1 :]
        item, other = self._thing(left), self._thing(right) if right else Named()
        if kind == "sell" and wordlist("to_me").intersection(left) and not is_mine(rest):
            kind = "buy"
        price = self._coins(right)
        swap = other.id if other.id not in known.coins else ""
        person = self._somebody(rest)
        unknown = "" if item.id or item.near else remaining(self._unnamed(left))
        if kind == "swap":
            if self._wanted_first(item, other):
                item, other, left, right = other, item, right, left
            return Intent("buy", person.id, other.id, quantity_in(right, 1), 0, item.id, quantity_in(left, 1),
                          unknown=unknown, near=item.near or other.near, clause=clause)  # fmt: skip
        made: IntentKind = "sell" if kind == "sell" else "buy"
        return Intent(made, person.id, item.id, quantity_in(left, 1), price, swap, quantity_in(right, 1) if swap else 1,
                      unknown=unknown, near=item.near, clause=clause)  # fmt: skip

    def _unnamed(self, said: Sequence[str]) -> list[str]:
        """The words without those by which somebody is surely named: "something from the merchant"."""
        person = self._somebody(said, pronouns=False)
        gone = range(person.first, person.last) if person.id and not person.typed else ()
        return [word for at, word in enumerate(said) if at not in gone]

    def _wanted_first(self, item: Named, other: Named) -> bool:
        """Whether what is wanted is named before what is given: "would you swap the sabre for my lamp?"."""
        return item.id not in self.known.mine and other.id in self.known.mine - self.known.coins

    # ------------------------------------------------------------------ verbs

    def _kind(self, said: Sequence[str]) -> tuple[str, int]:
        """The kind that a verb of the clause stands for, and where that verb is."""
        for kind, forms, particles, person, thing in spoken_words().verbs:
            for at, word in enumerate(said):
                if word not in forms:
                    continue
                rest = (*said[:at], *said[at + 1 :])
                if particles and not particles.intersection(rest):
                    continue
                if (person and not self._somebody(rest).id) or (thing and not self._thing(rest).id):
                    continue
                if kind == "talk" and wordlist("to_me").union({"mich", "myself"}).intersection(said[at + 1 : at + 2]):
                    # "Tell me about Mara", "ich frage mich": nobody is spoken to.
                    continue
                if kind == "buy" and wordlist("yourselves").intersection(said[at + 1 : at + 2]):
                    # "Buy yourself something nice" is for the other to do.
                    continue
                if kind in {"attack", "defend", "flee"} and wordlist("asked").intersection(said[:at]):
                    continue
                if self._leads(said[:at]) or (at == len(said) - 1 and word.endswith("n") and len(said) > 1):
                    return kind, at
        return "none", 0

    def _verb_of(self, said: Sequence[str], kinds: Sequence[str]) -> bool:
        return self._kind(said)[0] in kinds

    def _mistyped(self, said: Sequence[str]) -> tuple[str, int]:
        """The same for a verb with a letter amiss, where no word is known."""
        at = next((at for at, word in enumerate(said) if word not in wordlist("leads")), -1)
        if at < 0 or len(said[at]) < SHORTEST_VERB or is_known(said[at]):
            return "none", 0
        near = nearly(said[at], spoken_words().long)
        fixed = {self._kind((*said[:at], form, *said[at + 1 :])) for form in near} - {("none", 0)}
        return fixed.pop() if len({kind for kind, _at in fixed}) == 1 else ("none", 0)

    def _leads(self, before: Sequence[str]) -> bool:
        """Whether what stands before a verb leaves it to be what the player does."""
        leads, known = wordlist("leads"), self.known.people
        return all(
            word in leads
            or word.endswith("ly")
            or any(stem(word) == stem(part) for name in known.values() for part in bare(name))
            for word in before
        )
