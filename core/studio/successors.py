"""Who goes on where the writing of a run ends: the run waits until somebody says it, and says it in its log."""

from __future__ import annotations

from typing import Literal, NamedTuple

from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.engine.voice_names import voice_named
from parley.core.log.state import State
from parley.core.settings import Settings, with_server
from parley.core.studio.studio import Studio
from parley.core.voices.keys import find_key
from parley.core.voices.provider import VOICES
from parley.core.voices.servers import ServerHere, entry_for, known_as, servers_here

BYTES_A_MINUTE = 375_000_000
"""What a line of 50 Mbit/s brings."""


class Successor(NamedTuple):
    """Somebody who can go on: a `voice` as it is named in a command, and in `title` its model or server.

    A model of `size` bytes is fetched first; 0: there is nothing to fetch. A `server` that was found gets a name in the
    settings when it is taken. `about` is what to expect of a plain model.
    """

    kind: Literal["embedded", "server", "claude", "rehearsal"]
    voice: str
    title: str = ""
    size: int = 0
    server: ServerHere | None = None
    about: str = ""

    @property
    def minutes(self) -> int:
        """How long its model takes to be fetched, about."""
        return max(1, round(self.size / BYTES_A_MINUTE))  # "0 min" would read as if nothing were fetched


def written_ends(state: State) -> bool:
    """Return whether a run stands because what comes next was not written."""
    return (state.status, state.reason) == ("paused", "unwritten")


def choose_voice(settings: Settings, then: str = "") -> VoiceSpec | None:
    """Return who was chosen to go on, for this run or in the settings; None: nobody. Raises `UnknownName`."""
    named = then or settings.voices.after_written
    return voice_named(named) if named else None


def hand_over(run: Run, voice: VoiceSpec) -> None:
    """Have a voice go on where the writing of a run ends. Raises what a change of voices raises."""
    run.director.change_voice(voice)  # first: where it is refused, the run stands as it stood
    run.play()


async def play_run(run: Run, then: VoiceSpec | None) -> None:
    """Play a run until it stands; where its writing ends, `then` goes on."""
    run.play()
    await run.live(until_paused=True)
    if then is not None and written_ends(run.state):
        hand_over(run, then)
        await run.live(until_paused=True)


async def find_successors(studio: Studio, language: str) -> list[Successor]:
    """Return everybody who can go on in a language, the nearest first; the rehearsal is always there."""
    settings, here = studio.settings, await servers_here()
    found = [
        Successor("embedded", f"{provider.name}:{each.model}", each.title, each.size, about=each.about)
        for provider, each in VOICES.ask(lambda each: each.proposes(studio.home, settings, language))
        if each is not None
    ]
    found += [Successor("server", "", each.name, server=each) for each in here]
    named = {known_as(each.url, settings) for each in here}  # a server that runs here is listed once
    found += [
        Successor("server", server.voice(name), name) for name, server in settings.servers.items() if name not in named
    ]
    if find_key().key:
        found.append(Successor("claude", "anthropic", settings.voices.anthropic_model))
    return [*found, Successor("rehearsal", "rehearsal")]


def add_successor(settings: Settings, successor: Successor) -> tuple[Settings, VoiceSpec]:
    """Return the settings in which a successor has a name, and its voice."""
    if successor.server is None:
        return settings, voice_named(successor.voice)
    name, server = entry_for(successor.server, settings)
    settings = with_server(settings, name, server)
    return settings, VoiceSpec(provider=server.voice(name), model=server.model)
