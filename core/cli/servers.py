"""`parley servers`: servers of language models by name, whichever way they speak."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated, Any

import typer

from parley.core import settings as settings_file
from parley.core.base.errors import ParleyError, UnknownName, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cli.common import HomeOption, JsonOption, get_home_of, print_json, say
from parley.core.home import Home
from parley.core.settings import Server, Settings, with_server
from parley.core.voices.keys import find_key, forget_key, name_variable, store_key
from parley.core.voices.openai.found import Kept
from parley.core.voices.openai.models import ServerModel
from parley.core.voices.server_check import find_models_at, remember_models, try_server
from parley.core.voices.servers import WELL_KNOWN, find_server_in, known_as, servers_here, well_known

servers_app = typer.Typer(help="Servers that write lines: OpenAI, OpenRouter, Ollama, LM Studio and any other.")

Name = Annotated[str, typer.Argument(help="What the server is called.", show_default=False)]


def _load_settings(home: Home) -> Settings:
    return settings_file.load(home.settings)


def _look_up_server(settings: Settings, name: str) -> Server:
    """Return the server of that name. Raises `UnknownName`."""
    if name not in settings.servers:
        raise UnknownName("server", name, list(settings.servers))
    return settings.servers[name]


def _make_row(name: str, server: Server, home: Home) -> dict[str, Any]:
    found = Kept(home.servers).of(find_server_in(server.url), server.model)
    key = find_key(name)
    return {
        "name": name,
        "voice": server.voice(name),
        **server.model_dump(),
        "key": key.source,
        "around": [str(each) for each in found.list_workarounds()],
    }


def _build_model_records(models: tuple[ServerModel, ...]) -> list[dict[str, Any]]:
    return [
        {
            "id": each.id,
            "name": each.name,
            "context": each.context or None,
            "input": each.input if each.priced else None,
            "output": each.output if each.priced else None,
            "tools": each.tools,
            "loaded": each.loaded,
        }
        for each in models
    ]


def _format_model_line(model: ServerModel) -> str:
    context = f"{model.context:,} tokens" if model.context else "—"
    price = f"${model.input:g} in, ${model.output:g} out a million" if model.priced else ""
    return f"  {model.id:<44} {context:>16}  {price}".rstrip()


@servers_app.command("list")
def list_servers(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Those that have a name in the settings, and what is worked around with each."""
    place = get_home_of(home)
    rows = [_make_row(name, server, place) for name, server in _load_settings(place).servers.items()]
    if as_json:
        print_json(rows)
        return
    if not rows:
        known = ", ".join(each.name for each in WELL_KNOWN)
        say("There are none yet. See what runs here: parley servers here")
        say(f"Or add one: parley servers add NAME; well-known are {known}.")
    for row in rows:
        key = f"key in the {row['key']}" if row["key"] else "no key"
        say(f"{row['name']:<16} {row['url']}  {row['model'] or '(no usual model)'}  {key}  --voice {row['voice']}")
        for sentence in row["around"]:
            say(f"{'':<17}{sentence}")


