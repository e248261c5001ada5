"""Events as lines of JSON, and back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from inspect import isclass
from types import ModuleType
from typing import Any, Union

import msgspec

from parley.core.base.sentences import Sentence
from parley.core.log.events import distilled, run, turn
from parley.core.log.events.base import Event, Message, sentence_of
from parley.core.log.modes import MODES, LoggedMode

PIECE = 500_000
"""Bytes that are decoded at a time: some milliseconds."""

_encoder = msgspec.json.Encoder()  # keeps fields and keys in order: the same run gives the same bytes


def find_events_in(module: ModuleType) -> tuple[type[Event], ...]:
    """Return the events that a module defines, in their order. A class whose tag has no dot is only a base of
    others.
    """
    return tuple(
        each
        for each in vars(module).values()
        if isclass(each)
        and issubclass(each, Event)
        and each.__module__ == module.__name__  # what it imports is listed with its own module
        and "." in str(each.__struct_config__.tag)
    )


@cache
def event_types() -> tuple[type[Event], ...]:
    """Return all types of events: those of every run, and those of each mode."""
    return event_types_of(MODES.values())


def event_types_of(modes: Iterable[LoggedMode]) -> tuple[type[Event], ...]:
    """Return the types of events of runs of those modes."""
    own = (each for mode in modes for each in mode.events)
    return tuple(dict.fromkeys((*events_of_all_modes(), *own)))  # modes may share events, a union names each once


def events_of_all_modes() -> tuple[type[Event], ...]:
    """Return the events that every mode may write."""
    return tuple(found for module in (run, turn, distilled) for found in find_events_in(module))


@cache
def _make_decoder() -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[event_types()])  # noqa: UP007  # made while the program runs


def encode(event: Event) -> bytes:
    """Return the event as one line of JSON, without the line's end."""
    return _encoder.encode(event)


def with_message(event: Event) -> Event:
    """Return the event as it is written: a plain text, and beside it what the text was made of."""
    field = event.sentence_field
    if not field:
        return event
    text = getattr(event, field)
    if type(text) is str:  # a `Sentence` is a str as well, one that knows its template
        return event
    return msgspec.structs.replace(event, **{field: str(text), "message": Message.of(text)})


def get_text_of(event: Event) -> Sentence:
    """Return the sentence of an event that has one, which can be said in any language."""
    return sentence_of(getattr(event, event.sentence_field), event.message)  # type: ignore[attr-defined]


def decode(line: bytes) -> Event:
    """Return the event of one line of JSON.

    Raises `msgspec.DecodeError` (or its `ValidationError`) where the line is none.
    """
    try:
        event: Event = _make_decoder().decode(line)
        return event
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(Sentence("it is not UTF-8 (byte {start} of a text)", start=error.start)) from None
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None


def decode_all(data: bytes) -> list[Event] | None:
    """Return the events of many whole lines, twice as fast as one by one; None unless every line is exactly one
    event.
    """
    lines = data.count(b"\n")
    if data.count(b"}\n{") != lines - 1:  # msgspec's `decode_lines` would take any white space for a line's end
        return None
    events: list[Event] = []
    view, begin, decoder = memoryview(data), 0, _make_decoder()
    try:
        while begin < len(data):
            # In pieces, so that other threads get their turn between them.
            end = data.find(b"\n", begin + PIECE) + 1 or len(data)
            events += decoder.decode_lines(view[begin:end])
            begin = end
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return events if len(events) == lines else None  # two events on one line would shift the seqs
