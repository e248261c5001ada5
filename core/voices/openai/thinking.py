"""What a model thinks before it speaks, where its server puts it into the reply: it is no part of the line."""

from __future__ import annotations

from typing import Literal

BEGIN, END = "<think>", "</think>"


class Muse:
    """Takes the thoughts out of a reply as it streams: those between the signs, at its beginning. `mused`: there were
    some."""

    def __init__(self) -> None:
        self.mused = False
        self._held = ""
        self._state: Literal["before", "within", "behind", "over"] = "before"

    def piece(self, text: str) -> str:
        """Return what of the text so far is said."""
        if self._state == "over":
            return text
        self._held += text
        if self._state == "before":
            begun = self._held.lstrip()
            if len(begun) < len(BEGIN) and BEGIN.startswith(begun):
                return ""
            if not begun.startswith(BEGIN):
                return self._said(self._held)
            self._state, self.mused, self._held = "within", True, begun[len(BEGIN) :]
        if self._state == "within":
            _thought, end, said = self._held.partition(END)
            if not end:
                # Only what could be the beginning of the end.
                self._held = self._held[-len(END) + 1 :]
                return ""
            self._state, self._held = "behind", said
        self._held = self._held.lstrip()
        return self._said(self._held) if self._held else ""

    def rest(self) -> str:
        """Return what was kept back at the end; half a thought is not said."""
        return "" if self._state == "within" else self._said(self._held)

    def _said(self, text: str) -> str:
        self._state, self._held = "over", ""
        return text
