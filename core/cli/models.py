"""`parley models`: what the embedded voice can load."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from parley.core.base.errors import UsageError
from parley.core.cli.common import HomeOption, JsonOption, home_of, print_json, progress, say, tell
from parley.core.voices.models import Catalogue
from parley.core.voices.models.abilities import abilities
from parley.core.voices.models.model import Model

models_app = typer.Typer(help="Language models for the embedded voice.")


def _named(name: str) -> str:
    """A blank name means the default elsewhere; nobody fetches or deletes that by leaving a variable empty."""
    if not name.strip():
        raise UsageError("The model has no name.", hint="See: parley models list")
    return name


Name = Annotated[str, typer.Argument(help="A name of the catalogue.", show_default=False, callback=_named)]


def _row(catalogue: Catalogue, model: Model) -> dict[str, object]:
    return {
        "id": model.id,
        "title": model.title,
        "licence": model.licence,
        "languages": list(model.languages),
        "profile": model.profile,
        "abilities": abilities(model),
        "draws": model.draws if model.profile == "screenplay" else 1,
        "size": model.size,
        "download": model.download,
        "verified": model.verified,
        "installed": catalogue.installed(model.id),
        "path": str(catalogue.path_of(model.id)),
    }


@models_app.command("list")
def list_models(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """What there is, and what is installed."""
    catalogue = Catalogue(home_of(home).models)
    rows = [_row(catalogue, model) for model in catalogue.list()]
    if as_json:
        print_json(rows)
        return
    for row, model in zip(rows, catalogue.list(), strict=True):
        mark = "installed" if row["installed"] else f"{model.download / 1e6:,.0f} MB" if model.download else "—"
        spoken = "/".join(model.languages)
        say(f"{model.id:<18} {mark:>10}  {spoken:<6} {model.profile:<10} {model.licence:<14} {model.title}")
        say(f"{'':<30}{abilities(model)}")


@models_app.command()
def get(
    name: Name,
    accept_terms: Annotated[bool, typer.Option("--accept-terms", help="Accept the model's terms.")] = False,
    home: HomeOption = None,
) -> None:
    """Fetch a model, and say where it went."""
    catalogue = Catalogue(home_of(home).models)

    def accept(model: Model) -> bool:
        if accept_terms:
            return True
        if not sys.stdin.isatty():
            # Nobody is there to answer; the refusal says which option accepts.
            return False
        tell(model.terms)
        return typer.confirm("Do you accept these terms?", default=False, err=True)

    with progress(f"Fetching {name}") as update:
        path = catalogue.fetch(name, accept=accept, progress=update)
    say(f"{name} is installed: {path}")


@models_app.command()
def add(
    file: Annotated[Path, typer.Argument(help="A GGUF file; it stays where it is.", show_default=False)],
    name: Annotated[str, typer.Option("--name", help="What to call it; else by its file.")] = "",
    home: HomeOption = None,
) -> None:
    """Make a GGUF file of your own known."""
    model = Catalogue(home_of(home).models).add(file, name=name)
    say(f"'{model.id}' is known now. Use it with: --voice embedded --model {model.id}")


@models_app.command()
def remove(name: Name, home: HomeOption = None) -> None:
    """Delete a fetched model's file, or forget an added one."""
    gone = Catalogue(home_of(home).models).remove(name)
    say(f"Deleted: {gone}" if gone else f"'{name}' was forgotten; its file was not touched.")
