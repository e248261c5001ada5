"""A voice's reply made into a line: cleaned, thoughts taken out, capped at a word."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from parley.core.base.markup import strip_links, strip_marks, strip_tags

DEEPEST = 8
"""How deep the arguments of a tool call are kept; no tool has any that go deeper than three."""

_LARGEST = 2**63 - 1  # SQL and many readers of JSON have integers of 64 bits

READ = 16_000
"""Characters of a reply that are read, or twice the cap where that is more: no voice is asked for as many."""

_THOUGHT = re.compile(r"\[([^\[\]]*)\](?!\()")  # followed by "(" it is a link's text
_LINK = re.compile(r"\[([^\[\]]+)\]\([^()\s]*\)")
_FENCE = re.compile(r"```[^\n]*\n?|```")  # the language behind the first goes with it
_HEAD = re.compile(r"^\s{0,3}(?:#{1,6}\s+|>\s+|[-*+]\s+|\d{1,2}[.)]\s+)", re.MULTILINE)
_MARKED = re.compile(r"[*_~`]")
_ACTION = re.compile(r"(?<![\w*_])([*_])(?=[^\s*_])([^*_\n]*[^\s*_])\1(?![\w*_])|(?<!\w)\(([^()*_\n]{1,100}+)\)(?!\w)")
MOST_READ_ACTS = 200
"""Stretches of a reply that may be actions and are looked at."""
_LINE_ENDS = re.compile(r"[ \t.!?…\"”“’»)]*+(?:\n|$)")
_BUSINESS = re.compile(
    r"(?:he |she |er |sie )?(?:(?:laugh|chuckl|giggl|snicker|sigh|smil|grin|smirk|nod|shrug|paus|wink|blink|frown|gasp|"
    r"groan|moan|snort|sniff|sob|yawn|cough|whisper|murmur|mutter|lean)(?:s|es|e|d?ing|n?ing)?|beat|"
    r"(?:clears|clearing) (?:his|her|their) throat|"
    r"(?:lach|lächel|grins|kicher|seufz|nick|zwinker|räusper|hust|flüster|murmel|stöhn|gähn|schmunzel|schnaub|zuck)"
    r"(?:t|n?d|end|en)?|pause)\b",
    re.IGNORECASE,
)
"""How a parenthesis begins that tells what the speaker does: what a face and a voice do."""
_LOOK = 200  # characters looked at around an action: bounds the work for a text full of them
_SENTENCE_BEHIND = re.compile(r"\s*(?:$|\n|[\"„“«»‘(\[*_]|[A-ZÄÖÜ])")
_VERB = re.compile(r"[a-zäöüß]{2,}(?:s|t)(?![\w'’])", re.IGNORECASE)
_NO_VERBS = frozenset((
    "always", "perhaps", "yes", "this", "thus", "less", "unless", "besides", "across", "sometimes", "afterwards",
    "towards", "its", "his", "hers", "ours", "yours", "theirs", "was", "has", "does", "is", "as", "us", "not",
    "just", "that", "what", "it", "next", "last", "most", "best", "first", "almost", "left", "right", "don't",
    "can't", "won't", "least", "must", "might", "nicht", "jetzt", "erst", "meist", "fast", "selbst", "sonst",
    "recht", "echt", "leicht", "vielleicht", "zuletzt", "zuerst", "gut", "seit", "mit", "ist", "hat", "etwas",
    "nichts", "alles", "was", "das", "es", "als", "aus", "bis", "dass", "anders", "besonders", "links", "rechts",
    "bereits", "stets", "niemals", "jemals", "ernst",
))  # fmt: skip
"""Words that end as verbs of the third person do, and are none."""
_PERSONS = frozenset({"he", "she", "it", "er", "sie", "es"})
_SAID = re.compile('[:"“”„«»]')  # a colon or a quotation mark: from there on it is a line
MOST_ACTS, LONGEST_ACT = 2, 100
"""Actions of a line that are kept, and the characters of one."""
_CALLED = re.compile("[:：—–]")
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "»": "«", "'": "'", "‘": "’"}
_CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
_INVISIBLE = "\u200b\u2060\ufeff\u00ad"  # no white space to `split`: zero-width space, word joiner, BOM, soft hyphen
_SPACE = re.compile(r"\s+")
_BLANK_BEFORE = tuple(f" {mark}" for mark in ",.;:!?…")  # what is taken out leaves a blank before the next sign


class Called(NamedTuple):
    """The names that a voice may put before lines: whom it speaks for (the first is theirs), and everybody else."""

    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True, gc=False):
    """What is said aloud, what is thought, and what was cut off the end: over the cap, or said for somebody else.

    `acts` is what the speaker does meanwhile, where that was asked for.
    """

    text: str
    thoughts: tuple[str, ...] = ()
    cut: str = ""
    acts: tuple[str, ...] = ()


def clean(reply: str, own: Sequence[str] = (), others: Sequence[str] = (), *, cap: int = 0, acts: bool = False) -> Line:
    """Return the line in `reply`.

    URLs, markup, tags of HTML, what stands in <think> blocks, stage actions, wrapping quotes, a leading name, control
    characters and doubled white space go; [thoughts] are kept apart; what begins with the name of one of `others` on a
    line of its own is theirs and is cut off with all behind it, as is what overruns `cap` characters (0: no cap), at a
    word boundary. Of a reply without end `READ` characters are read.

    Stage actions are *emphasised* stretches between two sentences that are none themselves, and (parentheses) which
    begin with what a face or a voice does ("(laughs)", "(smiling at Ben)") at the beginning or end of a line or between
    two sentences; any other parenthesis is said.
    With `acts` the stage actions (*pours coffee*) are kept apart too, and a reply that is nothing else has no text.
    """
    # Most lines have neither brackets nor markup: to look for a sign costs a fraction of the expressions.
    text, foreign = own_lines(drop_control(reply[: max(READ, 2 * cap)]), own, others)
    if own or others:
        text = _strip_label(text, _compile_label((*own, *others)))  # others' too: a model may name the wrong speaker
    if "`" in text:
        text = _FENCE.sub("", text)
    if "<" in text:
        text = strip_tags(text)
    thoughts: tuple[str, ...] = ()
    if "[" in text:
        text = _LINK.sub(r"\1", text)  # before addresses go: it ends with one in parentheses
        thoughts = tuple(thought for found in _THOUGHT.findall(text) if (thought := _SPACE.sub(" ", found).strip()))
        text = _THOUGHT.sub(" ", text)
    text = strip_links(text)
    if "\n" in text or not text[:1].isalpha():
        text = _HEAD.sub("", text)
    done: list[str] = []
    if _MARKED.search(text) or "(" in text:
        spoken, done = _extract_stage_actions(text, own if acts else None)
        # Who only nods has taken the turn: where nobody asks for acts, the nod is all that there is to show.
        text = strip_marks(spoken if acts or any(sign.isalnum() for sign in spoken) else " ".join(done) or text)
    text = " ".join(text.strip(_INVISIBLE).split())
    for _ in range(2):  # a name within quotes, or quotes behind a name
        bare = _strip_speaker_name(_strip_quotes(text), (*own, *others))
        if bare == text:
            break
        text = bare
    for blank in _BLANK_BEFORE:
        text = text.replace(blank, blank[1:])
    kept = capped(text, cap)
    rest = text[len(kept.removesuffix("…")) :].strip() if kept != text else ""  # the "…" is ours
    told = tuple(act for each in done[:MOST_ACTS] if (act := _format_act(each))) if acts else ()
    return Line(kept, thoughts, f"{rest} {' '.join(foreign.split())}".strip() if foreign else rest, told)


def own_lines(reply: str, own: Sequence[str], others: Sequence[str]) -> tuple[str, str]:
    """Return what a reply says for its own speaker, and what it says behind that for others: from the first line on
    that begins with another's name and a colon.

    A name before the first line is a wrong label of the speaker's own words, unless a line of their own name follows.
    """
    if not others or "\n" not in reply:
        return reply, ""
    mine, theirs = _compile_label(tuple(own)), _compile_label(tuple(others))
    lines = reply.split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if theirs.match(lines[first]):  # a reply may repeat others' lines before its own
        first = next((at for at, line in enumerate(lines) if mine.match(line)), first)
    end = next((at for at in range(first + 1, len(lines)) if theirs.match(lines[at])), len(lines))
    kept = [lines[first], *(_strip_label(line, mine) for line in lines[first + 1 : end])]
    return "\n".join(kept), "\n".join(lines[end:])


@lru_cache(maxsize=256)
def _compile_label(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a line's beginning that says whose it is: "Vera:", "**Vera (smiling):**", "_Vera_:"."""
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)"
    # A name may itself begin with one of the signs: of those before it only so many are given back.
    called = rf"\s*+[*_#> ]{{0,12}}(?:{known})"
    return re.compile(rf"{called}[*_]*+\s*+(?:\([^()\n]{{0,40}}\)\s*+)?+[*_]*+[:：][*_]*+\s*+", re.IGNORECASE)


