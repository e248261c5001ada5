"""Which voice a name means, from the command line: providers, models with colons, temperature, and names of nothing."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Inside
from tests.strict_server import KEY, StrictServer

TALK = ("run", "duologue", "-b", "rehearsal", "--turns", 2, "--seed", 1, "--fast")


def refused(inside: Inside, *arguments: object, word: str = "mistral") -> None:
    """One sentence that names the word and every provider; nothing is written."""
    done = inside(*arguments, check=None)
    assert done.code != 0
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert word in done.err
    assert all(provider in done.err for provider in ("rehearsal", "embedded", "anthropic"))


@pytest.mark.parametrize("name", ["mistral:large", "mistral: large", " mistral:large", "mistral:"])
def test_a_word_before_a_colon_that_is_no_provider_is_no_side(inside: Inside, name: str) -> None:
    refused(inside, *TALK, "-a", name)
    refused(inside, *TALK, "-a", "rehearsal", "--others", name)
    refused(inside, *TALK, "-a", "Ann", "--voice-a", name)
    # Also where it speaks through something else: every export would call that by this name.
    refused(inside, *TALK, "-a", name, "--voice-a", "rehearsal")
    assert not list(inside.home.glob("runs/*"))


def test_it_is_an_error_in_forks_experiments_casts_and_settings(inside: Inside) -> None:
    inside(*TALK, "-a", "rehearsal", "-o", "talk.jsonl")
    runs = len(list(inside.home.glob("runs/*.jsonl")))
    refused(inside, "fork", "talk.jsonl", "--turn", 1, "--voice", "mistral:large")
    refused(inside, "run", "roundtable", "--voice", "mistral:large")
    spec = inside.folder / "spec.toml"
    for line in (
        'a = "mistral:large"',
        'voice_a = "mistral:large"',
        'voice = "mistral:large"',
        'others = ["mistral:x"]',
    ):
        spec.write_text(f'name = "Words"\n[duologue]\nturns = 2\n{line}\n')
        refused(inside, "experiment", "run", spec)
    cast = inside.folder / "cast.toml"
    cast.write_text('id = "c"\nname = "C"\n[[members]]\nid = "a"\nname = "A"\nvoice = { provider = "mistral" }\n')
    refused(inside, "run", "roundtable", "--cast", cast, word="'members.0.voice.provider'")
    (inside.home / "settings.toml").write_text('[voices]\nembeddings = "mistral:text-embedding-3"\n')
    refused(inside, "measure", "talk.jsonl", "--embeddings")
    assert len(list(inside.home.glob("runs/*.jsonl"))) == runs


def test_a_models_own_colons_are_its_own(inside: Inside) -> None:
    with StrictServer() as server:
        inside.monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        inside.monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        # It knows none of them, and says so.
        inside(*TALK, "-a", "anthropic:llama3:8b", check=1)
        inside(*TALK, "-a", "Ann", "--voice-a", "anthropic:qwen3:4b", check=1)
        inside(*TALK, "-a", "Ann", "--voice", "anthropic", "--model", "phi4:14b", check=1)
        asked = {request.body["model"] for request in server.messages}
    assert asked == {"llama3:8b", "qwen3:4b", "phi4:14b"}
