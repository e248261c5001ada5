"""What is optional is missed in a sentence."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from parley.core import export
from parley.core.base.errors import UsageError
from parley.core.base.extras import EXTRAS, require_extra
from parley.core.cast.portrait import read_portrait
from parley.core.export.base import Options
from parley.core.export.drawing import as_pdf
from parley.core.export.registry import EXPORTS
from parley.core.studio.experiments.statistics import find_interval
from parley.core.voices.keys import store_key

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = ROOT / "requirements" / "dev.txt"
SYSTEMS = (("linux", "posix", "Linux"), ("darwin", "posix", "Darwin"), ("win32", "nt", "Windows"))
"""What markers ask for of the systems that Parley runs on: `sys_platform`, `os_name`, `platform_system`."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
ENVIRONMENTS: list[dict[str, str]] = [
    {
        "sys_platform": platform, "os_name": name, "platform_system": system,
        "python_version": python, "python_full_version": f"{python}.1",
    }
    for platform, name, system in SYSTEMS
    for python in PYTHONS
]  # fmt: skip


def asked(lines: Iterable[str]) -> Iterator[Requirement]:
    """Requirements, with what the extras of Parley's own among them stand for."""
    for line in lines:
        wanted = Requirement(line)
        if wanted.name == PROJECT["name"]:
            for extra in wanted.extras:
                yield from asked(PROJECT["optional-dependencies"][extra])
        else:
            yield wanted


def test_the_lock_has_what_is_required_on_every_system() -> None:
    text = LOCK.read_text("utf-8")
    assert "://" not in text, "where packages come from is the matter of the machine that installs them"
    locked: dict[str, list[Requirement]] = {}
    for line in re.findall(r"^\w.*(?= \\$)", text, re.MULTILINE):
        pinned = Requirement(line)
        locked.setdefault(canonicalize_name(pinned.name), []).append(pinned)
    for wanted in asked([*PROJECT["dependencies"], f"{PROJECT['name']}[dev]"]):
        for environment in ENVIRONMENTS:
            if wanted.marker and not wanted.marker.evaluate(environment):
                continue
            found = [
                next(iter(pin.specifier)).version
                for pin in locked.get(canonicalize_name(wanted.name), [])
                if not pin.marker or pin.marker.evaluate(environment)
            ]
            assert len(found) == 1, f"{wanted}: run scripts/lock.sh"
            assert wanted.specifier.contains(found[0], prereleases=True), (
                f"{wanted}, not {found[0]}: run scripts/lock.sh"
            )


def test_extras_are_those_that_are_declared() -> None:
    for extra, packages in EXTRAS.items():
        lines = PROJECT["optional-dependencies"][extra]
        assert {re.split(r"[<>=]", line)[0] for line in lines} == set(packages.values())


@pytest.mark.parametrize(
    ("module", "use"),
    [
        ("fpdf", lambda path: next(iter(as_pdf([])))),
        ("fpdf", lambda path: next(iter(EXPORTS["pdf"].render(None, [], Options())))),  # type: ignore[arg-type]
        ("keyring", lambda path: store_key("sk-0123456789abcdef")),
        ("PIL", read_portrait),
        ("scipy", lambda path: find_interval((1.0, 2.0, 4.0), (0.0, 9.0), 1)),
    ],
)
def test_a_missing_package_is_told(
    module: str, use: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PARLEY_NO_KEYRING")
    loaded = [each for each in sys.modules if each.partition(".")[0] == module]
    for name in (*loaded, "parley.core.export.pages", "parley.core.export.paper"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    for name in ("pages", "paper"):
        monkeypatch.delattr(export, name, raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UsageError) as told:
        use(tmp_path)
    assert "is not installed" in str(told.value)
    assert "pip install 'parley-studio[" in str(told.value.hint)


def test_another_module_that_is_missing_is_no_extra() -> None:
    with pytest.raises(ModuleNotFoundError), require_extra("pdf"):
        import no_such_module  # type: ignore[import-not-found]  # noqa: F401
