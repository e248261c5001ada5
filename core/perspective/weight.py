"""How many tokens a text is, without asking a model: it must not depend on one."""

from __future__ import annotations

BLOCK = 4
"""Tokens that a piece costs beyond its words."""


def sum_tokens(text: str) -> int:
    """Estimate the tokens of a text, rather too many: four for ten letters, more for other scripts."""
    if text.isascii():
        return int(len(text) * 0.4) + 1
    plain = sum(character < "\x80" for character in text)
    others = len(text.encode("utf-8", "surrogatepass")) - plain  # bytes: a Chinese sign has three, and more tokens
    return int(plain * 0.4 + others * 0.8) + 1
