"""`parley desktop`: the menu entry, the icon and the file type of `.parley`, for this user.

A package manager puts these files where desktops look; `pipx` and `uv` put them into an environment of their own.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

import typer

from parley.core.base.errors import FileError, UsageError
from parley.core.base.packaged import APP_ID, packaged
from parley.core.base.sentences import os_reason
from parley.core.cli.common import say

desktop_app = typer.Typer(help="Put Parley into the menus of this desktop, and open .parley files by a double click.")

PLACES = {
    f"{APP_ID}.desktop": "applications",
    f"{APP_ID}.metainfo.xml": "metainfo",
    f"{APP_ID}.mime.xml": "mime/packages",
}
"""Where the files of `resources/freedesktop` go below the user's data folder; icons keep their own folders."""

REFRESHED = (
    ("update-mime-database", "mime"),
    ("update-desktop-database", "applications"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)
"""Programs that tell a desktop of them, with the folder that each looks at; where one is missing nothing needs it."""

PATIENCE = 60
"""Seconds that one of them may take."""


@desktop_app.command()
def install() -> None:
    """Put the menu entry, the icon and the file type in place, for this user."""
    folder = _find_data_folder()
    for source, target in _iterate_shipped_files(folder):
        data = source.read_bytes()
        if target.suffix == ".desktop":
            data = data.replace(b"Exec=parley ", f"Exec={_quoted(_find_start_command())} ".encode())
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        except OSError as error:
            raise FileError(target, "the file cannot be written ({why}).", why=os_reason(error)) from None
    _refresh(folder)
    say(f"Parley is in the menu, and a double click opens .parley files. Installed below {folder}.")


@desktop_app.command()
def remove() -> None:
    """Take them away again."""
    folder = _find_data_folder()
    gone = _take_away(target for _source, target in _iterate_shipped_files(folder))
    if gone:
        _refresh(folder)
    say(f"Removed: {gone} files below {folder}." if gone else f"There was nothing of Parley's below {folder}.")


def _take_away(files: Iterable[Path]) -> int:
    """Remove files, and say how many were there. Raises `FileError`."""
    gone = 0
    for target in files:
        try:
            target.unlink()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise FileError(target, "the file cannot be removed ({why}).", why=os_reason(error)) from None
        gone += 1
    return gone


def _find_data_folder() -> Path:
    """Return the user's data folder, as the desktop knows it."""
    if platform.system() in {"Windows", "Darwin"}:
        raise UsageError("This is for desktops of Linux and BSD.", hint="Elsewhere the program's installer does it.")
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"


def _iterate_shipped_files(folder: Path) -> Iterator[tuple[Traversable, Path]]:
    """Every file that ships, and where it is to lie."""
    yield from ((packaged("freedesktop", name), folder / place / name) for name, place in PLACES.items())
    for size in packaged("freedesktop", "icons", "hicolor").iterdir():
        icon = f"{APP_ID}.png"
        yield size.joinpath("apps", icon), folder / "icons" / "hicolor" / size.name / "apps" / icon


def _find_start_command() -> str:
    """Return how a desktop starts this Parley: the AppImage, the frozen program, the script beside this Python, or by
    name.
    """
    if image := os.environ.get("APPIMAGE"):
        return image
    if getattr(sys, "frozen", False):
        return sys.executable
    started = Path(sys.argv[0]).absolute()
    beside = Path(sys.executable).with_name("parley")
    for each in (started, beside):
        if each.name == "parley" and each.is_file():
            return str(each)
    return shutil.which("parley") or "parley"


def _quoted(program: str) -> str:
    """As the value of `Exec` wants it: quoted where it has other characters than those of usual paths."""
    if all(each.isalnum() or each in "/._-+" for each in program):
        return program
    for each in ("\\", '"', "`", "$"):
        program = program.replace(each, "\\\\" + each if each != "\\" else "\\" * 4)
    return f'"{program}"'.replace("%", "%%")


def _refresh(folder: Path) -> None:
    for program, place in REFRESHED:
        if (found := shutil.which(program)) and (folder / place).is_dir():
            subprocess.run([found, str(folder / place)], capture_output=True, timeout=PATIENCE, check=False)
