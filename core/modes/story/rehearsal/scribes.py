"""What the rehearsal voice writes beside the story: choices, what a talk came to, and who the player is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from core.cast.member import PLAYER
from core.formats import listed
from core.modes.story.rehearsal.companions import called
from core.modes.story.rehearsal.context import StoryContext
from core.modes.story.rehearsal.deeds import kind_of_talk
from core.modes.story.rehearsal.phrases import PhrasePicker, words_in
from core.voices.rehearsal.nouns import nouns

MOST_WORDS = 6
CHOICES = 3
MOST_TOPICS = 3
"""What said by the player the Narrator ought to know of."""

LATELY = 8
"""Lines whose speakers and places are not offered again at once."""

LOW = 0.5
"""Share of the health below which somebody thinks of a draught."""

_WORD = re.compile(r"[^\W\d_]{4,}")


def choices(t: StoryContext, say: PhrasePicker) -> dict[str, Any]:
    """Three things the player may do: what the rules know to do here, and something of one's own."""
    found: list[str] = []
    for text in _offers(t, say):
        if text and 0 < words_in(text) <= MOST_WORDS and text not in found:
            found.append(text)
        if len(found) == CHOICES:
            break
    return {_first_list(t.request.schema): found}


def _offers(t: StoryContext, say: PhrasePicker) -> Iterator[str]:
    if t.phase == "combat" or t.foes:
        standing = [name for name, health, _most in t.foes if health > 0]
        yield say.say("choice.attack", foe=standing[0] if standing else "")
        yield _draught(t, say) or say.say("choice.defend")
        yield say.say("choice.flee")
        yield say.say("choice.defend")
        return
    if t.phase == "dialogue":
        yield say.say("choice.ask")
        mine = list(t.carried(t.partner.id).values()) if t.partner else []
        item = mine[int(say.random.random() * len(mine))][0] if mine else ""
        more = ["choice.warm", "choice.ask"] if not item or say.random.random() < 0.6 else ["choice.buy"]
        yield say.say(*more, item=item)
        yield say.say("choice.part") if len(t.blocks) > 4 else say.say("choice.warm")
        while True:
            yield say.say("choice.ask")
    yield _draught(t, say)
    lately = " ".join(t.spoken()[-LATELY:])
    # Whom the player has just left they need not talk with at once again.
    spoke = {block.speaker for block in t.blocks[-LATELY:]}
    doable = [
        *(say.say("choice.talk", name=each.name) for each in t.figures if not each.follows and each.id not in spoke),
        *(say.say("choice.pick", item=item) for item in t.lying.values()),
    ]
    exits = list(t.exits.values())
    say.random.shuffle(doable)
    say.random.shuffle(exits)
    exits.sort(key=lambda name: name in lately)
    ways = [say.say("choice.go", place=name, toward=toward(name)) for name in exits]
    yield from doable[:1]
    yield from ways[:1]
    yield say.say("choice.act")
    yield from ways[1:2]
    while True:
        yield say.say("choice.act")


def _draught(t: StoryContext, say: PhrasePicker) -> str:
    now, most = t.health
    if now >= most * LOW:
        return ""
    for item, (name, _count) in t.carried(PLAYER).items():
        thing = t.setting.item(item)
        if thing is not None and thing.heals:
            return say.say("choice.heal", item=name)
    return ""


def toward(place: str) -> str:
    """Where one goes in German: "der Steg" is "zum Steg"; empty for a name without an article."""
    article, _, rest = place.partition(" ")
    if article.lower() not in {"der", "die", "das"} or not rest:
        return ""
    words = [f"{word}n" if word[0].islower() and word.endswith("e") else word for word in rest.split()]
    return f"{'zur' if article.lower() == 'die' else 'zum'} {' '.join(words)}"


def summary(t: StoryContext, say: PhrasePicker) -> dict[str, Any]:
    """What the narrator is to know of the talk: who, about what, how it ended; none of the words themselves."""
    figure = t.partner or (t.figures[0] if t.figures else None)
    name = figure.name if figure else ""
    lines = [block for block in t.blocks if block.speaker in {PLAYER, figure.id if figure else ""}]
    mine = [block.said for block in lines if block.speaker == PLAYER]
    names = frozenset(t.names_taken()) | {t.player}
    seen: dict[str, int] = {}
    for block in lines:
        for noun in dict.fromkeys(nouns(block.said, t.language, names=names)):
            # What the player asked about is what it was about.
            seen[noun] = seen.get(noun, 0) + (2 if block.speaker == PLAYER else 1)
    topics = [noun for noun in sorted(seen, key=lambda noun: -seen[noun]) if seen[noun] > 1][:MOST_TOPICS]
    told = [say.say("summary.open", name=name, player=t.player)]
    if topics:
        told.append(say.say("summary.about", topics=listed(topics, t.language)))
    kinds = {kind_of_talk(said, t.language) for said in mine}
    told += [
        say.say(f"summary.{kind}", name=name) for kind in ("insult", "threat", "apology", "offer") if kind in kinds
    ]
    told.append(say.say(f"summary.{figure.tone}" if figure else "summary.plain", name=name))
    if figure and figure.follows:
        told.append(say.say("summary.follows", name=name))
    return {_first_text(t.request.schema): " ".join(part for part in told if part)}


def sheet(t: StoryContext, say: PhrasePicker) -> dict[str, Any]:
    """Who the player is, by their answers: the concept whose keywords they named most."""
    answers = [piece.text for piece in t.pieces("answer")]
    said = {word.casefold() for word in _WORD.findall(" ".join(answers))}
    scores = [
        sum(any(word.startswith(key.text(t.language).casefold()[:6]) for word in said) for key in concept.keywords)
        for concept in t.setting.concepts
    ]
    concept = t.setting.concepts[max(range(len(scores)), key=lambda at: scores[at])]
    name = (called(answers[0]) if answers else "") or concept.person or concept.name.text(t.language)
    return {
        "name": name,
        "concept": concept.id,
        "description": concept.description.text(t.language),
        "attributes": dict(concept.attributes),
    }


def _first_list(schema: Mapping[str, Any] | None) -> str:
    return _first(schema, "array", "choices")


def _first_text(schema: Mapping[str, Any] | None) -> str:
    return _first(schema, "string", "summary")


def _first(schema: Mapping[str, Any] | None, kind: str, otherwise: str) -> str:
    """The schema's first property of that type."""
    properties: Mapping[str, Any] = (schema or {}).get("properties", {})
    return next((name for name, form in properties.items() if form.get("type") == kind), otherwise)
