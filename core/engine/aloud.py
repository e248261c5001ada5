"""What of a reply is said aloud while it streams."""

from __future__ import annotations

import re

from parley.core.base.line import READ
from parley.core.voices.base import Delta

_BLOCKS = ("<think>", "<thinking>", "<reasoning>")
_ENDED = re.compile(r"</(?:think|thinking|reasoning)\s*+>", re.IGNORECASE)
_LINK = re.compile(r"\([^()\s]*+\)")  # (address), without blanks or parentheses
_LONGEST_LINK = 2_000
_AT_ONCE = 2_000
"""Characters that are looked at in one go: a piece may be a whole reply."""


class Aloud:
    """Keeps thoughts back, those in [brackets] and in <think> blocks, until they close: nobody else hears them.

    What never closes is never said; of a reply without end as much as is read of it (`READ`).
    """

    def __init__(self) -> None:
        self._held = ""
        self._said = 0
        self._blank = True
        self._dropped = False

    def heard(self, delta: Delta) -> Delta | None:
        """Return what others hear of a piece; None: nothing."""
        if delta.restart:
            self._held, self._said, self._blank, self._dropped = "", 0, True, False
        said: list[str] = []
        for at in range(0, len(delta.text), _AT_ONCE):
            if self._said < READ:
                self._held += delta.text[at : at + _AT_ONCE]
                said.append("".join(self._take_pieces())[: READ - self._said])
                self._said += len(said[-1])
        text = "".join(said)
        return Delta(text, restart=delta.restart) if text or delta.restart else None

    def _take_pieces(self) -> list[str]:
        said: list[str] = []
        while self._held:
            if self._dropped and self._blank:
                self._held = self._held.lstrip()  # The blank before a thought is enough
            begun = self._held[:1]
            piece = self._take_bracket() if begun == "[" else self._tag() if begun == "<" else self._take_words()
            if piece is None:
                break
            self._dropped = not piece
            if piece:
                said.append(piece)
                self._blank = piece[-1].isspace()
        return said

    def _take_words(self) -> str:
        """Return the words up to what may begin a thought."""
        places = [at for sign in "[<" if (at := self._held.find(sign)) >= 0]
        return self._pass(min(places, default=len(self._held)))

    def _pass(self, size: int) -> str:
        text, self._held = self._held[:size], self._held[size:]
        return text

    def _take_bracket(self) -> str | None:
        """Return the words of a link, nothing of a thought; None while that is open."""
        end = self._held.find("]") + 1
        if not end or end == len(self._held):  # nothing behind it yet: a "(" would make it a link
            # Of a thought without end only its beginning is kept.
            self._held = self._held if end else self._held[:READ]
            return None
        if self._held[end] == "(":
            if link := _LINK.match(self._held, end):
                return self._pass(link.end())[1 : end - 1]
            # It may still become a link: no address has a blank.
            if len(self._held) - end < _LONGEST_LINK and not any(map(str.isspace, self._held[end:])):
                return None
            return self._pass(end)  # as in `clean`: what stands right before a parenthesis is no thought
        self._pass(end)
        return ""

    def _tag(self) -> str | None:
        """Return nothing of a block of thoughts, the sign alone where it begins none; None while it is open."""
        begun = self._held[: max(map(len, _BLOCKS))].lower()
        if block := next((each for each in _BLOCKS if begun.startswith(each)), ""):
            if ended := _ENDED.search(self._held):
                self._pass(ended.end())
                return ""
            # The tag, by which the block is known next time, and what may be the beginning of the closing one.
            self._held = block + self._held[len(block) :][-20:]
            return None
        return None if any(block.startswith(begun) for block in _BLOCKS) else self._pass(1)  # "<th" may become one
