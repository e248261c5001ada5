"""Functions are named by what they do: their names begin with a verb."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERBS = frozenset((ROOT / "scripts" / "verbs.txt").read_text("utf-8").split())
LEAST_SHARE = 0.84
"""Of all functions but properties, overrides of Qt, handlers and Python's own: it may rise, and not fall."""

MOST_SINGLE = 0.21
"""Likewise, of names of one word: it may fall, and not rise."""

_LEFT_OUT = re.compile(r"__|.*[a-z][A-Z]|_?on_|(data|main)$")


def functions() -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for folder in ("core", "desktop"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _LEFT_OUT.match(node.name):
                    decorators = " ".join(ast.unparse(each) for each in node.decorator_list)
                    if not re.search(r"property|setter|overload|override", decorators):
                        yield node


def test_most_names_begin_with_a_verb_and_say_of_what() -> None:
    names = [function.name.strip("_") for function in functions()]
    share = sum(name.split("_")[0] in VERBS for name in names) / len(names)
    assert share >= LEAST_SHARE, f"{share:.3f} of {len(names)} names begin with a verb of scripts/verbs.txt"
    single = sum("_" not in name for name in names) / len(names)
    assert single <= MOST_SINGLE, f"{single:.3f} of {len(names)} names are of one word"
