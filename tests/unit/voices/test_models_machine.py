"""Which model a machine has room and speed for."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.core.home import Home
from parley.core.settings import Settings
from parley.core.voices.embedded.provider import EMBEDDED
from parley.core.voices.models import model as machines
from parley.core.voices.models.catalogue import Catalogue
from parley.core.voices.models.model import SPEED, Speed, propose_model, read_speed, too_large

GIGA = 1_000_000_000


def rooms(gigabytes: float) -> int:
    return int(gigabytes * GIGA)


FAST = Speed(parameters=1_500_000_000, read=3_000, written=3_000)


@pytest.mark.parametrize(("gigabytes", "english", "german"), [
    (1, "qwen2.5-0.5b", "qwen2.5-0.5b"), (4, "qwen2.5-0.5b", "qwen2.5-0.5b"),
    (8, "qwen2.5-coder-1.5b", "qwen2.5-1.5b"), (16, "qwen3-4b", "qwen3-4b"), (32, "qwen3-8b", "qwen3-8b"),
    (0, "qwen2.5-0.5b", "qwen2.5-0.5b"),
])  # fmt: skip
def test_the_memory_decides_which_is_proposed_where_all_are_fast(gigabytes: float, english: str, german: str) -> None:
    models = Catalogue(Path("nowhere")).list()
    found = [propose_model(models, language, 4_096, rooms(gigabytes), FAST) for language in ("en", "de")]
    assert [one.id for one in found if one] == [english, german]
    assert all(one and not one.terms for one in found)
    assert propose_model(models, "xx", 4_096, rooms(gigabytes), FAST) is None


@pytest.mark.parametrize(("read", "written", "name"), [
    (60, 26, "qwen3-1.7b"), (30, 13, "qwen3-0.6b"), (200, 90, "qwen3-4b"), (3, 1, "qwen2.5-0.5b"),
])  # fmt: skip
def test_nothing_is_proposed_that_is_too_slow_here(read: float, written: float, name: str) -> None:
    """Two cores with much memory are offered no model of eight billion."""
    pace = Speed(parameters=1_543_714_304, read=read, written=written)
    found = propose_model(Catalogue(Path("nowhere")).list(), "en", 4_096, rooms(64), pace)
    assert found
    assert found.id == name


def test_a_trial_is_kept_and_before_it_the_cores_tell(tmp_path: Path) -> None:
    model = Catalogue(tmp_path).get("qwen3-8b")
    guessed = read_speed(tmp_path)
    assert "estimated by this machine's cores" in guessed.told(model)
    (tmp_path / SPEED).write_text('model = "mine"\nparameters = 4000000000\nread = 200\nwritten = 70\n', "utf-8")
    assert read_speed(tmp_path).get_seconds(model) == pytest.approx(4.1, abs=0.1)
    assert "by a trial of mine" in read_speed(tmp_path).told(model)
    (tmp_path / SPEED).write_text("read = 'fast'", "utf-8")
    assert read_speed(tmp_path) == guessed


def test_what_does_not_fit_says_so() -> None:
    model = Catalogue(Path("nowhere")).get("qwen3-8b")
    assert model.compute_memory(4_096) == model.size + 4_096 * 147_456 + 200_000_000
    assert too_large(model, 4_096, rooms(4))
    assert not too_large(model, 4_096, rooms(16))
    assert not too_large(model, 4_096, 0)


def test_the_memory_of_a_machine_and_of_a_container(tmp_path: Path) -> None:
    whole = machines.read_memory(tmp_path)
    assert whole > GIGA
    (tmp_path / "memory.max").write_text("400000000\n", "ascii")
    assert machines.read_memory(tmp_path) == 400_000_000
    (tmp_path / "memory.max").write_text("max\n", "ascii")
    assert machines.read_memory(tmp_path) == whole


def test_a_model_made_for_embeddings_embeds_and_does_not_speak(tmp_path: Path) -> None:
    home = Home(tmp_path)
    catalogue = Catalogue(home.models)
    path = catalogue.locate(catalogue.get("nomic-embed"))
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.truncate(catalogue.get("nomic-embed").size)
    assert not EMBEDDED.offer(home, Settings()).models
    spec = EMBEDDED.embeds(home, Settings())
    assert spec
    assert spec.model == "nomic-embed"
