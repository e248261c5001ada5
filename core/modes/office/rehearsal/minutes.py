"""What a scene leaves behind, by rule: summary, memories, feelings and loose ends, all read out of its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, Literal

from core.base.line import capped
from core.cast.member import Member
from core.log.config import RunConfig
from core.modes.office.events import SceneStarted
from core.modes.office.rehearsal.phrases import office
from core.modes.office.rehearsal.slots import filled, mentioned
from core.modes.office.state import ALONE
from core.perspective.material import Piece
from core.voices.base import Request
from core.voices.rehearsal.nouns import nouns
from core.voices.rehearsal.phrases import SHORTEST_MARK, bank

SAID = 120
NAMED = 3
"""How many others a memory names."""

EVENING = "17:00"
WARM, COLD = 0.62, 0.4
"""Affinities from which people get on, and below which there is friction, where nothing that was said shows it."""

Valence = Literal["positive", "neutral", "negative"]
_PROMISING = frozenset({"react.promise", "meeting.closing"})


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line: who said it in which turn, what of it was drawn from which pools."""

    turn: int
    member: str
    said: str
    pools: frozenset[str]

    @property
    def question(self) -> bool:
        """Whether it ends with a question."""
        return self.said.rstrip('”“" ').endswith("?")

    @property
    def stance(self) -> Literal["", "support", "challenge"]:
        """What it gives the line before."""
        return "support" if "react.support" in self.pools else "challenge" if "react.challenge" in self.pools else ""


def minutes(request: Request, scene: SceneStarted, random: Random) -> dict[str, Any]:
    """The answer to what a scene leaves behind."""
    return Minutes(request.perspective.config, scene, request.material, random).whole()


