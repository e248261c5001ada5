"""Where a talk stands: what it is about, which thoughts were put forward by whom, and what was said last."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from parley.core.log.config import DIRECTOR_NAME, RunConfig
from parley.core.perspective.perspective import Block, Perspective
from parley.core.voices.rehearsal import subjects
from parley.core.voices.rehearsal.matter import matter_of
from parley.core.voices.rehearsal.nouns import nouns
from parley.core.voices.rehearsal.phrases import bank, one_of
from parley.core.voices.rehearsal.threads import Node, Thread, all_recognised, recognised, rules, taken_up, threads

DEEDS = frozenset({"choice", "thing", "task", "errand", "deed"})
SHORT_TOPIC = 400
_TAKING_UP = ("takeup", "answer")


class Heard(NamedTuple):
    """Who said what; `node` where it is one of our sentences; `name` as the hearer knows them, if they do."""

    speaker: str
    said: str
    node: Node | None
    name: str = ""


class Talk:
    """The talk as somebody witnessed it.

    `matter` is what it is about now, `given` what it began with; `put` is what brought it up, as long as nobody has
    taken that up. `lines` are those since then, `opened` their threads. In all of it `used` sentences were said,
    `takes` says who took what, and `called` are those whose names one was told.
    """

    def __init__(self, config: RunConfig, me: str) -> None:
        self.config, self.me, self.language = config, me, config.language
        self.lines: list[Heard] = []
        self.opened: dict[str, list[Heard]] = {}
        self.used: dict[str, int] = {}
        self.put = ""
        self.takes: dict[str, str] = {}
        self.called: set[str] = set()
        self.given = self.matter = matter_of(topic_of(config)[:SHORT_TOPIC], self.language)
        self.family = family_of(config, self.matter.kind)
        self.slots: tuple[Any, dict[str, Any], list[str]] | None = None
        self._digest = hashlib.blake2b(digest_size=16)
        self._heard: Sequence[Block] = ()
        self._from = self._count = 0

    @property
    def digest(self) -> str:
        """That of all that was heard."""
        return self._digest.hexdigest()

    def goes_on_with(self, view: Perspective) -> bool:
        """Whether what was heard so far is how that view begins."""
        return (self._heard is view.blocks and self._from == view.start) and self._count <= view.count

    def hear(self, view: Perspective) -> None:
        """All of the view that is new."""
        new = view.witnessed(view.count - self._count) if self._heard is view.blocks else view.witnessed()
        for block in new if view.count > self._count or self._heard is not view.blocks else ():
            self._hear(block)
        self._heard, self._from, self._count = view.blocks, view.start, view.count

    def _hear(self, block: Block) -> None:
        said = block.said
        self._digest.update(f"{block.speaker}\t{block.name}\t{said}\n".encode())
        if block.speaker in self.config.names:
            node = recognised(said, self.language)
            if block.name:
                self.called.add(block.speaker)
            if node is not None:
                for text in all_recognised(said, self.language):
                    self.used[text] = len(self.used)
                if node.thread == "takeup" and not self.put:
                    self._turn_to(taken_up(said, self.language))
            elif not self.config.topic and not self.opened:
                self._guess(said)
            line = Heard(block.speaker, said, node, block.name)
            self.lines.append(line)
            if block.speaker == self.me or (node is not None and node.thread in _TAKING_UP):
                self.put = ""
            if node is not None and "." in node.thread:
                self.opened.setdefault(node.thread, []).append(line)
                if node.act == "take":
                    self.takes[node.thread] = block.speaker
        elif block.role != "assistant" and (block.speaker or block.name) and said.strip() and not self._noted(block):
            # Somebody from outside: from here on it is about that.
            self._turn_to(said)
            self.put = said

    def _noted(self, block: Block) -> bool:
        """Whether it is a note of another program, of a tool or a narrator, which asks nobody to talk about it."""
        return bool(self.config.imported) and not block.name.startswith(DIRECTOR_NAME[self.config.language])

    def _guess(self, said: str) -> None:
        """Where nobody has given a topic it is about what was mentioned last, as far as that is clear."""
        clear = nouns(said, self.language, names=frozenset(self.config.names.values()))
        about = matter_of(said[:SHORT_TOPIC], self.language)
        if clear and about.forms.nom.split()[-1] not in clear[-1].split():
            about = matter_of(clear[-1], self.language)
        if clear and about.known:
            self.given = self.matter = about

    def _turn_to(self, said: str) -> None:
        about = matter_of(said[:SHORT_TOPIC], self.language)
        if about.known or not self.lines:
            self.matter = about
            # What happens while something is being done is one more thing to do.
            if self.family != "work" or about.kind not in ("fact", "thing"):
                self.family = family_of(self.config, about.kind)
        self.lines, self.opened = [], {}

    @property
    def format_family(self) -> str:
        """The family of the format, whatever the topic."""
        return family_of(self.config, "")

    @property
    def last(self) -> Heard | None:
        """What was said last."""
        return self.lines[-1] if self.lines else None

    @property
    def group(self) -> str:
        """Whether it is about a deed or a claim."""
        deeds = self.matter.kind in DEEDS or self.config.format.id == "shipping" or self.reacting
        return "deed" if deeds else "claim"

    @property
    def reacting(self) -> bool:
        """Whether something has happened, and what is debated is what to do about it."""
        return self.config.format.id == "strategy" and self.matter.kind == "fact"

    def side(self, member: str) -> str:
        """For or against: everybody's own for the whole of the run."""
        order = list(self.config.names)
        return ("for", "against")[(order.index(member) + _first_side(self.config.seed)) % 2 if member in order else 0]

    def agenda(self, family: str) -> list[Thread]:
        """The threads of a family in this run's order that fit its matter; first what a talk may begin with."""
        special, group = self._fitting(family)
        fitting = special | group
        found = [
            each for each in agenda(family, self.language, self.config.seed) if each.fits(self.matter.words, fitting)
        ]
        table = rules()["first"]
        first = table.get(f"{family}_{self.matter.kind}") or table.get(family, ()) if not self.opened else ()
        if first:
            return sorted(found, key=lambda each: each.name.partition(".")[2] not in first)
        if family != "sort":
            # What is only for topics of this kind is more to the point than what fits any.
            own = {self.matter.subject}
            return sorted(found, key=lambda each: (each.of.isdisjoint(special), each.of.isdisjoint(own)))
        # What goes into a heap that nothing has gone into yet.
        full = [keys for keys in rules()["heaps"].values() if not self.opened.keys().isdisjoint(keys)]
        return sorted(found, key=lambda each: sum(each.name in keys for keys in full))

    def _fitting(self, family: str) -> tuple[set[str], set[str]]:
        """What is said only of topics like this one, and what of all of its group."""
        matter = self.matter
        special: set[str] = {matter.kind}
        asks_how = matter.kind == "question" and matter.asked[:1] in (("how",), ("wie",))
        group: set[str] = set()
        # What speaks for and against a thing is no reason where nobody says whether it is good.
        if family != "argue" or self._judged:
            # Whether something is so, and what has happened, is about more than the part of life that it is of.
            apart = matter.kind in ("fact", "how") or asks_how
            apart = apart or matter.kind == "yes-no" or (matter.kind == "question" and matter.nature != "idea")
            known = subjects.named(matter.subject, self.language)
            if matter.kind != "fact":
                (group if apart else special).update((matter.subject, known.within if known else ""))
        if matter.kind == "fact":
            told = subjects.told(matter.words, matter.asked, self.language)
            # An animal is not asked what it means by it.
            special |= told if matter.nature != "animal" else told - {"habit"} | {matter.subject}
        if matter.kind == "yes-no":
            asks = subjects.whether(matter.asked, matter.words, self.language)
            special.add("found" if asks == "whether" and matter.value else asks)
        if matter.kind == "why" and subjects.of_people(matter.words, self.language):
            special |= {"why_people", *subjects.why_habit(matter.words, self.language)}
        if matter.kind in ("question", "how"):
            special.add(subjects.asked_about(matter.asked, matter.nature, self.language))
        if matter.kind == "thing" and matter.asked[:1] in (("my",), ("mein",), ("meine",)):
            special.add("mine")
        # Of news that somebody puts in nothing is said that would fit at any time.
        if matter is self.given and matter.kind != "fact" and matter.nature != "person" and "mine" not in special:
            group.add("general")
        if matter.what_if:
            special.add("what_if")
        elif matter.kind in ("thing", "deed") or (matter.nature == "idea" and matter.kind != "how" and not asks_how):
            (group if matter.kind == "yes-no" else special).add(matter.nature)
        if matter.options:
            special |= {"choice", *(("three",) if len(matter.options) > 2 else ())}
        elif self.reacting:
            special.add("reacting")
        elif self.group == "deed":
            rule = {"public", *(("rule",) if matter.value < 0 else ())}
            group |= rule if matter.kind == "thing" else subjects.proposed(matter.words, self.language)
            group = group - {"moral", "public", "rule", "other"} | {"ours"} if self.ours else group
        else:
            group.add("claim")
        group |= {"undated"} if not matter.day else set()
        return special, group

    @property
    def _judged(self) -> bool:
        """Whether it is about what is good and bad of a part of life: a step of theirs, a rule for all, a judgement."""
        matter, known = self.matter, subjects.named(self.matter.subject, self.language)
        if matter.options or self.reacting or known is None or not matter.words.isdisjoint({"than", "als"}):
            return False
        if self.group == "deed":
            # What a ban is good for is not what the thing is good for.
            gerund = matter.forms.nom.split()[0].endswith("ing")
            return bool(matter.value or self.ours) if matter.kind != "thing" else matter.value >= 0 or gerund
        return bool(matter.value)

    @property
    def ours(self) -> bool:
        """Whether it is something that those who talk could do themselves."""
        form = self.config.format.id
        known = subjects.named(self.matter.subject, self.language)
        here = self.matter.ours and not (known and known.public and form in rules()["messages"]["formats"])
        return here or self.matter.kind in ("task", "errand", "fact") or form in ("strategy", "shipping")

    def side_in(self, thread: str, member: str) -> str:
        """For or against the thing itself: who wants less of it speaks against it where a thread is about that."""
        side = self.side(member)
        known = threads(self.language).threads.get(thread)
        if self.matter.value < 0 and known is not None and self.matter.subject in known.of:
            return "against" if side == "for" else "for"
        return side

    def said_in(self, thread: str, act: str) -> bool:
        """Whether that was said in the thread."""
        return any(line.node and line.node.act == act for line in self.opened.get(thread, ()))

    def labels(self, *acts: str) -> list[Thread]:
        """The threads that came up, those in which one of the acts was said."""
        known = threads(self.language).threads
        return [
            known[key]
            for key, lines in self.opened.items()
            if not acts or any(line.node and line.node.act in acts for line in lines)
        ]


