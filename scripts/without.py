"""Take a room out of a copy of the tree and check what is left: python scripts/without.py ROOM… [--out DIR] [--check].

What is a room, and which rows name it, `rooms.toml` says beside this file. Without a room, or with `--list`, it says
which modules outside of each room import it: those are what ties it to the house.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("core/", "desktop/", "parley/")
ABOUT_ROOMS = ("scripts/without.py", "scripts/rooms.toml", "tests/contract/test_rooms.py")
"""What a copy has no use for: it is no checkout."""


MOST_WITHOUT_ROOMS = 80_000
"""Lines of the program that is left without any room. A budget is kept by leaving out; whoever raises one says why in
`docs/decisions/0007-rooms-and-registries.md`."""


@dataclass(frozen=True, slots=True)
class Room:
    """What can be taken out: the `most` lines that it may have, its `places` (patterns of paths) and the `rows` that
    name it, by their file."""

    name: str
    about: str
    most: int
    places: tuple[str, ...]
    rows: dict[str, list[str]] = field(default_factory=dict)

    def has(self, path: str) -> bool:
        """Tell whether a file of the tree is the room's."""
        return any(fnmatch(path, place) or fnmatch(path, f"{place}/*") for place in self.places)


@cache
def read_rooms() -> dict[str, Room]:
    """Return all rooms by name."""
    told = tomllib.loads((ROOT / "scripts" / "rooms.toml").read_text("utf-8"))
    return {
        name: Room(name, room["about"], room["most"], tuple(room["places"]), room.get("rows", {}))
        for name, room in told.items()
    }


@cache
def tracked_files() -> tuple[str, ...]:
    """Return the tree's files but those that git ignores, as paths below its root."""
    # With what is new: whoever adds a file is told the same before and after `git add`.
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return tuple(path for path in listed.stdout.split("\0") if path and (ROOT / path).exists())


# What imports what ---------------------------------------------------------------------------------------------------


def module_of(path: str) -> str:
    """Return the name by which a file is imported."""
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"parley.{name}" if path.startswith(("core/", "desktop/")) else name


@cache
def imports_of(path: str) -> tuple[tuple[int, str], ...]:
    """Return the line and the name of each module that a file imports, also within functions and for types alone;
    `from a import b` imports both `a` and `a.b`, of which one may be no module."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.lineno, node.module))
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return tuple(found)


def importers_of(taken: Iterable[str], left: Iterable[str]) -> dict[str, list[str]]:
    """Return by each file of those `left` that imports modules of those `taken` which ones, as "line: module"."""
    modules = {module_of(path) for path in taken if path.endswith(".py")}
    found: dict[str, list[str]] = {}
    for path in left:
        if path.endswith(".py"):
            names = [f"{line}: {name}" for line, name in imports_of(path) if name in modules]
            if names:
                found[path] = names
    return found


def with_tests(taken: Sequence[str]) -> list[str]:
    """Return those files, and the tests, examples and scripts that cannot be imported without them."""
    gone = list(taken)
    while True:
        beside = [path for path in tracked_files() if not path.startswith(PRODUCT) and path not in set(gone)]
        more = importers_of(gone, beside)
        if not more:
            return gone
        gone += more


def files_of(rooms: Sequence[Room]) -> list[str]:
    """Return the files of those rooms."""
    return [path for path in tracked_files() if any(room.has(path) for room in rooms)]


def ties_of(rooms: Sequence[Room]) -> dict[str, list[str]]:
    """Return the program's own modules outside of those rooms that import them, with what they import."""
    taken = files_of(rooms)
    gone = set(taken)
    return importers_of(taken, [path for path in tracked_files() if path.startswith(PRODUCT) and path not in gone])


# The copy ------------------------------------------------------------------------------------------------------------


def copy_tree(out: Path, gone: Iterable[str]) -> None:
    """Copy the tracked files but those into a folder."""
    left_out = set(gone)
    for path in tracked_files():
        source, target = ROOT / path, out / path
        if path in left_out or path in ABOUT_ROOMS or not os.path.lexists(source):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            target.symlink_to(source.readlink())
        else:
            target.write_bytes(source.read_bytes())
            target.chmod(source.stat().st_mode)


