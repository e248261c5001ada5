"""What a scene leaves behind, by rule: summary, memories, feelings and loose ends, all read out of its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from core.base.line import capped
from core.cast.member import Member
from core.formats import listed
from core.modes.office.rehearsal.slots import filled, mentioned, office, sayings, scene_of, topic_pool
from core.modes.office.state import ALONE
from core.voices.base import Request
from core.voices.rehearsal.nouns import nouns
from core.voices.rehearsal.phrases import SHORTEST_MARK, bank, one_of

SAID = 120
NAMED = 3
"""How many others a memory names."""

EVENING = "17:00"
WARM, COLD = 0.62, 0.4
"""Affinities from which people get on, and below which there is friction, where nothing that was said shows it."""

_PROMISING = frozenset({"react.promise", "meeting.closing"})
_OVERALL = {"arrival": "lively", "work": "focused", "reflection": "thoughtful", 1: "good", -1: "tense", 0: "calm"}
"""The mood of a scene whose members are each by themselves, else by whether more was for the better than the worse."""

_TONES = {1: "good", -1: "bad", 0: "even"}


class Spoken(NamedTuple):
    """A line: who said it in which turn, what of it was drawn from which pools."""

    turn: int
    member: str
    said: str
    pools: frozenset[str]


class Minutes:
    """One scene's minutes in the making."""

    def __init__(self, request: Request, random: Random) -> None:
        self.config, self.scene, self.random = request.perspective.config, scene_of(request), random
        self.language = self.config.language
        self.bank = office(self.language)
        self.alone, self.dnd = self.scene.scene_type in ALONE, self.scene.kind == "dnd"
        known = {each.id: each for each in self.config.members}
        self.members: dict[str, Member] = {one: known[one] for one in self.scene.members if one in known}
        self.where = self.bank.texts.get(f"rooms.{self.scene.room}", self.bank.texts["rooms.none"])
        self.lines = [
            Spoken(int(piece.id), piece.member, piece.text, _pools(piece.text, self.language))
            for piece in request.material
            if piece.id.isdigit() and piece.member in self.members
        ]

    def whole(self) -> dict[str, Any]:
        """All of it, as the schema of the question has it."""
        shifts = self._shifts()
        threads = self._threads()
        balance = _balance(shifts)
        return {
            "summary": self._summary(balance, threads),
            "mood": self._mood("playful" if self.dnd else _OVERALL[self.scene.scene_type if self.alone else balance]),
            "key_turn": self._key(threads),
            "memories": [] if self.alone else self._memories(shifts, threads),
            "shifts": shifts,
            "moods": [{"member": one, "mood": self._mood(self._feeling(one, shifts))} for one in self.members],
            "tasks": [],
            "threads": threads,
        }

    # ---------------------------------------------------------------- words

    def _filled(self, pool: str, **values: object) -> str:
        """One of the pool's phrases, filled in."""
        return filled(one_of(self.bank.pools[pool], self.random).text, values)

    def _named(self, members: Sequence[str]) -> str:
        return listed([self.members[one].name for one in members], self.language)

    def _mood(self, name: str) -> str:
        return self.bank.texts[f"moods.{name}"]

    def _quoted(self, text: str) -> str:
        return f"„{text}“" if self.language == "de" else f"“{text}”"

    @cached_property
    def _about(self) -> str:
        """What it was about: the scene's topic, what its lines were drawn from, a thing or a noun that came up."""
        title = self.scene.topic.strip().rstrip(".!…")
        ours = self.scene.scene_type == "meeting" or topic_pool(self.scene.topic, self.language)
        if title and ours and len(title) <= SAID:
            return self._quoted(title)
        known = {name.removesuffix(".about"): text for name, text in self.bank.texts.items() if name.endswith(".about")}
        if self.dnd:
            return known["dnd"]
        families = Counter(pool.rpartition(".")[0] for line in self.lines for pool in line.pools)
        told = [name for name, _ in families.most_common() if name.startswith("casual.") and name in known]
        if told and told[0] != "casual.thread":
            return known[told[0]]
        if (thing := mentioned(" ".join(line.said for line in self.lines), self.language)) is not None:
            return thing.akk
        if told:
            return known[told[0]]
        names = frozenset(each.name for each in self.config.members)
        found = Counter(noun for line in self.lines for noun in nouns(line.said, self.language, names=names))
        return self._quoted(found.most_common(1)[0][0]) if found else known["work"]

    # ---------------------------------------------------------------- parts

    def _summary(self, balance: int, threads: Sequence[dict[str, str]]) -> str:
        slots = {"names": self._named(list(self.members)), "where": self.where}
        if not self.lines:
            return self._filled("summary.silent", **slots)
        kind = "event" if self.dnd else self.scene.scene_type.replace("event", "encounter")
        told = [self._filled(f"summary.{kind}", **slots, about=self._about)]
        if self.alone:
            return told[0]
        told.append(self._filled(f"summary.{_TONES[balance]}"))
        for thread in threads[-1:]:
            teller = self.members[thread["member" if thread["kind"] == "promise" else "other"]].name
            told.append(self._filled(f"summary.{thread['kind']}", name=teller, said=thread["text"]))
        return " ".join(told)

    def _feeling(self, member: str, shifts: Sequence[dict[str, str]]) -> str:
        balance = _balance([each for each in shifts if each["member"] == member])
        draw = self.random.random()
        if self.dnd:
            return "playful" if draw < 0.75 else "good"
        if balance:
            return _OVERALL[balance]
        if self.scene.scene_type == "reflection" or self.scene.clock >= EVENING:
            return "tired" if draw < 0.5 else "thoughtful"
        if self.scene.scene_type == "work":
            return "focused"
        return "calm" if draw < 0.45 else "focused" if draw < 0.75 else "lively"

    def _key(self, threads: Sequence[dict[str, str]]) -> int:
        """The turn of a promise or an open question, else the one with the most to it."""
        promises = [thread["text"] for thread in threads if thread["kind"] == "promise"]
        for line in self.lines:
            if any(promise in line.said for promise in promises):
                return line.turn
        telling = [line for line in self.lines if any(pool.startswith("topics.") for pool in line.pools)]
        return max(telling or self.lines, key=lambda line: (len(line.said), -line.turn)).turn if self.lines else 0

    def _shifts(self) -> list[dict[str, str]]:
        """What a line that answered another did to the one it answered, and to the one who gave it."""
        found: dict[tuple[str, str], dict[str, str]] = {}
        for said, reply in () if self.alone else pairwise(self.lines):
            for member, other in ((said.member, reply.member), (reply.member, said.member)):
                if member == other:
                    continue
                valence, why, teller = self._effect(member, other, reply)
                before = found.get((member, other), {"valence": ""})["valence"]
                if before in ("positive", "negative") or before == valence:
                    continue
                listener = member if teller == other else other
                reason = self._filled(f"why.{why}", name=self.members[teller].name, other=self.members[listener].name)
                found[member, other] = {"member": member, "other": other, "valence": valence, "reason": reason}
        return list(found.values())

    def _effect(self, member: str, other: str, reply: Spoken) -> tuple[str, str, str]:
        """The shift of `member` toward `other`, why, and who did it."""
        if self.dnd:
            return "positive", "played", other
        if "react.support" in reply.pools:
            return "positive", "support", reply.member
        if "react.challenge" in reply.pools and member != reply.member:
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
            if promise := _promised(line.said, self.language):
                other = self._counterpart(at)
                found[line.member] = {"kind": "promise", "member": line.member, "other": other, "text": promise}
        threads = list(found.values())[-2:]
        for last in self.lines[-1:]:
            if last.said.rstrip('”“" ').endswith("?"):
                other, asked = self._counterpart(len(self.lines) - 1), capped(_sentences(last.said)[-1], SAID)
                threads.append({"kind": "question", "member": other, "other": last.member, "text": asked})
        return threads

    def _counterpart(self, at: int) -> str:
        """Whom a line is said to: whoever it names, else who spoke before, else anybody else."""
        line = self.lines[at]
        named = [one for one, each in self.members.items() if each.name in line.said]
        before = [each.member for each in reversed(self.lines[:at])]
        return next(one for one in (*named, *before, *self.members) if one != line.member)

    def _memories(self, shifts: Sequence[dict[str, str]], threads: Sequence[dict[str, str]]) -> list[dict[str, Any]]:
        if not self.lines or len(self.members) < 2:
            return []
        return [{"member": one, **self._memory(me, shifts, threads)} for one, me in self.members.items()]

    def _memory(
        self, me: Member, shifts: Sequence[dict[str, str]], threads: Sequence[dict[str, str]]
    ) -> dict[str, Any]:
        others = [one for one in self.members if one != me.id]
        kind = "dnd" if self.dnd else "meeting" if self.scene.scene_type == "meeting" else "talk"
        slots = {"names": self._named(others), "hero": me.character.name if me.character else me.name}
        pool = f"mine.{'all_' if len(others) > NAMED else ''}{kind}"
        about = "" if self.dnd else self._about
        text = self._filled(pool, **slots, where=self.where, about=about)
        if self.dnd:
            return {"text": text, "importance": 6}
        felt = [each for each in shifts if each["member"] == me.id and each["valence"] != "neutral"]
        own = [each for each in threads if me.id in (each["member"], each["other"])]
        tail = ("even", "", "")
        for thread in own[-1:]:
            mine, promise = thread["member"] == me.id, thread["kind"] == "promise"
            which = ("promised" if mine else "heard") if promise else "owes" if mine else "asked"
            tail = (which, thread["other" if mine else "member"], thread["text"])
        for shift in felt[:1] if not own else ():
            tail = ("good" if shift["valence"] == "positive" else "bad", shift["other"], "")
        name = self.members[tail[1]].name if tail[1] else ""
        importance = round(min(10.0, max(1.0, self.scene.importance * 0.6 + len(own) + bool(felt) + 1)))
        return {"text": f"{text} {self._filled(f'mine.{tail[0]}', name=name, said=tail[2])}", "importance": importance}


