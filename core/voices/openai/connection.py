"""The way to a server that speaks chat completions; the SDK is loaded with the first call."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parley.core.base.sentences import Sentence
from parley.core.base.urls import ServerUrl, server_url
from parley.core.voices.remote import connection
from parley.core.voices.remote.connection import Said, list_omitted

if TYPE_CHECKING:
    from openai import AsyncOpenAI

HOME = server_url("https://api.openai.com")
_VERSION = re.compile(r"/v\d+[a-z]*\d*(/|$)")  # a part such as /v1 or /v1beta2, anywhere in the path

_KINDS = {
    "insufficient_quota": "billing_error", "billing_hard_limit_reached": "billing_error",
    "invalid_api_key": "authentication_error", "authentication_error": "authentication_error",
    "permission_error": "permission_error", "insufficient_permissions": "permission_error",
    "context_length_exceeded": "request_too_large", "exceed_context_size_error": "request_too_large",
    "string_above_max_length": "request_too_large",
    "rate_limit_exceeded": "rate_limit_error", "rate_limit_error": "rate_limit_error",
    "model_not_found": "not_found_error",
    "content_filter": "refusal", "content_policy_violation": "refusal", "moderation_blocked": "refusal",
    "overloaded_error": "overloaded_error", "unavailable_error": "overloaded_error",
    "engine_overloaded": "overloaded_error",
    "server_error": "api_error", "internal_error": "api_error",
}  # fmt: skip
"""What servers call an error (its code first, then its type), in the words of `parley.core.voices.remote.faults`."""


@dataclass(kw_only=True)
class Connection(connection.Connection):
    """`environment`: the server is the one that the environment's OPENAI_… headers are meant for."""

    api = Sentence("chat completions")
    home = HOME
    embeddings = "/embeddings"

    server: ServerUrl = HOME
    variable: str = "OPENAI_API_KEY"
    environment: bool = False

    @property
    def url(self) -> str:
        """Where the API begins. A path that names a version itself is taken as it is (Gemini's …/v1beta/openai)."""
        url = self.server.url
        path = url.partition("://")[2].partition("/")[2]
        return url if _VERSION.search(f"/{path}") else f"{url}/v1"

    def load_sdk(self) -> Any:
        """Return the SDK's module."""
        import openai

        return openai

    def said(self, error: Any) -> Said:
        """Return what the server said. Servers put it into "error", which is an object or a text, or into "detail"."""
        body, status = error.body, int(getattr(error, "status_code", 200))  # an error within a stream has no status
        told: Mapping[str, Any] = body if isinstance(body, Mapping) else {}
        words = next((told[name] for name in ("message", "error", "detail", "msg") if told.get(name)), body)
        words = words if isinstance(words, str) else "" if words is None else str(words)
        names = [str(told.get(name) or "") for name in ("code", "type")]
        kind = next((_KINDS[name] for name in names if name in _KINDS), "")
        if status == 200 and names[0].isdigit():
            status = int(names[0])  # Gateways say in a stream which status it would have been
        lowered = words.lower()
        if "quota" in lowered and "exceeded" in lowered and status == 429 and "billing" in lowered:  # out of credit
            kind = "billing_error"
        if status == 403 and ("moderation" in lowered or "flagged" in lowered):  # OpenRouter's way to say so
            kind = "refusal"
        return Said(kind, status, words)

    def _open(self) -> AsyncOpenAI:
        import openai

        client = openai.AsyncOpenAI(
            base_url=self.url, default_headers=self._headers(), admin_api_key="", webhook_secret="", **self._options()
        )
        client.admin_api_key = None  # the constructor got "": None makes it read OPENAI_ADMIN_KEY
        if not self.environment:
            client.organization = client.project = None  # the SDK has read OPENAI_ORG_ID and OPENAI_PROJECT_ID
        # It loads further modules on first use: better here, in the thread.
        _ = client.chat.completions
        return client

    def call_headers(self) -> dict[str, Any]:
        """Return what keeps the SDK, which is told with every call, from sending a key where there is none."""
        return {} if self.key else {"Authorization": self.load_sdk().Omit()}

    def _headers(self) -> dict[str, Any]:
        """Return headers instead of the SDK's own: it adds those of `OPENAI_CUSTOM_HEADERS` by itself."""
        lines = os.environ.get("OPENAI_CUSTOM_HEADERS", "")
        return list_omitted(self.load_sdk(), lines, trusted=self.trusted and self.environment, key=self.key is not None)
