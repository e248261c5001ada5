"""The way to a server that speaks the Messages API; the SDK is loaded with the first call."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parley.core.base.sentences import Sentence
from parley.core.base.urls import ServerUrl, server_url
from parley.core.voices.remote import connection
from parley.core.voices.remote.connection import Said, list_omitted

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

HOME = server_url("https://api.anthropic.com")


@dataclass(kw_only=True)
class Connection(connection.Connection):
    """`version` is the API's; empty means the SDK's own."""

    api = Sentence("the Messages API")
    home = HOME
    embeddings = "/v1/embeddings"

    server: ServerUrl = HOME
    variable: str = "ANTHROPIC_API_KEY"
    version: str = ""

    def load_sdk(self) -> Any:
        """Return the SDK's module."""
        import anthropic

        return anthropic

    def said(self, error: Any) -> Said:
        """Return what the server said; in a stream its status is 200, and its type alone tells."""
        message = getattr(error, "api_message", None)
        return Said(str(error.type or ""), int(error.status_code), message if isinstance(message, str) else "")

    def _open(self) -> AsyncAnthropic:
        import anthropic

        # Left unset, variables of the environment could have the SDK send traces with the talk's content elsewhere.
        client = anthropic.AsyncAnthropic(
            base_url=self.server.url, default_headers=self._get_headers(), open_telemetry=False, **self._options()
        )
        # Both load further modules on first use: better here, in the thread.
        _ = client.messages, client.models
        return client

    def _get_headers(self) -> dict[str, Any]:
        """Return headers besides or instead of the SDK's own: it adds those of `ANTHROPIC_CUSTOM_HEADERS` by itself."""
        lines = os.environ.get("ANTHROPIC_CUSTOM_HEADERS", "")
        found = list_omitted(self.load_sdk(), lines, trusted=self.trusted, key=self.key is not None)
        return found | ({"anthropic-version": self.version} if self.version else {})