class Minutes:
    """One scene's minutes in the making."""

    def __init__(self, config: RunConfig, scene: SceneStarted, material: Sequence[Piece], random: Random) -> None:
        self.config = config
        self.language = config.language
        self.scene = scene
        self.random = random
        self.alone = scene.scene_type in ALONE
        self.dnd = scene.kind == "dnd"
        known = {each.id: each for each in config.members}
        self.members: dict[str, Member] = {one: known[one] for one in scene.members if one in known}
        self.where = office().where(scene.room).text(self.language)
        self.lines = [
            Spoken(int(piece.id), piece.member, piece.text, _pools(piece.text, self.language))
            for piece in material
            if piece.id.isdigit() and piece.member in self.members
        ]

    def whole(self) -> dict[str, Any]:
        """All of it, as the schema of the question has it."""
        shifts = self._shifts()
        threads = self._threads()
        balance = _balance(shifts)
        tone = "good" if balance > 0 else "bad" if balance < 0 else "even"
        return {
            "summary": self._summary(tone, threads),
            "mood": self._overall(tone),
            "key_turn": self._key(threads),
            "memories": [] if self.alone else self._memories(shifts, threads),
            "shifts": shifts,
            "moods": [{"member": one, "mood": self._mood(one, shifts)} for one in self.members],
            "tasks": [],
            "threads": threads,
        }

    # ---------------------------------------------------------------- words

    def _filled(self, pool: str, **values: object) -> str:
        """One of the pool's phrases, filled in."""
        sayings = office().pools[pool]
        saying = sayings[int(self.random.random() * len(sayings))]
        return filled(saying.text(self.language), values)

    def _named(self, members: Sequence[str]) -> str:
        called = [self.members[one].name for one in members]
        joint = office().joint.text(self.language)
        return joint.join([", ".join(called[:-1]), called[-1]]) if len(called) > 1 else "".join(called)

    @cached_property
    def _about(self) -> str:
        """What it was about: the scene's topic, what its lines were drawn from, a thing or a noun that came up."""
        language, known = self.language, office().about
        title = self.scene.topic.strip().rstrip(".!…")
        ours = self.scene.scene_type == "meeting" or office().topic(self.scene.topic, language)
        if title and ours and len(title) <= SAID:
            return _quoted(title, language)
        if self.dnd:
            return known["dnd"].text(language)
        families = Counter(pool.rpartition(".")[0] for line in self.lines for pool in line.pools)
        told = [name for name, _ in families.most_common() if name.startswith("casual.") and name in known]
        if told and told[0] != "casual.thread":
            return known[told[0]].text(language)
        if (thing := mentioned(" ".join(line.said for line in self.lines), language)) is not None:
            return thing.form("akk", language)
        if told:
            return known[told[0]].text(language)
        names = frozenset(each.name for each in self.config.members)
        found = Counter(noun for line in self.lines for noun in nouns(line.said, language, names=names))
        return _quoted(found.most_common(1)[0][0], language) if found else known["work"].text(language)

    # ---------------------------------------------------------------- parts

    def _summary(self, tone: str, threads: Sequence[dict[str, str]]) -> str:
        names, where = self._named(list(self.members)), self.where
        if not self.lines:
            return self._filled("summary.silent", names=names, where=where)
        kind = "event" if self.dnd else self.scene.scene_type
        if kind == "event" and not self.dnd:
            kind = "encounter"
        told = [self._filled(f"summary.{kind}", names=names, where=where, about=self._about)]
        if self.alone:
            return told[0]
        told.append(self._filled(f"summary.{tone}"))
        for thread in threads[-1:]:
            teller = thread["member"] if thread["kind"] == "promise" else thread["other"]
            told.append(
                self._filled(f"summary.{thread['kind']}", name=self.members[teller].name, said=thread["text"])
            )  # fmt: skip
        return " ".join(told)

    def _overall(self, tone: str) -> str:
        name = {"good": "good", "bad": "tense", "even": "calm"}[tone]
        if self.alone:
            name = {"arrival": "lively", "work": "focused", "reflection": "thoughtful"}[self.scene.scene_type]
        return office().moods["playful" if self.dnd else name].text(self.language)

    def _mood(self, member: str, shifts: Sequence[dict[str, str]]) -> str:
        balance = _balance([each for each in shifts if each["member"] == member])
        draw = self.random.random()
        if self.dnd:
            name = "playful" if draw < 0.75 else "good"
        elif balance:
            name = "good" if balance > 0 else "tense"
        elif self.scene.scene_type == "reflection" or self.scene.clock >= EVENING:
            name = "tired" if draw < 0.5 else "thoughtful"
        elif self.scene.scene_type == "work":
            name = "focused"
        else:
            name = "calm" if draw < 0.45 else "focused" if draw < 0.75 else "lively"
        return office().moods[name].text(self.language)

    def _key(self, threads: Sequence[dict[str, str]]) -> int:
        """The turn of a promise or an open question, else the one with the most to it."""
        for line in self.lines:
            if any(thread["kind"] == "promise" and thread["text"] in line.said for thread in threads):
                return line.turn
        telling = [line for line in self.lines if any(pool.startswith("topics.") for pool in line.pools)]
        found = telling or self.lines
        return max(found, key=lambda line: (len(line.said), -line.turn)).turn if found else 0

    def _shifts(self) -> list[dict[str, str]]:
        """What a line that answered another did to the one it answered, and to the one who gave it."""
        if self.alone:
            return []
        found: dict[tuple[str, str], dict[str, str]] = {}
        for said, reply in pairwise(self.lines):
            if said.member == reply.member:
                continue
            for member, other in ((said.member, reply.member), (reply.member, said.member)):
                valence, why, teller = self._effect(member, other, reply)
                before = found.get((member, other))
                if before is not None and (before["valence"] != "neutral" or valence == "neutral"):
                    continue
                listener = member if teller == other else other
                reason = self._filled(f"why.{why}", name=self.members[teller].name, other=self.members[listener].name)
                found[member, other] = {"member": member, "other": other, "valence": valence, "reason": reason}
        return list(found.values())

    def _effect(self, member: str, other: str, reply: Spoken) -> tuple[Valence, str, str]:
        """The shift of `member` toward `other`, why, and who did it."""
        if self.dnd:
            return "positive", "played", other
        if reply.stance == "support":
            return "positive", "support", reply.member
        if reply.stance == "challenge" and member != reply.member:
            return "negative", "challenge", reply.member
        relation = self.members[member].relations.get(other)
        affinity = relation.affinity if relation else 0.5
        draw = self.random.random()
        if affinity >= WARM and draw < 0.6:
            return "positive", "friendly", member
        if affinity < COLD and draw < 0.45:
            return "negative", "tense", member
        return "neutral", "plain", member

    def _threads(self) -> list[dict[str, str]]:
        """What somebody promised, and the question at the end that nobody answered."""
        if self.alone or self.dnd or len(self.members) < 2:
            return []
        found: dict[str, dict[str, str]] = {}
        for at, line in enumerate(self.lines):
            promise = _promised(line.said, self.language)
            if promise:
                other = self._counterpart(at)
                found[line.member] = {"kind": "promise", "member": line.member, "other": other, "text": promise}
        threads = list(found.values())[-2:]
        last = self.lines[-1] if self.lines else None
        if last is not None and last.question:
            other = self._counterpart(len(self.lines) - 1)
            threads.append({"kind": "question", "member": other, "other": last.member, "text": _asked(last.said)})
        return threads

    def _counterpart(self, at: int) -> str:
        """Whom a line is said to: whoever it names, else who spoke before, else anybody else."""
        line = self.lines[at]
        for one, each in self.members.items():
            if one != line.member and each.name in line.said:
                return one
        before = [each.member for each in reversed(self.lines[:at]) if each.member != line.member]
        return before[0] if before else next(one for one in self.members if one != line.member)

    def _memories(self, shifts: Sequence[dict[str, str]], threads: Sequence[dict[str, str]]) -> list[dict[str, Any]]:
        if not self.lines or len(self.members) < 2:
            return []
        others = {one: [other for other in self.members if other != one] for one in self.members}
        return [{"member": one, **self._memory(me, others[one], shifts, threads)} for one, me in self.members.items()]

    def _memory(
        self, me: Member, others: Sequence[str], shifts: Sequence[dict[str, str]], threads: Sequence[dict[str, str]]
    ) -> dict[str, Any]:
        scene = self.scene
        names = self._named(others)
        hero = me.character.name if me.character else me.name
        prefix = "mine.all_" if len(others) > NAMED else "mine."
        if self.dnd:
            text = self._filled(f"{prefix}dnd", names=names, hero=hero, where=self.where)
            return {"text": text, "importance": 6}
        pool = f"{prefix}{'meeting' if scene.scene_type == 'meeting' else 'talk'}"
        text = self._filled(pool, names=names, where=self.where, about=self._about)
        felt = [each for each in shifts if each["member"] == me.id and each["valence"] != "neutral"]
        own = [each for each in threads if me.id in (each["member"], each["other"])]
        if own:
            thread = own[-1]
            mine = thread["member"] == me.id
            other = thread["other"] if mine else thread["member"]
            which = ("promised" if mine else "heard") if thread["kind"] == "promise" else "owes" if mine else "asked"
            tail = self._filled(f"mine.{which}", name=self.members[other].name, said=thread["text"])
        elif felt:
            shift = felt[0]
            tone = "good" if shift["valence"] == "positive" else "bad"
            tail = self._filled(f"mine.{tone}", name=self.members[shift["other"]].name)
        else:
            tail = self._filled("mine.even")
        importance = round(min(10.0, max(1.0, scene.importance * 0.6 + len(own) + bool(felt) + 1)))
        return {"text": f"{text} {tail}", "importance": importance}


