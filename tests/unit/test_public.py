"""`import parley`: its names and signatures stay, and each does what it says."""

from __future__ import annotations

import ast
import asyncio
import importlib
import importlib.metadata
import inspect
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parley
from parley.core.home import Home

SIGNATURES = {
    "run": "(kind: 'str', *, voice: 'str' = '', then: 'str' = '', fast: 'bool' = False, "
    "home: 'str | Path | None' = None, allow: 'Sequence[str]' = (), allow_tools: "
    "'Sequence[str]' = (), **asked: 'Any') -> 'Run'",
    "open": "(run: 'str | Path', *, home: 'str | Path | None' = None, allow: 'Sequence[str]' = (), allow_tools: "
    "'Sequence[str]' = ()) -> 'Run'",
    "runs": "(text: 'str' = '', *, home: 'str | Path | None' = None, frame: 'Kind' = 'auto') -> 'Any'",
    "cast": "(sentence: 'str | CastDraft', member: 'str' = '', *, voice: 'str' = '', language: 'str' = 'en', "
    "members: 'int' = 0, seed: 'int | None' = None, home: 'str | Path | None' = None, allow: "
    "'Sequence[str]' = ()) -> 'CastDraft'",
    "experiment": "(spec: 'str | Path | Mapping[str, Any]', *, home: 'str | Path | None' = None, allow: "
    "'Sequence[str]' = ()) -> 'Experiment'",
    "Run.turns": "(self) -> 'Iterator[Turn]'",
    "Run.play": "(self) -> 'Run'",
    "Run.played": "(self) -> 'Run'",
    "Run.events": "(self) -> 'list[dict[str, Any]]'",
    "Run.measures": "(self, *metrics: 'str', frame: 'Kind' = 'auto') -> 'Any'",
    "Run.table": "(self, *, frame: 'Kind' = 'auto') -> 'Any'",
    "Run.affinities": "(self, *, frame: 'Kind' = 'auto') -> 'Any'",
    "Run.network": "(self) -> 'Network'",
    "Run.as_seen_by": "(self, member: 'str') -> 'Lived'",
    "Run.transcript": "(self, format: 'str' = 'md') -> 'str'",
    "Run.export": "(self, target: 'str | Path', format: 'str' = '') -> 'Path'",
    "Run.fork": "(self, turn: 'int', *, edit: 'str' = '', **changes: 'Any') -> 'Run'",
    "Run.resume": "(self, *, then: 'str' = '') -> 'Run'",
    "Experiment.run": "(self, *, parallel: 'int | None' = None) -> 'Experiment'",
    "Experiment.played": "(self, *, parallel: 'int | None' = None) -> 'Experiment'",
    "Experiment.table": "(self, *metrics: 'str', frame: 'Kind' = 'auto') -> 'Any'",
    "Experiment.effects": "(self, *metrics: 'str', frame: 'Kind' = 'auto') -> 'Any'",
    "Experiment.plots": "(self, *metrics: 'str', language: 'str' = 'en') -> 'dict[str, Plot]'",
    "Network.graph": "(self) -> 'nx.Graph[str]'",
    "Network.plot": "(self) -> 'Plot'",
    "Plot.svg": "(self) -> 'str'",
    "Plot.save": "(self, target: 'str | Path') -> 'Path'",
}
PROPERTIES = {
    "Run": {"path", "state", "id", "title", "status", "members", "cost"},
    "Experiment": {"id", "total", "done"},
    "Network": set(),
    "Plot": {"title"},
}
FIELDS = {
    "Turn": "number member name text thoughts voice tokens cost at author staged",
    "Seen": "turn kind name text missed faded",
    "Memory": "kind text turn",
    "Lived": "member name seen memories",
}


def named(path: str) -> Any:
    found: Any = parley
    for part in path.split("."):
        found = getattr(found, part)
    return found


def public(kind: type) -> Iterator[str]:
    yield from (name for name in vars(kind) if not name.startswith("_"))


def test_signatures_are_those_that_were_published() -> None:
    assert {name: str(inspect.signature(named(name))) for name in SIGNATURES} == SIGNATURES
    for kind, properties in PROPERTIES.items():
        methods = {name.partition(".")[2] for name in SIGNATURES if name.startswith(f"{kind}.")}
        assert set(public(getattr(parley, kind))) == methods | properties
    assert {name: " ".join(named(name).__dataclass_fields__) for name in FIELDS} == FIELDS
    errors = {"ParleyError", "RunError", "UsageError"}
    registries = {"exporters", "importers", "measures", "modes", "policies", "voices"}
    functions = {name for name in SIGNATURES if "." not in name}
    assert set(parley.__all__) == errors | registries | functions | set(PROPERTIES) | set(FIELDS)
    assert all(named(name) is not None for name in parley.__all__)


