"""Names of models as servers tell them."""

from __future__ import annotations

import re

_PATH = re.compile(r"^(?:[/~]|\.{1,2}[/\\]|[A-Za-z]:[/\\]|\\\\)")
LONGEST = 400


def plain_model(name: str) -> str:
    """Return the model's name; of a file on somebody's disk its own name alone: where it lies is nobody's business."""
    name = " ".join(name.split())[:LONGEST]
    return re.split(r"[/\\]", name.rstrip("/\\"))[-1] if _PATH.match(name) else name
