"""What a talk is about: the kind of its topic, the noun phrase in it with its forms, and the sides that it names."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

from parley.core.cast.world import Forms
from parley.core.voices.rehearsal import english, english_verbs, german, subjects
from parley.core.voices.rehearsal.phrases import bank, read
from parley.core.voices.rehearsal.tagger import tagged

LONGEST_OPTION = 44
LONGEST_TITLE = 60
SHORTEST_SENTENCE = 12
ASKED = 4
LONGEST_NAME = 3
"""Words."""
MOST_OPTIONS = 4

_TOKEN = re.compile(r"[^\W_]+(?:[’'&.-]?[^\W_]+)*|[^\w\s]")
_SENTENCE = re.compile(r"(?<=[.!?…])(?<!\bDr\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bSt\.)(?<!\bNr\.)(?<!\d\.)\s+")
_NUMBER = re.compile(r"\d")
_LINE_END = re.compile(r"\s*\n\s*")
QUESTIONS = frozenset({"why", "how", "question", "yes-no", "self"})
_VERSUS = re.compile(r"\s+(?:vs\.?|versus|gegen)\s+(?=[\w-]+$)")
SHORT_OPTION = 3
"""Words that an option has where there are more than two."""
_IF = re.compile(
    r"(?:what if|what would|if|imagine|suppose|was wäre,? wenn|was würde|was,? wenn|wenn|stell dir vor|angenommen)\b",
    re.IGNORECASE,
)
_IT = re.compile(
    r"(?:is it|how do i|how can (?:i|we|you|one)|how to|ist es|wie lerne|wie kann|darf man|kann man)\b", re.IGNORECASE
)
_PROVERB = re.compile(r"(?:better|besser)\b(?!.*\?)", re.IGNORECASE)
_YES_OR_NO = re.compile(r"[,:–—]?\s+(?:yes or no|or not|ja oder nein|oder nicht)$", re.IGNORECASE)
_PLEASE = re.compile(r"^(?:let['’]s|let us|please|lasst uns|bitte)\s+(?=\w)", re.IGNORECASE)
_TITLED = re.compile(
    r"^(?:the )?((?:Mrs?|Ms|Dr|Prof|Frau|Herr|Doktor|Professor|Sir|Lady)\b\.?(?: Dr\.)? [A-ZÄÖÜ][\w-]+)"
)
_DATE = {
    "en": re.compile(
        r"\b(?:\d{1,2}(?:st|nd|rd|th)? {0}|{0} \d{1,2}(?:st|nd|rd|th)?)\b".replace(
            "{0}", "(?:Janua|Februa|March|April|May|June|July|August|Septem|Octo|Novem|Decem)(?:ry|ber)?"
        )
    ),
    "de": re.compile(
        r"\b\d{1,2}\. (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
    ),
}
_TOLD = re.compile(
    r"\b(?:called|calls|rang|says|said|writes|wrote|reports|reported|complains|complained|angerufen|ruft|sagt|gesagt"
    r"|schreibt|geschrieben|meldet|gemeldet|beschwert|fragt)\b,?"
    r" ?(?:sich |an,? )?(?:because|that|whether|weil|dass|ob)\s+"
)
"""What somebody tells is about what stands behind it, and not about them."""
QUOTES = {"en": ("“", "”"), "de": ("„", "“")}


class Matter(NamedTuple):
    """What is talked about.

    `title` as it was given, without its end; `kind` of topic: choice, why, how, question, yes-no, deed, task,
    errand, fact, claim, thing, greeting or self; `forms` the noun phrase; `known`: one was found; `options` of a
    choice; `day` or date that it names; `counted`: it has numbers of its own; `words` it has in lower case; `deed`:
    what a proposal wants done, where that is more than its noun; `subject`, `nature`, `value` and `ours` as in
    `subjects`; `asked`: the words that a question begins with;
    `what_if`: it asks to imagine something; `asks`, what kind of question it is, and `part`, of what part of life, as
    the tagger has it, where it is sure.
    """

    title: str
    kind: str
    forms: Forms
    known: bool
    options: tuple[str, ...]
    day: str
    counted: bool
    words: frozenset[str]
    deed: Forms | None = None
    subject: str = ""
    nature: str = "thing"
    value: int = 0
    ours: bool = False
    asked: tuple[str, ...] = ()
    what_if: bool = False
    asks: str = ""
    part: str = ""


@cache
def words_of(language: str) -> dict[str, Any]:
    """The words that tell topics apart, as sets."""
    table = read("topic")[language]
    found: dict[str, Any] = {name: frozenset(value.split()) for name, value in table.items() if isinstance(value, str)}
    return {**table, **found, "asking_you": frozenset(table["asking_you"])}


def tokens_of(text: str) -> list[str]:
    """Its words and marks."""
    return _TOKEN.findall(text)


@lru_cache(maxsize=512)
def matter_of(topic: str, language: str) -> Matter:
    """What a topic, an opening prompt or what a director puts in is about."""
    language = language if language == "de" else "en"
    known = words_of(language)
    whole = _LINE_END.sub(" ", topic.strip())[:600]
    text = _asked(whole)
    title = text.strip(" .!?…:;,")
    tokens = tokens_of(title)
    low = [token.lower() for token in tokens]
    bare = _YES_OR_NO.sub("", title)
    if bare != title:
        tokens = tokens_of(bare)
    options = _options(title, low, known, language) if bare == title else ()
    kind = "choice" if options else "deed" if bare != title else _kind(text, tokens, low, known, language)
    forms = None if not tokens or kind in ("greeting", "choice") else _forms(title, tokens, language, known, kind)
    if (forms is None or _IT.match(title)) and kind in QUESTIONS - {"self"} | {"deed"}:
        done = (
            german.named_infinitive(tokens, known) if language == "de" else english_verbs.infinitive(tokens, low, known)
        )
        forms = done or forms
    before = whole.partition(text)[0] if text else ""
    if forms is None and len(before) > SHORTEST_SENTENCE and not before.endswith(": "):
        # "Our team misses deadlines. What can we do?"
        told = matter_of(before, language)
        title, forms = told.title, told.forms if told.known else None
        low = [*low, *told.words]
    dated = _DATE[language].search(title)
    day = next((each for each in bank(language).lists["days"] if each.lower() in low), dated[0] if dated else "")
    counted = bool(_NUMBER.search(title)) or not known["numbers"].isdisjoint(low)
    texts = bank(language).under("matter.")
    known_one = forms is not None
    if forms is None:
        thinks = kind == "self" and not known["thinking"].isdisjoint(low)
        timed = kind == "thing" and not known["times"].isdisjoint(low)
        named = (
            "thinking" if thinks else "date" if timed else kind if kind in ("self", "greeting", "choice") else "none"
        )
        forms = Forms.read(texts[named])
        if kind in ("fact", "claim") and len(title) <= LONGEST_OPTION:
            # "It began to rain": what has no name is called by its words.
            forms, known_one = Forms(*[quoted(title, language)] * 3), True
    title = title if title[1:2].isupper() else title[:1].upper() + title[1:]
    deed = None
    if kind == "deed":
        deed = german.deed(tokens, forms, known) if language == "de" else english_verbs.deed(tokens, low, known)
    if _PROVERB.match(text) or (kind == "fact" and subjects.claimed(low, language)):
        kind = "claim"
    head = [each.lower() for each in tokens_of(forms.nom)] if known_one else []
    subject = subjects.subject_of(low, head, language)
    alone = len(tokens) <= LONGEST_NAME and title.split(" ")[-1] == forms.nom.split()[-1]
    is_name = known_one and alone and not subject and forms.nom[:1].isupper()
    nature = subjects.nature_of(subject, low, head, is_name, language)
    value, ours = subjects.valued(low, language), subjects.ours(low, language)
    words = frozenset(low)
    asked = tuple(each.lower() for each in tokens_of(text))[:ASKED]
    what_if = _IF.match(text) is not None
    kind = "thing" if what_if else kind
    made = (deed, subject, nature, value, ours, asked, what_if, *tagged(text, language))
    return Matter(title, kind, forms, known_one, options, day, counted, words, *made)


def quoted(text: str, language: str) -> str:
    """The text between the language's quotation marks."""
    before, after = QUOTES["de" if language == "de" else "en"]
    return f"{before}{text}{after}"


