"""Build an AppImage: `python scripts/appimage.py WHEEL (--runtime FILE | --fetch-runtime) [-o DIR]`.

The AppDir is made of this Python (its program and standard library), the wheel with all that it needs, the system's
libraries that these ask for and `AppRun`; mksquashfs packs it. An AppImage is that image behind a runtime, a small
program that mounts or unpacks it. The runtime is the AppImage project's, of type 2, for this machine's architecture:
a file, or the release named below, which must have the digest named below. Without one the AppDir and the image are
left, and `AppRun` in the AppDir starts Parley too.

Build on the oldest system that is to be served: the C library is the system's own. `SOURCE_DATE_EPOCH` sets the time
in the image.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FREEDESKTOP = ROOT / "resources" / "freedesktop"
RUNTIME = "https://github.com/AppImage/type2-runtime/releases/download/20251108/runtime-{machine}"
DIGESTS = {
    "x86_64": "2fca8b443c92510f1483a883f60061ad09b46b978b2631c807cd873a47ec260d",
    "aarch64": "00cbdfcf917cc6c0ff6d3347d59e0ca1f7f45a6df1a428a0d6d8a78664d87444",
}
"""SHA-256 of that release's runtimes, by machine."""
ALIGNED_MAGIC = b"AI\x02"
"""At byte 8 of a runtime of type 2."""
FETCH_SECONDS, MOST_BYTES = 60, 16_000_000
"""A runtime has about one million bytes."""
SYSTEMS = ("libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "ld-linux", "libgcc_s", "libGL", "libEGL",
           "libGLX", "libGLdispatch", "libresolv", "libutil.so")  # fmt: skip
"""What must be the system's own: the C library, and what goes with the graphics driver (small stand-ins of which are
taken along for systems that have none)."""
STAND_INS = ("libGL.so.1", "libEGL.so.1", "libGLX.so.0", "libGLdispatch.so.0")

APPRUN = """#!/bin/sh
# Starts Parley from the folder that this file is in. Its libraries are found by the program's own paths, not by the
# environment, so that programs that Parley starts find theirs.
here=$(dirname "$(readlink -f "$0")")
unset PYTHONHOME PYTHONPATH
export PYTHONNOUSERSITE=1
for each in /usr/lib/libEGL.so.1 /usr/lib64/libEGL.so.1 /usr/lib/*/libEGL.so.1 /lib/*/libEGL.so.1 \\
        /run/opengl-driver/lib/libEGL.so.1; do
    if [ -e "$each" ]; then
        exec "$here/usr/bin/python3" -m parley "$@"
    fi
done
# A system without graphics: Qt wants these by name, and draws by itself.
export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/usr/lib/graphics"
exec "$here/usr/bin/python3" -m parley "$@"
"""


