"""The real child process: llama.cpp on loopback, with a model where one is installed."""

from __future__ import annotations

import asyncio
import functools
import inspect
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from parley.core.base.errors import VoiceError, VoiceUnavailable
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.state import State
from parley.core.modes.story.request import StoryRequest
from parley.core.modes.story.state import StoryState
from parley.core.settings import Settings, Voices
from parley.core.studio.studio import Studio
from parley.core.voices.base import Delta, Reply, Request
from parley.core.voices.embedded import process
from parley.core.voices.embedded.process import EmbeddedServer, Lease, Serving
from parley.core.voices.embedded.provider import create
from parley.core.voices.embedded.voice import EmbeddedVoice
from parley.core.voices.models.catalogue import TESTED, Catalogue
from tests.e2e.conftest import until
from tests.entries_by_hand import Talk, startup
from tests.scripted_voices import one_step

SHORT = 12
"""Tokens of a line here: what is said is no matter."""


def models() -> Path:
    """Where the default model is; skips where it was never fetched."""
    places = [Path(found) for found in (os.environ.get("PARLEY_MODELS", ""),) if found]
    for place in [*places, Home.find().models]:
        if Catalogue(place).is_installed(TESTED):
            return place
    pytest.skip(f"the embedded model is not installed: parley models get {TESTED}")


def child_of(server: EmbeddedServer) -> int:
    """The number of its process."""
    assert server._process
    return server._process.pid


