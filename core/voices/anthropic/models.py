"""What is known of models: packaged data, or what the server itself says."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any, Literal

from pydantic import Field, ValidationError

from parley.core.base.definition import Definition, parse_toml
from parley.core.base.packaged import get_resource
from parley.core.voices.base import Price

Thinking = Literal["adaptive", "disabled", "between_tools", "enabled"]
THINKING: tuple[Thinking, ...] = ("adaptive", "disabled", "between_tools", "enabled")

UNKNOWN_CONTEXT = 8_192
"""Tokens that a model of which nothing is known can surely see."""


class Model(Definition):
    """One model: context in tokens, prices in US dollars a million tokens, as in `Price`."""

    id: str
    name: str = ""
    context: int = UNKNOWN_CONTEXT
    max_output: int = 0
    minimum_cached: int = 0
    thinking: tuple[Thinking, ...] = ()
    effort: bool = False
    structured: bool = False
    tools: bool = True
    sampling: bool = False
    lifecycle: Literal["active", "deprecated", "retired"] = "active"
    priced: bool = Field(True, description="Whether the prices are known.")
    input: float = 0.0
    output: float = 0.0
    cache_read: float = 0.0
    cache_write: float = 0.0
    long_over: int = 0
    long_factor: float = 1.0

    @property
    def price(self) -> Price:
        """The prices."""
        return Price(
            self.input, self.cache_read, self.cache_write, self.output, self.long_over, self.long_factor
        )  # fmt: skip

    @property
    def claude(self) -> bool:
        """Whether it is one of Anthropic's, wherever it runs."""
        return strip_prefix(self.id).startswith("claude")

    @property
    def always_thinks(self) -> bool:
        """Whether its thinking cannot be switched off."""
        return "adaptive" in self.thinking and not {"disabled", "between_tools"} & set(self.thinking)


class Prices(Definition):
    """The packaged data, with the day on which it was looked up."""

    as_of: date
    source: str = ""
    models: tuple[Model, ...]


@cache
def load_prices() -> Prices:
    """Return the packaged data."""
    file = get_resource("prices.toml")
    return parse_toml(file.read_text("utf-8"), str(file), Prices)


def strip_prefix(model_id: str) -> str:
    """Return the id without a gateway's prefix ("anthropic/…")."""
    return model_id.rsplit("/", 1)[-1]


def find_model(model_id: str) -> Model | None:
    """Return the packaged model of that id, or of which it is a dated snapshot; None for a stranger."""
    bare = strip_prefix(model_id)
    for model in load_prices().models:
        if bare == model.id or (
            bare.startswith((f"{model.id}-", f"{model.id}@")) and bare[len(model.id) + 1 :].isdigit()  # @: on Vertex
        ):
            return model.model_copy(update={"id": model_id})  # sent as it was named, prefix and all
    return None


def model_of(model_id: str) -> Model:
    """Return what is packaged of the model, else only what may safely be assumed."""
    if found := find_model(model_id):
        return found
    stranger = Model(id=model_id, priced=False)
    # A Claude newer than this data takes structured output and a long context; a price must not be made up.
    return stranger.model_copy(update={"structured": True, "context": 200_000}) if stranger.claude else stranger


def from_server(info: Any) -> Model:
    """Return a model as the server describes it; servers other than Anthropic's leave most of it out.

    Returns what is known of it anyway where the description makes no sense.
    """
    model_id = str(getattr(info, "id", "") or "")
    base = model_of(model_id)
    told: dict[str, Any] = {
        "name": getattr(info, "display_name", None) or base.name or model_id,
        "context": getattr(info, "max_input_tokens", None) or base.context,
        "max_output": getattr(info, "max_tokens", None) or base.max_output,
        "lifecycle": getattr(info, "lifecycle", None) or base.lifecycle,
    }
    if abilities := getattr(info, "capabilities", None):
        types = getattr(getattr(abilities, "thinking", None), "types", None)
        told |= {
            "thinking": tuple(kind for kind in THINKING if _is_supported(types, kind)),
            "effort": _is_supported(getattr(abilities, "effort", None), "low"),
            "structured": _is_supported(abilities, "structured_outputs"),
        }
    try:
        return Model.model_validate(base.model_dump() | told)
    except ValidationError:
        return base


def _is_supported(group: Any, name: str) -> bool:
    return bool(getattr(getattr(group, name, None), "supported", False))  # e.g. "effort": {"low": {"supported": true}}
