"""Batches: the same bodies at half the price, nothing asked twice, and whatever a server can do to it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from parley.core.base.errors import FileError, VoiceError
from parley.core.cast.member import VoiceSpec
from parley.core.log.events.turn import Usage
from parley.core.voices.anthropic import create
from parley.core.voices.anthropic.batch_notes import Note, Notes
from parley.core.voices.anthropic.batching import Batches, Pauses
from parley.core.voices.base import Request, Tool
from tests.entries_by_hand import Heard, Talk, hear
from tests.strict_batches import LOST
from tests.strict_server import KEY, CallTool, Fail, Say, StrictServer

QUICK = Pauses(collecting=0.02, first=0.01, most=0.03, told=0.02)
VOTE = Tool("vote", "Vote.", {"type": "object", "properties": {"for": {"type": "string"}}, "required": ["for"]})


@pytest.fixture
def server() -> Iterator[StrictServer]:
    with StrictServer() as strict:
        strict.batches.outcome = lambda body: Say(f"I heard: {body['messages'][-1]['content'][-1]['text']}")
        yield strict


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "batches"


def asked(*directions: str, run: str = "run", **values: Any) -> list[Request]:
    """A request a direction, each of a run of its own."""
    found = []
    for at, direction in enumerate(directions):
        request = Talk().request(direction=direction, **values)
        config = request.perspective.config.model_copy(update={"id": f"{run}-{at}"})
        found.append(replace(request, perspective=replace(request.perspective, config=config)))
    return found


def heard(
    server: StrictServer, folder: Path, requests: Sequence[Request], *, retries: int = 2, **options: Any
) -> list[Heard | VoiceError | FileError]:
    """What comes of requests that are made at once, through batches."""

    async def one(voice: Any, request: Request, found: list[Any], at: int) -> None:
        try:
            found[at] = await hear(voice, request)
        except (VoiceError, FileError) as error:
            found[at] = error

    async def main() -> list[Heard | VoiceError | FileError]:
        batches = Batches(folder, pauses=options.pop("pauses", QUICK), retries=retries)
        given: dict[str, Any] = {"key": server.key, "base_url": server.url, "timeout": 5.0} | options
        voice = create(VoiceSpec(provider="anthropic"), batches=batches, **given)
        found: list[Any] = [None] * len(requests)
        try:
            async with batches.working(), asyncio.TaskGroup() as group:
                for at, request in enumerate(requests):
                    group.create_task(one(voice, request, found, at))
        finally:
            await voice.close()
            await batches.close()
        return found

    return asyncio.run(main())


def replies(found: Sequence[Heard | VoiceError | FileError]) -> list[str]:
    for each in found:
        assert isinstance(each, Heard), each
    return [each.reply.text for each in found if isinstance(each, Heard)]


def only_fault(found: Sequence[Heard | VoiceError | FileError]) -> VoiceError:
    (error,) = found
    assert isinstance(error, VoiceError), error
    return error


def left_waiting(server: StrictServer, folder: Path, requests: Sequence[Request]) -> None:
    """The same, cut short when the batch is out: as a second Ctrl+C does it."""

    async def main() -> None:
        batches = Batches(folder, pauses=QUICK)
        voice = create(VoiceSpec(provider="anthropic"), batches=batches, key=server.key, base_url=server.url)
        try:
            async with batches.working(), asyncio.TaskGroup() as group:
                for request in requests:
                    group.create_task(hear(voice, request))
                while not (server.batches.made and notes(folder)[0].batch):
                    await asyncio.sleep(0.005)
                raise TimeoutError
        except* TimeoutError:
            pass
        finally:
            await voice.close()
            await batches.close()

    server.batches.held = True
    asyncio.run(main())
    server.batches.held = False


def notes(folder: Path) -> list[Note]:
    return [msgspec.json.decode(path.read_bytes(), type=Note) for path in sorted(folder.glob("*.json"))]


def test_what_is_asked_at_once_goes_in_one_batch_at_half_the_price(server: StrictServer, folder: Path) -> None:
    found = heard(server, folder, asked(*(f"Say {number}." for number in range(20))))
    assert replies(found) == [f"I heard: Say {number}." for number in range(20)]
    (batch,) = server.batches.made.values()
    assert len(batch.requests) == 20
    assert not server.messages
    assert not list(folder.iterdir())
    voice = create(VoiceSpec(provider="anthropic"), key=KEY, base_url=server.url)
    first = found[0]
    assert isinstance(first, Heard)
    assert first.text == first.reply.text
    assert first.reply.batch == batch.id
    assert first.reply.cost == round(voice.capabilities.price.of(first.reply.usage) / 2, 8) > 0
    assert first.reply.provider == "anthropic"
    assert first.reply.model == "claude-haiku-5-5"
    assert first.reply.latency == first.reply.first_token == 0.0
    assert [wait.begun for wait in first.waits][:2] == [False, True]
    assert first.waits[-1].why == "in a batch of 20 since 0 min"


def test_the_body_and_its_hash_are_those_of_a_direct_call(server: StrictServer, folder: Path) -> None:
    (request,) = asked("One short line.")
    voice = create(VoiceSpec(provider="anthropic"), key=KEY, base_url=server.url)
    (found,) = heard(server, folder, [request])
    assert isinstance(found, Heard)
    assert found.reply.request_hash == voice.payload(request).digest()
    (body,) = server.batches.seen
    assert body | {"stream": True} == dict(voice.payload(request).body)


def test_a_tool_is_called_in_a_batch_as_well(server: StrictServer, folder: Path) -> None:
    server.batches.outcome = lambda _body: CallTool("vote", {"for": "boss"}, text="So be it.")
    (found,) = heard(server, folder, asked("Vote.", tools=(VOTE,)))
    assert isinstance(found, Heard)
    assert found.reply.text == "So be it."
    assert [(call.name, call.arguments) for call in found.reply.tool_calls] == [("vote", {"for": "boss"})]
    assert found.reply.stop_reason == "tool_use"


def test_runs_that_ask_the_same_get_results_of_their_own(server: StrictServer, folder: Path) -> None:
    count = iter(range(9))
    server.batches.outcome = lambda _body: Say(f"Sample {next(count)}.")
    assert sorted(replies(heard(server, folder, asked(*["Speak."] * 3)))) == ["Sample 0.", "Sample 1.", "Sample 2."]
    same = asked("Speak.", run="twin") * 2
    assert sorted(replies(heard(server, folder, same))) == ["Sample 3.", "Sample 4."]


OUTCOMES: list[tuple[Any, str, str]] = [
    (Fail.overloaded(), "overloaded", "is overloaded"),
    (Fail(500), "server", "fault of its own (500)"),
    (Fail(400, "invalid_request_error", "max_tokens: must be smaller"), "bad_request", "max_tokens: must be smaller"),
    (Fail.out_of_credit(), "credit", "out of credit"),
    (Fail(400, "invalid_request_error", "prompt is too long: 9 > 8"), "context_full", "grown too long for claude"),
    (Say("No.", stop="refusal"), "refused", "declined"),
    (Say("", stop="max_tokens"), "empty", "used up its"),
    ("expired", "timeout", "24 hours"),
    ("canceled", "dropped", "cancelled"),
    ("odd", "invalid", "no meaning"),
]


def test_a_result_that_is_none_is_the_fault_of_a_direct_call_and_asked_for_anew(
    server: StrictServer, folder: Path
) -> None:
    usual = server.batches.outcome
    assert usual is not None
    requests = asked(*(str(number) for number in range(len(OUTCOMES))), "Speak.")

    def outcome(body: dict[str, Any]) -> Any:
        said = body["messages"][-1]["content"][-1]["text"]
        return OUTCOMES[int(said)][0] if said.isdigit() else usual(body)

    server.batches.outcome = outcome
    *failed, fine = heard(server, folder, requests)
    for error, (_outcome, kind, words) in zip(failed, OUTCOMES, strict=True):
        assert isinstance(error, VoiceError)
        assert error.kind == kind
        assert words in str(error)
    assert isinstance(fine, Heard)
    assert not notes(folder)
    server.batches.outcome = usual
    assert len(replies(heard(server, folder, requests[:-1]))) == len(OUTCOMES)
    assert len(server.batches.seen) == 2 * len(OUTCOMES) + 1


def test_a_refusal_costs_half_as_well_and_a_key_is_not_shown(server: StrictServer, folder: Path) -> None:
    server.batches.outcome = lambda _body: Fail(400, "invalid_request_error", f"the key {KEY} is odd")
    assert KEY not in str(only_fault(heard(server, folder, asked("Speak."))))
    server.batches.outcome = lambda _body: Say("No, not that one.", stop="refusal")
    error = only_fault(heard(server, folder, asked("Speak.")))
    voice = create(VoiceSpec(provider="anthropic"), key=KEY, base_url=server.url)
    assert error.cost == round(voice.capabilities.price.of(Usage(**error.tokens)) / 2, 8) > 0


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (Fail(401, "authentication_error", "invalid x-api-key"), "auth", "did not accept the API key"),
        (Fail.out_of_credit(), "credit", "out of credit"),
        (Fail(404, "not_found_error"), "unavailable", "takes no batches (404). Leave out batch = true"),
        (Fail(501), "unavailable", "takes no batches (501)"),
        (Fail(400, "invalid_request_error", "requests: odd"), "bad_request", "requests: odd"),
    ],
)
def test_a_batch_that_is_not_taken_fails_all_of_its_calls(
    server: StrictServer, folder: Path, fault: Fail, kind: str, words: str
) -> None:
    server.batches.faults["create"].append(fault)
    found = heard(server, folder, asked("One.", "Two."))
    for error in found:
        assert isinstance(error, VoiceError)
        assert error.kind == kind
        assert words in str(error)
    assert not notes(folder)
    assert not server.batches.seen
    assert not server.messages


def test_a_rate_limit_and_an_overload_pass_or_are_told(server: StrictServer, folder: Path) -> None:
    server.batches.faults["create"] += [Fail.rate_limited(after=0.01), Fail.overloaded()]
    assert replies(heard(server, folder, asked("Speak."))) == ["I heard: Speak."]
    assert len(server.batches.made) == 1
    server.batches.faults["create"] += [Fail.rate_limited(after=0.01)] * 3
    assert only_fault(heard(server, folder, asked("Speak."))).kind == "rate_limited"
    assert not notes(folder)


def test_a_batch_whose_answer_was_lost_is_found_and_not_sent_again(server: StrictServer, folder: Path) -> None:
    server.batches.faults["create"].append(LOST)
    assert replies(heard(server, folder, asked("One.", "Two."))) == ["I heard: One.", "I heard: Two."]
    assert len(server.batches.seen) == 2


def test_another_program_s_batch_or_another_homes_is_not_taken_for_ours(
    server: StrictServer, folder: Path, tmp_path: Path
) -> None:
    body = {"model": "claude-haiku-5-5", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}]}
    server.batches.create({"requests": [{"custom_id": "theirs", "params": body}]}, 1)
    server.batches.outcome = lambda _body: Say("Mine.")
    server.batches.faults["create"].append(LOST)
    assert replies(heard(server, folder, asked("One."))) == ["Mine."]
    assert len(server.batches.seen) == 2
    requests = asked("One.", "Two.")
    heard(server, tmp_path / "elsewhere", requests)
    server.batches.faults["create"].append(LOST)
    server.batches.outcome = lambda _body: Say("Here.")
    assert replies(heard(server, folder, requests[::-1])) == ["Here.", "Here."]
    assert len(server.batches.seen) == 6


def test_what_goes_wrong_while_one_waits_is_waited_out(server: StrictServer, folder: Path) -> None:
    server.batches.looks = 3
    server.batches.faults["look"] += [Fail(500), LOST, Fail.rate_limited()]
    server.batches.faults["look/results"] += [Fail.overloaded()]
    assert replies(heard(server, folder, asked("Speak."))) == ["I heard: Speak."]
    assert len(server.batches.seen) == 1


def test_a_key_that_is_refused_in_between_loses_nothing(server: StrictServer, folder: Path) -> None:
    requests = asked("Speak.")
    server.batches.faults["look"].append(Fail(401, "authentication_error"))
    assert only_fault(heard(server, folder, requests)).kind == "auth"
    assert replies(heard(server, folder, requests)) == ["I heard: Speak."]
    assert len(server.batches.seen) == 1
    assert not notes(folder)


def test_who_waits_no_longer_finds_the_results_the_next_time(server: StrictServer, folder: Path) -> None:
    requests = asked(*(f"Say {number}." for number in range(6)))
    left_waiting(server, folder, requests)
    (note,) = notes(folder)
    assert note.count == len(note.calls) == 6
    assert KEY not in (folder / next(folder.glob("*.json")).name).read_text()
    again = [*requests, *asked("Something new.", run="later")]
    assert replies(heard(server, folder, again))[-1] == "I heard: Something new."
    assert len(server.batches.seen) == 7
    assert not notes(folder)


def test_results_that_nobody_wants_yet_are_kept(server: StrictServer, folder: Path) -> None:
    requests = asked("One.", "Two.")
    left_waiting(server, folder, requests)
    assert replies(heard(server, folder, requests[:1])) == ["I heard: One."]
    assert [len(note.calls) for note in notes(folder)] == [1]
    assert replies(heard(server, folder, requests[1:])) == ["I heard: Two."]
    assert len(server.batches.seen) == 2
    assert not notes(folder)


@pytest.mark.parametrize("sent", [True, False])
def test_an_intent_is_looked_for_at_the_server(server: StrictServer, folder: Path, sent: bool) -> None:
    requests = asked("One.", "Two.")
    left_waiting(server, folder, requests)
    # As if killed between the sending and the note of the id, or just before the sending.
    (path,) = folder.glob("*.json")
    note = msgspec.json.decode(path.read_bytes(), type=Note)
    note.batch = ""
    path.write_bytes(msgspec.json.encode(note))
    if not sent:
        server.batches.made.clear()
        server.batches.seen.clear()
    assert replies(heard(server, folder, requests)) == ["I heard: One.", "I heard: Two."]
    assert len(server.batches.seen) == 2
    assert not notes(folder)


@pytest.mark.parametrize("how", ["archived", "deleted"])
def test_results_that_are_gone_are_asked_for_again(server: StrictServer, folder: Path, how: str) -> None:
    requests = asked("Speak.")
    left_waiting(server, folder, requests)
    (batch,) = server.batches.made.values()
    if how == "archived":
        server.batches.end(batch, "2026-10-21")
        batch.archived = True
    else:
        server.batches.made.clear()
    assert replies(heard(server, folder, requests)) == ["I heard: Speak."]
    assert not notes(folder)


def test_old_and_broken_notes_are_no_trouble(folder: Path, server: StrictServer) -> None:
    found = Notes(folder)
    old = Note(server="x", address="y", at=datetime.now(UTC) - timedelta(days=30), count=1, calls=["a-b-c-1"])
    found.write(found.fresh(old))
    (folder / "odd.json").write_text("{")
    (folder / "odder.json").write_text('{"at": "2026-01-01T00:00:00"}')
    assert found.read(datetime.now(UTC)) == []
    assert sorted(path.name for path in folder.iterdir()) == ["odd.json", "odder.json"]
    assert replies(heard(server, folder, asked("Speak."))) == ["I heard: Speak."]


def test_nothing_is_sent_where_it_cannot_be_noted(server: StrictServer, folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    (error,) = heard(server, folder, asked("Speak."))
    assert isinstance(error, FileError)
    assert "Nothing was sent" in str(error)
    assert not server.batches.seen


def test_a_batch_has_bounds_and_one_that_is_too_large_goes_in_halves(
    server: StrictServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = asked(*(f"Say {number}." for number in range(7)))
    with monkeypatch.context() as patched:
        patched.setattr("parley.core.voices.anthropic.batching.MOST_CALLS", 3)
        assert len(replies(heard(server, folder, requests))) == 7
    assert sorted(len(batch.requests) for batch in server.batches.made.values()) == [1, 3, 3]
    server.batches.largest = 4_000
    assert len(replies(heard(server, folder, asked(*map(str, range(8)), run="later")))) == 8
    assert len(server.batches.made) > 4
    assert len(server.batches.seen) == 15


def test_a_server_that_forgets_every_batch_is_not_asked_for_ever(server: StrictServer, folder: Path) -> None:
    server.batches.faults["look"] += [Fail(404, "not_found_error")] * 5
    assert "knows nothing of it" in str(only_fault(heard(server, folder, asked("Speak."))))
    assert len(server.batches.seen) == 2


def test_what_an_ended_run_left_is_forgotten(server: StrictServer, folder: Path) -> None:
    requests = asked("One.", "Two.")
    left_waiting(server, folder, requests)

    async def settle() -> None:
        batches = Batches(folder, pauses=QUICK)
        async with batches.working():
            batches.forget("run-0")
            assert [len(note.calls) for note in notes(folder)] == [1]
            batches.forget("run-1")
            assert not notes(folder)

    asyncio.run(settle())