def main() -> None:
    """Build it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("wheel", type=Path)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--runtime", type=Path, help="an AppImage runtime of type 2 for this architecture")
    source.add_argument("--fetch-runtime", action="store_true", help=f"take {RUNTIME.format(machine='MACHINE')}")
    parser.add_argument("--extras", default="all", help="extras that go in, such as local,pdf (default: all)")
    parser.add_argument("-o", "--output", type=Path, default=Path("dist"))
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    runtime = _runtime(given.runtime, given.fetch_runtime)
    folder = given.output.resolve() / "Parley.AppDir"
    shutil.rmtree(folder, ignore_errors=True)
    _python(folder / "usr")
    _packages(folder / "usr", given.wheel, given.extras)
    _libraries(folder / "usr")
    _compiled(folder / "usr")
    _desktop(folder)
    image = given.output / "parley.squashfs"
    image.unlink(missing_ok=True)
    subprocess.run(
        [_tool("mksquashfs"), folder, image, "-root-owned", "-noappend", "-comp", "zstd", "-quiet", "-no-progress"],
        check=True,
    )
    print(f"Written: {folder} and {image}")
    if runtime:
        version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
        target = given.output / f"Parley-{version}-{platform.machine()}.AppImage"
        with target.open("wb") as file, image.open("rb") as packed:
            file.write(runtime)
            shutil.copyfileobj(packed, file)
        target.chmod(0o755)
        with target.open("rb") as file:
            print(f"Written: {target} (SHA-256 {hashlib.file_digest(file, 'sha256').hexdigest()})")


def _runtime(file: Path | None, fetched: bool) -> bytes:
    """Return the runtime's bytes, checked; none where none is asked for."""
    machine = platform.machine()
    released = DIGESTS.get(machine, "")
    if fetched:
        if not released:
            sys.exit(f"No runtime for {machine} is known here: {', '.join(DIGESTS)}.")
        address = RUNTIME.format(machine=machine)
        try:
            with urllib.request.urlopen(address, timeout=FETCH_SECONDS) as answer:  # noqa: S310  # ours
                data: bytes = answer.read(MOST_BYTES)
        except OSError as error:
            sys.exit(f"{address} cannot be fetched ({error}). Fetch it otherwise, and name the file with --runtime.")
        if (digest := hashlib.sha256(data).hexdigest()) != released:
            sys.exit(f"{address} has the SHA-256 {digest}, not {released}: it is not used.")
        return data
    if file is None:
        return b""
    data = file.read_bytes()
    if data[8:11] != ALIGNED_MAGIC:
        sys.exit(f"{file}: this is no AppImage runtime of type 2.")
    digest = hashlib.sha256(data).hexdigest()
    whose = "the release named in this script" if digest == released else "not the release named in this script"
    print(f"Runtime: {file} (SHA-256 {digest}), {whose}")
    return data


def _tool(name: str) -> str:
    found = shutil.which(name)
    return found or sys.exit(f"{name} is missing. Debian: apt-get install squashfs-tools patchelf libc-bin")


def _python(usr: Path) -> None:
    """Copy this interpreter with its standard library and without what it has installed."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (usr / "bin").mkdir(parents=True)
    program = usr / "bin" / "python3"
    shutil.copy2(Path(sys.executable).resolve(), program)
    left_out = shutil.ignore_patterns(
        "site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo", "__pycache__",
        "config-*", "ensurepip", "lib2to3", "_tkinter.*",
    )  # fmt: skip
    shutil.copytree(sysconfig.get_path("stdlib"), usr / "lib" / version, ignore=left_out, symlinks=False)
    (usr / "lib" / "system").mkdir()
    if name := sysconfig.get_config_var("LDLIBRARY"):
        shared = Path(sysconfig.get_config_var("LIBDIR"), name)
        if ".so" in name and shared.exists():
            soname = sysconfig.get_config_var("INSTSONAME") or name
            shutil.copy2(shared.resolve(), usr / "lib" / "system" / soname)
    # What it loads, and what that loads, is looked for here first; where it lay on this machine, nowhere.
    _patch(program, "--force-rpath", "--set-rpath", "$ORIGIN/../lib/system")
    for each in (*usr.glob("lib/system/*"), *usr.glob("lib/python3.*/lib-dynload/*.so")):
        _patch(each, "--remove-rpath")


def _patch(file: Path, *how: str) -> str:
    """Change, or read, where a program or library looks for what it needs."""
    return subprocess.run([_tool("patchelf"), *how, file], check=True, capture_output=True, text=True).stdout


def _packages(usr: Path, wheel: Path, extras: str) -> None:
    """Install the wheel and what it depends on where this Python looks for packages."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    wanted = f"{wheel.resolve()}[{extras}]" if extras else str(wheel.resolve())
    target = usr / "lib" / version / "site-packages"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", str(target)]
    subprocess.run([*pip, wanted], check=True)
    # Programs with paths of this machine, and Qt's tools and QML, are used by nobody here.
    for name in ("bin", *(f"PySide6/{each}" for each in UNUSED)):
        shutil.rmtree(target / name, ignore_errors=True)


UNUSED = ("Qt/qml", "Qt/libexec", "examples", "include", "scripts", "typesystems", "glue")


