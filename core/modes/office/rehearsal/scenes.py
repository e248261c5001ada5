"""What somebody says in a scene of the office: a line in answer, or their part of a beat without hearing the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from parley.core.base.line import capped
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.opening import date_of
from parley.core.modes.office.rehearsal.conversation import DECIDING, Conversation
from parley.core.modes.office.rehearsal.situation import PARTS, Line, was_said
from parley.core.modes.office.rehearsal.slots import filled, forms, scene_of
from parley.core.modes.office.rehearsal.translating import tellable
from parley.core.modes.office.state import ALONE
from parley.core.perspective.perspective import whispered_since
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.persona import Persona
from parley.core.voices.rehearsal.phrases import one_of

LATELY = 600
"""How many of the last witnessed blocks are looked through, so that nobody repeats what they said this week."""

THOUGHTS = 0.12
HELLO, NEXT, FEEL = 0.4, 0.1, 0.4
AFTERNOON = "13:00"
LOOKED = 0.8
"""Chance that one looks back on what happened, where something did."""
DEFAULT_CAP = 200
TASK = {"en": "Task", "de": "Aufgabe"}
"""What stands before the task that is named apart."""
DAYS = 20
"""Days back to which it is counted who had which phrase."""
WEEK = 5
"""Days of a week: after them an evening at the table is the next one."""

_ENDED = re.compile(r"[.!?…]$")


class SceneSpeaker:
    """One contribution or line in the making; `said` are the scene's lines that the speaker witnessed."""

    def __init__(self, request: Request, persona: Persona, random: Random) -> None:
        self.request, self.persona, self.random = request, persona, random
        self.scene, self.config, self.me = scene_of(request), persona.config, persona.me
        self.office = self.config.find(OfficeConfig)
        rules = self.office.agenda.rules(self.scene.kind) if self.office else None
        self.cap = min(filter(None, ((rules.cap if rules else 0) or self.config.cap or DEFAULT_CAP, self.config.cap)))
        self.most = rules.lines[1] if rules else 6
        self.talk = Conversation(self.config, self.scene)
        self.bank = self.talk.bank
        latest = request.perspective.witnessed(LATELY)
        # What has neither speaker nor name is the scene's opening.
        openings = [
            at for at, block in enumerate(latest) if not block.speaker and not block.name and block.role == "user"
        ]
        here = latest[openings[-1] + 1 if openings else 0 :]
        self.said = [Line(self.me.id if block.role == "assistant" else block.speaker, block.said) for block in here]
        self.mine = [Line(self.me.id, block.said) for block in latest if block.role == "assistant"]
        self.theirs = [Line(block.speaker, block.said) for block in latest if block.role == "user"]
        # What was whispered in an earlier scene waits for the next in which they speak.
        carried = whispered_since(latest[: openings[-1]] if openings else (), self.talk.language)
        spoken = any(block.role == "assistant" for block in here)
        self.carried = bool(carried) and not spoken
        self.injected = (bool(self.said) and not self.said[-1].member) or self.carried
        self.day = self._of_today(
            [Line(self.me.id if block.role == "assistant" else block.speaker, block.said) for block in latest]
        )
        """What was said since one came this morning."""
        self.place = self.talk.ids.index(self.me.id)
        if self.scene.exchange == "sequential":
            # Those who speak at once must find the same words for each other.
            self.talk.heard = "\n".join(line.said for line in (*self.mine, *self.theirs))

    def _of_today(self, lines: list[Line]) -> list[Line]:
        pools = ("arrival.plan", f"matter.{self.talk.matter(self.me.id)}.plan")
        plans = [phrase.mark for pool in pools for phrase in self.bank.pools.get(pool, ())]
        came = [
            at
            for at, line in enumerate(lines)
            if line.member == self.me.id and any(each in line.said for each in plans)
        ]
        return lines[came[-1] + 1 :] if came else []

    def contribution(self) -> str:
        """One to three chunks, each on a line of its own, sometimes with a [thought]."""
        chunks = self._alone() if self.scene.scene_type in ALONE else self._parts()
        if self.carried and (heard := self.talk.dealt("react.injected", self.me.id, self.said)):
            chunks = [heard, *chunks]
        if self.scene.exchange == "round":
            # It becomes one line.
            while len(chunks) > 1 and len(" ".join(chunks)) > self.cap:
                chunks.pop()
        chunks = [capped(chunk, self.cap) for chunk in chunks]
        if thought := self._thought():
            chunks[-1] = f"{chunks[-1]} [{thought}]"
        if self.scene.scene_type in ("arrival", "work"):
            task = self.config.lived_in.matters[self.talk.matter(self.me.id)].task.text(self.talk.language)
            chunks.append(f"{TASK[self.talk.language]}: {task}")
        return "\n".join(chunks)

    def line(self) -> str:
        """One line within the cap, in answer to what was said, sometimes with a [thought] behind it."""
        closing = self.request.kind == "closing"
        if self.scene.scene_type in ALONE:
            text = capped(" ".join(self._alone()), self.cap)
        elif self.scene.kind == "dnd":
            told = sum(line.member == self.me.id for line in self.said)
            text = capped(self._told(told) if self._masters else self._deed(told), self.cap)
        else:
            text = self.talk.next(self.me.id, self.said, closing=closing)
            text = capped(text or self._anything(), self.cap)
            heard = self.talk.dealt("react.injected", self.me.id, self.said) if self.injected else ""
            text = f"{heard} {text}" if heard and len(heard) + len(text) < self.cap else text
        thought = self._thought()
        return f"{text} [{thought}]" if thought and len(text) + len(thought) + 3 <= self.cap else text

    # ---------------------------------------------------------------- each for themselves

    def _alone(self) -> list[str]:
        match self.scene.scene_type:
            case "arrival":
                found = [self._of_the_day("arrival.hello", HELLO), self._plan()]
            case "work":
                done = self._done()
                # Behind what is finished nothing is left to do.
                found = [done, "" if self._finished([Line(self.me.id, done)]) else self._of_the_part("work.next", NEXT)]
            case _:
                found = [self._look(), self._of_the_day("reflection.feel", FEEL)]
        return list(filter(None, found)) or [self._anything()]

    def _own(self) -> dict[str, object]:
        slots = self.talk.slots(self.me.id)
        return slots | {"name": "", "other": self._met()}

    def _met(self) -> str:
        """Somebody who spoke to them by name today, the last of them; empty for none."""
        lines = (line for line in reversed(self.day) if line.member not in ("", self.me.id))
        met = (line.member for line in lines if self.me.name in line.said and not self._decided(line))
        return self.config.names.get(next(met, ""), "")

    def _plan(self) -> str:
        """What the day is for: in the words of what one works on as long as there are some."""
        return self._of_the_matter("plan") or self._dealt("arrival.plan", self._daily)

    def _done(self) -> str:
        """What is just done of it."""
        # That it is finished is said in the end.
        told = self._of_the_matter("done", last=self._ends_today)
        return told or self._dealt("work.done", 2 * self._daily + self.talk.part)

    def _of_the_matter(self, kind: str, *, last: bool = True) -> str:
        """The next sentence of that kind about what one works on; empty where all of them were said."""
        told = self.bank.pools[f"matter.{self.talk.matter(self.me.id)}.{kind}"]
        told = told if last else told[:-1]
        return next((filled(each.text, self._own()) for each in told if not was_said(each, self.mine)), "")

    @property
    def _ends_today(self) -> bool:
        """Whether one works on it for the last time this week, and it is the afternoon."""
        own = len(self.config.lived_in.matters_of(self.me.id))
        if not own or self.office is None:
            return True
        return date_of(self.office, self.scene.day).weekday() + own >= WEEK and self.scene.clock >= AFTERNOON

    def _dealt(self, pool: str, at: int) -> str:
        """A phrase of everybody's that they have not said lately, where there is one."""
        return self.talk.deal(pool, at, self._own(), self.mine) or self.talk.deal(pool, at, self._own())

    def _look(self) -> str:
        """How the day was: what was proposed, asked or decided in it, else what may always be said."""
        found = list(self._looks())
        draw = Random(f"{self.talk.seed}:{self.scene.scene}:{self.me.id}:look")
        if self._finished(self.day):
            return self._dealt("reflection.finished", self._daily)
        if found and draw.random() < LOOKED:
            pool, slots = draw.choice(found)
            if text := self.talk.deal(pool, self._daily, slots, self.mine):
                return text
        return self._dealt("reflection.look", self._daily)

    def _finished(self, said: list[Line]) -> bool:
        """Whether one has said that one's own work is finished."""
        last = self.bank.pools[f"matter.{self.talk.matter(self.me.id)}.done"][-1:]
        return bool(self.config.lived_in.matters_of(self.me.id)) and any(was_said(each, said) for each in last)

    def _looks(self) -> Iterator[tuple[str, dict[str, object]]]:
        """What of today one may look back on, with what fills it in."""
        matter = f"matter.{self.talk.matter(self.me.id)}"
        for line in self.day:
            for kind in ("idea", "ask"):
                if line.member != self.me.id and any(
                    each.mark in line.said for each in self.bank.pools[f"{matter}.{kind}"]
                ):
                    yield f"reflection.{kind}", self._own() | {"other": self.config.names.get(line.member, "")}
            if decided := self._decided(line):
                topic, won = decided
                options = self.bank.things["options"][2 * topic : 2 * topic + 2]
                slots = self._own() | forms(options[won], "won_") | forms(options[1 - won], "own_")
                if self.me.name in line.said or (line.member == self.me.id and self._takes(line)):
                    yield "reflection.taken", slots
                elif self._spoke_for(topic, 1 - won):
                    yield "reflection.lost", slots
                elif self._spoke_for(topic, won):
                    yield "reflection.won", slots

    def _decided(self, line: Line) -> tuple[int, int] | None:
        """Of which topic and for which of its options a line is the decision; None: it is none."""
        pools = (self.bank.pools.get(f"meeting.{each}", ()) for each in DECIDING)
        if not any(phrase.mark in line.said for pool in pools for phrase in pool):
            return None
        found = enumerate(self.bank.things["options"])
        named = ((at, forms_of) for at, forms_of in found if any(form in line.said for form in forms_of))
        # Who gives in names both: what is decided stands behind.
        at = max(named, key=lambda each: max(line.said.rfind(form) for form in each[1]), default=None)
        return (at[0] // 2, at[0] % 2) if at else None

    def _takes(self, line: Line) -> bool:
        pools = (self.bank.pools.get(f"meeting.{each}", ()) for each in ("decide_mine", "decide_even_mine"))
        mine = any(phrase.mark in line.said for pool in pools for phrase in pool)
        # Some begin like those that name somebody else.
        return mine and not any(name in line.said for one, name in self.config.names.items() if one != line.member)

    def _spoke_for(self, topic: int, side: int) -> bool:
        pool = self.bank.pools[f"topic.{topic}.{('first', 'second')[side]}"]
        return any(line.member == self.me.id and any(each.mark in line.said for each in pool) for line in self.day)

    @property
    def _daily(self) -> int:
        """Another number on each day and for each member."""
        return (self.scene.day - 1) * len(self.talk.ids) + self.place

    def _of_the_day(self, pool: str, chance: float) -> str:
        """A phrase of everybody's with that chance: another one for each who has one, day by day."""
        return self._ranked(pool, chance, (self.scene.day, 0, self.place))

    def _of_the_part(self, pool: str, chance: float) -> str:
        return self._ranked(pool, chance, (self.scene.day, self.talk.part, self.place))

    def _ranked(self, pool: str, chance: float, here: tuple[int, int, int]) -> str:
        parts = range(len(PARTS)) if here[1] or pool == "work.next" else (0,)
        before = 0
        for day in range(max(1, here[0] - DAYS), here[0] + 1):
            for part in parts:
                for place in range(len(self.talk.ids)):
                    drawn = Random(f"{self.talk.seed}:{pool}:{day}:{part}:{place}").random() < chance
                    if (day, part, place) == here:
                        return self.talk.deal(pool, before, self._own()) if drawn else ""
                    before += drawn
        return ""

    # ---------------------------------------------------------------- together

    def _parts(self) -> list[str]:
        if self.scene.kind == "dnd":
            beat = (self.request.beat or 1) - 1
            if self._masters:
                told = [self._told(2 * beat), self._told(2 * beat + 1)]
                # They set the scene in one breath, and end the evening when all have acted.
                return told if beat else [whole] if len(whole := " ".join(told)) <= self.cap else told
            return [self._deed(beat)]
        return self.talk.parts(self.me.id, self.most) or [self._anything()]

    def _anything(self) -> str:
        """Something in any case."""
        phrase = one_of(self.bank.pools["visit.bye"], self.random)
        return filled(phrase.text, self.talk.slots(self.me.id, self.said)) or "…"

    def _thought(self) -> str:
        """Something to oneself: a signature line, else by the hour."""
        if self.random.random() >= THOUGHTS:
            return ""
        pool = {"arrival": "thoughts.morning", "reflection": "thoughts.evening"}.get(self.scene.scene_type, "")
        pool = "dnd.thoughts" if self.scene.kind == "dnd" else pool or "thoughts.plain"
        own = [phrase.mark for phrase in self.persona.lines if _ENDED.search(phrase.mark)]
        if own and pool == "thoughts.plain" and self.talk.part < 2:
            said = own[(self.scene.day - 1) % len(own)]
            known = any(said in line.said for line in (*self.mine, *self.theirs))
            if not known and tellable(self.config, said):
                return said
        return self.talk.deal(pool, self.request.turn // 2 + self.place, self._own())

    # ---------------------------------------------------------------- at the table

    @property
    def _masters(self) -> bool:
        """Whether they are the master of the table: whoever is plays nobody."""
        return self.scene.host == self.me.id

    @property
    def _campaign(self) -> int:
        """Which evening of the campaign it is."""
        evenings = [name for name in self.bank.pools if name.startswith("campaign.")]
        return ((self.scene.day - 1) // WEEK + self.talk.seed) % len(evenings)

    def _table(self) -> dict[str, object]:
        """What is on the table tonight: one foe and one thing, the same for all."""
        playing = [one for one in self.talk.members if one != self.scene.host]
        before = [line.member for line in self.said if line.member in playing and line.member != self.me.id]
        others = [one for one in playing if one != self.me.id] or playing
        hero = before[-1] if before else others[self.place % len(others)] if others else ""
        known = self.talk.members.get(hero)
        name = (known.character.name if known.character else known.name) if known else ""
        at = self._campaign
        things = self.bank.things
        rolled = Random(f"{self.talk.seed}:{self.scene.scene}:{self.me.id}:{len(self.said)}").randint(8, 20)
        return {
            "hero": name,
            "roll": rolled,
            **forms(things["foes"][at % len(things["foes"])], "foe_"),
            **forms(things["loot"][at % len(things["loot"])], "loot_"),
        }

    def _told(self, at: int) -> str:
        """What the master tells: the evening's own story, then what may always happen."""
        story = self.bank.pools[f"campaign.{self._campaign}"]
        if at < len(story):
            recap = self.bank.texts.get(f"recaps.{self._campaign}", "") if self.scene.day > WEEK and not at else ""
            return " ".join(filter(None, (recap, filled(story[at].text, self._table()))))
        return self.talk.deal("master.say", at, self._table(), self.said) or "…"

    def _deed(self, at: int) -> str:
        """What the member's character does: in answer to what the master told, each something else."""
        pool = f"deeds.{self._campaign}.{'first' if at % 2 == 0 else 'second'}"
        playing = [one for one in self.talk.members if one != self.scene.host]
        place = playing.index(self.me.id) if self.me.id in playing else 0
        said = self.talk.deal(pool, place, self._table(), self.said) if place < len(self.bank.pools[pool]) else ""
        return said or self.talk.deal("dnd.say", place + at, self._table(), self.said) or "…"
