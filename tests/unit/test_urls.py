"""URLs of servers: what they lead to, what is wrong with them, and what of them is shown."""

from __future__ import annotations

import random

import httpx2
import pytest

from parley.core.base.urls import has_credentials, host_fault, mask_urls, server_url, url_fault

URLS = [
    ("https://API.Anthropic.com:443/", "https://api.anthropic.com", "api.anthropic.com"),
    (" http://localhost:8080/v1/ ", "http://localhost:8080", "localhost:8080"),
    ("http://host/proxy/v1", "http://host/proxy", "host"),
    ("http://v1", "http://v1", "v1"),
    ("http://127.1:80", "http://127.0.0.1", "127.0.0.1"),
    ("http://[::1]:8080", "http://[::1]:8080", "[::1]:8080"),
    ("http://hö.de", "http://xn--h-1ga.de", "xn--h-1ga.de"),
    ("http:\\\\good.example\\@evil.example", "http://good.example/@evil.example", "good.example"),
]


def test_a_servers_url_is_made_plain() -> None:
    for text, url, where in URLS:
        found = server_url(text)
        assert (found.url, found.where) == (url, where)


NO_URLS = [
    "", " ", "not a url", "localhost:8080", "//host", "ftp://host", "http://", "http://[::1", "http://h:99999",
    "http://h:0", "http://h:port", "http://ho st", "http://h?key=1", "http://h#part", "http://\0", "http://h:-1",
]  # fmt: skip


def test_what_is_none_is_said_and_nothing_else_is_raised() -> None:
    for text in NO_URLS:
        with pytest.raises(ValueError, match="URL") as caught:
            server_url(text)
        assert type(caught.value) is ValueError
        assert bool(url_fault(text)) == bool(text.strip())


def test_servers_are_the_same_where_scheme_host_and_port_are() -> None:
    one = server_url("https://host.example/proxy").origin
    assert one == server_url("HTTPS://HOST.example:443/v1").origin
    others = ("http://host.example", "https://host.example:8443", "https://host.example.evil.example", "https://evil")
    assert not [other for other in others if server_url(other).origin == one]


def test_a_server_is_called_by_its_host_and_port() -> None:
    server = server_url("http://evil.example:8080/v1")
    names = ("evil.example:8080", "EVIL.example:8080", "http://evil.example:8080", "http://evil.example:8080/v1")
    assert all(server.is_called(name) for name in names)
    wrong = ("evil.example", "evil.example:80", "https://evil.example:8080", "xevil.example:8080", "example:8080")
    assert not any(server.is_called(name) for name in wrong)
    assert server_url("https://evil.example").is_called("evil.example")
    assert not [name for name in names if host_fault(name)]
    assert all(host_fault(name) for name in ("", "ho st", "h:99999", "http://[::1"))


def test_credentials_and_query_values_are_shown_nowhere() -> None:
    server = server_url("http://me:tulip@host:8080/v1")
    assert server.shown == "http://host:8080"
    assert "tulip" not in repr(server) + server.where
    assert server.secrets == ("tulip", "me")
    told = mask_urls("from http://me:tulip@h:x/?key=tulip&a=tulip to https://u@h, ftp://tulip@h and me@host.example")
    assert "tulip" not in told
    assert "me@host.example" in told
    assert all(has_credentials(url) for url in ("http://a:b@c", "http://a@c", "http:\\\\a:b@c", "http://a:b@c:port"))
    assert not any(has_credentials(url) for url in ("", "http://c/@a", "http://c", "a@b"))
    assert url_fault("http://a:b@c")
    assert not url_fault("http://a:b@c", credentials=True)


PIECES = (
    "http", "https", "ftp", ":", "//", "/", "\\", "@", "[", "]", "::1", "127.0.0.1", "host", "hö", ".", ":80", ":99999",
    ":0", "%41", "%zz", "?", "#", "v1", "-", "xn--", "0x7f", "user", "*", "<", "{", "|", " ", "\t", "\n", "\u202e",
    "０", "x" * 70,
)  # fmt: skip


def test_the_client_goes_where_the_check_looked() -> None:
    """Two readings of one URL would let it pass for one server and lead to another."""
    draws, read = random.Random(7), 0
    for _ in range(4_000):
        text = draws.choice(["http://", "https://", ""]) + "".join(draws.choices(PIECES, k=draws.randint(1, 7)))
        try:
            found = server_url(text)
        except ValueError:
            continue
        read += 1
        url = httpx2.URL(found.url)
        port = url.port or {"http": 80, "https": 443}[url.scheme]
        assert (url.scheme, url.raw_host.decode(), port) == (found.scheme, found.host.strip("[]"), found.port), text
    assert read > 200


def test_a_long_word_is_masked_at_once() -> None:
    # A name of a megabyte in somebody's cast: the time must not grow with its square.
    word = "a" * 1_000_000
    assert mask_urls(f"{word} http://me:secret@host/?key=1 {word}") == f"{word} http://host/?key=… {word}"
