"""Vectors of lines, asked of a voice when somebody wants them: derived data, kept in the home, in no log."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from parley.core.base.clock import SystemClock
from parley.core.base.errors import ParleyError, UsageError, VoiceError, VoiceUnavailable
from parley.core.base.extras import require_extra
from parley.core.cast.member import VoiceSpec
from parley.core.engine.voice_names import meant_by
from parley.core.home import Home
from parley.core.log.state import State
from parley.core.measures.catalogue import list_newest
from parley.core.settings import Settings
from parley.core.voices.base import Embedding
from parley.core.voices.limits import Limits
from parley.core.voices.pool import make_voice
from parley.core.voices.provider import VOICES
from parley.core.voices.servers import own_to_allow

if TYPE_CHECKING:
    # It counts with numpy, which a window does not wait for.
    from parley.core.measures.embedding import Meaning, Standard

BATCH = 8
"""Texts of one call: seconds on a slow machine, so that there is progress, and little is lost when it is stopped."""

Told = Callable[[int, int], None]
"""What hears of progress: how many texts have their vector, of how many."""


def choose_voice(home: Home, settings: Settings, wanted: str = "") -> VoiceSpec:
    """Return the voice that embeds: the wanted one (PROVIDER or PROVIDER:MODEL), else the one of the settings, else the
    embedded model where it is installed, else the server that is set.

    Raises `UsageError` for what is no voice, `VoiceUnavailable` where there is none.
    """
    if named := wanted or settings.voices.embeddings:
        spec = meant_by(named)
        if spec is None:
            raise UsageError(
                "'{named}' is not a voice that could embed.",
                named=named[:80],
                hint="Write embedded, embedded:MODEL, or openai.NAME:MODEL for a server of your own.",
            )
        return spec
    # What stays on this machine comes first.
    offered = VOICES.ask(lambda each: each.embeds(home, settings))
    for _provider, spec in sorted(offered, key=lambda each: not each[0].local):
        if spec:
            return spec
    raise VoiceUnavailable(
        "No voice here offers embeddings: the embedded model is not installed, and no server of your own is set.",
        hint="Fetch one that measures what lines mean (parley models list), or name a server of your own.",
    )


class Embedder:
    """Gives texts their vectors: those that are kept, the others by the voice, a batch at a time.

    The voice is made at once, and starts nothing before a text is missing. Raises `VoiceUnavailable` where it cannot
    embed.
    """

    def __init__(self, home: Home, settings: Settings, spec: VoiceSpec, *, limits: Limits | None = None) -> None:
        # It is named by the user alone, here or in the settings.
        voice = make_voice(spec, home, settings, SystemClock(), allowed=[own_to_allow(spec.provider)])
        if not isinstance(voice, Embedding):
            raise VoiceUnavailable(
                "The {label} voice offers no embeddings.",
                label=spec.label,
                hint="Use the embedded voice, or a server of your own that embeds.",
            )
        self._voice: Embedding = voice
        self._limits = limits or Limits(1)
        self._kept = VectorStore(home.vectors)
        self._length = 0
        self._standards: dict[str, Standard] = {}

    @property
    def model(self) -> str:
        """What identifies the model."""
        return self._voice.embedding_model

    async def embed_texts(self, texts: Iterable[str], told: Told | None = None) -> dict[str, array[float]]:
        """Return the vectors of all texts but blank ones; what was computed is kept at once. Raises `VoiceError`."""
        wanted = [text for text in dict.fromkeys(texts) if text.strip()]
        found = await asyncio.to_thread(self._kept.get, self._voice.embedding_model, wanted)
        missing = [text for text in wanted if text not in found]
        for start in range(0, len(missing), BATCH):
            found |= await self._embed_missing_texts(missing[start : start + BATCH])
            if told is not None:
                told(len(wanted) - max(0, len(missing) - start - BATCH), len(wanted))
        await self._ensure_alike(found.values())
        return found

    async def _embed_missing_texts(self, missing: Sequence[str]) -> dict[str, array[float]]:
        model = self._voice.embedding_model
        async with self._limits.place():
            vectors = await self._voice.embed_texts(missing)
        fresh = {text: array("f", vector) for text, vector in zip(missing, vectors, strict=True)}
        await asyncio.to_thread(self._kept.add_vectors, model, fresh)
        return fresh

    async def _ensure_alike(self, vectors: Iterable[array[float]]) -> None:
        """Raise `VoiceError` where some are longer than others: a server may have another model by the same name."""
        lengths = {len(vector) for vector in vectors} | ({self._length} - {0})
        if len(lengths) > 1:
            self._length = 0
            self._standards.clear()
            await asyncio.to_thread(self._kept.forget_model, self._voice.embedding_model)
            raise VoiceError(
                "invalid",
                "The model is another one than before, though it is called the same: its vectors were forgotten.",
                hint="Ask again.",
            )
        self._length = next(iter(lengths), 0)

    async def get_standard(self, language: str, told: Told | None = None) -> Standard:
        """Return what is usual of the model in that language; asked of it once, then kept. Raises `VoiceError`."""
        await asyncio.to_thread(_load)  # numpy is slow to import: others go on meanwhile
        from parley.core.measures.embedding import Standard, plain_sentences

        if language not in self._standards:
            usual = await self.embed_texts(plain_sentences(language), told)
            self._standards[language] = Standard([*usual.values()])
        return self._standards[language]

    async def close(self) -> None:
        """Give the voice back; its child process ends. Idempotent."""
        await self._voice.close()


async def meaning_at_end(embedder: Embedder, state: State, told: Told | None = None) -> Meaning:
    """Return the similarity by which a run's convergence is measured at its end. Raises `VoiceError`."""
    lines = list_newest(state)
    await asyncio.to_thread(_load)
    from parley.core.measures.embedding import Meaning, Standard, plain_sentences

    if not lines:
        return Meaning(None, {})
    plain = plain_sentences(state.setup.language)
    vectors = await embedder.embed_texts([*plain, *lines], told)
    return Meaning(Standard([vectors[sentence] for sentence in plain]), vectors)