def with_voice(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is given a voice of its own."""

    async def main(given: dict[str, Any]) -> None:
        voice = create(VoiceSpec(provider="embedded", model=TESTED), models(), Voices(embedded_context=2_048))
        try:
            await test(voice=voice, **given)
        finally:
            await voice.close()
            await voice.close()

    @functools.wraps(test)
    def run(**given: Any) -> None:
        asyncio.run(main(given))

    others = [each for each in inspect.signature(test).parameters.values() if each.name != "voice"]
    run.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined]
    return run


async def said(voice: EmbeddedVoice, request: Request) -> Reply:
    async for piece in voice.speak(request):
        if isinstance(piece, Reply):
            return piece
    raise AssertionError("no reply")


@pytest.mark.slow
@with_voice
async def test_a_meeting_is_spoken_cached_and_the_same_again(voice: EmbeddedVoice) -> None:
    talk = Talk(startup())
    first = await said(voice, talk.request("boss", kind="opening", chance=1, max_tokens=SHORT))
    assert first.text
    assert first.usage.output > 0
    talk.say("boss", first.text)
    second = await said(voice, talk.request("analyst", chance=2, max_tokens=SHORT))
    # What is read from the cache was computed in other batches, and a hair of difference may draw another word: the
    # same draw is had where as much was cached.
    again, once_more = [await said(voice, talk.request("analyst", chance=2, max_tokens=SHORT)) for _ in range(2)]
    assert [draft.text for draft in again.drafts] == [draft.text for draft in once_more.drafts]
    assert sum(draft.chosen for draft in second.drafts) == 1
    assert again.usage.cache_read > again.usage.input
    assert voice.server.starts == 1


@pytest.mark.slow
@with_voice
async def test_a_schema_is_enforced_and_a_long_prompt_refused(voice: EmbeddedVoice) -> None:
    talk = Talk(startup())
    schema = {"type": "object", "properties": {"member": {"enum": ["writer"]}}, "required": ["member"]}
    reply = await said(voice, talk.request("boss", schema=schema, purpose="selection", task="Choose."))
    assert reply.text.replace(" ", "").replace("\n", "") == '{"member":"writer"}'
    with pytest.raises(VoiceError) as caught:
        await said(voice, talk.request("boss", "word " * 20_000, schema=schema, task="Choose."))
    assert caught.value.kind == "context_full"


@with_voice
async def test_it_keeps_strangers_and_pages_out(voice: EmbeddedVoice) -> None:
    server = voice.server
    await server.start()
    page = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    async with httpx2.AsyncClient(trust_env=False, verify=False, headers=page) as client:
        assert (await client.post(f"{server.address}/completion", json={"prompt": "x"})).status_code == 401
        for method, path in (("OPTIONS", "/v1/chat/completions"), ("GET", "/health"), ("GET", "/v1/models")):
            key = {"Authorization": f"Bearer {server.key}"}
            answer = await client.request(method, server.address + path, headers=key)
            assert answer.headers.get("access-control-allow-origin", "") == ""
            assert answer.headers.get("access-control-allow-credentials", "false") == "false"


@pytest.mark.slow
@with_voice
async def test_it_is_well_after_a_cancel_and_a_kill(voice: EmbeddedVoice) -> None:
    talk = Talk(startup())
    asked = talk.request("boss", chance=1, max_tokens=SHORT)
    stream = voice.speak(asked)
    assert isinstance(await anext(stream), Delta)
    await stream.aclose()
    assert (await said(voice, asked)).text
    server = voice.server
    os.kill(child_of(server), signal.SIGTERM)
    await asyncio.to_thread(until, lambda: not server.running)
    assert (await said(voice, asked)).text
    assert server.starts == 2


def test_the_child_is_told_no_secret_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "child.py"
    script.write_text(
        "import json, os, sys\nprint(json.dumps({'address': ' '.join(os.environ)}), flush=True)\ninput()\n"
    )
    monkeypatch.setattr(process, "SCRIPT", script)
    for name in ("ANTHROPIC_API_KEY", "HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "LLAMA_ARG_CTX_SIZE", "PARLEY_HOME"):
        monkeypatch.setenv(name, "tulip")
    model = tmp_path / "model.gguf"
    model.touch()
    server = EmbeddedServer(Serving(model))
    asyncio.run(server.start())
    asyncio.run(server.stop())
    assert "PATH" in server.address.split()
    assert set(server.address.split()) <= {*process.INHERITED}


async def test_members_share_a_server_and_the_last_one_ends_it() -> None:
    folder = models()
    catalogue = Catalogue(folder)
    path = catalogue.locate(catalogue.get(TESTED))
    one, other = Lease(Serving(path, 512)), Lease(Serving(path, 512))
    server = one.server
    assert other.server is server
    await server.start()
    await one.close()
    assert server.running
    await other.close()
    assert not server.running
    assert one.server is not server
    await one.close()


def test_the_child_ends_with_its_parent() -> None:
    folder = models()
    code = (
        "import asyncio, sys, os; from pathlib import Path\n"
        "from parley.core.voices.embedded.process import EmbeddedServer, Serving\n"
        "server = EmbeddedServer(Serving(Path(sys.argv[1]), 512)); asyncio.run(server.start())\n"
        "print(server._process.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    catalogue = Catalogue(folder)
    path = catalogue.locate(catalogue.get(TESTED))
    parent = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    child = int(parent.stdout)

    stat = Path(f"/proc/{child}/stat")
    if Path("/proc/self/stat").exists():
        until(lambda: not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z")


async def test_a_file_that_is_no_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(VoiceUnavailable, match="is not there"):
        await EmbeddedServer(Serving(tmp_path / "none.gguf")).start()
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + b"\x00" * 400)
    server = EmbeddedServer(Serving(broken))
    with pytest.raises(VoiceError, match=r"broken\.gguf could not be loaded") as caught:
        await server.start()
    assert caught.value.kind == "server"
    assert server.key not in str(caught.value)
    assert not server.running
    await server.stop()


def test_the_child_is_free_of_qt_and_of_us() -> None:
    script = Path(sys.modules["parley.core.voices.embedded.process"].__file__ or "").with_name("server.py")
    listed = "[name for name in sys.modules if name.startswith(('parley', 'PySide'))]"
    code = f"import runpy, sys; runpy.run_path({str(script)!r}); print({listed})"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def a_studio(tmp_path: Path, settings: Settings | None = None) -> Studio:
    """A studio with a home of its own that has the machine's models."""
    folder = models()
    home = Home(tmp_path / "home")
    home.prepare()
    if home.models.is_dir():
        home.models.rmdir()
    home.models.symlink_to(folder, target_is_directory=True)
    return Studio(home, settings or Settings())


def played(studio: Studio, config: RunConfig, turns: int) -> State:
    """The run after so many turns, as its log has it."""

    async def main() -> State:
        run = studio.start(config)
        while len(run.state.turns) < turns and run.state.status != "ended":
            before = run.state.seq
            await one_step(run)
            assert run.state.seq > before, run.state.detail
            assert run.state.reason != "failure", run.state.detail
        await run.close()
        await studio.close()
        return run.state

    state = asyncio.run(main())
    again = studio.open(state.run)
    assert not [*again.damage.lines, *again.damage.refused]
    assert [str(turn.ended) for turn in again.state.turns] == [str(turn.ended) for turn in state.turns]
    return again.state


def by_model(state: State) -> list[str]:
    """Who spoke in the model's words; of the others' turns all are the player's, written, or stage directions."""
    for turn in state.turns:
        assert turn.text.strip()
        if turn.author.kind == "rules":
            assert turn.ended.staged, turn.text
        elif turn.author.kind != "writer" and turn.member not in (PLAYER, "narrator"):
            assert str(turn.author) == f"model:{TESTED}", turn.text
    return [turn.member for turn in state.turns if turn.author.kind == "model"]


@pytest.mark.slow
def test_a_story_s_people_speak_in_the_model_s_words_where_nothing_is_written(tmp_path: Path) -> None:
    """A line that is no command is read by the model first, by a schema with what is there."""
    studio = a_studio(tmp_path)
    voice = VoiceSpec(provider="embedded", model=TESTED)
    script = ("talk to Marta", "How many spoons go into a boot?")
    wish = StoryRequest(setting="ferry", concept="letter", script=script, seed=1, language="en", voice=voice)
    state = played(studio, studio.compose(wish), turns=5)
    assert [turn.member for turn in state.turns][:5] == ["narrator", PLAYER, "marta", PLAYER, "marta"]
    assert by_model(state) == ["marta"]
    assert [str(turn.author) for turn in state.turns if turn.member != PLAYER][:2] == ["writer:ferry"] * 2
    read = state[StoryState].read
    assert read is None or read.method == "voice", read.note


@pytest.fixture(autouse=True)
def _one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute with one thread: other tests run beside, and of two that wait for each other one often does not run."""
    monkeypatch.setattr(process, "default_threads", lambda: 1)
