"""The temperature of a line: as a sampling parameter, or in words where none is taken."""

from __future__ import annotations

from typing import Literal, Protocol

from parley.core.base.prompts import prompt
from parley.core.voices.base import Request


class Terms(Protocol):
    """How an endpoint wants to be spoken to: whether it takes sampling parameters and up to which temperature;
    `temperature` is the member's own."""

    @property
    def sampling(self) -> bool:
        """Whether it takes a temperature."""
        ...

    @property
    def temperature(self) -> float | None:
        """The member's own."""
        ...

    @property
    def highest(self) -> float:
        """The highest that it takes."""
        ...


def get_applied_temperature(request: Request, terms: Terms) -> float:
    """Return the member's own temperature where it has one and speaks as itself, else the request's."""
    own = terms.temperature if request.purpose in {"turn", "contribution"} else None
    temperature = request.temperature if own is None else own
    if own is None and request.scene is not None and not request.task and not terms.sampling:
        # In words it stands in the system prompt, which has to stay the same from scene to scene.
        temperature = request.perspective.config.temperature
    return min(temperature, terms.highest)


def temperature_as(request: Request, terms: Terms) -> Literal["", "sampling", "words"]:
    """Return how the temperature is applied; where no parameter is taken, not at all if a task replaces the persona, or
    if nobody asked for one and the mode tells none.
    """
    if terms.sampling:
        return "sampling"
    told = terms.temperature is not None or request.perspective.tells_temperature
    return "words" if told and not request.task else ""


def get_system_of(request: Request, terms: Terms) -> str:
    """Return the system prompt, with the temperature where it is told in words."""
    if request.task:
        return request.task
    if temperature_as(request, terms) != "words":
        return request.perspective.system()
    language = request.perspective.config.language
    return request.perspective.system(
        prompt("temperature", language, temperature=get_applied_temperature(request, terms))
    )
