"""Which of thousands of known stretches stand in a text."""

from __future__ import annotations

from collections.abc import Sequence

HEAD = 8
"""Characters by which stretches are looked up; shorter ones are looked for one by one."""


class Marks:
    """Stretches of text, in an order that is kept. Each is looked up by how it begins, not searched for on its own."""

    def __init__(self, marks: Sequence[str]) -> None:
        self._short = [(at, mark) for at, mark in enumerate(marks) if len(mark) < HEAD]
        self._long: dict[str, list[tuple[int, str]]] = {}
        for at, mark in enumerate(marks):
            if len(mark) >= HEAD:
                self._long.setdefault(mark[:HEAD], []).append((at, mark))

    def within(self, text: str) -> list[int]:
        """The places in the order given of all that stand in the text, ascending."""
        found = {at for at, mark in self._short if mark in text}
        for start in range(len(text) - HEAD + 1):
            for at, mark in self._long.get(text[start : start + HEAD], ()):
                if text.startswith(mark, start):
                    found.add(at)
        return sorted(found)
