"""`parley judge`: sixty lines graded by a model and by hand, with the agreement of libraries; and what is refused."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import random
from pathlib import Path

import krippendorff
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from parley.core.home import Home
from parley.core.judges.log import JudgeLog
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.experiments.table import build_table
from tests.unit.cli.conftest import Parley, Told, parley, told  # noqa: F401
from tests.unit.judges.conftest import Judge, talked

GRADES = "12345"
VOICE = ("--voice", "anthropic:judge", "--yes")


def draw(line: str, by: str) -> int:
    """The grade that somebody gives a line: mostly the same one as everybody."""
    true = random.Random(line).randrange(5)
    return min(5, max(1, 1 + true + random.Random(f"{line} {by}").choice((0, 0, 0, 1, -1))))


def shown(text: str) -> str:
    """The line of a talk that a text ends with, by its number."""
    return text.partition("grade:")[2].partition("Line ")[2].partition(".")[0]


def fill(sheet: Path, by: str, leave_out: int = 0) -> None:
    """Fill in a sheet, as somebody does in a spreadsheet that writes semicolons."""
    rows = [*csv.DictReader(io.StringIO(sheet.read_text("utf-8-sig")))]
    for at, row in enumerate(rows):
        line = row["text"].partition("Line ")[2].partition(".")[0]
        row["grade"] = "" if at < leave_out else str(draw(line, by))
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, rows[0].keys(), delimiter=";")
    writer.writeheader()
    writer.writerows(rows)
    sheet.write_text(buffer.getvalue(), "utf-8-sig")


def test_sixty_lines_are_graded_and_the_agreement_is_that_of_independent_libraries(
    parley: Parley, told: Told, judge: type[Judge], tmp_path: Path, home: Home  # noqa: F811
) -> None:  # fmt: skip
    log, sheet = tmp_path / "run.jsonl", tmp_path / "sheet.csv"
    talked(log, turns=60)
    judge.answers = staticmethod(lambda request: str(draw(shown(request.direction), f"judge {request.chance}")))
    asked = parley("judge", log, *VOICE, "--votes", 3, "--json")
    assert asked.code == 0, asked.err
    assert "180 calls of anthropic · judge" in asked.err
    assert len(judge.asked) == 180
    assert parley("judge", log, "--sheet", sheet).code == 0
    rows = [*csv.DictReader(io.StringIO(sheet.read_text("utf-8-sig")))]
    numbers = [int(row["text"].partition("Line ")[2].strip(".")) for row in rows]
    assert sorted(numbers) == [*range(1, 61)]
    assert numbers != sorted(numbers), "in an order that says nothing"
    assert "Ada" not in sheet.read_text("utf-8")
    fill(sheet, "Zoë", leave_out=7)
    found = told("judge", log, "--by-hand", sheet, "--grader", "Zoë")
    assert len(judge.asked) == 180, "nobody is asked again"
    model, person = found["graders"]
    assert (model["graded"], person["graded"], person["person"]) == (60, 53, True)
    kept = {each["name"]: {} for each in found["graders"]}
    votes = []
    for row in found["grades"]:
        kept[row["grader"]][row["turn"]] = int(row["grade"])
        votes += [[int(vote) for vote in row["votes"].split()]] if not row["person"] else []
    (pair,) = found["pairs"]
    judged, by_hand = ([kept[name].get(turn, float("nan")) for turn in range(1, 61)] for name in pair["graders"])
    wanted = krippendorff.alpha(
        reliability_data=[judged, by_hand], level_of_measurement="ordinal", value_domain=[1, 2, 3, 4, 5]
    )
    assert pair["alpha"] == pytest.approx(wanted, abs=1e-12)
    seen = [[sum((a, b) == (one, other) for a, b in zip(judged, by_hand, strict=True)) for other in range(1, 6)]
            for one in range(1, 6)]  # fmt: skip
    assert pair["kappa"] == pytest.approx(cohens_kappa(seen, wt="quadratic", return_results=False), abs=1e-12)
    assert pair["n"] == 53
    between = krippendorff.alpha(
        reliability_data=[*zip(*votes, strict=True)], level_of_measurement="ordinal", value_domain=[1, 2, 3, 4, 5]
    )
    assert model["votes"]["alpha"] == pytest.approx(between, abs=1e-12)
    # In words, as a table, and as a log of inspect.
    table, inspect = tmp_path / "grades.csv", tmp_path / "grades.json"
    said = parley("judge", log, "--show", "-o", table)
    assert f"kappa {pair['kappa']:.2f}" in said.out
    assert "Zoë, by hand: 53 of 60 graded" in said.out
    listed = [*csv.DictReader(io.StringIO(table.read_text("utf-8-sig")))]
    assert len(listed) == 113
    why = {each.reason: each.grade for each in JudgeLog(home, listed[0]["run"]).read()}
    assert all(why[row["reason"]] == row["grade"] for row in listed if row["person"] == "0"), "why it was given"
    assert parley("judge", log, "--show", "-o", inspect).code == 0
    whole = json.loads(inspect.read_text("utf-8"))
    assert (whole["version"], whole["eval"]["task"], len(whole["samples"])) == (2, "stays_on_topic", 60)
    scores = {name: score["value"] for name, score in whole["samples"][0]["scores"].items()}
    assert scores["anthropic:judge"] == str(kept["anthropic:judge"][whole["samples"][0]["metadata"]["turn"]])


def test_what_cannot_be_is_told_in_a_sentence(
    parley: Parley, judge: type[Judge], tmp_path: Path, home: Home  # noqa: F811
) -> None:  # fmt: skip
    log, sheet = tmp_path / "run.jsonl", tmp_path / "sheet.csv"
    talked(log, turns=4)

    def refused(*arguments: object) -> str:
        asked = parley("judge", *arguments)
        assert asked.code in (1, 2)
        assert not judge.asked
        return asked.err

    assert "Which runs are to be graded?" in refused()
    assert "Nobody can be asked whether this may cost money. Say so with --yes." in refused(log, *VOICE[:2])
    assert "rehearsal judges nothing" in refused(log, "--voice", "rehearsal")
    assert "There is no rubric called 'stay'" in refused(log, "--rubric", "stay", "--show")
    assert "No run belongs to an experiment 'none'" in refused("--experiment", "none", "--show")
    assert parley("judge", log, "--sheet", sheet).code == 0
    first = sheet.read_text("utf-8-sig").splitlines()[1].partition(",")[0]
    for text, wanted in (
        ("a,b\n1,2\n", "its columns are not 'id' and 'grade'"),
        ("id,grade\nffff,3\n", "row 2: no line of these runs has the id 'ffff'"),
        (f"id,grade\n{first},9\n", "row 2: '9' is no grade of this rubric"),
        (f"id\tgrade\n{first}\t3\n{first}\t4\n", "row 3: this line has another grade further up"),
    ):
        sheet.write_text(text, "utf-8")
        assert wanted in refused(log, "--by-hand", sheet)
    sheet.write_text(f"id,grade\n{first},4 · on the topic\n", "utf-8")
    assert "under a voice's name" in refused(log, "--by-hand", sheet, "--grader", "openai:\nme")
    assert "may be filled in" in refused(log, "--sheet", sheet)
    assert "written over no log" in refused(log, "--show", "-o", tmp_path / "judges.jsonl")
    assert "Nobody has graded any of 4 yet." in parley("judge", log, "--show").out
    rubric = tmp_path / "alone.toml"
    rubric.write_text('id = "alone"\nname = "A"\nquestion = "Is it?"\nscale = "binary"\nbefore = 0\n', "utf-8")
    talked(log := tmp_path / "yes.jsonl", *["Yes."] * 4)
    sheet.unlink()
    assert parley("judge", log, "--rubric", rubric, "--sheet", sheet).code == 0
    rows = sheet.read_text("utf-8-sig").splitlines()
    assert len(rows) == 3, "what looks the same is graded once, and counts for each"
    sheet.write_text("\n".join([rows[0], *(f"{row}yes" for row in rows[1:])]), "utf-8")
    said = parley("judge", log, "--rubric", rubric, "--by-hand", sheet, "--grader", " Zoë\nB ").out
    assert "Zoë B, by hand: 4 of 4 graded" in said


def test_grades_are_an_outcome_of_an_experiment(home: Home, judge: type[Judge], parley: Parley) -> None:  # noqa: F811
    data = {
        "name": "Asked", "repetitions": 2, "metrics": ("judge", "turns"),
        "roundtable": {"format": "debate", "turns": 6, "voice": "anthropic:judge"}, "grid": {"cast": ("startup",)},
    }  # fmt: skip
    plan = Plan(Experiment.model_validate(data))

    async def run() -> None:
        service = ExperimentService(home)
        assert (await Running(service, plan, home.path).live()).whole
        await service.close()

    asyncio.run(run())
    # Before anybody is asked there is a table all the same.
    assert "judge.stays_on_topic" not in build_table(home, plan, plan.experiment.metrics).figures
    grades = iter("123451234512")
    judge.answers = staticmethod(lambda request: next(grades))
    asked = parley("judge", "--experiment", "asked", *VOICE, "--votes", 1)
    assert asked.code == 0, asked.err
    assert "12 of 12 graded" in asked.out
    found = build_table(home, plan, plan.experiment.metrics)
    assert "judge.stays_on_topic" in found.figures
    means = [row["judge.stays_on_topic"] for row in found.rows]
    assert sum(float(str(mean)) for mean in means) == pytest.approx((1 + 2 + 3 + 4 + 5 + 1 + 2 + 3 + 4 + 5 + 1 + 2) / 6)