@servers_app.command()
def here(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List what runs on this machine at the usual ports: Ollama, LM Studio, llama.cpp, vLLM."""
    settings = _load_settings(get_home_of(home))
    found = asyncio.run(servers_here())
    if as_json:
        names = [known_as(each.url, settings) for each in found]
        rows = [
            {"name": each.name, "url": each.url, "known_as": name, "models": _build_model_records(each.models)}
            for each, name in zip(found, names, strict=True)
        ]
        print_json(rows)
        return
    if not found:
        say("None is running at its usual port.")
    for each in found:
        name = known_as(each.url, settings)
        say(f"{each.name}  {each.url}  {f'known as {name}' if name else 'not in the settings yet'}")
        for model in each.models:
            say(_format_model_line(model))


@servers_app.command()
def add(
    name: Name,
    url: Annotated[str, typer.Option("--url", help="Its address; well-known ones need none.", show_default=False)] = "",
    kind: Annotated[
        str | None, typer.Option("--kind", help="openai (chat completions) or anthropic.", show_default=False)
    ] = None,
    model: Annotated[str | None, typer.Option("--model", help="The usual model.", show_default=False)] = None,
    context: Annotated[int | None, typer.Option(help="Tokens; 0: as it says.", show_default=False)] = None,
    concurrency: Annotated[int | None, typer.Option(help="Calls at once; 0: any.", show_default=False)] = None,
    price_in: Annotated[float | None, typer.Option(help="US dollars a million tokens.", show_default=False)] = None,
    price_out: Annotated[float | None, typer.Option(help="US dollars a million tokens.", show_default=False)] = None,
    casts: Annotated[
        bool | None, typer.Option("--casts/--no-casts", help="Whether casts may choose it.", show_default=False)
    ] = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add a server, or change one: only what is named is changed."""
    place = get_home_of(home)
    settings = _load_settings(place)
    before = settings.servers.get(name) or well_known(name)
    if before is None and not url:
        known = ", ".join(each.name for each in WELL_KNOWN)
        hint = Sentence("Say it with --url. Well-known are: {known}.", known=known)
        raise UsageError("Where is the server '{name}'?", name=name, hint=hint)
    given: dict[str, Any] = {
        "url": url or None, "kind": kind, "model": model, "context": context, "concurrency": concurrency,
        "input": price_in, "output": price_out, "casts": casts,
    }  # fmt: skip
    values = (before.model_dump() if before else {}) | {key: each for key, each in given.items() if each is not None}
    # Validated with the rest of the settings: what is wrong is said in their words.
    changed = with_server(settings, name, values)
    settings_file.save(place.settings, changed)
    row = _make_row(name, changed.servers[name], place)
    if as_json:
        print_json(row)
        return
    say(f"'{name}' is known now. Use it with: --voice {row['voice']}" + ("" if row["model"] else " --model MODEL"))
    if not row["key"]:
        say(f"If it wants a key: parley servers key {name}, or {name_variable(name)} in the environment.")


@servers_app.command()
def remove(name: Name, home: HomeOption = None) -> None:
    """Forget a server, and its key in the keyring."""
    place = get_home_of(home)
    settings = _load_settings(place)
    _look_up_server(settings, name)
    settings_file.save(place.settings, with_server(settings, name, None))
    forget_key(name)  # the next server of that name is not to get it
    say(f"'{name}' was forgotten.")


@servers_app.command()
def key(
    name: Name,
    forget: Annotated[bool, typer.Option("--forget", help="Take it out of the keyring.")] = False,
    home: HomeOption = None,
) -> None:
    """Keep a server's key in the system's keyring; it is typed unseen, or read from standard input."""
    _look_up_server(_load_settings(get_home_of(home)), name)
    if forget:
        forget_key(name)
        say(f"The key of '{name}' is not in the keyring.")
        return
    # Never an argument: that would stand in the shell's history and in the list of processes.
    typed = typer.prompt(f"Key of {name}", hide_input=True, err=True) if sys.stdin.isatty() else sys.stdin.readline()
    store_key(typed, name)
    say(f"The key of '{name}' is in the keyring.")


@servers_app.command("models")
def list_models(name: Name, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List the models of a server, as it says itself: with their context and price where it tells them."""
    place = get_home_of(home)
    server = _look_up_server(_load_settings(place), name)
    found = asyncio.run(find_models_at(server.voice(name), server))
    remember_models(place, server, found)  # later runs know context and prices from it
    if as_json:
        print_json(_build_model_records(found))
        return
    for model in found:
        say(_format_model_line(model))


@servers_app.command("test")
def try_out(
    name: Name,
    model: Annotated[str, typer.Option("--model", help="Another than the usual one.", show_default=False)] = "",
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Try a server out with a short question: what works, in a sentence. It may cost a fraction of a cent."""
    place = get_home_of(home)
    settings = _load_settings(place)
    server = _look_up_server(settings, name)
    if model:
        server = server.model_copy(update={"model": model})
    try:
        found = asyncio.run(try_server(server.voice(name), server, place, settings))
    except ParleyError as error:
        if as_json:
            print_json({"name": name, "works": False, "problem": error.text, "kind": getattr(error, "kind", "")})
            raise typer.Exit(1) from None  # told already, as JSON on stdout
        raise
    if as_json:
        told = {each: getattr(found, each) for each in ("sentence", "model", "key", "streams")}
        count = {"models": len(found.models), "context": found.context or None}
        pace = {"seconds": found.seconds, "tokens_per_second": found.speed or None}
        print_json({"name": name, "works": True, **told, **count, **pace, "around": list(map(str, found.around))})
        return
    say(found.sentence)
