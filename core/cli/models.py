"""`parley models`: what the embedded voice can load."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, get_args

import typer

from parley.core import settings as settings_file
from parley.core.base.errors import UsageError
from parley.core.cli.common import HomeOption, JsonOption, home_of, in_words, print_json, progress, say, tell
from parley.core.home import Home
from parley.core.studio.library import Library
from parley.core.voices.embedded.trial import try_out
from parley.core.voices.models import Catalogue
from parley.core.voices.models.abilities import abilities
from parley.core.voices.models.machine import fit, fit_told, memory, proposed
from parley.core.voices.models.model import Model, Use
from parley.core.voices.models.pace import Pace
from parley.core.voices.models.speed import speed

models_app = typer.Typer(help="Language models for the embedded voice.")


def _require_model_name(name: str) -> str:
    """Return a blank name means the default elsewhere; nobody fetches or deletes that by leaving a variable empty."""
    if not name.strip():
        raise UsageError("The model has no name.", hint="See: parley models list")
    return name


Name = Annotated[str, typer.Argument(help="A name of the catalogue.", show_default=False, callback=_require_model_name)]


class _Rows:
    """The catalogue's models as they are on this machine."""

    def __init__(self, home: Home, cast: str = "") -> None:
        settings = settings_file.load(home.settings)
        self.catalogue = Catalogue(home.models)
        self.models = [model for model in self.catalogue.list() if model.use != "test"]
        self.context = settings.voices.embedded_context
        self.memory, self.pace = memory(), speed(home.models)
        self.language = language = settings_file.language_of(settings.look.language)
        spoken = Library(home).cast(cast).language if cast else language
        self.proposed = [
            found.id
            for use in get_args(Use)
            if (found := proposed(self.models, spoken, self.context, self.memory, self.pace, use=use))
        ]

    def row(self, model: Model) -> dict[str, object]:
        """One model, with all there is to know of it."""
        path, receipt = self.catalogue.path_of(model.id), self.catalogue.receipt(model)
        installed = self.catalogue.installed(model.id)
        return {
            "id": model.id,
            "title": model.title,
            "description": model.description.text(self.language),
            "use": model.use,
            "architecture": model.architecture,
            "parameters": model.parameters,
            "quantisation": model.quantisation,
            "licence": model.licence,
            "licence_url": model.licence_url,
            "terms": model.terms,
            "languages": list(model.languages),
            "context": model.context,
            "abilities": abilities(model),
            "size": model.size,
            "download": model.download,
            "memory": model.memory(self.context),
            "fit": fit(model, self.context, self.memory),
            "seconds": round(self.pace.seconds(model), 1) if model.use == "speak" else 0.0,
            "tried": bool(self.pace.model),
            "proposed": model.id in self.proposed,
            "source": _describe_model_source(model),
            "sha256": model.sha256 or receipt.sha256,
            "verified": model.verified,
            "revision": receipt.commit,
            "installed": installed,
            "on_disk": path.stat().st_size if installed else self.catalogue.partial(model),
            "path": str(path),
        }


def _describe_model_source(model: Model) -> str:
    """Return where its file comes from, in a word or two that can be looked up."""
    if model.hub:
        return f"hub:{model.hub.repo}@{model.hub.revision}/{model.file}"
    return " ".join(f"pypi:{part.package}=={part.version}" for part in model.parts) or "file"


@models_app.command("list")
def list_models(
    cast: Annotated[
        str, typer.Option("--cast", help="Propose what speaks this cast's language; without, the interface's.")
    ] = "",
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """What there is, what is installed, and what is proposed for this machine's memory and speed."""
    rows = _Rows(home_of(home), cast)
    if as_json:
        print_json([rows.row(model) for model in rows.models])
        return
    for use, heading in (("speak", "They speak:"), ("embed", "They measure what lines mean:")):
        say(heading)
        for model in rows.models:
            if model.use == use:
                _say_row(rows, model)


def _say_row(rows: _Rows, model: Model) -> None:
    row = rows.row(model)
    mark = f"{model.download / 1e6:,.0f} MB" if model.download else "—"
    mark = "installed" if row["installed"] else f"{mark}, begun" if row["on_disk"] else mark
    needed = f"{model.memory(rows.context) / 1e9:.1f} GB" if model.memory(rows.context) else "—"
    spoken = "/".join(model.languages[:2]) + (f" +{more}" if (more := len(model.languages) - 2) > 0 else "")
    say(f"{model.id:<18} {mark:>16}  {needed:>7}  {spoken:<9} {model.licence:<14} {model.title}")
    told = fit_told(fit(model, rows.context, rows.memory))
    notes = ["proposed for this machine"] if row["proposed"] else []
    notes += [in_words(told)] if told else []
    notes += [in_words(rows.pace.told(model))] if model.use == "speak" and model.parameters else []
    say(f"{'':<19}{abilities(model)}" + (f" [{', '.join(notes)}]" if notes else ""))


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

    pace = Pace()
    with progress(f"Fetching {name}") as update:
        path = catalogue.fetch(
            name, accept=accept, progress=lambda done, total: update(done, total, _format_megabytes(done, total, pace))
        )
    say(f"{name} is installed: {path}")
    if catalogue.get(name).use == "speak":
        _try(home, name)


@models_app.command("try")
def try_model(
    name: Annotated[str, typer.Argument(help="A name of the catalogue; else the best that is here.")] = "",
    home: HomeOption = None,
) -> None:
    """Measure how fast a model speaks here, in ten seconds; what is proposed follows from it."""
    catalogue = Catalogue(home_of(home).models)
    if not catalogue.installed(name):
        raise UsageError("'{name}' is not installed.", name=catalogue.get(name).id, hint="See: parley models list")
    _try(home, catalogue.get(name).id)


def _try(home: Path | None, name: str) -> None:
    found = home_of(home)
    threads = settings_file.load(found.settings).voices.embedded_threads
    measured = try_out(found.models, name, threads=threads)
    if measured is None:
        tell("It could not be tried out.")
        return
    say(f"It reads {measured.read:.0f} tokens a second and writes {measured.written:.0f}.")


def _format_megabytes(done: int, total: int, pace: Pace) -> str:
    rate = pace.told(done)
    return f"{done / 1e6:,.0f} of {total / 1e6:,.0f} MB" + (f", {rate / 1e6:.1f} MB/s" if rate else "")


@models_app.command()
def add(
    file: Annotated[Path, typer.Argument(help="A GGUF file; it stays where it is.", show_default=False)],
    name: Annotated[str, typer.Option("--name", help="What to call it; else by its file.")] = "",
    copied: Annotated[bool, typer.Option("--copy", help="Copy it into Parley's folder of models.")] = False,
    home: HomeOption = None,
) -> None:
    """Make a GGUF file of your own known."""
    with progress(f"Copying {file.name}") as update:
        model = Catalogue(home_of(home).models).add(file, name=name, copied=copied, progress=update)
    say(f"'{model.id}' is known now. Use it with: --voice embedded --model {model.id}")


@models_app.command()
def remove(name: Name, home: HomeOption = None) -> None:
    """Delete a fetched or copied model's file, or forget an added one."""
    gone = Catalogue(home_of(home).models).remove(name)
    say(f"Deleted: {gone}" if gone else f"'{name}' was forgotten; its file was not touched.")
