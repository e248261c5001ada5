"""The program without Qt and without any extra: it can be imported, runs are played, and what is missing is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from parley.core.base.extras import EXTRAS
from parley.core.base.packaged import get_resource

MODULES = {module for packages in EXTRAS.values() for module in packages}
BLOCKED = f"""
import importlib, pkgutil, sys

MISSING = {MODULES!r}

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"{{name}} is blocked", name=name)

sys.meta_path.insert(0, Blocker())
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in MISSING else find_spec(name, package)
import parley.core
"""

ALL = """
names = [module.name for module in pkgutil.walk_packages(parley.core.__path__, "parley.core.")]
for name in names:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        # Whoever needs one of these imports it within `needed`.
        if not name.startswith(tuple(sys.argv[1:])):
            raise
print(len(names))
"""
OF_EXTRAS = (
    "core.export.pages", "core.export.paper", "core.mcp", "core.measures.embedding", "core.tools.process",
    "core.tools.server",
)  # fmt: skip

COMMAND = """
from parley.desktop.__main__ import add_commands, open_window
from parley.core.cli import main
sys.exit(main(sys.argv[1:], open_window=open_window, add_commands=add_commands))
"""

HEAVY = {
    "anthropic", "sqlmodel", "sqlalchemy", "networkx", "numpy", "xllamacpp", "keyring", "jinja2", "httpx2", "rich",
}  # fmt: skip
LIGHT = f"""
import parley.core.cli
begun = set(sys.modules)
import parley.core.cli.program
print(*{HEAVY} & set(sys.modules))
print(*{HEAVY | {"typer", "pydantic", "msgspec", "asyncio"}} & begun)
"""


def run(code: str, *arguments: object, fails: bool = False) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + code, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert bool(done.returncode) is fails, done.stdout + done.stderr
    return done.stderr if fails else done.stdout


def test_every_module_of_the_core_is_imported() -> None:
    assert int(run(ALL, *(f"parley.{name}" for name in OF_EXTRAS))) > 80


@pytest.mark.parametrize("kind", ["roundtable", "day"])
def test_a_run_is_played_and_is_the_same_byte_for_byte(kind: str, tmp_path: Path) -> None:
    asked = ("run", kind, "--voice", "rehearsal", "--fast", "--seed", 7, "--json", "--home", tmp_path)
    assert '"status": "ended"' in run(COMMAND, *asked, "-o", tmp_path / "without.jsonl")
    subprocess.run([sys.executable, "-m", "parley", *map(str, asked), "-o", tmp_path / "with.jsonl"], check=True)
    assert (tmp_path / "without.jsonl").read_bytes() == (tmp_path / "with.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("desktop", ()),
        ("desktop", ("shot", "no-run", "-o", "x.png")),
        ("anthropic", ("run", "roundtable", "--voice", "anthropic")),
        ("openai", ("run", "roundtable", "--voice", "openai", "--model", "gpt-x")),
        ("mcp", ("mcp",)),
    ],
)
def test_what_is_missing_is_told(extra: str, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-0123456789abcdef")
    told = run(COMMAND, *arguments, fails=True)
    assert told.startswith("parley: ")
    assert told.endswith(f"which is not installed. Install it with: pip install 'parley-studio[{extra}]'\n")


def test_the_command_line_starts_without_what_is_slow_and_ends_without_a_look_at_all_of_it(tmp_path: Path) -> None:
    assert run(LIGHT).split() == []
    here = f"*{HEAVY} & set(sys.modules)"
    told = f"import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 10_000, {here}))"
    for command in (["casts"], ["tools", "list"], ["check", get_resource("casts", "startup.toml")]):
        assert run(told + COMMAND, *command, "--home", tmp_path).splitlines()[-1] == "True"
