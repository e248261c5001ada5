"""Wishes for a duologue that cannot be, or only just can."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import ParleyError, UsageError
from parley.core.cast.member import VoiceSpec
from parley.core.cli import main
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.duologue.topology import Router, next_speaker
from parley.core.studio.studio import Studio
from tests import run_configs as composing


def composed(home: Home, *names: str, **wish: Any) -> RunConfig:
    sides = [SideRequest(name, system=wish.pop("system", "")) for name in names]
    return Studio(home).compose(DuologueRequest(sides=sides, **wish))


@pytest.mark.parametrize("name", ["A" * 500, "😀", "Ada", "a" * 40])
def test_thirty_of_one_name_are_thirty(home: Home, name: str) -> None:
    members = composed(home, *[name] * 30).members
    assert len({member.id for member in members}) == len({member.name for member in members}) == 30
    assert all(len(member.id) <= 40 and len(member.name) <= 80 for member in members)


def test_a_voice_that_nobody_speaks_through_is_not_the_run_s(home: Home) -> None:
    usual = VoiceSpec(provider="anthropic", model="claude-haiku-5-5")
    for names, voice in (
        (("rehearsal", "rehearsal"), "rehearsal"),
        (("embedded", "rehearsal"), "embedded"),
        (("Ada", "rehearsal"), usual.label),
    ):
        wish = DuologueRequest(sides=[SideRequest(name, temperature=0.2) for name in names], simulated=True)
        config = composing.composed(wish, usual)
        assert config.voice.label == voice
        assert config.voice.temperature is None
        assert config.simulated == (set(names) == {"rehearsal"})


def test_what_is_no_letter_does_not_reach_a_prompt(home: Home) -> None:
    config = composed(home, "Ada", "Bo", system="Be \udcff\x1b[31mbrief.")
    assert config[DuologueConfig].sides["ada"].system == "Be ?brief."


def test_an_injection_for_nobody_is_told(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "level.toml"
    both = '{ en = "X", de = "X" }'
    text = f'id = "x"\nname = {both}\n[[injections]]\nturn = 2\nside = "SIDE"\ntext = {both}\n'
    for side in ("a", "b", "bo"):
        path.write_text(text.replace("SIDE", side), "utf-8")
        composed(home, "Ada", "Bo", awareness=str(path))
    path.write_text(text.replace("SIDE", "c"), "utf-8")
    with pytest.raises(UsageError, match=r"'c'.*not in the talk"):
        composed(home, "Ada", "Bo", awareness=str(path))


def test_a_rule_needs_a_word_and_a_mark_is_one(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "router.toml"
    path.write_text('kind = "content"\n[[rules]]\nwords = [""]\nto = "ada"\n', "utf-8")
    with pytest.raises(ParleyError, match=r"router\.toml"):
        composed(home, "Ada", "Bo", router=str(path))
    router = Router.model_validate({"kind": "content", "rules": [{"words": ["?", "tea"], "to": "c"}]})
    for line, wanted in (("Really?", "c"), ("Tea!", "c"), ("A team.", "b")):
        assert next_speaker(router, ["a", "b", "c"], [("a", line)], frozenset("abc"))[0] == wanted


def test_streams_that_cannot_be_written_are_no_crash(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{name}", None)
    words = ["run", "duologue", "-a", "Ada", "-b", "Bo", "--voice", "rehearsal", "--fast", "--turns", "2"]
    assert main([*words, "--home", str(home.path)]) == 0
    for stream in (sys.stdin, sys.stdout):
        stream.close()
    assert "went wrong" not in capsys.readouterr().err
    assert len(list(home.runs.glob("*.jsonl"))) == 1


@pytest.mark.parametrize("router", ["", "ring", "round_table"])
def test_a_hub_where_nobody_is_in_the_middle_is_refused(
    home: Home, capsys: pytest.CaptureFixture[str], router: str
) -> None:
    asked = ["--router", router] if router else []
    assert main(["run", "duologue", "-a", "Ada", "-b", "Bo", "--hub", "Bo", *asked]) == 2
    told = capsys.readouterr().err
    assert "--hub Bo means nothing" in told
    assert "star" in told
    assert not home.runs.exists() or not list(home.runs.iterdir())
