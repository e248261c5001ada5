"""The core's own sentences in a story, in the run's language, from `resources/prompts/story_*.toml`."""

from __future__ import annotations

import tomllib
from functools import cache

from core.packaged import packaged


@cache
def _table(part: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = tomllib.loads(packaged("prompts", f"story_{part}.toml").read_text("utf-8"))
    return found


def words(language: str, key: str, part: str = "mode", **values: object) -> str:
    """The sentence `key` of a part of the mode, filled in. The file has a table a language: [en] and [de]."""
    return _table(part)["de" if language == "de" else "en"][key].format(**values)
