"""Offices to play in, and an independent eye on who heard what: it reads the log's lines and knows no code of ours."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnStarted
from parley.core.modes.office.events import ContributionAsked
from parley.core.modes.office.request import DayRequest, SceneRequest
from parley.core.settings import Settings
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio

REHEARSAL = VoiceSpec(provider="rehearsal")


def studio_in(folder: Path) -> Studio:
    """A studio with a home of its own."""
    return Studio(Home(folder), Settings())


def day_config(folder: Path, **wishes: Any) -> RunConfig:
    """The configuration of a rehearsed day on a simulated clock."""
    wish = DayRequest(**{"cast": "studio-de", "seed": 3, "voice": REHEARSAL, "simulated": True, **wishes})
    return studio_in(folder).compose(wish)


def scene_config(folder: Path, **wishes: Any) -> RunConfig:
    """The configuration of one rehearsed scene on a simulated clock."""
    wish = SceneRequest(**{"cast": "studio-de", "seed": 3, "voice": REHEARSAL, "simulated": True, **wishes})
    return studio_in(folder).compose(wish)


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The log as plain JSON."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def words(text: str) -> list[str]:
    """The words of a text, for comparing."""
    return re.findall(r"\w+", text.casefold())


def runs_of_four(text: str) -> set[tuple[str, ...]]:
    """All stretches of four words."""
    found = words(text)
    return {tuple(found[i : i + 4]) for i in range(len(found) - 3)}


def heard(log: list[dict[str, Any]], member: str, before: int) -> list[str]:
    """What the member heard before the log's line `before`: their own lines and those they are named as hearers of."""
    found = []
    for event in log[:before]:
        if event["type"] == "turn.ended":
            ears = event.get("heard_by") or [member]
            if member in ears or event["member"] == member:
                found.append(" ".join([*(f"*{act}*" for act in event.get("acts", [])), event["text"]]).strip())
    return found


def unheard(log: list[dict[str, Any]], member: str, before: int) -> list[str]:
    """What was said, or offered, or thought by others before that line and never reached the member."""
    found = []
    for event in log[:before]:
        if event["type"] == "turn.ended" and event["member"] != member:
            if member not in (event.get("heard_by") or [member]):
                found.append(event["text"])
            found.extend(event.get("thoughts", []))
        elif event["type"] == "voice.replied" and event.get("purpose") == "contribution" and event["member"] != member:
            found.extend(re.findall(r"\[([^\]]*)\]", event.get("text", "")))
    return found


def asked(events: Iterable[Event]) -> Iterator[tuple[int, ContributionAsked | TurnStarted]]:
    """Every moment at which a member was asked to speak."""
    for seq, event in enumerate(events):
        if isinstance(event, ContributionAsked) or (isinstance(event, TurnStarted) and event.kind != "director"):
            yield seq, event


def leaks(log: list[dict[str, Any]], opened: Opened, texts: dict[int, str]) -> list[str]:
    """Where a member's request holds four words in a row that only others heard; `texts` are requests by seq."""
    found = []
    for seq, event in asked(opened.replay.events):
        known = set(itertools.chain.from_iterable(runs_of_four(text) for text in heard(log, event.member, seq)))
        shown = runs_of_four(texts[seq])
        for text in unheard(log, event.member, seq):
            secret = runs_of_four(text) - known
            if secret & shown:
                found.append(f"{event.member} at {seq}: {' '.join(min(secret & shown))}")
    return found
