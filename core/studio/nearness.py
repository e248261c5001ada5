"""How near lines are in meaning, for runs that ask: by a model that the user has for it, started when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parley.core.base.errors import ParleyError
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.settings import Settings
from parley.core.studio.embeddings import Embedder, chosen
from parley.core.voices.limits import Limits
from parley.core.voices.provider import VOICES


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
            self._retired += self._embedders.values()
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
            spec = chosen(self._home, self._settings(), model)
            with VOICES.blaming(spec.provider):
                if spec not in self._embedders:
                    self._embedders[spec] = Embedder(self._home, self._settings(), spec, limits=self._limits)
                embedder = self._embedders[spec]
                standard = await embedder.standard(language)
                vectors = await embedder.vectors([said, *texts])
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
