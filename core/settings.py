"""All settings: one versioned schema; the dialog is made from it. Keys are never among them."""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.config import JsonDict

from parley.core.base.definition import blame, parse_toml, read_text
from parley.core.base.errors import DefinitionError, UnknownName
from parley.core.base.files import write_whole
from parley.core.base.sentences import LANGUAGES, Sentence
from parley.core.base.urls import host_fault, mask_urls, url_fault
from parley.core.cast.providers import VOICES, voice_choices

VERSION = 1


class Group(BaseModel):
    """A page of the settings dialog. Fields carry title, description and bounds."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Look(Group):
    """Appearance."""

    theme: Literal["system", "light", "dark", "contrast"] = Field(
        "system", title="Theme", description="Light, dark, with high contrast, or as the system has it."
    )
    language: Literal["system", "en", "de"] = Field(
        "system", title="Language", description="The language of the window. Needs a restart."
    )
    text_scale: float = Field(1.0, ge=0.75, le=2.0, title="Text size", description="1 is the normal size.")
    menu_bar: Literal["alt", "always"] = Field(
        "alt", title="Menu bar", description="All menus are behind the name at the top left, too."
    )
    single_keys: bool = Field(
        True, title="Single keys", description="[ and ] change the speed without Ctrl or Alt. Space and arrows stay."
    )
    motion: bool = Field(True, title="Motion", description="Members walk and bubbles grow. Off: they jump.")
    tale_size: int = Field(17, ge=12, le=32, title="Letters of a tale", description="Pixels, at a text size of 1.")
    tale_plain: bool = Field(
        False, title="Plain letters in a tale", description="A story is set in the window's letters, not in a book's."
    )
    thoughts: bool = Field(True, title="Show thoughts", description="Show [thoughts] in the transcript at first.")


class Talk(Group):
    """Conversations."""

    pace_shortest: float = Field(
        3.0, ge=0.0, le=60.0, title="Shortest pause", description="Seconds between two turns when watching, at 1×."
    )
    pace_longest: float = Field(
        8.0, ge=0.0, le=120.0, title="Longest pause", description="Seconds between two turns when watching, at 1×."
    )
    speed: float = Field(1.0, ge=0.25, le=8.0, title="Speed", description="0.25 to 8 times; it shortens the pauses.")
    unpaced: bool = Field(False, title="As fast as it goes", description="No pauses between turns at all.")
    pause_mid_turn: Literal["finish", "cancel"] = Field(
        "finish",
        title="Pausing in a reply",
        description="Finish the reply and hold it, or cancel it and take the turn again afterwards.",
    )
    cap: int = Field(
        -1, ge=-1, le=20_000, title="Longest line", description="Characters; −1: as the format says, 0: no cap."
    )
    fsync: Literal["turn", "grouped", "never"] = Field(
        "turn", title="Safe on disk", description="After every turn, at most every 50 ms, or when the system likes."
    )


NO_LIMIT: JsonDict = {"lowest": "no limit"}
"""What a field's lowest value is called."""


class Budget(Group):
    """Budgets. 0 means no limit."""

    turns: int = Field(
        0, ge=0, le=1_000_000, title="Turns a run", description="The run ends after so many turns.",
        json_schema_extra=NO_LIMIT,
    )  # fmt: skip
    tokens: int = Field(
        0, ge=0, le=1_000_000_000, title="Tokens a run", description="In and out, all calls.",
        json_schema_extra=NO_LIMIT,
    )  # fmt: skip
    cost: float = Field(
        1.0, ge=0.0, le=10_000.0, title="Money a run", description="US dollars.", json_schema_extra=NO_LIMIT
    )
    minutes: float = Field(
        0.0, ge=0.0, le=100_000.0, title="Time a run", description="Minutes of playing.", json_schema_extra=NO_LIMIT
    )
    day_cost: float = Field(
        5.0, ge=0.0, le=10_000.0, title="Money a day", description="US dollars, all runs together.",
        json_schema_extra=NO_LIMIT,
    )  # fmt: skip