def many(forms: Forms, title: str, language: str) -> Forms | None:
    """The plural that a topic is, without an article, if it is nothing else."""
    if language == "de":
        bare = Forms(*(each.partition(" ")[2] for each in forms))
        return bare if forms.nom.startswith("die ") and forms.dat.startswith("den ") and bare.nom == title else None
    plural = forms.nom.lower() == title.lower() and title.endswith("s") and not title.endswith("ss")
    return forms if plural and " " not in title else None


def _asked(text: str) -> str:
    """Of several sentences the last question or task, else the first that is no greeting."""
    sentences = _SENTENCE.split(text)
    orders = (
        read("topic")["en"]["tasks"].split()
        + read("topic")["de"]["tasks"].split()
        + ["let's", "lasst", "please", "bitte"]
    )
    asked = [each for each in sentences if each.endswith("?") or (each.split(" ")[0].lower() in orders and " " in each)]
    longer = [each for each in sentences if len(each.split()) > 2]
    return _PLEASE.sub("", (asked or longer[:1] or sentences)[-1])


def _options(title: str, low: list[str], known: dict[str, Any], language: str) -> tuple[str, ...]:
    """The two sides of a topic that names them."""
    middle = " oder " if language == "de" else " or "
    versus = _VERSUS.split(title)
    title = middle.join(versus) if len(versus) > 1 else title
    _, between, after = title.partition(": ")
    if low[:1] and (low[0] in known["why"] or title.count(middle) != 1):
        # As in: which is better, tea or coffee?
        _, between, after = title.partition(": ") if ": " in title else title.partition(", ")
        title = after if between else ""
        low = [each.lower() for each in tokens_of(title)]
        if title.count(middle) != 1:
            return ()
    elif between and middle in after:
        title, low = after, [each.lower() for each in tokens_of(after)]
    first, _, last = title.partition(middle)
    many = tuple(each.strip(" ,?") for each in (*first.split(","), last))
    if 2 < len(many) <= MOST_OPTIONS and all(each and len(each.split()) <= SHORT_OPTION for each in many):
        return tuple(each if language == "de" or each[1:2].isupper() else each[0].lower() + each[1:] for each in many)
    asks = low[:1] and low[0] in known["auxiliary"]
    one, other = (each.strip(" ,?") for each in title.split(middle)) if title.count(middle) == 1 else ("", "")
    if asks and low[:2] in (["should", "we"], ["do", "we"], ["shall", "we"], ["sollen", "wir"], ["should", "i"]):
        one = " ".join(one.split()[2:])
    elif asks:
        return ()
    if (
        not one
        or not other
        or other.lower() in ("not", "nicht", "no", "nein")
        or max(len(one), len(other)) > LONGEST_OPTION
    ):
        return ()
    return tuple(
        each if each[1:2].isupper() or (language == "de") else each[0].lower() + each[1:] for each in (one, other)
    )


