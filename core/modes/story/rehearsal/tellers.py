"""Who tells a story and what they say: the Narrator, the Keeper and the Jester, its people, and whoever writes down."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from parley.core.cast.member import PLAYER
from parley.core.formats import listed
from parley.core.log.events.turn import CallAnswered, ToolCall
from parley.core.modes.story.creation import called_for, described
from parley.core.modes.story.rehearsal.calling import feelings, strangers
from parley.core.modes.story.rehearsal.companion import LONGEST, Companion, called
from parley.core.modes.story.rehearsal.context import LATELY, StoryContext, answered_calls
from parley.core.modes.story.rehearsal.narration import Narrator
from parley.core.modes.story.rehearsal.phrases import fitting, kind_of_talk, sentences, words_in
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.nouns import nouns
from parley.core.voices.rehearsal.part import Answer, RehearsalPart
from parley.core.voices.rehearsal.persona import Persona

__all__ = ["LONGEST", "PART", "Companion", "Scribe", "Teller", "called"]

_ORDER = re.compile(r"(?<=: )\d+ [^\d,.:;\n]+(?: \d+)?(?:, \d+ [^\d,.:;\n]+(?: \d+)?)+")
_NUMBER = re.compile(r"\d")
_ENDS = (re.compile(r"[.;!?](?=\s|$)"), re.compile(r"[.;:,](?=\s|$)"))
"""Of sentences, and of clauses."""

CHOICES = 3
TALKED = 4
"""Lines from which on a talk is about more than how it ended."""
MOST_TOPICS = 3
"""What said by the player the Narrator ought to know of."""


class Teller(Narrator):
    """The Narrator, the Keeper or the Jester in a moment."""

    def counted(self) -> str:
        """The Keeper's line: numbers first, and few words."""
        most = self.setting.rules.keeper_words
        brief = self.one("brief")
        if brief and (brief not in self.facts_told or not self.rolled):
            return self.spoken(brief)
        for fact in self.facts_told:
            # A round's blows, those of the player before the others'.
            blows = sorted(sentences(fact), key=lambda blow: f", {self.player} " not in f" {blow}")
            if _NUMBER.search(fact) and (kept := _whole_parts(" ".join(blows), most)):
                return self.spoken(kept)
        if self.foes and not self.rolled and (order := _ORDER.search(self.request.direction)):
            return self.spoken(f"{', '.join(fitting(order.group().strip().split(', '), most))}.")
        mine, theirs = self.rolled or ("", "")
        self.slots |= {"a": str(mine), "b": str(theirs)}
        text = " ".join(self.told("count"))
        short = " ".join(text.split()[:most])
        return text if len(short) == len(text) else f"{short.rstrip('.,;:')}."

    def teased(self) -> str:
        """The Jester's line on what has just happened; never about the player."""
        item = self.named_item(self.item_in(self.did[-1][1])) if self.did else None
        named = {"item": item.nom, "item_akk": item.akk} if item and item.nom else {}
        met = next((text for what, text in self.did if what == "part"), "")
        parted = next((one.name for one in self.figures if one.name in met), "")
        slots = {"name": parted or (self.partner.name if self.partner else self.fact("newest")), **named}
        text = self.new(*(f"jester.{name}" for name in self._just()), "jester", **slots)
        return " ".join(sentences(text)[: self.setting.rules.jester_sentences])

    def _just(self) -> list[str]:
        """What has just happened, as pools of the Jester are called, the most telling first."""
        if self.phase == "combat" or self.blows:
            hit = "hurt" if self.fact("hurt") else "hit" if self.fact("struck") else "missed"
            return [f"fight.{self.fact('ending')}"] if self.fact("over") else [f"fight.{hit}", "fight"]
        if self.facts_told:
            return [self.fact("outcome")]
        if self.denied:
            return ["denied"]
        if self.phase == "dialogue":
            return [*(f"talk.{what}" for what, _text in self.did), f"talk.{self.fact('talk')}", "talk"]
        told = sentences(self.place.description.text(self.language))[:1] if self.place else []
        last = next((block.said for block in reversed(self.blocks) if block.speaker == "narrator"), "")
        went = "go" if told and told[0] in last else "back"
        return [*(went if what == "go" else what for what, _text in self.did), self.fact("act_kind")]


def _whole_parts(fact: str, most: int) -> str:
    """As many whole sentences of a fact as fit into so many words, else clauses; empty where none fits."""
    for ends in _ENDS:
        heads = [fact[: end.start()].rstrip(" .,;:") for end in ends.finditer(fact)]
        kept = next((head for head in reversed(heads) if words_in(head) <= most), "")
        if _NUMBER.search(" ".join(kept.split()[:3])):
            return f"{kept}."
    return ""


