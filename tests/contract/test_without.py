"""What is left of a package that is gone, or that is broken: one sentence, and everything else goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cast.member import VoiceSpec
from tests.contract.conftest import Parley, Played, process
from tests.examples import found, gone


@pytest.fixture
def two(played: Played) -> tuple[Path, Path]:
    """A home with a quiz and a roundtable, and the quiz's log, whose last line has lost its end."""
    log = played("quiz", rounds=1)
    log.write_bytes(log.read_bytes().rstrip(b"\n"))
    other = played("roundtable", turns=3)
    (log.parent / other.name).write_bytes(other.read_bytes())
    return log.parent.parent, log


def test_a_run_whose_mode_is_gone_says_so_and_is_there_again_with_it(
    two: tuple[Path, Path], site: Path, parley: Parley
) -> None:
    home, log = two
    before = log.read_bytes()
    with_it = {each["mode"]: each["id"] for each in json.loads(parley(home, "runs", "--json").out)}
    assert set(with_it) == {"quiz", "roundtable"}
    with gone(site):
        for command in (["show"], ["resume"], ["state", "--json"], ["measure"], ["fork", "--turn", "1"]):
            asked = parley(home, command[0], str(log), *command[1:])
            assert asked.code == 1, command
            assert "a run of the mode 'quiz', which is not installed. Install the package" in asked.err, command
            assert log.read_bytes() == before, command
        assert parley(home, "reindex").code == 0
        listed = json.loads(parley(home, "runs", "--json").out)
        assert {each["status"]: each["id"] for each in listed}["ended"] == with_it["roundtable"]
        assert "'quiz', which is not installed" in next(each["note"] for each in listed if each["status"] == "broken")
        assert parley(home, "show", with_it["roundtable"]).code == 0
        assert with_it["roundtable"] in parley(home, "search", "the").out
    again = json.loads(parley(home, "runs", "--json").out)
    assert {each["id"]: each["status"] for each in again} == dict.fromkeys(with_it.values(), "ended")


BROKEN = {
    "parley.modes": "bad_mode",
    "parley.policies": "bad_policy",
    "parley.voices": "bad_voice",
    "parley.exports": "bad_export",
    "parley.measures": "bad_measure",
    "parley.importers": "bad_importer",
    "parley.docks": "bad_dock",
    "parley.mode_views": "bad_view",
}


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A folder with a package that adds something everywhere, none of which can be imported."""
    info = tmp_path / "broken" / "parley_bad-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parley-bad\nVersion: 1.0\n", "utf-8")
    points = "\n".join(f"[{group}]\n{name} = parley_bad:THING" for group, name in BROKEN.items())
    (info / "entry_points.txt").write_text(points, "utf-8")
    (info.parent / "parley_bad.py").write_text("import no_such_module\n", "utf-8")
    return info.parent


def test_a_broken_package_is_named_by_doctor_and_takes_nothing_with_it(
    tmp_path: Path, broken: Path, parley: Parley
) -> None:
    home = tmp_path / "home"
    with found(broken):
        checked = json.loads(parley(home, "doctor", "--json").out)
        notes = [each["detail"] for each in checked if each["what"] == "package" and each["verdict"] == "note"]
        assert len(notes) == len(BROKEN)
        for name in BROKEN.values():
            assert any(each.startswith(f"parley-bad 1.0: {name}") and "no_such_module" in each for each in notes)
        run = ["run", "roundtable", "--turns", "3", "--voice", "rehearsal", "--fast", "--json"]
        # The options of a command are made of what there is when the program starts.
        started = process(home, *run)
        out, err = started.communicate()
        assert started.returncode == 0, err
        log = json.loads(out)["path"]
        for command in (["show", log], ["measure", log], ["export", log, "-o", str(tmp_path / "run.md")], ["runs"]):
            assert parley(home, *command).code == 0, command
        asked = parley(home, *run, "--policy", "bad_policy")
        assert asked.code != 0
        assert "of the package parley-bad cannot be loaded" in asked.err


def test_a_run_whose_policy_or_voice_is_gone_is_read_and_says_so_when_it_goes_on(
    played: Played, site: Path, parley: Parley
) -> None:
    for what, name, value in (("policy", "behind", "behind"), ("voice", "echo", VoiceSpec(provider="echo"))):
        log = played("roundtable", turns=6, **{what: value})
        whole = log.read_bytes().splitlines(keepends=True)
        log.write_bytes(b"".join(whole[: len(whole) // 2]))
        home = log.parent.parent
        with gone(site):
            for command in ("show", "measure", "state"):
                assert parley(home, command, str(log)).code == 0, (what, command)
            stands = parley(home, "resume", str(log))
            assert stands.code != 0, what
            assert f"There is no {what} called '{name}'" in stands.err
        assert parley(home, "resume", str(log)).code == 0, what
