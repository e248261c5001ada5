from __future__ import annotations

import itertools
from typing import Any, Literal

import pytest

from parley.core.base.errors import DefinitionError, UsageError, VoiceUnavailable
from parley.core.base.packaged import get_path_of, names
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.config import Limits, RunConfig
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.office.request import DayRequest, SceneRequest
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.modes.story.request import StoryRequest
from parley.core.settings import Budget, Settings, Talk, Voices
from parley.core.studio.studio import Studio
from parley.core.voices.models.catalogue import OFFERED, Catalogue

REHEARSAL = VoiceSpec(provider="rehearsal")


def composed(home: Home, chosen: Settings | None = None, **values: Any) -> RunConfig:
    wished: dict[str, Any] = {"seed": 7, "voice": REHEARSAL} | values
    return Studio(home, chosen).compose(RoundtableRequest(**wished))


def test_one_s_own_casts_and_formats_come_first(home: Home) -> None:
    home.casts.mkdir()
    home.formats.mkdir()
    text = get_path_of("cast", "casts", "startup").read_text("utf-8")
    (home.casts / "startup.toml").write_text(text.replace("Boss", "Chief"), "utf-8")
    form = get_path_of("format", "formats", "debate").read_text("utf-8").replace('id = "debate"', 'id = "quarrel"')
    (home.formats / "quarrel.toml").write_text(form, "utf-8")
    found = composed(home, format="quarrel", members=["chief", "writer"])
    assert [member.name for member in found.members] == ["Chief", "Writer"]
    (home.casts / "broken.toml").write_text("id = ")
    casts, faults = Studio(home).library.list_casts()
    assert {"startup", "newsroom"} <= {cast.id for cast in casts}
    assert len(faults) == 1
    with pytest.raises(DefinitionError, match="not TOML"):
        composed(home, cast="broken")


def test_every_format_fits_every_cast(home: Home) -> None:
    for name, cast in itertools.product(names("formats"), names("casts")):
        found = composed(home, format=name, cast=cast)
        low, high = found.format.members
        assert low <= len(found.members) <= high, (name, cast)
        assert found.format.turns[0] <= found.turns <= found.format.turns[1], (name, cast)
        assert found.topic
        assert found.place
        assert len(found.affinities) == len(found.members) * (len(found.members) - 1) // 2
        assert all(member.colour for member in found.members)


def test_a_simulated_run_s_id_follows_from_its_configuration(home: Home) -> None:
    one = composed(home, simulated=True)
    assert one.id == composed(home, simulated=True).id
    assert one.id != composed(home, simulated=True, topic="Another").id
    assert one.id != composed(home, simulated=False).id
    assert len(one.id) == 10


def test_settings_and_wishes_bound_a_run(home: Home) -> None:
    chosen = Settings(budget=Budget(turns=5, tokens=77, cost=0.5, minutes=2), talk=Talk(cap=60))
    found = composed(home, chosen, turns=50)
    assert (found.turns, found.cap) == (50, 60)
    assert found.limits == Limits(turns=5, tokens=77, cost=0.5, seconds=120)
    assert composed(home, chosen, cap=0, limits=Limits()).cap == 0
    assert composed(home, chosen, limits=Limits(), turns=50).turns == 50
    assert composed(home, turns=400).turns == 400


def test_a_table_has_thirty_seats(home: Home) -> None:
    people = "".join(f'[[members]]\nid = "m{i}"\nname = "Member {i}"\n' for i in range(31))
    home.casts.mkdir()
    (home.casts / "crowd.toml").write_text(f'id = "crowd"\nname = "Crowd"\n{people}', "utf-8")
    ids = [f"m{i}" for i in range(31)]
    assert len(composed(home, cast="crowd", format="debate", members=ids[:30]).members) == 30
    with pytest.raises(UsageError, match="A talk has 2 to 30 members, and not 31"):
        composed(home, cast="crowd", members=ids)
    low, high = composed(home, cast="crowd").format.members
    assert {len(composed(home, cast="crowd", seed=seed).members) for seed in range(40)} == {*range(low, high + 1)}


@pytest.mark.parametrize("default", ["auto", "embedded"])
def test_the_usual_voice_is_stood_in_for_where_it_does_not_speak_the_language(
    home: Home, default: Literal["auto", "embedded"], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Catalogue, "is_installed", lambda self, name: name in ("", OFFERED))
    studio, sides = Studio(home, Settings(voices=Voices(default=default))), (SideRequest("Ada"), SideRequest("Bo"))
    for compose, english, german in (
        (studio.compose, RoundtableRequest(), RoundtableRequest(cast="startup-de")),
        (studio.compose, RoundtableRequest(cast="startup-de", language="en"), RoundtableRequest(language="de")),
        (studio.compose, DayRequest(cast="studio"), DayRequest(cast="studio-de")),
        (studio.compose, SceneRequest(cast="studio"), SceneRequest(cast="studio-de")),
        (studio.compose, StoryRequest(), StoryRequest(language="de")),
        (studio.compose, DuologueRequest(sides=sides), DuologueRequest(sides=sides, language="de")),
    ):
        config = compose(english)  # type: ignore[operator]
        assert (config.voice.provider, studio.stand_in(config, None)) == ("embedded", "")
        config = compose(german)  # type: ignore[operator]
        assert config.voice.provider == "rehearsal"
        assert "does not speak German, so this run is rehearsed" in studio.stand_in(config, None)
        assert not studio.stand_in(config, VoiceSpec(provider="rehearsal"))


def test_a_voice_that_does_not_speak_the_language_is_refused_before_it_begins(home: Home, studio: Studio) -> None:
    config = studio.compose(
        RoundtableRequest(cast="startup-de", voice=VoiceSpec(provider="embedded", model="smollm2-135m"))
    )
    with pytest.raises(VoiceUnavailable):
        studio.start(config)
    assert not list(home.runs.iterdir())
