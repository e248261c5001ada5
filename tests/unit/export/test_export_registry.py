"""Files that exports write, and their options; what stands in each of them is compared by the corpus."""

from __future__ import annotations

import itertools
import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from parley.core.base.errors import FileError
from parley.core.export.registry import EXPORTS, Options, for_file
from parley.core.log.events.base import Event
from parley.core.log.fold import fold
from tests.standup_events import sample_events


def export(format_id: str, events: list[Event], folder: Path, options: Options | None = None) -> str:
    target = folder / f"run{EXPORTS[format_id].suffix}"
    EXPORTS[format_id].write(fold(events), events, target, options or Options())
    return target.read_bytes().decode()


def test_thoughts_and_numbers_can_be_left_out(tmp_path: Path) -> None:
    events = sample_events()
    thought = next(turn.ended.thoughts[0] for turn in fold(events).turns if turn.ended.thoughts)
    for format_id in ("md", "txt", "html", "json", "csv", "fountain", "sillytavern"):
        assert f"{thought}" in export(format_id, events, tmp_path)
    spoken = [turn.text for turn in fold(events).turns]
    for format_id in ("md", "txt", "fountain"):
        text = export(format_id, events, tmp_path, Options(thoughts=False, numbers=False))
        # A thought of the sample is also a line; what is left is the line.
        assert text.count(thought) == sum(thought in line for line in spoken)
        assert "Tokens" not in text


def test_networks_are_read_by_those_who_study_them(tmp_path: Path) -> None:
    import networkx as nx
    import pandas as pd

    events = sample_events()
    state = fold(events)
    after = [(later.member, one.member) for one, later in itertools.pairwise(state.turns) if one.member != later.member]
    told = dict(Counter(after))
    for format_id, read in (("answers.graphml", nx.read_graphml), ("answers.gexf", nx.read_gexf)):
        export(format_id, events, tmp_path)
        graph = read(tmp_path / f"run.{format_id}")
        assert graph.is_directed()
        assert {(a, b): weight for a, b, weight in graph.edges(data="weight")} == told
        assert dict(graph.nodes(data="label")) == state.setup.names | {"director": "Director"}
    export("answers.csv", events, tmp_path)
    table = pd.read_csv(tmp_path / "run.answers.csv")
    listed = nx.from_pandas_edgelist(table, "Source", "Target", "Weight", create_using=nx.DiGraph)
    assert {(a, b): weight for a, b, weight in listed.edges(data="Weight")} == told
    export("edges.csv", events, tmp_path)
    pairs = pd.read_csv(tmp_path / "run.edges.csv")
    assert set(pairs["Type"]) == {"Undirected"}
    assert {(row.Source, row.Target): row.Weight for row in pairs.itertuples()} == {
        pair: state.get_affinity_of(*pair) for pair in itertools.combinations(sorted(state.setup.names), 2)
    }


@pytest.mark.parametrize(("format_id", "name"), [("inspect", "run.json"), ("inspect", "run.eval"), ("eval", "r.EVAL")])
def test_a_log_for_inspect_is_what_its_name_ends_in(format_id: str, name: str, tmp_path: Path) -> None:
    """inspect opens files by that alone, and reads deflated archives as well as its own."""
    events = sample_events()
    state = fold(events)
    EXPORTS[format_id].write(state, events, tmp_path / name)
    whole = tmp_path / name
    if name.endswith("json"):
        (sample,) = json.loads(whole.read_text("utf-8"))["samples"]
    else:
        with zipfile.ZipFile(whole) as archive:
            files = {each: json.loads(archive.read(each)) for each in archive.namelist()}
        assert files["header.json"]["eval"] == files["_journal/start.json"]["eval"]
        sample = files[f"samples/{state.run}_epoch_1.json"]
        (listed,) = files["summaries.json"]
        assert (listed["id"], listed["message_count"]) == (state.run, len(sample["messages"]))
    told = {one["metadata"]["parley"]["turn"] for one in sample["messages"]}
    assert told >= {turn.number for turn in state.turns}
    assert for_file("run.inspect", state.setup) is EXPORTS["inspect"]
    with pytest.raises(FileError, match=r"inspect opens files that end in .eval or .json") as refused:
        EXPORTS[format_id].write(state, events, tmp_path / "run.inspect")
    assert "Name it run.eval." in str(refused.value.hint)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_labels_may_be_in_another_language_than_the_run(tmp_path: Path) -> None:
    text = export("md", sample_events(), tmp_path, Options(language="de"))
    assert "## Protokoll" in text
    assert "Where are we on the demo" in text


def test_missing_folders_are_made_only_when_told(tmp_path: Path) -> None:
    events = sample_events(3)
    target = tmp_path / "a" / "b" / "run.md"
    with pytest.raises(FileError, match="there is no folder"):
        EXPORTS["md"].write(fold(events), events, target)
    assert list(tmp_path.iterdir()) == []
    EXPORTS["md"].write(fold(events), events, target, Options(parents=True))
    assert target.exists()


@pytest.mark.parametrize("format_id", ["md", "html", "jsonl"])
def test_a_cancelled_export_leaves_what_was_there(format_id: str, tmp_path: Path) -> None:
    events = sample_events(40)
    target = tmp_path / "run.out"
    target.write_text("old")

    class CancelledError(Exception):
        pass

    def cancel(done: float) -> None:
        if done > 0.3:
            raise CancelledError

    with pytest.raises(CancelledError):
        EXPORTS[format_id].write(fold(events), events, target, Options(), cancel)
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["run.out"]
