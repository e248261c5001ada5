"""What a strict reader of an office's log would mark: requests that do not say what the other is at, tasks that are
none, threads that ended without their matter. It reads the log's lines and asks no code of the office's."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

WORLDS = Path(__file__).parents[1] / "resources" / "worlds"

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


_OBJECTS = re.compile(
    r"differently|I disagree|another side|Objection|doesn't convince|speaks against|only half of it|isn't that simple|"
    r"sehe ich anders|widerspreche ich|andere Seite|Einwand|überzeugt mich nicht|spricht dagegen|nur die halbe|"
    r"so einfach ist es nicht"
)
_DECIDES = re.compile(
    r"it's decided|more of us|noting it down|That settles it|it is, I'm writing|outvoted|I give in|a tie|"
    r"As many speak|"
    r"entschieden:|Mehr von uns|mehr von uns|Ich halte fest|Damit steht es|"
    r"schreibe ich es auf|überstimmt|gebe ich nach|unentschieden|gleich viele",
)
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
            found += [each for each in told[:1] if not _follows(each, scene, turns, names)]
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


def _follows(told: str, scene: dict[str, Any], turns: list[dict[str, Any]], names: dict[str, str]) -> bool:
    """Whether the summary's sentences about who did what are so."""
    spoke = Counter(names.get(turn["member"], "") for turn in turns)
    for most in re.findall(r"(\S+) talks most|Am meisten redet (\S+)\.", told):
        name = "".join(most)
        if any(spoke[other] >= spoke[name] for other in spoke if other != name):
            return False
    for one, other in re.findall(r"(\S+) (?:contradicts|widerspricht) (\S+?)\.", told):
        pairs = [(names[a["member"]], names[b["member"]], b["text"]) for a, b in pairwise(turns)]
        if not any(pair[:2] == (other, one) and _OBJECTS.search(pair[2]) for pair in pairs):
            return False
    for who, quote in re.findall(
        r"(\S+) (?:makes a promise|verspricht etwas|says what comes of it|sagt, was dabei heraus"
        r"kommt): [“„]([^“”]+)",
        told,
    ):
        if not any(names[turn["member"]] == who and quote.rstrip(".… ") in turn["text"] for turn in turns):
            return False
    for who in re.findall(r"A question of (\S+)'s stays|Frage von (\S+): ", told):
        if not turns or names[turns[-1]["member"]] not in who or "?" not in turns[-1]["text"]:
            return False
    decided = any(_DECIDES.search(turn["text"]) for turn in turns) and scene["scene_type"] == "meeting"
    if re.search(r"Nothing is decided|Entschieden wird nichts", told) and decided:
        return False
    leads = re.findall(r"(\S+) (?:is the dungeon master|leitet die Runde)", told)
    return all(names[scene["host"]] == who for who in leads)


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


def foreign(said: str, world: str, language: str) -> set[str]:
    """Words of `said` that only other worlds than its own have for their things, options and topics."""
    files = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in WORLDS.glob("*.toml")}
    own = {word for name in (world, "neutral") for word in _words(json.dumps(files[name], ensure_ascii=False))}
    # What is said in any office is nobody's.
    spoken = [path.read_text("utf-8") for path in (WORLDS.parent / "phrases").glob("office*.toml")]
    common = _words("\n".join([(WORLDS.parent / "prompts" / "common_words.txt").read_text("utf-8"), *spoken]))
    found = {
        word
        for name, each in files.items()
        if name not in (world, "neutral")
        for matter in each["matters"]
        for word in _words(matter["name"] if isinstance(matter["name"], str) else matter["name"][language])
    }
    return (found - own - common) & _words(said)


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]+", text.casefold()) if len(word) > 4}


def content(text: str) -> set[str]:
    """The beginnings of the words of a text that say something."""
    words = (word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 and word not in _SMALL.split())
    return {word[:5] for word in words}