def topic_of(config: RunConfig) -> str:
    """The topic; of an imported talk without one its title, where that is more than who takes part."""
    if config.topic or not config.imported or any(name in config.title for name in config.names.values()):
        return config.topic
    return config.title


@lru_cache(maxsize=256)
def _first_side(seed: int) -> int:
    return Random(f"side:{seed}").getrandbits(1)


@lru_cache(maxsize=256)
def agenda(family: str, language: str, seed: int) -> tuple[Thread, ...]:
    """All threads of a family in a run's order."""
    found = threads(language).families[family]
    return tuple(Random(f"agenda:{seed}:{family}").sample(found, len(found)))


def family_of(config: RunConfig, kind: str) -> str:
    """The threads that a format has for a kind of topic; for a format of somebody's own by what it is like."""
    table = rules()
    form = config.format
    usual = "work" if form.actions else "chat" if form.warmth >= 0.9 and form.turns[1] <= 6 else "think"
    family = next((name for name, formats in table["families"].items() if form.id in formats), usual)
    instead = table["instead"]
    found: str = instead.get(form.id, {}).get(kind) or instead.get(family, {}).get(kind) or family
    return found


@lru_cache(maxsize=256)
def drawn(seed: int, language: str) -> tuple[int, int, str]:
    """The numbers and the day of a run: the same for everybody in it, from its beginning to its end."""
    chance = Random(f"talk:{seed}")
    return 2 + int(chance.random() * 6), 12 + int(chance.random() * 30), one_of(bank(language).lists["days"], chance)


@lru_cache(maxsize=256)
def order(pool: tuple[Node, ...], seed: int) -> tuple[Node, ...]:
    """Thoughts in a run's own order."""
    return tuple(Random(f"thoughts:{seed}").sample(pool, len(pool)))


def usual(form: str, family: str) -> str:
    """The family of threads that a format has for most topics."""
    return next((name for name, formats in rules()["families"].items() if form in formats), family)
