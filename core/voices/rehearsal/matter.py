"""What a talk is about: the kind of its topic, the noun phrase in it with its forms, and the sides that it names."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

from core.cast.world import Forms
from core.voices.rehearsal import german
from core.voices.rehearsal.phrases import bank, read

LONGEST = 36
LONGEST_OPTION = 44
LONGEST_TITLE = 60

_TOKEN = re.compile(r"[^\W_]+(?:[’'&.-]?[^\W_]+)*|[^\w\s]")
_SENTENCE = re.compile(r"(?<=[.!?…])(?<!\bDr\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bSt\.)(?<!\bNr\.)(?<!\d\.)\s+")
_NUMBER = re.compile(r"\d")
_LINE_END = re.compile(r"\s*\n\s*")
QUESTIONS = frozenset({"why", "how", "question", "yes-no", "self"})
_YES_OR_NO = re.compile(r"[,:–—]?\s+(?:yes or no|or not|ja oder nein|oder nicht)$", re.IGNORECASE)
_PLEASE = re.compile(r"^(?:let['’]s|let us|please|lasst uns|bitte)\s+(?=\w)", re.IGNORECASE)
_TITLED = re.compile(
    r"^(?:the )?((?:Mrs?|Ms|Dr|Prof|Frau|Herr|Doktor|Professor|Sir|Lady)\b\.?(?: Dr\.)? [A-ZÄÖÜ][\w-]+)"
)
QUOTES = {"en": ("“", "”"), "de": ("„", "“")}


class Matter(NamedTuple):
    """What is talked about.

    `title` as it was given, without its end; `kind` of topic: choice, why, how, question, yes-no, deed, task,
    fact, thing, greeting or self; `forms` the noun phrase; `known`: one was found; `options` of a choice; `day` that
    it names; `counted`: it has numbers of its own; `words` it has in lower case.
    """

    title: str
    kind: str
    forms: Forms
    known: bool
    options: tuple[str, ...]
    day: str
    counted: bool
    words: frozenset[str]


@cache
def words_of(language: str) -> dict[str, Any]:
    """The words that tell topics apart, as sets."""
    table = read("topic")[language]
    return {name: frozenset(value.split()) if isinstance(value, str) else value for name, value in table.items()}


def tokens_of(text: str) -> list[str]:
    """Its words and marks."""
    return _TOKEN.findall(text)


@lru_cache(maxsize=512)
def matter_of(topic: str, language: str) -> Matter:
    """What a topic, an opening prompt or what a director puts in is about."""
    language = language if language == "de" else "en"
    known = words_of(language)
    text = _asked(_LINE_END.sub(" ", topic.strip())[:600])
    title = text.strip(" .!?…:;,")
    tokens = tokens_of(title)
    low = [token.lower() for token in tokens]
    bare = _YES_OR_NO.sub("", title)
    if bare != title:
        tokens = tokens_of(bare)
    options = _options(title, low, known, language) if bare == title else ()
    kind = "choice" if options else "deed" if bare != title else _kind(text, tokens, low, known, language)
    forms = None if not tokens or kind in ("greeting", "choice") else _forms(title, tokens, language, known, kind)
    day = next((each for each in bank(language).lists["days"] if each.lower() in low), "")
    counted = bool(_NUMBER.search(title)) or not known["numbers"].isdisjoint(low)
    texts = bank(language).under("matter.")
    known_one = forms is not None
    if forms is None:
        thinks = kind == "self" and not known["thinking"].isdisjoint(low)
        dated = kind == "thing" and not known["times"].isdisjoint(low)
        named = (
            "thinking" if thinks else "date" if dated else kind if kind in ("self", "greeting", "choice") else "none"
        )
        forms = Forms.read(texts[named])
    title = title if title[1:2].isupper() else title[:1].upper() + title[1:]
    return Matter(title, kind, forms, known_one, options, day, counted, frozenset(low))


def quoted(text: str, language: str) -> str:
    """The text between the language's quotation marks."""
    before, after = QUOTES["de" if language == "de" else "en"]
    return f"{before}{text}{after}"


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
    if low[:1] and (low[0] in known["why"] or title.count(middle) != 1):
        _head, _, title = title.partition(": ") if ": " in title else ("", "", "")
        if not title or title.count(middle) != 1:
            return ()
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
    if (
        asked
        and not known["self"].isdisjoint(low)
        and (
            not _about(low, known)
            or low[_about(low, known)] in ("most", "when")
            or not known["thinking"].isdisjoint(low[_about(low, known) :])
        )
    ):
        return "self"
    if low[0] in known["talking"] and len(low) > 1:
        return "yes-no" if {"whether", "ob"} & set(low) else "thing"
    if low[0] in ("why", "warum", "wieso", "weshalb"):
        return "why"
    if low[0] in known["why"]:
        # "What should we do with", "How to", and no question about the world.
        return "how" if low[0] in ("how", "what", "wie", "was") and not known["we"].isdisjoint(low[1:4]) else "question"
    if low[0] in known["should"]:
        return "deed"
    if asks and low[0] in known["auxiliary"]:
        return "yes-no"
    if low[0] in known["tasks"] and len(low) > 1 and (language == "en" or not tokens[-1][0].isupper() or len(low) > 2):
        return "task"
    if asks:
        return "deed" if language == "de" and german.infinitive(tokens) else "question"
    if language == "de":
        return "fact" if german.has_verb(tokens, known) else "task" if german.infinitive(tokens) else "thing"
    return "fact" if _subject_end(tokens, low, known) < len(low) else "thing"


