"""Who tells a story and what they say: the Narrator, the Keeper and the Jester, its people, and whoever writes down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from core.cast.member import PLAYER
from core.formats import listed
from core.log.events.turn import CallAnswered, ToolCall
from core.modes.story.rehearsal.context import LATELY, StoryContext, answered_calls
from core.modes.story.rehearsal.phrases import fitting, kind_of_talk, sentences, words_in
from core.voices.base import Request
from core.voices.rehearsal.nouns import nouns
from core.voices.rehearsal.part import Answer, RehearsalPart
from core.voices.rehearsal.persona import Persona
from core.voices.rehearsal.phrases import one_of

_ORDER = re.compile(r"(?<=: )\d+ [^\d,.:;\n]+(?: \d+)?(?:, \d+ [^\d,.:;\n]+(?: \d+)?)+")
_NUMBER = re.compile(r"\d")
_ENDS = (re.compile(r"[.;!?](?=\s|$)"), re.compile(r"[.;:,](?=\s|$)"))
"""Of sentences, and of clauses."""
CLOSING = 110
"""Words that an epilogue may have."""

MOST_MOMENTS = 5
_CALLED = {"start_dialogue": "talk", "create_character": "created"}
_AROUND = (("sense", "present", "arc"), ("present", "sense", "arc"), ("arc", "sense", "present"))
"""In which orders it is told what else there is."""

LONGEST = 55
"""Words of a line."""

MOST_GOODS = 4
"""Things that somebody names of what they have."""

LONGEST_QUOTE = 8
"""Words of the player's that are taken up."""

_NAME = re.compile(
    r"(?i:^.*?\b(?:my name is|the name is|name's|they call me|call me|people call me|i am called|i am|i'm|"
    r"ich heiße|mein name ist|man nennt mich|nenn mich|nennt mich|ich bin)\s+)"
)
_CAPITAL = re.compile(r"[A-ZÄÖÜ][\w’'-]*")
_TITLES = frozenset(("Der", "Die", "Das", "The", "Of", "Von"))

MOST_WORDS = 6
CHOICES = 3
MOST_TOPICS = 3
"""What said by the player the Narrator ought to know of."""

JUST = 8
"""Lines whose speakers and places are not offered again at once."""

_WORD = re.compile(r"[^\W\d_]{4,}")


