"""What type checkers see of the package: the names of the table in `__init__.py`."""

from parley.core.api.casting import write_cast as cast
from parley.core.api.experiments import Experiment, experiment
from parley.core.api.pictures import Network, Plot
from parley.core.api.registries import exporters, measures, modes, policies, voices
from parley.core.api.runs import Lived, Memory, Run, Seen, Turn, run, runs
from parley.core.api.runs import open_run as open  # noqa: A004 - `parley.open` is said with its module
from parley.core.base.errors import ParleyError, RunError, UsageError
from parley.core.importing.reading import IMPORTERS as importers  # noqa: N811

__all__ = [
    "Experiment", "Lived", "Memory", "Network", "ParleyError", "Plot", "Run", "RunError", "Seen", "Turn", "UsageError",
    "cast", "experiment", "exporters", "importers", "measures", "modes", "open", "policies", "run", "runs", "voices",
]  # fmt: skip
__version__: str
