"""Long talks on voices with a short memory: what is cut, what stays, and that a later process cuts alike."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import VoiceError
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log import log
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import ContextCut, TurnFailed
from parley.core.log.fold import fold
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.perspective.perspective import perspective
from parley.core.studio.studio import Studio
from parley.core.voices.base import Capabilities, Delta, Payload, PayloadItem, Reply, Request, Waiting
from parley.core.voices.embedded.voice import EmbeddedVoice
from parley.core.voices.models import Model
from tests.played_runs import NAMES, duologue, played_at, played_in, talk
from tests.scripted_voices import begun, of_type, recorded, to_the_end
from tests.strict_server import Say, StrictServer

CONTEXT = 4_096
PHRASE = "the long river carries what nobody said on its back, and we go on counting the stones of it. "


class Small:
    """A voice with a short memory: it refuses what is too long, and keeps what it was sent of every request."""

    def __init__(self, context: int = CONTEXT, said: str = PHRASE) -> None:
        self.context = context
        self.said = said
        self.sent: list[list[tuple[str, str]]] = []

    @property
    def spec(self) -> VoiceSpec:
        return VoiceSpec()

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(context=self.context)

    def payload(self, request: Request) -> Payload:
        view = request.perspective
        sent = [(one.role, "\n".join(block.text for block in one.blocks)) for one in view.messages()]
        items = [PayloadItem("system", view.system()), *(PayloadItem(role, text) for role, text in sent)]
        return Payload({"system": view.system(), "messages": sent, "max_tokens": request.max_tokens}, items)

    def tokens(self, request: Request) -> int:
        return sum(len(item.text) // 4 + 1 for item in self.payload(request).items)

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        if self.tokens(request) + min(request.max_tokens, self.context // 2) > self.context:
            raise VoiceError("context_full", "Too long.")
        self.sent.append(self.payload(request).body["messages"])
        yield Reply(text=f"{request.turn}: {self.said * (1 + request.turn % 9)}", provider="small")

    async def close(self) -> None:
        """Nothing is held."""


def config(turns: int, count: int = 2, **chosen: Any) -> RunConfig:
    return talk(turns, count, **({"voice": None, "language": "", "simulated": False} | chosen))


def played(path: Path, voice: Small, config: RunConfig) -> tuple[Run, list[ContextCut]]:
    run, seen = played_at(path, voice, config)
    return run, of_type(seen, ContextCut)


def check(run: Run, voice: Small) -> None:
    """Every request begins with the opening as user, alternates, and goes on with somebody else's whole line."""
    opening = run.state.setup[DuologueConfig].opening
    for sent in voice.sent:
        assert [role for role, _text in sent] == [("user", "assistant")[at % 2] for at in range(len(sent))]
        assert sent[0][1].startswith(opening)
        assert sent[-1][0] == "user"


@pytest.mark.parametrize("turns", [500, pytest.param(2_000, marks=pytest.mark.slow)])
def test_thousands_of_turns_on_a_voice_of_4096_tokens(tmp_path: Path, turns: int) -> None:
    voice = Small()
    run, cuts = played(tmp_path / "run.jsonl", voice, config(turns))
    assert (run.state.status, run.state.reason, len(run.state.turns)) == ("ended", "turns", turns)
    assert len(voice.sent) == turns
    check(run, voice)
    lines = {turn.seq: turn.member for turn in run.state.turns}
    assert len(cuts) > turns // 20
    assert all(lines[cut.before] != cut.member for cut in cuts)
    # Half is free again after a cut, so that most requests go on where the one before ended.
    assert len(cuts) < turns * 0.35


@pytest.mark.parametrize("router", ["star", "ring"])
def test_with_many_sides_nobody_is_sent_too_much(tmp_path: Path, router: str) -> None:
    voice = Small(3_000, said=PHRASE * 2)
    run, cuts = played(tmp_path / "run.jsonl", voice, config(120, 4, router=router))
    assert (run.state.status, len(run.state.turns)) == ("ended", 120)
    check(run, voice)
    assert {cut.member for cut in cuts} == {name.casefold() for name in NAMES[:4]}


