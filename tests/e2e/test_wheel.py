"""The built wheel in a clean environment: everything that runs comes out of it, the resources too."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.e2e.conftest import PATIENCE, Shell, plain_environment, rehearse

ROOT = Path(__file__).parents[2]
PACKAGES = ("core", "desktop", "resources")


def run(*arguments: object, folder: Path) -> str:
    """A tool's output; the test fails where it does."""
    done = subprocess.run(
        [str(argument) for argument in arguments],
        cwd=folder,
        env=plain_environment() | {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a connection."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, folder=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell with the wheel in an environment of its own; only what it depends on is borrowed from this one."""
    place = tmp_path_factory.mktemp("clean")
    venv.create(place / "venv", symlinks=True)
    python = place / "venv" / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", wheel, folder=place)
    site = next((place / "venv").glob("lib/python*/site-packages"))
    # The folder alone, at the end of the path: its own .pth files, the editable install among them, are not followed.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (place / "elsewhere").mkdir()
    return Shell(place / "elsewhere", place / "home", (str(place / "venv" / "bin" / "parley"),))


@pytest.mark.slow
def test_all_packages_with_all_their_files_are_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    wanted = {
        f"parley/{path.relative_to(ROOT).as_posix()}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted <= names
    assert "parley/py.typed" in names
    others = {name for name in names if not name.startswith("parley/")}
    assert {name.split("-")[0] for name in others} == {"parley_studio"}
    assert any(name.endswith(".data/data/share/man/man1/parley.1") for name in others)
    assert any(name.endswith("licenses/LICENSE") for name in others)
    assert any(name.endswith("LICENSE-Inter.txt") for name in others)


@pytest.mark.slow
def test_what_runs_is_the_wheels(installed: Shell) -> None:
    python = Path(installed.script[0]).with_name("python")
    code = "from parley import core, desktop, resources; print(*(m.__file__ for m in (core, desktop, resources)))"
    files = run(python, "-c", code, folder=installed.folder).split()
    assert len(files) == 3
    assert all(Path(file).is_relative_to(python.parents[1]) for file in files)
    versions = "import importlib.metadata as m; print(m.distribution('parley-studio').locate_file(''))"
    assert Path(run(python, "-c", versions, folder=installed.folder).strip()).is_relative_to(python.parents[1])


@pytest.mark.slow
def test_a_run_an_export_and_a_picture_come_out_of_the_wheel(installed: Shell) -> None:
    found = rehearse(installed, "-o", "run.jsonl")
    assert found["status"] == "ended"
    assert Path(found["path"]).is_relative_to(installed.home)
    installed("export", "run.jsonl", "--to", "html", "-o", "run.html")
    assert "</html>" in (installed.folder / "run.html").read_text("utf-8")
    installed("shot", "run.jsonl", "--view", "window", "--theme", "dark", "-o", "shot.png")
    assert (installed.folder / "shot.png").read_bytes().startswith(b"\x89PNG")
    assert len(installed("formats", "--json").json) == 16


@pytest.mark.slow
def test_packages_of_the_same_names_on_the_path_break_nothing(installed: Shell, tmp_path: Path) -> None:
    for name in PACKAGES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"raise ImportError('this {name} is another project')\n")
    python = Path(installed.script[0]).with_name("python")
    for script in (installed.script, (str(python), "-m", "parley")):
        beside = Shell(tmp_path, tmp_path / "home", script, environment={"PYTHONPATH": str(tmp_path)})
        assert rehearse(beside, "-o", "run.jsonl")["status"] == "ended"
        beside("shot", "run.jsonl", "--view", "window", "-o", "shot.png")
        (tmp_path / "run.jsonl").unlink()
