"""Options that are made from models: a field is an option, with its help, bounds and default."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Union

import typer
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from parley.core.base.registry import Failed
from parley.core.cli.common import (
    AllowOption,
    AllowToolsOption,
    HomeOption,
    JsonOption,
    NoToolsOption,
    get_studio_of,
)
from parley.core.engine.run_request import Bounds, FromFile, RequestSpec, get_hints, request_specs
from parley.core.voices.provider import VOICES


def complete_voice(incomplete: str) -> list[str]:
    """Return the voices whose names begin so, servers of one's own as openai.NAME."""
    servers = get_studio_of(None).settings.servers
    names = (*VOICES, *(f"{server.kind}.{name}" for name, server in servers.items()))
    return [name for name in names if name.startswith(incomplete)]


def complete_model(context: typer.Context, incomplete: str) -> list[str]:
    """Return the models whose names begin so: of the voice that is named before, else of those on this machine."""
    studio, named = get_studio_of(None), context.params.get("voice")
    providers = map(VOICES.get_usable, [named] if named else VOICES)  # without those of a package that is broken
    offers = [each.offer(studio.home, studio.settings) for each in providers if each and (named or each.local)]
    return [model for offer in offers for model, _title in offer.models if model.startswith(incomplete)]


SHARED: dict[str, tuple[Any, Any]] = {
    "voice": (
        Annotated[
            str | None,
            typer.Option(
                "--voice", help="rehearsal, embedded, anthropic or openai.NAME.", autocompletion=complete_voice
            ),
        ],
        None,
    ),
    "model": (
        Annotated[
            str,
            typer.Option("--model", help="A model's id, catalogue name or GGUF file.", autocompletion=complete_model),
        ],
        "",
    ),
    "then": (
        Annotated[
            str,
            typer.Option("--then", help="Who goes on where a written run ends being written: a voice, VOICE:MODEL."),
        ],
        "",
    ),
    "fast": (
        Annotated[bool, typer.Option("--fast", help="No pauses; with the rehearsal voice, a simulated clock.")],
        False,
    ),
    "allow": (AllowOption, None),
    "allow_tools": (AllowToolsOption, None),
    "no_tools": (NoToolsOption, False),
    "home": (HomeOption, None),
    "as_json": (JsonOption, False),
    "preview": (
        Annotated[bool, typer.Option("--dry-run", help="Show exactly what would be sent first; begin nothing.")],
        False,
    ),
    "out": (Annotated[Path | None, typer.Option("-o", "--output", help="Keep the log in this file too.")], None),
}
"""What all commands that play a run take."""
FastOption, ThenOption = SHARED["fast"][0], SHARED["then"][0]


class Shared(NamedTuple):
    """What was given for the options of `SHARED`."""

    voice: str | None = None
    model: str = ""
    then: str = ""
    fast: bool = False
    allow: Sequence[str] | None = None
    allow_tools: Sequence[str] | None = None
    no_tools: bool = False
    home: Path | None = None
    as_json: bool = False
    out: Path | None = None
    preview: bool = False


def command(body: Callable[..., None], parameters: Sequence[Parameter], text: str) -> Callable[..., None]:
    """Return a command that calls `body` with these by name, those of `SHARED` as one value; `text` is its help."""

    def run(**given: Any) -> None:
        body(Shared(**{name: given.pop(name) for name in SHARED if name in given}), **given)

    # Typer asks for both: the names and defaults of the one, the types of the other.
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    run.__doc__ = text
    return run


def shared(*names: str) -> list[Parameter]:
    """Return these shared options; where none is named, all but `preview`, which only a new run has."""
    return [_build_parameter(name, *SHARED[name]) for name in names or [each for each in SHARED if each != "preview"]]


def make_argument(name: str, help_: str) -> Parameter:
    """Return an argument that has to be given."""
    return _build_parameter(name, Annotated[str, typer.Argument(help=help_, show_default=False)], Parameter.empty)


def kinds(app: typer.Typer) -> Iterator[tuple[RequestSpec, str, list[Parameter]]]:
    """Yield every kind of run with its help and its options; one whose package cannot be loaded gets a command that
    says so, and the others are there all the same."""
    for spec in request_specs().values():
        try:
            parameters = build_options(spec.options())
        except Failed as fault:
            anything = {"ignore_unknown_options": True, "allow_extra_args": True}
            app.command(spec.name, context_settings=anything)(_make_refusal(fault))
        else:
            yield spec, (spec.model.__doc__ or spec.title.en).partition("\n\n")[0], parameters


def _make_refusal(fault: Failed) -> Callable[[], None]:
    def raise_fault() -> None:
        raise fault

    return raise_fault


def build_options(model: type[BaseModel], without: Collection[str] = ()) -> list[Parameter]:
    """Return the options for a model's fields, those that it has of its own first."""
    declared = [inspect.get_annotations(kind) for kind in model.__mro__]  # pydantic lists the inherited fields first
    names = sorted(model.model_fields, key=lambda name: next(at for at, each in enumerate(declared) if name in each))
    return [
        _build_option(name, model.model_fields[name])
        for name in names
        if name not in without and get_hints(model.model_fields[name]).get("option", "") is not None  # None: no option
    ]


def values(model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was given for a model's fields, as they take it. Raises what reading a named file raises."""
    return {
        name: _convert_option_value(model.model_fields[name], given[name])
        for name in model.model_fields
        if name in given
    }


def find_names_in(text: str) -> list[str]:
    """Return the names in a list with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _build_parameter(name: str, annotation: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _build_option(name: str, info: FieldInfo) -> Parameter:
    said, kind = get_hints(info), _find_option_type(info)
    default: Any = said.get("option_default", info.default)
    if kind is list or _find_file_reader(info):  # "not given" has to be told from an empty value
        default = None
    elif kind is str:
        default = said["empty"] if default == "" and "empty" in said else default or ""
    bounds = {} if "sentence" in said else _collect_bounds(info)  # typer would refuse it in words of its own
    called = said.get("option") or f"--{name.replace('_', '-')}"
    option = typer.Option(*called.split(), help=info.description or None, **bounds)
    taken: Any = list[str] if kind is list else Path if _find_file_reader(info) else kind
    needed = default is None and not said.get("needed")
    return _build_parameter(
        name,
        Annotated[taken | None if needed else taken, option],
        Parameter.empty if said.get("needed") else default,
    )


def _convert_option_value(info: FieldInfo, given: Any) -> Any:
    said, reader = get_hints(info), _find_file_reader(info)
    if reader is not None:
        return reader.read()(given) if given else info.default
    if _find_option_type(info) is list:
        return tuple(given or ())
    if typing.get_origin(info.annotation) is tuple:
        return tuple(find_names_in(given))
    return "" if "empty" in said and given == said["empty"] else given


def _find_option_type(info: FieldInfo) -> type:
    """Return bool, int, float, str, or list for an option that may be given several times."""
    if get_hints(info).get("repeated"):
        return list
    found: Any = info.annotation
    if typing.get_origin(found) in (Union, types.UnionType):
        found = next(each for each in typing.get_args(found) if each is not type(None))  # of `int | None` the int
    return found if found in (bool, int, float) else str


def _find_file_reader(info: FieldInfo) -> FromFile | None:
    return next((each for each in info.metadata if isinstance(each, FromFile)), None)


def _collect_bounds(info: FieldInfo) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in info.metadata:
        if not isinstance(each, Bounds):  # those are checked with a sentence of their own
            found |= {key: value for key in ("ge", "le") if (value := getattr(each, key, None)) is not None}
    return {{"ge": "min", "le": "max"}[key]: value for key, value in found.items()}
