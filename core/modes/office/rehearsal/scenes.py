"""What somebody says in a scene of the office: a line in answer, or their part of a beat without hearing the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import gcd
from random import Random

from core.base.line import capped
from core.modes.office.config import OfficeConfig
from core.modes.office.rehearsal.slots import SLOTS, filled, motifs, office, scene_of, shuffled, topic_pool
from core.modes.office.rehearsal.translating import kin
from core.modes.office.state import ALONE
from core.voices.base import Request
from core.voices.rehearsal.improviser import Slots, Speaker
from core.voices.rehearsal.persona import Persona
from core.voices.rehearsal.phrases import SHORTEST_MARK, Forms, Phrase, one_of

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
_USUAL = {"arrival": "arrival.plan", "work": "task.done", "reflection": "reflection.look"}


class SceneSpeaker(Speaker):
    """One contribution or line in the making.

    `others` are those in the scene, and `place` that of the speaker among all of them; `heard` are the scene's lines
    that the speaker witnessed, `before` the last of somebody else's (or the director's word); `lately` all that was
    said in the last blocks; `slots` and `held`, what phrases were filled with; `drawn`, the phrases that were used.
    """

    rules = "office_rules"
    usual = (0.55, 0.26, 0.34)

    def __init__(self, request: Request, persona: Persona, random: Random) -> None:
        super().__init__(request, persona, random, DEFAULT_CAP)
        self.scene, self.config, self.me = scene_of(request), persona.config, persona.me
        self.language = self.config.language
        self.bank = office(self.language)
        self.office = self.config.find(OfficeConfig)
        rules = self.office.agenda.rules(self.scene.kind) if self.office else None
        self.cap = min(filter(None, ((rules.cap if rules else 0) or self.config.cap or DEFAULT_CAP, self.config.cap)))
        latest = request.perspective.witnessed(LATELY)
        self.lately = "\n".join([block.said for block in latest])
        # What has neither speaker nor name is the scene's opening.
        openings = [at for at, block in enumerate(latest) if not block.speaker and not block.name]
        self.heard = latest[openings[-1] + 1 if openings else 0 :]
        self.before = next((block for block in reversed(self.heard) if block.role == "user"), None)
        self.injected = self.before is not None and not self.before.speaker
        # The host opens: what opens a talk is theirs to say.
        known = {member.id: member for member in self.config.members}
        members = sorted((one for one in self.scene.members if one in known), key=lambda one: one != self.scene.host)
        self.others = [known[one] for one in members if one != self.me.id]
        self.place = members.index(self.me.id) if self.me.id in members else 0
        self.drawn: list[Phrase] = []
        self.held: dict[str, Forms] = {}
        self.slots = Slots(SLOTS, self)
        self.size = max(1, len(self.scene.members))
        """Of the scene."""
        self.dnd, self.meeting = self.scene.kind == "dnd", "meeting" in (self.scene.scene_type, self.scene.kind)
        self.hosts = self.dnd and self.scene.host == self.me.id
        self.title = self.scene.topic.strip().rstrip(".!…")
        self.topic = topic_pool(self.scene.topic, self.language)

    def contribution(self) -> str:
        """One to three chunks, each on a line of its own, sometimes with a [thought]: nothing in it answers anybody."""
        chunks = [chunk for chunk in self.told("contribution") if chunk] or self.anything()
        if self.scene.exchange == "round":
            # It becomes one line.
            while len(chunks) > 1 and len(" ".join(chunks)) > self.cap:
                chunks.pop()
        elif self.request.warmth < 0.3 or self.brief:
            chunks = chunks[:2]
        chunks = [capped(chunk, self.cap) for chunk in chunks]
        chance = 0.4 if self.scene.scene_type == "reflection" else THOUGHTS
        if self.random.random() < chance and (thought := self.text("thought")):
            chunks[-1] = f"{chunks[-1]} [{thought}]"
        return "\n".join(chunks)

    def line(self) -> str:
        """One line within the cap, in answer to what was said last, sometimes with a [thought] behind it."""
        self.stance = self.leans(self.request.mood)
        said = self._line()
        thinks = self.random.random() < THOUGHTS and (thought := self.text("thought"))
        return self.joined(said, after=f"[{thought}]") if thinks else said

    def _line(self) -> str:
        """A reaction, the sentence that carries the line, and a question or more, as far as they fit."""
        random, brief, kind = self.random, self.brief, self.kind
        if self.scene.scene_type in ALONE:
            return capped(" ".join(filter(None, self.told("contribution"))) or self.anything()[0], self.cap)
        opening = not self.heard or kind == "opening"
        said = self.text("opening" if opening else "core")
        if not opening and not self.hosts and random.random() < (0.45 if brief else 0.75):
            said = self.joined(said, before=self.text("reaction"))
        if self.dnd or kind == "closing" or (opening and self.meeting):
            return said
        draw = random.random()
        if not said.endswith("?") and draw < (0.12 if brief else 0.28):
            asking = "meeting.ask" if self.meeting else f"{self.family()}.ask"
            return self.joined(said, after=self.say(asking if asking in self.bank.pools else "work.ask"))
        if not brief and draw < 0.5:
            return self.joined(said, after=self.trait()[0])
        return self.joined(said, after=self.say("react.promise")) if draw > 0.9 and not self.meeting else said

    # ---------------------------------------------------------------- what is drawn from

    def family(self) -> str:
        """What an encounter is about: the same for everybody in it, for it follows from the scene alone."""
        scene, seed = self.scene, self.config.seed
        if scene.kind == "work" or self.topic:
            return "work" if scene.kind == "work" else "casual.topical"
        if scene.topic and Random(f"family:{seed}:{scene.scene}").random() < 0.75:
            return "casual.thread"
        return f"casual.{Random(f'motifs:{seed}').sample(motifs(), len(motifs()))[scene.scene % len(motifs())]}"

    def body(self) -> list[str]:
        """A sentence that carries a line: the topic's, the family's, a signature line or a trait's."""
        draw, family = self.random.random(), self.family()
        if self.persona.lines and draw < 0.08 and (own := self._signature()):
            return [own]
        on_topic = 0.7 if self.meeting else 0.35 if self.scene.kind == "work" else 0.8
        if self.topic and draw < on_topic and (said := self.say(self.topic)):
            return [said]
        self.draw = draw
        return [*self.told("meeting_body" if self.meeting else "work_body" if family == "work" else "casual_body")]

    def trait(self) -> list[str]:
        """What one of the member's traits has to say: the strongest when cool, any of them when warm."""
        pools = [pool for name in self.persona.traits if (pool := f"traits.{name}.say") in self.bank.pools]
        # Somebody else who says as much at the same time could have the same trait.
        twice = self.request.beat and any(phrase.pool.startswith("traits.") for phrase in self.drawn)
        return [self.say(self.ranked(pools, self.request.warmth)) if pools and not twice else ""]

    def _signature(self) -> str:
        said = one_of(self.persona.lines, self.random).mark
        return "" if said in self.lately or not self._tellable(said) else said

    def _tellable(self, text: str) -> bool:
        """Whether a member's own text can be told in the language that the run is translated into."""
        ids = frozenset(each.id for each in self.config.members)
        return self.office is None or not self.office.translate or text in kin(ids, self.language)

    def anything(self) -> list[str]:
        """Something in any case: what is drawn from was all said lately."""
        usual = "dnd.say" if self.dnd else "meeting.body" if self.meeting else "work.body"
        pool = _USUAL.get(self.scene.scene_type, usual)
        return [self.say(pool) or filled(one_of(self.bank.pools[pool], self.random).text, self.slots) or "…"]

    def fresh(self) -> Iterator[str]:
        """Forget what was drawn but for the name: what follows is about something else."""
        name = self.slots.get("name")
        self.held = {}
        self.slots = Slots(SLOTS, self, **{"name": name} if name else {})
        return iter(())

    def say(self, *pools: str, **slots: int) -> str:
        """The first pool's next phrase that was not said lately, from the place `at` on; empty where none is."""
        phrases = shuffled(pools[0], self.config.seed, self.language)
        start = slots.get("at", self.request.turn + self.place)
        # Whoever speaks at the same time begins next to here: what was said lately is jumped over, not stepped over.
        stride = next(each for each in (11, 13, 17, 1) if gcd(each, len(phrases)) == 1)
        for step in range(len(phrases)):
            phrase = phrases[(start + step * stride) % len(phrases)]
            lately = len(phrase.mark) >= SHORTEST_MARK and phrase.mark in self.lately
            said = "" if lately or phrase in self.drawn else filled(phrase.text, self.slots)
            if said and len(said) <= self.cap:
                self.drawn.append(phrase)
                return said
        return ""

    def _note(self) -> str:
        speaker = self.before.speaker if self.before else ""
        if not speaker and self.others and self.scene.scene_type == "encounter":
            speaker = self.others[0].id
        note = self.persona.notes.get(speaker, "")
        return note if note and self._tellable(note) else ""

    def _calling(self) -> str:
        """The pool of their character's class; empty where it shows none."""
        role = self.me.character.role.lower() if self.me.character else ""
        found = (name for name, finder in self.bank.finders.items() if role and finder.search(role))
        return next((f"classes.{name.removeprefix('callings.')}.say" for name in found), "")

    def _late(self) -> bool:
        low, high = self.office.agenda.meeting if self.office else (6, 12)
        return len(self.heard) > LATE * (low + high) / 2

    facts = {
        "asks": lambda s: f"{s.family()}.ask" in s.bank.pools,
        "beat": lambda s: s.request.beat or 1,
        "calling": _calling,
        "daily": lambda s: max(0, s.scene.day - 1) * s.size + s.place,
        "drawn_late": lambda s: s.draw > 0.72,
        "evening": lambda s: (s.scene.day - 1) * 2 + (s.request.beat or 1),
        "family": family,
        "in_cycle": lambda s: s.scene.scene // len(motifs()) * 2 * s.size + 2 * s.place,
        "in_family": lambda s: (
            s.scene.scene // (1 if s.family() in ("work", "casual.topical", "casual.thread") else len(motifs()))
        ),
        "late": _late,
        "note": _note,
        "scene_type": lambda s: s.scene.scene_type,
        "table": lambda s: (s.fact("evening") - 1) * s.size + s.place,
        "table_late": lambda s: s.fact("table") + 11,
        "table_next": lambda s: s.fact("table") + 5,
        "weekly": lambda s: (s.scene.day - 1) // 7,
        "word_question": lambda s: _WORD_QUESTION.search(s.before.said),
        "work_turn": lambda s: s.scene.scene * 2 + s.place,
    }
