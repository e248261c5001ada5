"""What a line in a talk wants: a follow-up, a matter, the form of a question; found by plain expressions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from parley.core.modes.story.rehearsal.kinds import FOREIGN, kind_in
from parley.core.modes.story.rehearsal.phrases import kind_of_talk, story_bank

_SENTENCES = re.compile(r"[^.!?…\n]+[.!?…]*")
_MACRO = re.compile(r"\{([a-z]+)\}")
_SHORT = re.compile(r"(?i)\b(what|who|where|how|when|why|there)['’]?s\b")
_INDIRECT = re.compile(
    r"(?i)^\W*(?:i|ich)\b[^.?!]{0,40}?\b(?:ask|frag|frage)\b[^.?!,]{0,30}?,?\s\b"
    r"(?P<word>if|whether|ob|about|nach|über|what|who|whom|whose|where|when|why|how|which|wer|wen|wem|was|wo|wohin|wann"
    r"|warum|wieso|wie|welche\w*)\s(?P<rest>[^?]+)$"
)
"""How the player tells what they ask."""
_TURNED = {
    "en": tuple(
        (re.compile(rf"(?:he|she|they) (?:{verb}) (.+)", re.IGNORECASE), form)
        for verb, form in (
            ("has|have", "Have you"),
            ("knows?", "Do you know"),
            ("can|could", "Can you"),
            ("would|will", "Would you"),
            ("is|are", "Are you"),
            ("was|were", "Were you"),
            ("saw", "Did you see"),
            ("wants?", "Do you want"),
        )
    ),
    "de": tuple(
        (re.compile(rf"(?:er|sie) (.+) (?:{verb})", re.IGNORECASE), form)
        for verb, form in (
            ("hat|habe", "Hast du"),
            ("ist|sei", "Bist du"),
            ("kann|könnte", "Kannst du"),
            ("weiß", "Weißt du"),
            ("will", "Willst du"),
            ("würde", "Würdest du"),
        )
    ),
}
"""What somebody is said to do, have or know, asked of themselves."""
_WHO = re.compile(
    r"wie (?:er|sie) heißt|wer (?:er|sie) (?:ist|sei)"
    r"|who (?:he|she|they) |what (?:his|her|their) name|what (?:he|she) is called"
)
_EDGES = " \t\"'“”„»«‚‘’.,;:!?…-–—"
_PRONOUN = {
    "en": re.compile(
        r"\b(?:he|she|him|her|his|hers|it|its|they|them|their|there)\b"
        r"|\b(?:that|this|those|these)\b(?=\W*$|'s| (?:is|was|mean|means|happen|happened|true|so|then)\b)"
    ),
    "de": re.compile(
        r"(?<!^)\b(?:er|ihn|ihm|sein\w*|sie|ihr\w*|es|denen|davon|dazu|darüber|damit|dort|dahin)\b"
        r"|\b(?:den|dem|das|die|da)\b(?=\W*$| (?:ist|war|denn|so|passiert|gewesen|nicht|gemacht|getan)\b)|^(?:Er|Es)\b"
    ),
}
_OF_SOMEBODY = {
    "en": re.compile(r"\b(?:he|she|him|her|his|hers)\b"),
    "de": re.compile(r"(?<!^)\b(?:er|ihn|ihm|sein\w*|sie|ihr(?:e[rnms]?)?)\b|^(?:Er)\b"),
}
_SELF = {
    "en": re.compile(r"(?i)^\W*(?:i|i'm|i've|i'll|my|we|me)\b"),
    "de": re.compile(r"(?i)^\W*(?:ich|mein\w*|mir|mich|wir)\b"),
}
_TO_YOU = {
    "en": re.compile(
        r"(?i)^\W*(?:(?:i (?:think|believe|guess|bet|feel|say)|it seems)(?: that)? )?(?:you|you're|you've|your)\b"
    ),
    "de": re.compile(
        r"^\W*(?:[Ii]ch (?:glaube|denke|finde|meine|wette|sage),? (?:dass )?)?"
        r"(?:[Ss]ie sind|[Dd]u|[Dd]ein\w*|[Dd]ir|[Dd]ich)\b"
    ),
}
_GOING = re.compile(r"(?i)\b(?:i|we|one|ich|wir|man)\b")
_YOURS = {
    "en": re.compile(r"(?i)\b(?:you|your)\b"),
    "de": re.compile(r"(?i:\b(?:du|dein\w*|dir|dich)\b)|(?<!^)\bIhr\w*"),
}
_ALTERNATIVES = re.compile(r"(?i)([\w’'-]+(?: [\w’'-]+){0,2}?),? (?:or|oder) ([\w’'-]+(?: [\w’'-]+){0,3})")
MOST_ECHOED = 3
"""Words of a question that only takes up what was said."""
BIDDEN = 2
"""Words before a question from which on it is put as a new one."""
GREETING = 4
"""Words of a greeting before something else."""
BIDS = ("believe", "plea", "order", "small")
"""What a line that asks nothing may want, what weighs more first."""
BEFORE = frozenset(("insult", "threat", "apology", "thanks", "praise"))
"""What somebody says before a question that wants a word too."""


OF_OTHERS = frozenset(("third", "claim", "are_you", "when", "how_many"))
"""Forms of a question that only somebody themselves can answer."""
PLAIN = frozenset(
    ("want", "whatif", "tag", "either", "source", "can_i", "what_you", "think", "would", "why_i", "claim")
)
"""Forms of a question that have an answer without knowing anything."""
TO_YOU = frozenset(
    ("owns", "likes", "ever", "did_you", "can_you", "will_you", "are_you", "do_you", "why_you", "why_not")
)
"""Forms of a question about whom it is put to."""
REASONS = frozenset(("why", "why_you", "why_not", "how", "when"))
"""Forms of a question that a person's words on a matter in general do not answer."""
POINTS = frozenset(("where", "what", "how"))
"""Forms of a question that may point back to somebody or something."""


