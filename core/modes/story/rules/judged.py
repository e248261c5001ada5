"""A line that the rules have read, judged again by the classifier, and read as what it most likely is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from parley.core.modes.story.rules.asked import OWNS
from parley.core.modes.story.rules.bargaining import Bargained
from parley.core.modes.story.rules.classifier import SEVERAL, guess, label_of
from parley.core.modes.story.rules.names import which, wordlist, words_of
from parley.core.modes.story.rules.spoken import quantity_in, spoken_words
from parley.core.modes.story.rules.wishes import STEALTH, Intent
from parley.core.modes.story.words import sentences

LONGEST_FAREWELL = 4
"""Words of a farewell that names a later time."""

LONGEST_NAME = 3
"""Words of a name that nothing in the story has."""

NOT_OFFERED = (
    "question", "failed", "unread", "small", "muted", "no_tokens", "name", "origin", "calling", "strength", "reason",
)  # fmt: skip
"""What of the sentences on choices is no line of the player's in play."""

_FILLED = frozenset(["go", "pick", "take", "drop", "give", "use", "talk", "attack", "buy", "sell", "follow"])
"""Wishes that are about somebody, something or some place."""

_TRADES = frozenset(["accept", "buy", "decline", "give", "haggle", "pick", "price", "sell", "take"])
"""Labels of lines in which a trade may be proposed."""

_LEAVING = frozenset(["defend", "parley", "say", "surrender", "try", "use"])
"""Labels of lines in a fight that give way to what its words plainly say."""

_TALKING = frozenset(["ask.people", "ask.things", "say", "talk"])
"""Labels of lines that may ask for prices where they name them."""

_AND = re.compile(r",|&|\+|\b(?:and|und|un|u|plus|sowie)\b")
_CALLING = re.compile(r"^(?:(?:hey|he|hallo|hello|hi|oh|o|ach)\s+)?(\w+(?:\s\w+)?)\s*[,!:]|,\s*(\w+)\s*[?.!]*$")
_ABOUT = frozenset(["about", "von", "über"])
_ADDRESSING = frozenset(["to", "with", "mit", "zu", "zum", "zur"])
"""Words before the name of whoever is spoken to."""


@cache
def _offered() -> re.Pattern[str]:
    """The lines that Parley itself offers the player, which the rules surely understand, as one pattern."""
    tables = [sentences(part)[language] for part in ("options", "choices") for language in ("en", "de")]
    lines = (text.casefold() for table in tables for key, text in table.items() if not key.startswith(NOT_OFFERED))
    return re.compile("|".join(re.sub(r"\\{\w+\\}", r"\\S+(?: \\S+){0,4}", re.escape(line)) for line in lines))


_THANKED = re.compile(r"(?i)\W*(?:thanks|thank you|many thanks|danke|vielen dank)\b.* (?:for|für|dass)\b")


