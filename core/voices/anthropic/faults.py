"""What went wrong with one request of a batch, in the words of a direct call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parley.core.voices.anthropic.connection import Connection
from parley.core.voices.remote.faults import Fault, by_kind, nonsense, shown

_STATUS = {
    "invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
    "not_found_error": 404, "request_too_large": 413, "rate_limit_error": 429, "api_error": 500, "timeout_error": 504,
    "overloaded_error": 529,
}  # fmt: skip


def fault_of_result(error: Any, connection: Connection, model: str) -> Fault:
    """The fault of one request of a batch: `error` is the error's JSON."""
    told = error.get("error") if isinstance(error, Mapping) else None
    if not isinstance(told, Mapping):
        return nonsense(connection)
    kind, words = str(told.get("type") or ""), told.get("message")
    said = shown(words if isinstance(words, str) else "", connection)
    return by_kind(kind, _STATUS.get(kind, 500), said, connection, model)
