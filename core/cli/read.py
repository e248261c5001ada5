"""Commands that look at runs: `runs`, `show`, `state`, `measure`, `search`, `export`, `reindex`, `formats`, `casts`."""

from __future__ import annotations

import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import to_builtins

from parley.core.base.errors import UsageError
from parley.core.base.labels import label
from parley.core.base.line import escape_invisible, repair_text
from parley.core.base.sentences import Sentence
from parley.core.cast.cast import Cast
from parley.core.cli.common import (
    STDOUT,
    HomeOption,
    JsonOption,
    RunArgument,
    get_studio_of,
    not_over,
    opened_in,
    print_json,
    say,
    shift_lines,
    show_all,
    show_progress,
    tell,
)
from parley.core.cli.manners import is_coloured
from parley.core.formats import Format
from parley.core.log.authors import count_authors, read_counts
from parley.core.log.report import report
from parley.core.log.state import Entry, State
from parley.core.measures.convergence import Similarity
from parley.core.studio.marks import UNMARKED, Marks
from parley.core.studio.studio import Studio

if TYPE_CHECKING:
    from parley.core.log.events.turn import TurnStarted
    from parley.core.log.sql import RunRow
    from parley.core.perspective.lens import Lens

WIDEST = 160
"""Characters of a line of `runs`."""
INDENT = 9
"""Columns before a later line of a text: more than the number of a turn has."""

TurnOption = Annotated[int | None, typer.Option("--turn", help="As it was right after this turn; 0: at the start.")]


def _load_state_at_turn(studio: Studio, run: str, turn: int | None) -> State:
    opened = opened_in(studio, run)
    return opened.state if turn is None else opened.replay.state_at_turn(turn)


def _build_run_record(row: RunRow, noted: Marks) -> dict[str, Any]:
    """Return what a script is told of a run; `name` is the one that somebody gave it."""
    told = asdict(row)
    told["authors"] = [to_builtins(author) | {"turns": count} for author, count in read_counts(row.authors).items()]
    own = {"name": noted.title, "starred": noted.starred, "archived": noted.archived, "tags": noted.tags}
    return told | {"path": told.pop("file")} | own  # `pop` is evaluated before the union, which has no `file`


def make_heading(title: str, topic: str) -> str:
    """Return what a run is called on one line; a scene need not have a topic."""
    return f"{title}: {topic}" if topic else title


