"""The dialog with which the director calls a scene: type, kind, who, where, about what, how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop.modes.office.form import scene_fields, scene_problem
from desktop.run.figures import MemberFigure
from desktop.widgets.forms.dialog import Ask
from desktop.widgets.forms.field import Choices, Field
from desktop.widgets.members import MemberChoice

LONGEST_TOPIC = 4_000


class CallSceneDialog(Ask):
    """What shall happen next. Signal: `wanted()`; it stays open while something does not fit."""

    def __init__(
        self,
        rooms: Choices,
        members: Sequence[MemberFigure],
        scene_type: str,
        parent: QWidget | None = None,
    ) -> None:
        """`rooms` are those of the plan as (id, title); `scene_type` is chosen at first."""
        super().__init__(parent)
        meeting = scene_type == "meeting"
        self.head(self.tr("Call a meeting") if meeting else self.tr("Call a scene"), self.tr("Call"))
        self.ok.setProperty("primary", True)
        self.setMinimumWidth(520)
        type_, kind, room, exchange = scene_fields(scene_type, rooms)
        self.members = MemberChoice()
        self.members.offer(members)
        empty = self.tr("Empty: the game master chooses")
        topic = Field(name="topic", title=self.tr("Topic"), longest=LONGEST_TOPIC, empty=empty)
        for field in (type_, kind, Field(name="members", title=self.tr("Members")), room, topic, exchange):
            self.form.add(field, *((self.members,) if field.name == "members" else ()))
        self.form.changed.connect(self._check)
        self._check()

    def answers(self) -> dict[str, Any]:
        """What was chosen."""
        return self.form.values()

    def _check(self) -> None:
        values = self.form.values()
        self.require(scene_problem(values["scene_type"], len(values["members"])))