def _about(low: list[str], known: dict[str, Any]) -> int:
    """Where what is asked about begins; 0: not said."""
    return next((at + 1 for at, each in enumerate(low) if each in known["about"] and at + 1 < len(low)), 0)


def _forms(title: str, tokens: list[str], language: str, known: dict[str, Any], kind: str) -> Forms | None:
    if called := _TITLED.match(title):
        name = called[1]
        other = name.replace("Herr ", "Herrn ", 1)
        return Forms(name, other, other)
    foreign = known["foreign"]
    strange = any(token.lower() in foreign for token in tokens) and len(tokens) > 1
    if not strange:
        found = german.phrase(tokens, known) if language == "de" else _english(title, tokens, known, kind)
        if found is not None:
            return found
    if (
        kind not in QUESTIONS
        and len(title) <= LONGEST
        and (len(tokens) <= 3 or strange)
        and not (known["times"] >= {*map(str.lower, tokens)})
    ):
        name = quoted(title, language)
        return Forms(name, name, name)
    return None


# ---------------------------------------------------------------- English


def _subject_end(tokens: list[str], low: list[str], known: dict[str, Any]) -> int:
    """Where the finite verb of a statement stands; the number of its words where there is none."""
    for at, word in enumerate(low):
        if at and (word in _finite() or (_verbal(word) and at > 1 - (low[0] not in known["determiners"]))):
            before = low[at - 1]
            if before not in known["prepositions"] | known["determiners"] and not _relative(low[:at]):
                return at
        if at and _third_person(low, at, known) and not _relative(low[:at]):
            return at
    return len(low)


@cache
def _finite() -> frozenset[str]:
    words = read("topic")["en"]["verbs"].split()
    return frozenset(words[: words.index("without")])


def _relative(before: list[str]) -> bool:
    return not {"that", "who", "which", "where", "when", "nobody", "we", "they", "i", "because", "if"}.isdisjoint(
        before[1:]
    )


def _third_person(low: list[str], at: int, known: dict[str, Any]) -> bool:
    """Whether a word in -s is a verb, for an object follows it."""
    word, after = low[at], low[at + 1] if at + 1 < len(low) else ""
    return (
        word.endswith("s") and not word.endswith("ss") and len(word) > 3
        and after in (known["determiners"] | known["pronouns"] | {"more", "less"}) - {"that", "this", "those", "people"}
        and low[at - 1] not in known["determiners"] | known["numbers"]
    )  # fmt: skip


def _verbal(word: str) -> bool:
    usual = {"need", "speed", "feed", "bed", "seed", "weed", "shed", "breed", "family", "reply", "supply", "early"}
    return len(word) > 4 and word.endswith(("ed", "ly")) and word not in usual


def _english(title: str, tokens: list[str], known: dict[str, Any], kind: str) -> Forms | None:
    low = [token.lower() for token in tokens]
    # "A reason to come back": coming back.
    infinitive = re.match(
        r"(?:an?|the|one|another) (?:reason|way|plan|chance|excuse|attempt|wish) to (\w+)(.*)", title.lower()
    )
    if infinitive is not None and len(title) <= LONGEST + 10:
        return Forms(*[_gerund(infinitive[1]) + title[infinitive.start(2) :]] * 3)
    if (
        low
        and low[0].endswith("ing")
        and low[0] not in known["gerunds"]
        and len(low) > 1
        and kind in ("thing", "fact", "choice")
    ):
        cut = next((at for at, each in enumerate(low) if each in known["clauses"]), len(low))
        cuts = [cut, *(at for at in range(cut - 1, 1, -1) if low[at] in known["prepositions"])]
        said = next((text for at in cuts if len(text := " ".join([low[0], *tokens[1:at]])) <= LONGEST), "")
        if cut > 1 and said:
            return Forms(said, said, said)
    if len(tokens) == 1 and tokens[0][0].isupper() and not low[0].endswith(("s", *known["mass"])):
        return None
    start = _about(low, known) if kind == "self" or low[0] in known["talking"] or "think" in low else 0
    if (
        known["times"].isdisjoint(low[:3])
        and [token[0].isupper() for token in tokens[:3]] in ([True, True], [True, True, True])
        and low[0] not in known["determiners"]
    ):
        return Forms(*[" ".join(tokens[:3])] * 3)
    asks = kind in ("yes-no", "question", "why")
    start = start or int(kind == "task" and low[0] in known["tasks"])
    best: list[str] = ["", "", ""]
    at = start
    while at < len(tokens):
        if at > 1 and low[at - 1] in known["pronouns"] and low[at - 2] in known["inverting"]:
            # "Should we allow dogs?"
            at += 1
            continue
        end, said = _english_phrase(tokens, low, at, known, asks)
        if kind == "self" and low[at] not in known["determiners"]:
            # "Can you lie?"
            said = ""
        if said:
            last = tokens[end - 1].lower()
            head = set(said.lower().split())
            rank = (
                2
                if (last in known["times"] and "-" not in said) or head <= known["times"] | known["determiners"]
                else 1
                if last in known["light"]
                else 0
            )
            best[rank] = best[rank] or (said.replace("your ", "one’s ", 1) if kind == "self" else said)
        at = max(end, at + 1)
    said = (
        best[0] or best[1] * (len(best[1].split()) > 1) or best[2] * (not asks or len(tokens) <= german.SHORT_QUESTION)
    )
    return Forms(said, said, said) if said else None


