"""What the commands share: the home, JSON on stdout, sentences on stderr."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar

import typer

from parley.core import settings
from parley.core.base.errors import DefinitionError, FileError, HostNotAllowed, ParleyError, UsageError
from parley.core.base.interrupting import on_interrupt
from parley.core.base.line import STEERING, escape_invisible
from parley.core.base.registry import Registry
from parley.core.base.sentences import Sentence, said
from parley.core.cli.manners import manners
from parley.core.engine.tool_permits import Permit, Verdict, Wish
from parley.core.home import Home
from parley.core.log.state import State
from parley.core.studio.reading import Opened
from parley.core.studio.runs import not_among
from parley.core.studio.studio import Studio

T = TypeVar("T")
STDOUT = Path("-")
"""The name of a file that is standard output."""
FROM_TERMINAL = Sentence("Interrupted from the terminal.")


class Listener(Protocol):
    """Another process that steers this command: it is told what a person would read, and orders its end."""

    def tell(self, sentence: str) -> None:
        """Take a sentence for the user."""

    def listen(self, stop: Callable[[], object], drop: Callable[[], object]) -> None:
        """Have these called on the running loop as they are ordered."""


_listener: Listener | None = None


def get_listener() -> Listener | None:
    """Return who steers this command; None where nobody does."""
    return _listener


def set_listener(listener: Listener | None) -> None:
    """Have this command steered by another process; by nobody any more with None."""
    global _listener  # noqa: PLW0603  # of the process, as its streams are
    _listener = listener


HomeOption = Annotated[
    Path | None, typer.Option("--home", help="Keep all data in this folder; else PARLEY_HOME.", show_default=False)
]
SchedulerOption = Annotated[
    str,
    typer.Option(
        help="Have a Dask cluster play the runs: its scheduler's address, or local:N for N processes here.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON alone.")]
AllowOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host",
        help="Let a cast or a log send the talk to this server, without your key: host or host:port; or @NAME: a "
        "server of yours that may cost you money. More than once.",
        show_default=False,
    ),
]
AllowToolsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-tools", show_default=False,
        help="Let members use this tool, or all of this server, without asking: NAME or NAME.TOOL. More than once.",
    ),
]  # fmt: skip
NoToolsOption = Annotated[bool, typer.Option("--no-tools", help="Play without the tools that members are given.")]
RunArgument = Annotated[
    str, typer.Argument(help="A run's id, the beginning of one, or a JSONL file.", show_default=False)
]


_named: Path | None = None


def name_home(given: Path | None) -> None:
    """Take note of what `--home` names, before or behind the command."""
    global _named  # noqa: PLW0603  # of the process, whose threads ask for it too
    _named = given


def get_home_of(given: Path | None = None) -> Home:
    """Return the home of this command: its own option, that of the program, the environment, the system's place."""
    if given is not None:
        name_home(given)
    return Home.find(_named)


_QUESTIONS: Registry[Callable[[Wish], Awaitable[Verdict]]] = Registry(  # named, not imported: tools can be taken out
    "question", shipped={"tools": "parley.core.cli.tools:ask_for_tool"}
)
"""How whoever is at the terminal is asked whether a member may use a tool."""


def get_studio_of(
    given: Path | None,
    allowed: Sequence[str] | None = None,
    tools: Sequence[str] | None = None,
    without_tools: bool = False,
) -> Studio:
    """Return the studio of this command, whose runs may talk to the servers that were `allowed`, and whose members may
    use these `tools`. Raises `UsageError`.
    """
    studio = Studio(get_home_of(given))
    studio.allow_hosts(allowed or ())
    studio.permit = Permit(set(tools or ()), without_tools)
    if sys.stdin.isatty() and sys.stderr.isatty() and _listener is None:  # stdout may well be a pipe: it has the result
        studio.permit.ask = next(iter(_QUESTIONS.values()), None)
    return studio


def opened_in(studio: Studio, run: str) -> Opened:
    """Return the run, and tell what is damaged of it."""
    opened = studio.open(run)
    for sentence in opened.damage.sentences():
        tell(sentence)
    return opened


def show_all(
    found: Iterable[T],
    faults: Iterable[ParleyError],
    as_dict: Callable[[T], Mapping[str, Any]],
    as_line: Callable[[T], str],
    *,
    as_json: bool,
) -> None:
    """Print what there is of a kind, as JSON or each on a line, and tell what is wrong with the rest."""
    if as_json:
        print_json([as_dict(each) for each in found])
    else:
        for each in found:
            say(as_line(each))
    for fault in faults:
        tell(fault.text)


def with_leave(allow: Callable[[Sequence[str]], object], act: Callable[[], T]) -> T:
    """Return what `act` does; where it is refused a server, ask the user, hand that to `allow`, and do it once more.

    Without a terminal nobody can be asked. Raises `HostNotAllowed`.
    """
    try:
        return act()
    except HostNotAllowed as refused:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise
        tell(refused.sentence)
        asked = "Let it, at your cost?" if refused.own else "Send the conversation there, without your key?"
        if not typer.confirm(asked, default=False, err=True):
            raise
        allow(refused.hosts)
        return act()  # once more and no further: another refusal ends the command


def ask_leave(studio: Studio, state: State) -> None:
    """Have the servers of all voices of a run allowed: those of its start and of now. Raises `HostNotAllowed`."""
    changed = (state.setup.model_copy(update={"voice": voice}) for voice in state.voices.values())
    configs = [state.setup, *changed]  # the setup alone lacks what was changed since
    with_leave(studio.allow_hosts, lambda: studio.ensure_allowed(configs, Sentence("The log of this run")))


