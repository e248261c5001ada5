"""`parley judge`: lines are graded by a rubric, by models and by hand, and it is told how far the graders agree."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from parley.core.base.errors import FileError, ParleyError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.base.sums import sum_all
from parley.core.cli.common import (
    AllowOption,
    HomeOption,
    JsonOption,
    get_language,
    get_studio_of,
    in_words,
    opened_in,
    print_json,
    say,
    show_progress,
    tell,
    with_leave,
)
from parley.core.engine.voice_names import voice_named
from parley.core.home import parse_path
from parley.core.judges.files import list_grades, read_sheet, write_grades, write_sheet
from parley.core.judges.judging import Judging
from parley.core.judges.report import Report, get_person_name, grade_by_hand, report, summarize, tell_report
from parley.core.judges.rubric import MOST_VOTES, RUBRICS
from parley.core.judges.units import Unit, list_units
from parley.core.log.state import State
from parley.core.studio.runs import not_among
from parley.core.studio.studio import Studio
from parley.core.voices.pool import default_voice


def judge(
    runs: Annotated[
        list[str] | None, typer.Argument(help="Runs: ids, beginnings of ids, or JSONL files.", show_default=False)
    ] = None,
    rubric: Annotated[str, typer.Option("--rubric", help="A rubric's name, or its TOML file.")] = "stays_on_topic",
    voice: Annotated[
        str, typer.Option("--voice", help="Who judges: PROVIDER:MODEL; else the rubric's, else your usual voice.")
    ] = "",
    votes: Annotated[
        int, typer.Option("--votes", min=0, max=MOST_VOTES, help="Ask so many times for each line; 0: as the rubric.")
    ] = 0,
    forks: Annotated[bool, typer.Option("--forks", help="The runs' forks too.")] = False,
    experiment: Annotated[
        str, typer.Option("--experiment", help="All runs of this experiment, by its id.", show_default=False)
    ] = "",
    show: Annotated[bool, typer.Option("--show", help="Ask nobody: tell what was graded so far.")] = False,
    sheet: Annotated[
        Path | None, typer.Option("--sheet", help="Write a CSV to be graded by hand, blind; ask nobody.")
    ] = None,
    by_hand: Annotated[
        Path | None, typer.Option("--by-hand", help="Take in such a CSV, filled in; ask nobody.")
    ] = None,
    grader: Annotated[str, typer.Option("--grader", help="Whose grades these are; else your name here.")] = "",
    out: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write all grades: .csv, or .json as a log of inspect.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before calls that may cost money.")] = False,
    allow: AllowOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Grade what was said by a rubric, and tell how far graders agree. What was graded before is not asked again."""
    studio = get_studio_of(home, allow)
    asked = studio.library.read(RUBRICS, rubric)
    units = list_units(asked, _open_states(studio, runs or (), forks, experiment))
    for path in filter(None, (sheet, out)):
        not_among(parse_path(path), studio.home)
        if path.suffix.lower() == ".jsonl":  # most likely a run's log, given by mistake
            raise FileError(path, "grades are written over no log.", hint="Let its name end in .csv or in .json.")
    fault: ParleyError | None = None
    if sheet is not None:
        write_sheet(asked, units, parse_path(sheet))
        tell(f"Written: {sheet}. Fill in its last column, then: parley judge … --by-hand {sheet}")
        return
    if by_hand is not None:
        grades = read_sheet(asked, units, parse_path(by_hand))
        grade_by_hand(studio.home, asked, get_person_name(grader), grades)
        tell(in_words(Sentence("{done:,} of {count:,} are graded by hand.", done=len(grades), count=len(units))))
    elif not show:
        spec = voice_named(name) if (name := voice or asked.voice) else default_voice(studio.home, studio.settings)
        judging = with_leave(studio.allow_hosts, lambda: Judging(studio, asked, spec, votes))
        fault = _grade(judging, units, yes=yes)
    found = report(studio.home, asked, units)
    if out is not None:
        write_grades(found, parse_path(out))
        tell(f"Written: {out}")
    if as_json:
        print_json(as_data(found))
    else:
        language = get_language()
        say(f"{asked.id}: {asked.question.text(language)}")
        for line in tell_report(found, language):
            say(f"  {in_words(line)}")
        if not found.graders:
            say(f"  {in_words(Sentence('Nobody has graded any of {count:,} yet.', count=len(units)))}")
    if fault is not None:
        raise fault


def _open_states(studio: Studio, runs: Sequence[str], forks: bool, experiment: str) -> list[State]:
    """Return the runs that are named, with their forks, and those of an experiment, each once."""
    paths = {studio.find(run): None for run in runs}  # as an ordered set
    rows = studio.projection.runs() if forks or experiment else []
    if forks:
        ids = {studio.row_of(str(path)).id for path in paths}
        while more := {row.id for row in rows if row.parent in ids} - ids:  # forks of forks, until there are no more
            ids |= more
        paths |= {row.path: None for row in rows if row.id in ids and row.status != "broken"}
    if experiment:
        own = [row for row in rows if row.origin == "experiment" and row.status != "broken"]
        mine = {row.path: None for row in own if studio.library.made_of(row.id).experiment == experiment}
        if not mine:
            raise UsageError("No run belongs to an experiment '{name}'.", name=experiment,
                             hint="See: parley experiment list")  # fmt: skip
        paths |= mine
    if not paths:
        raise UsageError("Which runs are to be graded?", hint="Name some, or --experiment ID; see: parley runs")
    states = (opened_in(studio, str(path)).state for path in paths)
    # A file may be a copy of a run that is here.
    return [*{state.run: state for state in states}.values()]


def _grade(judging: Judging, units: Sequence[Unit], *, yes: bool) -> ParleyError | None:
    """Tell the cost, ask where it may cost money, and grade; why some calls gave no grade is returned."""
    due = judging.list_due(units)
    if not due:
        return None
    estimate = judging.estimate(due)
    judging.ensure_affordable(estimate)
    tell(estimate.tell())
    if estimate.cost != 0 and not yes:  # None, where no price is known, may cost money as well
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise UsageError("Nobody can be asked whether this may cost money.", hint="Say so with --yes.")
        if not typer.confirm("Grade them?", default=False, err=True):  # on stderr: stdout has the report
            raise typer.Abort

    async def judge_all() -> int:
        try:
            with show_progress("Judging") as update:
                return await judging.judge(due, update)
        finally:
            await judging.studio.close()

    given = with_leave(judging.studio.allow_hosts, lambda: asyncio.run(judge_all()))
    if not judging.failed:
        return None
    told = Sentence("{count} of {calls} calls gave no grade", count=len(due) - given, calls=len(due))
    why = judging.failed[-1].sentence
    return ParleyError("{told}; the last: {why}", told=told, why=why, hint="The same command asks for them again.")


def as_data(found: Report) -> dict[str, Any]:
    """Return a report as `--json` prints it."""
    rubric, graders = found.rubric, []
    for one in found.graders:
        votes, cost = found.votes.get(one.name), sum_all(each.cost for of in one.given.values() for each in of)
        about = {"name": one.name, "person": one.person, "graded": len(one.kept), "cost": cost}
        summary = summarize(rubric, one.kept.values())
        graders.append(about | {"summary": summary, "swapped": len(one.swapped), "votes": votes and votes._asdict()})
    return {
        "rubric": rubric.id,
        "digest": rubric.digest,
        "units": len(found.units),
        "graders": graders,
        "pairs": [{"graders": pair, **value._asdict()} for pair, value in found.pairs.items()],
        "among": found.among and found.among._asdict(),
        "grades": [*list_grades(found)],
    }
