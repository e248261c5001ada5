"""The embedded voice against a loopback server that answers as it is told."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import VoiceError, VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.log.authors import RULES
from parley.core.log.events.turn import Author, Usage
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.roundtable.small_model import RoundtablePart
from parley.core.voices import embedded
from parley.core.voices.base import Delta, Reply, Request, Tool
from parley.core.voices.embedded.bodies import pulled, seeded
from parley.core.voices.embedded.choosing import WEIGHTS, score
from parley.core.voices.embedded.process import EmbeddedServer
from parley.core.voices.embedded.voice import EmbeddedVoice
from parley.core.voices.models import Catalogue
from parley.core.voices.models.model import Profile
from tests.entries_by_hand import Talk, startup
from tests.run_configs import composed
from tests.scripted_voices import begun, finished
from tests.standup_events import sample_config

Answer = tuple[int, list[Any]]


class ScriptedServer(EmbeddedServer):
    """A server whose answers are written beforehand; it keeps what it was sent. `plain` is said in one piece."""

    def __init__(self) -> None:
        super().__init__(Path("scripted.gguf"))
        self.answers: list[Answer] = []
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.alive = True
        self.plain: dict[str, Any] | list[Any] | None = None
        self.usual: dict[int, float] = {}
        self.near: dict[str, float] = {}
        self.key = "loopback"
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.sent.append((self.path, body))
                if isinstance(body.get("prompt"), list):
                    status, events = 200, []
                    outer.plain = outer.words(body["prompt"])
                elif "grammar" in body:
                    status, events = 200, [outer.bare(body)]
                else:
                    status, events = outer.answers.pop(0)
                self.send_response(status)
                self.end_headers()
                if "grammar" in body:
                    self.wfile.write(json.dumps(events.pop()).encode())
                elif outer.plain is not None:
                    self.wfile.write(json.dumps(outer.plain).encode())
                for event in events:
                    if event is None:
                        self.connection.close()
                        return
                    text = json.dumps(event)
                    self.wfile.write((f"data: {text}\n\n" if status == 200 else text).encode())

            def log_message(self, *args: Any) -> None:
                """Say nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()
        self.address = f"http://127.0.0.1:{self.http.server_port}"

    @property
    def running(self) -> bool:
        return self.alive

    async def start(self) -> None:
        self.starts += 0 if self.alive else 1
        self.alive = True

    def bare(self, body: dict[str, Any]) -> dict[str, Any]:
        """What a line is without its scene: `usual` says so by its first token."""
        first = int(body["grammar"].partition("[")[2].partition("]")[0])
        told = [{"id": first, "logprob": self.usual.get(first, -4.0)}]
        return {"content": "", "completion_probabilities": told, "timings": {"prompt_n": 2, "predicted_n": 1}}

    def words(self, prompts: list[str]) -> list[Any]:
        """With which words each prompt goes on: those `near` in the run's scene, all alike unlikely in others."""
        scene = startup().topic in prompts[0]
        told = [{"token": f" {word}", "logprob": value if scene else -8.0} for word, value in self.near.items()]
        told += [{"token": " of", "logprob": -1.0}, {"token": "price", "logprob": -0.5}]
        one = {"content": " x", "completion_probabilities": [{"id": 1, "logprob": -1.0, "top_logprobs": told}]}
        return [{**one, "timings": {"prompt_n": 3, "cache_n": 4, "predicted_n": 1}} for _ in prompts]

    def draws_at_once(self, *lines: str) -> None:
        """Answer the next call with these lines at once, in two pieces each; a line's first token is its place."""
        timings = {"prompt_n": 5, "cache_n": 300, "predicted_n": 7}
        heads = [
            {
                "index": at,
                "content": line.partition(" ")[0] + " ",
                "stop": False,
                "completion_probabilities": [{"id": at, "logprob": -2.0}],
            }
            for at, line in enumerate(lines)
        ]
        tails = [{"index": at, "content": line.partition(" ")[2], "stop": False} for at, line in enumerate(lines)]
        ends = [
            {"index": at, "content": "", "stop": True, "stop_type": "word", "stopping_word": "\n", "timings": timings}
            for at in range(len(lines))
        ]
        self.answers.append((200, [*heads, *reversed(tails), *ends]))

    def says(self, *lines: str, stop: str = "word") -> None:
        timings = {"prompt_n": 5, "cache_n": 300, "predicted_n": 7}
        for line in lines:
            pieces = [{"content": piece, "stop": False} for piece in line.partition(" ")]
            end = {"content": "", "stop": True, "stop_type": stop, "stopping_word": "\n", "timings": timings}
            self.answers.append((200, [*pieces, end]))


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    scripted = ScriptedServer()
    yield scripted
    scripted.http.shutdown()
    scripted.http.server_close()
    scripted.thread.join()