def _rows_in(tree: ast.AST, named: Sequence[str], modules: set[str]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the first and the last node of each row of a table: an entry of a dict, an element of a list or a tuple."""

    def names(node: ast.expr | None) -> bool:
        if isinstance(node, ast.Tuple):
            return any(map(names, node.elts))
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            return False
        return node.value in named or node.value.partition(":")[0] in modules

    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            yield from (
                (key, value)
                for key, value in zip(node.keys, node.values, strict=True)
                if key is not None and (names(key) or names(value))
            )
        elif isinstance(node, ast.List | ast.Tuple | ast.Set):
            yield from ((each, each) for each in node.elts if names(each))


def strip_python(text: str, named: Sequence[str], modules: set[str]) -> str:
    """Return a module's text without the rows of its tables that have one of these names or places."""
    source = text.encode()
    starts = [0]
    for each in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(each))
    spans = []
    for first, last in _rows_in(ast.parse(text), named, modules):
        line = starts[first.lineno - 1]
        begin, end = line + first.col_offset, starts[(last.end_lineno or 0) - 1] + (last.end_col_offset or 0)
        behind = re.compile(rb"\s*\)*,[ ]*((?:#[^\n]*)?\n)?|").match(source, end)
        assert behind is not None
        # With what stands before a row that has lines of its own.
        alone = bool(behind[1]) and not source[line:begin].strip()
        spans.append((line, behind.end()) if alone else (begin, behind.start(1) if behind[1] else behind.end()))
    kept, at = b"", 0
    for begin, end in sorted(spans):
        # A row may lie within another one.
        kept, at = kept + source[at : max(begin, at)], max(end, at)
    source = kept + source[at:]
    return source.decode()


def strip_stub(text: str, named: Sequence[str], modules: set[str]) -> str:
    """Return a stub's text without what it imports of these modules, and without the rows of those names."""
    gone = [
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom) and node.module in modules
    ]
    kept = [
        line
        for number, line in enumerate(text.splitlines(keepends=True), 1)
        if not any(first <= number <= last for first, last in gone)
    ]
    return strip_python("".join(kept), named, modules)


def strip_menu(text: str, ids: Sequence[str]) -> str:
    """Return a menu's JSON without the actions of those ids."""
    menu = json.loads(text)
    menu["actions"] = [row for row in menu["actions"] if row["id"] not in ids]
    return json.dumps(menu, ensure_ascii=False, indent=2) + "\n"


def strip_names(text: str, names: Iterable[str]) -> str:
    """Return a TOML's text without those strings in its lists, nor in the layers of import-linter ("api | mcp")."""
    for name in names:
        text = re.sub(rf'"{re.escape(name)}",?[ ]*', "", text)
        text = re.sub(rf'(?<=["| ]){re.escape(name)} \| | \| {re.escape(name)}(?=[" ])', "", text)
    return text


def strip_rows(out: Path, rooms: Sequence[Room], gone: Sequence[str]) -> list[str]:
    """Take the rooms' rows out of the copy and return the files that had some."""
    modules = {module_of(path) for path in gone if path.endswith(".py")}
    named: dict[str, list[str]] = {}
    for room in rooms:
        for path, names in room.rows.items():
            named.setdefault(path, []).extend(names)
    changed = []
    for path in (each.relative_to(out).as_posix() for each in sorted(out.rglob("*")) if each.is_file()):
        file, names = out / path, named.get(path, [])
        if path.endswith(".py") and (names or path.startswith(PRODUCT)):
            after = strip_python(before := file.read_text("utf-8"), names, modules)
        elif path.endswith(".pyi"):
            after = strip_stub(before := file.read_text("utf-8"), names, modules)
        elif names and path.endswith(".json"):
            after = strip_menu(before := file.read_text("utf-8"), names)
        elif path == "pyproject.toml":
            layers = [module.rpartition(".")[2] for module in modules if module.startswith("parley.core.")
                      and module.count(".") == 2]  # fmt: skip
            after = strip_names(before := file.read_text("utf-8"), [*sorted(modules), *layers, *names])
        elif names and path.endswith(".toml"):
            after = strip_names(before := file.read_text("utf-8"), names)
        else:
            continue
        if after != before:
            file.write_text(after, "utf-8")
            changed.append(path)
    return changed


# What is left --------------------------------------------------------------------------------------------------------

IMPORT_ALL = """
import importlib, pathlib, sys
failed = []
for path in sorted([*pathlib.Path("core").rglob("*.py"), *pathlib.Path("desktop").rglob("*.py")]):
    if path.name == "__main__.py":
        continue
    name = "parley." + ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    try:
        importlib.import_module(name)
    except Exception as fault:
        failed.append(f"{name}: {type(fault).__name__}: {fault}")
import parley
print("\\n".join(failed))
sys.exit(bool(failed))
"""


INSTALLED = """
import pathlib, runpy, sys, zipfile
work = pathlib.Path(sys.argv[1])
(wheel,) = work.glob("*.whl")
zipfile.ZipFile(wheel).extractall(work / "site")
here = str(pathlib.Path.cwd())
sys.path[:] = [str(work / "site"), *(each for each in sys.path if each not in ("", here))]
sys.argv = ["parley", "formats"]
runpy.run_module("parley", run_name="__main__")
"""


def commands_of_check(work: Path) -> dict[str, list[str]]:
    """Return by what it shows each command that is run in the copy; `work` is a folder for what they write."""
    parley = [sys.executable, "-m", "parley"]
    log = str(work / "run.jsonl")
    play = ["run", "roundtable", "--cast", "startup", "--turns", "6", "--voice", "rehearsal", "--fast", "-o", log]
    return {
        "every module is imported": [sys.executable, "-c", IMPORT_ALL],
        "parley --help": [*parley, "--help"],
        "parley doctor": [*parley, "doctor", "--json"],
        "a roundtable is played": [*parley, *play],
        "it is exported to Markdown": [*parley, "export", log, "-o", str(work / "run.md")],
        "it is exported to HTML": [*parley, "export", log, "-o", str(work / "run.html")],
        "the window is drawn": [*parley, "shot", log, "-o", str(work / "window.png")],
        "a wheel is made": [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(work)],
        "what is installed from it runs": [sys.executable, "-c", INSTALLED, str(work)],
        "the contract is kept": [
            sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow", "tests/contract",
        ],
    }  # fmt: skip


