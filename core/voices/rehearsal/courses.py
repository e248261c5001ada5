"""The course of a talk on a part of life that is known: positions, reasons, what answers them, conditions, an outcome.

Each line names something of the matter and answers the line before; nobody says what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from parley.core.voices.rehearsal.life import CONDITION, Point, life, parts
from parley.core.voices.rehearsal.phrases import longest, one_of, read
from parley.core.voices.rehearsal.threads import Node, filled, rules

if TYPE_CHECKING:
    from parley.core.voices.rehearsal.improviser import Improviser

_NAMES = re.compile(r"(?:I|I['’]\w+|[A-Z]{2,}\w*|\w+day|English|German|Christmas|Sundays)\b")
_MATTER = re.compile(r"\{(?:m|dat|akk)\}")
STRICT = frozenset({"argue"})
"""Families in which everybody keeps to a side."""
CLOSED = {"pro": "against_but", "con": "for_but", "sides": "against_but"}
"""The act that answers what is put forward."""
CLAIM = {"pro": "for", "con": "against", "sides": "for"}
MOST_TAKES = 2
SHORT_WORD = 3
"""Characters of words by which no experience is found."""
LEAST = 2
"""Lines before a condition is named where everybody keeps to a side."""


def _one_of(words: Iterable[str], only: Sequence[str]) -> bool:
    """Whether a word begins with one of these, or holds one of five characters or more."""
    return any(word.startswith(one) or (len(one) > SHORT_WORD + 1 and one in word) for word in words for one in only)


class Course:
    """Where the talk of a speaker stands in its course. `kinds`: of points, the main ones first."""

    def __init__(self, speaker: Improviser) -> None:
        self.speaker, self.talk = speaker, speaker.talk
        matter, config = self.talk.matter, speaker.config
        self.words = read("life_words")["de" if config.language == "de" else "en"]
        self.points = life(config.language).get(matter.part, {})
        self.strict = self.talk.format_family in STRICT
        courses = rules()["courses"]
        kinds = courses.get(self.talk.format_family, {}).get(matter.asks or matter.kind, "")
        kinds = kinds or courses.get(self.talk.format_family, {}).get("any", "")
        self.kinds = [kind for kind in kinds.split() if kind == "argue" or self._of(kind)]
        table = parts().get(matter.part, {})
        argued = self._of("pro") and self._of("con") and self._fits(table.get(config.language, "").split())
        self.kinds = [kind for kind in self.kinds if kind != "argue" or argued]
        sides = self._of("sides")
        self.sides = [[each for each in sides if self._named(each, option)] for option in matter.options[:2]]
        if matter.options:
            self.kinds = ["sides", *(["seen"] * bool(self._of("seen")))] if self.sides and all(self.sides) else []
        self.flipped = matter.value < 0 and table.get("flips", True)

    def __bool__(self) -> bool:
        return bool(self.kinds)

    # ---------------------------------------------------------------- points

    def _of(self, kind: str) -> list[Point]:
        """The points of a kind that fit the topic, those that it names first, else in the run's order."""
        words, seed = self.talk.matter.words, self.speaker.config.seed
        found = [each for each in self.points.get(kind, ()) if not each.only or self._named(each)]
        start = seed % len(found) if found else 0
        found = [*found[start:], *found[:start]] if kind != "jobs" else found
        if kind in ("seen", "jobs"):
            # What names something of the topic comes first.
            long = {word for word in words if len(word) > SHORT_WORD}
            texts = {each.name: f"{each.label} {each.said['say']}".lower() for each in found}
            return sorted(found, key=lambda each: not any(word in texts[each.name] for word in long))
        return sorted(found, key=lambda each: not (each.only and self._named(each)))

    def _named(self, point: Point, option: str = "") -> bool:
        words = option.lower().replace("-", " ").split() or self.talk.matter.words
        return _one_of(words, point.only)

    def _fits(self, only: Sequence[str]) -> bool:
        """Whether the reasons of the part of life are reasons in the topic: those for moving are none for a library."""
        return not only or _one_of(self.talk.matter.words, only)

    def _node(self, point: Point, act: str) -> Node:
        return self.speaker.bank.threads[point.name].acts[act][0]

    def _said(self, point: Point, act: str) -> bool:
        return self._node(point, act).text in self.talk.used

    def _open(self, kind: str, act: str) -> Iterator[Point]:
        """The points of which that was not said yet."""
        cap = self.speaker.cap
        for each in self._of(kind):
            if act in each.said and not self._said(each, act) and (not cap or len(each.said[act]) <= cap):
                yield each

    def _text(self, point: Point, act: str) -> str:
        return self.speaker._filled(self._node(point, act))

    def _lead(self, name: str) -> str:
        """Something to begin with that was not used lately."""
        lately = " ".join(line.said for line in self.talk.lines[-10:])
        fresh = [each for each in self.words[name] if longest(each).strip() not in lately]
        return str(one_of(fresh, self.speaker.random)) if fresh else ""

    def _led(self, lead: str, said: str, label: str = "") -> str:
        """A sentence behind its lead; in English it goes on in lower case after a colon."""
        lead = lead.replace("{label}", label)
        lead = lead[:1].upper() + lead[1:]
        if lead.endswith(":") and self.speaker.config.language != "de" and not _NAMES.match(said):
            said = said[:1].lower() + said[1:]
        return f"{lead} {said}".strip()

    def _behind(self, lead: str, said: str, label: str = "") -> list[str]:
        """A sentence behind a lead that names the matter, where there is room for it, and one is known."""
        names = [lead, f"{lead}_short"] if self.talk.matter.known else [f"{lead}_short", lead]
        leads = [self._lead(each) for each in names if each in self.words]
        slots = self.speaker.slots
        usable = [each for each in leads if self.talk.matter.known or not _MATTER.search(each)]
        return [*(self._led(filled(each, slots | {"label": label}), said, label) for each in usable), said]

    def _pile(self, member_side: str) -> str:
        """The points that a side puts forward."""
        return "pro" if (member_side == "for") != self.flipped else "con"

    # ---------------------------------------------------------------- lines

    def opening(self) -> list[str]:
        """The first line, from the longest to the shortest."""
        speaker, topic = self.speaker, self.speaker.slots["topic"]
        first = self.kinds[0]
        if first == "sides":
            mine = int(speaker.side == "against")
            claim, option = self._text(self.sides[mine][0], "for"), speaker.options[mine]
            position = self.words["position_sides"].replace("{mine}", option)
            return [f"{topic} {position} {claim}", f"{position} {claim}", claim]
        if first == "argue":
            pile = self._pile(speaker.side) if self.strict else ("con" if speaker.config.seed % 2 else "pro")
            point = next(self._open(pile, CLAIM[pile]), None)
            if point is None:
                return []
            claim = self._text(point, CLAIM[pile])
            if self.strict:
                position = filled(self.words[f"position_{self._judging()}_{speaker.side}"], speaker.slots)
                return [f"{topic} {position} {claim}", f"{position} {claim}", claim]
            return self._behind("begin", claim, point.label)
        point = next(self._open(first, "say"), None)
        if point is None:
            return []
        said = self._text(point, "say")
        if first in ("jobs", "names"):
            return [f"{topic} {said}", said]
        if first == "seen":
            return [f"{topic} {said}", self._led(self._lead("first_seen"), said), said]
        return self._behind("begin", said, point.label)

    def _judging(self) -> str:
        asks, kind = self.talk.matter.asks, self.talk.matter.kind
        return "moral" if asks == "moral" else "deed" if kind in ("deed", "task", "errand") else "thing"

    def line(self) -> list[str]:
        """The next line, from the longest to the shortest; empty where the course is at its end."""
        node = self.speaker.last.node if self.speaker.last else None
        if node is not None and node.thread.startswith("life."):
            found = self._answer(node)
            if found:
                return found
        return self._next(node)

    def _answer(self, node: Node) -> list[str]:
        """What answers the line before."""
        point = self._point(node.thread)
        if point is None:
            return []
        if point.kind in CLOSED:
            return self._answer_reason(point, node.act)
        if point.kind == "jobs":
            if node.act == "say" and self._may_take():
                self.speaker.act = "take"
                return [self._led(self._lead("taking"), self._text(point, "take")), self._text(point, "take")]
            if node.act == "take" and not self._said(point, "and"):
                self.speaker.act = "and"
                return [self._text(point, "and")]
            return []
        for act in {"say": ("but", "and"), "and": ("end",)}.get(node.act, ()):
            if act in point.said and not self._said(point, act):
                self.speaker.act = act
                lead = self._lead("then_do") if (point.kind, act) == ("know", "end") else ""
                said = self._text(point, act)
                return [self._led(lead, said), said]
        return []

    def _answer_reason(self, point: Point, act: str) -> list[str]:
        closing, mine = CLOSED[point.kind], self._pile(self.speaker.side)
        if point.kind == "sides":
            theirs = point not in self.sides[int(self.speaker.side == "against")]
            if act != "for" or self._said(point, closing) or (self.strict and not theirs):
                return []
            self.speaker.act = closing
            said = self._text(point, closing)
            return [said]
        if act == CLAIM[point.kind] and not (self.strict and point.kind == mine) and not self._said(point, closing):
            self.speaker.act = closing
            said = self._text(point, closing)
            if not self.strict:
                return [said]
            return self._with_own(point, said, mine)
        if act == closing and "end" in point.said and not self._said(point, "end"):
            heard = sum(1 for line in self.talk.lines if line.node)
            if (self.strict and point.kind == mine and heard > LEAST) or not self.strict:
                self.speaker.act = "end"
                return [self._text(point, "end")]
        return []

    def _with_own(self, point: Point, said: str, mine: str) -> list[str]:
        """An answer and a reason of one's own; this alone where the other side has put forward more."""
        own = next(self._open(mine, CLAIM[mine]), None)
        if own is None:
            return [said]
        claim = self._text(own, CLAIM[mine])
        both = self._led(f"{said} {self._lead('own')}", claim)
        behind = len(self._claimed(mine, CLAIM[mine])) < len(self._claimed(point.kind, CLAIM[point.kind])) - 1
        if behind and self.speaker.cap and len(both) > self.speaker.cap:
            self.speaker.act = CLAIM[mine]
            return self._behind("weigh", claim, point.label)
        return [both, said]

    def _point(self, thread: str) -> Point | None:
        kind = thread.rpartition("_")[0].rpartition("_")[2]
        return next((each for each in self.points.get(kind, ()) if each.name == thread), None)

    def _may_take(self) -> bool:
        return list(self.talk.takes.values()).count(self.speaker.me) < MOST_TAKES

    def _next(self, node: Node | None) -> list[str]:
        """A point that is new."""
        before = self._point(node.thread) if node is not None and node.thread.startswith("life.") else None
        for kind in self.kinds:
            if kind == "argue":
                found = self._next_reason(before, node.act if node else "")
            elif kind == "sides":
                found = self._next_side(before)
            else:
                point = next(self._open(kind, "say"), None)
                if point is None:
                    continue
                said = self._text(point, "say")
                again = before is not None and before.kind == kind
                self.speaker.act = "say"
                found = self._behind(f"again_{kind}" if again else f"first_{kind}", said, point.label)
                if kind == "jobs" and self.speaker.request.turns - self.speaker.request.turn <= 1 and self._may_take():
                    # Before the end nothing is left lying.
                    self.speaker.act = "take"
                    found = [f"{said} {self._text(point, 'take')}", self._text(point, "take")]
            if found:
                return found
        return []

    def _next_reason(self, before: Point | None, act: str) -> list[str]:
        if self.strict:
            pile = self._pile(self.speaker.side)
            lead = "grant" if act in CLOSED.values() else "same"
        else:
            pile = "con" if before is not None and before.kind == "pro" else "pro"
            lead = "other_hand" if before is not None else "same"
            if next(self._open(pile, CLAIM[pile]), None) is None:
                pile, lead = ("pro" if pile == "con" else "con"), "same"
        point = next(self._open(pile, CLAIM[pile]), None)
        if point is None:
            return []
        self.speaker.act = CLAIM[pile]
        said = self._text(point, CLAIM[pile])
        return self._behind(lead, said, before.label if before is not None else "")

    def _next_side(self, before: Point | None) -> list[str]:
        """What speaks for one's own of two ways; where nobody keeps to a side, for the other one."""
        mine = int(self.speaker.side == "against")
        if not self.strict and before is not None and before.kind == "sides":
            mine = int(before in self.sides[0])
        open_ones = [each for each in self.sides[mine] if not self._said(each, "for")]
        if not open_ones and not self.strict:
            open_ones = [each for each in self.sides[1 - mine] if not self._said(each, "for")]
        if not open_ones:
            return []
        self.speaker.act = "for"
        said = self._text(open_ones[0], "for")
        again = before is None or (self.strict and before in self.sides[mine])
        return [*self._behind("same" if again else "other_hand", said)]

    # ---------------------------------------------------------------- closings

    def closing(self) -> list[str]:
        """What the talk came to, from what was said; empty where nothing of the course was."""
        for kind in self.kinds:
            found = self._came_to(kind)
            if found:
                return found
        return []

    def _claimed(self, kind: str, act: str) -> list[Point]:
        found = [each for each in self.points.get(kind, ()) if self._said(each, act)]
        order = list(self.talk.opened)
        return sorted(found, key=lambda each: order.index(each.name) if each.name in order else -1)

    def _came_to(self, kind: str) -> list[str]:
        words = self.words
        if kind == "argue":
            pro, con = self._claimed("pro", "for"), self._claimed("con", "against")
            if not pro or not con:
                only = [*pro, *con]
                return [self._fill(words["closing_one"], a=only[-1].label)] if only else []
            settled = [each for each in con if self._said(each, "end")] or con
            side = self.speaker.side if self.strict else "both"
            values = {"pro": pro[-1].label, "con": settled[-1].label, "if": settled[-1].said[CONDITION]}
            if self.flipped and self.strict:
                return [self._fill(words[f"closing_flipped_{side}"], **values)]
            whole = f"closing_{self._judging()}_{side}".replace("thing", "deed")
            names = (whole, f"{whole}_short", f"short_{side}", "shortest")
            return [self._fill(words[each], **values) for each in names]
        if kind == "jobs":
            return self._agreed()
        if kind == "sides":
            mine = int(self.speaker.side == "against")
            own, others = ([each for each in self.sides[at] if self._said(each, "for")] for at in (mine, 1 - mine))
            values = {"mine": self.speaker.options[mine], "yours": self.speaker.options[1 - mine]}
            if own and others:
                return [self._fill(words["closing_sides"], a=own[0].label, b=others[0].label, **values)]
            return [self._fill(words["closing_sides_one"], a=own[0].label, **values)] if own else []
        said = self._claimed(kind, "say")
        if not said:
            return []
        if len(said) > 1:
            return [self._fill(words[f"closing_{kind}"], a=said[0].label, b=said[-1].label)]
        return [self._fill(words[f"closing_{kind}_one"], a=said[0].label)]

    def _agreed(self) -> list[str]:
        """Who does what."""
        speaker, words = self.speaker, self.words
        told, short = [], []
        for thread, who in self.talk.takes.items():
            point = self._point(thread)
            if point is not None:
                name = speaker.config.names.get(who, who) if who in self.talk.called else words["you"]
                form = words["does_me"] if who == speaker.me else words["does_you" if name == words["you"] else "does"]
                told.append(form.replace("{name}", name).replace("{x}", point.label))
                short.append(f"{words['me'] if who == speaker.me else name}: {point.label}")
        left = [each for each in self._claimed("jobs", "say") if each.name not in self.talk.takes]
        openly = f" {self._fill(words['left_open'], a=left[0].label)}" if left else ""
        if not told:
            return [openly.strip()] if openly else []
        said = [self._fill(words["closing_jobs"], takes="; ".join(told[at:])) for at in range(len(told))]
        brief = [self._fill(words["closing_jobs"], takes="; ".join(short[at:])) for at in range(len(short))]
        whole = [text for pair in zip(said, brief, strict=True) for text in pair]
        return [said[0] + openly, *whole]

    def _fill(self, text: str, **values: str) -> str:
        said = filled(text, self.speaker.slots | values)
        sentences: Sequence[str] = said.split(". ")
        return ". ".join(each[:1].upper() + each[1:] for each in sentences)
