"""Every field of the state, and of every mode's slice, is begun, copied, and said to be kept or changed by a fork."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from typing import Any

import pytest

from parley.core.engine.mode_spec import MODES
from parley.core.log import handlers
from parley.core.log.events.run import RunForked
from parley.core.log.fold import fold
from parley.core.log.slices import Slice
from parley.core.log.state import OpenTurn, State
from parley.core.modes.duologue.state import DuologueState
from parley.core.modes.office.state import OfficeState, OpenScene
from parley.core.modes.story.state import CharacterState, Fight
from tests.day_events import a_day
from tests.standup_events import sample_events

SLICES: tuple[type[Slice], ...] = tuple(dict.fromkeys(kind for mode in MODES.values() for kind in mode.slices))
PARTS: tuple[type[Any], ...] = (OpenTurn, OpenScene, Fight, CharacterState)
"""What a slice holds that changes in its place."""


class Mark:
    """A value that is like no other, and that a copy may share."""

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = None  # type: ignore[assignment]


def initial(field: Field[Any]) -> Any:
    """What a field begins with; a mark where the beginning says."""
    if field.default_factory is not MISSING:
        return field.default_factory()
    return Mark() if field.default is MISSING else field.default


def filled(kind: type[Any]) -> Any:
    """A value of the dataclass in which each container has something of its own."""
    values: dict[str, Any] = {}
    for field in fields(kind):
        empty = initial(field)
        values[field.name] = {"key": Mark()} if empty == {} else [Mark()] if empty == [] else Mark()
        values[field.name] = part(str(field.type)) or values[field.name]
    return kind(**values)


def part(annotation: str) -> Any:
    """What stands in a field of that type, where it is something that changes in its place."""
    found = next((kind for kind in PARTS if annotation.split(" ", maxsplit=1)[0] == kind.__name__), None)
    if found is not None:
        return filled(found)
    if annotation == "dict[str, dict[str, int]]":
        return {"key": {"key": Mark()}}
    inner = next((kind for kind in PARTS if annotation == f"dict[str, {kind.__name__}]"), None)
    return {"key": filled(inner)} if inner is not None else None


def shared(one: Any, other: Any, where: str) -> Iterator[str]:
    """Where two values have one thing that can be changed in its place."""
    if isinstance(one, list | dict) or is_dataclass(one):
        if one is other:
            yield where
            return
        if isinstance(one, dict):
            for key in one:
                yield from shared(one[key], other[key], f"{where}[{key}]")
        elif is_dataclass(one):
            for field in fields(one):
                yield from shared(getattr(one, field.name), getattr(other, field.name), f"{where}.{field.name}")


# A mapping that is only ever put in place of another may be shared.
REPLACED = {"State.names", "DuologueState.told"}


@pytest.mark.parametrize("kind", [State, *SLICES, *(kind for kind in PARTS if hasattr(kind, "copy"))])
def test_a_copy_has_every_field_and_shares_nothing_that_changes(kind: type[Any]) -> None:
    one = filled(kind)
    if kind is State:
        # Each slice is looked at by itself.
        one = replace(one, slices={})
    copy = one.copy()
    for field in fields(kind):
        assert getattr(copy, field.name) == getattr(one, field.name), f"{field.name} is not copied"
    assert set(shared(one, copy, kind.__name__)) <= REPLACED


FORKED: dict[str, tuple[str, str]] = {
    "State": (
        "names started_at entries turns open selected attempt begun spoken words authors last_authors affinity floor "
        "breakpoints "
        "held_turn held_by usage cost calls distilled bookmarks revision slices cuts summaries "
        "points alternatives offered",
        "seq now config run parent parent_turn foreign status reason detail muted voices policy own_cost own_tokens "
        "playing_seconds pending summing",
    ),
    "DuologueState": ("named converged", "told"),
    "OfficeState": (
        "day date clock running closed tasks moods scenes memories accumulated valence talked streak slot stood "
        "drifted translations past settled finished replans",
        "autopilot days places scene ranked requested planned",
    ),
    "StoryState": (
        "phase turn act did asked answers sheet health people lying partner opened parting talks routed due resolved "
        "dice recent jester offered fight fought begun called flags quests beaten moments scripted defeats ended_turn "
        "last_round arrived changes tokens host round_fought chronicle edits offer read meant",
        "autoplay",
    ),
}
"""What a fork goes on with as it was, and what it changes. A new field has its place in one of the two."""


@pytest.mark.parametrize("kind", [State, *SLICES])
def test_of_every_field_it_is_known_what_a_fork_makes_of_it(kind: type[Any]) -> None:
    kept, changed = (names.split() for names in FORKED[kind.__name__])
    assert not set(kept) & set(changed)
    assert {field.name for field in fields(kind)} == {*kept, *changed}


def test_a_fork_keeps_what_it_is_said_to_keep() -> None:
    events = sample_events(12)
    before = fold(events[:-2])
    after = fold([RunForked(at=events[-1].at, run="b", parent="a", at_seq=before.seq, at_turn=12)], before.copy())
    kept, _changed = FORKED["State"]
    for name in kept.split():
        assert getattr(after, name) == getattr(before, name), name


def test_an_event_of_one_slice_of_a_mode_is_no_matter_of_its_others(monkeypatch: pytest.MonkeyPatch) -> None:
    both = replace(MODES["scenes"], slices=(DuologueState, OfficeState))
    alone = fold(a_day("en"))
    monkeypatch.setattr(handlers, "find_mode", lambda name: both)
    assert fold(a_day("en"))[OfficeState] == alone[OfficeState]
