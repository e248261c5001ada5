"""What the rules say first in a line, where a voice only goes on with a text: the model adds a sentence, or none.

A very small model keeps to a sentence that stands before it better than to a talk. So the sentence that answers what
was said last is the rehearsal voice's, and a draft is said behind it only where nothing speaks against it.
"""

from __future__ import annotations

import re
from functools import cache
from random import Random

from core.base.stems import stems
from core.voices.base import Request
from core.voices.embedded.choosing import Scene, copies, words
from core.voices.embedded.screenplay import words as said_words
from core.voices.rehearsal.part import part_of
from core.voices.rehearsal.persona import Persona
from core.voices.rehearsal.threads import threads

SHORTEST_REST = 4
"""So many words are left of a line where a sentence is taken out of it."""
LONGEST = 18
"""Words of what is added: the longer, the more goes astray."""
NEWEST = 4
"""So many stems that nobody spoke of may be in it."""
WAYS = 4
"""So many ways to say the rules' sentence are looked at."""
OFTEN = 0.35
"""How often something is added in a scene, or where the rules have named the topic."""
ROOM = 40
"""Characters that must be left under the cap for anything to be added."""

_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_THOUGHT = re.compile(r"\s*\[[^\[\]]*\]\s*$")


def said(request: Request) -> str:
    """What the rules say at this turn: without a thought, and without reading the topic aloud.

    Of some ways to say it the first that names the topic, else the first.
    """
    view, persona = request.perspective, Persona(request.perspective)
    part, about = part_of(view.config.mode), frozenset(stems(view.config.topic, view.config.language))
    found: list[str] = []
    for way in range(WAYS):
        line, _calls = part.line(request, persona, Random(request.chance + way), request.warmth)
        found.append(_bare(line, request))
        if not about or about & frozenset(stems(found[-1], view.config.language)):
            return found[-1]
    return found[0]


def _bare(line: str, request: Request) -> str:
    config = request.perspective.config
    line = _THOUGHT.sub("", line).strip()
    known = {node.text for node in threads(config.language).pools["opening.think_self"]}
    rest = " ".join(one for one in _SENTENCE.split(line) if one not in known and not copies(one, config.topic))
    return rest if len(words(rest)) >= SHORTEST_REST else line


def behind(request: Request, said: str, scene: Scene) -> str:
    """How the model's sentence behind what the rules say begins; empty where there is to be none.

    A picture, a memory, a comparison: whatever such a model makes of it, it takes nothing back of what was said.
    There is none where the rules ask or close or no room is left, and seldom in scenes or where the topic is named.
    """
    cap = request.perspective.config.cap
    if request.kind == "closing" or said.endswith("?") or (cap and len(said) + ROOM > cap):
        return ""
    random = Random(f"behind:{request.chance}")
    named = scene.about & frozenset(stems(said, scene.language))
    if (named or request.scene is not None) and random.random() > OFTEN:
        return ""
    ways: list[str] = list(said_words(scene.language)["behind"])
    random.shuffle(ways)
    used = {way: sum(f"{way} " in line for line in scene.earlier) for way in ways}
    return min(ways, key=lambda way: used[way])


def first(line: str) -> str:
    """The first sentence."""
    return _SENTENCE.split(line.strip(), maxsplit=1)[0]


def misfit(line: str, said: str, begun: str, scene: Scene, cap: int) -> str:
    """Why a line that is `begun` so may not stand behind what the rules say; empty where it may."""
    spoken = words(line)
    added = line.removeprefix(begun).strip()
    if not re.search(r"[^.][.!]$", line) or (scene.language != "de" and added[:1].isupper()):
        return "is not whole"
    if len(spoken) > LONGEST or len(spoken) < SHORTEST_REST or (cap and len(said) + 1 + len(line) > cap):
        return "is too long or too short"
    if found := _unfit(scene.language).search(added):
        return f"adds “{found[0].strip()}”"
    own = frozenset(stems(added, scene.language))
    lately = frozenset(stems(" ".join(scene.earlier[-3:]), scene.language))
    if not own & (scene.about or lately):
        return "is beside the matter"
    new = own - scene.about - lately
    if not new:
        return "says nothing new"
    if len(new) > NEWEST:
        return "says too much that is new"
    return ""


@cache
def _unfit(language: str) -> re.Pattern[str]:
    return re.compile(said_words(language)["unfit"], re.IGNORECASE)
