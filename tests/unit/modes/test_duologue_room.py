"""Long talks on voices with a short memory: what is cut, what stays, and that a later process cuts alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import VoiceError
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import ContextCut, TurnFailed
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.studio.studio import Studio
from parley.core.voices.base import Capabilities, Delta, Payload, PayloadItem, Reply, Request, Waiting
from parley.core.voices.embedded.voice import EmbeddedVoice
from parley.core.voices.models.model import Model
from tests.played_runs import duologue, played_at, played_in, talk
from tests.scripted_voices import Actor, begun, of_type, recorded, to_the_end

CONTEXT = 4_096
PHRASE = "the long river carries what nobody said on its back, and we go on counting the stones of it. "


class Small(Actor):
    """A voice with a short memory: it refuses what is too long, and keeps what it was sent of every request.

    `limit` is what its API calls the longest reply, in which `thinking` tokens are for thoughts.
    """

    limit, thinking = "max_tokens", 0

    def __init__(self, context: int = CONTEXT, said: str = PHRASE) -> None:
        super().__init__()
        self.context = context
        self.said = said
        self.sent: list[list[tuple[str, str]]] = []

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(context=self.context)

    def payload(self, request: Request) -> Payload:
        view = request.perspective
        sent = [(one.role, "\n".join(block.text for block in one.blocks)) for one in view.messages()]
        items = [PayloadItem("system", view.get_system_text()), *(PayloadItem(role, text) for role, text in sent)]
        limit = {self.limit: request.max_tokens + self.thinking}
        return Payload({"system": view.get_system_text(), "messages": sent, **limit}, items)

    def weigh(self, request: Request) -> int:
        return sum(len(item.text) // 4 + 1 for item in self.payload(request).items)

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        if self.weigh(request) + min(request.max_tokens + self.thinking, self.context // 2) > self.context:
            raise VoiceError("context_full", "Too long.")
        self.sent.append(self.payload(request).body["messages"])
        yield Reply(text=f"{request.turn}: {self.said * (1 + request.turn % 9)}", provider="small")


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


def test_room_for_thoughts_is_left_whatever_an_api_calls_it(tmp_path: Path) -> None:
    cut: list[list[int]] = []
    for limit, thinking in (("max_tokens", 0), ("max_tokens", 1_500), ("max_completion_tokens", 1_500)):
        voice = Small()
        voice.limit, voice.thinking = limit, thinking
        _run, cuts = played(tmp_path / f"{limit}-{thinking}.jsonl", voice, config(60))
        cut.append([each.before for each in cuts])
    assert cut[0] != cut[1] == cut[2]
    assert len(cut[0]) < len(cut[1])


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
