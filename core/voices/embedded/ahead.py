"""What the rules say in a line, where a voice only goes on with a text: the model adds a word's sentence, or nothing.

A very small model answers nobody. So the sentence that answers what was said last is the rehearsal voice's, of some
that it would say the one that is most to the point; and the model may fill the gap of a sentence behind it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from parley.core.base.stems import stems
from parley.core.voices.base import Request
from parley.core.voices.embedded.choosing import Scene, best, copies, drafted
from parley.core.voices.embedded.filling import GAP, Gap
from parley.core.voices.embedded.part import Gaps
from parley.core.voices.embedded.part import part_of as led_by
from parley.core.voices.embedded.screenplay import LONGEST_TOPIC, clipped, words
from parley.core.voices.rehearsal.matter import matter_of, words_of
from parley.core.voices.rehearsal.part import part_of
from parley.core.voices.rehearsal.persona import Persona

WAYS = 6
"""So many ways to say the rules' sentence are looked at."""
OFTEN, SELDOM = 0.6, 0.2
"""How often something is added, and how often where the rules have named the topic."""
ROOM = 10
"""Characters that are kept for the word in a gap."""
MOST_NAMED = 3
"""Words of a noun phrase that comes again and again."""

_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_THOUGHT = re.compile(r"\s*\[[^\[\]]*\]\s*$")


def said(request: Request, scene: Scene) -> str:
    """What the rules say at this turn, without a thought: of some ways the one that is most to the point."""
    if first := led_by(request.perspective.config.mode).first(request):
        return first
    persona, part = Persona(request.perspective), part_of(request.perspective.config.mode)
    found: list[str] = []
    for way in range(WAYS):
        line, _calls = part.line(request, persona, Random(request.chance + way), request.warmth)
        found.append(_briefly(_bare(_THOUGHT.sub("", line).strip(), scene), scene))
    ways = list(dict.fromkeys(found))
    place = best(drafted(scene, ways, [None] * len(ways)))
    return ways[place or 0]


def _bare(line: str, scene: Scene) -> str:
    """The line without a sentence that only reads the topic aloud, where the rest names it too."""
    rest = " ".join(one for one in _SENTENCE.split(line) if not copies(one, scene.topic))
    return rest if scene.about & frozenset(stems(rest, scene.language)) else line


def _briefly(line: str, scene: Scene) -> str:
    """The line with a shorter name of what has been called by its whole name before."""
    for form in set(matter_of(scene.topic, scene.language).forms):
        if (brief := short(form, scene.language)) != form and any(form in one for one in scene.earlier):
            line = line.replace(form, brief)
    return line


def gap(request: Request, said: str, scene: Scene) -> Gap | None:
    """The sentence with a gap that is added to what the rules have `said`; None where there is to be none.

    There is none where the rules begin, ask or close or no room is left, and seldom where they have named the topic.
    """
    view = request.perspective
    config, part = view.config, led_by(view.config.mode)
    room = config.cap - len(said) - ROOM if config.cap else LONGEST_TOPIC
    if not scene.earlier or request.kind == "closing" or said.endswith("?") or not part.adds(request, said):
        return None
    random = Random(f"gap:{request.chance}")
    named = bool(scene.about & frozenset(stems(said, scene.language)))
    if random.random() > (SELDOM if named else OFTEN):
        return None
    gaps = part.gaps(request) or _of_a_talk(request, named=named)
    sentences = list(gaps.sentences)
    random.shuffle(sentences)
    # A sentence comes once: with another word in it, it is the same sentence to whoever reads.
    for sentence in sentences:
        before, _, behind = sentence.partition(GAP)
        if len(sentence) <= room and not any(before in line and behind in line for line in scene.earlier):
            here, *others = (tuple(f"{head} {probe}" for probe in gaps.probes) for head in (gaps.here, *gaps.others))
            groups = tuple(tuple(group.split("/")) for group in gaps.words.split())
            return Gap(sentence, groups, here, tuple(others), gaps.least)
    return None


def _of_a_talk(request: Request, *, named: bool) -> Gaps:
    """What may be added in a talk: where the rules have not named the topic, it is named."""
    config = request.perspective.config
    told = words(config.language)["gaps"]
    topic = clipped(led_by(config.mode).subject(request), LONGEST_TOPIC)
    matter = matter_of(topic, config.language)
    forms = {case: short(form, config.language) for case, form in matter.forms._asdict().items()}
    first = matter.forms.nom.split()[0].lower()
    whole = matter.known and GAP not in matter.forms.nom and first in told["articles"].split()
    about = not named and whole
    sentences = [_named(each, forms) for each in told["about" if about else "plain"]]
    return Gaps.told(told, sentences, topic)


def _named(sentence: str, forms: Mapping[str, str]) -> str:
    for case, form in forms.items():
        sentence = sentence.replace(f"{{{case}}}", form)
    return sentence[:1].upper() + sentence[1:]


def short(phrase: str, language: str) -> str:
    """What a long noun phrase is called where its whole name was said before: its first noun with its article."""
    parts, known = phrase.split(), words(language)["gaps"]
    if len(parts) <= MOST_NAMED:
        return phrase
    low = [part.lower() for part in parts]
    start = next((at for at, part in enumerate(low) if part in known["articles"].split()), 0)
    end = next((at for at in range(start + 2, len(low)) if low[at] in known["behind"].split()), len(low))
    called = parts[start:end]
    while len(called) > MOST_NAMED or (len(called) > 2 and called[1].lower() in words_of(language)["numbers"]):
        del called[1]
    return " ".join(called)
