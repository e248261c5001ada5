"""The user's own tools: which servers there are, how each is started, and what members may use without asking.

It stands in one file of the home and nowhere else: a cast or a log only names tools, for it may be a stranger's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from parley.core.base.definition import Definition, parse_toml, read_text
from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.files import write_whole
from parley.core.base.registry import Registry
from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.core.tools.schemas import SEEN

ANY = "*"
"""In place of the tools of a server that are allowed: all of them."""
LEAST_SECRET = 4
"""Characters of a value of the environment that is kept out of what is shown; shorter ones are in any text."""
HIDDEN = "•••"

ServerName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)]


def _check_function(name: str, value: object) -> None:
    if not callable(value):
        raise TypeError(Sentence("it is no function, but {found}", found=type(value).__name__))


FUNCTIONS: Registry[Callable[..., Any]] = Registry("tool", "parley.tools", check=_check_function)
"""Python functions that installed packages add as tools, by the entry point's name."""


class Server(Definition):
    """How a server of tools is started, in which folder, with what in its environment besides the usual."""

    command: tuple[str, ...] = Field(min_length=1, max_length=200)
    cwd: str = ""
    env: dict[str, str] = {}
    allow: tuple[str, ...] = Field((), description='Its tools that need no asking; "*": all of them.')

    def hide_secrets(self, text: str) -> str:
        """Return a text without the values of the environment: a server may print them, and logs are passed on."""
        for value in sorted(self.env.values(), key=len, reverse=True):  # longest first: one may be part of another
            if len(value) >= LEAST_SECRET:
                text = text.replace(value, HIDDEN)
        return text

    @property
    def line(self) -> str:
        """The command as it is shown."""
        return self.hide_secrets(" ".join(self.command))


class Book(Definition):
    """All of `tools.toml`."""

    servers: dict[ServerName, Server] = {}
    allow: tuple[str, ...] = Field((), description="Python functions that need no asking.")

    def is_function(self, tool: str) -> bool:
        """Return whether it is a function that a cast means by this name; a server of its name comes first."""
        return tool.partition(".")[0] not in self.servers and tool in FUNCTIONS

    def list_names(self) -> list[str]:
        """Return what a cast can name: servers, those of their tools that were listed or allowed, and functions."""
        found = [*self.servers, *FUNCTIONS]
        for name, server in self.servers.items():
            tools = [tool.name for tool in SEEN.get(server.command, ()) if not tool.fault]
            found += [f"{name}.{tool}" for tool in dict.fromkeys([*tools, *server.allow]) if tool != ANY]
        return sorted(found)

    def list_missing(self, names: Iterable[str]) -> list[str]:
        """Return which of these names are neither a server's nor a function's."""
        return [name for name in names if name.partition(".")[0] not in self.servers and name not in FUNCTIONS]

    def look_up(self, name: str) -> Server:
        """Return a server. Raises `UnknownName`."""
        if name not in self.servers:
            raise UnknownName("server of tools", name, [*self.servers, *FUNCTIONS])
        return self.servers[name]

    def is_allowed(self, tool: str) -> bool:
        """Return whether members may use a tool ("files.read_file") without asking."""
        server, _, name = tool.partition(".")
        if self.is_function(tool):
            return tool in self.allow
        return server in self.servers and bool({ANY, name} & set(self.servers[server].allow))


def get_path_in(home: Home) -> Path:
    """Return the file of the user's tools."""
    return home.path / "tools.toml"


def load(home: Home) -> Book:
    """Return the user's tools; none where there is no such file. Raises `FileError`, `DefinitionError`."""
    path = get_path_in(home)
    return parse_toml(read_text(path), path, Book) if path.exists() else Book()


def describe_server(command: Iterable[str], env: Iterable[str]) -> Server:
    """Return a server that is started in this folder, with these KEY=VALUE around it. Raises `UsageError`."""
    try:
        server = Server(command=tuple(command), cwd=str(Path.cwd()), env=dict(each.split("=", 1) for each in env))
        server.model_dump_json()  # raises for lone surrogates, which a command line may have
    except ValueError:
        raise UsageError("A command has 1 to 200 words, an environment KEY=VALUE, and both are Unicode text.") from None
    return server


def add_server(home: Home, name: str, server: Server) -> None:
    """Keep a server under a name, or change it. Raises `UsageError` for a name that cannot be."""
    try:
        Book(servers={name: server})  # checks the name's pattern
    except ValueError:
        template = "A server of tools cannot be called '{name}'."
        hint = Sentence("Use small letters, digits, - and _, beginning with a letter or a digit.")
        raise UsageError(template, name=name[:60], hint=hint) from None
    if name in FUNCTIONS:
        raise UsageError("There is a Python function called '{name}' already.", name=name, hint="Choose another name.")
    _change(home, lambda book: book.setdefault("servers", {}).update({name: server.model_dump(exclude_defaults=True)}))


def remove(home: Home, name: str) -> None:
    """Forget a server. Raises `UnknownName`."""
    load(home).look_up(name)
    _change(home, lambda book: book["servers"].remove(name))


def allow_tool(home: Home, tool: str, *, allowed: bool = True) -> None:
    """Let members use a tool, all of a server's, or a function without asking from now on; or not any more, and where
    all were allowed none of them. Raises `UnknownName`.
    """
    book = load(home)
    if allowed and book.is_allowed(tool):
        return  # to add one tool beside "*" would take the others away
    server, _, name = tool.partition(".")
    is_function = book.is_function(tool)
    before = book.allow if is_function else book.look_up(server).allow
    what = tool if is_function else name or ANY
    after = [each for each in before if each not in (what, ANY)] if name or is_function else []

    def set_allowed(book: Any) -> None:
        kept = book if is_function else book["servers"][server]
        kept["allow"] = [*after, what] if allowed else after

    _change(home, set_allowed)


def _change(home: Home, change: Callable[[Any], object]) -> None:
    """Change the file; what a person wrote beside it is kept. Raises `FileError`."""
    import tomlkit  # late: only needed to change the file

    load(home)  # first: it raises with what is wrong in the file
    path = get_path_in(home)
    document = tomlkit.parse(read_text(path)) if path.exists() else tomlkit.document()
    change(document)
    write_whole(path, tomlkit.dumps(document))  # readable by its owner alone: there may be keys in it
