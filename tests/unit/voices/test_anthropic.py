from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import aclosing
from typing import Any, cast

import pytest

from parley.core.base.errors import VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.log.events.turn import Usage
from parley.core.voices.anthropic import create
from tests.entries_by_hand import Talk, fails, heard, voice_at
from tests.strict_server import KEY, Break, CallTool, Fail, Page, Say, StrictServer


@pytest.fixture
def server() -> Iterator[StrictServer]:
    with StrictServer() as strict:
        yield strict


def test_a_line_streams_and_ends_in_a_reply(server: StrictServer) -> None:
    server.script(Say("Friday, not a day later."))
    voice = voice_at(server)
    (line,) = heard(voice, Talk().request())
    assert line.text == line.reply.text == "Friday, not a day later."
    assert line.reply.stop_reason == "end_turn"
    assert line.reply.model == "claude-haiku-5-5"
    assert line.reply.provider == "anthropic"
    assert line.reply.request_id == "req_000001"
    assert 0 < line.reply.first_token <= line.reply.latency
    assert line.reply.cost == voice.capabilities.price.of(line.reply.usage) > 0
    assert line.reply.temperature_as == "words"


def test_the_sdk_speaks_the_new_version_with_a_bearer_and_does_not_retry(server: StrictServer) -> None:
    heard(voice_at(server), Talk().request())
    (received,) = server.requests
    assert received.headers["anthropic-version"] == "2026-10-21"
    assert received.headers["authorization"] == f"Bearer {KEY}"
    assert received.headers["x-stainless-retry-count"] == "0"


def test_a_refusal_is_no_line(server: StrictServer) -> None:
    details = {"type": "refusal", "category": "cyber", "explanation": f"Not with {KEY}."}
    server.script(Say("I can", stop="refusal", details=details))
    error = fails(voice_at(server))
    assert error.kind == "refused"
    assert "cyber" in error.sentence
    assert error.partial == "I can"
    assert KEY not in str(error)
    assert error.cost > 0
    assert Usage(**error.tokens).total > 0


def streamed(*events: dict[str, Any]) -> str:
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


EVENTS = streamed(
    {"type": "message_start", "message": {"id": "m", "model": "m", "usage": {"input_tokens": 1}, "content": []}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Half a reply."}},
    {"type": "content_block_stop", "index": 0},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}},
    {"type": "message_stop"},
)
"""A reply as it streams; without its first event it is none."""


def test_a_server_that_puts_the_key_into_everything_is_masked_everywhere(server: StrictServer) -> None:
    tool = {"type": "tool_use", "id": f"toolu_{KEY}", "name": f"vote_{KEY}", "input": {}}
    half = json.dumps({"for": [f"of {KEY}"]})
    start = {"id": f"msg_{KEY}", "model": f"claude-{KEY}", "usage": {"input_tokens": 1}, "content": []}
    events = [
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": tool},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": half[:14]}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": half[14:]}},
        {"type": "message_delta", "delta": {"stop_reason": f"end {KEY}"}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ]
    server.script(Page(streamed(*events)))
    (line,) = heard(voice_at(server), Talk().request())
    assert KEY not in repr(line.reply)
    assert line.reply.tool_calls[0].arguments == {"for": ["of [key]"]}
    server.script(Say("No.", stop="refusal", details={"type": "refusal", "category": KEY, "explanation": f"Ask {KEY}"}))
    error = fails(voice_at(server))
    assert KEY not in repr(vars(error))


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Say("Too mu", stop="model_context_window_exceeded"), "context_full"),
        (Say(""), "empty"),
        (Say("", stop="max_tokens"), "empty"),
        (CallTool("vote", {}, raw='{"for": "bo'), "invalid"),
        (Page(), "invalid"),
        (Page("event: message_start\ndata: {oops\n\n"), "invalid"),
        (Page('event: message_start\ndata: {"type": "message_start"}\n\n'), "invalid"),
        (Page("event: message_start\ndata: \xff\n\n"), "invalid"),
        (Page(EVENTS.partition("\n\n")[2]), "invalid"),
        (Page(EVENTS.split("\n\n")[-2] + "\n\n"), "invalid"),
        (Fail(400, "invalid_request_error", "messages.0: no"), "bad_request"),
        (Fail(400, "invalid_request_error", "prompt is too long: 1000001 tokens > 1000000 maximum"), "context_full"),
        (Fail(400, "invalid_request_error", "Your credit balance is too low"), "credit"),
        (Fail.out_of_credit(), "credit"),
        (Fail(403, "permission_error", "no"), "auth"),
        (Fail(404, "not_found_error", "model: x"), "bad_request"),
        (Fail(413, "request_too_large", "Request exceeds the maximum size"), "context_full"),
        (Fail(429, "rate_limit_error", "no", {"x-should-retry": "false"}), "rate_limited"),
        (Fail(429, "rate_limit_error", "no", {"retry-after": "3600"}), "rate_limited"),
    ],
)
@pytest.mark.slow
def test_what_another_try_does_not_mend_fails_at_once(server: StrictServer, answer: Any, kind: str) -> None:
    server.script(answer)
    error = fails(voice_at(server))
    assert error.kind == kind
    assert len(server.messages) == 1
    assert error.sentence.endswith(".")
    assert error.hint


