"""What a server cannot do, found out once and kept: how a model there wants to be asked."""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from parley.core.base.errors import FileError
from parley.core.base.files import write_whole
from parley.core.base.sentences import Sentence
from parley.core.base.urls import ServerUrl

MOST_KEPT = 500
"""Models of which is kept what was found out, those last found."""
MOST_BYTES = 1_000_000


class Found(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found out of one model at one server; the defaults are what is tried first.

    `tools`, `schema`, `usage` (counted while streaming), `system`, `stop`, `sampling`, `seed`: whether it takes these.
    `strict`: whether a schema may be meant strictly. `after_tool`: whether somebody may speak right behind a tool's
    result.
    `completion`: the longest reply is called `max_completion_tokens`. `thinks`: it thinks before it speaks, and needs
    room for it. `context` in tokens and `prices` in US dollars a million (in, out) as its list says; −1: it does not.
    """

    tools: bool = True
    schema: bool = True
    strict: bool = True
    usage: bool = True
    system: bool = True
    stop: bool = True
    sampling: bool = True
    seed: bool = True
    after_tool: bool = True
    completion: bool = False
    thinks: bool = False
    context: int = 0
    prices: tuple[float, float] = (-1.0, -1.0)

    def list_workarounds(self) -> list[Sentence]:
        """Return what is worked around, as sentences."""
        return [LACKS[name] for name in LACKS if not getattr(self, name)]


LACKS: dict[str, Sentence] = {
    "tools": Sentence("It takes no tools: it is asked to fill in a form instead."),
    "schema": Sentence("It is held to no form: it is asked for one in words, and once more where it does not fit."),
    "usage": Sentence("It does not count tokens while it streams: they are estimated."),
    "system": Sentence("It takes no system prompt: who somebody is stands before the first message."),
    "stop": Sentence("It takes no stop signs: what is behind them is cut off here."),
    "sampling": Sentence("It takes no sampling parameter: the temperature is told in words."),
}
"""What a model at a server lacks, in plain words."""


class Rule(NamedTuple):
    """What is learnt where a server refuses a request: `words` of its refusal, which only counts where the request
    has what it is about (`where`), and the field of `Found` that is tried otherwise."""

    words: str
    where: Callable[[Mapping[str, Any]], object]
    field: str
    value: bool = False


RULES: tuple[Rule, ...] = (
    Rule(r"max_completion_tokens", lambda body: "max_tokens" in body, "completion", True),  # as OpenAI says
    Rule(r"max_completion_tokens", lambda body: "max_completion_tokens" in body, "completion"),  # or the reverse
    Rule(r"stream_options|include_usage", lambda body: "stream_options" in body, "usage"),
    Rule(r"temperature", lambda body: "temperature" in body, "sampling"),  # OpenAI's reasoning models
    Rule(r"'?\bstop\b'?", lambda body: "stop" in body, "stop"),
    Rule(r"\bseed\b", lambda body: "seed" in body, "seed"),
    Rule(
        r"\bstrict\b|invalid schema|additionalproperties|'required' is required",
        lambda body: body.get("response_format", {}).get("json_schema", {}).get("strict"),
        "strict",
    ),
    Rule(
        r"response_?format|json_?schema|structured output|grammar|guided",
        lambda body: "response_format" in body,
        "schema",
    ),
    Rule(
        r"after role .?tool|role .?user.? after|unexpected role",
        lambda body: _has_user_after_tool(body["messages"]),
        "after_tool",
    ),
    Rule(r"\btools?\b|tool_choice|function.?call", lambda body: "tools" in body, "tools"),  # after the narrower rules
    Rule(
        r"system (role|message|prompt|instruction)|role.{0,20}system|developer instruction",
        lambda body: body["messages"][0]["role"] == "system",
        "system",
    ),
)
"""Read from above: the first that fits is what is tried next."""


def _has_user_after_tool(messages: list[dict[str, Any]]) -> bool:
    return any(one["role"] == "tool" and other["role"] == "user" for one, other in pairwise(messages))


def learn_limits(found: Found, body: Mapping[str, Any], said: str, now: Found | None = None) -> Found | None:
    """Return what is known once a server has refused `body`, made by what was `found`, with these words; None where
    that is nothing new. `now`: what is known by now, as another call may have learnt the same.
    """
    lowered = said.lower()
    for rule in RULES:
        new = getattr(found, rule.field) != rule.value
        if new and re.search(rule.words, lowered) and rule.where(body):
            return replace(now or found, **{rule.field: rule.value})
    return None


class Kept:
    """What was found out of all models, in a file of the home. A file that cannot be read is dropped: all is
    found out anew."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def of(self, server: ServerUrl, model: str) -> Found:
        """Return what is known of a model at a server."""
        return self._read_file().get(_build_server_key(server, model), Found())

    def keep(self, server: ServerUrl, model: str, found: Found | None) -> None:
        """Write down what was found out; None forgets it."""
        self.keep_all(server, {model: found})

    def keep_all(self, server: ServerUrl, several: Mapping[str, Found | None]) -> None:
        """Write down what was found out of several models; None forgets it."""
        known = self._read_file()
        for model, found in several.items():
            known.pop(_build_server_key(server, model), None)  # set again below, it comes last: the last ones are kept
            if found is not None and found != Found():
                known[_build_server_key(server, model)] = found
        if self._path is None:
            return
        newest = dict(list(known.items())[-MOST_KEPT:])
        with contextlib.suppress(FileError):  # a voice made later finds it out again
            write_whole(self._path, msgspec.json.format(msgspec.json.encode(newest), indent=1).decode())

    def _read_file(self) -> dict[str, Found]:
        if self._path is None:
            return {}
        try:
            if self._path.stat().st_size > MOST_BYTES:
                return {}
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Found])
        except (OSError, msgspec.MsgspecError, UnicodeError):
            return {}


def _build_server_key(server: ServerUrl, model: str) -> str:
    """Return what a model's entry is kept by: of the address only a digest, for its path may carry a secret."""
    digest = hashlib.blake2b(server.address.encode(), digest_size=6).hexdigest()
    return f"{server.where} {digest} {model}"
