"""The catalogue of models, and files that a user adds."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from parley.core.base.errors import FileError, UnknownName, UsageError
from parley.core.voices.models import OFFERED, TESTED, Catalogue, Model
from parley.core.voices.models.gguf import read_head


def gguf(
    path: Path, *, parameters: int = 1_000, chat: bool = False, languages: tuple[str, ...] = (), pooling: int = 0
) -> Path:
    """A file with the head of a GGUF model and nothing behind it."""

    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value.encode())) + value.encode()

    pairs = [
        text("general.architecture") + struct.pack("<I", 8) + text("llama"),
        text("general.name") + struct.pack("<I", 8) + text("Tiny Müller"),
        text("llama.context_length") + struct.pack("<II", 4, 2048),
        text("general.file_type") + struct.pack("<II", 4, 15),
        text("llama.block_count") + struct.pack("<II", 4, 30),
        text("llama.embedding_length") + struct.pack("<II", 4, 576),
        text("llama.attention.head_count") + struct.pack("<II", 4, 9),
        text("llama.attention.head_count_kv") + struct.pack("<II", 4, 3),
        text("tokenizer.scores") + struct.pack("<IIQ", 9, 6, 3) + struct.pack("<3f", 0, 1, 2),
    ]
    if chat:
        pairs.append(text("tokenizer.chat_template") + struct.pack("<I", 8) + text("{{ messages }}"))
    if languages:
        values = b"".join(text(language) for language in languages)
        pairs.append(text("general.languages") + struct.pack("<IIQ", 9, 8, len(languages)) + values)
    if pooling:
        pairs.append(text("llama.pooling_type") + struct.pack("<II", 4, pooling))
    tensor = text("weights") + struct.pack("<IQQIQ", 2, parameters // 10, 10, 0, 0)
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 1, len(pairs)) + b"".join(pairs) + tensor)
    return path


def test_the_best_that_is_here_is_the_usual_one_and_the_tests_model_never(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    for name, usual in ((TESTED, OFFERED), ("qwen2.5-0.5b", "qwen2.5-0.5b"), (OFFERED, OFFERED)):
        with catalogue.path_of(name).open("wb") as file:
            file.truncate(catalogue.get(name).size)
        assert catalogue.get("").id == usual
    assert not Catalogue(tmp_path / "nowhere").installed("")


def test_installed_is_about_the_whole_file(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    path = catalogue.path_of(OFFERED)
    assert not catalogue.installed(OFFERED)
    path.write_bytes(b"GGUF")
    assert not catalogue.installed(OFFERED)
    with path.open("r+b") as file:
        file.truncate(catalogue.get(OFFERED).size)
    assert catalogue.installed(OFFERED)
    assert catalogue.remove(OFFERED) == path
    assert not path.exists()
    with pytest.raises(UsageError, match="nothing to remove"):
        catalogue.remove(OFFERED)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = gguf(tmp_path / "My Model.gguf", languages=("de", "en-GB"))
    catalogue = Catalogue(tmp_path / "models")
    model = catalogue.add(file, name="mine")
    assert (model.id, model.title, model.context, model.languages) == ("mine", "Tiny Müller", 2048, ("de", "en"))
    assert (model.architecture, model.quantisation, model.cache) == ("llama", "Q4_K_M", 23_040)
    again = Catalogue(tmp_path / "models")
    assert again.get("mine") == model
    assert again.installed("mine")
    assert again.path_of("mine") == file
    assert again.remove("mine") is None
    assert file.exists()
    with pytest.raises(UnknownName):
        again.get("mine")


def test_a_file_that_an_earlier_parley_added_is_still_known(tmp_path: Path) -> None:
    row = '[[models]]\nid = "x"\ntitle = "X"\nprofile = "screenplay"\ndraws = 4\nweighed = 0\nfile = "x.gguf"\n'
    (tmp_path / "added.toml").write_text(row, "utf-8")
    assert Catalogue(tmp_path).get("x").title == "X"


def test_a_file_may_be_named_by_its_path(tmp_path: Path) -> None:
    file = gguf(tmp_path / "big.gguf", parameters=2_000_000_000, chat=True)
    model = Catalogue(tmp_path / "models").get(str(file))
    assert (model.languages, model.path) == (("en", "de"), str(file))
    assert not Catalogue(tmp_path).installed(str(tmp_path / "gone.gguf"))


@pytest.mark.parametrize("data", [b"", b"GGUF", b"PK\x03\x04 zip", b"GGUF" + b"\xff" * 60])
def test_other_files_are_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(data)
    with pytest.raises(FileError, match="not a whole GGUF file"):
        read_head(path)


def test_a_file_name_is_no_path() -> None:
    with pytest.raises(ValueError, match="not a path"):
        Model(id="x", title="x", file="../x.gguf")


def test_a_model_that_was_made_for_embeddings_says_so(tmp_path: Path) -> None:
    assert not read_head(gguf(tmp_path / "speaks.gguf")).pooled
    assert read_head(gguf(tmp_path / "embeds.gguf", pooling=2)).pooled
