"""Grades in files: tidy CSV, sheets that people fill in blind, and a log as inspect has them."""

from __future__ import annotations

import csv
import io
import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from parley.core.base.definition import read_text
from parley.core.base.errors import FileError, UsageError
from parley.core.export.base import save
from parley.core.export.table import iterate_csv
from parley.core.judges.log import GradeGiven
from parley.core.judges.report import Report
from parley.core.judges.rubric import Rubric
from parley.core.judges.units import Unit, shuffle

COLUMNS = ("rubric", "run", "turn", "other", "member", "grader", "person", "grade", "votes", "reason")
SHEET = ("id", "topic", "before", "text", "other_text", "grades", "grade")
"""Columns of a sheet: `id` says what a row is about, and neither who spoke nor when; `grade` is to be filled in."""


def write_grades(found: Report, path: Path) -> None:
    """Write a row for each unit and grader, or for a file that ends in .json a log of inspect. Raises `FileError`."""
    if path.suffix.lower() == ".json":
        text = json.dumps(build_inspect_log(found), ensure_ascii=False, indent=1)
        save(path, iter([text.encode("utf-8", "replace")]))
    else:
        save(path, chain([BOM_UTF8], iterate_csv([COLUMNS, *([*row.values()] for row in list_grades(found))])))


def list_grades(found: Report) -> Iterator[dict[str, Any]]:
    """Yield a row for each unit and grader, by the names of its columns."""
    for unit in found.units:
        for grader in found.graders:
            if votes := grader.given.get(unit.place):
                what = (found.rubric.id, unit.run, unit.turn, unit.other, unit.member, grader.name, int(grader.person))
                grade, given = grader.kept[unit.place] or "", " ".join(each.grade for each in votes)
                yield dict(zip(COLUMNS, (*what, grade, given, get_reason(votes, grade)), strict=True))


def get_reason(votes: Iterable[GradeGiven], grade: str) -> str:
    """Return the first reason that was given for a grade, else the first one."""
    return max(votes, key=lambda each: each.grade == grade).reason  # `max` returns the first of equals


def write_sheet(rubric: Rubric, units: Iterable[Unit], path: Path) -> None:
    """Write what a person is to grade, in an order without meaning, and what looks the same only once. Raises
    `FileError`, also where the file is there: it may be filled in."""
    if path.is_file():
        raise FileError(path, "this file is there already, and may be filled in.", hint="Name another, or delete it.")
    rows: list[tuple[str, ...]] = []
    for unit in {unit.about: unit for unit in shuffle(units)}.values():
        scale = "; ".join(rubric.get_label_of(grade, unit.language) for grade in rubric.grades)
        texts = ("\n".join(lines) for lines in (unit.before, unit.lines, unit.others))
        rows.append((unit.about, unit.topic, *texts, scale, ""))
    # With a mark at its beginning, by which spreadsheets know that it is UTF-8.
    save(path, chain([BOM_UTF8], iterate_csv([SHEET, *rows])))


def read_sheet(rubric: Rubric, units: Iterable[Unit], path: Path) -> list[tuple[Unit, str]]:
    """Return the grades of a sheet that somebody filled in; rows without a grade are left out.

    Raises `FileError` where it is no sheet, where a row is about nothing of these units, or a grade is none or one of
    two that differ.
    """
    text, known = read_text(path), dict[str, list[Unit]]()
    for unit in units:
        known.setdefault(unit.about, []).append(unit)
    # Spreadsheets save with the separator of their country: German ones with semicolons.
    rows = csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=text.partition("\n")[0].count))
    if not {"id", "grade"} <= {*(rows.fieldnames or ())}:  # `fieldnames` is None for an empty file
        hint = "Write one with --sheet FILE, and fill in the column 'grade'."
        raise FileError(path, "this is no sheet of grades: its columns are not 'id' and 'grade'.", hint=hint)
    found: dict[str, str] = {}
    try:
        for number, row in enumerate(rows, 2):  # as a spreadsheet counts them: texts have several lines
            id_, grade = (row["id"] or "").strip(), (row["grade"] or "").strip()  # None where a row ends early
            if not grade:
                continue
            if id_ not in known:
                hint = "Name the runs that the sheet was written for; a line that was changed since cannot be graded."
                raise FileError(path, "row {row}: no line of these runs has the id '{id}'.", row=number, id=id_[:40],
                                hint=hint)  # fmt: skip
            try:
                read = rubric.read_grade(grade, known[id_][0].language)
            except UsageError as fault:
                raise FileError(path, "row {row}: {fault}", row=number, fault=fault.sentence) from None
            if found.setdefault(id_, read) != read:
                raise FileError(path, "row {row}: this line has another grade further up.", row=number)
    except csv.Error as fault:
        raise FileError(path, "line {line}: {fault}", line=rows.line_num, fault=f"{fault}.") from None
    return [(unit, grade) for id_, grade in found.items() for unit in known[id_]]


def build_inspect_log(found: Report) -> dict[str, Any]:
    """Return grades as inspect's EvalLog (version 2): a sample for each unit, a score for each grader."""
    rubric = found.rubric
    samples, times = [], [each.at for one in found.graders for votes in one.given.values() for each in votes]
    at = (min(times).isoformat(), max(times).isoformat()) if times else ("1970-01-01T00:00:00+00:00",) * 2
    for unit in found.units:
        key, scores = unit.place, {}
        for grader in found.graders:
            if key in grader.given:
                votes, grade = grader.given[key], grader.kept[key] or ""
                scores[grader.name] = {
                    "value": grade, "answer": " ".join(each.grade for each in votes),
                    "explanation": get_reason(votes, grade), "metadata": {"person": grader.person},
                }  # fmt: skip
        samples.append({
            "id": "/".join(filter(None, (unit.run, str(unit.turn), unit.other))), "epoch": 1,
            "input": "\n".join((*unit.before, *unit.lines)), "target": "", "scores": scores,
            "metadata": {"run": unit.run, "turn": unit.turn, "member": unit.member, "other": "\n".join(unit.others)},
        })  # fmt: skip
    asked = {"question": rubric.question.en, "scale": rubric.scale, "digest": rubric.digest}
    return {
        "version": 2, "status": "success",
        "eval": {
            "created": at[0], "task": rubric.id, "model": "none", "config": {}, "metadata": asked,
            "dataset": {"name": "parley", "samples": len(samples)},
        },
        "stats": {"started_at": at[0], "completed_at": at[1]},
        "samples": samples,
    }  # fmt: skip
