"""What no linter of imports sees: dependencies that are declared, words we do not use, and Qt's one known leak."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel

ROOT = Path(__file__).parents[2]
OURS = ("core", "desktop", "resources")
CALLS = 2_000


def sources() -> Iterator[Path]:
    for package in OURS:
        yield from sorted((ROOT / package).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The top-level packages that a module imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[ <>=!~;\[]", name)[0]).lower()


def test_everything_that_is_imported_is_a_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {plain(each) for each in project["dependencies"]}
    # The essentials come with the binding's own runtime.
    declared.add("shiboken6")
    homes = importlib.metadata.packages_distributions()
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources()
        for name in imported(path) - set(OURS) - set(sys.stdlib_module_names)
        if not {plain(each) for each in homes.get(name, ())} & declared
    }
    assert missing == set()


def test_every_dependency_is_used() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    homes = importlib.metadata.packages_distributions()
    used = {plain(each) for path in sources() for name in imported(path) for each in homes.get(name, ())}
    assert {plain(each) for each in project["dependencies"]} - used == set()


def test_no_coroutine_starts_a_task_that_nobody_owns() -> None:
    bare = re.compile(r"(?<!group\.)(?<!tasks\.)\b(?:asyncio\.create_task|ensure_future|asyncio\.gather)\(")
    found = [str(path.relative_to(ROOT)) for path in sources() if bare.search(path.read_text("utf-8"))]
    assert [name for name in found if name != "desktop/tasks.py"] == []


def test_names_are_of_the_vocabulary() -> None:
    unwanted = re.compile(r"class \w*(?:Manager|Helper|Utils?)\b")
    assert [path for path in sources() if unwanted.search(path.read_text("utf-8"))] == []
    assert [path for path in sources() if re.fullmatch(r"_(?!_).*|.*(?:utils?|helpers?)", path.stem)] == []


@pytest.mark.usefixtures("qapp")
def test_calls_that_return_nothing_lose_no_reference() -> None:
    assert QApplication.instance() is not None
    label = QLabel()
    texts = [str(number) for number in range(CALLS)]
    before = sys.getrefcount(None)
    for text in texts:
        label.setText(text)
    # A broken binding loses one a call, and dies of it after some thousands.
    assert sys.getrefcount(None) > before - CALLS // 10
