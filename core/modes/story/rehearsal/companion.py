"""The people of a story in a talk: each answers what was said to them, out of what they know and in their own words."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from rapidfuzz.distance import Prefix

from core.cast.member import PLAYER
from core.formats import listed
from core.modes.story.promising import is_promise
from core.modes.story.rehearsal.bargains import FEELINGS
from core.modes.story.rehearsal.context import StoryContext
from core.modes.story.rehearsal.grammar import capital, forms
from core.modes.story.rehearsal.phrases import fitting, is_about, kind_of_talk, sentences
from core.modes.story.rules.intents import named, words_of
from core.modes.story.rules.parts import Saying

LONGEST = 55
"""Words of a line."""

MOST_GOODS = 4
"""Things that somebody names of what they have."""

HERSELF = ("who", "wants", "trade", "tale")
"""What the player asks of somebody about themselves."""
GENERAL = ("long", "danger", "next", "trust")
"""What anybody can be asked anywhere."""
ASKED = ("question", "rumour", "secret")
ACTS = ("insult", "threat", "apology", "thanks", "praise", "offer", "agree", "deny", "greeting")
"""What the player does by words, and asks nothing."""
TELLING = 0.5
"""Chance that somebody who was told something tells something too."""

STEM = 4
"""Letters that two forms of a word share at least; a word of one fewer may be longer by what makes it a plural."""
ENDINGS = frozenset(("", "s", "e", "es", "ed", "ing", "er", "ers", "n", "en", "em", "t", "et", "st", "te", "ten", "ns"))
"""By which forms of a word differ."""
_BEHIND = re.compile(r"[.!,;] +(\S+ .*\?)\s*$")
_HERE_IS = re.compile(r"(?i)\b(?:here(?: is|'s|’s)|i (?:have|found|brought|got)|hier ist|ich hab\w*|da ist)\b")

_NAME = re.compile(
    r"(?i:^.*?\b(?:my name is|the name is|name's|they call me|call me|people call me|i am called|i am|i'm|"
    r"ich heiße|mein name ist|man nennt mich|nenn mich|nennt mich|ich bin)\s+)"
)
_CAPITAL = re.compile(r"[A-ZÄÖÜ][\w’'-]*")
_TITLES = frozenset(("Der", "Die", "Das", "The", "Of", "Von"))
_WORD = re.compile(r"[^\W\d_]{5,}")


class Companion(StoryContext):
    """One of the people in a moment."""

    def answered(self, move: str) -> str:
        """The line of a character whose talk it is. `move` is what they do beside it."""
        things = [(self.setting.item(item), name) for item, (name, _count) in self.carried(self.me).items()]
        # What they could part with; not their coins.
        goods = [name for thing, name in things if thing is None or thing.kind != "coin"][:MOST_GOODS]
        self.what = move
        about = {"item": self.fact("handed_over"), "price": self.fact("price")}
        self.slots |= {"name": self.player, "goods": ", ".join(goods), **about}
        said = fitting(map(capital, filter(None, self.told("answer"))), LONGEST)
        return " ".join(said) or self.say("say.statement")

    # ---------------------------------------------------------------- what they answer

    def meet(self) -> Iterator[str]:
        """A greeting; and whoever has a task to give, or gave one, speaks of it."""
        task = self.of_task()
        if not (self.before and task):
            yield self.own("again" if self.before else "greeting") or self.say(
                *(("say.again",) if self.before else (f"say.meet.{self.fact('tone')}", "say.meet"))
            )
        yield task

    def moved(self) -> Iterator[str]:
        """What goes with what they do themselves: they part, hand something over, come along."""
        if self.what in FEELINGS:
            yield from self.reply()
        else:
            yield self.own(self.what) or self.say(f"say.{self.what}.{self.fact('tone')}", f"say.{self.what}")

    def stays_here(self) -> Iterator[str]:
        """They do not come along."""
        yield self.own("remains") or self.say(f"say.remains.{self.fact('tone')}", "say.remains")

    def joins(self) -> Iterator[str]:
        """They come along."""
        yield self.own("follows") or self.say("say.follows")

    def parts(self) -> Iterator[str]:
        """A farewell."""
        yield self.own("part") or self.say(f"say.part.{self.fact('tone')}", "say.part")

    @property
    def before(self) -> bool:
        """Whether they have talked with the player before this talk."""
        return any(piece.member == self.me for piece in self.pieces("met"))

    def of_task(self) -> str:
        """What they say to how it stands with the task that they have given; each once."""
        if self.fact("tone") == "cold":
            return ""
        for quest in self.setting.quests:
            if quest.giver == self.me and quest.id in self.quests:
                stage, _of, done = self.quests[quest.id]
                if text := self.own("done" if done else "progress" if stage > 1 else "task"):
                    return text
        return ""

    def reply(self) -> Iterator[str]:
        """What they say to the player's words."""
        kind, cold = self.fact("talk"), self.fact("tone") == "cold"
        if kind == "greeting" and (behind := _BEHIND.search(self.act)):
            # They have greeted; what matters is what comes behind it.
            self.act = behind[1]
            kind = kind_of_talk(self.act, self.language)
        if kind in {"statement", "offer"} and is_promise(self.act, self.language):
            kind = "offer"
        if _HERE_IS.search(self.act) and (item := self._shown()):
            yield from self._looks_at(item)
        elif kind == "way":
            yield self._described() or self.say("say.way", ways=self.ways)
        elif kind in {"feeling", "place"}:
            found = "" if cold else self._asked_for() or (self._described() if kind == "place" else "")
            yield found or self.own(kind) or self._of_themselves(kind)
        elif kind in GENERAL:
            found = "" if cold else self._asked_for()
            pools = ("say.next.asked",) if kind == "next" and self.tasks else ()
            yield found or self.say(*pools, f"say.{kind}")
        elif kind == "tale" and not cold and (found := self._asked_for()):
            yield found
        elif kind in HERSELF:
            # "What is your daughter called?" asks about somebody else.
            if kind == "who" and not cold and (found := self._asked_for()):
                yield found
                return
            yield self.own(kind) or self._of_themselves(kind)
        elif kind in ASKED:
            yield from self._answer(cold)
        elif kind in ACTS:
            asks = "?" in self.act and kind not in {"insult", "threat"}
            found = (self._asked_for() or self._described()) if asks and not cold else ""
            if not (found and self.fact("talked")):
                yield self.own(kind) or self.say(f"say.{kind}.{self.fact('tone')}", f"say.{kind}")
            yield found
        else:
            yield from self._taken_up(cold)
        if kind not in {"offer", "insult", "threat"}:
            # Where the talk began without a greeting.
            yield self.of_task()

    def _of_themselves(self, kind: str) -> str:
        someone = self.someone
        if kind in {"who", "wants"} and any(kind in one.on for one in self._sayings):
            return self.say("know.told")
        if kind == "who" and someone:
            role = someone.role.text(self.language)
            return self.say("say.name", me=someone.name, role=role)
        if kind == "wants":
            wish = self.fact("wish")
            pool = "wants.said" if wish and not self.fact("secret") else "wants.kept"
            return self.say(f"say.wants.{self.fact('tone')}" if self.fact("tone") == "cold" else pool, pool, wants=wish)
        return self.say(f"say.{kind}.{self.fact('tone')}", f"say.{kind}")

    def _answer(self, cold: bool) -> Iterator[str]:
        """To a question: what they know of it, else what everybody knows, else that they do not know."""
        if cold and not self._described():
            yield self.say("know.withheld")
        elif found := self._asked_for() or self._described():
            yield found
        elif self._told_before():
            yield self.say("know.told")
        elif self.fact("talk") in {"rumour", "secret"} and (text := self._next()):
            yield text
        else:
            yield self.own("unknown") or self.say("know.nothing")
            if somebody := self._who_knows():
                yield self.say("know.ask", name=somebody)

    def _taken_up(self, cold: bool) -> Iterator[str]:
        """To something that was told them."""
        if found := "" if cold else self._asked_for():
            yield found
            return
        if is_about(self.act, "invite", self.language):
            yield self.say("say.invited")
            return
        yield self.say(f"say.statement.{self.fact('tone')}", "say.statement")
        if not cold and self.random.random() < TELLING and (text := self._next()):
            yield self.say("know.besides")
            yield text

    def _looks_at(self, item: str) -> Iterator[str]:
        """To a thing that the player has with them."""
        thing = self.setting.item(item)
        name = forms(self.setting.item_name(item, self.language), self.language, thing.gender if thing else "")
        yield self.say("talk.shown", item=name.akk)
        yield self.of_task()

    def _shown(self) -> str:
        """The thing of the player's that they speak of; "the bell" is the ferry bell."""
        said = [word for word in words_of(self.act) if len(word) >= STEM]
        mine = {item: name.casefold() for item, (name, _count) in self.carried(PLAYER).items()}
        return next((item for item, name in mine.items() if any(name.endswith(word) for word in said)), "")

    # ---------------------------------------------------------------- what they know

    def own(self, act: str) -> str:
        """Their own words to an act of the player's that they have not used yet; empty: none."""
        texts = [one.text.text(self.language) for one in self._sayings if act in one.on]
        texts = [text for text in texts if "{" not in text or self.slots.get("goods")]
        filled = [text.replace("{goods}", self.slots.get("goods", "")) for text in texts]
        fresh = self.unheard(filled)
        return self.spoken(fresh[0]) if fresh else ""

    @property
    def _sayings(self) -> tuple[Saying, ...]:
        return self.someone.says if self.someone else ()

    def _matching(self, sayings: tuple[Saying, ...]) -> list[Saying]:
        """Those that the player's words call for, the most fitting first."""
        said = words_of(self.act)

        def score(one: Saying) -> int:
            keys = one.about.text(self.language).split(",") if one.about else ()
            met = [[{each for each in said if _alike(word, each)} for word in words_of(key)] for key in keys]
            return len(set().union(*(found for key in met if all(key) for found in key)))

        scored = [(score(one), -number, one) for number, one in enumerate(sayings)]
        return [one for points, _number, one in sorted(scored, key=lambda each: each[:2], reverse=True) if points]

    def _asked_for(self) -> str:
        """What they have to say about what was asked, and did not say yet."""
        texts = [one.text.text(self.language) for one in self._matching(self._sayings)]
        if not texts and not self._sayings:
            said = {word.casefold()[:6] for word in _WORD.findall(self.act)}
            known = [text for text in self.untold if said & {word.casefold()[:6] for word in _WORD.findall(text)}]
            return f"{self.say('know.hearsay')} {self.spoken(known[0])}" if known else ""
        fresh = self.unheard(texts)
        return self.spoken(fresh[0]) if fresh else ""

    def _told_before(self) -> bool:
        return bool(self._matching(self._sayings))

    def _next(self) -> str:
        """The first of what they know that they have not told."""
        texts = self.unheard([one.text.text(self.language) for one in self._sayings if one.about])
        if texts:
            return self.spoken(texts[0])
        if self._sayings or not self.untold:
            return ""
        return f"{self.say('know.hearsay')} {self.spoken(self.untold[0])}"

    def _who_knows(self) -> str:
        """Somebody else who has something to say about it."""
        others = [one for one in self.setting.people if one.id != self.me and self._matching(one.says)]
        return others[0].name if others else ""

    def _described(self) -> str:
        """What anybody here knows of a person, a place or a thing that the player names."""
        said, known = words_of(self.act), self.known
        if (one := named(said, known.people, known.called)) and one != self.me:
            return self._person(one)
        if (place := named(said, known.places)) and self.setting.place(place):
            return self._place(place)
        if item := named(said, known.items):
            return self._thing(item)
        return ""

    def _person(self, one: str) -> str:
        someone = self.setting.someone(one)
        if someone is None:
            return ""
        if is_about(self.act, "opinion", self.language):
            return self.say("know.opinion", who=someone.name)
        there = forms(self.setting.place_name(someone.location, self.language), self.language)
        here = self.figure(one) is not None
        role = someone.role.text(self.language)
        slots = {"who": someone.name, "role": re.sub(r"^(?:the|a|an) ", "", role), "there": there.to}
        return self.say("know.person.here" if here else "know.person", **slots)

    def _place(self, place: str) -> str:
        name = forms(self.setting.place_name(place, self.language), self.language)
        if self.place is None or place == self.place.id:
            return ""
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
        where = self.say(f"know.thing.{'mine' if mine else 'lies' if lies else 'away'}", it=capital(named_so.nom))
        return " ".join(filter(None, (where, *self.unheard([about]))))

    # ---------------------------------------------------------------- the interview

    def asked(self) -> str:
        """The innkeeper's next question, behind a word on the answer to the one before."""
        questions, answers = self.setting.questions, [piece.text for piece in self.pieces("answer")]
        number = max(1, self.number("question"))
        question = questions[min(number, len(questions)) - 1]
        if answers and number > 1:
            before = questions[min(len(answers), len(questions)) - 1].about
            pools = [f"inn.heard.{before}", "inn.heard"]
            if answers[-1].rstrip().endswith("?"):
                pools.insert(0, "inn.heard.question")
            elif len(answers[-1].split()) < 2 and before != "name":
                pools.insert(0, "inn.heard.short")
            first = self.say(*pools, name=called(answers[0]))
        else:
            first = self.say("inn.welcome")
        return " ".join(filter(None, (first, self.spoken(question.text.text(self.language)))))


def _alike(key: str, word: str) -> bool:
    """Whether a word is the key, or another form of it."""
    if key == word:
        return True
    same = Prefix.similarity(key, word)
    ends = {key[same:], word[same:]}
    return ends <= ENDINGS if same >= STEM else same >= STEM - 1 and "" in ends and ends <= {"", "s", "n", "en"}


def called(answer: str) -> str:
    """The name in an answer to "what are you called?"; empty where it cannot be told."""
    rest = _NAME.sub("", answer.strip(), count=1)
    found = (word for word in _CAPITAL.findall(re.split(r"[,.;:!?]", rest)[0]) if word not in _TITLES)
    return next(found, "")
