"""What every single event of the corpus changes in the state, and what each member then has witnessed, as digests.

The other sections look at a state now and then, and at what is printed of it; here every field of the state and of its
slices is looked at after each event. `python -m scripts.corpus` writes the digests anew, or what they are of.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from parley.core.base.old_names import restore_old_names
from parley.core.log.codec import decode
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnRetried, TurnStarted, VoiceReplied
from parley.core.log.fold import apply
from parley.core.log.state import OpenTurn, State, Turn
from parley.core.perspective.perspective import Perspective, Witness

FILE = Path(__file__).parent / "steps.json"
ASKED = (TurnStarted, TurnRetried, VoiceReplied)
"""After these a member's perspective may be asked for."""
Later = frozenset[tuple[str, str]]
LATER: Later = frozenset(
    {
        ("StoryState", "chronicle"), ("StoryState", "edits"), ("StoryState", "round_fought"), ("StoryState", "offer"),
        ("CharacterState", "gone"), ("Fight", "used"),
        ("OfficeState", "settled"),
        ("OfficeState", "finished"),
        ("State", "foreign"), ("State", "authors"), ("State", "last_authors"),
    }
)  # fmt: skip
"""Fields that came after the digests were written: these say nothing of them, but the cases of test_folds do."""


OF_A_TURN = (
    "number", "member", "text", "seq", "started_seq", "started", "selected", "reply", "ended", "asked_seq", "answers"
)  # fmt: skip


def known(kind: type, later: Later = LATER) -> Iterator[Any]:
    """The fields that are looked at."""
    return (each for each in fields(kind) if (kind.__name__, each.name) not in later)


def plain(value: Any, later: Later = LATER) -> Any:
    """The value as something that is written alike in every process, with the order of mappings."""
    if isinstance(value, dict):
        return [(name, _earlier(each, later)) for name, each in value.items()]
    if isinstance(value, frozenset | set):
        return sorted(value)
    if isinstance(value, list) and value and isinstance(value[0], Turn):
        return [{name: getattr(turn, name) for name in OF_A_TURN} for turn in value]
    return restore_old_names(value.as_json()) if hasattr(value, "as_json") else _earlier(value, later)


def _earlier(value: Any, later: Later) -> Any:
    """The value without what came later."""
    if type(value).__name__ not in {kind for kind, _name in later}:
        return value
    return {each.name: getattr(value, each.name) for each in known(type(value), later)}


def written(value: Any, later: Later = LATER) -> str:
    """The value as JSON."""
    return msgspec.json.encode(plain(value, later), enc_hook=_plain).decode()


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else restore_old_names(value.model_dump(mode="json"))


class Part:
    """A dataclass that is looked at again and again: what is another value than before."""

    def __init__(self, kind: type, later: Later) -> None:
        self._later = later
        self._before: dict[str, Any] = {}
        for each in known(kind, later):
            if kind is not State or each.name not in ("slices", "open", "seq", "now"):
                made: Any = each.default_factory
                self._before[each.name] = made() if callable(made) else each.default
        self._texts = {name: written(value, later) for name, value in self._before.items() if value is not MISSING}

    def changes(self, of: Any) -> Iterator[str]:
        """One line for every field that changed: of a list how long it is, and its end."""
        for name, before in self._before.items():
            value = getattr(of, name)
            if value is before and not isinstance(value, list | dict) and not is_dataclass(value):
                continue
            self._before[name] = value
            end = value and isinstance(value, list)
            text = (f"[{len(value)}] " if end else "") + written(value[-1:] if end else value, self._later)
            if text != self._texts.get(name):
                self._texts[name] = text
                yield f"{name} {text}"


class Fold:
    """A state that is folded event by event; `later` are the fields that are not looked at."""

    def __init__(self, later: Later = LATER) -> None:
        self.state, self._later = State(), later
        self._parts = dict[type, Part]()

    def take(self, event: Event) -> Iterator[tuple[str, str]]:
        """Fold one more: every field that it changed, as (part of the state, line)."""
        state = self.state
        apply(state, event)
        assert state.now == event.at
        if state.open is None:
            self._parts.pop(OpenTurn, None)
        for of in (state, state.open, *state.slices.values()):
            if of is not None:
                kind = type(of)
                for line in self._parts.setdefault(kind, Part(kind, self._later)).changes(of):
                    yield kind.__name__, line


def folded(events: list[Event]) -> Iterator[tuple[str, str]]:
    """After each event every field that changed, as (part of the state, line)."""
    fold = Fold()
    for number, event in enumerate(events):
        assert fold.state.seq == number
        for part, line in fold.take(event):
            yield part, f"{number} {line}"
    # What was changed further up in a list is seen at the end.
    for of in (fold.state, *fold.state.slices.values()):
        for each in known(type(of)):
            if isinstance(value := getattr(of, each.name), list):
                yield type(of).__name__, f"{each.name} {written(value)}"


def witnessed(events: list[Event]) -> Iterator[tuple[str, str]]:
    """What a member has witnessed whenever they may be asked, and all members at the end, as (member, line).

    Not how it is told to them in a system prompt: its words change on purpose.
    """
    state, witnesses, config = State(), dict[str, Witness](), None

    def moment(member: str) -> Perspective:
        if member not in witnesses:
            witnesses[member] = Witness(state.setup, state.setup.member(member))
        return witnesses[member].get_at(state)

    for number, event in enumerate(events):
        apply(state, event)
        if state.config is not config:
            witnesses, config = {}, state.config
        member = state.open.started.member if state.open is not None else getattr(event, "member", "")
        if isinstance(event, ASKED) and state.setup.has(member):
            seen = moment(member)
            last = [seen.count, seen.start, seen.get_size(), seen.witnessed(3), seen.list_sent()[-3:], seen.recap]
            yield member, f"{number} {written(last)}"
    for each in state.setup.members:
        seen = moment(each.id)
        yield each.id, written([seen.messages(), seen.get_size(), seen.witnessed()])


def events_of(data: bytes) -> list[Event]:
    """The events of a log, without half a line at its end."""
    return [decode(line) for line in data.splitlines() if line.strip().endswith(b"}")]


def lines(data: bytes) -> Iterator[tuple[str, str]]:
    """All that is looked at in a log, as (part, line)."""
    events = events_of(data)
    yield from folded(events)
    yield from (("perspective", f"{member} {line}") for member, line in witnessed(events))


def digest(text: str) -> str:
    """48 bits of it."""
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def digests(data: bytes) -> dict[str, str]:
    """A digest for each part of the state, and one for the perspectives."""
    found: dict[str, list[str]] = {}
    for part, line in lines(data):
        found.setdefault(part, []).append(line)
    return {part: digest("\n".join(each)) for part, each in sorted(found.items())}


def changed(name: str, data: bytes) -> list[str]:
    """The parts of a log that are otherwise than expected."""
    found, wanted = digests(data), _expected()[name]
    return [f"{name}: {part}" for part in sorted({*found, *wanted}) if found.get(part) != wanted.get(part)]


@cache
def _expected() -> dict[str, dict[str, str]]:
    return json.loads(FILE.read_bytes())  # type: ignore[no-any-return]
