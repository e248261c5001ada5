"""Summaries in long duologues: what a side is sent in place of what it is sent no more, read from the log alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.clock import SimulatedClock
from parley.core.base.errors import VoiceError
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log import log
from parley.core.log.config import Limits, RunConfig
from parley.core.log.events.run import RunPaused
from parley.core.log.events.turn import ContextCut, SummaryAsked
from parley.core.perspective.perspective import perspective
from parley.core.perspective.weight import sum_tokens
from parley.core.studio.studio import Studio
from parley.core.voices.anthropic.models import Model
from parley.core.voices.anthropic.payload import Terms, build_payload
from parley.core.voices.base import Capabilities, Delta, Reply, Request, Waiting, Wrapping
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests import strict_rules
from tests.played_runs import REHEARSAL, lines_of, played_at, played_in, talk
from tests.scripted_voices import begun, of_type, one_step, recorded, reopened

TERMS = Terms(Model(id="claude-haiku-5-5", structured=True))
MARKED = {"en": "[What was said next, summed up", "de": "[Was dann gesagt wurde, zusammengefasst"}


class Short(Wrapping):
    """The rehearsal voice with a short memory; every request is checked by the rules of the Messages API and kept.

    `faults` says what becomes of a request to sum up: None, a failure, or what is replied instead.
    """

    def __init__(
        self,
        context: int = 4_096,
        faults: Callable[[Request], VoiceError | str | None] | None = None,
        cost: float = 0.0,
    ) -> None:
        super().__init__(RehearsalVoice(REHEARSAL, SimulatedClock()))
        self.context = context
        self.faults = faults or (lambda request: None)
        self.cost = cost
        self.spoken: list[Request] = []
        self.summaries: list[Request] = []
        self.stalled = asyncio.Event()
        self.stalls = False

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(structured=True, tools=True, context=self.context, profile="script")

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        body = dict(build_payload(request, TERMS).body)
        if request.purpose == "summary" or request.turn < 100 or request.turn % 16 < 2:
            strict_rules.check(body, "2023-06-01")
        sent = sum(sum_tokens(block["text"]) for block in strict_rules.blocks(body))
        assert sent + request.max_tokens <= self.context, (request.purpose, sent)
        (self.summaries if request.purpose == "summary" else self.spoken).append(request)
        if request.purpose == "summary":
            if self.stalls:
                self.stalled.set()
                await asyncio.Event().wait()
            match self.faults(request):
                case VoiceError() as error:
                    raise error
                case str() as text:
                    yield Reply(text=text, provider="rehearsal")
                    return
        async for piece in self._voice.speak(request):
            yield piece if not isinstance(piece, Reply) or not self.cost else Reply(text=piece.text, cost=self.cost)


def config(turns: int, count: int = 2, **chosen: Any) -> RunConfig:
    return talk(turns, count, **({"when_full": "summarise"} | chosen))


def kept(path: Path, config: RunConfig, voice: Short) -> tuple[Run, list[ContextCut]]:
    """The talk as `voice` has it, and what was cut of it."""
    run, seen = played_at(path, voice, config)
    return run, of_type(seen, ContextCut)


def witnessed(events: list[dict[str, Any]], me: str, since: int, until: int) -> list[tuple[str, str]]:
    """What `me` saw between two places of the log, as (role, text); who spoke of more than two stands before it."""
    names = {member["id"]: member["name"] for member in events[0]["config"]["members"]}
    found = []
    for event in events[since:until]:
        kind, to = event["type"], event.get("heard_by") or event.get("to") or ()
        if kind == "turn.ended" and (me in to or not to or event["member"] == me):
            named = len(names) > 2 and event["member"] != me
            text = f"{names[event['member']]}: {event['text']}" if named else event["text"]
            found.append(("assistant" if event["member"] == me else "user", text))
        elif kind == "topic.injected" and (me in to or not to):
            said = "whispers to you alone" if to else "to everybody"
            found.append(("user", f"Director ({said}): {event['text']}"))
        elif kind == "side.told" and event["member"] == me:
            found.append(("user", event["text"]))
    return found


def shown(events: list[dict[str, Any]], me: str, since: int, until: int) -> list[str]:
    """The same as it is to be summed up: whose words are whose is said, one's own among them."""
    told = {event["text"] for event in events if event["type"] == "side.told" and event["member"] == me}
    two = len(events[0]["config"]["members"]) == 2
    found = []
    for role, text in witnessed(events, me, since, until):
        bare = role == "user" and two and text not in told and not text.startswith("Director (")
        found.append(f"You: {text}" if role == "assistant" else f"The other: {text}" if bare else text)
    return found


