"""What is optional is missed in a sentence."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from parley.core import export
from parley.core.base.errors import UsageError
from parley.core.base.extras import EXTRAS, needed
from parley.core.export.base import Options
from parley.core.export.columns import write_columns
from parley.core.export.drawing import as_pdf
from parley.core.export.registry import EXPORTS
from parley.core.studio.experiments.statistics import interval

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_extras_are_those_that_are_declared() -> None:
    for extra, packages in EXTRAS.items():
        lines = PROJECT["optional-dependencies"][extra]
        assert {re.split(r"[<>=]", line)[0] for line in lines} == set(packages.values())


@pytest.mark.parametrize(
    ("module", "use"),
    [
        ("fpdf", lambda path: next(iter(as_pdf([])))),
        ("fpdf", lambda path: next(iter(EXPORTS["pdf"].render(None, [], Options())))),  # type: ignore[arg-type]
        ("pyarrow", lambda path: write_columns({"one": [1.0]}, path / "figures.parquet")),
        ("scipy", lambda path: interval((1.0, 2.0, 4.0), (0.0, 9.0), 1)),
    ],
)
def test_a_missing_package_is_told(
    module: str, use: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
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
    with pytest.raises(ModuleNotFoundError), needed("pdf"):
        import no_such_module  # type: ignore[import-not-found]  # noqa: F401