def _libraries(usr: Path) -> None:
    """Copy the system's libraries that Python's own modules, Qt and the packages ask for."""
    found: dict[str, Path] = {}
    (packages,) = usr.glob("lib/python3.*/site-packages")
    qt = packages / "PySide6"
    asking = [
        *usr.glob("lib/python3.*/lib-dynload/*.so"),
        *(each for each in _elf(packages) if qt / "Qt" / "plugins" not in each.parents),
        *qt.glob("Qt/plugins/platforms/*.so"),
        *qt.glob("Qt/plugins/xcbglintegrations/*.so"),
    ]
    for each in asking:
        told = subprocess.run([_tool("ldd"), each], capture_output=True, text=True, check=False).stdout
        for line in told.splitlines():
            name, arrow, rest = line.strip().partition(" => ")
            path = Path(rest.partition(" (")[0])
            if arrow and path.is_absolute() and not path.is_relative_to(usr):
                found[name] = path
    (usr / "lib" / "graphics").mkdir()
    for name, path in found.items():
        if name in STAND_INS:
            shutil.copy2(path.resolve(), usr / "lib" / "graphics" / name)
        elif not name.startswith(SYSTEMS) and not (kept := usr / "lib" / "system" / name).exists():
            shutil.copy2(path.resolve(), kept)
    _licences(usr, list(found.values()))
    # What says where it looks, as Qt does, looks there alone.
    for each in _elf(packages):
        own = _patch(each, "--print-rpath").strip()
        if own and found.keys() & _patch(each, "--print-needed").split():
            ours = f"$ORIGIN/{os.path.relpath(usr / 'lib' / 'system', each.parent)}"
            _patch(each, "--set-rpath", f"{own}:{ours}")


def _licences(usr: Path, libraries: list[Path]) -> None:
    """Copy what Debian says of the rights in the system's libraries; Python's and the packages' lie with them."""
    if not (query := shutil.which("dpkg-query")):
        print("No dpkg here: put the licences of what lies in usr/lib/system and usr/lib/graphics beside it by hand.")
        return
    # A library is of a package under its name or under what it leads to, with or without /usr.
    names = {
        str(name)
        for each in libraries
        for path in (each, each.resolve())
        for name in (path, Path("/usr", *path.parts[1:]))
    }
    told = subprocess.run([query, "-S", *sorted(names)], capture_output=True, text=True, check=False).stdout
    for package in sorted({line.partition(":")[0] for line in told.splitlines()}):
        source = Path("/usr/share/doc", package, "copyright")
        if source.is_file():
            target = usr / "share" / "doc" / package
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def _elf(packages: Path) -> list[Path]:
    """Return the shared libraries and extension modules of packages."""
    return [each for each in packages.rglob("*.so*") if each.is_file() and each.read_bytes()[:4] == b"\x7fELF"]


def _compiled(usr: Path) -> None:
    """Write bytecode, which nobody can write later. It asks for no times, which unpacking may change."""
    (library,) = usr.glob("lib/python3.*")
    compiling = [sys.executable, "-m", "compileall", "-q", "-s", str(usr), "--invalidation-mode", "unchecked-hash"]
    # Some packages bring templates that are no Python.
    subprocess.run([*compiling, library], check=False, stdout=subprocess.DEVNULL)


def _desktop(folder: Path) -> None:
    """Write what the runtime and desktops look for."""
    run = folder / "AppRun"
    run.write_text(APPRUN, "utf-8")
    run.chmod(0o755)
    (entry,) = FREEDESKTOP.glob("*.desktop")
    known = entry.stem
    shutil.copy2(entry, folder / entry.name)
    shutil.copy2(FREEDESKTOP / "icons" / "hicolor" / "256x256" / "apps" / f"{known}.png", folder / f"{known}.png")
    (folder / ".DirIcon").symlink_to(f"{known}.png")
    share = folder / "usr" / "share"
    places = {"desktop": "applications", "metainfo.xml": "metainfo", "mime.xml": "mime/packages"}
    for ending, place in places.items():
        (share / place).mkdir(parents=True, exist_ok=True)
        shutil.copy2(FREEDESKTOP / f"{known}.{ending}", share / place)
    shutil.copytree(FREEDESKTOP / "icons", share / "icons")


if __name__ == "__main__":
    main()