def runs(
    text: Annotated[str, typer.Option("--text", help="Only those whose title, topic, cast, voice or id has it.")] = "",
    mode: Annotated[str, typer.Option("--mode", help="Only those of this mode.")] = "",
    tag: Annotated[str, typer.Option("--tag", help="Only those with this tag.")] = "",
    starred: Annotated[bool, typer.Option("--starred", help="Only those with a star.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Only those that were put away.")] = False,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """All runs, the one that was written to last first; those in the archive only where they are asked for."""
    studio = get_studio_of(home)
    marks = studio.marks.refresh()
    for fault in studio.marks.faults:
        tell(fault)
    rows = [
        (row, noted)
        for row in studio.list_recent(text=text, mode=mode)
        if (noted := marks.get(row.id, UNMARKED)).archived == archived
        and (noted.starred or not starred)
        and (not tag or tag.lstrip("#") in noted.tags)  # with or without the # that it is shown with
    ]
    if as_json:
        print_json([_build_run_record(row, noted) for row, noted in rows])
        return
    if not rows:
        filtered = text or mode or tag or starred or archived or marks  # with marks some may be in the archive
        print("No run is like that." if filtered else "No runs yet. Begin with: parley run roundtable")
    for row, noted in rows:
        name = row.note if row.status == "broken" else noted.title or make_heading(row.title, row.topic)
        name = " ".join([*(["★"] if noted.starred else []), name, *(f"#{tag}" for tag in noted.tags)])
        by = count_authors(read_counts(row.authors), "en")
        told = f" ({by})" if by else ""
        line = f"{row.id:<12} {row.started[:16]}  {row.status:<8} {row.turns:>5} turns  {name}"
        room = WIDEST - len(told)
        say((line if len(line) <= room else f"{line[: room - 1].rstrip()}…") + told)


def show_run(
    run: RunArgument,
    turn: TurnOption = None,
    member: Annotated[
        str,
        typer.Option(
            "--as",
            help="As this member lived it: what came to their mind, what they missed; their memories follow.",
        ),
    ] = "",
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print a run's transcript; as JSON a list of its turns."""
    from parley.core.perspective.lens import Lens

    studio = get_studio_of(home)
    state = _load_state_at_turn(studio, run, turn)
    if as_json:
        if member:
            raise UsageError("--json prints what was said, not what one member lived.", hint="Leave out --as.")
        print_json(report(state)["transcript"])
        return
    config = state.setup
    seen = Lens(state, config.find_member(member).id) if member else None
    source = f"imported: {config.imported}" if state.foreign else ""
    origin = source or f"voice: {state.get_voice_label()}, seed {config.seed}"
    say(f"{shift_lines(make_heading(studio.name_of(state.run) or config.title, config.topic), INDENT)}  ({origin})")
    say(f"{shift_lines(count_authors(state.authors, 'en') or 'no lines yet', INDENT)}\n")
    said = {each.seq: each for each in state.turns}  # a line's entry has the place of its turn in the log
    known: set[str] = set()
    for entry in state.entries:
        text, marks = (
            shift_lines(entry.text, INDENT),
            f"{' (hidden)' if entry.hidden else ''}{_format_lived_entry(seen, entry)}",
        )
        match entry.kind:
            case "scene":
                say(f"\n— {text}{marks}")
            case "observation":
                if seen is not None and seen.witnessed(entry):
                    say(f"     ~ {text}")
            case "calls":  # tools that were used: what came of it is in the line
                pass
            case "event":
                say(f"     · {text}{marks}")
            case "topic":
                to = ", ".join(state.name_of(member) for member in entry.heard_by)
                say(f"     * {entry.name or 'Director'}{marks}{f' to {to}' if to else ''}: {text}")
            case _:
                if entry.seq in said:
                    text = shift_lines(said[entry.seq].written, INDENT)
                    if seen is not None and seen.member == entry.speaker:
                        _print_recalled_lore(said[entry.seq].started, known)
                staged = entry.seq in said and said[entry.seq].staged
                name = "" if staged else f"{state.name_of(entry.speaker)}{marks}: "
                say(f"{entry.turn:>4} {name}{text}{marks if staged else ''}")
                open_book = seen is None or seen.member == entry.speaker  # thoughts are heard by nobody else
                for thought in said[entry.seq].ended.thoughts if entry.seq in said and open_book else ():
                    say(f"     [{shift_lines(thought, INDENT)}]")
    if seen is not None:
        _show_memories(seen, config.language)
    elif state.distilled:
        say(f"\n{state.distilled.summary}")


def _print_recalled_lore(started: TurnStarted | None, known: set[str]) -> None:
    """Print what came to a member's mind of lore books before a line, the first time that it did."""
    for each in started.lore if started is not None else ():
        if each.text not in known:
            known.add(each.text)
            named = "" if each.text.startswith(each.entry) else f"{each.entry}: "
            say(f"     ~ {named}{shift_lines(each.text, INDENT)}{f' ({each.key})' if each.key else ''}")


def _format_lived_entry(seen: Lens | None, entry: Entry) -> str:
    """Return what is to be said of an entry to whoever looks through a member's eyes."""
    if seen is None or seen.witnessed(entry):
        return " (sent no more)" if seen is not None and seen.is_faded(entry.seq) else ""
    return " (missed)"


def _show_memories(seen: Lens, language: str) -> None:
    if seen.summary:
        say(f"\nWhat {seen.name} is told of what went before: {shift_lines(seen.summary, INDENT)}")
    say(f"\nWhat {seen.name} remembers:{'' if seen.memories else ' nothing yet.'}")
    for memory in seen.memories:
        say(f"     - {label(memory.table, memory.kind, language)}: {shift_lines(memory.text, INDENT)}")


def state(run: RunArgument, turn: TurnOption = None, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Show a run's state after any turn."""
    studio = get_studio_of(home)
    found = report(_load_state_at_turn(studio, run, turn))
    found["title"] = studio.name_of(found["id"]) or found["title"]
    if as_json:
        print_json(found)
        return
    for key, value in found.items():
        if key not in {  # lists, which `--json` has
            "transcript",
            "memories",
            "drifts",
            "actions",
            "topics",
            "members",
            "authors",
            "office",
            "story",
        }:
            say(f"{key:>12}: {value}")


EMBEDDED = "convergence.embedding"
"""What these figures begin with: they need a voice that embeds."""


def measure(
    run: RunArgument,
    metric: Annotated[
        list[str] | None, typer.Option("--metric", help="Only what begins with this, such as convergence.parley.")
    ] = None,
    embeddings: Annotated[
        bool, typer.Option("--embeddings", help="Convergence by embeddings, too; so does naming its metric.")
    ] = False,
    voice: Annotated[
        str,
        typer.Option("--voice", help="What embeds: embedded, embedded:MODEL, openai.NAME:MODEL (a server of yours)."),
    ] = "",
    turn: TurnOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure a run: participation, flow, network, language, convergence."""
    from parley.core.measures.registry import MEASURES, select_figures

    studio = get_studio_of(home)
    state = _load_state_at_turn(studio, run, turn)
    wanted = embeddings or bool(voice) or any(name.startswith(EMBEDDED) for name in metric or ())
    figures = select_figures(state, metric or (), _build_similarity(studio, state, voice) if wanted else None)
    for fault in MEASURES.broken.values():  # a package's measure that failed takes none of the others along
        tell(fault.sentence)
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        parts = value if isinstance(value, dict) else {"": value}
        say(f"{name:<44} {'  '.join(f'{part} {each:g}'.lstrip() for part, each in parts.items())}")


def _build_similarity(studio: Studio, state: State, voice: str) -> Similarity:
    """Return how alike two windows of a run's lines are, by the vectors of the voice that embeds."""
    import asyncio

    from parley.core.studio.embeddings import meaning_at_end

    async def ask_embedder() -> Similarity:
        embedder = studio.open_embedder(voice)
        try:
            with show_progress("Embedding") as update:
                return await meaning_at_end(embedder, state, update)
        finally:
            await embedder.close()

    return asyncio.run(ask_embedder())


def search(
    text: Annotated[str, typer.Argument(help="Words to find in all transcripts.")],
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000)] = 50,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find words in every transcript."""
    studio = get_studio_of(home)
    # One more than is shown tells whether there are more.
    found = studio.projection.search(repair_text(text), limit + 1)
    hits = found[:limit]
    if len(found) > limit:
        tell(f"More than {limit:,} lines hold this; here are those that fit best. --limit shows more.")
    if as_json:
        print_json([asdict(hit) | {"snippet": hit.snippet.replace("\x01", "").replace("\x02", "")} for hit in hits])
        return
    bold, plain = ("\x1b[1m", "\x1b[0m") if is_coloured(sys.stdout) else ("", "")
    for hit in hits:
        # Every second piece is what was found.
        pieces = [escape_invisible(piece) for piece in re.split("[\x01\x02]", hit.snippet)]
        marked = "".join(f"{bold}{piece}{plain}" if i % 2 else piece for i, piece in enumerate(pieces))
        print(f"{hit.run} turn {hit.turn} {escape_invisible(hit.name)}: {shift_lines(marked, INDENT)}")
    if not hits:
        tell(f"Nothing was found for '{text[:80]}'.")


def export(
    run: RunArgument,
    out: Annotated[
        Path, typer.Option("-o", "--output", help="The file to write; - is standard output.", show_default=False)
    ] = STDOUT,
    to: Annotated[
        str,
        typer.Option("--to", help="md, txt, html, json, csv …; else what the file's name ends in, or md."),
    ] = "",
    thoughts: Annotated[bool, typer.Option(help="With what members only thought.")] = True,
    member: Annotated[
        str, typer.Option("--as", help="Through whose eyes, in formats that are what one member lived (openai).")
    ] = "",
    home: HomeOption = None,
) -> None:
    """Write a run as a document: into a file, or to standard output."""
    from parley.core.export.registry import EXPORTS, Options, for_file, list_exporters

    studio = get_studio_of(home)
    opened = opened_in(studio, run)
    if out == STDOUT:
        to = to or "md"  # no file name that tells the format
    else:
        not_over(opened.path, out)
    chosen = EXPORTS[to] if to else for_file(out.name, opened.state.setup)
    if member and not chosen.by_member:
        names = ", ".join(each.name for each in list_exporters(opened.state.setup) if each.by_member)
        raise UsageError("The format '{name}' is nobody's view of the run.", name=chosen.name,
                         hint=Sentence("Through a member's eyes are: {names}.", names=names))  # fmt: skip
    seen_by = opened.state.setup.find_member(member).id if member else ""
    options = Options(thoughts=thoughts, plan=studio.plan_of(opened.state.setup), title=opened.name, member=seen_by)
    if out == STDOUT:
        if not chosen.is_text:
            raise UsageError("The format '{name}' is no text.", name=chosen.name, hint="Name a file with -o.")
        with EXPORTS.blame_package(chosen.name):
            sys.stdout.write(chosen.text(opened.state, opened.replay.events, options))
        return
    with show_progress("Exporting") as update, EXPORTS.blame_package(chosen.name):
        chosen.write(opened.state, opened.replay.events, out, options, lambda part: update(part, 1.0))
    tell(f"Written: {out}")


def reindex(home: HomeOption = None) -> None:
    """Rebuild the database from the logs."""
    studio = get_studio_of(home)
    with show_progress("Reading runs") as update:
        told = studio.reindex(lambda part: update(part, 1.0))
    say(f"{told} runs were read into {studio.home.database}.")


def formats(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List the roundtable formats."""

    def line(each: Format) -> str:
        members, turns = "-".join(map(str, each.members)), "-".join(map(str, each.turns))
        told = f"{members:>4} members {turns:>5} turns  temperature {each.temperature:<5}"
        return f"{each.id:<18} {told} {each.purpose.en}"

    show_all(*get_studio_of(home).library.formats(), lambda each: each.model_dump(mode="json"), line, as_json=as_json)


def list_casts(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List the casts."""

    def make_row(each: Cast) -> dict[str, Any]:
        return each.model_dump(mode="json", exclude_defaults=True) | {"language": each.language}

    def format_line(each: Cast) -> str:
        return f"{each.id:<14} {each.language}  {each.name}: {', '.join(member.name for member in each.members)}"

    show_all(*get_studio_of(home).library.list_casts(), make_row, format_line, as_json=as_json)
