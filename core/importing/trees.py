"""Conversations that were edited and asked again: a tree of messages, of which one way to a leaf was shown last."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from parley.core.importing.talk import MOST_BRANCHES, Branch, Said
from parley.core.log.events.turn import Swipe


class Way(NamedTuple):
    """The lines of the way that was shown, the other ways, and how many more of those there are."""

    lines: list[Said]
    branches: list[Branch]
    left: int


class Tree:
    """Messages by id, each with its lines and what it answers. `last` is the newest message's id."""

    def __init__(self, lines: Mapping[str, Sequence[Said]], parents: Mapping[str, str]) -> None:
        """Take the messages in the order in which they were written."""
        self._lines = lines
        self._parents = parents
        self._children: dict[str, list[str]] = {}
        for one in lines:
            self._children.setdefault(parents.get(one, ""), []).append(one)
        self.last = next(reversed(list(lines)), "")

    def __contains__(self, one: str) -> bool:
        return one in self._lines

    def find_way(self, leaf: str, voices: Collection[str]) -> Way:
        """Return the way from the beginning to a leaf. Where a voice was only asked for its line once more, the other
        replies stand beside it; any other way is a branch. `voices` are the speakers of whom that may be so.
        """
        path = self._trace_path(leaf)
        on_way = set(path)
        lines: list[Said] = []
        starts: dict[str, int] = {}
        for one in path:
            starts[one] = len(lines)
            lines += self._attach_swipes(one, voices)
        leaves: list[tuple[int, list[str]]] = []
        for one in (*path, ""):  # "" is above the beginnings, of which an edited first message makes two
            main = [each for each in self._children.get(one, ()) if each in on_way]
            at = starts[main[0]] if main else len(lines)
            swiped = self._find_swiped_messages(main[0], voices) if main else []
            for other in self._children.get(one, ()):
                if other not in on_way and other not in swiped:
                    leaves += [(at, way) for way in self._iterate_ways_below(other)]
        found = [Branch(at, said) for at, way in leaves[:MOST_BRANCHES] if (said := self._list_lines(way))]
        return Way(lines, found, max(0, len(leaves) - MOST_BRANCHES))

    def _trace_path(self, leaf: str) -> list[str]:
        path: list[str] = []
        seen: set[str] = set()
        while leaf in self._lines and leaf not in seen:  # a file may say that two answer each other
            seen.add(leaf)
            path.append(leaf)
            leaf = self._parents.get(leaf, "")
        return path[::-1]

    def _iterate_ways_below(self, root: str) -> Iterator[list[str]]:
        """Yield every way from a message to one that nothing answers."""
        seen, open_ways = {root}, [[root]]
        while open_ways:  # no recursion: a talk may be thousands of messages deep
            way = open_ways.pop()
            below = [each for each in self._children.get(way[-1], ()) if each not in seen]
            seen.update(below)
            if not below:
                yield way
            open_ways += [[*way, each] for each in reversed(below)]  # a stack: the first comes off first

    def _list_lines(self, way: Sequence[str]) -> tuple[Said, ...]:
        return tuple(said for one in way for said in self._lines[one])

    def _find_swiped_messages(self, one: str, voices: Collection[str]) -> list[str]:
        """Return the messages that stand for a voice's line as well as `one` does, itself among them; else nothing."""
        own = self._lines[one]
        if len(own) != 1 or own[0].speaker not in voices:  # with calls or thoughts beside it, it is no mere wording
            return []
        beside = self._children.get(self._parents.get(one, ""), ())
        found = [
            each
            for each in beside
            if each == one
            or (len(self._lines[each]) == 1 and self._lines[each][0].speaker == own[0].speaker
                and not self._children.get(each))  # what was answered is a way of its own
        ]  # fmt: skip
        return found if len(found) > 1 else []

    def _attach_swipes(self, one: str, voices: Collection[str]) -> Sequence[Said]:
        swiped = self._find_swiped_messages(one, voices)
        if not swiped:
            return self._lines[one]
        replies = [self._lines[each][0] for each in swiped]
        swipes = tuple(Swipe(text=each.text, at=each.at, model=each.model, thoughts=each.thoughts) for each in replies)
        return [replace(self._lines[one][0], swipes=swipes, swipe=swiped.index(one))]
