"""English verbs: where one stands in a topic, what is proposed, and what somebody does."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from parley.core.cast.world import Forms
from parley.core.voices.rehearsal.phrases import read

LONGEST = 36
_MADE = {"taught": "teaching", "built": "building", "paid": "paying", "forbidden": "forbidding", "sold": "selling"}
_GOING = frozenset(
    {
        "arrive",
        "bark",
        "begin",
        "break",
        "close",
        "come",
        "drop",
        "end",
        "fail",
        "fall",
        "go",
        "grow",
        "leak",
        "ring",
        "rise",
    }
    | {"shake", "sleep", "smell", "snore", "sink", "start", "stop"}
)
_MANY = frozenset({"children", "men", "women", "police", "fish", "sheep", "teeth", "feet", "mice"})
_CLAUSES = frozenset({"because", "if", "when", "since", "although", "while", "until", "unless", "so", "or"})
DOING = re.compile(r"(?:I|we|they|you|he|she)['’](?:m|re|s) \w+ing\b", re.IGNORECASE)
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")


def subject_end(tokens: list[str], low: list[str], known: dict[str, Any]) -> int:
    """Where the finite verb of a statement stands; the number of its words where there is none."""
    for at, word in enumerate(low):
        if at and (word in finite() or (verbal(word) and at > 1 - (low[0] not in known["determiners"]))):
            before = low[at - 1]
            named = before in known["prepositions"] | known["determiners"] or of_one(low, at, known)
            if not named and not _relative(low[:at]):
                return at
        if at and (third_person(low, at, known) or of_many(low, at, known)) and not _relative(low[:at]):
            return at
    return next((at for at in range(1, len(low)) if done(low, at, known)), len(low))


def of_one(low: list[str], at: int, known: dict[str, Any]) -> bool:
    """Whether a word that is also what many do stands behind one only, and is a noun: "small talk"."""
    before = low[at - 1] if at else ""
    many = before.endswith("s") or before in known["pronouns"] | _MANY
    plain = known["proposing"] - known["auxiliary"]
    return low[at] in plain and bool(before) and not many and before not in known["verbs"] | known["auxiliary"]


def small(low: list[str], begin: int, end: int, known: dict[str, Any]) -> bool:
    stated = known["inverting"].isdisjoint(low[:begin])
    return end > begin and stated and of_one(low, end, known)


def done(low: list[str], at: int, known: dict[str, Any]) -> bool:
    """Whether a word is what somebody does: "My flatmate never washes up", "Early risers get more done"."""
    word, before, after = low[at], low[at - 1], low[at + 1] if at + 1 < len(low) else ""
    stems = {word, word.removesuffix("s"), word.removesuffix("es")}
    if stems.isdisjoint(known["proposing"]) or before in known["determiners"] | known["prepositions"]:
        return False
    if low[0] in ("our", "my") and at == 2 and word.endswith("s") and after.isalpha():
        # "Our team misses deadlines"
        return after not in known["prepositions"]
    many = before.endswith("s") and not before.endswith(("ss", "us", "'s", "’s"))
    if many and word in known["proposing"] and after.isalpha() and known["determiners"].isdisjoint(low[:at]):
        # "Open offices kill concentration"
        return known["prepositions"].isdisjoint(low[:at]) and after not in known["prepositions"]
    if before in known["adverbs"] or (before in known["pronouns"] and word.endswith("s")):
        return True
    if word.endswith("s") and not before.endswith("s") and stems & _GOING and after in known["prepositions"]:
        # "The water pressure drops in the evening"
        return True
    follows = known["determiners"] | known["pronouns"] | {"up", "down", "out", "off", "too", "more", "less", "loudly"}
    return after in follows - {"that", "this"} and (word.endswith("s") != before.endswith("s"))


@cache
def finite() -> frozenset[str]:
    words = read("topic")["en"]["verbs"].split()
    return frozenset(words[: words.index("without")])


def _relative(before: list[str]) -> bool:
    return not {"that", "who", "which", "where", "when", "nobody", "we", "they", "i", "because", "if"}.isdisjoint(
        before[1:]
    )


def third_person(low: list[str], at: int, known: dict[str, Any]) -> bool:
    """Whether a word in -s is a verb, for an object follows it."""
    word, after = low[at], low[at + 1] if at + 1 < len(low) else ""
    return (
        word.endswith("s") and not word.endswith("ss") and len(word) > 3
        and after in (known["determiners"] | known["pronouns"] | {"more", "less"}) - {"that", "this", "those", "people"}
        and low[at - 1] not in known["determiners"] | known["numbers"]
    )  # fmt: skip


def of_many(low: list[str], at: int, known: dict[str, Any]) -> bool:
    """Whether a word is what many do: "Early birds catch the worm"."""
    before, after = low[at - 1], low[at + 1] if at + 1 < len(low) else ""
    nothing = known["prepositions"] | known["verbs"] - finite() | known["determiners"]
    many = before.endswith("s") and not before.endswith(("ss", "us", "'s", "’s")) and before not in known["pronouns"]
    return many and low[at] not in nothing and after in known["determiners"] - {"that", "this"} and low[at].isalpha()


def says_doing(text: str) -> bool:
    """Whether somebody says what they are doing: "We're moving to Lisbon"."""
    return DOING.match(text) is not None


def infinitive(tokens: list[str], low: list[str], known: dict[str, Any]) -> Forms | None:
    """What a question asks about that has no noun: "Is it right to lie?" is about lying."""
    at = next((at for at in range(len(low) - 1) if low[at] == "to"), None)
    if at is None or not low[at + 1].isalpha() or low[at + 1] in known["determiners"]:
        return None
    said = " ".join([gerund(low[at + 1]), *tokens[at + 2 :]])
    return Forms(*[said] * 3) if len(said) <= LONGEST else None


def verbal(word: str) -> bool:
    usual = {"need", "speed", "feed", "bed", "seed", "weed", "shed", "breed", "family", "reply", "supply", "early"}
    return len(word) > 4 and word.endswith(("ed", "ly")) and word not in usual


def deed(tokens: list[str], low: list[str], known: dict[str, Any]) -> Forms | None:
    """What "Should we close the shop early?" proposes: closing the shop early."""
    verb_at = proposed_at(low, known)
    if verb_at and low[verb_at] == "be":
        return _passive(tokens, low, verb_at, known)
    if verb_at:
        # "Should cities ban private cars?"
        said = " ".join([*tokens[1:verb_at], gerund(low[verb_at]), *tokens[verb_at + 1 :]])
        if len(said) <= LONGEST:
            return Forms(*[said] * 3)
        tokens, low = [*tokens[:1], "we", *tokens[verb_at:]], [low[0], "we", *low[verb_at:]]
    if len(low) < 4 or low[0] not in known["should"] or low[1] not in ("we", "i") or not low[2].isalpha():
        return None
    if low[2] in known["auxiliary"] - {"do", "have"} | {"not", "be"}:
        return None
    cut = next((at for at, each in enumerate(low) if at > 3 and (each in _CLAUSES or not each[0].isalnum())), len(low))
    ends = [cut, *(at for at in range(cut - 1, 3, -1) if low[at] in known["prepositions"])]
    verb = [gerund(low[2])]
    if low[3].endswith("ing") and low[3] not in known["gerunds"]:
        # To start printing is printing, to stop is an end to it.
        verb = ["an", "end", "to"] * (low[2] in ("stop", "quit"))
    said = next((text for at in ends if len(text := " ".join([*verb, *tokens[3:at]])) <= LONGEST + 10), "")
    return Forms(*[said] * 3) if said else None


def proposed_at(low: list[str], known: dict[str, Any]) -> int:
    """Where the verb of a proposal stands: "Should cities ban private cars?"; 0: none is known."""
    if len(low) < 3 or low[0] not in known["should"] or low[1] in ("we", "i"):
        return 0
    return next((at for at in range(2, len(low)) if low[at] == "be" or low[at] in known["proposing"]), 0)


def _passive(tokens: list[str], low: list[str], at: int, known: dict[str, Any]) -> Forms | None:
    """What "Should dogs be allowed in offices?" proposes: allowing dogs in offices; "be mandatory": mandatory dogs."""
    if at + 1 >= len(low):
        return None
    subject, done, rest = tokens[1:at], low[at + 1], tokens[at + 2 :]
    if low[at + 2 : at + 3] == ["to"] and at + 4 < len(low):
        # "Should shops be allowed to sell fireworks?": selling fireworks.
        said = " ".join([gerund(low[at + 3]), *tokens[at + 4 :]])
        return Forms(*[said] * 3) if len(said) <= LONGEST else None
    if done.endswith("ed"):
        words = [f"{done[:-2]}ing", *subject]
    elif done in _MADE:
        words = [_MADE[done], *subject]
    elif not rest and low[1] not in known["determiners"]:
        words = [done, *subject]
    else:
        return None
    said = next((text for text in (" ".join([*words, *rest]), " ".join(words)) if len(text) <= LONGEST + 10), "")
    return Forms(*[said] * 3) if said else None


def gerund(verb: str) -> str:
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and not verb.endswith(("ee", "be")):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1] * bool(_DOUBLED.fullmatch(verb))}ing"