def _pools(said: str, language: str) -> frozenset[str]:
    """Where the phrases of a line were drawn from."""
    marks = ((saying.pool, saying.mark(language)) for saying in office().sayings())
    return frozenset(pool for pool, mark in marks if len(mark) >= SHORTEST_MARK and mark in said)


def _balance(shifts: Sequence[dict[str, str]]) -> int:
    """How many more shifts are for the better than for the worse."""
    felt = [each["valence"] for each in shifts]
    return felt.count("positive") - felt.count("negative")


def _quoted(text: str, language: str) -> str:
    return f"„{text}“" if language == "de" else f"“{text}”"


def _promised(said: str, language: str) -> str:
    """The sentence in which somebody promises something; empty where nobody does."""
    markers = bank(language).markers
    for sentence in _sentences(said):
        low = sentence.lower()
        given = "i'll " in low or "i will " in low if language == "en" else "ich werde " in low
        promised = markers["promise"].search(low) or given
        pools = _pools(sentence, language)
        if pools and not pools & _PROMISING:
            continue  # It only sounds like one.
        if promised and not markers["idle"].search(low) and not sentence.endswith("?"):
            return capped(sentence, SAID)
    return ""


def _asked(said: str) -> str:
    return capped(_sentences(said)[-1], SAID)


def _sentences(said: str) -> list[str]:
    found: list[str] = []
    rest = said
    while rest:
        head = capped(rest, 0)
        ends = [at + 1 for mark in (". ", "! ", "? ", "… ") if (at := head.find(mark)) >= 0]
        end = min(ends, default=len(head))
        found.append(head[:end].strip())
        rest = head[end:].strip()
    return found
