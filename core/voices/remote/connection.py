"""The way to a server that writes lines; its SDK is loaded with the first call."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, ClassVar, NamedTuple

from parley.core.base.errors import VoiceUnavailable
from parley.core.base.extras import get_hint
from parley.core.base.sentences import Sentence
from parley.core.base.urls import ServerUrl
from parley.core.voices.keys import Echo, remember_secrets

CONNECT_SECONDS = 10.0
NO_KEY = "none"
"""What an SDK is given where there is no key, and what is not sent: it must not look for one by itself."""
LONGEST_NAME = 400
"""Characters of a model's name."""
_PATH = re.compile(r"^(?:[/~]|\.{1,2}[/\\]|[A-Za-z]:[/\\]|\\\\)")  # starts with / ~ ./ ../ C:\ or \\


class Said(NamedTuple):
    """What a server said with an error: which kind it calls it, in the words of `parley.core.voices.remote.faults`,
    the HTTP status, and its message as it came."""

    kind: str
    status: int
    message: str


@dataclass(kw_only=True)
class Connection:
    """Where calls go. `timeout` is the longest silence in seconds.

    `trusted`: the server is the provider's own or one that the user set. Another one gets no key, and none of the
    headers that the environment has for the user's own. `variable` is the environment's name for the key.
    """

    api: ClassVar[Sentence]
    """What the server is expected to speak, for a sentence."""
    home: ClassVar[ServerUrl]
    """The provider's own server."""
    embeddings: ClassVar[str]
    """Where texts are embedded, as the SDK's client wants it."""

    server: ServerUrl
    key: str | None = field(default=None, repr=False)  # a repr may end up in a log
    timeout: float = 120.0
    trusted: bool = True
    variable: str = ""
    _client: Any = field(default=None, init=False, repr=False)

    @property
    def where(self) -> str:
        """The server's name for a sentence; without what a URL may carry of secrets."""
        return self.server.where

    @property
    def at_home(self) -> bool:
        """Whether it is the provider's own server."""
        return self.server.origin == self.home.origin

    @property
    def direct(self) -> bool:
        """Whether no proxy leads there: plain http on this machine."""
        return self.server.scheme == "http" and is_loopback(self.server.host)

    def make_echo(self) -> Echo:
        """Return what masks the secrets that go this way in what comes back."""
        return Echo(self.key, *self.server.secrets)

    def load_sdk(self) -> Any:
        """Return the SDK's module. Slow, the first time."""
        raise NotImplementedError

    def said(self, error: Any) -> Said:
        """Return what the server said with an error of the SDK that it answered with."""
        raise NotImplementedError

    def _open(self) -> Any:
        raise NotImplementedError

    def call_headers(self) -> dict[str, Any]:
        """Return the headers of every call."""
        return {}

    async def get_client(self) -> Any:
        """Return the SDK's client. Its import takes seconds, so it happens in a thread and only once."""
        if self._client is None:
            # What may come back in a reply is masked there.
            remember_secrets(self.key, *self.server.secrets)
            fresh = await asyncio.to_thread(self._open)
            if self._client is None:  # another call may have opened one meanwhile
                self._client = fresh
            else:
                await fresh.close()
        return self._client

    def _options(self) -> dict[str, Any]:
        """Return what both SDKs' clients are made with."""
        sdk = self.load_sdk()
        return {
            "api_key": self.key or NO_KEY,
            "timeout": sdk.Timeout(self.timeout, connect=min(CONNECT_SECONDS, self.timeout)),
            # Our own retries can be seen and cancelled.
            "max_retries": 0,
            # Another server would be sent the talk, and perhaps the key, without anybody having allowed it.
            "http_client": sdk.DefaultAsyncHttpxClient(follow_redirects=False, trust_env=not self.direct),
        }

    async def close(self) -> None:
        """Close the connections. Idempotent."""
        client, self._client = self._client, None  # before the await, so that two closes close it once
        if client is not None:
            await client.close()


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine itself."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback  # IPv6 stands in brackets in a URL
    except ValueError:
        return False


def check_sdk(kind: str) -> None:
    """Raise `VoiceUnavailable` where the SDK of "anthropic" or "openai" is not installed; it is not loaded."""
    if find_spec(kind) is None:
        raise VoiceUnavailable(
            "This voice needs the package {package}, which is not installed.", package=kind, hint=get_hint(kind)
        )


def list_omitted(sdk: Any, lines: str, *, trusted: bool, key: bool) -> dict[str, Any]:
    """Return the headers that a client must not send: of those that the environment names in `lines` ("Name: value"),
    all where the server is not `trusted`; and, without a `key`, the SDK's own idea of one.
    """
    custom = [line.partition(":")[0].strip() for line in lines.split("\n") if ":" in line]
    found: dict[str, Any] = {} if trusted else {name: sdk.Omit() for name in custom}
    if not key and not (trusted and "authorization" in map(str.lower, custom)):
        found["Authorization"] = sdk.Omit()  # else the SDK sends NO_KEY
    return found


def plain_model(name: str) -> str:
    """Return the model's name; of a file on somebody's disk only its own name, for the folders may be private."""
    name = " ".join(name.split())[:LONGEST_NAME]
    return re.split(r"[/\\]", name.rstrip("/\\"))[-1] if _PATH.match(name) else name
