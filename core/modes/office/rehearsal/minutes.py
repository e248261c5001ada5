"""What a scene leaves behind, by rule: summary, memories, feelings and loose ends.

Each claim follows from the scene's lines; what does not show in them is not claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from parley.core.base.line import capped
from parley.core.cast.member import Member
from parley.core.formats import listed
from parley.core.modes.office.memory.matters import says
from parley.core.modes.office.rehearsal.conversation import DECIDING
from parley.core.modes.office.rehearsal.slots import filled, mentioned, office, scene_of
from parley.core.modes.office.state import ALONE
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.nouns import nouns
from parley.core.voices.rehearsal.phrases import bank, one_of

SAID, DECIDED = 120, 180
NAMED = 3
"""How many others a memory names."""

EVENING = "17:00"

_DECIDING = frozenset(f"meeting.{each}" for each in DECIDING)
_PROMISING = frozenset({"visit.promise", "meeting.accept"})
_OVERALL = {"arrival": "lively", "work": "focused", "reflection": "thoughtful", 1: "good", -1: "tense", 0: "calm"}
"""The mood of a scene whose members are each by themselves, else by whether more was for the better than the worse."""


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
        self.language, self.world = self.config.language, self.config.lived_in
        self.bank = office(self.language, self.world)
        self.alone, self.dnd = self.scene.scene_type in ALONE, self.scene.kind == "dnd"
        self.evening = self.scene.scene_type == "event" and not self.dnd
        known = {each.id: each for each in self.config.members}
        self.members: dict[str, Member] = {one: known[one] for one in self.scene.members if one in known}
        self.where = self.bank.texts.get(f"rooms.{self.scene.room}", self.bank.texts["rooms.none"])
        self.lines = [
            Spoken(int(piece.id), piece.member, piece.text, self.bank.pools_of(piece.text))
            for piece in request.material
            if piece.id.isdigit() and piece.member in self.members
        ]
        self.spoke = [one for one in self.members if any(line.member == one for line in self.lines)]
        """Who said something."""

    def whole(self) -> dict[str, Any]:
        """All of it, as the schema of the question has it."""
        shifts = self._shifts()
        threads = self._threads()
        balance = _balance(shifts)
        return {
            "summary": self._summary(threads),
            "mood": self._mood("playful" if self.dnd else _OVERALL[self.scene.scene_type if self.alone else balance]),
            "key_turn": self._key(threads),
            "memories": [] if self.alone else self._memories(shifts, threads),
            "shifts": shifts,
            "moods": [{"member": one, "mood": self._mood(self._feeling(one, shifts))} for one in self.members],
            "tasks": [],
            "settled": self._settled(),
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
        """What it was about: the scene's topic, the talk its lines are from, a thing or a noun that came up."""
        title = self.scene.topic.strip().rstrip(".!…")
        if self.scene.owed and (thing := mentioned(title, self.language, self.world)) is not None:
            return thing.akk
        said = " ".join(line.said for line in self.lines)
        if title and len(title) <= SAID and (self.scene.scene_type == "meeting" or title in said):
            return self._quoted(title)
        if self.dnd:
            return self.bank.texts["dnd.about"]
        if (at := self._matter) is not None:
            return self.bank.things["things"][at].akk
        families = Counter(pool for line in self.lines for pool in line.pools if pool.startswith(("talk.", "evening.")))
        for pool, _ in families.most_common(1):
            kind, _, place = pool.partition(".")
            talks = self.world.talks if kind == "talk" else self.world.evening
            return talks[int(place)].about.text(self.language)
        if (thing := mentioned(said, self.language, self.world)) is not None:
            return thing.akk
        names = frozenset(each.name for each in self.config.members)
        found = Counter(noun for line in self.lines for noun in nouns(line.said, self.language, names=names))
        return self._quoted(found.most_common(1)[0][0]) if found else self.bank.texts["work.about"]

    @property
    def _matter(self) -> int | None:
        """What somebody works on, where the scene is about that and somebody spoke of it."""
        spoken = {pool.split(".")[1] for line in self.lines for pool in line.pools if pool.startswith("matter.")}
        tasks = enumerate(matter.task.text(self.language) for matter in self.world.matters)
        return next((at for at, task in tasks if task in self.scene.topic and str(at) in spoken), None)

    # ---------------------------------------------------------------- parts

    def _summary(self, threads: Sequence[dict[str, str]]) -> str:
        slots = {"names": self._named(list(self.members)), "where": self.where}
        if not self.lines:
            return self._filled("summary.silent", **slots)
        kind = (
            "event" if self.dnd else "evening" if self.evening else self.scene.scene_type.replace("event", "encounter")
        )
        if self.dnd and self.scene.host in self.members:
            told = [self._filled("summary.event", **slots, name=self.members[self.scene.host].name)]
        else:
            told = [self._filled("summary.encounter" if self.dnd else f"summary.{kind}", **slots, about=self._about)]
        if self.alone:
            return told[0]
        told += self._went()
        decided = self._decision()
        for thread in threads[-1:]:
            teller = self.members[thread["member" if thread["kind"] == "promise" else "other"]].name
            if thread["text"] != decided:
                told.append(self._filled(f"summary.{thread['kind']}", name=teller, said=thread["text"]))
        return " ".join(told)

    def _went(self) -> list[str]:
        """How it went, as far as it shows: who said most, who contradicted whom, what was decided."""
        told = []
        counts = Counter(line.member for line in self.lines).most_common(2)
        if len(self.spoke) > 2 and (len(counts) < 2 or counts[0][1] > counts[1][1] + 1):
            told.append(self._filled("summary.most", name=self.members[counts[0][0]].name))
        against = next((pair for pair in pairwise(self.lines) if self._objects(*pair)), None)
        if against is not None:
            said, reply = (self.members[line.member].name for line in against)
            told.append(self._filled("summary.against", name=reply, other=said))
        if decided := self._decision():
            told.append(self._filled("summary.decided", name=self._decider, said=decided))
        elif self.scene.scene_type == "meeting" and self._debated:
            told.append(self._filled("summary.undecided"))
        return told

    @property
    def _debated(self) -> bool:
        """Whether all that was said is known: only then can be told what was not."""
        return all(line.pools for line in self.lines)

    def _objects(self, said: Spoken, reply: Spoken) -> bool:
        return said.member != reply.member and "meeting.object" in reply.pools

    def _decision(self) -> str:
        """What was decided, in the words in which it was said; empty: nothing."""
        return next((capped(line.said, DECIDED) for line in self.lines if line.pools & _DECIDING), "")

    @property
    def _decider(self) -> str:
        return next((self.members[line.member].name for line in self.lines if line.pools & _DECIDING), "")

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
        """The turn of a decision, a promise or an open question, else the one with the most to it."""
        wanted = [self._decision(), *(thread["text"] for thread in threads if thread["kind"] == "promise")]
        for line in self.lines:
            if any(text and text.rstrip("…") in line.said for text in wanted):
                return line.turn
        telling = [line for line in self.lines if any(pool.startswith(("topic.", "matter.")) for pool in line.pools)]
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
        if "meeting.agree" in reply.pools:
            return "positive", "support", reply.member
        if "meeting.object" in reply.pools and member != reply.member:
            return "negative", "challenge", reply.member
        if "visit.promise" in reply.pools and member != reply.member:
            return "positive", "promised", reply.member
        if "visit.close" in reply.pools and member != reply.member:
            return "positive", "asked", reply.member
        return "neutral", "plain", member

    def _threads(self) -> list[dict[str, str]]:
        """What somebody promised, and the question at the end that nobody answered."""
        if self.alone or self.dnd or self.evening or self.scene.owed or len(self.members) < 2:
            return []
        found: dict[str, dict[str, str]] = {}
        for at, line in enumerate(self.lines):
            if promise := self._promised(line):
                other = self._counterpart(at)
                found[line.member] = {"kind": "promise", "member": line.member, "other": other, "text": promise}
        threads = list(found.values())[-2:]
        for last in self.lines[-1:]:
            if last.said.rstrip('”“" ').endswith("?"):
                other, asked = self._counterpart(len(self.lines) - 1), capped(_sentences(last.said)[-1], SAID)
                threads.append({"kind": "question", "member": other, "other": last.member, "text": asked})
        return threads

    def _promised(self, line: Spoken) -> str:
        """The sentence in which somebody promises something; empty where nobody does."""
        finders = bank(self.language).finders
        for sentence in _sentences(line.said):
            low = sentence.lower()
            given = "i'll " in low or "i will " in low if self.language == "en" else "ich werde " in low
            # Of our own phrases only these are promises, whatever the others sound like.
            ours = not line.pools or self.bank.pools_of(sentence) & _PROMISING
            promised = finders["markers.promise"].search(low) or given or line.pools
            if ours and promised and not finders["markers.idle"].search(low) and not sentence.endswith("?"):
                return capped(sentence, SAID)
        return ""

    def _settled(self) -> list[dict[str, str]]:
        """What became of the open question or promise that the scene was for, as far as its debtor said so."""
        told = [line.said for line in self.lines if line.member == self.scene.owes]
        if not self.scene.owed or not told or any(says(said, self.language, "not_yet") for said in told):
            return []
        broken = any(says(said, self.language, "broken") for said in told)
        how = "answered" if self.scene.owed == "question" else "broken" if broken else "kept"
        return [{"thread": self.scene.thread, "how": how}]

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
        many = "all_" if len(others) > NAMED else ""
        slots: dict[str, object] = {"names": self._named(others), "where": self.where}
        if self.dnd:
            return {"text": self._played(me, many, slots), "importance": 6}
        kind = "meeting" if self.scene.scene_type == "meeting" else "talk"
        text = self._filled(f"mine.{many}{kind}", **slots, about=self._about)
        felt = [each for each in shifts if each["member"] == me.id and each["valence"] != "neutral"]
        own = [each for each in threads if me.id in (each["member"], each["other"])]
        tail = ""
        for thread in own[-1:]:
            mine, promise = thread["member"] == me.id, thread["kind"] == "promise"
            which = ("promised" if mine else "heard") if promise else "owes" if mine else "asked"
            name = self.members[thread["other" if mine else "member"]].name
            tail = self._filled(f"mine.{which}", name=name, said=thread["text"])
        if not own and (decided := self._decision()):
            tail = self._filled("mine.decided", name=self._decider, said=decided)
        for shift in felt[:1] if not tail else ():
            tail = shift["reason"]
        importance = round(min(10.0, max(1.0, self.scene.importance * 0.6 + len(own) + bool(felt) + 1)))
        return {"text": f"{text} {tail}".strip(), "importance": importance}

    def _played(self, me: Member, many: str, slots: dict[str, object]) -> str:
        """The evening at the table as one was there: its master, who plays nobody, or a character."""
        if me.id == self.scene.host:
            return self._filled(f"mine.{many}master", **slots)
        if me.character is None:
            return self._filled(f"mine.{many}watched", **slots)
        return self._filled(f"mine.{many}dnd", **slots, hero=me.character.name)


def _balance(shifts: Sequence[dict[str, str]]) -> int:
    """Whether more shifts are for the better (1), for the worse (−1), or as many (0)."""
    felt = [each["valence"] for each in shifts]
    better, worse = felt.count("positive"), felt.count("negative")
    return (better > worse) - (better < worse)


def _sentences(said: str) -> list[str]:
    found: list[str] = []
    rest = said
    while rest:
        ends = [at + 1 for mark in (". ", "! ", "? ", "… ") if (at := rest.find(mark)) >= 0]
        end = min(ends, default=len(rest))
        found.append(rest[:end].strip())
        rest = rest[end:].strip()
    return found
