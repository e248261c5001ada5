"""A fresh line, in character: the next move in a talk that is about one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from parley.core.base.line import capped
from parley.core.voices.base import Request
from parley.core.voices.rehearsal import closing
from parley.core.voices.rehearsal.courses import Course
from parley.core.voices.rehearsal.lore import remembered
from parley.core.voices.rehearsal.matter import asked_for, tokens_of, words_of
from parley.core.voices.rehearsal.nouns import nouns
from parley.core.voices.rehearsal.opening import opened
from parley.core.voices.rehearsal.persona import Persona
from parley.core.voices.rehearsal.phrases import one_of
from parley.core.voices.rehearsal.standing import OWN, standing
from parley.core.voices.rehearsal.talk import Heard, order
from parley.core.voices.rehearsal.threads import Node, Thread, filled, rules, threads

WITNESSED = 16
"""How many of the last witnessed blocks are shown of what a line was made from."""

SHORT = 16
"""Characters that may stand before two sentences."""
THOUGHTS = 0.16
LEADS, LED = 0.14, 0.35
NOTED = 0.3
ASKS, ASKS_OFTEN = 0.2, 0.45
LOOKED_AT = 3
"""How many threads ahead somebody looks for one to their liking."""
MOST_LOOKED_AT = 60
"""Lines back from the last one."""
BEFORE_SUM = 6
"""Threads between two summings-up."""
MOST_TAKES = 2
_SENTENCE = re.compile(r"[.!?…](?=\s|$)")
_BEGUN = re.compile(r"(?<=[.!?] )[a-zäöü]")
SIDES = {"for": "against", "against": "for"}


class Improviser:
    """One line in the making: what the talk is about and where it stands, and who speaks."""

    def __init__(self, request: Request, persona: Persona, random: Random, warmth: float) -> None:
        self.request, self.persona, self.random, self.warmth = request, persona, random, warmth
        self.config, self.cap, self.kind = persona.config, max(0, persona.config.cap), request.kind
        self.bank = threads(self.config.language)
        self.me = persona.me.id
        self.talk = persona.talk(request.perspective)
        self.side = self.talk.side(self.me)
        last = self.talk.last
        self.last = last if last is not None and last.speaker != self.me else None
        self.options: list[str] = []
        self.slots = self._slots()
        self.act = ""

    def line(self) -> str:
        """The line, sometimes with a [thought] behind it, both together within the cap."""
        said = self._said()
        if not self.cap or len(said) <= self.cap:
            if self.kind == "line" and self.random.random() < THOUGHTS and (thought := self._thought()):
                with_thought = f"{said} [{thought}]"
                return with_thought if not self.cap or len(with_thought) <= self.cap else said
            return said
        return capped(said, self.cap)

    def _said(self) -> str:
        talk = self.talk
        if self.kind == "line" and talk.lines and (said := remembered(self)):
            return self._fitting(said)
        if talk.put:
            return self._answered(talk.put, outside=True)
        if self.kind == "question":
            return self._question()
        course = Course(self)
        if self.kind == "closing" and (talk.lines or self.request.turns > 1):
            return self._fitting([*course.closing(), *closing.closings(self)])
        if not talk.lines:
            if course and (first := course.opening()):
                return self._fitting(first)
            return opened(self)
        if self.last is not None and self.last.node is None:
            return self._answered(self.last.said)
        if self.last is not None and self.last.node is not None and self.last.node.act == "opening.greeting":
            return self._one("greet.back")
        if course and (said := course.line()):
            return self._fitting(said)
        following = [*self._following()]
        if following:
            node = following[0]
            self.act = node.act
            return self._fitting(self._dressed(node))
        return self._begun()

    # ---------------------------------------------------------------- what comes next

    def _following(self) -> Iterator[Node]:
        """The sentences that may follow what was said last, in the same thread, the likeliest first."""
        last = self.last
        if last is None or last.node is None or last.node.thread not in self.bank.threads:
            return
        thread = self.bank.threads[last.node.thread]
        family = thread.name.partition(".")[0]
        for act in self._acts(family, last, thread):
            yield from self._unsaid(thread, act)

    def _acts(self, family: str, last: Heard, thread: Thread) -> Sequence[str]:
        table, act = rules(), last.node.act if last.node else ""
        found: Sequence[str]
        if family == "argue":
            mine = self.talk.side_in(thread.name, self.me)
            if act == "ask":
                return [mine]
            side, _, what = act.partition("_")
            if side not in SIDES:
                return []
            whose = "own" if side == mine else "other"
            found = table["argue"][whose][what or "claim"]
            # What was never said is not denied.
            found = [each for each in found if each != "but" or self.talk.said_in(thread.name, SIDES[mine])]
            return [each if each == "end" else mine if each == "claim" else f"{mine}_{each}" for each in found]
        if family == "work":
            able = self._may_take()
            return [each for each in table["work"].get(act, ()) if each != "take" or able]
        found = table["next"].get(act) or table["next"][self._stance()].get(act, ())
        found = [each for each in found if (act, each) not in thread.led] or found
        return found if len(found) < 2 or self.random.random() < 0.8 else found[::-1]

    def _may_take(self) -> bool:
        taken = list(self.talk.takes.values())
        mine = taken.count(self.me)
        return mine < MOST_TAKES and mine <= len(taken) // len(self.config.members)

    def _stance(self) -> str:
        direction, hints = self.request.direction.lower(), self.persona.bank.lists
        lean = self.request.mood
        for weight, side in ((0.6, "support"), (-0.6, "challenge")):
            lean += weight * any(hint in direction for hint in hints[f"hints.{side}"])
        draw = self.random.random()
        return "challenge" if draw < 0.3 - 0.45 * lean else "support" if draw < 0.65 + 0.2 * lean else "neutral"

    def _unsaid(self, thread: Thread, act: str) -> list[Node]:
        nodes = [node for node in thread.acts.get(act, ()) if node.text not in self.talk.used]
        if len(nodes) > 1:
            self.random.shuffle(nodes)
            # What is of their own world makes it more theirs.
            nodes.sort(key=lambda node: not any(f"{{{name}}}" in node.text for name in OWN))
        return [node for node in nodes if self._fits(node)]

    def _fits(self, node: Node) -> bool:
        if ("{few}" in node.text or "{many}" in node.text) and self.talk.matter.counted:
            return False
        if not self.slots["task"] and any(f"{{{name}}}" in node.text for name in OWN):
            return False
        return not self.cap or (len(node.text) <= self.cap + 12 and len(self._filled(node)) <= self.cap)

    def _begun(self) -> str:
        """A thought that is new, or a summing-up where there were many; in the end that all was said."""
        talk = self.talk
        left = self.request.turns - self.request.turn
        fresh: set[str] = set()
        for line in reversed(talk.lines[-MOST_LOOKED_AT:]):
            if line.node is not None and line.node.act == "sum.any":
                break
            fresh |= {line.node.thread} if line.node is not None and "." in line.node.thread else set()
        many = len(fresh)
        if many > 1 and left == 1 and talk.family == "argue" and (said := self._one("sum.last")):
            return said
        asked = self.last is not None and self.last.said.endswith("?")
        if many >= BEFORE_SUM and not asked and (said := self._one("sum.any")):
            return said
        begun = self._begin(left)
        if begun is None:
            return self._one("tired.any") or self._again()
        node, prefix = begun
        self.act = node.act
        return self._fitting(self._dressed(node, prefix))

    def _begin(self, left: int) -> tuple[Node, str] | None:
        """The first sentence of the next thread, and what leads over to it."""
        for family in self._families():
            agenda = [each for each in self.talk.agenda(family) if each.name not in self.talk.opened]
            agenda = [each for each in agenda if self._answerable(each)]
            likely = [
                each
                for each in agenda[: LOOKED_AT if self.talk.opened else 2]
                if not set(each.traits).isdisjoint(self.persona.traits)
            ]
            for thread in (*likely[:1], *(each for each in agenda if each not in likely[:1])):
                for act in self._opening_acts(family, left, thread):
                    for node in self._unsaid(thread, act):
                        return node, self._leading(family, thread, node)
        return None

    def _families(self) -> tuple[str, ...]:
        """Where threads are taken from: the talk's own family, then those that go on from it."""
        family, after = self.talk.family, rules()["then"]
        return (family, *(after.get(f"{family}_{self.talk.matter.kind}") or after.get(family, ())))

    def _answerable(self, thread: Thread) -> bool:
        """Whether what it puts forward was not said before the talk turned to something else."""
        said = {node.text for act in ("say", *SIDES) for node in thread.acts.get(act, ())}
        return said.isdisjoint(self.talk.used)

    def _opening_acts(self, family: str, left: int, thread: Thread) -> tuple[str, ...]:
        say = self.talk.side_in(thread.name, self.me) if family == "argue" else "say"
        often = ASKS_OFTEN if "questions" in self.persona.traits else ASKS
        asks = left > 2 and (self.last is None or not self.last.said.endswith("?")) and self.random.random() < often
        return ("ask", say) if asks else (say, "ask") if left > 2 else (say,)

    def _leading(self, family: str, thread: Thread, said: Node) -> str:
        if not self.talk.opened or not self.last or self.last.said.endswith("?"):
            return ""
        self._name(thread)
        pool = self.bank.pools.get(f"next.{family}", ())
        fresh = [
            node for node in pool if not any(node.mark and node.mark in line.said for line in self.talk.lines[-6:])
        ]
        labelled = any("{label" in node.text for node in pool)
        if labelled and thread.label.nom.split()[-1].lower() in said.text.lower():
            return ""
        return self._filled(one_of(fresh, self.random)) if fresh and self.random.random() < LED else ""

    def _again(self) -> str:
        """All was said: the sentence that was said longest ago."""
        family = self.talk.family
        known = [
            node
            for each in self.talk.agenda(family)
            for node in each.acts.get(self.talk.side_in(each.name, self.me) if family == "argue" else "say", ())
        ]
        known = sorted((node for node in known if self._fits(node)), key=lambda node: self.talk.used.get(node.text, -1))
        return self._filled(known[0]) if known else "…"

    def _question(self) -> str:
        """A question on the matter that nobody has asked yet, where one is asked for."""
        for thread in (each for family in self._families() for each in self.talk.agenda(family)):
            found = self._unsaid(thread, "ask") if thread.name not in self.talk.opened else []
            if found:
                return self._fitting([self._filled(found[0])])
        return self._again()

    # ---------------------------------------------------------------- what comes from outside

    def _answered(self, said: str, *, outside: bool = False) -> str:
        """What somebody says to words of others: to a question of its kind, else about what was mentioned."""
        known, low = words_of(self.config.language), [each.lower() for each in tokens_of(said)]
        asked = asked_for(said, low, known) if said.rstrip(' "”“»').endswith("?") else ""
        if asked == "yes":
            asked = "no" if self._stance() == "challenge" else "yes"
        if asked and (found := self._one(f"answer.{asked}")):
            self.act = "answer"
            return found
        if outside and (found := self._one("takeup.any")):
            self.act = "answer"
            return found
        backs = "but" if self._stance() == "challenge" else "and"
        heard = nouns(said, self.config.language, names=self.persona.called)
        self.slots["echo"] = one_of(heard, self.random) if heard else None
        pools = [f"answer.echo_{backs}"] * bool(heard) + [f"answer.{backs}"]
        if self.random.random() < 0.6 or heard:
            for pool in pools:
                if found := self._one(pool):
                    return found
        return self._begun()

    # ---------------------------------------------------------------- words

    def _slots(self) -> dict[str, Any]:
        talk = self.talk
        # Who is not told how the other is called does not know it.
        name = self.config.names.get(self.last.speaker, "") if self.last and self.last.name else ""
        if talk.slots is None or talk.slots[0] != (talk.matter, talk.put):
            talk.slots = (talk.matter, talk.put), *standing(talk, self.config, self.me)
        _, slots, self.options = talk.slots
        return slots | {"name": name}

    def _name(self, thread: Thread) -> None:
        self.slots |= {"label": thread.label.nom, "label_akk": thread.label.akk, "label_dat": thread.label.dat}

    def _filled(self, node: Node, slots: dict[str, Any] | None = None, **more: Any) -> str:
        said = filled(node.text, (self.slots if slots is None else slots) | more)
        said = _BEGUN.sub(lambda found: found[0].upper(), said)
        return said[:1].upper() + said[1:]

    def _shuffled(self, pool: str) -> list[Node]:
        nodes = list(self.bank.pools.get(pool, ()))
        return self.random.sample(nodes, len(nodes))

    def _one(self, pool: str) -> str:
        """A sentence of the pool that nobody has said yet; empty where there is none."""
        for node in self._shuffled(pool):
            if node.text in self.talk.used or ("{name}" in node.text and not self.slots["name"]):
                continue
            if pool.startswith("sum.") and not closing.named(self, self.talk.labels()[-2:]):
                continue
            if self._fits(node):
                return self._filled(node)
        return ""

    def _dressed(self, node: Node, prefix: str = "") -> Iterable[str]:
        """The sentence as it may be said, from the longest to the shortest."""
        said = self._filled(node)
        before = prefix or self._reaction(node) or self._manner(node)
        agreed = said.partition(" ")[0].strip(".,!") in self.bank.agreed
        # One thought a turn: two sentences have no more than a word before them.
        long = len(_SENTENCE.findall(said)) > 1 and len(before) > SHORT
        if before and not agreed and not long and not (before.endswith(":") and ":" in said):
            yield f"{before} {said}"
        yield said

    def _reaction(self, node: Node) -> str:
        last = self.last
        if last is None or last.node is None or self.random.random() > (0.25 if self.persona.brief else 0.5):
            return ""
        act, before = node.act.rpartition("_")[2], last.node.act.rpartition("_")[2]
        # After the other side's words nobody agrees by going on with their own.
        mine = self.talk.side_in(last.node.thread, self.me)
        theirs = last.node.thread.startswith("argue.") and not last.node.act.startswith(mine)
        pool = "even" if act == "and" and (theirs or before == "but") else act
        lately = " ".join(line.said for line in self.talk.lines[-24:])
        fresh = [each for each in self.bank.pools.get(f"react.{pool}", ()) if each.mark not in lately]
        fresh = [each for each in fresh if self.slots["name"] or "{name}" not in each.text]
        return self._filled(one_of(fresh, self.random)) if fresh and last.node.thread == node.thread else ""

    def _manner(self, node: Node) -> str:
        """A word before it that is like them."""
        if self.persona.brief or node.act not in ("say", "for", "against") or self.random.random() > LEADS:
            return ""
        lately = " ".join(line.said for line in self.talk.lines[-30:])
        pool = [each for trait in self.persona.traits[:2] for each in self.bank.pools.get(f"lead.{trait}", ())]
        fresh = [each for each in pool if each.text not in lately]
        return self._filled(fresh[0]) if fresh else ""

    def _thought(self) -> str:
        """What they think behind it, in square brackets."""
        note = self.persona.notes.get(self.last.speaker, "") if self.last else ""
        if (
            note
            and self.random.random() < 0.3
            and not any(note in line.said for line in self.talk.lines[-MOST_LOOKED_AT:])
        ):
            return note
        side, _, act = self.act.rpartition("_")
        act = "for" if act in ("say", "against") or (side and act == "and") else act
        pool = self.bank.pools.get(f"thoughts.{act}", ())
        # Nobody hears it, so nobody knows whether it was thought before: each in the run's own order.
        usable = [node for node in order(pool, self.config.seed) if self.slots["name"] or "{name}" not in node.text]
        return self._filled(usable[self.request.turn // 2 % len(usable)]) if usable else ""

    def _fitting(self, texts: Iterable[str]) -> str:
        """The first that is within the cap; the shortest cut where none is."""
        shortest = ""
        for text in texts:
            if not self.cap or len(text) <= self.cap:
                return text
            shortest = min(filter(None, (shortest, text)), key=len)
        return capped(shortest, self.cap) if shortest else "…"
