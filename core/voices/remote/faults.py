"""What can go wrong with a call, as a sentence and what to do about it."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from typing import Any

from parley.core.base.errors import VoiceError, VoiceFault
from parley.core.base.sentences import Argument, Sentence
from parley.core.base.urls import server_url
from parley.core.voices.keys import redact
from parley.core.voices.limits import RATE_LIMITED
from parley.core.voices.remote.connection import Connection, Said

SHOWN = 240
"""Characters of a server's own message that are shown."""

_KEY_HINT = "Set another key in the settings or in {variable}, then retry."
_NO_KEY_HINT = "Set one in the settings or in {variable}, then retry; a server that only a cast names gets none."
_RETRY_HINT = "Nothing is lost: retry takes the same turn again."
LONGEST = 4_000_000
"""Characters of a reply, thoughts and calls with it; bytes of one that does not stream."""


class Fault(VoiceError):
    """One way in which a call failed. `again`: worth another try; `why` is for the one who waits for it.

    `words` are the server's own words.
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
        self.words = ""


def fault_of(error: Exception, connection: Connection, model: str) -> Fault | None:
    """Return the fault that `error` stands for; None where it is no fault of the call but of ours."""
    if isinstance(error, Fault):
        return error
    # Both have been loaded by then, or the error is none of theirs.
    import httpx2

    sdk, where, cause = connection.load_sdk(), connection.where, error.__cause__  # SDKs wrap the transport's error
    if isinstance(error, sdk.APIStatusError):
        return _build_status_fault(error, connection, model)
    connecting = isinstance(cause, httpx2.ConnectTimeout | httpx2.PoolTimeout)  # never reached, not silent
    silent = isinstance(error, TimeoutError | httpx2.TimeoutException | sdk.APITimeoutError)
    if silent and not (connecting and isinstance(error, sdk.APITimeoutError)):
        template = "{where} did not say a word for {timeout:g} s."
        hint = "Retry, or allow more patience in the settings."
        return Fault("timeout", template, hint, where=where, timeout=connection.timeout)
    if isinstance(error, sdk.APIConnectionError):
        if isinstance(cause, httpx2.UnsupportedProtocol | httpx2.InvalidURL):
            template = "{where} is not an address that can be called."
            return Fault("connection", template, "Correct the server's URL.", where=where)
        hint = "Check the connection, and the server's URL in the settings; then retry."
        return Fault("connection", "{where} cannot be reached.", hint, again=True, why="no connection", where=where)
    if isinstance(error, sdk.APIError) and getattr(error, "body", None):
        # An error in the middle of a stream, whose status was fine.
        return of_said(connection.said(error), connection, model)
    if isinstance(error, httpx2.TransportError | httpx2.StreamError | sdk.APIError):
        return broken_off(connection, begun=True)
    if isinstance(error, UnicodeError | ValueError | AttributeError) and _is_stream_error(error, sdk):
        return broken_off(connection, begun=False)
    return None


def make_refusal(name: str, said: str, about: str = "") -> Fault:
    """Return the fault of a model that would not say something; `said` is its own word on it, without keys."""
    about, why = f" ({about})" if about else "", f": {said}" if said else ""
    # A fault's own "why" is for who waits for another try: the sentence is filled in before.
    told = Sentence("{name} declined to say this{about}{why}.", name=name, about=about, why=why)
    return Fault("refused", told, "Change the topic or the direction, then retry.")


def make_unusable_fault(name: str, *, broken_tools: bool, cut_at: int) -> Fault:
    """Return the fault of a reply that has neither words nor a tool call that can be read.

    `cut_at`: after so many tokens it was cut off (0: it ended by itself).
    """
    if broken_tools:
        return Fault("invalid", "{name} called a tool with arguments that cannot be read.", name=name)
    if cut_at:
        template = "{name} used up its {max_tokens} tokens before it said a word."
        return Fault("empty", template, name=name, max_tokens=cut_at)
    return Fault("empty", "{name} replied without a word.", name=name)


def broken_off(connection: Connection, *, begun: bool) -> Fault:
    """Return the fault of a stream that ended too early: in the middle, or before it had begun to be one."""
    if not begun:
        return make_nonsense_fault(connection)
    template = "The connection to {where} broke off in the middle of the reply."
    return Fault("dropped", template, again=True, why="connection lost", where=connection.where)


def make_nonsense_fault(connection: Connection) -> Fault:
    """Return the fault of an answer that is none of this API."""
    hint = "Check the server's URL in the settings."
    template = "{where} answered with something that is not {api}."
    return Fault("invalid", template, hint, where=connection.where, api=connection.api)


def make_endless_fault(connection: Connection, most: int) -> Fault:
    """Return the fault of more than any reply has."""
    template = "{where} sent more than {most:,} characters in one reply, which was left there."
    return Fault("invalid", template, "Try another model there.", where=connection.where, most=most)


def _is_stream_error(error: BaseException, sdk: Any) -> bool:
    """Return whether the error arose while somebody else's bytes were read, and not in our own code."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    module = trace.tb_frame.f_globals.get("__name__", "") if trace else ""
    return module.startswith((sdk.__name__, "httpx2", "json")) or module in _CALLS


