"""Tables (CSV, TSV) with a line of a talk in each row. Which column is what is told by its heading, or said by
whoever imports it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from parley.core.base.errors import UsageError
from parley.core.base.line import keep_visible
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised
from parley.core.importing.base import describe_lines
from parley.core.importing.moments import parse_stamp
from parley.core.importing.reading import Importer, Source
from parley.core.importing.talk import Said, Speaker, Talk, make_title

ENDINGS = (".csv", ".tsv")
DELIMITERS = ",;\t|"
NEEDED = ("speaker", "text")
NONE = "-"
"""Says that there is no column of that kind."""
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
        "what", "was", "nachricht", "inhalt", "zeile", "aussage", "äußerung", "wortlaut",
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


ROLES = tuple(HEADINGS)
"""What a column may be."""


def _recognises(source: Source) -> bool:
    return source.name.lower().endswith(ENDINGS) and bool(source.text.strip())


def _detect_delimiter(source: Source) -> str:
    """Return what stands between the columns: of what may the one that the first line has most often."""
    if source.name.lower().endswith(".tsv"):
        return "\t"
    first = source.text.lstrip().partition("\n")[0]
    return max(DELIMITERS, key=first.count)  # of equals the first: the comma, also where there is none


def _read_rows(source: Source) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, each with its line in the file."""
    csv.field_size_limit(LONGEST_CELL)  # csv's own is 128 KiB, less than a pasted text may have
    reader = csv.reader(io.StringIO(source.text.replace("\0", "")), delimiter=_detect_delimiter(source))
    try:
        return [(reader.line_num, row[:MOST_COLUMNS]) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        template = "line {number} is no row of a table ({why})"
        raise ValueError(Sentence(template, number=reader.line_num, why=str(error))) from None


def _parse_table(source: Source) -> tuple[list[tuple[int, list[str]]], tuple[str, ...], dict[str, int]]:
    """Return the rows without the heading, the names of the columns, and by role the place of its column.

    Without a heading that is known the first column says who spoke, and the second what.
    """
    rows = _read_rows(source)
    if not rows:
        raise ValueError(Sentence("it has no rows"))
    names = tuple(keep_visible(cell) for cell in rows[0][1])
    known = [_find_role(name) for name in names]
    headed = any(known) or bool(source.columns)
    roles = {role: known.index(role) for role in ROLES if role in known}  # of two with such a heading the first
    if not headed:
        names = tuple(str(at + 1) for at in range(len(names)))
        roles = dict(zip(NEEDED, range(len(names)), strict=False))  # a table of one column has no second
    return rows[1:] if headed else rows, names, _apply_column_choices(roles, source.columns, names)


def _find_role(heading: str) -> str:
    plain = heading.strip().strip("#*").casefold()
    return next((role for role, words in HEADINGS.items() if plain in words), "")


def _apply_column_choices(known: Mapping[str, int], asked: Mapping[str, str], names: Sequence[str]) -> dict[str, int]:
    """Return the columns with what somebody said of them: a heading, a number from 1, or "-" for none."""
    roles = dict(known)
    for role, named in asked.items():
        if role not in ROLES:
            raise UsageError("There is no kind of column '{role}'.", role=role[:60],
                             hint=Sentence("Possible are: {names}.", names=", ".join(ROLES)))  # fmt: skip
        roles.pop(role, None)
        if named == NONE:
            continue
        place = next((at for at, name in enumerate(names) if name.casefold() == named.casefold()), None)
        if place is None and (digits := named.lstrip("0")[:6]).isdecimal() and 1 <= int(digits) <= len(names):
            place = int(digits) - 1  # cut: `int` refuses 5,000 digits, and no table has a million columns
        if place is None:
            shown = ", ".join(names[:24])
            raise UsageError("There is no column '{name}'.", name=named[:60],
                             hint=Sentence("The table has: {names}.", names=shown))  # fmt: skip
        # What only a heading says gives way.
        roles = {other: at for other, at in roles.items() if at != place or other in asked}
        roles[role] = place
    return {role: roles[role] for role in ROLES if role in roles}


def _talks(source: Source) -> list[Talk]:
    rows, columns, roles = _parse_table(source)
    if missing := [role for role in NEEDED if role not in roles]:
        what = ", ".join(missing)
        raise UsageError(
            "{name}: no column is known to have what was said and by whom ({what}).", name=source.name, what=what,
            hint=Sentence("Say which it is: --columns speaker=NAME,text=NAME. The table has: {names}.",
                          names=", ".join(columns[:24])),
        )  # fmt: skip
    talks: dict[tuple[str, str], list[Said]] = {}
    bad: list[int] = []
    for number, row in rows:
        cells = {role: row[at].strip() if at < len(row) else "" for role, at in roles.items()}  # rows may be shorter
        name = keep_visible(cells["speaker"])
        if not name or not cells["text"]:
            bad.append(number)
            continue
        where = keep_visible(cells.get("conversation", "")), keep_visible(cells.get("room", ""))
        talks.setdefault(where, []).append(
            Said(name, cells["text"], parse_stamp(cells.get("time", "")), model=keep_visible(cells.get("model", "")))
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
    title = conversation or room or make_title(lines, Path(source.name).stem)
    return Talk(f"{conversation}/{room}", "Table", "table", source.name, title, speakers, lines, place=room)


TABLE = Importer(
    "table", Localised(en="Table (CSV, TSV)", de="Tabelle (CSV, TSV)"), _recognises, endings=ENDINGS, lines=False,
    general=True, talks=_talks,
)  # fmt: skip