@pytest.fixture
def voice(server: ScriptedServer, tmp_path: Path) -> EmbeddedVoice:
    return made(server, tmp_path)


def made(server: ScriptedServer, folder: Path, profile: Profile = "screenplay", draws: int = 1) -> EmbeddedVoice:
    model = Catalogue(folder).get("smollm2-135m").model_copy(update={"profile": profile, "draws": draws})
    return EmbeddedVoice(VoiceSpec(provider="embedded"), model, folder / "m.gguf", context=4_096, server=server)


def asked(voice: EmbeddedVoice, request: Request) -> tuple[Reply, list[Delta]]:
    async def run() -> tuple[Reply, list[Delta]]:
        pieces = [piece async for piece in voice.speak(request)]
        reply = pieces.pop()
        assert isinstance(reply, Reply)
        return reply, [piece for piece in pieces if isinstance(piece, Delta)]

    return asyncio.run(run())


def request(direction: str = "One short line.", **values: Any) -> Request:
    talk = Talk(startup())
    talk.say("boss", "Where are we on the demo?")
    return talk.request("analyst", direction, **{"chance": 41, **values})


def test_a_good_line_is_said_as_it_is_and_what_is_sent_is_what_the_payload_says(
    voice: EmbeddedVoice, server: ScriptedServer
) -> None:
    server.says(" Two weeks behind.")
    reply, deltas = asked(voice, request())
    assert reply.text == "Two weeks behind."
    assert "".join(delta.text for delta in deltas).strip() == reply.text
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (5, 300, 7)
    assert (reply.provider, reply.model, reply.warmth_as) == ("embedded", "smollm2-135m", "sampling")
    assert (reply.cost, reply.redrawn, reply.stop_reason) == (0.0, (), "end_turn")
    path, body = server.sent[0]
    payload = voice.payload(request())
    assert path == "/completion"
    assert body == json.loads(json.dumps(payload.body))
    assert reply.request_hash == payload.digest()
    assert [item.role for item in payload.items] == ["system", "user", "assistant"]


