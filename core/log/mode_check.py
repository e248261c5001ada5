"""Whether a mode of another package can stand beside all others: their logs are read with its events and sections."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

import msgspec

from parley.core.base.definition import Definition
from parley.core.base.sentences import Sentence
from parley.core.log.codec import events_of_all_modes
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.handlers import HANDLERS
from parley.core.log.played import PlayedMode
from parley.core.log.slices import Slice


def check_mode(spec: PlayedMode, others: Iterable[PlayedMode]) -> None:
    """Raise `TypeError` or `ValueError` where what it names is of the wrong kind, or is another mode's already."""
    _check_kinds(spec)
    if bool(spec.section) != (spec.config is not None):
        raise ValueError("it needs a config for its section, and a section for its config")
    if spec.section in RunConfig.model_fields:
        raise ValueError(Sentence("its section has the name of every run's '{section}'", section=spec.section))
    tags = {_tag(each): each for each in events_of_all_modes()}
    for other in others:
        tags |= {_tag(each): each for each in other.events}
        if spec.section and other.section == spec.section and other.config is not spec.config:
            raise ValueError(
                Sentence("its section '{section}' is that of the mode '{mode}'", section=spec.section, mode=other.name)
            )
    for event in spec.events:
        if tags.setdefault(_tag(event), event) is not event:
            raise ValueError(Sentence("its event '{event}' is another one already", event=_tag(event)))
    _check_folded(spec)
    if spec.events:
        # Types that cannot be read, and tags that cannot stand beside the others, are told by who reads them.
        msgspec.json.Decoder(Union[tuple(tags.values())])  # noqa: UP007  # made while the program runs


def _check_kinds(spec: PlayedMode) -> None:
    if spec.config is not None and not (isinstance(spec.config, type) and issubclass(spec.config, Definition)):
        raise TypeError("its config is no class of Definition")
    for kind, named in ((Event, spec.events), (Slice, spec.slices)):
        for each in named:
            if not (isinstance(each, type) and issubclass(each, kind)):
                raise TypeError(Sentence("{found} is no class of {kind}", found=repr(each)[:80], kind=kind.__name__))


def _check_folded(spec: PlayedMode) -> None:
    """Refuse what every run of the mode would stumble over, or what nobody could read again."""
    for kind in spec.slices:
        for method in ("begin", "copy"):
            if getattr(kind, method).__qualname__ == f"{Slice.__name__}.{method}":
                raise ValueError(Sentence("{kind} has no {method}()", kind=kind.__name__, method=method))
    own = {event for kind in spec.slices for event in kind.handlers if event not in HANDLERS}
    for event in spec.events:
        if event not in own and event not in HANDLERS:
            raise ValueError(Sentence("nothing in its slices folds {event}", event=event.__name__))
    known = {*spec.events, *events_of_all_modes()}
    for event in own:
        if event not in known:
            raise ValueError(Sentence("{event} is missing in its events", event=event.__name__))


def _tag(event: type[Event]) -> str:
    return str(event.__struct_config__.tag)
