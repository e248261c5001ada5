"""Every number of a log has bounds, and they hold where a line is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from parley.core.base.sentences import Sentence
from parley.core.engine.mode_spec import MODES
from parley.core.log.codec import decode, event_types
from parley.core.log.config import RunConfig
from parley.core.log.events.base import MOST_TOKENS, Message, reported_tokens
from parley.core.log.fold import Unfoldable, fold
from tests.hostile_logs import NAMES, Where, kinds, put, rows, written

LEAST, MOST = {"minimum", "exclusiveMinimum"}, {"maximum", "exclusiveMaximum"}


def numbers(schema: Any, here: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    """All numbers of a JSON schema, and where they are."""
    if isinstance(schema, dict):
        if schema.get("type") in ("integer", "number"):
            yield "/".join(here), schema
        for name, part in schema.items():
            yield from numbers(part, (*here, name))
    elif isinstance(schema, list):
        for place, part in enumerate(schema):
            yield from numbers(part, (*here, str(place)))


SCHEMAS: dict[str, Any] = {str(kind.__struct_config__.tag): msgspec.json.schema(kind) for kind in event_types()}
SCHEMAS["run"] = RunConfig.model_json_schema()
SCHEMAS |= {mode.name: mode.config.model_json_schema() for mode in MODES.values() if mode.config is not None}


def test_every_number_has_bounds() -> None:
    for schema in SCHEMAS.values():
        found = dict(numbers(schema))
        unbounded = [where for where, number in found.items() if not LEAST & number.keys() or not MOST & number.keys()]
        assert not unbounded


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 1e308, float("nan")])
def test_a_number_out_of_its_bounds_is_refused_wherever_it_stands(name: str, value: float) -> None:
    log = rows(name)
    tried = 0
    for kind, places in kinds(log).items():
        number, where, was = places[0]
        # What a tool was called with is the voice's, and only shown.
        if isinstance(was, bool) or not isinstance(was, int | float) or "arguments" in kind:
            continue
        tried += 1
        assert refused(log[number], where, value), (kind, value)
        # What stands there is fine; found out once.
        assert value != 2**63 or not refused(log[number], where, was), kind
    assert tried > 20


def refused(row: dict[str, Any], where: Where, value: Any) -> bool:
    was = row
    for part in where:
        was = was[part]
    put(row, where, value)
    try:
        event = decode(written([row]).rstrip())
        if event.__struct_config__.tag == "run.started":
            fold([event])
    except (msgspec.DecodeError, Unfoldable):
        return True
    finally:
        put(row, where, was)
    return False


def test_what_a_server_says_it_counted_fits_into_the_log() -> None:
    for told in (-5, 2**63, 10**30, 1e308, float("nan"), float("inf"), "7", "many"):
        assert 0 <= reported_tokens(told) <= MOST_TOKENS
    assert reported_tokens("7") == 7


def nested(template: str, depth: int) -> dict[str, Any]:
    message: dict[str, Any] = {"template": "", "args": {}}
    for _ in range(depth):
        message = {"template": template, "args": {"a": message}}
    return message


@pytest.mark.parametrize(
    "message",
    [nested("{a}{a}", 28), nested("{a}", 200), {"template": "{a}" * 20_000, "args": {"a": "x" * 100}}],
    ids=["doubling", "deep", "long"],
)
def test_a_few_characters_do_not_make_an_endless_sentence(message: dict[str, Any]) -> None:
    event = {"type": "run.ended", "at": "2026-01-05T09:00:00Z", "reason": "director", "detail": "Done.", "turns": 1}
    assert decode(msgspec.json.encode(event | {"message": nested("so {a}{a}", 5)}))
    with pytest.raises(msgspec.ValidationError, match="too long"):
        decode(msgspec.json.encode(event | {"message": message}))


def test_a_sentence_that_is_too_long_is_kept_as_its_text() -> None:
    assert Message.of(Sentence("{a} and {a}", a="x" * 60_000)) is None
    assert Message.of(Sentence("{a} and {a}", a="x")) is not None
