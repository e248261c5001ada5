"""Members to choose from, each with their mark."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from desktop.run.figures import MemberFigure
from desktop.widgets.avatar import avatar_icon
from desktop.widgets.plain import literal, tooltip
from desktop.widgets.themed import Themed

COLUMNS = 3


class MemberChoice(Themed, QWidget):
    """A box a member. Signals: `changed()`, `chosen_by_hand()` when somebody pressed a box."""

    changed = Signal()
    chosen_by_hand = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._members: tuple[MemberFigure, ...] = ()
        self.boxes: list[QCheckBox] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)

    def offer(self, members: Sequence[MemberFigure], chosen: Sequence[str] = ()) -> None:
        """Offer other members, some of them chosen."""
        for box in self.boxes:
            self._grid.removeWidget(box)
            # At once no child any more: who looks at the fields of the form must not find it.
            box.setParent(None)
            box.deleteLater()
        self._members, self.boxes = tuple(members), []
        for i, member in enumerate(members):
            box = QCheckBox(literal(member.name))
            box.setIcon(avatar_icon(member, self.theme))
            box.setToolTip(tooltip(member.role))
            box.setChecked(member.id in chosen)
            box.toggled.connect(self.changed)
            box.clicked.connect(self.chosen_by_hand)
            self._grid.addWidget(box, i // COLUMNS, i % COLUMNS)
            self.boxes.append(box)

    def _restyle(self) -> None:
        for member, box in zip(self._members, self.boxes, strict=True):
            box.setIcon(avatar_icon(member, self.theme))

    def answer(self) -> list[str]:
        """What a form reads."""
        return self.chosen()

    def chosen(self) -> list[str]:
        """The ids of those who are chosen."""
        return [member.id for member, box in zip(self._members, self.boxes, strict=True) if box.isChecked()]