_CALLS = tuple(f"parley.core.voices.{each}.call" for each in ("anthropic", "openai", "remote"))
"""Where the SDKs' events are taken apart."""


def _build_status_fault(error: Any, connection: Connection, model: str) -> Fault:
    """Return the fault of an `APIStatusError` of the SDK."""
    headers, where = error.response.headers, connection.where
    if 300 <= int(error.status_code) < 400:
        # It is not followed: what is sent there is sent to somebody else.
        try:
            there = f" to {server_url(str(headers.get('location', ''))).where}"
        except ValueError:
            there = ""
        template = "{where} does not answer itself but sends its callers on{there}."
        return Fault("connection", template, "Name the server that is meant in the settings.", where=where, there=there)
    fault = of_said(connection.said(error), connection, model)
    fault.again = fault.again and headers.get("x-should-retry") != "false"  # the SDKs' own retries heed it
    fault.retry_after = retry_after(headers)
    fault.request_id = redact(error.request_id or "", connection.key)
    return fault


def of_said(said: Said, connection: Connection, model: str) -> Fault:
    """Return the fault of what a server said."""
    fault = by_kind(said.kind, said.status, quote_words(said.message, connection), connection, model)
    if fault.kind == "auth" and connection.key is None:
        hint = Sentence(_NO_KEY_HINT, variable=connection.variable)
        return Fault("auth", "{where} wants an API key.", hint, where=connection.where)
    fault.words = said.message
    return fault


def by_kind(kind: str, status: int, said: str, connection: Connection, model: str) -> Fault:
    """Return the fault of an error by what the server calls it, its status and its words."""
    # In a stream the status says 200, so the kind goes first where there is one.
    where, lowered = connection.where, said.lower()
    key_hint = Sentence(_KEY_HINT, variable=connection.variable)
    if kind == "billing_error" or status == 402 or "credit balance" in lowered:  # Anthropic says so with a 400
        hint = "Top it up or set another key, then retry."
        return Fault("credit", "The account at {where} is out of credit.", hint, where=where)
    if kind == "refusal":
        value = ": " + said if said else ""
        hint = "Change the topic or the direction, then retry."
        return Fault("refused", "{where} would not have this said{value}.", hint, where=where, value=value)
    if kind == "authentication_error" or status == 401:
        return Fault("auth", "{where} did not accept the API key.", key_hint, where=where)
    if kind == "permission_error" or status == 403:
        return Fault("auth", "The API key may not use {model} at {where}.", key_hint, model=model, where=where)
    if not kind and status == 404 and "model" not in lowered:
        hint = "Check the server's URL in the settings."
        value = ": " + said if said else ""
        return Fault("invalid", "{where} has nothing at this address{value}.", hint, where=where, value=value)
    if kind == "not_found_error" or status == 404:
        hint = "Choose another model, then retry."
        return Fault("bad_request", "{where} knows no model '{model}'.", hint, where=where, model=model)
    if kind == "request_too_large" or status == 413 or (status in {200, 400} and _is_context_too_long(lowered)):
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


def _is_context_too_long(said: str) -> bool:
    return "too long" in said or ("context" in said and ("exceed" in said or "size" in said or "window" in said))


def quote_words(words: str, connection: Connection) -> str:
    """Return a server's own words: one line, short, and without anything like a key."""
    line = redact(" ".join(words.split()), connection.key)  # before it is cut: half a key would not be known as one
    return (line if len(line) <= SHOWN else line[: SHOWN - 1] + "…").rstrip(".")


def retry_after(headers: Mapping[str, str]) -> float:
    """Return the seconds after which the server wants to be asked again; 0 where it does not say."""
    for name, scale in (("retry-after-ms", 1_000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers.get(name, "")) / scale)
        except ValueError:
            continue
    moment = email.utils.parsedate_tz(headers.get("retry-after", ""))  # or an HTTP date
    return max(0.0, email.utils.mktime_tz(moment) - time.time()) if moment else 0.0
