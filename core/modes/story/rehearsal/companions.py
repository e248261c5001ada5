"""The people of a story: what they answer, by who they are, what they think of the player, and what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.modes.story.rehearsal.bargains import Move
from core.modes.story.rehearsal.context import StoryContext
from core.modes.story.rehearsal.phrases import fitting

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


class Companion(StoryContext):
    """One of the people in a moment."""

    def answered(self, move: Move) -> str:
        """The line of a character whose talk it is. `move` is what they do beside it."""
        things = [(self.setting.item(item), name) for item, (name, _count) in self.carried(self.me).items()]
        # What they could part with; not their coins.
        goods = [name for thing, name in things if thing is None or thing.kind != "coin"][:MOST_GOODS]
        self.slots |= {"name": self.player, "goods": ", ".join(goods), "item": move.item}
        self.slots["price"] = str(move.price or "")
        self.what = move.what
        if self.did and not (move.what or self.denied):
            self.slots["item"] = self.named_item
        return " ".join(fitting(self.told("answer"), LONGEST))

    def own_line(self) -> Iterator[str]:
        """A line of their own that was not said lately."""
        own = self.own_lines
        yield self.spoken(own[int(self.random.random() * len(own))])

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
