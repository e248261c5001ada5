"""A line that the rules have read, judged again by the classifier, and read as what it most likely is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from core.modes.story.rules.asked import Asked
from core.modes.story.rules.classifier import SEVERAL, guess, label_of
from core.modes.story.rules.names import which, wordlist
from core.modes.story.rules.spoken import quantity_in
from core.modes.story.rules.wishes import Intent
from core.modes.story.words import sentences

LONGEST_FAREWELL = 4
"""Words of a farewell that names a later time."""

LONGEST_NAME = 3
"""Words of a name that nothing in the story has."""

NOT_OFFERED = (
    "question", "failed", "unread", "small", "muted", "no_tokens", "name", "origin", "calling", "strength", "reason",
)  # fmt: skip
"""What of the sentences on choices is no line of the player's in play."""

_ADDRESSING = frozenset(["to", "with", "mit", "zu", "zum", "zur"])
"""Words before the name of whoever is spoken to."""


@cache
def _offered() -> re.Pattern[str]:
    """The lines that Parley itself offers the player, which the rules surely understand, as one pattern."""
    tables = [sentences(part)[language] for part in ("options", "choices") for language in ("en", "de")]
    lines = (text.casefold() for table in tables for key, text in table.items() if not key.startswith(NOT_OFFERED))
    return re.compile("|".join(re.sub(r"\\{\w+\\}", r"\\S+(?: \\S+){0,4}", re.escape(line)) for line in lines))


class Judged(Asked):
    """A line whose reading by rules is held against a second opinion."""

    def judged(self, read: Sequence[Intent]) -> tuple[Intent, ...]:
        """The wishes as the rules read them, or the one wish that the line more likely holds."""
        if _offered().fullmatch(self.text.strip(" .!")):
            return tuple(read)
        label = guess(self.text, self.known, read)
        looked = label.startswith("ask.") and not read[0].item and self._looks()
        if looked or label in (label_of(read, self.known), SEVERAL):
            return tuple(read)
        if label in ("go", "part") and self.known.partner and self._promised():
            return (Intent("say", clause=self.text.strip()),)
        wish = self._as(label)
        return tuple(read) if wish is None else (wish,)

    def _looks(self) -> bool:
        """Whether something is looked at, which is told, rather than asked: "I look at the weathercock"."""
        verb = next((word for word in self.whole if word not in wordlist("leads")), "")
        return verb in wordlist("harmless") and not self._thing(self.whole, pronouns=False).id

    def _promised(self) -> bool:
        """Whether it is said of later: "I'll go to the weir tomorrow", not "see you tomorrow"."""
        return len(self.whole) > LONGEST_FAREWELL and bool(wordlist("later").intersection(self.whole))

    def _as(self, label: str) -> Intent | None:
        """The whole line as one wish of that label."""
        said, clause = self.whole, self.text.strip()
        kind, _, about = label.partition(".")
        if kind == "ask":
            return self._question_about(about)
        if kind == "say":
            return Intent("say" if self.known.partner else "wait", clause=clause)
        if kind == "meta":
            return Intent("meta", about="other", clause=clause)
        if kind in ("try", "deed"):
            return Intent("deed", unknown=clause, clause=clause)
        if kind == "haggle":
            return Intent("haggle", price=self._coins(said), clause=clause)
        if kind in ("price", "threaten"):
            person, item = self._somebody(said), self._thing(said)
            count = quantity_in(said, 0 if item.id in self.known.coins else 1)
            return Intent(kind, person.id, item.id, count, near=item.near, clause=clause)  # type: ignore[arg-type]
        if kind == "talk" and not self._somebody(said).id and not _ADDRESSING.intersection(said):
            # "Good evening": to whoever is there, if it is one.
            here = self.known.present
            return Intent("talk", here[0], clause=clause) if len(here) == 1 else Intent("wait", clause=clause)
        wish = self._filled(kind, clause, said, self._verb(kind, said))
        if kind == "go" and wish and wish.kind in ("wait", "say"):
            return Intent("part" if self.known.partner else "go", about="out", clause=clause)
        return wish and replace(wish, unknown=self._name_in(wish.unknown))

    def _name_in(self, unknown: str) -> str:
        """What was named and is not there, where the words are surely a name: a few in a row, and no infinitive."""
        words = unknown.split()
        if not words or len(words) > LONGEST_NAME or unknown not in " ".join(self.whole):
            return ""
        return "" if words[-1] == self.whole[-1] and words[-1].endswith(("en", "ern", "eln")) else unknown

    def _verb(self, kind: str, said: Sequence[str]) -> int:
        """Where the verb stands: the rules' one, else the first word that says anything."""
        found, at = self._kind(said)
        if found == kind:
            return at
        skipped = wordlist("leads") | wordlist("articles")
        return next((at for at, word in enumerate(said) if word not in skipped), 0)

    def _question_about(self, about: str) -> Intent:
        said, clause = self.whole, self.text.strip()
        target = item = ""
        if about == "time" and not self._thing(said).typed:
            item = self._thing(said).id
        elif about == "people":
            target = self._somebody(said).id or which(said, self.known.foes).id
        elif about == "things":
            item = self._thing(said).id
        elif about == "ways":
            target = which(said, self.known.places, self.known.also, near=self.known.at_hand).id
        return Intent("ask", target, item, about=about, clause=clause)
