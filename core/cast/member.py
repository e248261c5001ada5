"""A member: persona, voice and desk."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator

from parley.core.base.definition import WRITTEN, Definition
from parley.core.base.errors import UnknownName
from parley.core.base.sentences import Sentence
from parley.core.base.urls import CREDENTIALS, has_credentials
from parley.core.cast.card import LONGEST, Card
from parley.core.cast.colours import PALETTE
from parley.core.cast.portrait import Portrait
from parley.core.cast.providers import VOICES

COLOURS = tuple(PALETTE)
"""Names of the palette; each has a light and a dark value in the theme."""

RESERVED = "director"
"""The id under which the person at the controls speaks: no member can have it."""

PLAYER = "player"
"""The id of whom the person at the controls plays in a story."""

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)]
Line = Annotated[str, Field(max_length=400)]
ToolName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*(\.[A-Za-z0-9_./-]+)?$", max_length=200)]
"""A server of tools of the user's, one of its tools ("files.read_file"), or a function of a package."""
SampleLine = Annotated[str, Field(max_length=2_000)]
Text = Annotated[str, Field(max_length=LONGEST)]


def make_slug(name: str) -> str:
    """Return an id made from a name: ASCII, lower case, hyphens."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode()  # NFKD keeps "ß"
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:40] or "member"


class VoiceSpec(Definition):
    """How a member is brought to speech. Empty fields mean the provider's default.

    `provider` is a name of `VOICES`, or was one on the machine where it was written.
    """

    provider: str = Field("rehearsal", pattern=r"^[a-z][a-z0-9_.-]*$", max_length=60)
    model: str = Field("", max_length=400, description="A model's id, a catalogue name, or a GGUF file's path.")
    base_url: str = Field("", max_length=2_000, description="Another server, which speaks as the provider does.")
    temperature: float | None = Field(None, ge=0.0, le=2.0, description="Overrides the format's temperature.")

    @field_validator("provider")
    @classmethod
    def _check_voice_name(cls, name: str, info: ValidationInfo) -> str:
        if info.context is WRITTEN and name not in VOICES:  # a log's may be of a package that is gone
            error = UnknownName("voice", name, VOICES)
            raise ValueError(Sentence("{fault} {hint}", fault=error.sentence, hint=error.hint))
        return name

    @field_validator("base_url")
    @classmethod
    def _reject_url_credentials(cls, url: str) -> str:
        if has_credentials(url):  # It stands in the log and in every export
            raise ValueError(Sentence(CREDENTIALS))
        return url

    # Voices are looked up by their spec several times a turn: pydantic takes its time to compare and to hash.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, VoiceSpec) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((self.provider, self.model))  # cheap, and few differ in the rest

    @property
    def label(self) -> str:
        """What the window shows: provider and model."""
        return f"{self.provider} · {self.model}" if self.model else self.provider

    def __str__(self) -> str:
        """As people name it, PROVIDER or PROVIDER:MODEL, and what it has besides."""
        name = f"{self.provider}:{self.model}" if self.model else self.provider
        temperature = f" temperature {self.temperature:g}" if self.temperature is not None else ""
        return f"{name}{f' at {self.base_url}' if self.base_url else ''}{temperature}"


class Relation(Definition):
    """What a member thinks of a colleague."""

    affinity: float = Field(0.5, ge=0.10, le=0.95)
    note: str = Field("", max_length=400)


class Character(Definition):
    """A member's character at the D&D table."""

    name: str = Field(max_length=80)
    role: str = Field("", max_length=200)
    description: Text = ""


class Member(Definition):
    """Somebody who speaks. Only `id` and `name` are required."""

    id: Id
    name: str = Field(min_length=1, max_length=80)
    role: str = Field("", max_length=200)
    age: int | None = Field(None, ge=0, le=2_000)
    pronouns: str = Field("", max_length=40)
    colour: str = Field("", pattern=rf"^(#[0-9a-fA-F]{{6}}|{'|'.join(COLOURS)})?$")
    letter: str = Field("", max_length=2, description="What stands on the avatar; the name's first letter if empty.")
    identity: Text = ""
    biography: Text = ""
    personality: Text = ""
    working_style: Text = ""
    favourite_games: tuple[Line, ...] = ()
    private_life: Text = ""
    tone: str = Field("", max_length=400)
    quirk: str = Field("", max_length=400)
    lines: tuple[SampleLine, ...] = Field((), description="Signature lines, in the cast's language.")
    directive: Text = Field("", description="Further instructions for the system prompt.")
    character: Character | None = None
    desk: str = Field("", max_length=80, description="A seat of the plan, `room` or `room/seat`.")
    relations: dict[str, Relation] = {}
    coordinator: bool = Field(False, description="Opens the formats that are opened by a coordinator.")
    voice: VoiceSpec | None = None
    tools: tuple[ToolName, ...] = Field(
        (), max_length=32, description="What they may use: a server of tools, one tool of it, or a package's function."
    )
    card: Card | None = Field(None, description="What a character card of another program said besides.")
    portrait: Portrait = ""  # The last: whoever reads the file has the words before it

    @field_validator("id")
    @classmethod
    def _check_reserved(cls, member: str) -> str:
        if member == RESERVED:
            raise ValueError(
                Sentence("'{reserved}' is the id of the person at the controls; choose another", reserved=RESERVED)
            )
        return member

    @field_validator("name")
    @classmethod
    def _check_one_line_name(cls, name: str) -> str:  # with invisible characters one name may look like another
        if any(unicodedata.category(character).startswith("C") for character in name) or not name.strip():
            raise ValueError("a name is one line of visible characters")
        return name.strip()

    @property
    def initial(self) -> str:
        """What stands on the avatar."""
        return self.letter or self.name[0].upper()
