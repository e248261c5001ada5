"""German noun phrases: what a topic is about, with its gender found out, in the cases that a sentence needs."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from parley.core.cast.world import Forms

LONGEST = 40
SHORT = PHRASE = 3
SHORT_QUESTION = 6
"""Words: "Was ist Zeit" asks about a word that elsewhere says when."""
_ARTICLES = {
    "m": ("der", "den", "dem"), "f": ("die", "die", "der"), "n": ("das", "das", "dem"), "p": ("die", "die", "den"),
}  # fmt: skip
_ENDINGS = {"m": ("e", "en", "en"), "f": ("e", "e", "en"), "n": ("e", "e", "en"), "p": ("en", "en", "en")}
_OWN = {"m": ("", "en", "em"), "f": ("e", "e", "er"), "n": ("", "", "em"), "p": ("e", "e", "en")}
_OWN_STRONG = {"m": ("er", "en", "en"), "f": ("e", "e", "en"), "n": ("es", "es", "en"), "p": ("en", "en", "en")}
_ADJECTIVE = ("e", "er", "es", "en", "em")
_FUNCTION = (
    "determiners",
    "possessive",
    "auxiliary",
    "plural",
    "verbs",
    "why",
    "fused",
    "unlike_adjectives",
    "pronouns",
)
"""Kinds of words that are no adjectives, whatever their ending."""
_PLAIN = str.maketrans("äöü", "aou")
_OWNERS = ("unser", "mein", "dein", "euer", "eur", "ihr", "sein")


_EMPTY = frozenset({"sein", "haben", "werden", "machen", "tun", "dürfen"})
_WHY, _PEOPLE = frozenset({"warum", "wieso", "weshalb"}), frozenset({"menschen", "leute", "wir", "kinder"})
_TIMED = re.compile(
    r"Eine? (Tag|Nacht|Woche|Monat|Jahr|Stunde|Leben|Welt|Haus|Stadt|Abend|Morgen) (?:ohne|mit|in|im|am|auf)\b"
)


class _Found(NamedTuple):
    noun: str
    gender: str
    adjectives: tuple[str, ...]
    number: str
    owner: str
    before: str
    headed: bool
    behind: str


def phrase(tokens: list[str], known: dict[str, Any], *, told: bool = False) -> Forms | None:
    """The noun phrase that a topic is about; times and light nouns only where there is nothing else."""
    ranked: list[tuple[tuple[int, bool, int], _Found]] = []
    fore = (
        known["prepositions_dative"] | known["prepositions_accusative"] | known["prepositions"] | known["fused"].keys()
    )
    if (timed := _TIMED.match(" ".join(tokens))) and (gender := guessed(timed[1], known)):
        # "Ein Tag ohne Internet"
        return Forms(*(" ".join([head, *tokens[1:]]) for head in _ARTICLES[gender]))
    if (
        tokens[0].lower() in _WHY
        and len(tokens) > PHRASE - 1
        and tokens[2].lower() in _PEOPLE
        and tokens[1].endswith("n")
    ):
        # "Warum lügen Menschen?"
        return Forms(*(f"{article} {tokens[1].capitalize()}" for article in _ARTICLES["n"]))
    # Of a proposal what stands before its verb: "Sollten Schulen Hausaufgaben abschaffen?"
    proposed = tokens[0].lower() in known["should"] and infinitive(tokens)
    if tokens[0].lower() in known["feasts"] and tokens[1:2] != [":"]:
        return Forms(*[tokens[0]] * 3)
    nouns = [at for at in range(len(tokens)) if _is_noun(tokens, at, known)]
    if len(nouns) == len(tokens) > 1 or (
        nouns == [0, 2] and len(tokens) == PHRASE and _links(tokens[1], known) and not guessed(tokens[0], known)
    ):
        # "Tiny Houses", "Ananas auf Pizza"
        return Forms(*[" ".join(tokens)] * 3)
    for at, token in enumerate(tokens):
        if at in nouns and not _attribute(tokens, at, known):
            low = token.lower()
            found = _found(tokens, at, known)
            headed = not ranked and found.headed and (found.adjectives or found.number or found.behind)
            rank = 2 if low in known["times"] and not headed else 1 if low in known["light"] else 0
            ranked.append(((rank, found.before in fore, -at * proposed), found))
    best = min(ranked, key=lambda each: each[0], default=None)
    asked = tokens[0].lower() in known["why"] and len(tokens) <= SHORT_QUESTION
    return None if best is None or (best[0][0] > told and not asked) else _declined(best[1], known)


def _links(word: str, known: dict[str, Any]) -> bool:
    return word in known["prepositions"] | known["prepositions_dative"] | known["prepositions_accusative"]


def named_infinitive(tokens: list[str], known: dict[str, Any]) -> Forms | None:
    """What a question asks about that has no noun: "Darf man lügen?" is about das Lügen."""
    modal = known["auxiliary"] - {"ist", "sind", "war", "hat", "haben", "wird"}
    bare = [token for token in tokens if token.isalpha()]
    if (
        bare[-1:] != tokens[-1:]
        or not bare[-1].islower()
        or not bare[-1].endswith("n")
        or bare[-1] in known["plural"] | _EMPTY
    ):
        return None
    if "sich" in tokens or "uns" in tokens:
        return None
    if "zu" not in tokens[-2:-1] and modal.isdisjoint(each.lower() for each in tokens[:-1]):
        return None
    # "Nein zu sagen": das Nein-Sagen.
    what = f"{bare[-3]}-" if len(bare) > PHRASE and bare[-2] == "zu" and bare[-3][0].isupper() else ""
    noun = f"{what}{bare[-1].capitalize()}"
    at = next((at for at, token in enumerate(tokens) if token.lower() in known["fused"]), 0)
    if at and not what and len(tokens) == at + PHRASE:
        # "Darf man im Kino essen?": das Essen im Kino.
        noun = " ".join([noun, *tokens[at:-1]])
    return Forms(f"das {noun}", f"das {noun}", f"dem {noun}")


def asks_whether(tokens: list[str], known: dict[str, Any]) -> bool:
    """Whether a question begins with its verb, as in: Fühlen Fische Schmerz?"""
    low = tokens[0].lower()
    if len(tokens) < PHRASE or not low.endswith(("en", "t", "st", "e")) or tokens[1].lower() in known["fused"]:
        return False
    follows = tokens[1][0].isupper() or tokens[1].lower() in known["determiners"] | known["possessive"] | {"man", "es"}
    return follows and low not in known["determiners"] | known["numbers"] and not infinitive(tokens)


def deed(tokens: list[str], forms: Forms, known: dict[str, Any]) -> Forms | None:
    """What a proposal to end something wants, which is the contrary of the thing itself."""
    low = tokens[-1].lower() if tokens else ""
    if low == "werden":
        # "Sollten Parks nachts geschlossen werden?"
        return Forms("so eine Regel", "so eine Regel", "so einer Regel")
    if low in known["nominal"] and forms.nom.startswith("die ") and " und " not in forms.nom:
        owner = f"der {forms.nom[4:]}"
        return Forms(*[f"{article} {low.capitalize()} {owner}" for article in ("das", "das", "dem")])
    if low not in known["ending"] or not forms.nom[:3].islower():
        return None
    return Forms(*[f"{article} Aus für {forms.akk}" for article in ("das", "das", "dem")])


def has_verb(tokens: list[str], known: dict[str, Any]) -> bool:
    """Whether there is a finite verb behind the first noun, and not in a clause of its own."""
    seen = False
    for at, token in enumerate(tokens[: tokens.index(",") if "," in tokens else None]):
        if seen and token.islower() and (token in known["auxiliary"] | known["plural"] or _finite(token, known)):
            return at > 0
        seen = seen or _is_noun(tokens, at, known) or token.lower() in ("jemand", "niemand", "alle", "wir", "ich")
    return False


def _finite(word: str, known: dict[str, Any]) -> bool:
    return word.endswith("t") and len(word) > 2 and word not in known["verbs"] | known["unlike_verbs"]


def infinitive(tokens: list[str]) -> bool:
    """Whether a task is named by its verb, at the end."""
    return len(tokens) > 1 and "," not in tokens and tokens[-1].islower() and tokens[-1].endswith(("en", "ern", "eln"))


def _is_noun(tokens: list[str], at: int, known: dict[str, Any]) -> bool:
    token = tokens[at]
    if not token[0].isupper() or len(token) < 2 or token in ("Sie", "Ihr", "Ihnen"):
        return False
    if at and tokens[at - 1] not in ".!?:–—":
        return True
    low, after = token.lower(), tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    function = known["determiners"] | known["possessive"] | known["numbers"] | known["why"] | known["auxiliary"]
    function = function | known["fused"].keys()
    if low in function | known["verbs"] | known["tasks"] | known["greetings"] or low in known["pronouns"]:
        return False
    if after in known["objects"] or after in ("wir", "ihr", "du", "man"):
        return False
    # An adjective before a noun, and an infinitive that stands alone.
    return not (at + 1 < len(tokens) and tokens[at + 1][0].isupper() and low.endswith(_ADJECTIVE))


def _attribute(tokens: list[str], at: int, known: dict[str, Any]) -> bool:
    """Whether the noun belongs to another before it: a genitive."""
    place = at - 1
    while (
        place >= 0
        and tokens[place].islower()
        and tokens[place].endswith(_ADJECTIVE)
        and tokens[place] not in known["determining"]
    ):
        place -= 1
    if place < 1:
        return False
    return tokens[place] in known["genitives"] and tokens[place - 1][0].isupper() and place - 1 > 0


def _found(tokens: list[str], at: int, known: dict[str, Any]) -> _Found:
    noun, place = tokens[at], at - 1
    adjectives: list[str] = []
    number = ""
    while place >= 0:
        low = tokens[place].lower()
        if low in known["numbers"] or low.isdigit():
            number = low
        elif not low.endswith(_ADJECTIVE) or any(low in known[kind] for kind in _FUNCTION):
            break
        elif tokens[place].islower() or place == 0:
            adjectives.insert(0, low)
        else:
            break
        place -= 1
    article = tokens[place].lower() if place >= 0 else ""
    linked = article if _links(article, known) else ""
    if article not in known["determiners"] | known["possessive"] | known["fused"].keys() and not number:
        adjectives = [each for each in adjectives if not each.endswith(("en", "em"))]
    before = linked or known["fused"].get(article, "") or (tokens[place - 1].lower() if place > 0 else "")
    owner = next((each for each in _OWNERS if article.startswith(each)), "") if article in known["possessive"] else ""
    # Whose "ihr" is nobody knows any more.
    owner = "" if owner in ("ihr", "sein") else owner
    after = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    if at + 2 == len(tokens) and tokens[0].lower() in known["auxiliary"]:
        # "Kann man Humor lernen?": an infinitive, and no verb of many.
        after = ""
    relative = tokens[at + 2].lower() if after == "," and at + 2 < len(tokens) else ""
    behind = {"der": "m", "den": "m", "das": "n"}.get(relative, "")
    gender = _gender(noun, article, before, adjectives, number, after, behind, known)
    weak = next((cut for cut in (1, 2) if noun.lower()[:-cut].endswith(tuple(known["weak"]))), 0)
    if gender == "m" and noun.endswith("n") and weak:
        noun = noun[:-weak]
    headed = article in known["determiners"]
    return _Found(
        noun,
        gender,
        tuple(_stem(each) for each in adjectives),
        number,
        owner,
        before or article,
        headed,
        _genitive(tokens, at, known),
    )


def _genitive(tokens: list[str], at: int, known: dict[str, Any]) -> str:
    """What stands behind the noun and belongs to it, whatever its case; with the space before it."""
    if at + 2 >= len(tokens) or tokens[at + 1] not in known["genitives"]:
        return ""
    end = next((place for place in range(at + 2, min(at + 4, len(tokens))) if tokens[place][0].isupper()), 0)
    return " " + " ".join(tokens[at + 1 : end + 1]) if end else ""


def _stem(adjective: str) -> str:
    return adjective[:-1] if adjective.endswith("e") else adjective[:-2]


def guessed(noun: str, known: dict[str, Any], *, bare: bool = False) -> str:
    """The gender by the noun's last part or its ending; "p" for a plural; empty: who knows."""
    low = noun.lower().rpartition("-")[2]
    singular = low[:-1].translate(_PLAIN)
    many = low.endswith("e") and not any(low.endswith(word) for kind in "pmfn" for word in known[kind] if len(word) > 3)
    if many and any(
        one.endswith(word) for one in (low[:-1], singular) for kind in "mn" for word in known[kind] if len(word) > 3
    ):
        # "Leserbriefe": more than one Brief.
        return "p"
    if low in known["n"] or (low in known["plural"] and low.endswith("en")):
        # "Das Parken": what one does.
        return "n"
    known_ends = [
        (len(word), kind) for kind in "pmfn" for word in known[kind] if low.endswith(word) and len(word) > SHORT
    ]
    if known_ends:
        return max(known_ends)[1]
    if (
        low.endswith("en")
        and not low.endswith(tuple(known["p"]))
        and "f" in (guessed(low[:-1], known), guessed(low[:-2], known))
    ):
        return "p"
    best = max(
        ((len(word), kind) for kind in "pmfn" for word in known[kind] if low.endswith(word) and len(word) > 2),
        default=None,
    )
    if best is not None and best[0] == len(low):
        return best[1]
    for kind, endings in (("p", "plurals"), ("f", "feminine"), ("m", "masculine"), ("n", "neuter")):
        if len(low) > 4 and low.endswith(tuple(each for each in known[endings] if len(each) > 1)):
            return kind
    if best:
        return best[1]
    # Most nouns in -e are feminine, most in -er and -el masculine.
    usual = (("p" if bare else "f", "e"), ("m", ("er", "el", "or", "ich", "ig")))
    return next((kind for kind, ending in usual if len(low) > SHORT and low.endswith(ending)), "")


