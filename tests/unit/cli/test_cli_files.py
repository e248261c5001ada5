"""`parley schema`, `new` and `check`: what people write, begun and looked at."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from parley.core.authoring import checking, kinds, starting
from parley.core.base.packaged import get_path_of
from parley.core.home import Home
from tests.unit.cli.conftest import Parley, Told

CAST = get_path_of("cast", "casts", "startup")


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("kind", starting.list_startable())
def test_what_is_begun_is_right_and_leads_editors_to_its_schema(
    kind: str, told: Told, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = told("new", kind, 'Die "Runde" \\ Ü')
    path = Path(made["path"])
    text = path.read_text("utf-8")
    assert path.stem == made["id"]
    name = tomllib.loads(text)["name"]
    assert (name if isinstance(name, str) else name["de"]) == 'Die "Runde" \\ Ü'
    first, second = text.split("\n")[:2]
    assert second.startswith("# ")
    schema = first.removeprefix("#:schema ")
    there = Path(schema.removeprefix("file://")) if schema.startswith("file://") else path.parent / schema
    assert json.loads(there.read_text("utf-8"))["$id"].startswith(f"urn:parley:schema:{kind}:")
    assert there.resolve().is_relative_to(home.path.resolve())
    assert told("check", path) == [{"file": str(path), "kind": kind, "ok": True, "faults": []}]


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("cast", ("run", "roundtable", "--cast", "first-one")),
        ("format", ("run", "roundtable", "--format", "first_one")),
        ("plan", ("run", "scene", "--type", "encounter", "--plan", "first-one")),
        ("story", ("run", "story", "--setting", "first-one", "--concept", "miller", "--turns", "2")),
    ],
)
def test_what_is_begun_can_be_run(kind: str, command: tuple[str, ...], told: Told, parley: Parley) -> None:
    said = parley("new", kind, "First one")
    assert said.code == 0
    assert said.err.startswith(f"Try it: parley {'play' if kind == 'story' else 'run'} ")
    assert told(*command, "--voice", "rehearsal", "--fast", "--seed", 1)["status"] == "ended"


def test_an_experiment_that_is_begun_can_be_run(told: Told, tmp_path: Path) -> None:
    file = told("new", "experiment", "Tiny", "-o", tmp_path / "deep" / "tiny.toml")["path"]
    text = Path(file).read_text("utf-8").replace("repetitions = 4", "repetitions = 1").replace("turns = 8", "turns = 2")
    Path(file).write_text(text, "utf-8")
    assert told("experiment", "run", file)["runs"] == 2


def test_nothing_is_written_over_and_nothing_hidden(parley: Parley, home: Home, tmp_path: Path) -> None:
    there = written(tmp_path, "mine.toml", "mine")
    assert parley("new", "cast", "Mine", "-o", there).code == 1
    assert there.read_text("utf-8") == "mine"
    # One that ships would be hidden by one's own of its name.
    hidden = parley("new", "cast", "Startup")
    assert (hidden.code, hidden.err) == (
        2, "parley: There is a cast called 'startup' already. Choose another name.\n"
    )  # fmt: skip
    assert parley("new", "plan", "Own").code == 0
    assert parley("new", "plan", "own").code == 2
    for kind, name in (("cast", "😀"), ("format", "1st"), ("casts", "x"), ("world", "x")):
        assert parley("new", kind, name).code == 2
    assert [path.name for path in home.casts.glob("*")] == []
    (tmp_path / "file").write_text("")
    assert "cannot be written" in parley("new", "cast", "x", "-o", tmp_path / "file" / "x" / "y.toml").err


def test_all_faults_are_told_at_once_with_lines_and_columns(parley: Parley, tmp_path: Path) -> None:
    text = CAST.read_text("utf-8").replace('colour = "rust"', 'colour = "rusty"').replace("age = 41", "age = -41")
    text = text.replace('desk = "production"', 'desk = "production"\nshoe = 44', 1)
    path = written(tmp_path, "x.toml", text)
    said = parley("check", path)
    lines = text.splitlines()
    assert said.code == 1
    assert said.err == ""
    where = []
    for line in said.out.splitlines():
        file, number, column, sentence = line.split(":", 3)
        assert file == str(path)
        where.append((lines[int(number) - 1][int(column) - 1 :].split(" =")[0], sentence))
    assert [place for place, _ in where] == ["age", "colour", "shoe"]
    # What looks at the whole of a file does so where all of its parts are right.
    whole = CAST.read_text("utf-8").replace("relations.analyst", "relations.nobody", 1)
    told = parley("check", written(tmp_path, "x.toml", whole)).out
    assert "'boss' has a relation to 'nobody', who is not in the cast" in told


def test_faults_for_scripts_have_code_message_hint_field_and_place(parley: Parley, tmp_path: Path) -> None:
    bad = written(tmp_path, "bad.toml", '#:schema ../schemas/format.json\nid = "x"\nmembers = [1, "two"]\n')
    none = tmp_path / "none.toml"
    said = parley("check", bad, none, CAST, "--json")
    first, second, third = json.loads(said.out)
    assert (said.code, said.err) == (1, "")
    assert (first["kind"], first["ok"], third["kind"], third["ok"]) == ("format", False, "cast", True)
    by_field = {each["field"]: each for each in first["faults"]}
    assert {"name", "purpose", "temperature", "members.1"} <= by_field.keys()
    assert by_field["members.1"] == {
        "code": "definition", "field": "members.1", "file": str(bad), "hint": "", "line": 3, "column": 1,
        "message": "'members.1': input should be a valid integer, unable to parse string as an integer, not 'two'.",
    }  # fmt: skip
    assert [each["code"] for each in second["faults"]] == ["file"]


def test_what_a_file_names_is_looked_at_too(parley: Parley, tmp_path: Path) -> None:
    schedule = get_path_of("schedule", "schedules", "round-the-clock").read_text("utf-8")
    wrong = schedule.replace('cast = "startup"', 'cast = "nobodys"').replace('"night_briefing"', '"no_such"', 1)
    said = parley("check", written(tmp_path, "round.toml", wrong))
    assert [line.split(":")[1] for line in said.out.splitlines()] == [
        str(wrong[: wrong.index(word)].count("\n") + 1) for word in ('cast = "nobodys"', 'formats = "no_such"')
    ]
    plan = CAST.read_text("utf-8").replace('plan = "studio"', 'plan = "castle"')
    assert "There is no floor plan called 'castle'" in parley("check", written(tmp_path, "cast.toml", plan)).out
    talks = written(tmp_path, "talks.toml", 'name = "x"\n[roundtable]\ncast = "startup"\npolicy = "nope"\n')
    assert f"{talks}:4:1: Cell 1: There is no policy called 'nope'. Known: " in parley("check", talks).out
    grid = 'name = "x"\n[roundtable]\ncast = "startup"\n[grid]\npolicy = ["random", "nope"]\n'
    assert ":5:1: Cell 2 (policy nope): " in parley("check", written(tmp_path, "grid.toml", grid)).out


def test_text_that_is_no_toml_and_files_that_are_nothing(parley: Parley, tmp_path: Path) -> None:
    broken = written(tmp_path, "casts.toml", 'id = "x"\nname = \n')
    assert parley("check", broken, "--kind", "cast").out.startswith(f"{broken}:2:8: this is not TOML: ")
    assert ":1: this is not TOML: " in parley("check", written(tmp_path, "half.toml", 'id = """x')).out
    assert "nested too deeply" in parley("check", written(tmp_path, "deep.toml", f"a = {'[' * 9_999}")).out
    strange = parley("check", written(tmp_path, "strange.toml", "colour = 3\n"))
    assert "this is no kind of file that we know. Say with --kind what it is: events, run, cast" in strange.out
    assert "no kind of file" in parley("check", written(tmp_path, "map.json", '{"layers": []}')).out
    assert parley("check", broken, "--kind", "cost").code == 2
    assert parley("check", tmp_path).code == 1
    assert parley("check").code == 2


