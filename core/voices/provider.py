"""What each voice that can be chosen can do and needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from parley.core.base.registry import Registry, get_instance_of
from parley.core.cast.providers import VOICES as KNOWN

if TYPE_CHECKING:
    from parley.core.base.clock import Clock
    from parley.core.base.urls import ServerUrl
    from parley.core.cast.member import VoiceSpec
    from parley.core.formats import Localised
    from parley.core.home import Home
    from parley.core.settings import Settings
    from parley.core.voices.base import Voice


@dataclass(frozen=True, kw_only=True)
class Making:
    """What a voice is made with. `key` gives the key of its own provider and of no other, asked for when it is needed.

    `rate`: how many times faster than speech lines should arrive that are there at once; 0 where nobody watches.
    `foreign`: the spec's server is none of the user's, and gets no key.
    """

    home: Home
    settings: Settings
    clock: Clock
    key: Callable[[], str | None]
    rate: Callable[[], float] = float  # `float()` is 0.0: nobody watches
    foreign: bool = False


@dataclass(frozen=True)
class Offer:
    """What can be chosen of a voice now: `problem` is a sentence where it cannot be used.

    `models` are (id, title), `model` is the usual one, `spoken` are the languages of a model where it does not speak
    all, `abilities` a sentence of what a model can do. What is written is proposed before the `plain` models. `detail`
    takes the place of the provider's.
    """

    problem: str = ""
    detail: Localised | None = None
    models: tuple[tuple[str, str], ...] = ()
    model: str = ""
    spoken: tuple[tuple[str, tuple[str, ...]], ...] = ()
    abilities: tuple[tuple[str, str], ...] = ()
    plain: tuple[str, ...] = ()


@dataclass(frozen=True)
class Proposal:
    """The model by which a voice would speak a language on this machine; one of `size` bytes is fetched first (0: it is
    here). `about` is what to expect of a plain one."""

    model: str
    title: str
    size: int = 0
    about: str = ""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: "ok", "note" (can be lived with) or "fault"."""

    what: str
    verdict: Literal["ok", "note", "fault"]
    detail: str


def _build_offer(home: Home, settings: Settings) -> Offer:
    return Offer()


def _return_nothing(*_asked: object) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class Provider:
    """A voice that can be chosen: one row of `VOICES`. What has a default needs to be said only by one that differs.

    `create` makes a voice and sends nothing; it raises `VoiceUnavailable` where it cannot. `derive` makes one that is
    good for its `payload` alone, without key, model and connection; None: `create` does.
    `offer` says what can be chosen now, `examine` what `parley doctor` tells, `lacks` (a sentence or nothing) what a
    spec still needs on this machine. `model` is the model as set, `ready` whether runs may have this voice where
    nobody chose one; `embeds` gives the spec that makes embeddings, if it can here, `embedder` the one of a model here
    that was made for it and knows a language (empty: any). `proposes` says by which model it would speak a language,
    `fetch` brings a model here, telling how many bytes of how many have come; it blocks. `claims` says whether a
    model's bare name is one of its models, `trusts` whether a server that a spec names is the user's own.
    `simulated`: all follows from the request and its seed, at once: it may run on a simulated clock, queues behind
    nobody, and no model wrote its lines. `local`: nothing leaves this machine. `modelled`: a spec may name a model,
    `servers`: another server. `named` gives the voice of a server that has that name in the settings.
    """

    name: str
    title: Localised
    detail: Localised
    create: Callable[[VoiceSpec, Making], Voice]
    derive: Callable[[VoiceSpec, Making], Voice] | None = None
    offer: Callable[[Home, Settings], Offer] = _build_offer
    examine: Callable[[Home, Settings], Sequence[Finding]] = lambda _home, _settings: ()
    lacks: Callable[[VoiceSpec, Home, Settings], str | None] = _return_nothing
    model: Callable[[Settings], str] = lambda _settings: ""
    ready: Callable[[Home, Settings], bool] = lambda _home, _settings: False  # True: runs take it unasked, at its price
    embeds: Callable[[Home, Settings], VoiceSpec | None] = _return_nothing
    embedder: Callable[[Home, str], VoiceSpec | None] = _return_nothing
    proposes: Callable[[Home, Settings, str], Proposal | None] = _return_nothing
    fetch: Callable[[Home, str, Callable[[int, int], None]], object] = _return_nothing
    claims: Callable[[str], bool] = lambda _model: False
    trusts: Callable[[ServerUrl, Settings], bool] = lambda _server, _settings: False  # else it gets no key
    simulated: bool = False
    local: bool = False  # unless it says so, it may send what it is told elsewhere, for money
    modelled: bool = True
    servers: bool = False
    named: Callable[[str], Provider] | None = None


VOICES = cast("Registry[Provider]", KNOWN)
"""The same voices that are known by their names, with all that can be asked of them: the registry takes in no other."""

check_provider = get_instance_of(Provider)  # named in `core.cast.providers` as text: casts import no voices
