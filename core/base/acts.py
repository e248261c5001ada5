"""What a turn may do in a talk, named as dialogue act annotation names it."""

from __future__ import annotations

from typing import Literal

Act = Literal[
    "open", "inform", "ask", "answer", "object", "support", "propose", "warn", "concede", "commit", "summarise",
    "decide", "joke", "close",
]  # fmt: skip

Stance = Literal["", "for", "against"]
"""The side that a speaker keeps, where the talk has sides."""
