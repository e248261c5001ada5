"""Tables (CSV, TSV) with a line of a talk in each row. Which column is what is guessed by its heading, or said by
whoever imports it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from parley.core.base.errors import UsageError
from parley.core.base.line import visible
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised
from parley.core.importing.base import describe_lines
from parley.core.importing.columns import NEEDED, NONE, ROLES, Columns
from parley.core.importing.moments import stamped
from parley.core.importing.reading import Importer, Source
from parley.core.importing.talk import Said, Speaker, Talk, titled

ENDINGS = (".csv", ".tsv")
DELIMITERS = ",;\t|"
SAMPLE = 64_000
"""Characters that are looked at to see what stands between the columns."""
ROWS = 200
MOST_COLUMNS = 500
LONGEST_CELL = 4_000_000
MOST_PEOPLE = 200
"""Speakers that a table may have: more are a sign that the column is another."""

HEADINGS: Mapping[str, frozenset[str]] = {
    "speaker": frozenset({
        "speaker", "name", "who", "author", "from", "sender", "user", "username", "member", "participant", "character",
        "role", "agent", "source", "sprecher", "sprecherin", "wer", "autor", "autorin", "von", "absender", "person",
    }),
    "text": frozenset({
        "text", "message", "content", "line", "utterance", "body", "said", "value", "dialogue", "dialog", "transcript",
        "nachricht", "inhalt", "zeile", "aussage", "äußerung", "wortlaut",
    }),
    "time": frozenset({
        "time", "timestamp", "date", "datetime", "at", "when", "created", "created_at", "created at", "sent", "sent_at",
        "send_date", "ts", "start", "zeit", "datum", "uhrzeit", "zeitstempel", "wann",
    }),
    "room": frozenset({"room", "place", "channel", "location", "where", "raum", "ort", "kanal", "wo"}),
    "conversation": frozenset({
        "conversation", "conversation_id", "conversation id", "thread", "thread_id", "chat", "chat_id", "session",
        "session_id", "run", "dialogue_id", "scene", "gespräch", "unterhaltung", "sitzung", "szene",
    }),
    "model": frozenset({"model", "model_name", "llm", "voice", "modell", "stimme"}),
}  # fmt: skip


class _Table(NamedTuple):
    """The rows with their lines in the file, without the heading, and what the columns are."""

    rows: list[tuple[int, list[str]]]
    columns: Columns
    headed: bool


def _recognises(source: Source) -> bool:
    return source.name.lower().endswith(ENDINGS) and bool(_read_rows(source, 2))


def _detect_delimiter(source: Source) -> str:
    if source.name.lower().endswith(".tsv"):
        return "\t"
    sample = source.text[:SAMPLE]
    counts = {each: [len(row) for row in _read(sample, each, 40)] for each in DELIMITERS}
    # Of those that make columns at all, the one that makes the same number in most rows.
    able = {each: found for each, found in counts.items() if max(found, default=0) > 1}
    return max(able, key=lambda each: (able[each].count(max(able[each], key=able[each].count)), -len(able[each])),
               default=",")  # fmt: skip


def _read(text: str, delimiter: str, most: int = 0) -> list[list[str]]:
    found: list[list[str]] = []
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(text.replace("\0", "")), delimiter=delimiter)
    try:
        for row in reader:
            found.append(row[:MOST_COLUMNS])
            if most and len(found) >= most:
                break
    except csv.Error:
        # A cell that never ends: what stands before it is read.
        pass
    return found


def _read_rows(source: Source, most: int = 0) -> list[tuple[int, list[str]]]:
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(source.text.replace("\0", "")), delimiter=_detect_delimiter(source))
    found: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                found.append((reader.line_num, row[:MOST_COLUMNS]))
            if most and len(found) >= most:
                break
    except csv.Error as error:
        if not most:
            raise ValueError(
                Sentence("line {number} is no row of a table ({why})", number=reader.line_num, why=str(error))
            ) from None
    return found


def _parse_table(source: Source, most: int = 0) -> _Table:
    rows = _read_rows(source, most)
    if not rows:
        raise ValueError(Sentence("it has no rows"))
    first = [visible(cell) for cell in rows[0][1]]
    known = [_find_role(cell) for cell in first]
    headed = any(known) or _has_unknown_headings(rows)
    width = max(len(row) for _, row in rows[:ROWS])
    names = tuple((first[at] if headed and at < len(first) and first[at] else str(at + 1)) for at in range(width))
    body = rows[1:] if headed else rows
    samples = tuple(
        next((visible(row[at])[:80] for _, row in body[:ROWS] if at < len(row) and row[at].strip()), "")
        for at in range(width)
    )
    roles: dict[str, int] = {}
    for role in ROLES:
        if role in known and headed:
            roles[role] = known.index(role)
    _guess(roles, body, width)
    return _Table(body, Columns(names, samples, _apply_column_choices(roles, source.columns, names)), headed)


def _find_role(heading: str) -> str:
    plain = heading.strip().strip("#*").casefold()
    return next((role for role, words in HEADINGS.items() if plain in words), "")


def _has_unknown_headings(rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Return whether the first row names columns that nobody knows: short words, of which none comes again below."""
    first = [cell.strip() for cell in rows[0][1]]
    below = {cell.strip() for _, row in rows[1:ROWS] for cell in row}
    return len(rows) > 2 and all(cell and len(cell) < 30 and cell not in below and not stamped(cell) for cell in first)


