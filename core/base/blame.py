"""Whose fault it was: the package of somebody else in whose code something was raised."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path
from typing import NamedTuple

from parley.core.base.sentences import Sentence

logger = logging.getLogger("parley")


class Blamed(NamedTuple):
    """A package that adds to the program, and where in it something was raised: "file, line 3"."""

    package: str
    place: str


def get_owner_of(module: str) -> str:
    """Return the package of a module, as it is installed; the module itself where none is known."""
    top = module.partition(".")[0]
    return _map_package_owners().get(top, top)


def _map_package_owners() -> dict[str, str]:
    """Return the packages that add to the program, by their modules' first names."""
    # Slow to import: not before something has gone wrong.
    from importlib.metadata import entry_points

    points = entry_points()
    return {
        point.module.partition(".")[0]: point.dist.name
        for group in points.groups
        if group.startswith("parley.")
        for point in points.select(group=group)
        if point.dist is not None and point.pattern.fullmatch(point.value)  # a malformed one has no `module`
    }


def find_blamed(fault: BaseException) -> Blamed | None:
    """Return the package whose code was at work, the innermost where several were; None where it was Parley's alone."""
    owners = _map_package_owners()
    for frame, line in reversed(list(traceback.walk_tb(fault.__traceback__))):
        owner = owners.get(str(frame.f_globals.get("__name__", "")).partition(".")[0])
        if owner is not None:
            return Blamed(owner, f"{Path(frame.f_code.co_filename).name}, line {line}")
    return None


def report_fault(fault: Exception, doing: str) -> Sentence:
    """Return what is told of a mistake of ours, or of a package, where the rest goes on; the program's log has the
    whole.
    """
    logger.info("a mistake of ours: %s", doing, exc_info=fault)
    by = find_blamed(fault)
    name = f"{by.package}, {type(fault).__name__}" if by else type(fault).__name__
    return Sentence("Something went wrong that should not have ({name}).", name=name)
