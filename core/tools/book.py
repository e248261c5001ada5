"""The user's own tools: which servers there are, how each is started, and what members may use without asking.

It stands in one file of the home and nowhere else: a cast or a log only names tools, for it may be a stranger's.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from parley.core.base.definition import Definition, parse_toml, read_text
from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.files import write_whole
from parley.core.base.registry import Registry
from parley.core.base.sentences import Sentence
from parley.core.home import Home

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
        """Return a text without what stands in the environment: a server may say it, and a log is for everybody."""
        for value in sorted(self.env.values(), key=len, reverse=True):
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

    def allows(self, tool: str) -> bool:
        """Return whether members may use a tool ("files.read_file") without asking."""
        server, _, name = tool.partition(".")
        if tool in FUNCTIONS and server not in self.servers:
            return tool in self.allow
        return server in self.servers and bool({ANY, name} & set(self.servers[server].allow))


def get_path_in(home: Home) -> Path:
    """Return the file of the user's tools."""
    return home.path / "tools.toml"


def load(home: Home) -> Book:
    """Return the user's tools; none where there is no such file. Raises `FileError`, `DefinitionError`."""
    path = get_path_in(home)
    return parse_toml(read_text(path), path, Book) if path.exists() else Book()


def add(home: Home, name: str, server: Server) -> None:
    """Keep a server under a name, or change it. Raises `UsageError` for a name that cannot be."""
    try:
        Book(servers={name: server})
    except ValueError:
        template = "A server of tools cannot be called '{name}'."
        hint = Sentence("Use small letters, digits, - and _, beginning with a letter or a digit.")
        raise UsageError(template, name=name[:60], hint=hint) from None
    if name in FUNCTIONS:
        raise UsageError("There is a Python function called '{name}' already.", name=name, hint="Choose another name.")
    _change(home, lambda book: book.setdefault("servers", {}).update({name: server.model_dump(exclude_defaults=True)}))


def remove(home: Home, name: str) -> None:
    """Forget a server. Raises `UnknownName`."""
    _look_up(load(home), name)
    _change(home, lambda book: book["servers"].remove(name))


def allow(home: Home, tool: str, *, allowed: bool = True) -> None:
    """Let members use a tool, all of a server's, or a function from now on without asking; or not any more, and where
    all were allowed none of them. Raises `UnknownName`.
    """
    book = load(home)
    server, _, name = tool.partition(".")
    is_function = tool in FUNCTIONS and server not in book.servers
    before = book.allow if is_function else _look_up(book, server).allow
    what = tool if is_function else name or ANY
    after = [each for each in before if each not in (what, ANY)] if name or is_function else []

    def change(book: Any) -> None:
        kept = book if is_function else book["servers"][server]
        kept["allow"] = [*after, what] if allowed else after

    _change(home, change)


def _look_up(book: Book, name: str) -> Server:
    if name not in book.servers:
        raise UnknownName("server of tools", name, [*book.servers, *FUNCTIONS])
    return book.servers[name]


def _change(home: Home, change: Callable[[Any], object]) -> None:
    """Change the file; what a person wrote beside it is kept. Raises `FileError`."""
    import tomlkit

    # It is read before, so that what is wrong with it is told.
    load(home)
    path = get_path_in(home)
    document = tomlkit.parse(read_text(path)) if path.exists() else tomlkit.document()
    change(document)
    # There may be keys in it: `write_whole` makes a file that only its owner can read.
    write_whole(path, tomlkit.dumps(document))
