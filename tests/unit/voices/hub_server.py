"""A model hub and a package index on loopback, with their rules and their faults.

The hub answers with a redirect to another host (another port here), where the bytes lie. It wants no `Authorization`
there, and takes the bytes away as often as it is told to.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Hub:
    """What the servers give, and what they were asked. `faults` are taken one a request for bytes: a status, "cut",
    "wait" (until `go_on`), "no range", "wrong"."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.pages: dict[str, tuple[str, bytes]] = {}
        self.faults: list[Any] = []
        self.heads: list[int] = []
        self.token = ""
        self.asked: list[tuple[str, str, str]] = []
        self.faulty_requests: list[str] = []
        self.waiting = threading.Event()
        self.go_on = threading.Event()
        self.url = ""
        self.store = ""


class Server(ThreadingHTTPServer):
    """One whose guests may leave in the middle."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass


def _handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            self.answered()

        def answered(self) -> None:
            hub.asked.append((self.command, self.path, self.headers.get("Range", "")))
            if self.path in hub.pages:
                kind, body = hub.pages[self.path]
                self.answer(200, body, Content_Type=kind)
            elif self.path.startswith("/bytes/"):
                self.bytes()
            elif found := re.fullmatch(r"/(\w+/[\w.-]+)/resolve/([\w.-]+)/(.+)", self.path):
                self.hub(found[3])
            else:
                self.answer(404, X_Error_Code="RepoNotFound")

        def hub(self, name: str) -> None:
            if hub.token and self.headers.get("Authorization") != f"Bearer {hub.token}":
                self.answer(401, X_Error_Code="GatedRepo")
            elif hub.heads:
                self.answer(hub.heads.pop(0), Retry_After="0")
            elif name not in hub.files:
                self.answer(404, X_Error_Code="EntryNotFound")
            else:
                self.answer(302, Location=f"{hub.store}/bytes/{name}?signed=1")

        def bytes(self) -> None:
            if self.headers.get("Authorization"):
                hub.faulty_requests.append("the token went to another host")
            if self.headers.get("Accept-Encoding") != "identity":
                hub.faulty_requests.append("a packed file cannot be gone on with")
            whole = hub.files[self.path.removeprefix("/bytes/").partition("?")[0]]
            fault = hub.faults.pop(0) if hub.faults else None
            if isinstance(fault, int):
                self.answer(fault, Retry_After="0")
                return
            if fault == "wrong":
                whole = whole[:-1] + bytes([whole[-1] ^ 1])
            asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
            start = int(asked[1]) if asked and fault != "no range" else 0
            if start >= len(whole):
                self.answer(416, Content_Range=f"bytes */{len(whole)}")
                return
            body = whole[start:]
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(whole) - 1}/{len(whole)}")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("ETag", '"of the store"')
            self.end_headers()
            if fault in {"cut", "wait"}:
                self.wfile.write(body[: len(body) // 2])
                self.wfile.flush()
                if fault == "wait":
                    hub.waiting.set()
                    hub.go_on.wait(20)
                self.close_connection = True
                return
            self.wfile.write(body)

    return Handler


@contextmanager
def running() -> Iterator[Hub]:
    """The hub and, on a port of its own, where its bytes lie."""
    hub = Hub()
    servers = [Server(("127.0.0.1", 0), _handler(hub)) for _ in range(2)]
    hub.url, hub.store = (f"http://127.0.0.1:{server.server_port}" for server in servers)
    threads = [threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True) for server in servers]
    for thread in threads:
        thread.start()
    try:
        yield hub
    finally:
        hub.go_on.set()
        for server, thread in zip(servers, threads, strict=True):
            server.shutdown()
            thread.join()
            server.server_close()
    assert not hub.faulty_requests


def simple_html(name: str, url: str, sha256: str) -> tuple[str, bytes]:
    """A page of a package index with one file."""
    return "text/html", f'<html><body><a href="{url}#sha256={sha256}">{name}</a></body></html>'.encode()
