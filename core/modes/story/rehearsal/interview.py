"""The innkeeper's interview, and the name in an answer."""

from __future__ import annotations

import re

from parley.core.modes.story.rehearsal.general import General
from parley.core.modes.story.rehearsal.phrases import kind_of_answer

_NAME = re.compile(
    r"(?i:^.*?\b(?:my name is|the name is|name's|they call me|call me|people call me|i am called|i am|i'm|"
    r"ich heiße|mein name ist|man nennt mich|nenn mich|nennt mich|ich bin)\s+)"
)
_CAPITAL = re.compile(r"[A-ZÄÖÜ][\w’'-]*")
_TITLES = frozenset(("Der", "Die", "Das", "The", "Of", "Von"))


class Interview(General):
    """Somebody who may ask the questions of the interview."""

    def asked(self) -> str:
        """The innkeeper's next question, behind a word on the answer to the one before."""
        questions, answers = self.setting.questions, [piece.text for piece in self.pieces("answer")]
        number = max(1, self.number("question"))
        question = questions[min(number, len(questions)) - 1]
        if answers and number > 1:
            before = questions[min(len(answers), len(questions)) - 1].about
            kind = kind_of_answer(answers[-1], before, self.language)
            pools = [f"inn.heard.{before}_{kind}", f"inn.heard.{before}", "inn.heard"]
            if answers[-1].rstrip().endswith("?"):
                pools.insert(0, "inn.heard.question")
            elif len(answers[-1].split()) < 2 and not kind and before != "name":
                pools.insert(0, "inn.heard.short")
            first = self.say(*pools, name=called(answers[0]))
        else:
            first = self.say("inn.welcome")
        return " ".join(filter(None, (first, self.spoken(question.text.text(self.language)))))


def called(answer: str) -> str:
    """The name in an answer to "what are you called?"; empty where it cannot be told."""
    rest = _NAME.sub("", answer.strip(), count=1)
    found = (word for word in _CAPITAL.findall(re.split(r"[,.;:!?]", rest)[0]) if word not in _TITLES)
    return next(found, "")