def _strip_label(line: str, label: re.Pattern[str]) -> str:
    found = label.match(line)
    return line[found.end() :] if found else line


def _format_act(inside: str) -> str:
    """Return an action as it is told behind a name: "pours coffee"."""
    # What is quoted in it is said, and not done.
    text = " ".join(_SAID.split(_MARKED.sub("", inside), 1)[0].split()).rstrip(".!…, ")
    return capped(text[:1].lower() + text[1:] if _VERB.match(text) else text, LONGEST_ACT)


def _extract_stage_actions(text: str, own: Sequence[str] | None) -> tuple[str, list[str]]:
    """Return the text without stage actions (*laughs*, (laughs)), which nobody says, and these; `own` are the speaker's
    names where actions were asked for, which may begin with them.
    """
    kept, end, found = "", 0, list[str]()
    for action in islice(_ACTION.finditer(text), MOST_READ_ACTS):
        kept += text[end : action.start()]
        end = action.end()
        inside = (action[2] or action[3]).strip()
        for name in own or ():
            if inside.casefold().startswith(f"{name.casefold()} "):
                inside = inside[len(name) :].strip()
        # What was left out before does not end a sentence: two actions in a row are two actions.
        between = _can_sentence_begin(kept[-_LOOK:])
        if action[3]:
            acted = bool(_BUSINESS.match(inside)) and (between or bool(_LINE_ENDS.match(text, end)))
        else:
            acted = between and _is_action(inside, text[end : end + _LOOK], lenient=own is not None)
        if acted:
            found.append(inside)
        else:
            kept += action.group()  # not an action: it may end a sentence for the next one
    kept += text[end:]
    return (kept, found) if found else (text, found)


