"""The way to a server that speaks the Messages API; the SDK is loaded when it is first gone."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from parley.core.base.urls import ServerUrl, server_url
from parley.core.voices.keys import Echo, remember

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

HOME = server_url("https://api.anthropic.com")
CONNECT_SECONDS = 10.0
NO_KEY = "none"
"""What the SDK is given where there is no key, and what is not sent: it must not look for one by itself."""


@dataclass
class Connection:
    """Where calls go. `timeout` is the longest silence in seconds; `version` empty means the SDK's own.

    `trusted`: the server is the provider's own or one that the user set. Another one gets no key, and none of the
    headers that the environment has for the user's own.
    """

    server: ServerUrl = HOME
    key: str | None = field(default=None, repr=False)
    version: str = ""
    timeout: float = 120.0
    trusted: bool = True
    _client: AsyncAnthropic | None = field(default=None, init=False, repr=False)

    @property
    def where(self) -> str:
        """The server's name for a sentence; without what a URL may carry of secrets."""
        return self.server.where

    @property
    def at_home(self) -> bool:
        """Whether it is Anthropic's own server."""
        return self.server.origin == HOME.origin

    def echo(self) -> Echo:
        """What masks the secrets that go this way in what comes back."""
        return Echo(self.key, *self.server.secrets)

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

        # What may come back in a reply is masked there.
        remember(self.key, *self.server.secrets)
        client = anthropic.AsyncAnthropic(
            api_key=self.key or NO_KEY,
            base_url=self.server.url,
            timeout=anthropic.Timeout(self.timeout, connect=min(CONNECT_SECONDS, self.timeout)),
            # Our own retries can be seen and cancelled.
            max_retries=0,
            default_headers=self._headers(),
            open_telemetry=False,
            # Another server would be sent the talk, and perhaps the key, without anybody having allowed it.
            http_client=anthropic.DefaultAsyncHttpxClient(follow_redirects=False),
        )
        # Both load further modules on first use: better here, in the thread.
        _ = client.messages, client.models
        return client

    def _headers(self) -> dict[str, Any]:
        """Headers besides the SDK's own, or instead of them: it adds those of `ANTHROPIC_CUSTOM_HEADERS` by itself."""
        import anthropic

        lines = os.environ.get("ANTHROPIC_CUSTOM_HEADERS", "").split("\n")
        custom = [line.partition(":")[0].strip() for line in lines if ":" in line]
        found: dict[str, Any] = {} if self.trusted else {name: anthropic.Omit() for name in custom}
        if self.key is None and not (self.trusted and "authorization" in map(str.lower, custom)):
            found["Authorization"] = anthropic.Omit()
        return found | ({"anthropic-version": self.version} if self.version else {})

    async def close(self) -> None:
        """Close the connections. Idempotent."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()