class Judged(Bargained):
    """A line whose reading by rules is held against a second opinion."""

    def judged(self, read: Sequence[Intent]) -> tuple[Intent, ...]:
        """The wishes as the rules read them, or the one wish that the line more likely holds."""
        if any(wish.kind == "talk" for wish in read):
            # What is said to somebody with a greeting is no deed.
            read = [wish for wish in read if wish.kind != "deed"]
        if sure := self._surely(read):
            return sure
        label = self._corrected(guess(self.text, self.known, read), read)
        if label == "steal":
            return (self._stolen(),)
        if self.known.partner and (trade := self._trade_of(label, read)):
            return (trade,)
        if label in (label_of(read, self.known), SEVERAL):
            return (self._counted(read[0]),) if len(read) == 1 else tuple(read)
        wish = self._as(label)
        return tuple(read) if wish is None else self._each(self._counted(wish))

    def _counted(self, wish: Intent) -> Intent:
        """A trade of one thing with the count that goes with it: "more than ten the sabre is not worth"."""
        good = next((good for good in self._goods(self.whole) if good.item == wish.item), None)
        if wish.kind not in ("price", "buy", "sell") or good is None or wish.swap or not wish.quantity:
            return wish
        couple = wordlist("couple").intersection(self.whole) and wish.quantity == 1
        return replace(wish, quantity=2 if couple else good.count)

    def _surely(self, read: Sequence[Intent]) -> tuple[Intent, ...]:
        """The wishes where no second opinion is needed; empty: it is."""
        if _offered().fullmatch(self.text.strip(" .!")):
            return tuple(read)
        if self._only_named() and not self.known.fighting:
            return (self._meant_by_a_name() or read[0],)
        if self.known.partner and self.whole and self.whole[0] in wordlist("showing"):
            # "Show me the sabre": it is told, whoever has it.
            item = self._thing(self.whole, pronouns=False)
            if item.id in self.known.theirs - self.known.coins and not item.typed:
                return (Intent("ask", item=item.id, about="things", clause=self.text.strip()),)
        if paid := self._paid(read):
            return (paid,)
        # Two wishes that lack nothing.
        several = {wish.kind for wish in read if wish.kind in _FILLED and (wish.target or wish.item)}
        return tuple(read) if len(several) > 1 else ()

    def _corrected(self, label: str, read: Sequence[Intent]) -> str:
        """The label, where what the rules know of the line speaks against it another; that of `read` to leave it."""
        known, kind = self.known, label.partition(".")[0]
        persons = wordlist("persons").intersection(self.whole)
        looks = (label in ("deed", "go") or (kind == "ask" and not read[0].item)) and self._looks()
        owns = label == "price" and not self._thing(self.whole).id and OWNS.match(self.text)
        thanked = label == "decline" and _THANKED.match(self.text)
        if known.partner and (owns or thanked or (label in ("haggle", "price") and self._of_no_trade(read))):
            # "Do you have a phone?" is nobody's goods, and "thanks for your time" says no to nothing.
            return "say"
        if known.partner and kind == "ask" and not self._of_oneself(label):
            # Whom one talks with is asked.
            return "say"
        if label == "ask.health" and not self._of_oneself(label) and persons:
            return "ask.people"
        if label == "ask.money" and (person := self._somebody(self.whole, pronouns=False)).id and not person.typed:
            return "ask.people"
        if known.fighting and label == "surrender" and wordlist("others_own").intersection(self.whole):
            # "Give up your weapon."
            return "threaten"
        if known.fighting and label_of(read, known) in ("defend", "parley") and label in _LEAVING:
            # "As a shield" and "let me go" are said plainly; only a threat or a blow is more.
            return label_of(read, known)
        if label in ("go", "ask.place", "use") and wordlist("smelling").intersection(self.whole):
            # "It smells of fish" is no way to the fish.
            return "say"
        begs = known.partner and wordlist("pleading").intersection(self.whole)
        night = {"night", "nacht"}.intersection(self.whole) and not wordlist("bidding_night").intersection(self.whole)
        if label == "part" and night and label_of(read, known) != label:
            # "Cold night."
            return "say"
        hands = label in ("take", "pick", "give", "buy") and not self._thing(self.whole, pronouns=False).id
        if begs and (hands or (label in ("part", "follow", "flee", "go") and label_of(read, known) != label)):
            # "Have mercy, I have nowhere to go."
            return "say"
        if not known.partner and label in _TALKING and wordlist("pricing").intersection(self.whole):
            # "Check Bruno's prices."
            return "price"
        if not known.fighting and label in ("parley", "surrender", "defend", "flee"):
            return "attack" if wordlist("fighting").intersection(self.whole) else label_of(read, known)
        pays = wordlist("handing").intersection(self.whole) and not self.text.rstrip().endswith("?")
        if label == "haggle" and label_of(read, known) == "price" and self.text.rstrip().endswith("?"):
            return "price"
        if label == "haggle" and pays and known.offer and self._coins(self.whole) == known.price:
            # "*Hands over six coins*", which is the price.
            return "accept"
        if looks or (label == "deed" and read[0].kind == "ask"):
            return label_of(read, known)
        if label in ("go", "part") and label != label_of(read, known) and known.partner and self._promised():
            return "say"
        if label == "accept" and label_of(read, known) != label and self._coins(self.whole) not in (0, known.price):
            # "Then two coins."
            return "haggle"
        return label

    def _trade_of(self, label: str, read: Sequence[Intent]) -> Intent | None:
        """The trade that a line of that label proposes, where it names more than one thing, or one beside an offer."""
        known = self.known
        if label == SEVERAL and {wish.kind for wish in read} <= _TRADES:
            label = read[0].kind
        if label not in _TRADES:
            return None
        adds = label not in ("sell", "take", "pick") or wordlist("adding").intersection(self.whole)
        if known.offer and adds and (beside := self._beside(label)):
            return beside
        trade = self._bargain(gives=label in ("sell", "give"))
        if trade is None or (trade.kind == "sell" and label in ("give", "take", "pick", "accept")):
            return None
        # Without a price somebody is only asked for it.
        return trade if label not in ("take", "pick") or trade.price or trade.swap else None

    def _stolen(self) -> Intent:
        """Something is to be taken unseen."""
        item, person = self._thing(self.whole), self._somebody(self.whole)
        count = quantity_in(self.whole, 1, plural=self._plural(self.whole, item))
        one = person.id or self.known.partner
        if not one and not item.id and len(self.known.present) == 1:
            one = self.known.present[0]
        return Intent("take", one, item.id, count, about=STEALTH, clause=self.text.strip())

    def _of_no_trade(self, read: Sequence[Intent]) -> bool:
        """Whether a question has no thing, no sum and no word of a price in it, and the rules read a trade in none."""
        if not self.text.rstrip().endswith("?") or any(wish.kind != "say" for wish in read):
            return False
        return not (self._thing(self.whole, pronouns=False).id or self._coins(self.whole))

    def _each(self, wish: Intent) -> tuple[Intent, ...]:
        """The wish for each thing that is named: "the bell and the feather"."""
        if wish.kind not in ("pick", "take", "drop", "give") or not wish.item or wish.item == "*":
            return (wish,)
        parts = [words_of(part) for part in _AND.split(self.text)]
        things = [(self._thing(part, pronouns=False), part) for part in parts]
        found = {thing.id: quantity_in(part, 1) for thing, part in things if thing.id}
        if len(found) < 2:
            return (wish,)
        return tuple(replace(wish, item=item, quantity=count) for item, count in found.items())

    def _only_named(self) -> bool:
        """Whether a line is nothing but a name, or two."""
        named, articles = self._named(self.whole), wordlist("articles")
        if not named or spoken_words().known.intersection(self.whole):
            return False
        return all(at in named or word in articles for at, word in enumerate(self.whole))

    def _meant_by_a_name(self) -> Intent | None:
        """What a name alone is: where to, what to take or to buy, whom to speak to."""
        known, clause = self.known, self.text.strip()
        item, person = self._thing(self.whole, pronouns=False), self._somebody(self.whole, pronouns=False)
        if item.id and item.id not in known.mine:
            return Intent("price" if known.partner else "pick", "", item.id, clause=clause)
        if person.id and person.id != known.partner:
            return Intent("talk", person.id, clause=clause)
        return None

    def _called(self) -> str:
        """Who is called by their name at the beginning or the end: "Marta, what is that?"."""
        for part in (found[1] or found[2] for found in _CALLING.finditer(self.text)):
            person = which(words_of(part), {one: self.known.people[one] for one in self.known.present})
            if person.id and not person.typed:
                return person.id
        return ""

    def _paid(self, read: Sequence[Intent]) -> Intent | None:
        """A purchase in two steps: "I give him five coins and take the rope"."""
        if len(read) != 2 or not self.known.partner:
            return None
        gives, takes = sorted(read, key=lambda wish: wish.kind not in ("give", "drop"))
        if (
            gives.kind not in ("give", "drop")
            or takes.kind not in ("take", "pick")
            or gives.item not in self.known.coins
        ):
            return None
        return replace(takes, kind="buy", price=gives.quantity) if takes.item else None

    def _of_oneself(self, label: str) -> bool:
        """Whether a question in a talk is about the player, or the rules, and so is not the other's to answer."""
        me = wordlist("first") | wordlist("mine") | wordlist("to_me")
        own = label in ("ask.money", "ask.carried", "ask.health", "ask.self", "ask.ways")
        return label == "ask.rules" or (own and (len(self.whole) <= 2 or bool(me.intersection(self.whole))))

    def _looks(self) -> bool:
        """Whether something is looked at, which is told, rather than asked: "I look at the weathercock"."""
        verb = next((word for word in self.whole if word not in wordlist("leads")), "")
        last = self.whole[-1] if self.whole else ""
        return bool({verb, last} & wordlist("harmless")) and not self._thing(self.whole, pronouns=False).id

    def _promised(self) -> bool:
        """Whether it is said of later: "I'll go to the weir tomorrow", not "see you tomorrow"."""
        return len(self.whole) > LONGEST_FAREWELL and bool(wordlist("later").intersection(self.whole))

    def _as(self, label: str) -> Intent | None:
        """The whole line as one wish of that label."""
        said, clause = self.whole, self.text.strip()
        kind, _, about = label.partition(".")
        if kind == "ask":
            return self._question_about(about)
        if kind in ("say", "talk") and not self.known.partner and wordlist("please").intersection(said):
            # "Two candles please, Bruno."
            goods = [good for good in self._goods(said) if good.item in self.known.theirs - self.known.coins]
            if goods:
                return replace(self._with("buy", goods, 0, []), target=self._somebody(said, pronouns=False).id)
        if kind == "say" and not self.known.partner and (called := self._called()):
            return Intent("talk", called, clause=clause)
        if kind == "say":
            return Intent("say" if self.known.partner else "wait", clause=clause)
        if kind == "meta":
            return Intent("meta", about="other", clause=clause)
        if kind in ("try", "deed"):
            return Intent("deed", unknown=clause, clause=clause)
        if kind == "haggle" and (self.known.offer or not self.known.partner):
            return Intent("haggle", price=self._coins(said), clause=clause)
        if kind in ("price", "haggle"):
            # "So much for a rope?", before any price was named.
            priced = self._priced(clause, said)
            return priced if kind == "price" or priced.item else Intent("say", clause=clause)
        if kind == "threaten":
            return self._threat(clause, said)
        if kind == "talk" and wordlist("to_me").intersection(said) and _ABOUT.intersection(said):
            # "Tell me about Mara": nobody is spoken to.
            return self._question_about("people")
        if kind == "talk" and not self._somebody(said).id and not _ADDRESSING.intersection(said):
            # "Good evening": to whoever is there, if it is one.
            here = self.known.present
            return Intent("talk", here[0], clause=clause) if len(here) == 1 else Intent("wait", clause=clause)
        wish = self._filled(kind, clause, said, self._verb(kind, said))
        if kind == "attack" and self.known.partner and wish and wish.unknown and wordlist("to_me").intersection(said):
            # "Stop talking and fight me."
            wish = replace(wish, target=self.known.partner, unknown="")
        if kind == "go" and wish and wish.kind in ("wait", "say"):
            return Intent("part" if self.known.partner else "go", about="out", clause=clause)
        if kind == "take" and wish and wish.kind == "give":
            # "Can you lend me five coins?" is no gift.
            wish = replace(wish, kind="take", target=wish.target or self.known.partner)
        steals = wordlist("stealing").intersection(said)
        if kind == "pick" and self.known.partner and wish and wish.item not in self.known.mine:
            wish = replace(wish, kind="take" if steals else "buy")
        if kind in ("take", "attack") and steals and not (wish and wish.item) and (robbed := self._somebody(said).id):
            # "Rob Bruno": for what they have.
            return Intent("threaten", robbed, next(iter(self.known.coins), ""), 0, clause=clause)
        if kind in ("buy", "sell") and wish and not wish.item and wordlist("to_me").intersection(said):
            # "Would you take me across for four coins?"
            return Intent("say", clause=clause)
        return wish and replace(wish, unknown=self._name_in(wish.unknown))

    def _name_in(self, unknown: str) -> str:
        """What was named and is not there, where the words are surely a name: a few in a row, and no infinitive."""
        words, people = unknown.split(), [word for name in self.known.people.values() for word in words_of(name)]
        words = [word for word in words if word not in people]
        while words and " ".join(words) not in " ".join(self.whole):
            # "Order a beer": the verb is no part of it.
            words = words[1:]
        if words and words[-1] == self.whole[-1] and words[-1].endswith(("en", "ern", "eln")):
            words = words[:-1]
        return " ".join(words) if len(words) <= LONGEST_NAME else ""

    def _verb(self, kind: str, said: Sequence[str]) -> int:
        """Where the verb stands: the rules' one, else the first word that says anything."""
        found, at = self._kind(said)
        if found == kind:
            return at
        skipped, named = wordlist("leads") | wordlist("articles") | wordlist("having"), self._named(said)
        last = len(said) - 1
        if found == "none" and last and last not in named and said[last].endswith(("en", "ern", "eln")):
            # "Ein Bier bestellen."
            return last
        return next((at for at, word in enumerate(said) if word not in skipped and at not in named), 0)

    def _named(self, said: Sequence[str]) -> set[int]:
        """Which words are names of what there is."""
        found = (self._thing(said, pronouns=False), self._somebody(said, pronouns=False),
                 which(said, self.known.places, self.known.also))  # fmt: skip
        return {at for each in found if each.id or each.near for at in range(each.first, each.last)}

    def _question_about(self, about: str) -> Intent:
        said, clause = self.whole, self.text.strip()
        target = item = ""
        if about == "time" and not self._thing(said).typed:
            item = self._thing(said).id
        elif about == "people":
            target = self._somebody(said).id or which(said, self.known.foes).id
        elif about == "things":
            item = self._thing(said).id
            target = "" if item else self._somebody(said, pronouns=False).id
        elif about == "ways":
            target = which(said, self.known.places, self.known.also, near=self.known.at_hand).id
        return Intent("ask", target, item, about=about, clause=clause)
