"""Build an AppImage: `python scripts/appimage.py WHEEL [--runtime FILE] [-o DIR]`.

The AppDir is made of this Python (its program and standard library), the wheel with all that it needs, the system's
libraries that Qt asks for and `AppRun`; mksquashfs packs it. An AppImage is that image behind a runtime, a small
program of the AppImage project (type 2, for this machine's architecture), which no package index has. Name its file
with `--runtime`; without it the AppDir and the squashfs image are left, and `AppRun` in the AppDir starts Parley too.

Build on the oldest system that is to be served: the C library is the system's own.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import stat
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FREEDESKTOP = ROOT / "resources" / "freedesktop"
ALIGNED_MAGIC = b"AI\x02"
"""At byte 8 of a runtime of type 2."""
SYSTEMS = ("libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "ld-linux", "libgcc_s", "libGL", "libEGL",
           "libGLX", "libGLdispatch", "libresolv", "libutil.so")  # fmt: skip
"""What must be the system's own: the C library, and what goes with the graphics driver (small stand-ins of which are
taken along for systems that have none)."""
STAND_INS = ("libGL.so.1", "libEGL.so.1", "libGLX.so.0", "libGLdispatch.so.0")

APPRUN = """#!/bin/sh
# Starts Parley from the folder that this file is in, with the libraries that lie in it.
here=$(dirname "$(readlink -f "$0")")
export PYTHONHOME="$here/usr" PYTHONNOUSERSITE=1 PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH
own="$here/usr/lib/python-own:$here/usr/lib/system:$here/usr/lib/graphics"
export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$own"
exec "$here/usr/bin/python3" -m parley "$@"
"""


def main() -> None:
    """Build it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--runtime", type=Path, help="the AppImage runtime of type 2 for this architecture")
    parser.add_argument("--extras", default="", help="extras that go in, such as local,pdf")
    parser.add_argument("-o", "--output", type=Path, default=Path("dist"))
    given = parser.parse_args()
    if given.runtime and given.runtime.read_bytes()[8:11] != ALIGNED_MAGIC:
        sys.exit(f"{given.runtime}: this is no AppImage runtime of type 2.")
    given.output.mkdir(parents=True, exist_ok=True)
    folder = given.output / "Parley.AppDir"
    shutil.rmtree(folder, ignore_errors=True)
    _python(folder / "usr")
    _packages(folder / "usr", given.wheel, given.extras)
    _libraries(folder / "usr")
    _desktop(folder)
    image = given.output / "parley.squashfs"
    image.unlink(missing_ok=True)
    subprocess.run(
        [_tool("mksquashfs"), folder, image, "-root-owned", "-noappend", "-comp", "zstd", "-quiet", "-no-progress"],
        check=True,
    )
    print(f"Written: {folder} and {image}")
    if given.runtime:
        version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
        target = given.output / f"Parley-{version}-{platform.machine()}.AppImage"
        target.write_bytes(given.runtime.read_bytes() + image.read_bytes())
        target.chmod(target.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
        print(f"Written: {target}")


def _tool(name: str) -> str:
    return shutil.which(name) or sys.exit(f"{name} is missing. Debian: apt-get install squashfs-tools libc-bin")


def _python(usr: Path) -> None:
    """This interpreter, with its standard library and without what it has installed."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (usr / "bin").mkdir(parents=True)
    shutil.copy2(Path(sys.executable).resolve(), usr / "bin" / "python3")
    left_out = shutil.ignore_patterns(
        "site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo", "__pycache__",
        "config-*", "ensurepip", "lib2to3",
    )  # fmt: skip
    shutil.copytree(sysconfig.get_path("stdlib"), usr / "lib" / version, ignore=left_out, symlinks=False)
    if name := sysconfig.get_config_var("LDLIBRARY"):
        shared = Path(sysconfig.get_config_var("LIBDIR"), name)
        if ".so" in name and shared.exists():
            (usr / "lib" / "python-own").mkdir()
            soname = sysconfig.get_config_var("INSTSONAME") or name
            shutil.copy2(shared.resolve(), usr / "lib" / "python-own" / soname)


def _packages(usr: Path, wheel: Path, extras: str) -> None:
    """The wheel and what it depends on, where this Python looks for packages."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    wanted = f"{wheel.resolve()}[{extras}]" if extras else str(wheel.resolve())
    target = usr / "lib" / version / "site-packages"
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", target, wanted], check=True)
    # Qt's tools and QML are used by nobody here.
    for name in ("Qt/qml", "Qt/libexec", "examples", "include", "scripts", "typesystems", "glue"):
        shutil.rmtree(target / "PySide6" / name, ignore_errors=True)


def _libraries(usr: Path) -> None:
    """The system's libraries that Qt and Python's own modules ask for."""
    found: dict[str, Path] = {}
    asking = [
        *usr.glob("lib/python3.*/lib-dynload/*.so"),
        *usr.glob("lib/python3.*/site-packages/PySide6/*.so"),
        *usr.glob("lib/python3.*/site-packages/PySide6/Qt/plugins/platforms/*.so"),
        *usr.glob("lib/python3.*/site-packages/PySide6/Qt/plugins/xcbglintegrations/*.so"),
    ]
    for each in asking:
        told = subprocess.run([_tool("ldd"), each], capture_output=True, text=True, check=False).stdout
        for line in told.splitlines():
            name, arrow, rest = line.strip().partition(" => ")
            path = Path(rest.partition(" (")[0])
            if arrow and path.is_absolute() and not path.is_relative_to(usr.resolve()):
                found[name] = path
    for name, path in found.items():
        place = "graphics" if name in STAND_INS else "system"
        if place == "graphics" or not name.startswith(SYSTEMS):
            (usr / "lib" / place).mkdir(exist_ok=True)
            shutil.copy2(path.resolve(), usr / "lib" / place / name)


def _desktop(folder: Path) -> None:
    """What the runtime and desktops look for."""
    run = folder / "AppRun"
    run.write_text(APPRUN, "utf-8")
    run.chmod(0o755)
    shutil.copy2(FREEDESKTOP / "parley.desktop", folder / "parley.desktop")
    shutil.copy2(FREEDESKTOP / "icons" / "hicolor" / "256x256" / "apps" / "parley.png", folder / "parley.png")
    (folder / ".DirIcon").symlink_to("parley.png")
    share = folder / "usr" / "share"
    for name, place in (("parley.desktop", "applications"), ("parley.metainfo.xml", "metainfo")):
        (share / place).mkdir(parents=True, exist_ok=True)
        shutil.copy2(FREEDESKTOP / name, share / place / name)
    shutil.copytree(FREEDESKTOP / "icons", share / "icons")


if __name__ == "__main__":
    main()
