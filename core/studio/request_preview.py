"""What would be sent first in a run, before it is begun: the mode plays its first steps, and nobody is called."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from parley.core.base.clock import SimulatedClock
from parley.core.base.errors import ParleyError, VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run import Run
from parley.core.engine.stage import Stage
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunStarted
from parley.core.log.events.turn import Usage
from parley.core.log.log import Log
from parley.core.log.state import State
from parley.core.settings import Settings
from parley.core.voices.base import Delta, Payload, Price, Reply, Request, Voice, Waiting, Wrapping
from parley.core.voices.pool import derive

SAID = "…"
"""What stands for a line that nobody has said yet."""
USUAL_LINE, CHARACTERS_A_TOKEN = 600, 3
"""Characters of a line that has no cap, and of a token at least."""
MOST = 4
"""Calls that are shown."""


class FirstCall(NamedTuple):
    """A call that would be made: `turn` 0 where it is none of a turn's, `name` of whoever would be asked."""

    turn: int
    name: str
    voice: str
    payload: Payload


class _Listening(Wrapping):
    """A voice that keeps what it would have sent, and says nothing."""

    def __init__(self, voice: Voice, found: list[FirstCall], most: int) -> None:
        super().__init__(voice)
        self._found, self._most = found, most

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        if len(self._found) < self._most:
            turn = request.turn if request.schema is None and request.purpose == "turn" else 0
            name = request.perspective.me.name
            self._found.append(FirstCall(turn, name, self.spec.label, self._voice.payload(request)))
        if len(self._found) >= self._most or request.schema is not None:  # no form is filled; modes do without
            raise VoiceUnavailable("Nobody is called for a preview.")
        yield Reply(text=SAID, provider=self.spec.provider)


class _Voices:
    """Voices that need no key, no model and no connection."""

    def __init__(self, home: Home, settings: Settings, found: list[FirstCall], most: int) -> None:
        self._home, self._settings, self._found, self._most = home, settings, found, most
        self._made: dict[VoiceSpec, Voice] = {}

    def voice(self, spec: VoiceSpec) -> Voice:
        if spec not in self._made:
            self._made[spec] = _Listening(derive(spec, self._home, self._settings), self._found, self._most)
        return self._made[spec]

    def forget_voice(self, spec: VoiceSpec | None = None) -> None:
        pass

    async def close(self) -> None:
        for voice in self._made.values():
            await voice.close()


async def first_calls(config: RunConfig, home: Home, settings: Settings) -> list[FirstCall]:
    """Return the first calls of a run that `config` would begin, in their order: exactly what would be sent, as far as
    nobody has said anything; behind the first one a line that would have been said stands as `SAID`.

    There is one for each member, and not more than `MOST`; none where the player is first. Nothing is sent, paid or
    kept. Raises `ParleyError` where a voice cannot be made.
    """
    found: list[FirstCall] = []
    voices = _Voices(home, settings, found, min(MOST, len(config.members)))
    with _open_scratch_log(config) as log:
        stage = Stage(log, State(), voices, SimulatedClock())  # no pause of a mode takes real time
        stage.append(RunStarted.begin(at=stage.clock.now(), config=config.as_json()))
        run = Run(stage, MODES[config.mode].load())
        try:
            run.play()
            with contextlib.suppress(ParleyError):  # what was found before a fault is shown
                await run.live(until_paused=True)
        finally:
            await run.close()
            await voices.close()
    return found


class Expected(NamedTuple):
    """How long a run will be: `turns` (0: nobody knows), `tokens` in and out and `cost` in US dollars at most, where
    each line is as long as it may be and nothing is cached; of one turn where nobody knows how many there will be."""

    turns: int
    tokens: int
    cost: float


def estimate_run(config: RunConfig, calls: Sequence[FirstCall], price: Price) -> Expected:
    """Return what a run with these first calls comes to, at that price."""
    line = (config.cap or USUAL_LINE) // CHARACTERS_A_TOKEN + 1
    first = sum(len(item.text) for item in calls[0].payload.items) // CHARACTERS_A_TOKEN if calls else 0
    turns = config.turns
    count = turns or 1
    sent = count * first + line * count * (count - 1) // 2  # Each turn is sent the lines before it
    return Expected(turns, sent + count * line, price.of(Usage(input=sent, output=count * line)))


@contextmanager
def _open_scratch_log(config: RunConfig) -> Iterator[Log]:
    with tempfile.TemporaryDirectory(prefix="parley-preview-") as place:
        yield Log.create(Path(place) / f"{config.id}.jsonl", lock=Path(place) / "lock", fsync="never")