def marked(summary: str) -> list[tuple[str, str]]:
    """A summary as it stands behind the opening."""
    if not summary:
        return []
    before, behind = f"{MARKED['en']}, for it is no longer here word for word:]", "[From here on, word for word:]"
    return [("user", f"{before}\n{summary}\n{behind}")]


def joined(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    messages: list[tuple[str, str]] = []
    for role, text in pieces:
        if messages and messages[-1][0] == role:
            messages[-1] = (role, f"{messages[-1][1]}\n{text}")
        else:
            messages.append((role, text))
    return messages


def sent(request: Request) -> list[tuple[str, str]]:
    """What goes over the wire, as (role, text), without the nudge that a voice's own last line calls for."""
    body = build_payload(request, TERMS).body
    return [(one["role"], "\n".join(block["text"] for block in one["content"])) for one in body["messages"]]


def check(run: Run, voice: Short) -> None:
    """Every turn's and every summary's request is what the log says that this member saw, and nothing else."""
    events = lines_of(run)
    opening = events[0]["config"]["duologue"]["opening"]
    cuts: dict[str, tuple[int, str]] = {}
    turns, summaries, before = iter(voice.spoken), iter(voice.summaries), 0
    for here, event in enumerate(events):
        if event["type"] == "turn.started":
            me = event["member"]
            since, summary = cuts.get(me, (0, ""))
            wanted = joined([("user", opening), *marked(summary), *witnessed(events, me, since, here)])
            found = sent(next(turns))
            assert found[: len(wanted)] == wanted
            assert len(found) - len(wanted) == (wanted[-1][0] == "assistant")
        elif event["type"] == "summary.asked":
            me, until = event["member"], event["before"]
            since, summary = cuts.get(me, (0, ""))
            (message,) = sent(next(summaries))
            pieces = [("user", opening), *marked(summary)]
            pieces += [("user", text) for text in shown(events, me, since, until)]
            assert message == joined([*pieces, ("user", "Write the notes now.")])[0]
        elif event["type"] == "context.cut":
            me, before = event["member"], event["before"]
            assert before > cuts.get(me, (0, ""))[0]
            cuts[me] = (before, event.get("summary", ""))
    assert not list(turns)
    assert not list(summaries)


@pytest.mark.parametrize(("sides", "router"), [(2, ""), (4, "ring"), (4, "panel")])
async def test_each_is_sent_what_the_log_says_and_no_whisper_to_others(tmp_path: Path, sides: int, router: str) -> None:
    voice = Short()
    config_ = config(80, sides, router=router, context=700, awareness="high")
    run = begun(tmp_path / "run.jsonl", voice, config_)
    while run.state.status != "ended":
        turn = len(run.state.turns)
        if turn % 9 == 2:
            run.director.inject(
                f"For the ears of one alone, number {turn}.", (run.state.setup.members[turn % sides].id,)
            )
        if turn % 14 == 5:
            run.director.inject(f"For everybody, number {turn}.")
        await one_step(run)
    assert len(run.state.cuts) == sides
    assert len(voice.summaries) >= sides
    check(run, voice)


def test_a_summary_that_was_paid_is_used_even_if_the_director_said_something_meanwhile(tmp_path: Path) -> None:
    path, half = tmp_path / "whole.jsonl", tmp_path / "half.jsonl"
    kept(path, config(30, context=800), Short())
    lines = path.read_bytes().splitlines(keepends=True)
    end = next(at for at, line in enumerate(lines) if b'"purpose":"summary"' in line)
    half.write_bytes(b"".join(lines[: end + 1]))
    run = reopened(half, Short())
    state, asked = run.state, run.state.summing
    assert asked is not None
    other = next(one.id for one in state.setup.members if one.id != asked.member)
    run.director.inject("And now the weather.")
    run.director.mute(asked.member)
    run.director.give_floor(other)
    run.step()
    asyncio.run(run.live(until_paused=True))
    cut = of_type(log.read(half).events, ContextCut)[0]
    assert (cut.member, cut.before, cut.note) == (asked.member, asked.before, "")
    assert cut.summary
    assert run.state.turns[-1].member == other


def refused(kind: Any) -> Callable[[Request], VoiceError | str | None]:
    return lambda request: VoiceError(kind, "It would not.", tokens={"input": 5}, cost=0.01)


@pytest.mark.parametrize(
    ("voice", "says"),
    [
        (Short(faults=refused("overloaded")), "could not sum up: It would not."),
        (Short(faults=lambda request: '{"summary": "  "}'), "empty"),
        (Short(faults=lambda request: '{"summary": '), "empty"),
    ],
)
def test_who_cannot_sum_up_has_it_dropped_and_is_asked_once(tmp_path: Path, voice: Short, says: str) -> None:
    run, cuts = kept(tmp_path / "run.jsonl", config(30, context=800), voice)
    assert (run.state.status, len(run.state.turns)) == ("ended", 30)
    assert cuts
    assert all(says in cut.note and not cut.summary for cut in cuts)
    assert len(voice.summaries) == len(cuts)
    check(run, voice)


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ('{"summary": "One thing is \\"open\\". Another is', 'One thing is "open".'),
        ('```json\n{"summary": "All of it."}\n```', "All of it."),
        ('{"summary": "A. Then there was a long talk about the r', "A. Then there was a long talk about the r"),
        ("Ada: They agreed.", "They agreed."),
    ],
)
def test_as_much_of_an_answer_as_can_be_read_is_kept(tmp_path: Path, answer: str, read: str) -> None:
    _run, cuts = kept(tmp_path / "run.jsonl", config(30, context=800), Short(faults=lambda request: answer))
    assert {cut.summary for cut in cuts} == {read}


