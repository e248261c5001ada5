"""URLs of servers: parsed, compared and shown in one place. The grammar is that of pydantic (the WHATWG's)."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, field

from pydantic import ValidationError
from pydantic_core import Url

from parley.core.base.errors import UsageError
from parley.core.base.sentences import Sentence

MASK = "…"
OWN = "@"
"""What stands before the name of one of the user's own servers where it is asked about: no host begins with it."""
CREDENTIALS = "a server's URL has no user name or password in it; the key belongs into the keyring"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_CREDENTIALS = re.compile(r"(?<=://)[^\s/?#]*@")
_QUERY = re.compile(r"(?<=[?&#;])([\w.~%-]+)=[^\s&#;'\"]+")
# Not with the whole scheme: looking for its beginning anywhere in a long word takes a time that grows with its square.
_URL = re.compile(r"(?<=[a-zA-Z0-9+.-])://\S+")


@dataclass(frozen=True)
class ServerUrl:
    """A server that speaks HTTP. `url` is normalised and without the API's path; it may hold a password, so never show
    it. `host` is in ASCII."""

    url: str = field(repr=False)
    scheme: str
    host: str
    port: int
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port."""
        return self.scheme, self.host, self.port

    @property
    def address(self) -> str:
        """What a key is bound to: scheme, host, port and path. On a gateway the path says whose server it is."""
        return without_credentials(self.url)  # a key stays bound when the password changes

    @property
    def where(self) -> str:
        """The server's name for a sentence: host, and port where it is not the usual one."""
        usual = {"http": 80, "https": 443}[self.scheme]
        return self.host if self.port == usual else f"{self.host}:{self.port}"

    @property
    def shown(self) -> str:
        """The URL without user name and password."""
        return mask_urls(self.url)

    def is_called(self, name: str) -> bool:
        """Return whether `name`, a host with or without port or a URL, means this server."""
        named = server_url(name if "://" in name else f"{self.scheme}://{name}")
        return named.origin == self.origin


def server_url(text: str) -> ServerUrl:
    """Return the server that `text` names. Raises `ValueError` with what is wrong, without what may be secret in it."""
    try:
        url = Url(text.strip())
    except ValidationError as error:
        why = error.errors(include_url=False)[0]["msg"].removeprefix("Input should be a valid URL, ")
        raise ValueError(
            Sentence("this is no server's URL ({why}): write https://host or http://localhost:8080", why=why)
        ) from None
    if url.scheme not in ("http", "https") or not url.host or not url.port:  # the scheme's default port counts
        raise ValueError(Sentence("a server's URL begins with http:// or https://, such as http://localhost:8080"))
    if url.query or url.fragment:
        raise ValueError(Sentence("a server's URL ends with its path: it has no query and no fragment"))
    path = url.path or "/"
    plain = str(url).removesuffix(path) + path.rstrip("/").removesuffix("/v1").rstrip("/")
    secrets = tuple(part for part in (url.password, url.username) if part)
    return ServerUrl(plain, url.scheme, url.host, url.port, secrets)


def fault_in(error: ValueError) -> str:
    """Return what `server_url` said was wrong."""
    return error.args[0] if error.args and isinstance(error.args[0], Sentence) else str(error)


def url_fault(text: str, *, credentials: bool = False) -> str:
    """Return why `text` is no server's URL to keep; empty where it is, or is empty. `credentials`: it may hold some."""
    if not text.strip():  # empty: the provider's own server
        return ""
    try:
        found = server_url(text)
    except ValueError as error:
        return fault_in(error)
    if has_credentials(found.url) and not credentials:
        return Sentence(CREDENTIALS)
    return ""


def has_credentials(url: str) -> bool:
    """Return whether a URL, also one that is no server's, holds a user name or a password."""
    with contextlib.suppress(ValueError):
        url = server_url(url).url  # as the client will read it: "http:\\u:p@h" has a password, too
    return "@" in url.partition("://")[2].partition("/")[0]


def host_fault(name: str) -> str:
    """Return why `name` names no server that could be allowed; empty where it does."""
    return url_fault(name if "://" in name else f"http://{name}")


def checked_host(name: str) -> str:
    """Return the host or host:port, or "@NAME" of one of the user's own servers. Raises `UsageError` for what is
    none.
    """
    if name.startswith(OWN) and _NAME.fullmatch(name.removeprefix(OWN)):
        return name
    if fault := host_fault(name):
        raise UsageError(
            "'{host}' is no host: {fault}.", hint="Write host or host:port.", host=mask_urls(name)[:80], fault=fault
        )
    return name


def without_credentials(text: str, mask: str = "") -> str:
    """Return `text` without the user names and passwords of the URLs in it; `mask` stands in their place."""
    return _CREDENTIALS.sub(mask, text)


def mask_urls(text: str) -> str:
    """Return `text` without the user names, passwords and query values of the URLs in it."""
    return _URL.sub(lambda found: _QUERY.sub(rf"\1={MASK}", without_credentials(found.group())), text)
