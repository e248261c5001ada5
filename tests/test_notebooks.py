"""examples/notebooks: each is executed from its first cell to its last, and prints what it shows."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))


def printed(notebook: Any) -> str:
    """What its cells print, in however many pieces it came; tables and objects are shown otherwise."""
    return "".join("".join(out["text"]) for cell in notebook.cells for out in cell.get("outputs", ()) if "text" in out)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_it_shows(path: Path, tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    shown = printed(notebook)
    assert shown
    env = os.environ | {"PARLEY_HOME": str(tmp_path)}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute(
        env=env
    )
    assert printed(notebook) == shown
