"""Experiments: what a spec says, what is run of it and in what order, and the table that the logs make."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.definition import parse_toml
from parley.core.base.errors import DefinitionError, RunError, UnknownName, UsageError, VoiceError
from parley.core.home import Home
from parley.core.log import log
from parley.core.log.fold import fold
from parley.core.measures.registry import ASIDE
from parley.core.modes.duologue.options import TalkSettings
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.comparing import compare_levels, compare_samples, summarise_cells
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Progress, Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment, list_groups
from parley.core.studio.experiments.table import build_table, replace_ids
from parley.core.studio.experiments.writing import as_csv
from parley.core.voices import pool
from parley.core.voices.base import Delta, Reply, Request, Waiting
from tests.scripted_voices import Actor

SPEC = """
name = "How much they know"
repetitions = 2
parallel = 3

[duologue]
a = "Ada"
b = "Bo"
voice = "rehearsal"
turns = 6

[grid]
awareness = ["none", "high"]
a.temperature = [0.2, 1.2]
"""


def spec(text: str = SPEC, **changes: Any) -> Experiment:
    return parse_toml(text, "spec.toml", Experiment).model_copy(update=changes)


async def run(home: Home, experiment: Experiment, steer: Callable[[Running, Progress], None] | None = None) -> Progress:
    studio = ExperimentService(home)

    def told(progress: Progress) -> None:
        if steer is not None:
            steer(running, progress)

    running = Running(studio, Plan(experiment), home.path, told)
    try:
        return await running.live()
    finally:
        await studio.close()


def table_of(home: Home, experiment: Experiment, *metrics: str) -> bytes:
    return b"".join(as_csv(build_table(home, Plan(experiment), metrics), Plan(experiment)))


class Scripted(Actor):
    """A voice that counts how many speak at once, and fails where `faults` has something left."""

    running = most = calls = 0
    faults: list[VoiceError] = []

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        Scripted.running += 1
        Scripted.most = max(Scripted.most, Scripted.running)
        Scripted.calls += 1
        try:
            for _ in range(3):
                await asyncio.sleep(0)
            if Scripted.faults:
                raise Scripted.faults.pop()
        finally:
            Scripted.running -= 1
        yield Reply(text=f"This is line {request.turn}.", provider="actor")


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> type[Scripted]:
    Scripted.running = Scripted.most = Scripted.calls = 0
    Scripted.faults = []
    monkeypatch.setattr(pool, "make_voice", lambda spec, *_args, **_values: Scripted(spec=spec))
    return Scripted


def test_the_grid_is_every_combination_in_the_order_of_the_spec() -> None:
    plan = Plan(spec())
    assert [dict(cell.levels) for cell in plan.cells] == [
        {"awareness": "none", "temperature_a": 0.2},
        {"awareness": "none", "temperature_a": 1.2},
        {"awareness": "high", "temperature_a": 0.2},
        {"awareness": "high", "temperature_a": 1.2},
    ]
    assert [(one.cell.number, one.repetition) for one in plan.runs] == [(c, r) for r in (1, 2) for c in (1, 2, 3, 4)]
    assert plan.cells[2].turns == 6
    assert plan.cells[2].label == "awareness high, temperature_a 0.2"


def test_more_repetitions_and_levels_keep_the_runs_that_are_there() -> None:
    few = {each.run for each in Plan(spec()).runs}
    more = Plan(parse_toml(SPEC.replace("[0.2, 1.2]", "[0.7, 0.2, 1.2]"), "", Experiment))
    assert few < {each.run for each in more.runs}
    assert few < {each.run for each in Plan(spec(repetitions=5)).runs}
    assert few.isdisjoint({each.run for each in Plan(spec(name="Another")).runs})


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("awareness = [", "awarenes = ["), 13, "perhaps you mean 'awareness'"),
        (("[0.2, 1.2]", "[0.2, 3]"), 14, "'temperature_a' cannot be 3"),
        (("[0.2, 1.2]", "[0.2, 0.2]"), 14, "twice"),
        (("[0.2, 1.2]", "0.2"), 14, "needs a list"),
        (("[0.2, 1.2]", "[]"), 14, "needs a list"),
        (("turns = 6", 'awareness = "basic"'), 13, "keep one of the two"),
        (("turns = 6", "turns = 0"), 10, "turns"),
        (("turns = 6", "tunrs = 6"), 10, "no field called 'duologue.tunrs'"),
        (("repetitions = 2", "repetitions = 90000"), 12, "360,000 runs"),
        (("parallel = 3", "parallel = 201"), 4, "parallel"),
        (("parallel = 3", "parallel = "), 4, "not TOML"),
        (('"How much they know"', '"…"'), 2, "letter"),
        (("parallel = 3", 'parallel = 3\nmetrics = ["nope.x"]'), 5, "no figure called 'nope.x'"),
        (("parallel = 3", 'parallel = 3\nmetrics = ["words", ""]'), 5, "no figure called ''"),
    ],
)
def test_a_bad_spec_is_blamed_by_its_line(change: tuple[str, str], line: int, said: str) -> None:
    with pytest.raises(DefinitionError) as fault:
        spec(SPEC.replace(*change))
    assert fault.value.line == line
    assert said in str(fault.value)


async def test_every_setting_reaches_the_run(home: Home) -> None:
    (home.path / "told.toml").write_text('id = "told"\nname = { en = "Told", de = "Gesagt" }\n', "utf-8")
    (home.path / "system.txt").write_text("You doubt everything.", "utf-8")
    talk = TalkSettings(
        a="Ada", b="Bo", others=("Cy",), prompt="Begin.", awareness="told.toml", awareness_b="high",
        system_a="@system.txt", voice="rehearsal", voice_b="rehearsal:two", temperature=0.3, router="star", hub="Bo",
        turns=4, stop_at=0.99, profile="strict", calculator="classic", context=900, cap=80, language="de", seed=5,
    )  # fmt: skip
    experiment = Experiment(name="All", duologue=talk)
    assert (await run(home, experiment)).whole
    (path,) = home.runs.iterdir()
    config = json.loads(path.read_text("utf-8").splitlines()[0])["config"]
    duologue = config["duologue"]
    assert (config["seed"], config["turns"], config["temperature"], config["cap"]) == (5, 4, 0.3, 80)
    assert config["language"] == "de"
    assert duologue["opening"] == "Begin."
    assert duologue["router"] == {"kind": "star", "hub": "bo"}
    assert duologue["context"] == 900
    assert duologue["stop"] == {"threshold": 0.99, "calculator": "classic", "profile": "strict"}
    assert duologue["sides"]["ada"]["awareness"]["id"] == duologue["sides"]["cy"]["awareness"]["id"] == "told"
    assert duologue["sides"]["bo"]["awareness"]["id"] == "high"
    assert duologue["sides"]["ada"]["system"] == "You doubt everything."
    assert config["members"][1]["voice"]["model"] == "two"


async def test_no_more_go_on_at_once_than_were_asked_for(home: Home, scripted: type[Scripted]) -> None:
    assert (await run(home, spec(parallel=3))).whole
    assert scripted.most == 3
    assert scripted.calls == 48


async def test_a_run_that_keeps_failing_is_parked_and_gone_on_with(home: Home, scripted: type[Scripted]) -> None:
    experiment = spec(retries=1, repetitions=1, parallel=1)
    scripted.faults = [VoiceError("server", "It broke.") for _ in range(2)]
    found = await run(home, experiment)
    (parked,) = found.parked.items()
    assert parked == (Plan(experiment).runs[0].run, "It broke.")
    assert (found.done, found.halted) == (3, "")
    assert len(build_table(home, Plan(experiment)).rows) == 3
    again = await run(home, experiment)
    assert (again.before, again.done, again.parked) == (3, 4, {})


async def test_what_would_strike_every_run_stops_the_experiment(home: Home, scripted: type[Scripted]) -> None:
    scripted.faults = [VoiceError("auth", "The key is wrong.")]
    found = await run(home, spec(parallel=1))
    assert found.done == 0
    assert found.halted == "The key is wrong."
    assert len(list(home.runs.iterdir())) == 1
    assert (await run(home, spec(parallel=1))).whole


async def test_a_pause_ends_the_replies_under_way_and_begins_nothing(home: Home, tmp_path: Path) -> None:
    def pausing(running: Running, progress: Progress) -> None:
        if progress.done == 3:
            running.pause()

    experiment = spec()
    found = await run(home, experiment, pausing)
    assert 3 <= found.done < 8
    assert found.running == 0
    for path in home.runs.iterdir():
        state = fold(log.read(path).events)
        assert state.status != "playing"
        assert state.open is None
    assert (await run(home, experiment)).whole
    other = Home(tmp_path / "undisturbed")
    await run(other, experiment)
    assert table_of(home, experiment) == table_of(other, experiment)


async def test_a_log_cut_anywhere_is_gone_on_with(home: Home, tmp_path: Path) -> None:
    experiment = spec(repetitions=1)
    await run(home, experiment)
    whole = table_of(home, experiment)
    for place, path in enumerate(sorted(home.runs.iterdir())):
        data = path.read_bytes()
        # Nothing, half a first line, a torn line in the middle, a whole last line without its end.
        path.write_bytes([b"", data[:60], data[: len(data) // 2], data[:-1]][place])
    found = await run(home, experiment)
    assert (found.before, found.done) == (0, 4)
    assert table_of(home, experiment) == whole


async def test_runs_of_one_cell_are_all_told_the_same(home: Home) -> None:
    text = SPEC.replace('b = "Bo"', 'b = "Bo"\nsystem_a = "@side.txt"')
    side = home.path / "side.txt"
    home.prepare()
    side.write_text("Be brief.", "utf-8")
    assert (await run(home, spec(text, repetitions=1))).whole
    side.write_text("Be long.", "utf-8")
    with pytest.raises(UsageError, match=r"Cell 1 .* a file that the spec names has changed"):
        await run(home, spec(text, repetitions=2))
    assert len([*home.runs.iterdir()]) == 4
    side.write_text("Be brief.", "utf-8")
    assert (await run(home, spec(text, repetitions=2))).whole


async def test_an_experiment_is_run_by_one_process_at_a_time(home: Home) -> None:
    studio = ExperimentService(home)
    first = Running(studio, Plan(spec()), home.path)
    second = Running(studio, Plan(spec()), home.path)
    async with asyncio.TaskGroup() as group:
        going = group.create_task(first.live())
        await asyncio.sleep(0)
        with pytest.raises(RunError, match="by another Parley"):
            await second.live()
        await going
    await studio.close()


async def test_the_days_budget_stops_it(home: Home, scripted: type[Scripted], monkeypatch: pytest.MonkeyPatch) -> None:
    async def speak(self: Scripted, request: Request) -> AsyncIterator[Reply]:
        await asyncio.sleep(0)
        yield Reply(text="Yes.", provider="anthropic", cost=0.01)

    monkeypatch.setattr(Scripted, "speak", speak)
    studio = ExperimentService(home)
    budget = studio.settings.budget.model_copy(update={"day_cost": 0.1})
    studio.settings = studio.settings.model_copy(update={"budget": budget})
    found = await Running(studio, Plan(spec(SPEC.replace('"rehearsal"', '"claude-test"'))), home.path).live()
    assert studio.spent == pytest.approx(0.1, abs=0.031)
    await studio.close()
    assert found.done < 8
    assert found.halted == "The day's budget of $0.10 is used up."


async def test_the_table_has_a_row_a_run_and_figures_by_side(home: Home) -> None:
    experiment = spec()
    await run(home, experiment)
    table = build_table(home, Plan(experiment))
    assert table.columns[:10] == (
        "run", "cell", "repetition", "seed", "set.awareness", "set.temperature_a", "voice.a", "voice.b", "rehearsed",
        "ending",
    )  # fmt: skip
    assert len(table.rows) == 8
    assert {"participation.share.a", "flow.answers.a.b", "pair.mimicry.b.a", "affinity.a.b"} <= set(table.figures)
    assert "convergence.classic.strict.components.length" in table.figures
    assert all(row["turns"] == 6 and row["ending"] == "turns" for row in table.rows)
    few = build_table(home, Plan(experiment), ("convergence.parley.balanced.score", "words", "language.words"))
    assert few.figures == ("convergence.parley.balanced.score", "words", "language.words")
    with pytest.raises(UnknownName, match="figure called 'wrods'"):
        build_table(home, Plan(experiment), ("wrods",))


async def test_cells_and_effects_say_who_wrote_their_lines(home: Home) -> None:
    experiment = spec()
    await run(home, experiment)
    plan = Plan(experiment)
    table = build_table(home, plan, ("words",))
    assert table.rehearsed == 8
    # As if half of the cells had been spoken by a model.
    rows = tuple(
        {**row, "voice.a": "anthropic · m", "voice.b": "anthropic · m", "rehearsed": False}
        if row["set.awareness"] == "none" else row
        for row in table.rows
    )  # fmt: skip
    mixed = replace(table, rows=rows)
    assert mixed.rehearsed == 4
    by_cell = {one.cell: (one.voices, one.rehearsed) for one in summarise_cells(mixed, plan)}
    assert set(by_cell.values()) == {(("anthropic · m",), False), (("rehearsal · script",), True)}
    both = ("anthropic · m", "rehearsal · script")
    of_awareness = next(one for one in compare_levels(mixed, plan) if one.setting == "awareness")
    assert (sorted(of_awareness.voices), of_awareness.rehearsed) == (sorted(both), True)


def test_a_side_is_named_by_its_letter_and_nothing_else_is() -> None:
    letters = {"words": "a", "balanced": "b"}
    assert replace_ids("language.words", letters) == "language.words"
    assert replace_ids("language.words.words", letters) == "language.words.a"
    assert replace_ids("convergence.parley.balanced.score", letters) == "convergence.parley.balanced.score"
    assert replace_ids("convergence.parley.balanced.balanced.words.score", letters) == (
        "convergence.parley.balanced.a.b.score"
    )
    assert replace_ids("affinity.balanced.words", letters) == "affinity.a.b"
    assert replace_ids("affinity.mean", {"mean": "a"}) == "affinity.mean"
    assert replace_ids("pair.overlap.balanced.words", letters) == "pair.overlap.b.a"


def test_runs_that_do_not_differ_have_no_effect_to_measure() -> None:
    found = compare_samples("turns", "temperature", "low", "high", [20.0] * 5, [20.0] * 5)
    assert (found.difference, found.d, found.t, found.p_welch) == (0, None, None, None)
    one = compare_samples("turns", "temperature", "low", "high", [20.0], [19.0])
    assert (one.difference, one.g, one.u) == (-1, None, None)


def test_two_names_with_one_id_do_not_replace_each_other(home: Home) -> None:
    logs.keep(home, spec(), SPEC)
    logs.keep(home, spec(repetitions=3), SPEC.replace("repetitions = 2", "repetitions = 3"))
    other = SPEC.replace("How much they know", "how much, they know!")
    with pytest.raises(UsageError, match="Give this one another name"):
        logs.keep(home, spec(other), other)
    assert logs.find(home, "how-much-they-know").name == "How much they know"


async def test_damaged_logs_are_told_with_what_to_do(home: Home) -> None:
    experiment = spec(repetitions=1)
    await run(home, experiment)
    whole = table_of(home, experiment)
    one, two, three, *_ = (logs.get_logs_of(home)[planned.run] for planned in Plan(experiment).runs)
    lines = one.read_text("utf-8").splitlines(keepends=True)
    one.write_text("".join([*lines[:5], "?\n", *lines[5:]]), "utf-8")
    two.write_text("?\n" + two.read_text("utf-8").partition("\n")[2], "utf-8")
    head, _, rest = three.read_text("utf-8").partition("\n")
    three.write_text(head.replace('"cast_id"', '"cast"') + "\n" + rest, "utf-8")
    table = build_table(home, Plan(experiment))
    assert len(table.rows) == len(Plan(experiment).runs) - 2
    assert all("delete its log" in fault and "\n" not in fault for fault in table.faults)
    assert ["is damaged" in fault for fault in table.faults] == [True, False, False]
    for path in (one, two, three):
        path.unlink()
    assert (await run(home, experiment)).whole
    assert table_of(home, experiment) == whole


async def test_the_groups_of_figures_are_those_that_there_are(home: Home) -> None:
    experiment = spec(repetitions=1)
    await run(home, experiment)
    table = build_table(home, Plan(experiment))
    of_modes = {"roundtable", "office", "story", "ask", *ASIDE}
    assert {name.partition(".")[0] for name in table.figures} == set(list_groups()) - of_modes
    assert of_modes < set(list_groups())
