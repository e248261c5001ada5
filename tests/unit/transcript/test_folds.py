"""Event by event, exactly what each changes: values that no run shows before something else covers them.

In folds.txt stand cases, each with its events, and below each event every field of the state that it changed, with a
digest in place of the rest of a long value; "!" says why it was refused. `python -m tests.unit.transcript.test_folds`
writes anew what the events change, so that the difference can be looked at: events are added to that file by hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from parley.core.base.clock import REHEARSAL_EPOCH as AT
from parley.core.base.errors import ParleyError
from parley.core.log.codec import decode
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunStarted
from parley.core.log.fold import Unfoldable
from tests import scene_lines, small_story
from tests.corpus import steps
from tests.corpus.read import logs
from tests.standup_events import sample_config
from tests.story_configs import a_story

FILE = Path(__file__).with_name("folds.txt")
LONGEST = 100
"""Characters of a value."""

CONFIGS: dict[str, Callable[[], dict[str, Any]]] = {
    "table": lambda: sample_config(8).as_json(),
    "office": lambda: scene_lines.office().setup.as_json(),
    "mill": lambda: small_story.events()[0].config,
    "ferry": lambda: a_story("ferry").as_json(),
    "sides": lambda: json.loads(logs()["duologue-names-en"].data.partition(b"\n")[0])["config"],
}
"""What runs are begun with."""


@cache
def config(name: str) -> dict[str, Any]:
    return CONFIGS[name]()


@cache
def cases() -> dict[str, str]:
    """By title: where it begins, and its events with what they change."""
    found = FILE.read_text("utf-8").split("\n# ")
    return {case.partition(": ")[0].removeprefix("# "): case.partition(": ")[2].strip("\n") for case in found}


def event_of(line: str) -> Event:
    """An event as it stands in the file: its moment in seconds, where that is not the first one."""
    tag, _, rest = line.partition(" ")
    data = {"type": tag, "at": 0} | json.loads(rest or "{}")
    return decode(json.dumps(data | {"at": (AT + timedelta(seconds=data["at"])).isoformat()}).encode())


def found(case: str) -> str:
    """The case with what its events change now."""
    return "\n".join(_found(case))


def _found(case: str) -> Iterator[str]:
    start, *rest = case.splitlines()
    name, _, more = start.partition(" ")
    fold = steps.Fold(later=frozenset())

    def taken(event: Event) -> Iterator[str]:
        try:
            yield from (f"    {part} {short(changed)}" for part, changed in fold.take(event))
        except (ValueError, ParleyError) as error:
            yield f"    ! {Unfoldable(fold.state.seq, event, error)}"

    yield start
    begun = list(taken(RunStarted(at=AT, config=config(name) | json.loads(more or "{}"))))
    events = [line for line in rest if not line.startswith(" ")]
    # What every run begins with is shown where nothing follows.
    yield from () if events else begun
    for line in events:
        yield line
        yield from taken(event_of(line))


def short(changed: str) -> str:
    """A change whose value is not too long."""
    return changed if len(changed) <= LONGEST else f"{changed[:LONGEST]}… {steps.digest(changed)}"


def test_every_event_changes_what_it_is_said_to_change() -> None:
    for title in cases():
        assert found(cases()[title]) == cases()[title], title


def main() -> None:
    """Write anew what the events change."""
    FILE.write_text("\n\n".join(f"# {title}: {found(case)}" for title, case in cases().items()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
