"""What is said next in a scene: it follows from the scene and from what was said in it, whoever asks.

So those who speak at once say parts of one and the same talk, and those who speak in turn answer each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.rehearsal.situation import Line, Situation, was_said
from parley.core.modes.office.rehearsal.slots import filled
from parley.core.modes.office.words import word

PASSING = (0, 0, 1, 1, 2, 2, 2)
"""The how-manieth small talk of the day it is, by part."""
LONGEST = 190
DECIDING = ("decide", "decide_mine", "decide_even", "decide_even_mine", "decide_against")
"""The pools in which a meeting decides."""
OPEN = 0.25
"""Chance that a visit ends with a question."""
PROMISING = 0.6
"""Chance that something is promised where a proposal is replied to."""
NEEDS = ("quiet", "free")
"""What those round a table need who need no help."""
THREADS = 6
MOST_ROUNDS = 6
"""How often it is anybody's turn in a talk in which all speak at once."""
"""Talks about an open question, and about a promise."""
ROUNDS = {2: 3, 3: 2}
"""How many lines each says of a talk in which all speak at once, by how many they are; else two."""


class Conversation(Situation):
    """A scene's talk. All that is drawn is a function of the run's seed and the scene."""

    def next(self, me: str, said: Sequence[Line], *, closing: bool = False) -> str:
        """What `me` says to what was said; empty where nothing is left."""
        return next(filter(None, self._ways(me, said, closing)), "")

    def parts(self, me: str, most: int) -> list[str]:
        """The member's lines of a talk in which all speak at once: what they would say in turn."""
        return [line.said for line in self.whole(most) if line.member == me]

    def whole(self, most: int) -> list[Line]:
        """All lines of such a talk."""
        script = self._script_of()
        rounds = ROUNDS.get(len(self.members), 2)
        total = len(self.bank.pools.get(script, ())) or min(max(most, len(self.members)), rounds * len(self.members))
        self.briefly = True
        said: list[Line] = []
        # Whoever has nothing to say leaves it to the next one.
        for member in islice(_round(list(self.members)), MOST_ROUNDS * len(self.members)):
            if len(said) < total and (text := self.next(member, said, closing=len(said) == total - 1)):
                said.append(Line(member, text))
        self.briefly = False
        # Now and then a question is left for another time.
        left_open = self._leaves_open
        while left_open and len(said) > 3 and not said[-1].said.endswith("?"):
            if not any(line.said.endswith("?") for line in said[3:]):
                break
            said.pop()
        # Who has just asked for somebody's opinion is not left without a word.
        while not left_open and said and self._hangs(said[-1].said):
            said.pop()
        return said

    @property
    def _leaves_open(self) -> bool:
        return self.scene.kind == "work" and not self.scene.owed and self.chance_of("", ()) < OPEN

    def _hangs(self, text: str) -> bool:
        """Whether it asks or proposes something that nobody comes to answer any more."""
        matters = (f"matter.{self.matter(owner)}" for owner in self.members)
        return any(self._any(f"{matter}.{kind}", text) for matter in matters for kind in ("ask", "idea"))

    def _ways(self, me: str, said: Sequence[Line], closing: bool) -> Iterator[str]:
        """What there is to say, what fits best first."""
        meeting = "meeting" in (self.scene.scene_type, self.scene.kind)
        if meeting:
            yield from self._meeting(me, said, closing)
            return
        if script := self._script_of():
            if not self.scene.owed or me in list(self.members)[:2]:
                yield from self._answered(me, said) if said and self._answer() else [self._script(script, me, said)]
        elif self.title and not self._of_a_matter:
            yield from self._debated(me, said)
        if self.briefly and script:
            return
        for owner in self._visited()[: 1 if self.briefly else None]:
            yield from self._about(owner, me, said)
        if not self.briefly:
            yield self.dealt("visit.bye", me, said)

    def _script_of(self) -> str:
        """The pool of a talk that is written line by line; empty where it is none."""
        if self.scene.scene_type == "event":
            return f"evening.{self._evening % max(1, len(self.world.evening))}"
        if self.scene.owed:
            return f"thread.{self.scene.owed}.{self.scene.visits % THREADS}"
        if self.scene.kind != "casual" or self.title or self.scene.scene_type == "meeting":
            return ""
        return f"talk.{self._talk}"

    @property
    def _of_a_matter(self) -> bool:
        """Whether it is about what somebody works on."""
        title = self.title.casefold()
        if self.world.topic(self.scene.topic) >= 0:
            return False
        names = (each for matter in self.world.matters for each in (matter.task, matter.name))
        return any(name.text(self.language).partition("|")[0].casefold() in title for name in names)

    @property
    def _talk(self) -> int:
        """Which small talk it is: each once, as long as there are some."""
        fit = [at for at, talk in enumerate(self.world.talks) if talk.open == (len(self.members) > 2)]
        order = Random(f"{self.seed}:talks").sample(fit, len(fit)) or [0]
        return order[self._passing % len(order)]

    @property
    def _passing(self) -> int:
        """The how-manieth talk in passing of the run it is, as far as the hour shows."""
        return (self.scene.day - 1) * (PASSING[-1] + 1) + PASSING[self.part]

    @property
    def _evening(self) -> int:
        return (self.scene.day - 1) // 5 + self.seed

    def _answer(self) -> str:
        """What is said to an open question about somebody's work, where that is known."""
        if self.scene.owed != "question":
            return ""
        asks = (asked for matter in self.world.matters for asked in matter.asks)
        return next(
            (each.answer.text(self.language) for each in asks if self.title in each.ask.text(self.language)), ""
        )

    def _answered(self, me: str, said: Sequence[Line]) -> Iterator[str]:
        """Whoever owes the answer gives it, and is thanked for it."""
        given = any(self._answer() in line.said for line in said)
        if me == self.scene.owes and not given:
            yield self._answer()
        elif given and not any(self._any("visit.thanks", line.said) for line in said):
            yield self.dealt("visit.thanks", me, said)

    def _script(self, pool: str, me: str, said: Sequence[Line]) -> str:
        """The next line of a talk that is written line by line."""
        lines = self.bank.pools.get(pool, ())
        at = sum(was_said(phrase, said) for phrase in lines)
        return filled(lines[at].text, self.slots(me, said)) if at < len(lines) else ""

    def _visited(self) -> list[str]:
        """Whose work it is about, one after the other: first whose desk it is."""
        section = self.config.find(OfficeConfig)
        desks = section.desks if section is not None else {}
        order = list(self.members)
        tasks = [self.world.matters[self.matter(one)].task.text(self.language).casefold() for one in order]
        named = [one for one, task in zip(order, tasks, strict=True) if task in self.title.casefold()]
        if named:
            return [named[0], *(one for one in order if one != named[0])]
        at_home = [one for one in order if desks.get(one, "").partition("/")[0] == self.scene.room]
        first = at_home[0] if at_home and self.scene.kind == "work" else order[-1]
        return [first, *(one for one in order if one != first)]

    def _about(self, owner: str, me: str, said: Sequence[Line]) -> Iterator[str]:
        """About what `owner` works on: asked and answered, proposed and replied to, promised."""
        matter = f"matter.{self.matter(owner)}"
        slots = self.slots(me, said, owner)
        offered = self._there("visit.mine", said, slots)
        told = offered or any(self._there(f"visit.{each}", said, slots) for each in ("open", "next"))
        states = self.pool(f"{matter}.state")
        ours = self.scene.kind == "work" and not self.scene.owed and owner == self._visited()[0]
        visit = self.scene.visits if ours else self.times(owner)
        # Nothing goes back to how it was: who has worked on it longer is further.
        state = states[max(visit, self.times(owner)) :][:1] or states[-1:]
        stated = any(was_said(phrase, said) for phrase in state)
        asks = [*zip(self.pool(f"{matter}.ask"), self.pool(f"{matter}.answer"), strict=True)]
        ideas = [*zip(self.pool(f"{matter}.idea"), self.pool(f"{matter}.reply"), strict=True)]
        # Whoever comes a second time has something else to say, and the third time only asks.
        pairs = ([*asks[:1], *ideas[:1]], ideas[1:2], [])[visit % 3]
        if self._leaves_open:
            pairs = pairs[::-1]
        begun = [both for both in pairs if was_said(both[0], said)]
        waiting = [both for both in begun if not was_said(both[1], said)]
        promised = self._there("visit.promise", said, slots)
        if me == owner:
            if not told:
                # Nobody asked: one speaks of it oneself only where one opens.
                if not said:
                    yield self.dealt("visit.mine", me, said)
                return
            if not stated:
                yield from (filled(phrase.text, slots) for phrase in state)
            replies = (filled(reply.text, slots) for _, reply in waiting)
            yield from (self._with_promise(text, me, said) for text in replies)
            if stated and begun and not promised:
                yield self.dealt("visit.promise", me, said)
            return
        if not told:
            yield self.dealt("visit.next" if said else "visit.open", me, said, owner)
        if told and state and not stated:
            if offered and not any(self._any("visit.gladly", line.said) for line in said):
                yield self.dealt("visit.gladly", me, said, owner)
            # The owner has the word: who has nothing to add says nothing.
            elif not self.briefly and len(self.members) > 2:
                yield self._once("visit.second", me, said, owner)
            return
        if waiting:
            if not self.briefly and len(self.members) > 2:
                yield self._once("visit.second", me, said, owner)
            return
        quiet = [one for one in self.members if one != owner and not any(line.member == one for line in said)]
        if self.briefly and quiet and me not in quiet:
            # Three of them: whoever has said nothing yet goes on.
            return
        if not promised:
            for first, _ in pairs:
                if not was_said(first, said):
                    yield self._asked(filled(first.text, slots), me, said, owner)
        if not any(line.member == me and self._any("visit.close", line.said) for line in said):
            yield self.dealt("visit.close", me, said, owner)

    def _once(self, pool: str, me: str, said: Sequence[Line], about: str) -> str:
        """A phrase of the pool, where none of it was said here."""
        return "" if any(self._any(pool, line.said) for line in said) else self.dealt(pool, me, said, about)

    def _asked(self, text: str, me: str, said: Sequence[Line], owner: str) -> str:
        """A question that comes late and is to be left open says so."""
        late = self.briefly and self._leaves_open and len(said) > 3 and text.endswith("?")
        return f"{self.dealt('visit.later', me, said, owner)} {text}" if late else text

    def _with_promise(self, reply: str, me: str, said: Sequence[Line]) -> str:
        """A reply to a proposal, now and then with what one promises because of it."""
        proposed = said[-1].said if said else ""
        idea = any(phrase.mark in proposed for phrase in self.pool(f"matter.{self.matter(me)}.idea"))
        promise = self.dealt("visit.promise", me, said) if idea and self.chance_of(me, said) < PROMISING else ""
        return f"{reply} {promise}" if promise and len(reply) + len(promise) < LONGEST else reply

    def _there(self, pool: str, said: Sequence[Line], slots: dict[str, object]) -> bool:
        """Whether a phrase of the pool was said about the thing that the slots name."""
        names = [str(slots[case]).casefold() for case in ("nom", "akk", "dat")]
        bare = [name.partition(" ")[2] or name for name in names]
        return any(self._any(pool, line.said) and any(name in line.said.casefold() for name in bare) for line in said)

    def _any(self, pool: str, text: str) -> bool:
        return any(phrase.mark in text for phrase in self.bank.pools.get(pool, ()))

    # ---------------------------------------------------------------- what is debated

    def _debated(self, me: str, said: Sequence[Line]) -> Iterator[str]:
        """Two or three speak of a topic in passing: nobody decides it there."""
        if not said:
            yield self.dealt("debate.open", me, said)
        if self._spoken(said) < 4:
            yield self._point(me, said)
        if not any(self._any("debate.leave", line.said) for line in said):
            yield self.dealt("debate.leave", me, said)

    def _meeting(self, me: str, said: Sequence[Line], closing: bool) -> Iterator[str]:
        """A meeting: it is opened, both sides say what speaks for theirs, it is decided who does what."""
        round_the_table = self.title == word(self.config, "stand_up").rstrip(".!…")
        kind = "standup" if round_the_table or self.topic < 0 else "meeting"
        decided = any(self._any(f"{kind}.{each}", line.said) for line in said for each in DECIDING)
        if not said:
            yield self.dealt(f"{kind}.open", me, said)
        if decided:
            mine = "accept" if me == self.taker(said) and not self._spoke_in(f"{kind}.accept", me, said) else "ack"
            yield self.dealt(f"{kind}.{mine}", me, said)
            return
        help_ = self._help(me, said) if kind == "standup" else ""
        if not closing:
            if kind == "standup":
                yield from self._round_the_table(me, said, help_)
            else:
                yield self._point(me, said)
                if not self._spoke_in("meeting.vote", me, said):
                    yield self.dealt("meeting.vote", me, said)
        yield " ".join(filter(None, (help_, self.dealt(f"{kind}.{self._decides(kind, me, said)}", me, said))))

    def _round_the_table(self, me: str, said: Sequence[Line], help_: str) -> Iterator[str]:
        """What one needs: one of them help, the others nothing or nothing but quiet; then one offers that help."""
        need = "want" if me == self._in_need else NEEDS[(self.ids.index(me) + self.scene.day) % len(NEEDS)]
        if not any(self._spoke_in(f"standup.{each}", me, said) for each in ("want", *NEEDS)):
            yield " ".join(filter(None, (self.dealt(f"standup.{need}", me, said), help_ if need == "free" else "")))
        yield help_

    @property
    def _in_need(self) -> str:
        """Who has need of help in a round: another one each day."""
        others = [one for one in self.members if one != self.scene.host]
        return others[self.scene.day % len(others)] if others else ""

    def _help(self, me: str, said: Sequence[Line]) -> str:
        """An offer to who asked for help, where nobody has made one."""
        one = self._in_need
        offered = me == one or any(self._any("standup.help", line.said) for line in said)
        return (
            ""
            if offered or not self._spoke_in("standup.want", one, said)
            else self.dealt("standup.help", me, said, one)
        )

    def _decides(self, kind: str, me: str, said: Sequence[Line]) -> str:
        """How whoever decides says it: for most, for most and against oneself, or where it is as many."""
        mine = me == self.taker(said)
        if kind == "standup":
            return "decide_mine" if mine else "decide"
        counts = self.votes(said)
        if counts[0] == counts[1]:
            return "decide_even_mine" if mine else "decide_even"
        if self.sides[me] != self.won(said) and self.spoke_for(me, said):
            return "decide_against"
        return "decide_mine" if mine else "decide"

    def _spoke_in(self, pool: str, me: str, said: Sequence[Line]) -> bool:
        return any(line.member == me and self._any(pool, line.said) for line in said)

    def _spoken(self, said: Sequence[Line]) -> int:
        """How many of the topic's sentences were said."""
        pools = [f"topic.{self.topic}.{name}" for name in ("first", "second", "facts")]
        return sum(was_said(phrase, said) for pool in pools for phrase in self.bank.pools[pool])

    def _point(self, me: str, said: Sequence[Line]) -> str:
        """Something for the member's side, or something that is so; how it stands to what was said before it."""
        sides = [f"topic.{self.topic}.{name}" for name in ("first", "second")]
        mine, facts = sides[self.sides[me]], f"topic.{self.topic}.facts"
        later = self._spoken(said) > 1 or any(was_said(phrase, said) for phrase in self.bank.pools[facts])
        slots = self.slots(me, said)
        at = self.scene.scene
        text = next(
            filter(None, (self.deal(pool, at, slots, said) for pool in ((mine,) if later else (facts, mine)))), ""
        )
        text = text or self.deal(facts, at, slots, said)
        last = said[-1].said if said else ""
        theirs = [any(phrase.mark in last for phrase in self.bank.pools[pool]) for pool in sides]
        ours = text and any(phrase.mark in text for phrase in self.bank.pools[mine])
        # An objection that is objected to and so on is a quarrel.
        plain = 0.7 if self._any("meeting.object", last) or self._any("meeting.agree", last) else 0.35
        if not text or not ours or not any(theirs) or self.chance_of(me, said) < plain:
            return text
        stance = "agree" if theirs[self.sides[me]] else "object"
        return " ".join(filter(None, (self.dealt(f"meeting.{stance}", me, said), text)))

    def chance_of(self, me: str, said: Sequence[Line]) -> float:
        """A draw of this very line's."""
        return Random(f"{self.seed}:{self.scene.scene}:{me}:{len(said)}").random()


def _round(members: list[str]) -> Iterator[str]:
    while members:
        yield from members
