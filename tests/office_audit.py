"""What a strict reader of an office's log would mark: requests that do not say what the other is at, tasks that are
none, threads that ended without their matter. It reads the log's lines and asks no code of the office's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

Log = list[dict[str, Any]]

_KNOWN = re.compile(
    r"working on: “|do not know what they are working on|in Arbeit ist: „|gearbeitet wird, weißt du nicht",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:(?:good |guten )?(?:morning|morgen|hello|hallo|evening|abend|tag)\b|i(?:'m| am) here|ich bin da\b)|"
    r"\b(?:slept|geschlafen|biscuits|kekse|tram|straßenbahn|shower|dusche|can't be talked to|nicht ansprechbar|"
    r"fresh air|frische luft|yours|gehöre ich euch)\b|\?[”“»«]?$",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"\b(?:I|I'm|I'll|my|today|first|only|this (?:morning|afternoon)|in the \w+|ich|mein\w*|heute|erst|nur|am)\b|"
    r"^[a-zäöü“„].* \w+|\w+en$",
    re.IGNORECASE,
)
_SMALL = """that this with have what when will would could there then them they from about your yours into just some
been does were which where while still than only also over more most much very dass dies diese dieser dieses wenn dann
haben habe hast wird werde werden nicht noch auch eine einen einem einer eines mein dein über unter mit von und oder
aber doch schon immer etwas alles sich mich dich euch uns ihnen"""


def encounters(log: Log) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Every request for words in an encounter, with its scene."""
    scene: dict[str, Any] = {}
    for event in log:
        if event["type"] == "scene.started":
            scene = event
        asked = event["type"] in {"contribution.asked", "turn.started"} and event.get("kind") != "director"
        if asked and scene.get("scene_type") == "encounter":
            yield scene, event


def without_task(log: Log) -> list[str]:
    """Directions of an encounter that say of somebody there neither what they are at nor that it is not known."""
    names = {member["id"]: member["name"] for member in log[0]["config"]["members"]}
    found = []
    for scene, asked in encounters(log):
        lines = asked.get("direction", "").splitlines()
        told = [line.partition(": ")[0] for line in lines if _KNOWN.search(line)]
        others = [one for one in scene["members"] if one != asked["member"] and one in names]
        found += [asked.get("direction", "") for other in others if names[other] not in told]
    return found


def tasks(log: Log) -> list[str]:
    """All tasks that somebody took up."""
    return [each["task"] for event in log if event["type"] == "scene.ended" for each in event.get("tasks", ())]


def no_tasks(log: Log) -> list[str]:
    """Tasks that are none: greetings, asides, moods, questions."""
    return [task for task in tasks(log) if _GREETING.search(task) or not _DOES.search(task) or len(task.split()) < 2]


def settled(log: Log) -> Iterator[tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]], dict[str, Any]]]:
    """Every thread that ended: its memory, how it ended, and the scene's turns and start."""
    memories: dict[str, dict[str, Any]] = {}
    turns: list[dict[str, Any]] = []
    scene: dict[str, Any] = {}
    for event in log:
        if event["type"] == "scene.started":
            scene, turns = event, []
        elif event["type"] == "turn.ended":
            turns.append(event)
        elif event["type"] == "scene.ended":
            for each in event.get("settled", ()):
                yield memories[each["memory"]], each, turns, scene
            memories.update((memory["id"], memory) for memory in event.get("memories", ()))


def without_matter(log: Log) -> list[str]:
    """Threads that ended though those two did not speak with each other of what it was about."""
    found = []
    for memory, _how, turns, _scene in settled(log):
        two = {memory["member"], memory["about"][0]}
        about = content(" ".join([memory["said"], *memory.get("tags", ())]))
        said = [
            f"{one['text']} {other['text']}"
            for one, other in pairwise(turns)
            if {one["member"], other["member"]} == two
        ]
        if not any(about & content(text) for text in said):
            found.append(memory["said"])
    return found


def content(text: str) -> set[str]:
    """The beginnings of the words of a text that say something."""
    words = (word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 and word not in _SMALL.split())
    return {word[:5] for word in words}
