"""What can go wrong with a call, as a sentence and what to do about it."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.base.errors import VoiceFault
from core.base.sentences import Sentence
from core.base.urls import server_url
from core.voices.anthropic.call import BrokenStreamError, Call
from core.voices.anthropic.connection import Connection
from core.voices.keys import redact
from core.voices.limits import RATE_LIMITED

SHOWN = 240
"""Characters of a server's own message that are shown."""

_KEY_HINT = "Set another key in the settings or in ANTHROPIC_API_KEY, then retry."
_NO_KEY_HINT = (
    "Set a key, and name this server in the settings or in ANTHROPIC_BASE_URL: one that only a cast names gets none."
)
_RETRY_HINT = "Nothing is lost: retry takes the same turn again."


@dataclass(frozen=True)
class Fault:
    """One way in which a call failed. `again`: worth another try; `why` is for the one who waits for it."""

    kind: VoiceFault
    sentence: str
    hint: str = _RETRY_HINT
    again: bool = False
    why: str = ""
    retry_after: float = 0.0
    request_id: str = ""


def fault_of(error: Exception, connection: Connection, model: str) -> Fault | None:
    """The fault that `error` stands for; None where it is no fault of the call but of ours."""
    # The SDK has been loaded by then, or the error is none of its own.
    import anthropic
    import httpx2

    where = connection.where
    if isinstance(error, anthropic.APIStatusError):
        return _status_fault(error, connection, model)
    if isinstance(error, anthropic.APITimeoutError):
        connecting = isinstance(error.__cause__, httpx2.ConnectTimeout | httpx2.PoolTimeout)
        return _unreachable(where) if connecting else _silence(connection)
    if isinstance(error, TimeoutError | httpx2.TimeoutException):
        return _silence(connection)
    if isinstance(error, anthropic.APIConnectionError):
        if isinstance(error.__cause__, httpx2.UnsupportedProtocol | httpx2.InvalidURL):
            return Fault(
                "connection",
                Sentence("{where} is not an address that can be called.", where=where),
                "Correct the server's URL.",
            )
        return _unreachable(where)
    if isinstance(error, BrokenStreamError | httpx2.TransportError | httpx2.StreamError | anthropic.APIError):
        return _dropped(where)
    if isinstance(error, UnicodeError | ValueError | AttributeError) and _from_stream(error):
        return _nonsense(where)
    return None


def broken_off(call: Call, connection: Connection) -> Fault:
    """A stream that ended too early: in the middle, or before it had begun to be one."""
    return _dropped(connection.where) if call.began else _nonsense(connection.where)


def _from_stream(error: BaseException) -> bool:
    """Whether the error arose while somebody else's bytes were read, and not in our own code."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    module = trace.tb_frame.f_globals.get("__name__", "") if trace else ""
    return module.startswith(("anthropic", "httpx2", "json")) or module == f"{__package__}.call"


def _unreachable(where: str) -> Fault:
    return Fault(
        "connection",
        Sentence("{where} cannot be reached.", where=where),
        "Check the connection, and the server's URL in the settings; then retry.",
        again=True,
        why="no connection",
    )


def _silence(connection: Connection) -> Fault:
    return Fault(
        "timeout",
        Sentence("{where} did not say a word for {timeout:g} s.", where=connection.where, timeout=connection.timeout),
        "Retry, or allow more patience in the settings.",
    )


def _dropped(where: str) -> Fault:
    return Fault(
        "dropped",
        Sentence("The connection to {where} broke off in the middle of the reply.", where=where),
        again=True,
        why="connection lost",
    )


def _nonsense(where: str) -> Fault:
    return Fault(
        "invalid",
        Sentence("{where} answered with something that is not the Messages API.", where=where),
        "Check the server's URL in the settings.",
    )


def _status_fault(error: Any, connection: Connection, model: str) -> Fault:
    """`error` is an `anthropic.APIStatusError`; in a stream its status is 200 and its type alone tells."""
    status = int(error.status_code)
    if 300 <= status < 400:
        return _sent_on(connection.where, str(error.response.headers.get("location", "")))
    said = said_by(error, connection)
    wait = retry_after(error.response.headers)
    fault = _by_type(str(error.type or ""), status, said, connection.where, model)
    if fault.kind == "auth" and connection.key is None:
        fault = Fault("auth", Sentence("{where} wants an API key.", where=connection.where), _NO_KEY_HINT)
    again = fault.again and error.response.headers.get("x-should-retry") != "false"
    return Fault(
        fault.kind, fault.sentence, fault.hint, again, fault.why, wait, redact(error.request_id or "", connection.key)
    )


def _sent_on(where: str, location: str) -> Fault:
    # It is not followed: what is sent there is sent to somebody else.
    try:
        there = f" to {server_url(location).where}"
    except ValueError:
        there = ""
    return Fault(
        "connection",
        Sentence("{where} does not answer itself but sends its callers on{there}.", where=where, there=there),
        "Name the server that is meant in the settings.",
    )


_STATUS = {
    "invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
    "not_found_error": 404, "request_too_large": 413, "rate_limit_error": 429, "api_error": 500, "timeout_error": 504,
    "overloaded_error": 529,
}  # fmt: skip


def fault_of_result(error: Any, connection: Connection, model: str) -> Fault:
    """The fault of one request of a batch: `error` is the error's JSON, in the words of a direct call."""
    told = error.get("error") if isinstance(error, Mapping) else None
    if not isinstance(told, Mapping):
        return _nonsense(connection.where)
    kind, words = str(told.get("type") or ""), told.get("message")
    said = _shown(words if isinstance(words, str) else "", connection)
    return _by_type(kind, _STATUS.get(kind, 500), said, connection.where, model)


