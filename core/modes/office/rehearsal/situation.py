"""What a scene of the office is made of for those who rehearse it: who is for what, who works on what, which words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from math import gcd
from random import Random
from typing import NamedTuple

from parley.core.cast.member import Member
from parley.core.log.config import RunConfig
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.opening import date_of
from parley.core.modes.office.rehearsal.slots import filled, forms, office, shuffled
from parley.core.voices.rehearsal.phrases import SHORTEST_MARK, Phrase, Phrases

PARTS = ("09:00", "10:30", "11:30", "13:00", "14:00", "15:30", "17:00")
"""When the parts of a day begin: what is dealt out in one of them is not in another."""
DAILY = 11
"""By how many phrases a day begins behind the one before: no pool is as long, or a multiple, and begins anew."""
LONGEST_TOPIC = 90


class Line(NamedTuple):
    """What somebody said."""

    member: str
    said: str


class Situation:
    """A scene, and the words there are for it. All that is drawn is a function of the run's seed and the scene."""

    def __init__(self, config: RunConfig, scene: SceneStarted) -> None:
        self.config, self.scene, self.language = config, scene, config.language
        self.world, self.seed = config.lived_in, config.seed
        self.bank = office(self.language, self.world)
        known = {member.id: member for member in config.members}
        # The host opens: what opens a talk is theirs to say.
        # Of an open question or promise whoever owes it speaks next.
        order = sorted(
            (one for one in scene.members if one in known), key=lambda one: (one != scene.host, one != scene.owes)
        )
        self.members: dict[str, Member] = {one: known[one] for one in order}
        self.ids = [member.id for member in config.members]
        self.title = scene.topic.strip().rstrip(".!…")
        self.topic = self._topic()
        self.part = sum(scene.clock >= begins for begins in PARTS[1:])
        self.chance = Random(f"{self.seed}:{scene.scene}:talk")
        self.sides = self._sides()
        self.briefly = False
        """Whether it is one talk among few, in which all speak at once."""
        self.heard = ""
        """What was said on earlier days, where that is known: nobody says it in the same words."""

    # ---------------------------------------------------------------- what there is to talk about

    def matter(self, member: str) -> int:
        """What the member works on today: their own matters in turn, else some of those that can be anybody's."""
        own = self.world.matters_of(member)
        place = self.ids.index(member)
        if not own:
            shared = [at for at, matter in enumerate(self.world.matters) if not matter.owners]
            own = shared[place % len(shared) :: max(1, len(self.ids))] or [shared[place % len(shared)]]
        return own[(self.scene.day - 1 + self.seed + place) % len(own)]

    def times(self, member: str) -> int:
        """How often the member has worked on it on earlier days."""
        own = max(1, len(self.world.matters_of(member)))
        return (self.scene.day - 1) // own

    def _topic(self) -> int:
        """The place of the scene's topic; −1: it has none."""
        if not self.title:
            return -1
        known = self.world.topic(self.scene.topic)
        known = known if known >= 0 else self.world.topic(self.title)
        if known >= 0:
            return known
        anyones = [at for at, topic in enumerate(self.world.topics) if topic.title is None]
        return anyones[Random(f"{self.seed}:{self.title}").randrange(len(anyones))] if anyones else -1

    def _sides(self) -> dict[str, int]:
        """Which of a topic's two options everybody is for: both have somebody."""
        shift = self.chance.randrange(2)
        return {one: (at + shift) % 2 for at, one in enumerate(self.members)}

    def votes(self, said: Sequence[Line]) -> Counter[int]:
        """How many have spoken for each of the topic's two options."""
        found = {line.member: self.sides[line.member] for line in said if self._speaks_for(line)}
        return Counter(found.values())

    def _speaks_for(self, line: Line) -> bool:
        """Whether a line says something for its speaker's side."""
        if self.topic < 0 or line.member not in self.sides:
            return False
        side = self.sides[line.member]
        points = self.bank.pools.get(f"topic.{self.topic}.{('first', 'second')[side]}", ())
        voted = any(phrase.mark in line.said for phrase in self.bank.pools.get("meeting.vote", ()))
        option = self.bank.things["options"][2 * self.topic + side]
        return any(phrase.mark in line.said for phrase in points) or (
            voted and any(form in line.said for form in option)
        )

    def won(self, said: Sequence[Line]) -> int:
        """The option that more have spoken for; the host's, where it is as many."""
        counts = self.votes(said)
        ours = next(iter(self.sides.values()), 0)
        return ours if counts[ours] >= counts[1 - ours] else 1 - ours

    def spoke_for(self, me: str, said: Sequence[Line]) -> bool:
        """Whether a member has said something for their side."""
        return any(line.member == me and self._speaks_for(line) for line in said)

    def taker(self, said: Sequence[Line]) -> str:
        """Who takes on what is decided: one of those who were for it, who has spoken if somebody has."""
        won = self.won(said)
        willing = [one for one in self.members if self.sides[one] == won and one != self.scene.host]
        spoke = [one for one in willing if any(line.member == one for line in said)] or willing
        return spoke[self.scene.scene % len(spoke)] if spoke else next(iter(self.members), "")

    # ---------------------------------------------------------------- words

    def slots(self, me: str, said: Sequence[Line] = (), about: str = "") -> dict[str, object]:
        """What phrases of `me` are filled with; things are those of `about`, or of their own."""
        name = about if about and about != me else ""
        name = name or next((line.member for line in reversed(said) if line.member != me), "")
        name = name or next((one for one in self.members if one != me), "")
        slots: dict[str, object] = {
            "name": self.members[name].name if name in self.members else "",
            "topic": self.title if self.scene.owed or len(self.title) <= LONGEST_TOPIC else "",
            "day": self._day(),
            "taker": self.members[taker].name if (taker := self.taker(said)) in self.members else "",
        }
        slots |= forms(self.bank.things["things"][self.matter(about or me)])
        if self.topic >= 0:
            options = self.bank.things["options"][2 * self.topic : 2 * self.topic + 2]
            mine = self.sides.get(me, 0)
            slots |= {"one": options[0].nom, "two": options[1].nom}
            slots |= (
                forms(options[mine], "own_")
                | forms(options[1 - mine], "rest_")
                | forms(options[self.won(said)], "won_")
            )
        return slots

    def _day(self) -> str:
        """The next working day but one: until then things are promised."""
        section = self.config.find(OfficeConfig)
        if section is None:
            return ""
        day = date_of(section, self.scene.day)
        weekday = (day + timedelta(days=2)).weekday()
        return self.bank.lists["days"][weekday if weekday < 5 else 0]

    def pool(self, name: str) -> Phrases:
        """The phrases of a pool in the order in which the run deals them out."""
        phrases = self.bank.pools.get(name, ())
        return phrases if name.startswith(("talk.", "evening.", "matter.", "thread.")) else shuffled(phrases, self.seed)

    def deal(self, name: str, at: int, slots: dict[str, object], said: Sequence[Line] = ()) -> str:
        """The pool's phrase at that place, or the next that can be filled and was not said here; empty: none."""
        phrases = self.pool(name)
        second = ""
        # Whoever cannot say theirs does not take their neighbour's.
        stride = next(each for each in (7, 5, 3, 1) if gcd(each, len(phrases)) == 1)
        for step in range(len(phrases)):
            phrase = phrases[(at + step * stride) % len(phrases)]
            if not was_said(phrase, said) and (text := filled(phrase.text, slots)):
                if not self.heard or text not in self.heard:
                    return text
                second = second or text
        return second

    def dealt(self, name: str, me: str, said: Sequence[Line], about: str = "") -> str:
        """A phrase of everybody's: another one in each part of each day, and for each who speaks."""
        at = (self.scene.day - 1) * DAILY + self.part + len(said) // 2
        return self.deal(name, at, self.slots(me, said, about), said)


def was_said(phrase: Phrase, said: Sequence[Line]) -> bool:
    """Whether a phrase was said, whatever it was filled with."""
    return len(phrase.mark) >= SHORTEST_MARK and any(phrase.mark in line.said for line in said)