def _gender(
    noun: str,
    article: str,
    before: str,
    adjectives: list[str],
    number: str,
    after: str,
    behind: str,
    known: dict[str, Any],
) -> str:
    guess = guessed(noun, known, bare=not article or article not in known["determiners"] | known["possessive"])
    dative = before in known["prepositions_dative"]
    ending = adjectives[-1][-2:] if adjectives else ""
    if number and number not in ("ein", "eine"):
        return "p"
    if article in ("im", "am", "zum", "vom", "beim", "dem", "einem") or article.endswith("em"):
        return guess if guess in ("m", "n") else "dem"
    if article in ("das", "ins", "ans", "fürs", "aufs"):
        return "n"
    if article in ("zur", "eine", "einer", "unserer"):
        return "f"
    if article == "der":
        return "f" if dative or before in known["two_way"] else "m"
    if article in ("den", "einen", "unseren"):
        return "den" if dative and article == "den" else "p" if dative else "m"
    if article in ("die", "unsere", "meine", "diese", "eure", "ihre"):
        if guess == "f" and any(each in noun.lower() for each in "äöü") and noun.endswith("e"):
            return guess
        if guess == "f" and not noun.endswith(("en", "s")):
            return "f"
        if after in known["plural"] or ending == "en" or before in known["plural"]:
            return "p"
        if after in known["auxiliary"]:
            return "f"
        if guess in ("f", "p"):
            return guess
        changed = noun.endswith(("e", "er", "el")) and any(each in noun.lower() for each in "äöü")
        many = (noun.endswith(("en", "s")) and not noun.endswith("is")) or changed
        return "p" if many else "f"
    if article in ("ein", "unser", "mein", "dein", "euer"):
        # "Ein Wärter, der", "ein Kind, das".
        return {"er": "m", "es": "n"}.get(ending) or behind or (guess if guess in ("m", "n") else "m")
    if not article or article not in known["determiners"]:
        if before in known["auxiliary"] - known["plural"] and noun.endswith("en") and guess != "m":
            # "Ist Schenken egoistisch?"
            return "n"
        if after in known["plural"] and noun.endswith(("n", "s", "e", "r")):
            return "p"
        if ending[-1:] == "e":
            return "f" if guess == "f" else "p"
        if noun.endswith("s") and guessed(noun[:-1], known):
            return "p"
        return {"er": "m", "es": "n"}.get(ending, guess)
    return guess


