"""Tools that a voice may call while it speaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Tool:
    """A tool a voice may call; `schema` is the JSON schema of its arguments. `beside`: it goes with words or with
    another call, and nothing is asked on for it."""

    name: str
    description: str
    schema: Mapping[str, Any]
    beside: bool = False
