"""The catalogue: models that ship as data, and files that the user added."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Sequence
from pathlib import Path

from parley.core.base.definition import Definition, read_toml
from parley.core.base.errors import FileError, ParleyError, UnknownName, UsageError
from parley.core.base.files import write_whole
from parley.core.base.packaged import get_resource
from parley.core.base.sentences import Sentence, os_reason
from parley.core.cast.member import make_slug
from parley.core.formats import Localised
from parley.core.home import is_file, parse_path
from parley.core.voices.models.fetch import Progress, fetch
from parley.core.voices.models.model import Model, Use

OFFERED = "qwen2.5-coder-1.5b"
"""What is fetched where nobody says which: it talks, and lies where Parley itself came from."""
TESTED = "smollm2-135m"
"""What the tests of the engine are run with."""
ADDED = "added.toml"
CONTEXT = 32_768
"""Tokens of context that a file of one's own is taken to know; how many it gets is set elsewhere."""
BYTES_A_PARAMETER = 0.65
"""As most files are quantised (Q4_K_M)."""


class Listing(Definition):
    """A file of models."""

    models: tuple[Model, ...] = ()


class Catalogue:
    """All models that can be named, over the folder where their files are kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._shipped = read_toml(Path(str(get_resource("models.toml"))), Listing).models

    def list(self) -> Sequence[Model]:
        """Return those that ship, then those that were added."""
        return [*self._shipped, *self._read_added_models()]

    def list_installed(self, use: Use) -> Sequence[Model]:
        """Return those of a use that are here."""
        return [model for model in self.list() if model.use == use and self.has(model)]

    def get(self, name: str) -> Model:
        """Return the model called `name` (empty: the best that is here), or the GGUF file at that path. Raises
        `UnknownName`, `FileError`."""
        wanted = name or self.get_best()
        models = self.list()
        for model in models:
            if model.id == wanted:
                return model
        if wanted.endswith(".gguf") or is_file(Path(wanted)):
            return described(parse_path(wanted))
        raise UnknownName("model", wanted, [model.id for model in models])

    def get_best(self) -> str:
        """Return the best that is installed and can talk, by its size; where none is, the one that is offered."""
        here = self.list_installed("speak")
        return max(here, key=lambda model: model.parameters).id if here else OFFERED

    def locate(self, model: Model) -> Path:
        """Return where a model's file is, or will be."""
        return Path(model.path) if model.path else self.folder / model.file

    def has(self, model: Model) -> bool:
        """Return whether a model's file is here, whole as far as its size tells."""
        try:
            size = self.locate(model).stat().st_size
        except OSError:
            return False
        return size == model.size if model.size else size > 0

    def is_installed(self, name: str) -> bool:
        """Return whether the model of that name is here; False for a file that is gone or unreadable."""
        try:
            return self.has(self.get(name))
        except ParleyError:
            return False

    def has_partial(self, model: Model) -> bool:
        """Return whether a fetch which was stopped has left something, for the next one to go on from."""
        return any((self.folder / ".partial" / model.id).glob("*.*"))

    def fetch(
        self,
        name: str,
        *,
        progress: Progress | None = None,
        cancel: threading.Event | None = None,
    ) -> Path:
        """Bring the model's file here and say where it is; blocking, for a thread.

        `progress` gets bytes and total. What had arrived is kept when `cancel` is set or the connection breaks, and the
        next fetch goes on from there. Raises `ParleyError` with the reason, also when it is cancelled.
        """
        model = self.get(name)
        path = self.locate(model)
        if model.path and not path.is_file():
            again = Sentence("It was added as '{name}': add it again.", name=model.id)
            raise FileError(path, "there is no such file.", hint=again)
        if model.path or self.has(model):
            return path
        told = progress or (lambda _done, _total: None)
        return fetch(model, self.folder, progress=told, cancel=cancel or threading.Event())

    def add(self, file: Path, *, name: str = "", use: Use = "speak") -> Model:
        """Make a GGUF file known under a name; it stays where it is. Raises `FileError`, `UsageError`."""
        model = described(parse_path(file).resolve(), name=name, use=use)
        if any(model.id == shipped.id for shipped in self._shipped):
            hint = "Give yours another --name."
            raise UsageError("'{name}' is a model that ships with Parley.", name=model.id, hint=hint)
        self._write_added([*(one for one in self._read_added_models() if one.id != model.id), model])
        return model

    def remove(self, name: str) -> Path | None:
        """Delete a fetched model's file and what was left of a fetch, or forget an added one, whose file stays. Return
        the path that was deleted."""
        model = self.get(name)
        path = self.locate(model)
        if model.path:
            self._write_added([one for one in self._read_added_models() if one.id != model.id])
            return None
        if not path.exists() and not self.has_partial(model):
            raise UsageError("'{name}' is not installed: there is nothing to remove.", name=model.id)
        try:
            path.unlink(missing_ok=True)
            shutil.rmtree(self.folder / ".partial" / model.id, ignore_errors=True)
        except OSError as error:
            raise FileError(path, "the file cannot be deleted ({why}).", why=os_reason(error)) from None
        return path

    def _read_added_models(self) -> tuple[Model, ...]:
        path = self.folder / ADDED
        return read_toml(path, Listing).models if path.exists() else ()

    def _write_added(self, models: Sequence[Model]) -> None:
        # Few add a model, and it takes a while to import.
        import tomlkit

        rows = [model.model_dump(mode="json", exclude_defaults=True) for model in models]
        write_whole(self.folder / ADDED, tomlkit.dumps({"models": rows}))


def described(path: Path, *, name: str = "", use: Use = "speak") -> Model:
    """Return the GGUF file at `path` as a model. Raises `FileError`."""
    try:
        with path.open("rb") as file:
            right = file.read(4) == b"GGUF"
        size = path.stat().st_size
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None
    if not right:
        hint = "Name a model file that llama.cpp can run (*.gguf)."
        raise FileError(path, "this is not a GGUF file.", hint=hint)
    # What it speaks, and how well, is its owner's to know.
    return Model(
        id=make_slug(name or path.stem),
        title=path.stem,
        description=Localised(en=f"Added from {path}.", de=f"Hinzugefügt aus {path}."),
        languages=("en", "de"),
        use=use,
        parameters=round(size / BYTES_A_PARAMETER),
        context=CONTEXT,
        file=path.name,
        size=size,
        path=str(path),
    )
