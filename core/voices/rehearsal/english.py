"""English noun phrases: what a topic is about, as one mentions it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from parley.core.cast.world import Forms
from parley.core.voices.rehearsal.english_verbs import (
    DOING,
    LONGEST,
    done,
    finite,
    gerund,
    of_many,
    proposed_at,
    small,
    third_person,
    verbal,
)
from parley.core.voices.rehearsal.german import SHORT_QUESTION
from parley.core.voices.rehearsal.phrases import bank, read
from parley.core.voices.rehearsal.subjects import subject_of

PHRASE = 3


def about(low: list[str], known: dict[str, Any]) -> int:
    """Where what is asked about begins; 0: not said."""
    return next((at + 1 for at, each in enumerate(low) if each in known["about"] and at + 1 < len(low)), 0)


_OPEN = frozenset({"open", "free", "clean", "slow", "dry", "live"})
"""Verbs that are adjectives before a plural."""
_BEFORE_NOUNS = frozenset({"the", "a", "an", "our", "my", "your"})
"""What stands before no verb."""


def phrase(title: str, tokens: list[str], known: dict[str, Any], kind: str) -> Forms | None:
    low = [token.lower() for token in tokens]
    # "A reason to come back": coming back.
    infinitive = re.match(
        r"(?:an?|the|one|another) (?:reason|way|plan|chance|excuse|attempt|wish) to (\w+)(.*)", title.lower()
    )
    if infinitive is not None and len(title) <= LONGEST + 10:
        return Forms(*[gerund(infinitive[1]) + title[infinitive.start(2) :]] * 3)
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
    if DOING.match(title) and len(title) <= LONGEST + 4:
        # "We're moving to Lisbon"
        return Forms(*[title.partition(" ")[2]] * 3)
    if kind == "why" and len(low) > PHRASE and low[1] in known["copulas"]:
        # "Why is Monday so hard?"
        cut = next((at for at, each in enumerate(low) if at > 2 and each in _SO), 0)
        tokens, low = (tokens[:cut], low[:cut]) if cut else (tokens, low)
        if cut == PHRASE and tokens[2][0].isupper():
            return Forms(*[tokens[2]] * 3)
    if kind in ("fact", "claim") and low[0] == "i" and len(low) > PHRASE:
        # "I always forget people's names"
        at = 1 + (low[1] in known["adverbs"])
        said = " ".join([gerund(low[at]), *tokens[at + 1 :]])
        if low[at] in known["proposing"] - known["auxiliary"] and len(said) <= LONGEST:
            return Forms(*[said] * 3)
    asked = low[1:] if kind == "why" else low if kind == "yes-no" else []
    if (
        len(asked) > 2
        and asked[0] in ("do", "does")
        and asked[1] in known["pronouns"]
        and asked[2] in known["proposing"]
    ):
        # "Why do people collect things?", "Do we own too much?"
        said = " ".join([gerund(asked[2]), *tokens[len(low) - len(asked) + 3 :]])
        if (kind == "why" or asked[2] not in ("need", "want", "have")) and len(said) <= LONGEST:
            return Forms(*[said] * 3)
    common = len(tokens) == 1 and (low[0].endswith(("s", "ing", *known["mass"])) or subject_of(low, low, "en"))
    if len(tokens) == 1 and tokens[0][0].isupper() and not common:
        return None
    plain = known["determiners"] | known["verbs"] | known["pronouns"]
    linked = kind == "thing" and len(low) == PHRASE and low[1] in known["prepositions"]
    if linked and plain.isdisjoint((low[0], low[2])):
        # "Pineapple on pizza"
        return Forms(*[" ".join([_lower(tokens[0], first=True), *tokens[1:]])] * 3)
    if _TIMED.match(title) and len(title) <= LONGEST:
        # "A day without the internet"
        return Forms(*[f"the {title.partition(' ')[2]}"] * 3)
    start = about(low, known) if kind == "self" or low[0] in known["talking"] or "think" in low else 0
    if (
        known["times"].isdisjoint(low[:3])
        and [token[0].isupper() for token in tokens[:3]] in ([True, True], [True, True, True])
        and low[0] not in known["determiners"]
    ):
        return Forms(*[" ".join(tokens[:3])] * 3)
    asks = kind in ("yes-no", "question", "why")
    start = start or int(low[0] in known["talking"] or (kind == "task" and low[0] in known["tasks"]))
    if verb_at := proposed_at(low, known):
        # Of "be" it is who is, else what is done.
        alone = low[verb_at] == "be" or verb_at >= len(low) - 1
        to = low.index("to") + 2 if low[verb_at] == "be" and "to" in low[verb_at:] else 0
        while to and to < len(low) and low[to] in known["possessive"] | {"every", "each"}:
            to += 1
        tokens = tokens[to:] if to and to < len(low) else tokens[1:verb_at] if alone else tokens[verb_at + 1 :]
        low, start = [token.lower() for token in tokens], 0
    if low[0] in known["feasts"] and low[1:2] != [":"] and (len(low) == 1 or low[1] in known["verbs"]):
        return Forms(*[tokens[0]] * 3)
    best: list[str] = ["", "", ""]
    at = start
    while at < len(tokens):
        if at > 1 and low[at - 1] in known["pronouns"] and low[at - 2] in known["inverting"]:
            # "Should we allow dogs?"
            at += 1
            continue
        if at == 1 and low[0] in known["pronouns"] and low[1].endswith("s") and len(low) > 2:
            # "Somebody labels every box": what they do.
            at += 1
            continue
        end, said = _english_phrase(tokens, low, at, known, asks)
        if kind == "self" and low[at] not in known["determiners"]:
            # "Can you lie?"
            said = ""
        if said:
            last = tokens[end - 1].lower()
            head = set(said.lower().split())
            many = (
                kind == "thing"
                and last.endswith("s")
                and low[end : end + 1] != []
                and low[end] in known["prepositions"]
            )
            headed = at == 0 and ((low[0] in known["determiners"] and len(said.split()) > 2) or many)
            rank = (
                0
                if headed
                else 2
                if (last in known["times"] and "-" not in said) or head <= known["times"] | known["determiners"]
                else 1
                if last in known["light"]
                else 0
            )
            best[rank] = best[rank] or (said.replace("your ", "one’s ", 1) if kind == "self" else said)
        at = max(end, at + 1)
    said = best[0] or best[1] * (len(best[1].split()) > 1) or best[2] * (not asks or len(tokens) <= SHORT_QUESTION)
    if said[4:].lower() == title.lower() and title.endswith("s") and said.startswith("the "):
        # "Tiny houses": all of them.
        said = said[4:]
    return Forms(said, said, said) if said else None


_SO = frozenset({"so", "such", "always", "never", "too", "still"})
_TIMED = re.compile(
    r"an? (?:\w+ )?(?:day|night|week|month|year|hour|life|world|house|city|evening) (?:without|with|in|at|on)\b",
    re.IGNORECASE,
)


def _english_phrase(tokens: list[str], low: list[str], at: int, known: dict[str, Any], asks: bool) -> tuple[int, str]:
    """The end of a noun phrase that begins there, and the phrase as one mentions it; nothing where none does."""
    determiner = low[at] if low[at] in known["determiners"] else ""
    begin = at + bool(determiner)
    counted = begin < len(low) and (low[begin] in known["numbers"] or low[begin].isdigit())
    begin += counted
    stop = known["verbs"] | known["determiners"] | known["pronouns"] | known["auxiliary"] | known["why"]
    end = begin
    if determiner in _BEFORE_NOUNS and end < len(low) and low[end] in finite() - known["auxiliary"]:
        # "The move to the new floor", "our open day".
        end += 1
    while (
        end < len(tokens)
        and tokens[end][0].isalnum()
        and (
            low[end] not in stop
            or (end == at == 0 and low[0] in _OPEN and len(low) > 1 and low[1].endswith("s"))
            or low[end - 1 : end + 1] == ["free", "will"]
            or small(low, begin, end, known)
        )
    ):
        if begin < end and asks and low[0] in known["copulas"] and low[end].endswith("ing"):
            # "Are cities getting too loud?"
            break
        if begin < end and low[at - 1] in ("do", "did") and at and low[end - 1].endswith("s") and end + 1 < len(low):
            # "Why do customers send pans back?"
            break
        if end > begin and (low[end] in known["adverbs"] or done(low, end, known) or verbal(low[end])):
            break
        if end > begin and (third_person(low, end, known) or of_many(low, end, known)):
            break
        if end == at == 0 and low[0] in known["tasks"] and len(low) > 1 and not _is_named(low, known):
            return 1, ""
        end += 1
    while end > begin and verbal(low[end - 1]):
        end -= 1
    if (
        end == len(tokens)
        and end - begin > 1
        and not (at > 1 and low[at - 2] in known["pronouns"])
        and not (known["inverting"] - (set() if _asks_how_it_is(low, known) else known["copulas"])).isdisjoint(low[:at])
        and (finite() | known["proposing"]).isdisjoint(set(low[1:at]) - known["inverting"] | {"do"} & set(low[2:at]))
    ):
        # "Why do our volunteers quit?": there has to be a verb.
        end -= 1
    if (
        end == begin
        or (end - begin == 1 and len(tokens[begin]) < 2)
        or not any(each.isalpha() for each in tokens[end - 1])
    ):
        return max(end, at), ""
    if determiner and end - begin == 1 and low[begin].endswith("ing") and low[begin] not in known["gerunds"]:
        # "An overflowing lost property box": not yet the noun.
        return end, ""
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
    named = at == 0 and bare and end == 1 < len(tokens) and low[1].endswith("s") and not low[0].endswith("s")
    named = named and low[1] not in known["auxiliary"]
    words = [
        _lower(token, first=place == 0 and "'" not in token and not named)
        for place, token in enumerate(tokens[begin:end], begin)
    ]
    if end + 2 == len(tokens) and low[end] == "of" and low[end + 1].isalpha():
        # "The sound of rain"
        words, end = [*words, "of", tokens[end + 1]], end + 2
    elif end + 1 < len(tokens) and low[end] == "of":
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


def _asks_how_it_is(low: list[str], known: dict[str, Any]) -> bool:
    """Whether a word that says how something is stands at the end: "Is the sky blue", "Why is the sky blue"."""
    return low[0] in known["copulas"] or (low[0] == "why" and low[1] in known["copulas"])


def _is_named(low: list[str], known: dict[str, Any]) -> bool:
    """Whether a word that could be an order is a noun: a verb or a preposition follows it."""
    return len(low) > 1 and low[1] in known["verbs"]


def _lower(word: str, *, first: bool) -> str:
    # A capital at the beginning only is that of a sentence or title; HTTP and iPhone stay as they are.
    return word.lower() if first and word[1:].islower() and word.lower() not in _capital() else word


@cache
def _capital() -> frozenset[str]:
    return frozenset(read("topic")["en"]["capital"].split())
