"""Fetching a model: from a hub and an index on loopback, with their faults; no network, no pip."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from parley.core.base.errors import FileError, ParleyError
from parley.core.voices.models import fetch as fetching
from parley.core.voices.models.catalogue import Catalogue
from parley.core.voices.models.fetch import fetch
from parley.core.voices.models.model import Model, WheelPart
from tests.unit.voices.hub_server import Hub, running, simple_html

DATA = b"GGUF" + random.Random(3).randbytes(300_000)
SUM = hashlib.sha256(DATA).hexdigest()
NAME = "hubby.gguf"


@pytest.fixture(scope="module")
def servers() -> Iterator[Hub]:
    with running() as hub:
        yield hub


@pytest.fixture
def hub(servers: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hub:
    """The hub with one file and no fault, and an index that is asked instead of any other."""
    servers.files, servers.pages, servers.faults, servers.heads = {NAME: DATA}, {}, [], []
    servers.token = ""
    servers.asked.clear()
    servers.waiting.clear()
    servers.go_on.clear()
    for name in [name for name in os.environ if name.startswith(("PIP_", "UV_", "HF_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HF_ENDPOINT", servers.url + "/")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PIP_INDEX_URL", f"{servers.url}/simple")
    monkeypatch.setattr(fetching, "PAUSE", 0.0)
    return servers


def of_hub(**changed: object) -> Model:
    usual = {"title": "Hubby", "file": NAME, "hub": "a/b", "size": len(DATA), "sha256": SUM}
    return Model.model_validate({"id": "hubby"} | usual | changed)


def got(one: Model, folder: Path, cancel: threading.Event | None = None) -> tuple[Path, list[tuple[int, int]]]:
    seen: list[tuple[int, int]] = []
    path = fetch(
        one, folder, progress=lambda done, total: seen.append((done, total)), cancel=cancel or threading.Event()
    )
    return path, seen


def cancelled_in_the_middle(hub: Hub) -> threading.Event:
    """What cancels the next fetch as soon as the hub falls silent in its middle."""
    hub.faults, cancel = ["wait"], threading.Event()
    threading.Thread(target=lambda: (hub.waiting.wait(20), cancel.set()), daemon=True).start()
    return cancel


def ranges(hub: Hub) -> list[str]:
    return [held for _how, path, held in hub.asked if path.startswith("/bytes/")]


@pytest.mark.parametrize("faults", [["cut"], ["cut", "cut", 503, "cut"], [429, 500], ["cut", "no range"]])
def test_a_file_of_the_hub_is_checked_and_a_broken_line_is_taken_up_again(
    hub: Hub, tmp_path: Path, faults: list[object]
) -> None:
    hub.faults = list(faults)
    path, seen = got(of_hub(), tmp_path)
    assert path.read_bytes() == DATA
    assert len(ranges(hub)) == len(faults) + (faults[-1] != "no range")
    if faults[0] == "cut":
        assert ranges(hub)[1] == f"bytes={len(DATA) // 2}-"
    assert seen[-1] == (len(DATA), len(DATA))
    assert not (tmp_path / ".partial" / "hubby").exists()


def test_a_busy_hub_is_asked_again_and_given_up_in_the_end(hub: Hub, tmp_path: Path) -> None:
    hub.heads = [429, 503]
    got(of_hub(), tmp_path / "first")
    hub.faults = [503] * 9
    with pytest.raises(ParleyError, match="too busy"):
        got(of_hub(), tmp_path / "second")
    assert len(hub.faults) == 9 - fetching.TRIES


def test_other_bytes_than_promised_are_not_installed(hub: Hub, tmp_path: Path) -> None:
    hub.faults = ["wrong"]
    with pytest.raises(ParleyError, match="size or its sum differs"):
        got(of_hub(), tmp_path)
    assert not (tmp_path / NAME).exists()
    assert got(of_hub(), tmp_path)[0].read_bytes() == DATA
    hub.files[NAME] = b"<html>" + DATA
    with pytest.raises(ParleyError, match="size or its sum differs"):
        got(of_hub(), tmp_path / "other")
    hub.files[NAME] = DATA[:-9]
    with pytest.raises(ParleyError):
        got(of_hub(), tmp_path / "third")


def test_what_is_gone_and_what_is_locked_is_told(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hub.token = "hf_secret"
    with pytest.raises(ParleyError, match="could not be fetched: 401"):
        got(of_hub(), tmp_path)
    hub.token, hub.files = "", {}
    with pytest.raises(ParleyError, match="not there any more"):
        got(of_hub(), tmp_path / "other")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ParleyError, match="no connection"):
        got(of_hub(), tmp_path / "other")


def test_a_cancel_ends_a_line_that_says_nothing_and_the_next_fetch_goes_on(hub: Hub, tmp_path: Path) -> None:
    cancel = cancelled_in_the_middle(hub)
    with pytest.raises(ParleyError, match="stopped"):
        got(of_hub(), tmp_path, cancel)
    left = (tmp_path / ".partial" / "hubby" / f"{SUM[:16]}.gguf").stat().st_size
    assert left <= len(DATA) // 2
    got(of_hub(), tmp_path)
    assert ranges(hub)[-1] == (f"bytes={left}-" if left else "")


_KILLED = """
import sys, threading
from pathlib import Path
from parley.core.voices.models.fetch import fetch
from parley.core.voices.models.model import Model
hub, size, total = "a/b", int(sys.argv[2]), sys.argv[3]
one = Model(id="hubby", title="Hubby", file="hubby.gguf", hub=hub, size=size, sha256=total)
fetch(one, Path(sys.argv[1]), progress=lambda done, total: print(done, flush=True), cancel=threading.Event())
"""


def test_a_fetch_that_was_killed_goes_on_and_leaves_no_lock(hub: Hub, tmp_path: Path) -> None:
    hub.faults = ["wait"]
    child = subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(tmp_path), str(len(DATA)), SUM], stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    half = str(len(DATA) // 2).encode()
    assert any(line.strip() == half for line in child.stdout)
    with pytest.raises(ParleyError, match="another Parley"):
        got(of_hub(), tmp_path)
    child.kill()
    child.communicate()
    assert not (tmp_path / NAME).exists()
    assert got(of_hub(), tmp_path)[0].read_bytes() == DATA
    assert ranges(hub)[-1] == f"bytes={len(DATA) // 2}-"


def test_another_file_is_never_continued(hub: Hub, tmp_path: Path) -> None:
    cancel = cancelled_in_the_middle(hub)
    with pytest.raises(ParleyError, match="stopped"):
        got(of_hub(), tmp_path, cancel)
    hub.files[NAME] = other = b"GGUF" + DATA[::-1]
    changed = of_hub(size=len(other), sha256=hashlib.sha256(other).hexdigest())
    assert got(changed, tmp_path)[0].read_bytes() == other


def test_a_disk_that_is_too_full_is_told_before(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: os.terminal_size((0, 0)) and type("U", (), {"free": 1_000}))
    with pytest.raises(FileError, match="too full"):
        got(of_hub(), tmp_path)
    assert not ranges(hub)


def test_the_catalogue_knows_what_was_left(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = Catalogue(tmp_path)
    monkeypatch.setattr(catalogue, "_shipped", (of_hub(),))
    cancel = cancelled_in_the_middle(hub)
    with pytest.raises(ParleyError, match="stopped"):
        catalogue.fetch("hubby", cancel=cancel)
    assert not catalogue.is_installed("hubby")
    left = (catalogue.folder / ".partial" / of_hub().id).glob("*.gguf")
    assert sum(path.stat().st_size for path in left) <= len(DATA) // 2
    catalogue.fetch("hubby")
    assert catalogue.is_installed("hubby")
    with (tmp_path / NAME).open("ab") as file:
        file.write(b"x")
    assert not catalogue.is_installed("hubby")
    assert catalogue.remove("hubby") == tmp_path / NAME


# Wheels of an index --------------------------------------------------------------------------------------------------


def wheel(package: str, data: bytes) -> tuple[str, bytes]:
    """A wheel of `package` 1.0 with one data file: its name and its bytes."""
    import io

    name, whole = package.replace("-", "_"), io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "raise SystemExit('the package was run')")
        archive.writestr(f"{name}/part.bin", data)
    return f"{name}-1.0-py3-none-any.whl", whole.getvalue()


def of_wheels(hub: Hub, *pieces: bytes) -> Model:
    """A model of one wheel a piece, which are put into the index."""
    parts: list[WheelPart] = []
    for number, piece in enumerate(pieces):
        package = f"parley-test-part{number}"
        name, made = wheel(package, piece)
        hub.files[name] = made
        hub.pages[f"/simple/{package}/"] = simple_html(name, f"../../bytes/{name}", hashlib.sha256(made).hexdigest())
        parts.append(
            WheelPart(
                package=package, version="1.0", member=f"parley_test_part{number}/part.bin",
                download=len(made), size=len(piece), sha256=hashlib.sha256(piece).hexdigest(),
            )
        )  # fmt: skip
    whole = b"".join(pieces)
    digest = hashlib.sha256(whole).hexdigest()
    return Model(id="tiny", title="Tiny", file="tiny.gguf", size=len(whole), sha256=digest, parts=tuple(parts))


def test_parts_are_joined_and_verified(hub: Hub, tmp_path: Path) -> None:
    one = of_wheels(hub, DATA[:100_000], DATA[100_000:])
    hub.faults = ["cut"]
    path, seen = got(one, tmp_path)
    assert path.read_bytes() == DATA
    assert seen[-1] == (one.download, one.download)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_a_wheel_with_other_contents_is_not_installed(hub: Hub, tmp_path: Path) -> None:
    one = of_wheels(hub, DATA)
    of_wheels(hub, DATA[:-1] + b"x")
    with pytest.raises(ParleyError, match="not what the catalogue describes"):
        got(one, tmp_path)
    moved = one.parts[0].model_copy(update={"member": "elsewhere.bin"})
    with pytest.raises(ParleyError, match=r"parley-test-part0 1\.0 is not what"):
        got(one.model_copy(update={"parts": (moved,)}), tmp_path)
    of_wheels(hub, DATA)
    assert got(one, tmp_path)[0].read_bytes() == DATA


@pytest.mark.parametrize("where", ["pip.conf", "UV_DEFAULT_INDEX", "PIP_EXTRA_INDEX_URL"])
def test_the_index_is_the_one_that_is_set(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    one, url = of_wheels(hub, DATA), f"{hub.url}/simple"
    monkeypatch.delenv("PIP_INDEX_URL")
    config = tmp_path / "set"
    config.mkdir()
    if where == "pip.conf":
        (config / where).write_text(f"[global]\nindex-url = {url}\n", "utf-8")
        monkeypatch.setenv("PIP_CONFIG_FILE", str(config / where))
    else:
        monkeypatch.setenv(where, f"mine={url}" if where.startswith("UV") else url)
        if where.startswith("PIP"):
            monkeypatch.setenv("PIP_INDEX_URL", f"{hub.url}/nothing")
    assert got(one, tmp_path / "models")[0].read_bytes() == DATA


# Before and beside a fetch -------------------------------------------------------------------------------------------


def test_what_is_here_is_not_fetched_again(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    path = catalogue.locate(catalogue.get(""))
    with path.open("wb") as file:
        file.truncate(catalogue.get("").size)
    assert catalogue.fetch("") == path
