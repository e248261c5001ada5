"""CSV after RFC 4180, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from parley.core.export.base import Exporter, Options
from parley.core.export.rows import Row
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event

COLUMNS = (
    "kind", "turn", "member", "name", "text", "thoughts", "to", "at", "voice", "input", "cache_read", "cache_write",
    "output", "cost", "latency", "policy", "reason", "draw", "author",
)  # fmt: skip
"""`kind` says what a row is: line, direction (a stage direction in place of one), director, topic, whisper, scene,
part, event; then summary, action, memory, drift; then about. `author` is who made a turn's words: writer:FILE,
model:NAME, rules, person, unknown."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # some spreadsheets read the wide ones alike


def escape_cell(text: str) -> str:
    """Return `text` so that no spreadsheet takes it for a formula, and without what no CSV may hold."""
    text = text.replace("\x00", "")
    return "'" + text if text.startswith(_FORMULA) or text.lstrip().startswith(_FORMULA) else text


def iterate_lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield rows as CSV after RFC 4180, safe to open in a spreadsheet; an empty field where there is nothing."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    for row in rows:
        writer.writerow([escape_cell(value) if isinstance(value, str) else value for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()  # `truncate` cuts at the position, hence the `seek`


def iterate_csv(rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """Yield what `iterate_lines` does, as UTF-8."""
    return (line.encode("utf-8", "replace") for line in iterate_lines(rows))


def render_run(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield a record for each row of the transcript, then what the run left behind, and what is to be known of it."""
    rows = _iterate_rows(transcript, options)
    return iterate_lines([*row, *[""] * (len(COLUMNS) - len(row))] for row in rows)


def _iterate_rows(transcript: Transcript, options: Options) -> Iterator[Sequence[str | int | float]]:
    """Yield all records; fields that are missing at a record's end are empty."""
    yield COLUMNS
    for row in transcript.rows:
        yield _build_row(row, options, transcript.language)
    for kind, turn, member, text in _yield_aftermath_rows(transcript):
        yield [kind, turn, member, transcript.name_of(member) if member else "", text]
    about = [("title", transcript.title), *transcript.facts(numbers=options.numbers)]
    for name, value in about:
        yield ["about", "", "", name, value]
    for each in transcript.config.members:
        yield ["about", "", "", transcript.say["member"], f"{each.name}{', ' if each.role else ''}{each.role}"]


def _build_row(row: Row, options: Options, language: str) -> list[str | int | float]:
    values: list[str | int | float] = [
        "direction" if row.staged else row.kind,
        row.turn,
        row.speaker,
        row.name,
        row.written,
    ]
    values += ["\n".join(row.thoughts) if options.thoughts else "", ", ".join(row.to), row.at.isoformat(), row.voice]
    if options.numbers and row.voice:
        usage = row.usage
        values += [usage.input, usage.cache_read, usage.cache_write, usage.output, row.cost, row.latency]
    else:
        values += [""] * 6
    chosen = row.selected
    values += [chosen.policy, row.why(language), chosen.draw if chosen.draw >= 0 else ""] if chosen else [""] * 3
    return [*values, str(row.words_by or "")]


def _yield_aftermath_rows(transcript: Transcript) -> Iterator[tuple[str, str | int, str, str]]:
    distilled = transcript.distilled
    if distilled is None:
        return
    yield "summary", "", "", distilled.summary
    for action in distilled.actions:
        yield "action", "", action.owner, action.text
    for memory in distilled.memories:
        yield "memory", memory.turns[0] if memory.turns else "", memory.member, memory.text
    for drift in distilled.drifts:
        other = transcript.name_of(drift.b)
        yield "drift", "", drift.a, f"{other}: {drift.before:.2f} → {drift.after:.2f}. {drift.reason}"


CSV = Exporter("csv", Localised(en="CSV table", de="CSV-Tabelle"), ".csv", render_run, look="table")