def test_type_checkers_see_the_same_names() -> None:
    stub = ast.parse(Path(parley.__file__ or "").with_suffix(".pyi").read_text("utf-8"))
    places = {
        alias.asname or alias.name: f"{node.module}:{alias.name}"
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert places.keys() == set(parley.__all__)
    for name, place in places.items():
        module, _, attribute = place.partition(":")
        assert getattr(parley, name) is getattr(importlib.import_module(module), attribute)


def test_it_takes_its_time_only_when_it_is_used() -> None:
    code = "import sys, parley; print(*(name for name in sys.modules if name.startswith('parley.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_run_is_played_turn_by_turn_left_and_gone_on_with(home: Home) -> None:
    pytest.importorskip("pandas")
    run = parley.run("roundtable", format="standup", voice="rehearsal", seed=7, fast=True)
    said = []
    for turn in run.turns():
        said.append(turn)
        if turn.number == 3:
            break
    assert (run.status, len(run.state.turns)) == ("paused", 3), "nothing was played ahead"
    assert "<td>3</td>" in run._repr_html_()
    assert list(run.table()["number"]) == [1, 2, 3]
    assert run.resume() is run
    assert "to be played" in run._repr_html_(), "it is not played by being looked at"
    rest = list(run.resume().turns())
    assert (run.status, len([*run.turns()])) == ("ended", len(said) + len(rest)), "it is the same run"
    assert [turn.number for turn in [*said, *rest]] == list(range(1, len(said) + len(rest) + 1))
    again = parley.run("roundtable", format="standup", voice="rehearsal", seed=7, fast=True, home=home.path / "other")
    assert [str(turn) for turn in again.turns()] == [str(turn) for turn in [*said, *rest]]
    assert again.status == "ended"
    with pytest.raises(parley.UsageError, match="has ended"):
        again.resume()


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> parley.Run:
    place = tmp_path_factory.mktemp("home")
    return parley.run("roundtable", format="standup", voice="rehearsal", seed=7, fast=True, home=place).play()


def test_a_run_is_read(talk: parley.Run, tmp_path: Path) -> None:
    import pandas as pd
    import polars as pl

    turns = list(talk.turns())
    assert turns[0].voice == "rehearsal:script"
    assert set(talk.members) == {turn.member for turn in turns}
    home = talk.path.parents[1]
    assert parley.open(talk.id[:6], home=home).title == parley.open(talk.path).title == talk.title
    assert talk.events()[0]["type"] == "run.started"
    words = talk.measures("participation.words.", frame="rows")
    assert {row["figure"].rpartition(".")[2] for row in words} == set(talk.members)
    assert isinstance(talk.measures(), pd.DataFrame)
    assert isinstance(talk.affinities(frame="polars"), pl.DataFrame)
    pairs = talk.affinities(frame="rows")
    assert len(pairs) == len(talk.members) * (len(talk.members) - 1) // 2
    assert all(0.10 <= row["now"] <= 0.95 for row in pairs)
    lived = talk.as_seen_by(turns[0].name)
    assert [seen.text for seen in lived if seen.kind == "line"] == [turn.text for turn in turns]
    assert talk.table(frame="polars")["text"].to_list() == [turn.text for turn in turns]
    network = talk.network()
    assert network.graph().number_of_edges() == len(pairs)
    assert network._repr_html_().startswith("<svg")
    assert talk.export(tmp_path / "talk.html").stat().st_size > 1_000
    with pytest.raises(parley.ParleyError, match="keeps its runs"):
        talk.export(talk.path.with_name("other.jsonl"))
    with pytest.raises(parley.ParleyError, match="as text"):
        talk.transcript("obsidian")
    with pytest.raises(parley.ParleyError, match="participation"):
        talk.measures("luck")
    assert turns[-1].text in " ".join(talk.transcript("txt").split())
    # The test of forks may have left one here, which is newer.
    assert next(row["id"] for row in parley.runs(home=home, frame="rows") if not row["parent"]) == talk.id


def test_a_run_is_forked(talk: parley.Run) -> None:
    other = talk.fork(2, seed=9, edit="Let us begin anew.")
    turns = [turn.number for turn in other.turns()]
    assert turns == [*range(1, len(other.state.turns) + 1)] == [turn.number for turn in other.turns()]
    assert other.state.turns[1].text == "Let us begin anew."
    assert other.state.parent == talk.id


def test_coroutines_play_several_at_once(home: Home) -> None:
    async def counted(kind: str, **asked: Any) -> int:
        return len([turn async for turn in parley.run(kind, voice="rehearsal", seed=1, fast=True, **asked)])

    async def main() -> list[int]:
        return await asyncio.gather(counted("duologue", turns=4), counted("story", setting="ferry", script=("look",)))

    two, story = asyncio.run(main())
    assert two == 4
    assert story > 1, "what the player does is a turn, and what comes of it"

    async def inside() -> str:
        # A loop runs here already, as in a notebook.
        return parley.run("duologue", voice="rehearsal", seed=2, turns=3, fast=True).play().status

    assert asyncio.run(inside()) == "ended"


def test_what_is_asked_for_is_named_as_on_the_command_line(home: Home) -> None:
    for asked in ({"lang": "de"}, {"language": "de"}):
        asked |= {"cast": "startup", "members": "boss, Wildcard"}
        talk = parley.run("roundtable", turns=2, seed=1, fast=True, voice="rehearsal", home=home.path, **asked)
        assert talk.state.setup.language == "de"
        assert list(talk.members) == ["boss", "wildcard"]


def test_what_cannot_be_is_a_sentence(home: Home) -> None:
    with pytest.raises(parley.ParleyError, match="no kind of run called 'roundtabel'"):
        parley.run("roundtabel")
    with pytest.raises(parley.UsageError, match="setting of this kind of run called 'formt'"):
        parley.run("roundtable", formt="standup")
    with pytest.raises(parley.UsageError, match="turns"):
        parley.run("roundtable", turns="many")
    with pytest.raises(parley.UsageError, match="called 'lang'"):
        parley.run("roundtable", lang="de", language="en")
    unknown = parley.run("roundtable", cast="nobody", voice="rehearsal")
    for _again in range(2):
        with pytest.raises(parley.ParleyError, match="no cast called 'nobody'"):
            unknown.play()
    with pytest.raises(parley.ParleyError):
        parley.open("nothing")


def test_one_of_ones_own_is_taken_in_by_the_registries(home: Home) -> None:
    from parley.core.formats import Localised
    from parley.core.measures.registry import Measure

    def figures(state: Any) -> dict[str, float]:
        return {"shouting.share": sum(turn.text.isupper() for turn in state.turns) / max(1, len(state.turns))}

    parley.measures.add("shouting", Measure("shouting", Localised(en="Shouting", de="Rufen"), ("shouting",), figures))
    try:
        run = parley.run("duologue", voice="rehearsal", seed=1, turns=2, fast=True)
        assert run.measures("shouting", frame="rows") == [{"figure": "shouting.share", "part": "", "value": 0.0}]
    finally:
        del parley.measures._values["shouting"]


def test_an_experiment_is_run_and_tabulated(home: Home) -> None:
    pytest.importorskip("pandas")
    spec = {
        "name": "Two seeds",
        "roundtable": {"format": "standup", "turns": 4, "voice": "rehearsal"},
        "grid": {"policy": ["affinity", "random"], "members": [["boss", "writer"]]},
        "repetitions": 2,
    }
    study = parley.experiment(spec, allow="models.example")
    assert (study.done, study.total) == (0, 4)
    for empty, column in ((study.table(), "set.policy"), (study.effects(), "eta"), (parley.runs(), "title")):
        assert (len(empty), column in empty.columns) == (0, True), "columns are there before the first row"
    with pytest.raises(parley.UsageError, match="nothing to draw"):
        study.plots()
    assert study.run(parallel=2).done == 4
    rows = study.table("turns", frame="rows")
    assert [row["out.turns"] for row in rows] == [4] * 4
    assert parley.open(rows[0]["run"]).status == "ended"
    for _again in range(2):
        with pytest.raises(parley.UsageError, match=r"no figure called .mood.\. Known: affinity, "):
            study.effects("mood")
    (effect,) = study.effects("words", frame="rows")
    assert (effect["figure"], effect["effect"], effect["n"]) == ("words", "policy", 4)
    plot = study.plots("words", language="de")["words.cells"]
    assert plot.save(home.path / "plot.svg").read_text("utf-8") == plot.svg() == plot._repr_html_()
    with pytest.raises(parley.UsageError, match="format of a plot"):
        plot.save("plot.png")
    assert "<td>affinity</td><td>boss,writer</td><td>2 of 2</td>" in study._repr_html_()


def test_every_field_of_a_spec_is_in_the_manual() -> None:
    from parley.core.studio.experiments.spec import Experiment

    told = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
    assert [name for name in Experiment.model_fields if f"| `{name}` |" not in told] == []


def test_it_says_its_version_and_an_error_its_hint_once() -> None:
    assert parley.__version__ == importlib.metadata.version("parley-studio")
    with pytest.raises(parley.UsageError) as told:
        parley.run("roundtabel")
    error = told.value
    assert error.hint
    assert str(error) == f"{error.sentence} {error.hint}"


@pytest.mark.slow
def test_ctrl_c_leaves_a_run_paused_in_its_log(home: Home) -> None:
    program = (
        "import parley\n"
        "for turn in parley.run('day', days=400, voice='rehearsal', seed=1, fast=True).turns():\n"
        "    print(turn.number, flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "1\n"
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=60)
    assert err.rstrip().endswith("KeyboardInterrupt")
    (row,) = parley.runs(frame="rows")
    assert parley.open(row["id"]).status == "paused"
