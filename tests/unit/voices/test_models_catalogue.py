"""The catalogue of models, and files that a user adds."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.core.base.errors import FileError
from parley.core.voices.models.catalogue import OFFERED, TESTED, Catalogue, described
from parley.core.voices.models.model import Model


def gguf(path: Path) -> Path:
    """A file that begins as a GGUF model does."""
    path.write_bytes(b"GGUF" + bytes(996))
    return path


def test_the_best_that_is_here_is_the_usual_one_and_the_tests_model_never(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    for name, usual in ((TESTED, OFFERED), ("qwen2.5-0.5b", "qwen2.5-0.5b"), (OFFERED, OFFERED)):
        with catalogue.locate(catalogue.get(name)).open("wb") as file:
            file.truncate(catalogue.get(name).size)
        assert catalogue.get("").id == usual
    assert not Catalogue(tmp_path / "nowhere").is_installed("")


def test_a_file_that_an_earlier_parley_added_is_still_known(tmp_path: Path) -> None:
    row = '[[models]]\nid = "x"\ntitle = "X"\nprofile = "x"\ndraws = 4\narchitecture = "llama"\nfile = "x.gguf"\n'
    (tmp_path / "added.toml").write_text(row, "utf-8")
    assert Catalogue(tmp_path).get("x").title == "X"


def test_a_file_may_be_named_by_its_path(tmp_path: Path) -> None:
    file = gguf(tmp_path / "big.gguf")
    model = Catalogue(tmp_path / "models").get(str(file))
    assert (model.languages, model.path) == (("en", "de"), str(file))
    assert not Catalogue(tmp_path).is_installed(str(tmp_path / "gone.gguf"))


def test_other_files_and_folders_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(b"PK zip")
    with pytest.raises(FileError, match="not a GGUF file"):
        described(path)
    for wrong in (tmp_path, tmp_path / "none.gguf"):
        with pytest.raises(FileError, match="cannot be read"):
            described(wrong)


def test_the_parts_of_a_model_add_up_to_it() -> None:
    parted = [model for model in Catalogue(Path("nowhere")).list() if model.parts]
    assert parted
    assert all(sum(part.size for part in model.parts) == model.size for model in parted)


def test_a_file_name_is_no_path() -> None:
    with pytest.raises(ValueError, match="file"):
        Model(id="x", title="x", file="../x.gguf")