def _load() -> None:
    with require_extra("meaning"):
        import parley.core.measures.embedding  # noqa: F401


T = TypeVar("T")
AT_ONCE = 400  # SQLite before 3.32 takes no more than 999 variables
"""Texts that are looked up in one question."""
WAIT_SECONDS = 10.0

_LEFT_ALONE = ("locked", "busy", "readonly", "unable to open", "full")
"""What SQLite says of a file that is sound and cannot be used now: locked for long, read-only, on a full disk."""

_TABLE = """
CREATE TABLE IF NOT EXISTS vectors (
  model TEXT NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (model, text)
) WITHOUT ROWID
"""


class VectorStore:
    """Vectors by model and hash of their text, in SQLite: what was written is whole, whenever one is killed.

    A file that is damaged is begun anew, and one that cannot be written keeps nothing: all of it can be computed again.
    Blocking, for a thread.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, model: str, texts: Iterable[str]) -> dict[str, array[float]]:
        """Return those of the texts whose vector is kept."""
        wanted = {_digest(text): text for text in texts}

        def read_vectors(database: sqlite3.Connection) -> dict[str, array[float]]:
            found: dict[str, array[float]] = {}
            keys = list(wanted)
            for start in range(0, len(keys), AT_ONCE):
                part = keys[start : start + AT_ONCE]
                marks = ",".join("?" * len(part))
                query = f"SELECT text, vector FROM vectors WHERE model = ? AND text IN ({marks})"  # noqa: S608
                for key, data in database.execute(query, (model, *part)):
                    found[wanted[key]] = array("f", data)
            return found

        return self._try_on_database(read_vectors, {}) if wanted and self.path.exists() else {}

    def add_vectors(self, model: str, vectors: Mapping[str, array[float]]) -> None:
        """Keep these vectors, which are by their texts."""
        rows = [(model, _digest(text), vector.tobytes()) for text, vector in vectors.items()]
        self._try_on_database(
            lambda database: database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows), None
        )

    def forget_model(self, model: str) -> None:
        """Keep none of this model's any longer."""
        if self.path.exists():
            self._try_on_database(
                lambda database: database.execute("DELETE FROM vectors WHERE model = ?", (model,)), None
            )

    def _try_on_database(self, do: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        for _attempt in range(2):  # once more, when a damaged file has been deleted
            try:
                with self._open_database() as database:
                    return do(database)
            except (sqlite3.DatabaseError, ValueError) as error:  # ValueError: bytes that are no whole number of floats
                if isinstance(error, sqlite3.OperationalError) and any(why in str(error) for why in _LEFT_ALONE):
                    return otherwise
                for end in ("-journal", "-wal", "-shm", ""):
                    with contextlib.suppress(OSError):
                        self.path.with_name(self.path.name + end).unlink(missing_ok=True)
        return otherwise

    @contextmanager
    def _open_database(self) -> Iterator[sqlite3.Connection]:
        database = sqlite3.connect(self.path, timeout=WAIT_SECONDS)
        try:
            with database:
                # Not WAL, as earlier versions had it: whoever closed a file that was deleted would delete the WAL of
                # the new one, by its name.
                database.execute("PRAGMA journal_mode = DELETE")
                database.execute(_TABLE)
                yield database
        finally:
            database.close()


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()  # lone surrogates, too


class VoiceNearness:
    """A `Nearness` by the voice of the settings, else by a model on this machine that was made for embeddings.

    Nobody else is asked: what is said to somebody who answers by written lines goes to no server that was not named for
    it. Who could not be asked is not asked again until `renew`.
    """

    def __init__(self, home: Home, settings: Callable[[], Settings], limits: Limits) -> None:
        self._home = home
        self._settings = settings
        self._limits = limits
        self._seen: Settings | None = None
        self._named: dict[str, str] = {}
        self._embedders: dict[VoiceSpec, Embedder] = {}
        self._retired: list[Embedder] = []
        self._failed: set[str] = set()

    def renew(self) -> None:
        """Look anew at what is here: a model may have been fetched, a server started."""
        self._named.clear()
        self._failed.clear()

    def model(self, language: str) -> str:
        """Return who would be asked about lines in that language; empty: there is nobody."""
        if self._seen is not self._settings():
            self._retired += self._embedders.values()  # one may be answering just now: closed at the end
            self._seen, self._named, self._embedders, self._failed = self._settings(), {}, {}, set()
        if language not in self._named:
            self._named[language] = self._settings().voices.embeddings or self._find_installed_model(language)
        named = self._named[language]
        return "" if named in self._failed else named

    def _find_installed_model(self, language: str) -> str:
        """Return the model here that was made for embeddings and knows the language; empty where there is none."""
        found = (spec for _provider, spec in VOICES.ask(lambda each: each.embedder(self._home, language)) if spec)
        return next((f"{spec.provider}:{spec.model}" for spec in found), "")

    async def near(self, said: str, texts: Sequence[str], language: str) -> list[float]:
        """Return how near `said` is to each of the texts, 0 to 1: the cosine of their standardised vectors.

        Nothing is blank. Raises `ParleyError`, a `VoiceError` where the model cannot be asked.
        """
        model = self.model(language)
        try:
            spec = choose_voice(self._home, self._settings(), model)
            with VOICES.blame_package(spec.provider):
                if spec not in self._embedders:
                    self._embedders[spec] = Embedder(self._home, self._settings(), spec, limits=self._limits)
                embedder = self._embedders[spec]
                standard = await embedder.get_standard(language)
                vectors = await embedder.embed_texts([said, *texts])
        except ParleyError:
            self._failed.add(model)
            raise
        mine = standard.direction(vectors[said])
        directions = [standard.direction(vectors[text]) for text in texts]
        return [0.0 if mine is None or each is None else min(1.0, max(0.0, float(mine @ each))) for each in directions]

    async def close(self) -> None:
        """Give the models back. Idempotent."""
        embedders, self._retired = [*self._embedders.values(), *self._retired], []
        self._embedders = {}
        for each in embedders:
            await each.close()