def _kind(text: str, tokens: list[str], low: list[str], known: dict[str, Any], language: str) -> str:
    if not low:
        return "thing"
    if low[0] in known["greetings"] and not {*low} - known["greetings"] - set(",!.-"):
        return "greeting"
    asks = text.rstrip().endswith("?")
    asked = asks or any(each in known["why"] for each in low[:-1])
    if asks and {low[0], " ".join(low[:3])} & known["asking_you"]:
        return "yes-no"
    if asks and {" ".join(low[1:3]), " ".join(low[2:4])} & known["asking_you"]:
        return "question"
    if (
        asked
        and not known["self"].isdisjoint(low if low[0] in known["why"] or "be" in low else low[:3])
        and (
            not english.about(low, known)
            or low[english.about(low, known)] in ("most", "when")
            or not known["thinking"].isdisjoint(low[english.about(low, known) :])
        )
    ):
        return "self"
    if low[0] in known["talking"] and len(low) > 1:
        return "yes-no" if {"whether", "ob"} & set(low) else "thing"
    if low[0] in ("why", "warum", "wieso", "weshalb"):
        return "why"
    if low[0] in known["why"]:
        # "What should we do with", "How to", and no question about the world.
        ours = not known["we"].isdisjoint(low[1:4])
        asks_how = low[0] in ("how", "wie") or (low[0] in ("what", "was") and not known["to_do"].isdisjoint(low[1:3]))
        return "how" if ours and asks_how else "question"
    if low[0] in known["should"]:
        return "deed"
    if asks and low[0] in known["auxiliary"]:
        return "yes-no"
    if low[0] in known["tasks"] and len(low) > 1 and (language == "en" or not tokens[-1][0].isupper() or len(low) > 2):
        return "errand" if low[0] in known["errands"] else "task"
    if asks and language == "de" and german.asks_whether(tokens, known):
        return "yes-no"
    if asks:
        return "deed" if language == "de" and german.infinitive(tokens) else "question"
    if language == "de":
        if german.has_verb(tokens, known):
            return "fact" if (known["should"] - {"wollen"}).isdisjoint(low) else "deed"
        return "task" if german.infinitive(tokens) else "thing"
    stated = english_verbs.subject_end(tokens, low, known) < len(low) or english_verbs.says_doing(text)
    return "thing" if not stated else "fact" if known["should"].isdisjoint(low) else "deed"


