"""What stands in the slots of sentences: the matter, its sides, and what is somebody's own in their cast's world."""

from __future__ import annotations

from random import Random
from typing import Any

from parley.core.cast.world import Forms
from parley.core.log.config import RunConfig
from parley.core.voices.rehearsal.matter import LONGEST_TITLE, Matter, many, quoted, words_of
from parley.core.voices.rehearsal.phrases import bank
from parley.core.voices.rehearsal.talk import Talk, drawn
from parley.core.voices.rehearsal.threads import filled, threads

BARE_OPTION = 3
"""Words of an English option that needs no quotation marks."""
UNCOUNTED = frozenset({"food", "games", ""})
"""Parts of life whose nouns need no article."""
OWN = ("own", "own_akk", "own_dat", "task")


def standing(talk: Talk, config: RunConfig, me: str) -> tuple[dict[str, Any], list[str]]:
    """The slots that are the same in every line until the talk is about something else, and the two sides."""
    matter, language, pools = talk.matter, config.language, threads(config.language).pools
    few, most, day = drawn(config.seed, language)
    sides = [_named(each, matter, language) for each in matter.options]
    group = "shipping" if config.format.id == "shipping" else "reacting" if talk.reacting else talk.group
    options = sides or [each.text for each in pools[f"side.{group}"]]
    # In German a side has its cases.
    options, kept = ([each.split("|")[at] for each in options[:2]] for at in (0, -1))
    side = talk.side(me)
    own = side == "against"
    title = matter.title if len(matter.title) <= LONGEST_TITLE else ""
    forms = _debated(talk, options[0] if sides else "", language) if talk.family == "argue" else matter.forms
    slots: dict[str, Any] = {
        "m": forms.nom, "nom": forms.nom, "akk": forms.akk, "dat": forms.dat,
        "t": matter.forms.nom, "t_akk": matter.forms.akk, "t_dat": matter.forms.dat,
        "few": few, "many": most, "day": matter.day or day,
        "mine": kept[own], "yours": kept[not own], "third": sides[2] if len(sides) > 2 else "",
    }  # fmt: skip
    slots |= _owned(config, me, matter.words)
    end = "?" if "?" in (talk.put or config.topic) else "."
    slots["leaning"], slots["stayed"] = (pools[f"{name}.{side}"][0].text for name in ("leaning", "stayed"))
    slots["topic"] = f"{title}{end}" if title else _sentence(pools["topic.long"][0].text, slots)
    group = "choice" if sides or talk.reacting else "thing" if matter.kind == "thing" and group == "deed" else group
    slots["position"] = _sentence(pools[f"position.{side}.{group}"][0].text, slots)
    return slots, options


def _named(option: str, matter: Matter, language: str) -> str:
    """An option as one speaks of it: in German, and where it is more than a noun, quoted."""
    words, known = option.lower().split(), words_of("en")
    if (
        language == "de"
        or len(words) > BARE_OPTION
        or words[0] in ("only", "just")
        or not known["proposing"].isdisjoint(words[1:])
    ):
        return quoted(option, language)
    if words[-1].endswith(("s", "ing", *known["mass"])) or option[:1].isupper() or words[0] in known["determiners"]:
        return option
    return option if matter.subject in UNCOUNTED else f"the {option}"


def _sentence(text: str, slots: dict[str, Any]) -> str:
    said = filled(text, slots)
    return said[:1].upper() + said[1:]


def _debated(talk: Talk, option: str, language: str) -> Forms:
    """What is argued for and against: one of two ways, a step, or more of something."""
    matter, texts = talk.matter, bank(language).texts
    if option:
        return Forms(*[option] * 3)
    if talk.reacting:
        return matter.forms
    plural = many(matter.forms, matter.title, language) if matter.kind == "thing" else None
    if plural is not None:
        return Forms(*(f"{texts['matter.more']} {each}" for each in plural))
    return matter.deed or matter.forms


def _owned(config: RunConfig, me: str, words: frozenset[str]) -> dict[str, str]:
    """What the speaker works on in their cast's world, where that is not what the talk is about; else nothing."""
    world = config.lived_in
    own = [world.matters[at] for at in world.matters_of(me)]
    named = [(each, each.name.forms(config.language)) for each in own]
    others = [(each, forms) for each, forms in named if words.isdisjoint(forms.nom.lower().split()[1:])]
    if not others:
        return dict.fromkeys(OWN, "")
    matter, forms = Random(f"own:{config.seed}:{me}").choice(others)
    return dict(zip(OWN, (*forms, matter.task.text(config.language)), strict=True))
