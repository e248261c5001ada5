"""What is left of a package that is gone, or that is broken: one sentence, and everything else goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.core.cast.member import VoiceSpec
from tests.contract.conftest import Parley, Played, process
from tests.examples import found, gone, package


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
        for command in (["show"], ["resume"], ["state"], ["measure"], ["fork", "--turn", "1"]):
            asked = parley(home, command[0], str(log), *command[1:])
            assert asked.code == 1, command
            assert "a run of the mode 'quiz', which is not installed. Install the package" in asked.err, command
            assert log.read_bytes() == before, command
        for_scripts = json.loads(parley(home, "state", str(log), "--json").err)["error"]
        assert (for_scripts["code"], for_scripts["file"]) == ("log-mode", str(log))
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
    points = "\n".join(f"[{group}]\n{name} = parley_bad:THING" for group, name in BROKEN.items())
    return package(tmp_path, points, "import no_such_module\n")


@pytest.mark.slow
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


WRONG = """
import dataclasses
from parley.core.base.definition import Definition
from parley.core.voices.provider import Provider
from parley.core.export.base import Exporter
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.engine.mode_spec import ModeSpec
from parley.core.measures.registry import Measure
from parley.core.modes.roundtable.spec import ROUNDTABLE
from parley.core.turn_taking import rule_policies
from parley.core.turn_taking.policies import policy

TEXT = "a text"


class Own(Definition):
    x: int = 1


class Taken(Event, tag="scene.started"):
    x: int = 1


def fault(*asked, **named):
    raise RuntimeError("a fault")


def called(text):
    return Localised(en=text, de=text)


def mode(name, **more):
    return ModeSpec(name=name, title=called(name), load=ROUNDTABLE.load, **more)


field, section = mode("field", section="topic", config=Own), mode("section", section="duologue", config=Own)
tag, other = mode("tag", events=(Taken,)), mode("another")
raising, twice = policy(en="r", de="r")(fault), policy(en="t", de="t")(rule_policies.affinity.draw)


@policy(en="n", de="n")
def nobody(here, rng):
    import msgspec
    return msgspec.structs.replace(rule_policies.affinity.draw(here, rng), member="nobody")


hooks = ("create", "offer", "examine", "lacks", "model", "ready", "embeds", "claims", "trusts")
voice = Provider(name="voice", title=called("v"), detail=called("v"), **dict.fromkeys(hooks, fault))
board = Exporter("board", called("b"), ".board", fault)
unfit = Exporter("unfit", called("u"), ".unfit", fault, fits=fault)
figures = Measure("figures", called("f"), ("mine",), fault)
"""

WRONG_OF_ROOMS = {
    "importing": """
from parley.core.importing.reading import Importer
reader = Importer("reader", called("r"), fault, fault)
"""
}
"""What packages add to rooms that may not be there."""

ADDED = {
    "parley.modes": ("text", "field", "section", "tag", "other", "duologue"),
    "parley.policies": ("text", "raising", "nobody", "affinity"),
    "parley.voices": ("text", "voice"),
    "parley.exports": ("text", "board", "unfit"),
    "parley.measures": ("text", "figures"),
    "parley.importers": ("text", "reader"),
}


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A folder with a package that adds what is of the wrong kind, takes what is others', or raises when it is used."""
    given = {"text": "TEXT", "duologue": "TEXT", "affinity": "raising"}
    points = [
        f"[{group}]\n" + "\n".join(f"{name} = parley_wrong:{given.get(name, name)}" for name in names)
        for group, names in ADDED.items()
    ]
    return package(tmp_path, "\n".join(points), WRONG + "".join(WRONG_OF_ROOMS.values()), "parley_wrong")


def test_what_a_package_does_wrong_is_named_and_harms_nobody_else(tmp_path: Path, wrong: Path, parley: Parley) -> None:
    home = tmp_path / "home"
    with found(wrong):
        checked = json.loads(parley(home, "doctor", "--json").out)
        notes = " ".join(each["detail"] for each in checked if each["what"] == "package" and each["verdict"] == "note")
        for why in (
            "it is no ModeSpec, but str", "it is no Policy, but str", "it is no Provider, but str",
            "it is no Exporter, but str", "it is no Measure, but str", "it is no Importer, but str",
            "its section has the name of every run's 'topic'", "its section 'duologue' is that of the mode 'duologue'",
            "its event 'scene.started' is another one already", "it calls itself 'another'",
            "duologue of modes is not used: Parley has one of that name",
            "affinity of policies is not used: Parley has one of that name",
            "The voice 'voice' of the package parley-wrong failed (RuntimeError: a fault; parley_wrong.py, line ",
        ):  # fmt: skip
            assert why in notes
        run = ["run", "roundtable", "--turns", "3", "--voice", "rehearsal", "--fast", "--json"]
        log = json.loads(parley(home, *run).out)["path"]
        assert parley(home, "run", "duologue", "-a", "Ada", "-b", "Bo", *run[2:]).code == 0
        for command in (["show", log], ["measure", log], ["export", log, "-o", str(tmp_path / "run.md")], ["runs"]):
            assert parley(home, *command).code == 0, command
        plain = tmp_path / "plain.jsonl"
        plain.write_text("{}\n", "utf-8")
        for command, why in (
            ([*run, "--policy", "raising"], "The policy 'raising' of the package parley-wrong failed"),
            ([*run, "--policy", "nobody"], "'nobody' may not speak now"),
            ([*run[:4], "--voice", "voice"], "The voice 'voice'"),
            (["export", log, "-o", str(tmp_path / "run.board")], "The export format 'board' of the package"),
            (["import", str(plain)], "this is neither a Parley run nor a log"),
        ):
            asked = parley(home, *command)
            assert asked.code != 0, command
            assert why in asked.err, command
            assert "something went wrong" not in asked.err, command
