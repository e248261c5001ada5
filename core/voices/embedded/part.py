"""How a very small model is led through a mode's runs: by itself as through a screenplay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from parley.core.log.modes import MODES
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Request


class Gaps(NamedTuple):
    """Sentences with a gap, and the words that may fill it, with spaces, or "/" where they are alike, between.

    By `probes`, beginnings of sentences, the model is asked for them: behind the scene (`here`) and behind others.
    The scene has to make a word likelier by the `least`.
    """

    sentences: Sequence[str]
    words: str
    probes: Sequence[str]
    here: str
    others: Sequence[str]
    least: float

    @classmethod
    def told(cls, data: Mapping[str, Any], sentences: Sequence[str], scene: str) -> Gaps:
        """As the screenplay's data have it, for this `scene`."""
        here, *others = (data["head"].replace("{topic}", each) for each in (scene, *data["others"]))
        return cls(sentences, data["words"], data["probes"], here, others, data["least"])


class SmallModelPart:
    """What a mode shows such a model. `day`: its screenplay is of a day, and not of the minutes of a meeting.

    `led`: the rules say the sentence that answers what was said, and the model may add one; where one line is drawn at
    a time, only where there is something to be told `first`.
    """

    day = False
    led = True

    def direction(self, request: Request) -> str:
        """The direction as a screenplay has it: what happens, not what somebody is asked to do."""
        return request.direction

    def subject(self, request: Request) -> str:
        """What the talk is about now: what the director put in last, else the run's topic."""
        for block in reversed(request.perspective.witnessed(40)):
            if not block.speaker and block.seq >= 0:
                return block.said
        return request.perspective.config.topic

    def shown(self, request: Request) -> Sequence[Block]:
        """What is shown of what was witnessed: a small model repeats what it reads, and the more so the longer."""
        return request.perspective.witnessed()

    def fitted(self, request: Request) -> bool:
        """Whether the run has cut the history to this voice's size, by what its server counted: it is sent whole."""
        return False

    def first(self, request: Request) -> str:
        """What the rules say first, whatever the voice; empty: what the rehearsal voice would say."""
        return ""

    def adds(self, request: Request, said: str) -> bool:
        """Whether the model may add a sentence to what the rules have `said`."""
        return True

    def gaps(self, request: Request) -> Gaps | None:
        """The sentences one of which may be added, and the words for it; None: those of a talk."""
        return None


@cache
def part_of(mode: str) -> SmallModelPart:
    """How a small model is led through the runs of a mode."""
    spec = MODES[mode]
    return spec.small_model() if spec.small_model else SmallModelPart()