async def test_a_pause_comes_before_the_turn_and_a_cancelled_summary_is_asked_for_again(tmp_path: Path) -> None:
    voice = Short()
    voice.stalls = True
    run = begun(tmp_path / "run.jsonl", voice, config(30, context=800))
    seen = recorded(run)
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        group.create_task(run.live())
        run.play()
        await voice.stalled.wait()
        turns = len(run.state.turns)
        run.pause(cancel=True)
        while run.speaking:
            await asyncio.sleep(0)
        assert not of_type(seen, ContextCut)
        assert len(run.state.turns) == turns
        voice.stalls = False
        run.play()
        while run.state.status != "ended":
            await asyncio.sleep(0)
    asked = of_type(seen, SummaryAsked)
    assert len({(each.member, each.before) for each in asked}) == len(asked) == len(of_type(seen, ContextCut))
    # Once more than there are answers: the one that was cancelled.
    assert len(voice.summaries) == len(asked) + 1
    assert len(of_type(seen, RunPaused)) == 1


def test_a_summary_costs_and_the_limit_is_seen_before_the_turn(tmp_path: Path) -> None:
    voice = Short(cost=0.01)
    run, _cuts = kept(tmp_path / "run.jsonl", config(60, context=800, limits=Limits(cost=0.4)), voice)
    assert (run.state.status, run.state.reason) == ("ended", "cost")
    assert voice.summaries
    assert len(voice.spoken) + len(voice.summaries) == 40
    assert run.state.calls == 40


def finished(home: Home, **chosen: Any) -> Run:
    return played_in(home, config(**({"turns": 40, "context": 800} | chosen)))


def forked(home: Home, run: Run, turn: int, edit: str = "") -> Run:
    async def main() -> Run:
        studio = Studio(home)
        branch = studio.fork(str(run.stage.log.path), turn, {}, edit=edit)
        await branch.close()
        await studio.close()
        return branch

    return asyncio.run(main())


@pytest.mark.parametrize("when_full", ["summarise", "drop"])
@pytest.mark.parametrize("edit", ["", "Something else altogether."])
def test_a_fork_sees_what_its_parent_saw_at_that_turn(home: Home, when_full: str, edit: str) -> None:
    run = finished(home, when_full=when_full)
    opened = Studio(home).open(str(run.stage.log.path))
    cut = of_type(opened.replay.events, ContextCut)[1]
    at = next(seq for seq, event in enumerate(opened.replay.events) if event == cut)
    turn = len(opened.replay.find_state_at(at).turns)
    for number in (turn - 1, turn, turn + 1, turn + 4):
        parent, branch = opened.replay.state_at_turn(number), forked(home, run, number, edit).state
        assert branch.summing is None
        assert branch.cuts == parent.cuts
        assert branch.summaries == parent.summaries
        for member in ("ada", "bo"):
            mine, theirs = perspective(branch, member), perspective(parent, member)
            assert (mine.start, mine.summary, mine.recap) == (theirs.start, theirs.summary, theirs.recap)
            one = [(message.role, [block.text for block in message.blocks]) for message in mine.messages()]
            other = [(message.role, [block.text for block in message.blocks]) for message in theirs.messages()]
            if edit:
                # Stage directions come again: it is the last line that was edited.
                other[-1][1][-1] = edit
            assert one == other
