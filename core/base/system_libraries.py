"""The libraries of the system that Qt needs on Linux: which are missing, and which packages of Debian bring them."""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from parley.core.base.errors import ParleyError
from parley.core.base.extras import EXTRAS, get_hint
from parley.core.base.sentences import Sentence

ALWAYS: Mapping[str, str] = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libzstd.so.1": "libzstd1",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libX11.so.6": "libx11-6",
}
"""For everything that Qt draws, with a display or without."""

ON_X11: Mapping[str, str] = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
"""For a window on X11, and on Wayland where Qt goes through X11."""

ON_WAYLAND: Mapping[str, str] = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
"""For a window on Wayland itself."""

FOR_MODELS: Mapping[str, str] = {"libgomp.so.1": "libgomp1"}
"""For the embedded voice's engine."""

MOST_NAMED = 6
"""Missing libraries that are named one by one; the command has the packages of all."""


def find_missing(libraries: Iterable[str]) -> list[str]:
    """Return those that the system cannot load."""
    found = []
    for name in libraries:
        try:
            ctypes.CDLL(name)  # as Qt does it: only the loader knows its paths
        except OSError:
            found.append(name)
    return found


def for_windows(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return what a window of this session needs beyond `ALWAYS`: nothing where Qt is told to draw elsewhere."""
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if wanted:  # it may be "wayland;xcb" or "vnc:port=5900"
        return {"xcb": ON_X11, "wayland": ON_WAYLAND}.get(wanted, {})
    if environment.get("XDG_SESSION_TYPE") == "wayland" and not find_missing(ON_WAYLAND):  # else Qt goes through X11
        return {}
    return ON_X11


def how_to_install(libraries: Iterable[str]) -> Sentence:
    """Return the command that installs them on Debian and its kin."""
    known = {**ALWAYS, **ON_X11, **ON_WAYLAND, **FOR_MODELS}
    packages = " ".join(dict.fromkeys(known[each] for each in libraries))  # the same may be asked for twice
    return Sentence(
        "On Debian and Ubuntu: {command}. Other systems have packages of like names.",
        command=f"sudo apt-get install --no-install-recommends {packages}",
    )


def describe_missing(libraries: Iterable[str]) -> ParleyError | None:
    """Return what is to be said where some of them are missing."""
    if platform.system() != "Linux" or not (without := find_missing(libraries)):
        return None
    return ParleyError(
        "Qt needs libraries of the system that are missing here: {names}.",
        names=", ".join(without[:MOST_NAMED]) + (" …" if len(without) > MOST_NAMED else ""),
        hint=how_to_install(without),
    )


def check_window() -> None:
    """Raise `ParleyError` where a window could not open here: Qt would end the process."""
    if platform.system() != "Linux":
        return
    libraries = for_windows(os.environ)
    if (found := describe_missing(libraries)) is not None:
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
    xcb.xcb_connect.restype = ctypes.c_void_p  # ctypes would cut a pointer to 32 bits
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)  # also after a refusal: what `xcb_connect` returns is always to be freed
    return not refused


@contextmanager
def qt_needed() -> Iterator[None]:
    """Guard the imports of Qt. Raises `ParleyError` where it cannot be loaded, which says what is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = EXTRAS["desktop"].get((error.name or "").partition(".")[0])
        if package is None:  # not one of Qt's packages: a fault of ours
            raise
        raise ParleyError(
            "The window needs the package {package}, which is not installed.", package=package, hint=get_hint("desktop")
        ) from None
    except ImportError as error:  # the package is there, a library that it is linked to is not
        raise (
            describe_missing([*ALWAYS, *for_windows(os.environ)])
            or ParleyError("Qt cannot be loaded ({error}).", error=error)
        ) from None
