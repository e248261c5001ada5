"""`parley desktop`: desktops find the program, and know its files by name and by content."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from parley.core.base.packaged import APP_ID
from parley.core.studio.runs import ENDINGS
from tests.unit.cli.conftest import Parley

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "resources" / "freedesktop"
TYPE = "application/vnd.parley.run"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there are other desktops elsewhere")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder, with an odd name."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data of mine"))
    monkeypatch.delenv("APPIMAGE", raising=False)
    return tmp_path / "data of mine"


def test_it_is_installed_and_removed_without_a_trace(parley: Parley, data: Path) -> None:
    others = data / "applications" / "other.desktop"
    others.parent.mkdir(parents=True)
    others.write_text("", "utf-8")
    assert parley("desktop", "install").code == 0
    entry = (data / "applications" / f"{APP_ID}.desktop").read_text("utf-8")
    (program,) = re.findall(r"^Exec=(.+) %F$", entry, re.MULTILINE)
    assert Path(program).name == "parley"
    assert (data / "icons" / "hicolor" / "128x128" / "apps" / f"{APP_ID}.png").is_file()
    assert (data / "mime" / "packages" / f"{APP_ID}.mime.xml").is_file()
    if shutil.which("update-mime-database"):
        assert "*.parley" in (data / "mime" / "globs2").read_text("utf-8")
    # Done twice it is done once.
    assert parley("desktop", "install").code == 0
    assert "11 files" in parley("desktop", "remove").out
    assert not list(data.rglob(f"{APP_ID}*"))
    assert others.exists()
    assert "nothing" in parley("desktop", "remove").out


def test_the_files_agree_with_each_other_and_with_the_project() -> None:
    entry = (FOLDER / f"{APP_ID}.desktop").read_text("utf-8")
    assert f"MimeType={TYPE};" in entry
    assert f"Icon={APP_ID}\n" in entry
    mime = ET.parse(FOLDER / f"{APP_ID}.mime.xml").getroot()
    spaces = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    assert [each.get("type") for each in mime.iterfind("m:mime-type", spaces)] == [TYPE]
    assert [each.get("pattern") for each in mime.iterfind(".//m:glob", spaces)] == [f"*{ENDINGS[0]}"]
    info = ET.parse(FOLDER / f"{APP_ID}.metainfo.xml").getroot()
    assert [each.text for each in info.iterfind("provides/mediatype")] == [TYPE]
    assert info.findtext("id") == info.findtext("icon") == APP_ID
    assert info.findtext("launchable") == f"{APP_ID}.desktop"
    assert [each.get("name") for each in mime.iterfind(".//m:icon", spaces)] == [APP_ID]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    release = info.find("releases/release")
    assert release is not None
    assert release.get("version") == project["version"]
    assert info.findtext("project_license") == project["license"]
