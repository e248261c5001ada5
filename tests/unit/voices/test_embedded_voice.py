"""The embedded voice against a loopback server that answers as it is told."""

from __future__ import annotations

import asyncio
import json
import math
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import VoiceError, VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.log.events.turn import Move, Usage
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.perspective.move_text import phrase_brief_move
from parley.core.settings import Voices
from parley.core.voices.base import Delta, Reply, Request, Tool
from parley.core.voices.embedded import trial
from parley.core.voices.embedded.bodies import seeded
from parley.core.voices.embedded.choosing import score
from parley.core.voices.embedded.process import EmbeddedServer, Serving
from parley.core.voices.embedded.provider import create
from parley.core.voices.embedded.voice import EmbeddedVoice
from parley.core.voices.models.catalogue import OFFERED, TESTED, Catalogue
from parley.core.voices.models.model import read_speed
from tests.entries_by_hand import Talk, startup
from tests.run_configs import composed

Answer = tuple[int, list[Any]]


class ScriptedServer(EmbeddedServer):
    """A server whose answers are written beforehand; it keeps what it was sent. `plain` is said in one piece."""

    def __init__(self) -> None:
        super().__init__(Serving(Path("scripted.gguf")))
        self.answers: list[Answer] = []
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.alive = True
        self.plain: dict[str, Any] | None = None
        self.key = "loopback"
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.sent.append((self.path, body))
                status, events = outer.answers.pop(0)
                self.send_response(status)
                self.end_headers()
                if outer.plain is not None:
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

    def says(self, *lines: str, finish: str = "stop") -> None:
        """Answer the next call with these lines at once, in two pieces each."""
        timings = {"prompt_n": 5, "cache_n": 300, "predicted_n": 7}
        heads = [_piece(at, line[: len(line) // 2]) for at, line in enumerate(lines)]
        tails = [_piece(at, line[len(line) // 2 :]) for at, line in enumerate(lines)]
        ends = [_piece(at, "", finish) | {"timings": timings} for at in range(len(lines))]
        last = {"id": "chat-1", "choices": [], "timings": {"prompt_n": 5, "cache_n": 300, "predicted_n": 9}}
        self.answers.append((200, [*heads, *reversed(tails), *ends, last]))


def _piece(place: int, text: str, finish: str | None = None) -> dict[str, Any]:
    logs = {"content": [{"token": text, "logprob": math.log(0.8)}]}
    choice = {"index": place, "delta": {"content": text}, "finish_reason": finish, "logprobs": logs}
    return {"id": "chat-1", "choices": [choice]}


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


def made(server: ScriptedServer, folder: Path, draws: int = 3, parameters: int = 0) -> EmbeddedVoice:
    model = Catalogue(folder).get(TESTED)
    model = model.model_copy(update={"parameters": parameters or model.parameters})
    spec = VoiceSpec(provider="embedded")
    voice = EmbeddedVoice(spec, model, folder / "m.gguf", context=4_096, draws=draws)
    voice._lease.held = server
    return voice


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


def test_the_best_of_several_is_said_and_all_are_told(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    server.says("You know what I mean.", "Sure, the demo runs but for the login.", "Where are we on the demo?")
    reply, deltas = asked(voice, request())
    assert reply.text == "The demo runs but for the login."
    # Nothing is seen of the others, and what they cost is counted while they come: one prompt, all their words.
    assert [delta.text for delta in deltas if delta.text] == [reply.text]
    assert (reply.usage.input, reply.usage.cache_read, reply.usage.output) == (5, 300, 21)
    # The server says what it is.
    assert (reply.provider, reply.model, reply.request_id) == ("embedded", TESTED, "chat-1")
    assert (reply.cost, reply.stop_reason, reply.temperature_as) == (0.0, "end_turn", "sampling")
    assert [(draft.chosen, draft.fault) for draft in reply.drafts] == [
        (False, ""), (True, ""), (False, "repeats an earlier line"),
    ]  # fmt: skip
    assert all(draft.score == score(draft.terms) for draft in reply.drafts)
    assert {draft.terms["likely"] for draft in reply.drafts} == {0.8}
    path, body = server.sent[0]
    payload = voice.payload(request())
    assert path == "/v1/chat/completions"
    assert body == json.loads(json.dumps(payload.body))
    assert reply.request_hash == payload.digest()
    assert (body["n"], body["seed"]) == (3, seeded(41))


def test_a_small_model_is_asked_for_one_sentence_about_one_line(voice: EmbeddedVoice) -> None:
    talk = Talk(startup())
    for turn in range(40):
        talk.say(("boss", "writer")[turn % 2], f"Line {turn} of a long meeting.")
    sent = voice.payload(talk.request("analyst", move=Move(act="object", to="boss"), reminder="You remember the cat."))
    (system, asked) = sent.body["messages"]
    assert system["content"].startswith(f"You are Analyst, {talk.config.member('analyst').role}")
    assert asked["content"].split("\n") == [
        f"Topic: {talk.config.topic}",
        "Boss: Line 38 of a long meeting.",
        "You remember the cat.",
        "Answer Boss: name one practical problem with that.",
    ]
    assert [item.role for item in sent.items] == ["system", "user"]
    # Whoever brings something up replies to nobody; what the director put in stands below the topic.
    talk.say("", "The cat is gone.")
    sent = voice.payload(talk.request("analyst", move=Move(act="inform")))
    assert sent.body["messages"][1]["content"].split("\n")[1:] == [
        "The cat is gone.",
        "Tell one small thing that happened to you with it yesterday.",
    ]
    assert sent.body["grammar"].endswith("[.!]")


@pytest.mark.parametrize(("move", "told"), [
    (Move(act="object", to="boss", stance="for"), "You are for it: you want a yes. Answer Boss, who is against it:"),
    (Move(act="ask", to="boss"), "Ask Boss one short question about that."),
    (Move(act="answer", injected="The cat is gone."), "Somebody just told you: “The cat is gone.” Answer it: say"),
    (Move(act="object"), "Tell one small thing that happened to you with it yesterday."),
])  # fmt: skip
def test_each_move_has_a_short_request_of_its_own(voice: EmbeddedVoice, move: Move, told: str) -> None:
    talk = Talk(startup())
    talk.say("boss", "Where are we on the demo?")
    sent = voice.payload(talk.request("analyst", move=move))
    assert sent.body["messages"][1]["content"].split("\n")[-1].startswith(told)
    assert (sent.body["grammar"].endswith('"?"')) == (move.act == "ask")


def test_a_question_is_answered_and_anything_else_told_of() -> None:
    warn = Move(act="warn", to="boss")
    assert phrase_brief_move(warn, "en", to="Boss", topic="A boat?") == "Say one thing that could go wrong."
    told = {phrase_brief_move(warn, "en", to="Boss", topic="A boat", turn=turn) for turn in range(10)}
    assert len(told) == 5
    assert all(each.startswith("Tell one small thing that went wrong with it ") for each in told)


def test_a_model_that_talks_well_is_shown_the_whole_talk(server: ScriptedServer, tmp_path: Path) -> None:
    voice = made(server, tmp_path, parameters=8_000_000_000)
    talk = Talk(startup())
    for turn in range(12):
        talk.say(("boss", "writer")[turn % 2], f"Line {turn} of a long meeting.")
    sent = voice.payload(talk.request("analyst", "Hold against it.", move=Move(act="object", to="boss")))
    text = " ".join(message["content"] for message in sent.body["messages"])
    assert all(f"Line {turn} of" in text for turn in range(12))
    assert "Hold against it." in text
    assert "grammar" not in sent.body
    assert not voice.capabilities.led


def test_where_none_may_stand_as_many_are_drawn_again(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    voice.draws = 2
    server.says("Where are we on the demo?", "")
    server.says("Boss: So do I.", "The demo is late.")
    reply, _ = asked(voice, request())
    assert reply.text == "The demo is late."
    assert len({body["seed"] for _, body in server.sent}) == 2
    assert [draft.text for draft in reply.drafts if draft.chosen] == [reply.text]
    server.says("Where are we on the demo?", "")
    server.says("", "")
    assert asked(voice, request())[0].text == "Where are we on the demo?"
    server.says("", "")
    server.says("", " (nods)")
    with pytest.raises(VoiceError, match="nothing to say, 4 times") as caught:
        asked(voice, request())
    assert caught.value.kind == "empty"
    assert Usage(**caught.value.tokens) == Usage(input=10, cache_read=600, output=28)


def test_a_line_beyond_the_cap_ends_at_a_sentence(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    long = "It is done in part, as far as the tables go, and I am glad. " + "The rest of it is another matter " * 6
    server.says(long)
    reply, _ = asked(voice, request())
    assert reply.text == "It is done in part, as far as the tables go, and I am glad."


@pytest.mark.parametrize(("status", "error", "kind"), [
    (400, {"type": "exceed_context_size_error", "message": "request too long"}, "context_full"),
    (400, {"type": "invalid_request_error", "message": "no such field"}, "bad_request"),
    (401, {"type": "authentication_error"}, "server"), (503, {"type": "unavailable_error"}, "overloaded"),
    (500, {}, "server"), (200, {"code": 500, "message": "out of memory"}, "server"),
])  # fmt: skip
def test_refusals_have_names_also_within_the_stream(
    voice: EmbeddedVoice, server: ScriptedServer, status: int, error: dict[str, str], kind: str
) -> None:
    server.answers.append((status, [*([_piece(0, "It")] if status == 200 else []), {"error": error}]))
    with pytest.raises(VoiceError) as caught:
        asked(voice, request())
    assert caught.value.kind == kind
    assert "out of memory" in str(caught.value) or status != 200


def test_a_server_that_does_not_answer_is_a_fault_and_one_that_died_is_started_again(
    voice: EmbeddedVoice, server: ScriptedServer
) -> None:
    address, server.address = server.address, "http://127.0.0.1:9"
    with pytest.raises(VoiceError, match="did not answer") as caught:
        asked(voice, request())
    assert caught.value.kind == "connection"

    async def start() -> None:
        server.starts, server.alive = server.starts + 1, server.starts > 0
        server.address = address if server.alive else "http://127.0.0.1:9"

    server.start, server.starts = start, 0  # type: ignore[method-assign]
    with pytest.raises(VoiceError, match="ended in the middle") as caught:
        asked(voice, request())
    assert caught.value.kind == "server"
    server.says("We are back.")
    assert asked(voice, request())[0].text == "We are back."
    assert server.starts == 2


def test_a_structured_request_is_enforced_by_schema(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    schema = {"type": "object", "properties": {"member": {"enum": ["boss"]}}}
    server.answers.append((200, _chat('{"member": "boss"}')))
    reply, deltas = asked(voice, request(schema=schema, purpose="selection", task="Choose who speaks."))
    path, body = server.sent[0]
    assert path == "/v1/chat/completions"
    assert body["response_format"]["json_schema"]["schema"] == schema
    assert body["messages"][0] == {"role": "system", "content": "Choose who speaks."}
    assert json.loads(reply.text) == {"member": "boss"}
    assert not any(delta.text for delta in deltas)
    assert (reply.request_id, reply.usage.cache_read) == ("chat-1", 4)


def test_what_a_failed_answer_used_up_is_told(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    server.answers.append((200, _chat('{"member": "bo', "length")))
    with pytest.raises(VoiceError, match="cut off") as caught:
        asked(voice, request(schema={"type": "object"}))
    assert Usage(**caught.value.tokens) == Usage(input=30, cache_read=4, output=12)
    assert (caught.value.kind, caught.value.partial) == ("invalid", '{"member": "bo')


def test_a_line_that_fills_the_form_ends_with_a_sentence(voice: EmbeddedVoice, server: ScriptedServer) -> None:
    asking = request(tools=(Tool("look", "Look somewhere.", {"type": "object"}),))
    broken = "I have counted them all. And then we should".ljust(asking.perspective.config.cap, "x")
    server.answers.append((200, _chat(json.dumps({"say": broken, "tool": "none"}))))
    assert asked(voice, asking)[0].text == "I have counted them all."


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


def test_elsewhere_the_modes_own_prompt_is_sent_in_messages(voice: EmbeddedVoice) -> None:
    body = voice.payload(request(temperature=0.9)).body
    assert body["temperature"] == 0.9
    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant"]
    assert body["messages"][1]["content"].endswith("Boss: Where are we on the demo?\nOne short line.")
    # It goes on in its own name: left to itself it speaks of itself by its name, or for whoever spoke last.
    assert body["messages"][2]["content"] == "Analyst:"
    assert voice.capabilities.profile == "messages"


def test_a_trial_measures_what_is_read_and_written(
    server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "EmbeddedServer", lambda *_, **__: server)
    server.plain = {"timings": {"prompt_per_second": 30.0, "predicted_n": 16, "predicted_ms": 5_000.0}}
    server.answers.append((200, []))
    measured = trial.try_out(tmp_path, OFFERED)
    assert measured is not None
    # Of four lines 15 tokens each were written in five seconds; the first of each was there when it began.
    assert (measured.model, measured.read, measured.written) == (OFFERED, 30.0, 12.0)
    assert read_speed(tmp_path) == measured
    assert trial.try_out(tmp_path, TESTED) is None


def test_without_its_model_the_voice_says_how_to_fetch_it(tmp_path: Path) -> None:
    with pytest.raises(VoiceUnavailable, match=f"parley models get {OFFERED}"):
        create(VoiceSpec(provider="embedded"), tmp_path, Voices())
    with pytest.raises(VoiceUnavailable, match="no model called 'gpt'"):
        create(VoiceSpec(provider="embedded", model="gpt"), tmp_path, Voices())
    voice = create(VoiceSpec(provider="embedded"), tmp_path, Voices(), sends=False)
    assert voice.payload(request()).body["messages"]


def _chat(text: str, finish: str = "stop") -> list[Any]:
    half = len(text) // 2
    return [
        {"id": "chat-1", "choices": [{"delta": {"role": "assistant", "content": None}}]},
        {"id": "chat-1", "choices": [{"delta": {"content": text[:half]}}]},
        {"id": "chat-1", "choices": [{"delta": {"content": text[half:]}, "finish_reason": finish}]},
        {"id": "chat-1", "choices": [], "timings": {"prompt_n": 30, "cache_n": 4, "predicted_n": 12}},
    ]


def test_what_a_duologue_made_room_for_is_sent_whole(voice: EmbeddedVoice) -> None:
    config = composed(DuologueRequest(sides=[SideRequest("Ada"), SideRequest("Bo")], turns=200, seed=7))
    talk = Talk(config)
    for number in range(150):
        talk.say(("ada", "bo")[number % 2], f"Line {number} is about the sea and what the sea is about, and so on.")
    whole = json.dumps(voice.payload(talk.request("ada", "")).body)
    assert all(f"Line {number} is" in whole for number in range(150))
    # A question about all of it was cut to no size.
    asked = json.dumps(voice.payload(talk.request("ada", "", schema={"type": "object"}, purpose="selection")).body)
    assert "Line 149 is" in asked
    assert "Line 0 is" not in asked


class Lost(EmbeddedServer):
    """A child that embeds, at whose address nobody answers; as it is called for the first time it is given back."""

    def __init__(self, path: Path) -> None:
        super().__init__(Serving(path, embeds="mean"))
        model, spec = Catalogue(path).get(TESTED), VoiceSpec(provider="embedded")
        self.address, self.asker = "http://127.0.0.1:9", EmbeddedVoice(spec, model, path, context=256)
        self.asker._reader.held = self

    async def start(self) -> None:
        self.starts += 1
        await self.asker.close()


def test_a_child_that_was_given_back_meanwhile_is_not_started_again(tmp_path: Path) -> None:
    server = Lost(tmp_path)
    with pytest.raises(VoiceError, match="ended in the middle"):
        asyncio.run(server.asker.embed_texts(["The sea."]))
    assert server.starts == 1