class Heard(NamedTuple):
    """A line, taken apart: `said` is what wants an answer, `first` what was said before it (insult, thanks …).

    `follows` is how it only goes on from the answer before (why, really …); `topic` the matter that it is surely about,
    `hint` one that it may be about; `form` the form of a question; `reply` a yes or a no; `asks` whether it asks;
    `kind` which of the questions it is that one can put to anybody, and `word` what it names in it; `bid` whether a
    line that asks nothing begs (to be believed, or for something), orders, or is small talk.
    """

    said: str
    first: str
    follows: str
    topic: str
    hint: str
    form: str
    reply: str
    asks: bool
    kind: str = ""
    word: str = ""
    bid: str = ""

    @property
    def echoes(self) -> bool:
        """Whether it only takes up a word or two with a question mark."""
        return self.asks and self.form == "claim" and len(self.said.split()) <= MOST_ECHOED

    def about_self(self, language: str) -> bool:
        """Whether whoever says it speaks of themselves."""
        return _SELF[language].search(self.said) is not None

    def about_you(self, language: str) -> bool:
        """Whether it is said of the one who is spoken to."""
        return _TO_YOU[language].search(self.said) is not None

    @property
    def of_going(self) -> bool:
        """Whether whoever asks is among those who might go."""
        return _GOING.search(self.said) is not None

    def of_you(self, language: str) -> bool:
        """Whether the one who is spoken to comes up in it."""
        return _YOURS[language].search(self.said) is not None

    def refers(self, language: str) -> bool:
        """Whether it points to something that was named before."""
        return _PRONOUN[language].search(self.said if language == "de" else self.said.lower()) is not None

    def of_somebody(self, language: str) -> bool:
        """Whether it is about a person who was named before."""
        return _OF_SOMEBODY[language].search(self.said if language == "de" else self.said.lower()) is not None

    def second(self) -> str:
        """The second of two that are to be chosen from; empty: there are none."""
        found = _ALTERNATIVES.search(self.said.strip(_EDGES))
        return found[2] if found else ""


def direct(act: str, language: str) -> str:
    """A question that is told, as it is asked: "I ask if he has seen it" becomes "he has seen it?"."""
    found = _INDIRECT.search(act)
    if found is None:
        return act
    word, rest = found["word"].casefold(), found["rest"].strip(" .!?")
    if _WHO.match(f"{word} {rest}".casefold()):
        return "Wer bist du?" if language == "de" else "Who are you?"
    if word in ("about", "nach", "über"):
        return f"Was weißt du über {rest}?" if language == "de" else f"What do you know about {rest}?"
    if word in ("if", "whether", "ob"):
        for pattern, form in _TURNED[language]:
            if turned := pattern.fullmatch(rest):
                return f"{form} {turned[1]}?"
    said = rest if word in ("if", "whether", "ob") else " ".join((found["word"], rest))
    return f"{said}?"