def not_over(log: Path, out: Path) -> None:
    """Raise `UsageError` where a document would be written over the log that it is made from, `FileError` where it
    would be among those of the home: another run may be there."""
    not_among(out, get_home_of())
    try:
        same = out.exists() and out.samefile(log)  # also by a link, or in other letters where the system ignores case
    except OSError:  # writing will say what is wrong with it
        return
    if same:
        template = "{out} is the run's own log; writing over it would lose the run."
        raise UsageError(template, out=out, hint="Name another file.")


def on_signals(interrupted: Callable[[], object], killed: Callable[[], object]) -> None:
    """Have these called at Ctrl+C and at a polite kill, or when the window that steers this command says so. Where the
    process hangs, a second Ctrl+C ends it."""
    if (link := _listener) is not None:
        link.listen(interrupted, killed)
    loop = asyncio.get_running_loop()
    # Windows has no signal handlers on the loop; there Ctrl+C raises KeyboardInterrupt as usual.
    with contextlib.suppress(NotImplementedError):
        on_interrupt(loop, interrupted)
        loop.add_signal_handler(signal.SIGTERM, killed)


def print_json(value: Any) -> None:
    """Print one JSON value on stdout."""
    # In other encodings than UTF-8 the stream's `backslashreplace` would write \xe9, which is no JSON.
    plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    text = json.dumps(value, ensure_ascii=plain, indent=2, default=str)  # `str` of paths and moments
    # Only within strings can there be any of these but the lines' ends.
    print(STEERING.sub(lambda found: f"\\u{ord(found.group()):04x}", text))


def say(text: str) -> None:
    """Print a line of the result; what other people wrote into it cannot steer the terminal."""
    print(escape_invisible(text))


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: "1 line", "2 lines"."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def shift_lines(text: str, by: int) -> str:
    """Return `text` with its later lines indented `by` so many blanks, so that none of them looks like a turn."""
    return text.rstrip().replace("\r\n", "\n").replace("\n", "\n" + " " * by)


def get_language() -> str:
    """Return the language of whoever reads the terminal: `look.language`, for "system" the environment's."""
    try:
        choice = settings.load(get_home_of().settings).look.language
    except (ParleyError, OSError):  # asked while an error is told: broken settings are told elsewhere
        choice = "system"
    return settings.get_language_of(choice)


def in_words(sentence: str) -> str:
    """Return a sentence of the core in the reader's language."""
    return said(sentence, get_language())


def tell(sentence: str) -> None:
    """Tell the user a sentence beside the result, on one line; one of the core in their language. With `--quiet` it
    stays unsaid: what ends a command is told by `report_error`."""
    if (link := _listener) is not None:
        link.tell(sentence)
        return
    if not manners().quiet:
        print_stderr(sentence)


def report_error(error: ParleyError) -> None:
    """Tell what ended a command: a sentence, or with `--json` a line of JSON; on stderr either way."""
    if manners().as_json and _listener is None:  # a steered command sends a `Line` with the error
        print(json.dumps({"error": as_error(error)}, default=str), file=sys.stderr)
    elif (link := _listener) is not None:
        link.tell(Sentence("parley: {error}", error=error.text))
    else:
        print_stderr(Sentence("parley: {error}", error=error.text))


def as_error(error: ParleyError) -> dict[str, Any]:
    """Return an error for scripts: `code` (docs/cli.md), `message`, `hint` and `field`; of files also `file`, `line`
    and `column`.
    """
    found: dict[str, Any] = {"code": error.code, "message": in_words(error.sentence), "hint": in_words(error.hint)}
    found["field"] = error.field
    if isinstance(error, FileError):
        found |= {"message": in_words(error.fault), "file": str(error.path)}  # without the path, which has its own key
    if isinstance(error, DefinitionError):
        found |= {"message": in_words(error.bare), "line": error.line, "column": error.column}
    return found


def print_stderr(sentence: str) -> None:
    """Print a sentence on one line, also with `--quiet`."""
    line = in_words(sentence) if isinstance(sentence, Sentence) else sentence
    print(escape_invisible(line.replace("\n", "\\n").replace("\t", "\\t")), file=sys.stderr)


SHORTEST_TITLE = 12
BESIDE = 24
"""Columns that a line of progress takes beside its words: a bar of a few, the part, the time left."""


@contextlib.contextmanager
def show_progress(title: str) -> Iterator[Any]:
    """Show a progress bar on stderr where that is a terminal, nothing elsewhere; yield `update(done, total, note)`."""
    if manners().quiet or not sys.stderr.isatty():
        yield lambda _done, _total, _note="": None
        return
    from rich.console import Console  # rich takes its time: loaded only where there is a bar
    from rich.markup import escape
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.table import Column

    console = Console(stderr=True)

    def told(note: str) -> str:
        # The note says what a bar does not: of a long title only so much stands before it as there is room for.
        room = max(SHORTEST_TITLE, console.width - len(note) - BESIDE)
        short = title if not note or len(title) <= room else f"{title[: room - 1].rstrip()}…"
        return escape(escape_invisible(f"{short}: {note}" if note else short))  # a title's [brackets] are no markup

    # A note takes a second line rather than lose its end.
    words = TextColumn("{task.description}", table_column=Column(ratio=1, overflow="fold"))
    columns = words, BarColumn(bar_width=10), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, expand=True) as bar:  # erased before the result comes
        task = bar.add_task(told(""), total=None)  # without a total the bar pulses
        yield lambda done, total, note="": bar.update(task, completed=done, total=total or None, description=told(note))
