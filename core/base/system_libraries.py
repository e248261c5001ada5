"""The libraries of the system that Qt needs on Linux: which are missing, and which packages bring them."""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence


class Packages(NamedTuple):
    """What brings a library, by family of distributions."""

    debian: str
    fedora: str
    arch: str


ALWAYS: Mapping[str, Packages] = {
    "libglib-2.0.so.0": Packages("libglib2.0-0", "glib2", "glib2"),
    "libzstd.so.1": Packages("libzstd1", "libzstd", "zstd"),
    "libGL.so.1": Packages("libgl1", "libglvnd-glx", "libglvnd"),
    "libEGL.so.1": Packages("libegl1", "libglvnd-egl", "libglvnd"),
    "libxkbcommon.so.0": Packages("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    "libfontconfig.so.1": Packages("libfontconfig1", "fontconfig", "fontconfig"),
    "libfreetype.so.6": Packages("libfreetype6", "freetype", "freetype2"),
    "libdbus-1.so.3": Packages("libdbus-1-3", "dbus-libs", "dbus"),
    "libX11.so.6": Packages("libx11-6", "libX11", "libx11"),
}
"""For everything that Qt draws, with a display or without."""

ON_X11: Mapping[str, Packages] = {
    "libxkbcommon-x11.so.0": Packages("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "libX11-xcb.so.1": Packages("libx11-xcb1", "libX11-xcb", "libx11"),
    "libxcb-cursor.so.0": Packages("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-icccm.so.4": Packages("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image.so.0": Packages("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms.so.1": Packages("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-render-util.so.0": Packages("libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"),
    "libxcb-util.so.1": Packages("libxcb-util1", "xcb-util", "xcb-util"),
    "libxcb-randr.so.0": Packages("libxcb-randr0", "libxcb", "libxcb"),
    "libxcb-shape.so.0": Packages("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-sync.so.1": Packages("libxcb-sync1", "libxcb", "libxcb"),
    "libxcb-xfixes.so.0": Packages("libxcb-xfixes0", "libxcb", "libxcb"),
    "libxcb-xkb.so.1": Packages("libxcb-xkb1", "libxcb", "libxcb"),
}
"""For a window on X11, and on Wayland where Qt goes through X11."""

ON_WAYLAND: Mapping[str, Packages] = {
    "libwayland-client.so.0": Packages("libwayland-client0", "libwayland-client", "wayland"),
    "libwayland-cursor.so.0": Packages("libwayland-cursor0", "libwayland-cursor", "wayland"),
}
"""For a window on Wayland itself."""

FOR_MODELS: Mapping[str, Packages] = {"libgomp.so.1": Packages("libgomp1", "libgomp", "gcc-libs")}
"""For the embedded voice's engine."""

MOST_NAMED = 6
"""Missing libraries that are named one by one; the command has the packages of all."""

_INSTALL = {
    "debian": "sudo apt-get install --no-install-recommends",
    "fedora": "sudo dnf install",
    "arch": "sudo pacman -S",
}
_FAMILIES = {"debian": "debian", "ubuntu": "debian", "fedora": "fedora", "rhel": "fedora", "arch": "arch"}


def missing(libraries: Iterable[str]) -> list[str]:
    """Return those that the system cannot load."""
    found = []
    for name in libraries:
        try:
            ctypes.CDLL(name)
        except OSError:
            found.append(name)
    return found


def for_windows(environment: Mapping[str, str]) -> Mapping[str, Packages]:
    """Return what a window of this session needs beyond `ALWAYS`: nothing where Qt is told to draw elsewhere."""
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if wanted:
        return {"xcb": ON_X11, "wayland": ON_WAYLAND}.get(wanted, {})
    if environment.get("XDG_SESSION_TYPE") == "wayland" and not missing(ON_WAYLAND):
        return {}
    return ON_X11


def how_to_install(libraries: Iterable[str], release: Mapping[str, str]) -> Sentence:
    """Return the command that installs them on such a system (`release`: its os-release); on an unknown one, all that
    fit.
    """
    known = {**ALWAYS, **ON_X11, **ON_WAYLAND, **FOR_MODELS}
    wanted = [known[each] for each in libraries]
    like = [release.get("ID", ""), *release.get("ID_LIKE", "").split()]
    family = next((_FAMILIES[each] for each in like if each in _FAMILIES), "")
    commands = {
        each: " ".join([command, *dict.fromkeys(getattr(packages, each) for packages in wanted)])
        for each, command in _INSTALL.items()
    }
    if family:
        return Sentence("Install them with: {command}", command=commands[family])
    return Sentence(
        "Install them. Debian, Ubuntu: {debian}. Fedora: {fedora}. Arch: {arch}.",
        debian=commands["debian"],
        fedora=commands["fedora"],
        arch=commands["arch"],
    )


def this_release() -> Mapping[str, str]:
    """Return the os-release of this system; empty where there is none."""
    try:
        return platform.freedesktop_os_release()
    except OSError:
        return {}


def lacking(libraries: Iterable[str]) -> ParleyError | None:
    """Return what is to be said where some of them are missing."""
    if platform.system() != "Linux" or not (without := missing(libraries)):
        return None
    return ParleyError(
        "Qt needs libraries of the system that are missing here: {names}.",
        names=", ".join(without[:MOST_NAMED]) + (" …" if len(without) > MOST_NAMED else ""),
        hint=how_to_install(without, this_release()),
    )


def check_window() -> None:
    """Raises `ParleyError` where a window could not open here: Qt would end the process."""
    if platform.system() != "Linux":
        return
    libraries = for_windows(os.environ)
    if (found := lacking(libraries)) is not None:
        raise found
    if libraries is ON_X11 and not _can_reach_x_server():
        raise ParleyError(
            "The display {name} does not answer.",
            name=os.environ.get("DISPLAY", ""),
            hint="Is the X server running, and may this user use it?",
        )


def _can_reach_x_server() -> bool:
    """Return whether the X server of `DISPLAY` lets this process in."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not refused


@contextmanager
def qt_needed() -> Iterator[None]:
    """Around the imports of Qt. Raises `ParleyError` where it cannot be loaded, which says what is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"PySide6", "shiboken6"}:
            raise
        raise ParleyError("Qt is not installed here.", hint="Install it with: pip install PySide6-Essentials") from None
    except ImportError as error:
        raise (
            lacking([*ALWAYS, *for_windows(os.environ)]) or ParleyError("Qt cannot be loaded ({error}).", error=error)
        ) from None