def _gerund(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "be")):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1] * bool(_DOUBLED.fullmatch(verb))}ing"


_DOUBLED = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")


def _english_phrase(tokens: list[str], low: list[str], at: int, known: dict[str, Any], asks: bool) -> tuple[int, str]:
    """The end of a noun phrase that begins there, and the phrase as one mentions it; nothing where none does."""
    determiner = low[at] if low[at] in known["determiners"] else ""
    begin = at + bool(determiner)
    counted = begin < len(low) and (low[begin] in known["numbers"] or low[begin].isdigit())
    begin += counted
    stop = known["verbs"] | known["determiners"] | known["pronouns"] | known["auxiliary"] | known["why"]
    end = begin
    while (
        end < len(tokens)
        and tokens[end][0].isalnum()
        and (low[end] not in stop or low[end - 1 : end + 1] == ["free", "will"])
    ):
        if end > begin and (_verbal(low[end]) or _third_person(low, end, known)):
            break
        if end == at == 0 and low[0] in known["tasks"] and len(low) > 1 and not asks_noun(low, known):
            return 1, ""
        end += 1
    while end > begin and _verbal(low[end - 1]):
        end -= 1
    if (
        end == len(tokens)
        and end - begin > 1
        and not (known["inverting"] - (set() if low[0] in known["copulas"] else known["copulas"])).isdisjoint(low[:at])
        and _finite().isdisjoint(set(low[:at]) - known["inverting"])
    ):
        # "Why do our volunteers quit?": there has to be a verb.
        end -= 1
    if (
        end == begin
        or (end - begin == 1 and len(tokens[begin]) < 2)
        or not any(each.isalpha() for each in tokens[end - 1])
    ):
        return max(end, at), ""
    bare = not determiner and not counted
    if (
        bare
        and end - begin == 1
        and low[begin] not in known["mass"]
        and all(
            word in bank("en").texts["nouns.others"].split()
            and word not in known["light"]
            and word not in known["times"]
            for word in low[begin:end]
        )
    ):
        return end, ""
    # "Anna moves to Berlin": a name.
    named = at == 0 and bare and end == 1 < len(tokens) and not low[0].endswith(("s", *known["mass"]))
    words = [
        _lower(token, first=place == 0 and "'" not in token and not named)
        for place, token in enumerate(tokens[begin:end], begin)
    ]
    if end + 1 < len(tokens) and low[end] == "of":
        more_end, more = _english_phrase(tokens, low, end + 1, known, True)
        if more and len(more) + len(" ".join(words)) < LONGEST - 4:
            words, end = [*words, "of", more], more_end
    number = [low[begin - 1]] if counted else []
    said = " ".join([*number, *words])[: LONGEST + 8]
    if determiner in known["possessive"]:
        said = f"{determiner} {said}"
    elif determiner in ("the", "every", "each", "any", "some"):
        said = f"the {said}"
    elif determiner and asks:
        said = f"{determiner} {said}"
    elif (
        determiner
        or (
            bare
            and not asks
            and "’" not in words[0]
            and "'" not in words[0]
            and len(words) > 1
            and words[0][0].islower()
            and not words[-1].endswith(tuple(known["mass"]))
        )
        or (
            counted
            and not asks
            and low[begin - 1] not in ("most", "many", "all", "more", "several", "less", "fewer", "half")
        )
    ):
        said = f"the {said}"
    return end, said if len(said) <= LONGEST + 4 else ""


def asks_noun(low: list[str], known: dict[str, Any]) -> bool:
    """Whether a word that could be an order is a noun: a verb or a preposition follows it."""
    return len(low) > 1 and low[1] in known["verbs"]


def _lower(word: str, *, first: bool) -> str:
    # A capital at the beginning only is that of a sentence or title; HTTP and iPhone stay as they are.
    return word.lower() if first and word[1:].islower() and word.lower() not in words_of("en")["capital"] else word
