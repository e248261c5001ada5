"""The desktop half of a mode: what views, bars and commands ask of it."""

from __future__ import annotations

from collections.abc import Mapping

from core.base.registry import Registry
from core.log.config import RunConfig


class ModeView:
    """The desktop half of a mode, made anew for each run that is opened; as it stands it is right for a roundtable.

    A package that brings a mode may bring one too, as an entry point of `parley.mode_views` with the mode's name.
    Attributes: `stage`, the dock that stands in the floor plan's place, "" where the plan stays; `front`, docks that
    come to the front, each with the one that it comes before.
    """

    stage: str = ""
    front: Mapping[str, str] = {}


MODE_VIEWS: Registry[type[ModeView]] = Registry(
    "mode",
    "parley.mode_views",
    {
        "roundtable": "desktop.modes.registry:ModeView",
        "scenes": "desktop.modes.office.mode:OfficeView",
        "story": "desktop.modes.story.mode:StoryModeView",
        "dialogue": "desktop.modes.story.mode:StoryModeView",
        "duologue": "desktop.modes.duologue.mode:DuologueView",
    },
)
"""The desktop halves by the name of their mode."""


def view_of(config: RunConfig | None) -> ModeView:
    """The desktop half of a run's mode; the usual one where it has none of its own, or there is no run."""
    if config is None or config.mode not in MODE_VIEWS:
        return ModeView()
    return MODE_VIEWS[config.mode]()
