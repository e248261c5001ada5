"""What a member is not sent any more, as the inspector shows it."""

from __future__ import annotations

from bisect import bisect_left

from msgspec.structs import replace

from parley.core.log.state import State
from parley.core.perspective.perspective import Perspective
from parley.core.voices.base import Payload, PayloadItem

_TOLD = {
    "en": "{count} earlier pieces are left out for want of room; what is kept begins at turn {turn}.",
    "de": "{count} frühere Stücke fehlen, weil der Platz nicht reicht; was bleibt, beginnt bei Redebeitrag {turn}.",
}
_SUMMED = {
    "en": "A summary by the member's own voice stands in their place.",
    "de": "An ihrer Stelle steht eine Zusammenfassung durch die eigene Stimme.",
}


def with_gap(payload: Payload, view: Perspective, state: State) -> Payload:
    """Return the payload with a piece "left out" where the beginning of the talk would stand.

    It is the same where nothing is cut, or sent at all; what is sent is not changed by it.
    """
    if not view.start or not payload.body:
        return payload
    first = view.blocks[view.start].seq if view.start < view.count else state.seq
    at = bisect_left(state.entries, first, key=lambda entry: entry.seq)
    turn = state.entries[at].turn if at < len(state.entries) else state.next_turn
    told = _TOLD[state.setup.language].format(count=view.start, turn=turn)
    if view.summary:
        told = f"{told} {_SUMMED[state.setup.language]}"
    items = list(payload.items)
    # The opening, which always stays, is the first that comes from others.
    opening = next((place for place, item in enumerate(items) if item.role == "user"), 0)
    items.insert(opening + 1, PayloadItem("left out", told))
    return replace(payload, items=tuple(items))
