"""What can go wrong with a call, as a sentence and what to do about it."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from typing import Any

from parley.core.base.errors import VoiceError, VoiceFault
from parley.core.base.sentences import Argument, Sentence
from parley.core.base.urls import server_url
from parley.core.voices.anthropic.connection import Connection
from parley.core.voices.keys import redact
from parley.core.voices.limits import RATE_LIMITED

SHOWN = 240
"""Characters of a server's own message that are shown."""

_KEY_HINT = "Set another key in the settings or in ANTHROPIC_API_KEY, then retry."
_NO_KEY_HINT = (
    "Set a key, and name this server in the settings or in ANTHROPIC_BASE_URL: one that only a cast names gets none."
)
_RETRY_HINT = "Nothing is lost: retry takes the same turn again."


class Fault(VoiceError):
    """One way in which a call failed. `again`: worth another try; `why` is for the one who waits for it.

    `unsure`: what the call was to do may have been done all the same.
    """

    def __init__(
        self,
        kind: VoiceFault,
        sentence: str,
        hint: str = _RETRY_HINT,
        /,
        *,
        again: bool = False,
        why: str = "",
        **args: Argument,
    ) -> None:
        super().__init__(kind, Sentence.of(sentence, args) if args else sentence, hint=hint)
        self.again = again
        self.why = why
        self.unsure = False


def fault_of(error: Exception, connection: Connection, model: str) -> Fault | None:
    """The fault that `error` stands for; None where it is no fault of the call but of ours."""
    # The SDK has been loaded by then, or the error is none of its own.
    import anthropic
    import httpx2

    where, cause = connection.where, error.__cause__
    if isinstance(error, Fault):
        return error
    if isinstance(error, anthropic.APIStatusError):
        return _status_fault(error, connection, model)
    connecting = isinstance(cause, httpx2.ConnectTimeout | httpx2.PoolTimeout)
    silent = isinstance(error, TimeoutError | httpx2.TimeoutException | anthropic.APITimeoutError)
    if silent and not (connecting and isinstance(error, anthropic.APITimeoutError)):
        template = "{where} did not say a word for {timeout:g} s."
        hint = "Retry, or allow more patience in the settings."
        return Fault("timeout", template, hint, where=where, timeout=connection.timeout)
    if isinstance(error, anthropic.APIConnectionError):
        if isinstance(cause, httpx2.UnsupportedProtocol | httpx2.InvalidURL):
            template = "{where} is not an address that can be called."
            return Fault("connection", template, "Correct the server's URL.", where=where)
        hint = "Check the connection, and the server's URL in the settings; then retry."
        return Fault("connection", "{where} cannot be reached.", hint, again=True, why="no connection", where=where)
    if isinstance(error, httpx2.TransportError | httpx2.StreamError | anthropic.APIError):
        return broken_off(connection, begun=True)
    if isinstance(error, UnicodeError | ValueError | AttributeError) and _from_stream(error):
        return broken_off(connection, begun=False)
    return None


def broken_off(connection: Connection, *, begun: bool) -> Fault:
    """A stream that ended too early: in the middle, or before it had begun to be one."""
    if not begun:
        return nonsense(connection)
    template = "The connection to {where} broke off in the middle of the reply."
    return Fault("dropped", template, again=True, why="connection lost", where=connection.where)


def nonsense(connection: Connection) -> Fault:
    """Something came that is no answer of this API."""
    hint = "Check the server's URL in the settings."
    return Fault(
        "invalid", "{where} answered with something that is not the Messages API.", hint, where=connection.where
    )


def _from_stream(error: BaseException) -> bool:
    """Whether the error arose while somebody else's bytes were read, and not in our own code."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    module = trace.tb_frame.f_globals.get("__name__", "") if trace else ""
    return module.startswith(("anthropic", "httpx2", "json")) or module == f"{__package__}.call"


def _status_fault(error: Any, connection: Connection, model: str) -> Fault:
    """`error` is an `anthropic.APIStatusError`; in a stream its status is 200 and its type alone tells."""
    status, headers, where = int(error.status_code), error.response.headers, connection.where
    if 300 <= status < 400:
        # It is not followed: what is sent there is sent to somebody else.
        try:
            there = f" to {server_url(str(headers.get('location', ''))).where}"
        except ValueError:
            there = ""
        template = "{where} does not answer itself but sends its callers on{there}."
        return Fault("connection", template, "Name the server that is meant in the settings.", where=where, there=there)
    fault = _by_type(str(error.type or ""), status, said_by(error, connection), where, model)
    if fault.kind == "auth" and connection.key is None:
        fault = Fault("auth", "{where} wants an API key.", _NO_KEY_HINT, where=where)
    fault.again = fault.again and headers.get("x-should-retry") != "false"
    fault.retry_after = retry_after(headers)
    fault.request_id = redact(error.request_id or "", connection.key)
    return fault


_STATUS = {
    "invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
    "not_found_error": 404, "request_too_large": 413, "rate_limit_error": 429, "api_error": 500, "timeout_error": 504,
    "overloaded_error": 529,
}  # fmt: skip


def fault_of_result(error: Any, connection: Connection, model: str) -> Fault:
    """The fault of one request of a batch: `error` is the error's JSON, in the words of a direct call."""
    told = error.get("error") if isinstance(error, Mapping) else None
    if not isinstance(told, Mapping):
        return nonsense(connection)
    kind, words = str(told.get("type") or ""), told.get("message")
    said = _shown(words if isinstance(words, str) else "", connection)
    return _by_type(kind, _STATUS.get(kind, 500), said, connection.where, model)


def _by_type(kind: str, status: int, said: str, where: str, model: str) -> Fault:
    # In a stream the status says 200, so the type goes first where there is one.
    lowered = said.lower()
    if kind == "billing_error" or status == 402 or "credit balance" in lowered:
        hint = "Top it up or set another key, then retry."
        return Fault("credit", "The account at {where} is out of credit.", hint, where=where)
    if kind == "authentication_error" or status == 401:
        return Fault("auth", "{where} did not accept the API key.", _KEY_HINT, where=where)
    if kind == "permission_error" or status == 403:
        return Fault("auth", "The API key may not use {model} at {where}.", _KEY_HINT, model=model, where=where)
    if kind == "not_found_error" or status == 404:
        hint = "Choose another model, then retry."
        return Fault("bad_request", "{where} knows no model '{model}'.", hint, where=where, model=model)
    if kind == "request_too_large" or status == 413 or (status == 400 and _too_long(lowered)):
        hint = "Fork earlier, or choose another model."
        return Fault("context_full", "The talk has grown too long for {model}.", hint, model=model)
    if kind == "rate_limit_error" or status == 429:
        template = "{where} limits how often it may be asked."
        return Fault("rate_limited", template, again=True, why=RATE_LIMITED, where=where)
    if kind == "overloaded_error" or status == 529:
        return Fault("overloaded", "{where} is overloaded.", again=True, why="overloaded", where=where)
    if kind == "timeout_error" or status in {408, 504}:
        return Fault("timeout", "{where} took too long for the reply.", again=True, why="timed out", where=where)
    if status == 409 or status >= 500 or kind == "api_error":
        template = "{where} had a fault of its own ({status})."
        return Fault("server", template, again=True, why="server fault", where=where, status=status)
    template = "{where} refused the request ({status}){value}."
    hint = "Choose another model or API version in the settings, then retry."
    return Fault("bad_request", template, hint, where=where, status=status, value=": " + said if said else "")


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