def heard(act: str, language: str) -> Heard:
    """The player's words, taken apart."""
    if language == "en":
        act = _SHORT.sub(r"\1 is", act)
    parts = [part.strip() for part in _SENTENCES.findall(act) if part.strip(_EDGES)]
    questions = [
        at for at, part in enumerate(parts) if part.rstrip("”“\"»«' ").endswith("?") or _unmarked(part, language)
    ]
    said, first = act.strip(), ""
    if questions and len(parts) > 1:
        said = parts[questions[-1]]
        before = kind_of_talk(" ".join(parts[: questions[-1]]), language) if questions[-1] else ""
        first = before if before in BEFORE else ""
    elif not questions and len(parts) > 1 and len(parts[0].split()) <= GREETING:
        # They have greeted; what matters is what comes behind it.
        greeted = kind_of_talk(parts[0], language) == "greeting"
        said = " ".join(parts[1:]) if greeted else said
    plain = " ".join(said.lower().replace("’", "'").strip(_EDGES).split())
    bidden = ""
    if questions:
        led = _leads(language).sub("", plain) or plain
        # "Can you tell me what happened?" begins a matter; "well, what happened?" goes on with one.
        bidden, plain = plain.removesuffix(led), led
    topic = _first("hears", language, plain or said)
    if topic == "deal" and not questions and len(plain) <= len("okay"):
        topic = "ack"
    kind, word = kind_in(plain, language)
    if not kind and len(parts) > 1 and _PRONOUN[language].search(said if language == "de" else said.lower()):
        # "I am from Berlin. Do you know it?"
        kind, word = kind_in(" ".join(act.lower().split()), language, FOREIGN)
    return Heard(
        said=said,
        first=first,
        follows="" if len(bidden.split()) > BIDDEN else _first("follows", language, plain, whole=True),
        topic=topic,
        hint=_first("hints", language, plain),
        form=(_first("forms", language, plain) or "claim") if questions else "",
        reply=_first("replies", language, plain),
        asks=bool(questions),
        kind=kind,
        word=act[at : at + len(word)] if word and (at := act.lower().find(word)) >= 0 else word,
        bid="" if questions else _bid(parts, language),
    )


def _bid(parts: Sequence[str], language: str) -> str:
    """What a line that asks nothing wants: the first of its sentences that begs, else orders, else is small talk."""
    plain = [" ".join(part.lower().replace("’", "'").strip(_EDGES).split()) for part in parts]
    found = {_first("bids", language, each) for each in plain}
    return next((bid for bid in BIDS if bid in found), "")


def _unmarked(part: str, language: str) -> bool:
    """Whether a sentence without a question mark asks: "whats your name"."""
    plain = " ".join(part.lower().replace("’", "'").strip(_EDGES).split())
    return not part.rstrip().endswith("!") and any(one.match(plain) for name, one in _patterns("unmarked", language))


def _first(table: str, language: str, plain: str, *, whole: bool = False) -> str:
    found = (name for name, one in _patterns(table, language) if (one.fullmatch if whole else one.search)(plain))
    return next(found, "")


def wanted(form: str, text: str, language: str, *, asked: bool = False) -> bool:
    """Whether a text answers a question of that form (who, where, when, how_many, why), or `asked` puts one itself."""
    kind = "why" if form.startswith("why") else form
    table = dict(_patterns("asked" if asked else "tells", language))
    return kind in table and table[kind].search(text.casefold()) is not None


@cache
def _leads(language: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:{story_bank(language).texts['leads.words']}[,.!:]? )+")


@cache
def concepts(word: str, language: str) -> frozenset[int]:
    """The groups of words for the same matter that a word is in."""
    return frozenset(number for number, words in enumerate(_groups(language)) if word in words)


@cache
def _groups(language: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group.casefold().split()) for group in story_bank(language).lists["same.groups"])


@cache
def _patterns(table: str, language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    bank = story_bank(language)
    macros = bank.under("macros.")

    def spelled(text: str) -> str:
        # One may stand in another; a number in braces counts.
        for _depth in range(2):
            text = _MACRO.sub(lambda found: f"(?:{macros[found[1]]})", text)
        return text

    lists = [
        (name.removeprefix(f"{table}."), texts) for name, texts in bank.lists.items() if name.startswith(f"{table}.")
    ]
    return tuple(
        (name, re.compile("|".join(f"(?:{_bounded(spelled(text))})" for text in texts))) for name, texts in lists
    )


def _bounded(text: str) -> str:
    """A word begins where the expression does, unless it says otherwise."""
    return text if text.startswith(("^", "\\", ",")) else rf"(?<!\w)(?:{text})"
