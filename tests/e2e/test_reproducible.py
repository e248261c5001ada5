"""What is built twice, in other folders, at other times, by people with other habits, has the same bytes."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from parley.core.base.packaged import APP_ID
from tests.e2e.conftest import PATIENCE, plain_environment

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*", "out", "dist", "build", "site", "*.egg-info")


def build(folder: Path, moment: int, umask: int) -> dict[str, str]:
    """Digests by name of a wheel and a source distribution that are built of a copy whose files have this time."""
    source, target = folder / "source", folder / "dist"
    shutil.copytree(ROOT, source, symlinks=True, ignore=LEFT_OUT)
    for place, _folders, files in os.walk(source):
        for name in files:
            path = Path(place, name)
            os.utime(path, (moment, moment), follow_symlinks=False)
            if not path.is_symlink():
                path.chmod((path.stat().st_mode | 0o066) & ~umask)
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(source)],
        env=plain_environment() | {"PYTHONHASHSEED": str(umask), "SOURCE_DATE_EPOCH": "1790000000"},
        cwd=folder,
        umask=umask,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in target.iterdir()}


@pytest.mark.slow
def test_two_builds_have_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    first = build(tmp_path / "here", 1_500_000_000, 0o022)
    second = build(tmp_path / "there", 1_700_000_000, 0o077)
    assert len(first) == 2
    assert first == second
    (wheel,) = (tmp_path / "here" / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        moments = {each.date_time for each in archive.infolist()}
        shared = {each.partition(".data/data/")[2] for each in archive.namelist() if ".data/data/" in each}
    # The moment is the one that was named, in steps of two seconds.
    assert {each[0] for each in moments} == {2026}
    assert {f"share/applications/{APP_ID}.desktop", f"share/mime/packages/{APP_ID}.mime.xml"} <= shared
    assert f"share/icons/hicolor/128x128/apps/{APP_ID}.png" in shared
