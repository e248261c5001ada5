"""The sentences that the plain rules write of a scene, as `resources/prompts/aftermath.toml` has them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

from core.base.markers import Language
from core.base.packaged import packaged


class Wording:
    """The sentences of one language.

    Attributes: `templates` by name; `moods`, what each is called; `rooms`, how one is in a room of that title.
    """

    def __init__(self, templates: dict[str, Any]) -> None:
        self.moods: dict[str, str] = templates.pop("moods")
        self.rooms: dict[str, str] = templates.pop("rooms")
        self.templates: dict[str, str] = templates

    def say(self, which: str, /, **values: str | int) -> str:
        """A sentence, filled in."""
        return filled(self.templates[which], **values)

    def listed(self, names: Sequence[str]) -> str:
        """The names as one reads them out."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.templates['and']} {names[-1]}"

    def where(self, room: str) -> str:
        """How one is in the room of that title; empty for none."""
        return (self.rooms.get(room) or self.templates["somewhere"].format(room=room)) if room else ""

    def about(self, keywords: Sequence[str]) -> str:
        """What one talks about, by one keyword or two."""
        which = ("about_none", "about_one", "about_two")[min(2, len(keywords))]
        return self.templates[which].format(**dict(zip(("one", "two"), keywords, strict=False)))


def filled(template: str, **values: str | int) -> str:
    """The sentence, filled in; where a part is empty, nothing is left of the gap."""
    text = " ".join(template.format(**values).split())
    return re.sub(r"\s+([.,:;])", r"\1", text)


@cache
def wording(language: Language) -> Wording:
    """The sentences of the language."""
    return Wording(tomllib.loads(packaged("prompts", "aftermath.toml").read_text("utf-8"))[language])