THOROUGH = ("a wheel is made", "what is installed from it runs", "the contract is kept")
"""The checks that take a minute together; CI makes them where all rooms are out at once."""


def check_copy(out: Path, *, quick: bool = False) -> list[str]:
    """Run all checks in the copy, or those that are quick, tell of each, and return what failed with the last lines it
    wrote.
    """
    failed = []
    with tempfile.TemporaryDirectory(prefix="parley-home-") as folder:
        work = Path(folder)
        (work / "shots").mkdir()
        # A test of ours may be what runs this: the tests of the copy are not its workers.
        env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")} | {
            "PYTHONPATH": str(out), "PARLEY_HOME": str(work / "home"), "QT_QPA_PLATFORM": "offscreen",
            "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        for what, command in commands_of_check(work).items():
            if quick and what in THOROUGH:
                continue
            done = subprocess.run(command, cwd=out, env=env, capture_output=True, text=True, check=False)
            print(f"  {'ok    ' if done.returncode == 0 else 'FAILED'} {what}", flush=True)
            if done.returncode:
                failed.append(f"{what}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return failed


def count_product_lines(paths: Iterable[str]) -> int:
    """Return how many lines of Python those of the files have that are the program's."""
    return _count_lines_below(PRODUCT, paths)


def _count_lines_below(folders: str | tuple[str, ...], paths: Iterable[str]) -> int:
    chosen = (path for path in paths if path.startswith(folders) and path.endswith(".py"))
    return sum((ROOT / path).read_bytes().count(b"\n") for path in chosen)


def describe_lines(paths: Sequence[str]) -> str:
    """Tell how many lines of Python those files have: the program's, and the tests'."""
    return f"{count_product_lines(paths):,} lines of the program and {_count_lines_below('tests/', paths):,} of tests"


def count_studio_lines() -> int:
    """Return the lines of the program that is left without any room."""
    of_rooms = set(files_of([*read_rooms().values()]))
    return count_product_lines(path for path in tracked_files() if path not in of_rooms)


def list_ties(rooms: Iterable[Room]) -> None:
    """Say what of the house imports each room, and how much of the budgets is used."""
    print(f"the studio, without any room: {count_studio_lines():,} of {MOST_WITHOUT_ROOMS:,} lines")
    for room in rooms:
        ties, files = ties_of([room]), files_of([room])
        print(f"{room.name} ({room.about}), at most {room.most:,}: {describe_lines(with_tests(files))}")
        for path, names in ties.items():
            print(f"    {path}  {', '.join(names)}")
        if not ties:
            print("    nothing outside of it imports it")


def main() -> int:
    """Do what the command line asks for and return the exit code."""
    rooms = read_rooms()
    asked = argparse.ArgumentParser(description="Take a room out of a copy of the tree and check what is left.")
    asked.add_argument("room", nargs="*", choices=[*rooms, "all", []], help="the rooms to take out; all of them")
    asked.add_argument("--out", type=Path, help="the folder of the copy; a temporary one otherwise")
    asked.add_argument("--check", action="store_true", help="run the program and the contract tests in the copy")
    asked.add_argument("--quick", action="store_true", help="run the program in the copy, without wheel and tests")
    asked.add_argument("--list", action="store_true", help="say which modules import a room, and copy nothing")
    given = asked.parse_args()
    chosen = list(rooms.values()) if "all" in given.room else [rooms[name] for name in given.room]
    if given.list or not chosen:
        list_ties(chosen or rooms.values())
        return 0
    with tempfile.TemporaryDirectory(prefix="parley-without-") as folder:
        out: Path = (given.out or Path(folder)).resolve()
        if given.out and out.exists() and any(out.iterdir()):
            asked.error(f"{out} is not empty")
        gone = with_tests(files_of(chosen))
        copy_tree(out, gone)
        changed = strip_rows(out, chosen, gone)
        names = ", ".join(room.name for room in chosen)
        left = [path for path in tracked_files() if path not in set(gone)]
        print(f"without {names}: {describe_lines(gone)} are out, {describe_lines(left)} are left")
        print(f"  rows taken out of: {', '.join(changed) or 'no file'}")
        ties = ties_of(chosen)
        for path, imported in ties.items():
            print(f"  TIED   {path}  {', '.join(imported)}")
        failed = check_copy(out, quick=given.quick) if given.check or given.quick else []
        print("\n".join(failed))
        return 1 if failed or ties else 0


if __name__ == "__main__":
    sys.exit(main())
