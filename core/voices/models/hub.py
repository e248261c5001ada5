"""A file of a model hub: where it lies, how large it is, and the sum that the hub gives for it.

The hub's protocol is plain HTTP: a HEAD on `/REPO/resolve/REVISION/FILE` is answered with the file's SHA-256
(`X-Linked-ETag`), its size (`X-Linked-Size`) and the commit (`X-Repo-Commit`), and with a redirect to another host,
from which a GET takes the bytes.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin, urlsplit

from parley.core.base.errors import ParleyError
from parley.core.voices.models.download import LOCAL, Remote, asked, refuse
from parley.core.voices.models.model import Model

if TYPE_CHECKING:
    import httpx2

PUBLIC = "https://huggingface.co"
_OID = re.compile(r"^oid sha256:([0-9a-f]{64})$", re.MULTILINE)
_SIZE = re.compile(r"^size (\d{1,15})$", re.MULTILINE)
RENAMED = 3
"""So many times is a repository that was renamed followed."""


@dataclass(frozen=True, slots=True)
class Found:
    """The file, and the commit of the hub that it is of (empty where the hub does not say)."""

    remote: Remote
    commit: str = ""


def endpoint() -> str:
    """Return the hub: the public one, or a mirror that HF_ENDPOINT names."""
    return (os.environ.get("HF_ENDPOINT") or PUBLIC).rstrip("/")


async def find(client: httpx2.AsyncClient, model: Model) -> Found:
    """Return where the model's file lies, with its size and sum. Raises `ParleyError`, also where the hub has another
    file under the name than the one that the catalogue means, and where nobody says its sum.
    """
    assert model.hub is not None
    token = os.environ.get("HF_TOKEN", "").strip()
    place = f"{endpoint()}/{model.hub.repo}/{{}}/{model.hub.revision}/{quote(model.file)}"
    remote = Remote(model.id, place.format("resolve"), authorisation=f"Bearer {token}" if token else "")
    response = await asked(client, "HEAD", remote, {})
    for _ in range(RENAMED):
        # A repository that was renamed: the same host. The redirect to where the bytes lie goes to another one.
        target = urljoin(remote.url, response.headers.get("Location", remote.url))
        if not response.has_redirect_location or urlsplit(target).netloc != urlsplit(remote.url).netloc:
            break
        if response.headers.get("X-Linked-ETag"):
            break
        remote = replace(remote, url=target)
        response = await asked(client, "HEAD", remote, {})
    if response.status_code >= 400:
        refuse(response, model.id)
    theirs = response.headers.get("X-Linked-ETag", "").removeprefix("W/").strip('"').lower()
    size = response.headers.get("X-Linked-Size", "")
    found = int(size) if re.fullmatch(r"\d{1,15}", size) else 0
    if not re.fullmatch(r"[0-9a-f]{64}", theirs):
        theirs, found = await _fetch_lfs_pointer(client, replace(remote, url=place.format("raw")))
    if model.sha256 and theirs and theirs != model.sha256:
        template = "The hub has another file under the name of '{name}' now than the one that the catalogue means."
        raise ParleyError(template, name=model.id, hint=LOCAL)
    if not (model.sha256 or theirs):
        template = "'{name}' could not be checked: neither the catalogue nor the hub says its sum."
        raise ParleyError(template, name=model.id, hint=LOCAL)
    whole = replace(remote, size=found or model.size, sha256=model.sha256 or theirs)
    return Found(whole, response.headers.get("X-Repo-Commit", ""))


async def _fetch_lfs_pointer(client: httpx2.AsyncClient, remote: Remote) -> tuple[str, int]:
    """Sum and size by the pointer that stands in the repository for a large file; empty where there is none."""
    response = await asked(client, "GET", remote, {"Range": "bytes=0-1023"})
    text = response.text[:1024] if response.is_success and len(response.content) <= 4096 else ""
    oid, size = _OID.search(text), _SIZE.search(text)
    return (oid[1] if oid else "", int(size[1]) if size else 0)
