"""What no linter of imports sees: dependencies that are declared, words we do not use, and Qt's one known leak."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sys
import tomllib
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest
from PySide6.QtWidgets import QApplication, QLabel

ROOT = Path(__file__).parents[2]
OURS = ("core", "desktop", "resources")
CALLS = 2_000


@cache
def sources() -> list[Path]:
    return [path for package in OURS for path in sorted((ROOT / package).rglob("*.py"))]


LOOKED_AT = (ast.Import, ast.ImportFrom, ast.Compare)


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Every import and comparison of a module, wherever in it: all of them are parsed once."""
    return [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, LOOKED_AT)]


def imported(path: Path) -> set[str]:
    """The top-level packages that a module imports."""
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[ <>=!~;\[]", name)[0]).lower()


@pytest.fixture(scope="module")
def used() -> dict[str, set[str]]:
    """By module, the distributions that what it imports comes from."""
    # Of a namespace that many share we take one; `compression` is the standard library's from Python 3.14 on.
    homes = {**importlib.metadata.packages_distributions(), "backports": ["backports.zstd"], "compression": []}
    return {
        str(path.relative_to(ROOT)): {
            plain(home)
            for name in imported(path) - {"parley"} - set(sys.stdlib_module_names)
            for home in homes.get(name, [f"nowhere: {name}"])
        }
        for path in sources()
    }


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {plain(each) for each in project["dependencies"]}


def extras() -> set[str]:
    """What the extras of the package bring, which is imported where somebody wants it."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    return {plain(each) for name, those in found.items() if name != "dev" for each in those}


@pytest.mark.slow
def test_everything_that_is_imported_is_declared(used: dict[str, set[str]]) -> None:
    assert {module: homes for module, homes in used.items() if homes - declared() - extras()} == {}


@pytest.mark.slow
def test_every_dependency_is_used(used: dict[str, set[str]]) -> None:
    assert declared() - set().union(*used.values()) == set()


def test_no_coroutine_starts_a_task_that_nobody_owns() -> None:
    bare = re.compile(r"(?<!group\.)(?<!tasks\.)\b(?:asyncio\.create_task|ensure_future|asyncio\.gather)\(")
    found = [str(path.relative_to(ROOT)) for path in sources() if bare.search(path.read_text("utf-8"))]
    # An asynchronous generator awaits its own, for a group does not live through what it yields; so does a download,
    # which is cancelled from another thread; a server of tools lives through all steps of a run, and is awaited when it
    # is ended.
    owners = {"desktop/tasks.py", "core/api/runs.py", "core/voices/models/fetch.py", "core/tools/server.py"}
    assert [name for name in found if name not in owners] == []


def test_names_are_of_the_vocabulary() -> None:
    unwanted = re.compile(r"class \w*(?:Manager|Helper|Utils?)\b")
    assert [path for path in sources() if unwanted.search(path.read_text("utf-8"))] == []
    assert [path for path in sources() if re.fullmatch(r"_(?!_).*|.*(?:utils?|helpers?)", path.stem)] == []


SCRIPTS = ("benchmarks", "examples", "packaging", "scripts", "tests")


def test_nothing_beside_a_script_hides_the_standard_library() -> None:
    """Python looks for modules in a started script's own folder first."""
    there = [path for folder in SCRIPTS for path in sorted((ROOT / folder).rglob("*.py"))]
    names = {path: path.parent.name if path.stem == "__init__" else path.stem for path in there}
    assert [path for path, name in names.items() if name in sys.stdlib_module_names] == []


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


MODES = (["core", "modes"], ["desktop", "modes"])
ROOMS = {each.name for half in ("core", "desktop") for each in (ROOT / half / "modes").iterdir() if each.is_dir()}
NAMES = {"roundtable", "scenes", "story", "dialogue", "duologue"}
"""The modes as configurations name them."""


def knows_a_mode(node: ast.AST) -> bool:
    """Whether a piece of code imports of a mode's room, or asks which mode something is."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        named = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
        parts = [name.split(".") for name in named]
        return any(each[1:3] in MODES and each[3:4] and each[3] in ROOMS for each in parts)
    if not isinstance(node, ast.Compare):
        return False
    sides = [node.left, *node.comparators]
    said = {each.value for side in sides for each in ast.walk(side) if isinstance(each, ast.Constant)}
    return any(getattr(side, "attr", getattr(side, "id", "")) == "mode" for side in sides) and bool(said & NAMES)


def test_nothing_outside_the_modes_asks_which_mode_a_run_is() -> None:
    found: list[str] = []
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        if "modes" not in name.split("/")[1:3]:
            found += [name for node in nodes(path) if knows_a_mode(node)]
    assert found == []


def rooms(of: Path) -> set[str]:
    """The folders and modules in a folder, without what only begins it."""
    there = {path.stem for path in of.iterdir() if path.suffix == ".py" or (path.is_dir() and any(path.glob("*.py")))}
    return {name for name in there if not name.startswith("__")}


def test_the_rooms_are_those_that_the_architecture_names() -> None:
    picture = (ROOT / "ARCHITECTURE.md").read_text("utf-8").split("## The rooms")[1].split("Each layer imports")[0]
    assert rooms(ROOT / "core") - set(re.findall(r"[a-z_]+", picture)) == set()


def find_functions(of: Path) -> set[str]:
    """Return "Class.method" and "function" of everything below a folder."""
    found: set[str] = set()
    for path in of.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.add(node.name)
                members = [each.target if isinstance(each, ast.AnnAssign) else each for each in node.body]
                members += [target for each in node.body if isinstance(each, ast.Assign) for target in each.targets]
                found |= {f"{node.name}.{getattr(each, 'name', getattr(each, 'id', ''))}" for each in members}
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(node.name)
    return found


def test_the_walks_of_the_architecture_follow_functions_that_there_are() -> None:
    walks = (ROOT / "ARCHITECTURE.md").read_text("utf-8").split("## A topic in")[1]
    named = {
        name.split("(")[0] for name in re.findall(r"`([A-Za-z_.()]+)`", walks) if not re.match(r"[a-z]+\.[a-z]+$", name)
    }
    there = find_functions(ROOT / "core") | find_functions(ROOT / "desktop")
    # A step is a method of whichever mode it is; signals and a batch's names are checked as the rest.
    assert named - there - {"Mode.step", "injected", "speak", "changed", "happened"} == set()


def test_the_tests_folders_and_helpers_are_described() -> None:
    text = (ROOT / "tests" / "README.md").read_text("utf-8")
    named = set(re.findall(r"^\| `([\w/.]+)` \|", text, re.MULTILINE))
    there = {path.name for path in (ROOT / "tests").iterdir() if path.name[0].isalpha()}
    tested = {name for name in there if name.startswith("test_") or name.endswith((".md", ".toml"))}
    assert there - tested - named == set()
    assert {name for name in named if not (ROOT / "tests" / name).exists()} == set()


def imports_of_ours() -> dict[str, set[str]]:
    """What each of our modules imports of ours; what is imported for types alone counts as well."""
    graph = grimp.build_graph("parley", exclude_type_checking_imports=False, cache_dir=None)
    return {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}


def test_no_imports_go_in_a_circle() -> None:
    """Two modules that name each other, be it for types alone, can only be read together."""
    try:
        TopologicalSorter(imports_of_ours()).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))
