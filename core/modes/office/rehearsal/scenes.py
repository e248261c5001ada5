"""What somebody says in a scene of the office: a line in answer, or their part of a beat without hearing the others."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import gcd
from random import Random

from core.base.line import capped
from core.modes.office.config import OfficeConfig
from core.modes.office.rehearsal.phrases import Saying, office, shuffled
from core.modes.office.rehearsal.slots import SceneSlots, Situation, filled, one_of, scene_of
from core.modes.office.rehearsal.translating import kin
from core.modes.office.state import ALONE
from core.voices.base import Request
from core.voices.rehearsal.improviser import Stance, leaning, ranked
from core.voices.rehearsal.persona import Persona, traits_of
from core.voices.rehearsal.phrases import BRIEF, SHORTEST_MARK

LATELY = 160
"""How many of the last witnessed blocks are looked through, so that nobody repeats what they know was said."""

THOUGHTS = 0.24
LATE = 0.65
DEFAULT_CAP = 200

_WORD_QUESTION = re.compile(
    r"\b(?:wer|wem|wen|was|wann|warum|wo|woran|wozu|wie|welche\w*|who|whom|whose|what|when|why|where|how|which)\b"
    r"[^.!?…]*\?$",
    re.IGNORECASE,
)
_HOURS = {"arrival": "morning", "reflection": "evening"}


@dataclass
class SceneSpeaker:
    """One contribution or line in the making; `drawn` are the phrases it has used."""

    request: Request
    persona: Persona
    random: Random
    situation: Situation
    slots: SceneSlots
    lately: str
    cap: int
    drawn: list[Saying] = field(default_factory=list)

    @classmethod
    def of(cls, request: Request, persona: Persona, random: Random) -> SceneSpeaker:
        """The speaker of this request, which is of a scene."""
        scene = scene_of(request)
        latest = request.perspective.witnessed(LATELY)
        situation = Situation.of(request, scene, latest)
        office_rules = (
            persona.config[OfficeConfig].agenda.rules(scene.kind) if persona.config.find(OfficeConfig) else None
        )
        cap = (office_rules.cap if office_rules else 0) or persona.config.cap or DEFAULT_CAP
        if persona.config.cap:
            cap = min(cap, persona.config.cap)
        lately = "\n".join([block.said for block in latest])
        return cls(request, persona, random, situation, SceneSlots(situation, random, request.direction), lately, cap)

    # ---------------------------------------------------------------- all at once

    def contribution(self) -> str:
        """One to three chunks, each on a line of its own, sometimes with a [thought]: nothing in it answers anybody."""
        scene = self.situation.scene
        chunks = [chunk for chunk in self._chunks() if chunk]
        if not chunks:
            chunks = [self._any()]
        if scene.exchange == "round":
            # It becomes one line.
            while len(chunks) > 1 and len(" ".join(chunks)) > self.cap:
                chunks.pop()
        elif self.request.warmth < 0.3 or BRIEF in traits_of(self.situation.me):
            chunks = chunks[:2]
        chunks = [capped(chunk, self.cap) for chunk in chunks]
        chance = 0.4 if scene.scene_type == "reflection" else THOUGHTS
        if self.random.random() < chance and (thought := self._thought("neutral")):
            chunks[-1] = f"{chunks[-1]} [{thought}]"
        return "\n".join(chunks)

    def _chunks(self) -> list[str]:
        scene, random, place = self.situation.scene, self.random, self.situation.place
        at = max(0, scene.day - 1) * max(1, len(scene.members)) + place
        match scene.scene_type:
            case "arrival":
                hello = self._maybe(0.4, "arrival.hello", at=at)
                extra = self._trait() if random.random() < 0.2 else ""
                return [hello, self._said("arrival.plan", at=at), extra]
            case "work":
                done = self._said("task.done")
                draw = random.random()
                self.slots.fresh()
                return [done, self._said("task.next") if draw < 0.45 else self._trait() if draw < 0.6 else ""]
            case "reflection":
                return [self._said("reflection.look", at=at), self._maybe(0.6, "reflection.feel", at=at)]
        if self._dnd:
            return self._adventure(self.request.beat or 1)
        if self._meeting:
            first = self._said("meeting.open") if place == 0 else ""
            return [first, self._body(), self._said("meeting.ask") if random.random() < 0.3 else self._trait()]
        return self._encounter()

    def _encounter(self) -> list[str]:
        random, scene, pools = self.random, self.situation.scene, office().pools
        family = self._family()
        by_scene = family in ("work", "casual.topical", "casual.thread")
        at = scene.scene if by_scene else scene.scene // len(office().motifs)
        if self.situation.place == 0:
            opening = self._said(f"{family}.open", at=at)
            return [opening or self._body(), self._body() if random.random() < 0.7 else self._trait()]
        first, draw, last = self._body(), random.random(), ""
        if draw < 0.32:
            last = self._said(f"{family}.ask", at=at) if f"{family}.ask" in pools else self._trait()
        elif draw < 0.52:
            self.slots.fresh()
            last = self._said("react.promise")
        elif draw < 0.8:
            last = self._trait()
        return [first, last]

    def _adventure(self, beat: int) -> list[str]:
        scene, random = self.situation.scene, self.random
        evening = (scene.day - 1) * 2 + beat
        at = (evening - 1) * max(1, len(scene.members)) + self.situation.place
        if self._hosts_table:
            first = self._said("master.open", at=(scene.day - 1) // 7) if beat == 1 else self._said("master.say", at=at)
            return [first, self._said("master.say", at=at + 5)]
        own = self._calling()
        by_class = own and random.random() < 0.5
        first = self._said(own, at=evening) if by_class else self._said("dnd.say", at=at)
        self.slots.fresh()
        return [first, self._maybe(0.45, "dnd.say", at=at + 11)]

    def _maybe(self, chance: float, pool: str, *, at: int) -> str:
        return self._said(pool, at=at) if self.random.random() < chance else ""

    # ---------------------------------------------------------------- turn by turn

    def line(self) -> str:
        """One line within the cap, in answer to what was said last, sometimes with a [thought] behind it."""
        stance = self._stance()
        said = self._body_line(stance)
        if self.random.random() < THOUGHTS and (thought := self._thought(stance)):
            whole = f"{said} [{thought}]"
            if len(whole) <= self.cap:
                return whole
        return said

    def _body_line(self, stance: Stance) -> str:
        """A reaction, the sentence that carries the line, and a question or more, as far as they fit."""
        situation, random = self.situation, self.random
        if situation.scene.scene_type in ALONE:
            return capped(" ".join(chunk for chunk in self._chunks() if chunk) or self._any(), self.cap)
        opening = not situation.heard or self.request.kind == "opening"
        said = self._opening() if opening else self._core()
        brief = BRIEF in traits_of(situation.me)
        if not opening and not self._hosts_table and random.random() < (0.45 if brief else 0.75):
            said = self._with(said, before=self._said(self._reaction(stance)))
        if self._dnd or self.request.kind == "closing" or (opening and self._meeting):
            return said
        draw = random.random()
        asking = "meeting.ask" if self._meeting else f"{self._family()}.ask"
        if not said.endswith("?") and draw < (0.12 if brief else 0.28):
            said = self._with(said, after=self._said(asking if asking in office().pools else "work.ask"))
        elif not brief and draw < 0.5:
            said = self._with(said, after=self._trait())
        elif draw > 0.9 and not self._meeting:
            said = self._with(said, after=self._said("react.promise"))
        return said

    def _opening(self) -> str:
        if self._dnd:
            return self._said("master.open" if self._hosts_table else "dnd.say") or self._any()
        return self._said("meeting.open" if self._meeting else f"{self._family()}.open") or self._body()

    def _core(self) -> str:
        closing = self.request.kind == "closing"
        if self._dnd:
            own = "" if self._hosts_table else self._calling()
            pool = own if own and self.random.random() < 0.35 else "master.say" if self._hosts_table else "dnd.say"
            return self._said(pool) or self._any()
        agenda = self.persona.config.find(OfficeConfig)
        low, high = agenda.agenda.meeting if agenda else (6, 12)
        late = len(self.situation.heard) > LATE * (low + high) / 2
        if self._meeting and (closing or (late and self.random.random() < 0.4)):
            return self._said("meeting.closing") or self._body()
        return (self._said("react.promise") if closing else "") or self._body()

    def _reaction(self, stance: Stance) -> str:
        """The pool of what is said to the line before."""
        if self._dnd:
            return "dnd.react"
        before = self.situation.before
        if stance == "answer" and before is not None and not _WORD_QUESTION.search(before.said):
            return "react.yes_no" if self.random.random() < 0.6 else "react.answer"
        return f"react.{stance}"

    @property
    def _dnd(self) -> bool:
        return self.situation.scene.kind == "dnd"

    @property
    def _hosts_table(self) -> bool:
        return self._dnd and self.situation.scene.host == self.situation.me.id

    @property
    def _meeting(self) -> bool:
        return "meeting" in (self.situation.scene.scene_type, self.situation.scene.kind)

    def _stance(self) -> Stance:
        before = self.situation.before
        if before is None:
            return "neutral"
        if self.situation.injected:
            return "injected"
        if before.said.endswith("?") and self.random.random() < 0.55:
            return "answer"
        return leaning(self.request.mood, self.random, challenge=0.26, support=0.34)

    # ---------------------------------------------------------------- what is drawn from

    def _family(self) -> str:
        """What an encounter is about: the same for everybody in it, for it follows from the scene alone."""
        scene, config = self.situation.scene, self.situation.config
        topic = office().topic(scene.topic, config.language)
        if scene.kind == "work":
            return "work"
        if topic is not None:
            return "casual.topical"
        if scene.topic and Random(f"family:{config.seed}:{scene.scene}").random() < 0.75:
            return "casual.thread"
        motifs = Random(f"motifs:{config.seed}").sample(office().motifs, len(office().motifs))
        return f"casual.{motifs[scene.scene % len(motifs)]}"

    def _cycle(self) -> int:
        """Where a scene begins to draw from the pools of its family, so that the next one goes on behind it."""
        scene = self.situation.scene
        return scene.scene // len(office().motifs) * 2 * max(1, len(scene.members)) + 2 * self.situation.place

    def _body(self) -> str:
        """A sentence that carries a line: the topic's, the family's, a signature line or a trait's."""
        scene, random = self.situation.scene, self.random
        draw = random.random()
        topic = office().topic(scene.topic, self.situation.language)
        if self.persona.lines and draw < 0.08 and (own := self._signature()):
            return own
        on_topic = 0.7 if self._meeting else 0.35 if scene.kind == "work" else 0.8
        if topic is not None and draw < on_topic and (said := self._said(topic.pool)):
            return said
        if self._meeting:
            return (self._trait() if draw > 0.72 else "") or self._said("meeting.body") or self._any()
        family = self._family()
        if family == "work":
            pool = "work.idea" if self.situation.place == 0 or random.random() < 0.3 else "work.body"
            return self._said(pool, at=scene.scene * 2 + self.situation.place) or self._any()
        if family == "casual.topical":
            return self._trait() or self._any()
        return self._said(f"{family}.body", at=self._cycle()) or self._trait() or self._any()

    def _trait(self) -> str:
        """What one of the member's traits has to say: the strongest when cool, any of them when warm."""
        pools = [f"traits.{name}.say" for name in traits_of(self.situation.me) if name != BRIEF]
        pools = [pool for pool in pools if pool in office().pools]
        # Somebody else who says as much at the same time could have the same trait.
        twice = self.request.beat and any(saying.pool.startswith("traits.") for saying in self.drawn)
        if not pools or twice:
            return ""
        strongest = 0.8 - 0.35 * min(1.0, self.request.warmth)
        return self._said(ranked(pools, strongest, self.random))

    def _signature(self) -> str:
        phrase = one_of(self.persona.lines, self.random)
        said = phrase.text.replace("{{", "{").replace("}}", "}")
        return "" if said in self.lately or not self._tellable(said) else said

    def _tellable(self, text: str) -> bool:
        """Whether a member's own text can be told in the language that the run is translated into."""
        config = self.situation.config
        if config.find(OfficeConfig) is None or not config[OfficeConfig].translate:
            return True
        return text in kin(frozenset(each.id for each in config.members), config.language)

    def _calling(self) -> str:
        """The pool of their character's class; empty where it shows none."""
        character = self.situation.me.character
        if character is None:
            return ""
        for name, pattern in office().classes.items():
            if pattern.search(character.role.lower()):
                return f"classes.{name}.say"
        return ""

    def _thought(self, stance: Stance) -> str:
        situation, random = self.situation, self.random
        if self._dnd:
            return self._said("dnd.thoughts")
        if situation.scene.scene_type in _HOURS:
            return self._said(f"thoughts.{_HOURS[situation.scene.scene_type]}")
        speaker = situation.before.speaker if situation.before else ""
        if not speaker and situation.others and situation.scene.scene_type == "encounter":
            speaker = situation.others[0].id
        note = self.persona.notes.get(speaker, "")
        if note and self._tellable(note) and random.random() < 0.15:
            return note
        kind = stance if stance in ("support", "challenge") and random.random() < 0.6 else "plain"
        return self._said(f"thoughts.{kind}")

    def _any(self) -> str:
        """Something in any case: what is drawn from was all said lately."""
        scene = self.situation.scene
        pool = {"arrival": "arrival.plan", "work": "task.done", "reflection": "reflection.look"}.get(scene.scene_type)
        if not pool:
            pool = "dnd.say" if self._dnd else "meeting.body" if self._meeting else "work.body"
        return self._said(pool) or self._filled(one_of(office().pools[pool], self.random)) or "…"

    def _with(self, said: str, *, before: str = "", after: str = "") -> str:
        """`said` with a sentence before or after it, where that fits."""
        if before.endswith(":") and ":" in said:
            return said
        whole = " ".join(part for part in (before, said, after) if part)
        return whole if len(whole) <= self.cap else said

    def _said(self, pool: str, *, at: int | None = None) -> str:
        """The pool's next phrase that was not said lately, filled in, from the place `at` on; empty where none is."""
        sayings = shuffled(pool, self.situation.config.seed)
        language = self.situation.language
        start = self.request.turn + self.situation.place if at is None else at
        # Whoever speaks at the same time begins next to here: what was said lately is jumped over, not stepped over.
        stride = next(each for each in (11, 13, 17, 1) if gcd(each, len(sayings)) == 1)
        for step in range(len(sayings)):
            saying = sayings[(start + step * stride) % len(sayings)]
            mark = saying.mark(language)
            if saying in self.drawn or (len(mark) >= SHORTEST_MARK and mark in self.lately):
                continue
            said = self._filled(saying)
            if said and len(said) <= self.cap:
                self.drawn.append(saying)
                return said
        return ""

    def _filled(self, saying: Saying) -> str:
        return filled(saying.text(self.situation.language), self.slots)
