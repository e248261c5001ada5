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


_FINISHED = re.compile(
    r"\b(?:done|finished|ready|stands|sorted|settled|dated|typed|fertig|erledigt|steht|geschafft|entschieden|datiert|vorbereitet)\b",
    re.IGNORECASE,
)
_UNFINISHED = re.compile(
    r"\b(?:half|nearly|almost|not yet|for today|part|Hälfte|fast|noch nicht|für heute|schwerste|im Weg|in my way)\b"
)
_QUOTED = re.compile(r"“([^”]+)”|„([^“]+)“")


def untrue(log: Log) -> list[str]:
    """Claims of minutes and memories that the turns do not show, of days what nobody said to be done."""
    names = {member["id"]: member["name"] for member in log[0]["config"]["members"]}
    found: list[str] = []
    turns: list[dict[str, Any]] = []
    today: list[dict[str, Any]] = []
    scene: dict[str, Any] = {}
    for event in log:
        if event["type"] == "scene.started":
            scene, turns = event, []
        elif event["type"] == "turn.ended":
            turns.append(event)
            today.append(event)
        elif event["type"] == "scene.ended":
            told = [event["summary"], *(each["text"] for each in event.get("memories", ()) if each["type"] != "plan")]
            found += [each for each in told if not _quotes(each, scene, turns)]
        elif event["type"] == "day.ended":
            found += _not_done(event["summary"], today, names)
            today = []
    return found


def _quotes(told: str, scene: dict[str, Any], turns: list[dict[str, Any]]) -> bool:
    """Whether all that stands in quotes was said in the scene, is its topic or a word that came up."""
    said = " ".join(turn["text"] for turn in turns).casefold() + scene.get("topic", "").casefold()
    seen = " ".join(act for turn in turns for act in turn.get("acts", ())).casefold()
    quotes = (first or second for first, second in _QUOTED.findall(told))
    return all(quote.rstrip(".…!? ").casefold() in f"{said} {seen}" for quote in quotes)


def _not_done(told: str, turns: list[dict[str, Any]], names: dict[str, str]) -> list[str]:
    """Who is said to have finished a task and has said no such thing on that day."""
    part = re.search(r"(?:Done|Fertig geworden): (.*?”\)|.*?“\))\.(?: |$)", told)
    found = []
    for who, task in re.findall(r"([^\s,(]+) \([“„]([^“”]+)[”“]\)", part.group(1) if part else ""):
        lines = [turn["text"] for turn in turns if names.get(turn["member"]) == who]
        sentences = [each for line in lines for each in re.split(r"(?<=[.!?]) ", line)]
        if not any(_FINISHED.search(each) and not _UNFINISHED.search(each) for each in sentences):
            found.append(f"{who}: {task}")
    return found


def content(text: str) -> set[str]:
    """The beginnings of the words of a text that say something."""
    words = (word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 and word not in _SMALL.split())
    return {word[:5] for word in words}
