"""What the player does of which the rules know nothing, said to them: "I sit by the stove" is "You sit by the stove".

Only what is here is named: what the words put into the world beside that is left out, with all that follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from parley.core.modes.story.rules.names import wordlist
from parley.core.voices.rehearsal.phrases import read

MOST = 14
"""Words of what is said of an act."""
OF_SOMETHING = 3
"""Words of an act of the senses that says of what, without who does it."""
SHORT = 4
"""Letters below which a word names nothing."""

_ECHO = read("story")["echo"]
_TOKEN = re.compile(r"[\w'’-]+|[^\w\s]")
_ENDS = frozenset('.!?;:,()–—"“”„»«*')
_SIBILANT = ("s", "ß", "z", "x")


@cache
def _listed(name: str, language: str) -> frozenset[str]:
    return frozenset(_ECHO[name][language].casefold().split())


@cache
def _written(name: str, language: str) -> dict[str, str]:
    """Words as they are written, by how they are looked up; of a table, what a word becomes."""
    found: dict[str, str] | str = _ECHO[name][language]
    return found if isinstance(found, dict) else {word.casefold(): word for word in found.split()}


def echoed(act: str, language: str, here: Iterable[str]) -> str:
    """The first act in `act` in the second person, as a sentence; empty where it is none that can be said so.

    `here` are texts on what there is: only what they name is named.
    """
    tokens = [token.replace("’", "'") for token in _TOKEN.findall(act)]
    low = [token.casefold() for token in tokens]
    at = next((at for at, word in enumerate(low) if word not in _listed("leads", language)), len(low))
    if at == len(low) or not _acts(low[at], language):
        return ""
    known = {word.casefold(): word for text in here for word in re.findall(r"[\w-]+", text)}
    known = _written("things", language) | known
    start = at
    minded = low[at] in _listed("minds", language)
    said: list[str] = []
    kept = 0
    begins, whole = True, False
    while at < len(low) and len(said) < MOST:
        word = low[at]
        if word in _listed("joints", language):
            more = next((n for n in range(at + 1, len(low)) if low[n] not in _listed("leads", language)), at)
            whole = more == at or not _acts(low[more], language)
            if whole:
                break
            said.append(tokens[at])
            at, begins, kept = more, True, len(said) - 1
            continue
        ends = word in _ENDS or (word in _listed("breaks", language) and low[at - 1] not in _listed("small", language))
        if ends and said:
            whole = True
            break
        if begins:
            said.append(_second(word, language))
        elif word in _written("persons", language):
            said += [_written("persons", language)[word]] * (len(said) > 1 or word not in _listed("first", language))
        elif minded or len(word) < SHORT or word in _listed("small", language) or word.endswith("ly"):
            said.append(tokens[at])
        elif language == "de" and word not in known and any(one.endswith(word) for one in known):
            said.append(word.capitalize())
        elif word in known:
            said.append(known[word] if known[word].islower() or language == "de" else tokens[at])
        else:
            break
        at += 1
        # What is cut short ends with a name or a verb, with what belongs to it.
        named = (len(word) >= SHORT or word in known) and word not in _listed("small", language)
        if begins or named or word in _listed("closing", language):
            kept = len(said)
        begins = False
    whole = whole or at == len(low)
    kept = len(said) if whole else kept
    if minded and language == "de" and act.islower() and kept > 1 and said[kept - 1] not in _listed("small", language):
        # Who types in small letters thinks of somebody or something all the same.
        said[kept - 1] = said[kept - 1].capitalize()
    text = " ".join(said[:kept])
    # Who looks at something, or takes it off, does so to all of it or to nothing.
    if low[start] in _listed("sights", language) and not (whole and kept >= OF_SOMETHING):
        return ""
    if low[start] == "take" and "off" not in said:
        return ""
    return f"{'Du' if language == 'de' else 'You'} {text}." if text else ""


def _acts(word: str, language: str) -> bool:
    """Whether it is the verb of an act that can be said of the player."""
    if word in _listed("spoken", language) or word not in wordlist("harmless") | _listed("acts", language):
        return False
    return language == "de" or not re.search(r"[aeiouy].*ing$|[^s]s$", word)


def _second(verb: str, language: str) -> str:
    """A verb as it stands with "you"; of a German one, its first person, infinitive or imperative."""
    if language != "de":
        return verb
    if strong := _written("strong", language).get(verb):
        return strong
    stem = verb[:-2] if verb.endswith("en") else verb.removesuffix("e")
    if re.search(r"(?:ch|[^aeiouäöülrh])[lr]$", stem):
        stem = f"{stem[:-1]}e{stem[-1]}"
    if stem.endswith(_SIBILANT):
        return f"{stem}t"
    return f"{stem}est" if re.search(r"(?:[dt]|[^aeiouäöülrhmn][mn])$", stem) else f"{stem}st"
