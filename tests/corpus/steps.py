"""What every single event of the corpus changes in the state, and what each member then has witnessed, as digests.

The other sections look at a state now and then, and at what is printed of it; here every field of the state and of its
slices is looked at after each event. `python -m tests.corpus.steps` writes the digests anew, which is needed where a
field gets another name or meaning; `python -m tests.corpus.read --put FOLDER` writes what they are of: done in two
checkouts, `diff -r` shows which event does what otherwise.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from core.log.codec import decode
from core.log.events.base import Event
from core.log.events.turn import TurnRetried, TurnStarted, VoiceReplied
from core.log.fold import apply
from core.log.state import State
from core.perspective.perspective import Perspective, Witness

FILE = Path(__file__).parent / "steps.json"
ASKED = (TurnStarted, TurnRetried, VoiceReplied)
"""After these a member's perspective may be asked for."""


def plain(value: Any) -> Any:
    """The value as something that is written alike in every process, with the order of mappings."""
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, frozenset | set):
        return sorted(value)
    return value.as_json() if hasattr(value, "as_json") else value


def written(value: Any) -> str:
    """The value as JSON."""
    return msgspec.json.encode(plain(value), enc_hook=_plain).decode()


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else value.model_dump(mode="json")


class Part:
    """A dataclass that is looked at again and again: what is another value than before."""

    def __init__(self, kind: type) -> None:
        self._before: dict[str, Any] = {}
        for each in fields(kind):
            if each.name not in ("slices", "open", "seq", "now"):
                made: Any = each.default_factory
                self._before[each.name] = made() if callable(made) else each.default
        self._texts = dict[str, str]()

    def changes(self, of: Any) -> Iterator[str]:
        """One line for every field that changed: of a list how long it is, and its end."""
        for name, before in self._before.items():
            value = getattr(of, name)
            if isinstance(value, list):
                key = (len(value), value[-1] if value else None)
                if before != key and (value or before != []):
                    yield f"{name}[{key[0]}] {written(key[1])}"
                self._before[name] = key
            elif isinstance(value, dict) or is_dataclass(value):
                text = written(value)
                if self._texts.get(name, written(before)) != text:
                    yield f"{name} {text}"
                self._texts[name] = text
            elif value is not before:
                if value != before:
                    yield f"{name} {written(value)}"
                self._before[name], self._texts[name] = value, ""


def folded(events: list[Event]) -> Iterator[tuple[str, str]]:
    """After each event every field that changed, as (part of the state, line)."""
    state, parts = State(), dict[Any, Part]()
    for number, event in enumerate(events):
        apply(state, event)
        for of in (state, *state.slices.values()):
            kind = type(of)
            for line in parts.setdefault(kind, Part(kind)).changes(of):
                yield kind.__name__, f"{number} {line}"
        if state.open is None:
            parts.pop("open", None)
        else:
            kind = type(state.open)
            for line in parts.setdefault("open", Part(kind)).changes(state.open):
                yield kind.__name__, f"{number} {line}"
    assert state.seq == len(events)
    assert state.now == events[-1].at
    # What was changed further up in a list is seen at the end.
    for of in (state, *state.slices.values()):
        for each in fields(of):
            if isinstance(value := getattr(of, each.name), list):
                yield type(of).__name__, f"{each.name} {written(value)}"


def witnessed(events: list[Event]) -> Iterator[tuple[str, str]]:
    """What a member has witnessed whenever they may be asked, and all members at the end, as (member, line)."""
    state, witnesses, config = State(), dict[str, Witness](), None

    def moment(member: str) -> Perspective:
        if member not in witnesses:
            witnesses[member] = Witness(state.setup, state.setup.member(member))
        return witnesses[member].moment(state)

    for number, event in enumerate(events):
        apply(state, event)
        if state.config is not config:
            witnesses, config = {}, state.config
        member = state.open.started.member if state.open is not None else getattr(event, "member", "")
        if isinstance(event, ASKED) and state.setup.has(member):
            seen = moment(member)
            last = [seen.count, seen.start, seen.size(), seen.witnessed(3), seen.sent()[-3:], seen.recap]
            yield member, f"{number} {written(last)}"
    for each in state.setup.members:
        seen = moment(each.id)
        yield each.id, written([seen.messages(), seen.size(), seen.witnessed(), seen.system("Warm.")])


def events_of(data: bytes) -> list[Event]:
    """The events of a log, without half a line at its end."""
    return [decode(line) for line in data.splitlines() if line.strip().endswith(b"}")]


def lines(data: bytes) -> Iterator[tuple[str, str]]:
    """All that is looked at in a log, as (part, line)."""
    events = events_of(data)
    yield from folded(events)
    yield from (("perspective", f"{member} {line}") for member, line in witnessed(events))


def digests(data: bytes) -> dict[str, str]:
    """A digest for each part of the state, and one for the perspectives."""
    found: dict[str, Any] = {}
    for part, line in lines(data):
        found.setdefault(part, hashlib.blake2b(digest_size=6)).update(f"{line}\n".encode())
    return {part: each.hexdigest() for part, each in sorted(found.items())}


def changed(name: str, data: bytes) -> list[str]:
    """The parts of a log that are otherwise than expected."""
    found, wanted = digests(data), _expected()[name]
    return [f"{name}: {part}" for part in sorted({*found, *wanted}) if found.get(part) != wanted.get(part)]


@cache
def _expected() -> dict[str, dict[str, str]]:
    return json.loads(FILE.read_bytes())  # type: ignore[no-any-return]


def main() -> None:
    """Write the digests anew."""
    from tests.corpus.read import logs

    rows = {name: digests(log.data) for name, log in sorted(logs().items())}
    FILE.write_text(
        "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()) + "\n}\n"
    )


if __name__ == "__main__":
    main()