def test_what_a_log_says_was_cut_is_not_sent_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run, cuts = played(path, Small(), config(40))
    again = fold(log.read(path).events)
    assert again.cuts == run.state.cuts
    for member, before in again.cuts.items():
        view = perspective(again, member)
        assert view.blocks[view.start].seq == before
        assert view.start == sum(cut.dropped for cut in cuts if cut.member == member)


def _length(sent: list[tuple[str, str]]) -> int:
    return sum(len(text) for _role, text in sent)


def test_the_run_may_allow_less_than_the_voice_takes(tmp_path: Path) -> None:
    voice = Small(1_000_000)
    run, cuts = played(tmp_path / "run.jsonl", voice, config(60, context=1_500))
    check(run, voice)
    assert cuts
    assert {cut.budget for cut in cuts} == {1_500}
    assert max(map(_length, voice.sent)) < 1_500 * 3


async def test_a_voice_that_would_not_take_it_is_sent_half_the_next_time(tmp_path: Path) -> None:
    class Modest(Small):
        """It says that it takes much, and does not."""

        @property
        def capabilities(self) -> Capabilities:
            return Capabilities(context=200_000)

    voice = Modest()
    run = begun(tmp_path / "run.jsonl", voice, config(50))
    seen = recorded(run)

    for _ in range(20):
        await to_the_end(run)
        if run.state.status == "ended":
            return
    assert run.state.status == "ended"
    failed = [event.kind for event in of_type(seen, TurnFailed)]
    assert set(failed) == {"context_full"}
    assert len(of_type(seen, ContextCut)) == len(failed)


def test_the_inspector_shows_what_is_left_out(home: Home) -> None:
    path = str(played_in(home, duologue(turns=40, context=256)).stage.log.path)
    studio = Studio(home)
    opened = studio.open(path)
    payload, reply = studio.payload(opened, 40)
    assert reply is not None
    assert payload.digest() == reply.request_hash
    (told,) = [item.text for item in payload.items if item.role == "left out"]
    said = opened.state.turns[-1]
    cut = opened.replay.find_state_at(said.asked_seq).cuts[said.member]
    kept = next(turn.number for turn in opened.state.turns if turn.seq >= cut)
    assert f"begins at turn {kept}." in told
    early, _reply = studio.payload(opened, 2)
    assert not [item for item in early.items if item.role == "left out"]


def test_over_the_wire_a_tiny_context_holds_for_thirty_turns(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(body: dict[str, Any]) -> int:
        return len(json.dumps([body.get("system"), body["messages"]], ensure_ascii=False)) // 4

    with StrictServer(reply=lambda body: Say(PHRASE * 4)) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", str(server.key))
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)

        spec = VoiceSpec(provider="anthropic", model="claude-haiku-5-5")
        run = played_in(home, duologue(turns=30, voice=spec, context=900, simulated=False))
        assert (run.state.status, len(run.state.turns)) == ("ended", 30)
        assert not [one for one in server.messages if one.refused]
        assert len(server.messages) == 30
        assert max(counted(one.body) for one in server.messages) < 1_400
        assert run.state.cuts.keys() == {"ada", "bo"}


@pytest.mark.parametrize(("context", "when_full"), [(1_024, "drop"), (2_048, "summarise")])
def test_an_embedded_model_leaves_nothing_out_by_itself(tmp_path: Path, context: int, when_full: str) -> None:
    file = tmp_path / "none.gguf"
    model = Model(id="none", title="None", context=8_192, file=file.name, parameters=8_000_000_000)

    class Embedded(Small):
        """What the embedded voice would send, without its server."""

        inner = EmbeddedVoice(VoiceSpec(provider="embedded", model="none"), model, file, context=context)

        @property
        def capabilities(self) -> Capabilities:
            return self.inner.capabilities

        def payload(self, request: Request) -> Payload:
            return self.inner.payload(request)

        async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
            whole = "\n".join(item.text for item in self.payload(request).items)
            if request.purpose == "turn":
                assert all(block.said in whole for block in request.perspective.witnessed())
                assert request.perspective.recap in whole
                yield Reply(text=f"{request.turn}: {PHRASE}")
            else:
                yield Reply(text='{"summary": "It was about a river."}')

    run, cuts = played(tmp_path / "run.jsonl", Embedded(), config(40, when_full=when_full))
    assert (run.state.status, len(run.state.turns)) == ("ended", 40)
    assert cuts
