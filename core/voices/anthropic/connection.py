"""The way to a server that speaks the Messages API; the SDK is loaded when it is first gone."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

HOME = "https://api.anthropic.com"
CONNECT_SECONDS = 10.0
NO_KEY = "none"
"""Sent where a server needs no key: the SDK must not look for one by itself and hand it to a stranger."""


@dataclass
class Connection:
    """Where calls go. `timeout` is the longest silence in seconds; `version` empty means the SDK's own."""

    base_url: str = HOME
    key: str | None = field(default=None, repr=False)
    version: str = ""
    timeout: float = 120.0
    _client: AsyncAnthropic | None = field(default=None, init=False, repr=False)

    @property
    def where(self) -> str:
        """The server's name for a sentence; without what a URL may carry of secrets."""
        parts = urlsplit(self.base_url)
        return f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname or self.base_url

    @property
    def at_home(self) -> bool:
        """Whether it is Anthropic's own server."""
        return same_server(self.base_url, HOME)

    async def client(self) -> AsyncAnthropic:
        """The SDK's client. Its import takes seconds, so it happens in a thread and only once."""
        if self._client is None:
            fresh = await asyncio.to_thread(self._open)
            if self._client is None:
                self._client = fresh
            else:
                await fresh.close()
        return self._client

    def _open(self) -> AsyncAnthropic:
        import anthropic

        client = anthropic.AsyncAnthropic(
            api_key=self.key or NO_KEY,
            base_url=self.base_url,
            timeout=anthropic.Timeout(self.timeout, connect=min(CONNECT_SECONDS, self.timeout)),
            # Our own retries can be seen and cancelled.
            max_retries=0,
            default_headers={"anthropic-version": self.version} if self.version else None,
            open_telemetry=False,
        )
        # Both load further modules on first use: better here, in the thread.
        _ = client.messages, client.models
        return client

    async def close(self) -> None:
        """Close the connections. Idempotent."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()


def same_server(a: str, b: str) -> bool:
    """Whether two URLs lead to the same scheme, host and port."""
    return _origin(a) == _origin(b)


def _origin(url: str) -> tuple[str, str, int]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