def _forms(title: str, tokens: list[str], language: str, known: dict[str, Any], kind: str) -> Forms | None:
    if told := _TOLD.search(title):
        title = title[told.end() :]
        tokens = tokens_of(title)
    elif called := _TITLED.match(title):
        name = called[1]
        other = name.replace("Herr ", "Herrn ", 1)
        return Forms(name, other, other)
    foreign = known["foreign"]
    strange = any(token.lower() in foreign for token in tokens) and len(tokens) > 1
    strange = strange or _PROVERB.match(title) is not None
    if not strange:
        found = (
            german.phrase(tokens, known, told=kind == "fact")
            if language == "de"
            else english.phrase(title, tokens, known, kind)
        )
        if found is not None and kind == "fact" and not known["visiting"].isdisjoint(tokens):
            # Not who comes is what there is to do, but that they come.
            return Forms.read(bank(language).texts["matter.visit"].replace("{nom}", found.nom))
        if found is not None:
            return found
    if (
        kind not in QUESTIONS
        and len(title) <= english_verbs.LONGEST
        and (len(tokens) <= LONGEST_NAME or strange)
        and not (known["times"] >= {*map(str.lower, tokens)})
    ):
        name = title if len(tokens) == 1 and title[0].isupper() else quoted(title, language)
        return Forms(name, name, name)
    return None


def asked_for(said: str, low: list[str], known: dict[str, Any]) -> str:
    """What a question asks for: why, who, when, number, what, or yes."""
    ends = [at for at, each in enumerate(low[:-1]) if each in (".", "!", "?", ":", "…")]
    words = low[ends[-1] + 1 :] if ends else low
    asks = next((each for each in words if each in known["why"]), "")
    if not asks or (words and words[0] in known["auxiliary"]):
        return "yes"
    kinds: dict[str, str] = known["asks"]
    after = words[words.index(asks) + 1 : words.index(asks) + 2]
    return kinds.get(" ".join([asks, *after])) or kinds.get(asks, "what")