def test_a_log_is_checked_line_by_line(told: Told, parley: Parley, tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    told("run", "roundtable", "--turns", 4, "--voice", "rehearsal", "--fast", "-o", log)
    assert told("check", log)[0] == {"file": str(log), "kind": "events", "ok": True, "faults": []}
    config = json.loads(log.read_bytes().splitlines()[0])["config"]
    assert told("check", written(tmp_path, "run.json", json.dumps(config)))[0]["kind"] == "run"
    lines = log.read_bytes().splitlines(keepends=True)
    lines[3], lines[5] = b'{"type":"turn.ended"}\n', b"?\n"
    log.write_bytes(b"".join([*lines, b'{"type":']))
    faults = json.loads(parley("check", log, "--json").out)[0]["faults"]
    assert [each.get("line", 0) for each in faults] == [0, 4, 6]
    assert "last line was torn" in faults[0]["message"]
    config["members"], config["seed"] = [], "seven"
    found = checking.check(written(tmp_path, "run.json", json.dumps(config)), Home(tmp_path))
    assert [each.field for each in found.faults] == ["seed"]


def test_schemas_are_listed_and_printed(told: Told, parley: Parley) -> None:
    assert [each["kind"] for each in told("schema")] == kinds.names()
    for kind in ("events", "run", "cast", "format", "story", "schedule", "experiment"):
        assert json.loads(parley("schema", kind).out)["$id"].startswith(f"urn:parley:schema:{kind}:")
    assert parley("schema", "cast", "--here").out == parley("schema", "cast").out
    assert parley("schema", "cost").code == 2