def _pools(said: str, language: str) -> frozenset[str]:
    """Where the phrases of a line were drawn from."""
    found = (phrase for phrase in sayings(language) if phrase.mark in said)
    return frozenset(phrase.pool for phrase in found if len(phrase.mark) >= SHORTEST_MARK)


def _balance(shifts: Sequence[dict[str, str]]) -> int:
    """Whether more shifts are for the better (1), for the worse (−1), or as many (0)."""
    felt = [each["valence"] for each in shifts]
    better, worse = felt.count("positive"), felt.count("negative")
    return (better > worse) - (better < worse)


def _promised(said: str, language: str) -> str:
    """The sentence in which somebody promises something; empty where nobody does."""
    finders = bank(language).finders
    for sentence in _sentences(said):
        low = sentence.lower()
        given = "i'll " in low or "i will " in low if language == "en" else "ich werde " in low
        pools = _pools(sentence, language)
        # Without one of these it only sounds like one.
        ours = not pools or pools & _PROMISING
        promised = finders["markers.promise"].search(low) or given
        if ours and promised and not finders["markers.idle"].search(low) and not sentence.endswith("?"):
            return capped(sentence, SAID)
    return ""


def _sentences(said: str) -> list[str]:
    found: list[str] = []
    rest = said
    while rest:
        ends = [at + 1 for mark in (". ", "! ", "? ", "… ") if (at := rest.find(mark)) >= 0]
        end = min(ends, default=len(rest))
        found.append(rest[:end].strip())
        rest = rest[end:].strip()
    return found
