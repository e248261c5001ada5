"""The small bubbles of those who think of what to say, all at the same time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from desktop.floor_plan.view.bubble import BubbleLayer, Speech
from desktop.floor_plan.view.layer import Box, Camera
from desktop.floor_plan.view.people import PeopleLayer
from desktop.run.figures import MemberFigure

MOST = 4
"""So many are shown while they write; of the others only the mark on their face tells."""


class Murmurs:
    """Some bubbles that are handed out as people begin to write. Attribute: `layers`, to be put on the plan."""

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

    def place_anew(self) -> None:
        """Look for better places again."""
        for layer in self.layers:
            layer.place_anew()

    def lay_out(self, people: PeopleLayer, points: list[tuple[float, float]]) -> None:
        """Place them one after the other, none upon another."""
        taken: list[Box] = []
        for layer in self.layers:
            at = people.point(layer.speech.member)
            if at is None:
                layer.lay_out(None, ())
                continue
            own, reach = people.index[layer.speech.member], people.radius + 3.0
            faces = [(x, y, reach) for i, (x, y) in enumerate(points) if i != own]
            layer.lay_out((at[0], at[1], reach), faces, taken)
            if layer.box is not None:
                taken.append(layer.box)
