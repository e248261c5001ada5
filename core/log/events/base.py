"""What every event has: a tag in the past participle and a moment."""

from __future__ import annotations

from datetime import datetime
from string import Formatter
from typing import Annotated, Any, ClassVar

import msgspec

from parley.core.base.sentences import Argument, Sentence

LOG_VERSION = 1
"""Version of the log's format; a log with a higher one is refused with a sentence."""
UNWRITTEN = 1
"""Version of a log that names none. It never changes: a default is not written, so logs of version 1 name none."""

# Every number of an event has bounds, which hold where a line is read. They are wide: no legal value is near them. What
# they keep out is what a database's or a widget's integer cannot hold, what is not finite, and sums that overflow.

MOST_TURNS = (1 << 22) - 1
"""Turns of a run, and memories; the database makes a row's key of its run's and such a number."""

MOST_TOKENS = 1_000_000_000
"""Tokens of one call."""

Turn = Annotated[int, msgspec.Meta(ge=0, le=MOST_TURNS)]
"""A turn's number, from 1; 0: before the first, or none."""

Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
"""How many, or the how-manieth."""

Place = Annotated[int, msgspec.Meta(ge=-1, le=2**31 - 1)]
"""A place in a list, from 0; −1: none."""

Day = Annotated[int, msgspec.Meta(ge=0, le=36_000)]
"""A day of the office; with the latest first day of a run, the calendar's last is still ahead."""

Points = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
"""What rules reckon with: health, trust, dice, importance, minutes."""

Tokens = Annotated[int, msgspec.Meta(ge=0, le=MOST_TOKENS)]
"""Tokens of one call."""

Money = Annotated[float, msgspec.Meta(ge=0, le=1_000_000)]
"""US dollars for one call."""

Seconds = Annotated[float, msgspec.Meta(ge=0, le=1_000_000_000)]
"""How long something took."""

Share = Annotated[float, msgspec.Meta(ge=-0.001, le=1.001)]
"""A part of 1: a probability, a score, an affinity. Rounding may have left it a hair outside."""

Draw = Annotated[float, msgspec.Meta(ge=-1, le=1)]
"""What chance drew, in [0, 1); −1: nothing was drawn."""

Term = Annotated[float, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
"""What one ground adds to a weight."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """Something that happened. Its place in the log (line number from 0) is its `seq`; it is not stored."""

    sentence_field: ClassVar[str] = ""
    """The field with the sentence that the event's `message` is of; empty where it has none."""
    asks: ClassVar[str] = ""
    """The purpose of the reply that the event's `member` is asked for; empty where it asks nobody."""

    def get_deed(self) -> tuple[str, tuple[str, ...], str] | None:
        """Return what somebody at the controls did with it: a word, to whom, and their words; None where nobody did
        anything.

        What two runs are compared by; a run with it cannot be had again by its configuration alone.
        """
        return None

    # A moment without its zone cannot be compared with the others.
    at: Annotated[datetime, msgspec.Meta(tz=True)]


Word = Annotated[str, msgspec.Meta(max_length=60)]
"""One of an open set of words: a mode may have its own."""


class EventPart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece of an event. Like the events it holds no cycle, so that the collector need not walk a million of them."""


Whole = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Real = Annotated[float, msgspec.Meta(ge=-1e18, le=1e18)]

LONGEST_SENTENCE = 100_000
"""Characters of a sentence that is made of a message, and of all the templates on the way."""
DEEPEST_SENTENCE = 30
"""Messages in messages."""


class Message(EventPart, frozen=True, kw_only=True):
    """The template and the arguments that a text of an event was made of, so that it can be said in any language.

    An event has one beside a text with arguments, or one that is not in English. An argument is a number, a text,
    another message, or several texts.
    """

    template: str
    args: dict[str, str | Whole | Real | bool | Message | tuple[str, ...]] = {}

    def __post_init__(self) -> None:
        # A template may use an argument more than once, and that one its own: a few lines could make gigabytes.
        if self._measure_length() > LONGEST_SENTENCE:
            raise ValueError(Sentence("its message would be too long"))

    def _measure_length(self, depth: int = 1) -> int:
        """Return how long the sentence is at most; what is nested too deeply is endless."""
        if depth > DEEPEST_SENTENCE:
            return LONGEST_SENTENCE + 1  # over the bound, so it is refused
        uses: dict[str, int] = {}
        for name in _list_template_arguments(self.template):
            uses[name] = uses.get(name, 0) + 1
        length = len(self.template)
        for name, value in self.args.items():
            if isinstance(value, Message):
                # Also where nothing uses it: it is made before that is known.
                length += max(1, uses.get(name, 0)) * value._measure_length(depth + 1)
            elif isinstance(value, str):
                length += uses.get(name, 0) * len(value)
            elif isinstance(value, tuple):
                length += uses.get(name, 0) * sum(len(each) + 2 for each in value)  # a comma and a blank between them
        return length

    @classmethod
    def of(cls, text: str) -> Message | None:
        """Return what is to be kept beside `text`; None where that is its own template, or was made of none."""
        if not isinstance(text, Sentence) or (text.template == text and not text.args):
            return None
        try:
            return _build_message(text)
        except ValueError:
            return None  # Longer than any that is kept: the text alone is

    def sentence(self, text: str = "") -> Sentence:
        """Return the sentence, with the text that stands beside it in the log."""
        args: dict[str, Argument] = {
            name: value.sentence() if isinstance(value, Message) else value for name, value in self.args.items()
        }
        if text:
            return Sentence.make_stored(text, self.template, args)
        try:
            return Sentence.of(self.template, args)
        except (KeyError, ValueError, TypeError):
            # Somebody wrote the log by hand.
            return Sentence.make_stored(self.template, self.template, {})


def _list_template_arguments(template: str) -> list[str]:
    """Return the names of a template's arguments, as often as they stand there; none in what is no template."""
    try:
        return [name for _text, name, _spec, _conversion in Formatter().parse(template) if name]
    except ValueError:
        return []


def _build_message(sentence: Sentence) -> Message:
    return Message(template=sentence.template, args={name: _kept(value) for name, value in sentence.args.items()})


def _kept(value: Argument) -> str | int | float | bool | Message | tuple[str, ...]:
    if isinstance(value, Sentence):  # before str, which it is as well
        return _build_message(value)
    if isinstance(value, str | int | float):
        return value
    return tuple(str(each) for each in value) if isinstance(value, list | tuple) else str(value)


def sentence_of(text: str, message: Message | None) -> Sentence:
    """Return a text of an event, which can be said in any language where the event has its message."""
    # Without one the text may be its own template.
    return message.sentence(text) if message is not None else Sentence.make_stored(text, text, {})


def reported_tokens(count: Any) -> int:
    """Return the tokens that a server says it counted, as far as they can be written into a log."""
    try:
        return min(MOST_TOKENS, max(0, int(count)))  # servers of others: null, texts, NaN or infinity as well
    except (ValueError, OverflowError, TypeError):
        return 0
