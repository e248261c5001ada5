"""Voices by name: a stranger's package adds one by an entry point alone, and gets nobody else's key."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from parley.core.base.clock import SimulatedClock
from parley.core.base.errors import HostNotAllowed, VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import simulated
from parley.core.formats import Localised
from parley.core.home import Home
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.settings import Settings
from parley.core.studio.studio import Studio
from parley.core.voices.base import Capabilities, Delta, Payload, Reply, Request, Voice, Waiting
from parley.core.voices.limits import Limited, Limits
from parley.core.voices.pool import Pool, default_voice, derive, make_voice, speaks
from parley.core.voices.provider import VOICES, Making, Offer, Provider
from parley.core.voices.servers import host_to_allow
from tests.scripted_voices import to_the_end


class Echo:
    """A voice that says the same whatever it is asked."""

    capabilities = Capabilities()

    def __init__(self, spec: VoiceSpec, making: Making) -> None:
        self.spec, self.key = spec, making.key()

    def payload(self, request: Request) -> Payload:
        """Nothing is sent anywhere."""
        return Payload({}, ())

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        """One line."""
        yield Reply(text=f"Line {request.turn}.", provider=self.spec.provider)

    async def close(self) -> None:
        """Nothing is held."""


def _broken(spec: VoiceSpec, making: Making) -> Voice:
    raise ZeroDivisionError


@pytest.fixture(autouse=True)
def _strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VOICES, "_values", dict(VOICES._values))
    echo = Localised(en="Echo", de="Echo")
    for provider in (
        Provider(name="echo", title=echo, detail=echo, create=Echo, simulated=True, local=True),
        Provider(name="cloud", title=echo, detail=echo, create=Echo, servers=True),
        Provider(name="broken", title=echo, detail=echo, create=_broken),
    ):
        VOICES.add(provider.name, provider)


def made(home: Home, spec: VoiceSpec, **more: object) -> Echo:
    voice = make_voice(spec, home, Settings(), SimulatedClock(), **more)  # type: ignore[arg-type]
    assert isinstance(voice, Echo)
    return voice


async def test_it_plays_a_run_on_a_simulated_clock(home: Home) -> None:
    studio = Studio(home)
    wish = RoundtableRequest(voice=VoiceSpec(provider="echo"), turns=4, simulated=True)
    run = studio.start(studio.compose(wish))
    assert run.state.setup.simulated
    await to_the_end(run)
    await run.close()
    await studio.close()
    assert ([turn.text for turn in run.state.turns]) == [f"Line {number}." for number in range(1, 5)]


def test_it_is_given_its_own_key_and_no_other(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-somebody-elses-key-1234")
    assert made(home, VoiceSpec(provider="cloud")).key is None
    monkeypatch.setenv("CLOUD_API_KEY", "cloud-key-0815-4711")
    assert made(home, VoiceSpec(provider="cloud")).key == "cloud-key-0815-4711"
    assert made(home, VoiceSpec(provider="echo")).key is None


def test_a_server_that_a_cast_names_for_it_has_to_be_allowed(home: Home) -> None:
    spec = VoiceSpec(provider="cloud", base_url="https://cloud.example/v1")
    assert host_to_allow(spec, Settings(), ()) == "cloud.example"
    with pytest.raises(HostNotAllowed):
        made(home, spec)
    assert made(home, spec, allowed=("cloud.example",))
    assert not host_to_allow(VoiceSpec(provider="echo", base_url="https://cloud.example"), Settings(), ())


def test_it_is_never_chosen_by_itself_and_can_be_set(home: Home) -> None:
    assert default_voice(home, Settings()).provider in {"embedded", "rehearsal"}
    chosen = Settings.model_validate({"voices": {"default": "echo"}})
    assert default_voice(home, chosen) == VoiceSpec(provider="echo")
    assert speaks(VoiceSpec(provider="echo"), "de", home, chosen)
    assert VOICES["echo"].offer(home, chosen) == Offer()


@pytest.mark.parametrize("provider", ["rehearsal", "echo", "cloud"])
def test_what_follows_a_script_queues_behind_nobody(home: Home, provider: str) -> None:
    pool = Pool(home, Settings, SimulatedClock(), limits=Limits())
    assert isinstance(pool.voice(VoiceSpec(provider=provider)), Limited) is not simulated(provider)


def test_one_that_cannot_be_closed_leaves_no_other_open(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def close(voice: Echo) -> None:
        asked.append(voice.spec.model)
        if len(asked) == 1:
            raise ZeroDivisionError

    monkeypatch.setattr(Echo, "close", close)
    pool = Pool(home, Settings, SimulatedClock(), limits=Limits())
    for model in ("a", "b", "c"):
        pool.voice(VoiceSpec(provider="echo", model=model))
    with pytest.raises(ZeroDivisionError):
        asyncio.run(pool.close())
    assert asked == ["a", "b", "c"]


def test_one_that_is_unknown_or_broken_is_a_sentence_and_no_other_voice(home: Home) -> None:
    for provider, said in (("mistral", "There is no voice called 'mistral'."), ("broken", "'broken' cannot be made")):
        spec = VoiceSpec(provider=provider)
        with pytest.raises(VoiceUnavailable, match=said):
            make_voice(spec, home, Settings(), SimulatedClock())
        with pytest.raises(VoiceUnavailable, match=said):
            derive(spec, home, Settings())
    assert not simulated("mistral")
    with pytest.raises(ValueError, match="no voice called 'mistral'"):
        Settings.model_validate({"voices": {"default": "mistral"}})
