"""The core on a machine without Qt: every module of it can be imported, and a run played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BLOCKED = """
import importlib, pkgutil, sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6", "qasync", "pyqtgraph", "qtawesome", "desktop"}:
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocker())
import parley.core
"""

ALL = """
names = [module.name for module in pkgutil.walk_packages(core.__path__, "core.")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""

PLAY = """
from parley.core.cli import main
sys.exit(main(["run", "roundtable", "--voice", "rehearsal", "--fast", "--seed", "7", "--json", "--home", sys.argv[1]]))
"""

LIGHT = """
import parley.core.cli
begun = {name.partition(".")[0] for name in sys.modules}
import parley.core.cli.program
heavy = {"anthropic", "sqlmodel", "sqlalchemy", "networkx", "numpy", "xllamacpp", "keyring"}
print(*sorted(heavy & {name.partition(".")[0] for name in sys.modules}))
print(*sorted((heavy | {"typer", "pydantic", "msgspec", "asyncio"}) & begun))
"""


def run(code: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + code, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_of_the_core_is_imported() -> None:
    assert int(run(ALL)) > 80


def test_a_run_is_played(tmp_path: Path) -> None:
    assert '"status": "ended"' in run(PLAY, tmp_path)


def test_the_command_line_starts_without_what_is_slow() -> None:
    assert run(LIGHT).split() == []
