"""Which of several drawn lines is said: the one that is to the point and makes its move, in words of its own; and what
was drawn, made into what is said: without what is not speech, and ended at a whole sentence.

Everything here is a function of the lines and the request, so that a line's terms can be had again by hand:

    score = sum(weight * term) / sum(weights), with `WEIGHTS`; every term is in 0 to 1, with three decimals

A line with a fault is said only where all have one, and then the one with the least (`FAULTS`). By what one
hears that an assistant speaks stands in the table of `resources/prompts/tells.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, cached_property
from itertools import repeat, takewhile

from parley.core.base.acts import Act, Stance
from parley.core.base.packaged import get_resource
from parley.core.base.stems import stems
from parley.core.base.sums import sum_all
from parley.core.log.events.turn import Draft

WEIGHTS: Mapping[str, float] = {
    "topic": 0.5, "move": 2.0, "reply": 0.5, "new": 2.0, "concrete": 0.5, "whole": 1.0, "likely": 3.0,
}  # fmt: skip
"""How much each term counts.

`topic`: how many of the topic's words it has, by their stems; `move`: it asks where it is to ask, and says something
where it is to say something; `reply`: it takes up a word of the last lines; `new`: how many of its words were not said
before; `concrete`: how many of these there are, `ENOUGH` being as good as more; `whole`: it is neither a word nor a
speech; `likely`: how sure the model was of it, exp of the mean log probability of its tokens, 0.5 where the server does
not say.
"""

FAULTS = (
    "begins as an earlier line",
    "says an earlier line in other words",
    "takes up three words that were said",
    "sounds like an assistant",
    "is not a whole sentence",
    "copies the topic",
    "leaves out what was put in",
    "takes the other side",
    "talks about its own part",
    "copies a sample",
    "repeats an earlier line",
    "repeats itself",
    "speaks to itself",
    "speaks for somebody else",
    "is in another language",
    "says nothing",
)
"""What may be wrong with a line, the least bad first."""
BEARABLE = FAULTS[:2]
"""Faults for which no other lines are drawn."""

RUN = 3
"""So many words in a row are not said twice, where one of them says something."""
COPIED = 4
"""So many words of a sample or of the topic in a row are a copy of it."""
SAME = 0.85
"""From this share of common words in order on, two lines are the same line."""
RECENT = 80
"""So many lines back a line is compared with word by word; its runs are compared with all."""
ENOUGH = 4
"""So many words that nobody said before, and that are not the topic's, make a line concrete."""
LAST = 2
"""Lines that a new one takes up."""
RESTATED = 0.6
"""From this share of the words that say something and are not the topic's on, the shorter of two lines being the
measure, a line says the other one again."""
BEGINNINGS = 8
"""So many lines back no line begins with the same words."""
ASKED = 0.75
"""A question with this share of a topic's stems, of which there are at least three, only asks the topic again."""