class Voices(Group):
    """Voices. Keys live in the system's keyring or the environment, not here."""

    default: str = Field(
        "auto",
        max_length=60,
        title="Voice",
        description="Auto: Claude if there is a key or a server, else the embedded model, else rehearsal.",
        json_schema_extra=voice_choices,
    )
    anthropic_model: str = Field("claude-haiku-5-5", max_length=200, title="Claude model", description="A model's id.")
    anthropic_url: str = Field(
        "", max_length=2_000, title="Server", description="Base URL of another server that speaks the Messages API."
    )
    allowed_hosts: tuple[Annotated[str, Field(max_length=400)], ...] = Field(
        (),
        title="Allowed servers",
        description="Servers of others that casts and logs may name: host or host:port. They get the talk, and no key.",
    )
    anthropic_version: str = Field(
        "", max_length=40, title="API version", description="Empty: the newest. 2023-06-01 for older models."
    )
    embedded_model: str = Field(
        "",
        max_length=1_000,
        title="Embedded model",
        description="A name of the catalogue or a GGUF file. Empty: the best that is here.",
    )
    embedded_threads: int = Field(
        0, ge=0, le=256, title="Threads", description="0: all cores of a machine with up to four, else all but one."
    )
    embedded_context: int = Field(4_096, ge=512, le=131_072, title="Context", description="Tokens the model can see.")
    embeddings: str = Field(
        "",
        max_length=1_000,
        title="Embeddings",
        description="Empty: the embedded model, else your server. Or a voice, such as embedded:FILE.gguf; stories ask "
        "it, too.",
    )
    after_written: str = Field(
        "",
        max_length=1_000,
        title="After a written run",
        description="Who goes on where a written run that was steered ends being written: a voice, its model behind a "
        "colon. Empty: you are asked.",
    )
    concurrency: int = Field(4, ge=1, le=64, title="Calls at once", description="Over all runs of this Parley.")
    retries: int = Field(3, ge=0, le=10, title="Retries", description="After a rate limit, an overload or a lost line.")
    timeout: float = Field(120.0, ge=5.0, le=3_600.0, title="Patience", description="Seconds without a word.")

    @field_validator("default")
    @classmethod
    def _is_a_voice(cls, name: str) -> str:
        if name != "auto" and name not in VOICES:
            error = UnknownName("voice", name, ["auto", *VOICES])
            raise ValueError(Sentence("{fault} {hint}", fault=error.sentence, hint=error.hint))
        return name

    @field_validator("anthropic_url")
    @classmethod
    def _is_a_server(cls, url: str) -> str:
        # What was kept before this was looked at may have a password in it.
        if fault := url_fault(url, credentials=True):
            raise ValueError(fault)
        return url

    @field_validator("allowed_hosts")
    @classmethod
    def _validate_hosts(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        for host in hosts:
            if fault := host_fault(host):
                raise ValueError(Sentence("'{host}' is no host ({fault})", host=mask_urls(host)[:80], fault=fault))
        return hosts


class Memory(Group):
    """Memory. How memories come to mind in the office; an office's `recall` has the same fields."""

    recency: float = Field(1.0, ge=0, le=10, title="Recency", description="How much it counts that a memory is fresh.")
    relevance: float = Field(
        1.0, ge=0, le=10, title="Relevance", description="How much it counts that a memory fits topic and people."
    )
    importance: float = Field(
        1.0, ge=0, le=10, title="Importance", description="How much it counts that a memory mattered when it was made."
    )
    decay: float = Field(
        0.995, ge=0.001, le=1.0, title="Fading", description="What is left of freshness after each hour of the office."
    )
    most: int = Field(5, ge=0, le=50, title="Memories at a time", description="So many come to mind before a line.")


SERVER_NAME = r"^[a-z0-9][a-z0-9_-]*$"
"""What a server may be called: its name stands in logs, behind its kind and a dot, and is the name of its key."""
KINDS = ("openai", "anthropic")
"""What servers speak: chat completions, or the Messages API; each is a voice of that name."""


class Server(BaseModel):
    """A server of the user's, by a name. What is 0 or empty is as the server itself says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["openai", "anthropic"] = Field(
        "openai", title="Speaks", description="As OpenAI does, or as Anthropic does."
    )
    url: str = Field(min_length=1, max_length=2_000, title="Address", description="Such as http://127.0.0.1:11434.")
    model: str = Field(
        "", max_length=400, title="Usual model", description="Who speaks where nobody names another model."
    )
    context: int = Field(
        0, ge=0, le=100_000_000, title="Context", description="Tokens that a model can see; 0: as the server says."
    )
    concurrency: int = Field(
        0,
        ge=0,
        le=64,
        title="Calls at once",
        description="At this server; 0: as many as all servers may have together.",
    )
    input: float = Field(
        0.0, ge=0, le=100_000, title="Price in", description="US dollars a million tokens; 0: as the server says."
    )
    output: float = Field(
        0.0, ge=0, le=100_000, title="Price out", description="US dollars a million tokens; 0: as the server says."
    )
    casts: bool = Field(
        False, title="Casts may choose it", description="Files of others may have lines written here without asking."
    )

    @field_validator("url")
    @classmethod
    def _is_a_server(cls, url: str) -> str:
        if fault := url_fault(url):
            raise ValueError(fault)
        return url

    def voice(self, name: str) -> str:
        """Return what the voice of this server is called, by the server's own name."""
        return name if name == self.kind else f"{self.kind}.{name}"


class Settings(Group):
    """Everything that can be set."""

    version: int = VERSION
    look: Look = Look()
    talk: Talk = Talk()
    budget: Budget = Budget()
    voices: Voices = Voices()
    memory: Memory = Memory()
    servers: dict[Annotated[str, Field(pattern=SERVER_NAME, max_length=40)], Server] = {}
    welcomed: bool = Field(False, description="The first-run page was answered.")

    @field_validator("servers")
    @classmethod
    def _validate_server_names(cls, servers: dict[str, Server]) -> dict[str, Server]:
        for name, server in servers.items():
            # OpenAI's own is called as the voice is; any other voice of that name would be somebody else.
            if name == "auto" or (name in VOICES and (name, server.kind) != ("openai", "openai")):
                raise ValueError(Sentence("a server cannot be called '{name}': that is a voice", name=name))
        return servers


def get_language_of(choice: str) -> str:
    """Return the language of `look.language`: itself, or for "system" the first of the environment's that we speak.

    The variables are gettext's, in its order; elsewhere the system says it.
    """
    if choice != "system":
        return choice
    wanted = next(filter(None, map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    for each in (wanted or locale.getlocale()[0] or "").lower().split(":"):  # LANGUAGE may be a list
        if each[:2] in LANGUAGES or each.startswith("german"):  # Windows says "German_Germany"
            return "de" if each.startswith(("de", "german")) else "en"
    return "en"


def load(path: Path) -> Settings:
    """Return the settings in `path`; the defaults where there is no such file. Raises `DefinitionError`."""
    if not path.exists():
        return Settings()
    return parse_toml(read_text(path), path, Settings)


def save(path: Path, settings: Settings) -> None:
    """Write the settings; comments and order that a person put into the file are kept. Raises `FileError`."""
    # Reading needs no more than the standard library; this keeps comments and order, and is slow to import.
    import tomlkit

    document = tomlkit.document()
    if path.exists():
        document = tomlkit.parse(read_text(path))
    values = settings.model_dump(mode="json")
    gone = set(document.get("servers", {})) - set(values["servers"])  # `_merge` takes nothing away
    for name in gone:
        del document["servers"][name]
    if not values["servers"] and "servers" not in document:  # no empty table for who has none
        del values["servers"]
    _merge(document, values)
    write_whole(path, tomlkit.dumps(document))


def set_group(settings: Settings, group: str, **values: Any) -> Settings:
    """Change some fields of one group of settings. Raises `DefinitionError` where a value is out of bounds, and for
    a URL with a password: the file is no place for that."""
    if fault := url_fault(str(values.get("anthropic_url", ""))):
        raise DefinitionError("settings", "'{where}': {fault}.", where=f"{group}.anthropic_url", fault=fault)
    data = settings.model_dump()
    data[group] |= values
    try:
        return Settings.model_validate(data)  # as a whole: model_copy would take anything
    except ValidationError as error:
        raise blame(error, "", "settings") from None


def with_server(settings: Settings, name: str, server: Server | Mapping[str, Any] | None) -> Settings:
    """Return settings with a server by that name; None: without it. Where its voice was the usual one there is none
    without it. Raises `DefinitionError` where the name or a value is none.
    """
    data, before = settings.model_dump(), settings.servers.get(name)
    if server is None:
        data["servers"].pop(name, None)
    else:
        # It stays where it stands in the list.
        data["servers"][name] = server.model_dump() if isinstance(server, Server) else server
    try:
        found = Settings.model_validate(data)
    except ValidationError as error:
        raise blame(error, "", "settings") from None
    if before is not None and before.voice(name) == settings.voices.default:
        usual = found.servers[name].voice(name) if server is not None else "auto"
        return set_group(found, "voices", default=usual)
    return found


def _merge(table: Any, values: dict[str, Any]) -> None:
    import tomlkit

    for key, value in values.items():
        if isinstance(value, dict):
            if key not in table:
                table[key] = tomlkit.table()
            _merge(table[key], value)
        elif key not in table or table[key] != value:  # what is alike stays as it was typed: 1_000, or 'a'
            table[key] = value
