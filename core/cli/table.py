"""The table of commands, options and choices from which shells are answered: of what ships, or of all that is there."""

from __future__ import annotations

import contextlib
import json
import typing
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from parley.core.authoring import kinds, starting
from parley.core.base.errors import ParleyError
from parley.core.base.registry import Failed, Registry
from parley.core.cli.completing import FOLDERS, packages_add, table_of
from parley.core.engine.run_request import hints, request_specs
from parley.core.export.registry import EXPORTS
from parley.core.home import Home
from parley.core.turn_taking.policies import POLICIES

OF_NAMES = {
    "run": "runs", "runs": "runs", "cast": "casts", "format": "formats", "setting": "stories", "plan": "plans",
    "member": "members", "members": "members", "partner": "", "theme": "light|dark|contrast", "lang": "en|de",
    "language": "en|de",
}  # fmt: skip
"""What the values of parameters are, by the parameter's name, where no model and no type says it."""
OF_COMMANDS = {
    ("schedule show", "name"): "schedules",
    ("schedule run", "name"): "schedules",
    ("experiment show", "name"): "experiments",
    ("experiment export", "name"): "experiments",
    ("schema", "kind"): "|".join(kinds.names()),
    ("check", "kind"): "|".join(kinds.names()),
    ("new", "kind"): "|".join(starting.kinds()),
}
"""The same for parameters of one command."""


def table(command: Any, path: str = "", *, added: bool = False) -> dict[str, Any]:
    """A command's options and arguments, each with what its values are, and its commands; `added`: also what packages
    add to the choices."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    found: dict[str, Any] = {
        "help": first(command.help),
        "options": {
            name: [None if option.is_flag or option.count else values(path, option, added=added), first(option.help)]
            for option in options_of(command)
            for name in (*option.opts, *option.secondary_opts)
        },
        "arguments": [values(path, each, added=added) for each in arguments],
    }
    if any(each.nargs < 0 for each in arguments):
        found["many"] = True
    if cast := next((each.default for each in command.params if each.name == "cast" and each.default), ""):
        found["cast"] = cast
    if commands := commands_of(command):
        found["commands"] = {
            name: table(each, f"{path} {name}".strip(), added=added) for name, each in commands.items()
        }
    return found


def values(path: str, parameter: Any, *, added: bool = False) -> str:
    """What the values of a parameter are: a folder of the home, `a|b|c`, or nothing that is known."""
    if (path, parameter.name) == ("export", "to"):
        return _names(EXPORTS, added=added)
    if (path, parameter.name) in OF_COMMANDS:
        return OF_COMMANDS[path, parameter.name]
    annotation = parameter.type_descriptor.annotation
    if typing.get_origin(annotation) is typing.Literal:
        return "|".join(typing.get_args(annotation))
    return OF_NAMES.get(parameter.name, _choices(added).get(parameter.name, "")) if annotation is not Path else ""


def _names(registry: Registry[Any], *, added: bool) -> str:
    return "|".join(registry.names() if added else registry.shipped)


@cache
def _choices(added: bool) -> dict[str, str]:
    """What models say of their fields' values, by the field."""
    named = {"policies": _names(POLICIES, added=added), "settings": "stories"}
    found: dict[str, str] = {}
    for spec in request_specs().values():
        with contextlib.suppress(Failed):
            _note_choices(spec.options(), named, found)
    return found


def _note_choices(model: type[BaseModel], named: Mapping[str, str], found: dict[str, str]) -> None:
    for name, info in model.model_fields.items():
        said = hints(info).get("choices")
        if isinstance(said, list | tuple):
            found.setdefault(name, "|".join(str(each) for each in said))
        elif said:
            found.setdefault(name, named.get(said, said if said in FOLDERS else ""))


def options_of(command: Any) -> list[Any]:
    """The options of a command that are shown."""
    return [each for each in command.params if each.param_type_name == "option" and not each.hidden]


def commands_of(command: Any) -> dict[str, Any]:
    """The commands of a group that are shown, by name."""
    return {name: each for name, each in sorted(getattr(command, "commands", {}).items()) if not each.hidden}


def first(text: str | None) -> str:
    """The first paragraph of a help, on one line."""
    return " ".join((text or "").split("\n\n")[0].split())


# What packages add ------------------------------------------------------------------------------------------------


def keep_current(home: Home, *, look: bool = False) -> None:
    """Write the table of this installation into the home, where packages add something and it is not there yet.

    What cannot be written is told to nobody: the shell is answered from the table that ships.
    """
    if not packages_add(look=look) or not home.path.is_dir():
        return
    path, stamp = table_of(home)
    with contextlib.suppress(OSError, ValueError, TypeError):
        if json.loads(path.read_text("utf-8"))["stamp"] == stamp:
            return
    from parley.core.cli import program
    from parley.core.export.base import save

    made = {"stamp": stamp, "table": table(program.built(), added=True)}
    with contextlib.suppress(ParleyError, OSError):
        save(path, iter([json.dumps(made, ensure_ascii=False).encode()]))
