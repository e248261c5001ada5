"""Which runs belong to an experiment."""

from __future__ import annotations

from parley.core.home import Home
from parley.core.studio.experiments.belonging import map_runs
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.spec import read_spec

SPEC = 'name = "Cool or warm"\nrepetitions = {0}\n[duologue]\nvoice = "rehearsal"\n[grid]\ntemperature = [0.2, 1.0]\n'


def test_every_run_of_a_kept_spec_and_of_no_broken_one(home: Home) -> None:
    assert map_runs(home) == {}
    home.experiments.mkdir(parents=True)
    path = home.experiments / "cool-or-warm.toml"
    path.write_text(SPEC.format(2), "utf-8")
    (home.experiments / "broken.toml").write_text("name = ", "utf-8")
    found = map_runs(home)
    assert list(found) == [planned.run for planned in Plan(read_spec(path)[0]).runs]
    assert {each.label for each in found.values()} == {
        "Cool or warm · Temperature: 0.2",
        "Cool or warm · Temperature: 1",
    }
    assert "Cool or warm · Temperatur: 1" in {each.label for each in map_runs(home, "de").values()}
    path.write_text(SPEC.format(30), "utf-8")
    assert len(map_runs(home)) == 60
    path.unlink()
    assert map_runs(home) == {}
