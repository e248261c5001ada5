"""A wheel of a package index, without pip: the index that pip, or uv's environment, is set to, else the public one.

The simple API is asked for JSON, and understood as HTML too: not every mirror speaks JSON.
"""

from __future__ import annotations

import configparser
import html
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urljoin, urlsplit

from parley.core.base.errors import ParleyError
from parley.core.voices.models.download import LOCAL, Remote, asked, refuse
from parley.core.voices.models.model import WheelPart

if TYPE_CHECKING:
    import httpx2

PUBLIC = "https://pypi.org/simple"
ACCEPT = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1"
_LINK = re.compile(r"<a\s[^>]*?href\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)


async def find(client: httpx2.AsyncClient, part: WheelPart) -> Remote:
    """Return where the part's wheel lies in an index. Raises `ParleyError`."""
    settings = _read_installer_settings()
    what = part.package
    refused: ParleyError | None = None
    for index in _list_index_urls(settings):
        page = Remote(what, f"{index.rstrip('/')}/{part.package}/")
        response = await asked(client, "GET", page, {"Accept": ACCEPT})
        for _ in range(3):
            if not response.has_redirect_location:
                break
            page = Remote(what, urljoin(page.url, response.headers["Location"]))
            response = await asked(client, "GET", page, {"Accept": ACCEPT})
        try:
            refuse(response, what)
        except ParleyError as error:
            refused = refused or error
            continue
        for url, sha256 in _iterate_page_links(response, page.url):
            if _is(part, unquote(urlsplit(url).path.rpartition("/")[2])):
                return Remote(what, url, part.download, sha256)
    template = "{what} could not be fetched: it is not there any more, or not in this index."
    raise refused or ParleyError(template, what=what, hint=LOCAL)


def _is(part: WheelPart, name: str) -> bool:
    """Return whether a file is the part's wheel, by its name; there is one for all machines."""
    package, version, *_ = [*name.lower().split("-"), ""]
    named = re.sub(r"[-_.]+", "-", package) == re.sub(r"[-_.]+", "-", part.package)
    return name.endswith(".whl") and named and version == part.version


def _iterate_page_links(response: httpx2.Response, page: str) -> Iterator[tuple[str, str]]:
    """Yield the files that a page of the index names, with their SHA-256 (empty where it is not given)."""
    if "json" in response.headers.get("Content-Type", ""):
        try:
            files: Any = response.json().get("files", [])
            for file in files:
                yield urljoin(page, str(file["url"])), str(file.get("hashes", {}).get("sha256", ""))
        except (ValueError, AttributeError, KeyError, TypeError):
            return
    else:
        for link in _LINK.findall(response.text):
            url, _, fragment = html.unescape(link).partition("#")
            found = re.fullmatch(r"sha256=([0-9a-f]{64})", fragment)
            yield urljoin(page, url), found[1] if found else ""


def _list_index_urls(settings: dict[str, str]) -> list[str]:
    first = settings.get("index-url") or PUBLIC
    return list(dict.fromkeys([first, *settings.get("extra-index-url", "").split()]))


def _read_installer_settings() -> dict[str, str]:
    """Return what pip is set to, by its options' names, else uv."""
    found = _read_uv_settings() | _read_pip_settings()
    for name in ("index-url", "extra-index-url"):
        if value := os.environ.get("PIP_" + name.upper().replace("-", "_")):
            found[name] = value
    return found


def _read_pip_settings() -> dict[str, str]:
    found: dict[str, str] = {}
    parser = configparser.RawConfigParser()
    for path in _list_pip_files():
        try:
            parser.read(path, "utf-8")
        except (configparser.Error, OSError, UnicodeDecodeError):
            continue
    for section in ("global", "download"):
        if parser.has_section(section):
            found |= {name.replace("_", "-"): value for name, value in parser.items(section) if value}
    return found


def _list_pip_files() -> list[Path]:
    """Later ones outdo earlier ones, as with pip."""
    if named := os.environ.get("PIP_CONFIG_FILE"):
        return [] if named == os.devnull else [Path(named)]
    home, name = Path.home(), "pip.ini" if sys.platform == "win32" else "pip.conf"
    if sys.platform == "win32":
        places = [
            Path(os.environ.get("PROGRAMDATA", "C:/ProgramData"), "pip"),
            home / "pip",
            Path(os.environ.get("APPDATA", home), "pip"),
        ]
    else:
        user = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
        mac = "Library/Application Support/pip"
        places = [Path("/etc"), Path("/etc/xdg/pip"), Path("/") / mac, home / ".pip", user / "pip", home / mac]
    return [place / name for place in (*places, Path(sys.prefix))]


def _read_uv_settings() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, option in (("UV_INDEX_URL", "index-url"), ("UV_DEFAULT_INDEX", "index-url"),
                         ("UV_EXTRA_INDEX_URL", "extra-index-url")):  # fmt: skip
        if value := os.environ.get(name):
            # One of uv's may have a name before it: name=https://…
            found[option] = " ".join(re.sub(r"^[\w.-]+=(?=https?:)", "", each) for each in value.split())
    return found