def test_a_wrong_key_is_said_without_the_key_and_a_missing_one_with_how_to_set_it(server: StrictServer) -> None:
    wrong = "sk-ant-wrong-secret-987654321"
    error = fails(voice_at(server, key=wrong))
    assert error.kind == "auth"
    assert "did not accept the API key" in error.sentence
    chain = [error, error.__cause__, error.__context__ if not error.__suppress_context__ else None]
    assert wrong not in "".join(map(repr, chain))
    error = fails(voice_at(server, key=None))
    assert error.kind == "auth"
    assert "wants an API key" in error.sentence
    assert "settings" in error.hint


def test_the_servers_own_patience_is_kept_to(server: StrictServer) -> None:
    server.script(Fail.rate_limited(after=12), Fail(429, "rate_limit_error", "no", {"retry-after-ms": "250"}))
    (line,) = heard(voice_at(server), Talk().request())
    assert [wait.seconds for wait in line.waits] == [12.0, 0.25]
    # After so many tries it fails with the last reason.
    server.script(*[Fail.rate_limited(after=1)] * 2, Fail.overloaded())
    assert fails(voice_at(server, retries=2)).kind == "overloaded"
    assert len(server.messages) == 6


@pytest.mark.parametrize("how", ["drop", "end", "error"])
def test_what_an_attempt_cost_is_told_when_it_is_made_again(server: StrictServer, how: str) -> None:
    server.script(Break(how=how), Fail.overloaded(), Say("Friday."))
    (line,) = heard(voice_at(server), Talk().request())
    broken, refused, said = server.messages
    assert [wait.fault for wait in line.waits] == ["overloaded" if how == "error" else "dropped", "overloaded"]
    first, second = (wait.spent for wait in line.waits)
    assert first
    assert (first.usage.total, first.request_id) == (broken.tokens, broken.id)
    assert broken.tokens
    assert second is None or not second.usage.total
    assert not refused.tokens
    assert (line.reply.usage.total, line.reply.request_id) == (said.tokens, said.id)


async def test_what_was_counted_is_told_before_the_first_word(server: StrictServer) -> None:
    server.script(Break(how="hang"))
    voice = voice_at(server, timeout=60.0)
    async with aclosing(cast("Any", voice.speak(Talk().request()))) as parts:
        first = await anext(parts)
    assert first.text == ""
    assert first.spent.usage.total == server.messages[0].tokens > 0
    await voice.close()


def test_a_server_that_is_not_there_is_said() -> None:
    with StrictServer() as gone:
        pass
    error = fails(voice_at(gone))
    assert error.kind == "connection"
    assert "127.0.0.1" in error.sentence


@pytest.mark.parametrize(
    ("key", "base_url"),
    [
        ("sk-ant-\nnew", ""),
        ("schlüssel", ""),
        ("sk-ant-ok", "localhost:8080"),
        ("sk-ant-ok", "ftp://x"),
        (None, "http://"),
        (None, ""),
    ],
)
def test_what_cannot_be_a_key_or_a_server_is_said_before_anything_is_sent(key: str | None, base_url: str) -> None:
    with pytest.raises(VoiceUnavailable) as caught:
        create(VoiceSpec(provider="anthropic"), key=key, base_url=base_url, timeout=1, retries=0)
    assert key is None or key not in str(caught.value)
    assert "ANTHROPIC_API_KEY" in caught.value.hint or key or base_url


def test_another_server_needs_no_key_and_never_gets_the_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-mine")
    with StrictServer(key=None) as local:
        heard(voice_at(local, key=None), Talk().request())
    assert "sk-ant-mine" not in str(local.requests[0].headers)


def test_a_server_that_only_a_cast_names_never_gets_the_key() -> None:
    with StrictServer(key=None) as foreign:
        spec = VoiceSpec(provider="anthropic", base_url=foreign.url)
        heard(create(spec, key="sk-ant-mine", base_url="", timeout=5.0, retries=0), Talk().request())
        heard(create(spec, key="sk-ant-mine", base_url=foreign.url + "/v1", timeout=5.0, retries=0), Talk().request())
    first, second = foreign.requests
    assert "sk-ant-mine" not in str(first.headers)
    assert "sk-ant-mine" in str(second.headers)


def test_local_models_are_sampled_and_cost_nothing() -> None:
    voice = create(
        VoiceSpec(provider="anthropic", model="qwen3:4b"), key=None, base_url="http://localhost:1", timeout=1, retries=0
    )
    assert voice.capabilities.sampling
    assert not voice.capabilities.structured
    assert voice.capabilities.price.of(Usage(input=1_000_000)) == 0.0
    assert voice.payload(Talk().request(temperature=1.1)).body["temperature"] == 1.1


def test_a_claude_that_is_newer_than_the_data_is_asked_about(server: StrictServer, monkeypatch: Any) -> None:
    monkeypatch.setitem(__import__("tests.strict_rules", fromlist=["THINKING"]).THINKING, "claude-opus-7", {"adaptive"})
    voice = voice_at(server, "claude-opus-7")
    (line,) = heard(voice, Talk().request())
    assert [received.path for received in server.requests] == ["/v1/models/claude-opus-7", "/v1/messages"]
    assert server.messages[0].body["output_config"] == {"effort": "low"}
    assert line.reply.request_hash == voice.payload(Talk().request()).digest()
    assert "price" in voice.capabilities.limits
