"""The voice of chat completions against a strict server: what it sends, what it makes of all that can come back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parley.core.base.clock import SimulatedClock
from parley.core.base.errors import VoiceError
from parley.core.base.urls import server_url
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.events.turn import Usage
from parley.core.modes.story.rules.tools import FORMS, NARRATIVE
from parley.core.voices.base import Price, Request, Tool
from parley.core.voices.openai.connection import Connection
from parley.core.voices.openai.found import Found, Kept
from parley.core.voices.openai.voice import Model, OpenAIVoice, make_price
from tests.entries_by_hand import Talk, fails, heard, startup
from tests.strict_chat import KEY, MODEL, StrictChat
from tests.strict_server import CallTool, Fail, Page, Say
from tests.tool_calling_voice import call, view

VOTE = Tool("vote", "Vote.", {"type": "object", "properties": {"for": {"type": "string"}}, "required": ["for"]})
WHO = {"type": "object", "properties": {"who": {"enum": ["boss", "writer"]}}, "required": ["who"]}


@pytest.fixture
def server() -> Iterator[StrictChat]:
    with StrictChat() as strict:
        yield strict


def voice_at(server: StrictChat, **values: Any) -> OpenAIVoice:
    """A voice that speaks to `server`; it waits on a simulated clock."""
    key, timeout = values.pop("key", server.key), values.pop("timeout", 10.0)
    model = Model(id=values.pop("model", MODEL), price=values.pop("price", make_price(1.0, 4.0)), local=True)
    connection = Connection(server=server_url(server.url), key=key, timeout=timeout)
    spec = VoiceSpec(provider="openai.test")
    return OpenAIVoice(spec, connection, model=model, **({"clock": SimulatedClock()} | values))


def test_a_line_streams_and_ends_in_a_reply(server: StrictChat) -> None:
    server.script(Say("Friday, not a day later."))
    server.named = "/home/somebody/models/small.Q4.gguf"
    voice = voice_at(server)
    (line,) = heard(voice, Talk().request())
    assert line.text == line.reply.text == "Friday, not a day later."
    assert (line.reply.provider, line.reply.model) == ("openai.test", "small.Q4.gguf"), (
        "where it lies is nobody's business"
    )
    assert (line.reply.stop_reason, line.reply.request_id) == ("end_turn", "req_000001")
    assert 0 < line.reply.first_token <= line.reply.latency
    assert line.reply.usage.cache_read > 0
    assert line.reply.usage.total == server.completions[0].tokens
    assert line.reply.cost == voice.capabilities.price.of(line.reply.usage) > 0
    assert line.reply.temperature_as == "sampling"
    headers = server.requests[0].headers
    assert (headers["authorization"], headers["x-stainless-retry-count"]) == (f"Bearer {KEY}", "0")


def test_schemas_are_sent_as_strict_as_they_can_be(server: StrictChat) -> None:
    voice = voice_at(server)
    talk = Talk(startup())
    talk.say("boss", "Where are we?")
    talk.say("analyst", "At 62%, „naïve“ count.")
    number = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}
    requests = [
        talk.request("boss", direction=""),
        talk.request("writer", tools=(VOTE,), stop=("\n", "Boss:")),
        talk.request("boss", schema=number),
        talk.request("boss", schema=WHO, task="Choose."),
    ]
    lines = heard(voice, *requests)
    assert not server.refused
    assert [received.body for received in server.completions] == [voice.payload(each).body for each in requests]
    loose, strict = (received.body["response_format"]["json_schema"] for received in server.completions[-2:])
    assert (loose["strict"], loose["schema"]) == (False, number)
    assert (strict["strict"], strict["schema"]["additionalProperties"]) == (True, False)
    assert lines[-1].reply.text == '{"who": "boss"}'


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_what_a_model_thinks_is_no_part_of_its_line(server: StrictChat, field: str) -> None:
    thought = {"reasoning": "What would the boss say? ", "field": field}
    server.script(Say("Friday.", details=thought), Say("<think>Hm. </think>\n\nMonday.", piece=3))
    fields, signs = heard(voice_at(server), *[Talk().request()] * 2)
    assert (fields.text, signs.text) == (fields.reply.text, signs.reply.text) == ("Friday.", "Monday.")


def test_a_model_that_used_its_room_for_thinking_gets_more_of_it_from_then_on(server: StrictChat) -> None:
    server.script(Say("<think>Hm, hm", stop="length"), Say("<think>Hm.</think>Friday."))
    voice = voice_at(server)
    first, second = heard(voice, Talk().request(), Talk().request())
    assert first.reply.text == "Friday."
    assert len(first.waits) == 1
    assert not second.waits
    rooms = [received.body["max_tokens"] for received in server.completions]
    assert rooms[0] + 2_048 == rooms[1] == rooms[2]


LACKING = {
    "tools": {"tools": (VOTE,)},
    "schema": {"schema": WHO},
    "strict": {"schema": WHO},
    "usage": {},
    "sampling": {},
    "stop": {"stop": ("Boss:",)},
    "seed": {},
    "system": {},
    "max_tokens": {},
}


@pytest.mark.parametrize("lack", LACKING)
def test_what_a_server_cannot_do_is_found_out_once_kept_and_worked_around(lack: str, home: Home) -> None:
    def reply(body: dict[str, Any]) -> Any:
        if "response_format" in body and lack == "tools":
            return Say('{"say": "I vote.", "tool": "vote", "arguments": {"for": "Bo"}}')
        asked = "response_format" in body or "JSON object" in body["messages"][-1]["content"]
        return Say('Here it is:\n```json\n{"who": "writer"}\n```' if asked else "Friday. Boss: what?")

    request = Talk(startup()).request(**LACKING[lack])
    with StrictChat(lacks={lack}, reply=reply) as server:
        for fresh in (True, False):
            voice = voice_at(server, kept=Kept(home.servers))
            (line,) = heard(voice, request)
            assert len(line.waits) == (1 if fresh else 0), "the second time it is known"
            assert line.reply.request_hash == voice.payload(request).digest()
        assert len(server.refused) == 1
    if lack == "tools":
        (call,) = line.reply.tool_calls
        assert (line.reply.text, call.name, call.arguments) == ("I vote.", "vote", {"for": "Bo"})
        assert line.text == "", "half a form is nothing to show"
        assert "no tools" in voice.capabilities.limits
    elif lack in {"schema", "strict"}:
        assert json.loads(line.reply.text) == {"who": "writer"}
    elif lack == "stop":
        assert line.reply.text == "Friday. "
    elif lack == "usage":
        assert line.reply.usage.estimated
        assert line.reply.usage.input > 100
        assert line.reply.cost > 0
    elif lack == "sampling":
        assert line.reply.temperature_as == "words"
    elif lack == "system":
        first = server.completions[-1].body["messages"][0]
        assert first["role"] == "user"
        assert request.perspective.get_system_text() in first["content"]
    else:
        assert line.reply.text.startswith("Friday.")


def test_several_lacks_are_found_out_in_one_line() -> None:
    with StrictChat(lacks={"usage", "seed", "stop", "sampling", "max_tokens"}) as server:
        voice = voice_at(server)
        (line,) = heard(voice, Talk().request(stop=("Boss:",)))
        assert line.reply.text
        assert len(server.completions) == 6
    assert len(voice.found.list_workarounds()) == 3


def test_a_server_that_is_deaf_to_schemas_is_asked_in_words_and_once_more() -> None:
    with StrictChat(deaf={"schema"}) as server:
        server.script(Say("The writer, of course."), Say("Writer!"), Say('{"who": "writer"}'))
        voice = voice_at(server)
        (line,) = heard(voice, Talk().request(task="Choose.", schema=WHO))
        assert line.reply.text == '{"who": "writer"}'
        assert len(server.completions) == 3
        assert not voice.found.schema


def test_what_a_form_that_never_fits_ends_in(server: StrictChat) -> None:
    server.script(*[Say("No.")] * 4)
    voice = voice_at(server)
    with pytest.raises(VoiceError) as caught:
        heard(voice, Talk().request(task="Choose.", schema=WHO))
    assert caught.value.kind == "invalid"
    assert caught.value.cost > 0
    assert len(server.completions) == 3


@pytest.mark.parametrize("lacks", [set(), {"after_tool"}])
def test_calls_and_their_results_are_sent_as_pairs(lacks: set[str]) -> None:
    two = (call("start_dialogue", "a.b/ü", character_id="marta"), call("update_game_state", "a.b/ü", flag="f"))
    told = view("I go.", two, "Well?", (call("fly", to="moon"),), "< No.", (call("update_game_state", flag="g"),))
    with StrictChat(lacks=lacks) as server:
        (line,) = heard(voice_at(server), Request(told, "Go on.", tools=tuple(FORMS[name] for name in NARRATIVE)))
        assert line.reply.text
        messages = server.completions[-1].body["messages"]
    between = ["assistant"] if lacks else []
    roles = ["system", "user", "assistant", "tool", "tool", *between, "user", "assistant", "tool", *between, "user"]
    assert [message["role"] for message in messages] == roles
    calls = [each["id"] for message in messages for each in message.get("tool_calls", [])]
    assert calls == ["a_b__", "a_b___2", "one"]


def test_a_model_without_tools_is_told_what_came_of_its_calls() -> None:
    told = view("I go.", (call("update_game_state", flag="g", text="The flag g is set."),))
    with StrictChat(lacks={"tools"}) as server:
        server.script(Say('{"say": "And now?", "tool": "none"}'))
        (line,) = heard(voice_at(server), Request(told, "Go on.", tools=tuple(FORMS[name] for name in NARRATIVE)))
        asked = server.completions[-1].body["messages"]
    assert line.reply.text == "And now?"
    assert "The flag g is set." in asked[-1]["content"]
    assert "update_game_state" in asked[0]["content"]


def test_a_server_that_does_not_stream_is_heard_all_the_same() -> None:
    with StrictChat(deaf={"stream"}) as server:
        server.script(Say("Friday."), CallTool("vote", {"for": "Bo"}))
        said, called = heard(voice_at(server), Talk().request(), Talk().request(tools=(VOTE,)))
    assert said.text == said.reply.text == "Friday."
    assert said.reply.usage.total > 0
    assert called.reply.tool_calls[0].arguments == {"for": "Bo"}


def test_what_a_gateway_says_a_call_cost_counts_unless_a_price_is_set(server: StrictChat) -> None:
    server.extra = {"cost": 0.0125}
    (told,) = heard(voice_at(server, price=None), Talk().request())
    (own,) = heard(voice_at(server, price=Price()), Talk().request())
    assert (told.reply.cost, own.reply.cost) == (0.0125, 0.0)


def test_a_refusal_is_no_line(server: StrictChat) -> None:
    server.script(Say("", stop="stop", details={"refusal": f"I cannot help with {KEY}."}))
    error = fails(voice_at(server))
    assert error.kind == "refused"
    assert "I cannot help with [key]" in error.sentence
    server.script(Say("I can", stop="content_filter"))
    error = fails(voice_at(server))
    assert (error.kind, error.partial) == ("refused", "I can")
    assert Usage(**error.tokens).total > 0


def streamed(*chunks: Any) -> str:
    return "".join(f"data: {each if isinstance(each, str) else json.dumps(each)}\n\n" for each in chunks)


def chunk(delta: Any, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"id": "c", "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]} | more


def test_a_server_that_puts_the_key_into_everything_is_masked_everywhere(server: StrictChat) -> None:
    half = json.dumps({"for": [f"of {KEY}"]})
    tool = {"index": 0, "id": f"call_{KEY}", "function": {"name": f"vote_{KEY}", "arguments": half[:14]}}
    rest = {"index": 0, "function": {"arguments": half[14:]}}
    chunks = [
        chunk({"content": f"My {KEY[:9]}"}, id=f"c_{KEY}", model=f"m-{KEY}"),
        chunk({"content": KEY[9:], "tool_calls": [tool]}),
        chunk({"tool_calls": [rest]}, f"end {KEY}"),
    ]
    server.script(Page(streamed(*chunks)))
    (line,) = heard(voice_at(server), Talk().request())
    assert KEY not in repr(line.reply) + line.text
    assert line.reply.tool_calls[0].arguments == {"for": ["of [key]"]}


def test_calls_of_tools_that_are_told_apart_in_odd_ways(server: StrictChat) -> None:
    def called(index: int | None, name: str, arguments: Any) -> dict[str, Any]:
        return {"index": index, "id": f"id_{name}", "function": {"name": name, "arguments": arguments}}

    chunks = [
        chunk({"tool_calls": [called(0, "a", '{"x": 1}')]}),
        chunk({"tool_calls": [called(0, "b", "{}")]}),
        chunk({"tool_calls": [called(None, "c", {"y": 2})]}),
        chunk({"content": [{"type": "thinking", "text": "hm"}, {"type": "text", "text": "Done."}]}),
        chunk(None, "tool_calls", usage={"prompt_tokens": 3, "completion_tokens": "no"}),
        "[DONE]",
    ]
    server.script(Page(streamed(*chunks)))
    (line,) = heard(voice_at(server), Talk().request())
    made = [(each.name, each.arguments) for each in line.reply.tool_calls]
    assert made == [("a", {"x": 1}), ("b", {}), ("c", {"y": 2})]
    assert line.reply.text == "Done."


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Say(""), "empty"),
        (Say("", stop="length"), "empty"),
        (CallTool("vote", {}, raw='{"for": "bo'), "invalid"),
        (Page(), "invalid"),
        (Page("data: {oops\n\n"), "invalid"),
        (Page(f"data: {'[' * 99_999}\n\n"), "invalid"),
        (Page("data: \xff\n\n"), "invalid"),
        (Page('data: {"choices": 7}\n\n'), "invalid"),
        (Page("data: [DONE]\n\n"), "invalid"),
        (Page(streamed(chunk({"content": "Half"}), "[DONE]")), "dropped"),
        (Fail(400, "context_length_exceeded", "This model's maximum context length is 8192 tokens."), "context_full"),
        (Fail(400, "exceed_context_size_error", "the request exceeds the available context size"), "context_full"),
        (Fail(400, "content_policy_violation", "Flagged."), "refused"),
        (Fail(402, "", "Insufficient credits"), "credit"),
        (Fail(429, "insufficient_quota", "You exceeded your current quota, check your plan and billing"), "credit"),
        (Fail(403, "", "Your input was flagged: requires moderation"), "refused"),
        (Fail(404, "model_not_found", "no"), "bad_request"),
        (Fail(404, "", "File Not Found"), "invalid"),
    ],
)
@pytest.mark.slow
def test_what_another_try_does_not_mend_fails_at_once(server: StrictChat, answer: Any, kind: str) -> None:
    server.script(answer)
    error = fails(voice_at(server))
    assert error.kind == kind
    assert len(server.completions) == 1
    assert error.sentence.endswith(".")
    assert error.hint


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Fail(503, "unavailable_error", "Loading model"), "overloaded"),
        (Page(streamed({"error": {"code": 502, "message": "Provider gone"}})), "server fault"),
    ],
)
def test_a_model_that_loads_and_a_provider_that_is_gone_are_waited_for(
    server: StrictChat, answer: Any, why: str
) -> None:
    server.script(answer, Say("At last."))
    (line,) = heard(voice_at(server), Talk().request())
    assert (line.text, [wait.why for wait in line.waits]) == ("At last.", [why])


def test_the_environments_headers_go_to_openai_alone(server: StrictChat, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID"):
        monkeypatch.setenv(f"OPENAI_{name}", f"tulip-{name}-4711")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Team-Secret: tulip-4712")
    server.key = None
    heard(voice_at(server, key=None), Talk().request())
    assert "tulip" not in repr(server.requests[0].headers)


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("https://api.openai.com", "https://api.openai.com/v1"),
        ("http://localhost:11434/v1/", "http://localhost:11434/v1"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        (
            "https://generativelanguage.googleapis.com/v1beta/openai/",
            "https://generativelanguage.googleapis.com/v1beta/openai",
        ),
        ("https://host.openai.azure.com/openai/v1", "https://host.openai.azure.com/openai/v1"),
    ],
)
def test_the_api_begins_where_each_server_has_it(given: str, url: str) -> None:
    connection = Connection(server=server_url(given), key=KEY)
    assert connection.url == url
    assert KEY not in repr(connection)


def test_what_was_found_out_survives_a_file_that_is_damaged(tmp_path: Path) -> None:
    kept, server = Kept(tmp_path / "servers.json"), server_url("http://h/secret-path-4711")
    kept.keep(server, "m", Found(tools=False))
    assert kept.of(server, "m") == Found(tools=False)
    assert kept.of(server_url("http://h/other"), "m") == Found()
    assert "4711" not in (tmp_path / "servers.json").read_text()
    kept.keep(server, "m", None)
    assert kept.of(server, "m") == Found()
    for damage in (b"", b"[]", b'{"a": {"tools": 7}}', b"\xff"):
        (tmp_path / "servers.json").write_bytes(damage)
        assert kept.of(server, "m") == Found()


@pytest.mark.parametrize("part", ["content", "reasoning_content"])
def test_a_reply_without_an_end_is_left(server: StrictChat, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    monkeypatch.setattr("parley.core.voices.remote.call.LONGEST", 5_000)
    server.script(Page(streamed(*({"choices": [{"index": 0, "delta": {part: "again " * 100}}]} for _ in range(99)))))
    error = fails(voice_at(server))
    assert (error.kind, "more than 5,000 characters" in str(error)) == ("invalid", True)


@pytest.mark.parametrize("odd", [[{}], "many", 1e400, -5, None])
@pytest.mark.parametrize("deaf", [(), ("stream",)])
def test_tokens_of_odd_types_are_not_counted(server: StrictChat, odd: Any, deaf: tuple[str, ...]) -> None:
    server.deaf = frozenset(deaf)
    server.extra = dict.fromkeys(("prompt_tokens", "completion_tokens", "cost"), odd)
    server.extra["prompt_tokens_details"] = {"cached_tokens": odd, "cache_write_tokens": odd}
    (line,) = heard(voice_at(server), Talk().request())
    assert line.reply.text
    assert line.reply.usage.total >= 0
    assert msgspec.json.encode(line.reply)


@pytest.mark.parametrize("odd", ["\ud800", {"\ud800": 1}])
def test_names_of_odd_types_can_be_written_down(server: StrictChat, odd: Any) -> None:
    server.named = odd
    server.script(Say("We \ud800 ship.", stop=odd if isinstance(odd, str) else "end_turn"))
    (line,) = heard(voice_at(server), Talk().request())
    assert line.reply.text == "We ? ship."
    assert msgspec.json.encode(line.reply)
    assert "\ud800" not in line.text


@pytest.mark.parametrize("odd", [{"choices": ["x"]}, {"choices": [{"delta": {"tool_calls": ["x"]}}]}])
def test_what_is_no_completion_is_told(server: StrictChat, odd: Any) -> None:
    server.strange = odd
    server.script(Say("Friday."))
    error = fails(voice_at(server))
    assert (error.kind, "is not" in error.sentence) == ("invalid", True)
