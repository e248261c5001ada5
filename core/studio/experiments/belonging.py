"""Which runs belong to an experiment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from parley.core.base.errors import ParleyError
from parley.core.home import Home


class Belonging(NamedTuple):
    """The experiment of a run, and what its cell is called, empty where there is but one."""

    experiment: str
    cell: str

    @property
    def label(self) -> str:
        """The experiment and the cell on one line."""
        return f"{self.experiment} · {self.cell}" if self.cell else self.experiment


def map_runs(home: Home, language: str = "en") -> dict[str, Belonging]:
    """Return every run that an experiment of the home has, or will have, by id."""
    found: dict[str, Belonging] = {}
    for path in sorted(home.experiments.glob("*.toml")) if home.experiments.is_dir() else []:
        try:
            status = path.stat()
        except OSError:
            continue  # deleted since the folder was listed
        found.update(_map_runs_of_spec(path, status.st_mtime_ns, status.st_size, language))
    return found


@lru_cache(maxsize=32)
def _map_runs_of_spec(path: Path, _changed: int, _size: int, language: str) -> Mapping[str, Belonging]:
    """Return those of one spec; kept until its file changes."""
    # Slow to import, for a home that may have no experiments.
    from parley.core.studio.experiments.plan import Plan
    from parley.core.studio.experiments.spec import read_spec

    try:
        plan = Plan(read_spec(path)[0])
    except ParleyError:
        # The list of experiments reports what is wrong with it.
        return {}
    name = plan.experiment.name
    return {one.run: Belonging(name, one.cell.told(language)) for one in plan.runs}