class Teller(StoryContext):
    """The Narrator, the Keeper or the Jester in a moment."""

    def narrated(self, move: str = "") -> str:
        """The Narrator's line, within the words that the setting's rules allow; `move` is what cannot be done."""
        low, high = self.setting.rules.narrator_words
        if self.request.kind == "closing":
            return self._epilogue(min(CLOSING, 2 * high))
        self.people = list(self.figures)
        kept = fitting(self.told(move if move in {"absent", "far", "missing"} else "lead"), high)
        more = self.told("fighting") if self.phase == "combat" else self._around()
        for text in more:
            count = words_in(" ".join(kept))
            if count >= low and (count > (low + high) // 2 or self.random.random() < 0.45):
                break
            if text and count + words_in(text) <= high:
                kept.append(text)
        return " ".join(kept)

    def happened(self) -> Iterator[str]:
        """What a tool changed, else what the player did."""
        for call in self.calls:
            form = call.arguments
            stacks = form.get("items_gained") or form.get("items_lost")
            first = stacks[0] if isinstance(stacks, list) and stacks else {}
            item = first.get("item_name", "") if isinstance(first, dict) else ""
            self.item = self.setting.item_name(str(item), self.language)
            changed = "pick" if form.get("items_gained") else "use" if stacks else "act"
            self.what = _CALLED.get(call.name) or ("go" if form.get("location") else changed)
            yield from self.told("event")
        for what, _ in () if self.calls else self.did:
            self.what, self.item = what, self.fact("handed_over")
            yield from self.told("event")

    def looks(self) -> Iterator[str]:
        """What the place looks like: all of it that was not said lately; at the beginning, all of it."""
        told = sentences(self.place.description.text(self.language)) if self.place else []
        fresh = told if self.fact("begins") and not self.calls else self.unheard(told)
        yield from map(self.spoken, fresh)
        if told and not fresh:
            yield self.say("again")

    def _around(self) -> Iterator[str]:
        """What else there is to tell, in an order that the chance of the turn gives."""
        order = [*one_of(_AROUND, self.random)]
        if self.fact("begins"):
            order.sort(key=lambda each: each != "present")
        if self.random.random() < 0.3:
            order.insert(1, "remark")
        for each in (*order, "sense", "hook", "sense", "lies", "arc", "sense", "hook"):
            yield from self.told(each)

    def present(self) -> Iterator[str]:
        """One of those who are there and were not spoken of, with who they are where that was not said lately."""
        if self.people:
            self.people.remove(one := one_of(self.people, self.random))
            someone = self.setting.someone(one.id)
            role = someone.role.text(self.language) if someone else ""
            if self.language == "en" and role.startswith(("The ", "A ", "An ")):
                role = role[0].lower() + role[1:]
            known = not self.unheard([role])
            yield self.say(*(["present"] if known else ["present.role", "present"]), name=one.name, role=role)
        elif not self.figures:
            yield self.say("alone")

    def remark(self) -> Iterator[str]:
        """The first of the lines that are written for them."""
        yield self.spoken(self.own_lines[0]) if self.own_lines else ""

    def _epilogue(self, most: int) -> str:
        titles = [piece.text.strip().rstrip(".") for piece in self.pieces("moment") if piece.text.strip()]
        # Those that are asked for, where the direction names some.
        titles = [title for title in titles if title in self.request.direction] or titles
        if len(titles) > MOST_MOMENTS:
            step = (len(titles) - 1) / (MOST_MOMENTS - 1)
            titles = [titles[round(number * step)] for number in range(MOST_MOMENTS)]
        end = self.say("epilogue.end")
        parts = [self.say("epilogue.open")]
        for number, title in enumerate(dict.fromkeys(titles)):
            text = self.say("epilogue.then" if number else "epilogue.first", moment=title)
            if words_in(" ".join((*parts, text, end))) <= most:
                parts.append(text)
        if not titles:
            parts.append(self.say("epilogue.quiet"))
        return " ".join((*parts, end))

    # ---------------------------------------------------------------- the Keeper and the Jester

    def counted(self) -> str:
        """The Keeper's line: numbers first, and few words."""
        most = self.setting.rules.keeper_words
        for fact in self.facts_told:
            # A round's blows, those of the player before the others'.
            blows = sorted(sentences(fact), key=lambda blow: f", {self.player} " not in f" {blow}")
            if _NUMBER.search(fact) and (kept := _whole_parts(" ".join(blows), most)):
                return self.spoken(kept)
        if self.foes and not self.rolled and (order := _ORDER.search(self.request.direction)):
            return self.spoken(f"{', '.join(fitting(order.group().strip().split(', '), most))}.")
        self.slots |= dict(zip("ab", map(str, self.rolled or ()), strict=False))
        text = " ".join(self.told("count"))
        short = " ".join(text.split()[:most])
        return text if len(short) == len(text) else f"{short.rstrip('.,;:')}."

    def teased(self) -> str:
        """The Jester's line: about the moment, the world or itself, never about the player."""
        moment = "talk" if self.phase == "dialogue" else self.fact("outcome") if self.rolled else ""
        moment = moment or ("change" if self.calls or self.did else "")
        pools = [f"jester.{moment}"] if moment else []
        texts, roll = self.own_lines, self.random.random()
        if texts and roll < 0.12:
            text = self.spoken(one_of(texts, self.random))
        else:
            if not pools or roll < 0.35:
                pools.insert(0, f"jester.{self.fact('act_kind')}" if roll < 0.6 else "jester")
            text = self.say(*pools, "jester")
        return " ".join(sentences(text)[: self.setting.rules.jester_sentences])


def _whole_parts(fact: str, most: int) -> str:
    """As many whole sentences of a fact as fit into so many words, else clauses; empty where none fits."""
    for ends in _ENDS:
        heads = [fact[: end.start()].rstrip(" .,;:") for end in ends.finditer(fact)]
        kept = next((head for head in reversed(heads) if words_in(head) <= most), "")
        if _NUMBER.search(" ".join(kept.split()[:3])):
            return f"{kept}."
    return ""


class Companion(StoryContext):
    """One of the people in a moment."""

    def answered(self, move: str) -> str:
        """The line of a character whose talk it is. `move` is what they do beside it."""
        things = [(self.setting.item(item), name) for item, (name, _count) in self.carried(self.me).items()]
        # What they could part with; not their coins.
        goods = [name for thing, name in things if thing is None or thing.kind != "coin"][:MOST_GOODS]
        self.what = move
        about = {"item": self.fact("handed_over"), "price": self.fact("price")}
        self.slots |= {"name": self.player, "goods": ", ".join(goods), **about}
        return " ".join(fitting(self.told("answer"), LONGEST))

    def own_line(self) -> Iterator[str]:
        """A line of their own that was not said lately."""
        yield self.spoken(one_of(self.own_lines, self.random))

    def passed_on(self) -> Iterator[str]:
        """Something that they know and have not told yet."""
        told = self.untold[0]
        yield f"{self.say('know.' + self.fact('lead'))} {self.spoken(told)}"

    def asked(self) -> str:
        """The innkeeper's next question, which takes up the answer to the one before."""
        questions, answers = self.setting.questions, [piece.text for piece in self.pieces("answer")]
        number = max(1, self.number("question"))
        question = questions[min(number, len(questions)) - 1]
        if answers and number > 1:
            before = questions[min(len(answers), len(questions)) - 1].about
            # The first sentence of an answer, where it is short enough to be taken up.
            said = re.split(r"[.!?;:,\n]", answers[-1].strip(), maxsplit=1)[0].strip(' “”"»«„')
            short = len(said.split()) <= LONGEST_QUOTE and not set(said) & set("{}[]")
            slots = {"name": called(answers[0]), "said": said if short else ""}
            first = self.say(f"inn.heard.{before}", "inn.heard", **slots)
        else:
            first = self.say("inn.welcome")
        own = question.text.text(self.language)
        asked = self.spoken(own) if self.random.random() < 0.6 else self.say(f"inn.ask.{question.about}")
        return " ".join(filter(None, (first, asked)))


def called(answer: str) -> str:
    """The name in an answer to "what are you called?"; empty where it cannot be told."""
    rest = _NAME.sub("", answer.strip(), count=1)
    found = (word for word in _CAPITAL.findall(re.split(r"[,.;:!?]", rest)[0]) if word not in _TITLES)
    return next(found, "")


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
        mine = [name for name, _count in self.carried(self.partner.id).values()] if self.partner else []
        item = one_of(mine, self.random) if mine else ""
        talk = not item or self.random.random() < 0.6
        yield self.say(*(["choice.warm", "choice.ask"] if talk else ["choice.buy"]), item=item)

    def ways(self) -> Iterator[str]:
        """Somebody to talk with or something to pick up, ways to go, and something to do between them."""
        # Whom the player has just left they need not talk with at once again.
        spoke = {block.speaker for block in self.blocks[-JUST:]}
        lately = " ".join(block.said for block in self.blocks[-JUST:])
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
            move = companion.move("partner_move")
            return ("" if move.silent else companion.answered(move.what)), move.calls
        teller = Teller(request, random)
        if me != "narrator":
            return (teller.counted() if me == "keeper" else teller.teased()), ()
        move = teller.move("narrator_move")
        if move.what == "talk" and not move.silent:
            return "".join(teller.told("approach")), move.calls
        return ("" if move.silent else teller.narrated(move.what)), move.calls

    def answer(self, request: Request, random: Random) -> Answer | None:
        form = FORMS.get(request.purpose)
        return form(Scribe(request, random)) if form else super().answer(request, random)


PART = StoryPart()