def test_poor_lines_are_drawn_again_with_other_seeds(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    server.says("", " Where are we on the demo?", " It is half done.")
    reply, deltas = asked(voice, request())
    assert reply.text == "It is half done."
    assert [redraw.reason for redraw in reply.redrawn] == ["empty", "repeats an earlier line"]
    assert sum(delta.restart for delta in deltas) == 2
    assert len({body["seed"] for _, body in server.sent}) == 3
    assert reply.usage.output == 21


def test_the_best_of_three_poor_lines_is_kept(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    server.says("", " I see. Boss: So do I.", " Where are we on the demo?")
    reply, deltas = asked(voice, request())
    assert reply.text == "I see."
    assert deltas[-1] == Delta("I see.", restart=True)
    assert [redraw.reason for redraw in reply.redrawn] == ["empty", "repeats an earlier line"]


def test_a_line_beyond_the_cap_ends_at_a_sentence(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    long = " It is done in part, as far as the tables go, and I am glad. " + "The rest of it is another matter " * 6
    server.says(long)
    reply, _ = asked(voice, request())
    assert reply.text == "It is done in part, as far as the tables go, and I am glad."
    assert reply.stop_reason == "max_tokens"


@pytest.fixture
def unled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A roundtable in which the model says everything."""
    monkeypatch.setattr(RoundtablePart, "led", False)


def test_a_line_of_the_rules_is_not_signed_by_the_model(server: ScriptedServer, tmp_path: Path) -> None:
    run = begun(tmp_path / "run.jsonl", made(server, tmp_path, draws=2), sample_config(4))
    server.near = {"design": -6.5}
    asyncio.run(finished(run))
    assert {turn.reply.model for turn in run.state.turns if turn.reply} == {"smollm2-135m"}
    assert run.state.authors == {RULES: 4}


@pytest.mark.usefixtures("unled")
def test_a_line_of_the_model_is_signed_by_it(server: ScriptedServer, tmp_path: Path) -> None:
    run = begun(tmp_path / "run.jsonl", made(server, tmp_path), sample_config(4))
    server.says(" Two weeks behind.", " The login is late.", " I need a tester.", " Then we meet on Monday.")
    asyncio.run(finished(run))
    assert run.state.authors == {Author(kind="model", name="smollm2-135m"): 4}


@pytest.mark.usefixtures("unled")
def test_the_best_of_several_is_said_and_all_are_told(server: ScriptedServer, tmp_path: Path) -> None:
    voice = made(server, tmp_path, draws=4)
    server.draws_at_once("You know what I mean.", "The demo runs, but for the login.", "Where are we on the demo?", "")
    reply, deltas = asked(voice, request())
    assert reply.text == "The demo runs, but for the login."
    # Nothing is seen of the others, and what they cost is counted while they come: one prompt, all their words.
    assert [delta.text for delta in deltas if delta.text] == [reply.text]
    assert not any(delta.restart for delta in deltas)
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (5 + 4, 300, 28 + 2)
    assert [draft.chosen for draft in reply.drafts] == [False, True, False]
    assert reply.drafts[2].fault == "repeats an earlier line"
    body = server.sent[0][1]
    assert (body["n_cmpl"], body["n_probs"]) == (4, 1)
    for draft in reply.drafts:
        assert draft.score == score(draft.terms)
        # What may not be said need not be weighed.
        assert set(draft.terms) == set(WEIGHTS) - ({"scene"} if draft.fault else set())


def test_the_rules_say_what_answers_and_the_model_finds_a_word(server: ScriptedServer, tmp_path: Path) -> None:
    voice = made(server, tmp_path, draws=3)
    server.near = {"design": -4.0, "readers": -5.0, "weather": -7.5, "price": -7.9, "violin": -1.0}
    asks = [one for one in (request(chance=chance, turns=9) for chance in range(30)) if voice.payload(one).body]
    assert 3 < len(asks) < 30
    for number, one in enumerate(asks):
        server.sent.clear()
        payload = voice.payload(one)
        reply, deltas = asked(voice, one)
        # Without a scene it is asked once for all lines.
        assert len(server.sent) == (1 if number else 2)
        assert server.sent[0] == ("/completion", payload.body)
        assert payload.digest() == reply.request_hash
        assert [item.role for item in payload.items] == ["by the rules", *["user"] * len(payload.body["prompt"])]
        assert payload.items[0].text == reply.led
        assert reply.text.startswith(f"{reply.led} ")
        assert "design" in reply.text.removeprefix(reply.led)
        assert reply.words_by == RULES
        assert [delta.text for delta in deltas if delta.text] == [reply.text]
        assert [draft.chosen for draft in reply.drafts] == [True, False, False, False]
        assert [draft.fault for draft in reply.drafts[2:]] == ["is not likely here"] * 2
        # Of an unknown word it is not asked, nor of what begins in the middle of one.
        assert not any("violin" in draft.text for draft in reply.drafts)
        assert reply.usage.output == sum(len(body["prompt"]) for _path, body in server.sent)


def test_where_no_word_is_near_the_rules_speak_alone(server: ScriptedServer, tmp_path: Path) -> None:
    voice = made(server, tmp_path, draws=2)
    server.near = {"design": -6.5, "cold": -9.0, "of": -8.0}
    one = next(one for one in (request(chance=chance, turns=9) for chance in range(30)) if voice.payload(one).body)
    reply, _ = asked(voice, one)
    assert reply.text == reply.led != ""
    assert [draft.fault for draft in reply.drafts] == ["is as likely anywhere", "is not likely here"]
    # A closing is the rules' own: the model is not even asked.
    server.sent.clear()
    closed, _ = asked(voice, request(kind="closing"))
    assert (closed.text, closed.drafts, closed.request_hash, server.sent) == (closed.led, (), "", [])
    assert (reply.words_by, closed.words_by) == (RULES, RULES)
    unsent = voice.payload(request(kind="closing"))
    assert (unsent.body, [item.text for item in unsent.items]) == ({}, [closed.led])


@pytest.mark.usefixtures("unled")
def test_of_lines_that_fit_alike_the_one_that_fits_only_here_is_said(server: ScriptedServer, tmp_path: Path) -> None:
    voice = made(server, tmp_path, draws=2)
    lines = ("The demo is on the table.", "The demo is in the drawer.")
    for usual, said in ((0, 1), (1, 0)):
        server.usual = {usual: -2.0, said: -4.0}
        server.draws_at_once(*lines)
        reply, _ = asked(voice, request())
        assert reply.text == lines[said]
        assert [draft.terms["scene"] for draft in reply.drafts] == [0.8 * (at == said) for at in (0, 1)]
        assert reply.usage.output == 14 + 2


@pytest.mark.usefixtures("unled")
def test_a_model_with_too_many_tokens_weighs_no_scene(server: ScriptedServer, tmp_path: Path) -> None:
    voice = made(server, tmp_path, draws=2)
    voice.model = voice.model.model_copy(update={"weighed": 0})
    server.draws_at_once("The demo is on the table.", "The demo is in the drawer.")
    reply, _ = asked(voice, request())
    assert len(server.sent) == 1
    assert not any("scene" in draft.terms for draft in reply.drafts)


@pytest.mark.usefixtures("unled")
def test_where_none_of_several_may_stand_as_many_are_drawn_again(server: ScriptedServer, tmp_path: Path) -> None:
    voice = made(server, tmp_path, draws=2)
    server.draws_at_once("Where are we on the demo?", "")
    server.draws_at_once("Boss: So do I.", "The demo is late.")
    reply, _ = asked(voice, request())
    assert reply.text == "The demo is late."
    assert len({body["seed"] for _, body in server.sent}) == 2
    assert [draft.text for draft in reply.drafts if draft.chosen] == [reply.text]
    server.draws_at_once("Where are we on the demo?", "")
    server.draws_at_once("", "")
    assert asked(voice, request())[0].text == "Where are we on the demo?"
    server.draws_at_once("", "")
    server.draws_at_once("", " (nods)")
    with pytest.raises(VoiceError, match="nothing to say, 4 times"):
        asked(voice, request())


@pytest.mark.parametrize(("status", "error", "kind"), [
    (400, {"type": "exceed_context_size_error", "message": "request too long"}, "context_full"),
    (400, {"type": "invalid_request_error", "message": "no such field"}, "bad_request"),
    (401, {"type": "authentication_error"}, "auth"), (503, {"type": "unavailable_error"}, "overloaded"),
    (500, {}, "server"), (200, {"code": 500, "message": "out of memory"}, "server"),
])  # fmt: skip
def test_refusals_have_names_also_within_the_stream(
    voice: EmbeddedVoice, server: ScriptedServer, status: int, error: dict[str, str], kind: str
) -> None:
    server.answers.append((status, [*([{"content": " It"}] if status == 200 else []), {"error": error}]))
    with pytest.raises(VoiceError) as caught:
        asked(voice, request())
    assert caught.value.kind == kind
    assert "out of memory" in str(caught.value) or status != 200


def test_events_that_bring_nothing_are_waited_for_as_long_as_silence(
    voice: EmbeddedVoice, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parley.core.voices.embedded.client.SILENCE_SECONDS", 0.0)
    server.answers.append((200, [{"content": " It"}, *[{"content": "", "stop": False}] * 3]))
    with pytest.raises(VoiceError) as caught:
        asked(voice, request())
    assert caught.value.kind == "timeout"


def test_a_server_that_died_is_started_again_once(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    address, server.address = server.address, "http://127.0.0.1:9"

    async def start() -> None:
        if not server.alive:
            server.starts, server.alive, server.address = server.starts + 1, True, address

    server.start = start  # type: ignore[method-assign]
    server.alive = False
    server.starts = 0
    server.says(" We are back.")
    reply, _ = asked(voice, request())
    assert (reply.text, server.starts) == ("We are back.", 1)


def test_a_server_that_does_not_answer_or_dies_twice_is_a_fault(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    async def start() -> None:
        server.address, server.alive = "http://127.0.0.1:9", False

    server.address = "http://127.0.0.1:9"
    with pytest.raises(VoiceError, match="did not answer") as caught:
        asked(voice, request())
    assert caught.value.kind == "connection"
    server.start = start  # type: ignore[method-assign]
    with pytest.raises(VoiceError, match="ended twice") as caught:
        asked(voice, request())
    assert caught.value.kind == "server"


def test_a_structured_request_is_enforced_by_schema(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    schema = {"type": "object", "properties": {"member": {"enum": ["boss"]}}}
    server.answers.append((200, _chat('{"member": "boss"}')))
    reply, deltas = asked(voice, request(schema=schema, purpose="selection", task="Choose who speaks."))
    path, body = server.sent[0]
    assert path == "/v1/chat/completions"
    assert body["response_format"]["json_schema"]["schema"] == schema
    assert body["messages"][0] == {"role": "system", "content": "Choose who speaks."}
    assert json.loads(reply.text) == {"member": "boss"}
    assert (deltas, reply.request_id, reply.usage.cache_read) == ([], "chat-1", 4)


def test_what_a_failed_answer_used_up_is_told(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    server.says("", " (nods)", " Analyst:")
    with pytest.raises(VoiceError, match="nothing to say, 3 times") as caught:
        asked(voice, request())
    assert caught.value.kind == "empty"
    assert Usage(**caught.value.tokens) == Usage(input=15, cache_read=900, output=21)
    server.answers.append((200, _chat('{"member": "bo', "length")))
    with pytest.raises(VoiceError, match="cut off") as caught:
        asked(voice, request(schema={"type": "object"}))
    assert Usage(**caught.value.tokens) == Usage(input=30, cache_read=4, output=12)
    assert (caught.value.kind, caught.value.partial) == ("invalid", '{"member": "bo')


@pytest.mark.parametrize(("answer", "calls"), [
    ({"say": "I look.", "tool": "look", "arguments": {"where": "attic"}}, 1), ({"say": "I wait.", "tool": "none"}, 0),
])  # fmt: skip
def test_a_tool_is_asked_for_as_a_structured_reply(
    voice: EmbeddedVoice, server: ScriptedServer, answer: dict[str, Any], calls: int
) -> None:
    tool = Tool("look", "Look somewhere.", {"type": "object", "properties": {"where": {"type": "string"}}})
    server.answers.append((200, _chat(json.dumps(answer))))
    reply, _ = asked(voice, request(tools=(tool,)))
    assert reply.text == answer["say"]
    assert len(reply.tool_calls) == calls
    assert reply.stop_reason == ("tool_use" if calls else "end_turn")
    if calls:
        assert reply.tool_calls[0].arguments == {"where": "attic"}
    assert "look: Look somewhere." in server.sent[0][1]["messages"][0]["content"]


def test_a_chat_model_is_asked_in_messages_and_seeded(server: ScriptedServer, tmp_path: Path) -> None:
    voice = made(server, tmp_path, "chat")
    server.answers.append((200, _chat("Two weeks behind.")))
    reply, deltas = asked(voice, request(warmth=0.7))
    path, body = server.sent[0]
    assert (path, body["temperature"], body["seed"]) == ("/v1/chat/completions", 0.7, seeded(41))
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["messages"][-1]["content"].endswith("Boss: Where are we on the demo?\nOne short line.")
    assert "".join(delta.text for delta in deltas) == "Two weeks behind."
    assert (reply.text, reply.request_id) == ("Two weeks behind.", "chat-1")
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (30, 4, 12)
    assert voice.capabilities.profile == "messages"


def test_messages_alternate_and_old_ones_go(server: ScriptedServer, tmp_path: Path) -> None:
    voice = made(server, tmp_path, "chat")
    talk = Talk(startup())
    for turn in range(300):
        talk.say(("boss", "analyst", "writer")[turn % 3], f"Line {turn} of a long meeting that goes on and on.")
    body = voice.payload(talk.request("analyst")).body
    roles = [message["role"] for message in body["messages"]]
    assert (roles[:2], roles[-1]) == (["system", "user"], "user")
    assert all(one != other for one, other in itertools.pairwise(roles))
    assert "Line 299 " in json.dumps(body)
    assert "Line 2 " not in json.dumps(body)


async def test_the_server_stops_when_the_call_is_cancelled(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    server.says(" Two weeks behind.")
    stream = voice.speak(request())
    await anext(aiter(stream))
    await stream.aclose()


def test_seeds_are_32_bits_and_never_the_one_that_means_any() -> None:
    seeds = [seeded(chance, attempt) for chance in (0, 1, 2**32 - 1, 2**64 - 1, 2**63) for attempt in range(3)]
    assert all(0 <= seed < 0xFFFFFFFF for seed in seeds)


def test_the_topic_pulls_by_its_own_words() -> None:
    assert pulled("The login is slow for new customers") == ["login", "slow", "customers"]
    assert pulled("Wo wir das Sommerfest feiern") == ["Sommerfest", "feiern"]


def test_the_directors_last_word_is_the_subject(voice: EmbeddedVoice) -> None:
    talk = Talk(startup())
    talk.say("", "The printer burns.")
    bias = voice.payload(talk.request("boss")).body["logit_bias"]
    assert [word for word, _ in bias] == [" printer", " burns"]


@pytest.mark.usefixtures("unled")
def test_without_its_model_the_voice_says_how_to_fetch_it(tmp_path: Path) -> None:
    with pytest.raises(VoiceUnavailable, match="parley models get smollm2-135m"):
        embedded.create(VoiceSpec(provider="embedded"), models=tmp_path)
    with pytest.raises(VoiceUnavailable, match="no model called 'gpt'"):
        embedded.create(VoiceSpec(provider="embedded", model="gpt"), models=tmp_path)
    voice = embedded.derive(VoiceSpec(provider="embedded"), models=tmp_path)
    assert "\nAnalyst:" in voice.payload(request()).body["prompt"]


def _chat(text: str, finish: str = "stop") -> list[Any]:
    half = len(text) // 2
    return [
        {"id": "chat-1", "choices": [{"delta": {"role": "assistant", "content": None}}]},
        {"id": "chat-1", "choices": [{"delta": {"content": text[:half]}}]},
        {"id": "chat-1", "choices": [{"delta": {"content": text[half:]}, "finish_reason": finish}]},
        {"id": "chat-1", "choices": [], "timings": {"prompt_n": 30, "cache_n": 4, "predicted_n": 12}},
    ]


# Counting -------------------------------------------------------------------------------------------------------------


def counted(voice: EmbeddedVoice, request: Request) -> int | None:
    async def run() -> int | None:
        try:
            return await voice.count(request)
        finally:
            await voice.close()

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("profile", "path", "sent", "field", "answer"),
    [
        ("screenplay", "/tokenize", "content", "prompt", {"tokens": [0] * 77}),
        ("chat", "/v1/messages/count_tokens", "messages", "messages", {"input_tokens": 77}),
    ],
)
def test_a_prompt_is_counted_whole_and_a_chat_through_its_template(
    server: ScriptedServer, tmp_path: Path, profile: Profile, path: str, sent: str, field: str, answer: dict[str, Any]
) -> None:
    voice = made(server, tmp_path, profile)
    request = Talk(startup()).request("boss")
    server.plain = answer
    server.answers.append((200, []))
    assert counted(voice, request) == 77
    ((called, body),) = server.sent
    assert (called, body[sent]) == (path, voice.payload(request).body[field])


@pytest.mark.parametrize(
    ("status", "events", "answer"),
    [
        (500, [], {}),
        (404, [], {"error": {"message": "no"}}),
        (200, [], {}),
        (200, [], {"tokens": "?"}),
        (200, [None], None),
    ],
)
def test_a_server_that_cannot_count_or_is_gone_is_not_believed(
    server: ScriptedServer, voice: EmbeddedVoice, status: int, events: list[None], answer: dict[str, Any] | None
) -> None:
    server.plain = answer
    server.answers.append((status, events))
    assert counted(voice, Talk(startup()).request("boss")) is None
    assert server.starts == 0


def test_what_a_duologue_made_room_for_is_sent_whole(server: ScriptedServer, tmp_path: Path) -> None:
    config = composed(DuologueRequest(sides=[SideRequest("Ada"), SideRequest("Bo")], turns=200, seed=7))
    talk = Talk(config)
    for number in range(150):
        talk.say(("ada", "bo")[number % 2], f"Line {number} is about the sea and what the sea is about, and so on.")
    for profile in ("screenplay", "chat"):
        voice = made(server, tmp_path, profile)
        whole = json.dumps(voice.payload(talk.request("ada", "")).body)
        assert all(f"Line {number} is" in whole for number in range(150))
        # A question about all of it was cut to no size.
        asked = json.dumps(voice.payload(talk.request("ada", "", schema={"type": "object"}, purpose="selection")).body)
        assert "Line 149 is" in asked
        assert "Line 0 is" not in asked
