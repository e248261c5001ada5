"""Fetching a model: real pip, wheels from a folder, no network."""

from __future__ import annotations

import hashlib
import random
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from filelock import FileLock

from parley.core.base.errors import ParleyError, UsageError
from parley.core.voices.models import Catalogue, FetchStopped
from parley.core.voices.models.fetch import fetch, reason
from parley.core.voices.models.model import HubFile, Model, WheelPart

DATA = b"GGUF" + random.Random(3).randbytes(300_000)


def wheel(folder: Path, package: str, data: bytes) -> Path:
    """A wheel of `package` 1.0 with one data file."""
    name = package.replace("-", "_")
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "raise SystemExit('the package was run')")
        archive.writestr(f"{name}/part.bin", data)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes its wheels from; there is no other index."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "none"))
    return folder


def model(folder: Path, *pieces: bytes, terms: str = "") -> Model:
    """A model of one wheel a piece, which are put into `folder`."""
    parts: list[WheelPart] = []
    for number, piece in enumerate(pieces):
        made = wheel(folder, f"parley-test-part{number}", piece)
        parts.append(
            WheelPart(
                package=f"parley-test-part{number}",
                version="1.0",
                member=f"parley_test_part{number}/part.bin",
                download=made.stat().st_size,
                size=len(piece),
                sha256=hashlib.sha256(piece).hexdigest(),
            )
        )
    whole = b"".join(pieces)
    return Model(
        id="tiny", title="Tiny", file="tiny.gguf", size=len(whole), sha256=hashlib.sha256(whole).hexdigest(),
        parts=tuple(parts), terms=terms,
    )  # fmt: skip


def got(one: Model, folder: Path, cancel: threading.Event | None = None) -> tuple[Path, list[tuple[int, int]]]:
    seen: list[tuple[int, int]] = []
    path = fetch(
        one, folder, progress=lambda done, total: seen.append((done, total)), cancel=cancel or threading.Event()
    )
    return path, seen


def test_parts_are_joined_and_verified(index: Path, tmp_path: Path) -> None:
    one = model(index, DATA[:100_000], DATA[100_000:])
    path, seen = got(one, tmp_path / "models")
    assert path.read_bytes() == DATA
    assert seen[-1] == (one.download, one.download)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert not (tmp_path / "models" / ".partial" / "tiny").exists()


def test_finished_parts_are_kept_for_the_next_time(index: Path, tmp_path: Path) -> None:
    one = model(index, DATA[:100_000], DATA[100_000:])
    second = next(index.glob("*part1*"))
    second.rename(tmp_path / second.name)
    with pytest.raises(ParleyError, match="not there any more"):
        got(one, tmp_path / "models")
    (tmp_path / second.name).rename(second)
    # The first wheel is gone now: what came of it must still be here.
    next(index.glob("*part0*")).unlink()
    path, _ = got(one, tmp_path / "models")
    assert path.read_bytes() == DATA


def test_other_bytes_than_promised_are_not_installed(index: Path, tmp_path: Path) -> None:
    one = model(index, DATA)
    wheel(index, "parley-test-part0", DATA[:-1] + b"x")
    with pytest.raises(ParleyError, match="not what the catalogue describes"):
        got(one, tmp_path / "models")
    assert not (tmp_path / "models" / "tiny.gguf").exists()
    model(index, DATA)
    assert got(one, tmp_path / "models")[0].read_bytes() == DATA


def test_a_package_without_the_file_is_named(index: Path, tmp_path: Path) -> None:
    one = model(index, DATA)
    moved = one.parts[0].model_copy(update={"member": "elsewhere.bin"})
    with pytest.raises(ParleyError, match=r"parley-test-part0 1\.0 is not what"):
        got(one.model_copy(update={"parts": (moved,)}), tmp_path / "models")


def test_a_cancel_stops_pip(index: Path, tmp_path: Path) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(FetchStopped, match="stopped"):
        got(model(index, DATA), tmp_path / "models", cancel)


def test_two_at_once_are_one_too_many(index: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    (folder / ".partial").mkdir(parents=True)
    with FileLock(folder / ".partial" / "tiny.lock"), pytest.raises(ParleyError, match="another Parley"):
        got(model(index, DATA), folder)


def test_a_disk_that_is_too_full_is_told_before(index: Path, tmp_path: Path) -> None:
    huge = model(index, DATA).model_copy(update={"size": 10**18})
    with pytest.raises(ParleyError, match="too full"):
        got(huge, tmp_path / "models")


def test_terms_are_accepted_or_nothing_is_fetched_and_what_is_here_is_not_fetched_again(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    asked: list[Model] = []
    with pytest.raises(UsageError, match="--accept-terms"):
        catalogue.fetch("gemma3-270m", accept=asked.append)  # type: ignore[arg-type]
    assert "Gemma Terms of Use" in asked[0].terms
    assert list(tmp_path.iterdir()) == []
    path = catalogue.path_of("")
    with path.open("wb") as file:
        file.truncate(catalogue.get("").size)
    assert catalogue.fetch("") == path


def test_a_hub_needs_its_package_and_runs_as_a_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Model(id="hubby", title="Hubby", file="hubby.gguf", hub=HubFile(repo="a/b", download=4))
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ParleyError, match=r"parley-studio\[hub\]"):
        got(one, tmp_path / "models")
    monkeypatch.undo()
    package = tmp_path / "huggingface_hub"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import pathlib\n"
        "def hf_hub_download(repo_id, revision, filename, local_dir):\n"
        "    assert (repo_id, revision) == ('a/b', 'main')\n"
        "    (pathlib.Path(local_dir) / filename).write_bytes(b'GGUF')\n",
        "utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert got(one, tmp_path / "models")[0].read_bytes() == b"GGUF"


@pytest.mark.parametrize(("output", "sentence"), [
    ("WARNING: Retrying ... NewConnectionError\nERROR: No matching distribution found for x", "no connection"),
    ("ERROR: No matching distribution found for x==1", "not there any more"),
    ("OSError: [Errno 28] No space left on device", "disk is full"),
    ("SSLError(SSLCertVerificationError(1, CERTIFICATE_VERIFY_FAILED", "certificate"),
    ("ERROR: HTTP error 403 while getting", "access was refused"),
    ("ERROR: odd thing at https://user:secret@example.org/simple", "odd thing at …"), ("", "no reason was given"),
])  # fmt: skip
def test_reasons_are_sentences_without_addresses(output: str, sentence: str) -> None:
    told = str(reason(output, "tiny"))
    assert sentence in told
    assert "secret" not in told