def _guess(roles: dict[str, int], rows: Sequence[tuple[int, list[str]]], width: int) -> None:
    """What no heading says: the longest column is the text, the one with few values again and again the speaker."""
    cells = [[row[at].strip() for _, row in rows[:ROWS] if at < len(row)] for at in range(width)]
    free = [at for at in range(width) if at not in roles.values()]
    if "time" not in roles:
        timed = [at for at in free if 2 * sum(stamped(one) is not None for one in cells[at]) > len(cells[at])]
        if timed:
            roles["time"] = timed[0]
            free.remove(timed[0])
    if "text" not in roles and free:
        roles["text"] = max(free, key=lambda at: (sum(map(len, cells[at])), at))
        free.remove(roles["text"])
    if "speaker" not in roles and free:
        able = [at for at in free if any(cells[at]) and not all(cell.isdecimal() for cell in cells[at])]
        if able:
            roles["speaker"] = min(able, key=lambda at: (len(set(cells[at])), at))


def _apply_column_choices(guessed: Mapping[str, int], asked: Mapping[str, str], names: Sequence[str]) -> dict[str, int]:
    """Return the columns with what somebody said of them: a heading, a number from 1, or "-" for none."""
    roles = dict(guessed)
    for role, named in asked.items():
        if role not in ROLES:
            known = ", ".join(ROLES)
            raise UsageError("There is no kind of column '{role}'.", role=role[:60],
                             hint=Sentence("Possible are: {names}.", names=known))  # fmt: skip
        roles.pop(role, None)
        if named == NONE:
            continue
        place = next((at for at, name in enumerate(names) if name.casefold() == named.casefold()), None)
        if place is None and named.isdecimal() and 1 <= int(named[:6]) <= len(names):
            place = int(named) - 1
        if place is None:
            shown = ", ".join(names[:24])
            raise UsageError("There is no column '{name}'.", name=named[:60],
                             hint=Sentence("The table has: {names}.", names=shown))  # fmt: skip
        # What was only guessed gives way.
        roles = {other: at for other, at in roles.items() if at != place or other in asked}
        roles[role] = place
    return {role: roles[role] for role in ROLES if role in roles}


def columns(source: Source) -> Columns:
    """Return what the columns of a table are taken for."""
    return _parse_table(source, ROWS).columns


def _talks(source: Source) -> list[Talk]:
    rows, found, _ = _parse_table(source)
    roles = found.roles
    if missing := [role for role in NEEDED if role not in roles]:
        what = ", ".join(missing)
        raise UsageError(
            "{name}: no column is known to have what was said and by whom ({what}).", name=source.name, what=what,
            hint=Sentence("Say which it is: --columns speaker=NAME,text=NAME. The table has: {names}.",
                          names=", ".join(found.names[:24])),
        )  # fmt: skip
    talks: dict[tuple[str, str], list[Said]] = {}
    bad: list[int] = []
    for number, row in rows:
        cells = {role: row[at].strip() if at < len(row) else "" for role, at in roles.items()}
        name = visible(cells["speaker"])
        if not name or not cells["text"]:
            bad.append(number)
            continue
        where = visible(cells.get("conversation", "")), visible(cells.get("room", ""))
        talks.setdefault(where, []).append(
            Said(name, cells["text"], stamped(cells.get("time", "")), model=visible(cells.get("model", "")))
        )
    made = [_build_talk(conversation, room, lines, source) for (conversation, room), lines in talks.items()]
    if made:
        made[0].warnings += [*source.lost, *describe_lines(bad, Sentence("has no name or no text and was left out."))]
    return made


def _build_talk(conversation: str, room: str, lines: list[Said], source: Source) -> Talk:
    people = dict.fromkeys(said.speaker for said in lines)
    if len(people) > MOST_PEOPLE:
        raise ValueError(Sentence("it would have {count} speakers: another column says who spoke", count=len(people)))
    # A model speaks only where the table says so; nobody else is known to be a person.
    speakers = [Speaker(name, name, "voice" if any(s.model for s in lines if s.speaker == name) else "")
                for name in people]  # fmt: skip
    title = conversation or room or titled(lines, Path(source.name).stem)
    return Talk(f"{conversation}/{room}", "Table", "table", source.name, title, speakers, lines, place=room)


TABLE = Importer(
    "table", Localised(en="Table (CSV, TSV)", de="Tabelle (CSV, TSV)"), _recognises, endings=ENDINGS, lines=False,
    general=True, talks=_talks, columns=columns,
)  # fmt: skip