class Scribe(StoryContext):
    """Whoever writes down."""

    def choices(self) -> dict[str, Any]:
        """Three of the things that the rules know to be possible here."""
        return self._formed("array", "choices", [piece.text for piece in self.pieces("possible")][:CHOICES])

    def summary(self) -> dict[str, Any]:
        """What the narrator is to know of the talk: who, about what, how it ended; none of the words themselves."""
        self.figure_me = figure = self.partner or next(iter(self.figures), None)
        lines = [block for block in self.blocks if block.speaker in {PLAYER, figure.id if figure else ""}]
        # With their last words the player says goodbye, or where they go.
        last = next((number for number in reversed(range(len(lines))) if lines[number].speaker == PLAYER), -1)
        names = frozenset(self.names_taken()) | {self.player}
        seen: dict[str, int] = {}
        for block in (block for number, block in enumerate(lines) if number != last or len(lines) < TALKED):
            for noun in dict.fromkeys(nouns(block.said, self.language, names=names)):
                # What the player asked about is what it was about, where more is said of it.
                seen[noun] = seen.get(noun, 0) + (2 if block.speaker == PLAYER else 1)
        topics = [noun for noun in sorted(seen, key=lambda noun: -seen[noun]) if seen[noun] > 2][:MOST_TOPICS]
        if self.language == "de":
            topics = self._as_objects(topics)
        self.slots |= {"name": figure.name if figure else "", "topics": listed(topics, self.language)}
        self.kinds = {kind_of_talk(block.said, self.language) for block in lines if block.speaker == PLAYER}
        return self._formed("string", "summary", " ".join(filter(None, self.told("summed"))))

    def _as_objects(self, nouns: list[str]) -> list[str]:
        """German nouns with the article that was said before them; without those that never had one as an object."""
        told = [block.said for block in self.blocks]
        told += [one.text.text(self.language) for someone in self.setting.people for one in someone.says]
        text = " ".join(told)
        found = (re.search(rf"\b(die|das|den) {re.escape(noun)}\b", text, re.IGNORECASE) for noun in nouns)
        return [f"{match[1].lower()} {noun}" for noun, match in zip(nouns, found, strict=True) if match]

    def sheet(self) -> dict[str, Any]:
        """Who the player is, by their answers: the concept that these speak for most."""
        answers = {piece.member: piece.text for piece in self.pieces("answer")}
        concept = self.random.choice(called_for(self.setting.concepts, answers))
        name = called(answers.get("name", "")) or concept.person or concept.name.text(self.language)
        description = described(concept, answers, self.language)
        return {"name": name, "concept": concept.id, "description": description, "attributes": dict(concept.attributes)}

    def _formed(self, kind: str, otherwise: str, value: Any) -> dict[str, Any]:
        """The value as the schema's first property of that type."""
        properties = (self.request.schema or {}).get("properties", {})
        return {next((name for name, form in properties.items() if form.get("type") == kind), otherwise): value}


FORMS = {"choices": Scribe.choices, "summary": Scribe.summary, "sheet": Scribe.sheet}


class StoryPart(RehearsalPart):
    """Who is asked decides what is said: the three who tell the story, or one of its people."""

    def lately(self, request: Request) -> int:
        return LATELY

    def calls(self, request: Request) -> tuple[CallAnswered, ...]:
        return answered_calls(request)

    def line(
        self, request: Request, persona: Persona, random: Random, warmth: float
    ) -> tuple[str, tuple[ToolCall, ...]]:
        me = request.perspective.me.id
        if me not in {"narrator", "keeper", "jester"} or request.kind == "question":
            companion = Companion(request, random)
            if request.kind == "question":
                return companion.asked(), ()
            calls = feelings(companion)
            return companion.answered(), calls
        teller = Teller(request, random)
        if me != "narrator":
            return (teller.counted() if me == "keeper" else teller.teased()), ()
        # Who comes in is told of when they are there.
        calls = strangers(teller)
        return ("" if calls else teller.narrated()), calls

    def answer(self, request: Request, random: Random) -> Answer | None:
        if request.purpose == "summary" and not request.material:
            # Of what is sent no more the rules say what happened: there is nothing to add.
            return {"summary": ""}
        form = FORMS.get(request.purpose)
        return form(Scribe(request, random)) if form else super().answer(request, random)


PART = StoryPart()
