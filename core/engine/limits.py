"""Where a run ends by itself: its limits of turns, tokens, money and time, and the day's budget."""

from __future__ import annotations

from collections.abc import Callable

from parley.core.base.errors import VoiceError
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.engine.stage import Stage
from parley.core.log.events.run import EndReason
from parley.core.voices.base import Price

FREE = Price()


class LimitCheck:
    """What a run may use up. `spent_today` is what other runs cost today, of the `day_cost` that all may."""

    def __init__(self, stage: Stage, spent_today: Callable[[], float], day_cost: float) -> None:
        self._stage = stage
        self.spent_today = spent_today
        self._day_cost = day_cost
        self._spent_before: float | None = None
        self._free: tuple[VoiceSpec, ...] | None = None

    def reached(self) -> tuple[EndReason, str] | None:
        """Return which limit is reached, with its sentence."""
        state = self._stage.state
        limits = state.setup.limits
        if limits.turns and limits.turns <= len(state.turns) and len(state.turns) != state.setup.turns:
            return "turns", Sentence("The run's budget of {limit:,} {limit:turn|turns} is used up.", limit=limits.turns)
        if limits.tokens and state.own_tokens >= limits.tokens:
            template = "The run's budget of {limit:,} tokens is used up ({used:,})."
            return "tokens", Sentence(template, limit=limits.tokens, used=state.own_tokens)
        if limits.cost and state.own_cost >= limits.cost:
            template = "The run's budget of {limit:money} is used up ({used:money})."
            return "cost", Sentence(template, limit=limits.cost, used=state.own_cost)
        if self._day_cost and (state.own_cost > 0 or self._has_priced_voice()):
            if self._spent_before is None:
                # Asked when a call costs something: a run that costs nothing needs no database.
                self._spent_before = self.spent_today()
            used = self._spent_before + state.own_cost
            if used >= self._day_cost:
                template = "The day's budget of {limit:money} is used up ({used:money})."
                return "day_cost", Sentence(template, limit=self._day_cost, used=used)
        if limits.seconds and state.playing_seconds >= limits.seconds:
            return "time", Sentence("The run's {limit:.0f} seconds of playing are over.", limit=limits.seconds)
        return None

    def _has_priced_voice(self) -> bool:
        """Return whether any voice of the run costs money; found out once, until a voice is another one."""
        specs = tuple(self._stage.state.voices.values())
        if self._free == specs:
            return False
        known = True
        for spec in specs:
            try:
                if self._stage.voice(spec).capabilities.price != FREE:
                    return True
            except VoiceError:
                # Whether it costs anything is seen when it can be had.
                known = False
        self._free = specs if known else None
        return False
