"""What those say to themselves who think of what to say, all at the same time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parley.desktop.floor_plan.view.bubble import BubbleLayer, Speech
from parley.desktop.floor_plan.view.layer import Camera
from parley.desktop.run.figures import MemberFigure

MOST = 4
"""So many are shown while they write; of the others only the mark on their face tells."""


class Murmurs:
    """The small bubbles of those who think of what to say, all at the same time. Attribute: `layers`."""

    def __init__(self, camera: Camera) -> None:
        self.layers = tuple(BubbleLayer(camera, murmur=True) for _ in range(MOST))

    def say(self, heard: Mapping[str, str], who: Callable[[str], MemberFigure | None]) -> None:
        """Show how far each is; whoever is not among them has nothing to say any more."""
        # Who has a bubble keeps it: the others' words would jump from one to the next.
        having = {layer.speech.member: layer for layer in self.layers if layer.speech.member in heard}
        free = [layer for layer in self.layers if layer.speech.member not in having]
        for layer in free:
            layer.say(Speech())
        for member_id, text in heard.items():
            layer_of = having.get(member_id) or (free.pop(0) if free else None)
            member = who(member_id)
            if layer_of is not None and member is not None:
                layer_of.say(Speech(member.id, member.name, member.colour, text, True))
