"""Questions off the record, answered by rules out of what a member has witnessed and knows of themselves.

A point of a scale of `points` is `1 + (points − 1) · (a − 0.10) / (0.95 − 0.10)`, rounded half up: `a` is the affinity
to whoever the question names (the mean of several), else the mean affinity to all others; counted from the other end
where the scale is reversed, and the middle, rounded up, where there are no relations. Of options, the one that names
whoever the member gets on best with (worst, where the question asks for that); else the one whose words were witnessed
most often, the first of several. Chance has no part in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from parley.core.base.line import capped
from parley.core.base.sums import added
from parley.core.cast.affinity import HIGHEST, LOWEST, START
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.phrases import bank

_WORD = re.compile(r"\w+")
SHORTEST = 4
"""Letters of a word that may say what a question is about."""
STEM = 6
"""Letters by which two forms of a word are taken for one."""
QUOTED = 160
COMMON = ("nouns.articles", "nouns.adjectives", "nouns.others")
CLOSE, APART = 0.6, 0.4


def interviewed(request: Request, _random: Random) -> dict[str, Any]:
    """The answer to a question off the record."""
    asked = _Asked(request)
    if request.kind == "likert":
        return {"answer": asked.point()}
    if request.kind == "choice":
        return {"answer": asked.option()}
    return {"answer": asked.told()}


class _Asked:
    """A question, and all that its member has to answer it from."""

    def __init__(self, request: Request) -> None:
        view = request.perspective
        self.me, self.names = view.me.id, view.config.names
        self.texts = bank(view.config.language, "interview").texts
        usual = bank(view.config.language).texts
        self.common = {word for name in COMMON for word in usual[name].split()} | set(self.texts["common"].split())
        self.pieces: dict[str, list[str]] = {}
        self.affinities: dict[str, float] = {}
        for piece in request.material:
            if piece.id == "affinity":
                self.affinities[piece.member] = float(piece.text)
            else:
                self.pieces.setdefault(piece.id, []).append(piece.text)
        self.question = next(iter(self.pieces.get("question", [])), request.direction)
        self.lines: Sequence[Block] = [block for block in view.witnessed() if block.speaker]
        self.words = [word.casefold() for word in _WORD.findall(self.question)]
        self.named = [one for one, name in self.names.items() if one != self.me and self._names(name)]

    def _names(self, name: str) -> bool:
        parts = [part.casefold() for part in _WORD.findall(name)]
        return bool(parts) and (parts[0] in self.words or parts[-1] in self.words)

    def _asks(self, list_: str) -> bool:
        return not set(self.texts[list_].split()).isdisjoint(self.words)

    def point(self) -> int:
        """The point of a scale, by the rule above."""
        scale = int(self.pieces["scale"][0])
        points = abs(scale)
        known = [self.affinities[one] for one in self.named if one in self.affinities] or [*self.affinities.values()]
        affinity = added(known) / len(known) if known else None
        part = 0.5 if affinity is None else (affinity - LOWEST) / (HIGHEST - LOWEST)
        found = min(points, max(1, int(1 + (points - 1) * part + 0.5)))
        return points + 1 - found if scale < 0 else found

    def option(self) -> str:
        """One of the options, by the rule above."""
        options = self.pieces["option"]
        people = {
            option: one
            for option in options
            for one, name in self.names.items()
            if one != self.me and _same(option, name)
        }
        if people:
            sign = -1 if self._asks("disliking") else 1
            return max(people, key=lambda option: sign * self.affinities.get(people[option], START))
        heard = [_stem(word) for block in self.lines for word in _WORD.findall(block.said)]
        counts = {option: sum(map(heard.count, {*map(_stem, _about(option))})) for option in options}
        return max(options, key=lambda option: counts[option])

    def told(self) -> str:
        """A few sentences."""
        found = [*self._of_people(), *self._of_work()]
        if not found and self._asks("feeling"):
            found += [self.texts["mood"].format(mood=mood) for mood in self.pieces.get("mood", [])]
        if not found or not (self.named or self._asks("working")):
            found += self._of_matter()
        if not found and not self.lines:
            found = [self.texts["nothing"]]
        return " ".join(found[:3]) or self.texts["unknown"].format(count=len(self.lines))

    def _of_people(self) -> Iterable[str]:
        for one in self.named:
            affinity, name = self.affinities.get(one), self.names[one]
            if affinity is not None:
                how = "close" if affinity >= CLOSE else "apart" if affinity <= APART else "fair"
                yield self.texts[how].format(name=name, affinity=f"{affinity:.2f}")
            last = next((block.said for block in reversed(self.lines) if block.speaker == one), None)
            yield (
                self.texts["said"].format(name=name, line=capped(last, QUOTED))
                if last
                else self.texts["silent"].format(name=name)
            )
        if not self.named and self.affinities:
            for asks, pick, text in (("disliking", min, "worst"), ("liking", max, "best")):
                if self._asks(asks):
                    one = pick(self.affinities, key=lambda each: self.affinities[each])
                    yield self.texts[text].format(name=self.names.get(one, one), affinity=f"{self.affinities[one]:.2f}")
                    return

    def _of_work(self) -> Iterable[str]:
        if self._asks("working"):
            there = [(name, text) for name in ("task", "finished") for text in self.pieces.get(name, [])]
            yield from (self.texts[name].format(task=capped(text, QUOTED)) for name, text in there)
            if not there and not self.named:
                yield self.texts["idle"]

    def _of_matter(self) -> Iterable[str]:
        """What was said, and is remembered, with the question's words: the newest of what has most of them."""
        about = {_stem(word) for word in _about(self.question) if word not in self.common}
        if not about:
            # It asks for no matter: the newest of what there is.
            yield from (self.texts["task"].format(task=capped(text, QUOTED)) for text in self.pieces.get("task", []))
            if self.lines:
                yield self._quoted(self.lines[-1])
            return

        def shared(text: str) -> int:
            return len(about & {_stem(word) for word in _about(text)})

        lines = max(enumerate(self.lines), key=lambda each: (shared(each[1].said), each[0]), default=None)
        if lines is not None and shared(lines[1].said):
            yield self._quoted(lines[1])
        memories = self.pieces.get("memory", [])
        best = max(enumerate(memories), key=lambda each: (shared(each[1]), each[0]), default=None)
        if best is not None and shared(best[1]):
            yield self.texts["memory"].format(memory=capped(best[1], QUOTED))

    def _quoted(self, block: Block) -> str:
        text = self.texts["mine" if block.speaker == self.me else "heard"]
        return text.format(name=self.names.get(block.speaker, block.name), line=capped(block.said, QUOTED))


def _same(option: str, name: str) -> bool:
    return option.strip().casefold() in (name.casefold(), name.split(maxsplit=1)[0].casefold() if name.split() else "")


def _about(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.casefold()) if len(word) >= SHORTEST]


def _stem(word: str) -> str:
    return word.casefold()[:STEM]
