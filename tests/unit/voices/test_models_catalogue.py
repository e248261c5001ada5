"""The catalogue of models, and files that a user adds."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from parley.core.base.errors import DefinitionError, FileError, UnknownName, UsageError
from parley.core.voices.models import DEFAULT, Catalogue, Model
from parley.core.voices.models.abilities import abilities
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


def test_what_ships() -> None:
    catalogue = Catalogue(Path("nowhere"))
    models = {model.id: model for model in catalogue.list()}
    assert models[DEFAULT].languages == ("en",)
    assert models["gemma3-270m"].languages == ("en", "de")
    assert models["gemma3-270m"].terms
    assert len(models["gemma3-270m"].parts) == 4
    assert all(model.verified for model in models.values() if model.parts)
    # Where the catalogue gives no sum, the hub's own is checked.
    assert {model.id for model in models.values() if not model.verified} == {
        "smollm2-1.7b", "olmo2-1b", "mistral-7b", "embeddinggemma", "bge-m3",
    }  # fmt: skip
    assert all(model.licence_url and model.parameters and model.quantisation for model in models.values())
    assert all(model.profile == ("screenplay" if model.parameters < 8e8 else "chat")
               for model in models.values() if model.use == "speak")  # fmt: skip
    assert all(model.download for model in models.values())


def test_get_names_the_default_and_blames_strangers(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    assert catalogue.get("").id == DEFAULT
    with pytest.raises(UnknownName, match="Did you mean 'smollm2-135m'"):
        catalogue.get("smolm2-135m")


def test_installed_is_about_the_whole_file(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    path = catalogue.path_of(DEFAULT)
    assert not catalogue.installed(DEFAULT)
    path.write_bytes(b"GGUF")
    assert not catalogue.installed(DEFAULT)
    with path.open("r+b") as file:
        file.truncate(catalogue.get(DEFAULT).size)
    assert catalogue.installed(DEFAULT)
    assert catalogue.remove(DEFAULT) == path
    assert not path.exists()
    with pytest.raises(UsageError, match="nothing to remove"):
        catalogue.remove(DEFAULT)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = gguf(tmp_path / "My Model.gguf", languages=("de", "en-GB"))
    catalogue = Catalogue(tmp_path / "models")
    model = catalogue.add(file, name="mine")
    assert (model.id, model.title, model.context, model.languages) == ("mine", "Tiny Müller", 2048, ("de", "en"))
    assert model.profile == "screenplay"
    assert (model.architecture, model.quantisation, model.cache) == ("llama", "Q4_K_M", 23_040)
    again = Catalogue(tmp_path / "models")
    assert again.get("mine") == model
    assert again.installed("mine")
    assert again.path_of("mine") == file
    assert again.remove("mine") is None
    assert file.exists()
    with pytest.raises(UnknownName):
        again.get("mine")


def test_a_file_may_be_named_by_its_path(tmp_path: Path) -> None:
    file = gguf(tmp_path / "big.gguf", parameters=2_000_000_000, chat=True)
    model = Catalogue(tmp_path / "models").get(str(file))
    assert (model.profile, model.languages, model.path) == ("chat", ("en", "de"), str(file))
    assert not Catalogue(tmp_path).installed(str(tmp_path / "gone.gguf"))


def test_a_shipped_name_cannot_be_taken(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="ships with Parley"):
        Catalogue(tmp_path).add(gguf(tmp_path / "a.gguf"), name=DEFAULT)


@pytest.mark.parametrize("data", [b"", b"GGUF", b"PK\x03\x04 zip", b"GGUF" + b"\xff" * 60])
def test_other_files_are_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(data)
    with pytest.raises(FileError, match="not a whole GGUF file"):
        read_head(path)


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        read_head(tmp_path / "none.gguf")
    with pytest.raises(FileError, match="folder"):
        read_head(tmp_path)


def test_a_broken_list_of_added_models_is_blamed_by_line(tmp_path: Path) -> None:
    (tmp_path / "added.toml").write_text('[[models]]\nid = "x"\ntitle = 3\nfile = "x.gguf"\n', "utf-8")
    with pytest.raises(DefinitionError, match="line 3"):
        Catalogue(tmp_path).list()


def test_a_file_name_is_no_path() -> None:
    with pytest.raises(ValueError, match="not a path"):
        Model(id="x", title="x", file="../x.gguf")


def test_a_model_that_was_made_for_embeddings_says_so(tmp_path: Path) -> None:
    assert not read_head(gguf(tmp_path / "speaks.gguf")).pooled
    assert read_head(gguf(tmp_path / "embeds.gguf", pooling=2)).pooled


def test_what_a_model_can_do_is_told_by_its_profile_and_languages() -> None:
    catalogue = Catalogue(Path("nowhere"))
    told = {model.id: abilities(model) for model in catalogue.list()}
    assert told["smollm2-135m"].startswith("Only goes on with a talk, in English;")
    assert told["gemma3-270m"].startswith("Only goes on with a talk, in English and German;")
    assert told["smollm2-1.7b"].startswith("Answers in English;")
    assert "Werkzeuge" in told["gemma3-1b"].said("de")
