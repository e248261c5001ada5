"""`parley servers`: added, listed, tried out and forgotten, by strict servers on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from parley.core import settings as settings_file
from parley.core.home import Home
from parley.core.voices import servers as places
from parley.core.voices.openai.found import Kept
from parley.core.voices.servers import find_server_in
from tests.strict_chat import KEY, MODEL, StrictChat, well_behaved
from tests.strict_server import KEY as CLAUDE_KEY
from tests.strict_server import Fail, Say, StrictServer
from tests.unit.cli.conftest import Parley, Told


@pytest.fixture
def server() -> Iterator[StrictChat]:
    pytest.importorskip("openai")
    with StrictChat(reply=well_behaved) as strict:
        yield strict


def test_a_server_is_added_changed_and_forgotten(home: Home, parley: Parley, told: Told) -> None:
    assert "none yet" in parley("servers", "list").out
    assert told("servers", "list") == []
    row = told("servers", "add", "openrouter", "--model", "some/model")
    assert (row["voice"], row["url"], row["key"]) == ("openai.openrouter", "https://openrouter.ai/api/v1", "")
    row = told("servers", "add", "openrouter", "--price-in", "0.5", "--casts")
    assert (row["model"], row["input"], row["casts"]) == ("some/model", 0.5, True)
    listed = parley("servers", "list").out
    assert "openrouter" in listed
    assert "--voice openai.openrouter" in listed
    for wrong, said in (
        (("add", "mine"), "--url"),
        (("add", "rehearsal", "--url", "http://h"), "that is a voice"),
        (("add", "mine", "--url", "nowhere"), "URL"),
        (("add", "mine", "--url", "http://h", "--kind", "soap"), "kind"),
        (("remove", "nobody"), "openrouter"),
        (("key", "openrouter"), "keyring is switched off"),
    ):
        refused = parley("servers", *wrong, typed=("sk-1234-abcdefgh",))
        assert refused.code in {1, 2}, wrong
        assert said in refused.err
    assert parley("servers", "remove", "openrouter").code == 0
    assert settings_file.load(home.settings).servers == {}


def test_a_server_is_tried_out_in_a_sentence(
    home: Home, parley: Parley, told: Told, server: StrictChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATTIC_API_KEY", KEY)
    server.models = [
        {"id": MODEL, "context_length": 16_000, "pricing": {"prompt": "0.000001", "completion": "0.000002"}}
    ]
    told("servers", "add", "attic", "--url", server.url)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # nobody's proxy leads to this machine
    sentence = parley("servers", "test", "attic").out
    for part in (f"answers with {MODEL}", "took the key", "It streams."):
        assert part in sentence
    assert not [each.refused for each in server.completions if each.refused]
    (model,) = told("servers", "models", "attic")
    assert (model["context"], model["input"], model["output"]) == (16_000, 1.0, 2.0)
    assert "16,000 tokens  $1 in, $2 out a million" in parley("servers", "models", "attic").out
    found = Kept(home.servers).of(find_server_in(server.url), MODEL)
    assert (found.context, found.prices) == (16_000, (1.0, 2.0))


def test_what_a_server_cannot_do_is_said_kept_and_listed(home: Home, parley: Parley, told: Told) -> None:
    lacks = {"usage", "system", "stop", "sampling", "seed"}
    with StrictChat(key=None, lacks=lacks, deaf={"stream"}) as server:
        told("servers", "add", "poor", "--url", server.url, "--model", MODEL)
        verdict = told("servers", "test", "poor")
    assert verdict["works"]
    assert (verdict["key"], verdict["streams"]) == (False, False)
    assert len(verdict["around"]) == 4
    assert "no system prompt" in verdict["sentence"]
    assert "no system prompt" in parley("servers", "list").out


@pytest.mark.parametrize(
    ("scripted", "said"),
    [
        (Fail(404, "model_not_found", "no"), "knows no model"),
        (Fail(429, "insufficient_quota", "You exceeded your current quota: billing"), "out of credit"),
        (Fail(500), "fault of its own"),
    ],
)
def test_what_does_not_work_is_said(parley: Parley, told: Told, scripted: Any, said: str) -> None:
    with StrictChat(key=None) as server:
        told("servers", "add", "bad", "--url", server.url, "--model", MODEL)
        server.script(scripted, scripted)
        refused = parley("servers", "test", "bad")
        assert refused.code == 1
        assert said in refused.err
        as_json = parley("servers", "test", "bad", "--json")
    assert as_json.code == 1
    assert said in json.loads(as_json.out)["problem"]


def test_a_server_that_is_gone_or_wants_a_key_is_said(parley: Parley, told: Told) -> None:
    with StrictChat() as server:
        told("servers", "add", "mine", "--url", server.url, "--model", MODEL)
        said = parley("servers", "test", "mine").err
        assert "wants an API key. Set one in the settings or in MINE_API_KEY" in said
    assert "cannot be reached" in parley("servers", "test", "mine").err


def test_the_messages_api_is_tried_out_too(parley: Parley, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATE_API_KEY", CLAUDE_KEY)
    with StrictServer() as server:
        told("servers", "add", "gate", "--kind", "anthropic", "--url", server.url, "--model", "claude-haiku-5-5")
        server.script(Say("One, two."))
        verdict = told("servers", "test", "gate")
    assert (verdict["model"], verdict["streams"]) == ("claude-haiku-5-5", True)


PAGES: dict[str, dict[str, Any]] = {
    "Ollama": {
        "/api/ps": {"models": [{"name": "b", "context_length": 32_000}]},
        "/api/show": lambda body: {
            "model_info": {"qwen3.context_length": 40_000},
            "parameters": "num_ctx 9000\nstop x" if body["model"] == "c" else "",
            "capabilities": ["embedding"] if body["model"] == "d" else ["completion", "tools"],
        },
    },
    "LM Studio": {
        "/api/v0/models": {
            "data": [
                {"id": "a", "max_context_length": 7_000, "state": "not-loaded"},
                {"id": "b", "loaded_context_length": 8_000, "max_context_length": 99_000, "state": "loaded"},
                {"id": "d", "type": "embeddings"},
            ]
        }
    },
    "llama.cpp": {"/props": {"default_generation_settings": {"n_ctx": 6_144}}},
    "vLLM": {},
}


def test_what_runs_here_is_found_with_its_models_and_their_context(
    told: Told, parley: Parley, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine-4711-abcdef")
    names = ["a", "b", "c", "d"]
    listed: list[Any] = [*({"id": name} for name in names)]
    servers = [StrictChat(key=None, models=listed, pages=PAGES[name]) for name in ("Ollama", "LM Studio", "llama.cpp")]
    servers.append(StrictChat(key=None, models=[{"id": "v", "max_model_len": 5_000}, {"id": "text-embedder"}]))
    ports = [int(server.url.rpartition(":")[2]) for server in servers]
    monkeypatch.setattr(places, "USUAL", tuple(zip(PAGES, ports, strict=True)))
    for server in servers:
        server.__enter__()
    told("servers", "add", "mine", "--url", servers[3].url + "/v1")
    assert not any(server.requests for server in servers), "nobody is asked before somebody asks"
    found = told("servers", "here")
    said = parley("servers", "here").out
    for server in servers:
        server.__exit__()
    contexts = {each["name"]: {model["id"]: model["context"] for model in each["models"]} for each in found}
    assert contexts == {
        "Ollama": {"a": 4_096, "b": 32_000, "c": 9_000},
        "LM Studio": {"b": 8_000, "a": 7_000, "c": None},
        "llama.cpp": dict.fromkeys(names, 6_144),
        "vLLM": {"v": 5_000},
    }
    assert [each["known_as"] for each in found] == ["", "", "", "mine"]
    assert next(iter(contexts["Ollama"])) == "b", "what is loaded comes first"
    assert "known as mine" in said
    assert not [each for server in servers for each in server.requests if "authorization" in each.headers]


def test_a_server_elsewhere_is_asked_through_the_proxy(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    with StrictChat(key=None, pages={"http://far.example:8000/v1/models": {"data": [{"id": "m"}]}}) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        told("servers", "add", "far", "--url", "http://far.example:8000")
        assert [each["id"] for each in told("servers", "models", "far")] == ["m"]


@pytest.mark.parametrize("page", [{}, [], {"data": 7}, {"data": [7, {"id": 8}]}, "no"])
def test_lists_that_are_none_are_nobodys(told: Told, monkeypatch: pytest.MonkeyPatch, page: Any) -> None:
    with StrictChat(key=None, pages={"/v1/models": page}) as server:
        monkeypatch.setattr(places, "USUAL", (("Ollama", int(server.url.rpartition(":")[2])), ("vLLM", 9)))
        assert told("servers", "here") == []
