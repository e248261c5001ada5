"""What the rehearsal voice writes beside the story: choices, what a talk came to, and who the player is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from core.cast.member import PLAYER
from core.formats import listed
from core.modes.story.rehearsal.companions import called
from core.modes.story.rehearsal.context import StoryContext
from core.modes.story.rehearsal.phrases import kind_of_talk, words_in
from core.voices.rehearsal.nouns import nouns

MOST_WORDS = 6
CHOICES = 3
MOST_TOPICS = 3
"""What said by the player the Narrator ought to know of."""

LATELY = 8
"""Lines whose speakers and places are not offered again at once."""

_WORD = re.compile(r"[^\W\d_]{4,}")


class Scribe(StoryContext):
    """Whoever writes down."""

    def choices(self) -> dict[str, Any]:
        """Three things the player may do: what the rules know to do here, and something of one's own."""
        found: list[str] = []
        fighting = self.phase == "combat" or bool(self.foes)
        offers = self.told("fight" if fighting else "converse" if self.phase == "dialogue" else "explore")
        while len(found) < CHOICES:
            text = next(offers, None)
            if text is None:
                if fighting:
                    break
                text = self.say("choice.ask" if self.phase == "dialogue" else "choice.act")
            if 0 < words_in(text) <= MOST_WORDS and text not in found:
                found.append(text)
        return self._formed("array", "choices", found)

    def trade(self) -> Iterator[str]:
        """A kind word, or something that could be bought."""
        mine = list(self.carried(self.partner.id).values()) if self.partner else []
        item = mine[int(self.random.random() * len(mine))][0] if mine else ""
        talk = not item or self.random.random() < 0.6
        yield self.say(*(["choice.warm", "choice.ask"] if talk else ["choice.buy"]), item=item)

    def ways(self) -> Iterator[str]:
        """Somebody to talk with or something to pick up, ways to go, and something to do between them."""
        # Whom the player has just left they need not talk with at once again.
        spoke = {block.speaker for block in self.blocks[-LATELY:]}
        lately = " ".join(self.spoken_by()[-LATELY:])
        people = [each.name for each in self.figures if not each.follows and each.id not in spoke]
        doable = [self.say("choice.talk", name=name) for name in people]
        doable += [self.say("choice.pick", item=item) for item in self.lying.values()]
        exits = list(self.exits.values())
        self.random.shuffle(doable)
        self.random.shuffle(exits)
        exits.sort(key=lambda name: name in lately)
        ways = [self.say("choice.go", place=name, toward=toward(name)) for name in exits]
        yield from (*doable[:1], *ways[:1])
        yield self.say("choice.act")
        yield from ways[1:2]

    def summary(self) -> dict[str, Any]:
        """What the narrator is to know of the talk: who, about what, how it ended; none of the words themselves."""
        self.figure_me = figure = self.partner or next(iter(self.figures), None)
        lines = [block for block in self.blocks if block.speaker in {PLAYER, figure.id if figure else ""}]
        names = frozenset(self.names_taken()) | {self.player}
        seen: dict[str, int] = {}
        for block in lines:
            for noun in dict.fromkeys(nouns(block.said, self.language, names=names)):
                # What the player asked about is what it was about.
                seen[noun] = seen.get(noun, 0) + (2 if block.speaker == PLAYER else 1)
        topics = [noun for noun in sorted(seen, key=lambda noun: -seen[noun]) if seen[noun] > 1][:MOST_TOPICS]
        self.slots |= {"name": figure.name if figure else "", "topics": listed(topics, self.language)}
        self.kinds = {kind_of_talk(block.said, self.language) for block in lines if block.speaker == PLAYER}
        return self._formed("string", "summary", " ".join(filter(None, self.told("summed"))))

    def offences(self) -> Iterator[str]:
        """What was said that somebody may bear in mind."""
        yield from (
            self.say(f"summary.{kind}") for kind in ("insult", "threat", "apology", "offer") if kind in self.kinds
        )

    def sheet(self) -> dict[str, Any]:
        """Who the player is, by their answers: the concept whose keywords they named most."""
        answers = [piece.text for piece in self.pieces("answer")]
        said = {word.casefold() for word in _WORD.findall(" ".join(answers))}

        def named(concept: Any) -> int:
            keys = [key.text(self.language).casefold()[:6] for key in concept.keywords]
            return sum(any(word.startswith(key) for word in said) for key in keys)

        concept = max(self.setting.concepts, key=named)
        name = (called(answers[0]) if answers else "") or concept.person or concept.name.text(self.language)
        description = concept.description.text(self.language)
        return {"name": name, "concept": concept.id, "description": description, "attributes": dict(concept.attributes)}

    def _formed(self, kind: str, otherwise: str, value: Any) -> dict[str, Any]:
        """The value as the schema's first property of that type."""
        properties = (self.request.schema or {}).get("properties", {})
        return {next((name for name, form in properties.items() if form.get("type") == kind), otherwise): value}


def toward(place: str) -> str:
    """Where one goes in German: "der Steg" is "zum Steg"; empty for a name without an article."""
    article, _, rest = place.partition(" ")
    if article.lower() not in {"der", "die", "das"} or not rest:
        return ""
    words = [f"{word}n" if word[0].islower() and word.endswith("e") else word for word in rest.split()]
    return f"{'zur' if article.lower() == 'die' else 'zum'} {' '.join(words)}"
