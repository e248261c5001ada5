"""Servers that have a name in the settings: kept, spoken through, asked about, and never somebody else's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.core import settings as settings_file
from parley.core.base.clock import SimulatedClock
from parley.core.base.errors import HostNotAllowed, VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import split
from parley.core.engine.run_request import request_of
from parley.core.engine.voice_names import voice_named
from parley.core.home import Home
from parley.core.log.events.turn import Usage
from parley.core.settings import Server, Settings, with_server
from parley.core.studio.embeddings import Embedder, choose_voice
from parley.core.studio.studio import Studio
from parley.core.voices.base import Waiting
from parley.core.voices.limits import RATE_LIMITED, Limits
from parley.core.voices.pool import Pool, default_voice, derive, make_voice
from parley.core.voices.provider import VOICES
from parley.core.voices.servers import host_to_allow, list_voices, named_voices
from tests.embedding_server import EmbeddingServer
from tests.entries_by_hand import Talk, heard
from tests.strict_chat import KEY, MODEL, StrictChat
from tests.strict_server import Fail


@pytest.fixture
def server() -> Iterator[StrictChat]:
    with StrictChat() as strict:
        yield strict


def settings_with(**servers: Any) -> Settings:
    return Settings.model_validate({"servers": servers})


def made(home: Home, spec: VoiceSpec, settings: Settings, **more: Any) -> Any:
    return make_voice(spec, home, settings, SimulatedClock(), **more)


def test_a_server_is_spoken_through_by_its_name_with_its_own_key(
    home: Home, server: StrictChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_with(attic={"url": server.url, "model": MODEL, "input": 2.0, "output": 8.0, "context": 9_000})
    monkeypatch.setenv("ATTIC_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-somebody-elses-4711")
    voice = made(home, VoiceSpec(provider="openai.attic"), settings, allowed=("@attic",))
    assert voice.capabilities.context == 9_000
    assert voice.capabilities.price.of(Usage(input=1_000_000, output=1_000_000)) == 10.0
    (line,) = heard(voice, Talk().request())
    assert (line.reply.provider, line.reply.model) == ("openai.attic", MODEL)
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("spec", "settings", "allowed", "asked"),
    [
        ("openai.far", {"url": "https://far.example", "model": "m"}, (), "@far"),
        ("openai.far", {"url": "https://far.example", "model": "m"}, ("@far",), ""),
        ("openai.far", {"url": "https://far.example", "model": "m"}, ("far.example",), "@far"),
        ("openai.far", {"url": "https://far.example", "model": "m", "casts": True}, (), ""),
        ("openai.far", {"url": "http://127.0.0.1:11434", "model": "m"}, (), ""),
        ("openai.far", {"url": "http://127.0.0.1:11434", "model": "m", "output": 1.0}, (), "@far"),
        ("openai.far", {"url": "http://127.evil.example", "model": "m"}, (), "@far"),
        ("openai.gone", {"url": "https://far.example", "model": "m"}, (), ""),
        ("openai", {"url": "http://127.0.0.1:1", "model": "m"}, (), "@openai"),
        ("rehearsal", {"url": "https://far.example", "model": "m"}, (), ""),
    ],
)
def test_whoever_is_not_the_user_has_to_be_allowed_to_spend(
    home: Home, spec: str, settings: dict[str, Any], allowed: tuple[str, ...], asked: str
) -> None:
    known = settings_with(far=settings)
    assert host_to_allow(VoiceSpec(provider=spec), known, allowed) == asked
    chosen = settings_file.set_group(known, "voices", default=spec)
    assert host_to_allow(VoiceSpec(provider=spec), chosen, allowed) == "", "it is the usual one"


def test_a_strangers_address_under_the_name_of_ones_own_server_gets_no_key(
    home: Home, server: StrictChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_with(attic={"url": server.url + "/mine", "model": MODEL, "input": 9.0})
    monkeypatch.setenv("ATTIC_API_KEY", KEY)
    spec = VoiceSpec(provider="openai.attic", base_url=server.url, model=MODEL)
    with pytest.raises(HostNotAllowed) as refused:
        made(home, spec, settings, allowed=("@attic",))
    assert refused.value.hosts == (server.url.removeprefix("http://"),)
    server.key = None
    voice = made(home, spec, settings, allowed=refused.value.hosts)
    assert voice.capabilities.price.input == 0.0
    heard(voice, Talk().request())
    assert KEY not in repr(server.requests[0].headers)


def test_a_cast_asks_and_whoever_asks_for_the_voice_is_not_asked(home: Home, tmp_path: Path) -> None:
    settings = settings_with(far={"url": "https://far.example", "model": "m"})
    studio = Studio(home, settings)
    cast = tmp_path / "strangers.toml"
    voice = '[members.voice]\nprovider = "openai.far"\n'
    cast.write_text(
        'id = "s"\nname = "S"\n' + "".join(f'[[members]]\nid = "{n}"\nname = "{n}"\n{voice}' for n in "abcd")
    )
    config = studio.compose(request_of("roundtable", cast=str(cast), voice=VoiceSpec()))
    with pytest.raises(HostNotAllowed) as refused:
        studio.ensure_allowed([config], "The cast")
    assert refused.value.own
    assert "may cost you money: far" in refused.value.sentence
    assert "--allow-host @far" in refused.value.hint
    studio.compose(request_of("roundtable", voice=VoiceSpec(provider="openai.far")))
    studio.ensure_allowed([config], "The cast")
    sides = Studio(home, settings)
    sides.compose(request_of("duologue", sides=({"name": "openai.far:big"}, {"name": "rehearsal"})))
    assert sides.allowed == {"@far"}


def test_a_log_of_a_server_that_is_not_here_can_be_read_and_not_gone_on_with(home: Home) -> None:
    spec = VoiceSpec(provider="openai.gone", model="m")
    assert derive(spec, home, Settings()).payload(Talk().request()).body["model"] == "m"
    with pytest.raises(VoiceUnavailable, match="no server called 'gone'"):
        made(home, spec, Settings(), allowed=("@gone",))
    with pytest.raises(VoiceUnavailable, match="No model is chosen"):
        made(home, VoiceSpec(provider="openai.a"), settings_with(a={"url": "http://127.0.0.1:1"}))


def test_names_of_servers_are_voices(home: Home) -> None:
    settings = settings_with(
        a={"url": "http://h"}, b={"url": "http://h", "kind": "anthropic"}, openai={"url": "http://h"}
    )
    assert named_voices(settings) == ("openai.a", "anthropic.b")
    names = [each.name for each in list_voices(settings)]
    assert names[-1] == "rehearsal"
    assert names.index("openai.a") < names.index("embedded")
    assert split("openai.a") == ("openai", "a")
    assert split("some.package") == ("some", "package")
    assert "openai.a" in VOICES
    assert not {"some.package", "openai.A", "openai.", "embedded.a", "openai.a.b"} & {
        name for name in ("some.package", "openai.A", "openai.", "embedded.a", "openai.a.b") if name in VOICES
    }
    assert voice_named("openai.a:meta/llama:7b") == VoiceSpec(provider="openai.a", model="meta/llama:7b")
    chosen = settings_file.set_group(settings, "voices", default="openai.a")
    assert default_voice(home, chosen) == VoiceSpec(provider="openai.a")


def test_servers_are_kept_changed_and_removed_with_the_comments_of_the_file(home: Home) -> None:
    one, other = Server(url="http://127.0.0.1:1"), Server(url="http://127.0.0.1:2", model="m")
    settings = with_server(with_server(Settings(), "one", one), "other", other)
    settings = settings_file.set_group(settings, "voices", default="openai.one")
    settings_file.save(home.settings, settings)
    home.settings.write_text(home.settings.read_text().replace("[servers.one]", "# mine\n[servers.one]"))
    assert settings_file.load(home.settings) == settings
    moved = with_server(settings, "one", {"url": "http://127.0.0.1:3"})
    assert (list(moved.servers), moved.voices.default) == (["one", "other"], "openai.one")
    without = with_server(settings, "one", None)
    assert (list(without.servers), without.voices.default) == (["other"], "auto")
    settings_file.save(home.settings, without)
    assert settings_file.load(home.settings) == without
    assert "key" not in home.settings.read_text().lower().replace("single_keys", "")
    settings_file.save(home.settings, with_server(without, "other", None))
    assert settings_file.load(home.settings).servers == {}


async def test_a_rate_limit_at_one_server_holds_up_no_other(home: Home) -> None:
    limits, clock = Limits(4, SimulatedClock()), SimulatedClock()
    with StrictChat(key=None) as slow, StrictChat(key=None) as quick:
        settings = settings_with(
            slow={"url": slow.url, "model": MODEL, "concurrency": 1}, quick={"url": quick.url, "model": MODEL}
        )
        pool = Pool(home, lambda: settings, clock, limits=limits)
        slow.script(Fail.rate_limited(after=30))
        voice = pool.voice(VoiceSpec(provider="openai.slow"))
        parts = voice.speak(Talk().request())
        first = await anext(aiter(parts))
        assert isinstance(first, Waiting)
        assert (first.why, first.seconds) == (RATE_LIMITED, 30.0)
        assert limits.of("openai.slow ", 1).held
        assert not limits.held
        assert not limits.of("openai.slow ", 1).free, "one call at a time"
        other = [part async for part in pool.voice(VoiceSpec(provider="openai.quick")).speak(Talk().request())]
        assert not [part for part in other if isinstance(part, Waiting)]
        await parts.aclose()  # type: ignore[attr-defined]
        await pool.close()
    await asyncio.sleep(0)


async def test_a_named_server_embeds_for_whoever_names_it(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAR_API_KEY", KEY)
    with EmbeddingServer() as server:
        settings = settings_with(far={"url": server.url, "output": 1.0})
        embedder = Embedder(home, settings, choose_voice(home, settings, "openai.far:nomic"))
        found = await embedder.embed_texts(["One line.", "Another line."])
        await embedder.close()
    assert list(found) == ["One line.", "Another line."]
    ((path, headers, body),) = server.calls
    assert (path, body["model"], headers["authorization"]) == ("/v1/embeddings", "nomic", f"Bearer {KEY}")
    assert embedder.model.startswith("openai/")
