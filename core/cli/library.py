"""`parley library`: runs are deleted, and brought back from the trash."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from parley.core.cli.common import HomeOption, JsonOption, get_studio_of, print_json, say, tell
from parley.core.home import TRASH_DAYS
from parley.core.studio import trash
from parley.core.studio.studio import Studio

library_app = typer.Typer(
    help="Delete runs, and bring them back from the trash.",
    no_args_is_help=True,
)

RunsArgument = Annotated[list[str], typer.Argument(help="Ids of runs, or the beginnings of some.", show_default=False)]


def _resolve_run_ids(studio: Studio, refs: list[str]) -> list[str]:
    """Return the ids that the logs of these runs have. Raises as `Studio.find` does, before anything is written."""
    paths = [studio.find(ref) for ref in refs]
    by_path = {row.path: row.id for row in studio.list_recent()}
    return [by_path.get(path, ref) for path, ref in zip(paths, refs, strict=True)]


@library_app.command()
def delete(runs: RunsArgument, home: HomeOption = None) -> None:
    """Move runs into the trash, where they can be brought back from for a while."""
    studio = get_studio_of(home)
    for run in _resolve_run_ids(studio, runs):
        trash.delete(studio, run)
    tell(f"`parley library restore` brings them back within {TRASH_DAYS} days.")


@library_app.command()
def restore(runs: RunsArgument, home: HomeOption = None) -> None:
    """Bring runs back from the trash."""
    studio = get_studio_of(home)
    for each in [trash.find(studio, run) for run in runs]:  # all are found before the first is moved
        say(f"{each.run}  {trash.restore_log(studio.home, each.path)}")


@library_app.command("trash")
def show_trash(
    empty: Annotated[bool, typer.Option("--empty", help="Delete all of it for good.")] = False,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what lies in the trash."""
    studio = get_studio_of(home)
    if empty:
        say(f"{trash.clear_trash(studio.home, studio.marks)} runs were deleted for good.")
        return
    found = trash.list_trashed(studio.home, studio.marks)
    if as_json:
        print_json([asdict(each) | {"path": str(each.path), "at": each.at and each.at.isoformat()} for each in found])
        return
    for each in found:
        say(f"{each.run:<12} {each.at.isoformat()[:16] if each.at else '':<16}  {each.title}")