_WORD = re.compile(r"[\w'’]+")
_END = re.compile(r"[.!?…][\"'”’»«“)]*$")
_SIDES = {
    "for": re.compile(r"^(?:no|nein)\b\s*[,.!:;–—-]", re.IGNORECASE),
    "against": re.compile(r"^(?:yes|ja)\b", re.IGNORECASE),
}
"""How a line begins that takes the other side."""
_HOLDING_BACK = re.compile(r"n't\b|\b(?:no|not|never|but|if|nein|nicht|kein\w*|nie|aber|wenn)\b|\?$", re.IGNORECASE)
_FOREIGN = re.compile(r"[\u0400-\u04ff\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_STAGE = re.compile(r"^\s*(?:\([^()]*\)|\*[^*]*\*)\s*|\s*(?:\([^()]*\)|\*[^*]*\*)\s*$")  # at either end
_QUOTED = re.compile(r"^[\"“„»](.*)[\"”“«]$", re.DOTALL)
_ADDITION = re.compile(r",\s+(?:and|but|so|which|where|und|aber|sodass|\w+ing)\b")
"""Where a sentence could have ended, in English or German."""
_TELLS = {"openings": r"^(?:{})\b\s*[,.!:–—-]+\s*", "phrases": r"\b(?:{})", "staged": r"\b(?:{})\b"}
KEPT = 0.4
"""What is left of a line that is ended there is at least this share of it."""


def words(text: str) -> list[str]:
    """Return the words of a text, without case."""
    return _WORD.findall(text.casefold().replace("’", "'"))


def runs(said: Sequence[str], length: int = RUN) -> set[tuple[str, ...]]:
    """Return all runs of so many words."""
    return {tuple(said[at : at + length]) for at in range(len(said) - length + 1)}


def alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two lines, as words, are nearly the same, or the shorter stands whole in the longer."""
    short, long = sorted((list(one), list(other)), key=len)
    if not short:
        return False
    if len(short) >= 4 and tuple(short) in runs(long, len(short)):
        return True
    if len(short) < 4 or len(short) < 0.6 * len(long):  # too short, or too different in length, for shares to tell
        return short == long
    return SequenceMatcher(None, short, long, autojunk=False).ratio() >= SAME  # autojunk skips frequent words


@dataclass(frozen=True)
class Scene:
    """What a line is to fit: `earlier` is all that was said, oldest first, `samples` the speaker's own lines, `shown`
    what else they read; `act` is what they do (None: it is not known), `stance` their side in a debate, `cap` the
    longest in characters (0: any), `to` whom they speak to (empty: all); `answers`: the topic was just put in."""

    language: str
    topic: str
    earlier: Sequence[str]
    name: str
    others: Sequence[str] = ()
    samples: Sequence[str] = ()
    shown: Sequence[str] = ()
    role: str = ""
    act: Act | None = None
    stance: Stance = ""
    cap: int = 0
    to: str = ""
    answers: bool = False

    @cached_property
    def about(self) -> frozenset[str]:
        """Stems of the topic; the people's names are none."""
        return self._extract_stems(self.topic)

    @cached_property
    def last(self) -> frozenset[str]:
        """Stems of the last lines that are not the topic's."""
        return self._extract_stems(" ".join(self.earlier[-LAST:])) - self.about

    @cached_property
    def said(self) -> frozenset[tuple[str, ...]]:
        """All runs of words that were said, but for those that say nothing by themselves or only what all talk about,
        and those of the line just before: an answer takes them up."""
        found = {run for line in (*self.earlier[:-1], *self.samples, *self.shown) for run in runs(words(line))}
        return frozenset(run for run in found if not self.about.issuperset(stems(" ".join(run), self.language)))

    @cached_property
    def recent(self) -> Sequence[frozenset[str]]:
        """Stems of each of the lines just said that are not the topic's."""
        return [self._extract_stems(line) - self.about for line in self.earlier[-BEGINNINGS:]]

    @cached_property
    def used(self) -> Counter[str]:
        """In how many lines each stem was said."""
        return Counter(one for line in self.earlier for one in self._extract_stems(line))

    def _extract_stems(self, text: str) -> frozenset[str]:
        names = {part for name in (*self.others, self.name) for part in stems(name, self.language)}
        return frozenset(stems(text, self.language)) - names

    def fault(self, line: str) -> str:
        """Return why the line may not stand; empty where it may. Of several faults the worst."""
        return next((fault for fault, found in self.checks(line) if found), "")

    def checks(self, line: str) -> Iterator[tuple[str, bool]]:
        """Yield all of `FAULTS`, the worst first, each with whether the line has it."""
        spoken, fresh = words(line), (own := self._extract_stems(line)) - self.about
        # A bare name says nothing either.
        names = {part for name in (*self.others, self.name) for part in words(name)}
        yield "says nothing", names.issuperset(spoken)
        yield "is in another language", bool(_FOREIGN.search(line)) or self._is_foreign_language(spoken)
        yield "speaks for somebody else", self._is_naming_another(line)
        yield "speaks to itself", self._is_naming_speaker(line)
        yield "repeats itself", len(spoken) >= 8 and len(set(spoken)) < 0.55 * len(spoken)
        earlier = (*self.earlier[-RECENT:], *self.shown)
        yield "repeats an earlier line", any(alike(spoken, words(one)) for one in earlier)
        samples, copied = [words(one) for one in self.samples], runs(spoken, COPIED)
        yield "copies a sample", any(alike(spoken, theirs) or copied & runs(theirs, COPIED) for theirs in samples)
        yield "talks about its own part", self._is_about_its_part(line)
        yield "takes the other side", self._is_taking_other_side(line, spoken)
        yield "leaves out what was put in", self.answers and bool(self.about) and not own & self.about
        yield "copies the topic", self._is_topic(line, spoken)
        whole = _END.search(line) and not line.endswith(("...", "…")) and line[:1].isupper()
        yield "is not a whole sentence", not whole
        assistant = compile_tells("phrases", self.language).search(line.replace("’", "'"))
        yield "sounds like an assistant", bool(assistant)
        yield "takes up three words that were said", bool(runs(spoken) & self.said)
        yield "says an earlier line in other words", any(_is_restating(fresh, before) for before in self.recent)
        # All who promise begin with "I will".
        yield "begins as an earlier line", self.act != "commit" and self._is_beginning_again(spoken)

    def _is_beginning_again(self, spoken: Sequence[str]) -> bool:
        """Return whether an earlier line begins with the same three words, or with the same two that both say
        something; where that is what all talk about, whether two earlier ones do.
        """
        topical = 0
        for earlier in self.earlier[-BEGINNINGS:]:
            pairs = zip(spoken, words(earlier), strict=False)
            shared = [one for one, other in takewhile(lambda pair: pair[0] == pair[1], pairs)]
            if len(shared) < RUN and len(self._extract_stems(" ".join(shared[:2]))) < 2:
                continue
            told = self._extract_stems(" ".join(shared))
            if not told or not told <= self.about:
                return True
            topical += 1
        return topical > 1

    def _is_topic(self, line: str, spoken: Sequence[str]) -> bool:
        """Return whether it says no more than the topic, or asks it again. A longer line may have the topic in it."""
        own, topic = frozenset(stems(line, self.language)), words(self.topic)
        if (len(own) > 1 and own <= self.about) or (len(spoken) < 2 * len(topic) and alike(spoken, topic)):
            return True
        return line.endswith("?") and len(self.about) >= 3 and len(own & self.about) >= ASKED * len(self.about)

    def _is_taking_other_side(self, line: str, spoken: Sequence[str]) -> bool:
        """Return whether it begins as the other side would, or whoever is against the topic says it in its words."""
        claims = self.stance == "against" and not (self.topic.endswith("?") or _HOLDING_BACK.search(line))
        claimed = claims and runs(spoken, COPIED) & runs(words(self.topic), COPIED)
        return bool(self.stance and (claimed or _SIDES[self.stance].search(line)))

    def _is_naming_another(self, line: str) -> bool:
        """Return whether it begins with another's name, or speaks on for one."""
        names = "|".join(re.escape(other) for other in self.others)
        calls = rf"(?<!\w)(?:{names})\s*(?:\([^()]*\))?:(?!\w)|^(?:{names})\s*[-–—]"
        return bool(names) and bool(re.search(calls, line))

    def _is_naming_speaker(self, line: str) -> bool:
        """Return whether it calls the speaker, or tells of them as of somebody else."""
        name = re.escape(self.name)
        called = rf"(?:,|\b(?:hey|hi|hello|hallo|thanks|danke))\s+{name}\s*(?:[,.!?…]|$)"
        return bool(re.search(rf"{called}|^(?:the\s+)?{name}\b|\bthe\s+{name}\s+\w+s\b", line, re.IGNORECASE))

    def _is_about_its_part(self, line: str) -> bool:
        """Return whether it talks about being in a talk, or of its job by its name, which nobody says of themselves."""
        staged = compile_tells("staged", self.language)
        if staged.search(line) and not staged.search(self.topic):
            return True
        jobs = "|".join(re.escape(part) for part in (self.role, self.name) if part)
        called = rf"\b(?:as|i am|i'm|als|ich bin)\s+(?:an?|the|ein|eine|der|die)?\s*(?:{jobs})\b"
        return bool(jobs) and bool(re.search(called, line, re.IGNORECASE))

    def _is_foreign_language(self, spoken: Sequence[str]) -> bool:
        """Return whether the other language's small words are more than its own."""
        own = read_stop_words(self.language)
        other = read_stop_words("en" if self.language == "de" else "de") - own
        return sum(word in other for word in spoken) > max(1, sum(word in own for word in spoken))

    def terms(self, line: str, likely: float = 0.5) -> dict[str, float]:
        """Return what speaks for the line, each in 0 to 1; `likely` as the model has it."""
        own, count = self._extract_stems(line), len(words(line))
        fresh = own - self.about
        asks = line.rstrip("\"'”’»«“) ").endswith("?")
        found = {
            "topic": _score_count(len(own & self.about)),
            "move": float(asks == (self.act == "ask")) if self.act else 0.5 if asks else 1.0,
            "reply": _score_count(len(own & self.last)),
            "new": sum_all(1 / (1 + self.used[one]) for one in sorted(fresh)) / len(fresh) if fresh else 0.0,
            "concrete": min(1.0, len(fresh) / ENOUGH),
            "whole": 1.0 if 4 <= count <= 18 else 0.6 if 18 < count <= 30 else 0.3,
            "likely": likely,
        }
        return {name: round(value, 3) for name, value in found.items()}


def build_drafts(scene: Scene, lines: Sequence[str], likely: Sequence[float] = ()) -> list[Draft]:
    """Return the lines with what speaks for and against each; `likely` is the model's own figure for each."""
    return [
        Draft(text=line, score=score(terms := scene.terms(line, sure)), terms=terms, fault=scene.fault(line))
        for line, sure in zip(lines, [*likely, *repeat(0.5, len(lines) - len(likely))], strict=True)
    ]


def score(terms: Mapping[str, float]) -> float:
    """Return the weighted mean of the terms."""
    return round(sum_all(WEIGHTS[name] * value for name, value in terms.items()) / sum_all(WEIGHTS.values()), 3)


def find_best(drafts: Iterable[Draft]) -> int | None:
    """Return the place of the line that is said; of equal ones the first. None where nothing can be said of any."""
    ranked = [
        (FAULTS.index(draft.fault) + 1 if draft.fault else 0, -draft.score, place)
        for place, draft in enumerate(drafts)
        if draft.fault != "says nothing"
    ]
    return min(ranked)[2] if ranked else None


def _is_restating(own: frozenset[str], before: frozenset[str]) -> bool:
    """Return whether two lines, as the stems that say something, say the same."""
    least = min(len(own), len(before))
    return least >= 2 and len(own & before) >= RESTATED * least


def _score_count(count: int) -> float:
    return (0.0, 0.75, 1.0)[min(count, 2)]


def tidy(text: str, name: str, language: str) -> str:
    """Return the line without the speaker's own name, stage directions around it, an assistant's opening, loose
    marks.
    """
    line = re.sub(r"^[-*•]\s+", "", text.strip())
    for _ in range(2):  # each may stand behind another: name, direction, quotes
        # A small model writes "Analyst: …", and as often "Analyst! …" or "Analyst. …".
        line = re.sub(rf"^{re.escape(name)}\s*[:!.–—]+\s*(?=\S)", "", line, flags=re.IGNORECASE)
        # As its own earlier lines are marked for it.
        line = re.sub(r"^(?:You|Du):\s*(?=\S)", "", line)
        line = _STAGE.sub("", line).strip()
        line = _QUOTED.sub(r"\1", line).strip()
    if line.count("(") != line.count(")"):
        # A stage direction that was begun and not ended, or the reverse.
        line = re.sub(r"\s*\([^()]*$", "", line)
        line = line if line.count("(") == line.count(")") else line.replace("(", "").replace(")", "")
    if line.count('"') % 2:
        line = line.replace('"', "")
    said = compile_tells("openings", language).sub("", line.strip())
    return said[:1].upper() + said[1:] if said and said != line.strip() else line.strip()


def trim_line(line: str, cap: int) -> str:
    """Return a line that overran `cap` characters (0: any), or that broke off, ended at its last whole sentence if it
    has one, else before the last addition that leaves enough of it (`KEPT`).
    """
    if (not cap or len(line) <= cap) and _END.search(line):
        return line
    head = line[:cap] if cap else line
    ends = [found.end() for found in re.finditer(r"[.!?…]+[\"'”’»«“)]*(?=\s|$)", head) if found.end() >= 10]
    if ends:
        return head[: ends[-1]]
    additions = [found.start() for found in _ADDITION.finditer(head) if found.start() >= KEPT * len(head)]
    return f"{head[: additions[-1]]}." if cap and additions else line


def own_part(line: str, others: Sequence[str], to: str = "") -> str:
    """Return what stands before the line begins to speak for somebody else; the name of the one whom it is said `to`
    may stand first.
    """
    if to:
        line = re.sub(rf"^{re.escape(to)}:\s*(?=\S)", "", line)
    names = "|".join(re.escape(name) for name in others)
    return re.split(rf"(?<!\w)(?:{names})\s*(?:\([^()]*\))?:", line, maxsplit=1)[0].strip() if names else line


@cache
def compile_tells(kind: str, language: str) -> re.Pattern[str]:
    """Return what an assistant begins with (`openings`) and says (`phrases`), or how somebody tells of the talk's being
    made (`staged`).
    """
    table = tomllib.loads(get_resource("prompts", "tells.toml").read_text("utf-8"))[language]
    words = "|".join(re.escape(word) for word in table[kind])
    return re.compile(_TELLS[kind].format(words), re.IGNORECASE)


@cache
def read_stop_words(language: str) -> frozenset[str]:
    """Return the small words of a language."""
    blocks = get_resource("prompts", "stop_words.txt").read_text("utf-8").split("\n\n")
    return frozenset(blocks[1 if language == "de" else 0].split())
