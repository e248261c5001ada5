"""`parley import`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core.base.errors import ParleyError
from core.cli.common import HomeOption, JsonOption, print_json, say, studio_of, tell


def import_run(
    files: Annotated[list[Path], typer.Argument(help="Logs of pidgin, chats of SillyTavern, or runs of Parley.")],
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring in runs of other programs; what cannot be read is told, the rest kept."""
    studio = studio_of(home)
    faults: list[ParleyError] = []
    shown: list[dict[str, object]] = []
    for path in files:
        try:
            found = studio.import_run(path)
        except ParleyError as fault:
            faults.append(fault)
            continue
        for run in found:
            shown.append({"id": run.id, "mode": run.mode, "turns": run.turns, "warnings": list(run.warnings)})
            if not as_json:
                say(f"{run.id}  {run.mode}, {run.turns} turns: {run.path}")
                for warning in run.warnings:
                    tell(f"  {warning}")
    if as_json:
        print_json(shown)
    if len(faults) == len(files):
        for other in faults[:-1]:
            tell(f"parley: {other}")
        raise faults[-1]
    for other in faults:
        tell(f"parley: {other}")
    if faults:
        raise ParleyError(
            "{count} of {count_2} files could not be imported; the others were.", count=len(faults), count_2=len(files)
        )