def _by_type(kind: str, status: int, said: str, where: str, model: str) -> Fault:
    # In a stream the status says 200, so the type goes first where there is one.
    lowered = said.lower()
    if kind == "billing_error" or status == 402 or "credit balance" in lowered:
        return Fault(
            "credit",
            Sentence("The account at {where} is out of credit.", where=where),
            "Top it up or set another key, then retry.",
        )
    if kind == "authentication_error" or status == 401:
        return Fault("auth", Sentence("{where} did not accept the API key.", where=where), _KEY_HINT)
    if kind == "permission_error" or status == 403:
        return Fault(
            "auth", Sentence("The API key may not use {model} at {where}.", model=model, where=where), _KEY_HINT
        )
    if kind == "not_found_error" or status == 404:
        return Fault(
            "bad_request",
            Sentence("{where} knows no model '{model}'.", where=where, model=model),
            "Choose another model, then retry.",
        )
    if kind == "request_too_large" or status == 413 or (status == 400 and _too_long(lowered)):
        return Fault(
            "context_full",
            Sentence("The talk has grown too long for {model}.", model=model),
            "Fork earlier, or choose another model.",
        )
    if kind == "rate_limit_error" or status == 429:
        return Fault(
            "rate_limited",
            Sentence("{where} limits how often it may be asked.", where=where),
            again=True,
            why=RATE_LIMITED,
        )
    if kind == "overloaded_error" or status == 529:
        return Fault("overloaded", Sentence("{where} is overloaded.", where=where), again=True, why="overloaded")
    if kind == "timeout_error" or status in {408, 504}:
        return Fault(
            "timeout", Sentence("{where} took too long for the reply.", where=where), again=True, why="timed out"
        )
    if status == 409 or status >= 500 or kind == "api_error":
        return Fault(
            "server",
            Sentence("{where} had a fault of its own ({status}).", where=where, status=status),
            again=True,
            why="server fault",
        )
    return Fault(
        "bad_request",
        Sentence(
            "{where} refused the request ({status}){value}.",
            where=where,
            status=status,
            value=": " + said if said else "",
        ),
        "Choose another model or API version in the settings, then retry.",
    )


def _too_long(said: str) -> bool:
    return "too long" in said or ("context" in said and ("exceed" in said or "size" in said or "window" in said))


def said_by(error: Any, connection: Connection) -> str:
    """The server's own words: one line, short, and without anything like a key."""
    return _shown(error.api_message if isinstance(error.api_message, str) else "", connection)


def _shown(words: str, connection: Connection) -> str:
    line = redact(" ".join(words.split()), connection.key)
    return (line if len(line) <= SHOWN else line[: SHOWN - 1] + "…").rstrip(".")


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds after which the server wants to be asked again; 0 where it does not say."""
    for name, scale in (("retry-after-ms", 1_000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers.get(name, "")) / scale)
        except ValueError:
            continue
    moment = email.utils.parsedate_tz(headers.get("retry-after", ""))
    return max(0.0, email.utils.mktime_tz(moment) - time.time()) if moment else 0.0
