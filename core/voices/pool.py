"""Voices by spec: made when first needed, shared, closed together."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AsyncExitStack
from functools import partial

from parley.core.base.clock import Clock, SimulatedClock
from parley.core.base.errors import HostNotAllowed, ParleyError, VoiceUnavailable
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import simulated
from parley.core.home import Home
from parley.core.settings import Settings
from parley.core.voices.base import Voice
from parley.core.voices.budget import Budget, Budgeted
from parley.core.voices.keys import api_key
from parley.core.voices.limits import Limited, Limits
from parley.core.voices.provider import VOICES, Making, Provider
from parley.core.voices.servers import foreign_server, get_account_of, get_entry_of, host_to_allow


class Pool:
    """The voices of one run, behind the limit of concurrent calls that all runs share.

    `allowed` are the servers of others that may be talked to besides those of the settings; more may come. With a
    `budget`, no call is made that it has no money for.
    """

    def __init__(
        self,
        home: Home,
        settings: Callable[[], Settings],
        clock: Clock,
        *,
        limits: Limits,
        rate: Callable[[], float] = float,
        allowed: Collection[str] = (),
        budget: Budget | None = None,
    ) -> None:
        self._home = home
        self._settings = settings
        self._clock = clock
        self._rate = rate
        self._limits = limits
        self._allowed = allowed
        self._budget = budget
        self._voices: dict[VoiceSpec, Voice] = {}
        self._retired: list[Voice] = []

    def voice(self, spec: VoiceSpec) -> Voice:
        """Return the voice of `spec`. Raises `VoiceUnavailable`, which says what to do, `HostNotAllowed` among them."""
        found = self._voices.get(spec)
        if found is None:
            more = {"rate": self._rate, "allowed": self._allowed}
            made = make_voice(spec, self._home, self._settings(), self._clock, **more)  # type: ignore[arg-type]
            # A scripted voice costs nothing and must not queue behind those that do.
            found = made if simulated(spec.provider) else self._limit_voice(spec, self._apply_budget(made))
            self._voices[spec] = found
        return found

    def _limit_voice(self, spec: VoiceSpec, voice: Voice) -> Voice:
        """Put a voice behind the limits of all calls and its server: a rate limit there is met by nobody elsewhere."""
        entry = get_entry_of(spec.provider, self._settings())
        server = self._limits.of(f"{spec.provider} {spec.base_url}", entry.concurrency if entry else 0)
        # The server's place first: whoever waits for that must not hold one of all calls meanwhile.
        return Limited(Limited(voice, self._limits, holds=False), server)

    def _apply_budget(self, voice: Voice) -> Voice:
        return Budgeted(voice, self._budget) if self._budget is not None else voice

    def forget_voice(self, spec: VoiceSpec | None = None) -> None:
        """Make the voice (None: every voice) anew when it is next needed: with another key, another setting.

        What is being said is said to its end; the old voices are closed with the others.
        """
        for each in [spec] if spec is not None else list(self._voices):
            if (voice := self._voices.pop(each, None)) is not None:
                self._retired.append(voice)

    async def close(self) -> None:
        """Close every voice, also where one cannot be closed: what it raised is raised then. Idempotent."""
        self.forget_voice()
        voices, self._retired = self._retired, []
        async with AsyncExitStack() as stack:
            for voice in reversed(voices):  # the stack undoes it: in order, and on where one raises
                stack.push_async_callback(voice.close)


def make_voice(
    spec: VoiceSpec,
    home: Home,
    settings: Settings,
    clock: Clock,
    *,
    rate: Callable[[], float] = float,
    allowed: Collection[str] = (),
) -> Voice:
    """Return a new voice of `spec`. Its code is imported here and not before: some of it is slow.

    Raises `VoiceUnavailable`; `HostNotAllowed` for a server of somebody else that is not among the `allowed`.
    """
    provider = _find_provider(spec)
    if host := host_to_allow(spec, settings, allowed):
        raise HostNotAllowed([host], Sentence("A voice"))
    making = Making(
        home=home,
        settings=settings,
        clock=clock,
        key=partial(api_key, get_account_of(spec.provider)),
        rate=rate,
        foreign=foreign_server(spec, settings) is not None,
    )
    return _made(provider.create, spec, making)


def derive(spec: VoiceSpec, home: Home, settings: Settings) -> Voice:
    """Return a voice that is good for its `payload` alone: it needs no key, no model and no connection."""
    provider = _find_provider(spec)
    making = Making(home=home, settings=settings, clock=SimulatedClock(), key=lambda: None)
    return _made(provider.derive or provider.create, spec, making)


def _made(create: Callable[[VoiceSpec, Making], Voice], spec: VoiceSpec, making: Making) -> Voice:
    try:
        voice = create(spec, making)
        if spec.provider not in VOICES.shipped:
            # Asked in the middle of a turn, where nobody reckons with what anybody's code may raise.
            _ = voice.capabilities
        return voice
    except ParleyError:
        raise
    except Exception as fault:
        # It may be anybody's code, and a run says what it cannot do.
        why = f"{type(fault).__name__}: {fault}"
        raise VoiceUnavailable("The voice '{name}' cannot be made ({why}).", name=spec.provider, why=why) from fault


def _find_provider(spec: VoiceSpec) -> Provider:
    try:
        return VOICES[spec.provider]
    except ParleyError as error:
        raise VoiceUnavailable(error.sentence, hint=error.hint) from None


def default_voice(home: Home, settings: Settings) -> VoiceSpec:
    """Return the voice a run has when nobody names one: as set, or the best that this machine offers."""
    if (chosen := settings.voices.default) != "auto":
        provider = VOICES[chosen]
    else:
        # In the order of the registry; the rehearsal voice is ready always, so there is one.
        provider = next(each for each, ready in VOICES.ask(lambda each: each.ready(home, settings)) if ready)
    with VOICES.blame_package(provider.name):
        # Where none is set, the run still names the voice that speaks.
        model = provider.model(settings) or provider.offer(home, settings).model
        return VoiceSpec(provider=provider.name, model=model)


def speaks(spec: VoiceSpec, language: str, home: Home, settings: Settings) -> bool:
    """Return whether a voice speaks a language; of one that cannot be had nobody knows, and its start says why."""
    try:
        with VOICES.blame_package(spec.provider):
            return language in derive(spec, home, settings).capabilities.languages
    except ParleyError:
        return True


def check_voice(spec: VoiceSpec, voice: Voice, language: str) -> None:
    """Refuse a language that the voice does not speak, with what to do instead."""
    with VOICES.blame_package(spec.provider):
        languages = voice.capabilities.languages
    if language not in languages:
        name = {"en": "English", "de": "German"}.get(language, language)
        hint = "Choose another model (parley models list), the language en, or the rehearsal voice."
        raise VoiceUnavailable("{label} does not speak {get}.", label=spec.label, get=name, hint=hint)
