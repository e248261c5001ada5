"""The packages in examples/, installed for the tests as anybody would install them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from parley.core.base import registry
from parley.core.log import codec

EXAMPLES = Path(__file__).parents[1] / "examples"


def shared(factory: pytest.TempPathFactory) -> Path:
    """A folder for `sys.path` with all examples in it, installed once for all processes of a test run."""
    base = factory.getbasetemp()
    # Workers of one run share the folder above their own.
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "examples"
    folder.mkdir(parents=True, exist_ok=True)
    target, done = folder / "site", folder / "done"
    with FileLock(folder / "lock"):
        if not done.exists():
            packages = [str(each.parent) for each in sorted(EXAMPLES.glob("*/pyproject.toml"))]
            install(target, *packages)
            done.touch()
    return target


def install(target: Path, *packages: str) -> None:
    """Install packages into a folder, of what is here alone."""
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([sys.executable, "-m", "pip", "install", *quiet, "--target", str(target), *packages], check=True)


@contextmanager
def found(site: Path) -> Iterator[None]:
    """While it lasts this process, and those it starts, find what the folder's packages add."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH", "")])]))
        _look_again()
        yield
    _look_again()


@contextmanager
def gone(site: Path) -> Iterator[None]:
    """While it lasts this process, and those it starts, do not find them: as if they were uninstalled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [each for each in sys.path if each != str(site)])
        patch.setenv("PYTHONPATH", "")
        _look_again()
        yield
    _look_again()


def package(folder: Path, points: str, code: str, name: str = "parley_bad") -> Path:
    """A folder with a package that adds `points`, of its one module `name`."""
    info = folder / "site" / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(points, "utf-8")
    (info.parent / f"{name}.py").write_text(code, "utf-8")
    return info.parent


def _look_again() -> None:
    registry.look_again()
    codec.event_types.cache_clear()
    codec._make_decoder.cache_clear()
