"""How trust moved in a story."""

from __future__ import annotations

from parley.core.cast.member import PLAYER
from parley.core.log.events.base import Event
from parley.core.log.modes import Move, Moved
from parley.core.modes.story.events import TrustChanged
from parley.core.modes.story.shown import as_affinity


def moved(event: Event) -> Moved | None:
    """Return what an event changed in what characters think of the player; None where it changed nothing."""
    found = tuple(
        Move(
            PLAYER,
            effect.character,
            as_affinity(effect.before),
            as_affinity(effect.after),
            str(getattr(event, "text", "")),
            (effect.character,),
        )
        for effect in getattr(event, "effects", ())
        if isinstance(effect, TrustChanged)
    )
    return Moved(found) if found else None
