"""The floor plan for a screen reader: a list of who is where and what they do there."""

from __future__ import annotations

from PySide6.QtGui import QAccessible

from parley.desktop.floor_plan.view.canvas import PlanCanvas
from parley.desktop.widgets.spoken import Spoken


class SpokenPlan(Spoken, PlanCanvas):
    """A plan whose members are read out one by one."""

    spoken_role = QAccessible.Role.List

    def count_accessible_rows(self) -> int:
        return len(self.figure.places)

    def get_accessible_text(self, row: int) -> str:
        """Return a member, where they are, and what they do there."""
        place, plan = self.figure.places[row], self.figure.plan
        room = plan.by_id.get(place.room) if plan else None
        task = next((task for who, task, _mood in self.figure.doing if who == place.member.id), "")
        words = (place.member.name, room.title(self.figure.language) if room else "", task)
        return ", ".join(word for word in words if word)

    def get_accessible_current(self) -> int:
        marked = self.people.marked
        return next((row for row, place in enumerate(self.figure.places) if place.member.id == marked), -1)
