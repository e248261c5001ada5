"""`parley plans`: the floor plans there are; import of Tiled maps; whether a plan can be lived in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parley.core.base.errors import ParleyError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cli.common import HomeOption, JsonOption, counted, get_studio_of, say, show_all
from parley.core.home import parse_path
from parley.core.office.plan import Plan

plans_app = typer.Typer(help="Floor plans: list, import from Tiled, check.")


@plans_app.callback(invoke_without_command=True)
def list_plans(context: typer.Context, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List the floor plans."""
    if context.invoked_subcommand is not None:  # the callback runs before the group's commands too
        return
    library = get_studio_of(home).library
    found: list[tuple[str, Plan]] = []
    faults: list[ParleyError] = []
    for name in library.list_plan_names():
        try:
            found.append((name, library.plan(name)))
        except ParleyError as error:
            faults.append(error)
    show_all(
        found,
        faults,
        lambda one: _make_row(*one),
        lambda one: f"{one[0]:<14} {_describe_plan_size(one[1])}  {one[1].name}",
        as_json=as_json,
    )


@plans_app.command("import")
def import_tiled(
    file: Annotated[Path, typer.Argument(help="A map of Tiled as JSON (.tmj, .json).", show_default=False)],
    name: Annotated[str, typer.Option("--name", help="What to call the plan; else by its file.")] = "",
    scale: Annotated[
        float, typer.Option("--scale", min=0, max=1000, help="Plan units a tile; 0: as the map says.")
    ] = 0,
    replace: Annotated[bool, typer.Option("--replace", help="Take the place of the plan of that name.")] = False,
    home: HomeOption = None,
) -> None:
    """Make a floor plan of a Tiled map."""
    # Only who imports a map needs the readers.
    from parley.core.office.tiled import make_slug, read_tiled, write_plan

    if name and make_slug(name) != name:  # the name becomes a file's
        rule = Sentence("Use small letters, digits and dashes: --name {slug}", slug=make_slug(name))
        raise UsageError("A plan cannot be called '{name}'.", name=name[:60], hint=rule)
    plan = read_tiled(parse_path(file), name, scale=scale)
    studio = get_studio_of(home)
    target = studio.home.plans / f"{plan.id}.toml"
    # One's own would hide one that ships.
    if plan.id in studio.library.list_plan_names() and not replace:
        hint = "Add --replace, or another --name."
        raise UsageError("There is a plan called '{name}' already.", name=plan.id, hint=hint)
    write_plan(plan, target)
    say(f"{plan.id}: {_describe_plan_size(plan)}. Written: {target}")


def _make_row(name: str, plan: Plan) -> dict[str, object]:
    return {
        "id": name,
        "name": plan.name,
        "name_de": plan.name_de,
        "width": plan.width,
        "height": plan.height,
        "doors": len(plan.doors),
        "seats": sum(len(room.seats) for room in plan.rooms),
        "rooms": [
            {"id": room.id, "name": room.name, "name_de": room.name_de, "corridor": room.corridor,
             "seats": [seat.id for seat in room.seats]}
            for room in plan.rooms
        ],
    }  # fmt: skip


def _describe_plan_size(plan: Plan) -> str:
    seats = sum(len(room.seats) for room in plan.rooms)
    return f"{counted(len(plan.rooms), 'room')}, {counted(len(plan.doors), 'door')}, {counted(seats, 'seat')}"