def _can_sentence_begin(before: str) -> bool:
    """Return whether a sentence may begin behind `before`: a line begins, or a sentence has ended and there is a
    blank.
    """
    bare = before.rstrip()
    if not bare or "\n" in before[len(bare) :]:
        return True
    ended = bare.rstrip('"”“’»)')
    return bare != before and ended.endswith((".", "!", "?")) and not ended[:-1].endswith("..")  # "..." ends none


def _is_action(inside: str, behind: str, *, lenient: bool) -> bool:
    """Return whether an emphasised stretch between sentences is an action: it is none itself.

    Within a sentence emphasis is emphasis ("I *really* mean it"); so are single words that are no verb ("*Never!*").
    """
    words = inside.split()
    verb = bool(_VERB.match(words[0])) and words[0].casefold() not in _NO_VERBS
    if inside[-1] in ".!?…":
        third = len(words) > 1 and words[0].casefold() in _PERSONS and _VERB.match(words[1])
        return bool(third) or (verb and (lenient or inside[0].islower()))
    if behind[:1] and behind[0] in ",;:!?":  # it is a part of the sentence that goes on
        return False
    if not _SENTENCE_BEHIND.match(behind):
        return verb and inside[0].islower()
    return verb or (len(words) > 1 and words[0].casefold() not in _NO_VERBS)


def drop_control(text: str) -> str:
    """Return the text without control characters, which would steer a terminal, and without lone surrogates."""
    return text if text.isprintable() else _CONTROL.sub("", repair_text(text))


def keep_visible(text: str) -> str:
    """Return the text on one line, without control characters, marks of direction and whatever else cannot be seen."""
    kept = (each for each in drop_control(text) if each.isspace() or unicodedata.category(each)[0] != "C")
    return " ".join("".join(kept).split())


STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\uffff]")
"""Characters that could steer a terminal, or hide what is read."""


def escape_invisible(text: str) -> str:
    """Return the text with control characters, marks that turn the direction, and undecodable bytes written out."""
    return STEERING.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def repair_text(text: str) -> str:
    """Return the text without lone surrogates, which no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()  # JSON may hold \ud800


def fit_arguments(arguments: object) -> dict[str, Any]:
    """Return the arguments of a tool call as the log holds them and gives them back: what no JSON can say is made to
    fit.
    """
    kept = _make_recordable(arguments, 0)
    return kept if isinstance(kept, dict) else {}


def _make_recordable(value: object, depth: int) -> object:
    match value:
        case None | bool():
            return value
        case str():
            return repair_text(value)
        case int():
            return max(-_LARGEST, min(_LARGEST, value))
        case float():
            return value if math.isfinite(value) else None  # JSON has neither NaN nor infinity
        case dict() if depth < DEEPEST:
            return {repair_text(str(key)): _make_recordable(each, depth + 1) for key, each in value.items()}
        case list() | tuple() if depth < DEEPEST:
            return [_make_recordable(each, depth + 1) for each in value]
        case _:
            return repair_text(repr(type(value)))


def _strip_quotes(text: str) -> str:
    if len(text) >= 2 and _QUOTES.get(text[0]) == text[-1] and text[0] not in text[1:-1]:  # "Yes", she said, "no"
        return text[1:-1].strip()
    return text


def _strip_speaker_name(text: str, names: Sequence[str]) -> str:
    if not _CALLED.search(text):
        return text
    for name in names:
        if text[: len(name)].casefold() == name.casefold():
            rest = re.match(r"\s*(?:\([^()]{0,40}\)\s*)?[:：—–]\s*", text[len(name) :])
            if rest:
                return text[len(name) + rest.end() :].strip()
    return text


def capped(text: str, cap: int) -> str:
    """`text` in at most `cap` characters, cut at a sentence's or word's end and marked with '…' unless a sentence
    ends there."""
    if not cap or len(text) <= cap:
        return text
    head = text[:cap]
    sentence = max((head.rfind(mark) for mark in (". ", "! ", "? ", "… ")), default=-1)
    if sentence >= cap // 2:  # a sentence that ends sooner would cost more than half
        return head[: sentence + 1]
    if head[-1] in ".!?…" and text[cap].isspace():
        return head
    head = text[: cap - 1]
    space = head.rfind(" ") if not text[cap - 1].isspace() else len(head)
    return head[: space if space > 0 else len(head)].rstrip(" ,;:–—-") + "…"
