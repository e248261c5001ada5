"""`parley models`: what the embedded voice can load."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

import typer

from parley.core import settings as settings_file
from parley.core.base.errors import UsageError
from parley.core.cli.common import HomeOption, JsonOption, get_home_of, in_words, say, show_all, show_progress, tell
from parley.core.voices.embedded.trial import try_out
from parley.core.voices.models.catalogue import Catalogue
from parley.core.voices.models.model import Model, Use, propose_model, read_memory, read_speed, too_large

models_app = typer.Typer(help="Language models for the embedded voice.")


def _require_model_name(name: str) -> str:
    """Return the name. Raises `UsageError` for a blank one, which is an empty variable rather than the default."""
    if not name.strip():
        raise UsageError("The model has no name.", hint="See: parley models list")
    return name


Name = Annotated[str, typer.Argument(help="A name of the catalogue.", show_default=False, callback=_require_model_name)]


@models_app.command("list")
def list_models(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List what there is, what is installed, and what is proposed for this machine's memory and speed."""
    place = get_home_of(home)
    settings, catalogue = settings_file.load(place.settings), Catalogue(place.models)
    models = [model for model in catalogue.list() if model.use != "test"]  # what only the tests load
    context, here, pace = settings.voices.embedded_context, read_memory(), read_speed(place.models)
    language = settings_file.get_language_of(settings.look.language)
    ours = [propose_model(models, language, context, here, pace, use=use) for use in get_args(Use)]

    def build_row(model: Model) -> dict[str, object]:
        return {
            **model.model_dump(mode="json", exclude={"file", "parts", "hub"}),
            "description": model.description.text(language),
            "abilities": model.abilities,
            "download": model.download,
            "memory": model.compute_memory(context),
            "too_large": too_large(model, context, here),
            "seconds": round(pace.get_seconds(model), 1) if model.use == "speak" else 0.0,
            "pace": in_words(pace.told(model)) if model.use == "speak" and model.parameters else "",
            "proposed": model in ours,
            "installed": catalogue.has(model),
            "path": str(catalogue.locate(model)),
        }

    show_all(models, (), build_row, lambda model: _format_row(model, build_row(model)), as_json=as_json)


def _format_row(model: Model, row: dict[str, object]) -> str:
    mark = "installed" if row["installed"] else f"{model.download / 1e6:,.0f} MB" if model.download else "—"
    spoken = "/".join(model.languages[:2]) + (f" +{more}" if (more := len(model.languages) - 2) > 0 else "")
    needed = f"{float(str(row['memory'])) / 1e9:.1f} GB"
    first = f"{model.id:<18} {mark:>16}  {needed:>7}  {spoken:<9} {model.licence:<14} {model.title}"
    notes = ["proposed for this machine"] if row["proposed"] else []
    notes += ["too large for this machine's memory"] if row["too_large"] else []
    notes += [str(row["pace"])] if row["pace"] else []
    return f"{first}\n{'':<19}{row['abilities']}" + (f" [{', '.join(notes)}]" if notes else "")


@models_app.command()
def get(name: Name, home: HomeOption = None) -> None:
    """Fetch a model where it is not here, say where it is, and measure how fast it speaks."""
    place = get_home_of(home)
    catalogue = Catalogue(place.models)
    model = catalogue.get(name)
    if model.terms:  # before it is fetched: whoever fetches it agrees to them
        say(model.terms)
    with show_progress(f"Fetching {name}") as update:
        path = catalogue.fetch(
            name, progress=lambda done, total: update(done, total, f"{done / 1e6:,.0f} of {total / 1e6:,.0f} MB")
        )
    say(f"{name} is installed: {path}")
    if model.use != "speak":
        return
    measured = try_out(place.models, name, threads=settings_file.load(place.settings).voices.embedded_threads)
    if measured is None:  # no failure of this command: the model is installed
        tell("It could not be tried out.")
        return
    say(f"It reads {measured.read:.0f} tokens a second and writes {measured.written:.0f}.")


@models_app.command()
def add(
    file: Annotated[Path, typer.Argument(help="A GGUF file; it stays where it is.", show_default=False)],
    name: Annotated[str, typer.Option("--name", help="What to call it; else by its file.")] = "",
    embeds: Annotated[bool, typer.Option("--embeds", help="It was made for embeddings, and does not speak.")] = False,
    home: HomeOption = None,
) -> None:
    """Make a GGUF file of your own known."""
    model = Catalogue(get_home_of(home).models).add(file, name=name, use="embed" if embeds else "speak")
    use = f"the setting embeddings = embedded:{model.id}" if embeds else f"--voice embedded --model {model.id}"
    say(f"'{model.id}' is known now. Use it with: {use}")


@models_app.command()
def remove(name: Name, home: HomeOption = None) -> None:
    """Delete a fetched model's file, or forget an added one."""
    gone = Catalogue(get_home_of(home).models).remove(name)
    say(f"Deleted: {gone}" if gone else f"'{name}' was forgotten; its file was not touched.")
