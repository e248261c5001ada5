"""Stories in every export: whose words they are, what the rules decided, and nothing of what was only offered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.export.registry import EXPORTS
from core.home import Home
from core.log.fold import fold
from core.modes.story.events import ChoicesOffered
from tests.stories import a_story, told

SCRIPT = {
    "en": ("I look around.", "I try to climb the sign, DC 12.", "I talk to Marta.", "Goodbye."),
    "de": ("Ich sehe mich um.", "Ich klettere auf das Schild, SG 12.", "Ich spreche mit Marta.", "Auf Wiedersehen."),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_story_is_written_in_every_format(home: Home, tmp_path: Path, language: str) -> None:
    config = a_story(concept="", script=("Mira", "a", "b", "c", "d", *SCRIPT[language]), language=language)
    opened = told(home, config)
    events = opened.replay.events
    state = fold(events)
    offered = [choice for event in events if isinstance(event, ChoicesOffered) for choice in event.choices]
    assert offered
    for format_id in EXPORTS.shipped:
        target = tmp_path / f"story.{format_id}"
        EXPORTS[format_id].write(state, events, target)
        assert target.stat().st_size
    markdown = (tmp_path / "story.md").read_text("utf-8")
    assert ("aus dem Drehbuch" if language == "de" else "from the script") in markdown
    assert ("### Erkundung" if language == "de" else "### Exploration") in markdown
    world = json.loads((tmp_path / "story.json").read_text("utf-8"))["story"]
    assert world["setting"] == "ferry"
    assert world["sheet"]["name"]
    chat = (tmp_path / "story.sillytavern").read_text("utf-8").splitlines()
    assert json.loads(chat[0])["user_name"] == state.name_of("player")