def _declined(found: _Found, known: dict[str, Any]) -> Forms:
    noun, gender = found.noun, found.gender
    if gender in ("dem", "den"):
        # Only what it is called in the dative is known.
        named = " ".join([gender, *(f"{each}en" for each in found.adjectives), noun])
        return Forms(f"die Sache mit {named}", f"die Sache mit {named}", f"der Sache mit {named}")
    if not gender or len(noun) > LONGEST:
        named = noun if noun[0].isupper() else noun.capitalize()
        # A name goes without an article, and so does what one does not know better.
        return Forms(*[" ".join([*(f"{each}e" for each in found.adjectives), named])] * 3)
    heads = _ARTICLES[gender]
    endings = _ENDINGS[gender]
    if found.owner:
        owner = "unser" if found.owner == "unser" else found.owner
        heads = tuple(owner + each for each in _OWN[gender])  # type: ignore[assignment]
        endings = _OWN_STRONG[gender]
    forms = []
    for case in range(3):
        told = noun
        weak = gender == "m" and noun.lower().endswith(tuple(known["weak"]))
        if weak and case:
            told = noun + ("n" if noun.lower().endswith(("e", "nachbar", "herr")) else "en")
        elif gender == "p" and case == 2 and noun.endswith(("e", "er", "el")):
            told = noun + "n"
        number = [found.number] if found.number and found.number not in known["uncounted"] else []
        words = [heads[case], *number, *(each + endings[case] for each in found.adjectives), told]
        forms.append(" ".join(words) + found.behind)
    return Forms(*forms)
