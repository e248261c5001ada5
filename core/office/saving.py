"""A floor plan written as TOML that people can read and go on with."""

from __future__ import annotations

import tempfile
from pathlib import Path

from parley.core.base.errors import FileError
from parley.core.base.sentences import os_reason
from parley.core.office.plan import Plan


def to_toml(plan: Plan) -> str:
    """Return the plan as TOML; what is default is left out."""
    # Only who saves a plan needs it.
    import tomlkit

    document = tomlkit.document()
    document.add(tomlkit.comment("A floor plan. One unit is about a quarter of a metre; y grows southwards."))
    document.update(plan.model_dump(mode="json", exclude_defaults=True, exclude_none=True))
    return tomlkit.dumps(document)


def write_plan(plan: Plan, path: Path) -> None:
    """Write the plan into a file, wholly or not at all. Raises `FileError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".part-") as folder:
            fresh = Path(folder) / path.name
            fresh.write_text(to_toml(plan), "utf-8")
            fresh.replace(path)
    except OSError as error:
        raise FileError(path, "the plan cannot be written here ({why}).", why=os_reason(error)) from None
